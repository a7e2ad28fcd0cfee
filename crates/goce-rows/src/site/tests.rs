//! Profiles: the same for any order and division, within bounds, right where they are exact and near where they are not.

use super::*;

fn html(number: usize, unique: usize) -> String {
    let own: String = (0..unique).map(|n| format!("<p>text {n} of page {number}</p>")).collect();
    let sometimes = if number.is_multiple_of(4) {
        "<aside>one page in four</aside>"
    } else {
        ""
    };
    format!(
        "<nav class=menu-{number}><a href=/>Home</a></nav>{sometimes}<main>{own}</main><footer>All rights reserved</footer>"
    )
}

fn blocks(html: &str, hash: u64) -> PageBlocks {
    PageBlocks::of(&sample(html), hash).unwrap()
}

/// The profile of one page with this hash.
fn with_hash(html: &str, hash: u64) -> Vec<u8> {
    blocks(html, hash).profile().unwrap().to_bytes().unwrap()
}

fn alone(html: &str) -> Vec<u8> {
    with_hash(html, hash_of_page(html))
}

fn read(bytes: &[u8]) -> Profile<'_> {
    Profile::from_bytes(bytes).unwrap()
}

fn merged(a: &[u8], b: &[u8]) -> Vec<u8> {
    read(a).merge(&read(b)).unwrap().to_bytes().unwrap()
}

/// The profile of some pages, added one after the other to a state.
fn added<'h>(pages: impl IntoIterator<Item = &'h String>) -> Vec<u8> {
    let mut state = SiteState::new(Vec::new(), Vec::new());
    for html in pages {
        let hash = hash_of_page(html);
        if !state.count_left_out(hash) {
            state.add(&blocks(html, hash)).unwrap();
        }
    }
    state.settle().unwrap().to_vec()
}

fn in_order<'b>(pages: impl IntoIterator<Item = &'b Vec<u8>>) -> Vec<u8> {
    let mut pages = pages.into_iter();
    let first = pages.next().unwrap().clone();
    pages.fold(first, |sum, page| merged(&sum, page))
}

#[test]
fn order_and_division_make_no_difference() {
    for (count, unique) in [(40, 3), (300, 60)] {
        let mut pages: Vec<Vec<u8>> = (0..count).map(|number| alone(&html(number, unique))).collect();
        // One page twice.
        pages.push(pages[0].clone());
        let serial = in_order(&pages);
        assert!(serial.len() <= MAX_BYTES - 4);
        assert_eq!(read(&serial).pages(), count as u64 + 1);
        // Several are left out of the larger site, none of the smaller.
        assert_eq!(read(&serial).kept() < count as u64, unique == 60);
        assert_eq!(in_order(pages.iter().rev()), serial);
        for step in [2, 3, 7, 31] {
            let parts: Vec<Vec<u8>> = (0..step).map(|start| in_order(pages.iter().skip(start).step_by(step))).collect();
            assert_eq!(in_order(&parts), serial, "{step}");
            assert_eq!(in_order(parts.iter().rev()), serial, "{step}");
        }
        // A page that the threshold leaves out only counts, as the aggregate does it.
        let mut left_out = 0;
        for number in count..count + 50 {
            let html = html(number, unique);
            let mut known = serial.clone();
            if count_left_out(&mut known, hash_of_page(&html)) {
                assert_eq!(known, merged(&serial, &alone(&html)));
                left_out += 1;
            }
        }
        assert_eq!(left_out > 10, unique == 60);
    }
    assert!(!count_left_out(&mut [], 1));
    assert!(!count_left_out(&mut [0xff; 40], u64::MAX));
}

#[test]
fn nor_does_the_order_of_pages_that_share_a_hash() {
    let pages = ["<p>one<p>two", "<p>three", "<main><p>one</main>", "<p>two"].map(|html| with_hash(html, 7));
    let serial = in_order(&pages);
    assert_eq!((read(&serial).pages(), read(&serial).kept()), (4, 4));
    assert_eq!(in_order(pages.iter().rev()), serial);
    for parts in [
        [&pages[..1], &pages[1..]],
        [&pages[..2], &pages[2..]],
        [&pages[..3], &pages[3..]],
    ] {
        let parts = parts.map(in_order);
        assert_eq!(in_order(&parts), serial);
        assert_eq!(in_order(parts.iter().rev()), serial);
    }
}

#[test]
fn pages_that_wait_make_no_difference() {
    // One block for each of many pages, several, and more than may wait.
    for (count, unique) in [(3000, 0), (40, 3), (300, 60), (20, 500)] {
        let mut pages: Vec<String> = (0..count).map(|number| html(number, unique)).collect();
        pages.push(pages[7].clone());
        let alone: Vec<Vec<u8>> = pages.iter().map(|html| alone(html)).collect();
        let serial = in_order(&alone);
        assert_eq!(added(&pages), serial, "{count}");
        assert_eq!(added(pages.iter().rev()), serial, "{count}");
        let parts: Vec<Vec<u8>> = (0..3).map(|start| added(pages.iter().skip(start).step_by(3))).collect();
        assert_eq!(in_order(&parts), serial, "{count}");
        assert_eq!(added(&pages[..1]), alone[0]);
    }
    let mut none = SiteState::new(Vec::new(), Vec::new());
    assert_eq!(none.settle(), Ok(&[][..]));
    assert!(!none.count_left_out(u64::MAX));
}

#[test]
fn counts_are_exact_while_all_pages_are_kept() {
    let pages: Vec<Vec<u8>> = (0..40).map(|number| alone(&html(number, 3))).collect();
    let profile = in_order(&pages);
    let shared = read(&profile).shared().unwrap();
    let found: Vec<_> = shared
        .iter()
        .map(|text| (text.sample, text.pages, text.error, text.place, text.place_pages))
        .collect();
    let (all, some) = (found[..2].to_vec(), &found[2..]);
    for expected in [
        ("Home", 40, 0, "nav.menu-", 40),
        ("All rights reserved", 40, 0, "footer", 40),
    ] {
        assert!(all.contains(&expected), "{all:?}");
    }
    assert_eq!(some, [("one page in four", 10, 0, "aside", 10)]);
}

#[test]
fn counts_are_estimates_where_pages_are_left_out() {
    let pages: Vec<Vec<u8>> = (0..2000).map(|number| alone(&html(number, 60))).collect();
    let profile = in_order(&pages);
    let profile = read(&profile);
    assert_eq!(profile.pages(), 2000);
    assert!((50..200).contains(&profile.kept()), "{}", profile.kept());
    let shared = profile.shared().unwrap();
    assert_eq!(shared.len(), 3);
    for text in shared {
        let right = if text.sample == "one page in four" { 500 } else { 2000 };
        // Within four standard errors.
        assert!(text.pages.abs_diff(right) <= 2 * text.error, "{text:?}");
        assert!(text.error > 0 && text.error < 400, "{text:?}");
    }
}

#[test]
fn what_is_no_profile_is_refused() {
    let profile = in_order(&[alone(&html(1, 2)), alone(&html(2, 2))]);
    assert_eq!(read(&profile).to_bytes().unwrap(), profile);
    for length in 0..profile.len() {
        assert_eq!(Profile::from_bytes(&profile[..length]), Err(NotAProfile.into()));
    }
    // A changed byte is found, or makes another profile that can be merged and read.
    for place in 0..profile.len() {
        let mut changed = profile.clone();
        changed[place] ^= 0x81;
        if let Ok(other) = Profile::from_bytes(&changed) {
            other.merge(&read(&profile)).unwrap().shared().unwrap();
            assert_eq!(other.to_bytes().unwrap(), changed);
        }
    }
    assert_eq!(Profile::from_bytes(&vec![0; MAX_BYTES]), Err(NotAProfile.into()));
}

/// The shares of the blocks of a page, by the start of their texts.
fn shares(profile: &Profile<'_>, html: &str) -> (u64, Vec<(String, f32)>) {
    let page = sample(html);
    let found = profile.frequencies(&page, hash_of_page(html)).unwrap();
    let texts = page.blocks().iter().map(|block| page.block_text(block).trim().to_owned());
    (found.pages, texts.zip(found.of_blocks).collect())
}

#[test]
fn frequencies_are_those_of_the_other_pages() {
    let of = |menu: &str, own: &str| format!("<p>{menu}<p>{own}<div>{menu}</div>");
    let pages = [of("Home", "a"), of("Home", "b"), of("Start", "c"), of("Home", "c")];
    let profile = in_order(&pages.each_ref().map(|html| alone(html)));
    let profile = read(&profile);
    let expected = |shares: [(&str, f32); 3]| shares.map(|(text, share)| (text.to_owned(), share)).to_vec();
    // The page is one of them, and left out; its text at two places counts once.
    let (others, found) = shares(&profile, &pages[0]);
    assert_eq!(others, 3);
    let home = 2.0 / 3.0;
    assert_eq!(found, expected([("Home", home), ("a", 0.0), ("Home", home)]));
    // A page that is none of them; whitespace makes no difference.
    let (others, found) = shares(&profile, "<p> Home\n<p>c<p>d");
    assert_eq!(others, 4);
    assert_eq!(found, expected([("Home", 0.75), ("c", 0.5), ("d", 0.0)]));
    let bare = profile.clone().without_samples().unwrap();
    assert_eq!(shares(&bare, &pages[1]), shares(&profile, &pages[1]));
    // The same page twice is another page once.
    let twice = in_order(&[alone(&pages[0]), alone(&pages[0])]);
    let (others, found) = shares(&read(&twice), &pages[0]);
    assert_eq!(others, 1);
    assert_eq!(found[1], ("a".to_owned(), 1.0));
    // No other page.
    let (others, found) = shares(&read(&alone(&pages[0])), &pages[0]);
    assert_eq!((others, found[0].1), (0, 0.0));
}

/// The profile of one page that was there so often, as bytes.
fn often(html: &str, times: u64) -> Vec<u8> {
    let bytes = alone(html);
    let mut profile = read(&bytes);
    profile.pages = times;
    profile.kept[0].times = times;
    profile.to_bytes().unwrap()
}

#[test]
fn no_more_pages_are_kept_than_counted() {
    let most = MAX_PAGES;
    let pages: Vec<Vec<u8>> = [(0, most), (0, most), (1, most - 1), (1, 3), (2, 5), (3, most)]
        .map(|(number, times)| often(&html(number, 2), times))
        .to_vec();
    for [a, b] in [[0, 1], [0, 2], [2, 0], [2, 3], [4, 2], [3, 5], [5, 4]] {
        let bytes = merged(&pages[a], &pages[b]);
        let both = read(&bytes);
        assert!(both.pages() <= most && both.kept() <= both.pages());
        both.shared().unwrap();
    }
    // The same however they are divided.
    let all = in_order(&pages);
    assert_eq!(in_order(pages.iter().rev()), all);
    let halves = [in_order(&pages[..3]), in_order(&pages[3..])];
    assert_eq!(in_order(&halves), all);
    assert_eq!((read(&all).pages(), read(&all).kept()), (most, most));

    // Pages that are added to a state, too.
    let mut state = SiteState::new(often(&html(0, 2), most), Vec::new());
    let page = html(0, 2);
    let hash = hash_of_page(&page);
    assert!(!state.count_left_out(hash));
    state.add(&blocks(&page, hash)).unwrap();
    assert_eq!(read(state.settle().unwrap()).pages(), most);
}

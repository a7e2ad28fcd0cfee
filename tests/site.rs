//! Extraction with the profile of a site, on generated sites of thousands of pages whose content is known.
//!
//! `cargo test --test integration site:: -- --nocapture` prints the figures of benches/results/auto.md.

use std::sync::LazyLock;

use goce_core::evaluate::{PageScores, Unit};
use goce_core::extract::{Frequencies, Options};
use goce_core::learn::random::Random;
use goce_core::page::Page;
use goce_rows::site::{PageBlocks, Profile, SiteState, hash_of_page};

use crate::pages::{method, parse};
use crate::rendering::text;

/// The pages of each site, and the number of them that are extracted.
const PAGES: usize = 2000;
const EXTRACTED: usize = 40;

/// A page, and the text that is its content.
struct Known {
    html: String,
    gold: String,
}

/// Words for texts. Content and clutter use the same ones, and differ by their place and their frequency.
static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let words = "the of a in to on and for by with from at river bridge council harbour winter market train garden school \
        window engine letter market island paper morning opened carried found built closed said went made kept \
        brought old new long short quiet bright northern early small wooden several another";
    words.split(' ').collect()
});

/// Returns sentences of `words` words in all.
fn prose(random: &mut Random, words: usize) -> String {
    let mut text = String::new();
    for number in 0..words {
        let word = WORDS[random.below(WORDS.len())];
        if number % 12 == 0 {
            text.push_str(if number == 0 { "" } else { ". " });
            text.push_str(&word[..1].to_uppercase());
            text.push_str(&word[1..]);
        } else {
            text.push(' ');
            text.push_str(word);
        }
    }
    text + "."
}

/// The texts that all pages of a site repeat: a notice within the content, one below it, and the footer.
struct Standing {
    notice: String,
    about: String,
    footer: String,
}

fn article(random: &mut Random, standing: &Standing) -> Known {
    let title = prose(random, 6);
    let texts: Vec<String> = (0..3 + random.below(5))
        .map(|_| {
            let words = 25 + random.below(50);
            prose(random, words)
        })
        .collect();
    let (first, rest) = texts.split_first().unwrap();
    let rest: String = rest.iter().map(|text| format!("<p>{text}</p>")).collect();
    Known {
        html: format!(
            "<main><h1>{title}</h1><p>{first}</p><p>{}</p>{rest}<p>{}</p></main>",
            standing.notice, standing.about
        ),
        gold: format!("{title} {}", texts.join(" ")),
    }
}

fn product(random: &mut Random, standing: &Standing) -> Known {
    let name = prose(random, 3);
    let text = prose(random, 40);
    // Short texts that many products share.
    let values: Vec<String> = ["Colour", "Width", "Weight", "Made of"]
        .iter()
        .map(|label| format!("{label}: {}", WORDS[random.below(12) + 12]))
        .collect();
    let items: String = values.iter().map(|value| format!("<li>{value}</li>")).collect();
    Known {
        html: format!(
            "<main><h1>{name}</h1><div class=description><p>{text}</p><ul>{items}</ul><p>{}</p></div><div class=more><p>{}</p></div></main>",
            standing.notice, standing.about
        ),
        gold: format!("{name} {text} {}", values.join(" ")),
    }
}

fn thread(random: &mut Random, standing: &Standing) -> Known {
    let title = prose(random, 5);
    let (mut posts, mut gold) = (String::new(), title.clone());
    for _ in 0..2 + random.below(6) {
        let words = 8 + random.below(40);
        let text = prose(random, words);
        posts += &format!(
            "<div class=post><span class=author>{}</span><div class=body><p>{text}</p></div></div>",
            WORDS[random.below(40)]
        );
        gold += &format!(" {text}");
    }
    Known {
        html: format!("<main><h1>{title}</h1><p>{}</p>{posts}<p>{}</p></main>", standing.notice, standing.about),
        gold,
    }
}

type Make = fn(&mut Random, &Standing) -> Known;

/// Returns the pages of a site: of one kind, or of several by turns.
fn site(seed: u64, kinds: &[Make]) -> Vec<Known> {
    let mut random = Random::from_state(seed);
    let standings: Vec<Standing> = kinds
        .iter()
        .map(|_| Standing {
            notice: prose(&mut random, 45),
            about: prose(&mut random, 60),
            footer: prose(&mut random, 15),
        })
        .collect();
    (0..PAGES).map(|number| {
        let kind = number % kinds.len();
        let standing = &standings[kind];
        let page = kinds[kind](&mut random, standing);
        Known {
            html: format!(
                "<html><head><title>Site</title></head><body><nav><ul><li><a href=/>Home</a><li><a href=/a>News</a><li><a href=/b>All</a></ul></nav>{}<footer><p>{}</p></footer></body></html>",
                page.html, standing.footer
            ),
            gold: page.gold,
        }
    }).collect()
}

/// Returns the profile of a site, as the aggregate makes it.
fn profile(pages: &[Known]) -> Vec<u8> {
    let mut state = SiteState::new(Vec::new(), Vec::new());
    for known in pages {
        let hash = hash_of_page(&known.html);
        if !state.count_left_out(hash) {
            let blocks = PageBlocks::of(&parse(&known.html), hash).unwrap();
            state.add(&blocks).unwrap();
        }
    }
    state.settle().unwrap().to_vec()
}

fn extracted(page: &Page, site: Option<&Frequencies>) -> String {
    let options = Options {
        site,
        ..Options::default()
    };
    let selection = method("auto").select(page, &options).unwrap();
    text(page, &selection)
}

/// Returns the mean word F1 without the site and with it, over some pages.
fn measure(name: &str, kinds: &[Make]) -> [f64; 2] {
    let pages = site(7, kinds);
    let bytes = profile(&pages);
    let profile = Profile::from_bytes(&bytes).unwrap();
    assert!(profile.kept() < PAGES as u64);
    let mut sums = [0.0; 2];
    for known in &pages[..EXTRACTED] {
        let page = parse(&known.html);
        let hash = hash_of_page(&known.html);
        let frequencies = profile.frequencies(&page, hash).unwrap();
        for (sum, site) in sums.iter_mut().zip([None, Some(&frequencies)]) {
            let text = extracted(&page, site);
            *sum += PageScores::new(&known.gold, &text, Unit::Word).unwrap().word_f1;
        }
    }
    let means = sums.map(|sum| sum / EXTRACTED as f64);
    println!(
        "{name}: word F1 {:.4} without the site, {:.4} with it; {} pages kept",
        means[0],
        means[1],
        profile.kept()
    );
    means
}

#[test]
fn what_stands_on_all_pages_is_left_out() {
    for (name, kind) in [
        ("articles", article as Make),
        ("products", product),
        ("threads", thread),
    ] {
        let [without, with] = measure(name, &[kind]);
        assert!(with > without + 0.02, "{name}: {without} {with}");
    }
}

/// A text of one kind of pages stands on a third of the site: the profile makes little difference, and does no harm.
#[test]
fn a_site_of_several_kinds_is_no_worse() {
    let [without, with] = measure("all three by turns", &[article, product, thread]);
    assert!(with >= without - 0.002, "{without} {with}");
}

/// Copies of a page say nothing about it: it is extracted as without them.
#[test]
fn copies_of_a_page_change_nothing() {
    let html = site(1, &[article]).swap_remove(0).html;
    let page = parse(&html);
    let alone = extracted(&page, None);
    assert!(!alone.is_empty());
    for share in [0.0, 1.0] {
        let frequencies = Frequencies {
            pages: 1000,
            of_blocks: vec![share; page.blocks().len()],
        };
        assert_eq!(extracted(&page, Some(&frequencies)), alone);
    }
}

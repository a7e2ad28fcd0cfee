use super::*;
use goce_core::extract::{Options, auto};
use goce_core::texts::hashes::{hash_text, mix};

/// The changes of two versions that are content as a whole, a line each: sign, headings, old and new text.
fn whole(old: &str, new: &str) -> String {
    of_parts(old, new, Selection::whole)
}

/// The same of what is in `<main>`.
fn of_main(old: &str, new: &str) -> String {
    of_parts(old, new, |page| Selection::subtrees(page, crate::first_of(page, Tag::Main)))
}

fn of_parts(old: &str, new: &str, select: impl Fn(&Page) -> Fallible<Selection>) -> String {
    let (old, new) = (sample(old), sample(new));
    written(&old, &select(&old).unwrap(), &new, &select(&new).unwrap())
}

fn written(old: &Page, a: &Selection, new: &Page, b: &Selection) -> String {
    let diff = Diff::of((old, a), (new, b)).unwrap();
    let line = |change: &Change| {
        let text = |version: Option<Version<'_>>| version.map_or("", |version| version.text).to_owned();
        let path: Vec<&str> = diff.heading_path(old, new, change).collect();
        let (was, is) = (text(diff.old_version(old, change)), text(diff.new_version(new, change)));
        format!("{} [{}] {was} | {is}", change.op.sign(), path.join(", "))
    };
    diff.changes().iter().map(line).collect::<Vec<_>>().join("\n")
}

const FIVE: [&str; 5] = [
    "The first of the paragraphs is about rivers and lakes.",
    "The second one describes the mountains in the north.",
    "A third says that it rains most in the autumn.",
    "Fourth comes a list of the towns with their people.",
    "The last one thanks everybody who has read so far.",
];

fn page(paragraphs: &[&str]) -> String {
    paragraphs.iter().map(|text| format!("<p>{text}</p>")).collect()
}

#[test]
fn equal_versions_have_no_changes() {
    assert_eq!(whole(&page(&FIVE), &page(&FIVE)), "");
    assert_eq!(whole("", ""), "");
    // Neither whitespace nor markup nor addresses are text.
    let new = page(&FIVE).replace("rivers and", "<b>rivers</b>\n  and").replace("<p>", "<div class=x>");
    assert_eq!(whole(&page(&FIVE), &new.replace("</p>", "</div>")), "");
}

#[test]
fn paragraphs_are_added_removed_changed_and_moved() {
    let [a, b, c, d, e] = FIVE;
    assert_eq!(whole(&page(&[a, b, d]), &page(&[a, b, c, d])), format!("+ []  | {c}"));
    assert_eq!(whole(&page(&FIVE), &page(&[a, b, d, e])), format!("- [] {c} | "));
    let changed = c.replace("autumn", "spring");
    assert_eq!(whole(&page(&FIVE), &page(&[a, b, &changed, d, e])), format!("~ [] {c} | {changed}"));
    assert_eq!(whole(&page(&FIVE), &page(&[a, c, d, e, b])), format!("> [] {b} | {b}"));
    assert_eq!(whole(&page(&FIVE), &page(&[a, &changed, d, e, b])).lines().count(), 2);
    // Moved and changed.
    assert_eq!(whole(&page(&FIVE), &page(&[a, b, d, e, &changed])), format!("> [] {c} | {changed}"));
    // All at once, in the order of the new page.
    let new = page(&[e, a, "Here is something that was never there.", &changed, d]);
    let signs: String = whole(&page(&FIVE), &new).lines().map(|line| &line[..1]).collect();
    assert_eq!(signs, ">-+~");
}

/// Two texts with one hash: of words by `hash_text` with the seed 1, folded by `mix`. The last word was computed for that,
/// as anybody can who writes a page.
const COLLIDING: [&str; 2] = [
    "The harbour is open to all ships on Monday, and the fee for a berth stays as it was before",
    r#"The harbour is closed to all ships on Tuesday, and the fee for a berth climbs today, reference: "+gXYB}E"#,
];

#[test]
fn words_decide_and_no_hash_of_them() {
    let key = |text: &str| {
        let hashes = text.split_whitespace().map(|word| hash_text(word, 1));
        hashes.reduce(|sum, hash| mix(sum.rotate_left(5), hash))
    };
    assert_eq!(key(COLLIDING[0]), key(COLLIDING[1]));
    let [a, b, ..] = FIVE;
    let [old, new] = COLLIDING;
    let changed = format!("~ [] {old} | {new}");
    assert_eq!(whole(&page(&[a, old, b]), &page(&[a, new, b])), changed);
    assert_eq!(whole(&page(&[a, old, new, b]), &page(&[a, old, b])), format!("- [] {new} | "));
    // Content in one version alone.
    let inside = |text: &str| format!("<main><p>{a}<p>{text}</main>");
    let outside = |text: &str| format!("<main><p>{a}</main><p>{text}");
    assert_eq!(of_main(&inside(old), &outside(new)), changed);
    assert_eq!(of_main(&outside(old), &inside(new)), changed);
    assert_eq!(of_main(&outside(old), &inside(old)), "");
    // Content that is not shown.
    let hidden = |text: &str| {
        let text = format!("{a}\\n{}", text.replace('"', "\\\""));
        let html = format!(
            r#"<script type=application/ld+json>{{"@type": "NewsArticle", "articleBody": "{text}"}}</script><div id=app></div>"#
        );
        let page = sample(&html);
        let selection = auto::select(&page, &Options::default()).unwrap();
        assert!(selection.hidden_content().is_some());
        (page, selection)
    };
    let (was, is) = (hidden(old), hidden(new));
    assert_eq!(written(&was.0, &was.1, &is.0, &is.1), changed);
}

#[test]
fn everything_may_be_new() {
    assert_eq!(whole("", "<p>a b c"), "+ []  | a b c");
    assert_eq!(whole("<p>a b c", ""), "- [] a b c | ");
    let all = "- [] one two three four five | \n+ []  | x y z u v";
    assert_eq!(whole("<p>one two three four five", "<p>x y z u v"), all);
}

#[test]
fn headings_stand_above() {
    let old = "<h1>Land</h1><h2>Water</h2><p>old river text<h2>Hills</h2><h3>North</h3><p>snow falls";
    let new = "<h1>Land</h1><h2>Water</h2><p>new river text<h2>Hills</h2><h3>North</h3><p>snow falls<p>and melts";
    assert_eq!(
        whole(old, new),
        "~ [Land, Water] old river text | new river text\n+ [Land, Hills, North]  | and melts"
    );
    assert!(whole(new, old).ends_with("\n- [Land, Hills, North] and melts | "));
    assert_eq!(whole("<h1>A</h1><h2>B</h2>", "<h1>A</h1><h2>C</h2>"), "~ [A] B | C");
}

#[test]
fn cells_are_paired_by_their_place() {
    let row = |a: &str, b: &str| format!("<table><tr><td>Price<td>{a}<tr><td>Dead<td>{b}</table>");
    assert_eq!(whole(&row("12", "7"), &row("13", "9")), "~ [] 12 | 13\n~ [] 7 | 9");
}

#[test]
fn what_is_no_content_does_not_count() {
    let page = |menu: &str, text: &str| format!("<nav>{menu}</nav><main><p>{text}</p></main><footer>{menu}</footer>");
    assert_eq!(of_main(&page("<p>a<p>b", "text"), &page("<p>c", "text")), "");
    assert_eq!(
        of_main(&page("a", "text one two"), &page("b", "text one three")),
        "~ [] text one two | text one three"
    );
    // Content in one version alone, but shown by both.
    let inside = "<main><p>one<p>two and two and two and two</main>";
    let outside = "<main><p>one</main><p>two and two and two and two";
    assert_eq!(of_main(inside, outside), "");
    assert_eq!(of_main(outside, inside), "");
    let inside = "<main><p>one<p>By Ann Lee, 3 hours ago</main>";
    let outside = "<main><p>one</main><p>By Ann Lee, 5 days ago";
    assert_eq!(of_main(inside, outside), "");
    assert_eq!(of_main(outside, inside), "");
}

#[test]
fn counters_and_times_do_not_count() {
    let [a, b, c, ..] = FIVE;
    let page = |views: &str, since: &str, day: &str| {
        page(&[
            a,
            &format!("{views} views"),
            b,
            &format!("<b>Anna</b> {since} ago"),
            c,
            day,
        ])
    };
    let old = page("1,234", "3 hours", "Monday, 23 November 2026");
    let new = page("1,240", "a day", "Tuesday, 24 November 2026");
    assert_eq!(whole(&old, &new), "");
    assert_eq!(whole("<p>12 dead in flood", "<p>15 dead in flood"), "~ [] 12 dead in flood | 15 dead in flood");
    assert_eq!(whole("<p>1 comment<p>text", "<p>text"), "");
}

#[test]
fn advertisements_do_not_count() {
    let [a, b, c, d, e] = FIVE;
    let page = |ad: &str| page(&[a, b, c, d, e]).replacen("</p>", &format!("</p>{ad}"), 1);
    for [old, new] in [
        [
            "<div class='x ad-box'>Cheap flights</div>",
            "<div class='x ad-box'>New shoes</div>",
        ],
        ["<div><b>Anzeige:</b><p>Cheap flights</p></div>", ""],
        ["", "<div id=ad_3><div><p>New shoes</p></div></div>"],
    ] {
        assert_eq!(whole(&page(old), &page(new)), "");
    }
    assert_eq!(whole(&page("<div class=add>Cheap flights</div>"), &page("")).lines().count(), 1);
    // A page of small ads.
    let small = |price: u32| format!("<div class=ad>Red bicycle for sale, {price}</div>").repeat(3);
    assert_eq!(whole(&small(100), &small(90)).lines().count(), 3);
}

#[test]
fn writing_without_spaces_is_compared_by_characters() {
    let (old, new) = ("<p>今日は東京で雨が降りました。", "<p>今日は大阪で雨が降りました。");
    assert!(whole(old, new).starts_with('~'));
}

#[test]
fn content_that_is_not_shown_is_compared_by_lines() {
    let page = |text: &str| {
        let json = format!(r#"{{"@type": "NewsArticle", "articleBody": "{text}"}}"#);
        sample(&format!("<script type=application/ld+json>{json}</script><div id=app></div>"))
    };
    let text = FIVE.join("\\n");
    let (old, new) = (page(&text), page(&text.replace("autumn", "spring")));
    let select = |page: &Page| auto::select(page, &Options::default()).unwrap();
    let (a, b) = (select(&old), select(&new));
    assert!(a.hidden_content().is_some());
    let changes = written(&old, &a, &new, &b);
    assert!(changes.lines().count() == 1 && changes.starts_with('~'), "{changes}");
}

#[test]
fn hostile_versions_take_linear_work() {
    let n = 20_000;
    let unlike =
        |seed: usize| -> String { (0..n).map(|i| format!("<p>w{seed}x{i} w{seed}y{i} w{seed}z{i}")).collect() };
    let one_word = |word: &str| format!("<p>{word}").repeat(n);
    let alike = |seed: usize| -> String { (0..n).map(|i| format!("<p>a b c d e f g w{seed}x{i}")).collect() };
    let long = |word: &str| format!("<p>{}", word.repeat(500_000));
    for (old, new) in [
        (unlike(1), unlike(2)),
        (one_word("a"), one_word("b")),
        (one_word("a"), unlike(1)),
        (alike(1), alike(2)),
        (long("a "), long("b ")),
        (long("a b "), long("b a ")),
        (String::new(), unlike(1)),
        ("<h6>h<p>".repeat(n), "<h1>h<p>a".repeat(n)),
    ] {
        let (old, new) = (sample(&old), sample(&new));
        let (a, b) = (Selection::whole(&old).unwrap(), Selection::whole(&new).unwrap());
        let (diff, checks) = interrupts::counted(|| Diff::of((&old, &a), (&new, &b)).unwrap());
        assert!(diff.changes().len() <= old.blocks().len() + new.blocks().len());
        assert!(checks < 10_000, "{checks}");
    }
}

use super::*;

fn texts(html: &str) -> Vec<String> {
    let page = Page::sample(html);
    let records = page_list(&page, &Repeated::with_any_class(&page).unwrap(), &Fields::of(&page).unwrap()).unwrap();
    let text = |nodes| page.text_of(nodes).split_whitespace().collect::<Vec<_>>().join(" ");
    records.0.into_iter().map(|record| text(record.nodes)).collect()
}

fn repeat(count: u32, write: impl Fn(u32) -> String) -> String {
    (0..count).map(write).collect()
}

#[test]
fn records_in_sections_and_not_the_sections() {
    let section = |s: u32| {
        let teaser = |n: u32| {
            format!(
                "<li><a href=/{s}/{n}>Number {n} of part {s} says what happened at night</a> 2020-05-0{}</li>",
                n + 1
            )
        };
        format!("<div class=part><h2>Part {s}</h2><ul>{}</ul></div>", repeat(5, teaser))
    };
    let texts = texts(&repeat(3, section));
    assert_eq!(texts.len(), 15, "{texts:?}");
    assert_eq!(texts[6], "Number 1 of part 1 says what happened at night 2020-05-02");
}

#[test]
fn cells_of_a_record_are_not_records() {
    let row = |n: u32| {
        format!(
            "<tr><td><a href=/t/{n}>Thread {n} about bread and ovens</a><td><a href=/u/{n}>Ann {n}</a>\
             <td><a href=/last/{n}>2020-05-0{}</a>",
            n + 1
        )
    };
    let texts = texts(&format!("<table>{}</table>", repeat(8, row)));
    assert_eq!(texts.len(), 8, "{texts:?}");
}

#[test]
fn records_without_links() {
    let beer = |n: u32| {
        format!(
            "<div class=beer><img src={n}.png><h3>Beer {n}</h3><p>It is number {n}, and it goes well with cheese.</div>"
        )
    };
    assert_eq!(texts(&format!("<section>{}</section>", repeat(12, beer))).len(), 12);
    let case = |n: u32| format!("<tr><td>24-CA-{n}<td>State versus number {n} and all the others</tr>");
    assert_eq!(texts(&format!("<table>{}</table>", repeat(60, case))).len(), 60);
}

#[test]
fn records_told_by_a_heading_or_a_term() {
    let post = |n: u32| format!("<h2><a href=/{n}>Post {n}</a></h2><p>On 2020-05-0{} we baked bread again.</p>", n + 1);
    let posts = texts(&format!("<div>{}</div>", repeat(5, post)));
    assert_eq!(posts.len(), 5);
    assert_eq!(posts[1], "Post 1 On 2020-05-02 we baked bread again.");
    let term = |n: u32| format!("<dt>{} May 2020<dd><a href=/{n}>News of number {n}, in full length</a>", n + 1);
    let terms = texts(&format!("<dl>{}</dl>", repeat(5, term)));
    assert_eq!(terms.len(), 5);
}

#[test]
fn rows_of_two_classes_in_two_tables() {
    let row = |n: u32| {
        let class = ["", " class=second"][n as usize % 2];
        format!("<tr{class}><td>2025-02-{}<td><a href=/{n}>State versus number {n}</a>", n + 10)
    };
    let [first, second] = [0, 8].map(|from| repeat(8, |n| row(from + n)));
    let texts = texts(&format!("<table>{first}</table><hr><table>{second}</table>"));
    assert_eq!(texts.len(), 16, "{texts:?}");
}

#[test]
fn the_lists_of_a_front_page() {
    let news = |n: u32| {
        format!("<div class=news><h3><a href=/n/{n}>News {n} of the town</a></h3><p>It says what happened there.</div>")
    };
    let event =
        |n: u32| format!("<div class=event><h3><a href=/e/{n}>Event {n}</a></h3><p>It begins in the evening.</div>");
    let texts = texts(&format!(
        "<nav>{}</nav><section id=a>{}</section><section id=b>{}</section>",
        repeat(6, |n| format!("<div><a href=/m/{n}>Menu {n}</a></div>")),
        repeat(5, news),
        repeat(4, event)
    ));
    assert_eq!(texts.len(), 9, "{texts:?}");
    assert!(texts[5].starts_with("Event 0"), "{texts:?}");
}

#[test]
fn menus_are_no_records_unless_a_page_has_little_else() {
    let menu =
        format!("<nav><ul>{}</ul></nav>", repeat(12, |n| format!("<li><a href=/{n}>Part {n} of the site</a></li>")));
    let post = "<h1>Ice</h1><p>The harbour froze over night, and the ferry stayed where it was.</p>";
    let news = repeat(4, |n| format!("<div class=n><a href=/n/{n}>News {n}</a></div>"));
    assert_eq!(texts(&menu).len(), 12);
    assert_eq!(texts(&format!("{menu}{post}")), [""; 0]);
    assert_eq!(texts(&format!("{menu}{post}{news}")).len(), 4);
    // Of rows that look alike, those in the menu.
    let row = |n: u32| format!("<li><a href=/r/{n}>Row {n}</a> 2021-05-0{}</li>", n + 1);
    let rows = texts(&format!("<nav><ul>{}</ul></nav><ul>{}</ul>", repeat(3, row), repeat(6, |n| row(n + 3))));
    assert_eq!(rows.len(), 6, "{rows:?}");
}

#[test]
fn what_is_no_list() {
    let section =
        |n: u32| format!("<h2>Chapter {n}</h2><p>Here is what chapter {n} says, at some length, of bread.</p>");
    for html in [
        String::new(),
        repeat(5, section),
        repeat(5, |n| format!("<p>Paragraph {n} of a text that goes on and on.</p>")),
        repeat(5, |_| "<div class=x><h3>The same</h3><p>The same text</div>".to_owned()),
    ] {
        assert_eq!(texts(&html), [""; 0], "{html}");
    }
}

#[test]
fn a_long_list_checks() {
    let link = |n: u32| format!("<li><a href=/{n}>Number {n}</a></li>");
    let page = Page::sample(&format!("<ul>{}</ul>", repeat(5_000, link)));
    let (repeated, fields) = (Repeated::with_any_class(&page).unwrap(), Fields::of(&page).unwrap());
    let (found, checks) = interrupts::counted(|| page_list(&page, &repeated, &fields).unwrap().0.len());
    assert_eq!(found, 5_000);
    assert!(checks >= 15_000 / CHECK_EVERY, "{checks}");
}

use super::*;

fn texts(html: &str) -> Vec<String> {
    let page = Page::sample(html);
    let records = page_list(&page, &Repeated::with_any_class(&page).unwrap(), &Fields::of(&page).unwrap()).unwrap();
    let text = |nodes| page.text_of(nodes).split_whitespace().collect::<Vec<_>>().join(" ");
    records.0.into_iter().map(|record| text(record.nodes)).collect()
}

/// Returns the texts of a page's records, which are so many.
#[track_caller]
fn records(count: usize, html: &str) -> Vec<String> {
    let texts = texts(html);
    assert_eq!(texts.len(), count, "{texts:?}");
    texts
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
    let texts = records(15, &repeat(3, section));
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
    records(8, &format!("<table>{}</table>", repeat(8, row)));
}

#[test]
fn records_without_links() {
    let beer = |n: u32| {
        format!(
            "<div class=beer><img src={n}.png><h3>Beer {n}</h3><p>It is number {n}, and it goes well with cheese.</div>"
        )
    };
    records(12, &format!("<section>{}</section>", repeat(12, beer)));
    let case = |n: u32| format!("<tr><td>24-CA-{n}<td>State versus number {n} and all the others</tr>");
    records(60, &format!("<table>{}</table>", repeat(60, case)));
}

#[test]
fn records_told_by_a_heading_or_a_term() {
    let post = |n: u32| format!("<h2><a href=/{n}>Post {n}</a></h2><p>On 2020-05-0{} we baked bread again.</p>", n + 1);
    let posts = records(5, &format!("<div>{}</div>", repeat(5, post)));
    assert_eq!(posts[1], "Post 1 On 2020-05-02 we baked bread again.");
    let term = |n: u32| format!("<dt>{} May 2020<dd><a href=/{n}>News of number {n}, in full length</a>", n + 1);
    records(5, &format!("<dl>{}</dl>", repeat(5, term)));
}

#[test]
fn rows_of_two_classes_in_two_tables() {
    let row = |n: u32| {
        let class = ["", " class=second"][n as usize % 2];
        format!("<tr{class}><td>2025-02-{}<td><a href=/{n}>State versus number {n}</a>", n + 10)
    };
    let [first, second] = [0, 8].map(|from| repeat(8, |n| row(from + n)));
    records(16, &format!("<table>{first}</table><hr><table>{second}</table>"));
}

#[test]
fn the_lists_of_a_front_page() {
    let news = |n: u32| {
        format!("<div class=news><h3><a href=/n/{n}>News {n} of the town</a></h3><p>It says what happened there.</div>")
    };
    let event =
        |n: u32| format!("<div class=event><h3><a href=/e/{n}>Event {n}</a></h3><p>It begins in the evening.</div>");
    let texts = records(
        9,
        &format!(
            "<nav>{}</nav><section id=a>{}</section><section id=b>{}</section>",
            repeat(6, |n| format!("<div><a href=/m/{n}>Menu {n}</a></div>")),
            repeat(5, news),
            repeat(4, event)
        ),
    );
    assert!(texts[5].starts_with("Event 0"), "{texts:?}");
}

#[test]
fn menus_are_no_records_unless_a_page_has_little_else() {
    let menu =
        format!("<nav><ul>{}</ul></nav>", repeat(12, |n| format!("<li><a href=/{n}>Part {n} of the site</a></li>")));
    let post = "<h1>Ice</h1><p>The harbour froze over night, and the ferry stayed where it was.</p>";
    let news = repeat(4, |n| format!("<div class=n><a href=/n/{n}>News {n}</a></div>"));
    records(12, &menu);
    assert_eq!(texts(&format!("{menu}{post}")), [""; 0]);
    records(4, &format!("{menu}{post}{news}"));
    // Of rows that look alike, those in the menu.
    let row = |n: u32| format!("<li><a href=/r/{n}>Row {n}</a> 2021-05-0{}</li>", n + 1);
    records(6, &format!("<nav><ul>{}</ul></nav><ul>{}</ul>", repeat(3, row), repeat(6, |n| row(n + 3))));
}

#[test]
fn records_of_days_and_not_the_days() {
    let day = |d: u32| {
        let case = |n: u32| {
            format!(
                "<div class=case><a href=/{d}/{n}.pdf>Opinion {n} of day {d}</a> <p>The court said of number {n} what it says.</div>"
            )
        };
        format!("<div class=day><p>May {}, 2024</p>{}</div>", d + 1, repeat(1 + d % 3, case))
    };
    let texts = records(18, &repeat(9, day));
    assert_eq!(texts[1], "Opinion 0 of day 1 The court said of number 0 what it says.");
}

#[test]
fn records_of_a_link_and_the_text_beside_it() {
    let trails = |n: u32| format!("<a href=/{n}.pdf>24-{n}</a> State v. number {n}, of the court of the south\n\n");
    let day = |d: u32| format!("<b>[ May {}, 2024 ]</b><br><br>{}", d + 1, repeat(3, |n| trails(3 * d + n)));
    let found = records(12, &format!("<pre>{}</pre>", repeat(4, day)));
    assert_eq!(found[2], "24-2 State v. number 2, of the court of the south");
    for (lead, trail) in [
        ("On the first of May ", "<br>"),
        ("", ", of the court of the south<br>"),
    ] {
        let line = |n: u32| format!("{lead}<a href=/{n}>State v. number {n}</a>{trail}");
        let texts = texts(&format!("<p>{}</p>", repeat(6, line)));
        let whole = |n: usize| format!("{lead}State v. number {n}{}", trail.trim_end_matches("<br>"));
        assert_eq!(texts, (0..6).map(whole).collect::<Vec<_>>());
    }
}

#[test]
fn records_between_rules_and_between_empty_lines() {
    let head = "<h1>Walks</h1><p>All of these we have walked ourselves, and some of them twice.</p>";
    let walk = |n: u32| {
        let date = ["", "<font size=1>May 2, 1998</font><br>"][n as usize % 3 / 2];
        format!(
            "<hr><font size=3><b><a href=walk{n}.html>Walk number {n}</a></b></font><br>{date}\
             It has {n} miles and a ford.<br><br>"
        )
    };
    let walks = texts(&format!("<body>{head}{}<hr><a href=/>Home</a>", repeat(9, walk)));
    assert_eq!(walks.len(), 9, "{walks:?}");
    assert_eq!(walks[0], "Walk number 0 It has 0 miles and a ford.");
    assert_eq!(walks[2], "Walk number 2 May 2, 1998 It has 2 miles and a ford.");
    let note = |n: u32| {
        let text = ["Bring a lamp, it is dark.<br>", ""][n as usize % 3 / 2];
        format!("{}.10.2015 <a href=news.php?id={n}>Meeting number {n} begins later</a><br>{text}<br>", n + 10)
    };
    let notes = texts(&format!("<h1>News</h1><p>{}</p>", repeat(9, note)));
    assert_eq!(notes.len(), 9, "{notes:?}");
    assert_eq!(notes[0], "10.10.2015 Meeting number 0 begins later Bring a lamp, it is dark.");
}

#[test]
fn lines_of_pre_keep_their_texts() {
    let list = |line: &dyn Fn(u32) -> String| texts(&format!("<main><pre>{}</pre></main>", repeat(6, line)));
    let before = list(&|n| format!("2024-05-0{n} 12 kB <a href=/{n}>Version number {n}</a>\n"));
    assert_eq!(before.len(), 6, "{before:?}");
    assert!(before[2].starts_with("2024-05-02 12 kB"), "{before:?}");
    let behind = list(&|n| format!("<a href=/{n}>Version number {n}</a> 2024-05-0{n}\n   mends {n} faults\n \n"));
    assert_eq!(behind.len(), 6, "{behind:?}");
    assert!(behind[2].contains("2024-05-02") && behind[2].contains("mends 2"), "{behind:?}");
    // A text with words of two records is of none.
    let both = list(&|n| format!("2024-05-0{n} <a href=/{n}>Version number {n}</a> mends {n} faults\n"));
    assert!(both.iter().all(|text| !text.contains("2024")), "{both:?}");
}

#[test]
fn heads_are_no_records() {
    let row = |n: u32| format!("<tr><td>24-{n}<td>May 3, 2024<td><a href=/{n}>State v. number {n}</a></tr>");
    let month = |m: u32| {
        format!(
            "<tr><td colspan=3><a href=/m{m}>Month {m}</a></tr><tr><th><a href=?sort=n>Number</a><th>Day<th>Name</tr>\
             <tr><td><a href=/top>To the top of this page</a></tr>{}",
            repeat(10, |n| row(10 * m + n))
        )
    };
    let texts = records(30, &format!("<table>{}</table>", repeat(3, month)));
    assert_eq!(texts[0], "24-0 May 3, 2024 State v. number 0");
}

#[test]
fn a_row_over_all_columns_begins_a_record() {
    let case = |n: u32| {
        let link = [
            format!("<a href=/{n}><b>2026 No. {n}</b></a>"),
            format!("<b><a href=/{n}>2026 No. {n}</a></b>"),
        ];
        format!(
            "<tr><td colspan=2>{}<tr><td>Parties<td>State v. number {n}<tr><td>Date<td>May 3, 2026<tr><td>Subject\
             <td>The law of contracts",
            link[usize::from(n > 7)]
        )
    };
    let texts = records(10, &format!("<table>{}</table>", repeat(10, case)));
    assert_eq!(texts[9], "2026 No. 9 Parties State v. number 9 Date May 3, 2026 Subject The law of contracts");
}

#[test]
fn records_of_parts_without_links() {
    let case = |n: u32| {
        format!(
            "<span class=case><b>State v. number {n}</b> <i>Judge Fry</i><br><u>It was about bread number {n}</u></span>"
        )
    };
    records(6, &format!("<div>{}</div>", repeat(6, case)));
}

#[test]
fn a_list_that_says_the_same_is_taken_once() {
    let post = |n: u32| {
        format!(
            "<div class=p><img src={n}><h3><a href=/{n}>News {n}</a></h3><p>It says what happened on day {n}.</div>"
        )
    };
    let others = |from: &str| {
        repeat(4, |n| {
            format!("<li><h3><a href={from}/{n}>What people say {n}</a></h3><p>They say it was so on day {n}.")
        })
    };
    for (from, count) in [("", 6), ("/other", 10)] {
        let html = format!("<ul>{}</ul><section>{}</section>", others(from), repeat(6, post));
        records(count, &html);
    }
}

#[test]
fn records_that_lack_a_part_are_of_the_list() {
    let items = repeat(8, |n| {
        let text = if n == 5 {
            String::new()
        } else {
            format!("<p>Words that say what number {n} is about, and when.</p>")
        };
        format!("<div class=item><h3><a href=/{n}>Title of record {n}</a></h3>{text}</div>")
    });
    let found = records(8, &format!("<main>{items}</main>"));
    assert_eq!(found[5], "Title of record 5");
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

#[test]
fn members_that_lack_one_part_or_another() {
    let member = |n: u32| {
        let address = ["<dl><dt>Address<dd>Mill Street, Northport</dl>", ""][usize::from(n == 3 || n == 10)];
        let text = ["<p>Kitchens, stairs and windows since 1974.</p>", ""][usize::from(n == 5)];
        format!(
            "<div class='row row-{n}'><div class=head><h2><a href=/m/{n}>Member {n}</a></h2></div>{address}{text}</div>"
        )
    };
    let pages = "<div class=pages><p>Page 1 of 4</p><ul><li><a href='?s=2'>2</a></ul></div>";
    let members = texts(&format!("<main><h1>Members</h1>{}{pages}</main>", repeat(11, member)));
    assert_eq!(members.len(), 11, "{members:?}");
}

#[test]
fn rules_behind_all_but_the_last_record_and_rules_in_records() {
    let post = |n: u32| format!("<h3><a href=/p/{n}>Post number {n}</a></h3><p>It says {n} things about the mill.</p>");
    let whole = |n: u32| format!("Post number {n} It says {n} things about the mill.");
    let joined = (0..5).map(post).collect::<Vec<_>>().join("<hr>");
    assert_eq!(texts(&format!("<h1>Posts</h1><div>{joined}</div>")), (0..5).map(whole).collect::<Vec<_>>());
    let inside = |n: u32| post(n).replace("<p>", "<hr><p>");
    assert_eq!(
        texts(&format!("<h1>Posts</h1><div>{}</div>", repeat(5, inside))),
        (0..5).map(whole).collect::<Vec<_>>()
    );
}

#[test]
fn links_to_other_pages_are_not_of_a_whole_list() {
    let comic = |n: u32| format!("<div><a href=/c/{n}><img src={n}.png></a><span>{} May 2012</span></div>", n + 1);
    let pages = "<div><a href=/1>First</a> <a href=/22>22</a> <b>23</b> <a href=/24>24</a> Page 23 of 28</div>";
    assert_eq!(texts(&format!("<main>{}{pages}</main>", repeat(9, comic))).len(), 9);
}

//! The ways in which a page is made another version of itself.

use goce_core::learn::random::Random;
use goce_core::texts::words::words;

use super::normal;
use super::source::{Paragraph, Source, tags};
use crate::wcxb::LabelledPage;

/// What was changed, its words with single spaces.
#[derive(Debug)]
pub enum Edit {
    Changed {
        old: String,
        new: String,
    },
    Added(String),
    Removed(String),
    Moved(String),
    /// Nothing of the content.
    Clutter,
}

/// A pair.
pub struct Made {
    /// `None` for the page as it is.
    pub old: Option<String>,
    pub new: String,
    pub edit: Edit,
    /// The paragraph that was changed, or beside which something was.
    pub place: Option<String>,
}

type Make = fn(&Source<'_>, &LabelledPage, &mut Random) -> Option<Made>;

pub const CONTENT: [(&str, Make); 4] = [
    ("a paragraph changed", changed),
    ("added", added),
    ("removed", removed),
    ("moved", moved),
];

pub const CLUTTER: [(&str, Make); 8] = [
    ("menu", menu),
    ("date of today", date),
    ("counters", counters),
    ("times since", since),
    ("session tokens", tokens),
    ("scripts and frames of ads", ad_scripts),
    ("texts of labelled ads in the content", labelled_ads),
    ("teasers below the content", teasers),
];

/// What nothing tells from content but its words.
pub const UNNAMED: [(&str, Make); 1] = [("texts of ads that nothing names", unnamed_ads)];

fn pick<'a, T>(items: &'a [T], random: &mut Random) -> Option<&'a T> {
    if items.is_empty() {
        None
    } else {
        items.get(random.below(items.len()))
    }
}

/// Replaces one to three words of a paragraph.
fn changed(source: &Source<'_>, other: &LabelledPage, random: &mut Random) -> Option<Made> {
    let paragraph = pick(&source.paragraphs, random)?;
    let html = &source.html[paragraph.inner.clone()];
    // Words of its text, not of its tags.
    let mut places = Vec::new();
    let mut is_tag = false;
    let mut start = None;
    for (at, c) in html.char_indices().chain([(html.len(), ' ')]) {
        let is_letter = c.is_alphabetic() && !is_tag;
        match (start, is_letter) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                // No name of a character: &nbsp;
                let is_plain = c != ';' && !html[..from].ends_with(['&', '#']);
                if at - from >= 3 && is_plain {
                    places.push(from..at);
                }
                start = None;
            }
            _ => {}
        }
        is_tag = c == '<' || is_tag && c != '>';
    }
    let others: Vec<&str> = words(&other.gold).filter(|word| word.chars().all(char::is_alphabetic)).collect();
    random.shuffle(&mut places);
    places.truncate(1 + random.below(3));
    places.sort_by_key(|place| place.start);
    let mut edits = Vec::new();
    for place in places {
        let word = *pick(&others, random)?;
        if html[place.clone()] != *word {
            let from = paragraph.inner.start;
            edits.push((from + place.start..from + place.end, word.to_owned()));
        }
    }
    if edits.is_empty() {
        return None;
    }
    let new = source.replaced(&edits);
    let length = new.len() + paragraph.inner.len() - source.html.len();
    let page = super::versions(&new[paragraph.inner.start..paragraph.inner.start + length]).ok()?.0;
    Some(Made {
        old: None,
        edit: Edit::Changed {
            old: paragraph.text.clone(),
            new: normal(page.text()),
        },
        new,
        place: Some(paragraph.text.clone()),
    })
}

/// Adds a paragraph of another page behind one of the content.
fn added(source: &Source<'_>, other: &LabelledPage, random: &mut Random) -> Option<Made> {
    let paragraph = pick(&source.paragraphs, random)?;
    let lines: Vec<&str> = other
        .gold
        .lines()
        .filter(|line| (8..=80).contains(&line.split_whitespace().count()) && !line.contains(['<', '>', '&']))
        .collect();
    let text = pick(&lines, random)?;
    let start = &source.html[paragraph.html.start..paragraph.inner.start];
    let at = paragraph.html.end;
    Some(Made {
        old: None,
        new: source.replaced(&[(at..at, format!("\n{start}{text}</p>"))]),
        edit: Edit::Added(normal(text)),
        place: Some(paragraph.text.clone()),
    })
}

fn removed(source: &Source<'_>, _: &LabelledPage, random: &mut Random) -> Option<Made> {
    let paragraph = pick(&source.paragraphs, random)?;
    Some(Made {
        old: None,
        new: source.replaced(&[(paragraph.html.clone(), String::new())]),
        edit: Edit::Removed(paragraph.text.clone()),
        place: Some(paragraph.text.clone()),
    })
}

/// Moves a paragraph behind the second or a later one after it, or before it.
fn moved(source: &Source<'_>, _: &LabelledPage, random: &mut Random) -> Option<Made> {
    let all = &source.paragraphs;
    let from = random.below(all.len().max(1));
    let targets: Vec<&Paragraph> =
        all.iter().enumerate().filter(|(to, _)| to.abs_diff(from) >= 3).map(|(_, p)| p).collect();
    let (paragraph, target) = (all.get(from)?, pick(&targets, random)?);
    let text = source.html[paragraph.html.clone()].to_owned();
    let at = target.html.end;
    let mut edits = vec![(paragraph.html.clone(), String::new()), (at..at, text)];
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    Some(Made {
        old: None,
        new: source.replaced(&edits),
        edit: Edit::Moved(paragraph.text.clone()),
        place: Some(paragraph.text.clone()),
    })
}

/// A pair of which both versions get something of their own at some places.
fn both(source: &Source<'_>, mut places: Vec<(usize, [String; 2])>, beside: Option<&Paragraph>) -> Option<Made> {
    places.sort_by_key(|(at, _)| *at);
    let [old, new] = [0, 1].map(|version| {
        let edits: Vec<_> = places.iter().map(|(at, texts)| (*at..*at, texts[version].clone())).collect();
        source.replaced(&edits)
    });
    Some(Made {
        old: Some(old),
        new,
        edit: Edit::Clutter,
        place: beside.map(|paragraph| paragraph.text.clone()),
    })
}

/// Renames, removes and adds links of menus, headers, footers and sidebars.
fn menu(source: &Source<'_>, other: &LabelledPage, random: &mut Random) -> Option<Made> {
    let mut links = source.menu_links.clone();
    random.shuffle(&mut links);
    links.truncate(3);
    let titles: Vec<&str> = words(&other.gold).filter(|word| word.len() > 3).take(50).collect();
    let mut edits = Vec::new();
    for (number, link) in links.into_iter().enumerate() {
        let name = format!("<a href=\"/x{number}\">{} {}</a>", pick(&titles, random)?, pick(&titles, random)?);
        edits.push(match number {
            0 => (link, name),
            1 => (link, String::new()),
            _ => (link.end..link.end, format!(" {name}")),
        });
    }
    if edits.is_empty() {
        return None;
    }
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    Some(Made {
        old: None,
        new: source.replaced(&edits),
        edit: Edit::Clutter,
        place: None,
    })
}

/// The date of the visit, at the top of the page or above its content.
fn date(source: &Source<'_>, _: &LabelledPage, random: &mut Random) -> Option<Made> {
    let forms: [[&str; 2]; 5] = [
        ["Monday, November 23, 2026", "Tuesday, November 24, 2026"],
        ["23.11.2026", "24.11.2026"],
        [
            "Today is Monday, 23 November 2026",
            "Today is Tuesday, 24 November 2026",
        ],
        ["Last updated: 2026-11-23 18:05", "Last updated: 2026-11-24 07:41"],
        ["Montag, 23. November 2026", "Dienstag, 24. November 2026"],
    ];
    let form = pick(&forms, random)?.map(|text| format!("<div class=\"date\">{text}</div>"));
    let first = source.paragraphs.first();
    let at = match random.below(2) {
        0 => source.body?,
        _ => first?.html.start,
    };
    both(source, vec![(at, form)], first.filter(|first| first.html.start == at))
}

/// Counters above the content, or between its paragraphs.
fn counters(source: &Source<'_>, _: &LabelledPage, random: &mut Random) -> Option<Made> {
    let forms: [[&str; 2]; 6] = [
        ["<span>1,234 views</span>", "<span>1,310 views</span>"],
        [
            "<span>Views: 980</span> <span>Comments: 7</span>",
            "<span>Views: 1002</span> <span>Comments: 11</span>",
        ],
        ["<a href=\"#c\">12 Comments</a>", "<a href=\"#c\">15 Comments</a>"],
        ["<b>3.4K</b> shares", "<b>3.6K</b> shares"],
        ["Like 45 · 6 replies", "Like 52 · 9 replies"],
        ["<i></i> 99 likes | 3 comments", "<i></i> 101 likes | 4 comments"],
    ];
    let form = pick(&forms, random)?.map(|text| format!("<div class=\"stats\">{text}</div>"));
    let paragraph = pick(&source.paragraphs, random)?;
    both(source, vec![(paragraph.html.start, form)], Some(paragraph))
}

/// How long ago something was, above the content, or between its paragraphs.
fn since(source: &Source<'_>, _: &LabelledPage, random: &mut Random) -> Option<Made> {
    let forms: [[&str; 2]; 5] = [
        ["<span>3 hours ago</span>", "<span>yesterday</span>"],
        [
            "By Ann Lee <time>5 minutes ago</time>",
            "By Ann Lee <time>2 days ago</time>",
        ],
        ["Posted 1 day ago", "Posted 2 weeks ago"],
        ["vor 2 Stunden", "vor 3 Tagen"],
        [
            "Updated 59 minutes ago · 4 min read",
            "Updated 5 hours ago · 4 min read",
        ],
    ];
    let form = pick(&forms, random)?.map(|text| format!("<div class=\"meta\">{text}</div>"));
    let paragraph = pick(&source.paragraphs, random)?;
    both(source, vec![(paragraph.html.start, form)], Some(paragraph))
}

fn token(random: &mut Random) -> String {
    format!("{:016x}", random.bits())
}

/// Session tokens in all addresses, in forms, in scripts and in attributes.
fn tokens(source: &Source<'_>, _: &LabelledPage, random: &mut Random) -> Option<Made> {
    let mut places = Vec::new();
    let session = [token(random), token(random)];
    for link in tags(source.html, "a") {
        let tag = &source.html[link.clone()];
        if let Some(href) = tag.find("href=\"") {
            let from = href + 6;
            let end = tag[from..].find(['"', '#'])? + from;
            let sign = if tag[from..end].contains('?') { "&amp;" } else { "?" };
            places.push((link.start + end, session.clone().map(|token| format!("{sign}sid={token}"))));
        }
    }
    for form in tags(source.html, "form") {
        let field = |token| format!("<input type=\"hidden\" name=\"csrf\" value=\"{token}\">");
        places.push((form.end, [field(token(random)), field(token(random))]));
    }
    let script = |token| {
        format!("<script nonce=\"{token}\">var session = \"{token}\";</script><div data-visit=\"{token}\"></div>")
    };
    places.push((source.body?, [script(token(random)), script(token(random))]));
    both(source, places, None)
}

/// Scripts, frames and empty boxes of advertisements, which differ with each visit.
fn ad_scripts(source: &Source<'_>, _: &LabelledPage, random: &mut Random) -> Option<Made> {
    let paragraph = pick(&source.paragraphs, random)?;
    let ad = |token: String| {
        format!(
            "<div class=\"ad\" id=\"ad-{token}\"><iframe src=\"https://ads.example/{token}\"></iframe>\
             <script>show(\"{token}\")</script><img src=\"https://ads.example/{token}.gif\" alt=\"\"></div>"
        )
    };
    let ads = [ad(token(random)), ad(token(random))];
    both(source, vec![(source.body?, ads.clone()), (paragraph.html.end, ads)], Some(paragraph))
}

/// Texts of advertisements.
const ADS: [&str; 8] = [
    "Cheap flights to the sun from 29 euros. Book now",
    "Your new kitchen, delivered in two weeks",
    "Switch your energy and save up to 300 a year",
    "Shoes on sale: up to half the price",
    "Play the game that everybody talks about",
    "Learn a language in three weeks with our app",
    "The car of the year. Test it today",
    "Fresh food at your door. First box free",
];

fn two<'a>(texts: &[&'a str], random: &mut Random) -> Option<[&'a str; 2]> {
    let first = random.below(texts.len());
    let second = (first + 1 + random.below(texts.len() - 1)) % texts.len();
    Some([*texts.get(first)?, *texts.get(second)?])
}

/// Text of an advertisement between two paragraphs, which is another one in the new version. Its class or a label says
/// what it is.
fn labelled_ads(source: &Source<'_>, _: &LabelledPage, random: &mut Random) -> Option<Made> {
    let form = random.below(3);
    ad_texts(source, form, random)
}

/// The same without a name.
fn unnamed_ads(source: &Source<'_>, _: &LabelledPage, random: &mut Random) -> Option<Made> {
    ad_texts(source, 3, random)
}

fn ad_texts(source: &Source<'_>, form: usize, random: &mut Random) -> Option<Made> {
    let paragraph = pick(&source.paragraphs, random)?;
    let ads = two(&ADS, random)?.map(|text| {
        let link = format!("<a href=\"https://ads.example/{}\">{text}</a>", text.len());
        match form {
            0 => format!("<div class=\"ad-box\"><small>Advertisement</small> {link}</div>"),
            1 => format!("<div class=\"ad_slot\"><div>Advertisement</div><p>{link}</p></div>"),
            2 => format!("<div class=\"box\"><span>Sponsored</span><p>{link}</p></div>"),
            _ => format!("<div class=\"c-2\" data-slot=\"7\"><p>{link}</p></div>"),
        }
    });
    both(source, vec![(paragraph.html.end, ads)], Some(paragraph))
}

/// A list of links to other articles behind the last paragraph, which is another one in the new version.
fn teasers(source: &Source<'_>, other: &LabelledPage, random: &mut Random) -> Option<Made> {
    let paragraph = source.paragraphs.last()?;
    let titles: Vec<&str> = words(&other.gold).filter(|word| word.len() > 3).take(200).collect();
    let mut list = || -> Option<String> {
        let mut items = String::new();
        for number in 0..5 {
            let title: Vec<&str> = (0..6).filter_map(|_| pick(&titles, random).copied()).collect();
            items += &format!("<li><a href=\"/news/{number}\">{}</a></li>", title.join(" "));
        }
        (!titles.is_empty()).then(|| format!("<div class=\"related\"><h3>Most read</h3><ul>{items}</ul></div>"))
    };
    let lists = [list()?, list()?];
    both(source, vec![(paragraph.html.end, lists)], Some(paragraph))
}

//! Whether the comments of a page are the posts of a thread, which are its content, or comments below an article.

use std::ops::Range;

use crate::html::{self, names};
use crate::interrupts::Checking;
use crate::page::{Description, Page, Tag, json_ld_strings};
use crate::texts::spaces::start_of;

/// Nodes or blocks between two checks.
const CHECK_EVERY: usize = 256;

/// Bytes of an attribute that are read: the parser may copy an element many times.
const LONGEST: usize = 256;

/// What classes and ids of threads begin with, in lower case: words for what a board has, and names of boards' software.
#[rustfmt::skip]
const OF_THREADS: [&str; 22] = [
    "answer", "bbp-", "bbpress", "board", "ctopic", "discourse", "forum", "fluxbb", "mybb", "nodebb", "phpbb", "postbit", "postbody",
    "question", "smf", "topic", "usertitle", "vb_", "vbulletin", "viewtopic", "xenforo", "xf-",
];

/// What classes and ids of articles begin with.
#[rustfmt::skip]
const OF_ARTICLES: [&str; 8] = [
    "article-body", "article-content", "entry-content", "entry-title", "hentry", "post-content", "single-post", "type-post",
];

/// Types of schema.org.
const THREAD_TYPES: [&str; 2] = ["DiscussionForumPosting", "QAPage"];
const ARTICLE_TYPES: [&str; 3] = ["Article", "BlogPosting", "Blog"];

/// Words of a block of prose.
const PROSE: usize = 12;

/// What tells a thread.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signs {
    /// The probability, in \[0, 1\], that the page is a thread, by its markup.
    pub p_forum: f32,
    /// Words of prose before the first comment.
    pub words_before: usize,
    /// The comments' share of the page's words, in \[0, 1\].
    pub share: f32,
    /// Types of schema.org.
    pub thread_type: bool,
    pub article_type: bool,
    pub og_article: bool,
    pub thread_names: usize,
    pub article_names: usize,
    pub called_thread: bool,
    pub form_names: usize,
}

/// The odds from which on a page is taken for a thread.
const LEAST_ODDS: f64 = 0.8;

/// Returns `true` if the comments of a page are the posts of a thread, given the elements that hold them and the
/// probability that the page is a thread by its type.
pub fn is_thread(page: &Page, holders: &[Range<usize>], p_forum: f32) -> bool {
    Signs::of(page, holders, p_forum).odds() >= LEAST_ODDS
}

impl Signs {
    /// Returns the odds that a page with such signs is a thread: a product of ratios of likelihoods.
    pub fn odds(&self) -> f64 {
        let p = f64::from(self.p_forum.clamp(0.02, 0.98));
        let mut odds = 2.0 * libm::sqrt(p / (1.0 - p));
        for (has_sign, ratio) in [
            (self.thread_type, 16.0),
            (self.article_type, 0.5),
            (self.thread_names >= 4, 16.0),
            (self.called_thread, 8.0),
            (self.article_names >= 1, 0.25),
            (self.form_names >= 1, 0.25),
        ] {
            odds *= if has_sign { ratio } else { 1.0 };
        }
        odds *= libm::pow(3.0, -(self.words_before.min(400) as f64) / 100.0);
        odds * (1.0 + 3.0 * f64::from(self.share))
    }

    /// Returns the signs of a page with comments.
    pub fn of(page: &Page, holders: &[Range<usize>], p_forum: f32) -> Signs {
        let first = holders.first().map_or(0, |nodes| nodes.start);
        let words: usize = holders.iter().map(|nodes| page.word_count(nodes.clone())).sum();
        let all = page.word_count(0..page.nodes().len());
        let mut signs = Signs {
            p_forum,
            words_before: prose_before(page, first),
            share: words as f32 / all.max(1) as f32,
            ..Signs::default()
        };
        for element in page.head() {
            match element {
                Description::Meta(meta) if meta.key().eq_ignore_ascii_case("og:type") => {
                    signs.og_article |= meta.content.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("article"));
                }
                Description::Meta(meta) if meta.key().eq_ignore_ascii_case("generator") => {
                    signs.called_thread |= calls_thread(meta.content.unwrap_or(""));
                }
                Description::Title(title) => signs.called_thread |= calls_thread(title),
                Description::JsonLd(script) => {
                    let kinds = json_ld_strings::strings(script).filter(|text| text.name == "@type");
                    kinds.for_each(|kind| signs.see_type(kind.written));
                }
                _ => {}
            }
        }
        for position in (0..page.nodes().len()).checking(CHECK_EVERY) {
            let Some(element) = page.element(position) else {
                continue;
            };
            for (name, value) in element.attrs_of(READ) {
                match name {
                    names::ITEMTYPE => signs.see_type(start_of(value, LONGEST)),
                    _ => start_of(value, LONGEST).split_ascii_whitespace().for_each(|name| signs.see_name(name)),
                }
            }
        }
        signs
    }

    fn see_type(&mut self, kind: &str) {
        let kind = kind.trim_end();
        self.thread_type |= THREAD_TYPES.iter().any(|name| kind.ends_with(name));
        self.article_type |= ARTICLE_TYPES.iter().any(|name| kind.ends_with(name));
    }

    fn see_name(&mut self, name: &str) {
        let begins = |start: &&str| name.get(..start.len()).is_some_and(|name| name.eq_ignore_ascii_case(start));
        self.thread_names += usize::from(OF_THREADS.iter().any(|start| begins(start)));
        self.article_names += usize::from(OF_ARTICLES.iter().any(|start| begins(start)));
        self.form_names +=
            usize::from(["commentform", "comment-form", "respond", "commentlist"].iter().any(|start| begins(start)));
    }
}

/// Words for threads.
const CALLED: [&str; 12] = [
    "forum",
    "forums",
    "foro",
    "foros",
    "board",
    "boards",
    "thread",
    "phpbb",
    "vbulletin",
    "discourse",
    "discussion",
    "community",
];

fn calls_thread(text: &str) -> bool {
    let text = start_of(text, LONGEST);
    crate::texts::words::words(text).any(|word| CALLED.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

/// The attributes that are read.
const READ: [html::Name; 3] = [names::CLASS, names::ID, names::ITEMTYPE];

/// Returns the words of prose before a node: of long blocks that are not mostly links.
fn prose_before(page: &Page, end: usize) -> usize {
    let mut prose = 0;
    for block in page.blocks().iter().checking(CHECK_EVERY) {
        let nodes = block.nodes();
        if nodes.start >= end {
            break;
        }
        let words = page.word_count(nodes.clone());
        let in_link = |at: &usize| page.nodes()[page.nodes()[*at].parent()].tag() == Tag::A;
        if words >= PROSE {
            let linked: usize = nodes.filter(in_link).map(|at| page.word_count(at..at + 1)).sum();
            prose += if linked * 3 <= words { words } else { 0 };
        }
    }
    prose
}

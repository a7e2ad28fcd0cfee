//! Whether the comments of a page are the posts of a thread, which are its content, or stand below an article.
//!
//! Few signs tell: the page's type, its types of schema.org, words and names of boards' and blogs' software, how much
//! prose stands before the first comment, and the comments' share of the page. Each multiplies the odds of a thread by a
//! ratio of likelihoods. The ratios are those of a logistic regression over 300 pages with comments (wcxb-dev, extra and
//! old-web), rounded by hand.

use std::ops::Range;

use crate::html::{self, names};
use crate::interrupts::{CHECK_EVERY, Checking};
use crate::page::{Description, Page, Tag, json_ld_strings};
use crate::texts::spaces::{ATTRIBUTE_START, start_of};
use crate::texts::words::words;

/// The odds of a page without signs.
const ODDS_BEFORE: f64 = 2.0;

/// The least and the greatest probability of a type that counts: classifiers are too sure.
const SURE: [f32; 2] = [0.02, 0.98];

/// By how much each hundred words of prose before the first comment lower the odds, and the words that count.
const PROSE_RATIO: f64 = 3.0;
const MOST_PROSE: usize = 400;

/// Names of threads that a page must have: a page of a site with a board has a few in its menus.
const LEAST_NAMES: usize = 4;

/// What a class or an id is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    Threads,
    Articles,
    /// A form for comments, or their list, as blogs' software has them.
    Forms,
}

/// What classes and ids begin with, in lower case: words for what boards and blogs have, and names of boards' software. In
/// order, and none is the start of another.
#[rustfmt::skip]
const STARTS: [(&str, About); 35] = [
    ("answer", About::Threads), ("article-body", About::Articles), ("article-content", About::Articles),
    ("bbp-", About::Threads), ("bbpress", About::Threads), ("board", About::Threads),
    ("comment-form", About::Forms), ("commentform", About::Forms), ("commentlist", About::Forms),
    ("ctopic", About::Threads), ("discourse", About::Threads), ("entry-content", About::Articles),
    ("entry-title", About::Articles), ("fluxbb", About::Threads), ("forum", About::Threads),
    ("hentry", About::Articles), ("mybb", About::Threads), ("nodebb", About::Threads),
    ("phpbb", About::Threads), ("post-content", About::Articles), ("postbit", About::Threads),
    ("postbody", About::Threads), ("question", About::Threads), ("respond", About::Forms),
    ("single-post", About::Articles), ("smf", About::Threads), ("topic", About::Threads),
    ("type-post", About::Articles), ("usertitle", About::Threads), ("vb_", About::Threads),
    ("vbulletin", About::Threads), ("viewtopic", About::Threads), ("xenforo", About::Threads),
    ("xf-", About::Threads), ("xf_", About::Threads),
];

/// Ends of types of schema.org.
const THREAD_TYPES: [&str; 2] = ["DiscussionForumPosting", "QAPage"];
const ARTICLE_TYPES: [&str; 3] = ["Article", "BlogPosting", "Blog"];

/// Words of titles and of names of software that say that a page is a thread.
#[rustfmt::skip]
const CALLED: [&str; 12] = [
    "board", "boards", "community", "discourse", "discussion", "foro", "foros", "forum", "forums", "phpbb", "thread",
    "vbulletin",
];

/// The attributes that are read.
const READ: [html::Name; 3] = [names::CLASS, names::ID, names::ITEMTYPE];

/// Returns `true` if the comments of a page are the posts of a thread, given the elements that hold them and the
/// probability that the page is a thread by its type.
pub fn is_thread(page: &Page, holders: &[Range<usize>], p_forum: f32) -> bool {
    // The odds from which on comments are taken for a thread's. A thread that is lost costs more than comments that
    // stay. From .6 to 1 nothing changes on the pages that the ratios are of.
    Signs::of(page, holders, p_forum).odds() >= 0.8
}

/// What tells threads from comments below an article.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signs {
    /// The probability, in \[0, 1\], that the page is a thread by its type.
    pub p_forum: f32,
    /// Words of prose before the first comment.
    pub words_before: usize,
    /// The comments' share of the page's words, in \[0, 1\].
    pub share: f32,
    /// The page states that it is a thread, or an article, by a type of schema.org.
    pub thread_type: bool,
    pub article_type: bool,
    /// Its title or its software calls it a thread or a board.
    pub called_thread: bool,
    /// Classes and ids that speak of threads.
    pub thread_names: usize,
    /// Some speak of articles, or of forms and lists of comments.
    pub article_names: bool,
    pub form_names: bool,
}

impl Signs {
    /// Returns the signs of a page with comments.
    pub fn of(page: &Page, holders: &[Range<usize>], p_forum: f32) -> Signs {
        let first = holders.first().map_or(0, |nodes| nodes.start);
        let in_comments: usize = holders.iter().map(|nodes| page.word_count(nodes.clone())).sum();
        let all = page.word_count(0..page.nodes().len());
        let mut signs = Signs {
            p_forum,
            words_before: prose_before(page, first),
            share: in_comments as f32 / all.max(1) as f32,
            ..Signs::default()
        };
        signs.read_head(page);
        for position in (0..page.nodes().len()).checking(CHECK_EVERY) {
            let Some(element) = page.element(position) else {
                continue;
            };
            for (name, value) in element.attrs_of(READ) {
                let value = start_of(value, ATTRIBUTE_START);
                if name == names::ITEMTYPE {
                    signs.read_type(value);
                } else {
                    value.split_ascii_whitespace().for_each(|name| signs.read_name(name));
                }
            }
        }
        signs
    }

    /// Returns the odds that the comments are the posts of a thread.
    pub fn odds(&self) -> f64 {
        let p_forum = f64::from(self.p_forum.clamp(SURE[0], SURE[1]));
        let mut odds = ODDS_BEFORE * libm::sqrt(p_forum / (1.0 - p_forum));
        for (has_sign, ratio) in [
            (self.thread_type, 16.0),
            (self.article_type, 0.5),
            (self.called_thread, 8.0),
            (self.thread_names >= LEAST_NAMES, 16.0),
            (self.article_names, 0.25),
            (self.form_names, 0.25),
        ] {
            odds *= if has_sign { ratio } else { 1.0 };
        }
        odds *= libm::pow(PROSE_RATIO, -(self.words_before.min(MOST_PROSE) as f64) / 100.0);
        odds * (1.0 + 3.0 * f64::from(self.share))
    }

    fn read_head(&mut self, page: &Page) {
        for element in page.head().checking(CHECK_EVERY) {
            match element {
                Description::Title(title) => self.called_thread |= calls_thread(title),
                Description::Meta(meta) if meta.key().eq_ignore_ascii_case("generator") => {
                    self.called_thread |= calls_thread(meta.content.unwrap_or(""));
                }
                Description::JsonLd(script) => {
                    let kinds = json_ld_strings::strings(script).filter(|text| text.name == "@type");
                    kinds.for_each(|kind| self.read_type(kind.written));
                }
                _ => {}
            }
        }
    }

    fn read_type(&mut self, kind: &str) {
        let kind = kind.trim_end();
        self.thread_type |= THREAD_TYPES.iter().any(|end| kind.ends_with(end));
        self.article_type |= ARTICLE_TYPES.iter().any(|end| kind.ends_with(end));
    }

    fn read_name(&mut self, name: &str) {
        match about(name) {
            Some(About::Threads) => self.thread_names += 1,
            Some(About::Articles) => self.article_names = true,
            Some(About::Forms) => self.form_names = true,
            None => {}
        }
    }
}

/// Returns what a class or an id is about.
fn about(name: &str) -> Option<About> {
    let letters = || name.bytes().map(|byte| byte.to_ascii_lowercase());
    // As none is the start of another, the last one that is not behind the name is the only one to begin it.
    let behind = STARTS.partition_point(|(start, _)| start.bytes().le(letters()));
    let (start, about) = STARTS[..behind].last()?;
    let begins = name.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start));
    begins.then_some(*about)
}

/// Returns `true` if a title or a name of software has a word for threads.
fn calls_thread(text: &str) -> bool {
    let is_called = |word: &str| CALLED.iter().any(|known| word.eq_ignore_ascii_case(known));
    words(start_of(text, ATTRIBUTE_START)).any(is_called)
}

/// Returns the words of prose before a node: of long blocks that are not mostly links.
fn prose_before(page: &Page, end: usize) -> usize {
    let mut prose = 0;
    for block in page.blocks().iter().checking(CHECK_EVERY) {
        let nodes = block.nodes();
        // More does not count.
        if nodes.start >= end || prose >= MOST_PROSE {
            break;
        }
        let words = page.word_count(nodes.clone());
        // The least words of a block of prose.
        if words < 12 {
            continue;
        }
        let is_linked = |at: &usize| page.nodes()[page.nodes()[*at].parent()].tag() == Tag::A;
        let linked: usize = nodes.filter(is_linked).map(|at| page.word_count(at..at + 1)).sum();
        prose += if linked * 3 <= words { words } else { 0 };
    }
    prose
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lists::comment_holders;

    fn is_thread(html: &str, p_forum: f32) -> bool {
        let page = Page::sample(html);
        let holders = comment_holders(&page).unwrap();
        assert!(!holders.is_empty(), "{html}");
        super::is_thread(&page, &holders, p_forum)
    }

    /// An article of some sentences, or the first post.
    fn prose(sentences: usize) -> String {
        format!("<p>{}", "The harbour froze over night, and the ferry stayed where it was. ".repeat(sentences))
    }

    const COMMENTS: &str = "<div id=comments><p>I was there and saw it all from the pier.<p>So was I.</div>";

    #[test]
    fn starts_are_in_order_and_none_begins_another() {
        for pair in STARTS.windows(2) {
            assert!(pair[0].0 < pair[1].0 && !pair[1].0.starts_with(pair[0].0), "{pair:?}");
        }
    }

    #[test]
    fn names_are_known_by_their_starts() {
        for (name, expected) in [
            ("Topic-body", Some(About::Threads)),
            ("topics", Some(About::Threads)),
            ("respond", Some(About::Forms)),
            ("commentlist", Some(About::Forms)),
            ("entry-content", Some(About::Articles)),
            ("entry", None),
            ("top", None),
            ("a", None),
            ("zz", None),
            ("", None),
            ("é", None),
        ] {
            assert_eq!(about(name), expected, "{name}");
        }
    }

    #[test]
    fn comments_below_an_article() {
        for (html, p_forum) in [
            (format!("<h1>Ice</h1>{}{COMMENTS}", prose(30)), 0.02),
            // Unsure of the type, and a short post with many comments.
            (format!("<div class=hentry>{}</div><div id=commentform>{COMMENTS}</div>", prose(4)), 0.5),
            // A site with a board.
            (format!("<ul><li class=forum>Forum</ul>{}{COMMENTS}", prose(20)), 0.5),
            (format!("<body itemtype=https://schema.org/BlogPosting>{}{COMMENTS}", prose(20)), 0.3),
        ] {
            assert!(!is_thread(&html, p_forum), "{html}");
        }
    }

    #[test]
    fn posts_of_a_thread() {
        let post = "<div class='comment topic-body' itemprop=comment><p>Did you try to turn it off and on again?</div>";
        for (html, p_forum) in [
            (format!("<h1>Ice</h1>{}", post.repeat(4)), 0.5),
            (format!("<title>Ice - Harbour Forum</title><h1>Ice</h1>{}{COMMENTS}", prose(5)), 0.5),
            (format!("<div itemscope itemtype=https://schema.org/QAPage>{}{COMMENTS}</div>", prose(10)), 0.3),
            (
                format!(
                    "<script type=application/ld+json>{{\"@type\": \"DiscussionForumPosting\"}}</script>{COMMENTS}"
                ),
                0.1,
            ),
            (format!("<h1>Ice</h1>{COMMENTS}"), 0.9),
        ] {
            assert!(is_thread(&html, p_forum), "{html}");
        }
    }

    #[test]
    fn each_sign_moves_the_odds() {
        let none = Signs {
            p_forum: 0.5,
            ..Signs::default()
        };
        assert_eq!(none.odds(), ODDS_BEFORE);
        let more = [
            Signs { p_forum: 0.9, ..none },
            Signs { share: 0.5, ..none },
            Signs {
                thread_type: true,
                ..none
            },
            Signs {
                called_thread: true,
                ..none
            },
            Signs {
                thread_names: LEAST_NAMES,
                ..none
            },
        ];
        assert!(more.iter().all(|signs| signs.odds() > none.odds()));
        let less = [
            Signs { p_forum: 0.1, ..none },
            Signs {
                words_before: 100,
                ..none
            },
            Signs {
                article_type: true,
                ..none
            },
            Signs {
                article_names: true,
                ..none
            },
            Signs {
                form_names: true,
                ..none
            },
        ];
        assert!(less.iter().all(|signs| signs.odds() < none.odds()));
    }
}

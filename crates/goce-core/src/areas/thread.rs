//! Whether the comments of a page are the posts of a thread, which are its content, or stand below an article.
//!
//! Few signs tell: the page's type, its types of schema.org, words and names of boards' and blogs' software, how much
//! prose stands before the first comment, and the comments' share of the page. Each multiplies the odds of a thread by a
//! ratio of likelihoods. The ratios are those of a logistic regression over 300 pages with comments (wcxb-dev, extra and
//! old-web), rounded by hand.

use std::ops::Range;

use super::start_of_name;
use crate::element_names::{Meaning, is_of_comments};
use crate::html::{self, names};
use crate::json;
use crate::page::{Description, Page, Tag};
use crate::prelude::*;
use crate::texts::memo::Memo;
use crate::texts::words::{is_listed, words};

/// The words of prose before the first comment that count.
const MOST_PROSE: usize = 400;

/// Words of titles and of names of software that say that a page is a thread.
const CALLED: &str = "board boards community discourse discussion foro foros forum forums phpbb thread vbulletin";

/// The attributes that are read.
const READ: [html::Name; 3] = [names::CLASS, names::ID, names::ITEMTYPE];

/// Returns `true` if the comments of a page are the posts of a thread, given the elements that hold them and the
/// probability that the page is a thread by its type.
///
/// A thread that is lost costs more than comments that stay. With least odds from .6 to 1 nothing changes on the pages that
/// the ratios are of.
pub fn is_thread(page: &Page, holders: &[Range<usize>], p_forum: f32) -> bool {
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
    /// The comments have a heading that calls them so.
    pub is_headed: bool,
}

impl Signs {
    /// Returns the signs of a page with comments.
    pub fn of(page: &Page, holders: &[Range<usize>], p_forum: f32) -> Signs {
        let first = holders.first().map_or(0, |nodes| nodes.start);
        let in_comments: usize = holders.iter().map(|nodes| page.word_count(nodes.clone())).sum();
        let all = page.word_count(page.positions());
        let mut signs = Signs {
            p_forum,
            words_before: prose_before(page, first),
            share: in_comments as f32 / all.max(1) as f32,
            is_headed: holders.first().is_some_and(|nodes| is_headed(page, nodes)),
            ..Signs::default()
        };
        signs.read_head(page);
        let mut known = Memo::default();
        for position in page.positions().checking(CHECK_EVERY) {
            let Some(element) = page.element(position) else {
                continue;
            };
            for (name, value) in element.attrs_of(READ) {
                let value = start_of_name(value);
                if name == names::ITEMTYPE {
                    signs.read_type(value);
                } else {
                    signs.read_names(known.get_or_find(value, Names::read));
                }
            }
        }
        signs
    }

    /// Returns the odds that the comments are the posts of a thread.
    pub fn odds(&self) -> f64 {
        // Classifiers are too sure.
        let p_forum = f64::from(self.p_forum.clamp(0.02, 0.98));
        // Those of a page without signs are 2.
        let mut odds = 2.0 * libm::sqrt(p_forum / (1.0 - p_forum));
        for (has_sign, ratio) in [
            (self.thread_type, 16.0),
            (self.article_type, 0.5),
            (self.called_thread, 8.0),
            // A page of a site with a board has a few in its menus.
            (self.thread_names >= 4, 16.0),
            (self.article_names, 0.25),
            (self.form_names, 0.25),
            (self.is_headed, 0.2),
        ] {
            odds *= if has_sign { ratio } else { 1.0 };
        }
        // Each hundred words of prose before the first comment lower them.
        odds *= libm::pow(3.0, -(self.words_before.min(MOST_PROSE) as f64) / 100.0);
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
                    let kinds = json::strings(script).filter(|text| text.name == "@type");
                    kinds.for_each(|kind| self.read_type(kind.written));
                }
                _ => {}
            }
        }
    }

    fn read_type(&mut self, kind: &str) {
        let kind = kind.trim_end();
        let ends_with = |ends: &[&str]| ends.iter().any(|end| kind.ends_with(end));
        self.thread_type |= ends_with(&["DiscussionForumPosting", "QAPage"]);
        self.article_type |= ends_with(&["Article", "BlogPosting", "Blog"]);
    }

    /// Reads the names in a class or an id.
    fn read_names(&mut self, names: Names) {
        self.thread_names += names.of_threads;
        self.article_names |= names.has_article;
        self.form_names |= names.has_comments;
    }
}

/// What the names in a class or an id speak of.
#[derive(Clone, Copy, Debug, Default)]
struct Names {
    of_threads: usize,
    has_article: bool,
    has_comments: bool,
}

impl Names {
    fn read(names: &str) -> Self {
        let is_of_thread = |name: &&str| Meaning::Thread.is_said_by(name);
        Names {
            of_threads: names.split_ascii_whitespace().filter(is_of_thread).count(),
            has_article: Meaning::Article.is_said_by(names),
            has_comments: Meaning::BlogComments.is_said_by(names),
        }
    }
}

/// Returns `true` if a title or a name of software has a word for threads.
fn calls_thread(text: &str) -> bool {
    words(start_of_name(text)).any(|word| is_listed(&word.to_ascii_lowercase(), CALLED))
}

/// Returns `true` for comments that begin with a heading that is a word for comments, with their number or without:
/// "Comments (3)".
fn is_headed(page: &Page, comments: &Range<usize>) -> bool {
    // The elements before it, and around it.
    let heading = comments.clone().take(8).find(|at| page.tag(*at).heading_level().is_some());
    let title = heading.map_or("", |at| page.text_at(at)).trim_matches(|c: char| !c.is_alphabetic());
    title.len() <= 32 && is_of_comments(title)
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
        if words < 12 {
            continue;
        }
        let is_linked = |at: &usize| page.tag(page.parent(*at)) == Tag::A;
        let linked: usize = nodes.filter(is_linked).map(|at| page.word_count(at..at + 1)).sum();
        prose += if linked * 3 <= words { words } else { 0 };
    }
    prose
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::areas::{comment_holders, comment_parts};
    use crate::cases;

    fn is_thread(html: &str, p_forum: f32) -> bool {
        let page = Page::sample(html);
        let holders = comment_holders(&page, &comment_parts(&page).unwrap()).unwrap();
        assert!(!holders.is_empty(), "{html}");
        super::is_thread(&page, &holders, p_forum)
    }

    /// An article of some sentences, or the first post.
    fn prose(sentences: usize) -> String {
        format!("<p>{}", "The harbour froze over night, and the ferry stayed where it was. ".repeat(sentences))
    }

    const COMMENTS: &str = "<div id=comments><p>I was there and saw it all from the pier.<p>So was I.</div>";

    #[test]
    fn names_of_an_element() {
        let read = |names| {
            let names = Names::read(names);
            (names.of_threads, names.has_article, names.has_comments)
        };
        assert_eq!(read("Topic-body entry topics top é"), (2, false, false));
        assert_eq!(read("hentry respond commentlist"), (0, true, true));
        assert_eq!(read(""), (0, false, false));
    }

    #[test]
    fn comments_below_an_article() {
        for [before, sentences, behind, p_forum] in cases(
            "
            <h1>Ice</h1> => 30 => COMMENTS => 0.02
            // Unsure of the type, and a short post with many comments.
            <div class=hentry> => 4 => </div><div id=commentform>COMMENTS</div> => 0.5
            // A site with a board.
            <ul><li class=forum>Forum</ul> => 20 => COMMENTS => 0.5
            <body itemtype=https://schema.org/BlogPosting> => 20 => COMMENTS => 0.3
            // A short page with comments that are called so.
            <h1>Ice</h1> => 3 => <div id=comments><h2>Comentarios (2)</h2>COMMENTS</div> => 0.4
            <h1>Ice</h1> => 3 => <div id=comments><h3>2 Kommentare</h3>COMMENTS</div> => 0.4",
        ) {
            let html = format!("{before}{}{behind}", prose(sentences.parse().unwrap())).replace("COMMENTS", COMMENTS);
            assert!(!is_thread(&html, p_forum.parse().unwrap()), "{html}");
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
        assert_eq!(none.odds(), 2.0);
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
                thread_names: 4,
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

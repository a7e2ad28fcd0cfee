//! Dates and bylines of teasers: several that look alike, each behind a title of its own, are not the page's.

use std::hash::{Hash, Hasher};

use super::{Walk, start, stated_titles};
use crate::metadata::statements::{Field, Source};
use crate::prelude::*;
use rustc_hash::FxHasher;

/// The most places that are compared.
const MOST: usize = 128;

/// The shortest link that may be the title of a teaser, in bytes: names and buttons are shorter.
const TITLE: usize = 25;

/// The level of such a link, below all headings.
const LINK: u8 = 7;

/// The most texts between such a link and what belongs to it.
const NEAR: u32 = 8;

/// Where a date or a name stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// How its element looks, and how deep it stands.
    look: u64,
    /// How many titles end before it; the last, but for its "Re: ", and its level.
    titles: u32,
    title: u64,
    level: u8,
    /// How many texts stand between that and this.
    texts: u32,
}

/// The titles so far: headings and long links.
#[derive(Default)]
pub struct Titles {
    last: Place,
    /// Bytes of text so far, and before the open link.
    bytes: usize,
    before_link: usize,
}

impl Titles {
    /// Notes a text of so many bytes without the white space around it.
    pub fn text(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_add(bytes);
        self.last.texts = self.last.texts.saturating_add(1);
    }

    #[inline]
    pub fn open(&mut self, tag: Tag) {
        if tag == Tag::A {
            self.before_link = self.bytes;
        }
    }

    /// Notes that an element ends, whose last text is known if it is short.
    #[inline]
    pub fn close(&mut self, tag: Tag, text: &str) {
        let is_title = || tag == Tag::A && self.bytes - self.before_link >= TITLE;
        if let Some(level) = tag.heading_level().or_else(|| is_title().then_some(LINK)) {
            self.last.titles = self.last.titles.saturating_add(1);
            self.last.level = level;
            self.last.texts = 0;
            // All posts of a thread have its title.
            let title = text.split_once(": ").filter(|(re, _)| re.len() <= 3).map_or(text, |(_, title)| title);
            self.last.title = if title.is_empty() {
                self.last.titles.into()
            } else {
                hash(title)
            };
        }
    }

    /// Notes how an element looks, whose places come next.
    pub fn look(&mut self, tag: Tag, class: Option<&str>, depth: usize) {
        self.last.look = hash((tag as u8, class.map(start), depth));
    }

    pub fn place(&self) -> Place {
        self.last
    }
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns which of the places, in document order, are those of teasers. The first of some that look alike is not, where a
/// heading of a higher level stands before it than before the next: that is the page's.
pub fn are_of_teasers(places: &[Place]) -> Vec<bool> {
    let places = &places[..places.len().min(MOST)];
    let is_teaser = |place: &Place| {
        let mut alike = places.iter().filter(|other| other.look == place.look);
        let has_title = |other: &&Place| other.level < LINK || other.texts <= NEAR;
        let mut titles: Vec<u64> = alike.clone().filter(has_title).map(|other| other.title).collect();
        titles.sort_unstable();
        titles.dedup();
        let is_first = alike.clone().next().is_some_and(|first| first.titles == place.titles);
        let next = alike.find(|other| other.titles > place.titles);
        titles.len() >= 3 && !(is_first && next.is_none_or(|next| place.level < next.level))
    };
    places.iter().map(is_teaser).collect()
}

impl Walk {
    /// Forgets the authors of teasers, and what microdata state of the first of several works, unless its title is the
    /// page's.
    pub fn forget_teasers(&mut self) {
        for source in [Source::Element, Source::Class] {
            let of_source = self.places.iter().filter(|(of, _)| *of == source);
            let places: Vec<Place> = of_source.take(MOST).map(|(_, place)| *place).collect();
            if are_of_teasers(&places).first() == Some(&true) {
                self.statements.take(Field::Author, source);
            }
        }
        let is_own = |title: &str| stated_titles::has(&self.statements, title);
        if self.all_works >= 3 && !self.statements.of(Field::Title, Source::Microdata).any(is_own) {
            for field in [Field::Author, Field::Date, Field::Modified] {
                self.statements.take(field, Source::Microdata);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Metadata;

    #[test]
    fn dates_and_authors_of_teasers_are_not_the_pages() {
        let teaser = |n: u32| {
            format!(
                "<div class=item><h3><a href=/{n}>News of number {n}</a></h3><span class=author>Ann Miller</span>\
                 <time datetime=2021-05-0{n}>May</time><p>Some words of it.</div>"
            )
        };
        let teasers: String = (1..5).map(teaser).collect();
        let of = |html: String| {
            let Metadata { authors, date, .. } = Metadata::of(&sample(&html), None).unwrap();
            format!("{} {}", authors.join("; "), date.unwrap_or_default())
        };
        assert_eq!(of(format!("<h1>News</h1>{teasers}")), " ");
        assert_eq!(of(teasers.clone()), " ");
        // A class of WordPress for the whole post has the word "publish".
        let whole = |n: u32| teaser(n).replace("class=item", &format!("class='post-{n} status-publish'"));
        let posts: String = (1..5).map(whole).collect();
        assert_eq!(of(posts.replace(">May<", ">May 3, 2021<")), " ");
        // Days that are only texts.
        let texts = posts
            .replace("<time", "<b")
            .replace("datetime=", "x=")
            .replace("</time>", "</b>")
            .replace(">May<", ">May 3, 2021<");
        assert_eq!(of(format!("<h1>News</h1>{texts}")), " ");
        // An article with teasers behind it that look as its own head does.
        let own =
            "<h1>Ice</h1><div><span class=author>Ben Baker</span><time datetime=2020-01-02>x</time></div><p>It froze.";
        assert_eq!(of(format!("{own}{teasers}")), "Ben Baker 2020-01-02");
        // The posts of a thread have one title.
        let post = |n: u32| {
            format!(
                "<div><h3>{}Ice on the pier</h3><b class=author>Ann Miller</b><time datetime=2021-05-0{n}>x</time></div>",
                if n > 1 { "Re: " } else { "" }
            )
        };
        let posts: String = (1..5).map(post).collect();
        assert_eq!(of(format!("<h2>Ice on the pier</h2>{posts}")), "Ann Miller 2021-05-01");
        // Lists in microdata.
        let work = |n: u32| {
            format!(
                "<div itemscope itemtype=https://schema.org/BlogPosting><a itemprop=headline href=/{n}>Post {n}</a>\
                 <meta itemprop=datePublished content=2021-05-0{n}></div>"
            )
        };
        let works = |count| (1..=count).map(work).collect::<String>();
        assert_eq!(of(works(1)), " 2021-05-01");
        assert_eq!(of(works(4)), " ");
        assert_eq!(of(format!("<title>Post 1 | Aare news</title>{}", works(4))), " 2021-05-01");
    }
}

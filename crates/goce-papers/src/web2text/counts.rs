//! Counts over the text nodes of a page, as prefix sums: the counts of a run of text nodes are differences of two sums.

use super::collapsed::CollapsedDom;
use super::stop_words::StopWords;
use goce_core::page::{Page, Tag};
use goce_core::prelude::*;
use goce_core::texts::words::is_word_char;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Characters (Unicode scalar values), whitespace collapsed.
    pub characters: u32,
    pub words: u32,
    pub word_characters: u32,
    /// Words that begin with a capital letter.
    pub capitals: u32,
    /// Words on the list of the page's language.
    pub stop_words: u32,
    /// Places where a sentence ends by a mark.
    pub sentence_ends: u32,
    /// Marks of punctuation but periods ([`is_punctuation`]).
    pub punctuation: u32,
    /// Dashes, low lines and slashes ([`is_dash`]).
    pub dashes: u32,
    pub periods: u32,
    /// Characters within `<a>`.
    pub in_links: u32,
}

impl Counts {
    fn each(self, other: Counts, of: impl Fn(u32, u32) -> u32) -> Counts {
        Counts {
            characters: of(self.characters, other.characters),
            words: of(self.words, other.words),
            word_characters: of(self.word_characters, other.word_characters),
            capitals: of(self.capitals, other.capitals),
            stop_words: of(self.stop_words, other.stop_words),
            sentence_ends: of(self.sentence_ends, other.sentence_ends),
            punctuation: of(self.punctuation, other.punctuation),
            dashes: of(self.dashes, other.dashes),
            periods: of(self.periods, other.periods),
            in_links: of(self.in_links, other.in_links),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// It is a mark of punctuation or a period.
    pub punctuation: bool,
    pub question: bool,
    pub sentence: bool,
}

/// Returns `true` for the paper's set (commas, question marks, semicolons, colons and exclamation marks), and for the
/// marks of other scripts that correspond to these.
pub fn is_punctuation(c: char) -> bool {
    matches!(c, ',' | ';' | ':' | '!' | '،' | '؛' | '，' | '、' | '；' | '：' | '！') || is_question(c)
}

fn is_question(c: char) -> bool {
    matches!(c, '?' | '؟' | '？')
}

/// Returns `true` for hyphens, dashes, low lines and slashes.
pub fn is_dash(c: char) -> bool {
    matches!(c, '-' | '_' | '/' | '\\' | '‐'..='―')
}

/// Returns `true` for full stops of several scripts.
pub fn is_period(c: char) -> bool {
    matches!(c, '.' | '。' | '।' | '۔')
}

/// Returns `None` for a mark that ends no sentence. Returns `true` for a mark that ends one only before whitespace.
fn ends_sentence(c: char) -> Option<bool> {
    match c {
        '.' | '!' | '?' | '…' | '؟' | '۔' | '।' => Some(true),
        '。' | '！' | '？' => Some(false),
        _ => None,
    }
}

/// The counts of all text nodes of a page.
#[derive(Clone, Debug)]
pub struct TextCounts {
    /// For each leaf the sum of the counts before it, and at the end the sum of all.
    sums: Vec<Counts>,
    endings: Vec<Ending>,
    /// There is a list of stop words for the page's language.
    pub knows_stop_words: bool,
}

impl TextCounts {
    /// Returns the counts of a page, in time linear in it.
    pub fn of(page: &Page, dom: &CollapsedDom) -> Fallible<Self> {
        let stop_words = StopWords::of(page.text());
        let mut sums = try_with_capacity(dom.leaves().len() + 1)?;
        let mut endings = try_with_capacity(dom.leaves().len())?;
        let mut sum = Counts::default();
        sums.push(sum);
        // The greatest end of the links so far.
        let mut link_end = 0;
        for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
            if node.tag() == Tag::A {
                link_end = link_end.max(page.subtree(position).end);
            }
            if node.tag() != Tag::Text {
                continue;
            }
            let (mut counts, ending) = count(page.text_of(position..position + 1), stop_words);
            if position < link_end {
                counts.in_links = counts.characters;
            }
            // Each is at most the bytes of the page's text, which are fewer than 2³².
            sum = sum.each(counts, |a, b| a + b);
            sums.push(sum);
            endings.push(ending);
        }
        Ok(TextCounts {
            sums,
            endings,
            knows_stop_words: stop_words.is_some(),
        })
    }

    /// Returns the counts of neighbouring leaves.
    pub fn sum(&self, leaves: std::ops::Range<usize>) -> Counts {
        self.sums[leaves.end].each(self.sums[leaves.start], |to, from| to - from)
    }

    pub fn ending(&self, leaf: usize) -> Ending {
        self.endings[leaf]
    }

    pub fn all(&self) -> Counts {
        self.sums[self.endings.len()]
    }
}

/// Returns the counts of a text without those of links, and its ending.
fn count(text: &str, stop_words: Option<StopWords>) -> (Counts, Ending) {
    let mut counts = Counts::default();
    let mut ending = Ending::default();
    let mut word = None;
    let mut work = Countdown::new(CHECK_BYTES);
    // The last mark ends a sentence if whitespace or the end follows it, or follows its closing brackets and quotes.
    let mut may_end = false;
    let end_word = |range: std::ops::Range<usize>, counts: &mut Counts| {
        let word = &text[range];
        let is_capital = word.chars().next().is_some_and(char::is_uppercase);
        counts.words += 1;
        counts.capitals += u32::from(is_capital);
        counts.stop_words += u32::from(stop_words.is_some_and(|list| list.has(word)));
    };
    for (at, c) in text.char_indices() {
        work.charge(1);
        counts.characters += 1;
        // A low line is part of a word, and counts too.
        counts.dashes += u32::from(is_dash(c));
        if is_word_char(c) {
            counts.word_characters += 1;
            word = word.or(Some(at));
            may_end = false;
            ending = Ending::default();
            continue;
        }
        if let Some(start) = word.take() {
            end_word(start..at, &mut counts);
        }
        if c.is_whitespace() {
            counts.sentence_ends += u32::from(std::mem::take(&mut may_end));
            continue;
        }
        let (punctuation, period) = (is_punctuation(c), is_period(c));
        counts.punctuation += u32::from(punctuation);
        counts.periods += u32::from(period);
        let closes = matches!(c, ')' | ']' | '"' | '\'' | '”' | '’' | '»' | '」' | '』' | '）');
        match ends_sentence(c) {
            Some(needs_space) => {
                may_end = needs_space;
                counts.sentence_ends += u32::from(!needs_space);
            }
            None => may_end &= closes,
        }
        ending = Ending {
            punctuation: punctuation || period,
            question: is_question(c),
            sentence: ends_sentence(c).is_some() || closes && ending.sentence,
        };
    }
    if let Some(start) = word {
        end_word(start..text.len(), &mut counts);
    }
    counts.sentence_ends += u32::from(may_end);
    (counts, ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> (Counts, Ending) {
        count(text, StopWords::of(text))
    }

    #[test]
    fn a_text() {
        let (counts, ending) = of("The boat: is it old, or new? \"It is (www.old.org).\"");
        assert_eq!(
            counts,
            Counts {
                characters: 51,
                words: 12,
                word_characters: 32,
                capitals: 2,
                stop_words: 6,
                sentence_ends: 2,
                punctuation: 3,
                dashes: 0,
                periods: 3,
                in_links: 0,
            }
        );
        assert_eq!(
            ending,
            Ending {
                punctuation: false,
                question: false,
                sentence: true
            }
        );
        assert!(of("Why? ").1.question && of("Why?").1.punctuation);
        assert_eq!(of("Home"), of("Home"));
        assert_eq!(of("").0, Counts::default());
    }

    #[test]
    fn marks_of_other_scripts() {
        let (counts, ending) = of("船停在港口里，它们已经很旧了。真的吗？");
        assert_eq!((counts.sentence_ends, counts.punctuation, counts.periods), (2, 2, 1));
        assert!(ending.question && ending.sentence);
        let (counts, _) = of("a–b/c_d 3.14 v1.2");
        assert_eq!((counts.dashes, counts.sentence_ends), (3, 0));
    }

    #[test]
    fn sums_are_those_of_all_leaves() {
        let html = "<p>One <a href=x>two <b>three</b></a> four.</p><p>Five? six";
        let page = crate::tests::page(html);
        let dom = CollapsedDom::of(&page).unwrap();
        let counts = TextCounts::of(&page, &dom).unwrap();
        assert_eq!(counts.all().words, 6);
        assert_eq!(counts.sum(1..3).in_links, 8);
        assert_eq!(counts.all().in_links, 8);
        assert_eq!((counts.sum(0..4).words, counts.sum(4..5).words), (4, 2));
        assert!(counts.ending(3).sentence && !counts.ending(4).sentence);
        assert_eq!(counts.sum(4..5).sentence_ends, 1);
    }
}

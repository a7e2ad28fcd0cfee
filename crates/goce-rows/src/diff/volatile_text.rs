//! What a page shows anew with every visit: counters, times since, dates alone, session tokens.
//!
//! A short block is read as tokens of known kinds. Those that are fleeting do not count when versions are compared. What
//! is not known stays: "12 dead" and "$12" are content.

use super::words::{self, SESSION_IDS, SESSION_NAMES};
use crate::prelude::*;
use Kind::*;

/// The most words of a block that is looked at. Longer ones are running text.
pub const MOST_WORDS: usize = 40;

/// Where a block stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Heading,
    /// A cell of a table or a definition: a date alone is content there.
    Cell,
    Other,
}

/// What a word may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 1,234 or 1.2K.
    Number,
    /// 24/11/2026 or 2026-11-24.
    Date,
    /// 10:32.
    Clock,
    Month,
    Weekday,
    /// "hours".
    Unit,
    /// A time since in one word: 3h or 3小时前.
    Since,
    AgoBefore,
    AgoAfter,
    /// "yesterday".
    AgoAlone,
    Counter,
    /// "Updated".
    Label,
    /// "an", which stands for 1 before a unit.
    Article,
    Filler,
    /// A separator of parts.
    Separator,
    Other,
}

/// A word of a block.
#[derive(Clone, Copy, Debug)]
struct Token<'t> {
    text: &'t str,
    kind: Kind,
    /// It begins a text node.
    begins_node: bool,
    is_fleeting: bool,
}

/// The words of a block, at most [`MOST_WORDS`].
#[derive(Debug, Default)]
pub struct Tokens<'t>(Vec<Token<'t>>);

impl<'t> Tokens<'t> {
    /// Adds the words of a text node. Returns `false` if there are too many.
    pub fn add(&mut self, text: &'t str, continues_word: bool) -> bool {
        for (number, word) in text.split_whitespace().enumerate() {
            if self.0.len() == MOST_WORDS {
                return false;
            }
            self.0.push(Token {
                text: word,
                kind: kind(word),
                begins_node: number == 0 && !continues_word,
                is_fleeting: false,
            });
        }
        true
    }

    /// Returns the words that count, and whether any other does not.
    pub fn lasting(mut self, place: Place) -> Option<impl Iterator<Item = &'t str>> {
        self.mark(place);
        let is_any = self.0.iter().any(|token| token.is_fleeting);
        is_any.then(|| self.0.into_iter().filter(|token| !token.is_fleeting).map(|token| token.text))
    }

    fn mark(&mut self, place: Place) {
        self.mark_session_ids();
        let is_separator = |token: &Token<'_>| token.kind == Separator;
        if place == Place::Heading {
            // A heading is content, unless it is a counter: "12 comments".
            mark_whole(&mut self.0, place);
            return;
        }
        for part in runs(&self.0, |token| token.begins_node) {
            mark_whole(&mut self.0[part], place);
        }
        for part in runs(&self.0, is_separator) {
            let part = &mut self.0[part];
            // The most words of a part in which something is fleeting beside what is not.
            if !mark_whole(part, place) && part.len() <= 12 && !is_sentence(part) {
                mark_times_since(part);
                mark_counters(part);
            }
        }
        // What separated fleeting parts, or the fleeting from the rest, comes and goes with them.
        if self.0.iter().any(|token| token.is_fleeting) {
            self.0.iter_mut().filter(|token| is_separator(token)).for_each(|token| token.is_fleeting = true);
        }
    }

    fn mark_session_ids(&mut self) {
        for at in 0..self.0.len() {
            let before = |back: usize| {
                let token = at.checked_sub(back).and_then(|at| self.0.get(at));
                token.map_or(String::new(), |token| lower(token.text))
            };
            let is_named = {
                let name = before(1);
                is_listed(&name, SESSION_NAMES) || name == "id" && is_listed(&before(2), SESSION_IDS)
            };
            let token = &mut self.0[at];
            token.is_fleeting |= is_named && is_id(token.text) || has_session_id(token.text);
        }
    }
}

/// Divides tokens where one begins a run.
fn runs<'t>(tokens: &[Token<'t>], begins: impl Fn(&Token<'t>) -> bool) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let mut start = 0;
    for at in 0..=tokens.len() {
        if tokens.get(at).is_none_or(|token| at > start && begins(token)) && at > start {
            runs.push(start..at);
            start = at;
        }
    }
    runs
}

/// Marks a part if nothing of it is lasting. Returns `true` if it is marked.
fn mark_whole(part: &mut [Token<'_>], place: Place) -> bool {
    let is_fleeting = is_fleeting(part, place);
    part.iter_mut().for_each(|token| token.is_fleeting |= is_fleeting);
    is_fleeting
}

fn is_sentence(part: &[Token<'_>]) -> bool {
    // From so many words on, a part that ends as a sentence does is one.
    part.len() >= 5 && part.last().is_some_and(|last| last.text.ends_with(['.', '!', '?', '。', '！', '？']))
}

/// Returns `true` if nothing of a part is lasting: it is a counter, a time since, or a date alone.
fn is_fleeting(part: &[Token<'_>], place: Place) -> bool {
    let count = |kind: Kind| part.iter().filter(|token| token.kind == kind).count();
    if part.is_empty() || count(Other) > 0 {
        return false;
    }
    let (numbers, counters, units) = (count(Number), count(Counter), count(Unit));
    let ago = count(AgoBefore) + count(AgoAfter);
    let days = count(Month) + count(Date);
    let is_counter = counters > 0 && numbers > 0 && days == 0;
    let is_since = count(Since) > 0 || ago > 0 && units > 0 && (numbers > 0 || count(Article) > 0);
    let is_alone = count(AgoAlone) > 0 && numbers == 0 && counters == 0;
    // Two dates are a span of time.
    let is_date = days == 1 && (numbers > 0 || count(Date) > 0) && counters == 0 && units == 0;
    is_counter || is_since || is_alone || is_date && place == Place::Other
}

/// Marks the numbers and units of "3 hours ago" and "vor 3 Stunden".
fn mark_times_since(part: &mut [Token<'_>]) {
    for at in 1..part.len() {
        let kind_at = |at: Option<usize>| at.and_then(|at| part.get(at)).map(|token| token.kind);
        let (number, unit) = (kind_at(Some(at - 1)), kind_at(Some(at)));
        if unit != Some(Unit) || !matches!(number, Some(Number | Article)) {
            continue;
        }
        let is_before = kind_at(at.checked_sub(2)) == Some(AgoBefore);
        let is_after = kind_at(Some(at + 1)) == Some(AgoAfter);
        if is_before || is_after {
            part[at - 1].is_fleeting = true;
            part[at].is_fleeting = true;
        }
    }
    part.iter_mut().filter(|token| token.kind == Since).for_each(|token| token.is_fleeting = true);
}

/// Marks "1,234 views" and "Views: 1,234".
fn mark_counters(part: &mut [Token<'_>]) {
    for at in 0..part.len() {
        let is = |at: usize, kind: Kind| part.get(at).is_some_and(|token| token.kind == kind && !token.is_fleeting);
        if !is(at, Counter) {
            continue;
        }
        let named_after =
            part[at].text.ends_with(':') || part.get(at + 1).is_some_and(|next| next.text.starts_with('('));
        let number = if named_after && is(at + 1, Number) {
            at + 1
        } else if at > 0 && is(at - 1, Number) {
            at - 1
        } else {
            continue;
        };
        part[at].is_fleeting = true;
        part[number].is_fleeting = true;
    }
}

/// Returns a word in lower case without punctuation around it.
fn lower(word: &str) -> String {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    // The most bytes of a word that has a known kind.
    if bare.len() > 32 {
        String::new()
    } else {
        bare.to_lowercase()
    }
}

fn kind(word: &str) -> Kind {
    if !word.contains(char::is_alphanumeric) {
        let is_separator = word.chars().all(|c| matches!(c, '|' | '·' | '•' | '‧' | '∙' | '›' | '»' | '/' | '⋅'));
        return if is_separator { Separator } else { Filler };
    }
    // "$12" and "12%" are no counters.
    if word.contains(['$', '€', '£', '¥', '%', '₹', '₽']) {
        return Other;
    }
    let lower = lower(word);
    let word = lower.as_str();
    if word.is_empty() {
        Other
    } else if word.starts_with(|c: char| c.is_numeric()) {
        kind_of_number(word)
    } else {
        words::kind(word)
    }
}

fn kind_of_number(word: &str) -> Kind {
    let digits = word.trim_end_matches(['k', 'm', 'b', '万', '億', '亿']);
    if digits.chars().all(|c| c.is_numeric() || matches!(c, '.' | ',' | '\'' | '’')) {
        return if digits.matches('.').count() == 2 && digits.split('.').all(|part| matches!(part.len(), 1 | 2 | 4)) {
            Date
        } else {
            Number
        };
    }
    let only = |others: &str| word.chars().all(|c| c.is_ascii_digit() || others.contains(c));
    if only(":")
        || word
            .strip_suffix("am")
            .or(word.strip_suffix("pm"))
            .is_some_and(|time| time.ends_with(|c: char| c.is_ascii_digit()))
    {
        return Clock;
    }
    if (only("-/") && word.matches(['-', '/']).count() == 2 && word.len() >= 6)
        || (only("-:tz.+") && word.contains('t') && word.len() >= 16)
        || (only("年月日") && word.ends_with('日'))
    {
        return Date;
    }
    let unit = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if matches!(unit, "st" | "nd" | "rd" | "th" | "er" | "º" | "ª") {
        return Number;
    }
    if unit.ends_with(['前', '전']) { Since } else { Other }
}

/// Returns `true` for a word of eight characters or more with a digit and nothing but letters, digits and hyphens.
fn is_id(word: &str) -> bool {
    word.len() >= 8
        && word.contains(|c: char| c.is_ascii_digit())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}

/// Returns `true` for an address, or a part of one, with a parameter that is a session.
fn has_session_id(word: &str) -> bool {
    word.contains('=')
        && word.split(['?', '&', ';']).any(|parameter| {
            let named = parameter.split_once('=');
            named.is_some_and(|(name, value)| is_listed(&lower(name), SESSION_NAMES) && is_id(value))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a block that count, whose text nodes are divided by `_`.
    fn lasting(text: &str, place: Place) -> String {
        let mut tokens = Tokens::default();
        for node in text.split('_') {
            assert!(tokens.add(node, false));
        }
        match tokens.lasting(place) {
            Some(words) => words.collect::<Vec<_>>().join(" "),
            None => text.replace('_', " ").split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }

    #[test]
    fn counters_times_and_dates_alone_are_fleeting() {
        for [text] in cases(
            "
            Views: 1,234
            1,234 views
            12 Comments
            Comments (12)
            1.2K likes · 3 shares
            3 hours ago
            Posted an hour ago
            vor 3 Stunden
            il y a 5 minutes
            hace 2 días
            3 часа назад
            3小时前
            yesterday
            just now
            Tuesday, 24 November 2026
            Updated: 24/11/2026 10:32
            Last modified on Nov 24, 2026 at 10:32 am
            Dienstag, 24. November 2026
            2026年11月24日
            Session: 8f3a9b2c1d",
        ) {
            let left = lasting(text, Place::Other);
            let label = ["Session:", ""].contains(&left.as_str());
            assert!(label, "{text}: {left}");
        }
    }

    #[test]
    fn what_is_known_leaves_the_rest() {
        expect(
            "
            Anna Smith_3 hours ago => Anna Smith
            By Anna Smith | 12 comments => By Anna Smith
            Posted by Anna 3 hours ago => Posted by Anna ago
            Anna wrote vor 3 Tagen => Anna wrote vor
            Budget report.pdf 12 downloads => Budget report.pdf
            Ray ID: 7d2f1c0e9a8b => Ray ID:
            see /list?page=2&sid=7d2f1c0e9a8b => see",
            |text| Some(lasting(text, Place::Other)),
        );
    }

    #[test]
    fn what_is_content_stays() {
        for [text] in cases(
            "
            12 dead in flood
            Price: 12
            $12
            1,234
            5 May 2026 – 8 May 2026
            Elections on 5 May 2026
            The rock formed 4 million years ago.
            The film had 12 views in its first week.
            30 minutes
            10:00 - 18:00
            May
            today we go",
        ) {
            assert_eq!(lasting(text, Place::Other), text);
        }
        assert_eq!(lasting("5 May 2026", Place::Cell), "5 May 2026");
        assert_eq!(lasting("12 comments on the budget", Place::Heading), "12 comments on the budget");
        assert_eq!(lasting("12 comments", Place::Heading), "");
    }

    #[test]
    fn long_blocks_are_not_looked_at() {
        let text = "word ".repeat(MOST_WORDS);
        let mut tokens = Tokens::default();
        assert!(tokens.add(&text, false));
        assert!(!tokens.add("more", false));
    }
}

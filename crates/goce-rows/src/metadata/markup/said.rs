//! What class and id say of an element.

use super::byline::ByName;
use crate::prelude::*;

/// What the names in an element's class and id say of it.
#[derive(Clone, Copy, Default)]
pub struct Said {
    /// It is not about the page's work.
    pub beside: bool,
    /// It is about publication.
    pub published: bool,
    /// It is about a change.
    pub changed: bool,
    /// It has a date.
    pub dated: bool,
    /// It is about a picture.
    pub of_picture: bool,
    pub author: ByName,
    /// It holds the role of somebody who is named behind it.
    pub role: bool,
}

impl Said {
    /// Reads names, with a space behind class and id; whether they are a picture's only on a page with a licence.
    pub fn of(names: &str, has_license: bool) -> Self {
        use Meaning::*;
        let may_say = Beginnings::in_names(names);
        let says = |meaning: Meaning| may_say.contains(meaning) && meaning.is_said_by(names);
        let says_date = |meaning| says(meaning) && !WholePost.is_said_by(names);
        Said {
            beside: says(BesideWork),
            published: says_date(Published),
            changed: says_date(Changed),
            dated: says_date(Dated),
            of_picture: has_license && (says(Caption) || says(Credit)),
            author: if !says(OfAuthor) || BesideAuthor.is_said_by(names) {
                ByName::Nothing
            } else if AuthorName.is_said_by(names) {
                ByName::Holds
            } else {
                ByName::MayHold
            },
            role: says(RoleOfName),
        }
    }
}

/// A first look at names: the meanings of which they may have a word, by the words' first four letters. Most names have
/// none, and need not be searched. A shorter word would not be found.
struct Beginnings(u8);

impl Beginnings {
    const ASKED: [Meaning; 8] = {
        use Meaning::*;
        [
            BesideWork, Published, Changed, Dated, Caption, Credit, OfAuthor, RoleOfName,
        ]
    };

    /// Letters that end with another one, by five bits of each, which both cases share.
    fn behind(letters: usize, letter: u8) -> usize {
        letters << 5 | usize::from(letter & 0x1f)
    }

    /// The place of the last four letters.
    fn place(letters: usize) -> usize {
        (letters ^ letters >> 5) & 0x7fff
    }

    fn in_names(names: &str) -> Self {
        static BEGINNINGS: LazyLock<Box<[u8; 0x8000]>> = LazyLock::new(|| {
            let mut beginnings = Box::new([0; 0x8000]);
            for (bit, meaning) in Beginnings::ASKED.into_iter().enumerate() {
                for word in meaning.words() {
                    beginnings[Beginnings::place(word.bytes().take(4).fold(0, Beginnings::behind))] |= 1 << bit;
                }
            }
            beginnings
        });
        let beginnings = &**BEGINNINGS;
        let read = |(letters, found): (usize, u8), letter| {
            let letters = Self::behind(letters, letter);
            (letters, found | beginnings[Self::place(letters)])
        };
        Beginnings(names.bytes().fold((0, 0), read).1)
    }

    fn contains(&self, meaning: Meaning) -> bool {
        Self::ASKED.iter().position(|asked| *asked == meaning).is_none_or(|bit| self.0 >> bit & 1 == 1)
    }
}

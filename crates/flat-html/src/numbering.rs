//! Tables that give different things the numbers 0, 1, 2, … in the order in which they come.
//!
//! The parser numbers the names of tags and attributes by them. They are public for code that numbers other things of a
//! page: words, classes, addresses. A page chooses these, so the tables keep what the parser promises:
//!
//! - The hash is keyed, so that no page can be made whose things all share one place. The key never changes a number.
//! - Growth returns [`OutOfMemory`] where memory runs out.
//! - Growth calls `tick`. A table of the standard library moves all entries in one go when it grows, which takes
//!   hundreds of milliseconds with millions of them.

use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use crate::Tick;
use crate::memory::{Held, OutOfMemory, TryPush, try_with_capacity};

/// Entries moved, places cleared or bytes read between two ticks.
const TICK_EVERY: usize = 16 * 1024;

/// Marks a place without a number.
const FREE: u32 = u32::MAX;

/// The number of places when a table first grows.
const FIRST_PLACES: usize = 64;

/// Numbers of things that the caller keeps. The table knows their hashes; the caller compares the things themselves.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    key: RandomState,
    /// By number, the hash of the thing.
    hashes: Vec<u64>,
    /// Each number stands at the place of its hash or behind it; other places are [`FREE`]. The length is a power of
    /// two, and at least half of the places are free.
    places: Vec<u32>,
}

impl Numbers {
    /// Returns how many things have numbers.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Returns `true` while nothing has a number.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// Returns the memory that the table takes, in bytes.
    pub fn memory(&self) -> usize {
        self.hashes.held() + self.places.held()
    }

    /// Returns the hash by which this table knows a thing.
    pub fn hash(&self, thing: &(impl Hash + ?Sized)) -> u64 {
        self.key.hash_one(thing)
    }

    /// Returns the hash of a text, which may be long.
    fn hash_of_text(&self, text: &str, tick: Tick<'_>) -> u64 {
        let mut hasher = self.key.build_hasher();
        for part in text.as_bytes().chunks(TICK_EVERY) {
            hasher.write(part);
            if part.len() == TICK_EVERY {
                tick();
            }
        }
        hasher.finish()
    }

    /// Returns the number of a thing with this hash, if it has one. `is_it` gets numbers of things with the same hash
    /// and returns `true` for the thing itself.
    pub fn find(&self, hash: u64, is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        self.place(hash, is_it).ok()
    }

    /// Returns the number of a thing with this hash, and `true` if the number is new. `is_it` is as for
    /// [`Numbers::find`].
    ///
    /// # Errors
    /// [`OutOfMemory`], also after 4,294,967,295 things.
    pub fn number(
        &mut self,
        hash: u64,
        is_it: impl FnMut(u32) -> bool,
        tick: Tick<'_>,
    ) -> Result<(u32, bool), OutOfMemory> {
        if self.places.len() <= 2 * self.hashes.len() {
            self.grow(tick)?;
        }
        match self.place(hash, is_it) {
            Ok(number) => Ok((number, false)),
            Err(place) => {
                let number = u32::try_from(self.hashes.len()).map_err(|_| OutOfMemory)?;
                if number == FREE {
                    return Err(OutOfMemory);
                }
                self.hashes.try_push(hash)?;
                self.places[place] = number;
                Ok((number, true))
            }
        }
    }

    /// Returns the number of a thing, or as an error the place where its number belongs.
    fn place(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Result<u32, usize> {
        let mask = self.places.len().wrapping_sub(1);
        let mut place = hash as usize & mask;
        while let Some(&number) = self.places.get(place) {
            if number == FREE {
                break;
            }
            if self.hashes[number as usize] == hash && is_it(number) {
                return Ok(number);
            }
            place = (place + 1) & mask;
        }
        Err(place)
    }

    fn grow(&mut self, tick: Tick<'_>) -> Result<(), OutOfMemory> {
        let count = (2 * self.places.len()).max(FIRST_PLACES);
        let mut places = try_with_capacity(count)?;
        while places.len() < count {
            tick();
            places.resize(count.min(places.len() + TICK_EVERY), FREE);
        }
        let mask = count - 1;
        for (number, hash) in self.hashes.iter().enumerate() {
            if number % TICK_EVERY == 0 {
                tick();
            }
            let mut place = *hash as usize & mask;
            while places[place] != FREE {
                place = (place + 1) & mask;
            }
            places[place] = number as u32;
        }
        self.places = places;
        Ok(())
    }
}

/// Different texts with their numbers. One buffer holds all texts, so freeing them takes no time.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    numbers: Numbers,
    buffer: String,
    /// Where each text ends in the buffer.
    ends: Vec<usize>,
}

impl Texts {
    /// Returns how many different texts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the memory that the texts take, in bytes.
    pub fn memory(&self) -> usize {
        self.numbers.memory() + self.buffer.held() + self.ends.held()
    }

    /// Returns `true` while no text has a number.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the text of a number, which must be below [`Texts::len`].
    pub fn get(&self, number: usize) -> &str {
        text(&self.buffer, &self.ends, number)
    }

    /// Returns the number of a text, if it has one.
    pub fn find(&self, of: &str) -> Option<u32> {
        let hash = self.numbers.hash_of_text(of, &mut || ());
        let is_it = |number: u32| self.get(number as usize) == of;
        self.numbers.find(hash, is_it)
    }

    /// Returns the number of a text. A text without one gets a new one.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn number(&mut self, of: &str, tick: Tick<'_>) -> Result<u32, OutOfMemory> {
        let hash = self.numbers.hash_of_text(of, tick);
        let (buffer, ends) = (&self.buffer, &self.ends);
        let is_it = |number: u32| text(buffer, ends, number as usize) == of;
        let (number, is_new) = self.numbers.number(hash, is_it, tick)?;
        if is_new {
            self.buffer.try_reserve(of.len())?;
            let mut rest = of;
            while rest.len() > TICK_EVERY {
                let (part, after) = rest.split_at(rest.floor_char_boundary(TICK_EVERY));
                self.buffer.push_str(part);
                tick();
                rest = after;
            }
            self.buffer.push_str(rest);
            self.ends.try_push(self.buffer.len())?;
        }
        Ok(number)
    }
}

fn text<'b>(buffer: &'b str, ends: &[usize], number: usize) -> &'b str {
    let start = match number {
        0 => 0,
        _ => ends[number - 1],
    };
    &buffer[start..ends[number]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_has_the_same_number() {
        let mut texts = Texts::default();
        let of = |texts: &mut Texts, text: &str| texts.number(text, &mut || ()).unwrap();
        for round in 0..2 {
            for number in 0..5000 {
                let text = "x".repeat(number % 7) + &number.to_string();
                assert_eq!(of(&mut texts, &text), number as u32, "{round}");
            }
        }
        assert_eq!((texts.len(), texts.get(0), texts.get(9)), (5000, "0", "xx9"));
        assert_eq!(texts.find("xx9"), Some(9));
        assert_eq!(texts.find(""), None);
        assert_eq!(of(&mut texts, ""), 5000);
        assert_eq!(texts.find(""), Some(5000));
        assert_eq!(texts.get(5000), "");
    }

    #[test]
    fn what_was_not_numbered_is_not_found() {
        let mut numbers = Numbers::default();
        let hash = numbers.hash(&7);
        assert_eq!(numbers.find(hash, |_| true), None);
        assert_eq!(numbers.number(hash, |_| true, &mut || ()), Ok((0, true)));
        assert_eq!(numbers.find(hash, |_| true), Some(0));
        // Another thing of the same hash.
        assert_eq!(numbers.find(hash, |_| false), None);
        assert_eq!(numbers.number(hash, |_| false, &mut || ()), Ok((1, true)));
    }

    #[test]
    fn growing_ticks_in_proportion() {
        let ticks = |count: u32| {
            let (mut numbers, mut ticks) = (Numbers::default(), 0);
            for thing in 0..count {
                let hash = numbers.hash(&thing);
                let number = numbers.number(hash, |_| true, &mut || ticks += 1);
                assert_eq!(number, Ok((thing, true)));
            }
            ticks
        };
        let (once, twice) = (ticks(1 << 18), ticks(1 << 19));
        assert!(once > (1 << 18) / TICK_EVERY as u32, "{once}");
        assert!(10 * twice <= 23 * once, "{once} {twice}");
    }
}

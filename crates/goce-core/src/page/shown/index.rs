//! Selectors by what their compound on the right names, so that an element is compared with few of them.

use super::selector::{Names, Selector, Step, Work};
use super::sieve::{Sieve, place, places};
use crate::page::prelude::*;

/// No further selector with the same key.
const NONE: u32 = u32::MAX;

/// A selector of a block, and the one before with the same key.
#[derive(Debug)]
struct Entry {
    /// The selector without its key.
    selector: Selector,
    block: u32,
    next: u32,
    /// The classes and ids that the elements around must have.
    around: Names,
}

/// Selectors by a key: an id or a class of the compound on the right, or else its tag.
#[derive(Debug)]
pub struct Index<'t> {
    entries: Vec<Entry>,
    by_class: Map<Cow<'t, str>, u32>,
    /// The keys of `by_class`.
    classes: Sieve<16>,
    by_id: Map<Cow<'t, str>, u32>,
    by_tag: Map<Name, u32>,
    /// The last one without a key.
    of_all: u32,
    /// In quirks mode classes and ids match in any case.
    is_quirks: bool,
}

impl<'t> Index<'t> {
    pub fn new(is_quirks: bool) -> Self {
        Index {
            entries: Vec::new(),
            by_class: Map::default(),
            classes: Sieve::default(),
            by_id: Map::default(),
            by_tag: Map::default(),
            of_all: NONE,
            is_quirks,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns `true` if there are other keys than classes.
    #[inline]
    pub fn has_other_keys(&self) -> bool {
        self.of_all != NONE || !self.by_id.is_empty() || !self.by_tag.is_empty()
    }

    /// Adds a selector, whose parts `steps` has. Returns the class that is its key, if one is.
    pub fn add(
        &mut self,
        mut selector: Selector,
        steps: &mut [Step<'t>],
        block: u32,
    ) -> Fallible<Option<Cow<'t, str>>> {
        let right = steps[selector.steps()].iter().enumerate();
        let mut key: Option<(usize, &Step<'t>)> = None;
        for part in right.take_while(|(_, step)| !matches!(step, Step::Descendant | Step::Child)) {
            match (part.1, key) {
                (Step::Id(..), _) | (_, None) => key = Some(part),
                (Step::Class(..), Some((_, Step::Tag(_)))) => key = Some(part),
                _ => {}
            }
        }
        let mut class = None;
        let last = match key.map(|(_, step)| step) {
            Some(Step::Id(id, _)) => {
                let id = self.folded(id.clone());
                self.by_id.try_reserve(1)?;
                self.by_id.entry(id).or_insert(NONE)
            }
            Some(Step::Class(name, _)) => {
                let name = self.folded(name.clone());
                class = Some(name.clone());
                self.classes.add(place(name.as_bytes()));
                self.by_class.try_reserve(1)?;
                self.by_class.entry(name).or_insert(NONE)
            }
            Some(Step::Tag(name)) => {
                self.by_tag.try_reserve(1)?;
                self.by_tag.entry(*name).or_insert(NONE)
            }
            _ => &mut self.of_all,
        };
        let next = std::mem::replace(last, self.entries.len() as u32);
        let mut around = Names::default();
        let left = steps[selector.steps()].iter().skip_while(|step| !matches!(step, Step::Descendant | Step::Child));
        for step in left {
            if let Step::Class(_, place) | Step::Id(_, place) = step {
                around.add(*place);
            }
        }
        // Whoever finds the selector by its key has the key.
        if let Some(part) = key.map(|(part, _)| part) {
            selector.leave_out(part, steps);
        }
        self.entries.try_push(Entry {
            selector,
            block,
            next,
            around,
        })?;
        Ok(class)
    }

    fn folded<'a>(&self, name: Cow<'a, str>) -> Cow<'a, str> {
        // It is copied.
        if self.is_quirks && name.len() <= 1024 && name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(name.to_ascii_lowercase())
        } else {
            name
        }
    }

    /// Hands over the selectors with a key that an element has, given its tag, id and classes, each with the number of its
    /// block, until one fails. Those that ask for classes and ids that no element `around` has are left out, and all where
    /// the work is done.
    pub fn each<E>(
        &self,
        (tag, id, classes): (Name, Option<&str>, &str),
        around: &Names,
        work: &mut Work,
        mut found: impl FnMut(&Selector, u32, &mut Work) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut chain = |last: u32| {
            let mut next = last;
            let mut looks = 0;
            while let Some(entry) = self.entries.get(next as usize).filter(|_| work.is_left()) {
                looks += 1;
                next = entry.next;
                if around.may_have_all(&entry.around) {
                    found(&entry.selector, entry.block, work)?;
                }
            }
            work.look(looks);
            Ok(())
        };
        chain(self.of_all)?;
        if !self.by_tag.is_empty() {
            chain(self.by_tag.get(&tag).copied().unwrap_or(NONE))?;
        }
        if !self.by_id.is_empty()
            && let Some(id) = id
        {
            chain(self.by_id.get(&*self.folded(id.trim().into())).copied().unwrap_or(NONE))?;
        }
        if !self.by_class.is_empty() {
            for (_, class) in places(classes).filter(|(place, _)| self.classes.may_have(*place)) {
                chain(self.by_class.get(&*self.folded(class.into())).copied().unwrap_or(NONE))?;
            }
        }
        Ok(())
    }
}

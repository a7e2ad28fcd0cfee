//! The matcher: each part of a selector becomes a set of elements, by a pass over the page.
//!
//! A selector is read from left to right. The set of the first compound's matches is known. The combinator turns it
//! into the set of elements that may stand on its right, and the next compound keeps some of these. `:has()` goes from
//! right to left. A relation is a chain of parents or of neighbours, which one pass follows to the end, in document
//! order or against it. So no pass is repeated for each element, whatever the page and the selector.

use goce_core::html::{Element, Name, Namespace, Node, names};
use goce_core::interrupts::Countdown;
use goce_core::memory::{OutOfMemory, TryPush, try_filled};

use super::SelectError;
use super::attributes::{AttributeTestOnPage, has_word};
use super::element_set::ElementSet;
use super::nth::Nth;
use super::numbered::{NONE, NumberedElements};
use super::parser::{Combinator, Complex, Compound, Simple};

/// Returns the elements that match one of the selectors.
pub fn of(list: &[Complex], elements: &NumberedElements<'_>) -> Result<ElementSet, SelectError> {
    let mut matcher = Matcher {
        elements,
        work: Countdown::new(CHECK_EVERY),
        scratch: Vec::new(),
    };
    Ok(matcher.list(list)?)
}

struct Matcher<'a> {
    elements: &'a NumberedElements<'a>,
    work: Countdown,
    scratch: Vec<u8>,
}

/// A part of a compound that can be tested by the element alone.
enum Test<'s> {
    Name { written: Option<Name>, lower: Option<Name> },
    Id(&'s str),
    Class(&'s str),
    Attribute(AttributeTestOnPage<'s>),
    Root,
    Empty,
}

/// Work between two checks. A unit is about one byte that is read.
pub const CHECK_EVERY: usize = 4 * 1024 + 1;

/// Work of a test of one element.
const LOOK: usize = 4;

impl Matcher<'_> {
    fn none(&self) -> Result<ElementSet, OutOfMemory> {
        ElementSet::none(self.elements.len())
    }

    fn all(&self) -> Result<ElementSet, OutOfMemory> {
        ElementSet::all(self.elements.len())
    }

    fn list(&mut self, list: &[Complex]) -> Result<ElementSet, OutOfMemory> {
        let mut any = self.none()?;
        for complex in list {
            any.add(&self.complex(complex)?);
        }
        Ok(any)
    }

    fn complex(&mut self, complex: &Complex) -> Result<ElementSet, OutOfMemory> {
        let mut matching = self.compound(&complex.first, self.all()?)?;
        for (combinator, compound) in &complex.rest {
            let related = self.related(&matching, *combinator)?;
            matching = self.compound(compound, related)?;
        }
        Ok(matching)
    }

    /// Returns the elements that stand in a relation to a match of a selector.
    fn having(&mut self, combinator: Combinator, complex: &Complex) -> Result<ElementSet, OutOfMemory> {
        let mut matching = self.all()?;
        for (combinator, compound) in complex.rest.iter().rev() {
            matching = self.compound(compound, matching)?;
            matching = self.relating(&matching, *combinator)?;
        }
        matching = self.compound(&complex.first, matching)?;
        self.relating(&matching, combinator)
    }

    /// Returns the element on the left of a combinator that has an element on its right.
    fn left_of(&self, number: usize, combinator: Combinator) -> Option<usize> {
        let left = match combinator {
            Combinator::Descendant | Combinator::Child => self.elements.parent(number),
            Combinator::Next | Combinator::Later => self.elements.previous(number),
        };
        (left != NONE).then_some(left as usize)
    }

    /// Returns the elements that may stand on the right of a combinator with one of `from` on its left.
    fn related(&mut self, from: &ElementSet, combinator: Combinator) -> Result<ElementSet, OutOfMemory> {
        let mut to = self.none()?;
        if from.is_empty() {
            return Ok(to);
        }
        for number in 0..self.elements.len() {
            self.work.charge(LOOK);
            if let Some(left) = self.left_of(number, combinator)
                && (from.has(left) || is_far(combinator) && to.has(left))
            {
                to.insert(number);
            }
        }
        Ok(to)
    }

    /// Returns the elements that may stand on the left of a combinator with one of `from` on its right.
    fn relating(&mut self, from: &ElementSet, combinator: Combinator) -> Result<ElementSet, OutOfMemory> {
        let mut to = self.none()?;
        if from.is_empty() {
            return Ok(to);
        }
        for number in (0..self.elements.len()).rev() {
            self.work.charge(LOOK);
            if (from.has(number) || is_far(combinator) && to.has(number))
                && let Some(left) = self.left_of(number, combinator)
            {
                to.insert(left);
            }
        }
        Ok(to)
    }

    /// Returns the elements of a set that match a compound.
    fn compound(&mut self, compound: &Compound, mut of: ElementSet) -> Result<ElementSet, OutOfMemory> {
        let mut tests = Vec::new();
        for part in &compound.0 {
            if let Some(test) = self.test(part) {
                tests.try_push(test)?;
            }
        }
        if !tests.is_empty() {
            for number in 0..of.length() {
                self.work.charge(LOOK);
                if of.has(number) && !self.passes(&tests, number)? {
                    of.remove(number);
                }
            }
        }
        for part in &compound.0 {
            if of.is_empty() {
                break;
            }
            match part {
                Simple::Is(list) => of.keep(&self.list(list)?),
                Simple::Not(list) => of.take_out(&self.list(list)?),
                Simple::Has(list) => {
                    let mut any = self.none()?;
                    for (combinator, complex) in list {
                        any.add(&self.having(*combinator, complex)?);
                    }
                    of.keep(&any);
                }
                Simple::Nth {
                    nth,
                    from_end,
                    of_type: true,
                    ..
                } => self.keep_nth_of_type(&mut of, *nth, *from_end)?,
                Simple::Nth {
                    nth,
                    from_end,
                    of: among,
                    ..
                } => {
                    let among = match among {
                        None => None,
                        Some(list) => Some(self.list(list)?),
                    };
                    if let Some(among) = &among {
                        of.keep(among);
                    }
                    self.keep_nth(&mut of, *nth, *from_end, among.as_ref())?;
                }
                _ => {}
            }
        }
        Ok(of)
    }

    fn test<'s>(&self, part: &'s Simple) -> Option<Test<'s>> {
        let tree = self.elements.tree();
        Some(match part {
            Simple::Name { written, lower } => Test::Name {
                written: tree.find(written),
                lower: tree.find(lower),
            },
            Simple::Id(id) => Test::Id(id),
            Simple::Class(class) => Test::Class(class),
            Simple::Attribute(test) => Test::Attribute(test.on(tree)),
            Simple::Root => Test::Root,
            Simple::Empty => Test::Empty,
            _ => return None,
        })
    }

    fn passes(&mut self, tests: &[Test<'_>], number: usize) -> Result<bool, OutOfMemory> {
        let Some(node) = self.elements.node(number) else {
            return Ok(false);
        };
        let Some(element) = node.value().as_element() else {
            return Ok(false);
        };
        // In quirks mode browsers ignore the case of classes and ids.
        let ignores_case = self.elements.tree().is_quirks();
        for test in tests {
            self.work.charge(LOOK);
            let passes = match test {
                Test::Name { written, lower } => {
                    let is_html = element.namespace() == Namespace::Html;
                    Some(element.local()) == if is_html { *lower } else { *written }
                }
                Test::Id(id) => match self.plain(element, names::ID) {
                    Some(value) if ignores_case => value.eq_ignore_ascii_case(id),
                    value => value == Some(*id),
                },
                Test::Class(class) => self.plain(element, names::CLASS).is_some_and(|value| {
                    let (value, class) = (value.as_bytes(), class.as_bytes());
                    has_word(value, class, ignores_case, &mut self.work)
                }),
                Test::Attribute(test) => test.passes(element, &mut self.scratch, &mut self.work)?,
                Test::Root => self.elements.parent(number) == NONE,
                // The content of a template is not in the template.
                Test::Empty => node.first_child().is_none_or(|child| matches!(child.value(), Node::Fragment)),
            };
            if !passes {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the value of an attribute without a prefix.
    fn plain<'e>(&mut self, element: Element<'e>, name: Name) -> Option<&'e str> {
        let found = element.attrs().find(|attribute| {
            self.work.charge(1);
            attribute.local() == name && attribute.prefix().is_empty()
        });
        found.map(|attribute| attribute.value())
    }

    /// Keeps elements by their places among their siblings in `among`.
    fn keep_nth(
        &mut self,
        of: &mut ElementSet,
        nth: Nth,
        from_end: bool,
        among: Option<&ElementSet>,
    ) -> Result<(), OutOfMemory> {
        let count = self.elements.len();
        let mut places = try_filled(0_u32, count)?;
        for step in 0..count {
            self.work.charge(LOOK);
            let number = if from_end { count - 1 - step } else { step };
            let counts = u32::from(among.is_none_or(|among| among.has(number)));
            let previous = self.elements.previous(number);
            if from_end {
                // The elements behind this one were added already.
                places[number] += counts;
                if previous != NONE {
                    places[previous as usize] = places[number];
                }
            } else {
                let before = if previous == NONE { 0 } else { places[previous as usize] };
                places[number] = before + counts;
            }
        }
        self.keep_places(of, nth, &places);
        Ok(())
    }

    /// Keeps elements by their places among their siblings of the same name.
    fn keep_nth_of_type(&mut self, of: &mut ElementSet, nth: Nth, from_end: bool) -> Result<(), OutOfMemory> {
        let count = self.elements.len();
        let mut next = try_filled(NONE, count)?;
        for number in 0..count {
            self.work.charge(LOOK);
            let previous = self.elements.previous(number);
            if previous != NONE {
                next[previous as usize] = number as u32;
            }
        }
        let mut places = try_filled(0_u32, count)?;
        // The number of elements of each name so far; all 0 between two parents.
        let mut counts: Vec<u32> = Vec::new();
        for first in 0..count {
            if self.elements.previous(first) != NONE {
                continue;
            }
            for number in chain(first, &next) {
                self.work.charge(LOOK);
                let name = self.name_number(number);
                if counts.len() <= name {
                    counts.try_reserve(name + 1 - counts.len())?;
                    counts.resize(name + 1, 0);
                }
                counts[name] += 1;
                places[number] = counts[name];
            }
            if from_end {
                for number in chain(first, &next) {
                    self.work.charge(LOOK);
                    places[number] = counts[self.name_number(number)] + 1 - places[number];
                }
            }
            for number in chain(first, &next) {
                self.work.charge(LOOK);
                counts[self.name_number(number)] = 0;
            }
        }
        self.keep_places(of, nth, &places);
        Ok(())
    }

    /// Returns a number for each pair of name and namespace.
    fn name_number(&self, number: usize) -> usize {
        self.elements
            .element(number)
            .map_or(0, |element| 3 * element.local().number() + element.namespace() as usize)
    }

    fn keep_places(&mut self, of: &mut ElementSet, nth: Nth, places: &[u32]) {
        for (number, place) in places.iter().enumerate() {
            self.work.charge(LOOK);
            if !nth.matches(*place) {
                of.remove(number);
            }
        }
    }
}

/// Returns `true` for a combinator whose sides may have elements between them.
fn is_far(combinator: Combinator) -> bool {
    matches!(combinator, Combinator::Descendant | Combinator::Later)
}

/// Returns an element and its later siblings.
fn chain(first: usize, next: &[u32]) -> impl Iterator<Item = usize> + '_ {
    std::iter::successors(Some(first), |&number| (next[number] != NONE).then(|| next[number] as usize))
}

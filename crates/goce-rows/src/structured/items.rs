//! Items of microdata and RDFa, and how they are written.

use crate::prelude::*;
use goce_core::json::Document;

use super::by_type::{ByType, Comma, short, write_array, write_strings};
use super::values::Values;

/// Levels of items within items that are read. Deeper items are left out.
pub const DEEPEST: usize = 64;

/// The value of a property.
#[derive(Debug, PartialEq, Eq)]
pub enum Value {
    Text(String),
    /// The place of an item.
    Item(usize),
}

/// An item.
#[derive(Debug, Default)]
pub struct Item<'p> {
    /// As the page writes them, by [`short`].
    pub types: Vec<Cow<'p, str>>,
    pub id: Option<String>,
    /// In document order.
    pub properties: Vec<(Cow<'p, str>, Value)>,
}

/// The items of a page in one syntax.
#[derive(Debug, Default)]
pub struct Items<'p> {
    pub(super) items: Vec<Item<'p>>,
    /// The places of those that are no other item's property.
    pub(super) top: Vec<usize>,
}

impl<'p> Items<'p> {
    /// Returns `true` if there is none.
    pub fn is_empty(&self) -> bool {
        self.top.is_empty()
    }

    /// Adds an item. Returns its place.
    pub(super) fn add(&mut self, item: Item<'p>) -> Fallible<usize> {
        self.items.try_push(item)?;
        Ok(self.items.len() - 1)
    }

    /// Adds a property to an item, under each of its names.
    pub(super) fn state(
        &mut self,
        item: usize,
        names: impl IntoIterator<Item = Cow<'p, str>>,
        value: &Value,
        values: &mut Values,
    ) -> Rendered {
        let Some(item) = self.items.get_mut(item) else {
            return Ok(());
        };
        for name in names {
            // About the memory that a property takes.
            values.spend(96 + name.len())?;
            let value = match value {
                Value::Text(text) => Value::Text(values.text(text)?),
                Value::Item(place) => Value::Item(*place),
            };
            item.properties.try_push((name, value))?;
        }
        Ok(())
    }

    /// Writes the items by their types.
    pub(super) fn write(&self, out: &mut Output) -> Rendered {
        let mut by_type = ByType::new();
        for &place in &self.top {
            let types = self.items.get(place).into_iter().flat_map(|item| &item.types);
            by_type.add(types.map(|name| &**name), place)?;
        }
        by_type.write(out, |place, out| self.write_item(place, out))
    }

    /// Returns the items that are no other item's property and have a type that `is_wanted`: at most `most`, as JSON.
    ///
    /// # Errors
    /// [`RenderError`].
    pub fn of_types(
        &self,
        is_wanted: impl Fn(&str) -> bool,
        most: usize,
        mut out: Output,
    ) -> Rendered<Vec<Document<'static>>> {
        let mut documents = Vec::new();
        for &place in &self.top {
            let mut types = self.items.get(place).into_iter().flat_map(|item| &item.types);
            if types.any(|name| is_wanted(short(name))) && documents.len() < most {
                self.write_item(place, &mut out)?;
                documents.try_extend(Document::read(out.take())?)?;
            }
        }
        Ok(documents)
    }

    /// Writes an item with the items in it, of which none is deeper than [`DEEPEST`].
    fn write_item(&self, place: usize, out: &mut Output) -> Rendered {
        interrupts::check();
        let Some(item) = self.items.get(place) else {
            return Ok(());
        };
        let mut comma = Comma::open(out)?;
        if !item.types.is_empty() {
            comma.key(out, "@type")?;
            write_strings(item.types.iter().map(|name| short(name)), out)?;
        }
        if let Some(id) = &item.id {
            comma.key(out, "@id")?;
            push_string(out, id)?;
        }
        // With their places, which keep the order of the page: a stable sort takes memory that it does not ask for.
        let named = item.properties.iter().enumerate();
        let mut properties = try_collect(named.map(|(place, (name, value))| (short(name), place, value)))?;
        let mut work = Countdown::new(CHECK_EVERY);
        properties.sort_unstable_by_key(|(name, place, _)| {
            work.charge(1);
            (*name, *place)
        });
        for same in properties.chunk_by(|(one, ..), (other, ..)| one == other) {
            comma.key(out, same[0].0)?;
            match same {
                [(.., value)] => self.write_value(value, out)?,
                _ => write_array(same, out, |(.., value), out| self.write_value(value, out))?,
            }
        }
        out.push("}")
    }

    fn write_value(&self, value: &Value, out: &mut Output) -> Rendered {
        match value {
            Value::Text(text) => push_string(out, text),
            Value::Item(place) => self.write_item(*place, out),
        }
    }
}

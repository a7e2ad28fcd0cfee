//! Items in an object whose keys are their types.

use crate::prelude::*;

/// The most types under which an item stands, and names of one property.
pub const MOST_NAMES: usize = 8;

/// The key of items without a type.
pub const UNTYPED: &str = "untyped";

/// Returns a type or a property without the address of schema.org before it; those of other vocabularies as they are.
pub fn short(name: &str) -> &str {
    let name = name.trim();
    let rest = in_schema_org(name).and_then(|rest| rest.strip_prefix('/')).or_else(|| name.strip_prefix("schema:"));
    rest.filter(|rest| !rest.is_empty()).unwrap_or(name)
}

/// Returns what stands behind the host in an address of schema.org; `None` for other addresses.
pub fn in_schema_org(address: &str) -> Option<&str> {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
    rest.strip_prefix("www.").unwrap_or(rest).strip_prefix("schema.org")
}

/// The comma between members of an object or values of an array.
#[derive(Debug, Default)]
pub struct Comma {
    is_due: bool,
}

impl Comma {
    /// Begins an object.
    pub fn open(out: &mut Output) -> Rendered<Self> {
        out.push("{")?;
        Ok(Comma::default())
    }

    /// Writes the comma, unless this is the first.
    pub fn push(&mut self, out: &mut Output) -> Rendered {
        if std::mem::replace(&mut self.is_due, true) {
            out.push(",")?;
        }
        Ok(())
    }

    /// Writes a key, with the comma before it.
    pub fn key(&mut self, out: &mut Output, key: &str) -> Rendered {
        self.push(out)?;
        push_string(out, key)?;
        out.push(":")
    }
}

/// Writes an array.
pub fn write_array<T>(
    items: impl IntoIterator<Item = T>,
    out: &mut Output,
    mut write: impl FnMut(T, &mut Output) -> Rendered,
) -> Rendered {
    out.push("[")?;
    let mut comma = Comma::default();
    for item in items.into_iter().checking(CHECK_EVERY) {
        comma.push(out)?;
        write(item, out)?;
    }
    out.push("]")
}

/// Writes a string, or an array of several.
pub fn write_strings<'t>(texts: impl ExactSizeIterator<Item = &'t str>, out: &mut Output) -> Rendered {
    let mut texts = texts;
    match texts.len() {
        1 => texts.try_for_each(|text| push_string(out, text)),
        _ => write_array(texts, out, |text, out| push_string(out, text)),
    }
}

/// Items by their types.
#[derive(Debug)]
pub struct ByType<T> {
    /// The number of each type.
    names: Map<String, u32>,
    /// Each with the number of its type and that of the entry, which keeps the order of the page.
    items: Vec<(u32, usize, T)>,
}

impl<T: Copy> ByType<T> {
    pub fn new() -> Self {
        ByType {
            names: Map::default(),
            items: Vec::new(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Adds an item under each of its types.
    pub fn add<'n>(&mut self, types: impl IntoIterator<Item = &'n str>, item: T) -> Fallible {
        let before = self.items.len();
        for name in types.into_iter().map(short).filter(|name| !name.is_empty()).take(MOST_NAMES) {
            let number = self.number(name)?;
            if !self.items[before..].iter().any(|(known, ..)| *known == number) {
                self.items.try_push((number, self.items.len(), item))?;
            }
        }
        if self.items.len() == before {
            let number = self.number(UNTYPED)?;
            self.items.try_push((number, before, item))?;
        }
        Ok(())
    }

    /// Returns the number of a type.
    fn number(&mut self, name: &str) -> Fallible<u32> {
        if let Some(number) = self.names.get(name) {
            return Ok(*number);
        }
        let number = self.names.len() as u32;
        self.names.try_entry(try_to_owned(name)?)?.or_insert(number);
        Ok(number)
    }

    /// Writes the object. Items of a type keep their order.
    pub fn write(mut self, out: &mut Output, mut write: impl FnMut(T, &mut Output) -> Rendered) -> Rendered {
        let mut work = Countdown::new(4096);
        let mut names: Vec<(&str, u32)> =
            try_collect(self.names.iter().map(|(name, number)| (name.as_str(), *number)))?;
        names.sort_unstable_by(|(one, _), (other, _)| {
            work.charge(1);
            one.cmp(other)
        });
        let mut places = try_filled(0usize, names.len())?;
        for (place, (_, number)) in names.iter().enumerate() {
            places[*number as usize] = place;
        }
        self.items.sort_unstable_by_key(|(number, entry, _)| {
            work.charge(1);
            (places[*number as usize], *entry)
        });
        let mut keys = Comma::open(out)?;
        let same_type = |(one, ..): &(u32, usize, T), (other, ..): &(u32, usize, T)| one == other;
        for ((name, _), items) in names.iter().zip(self.items.chunk_by(same_type)) {
            keys.key(out, name)?;
            write_array(items, out, |(.., item), out| write(*item, out))?;
        }
        out.push("}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schema_org_goes_without_saying() {
        expect(
            "
            https://schema.org/Product => Product
             http://www.schema.org/Product  => Product
            schema:Product => Product
            Product => Product
            http://purl.org/goodrelations/v1#Offering => http://purl.org/goodrelations/v1#Offering
            https://schema.org/ => https://schema.org/
            http://schema.organic/x => http://schema.organic/x",
            |name| Some(short(name).to_owned()),
        );
        assert_eq!(short(" Product "), "Product");
    }
}

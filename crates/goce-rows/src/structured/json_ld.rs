//! The scripts of JSON-LD, each with its objects.

use crate::prelude::*;
use goce_core::json::{Document, Kind, Mends, Value, read_lenient};

use super::by_type::{ByType, Comma, MOST_NAMES, write_array};

/// A script that has a text.
#[derive(Debug)]
enum Script<'p> {
    /// It has no more than spaces.
    Blank,
    Read(Document<'p>, Mends),
    Unread,
}

/// The scripts of a page.
#[derive(Debug)]
pub struct Scripts<'p> {
    scripts: Vec<Script<'p>>,
}

impl<'p> Scripts<'p> {
    /// Reads scripts, and mends those that are invalid.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn read(texts: &[&'p str]) -> Fallible<Self> {
        // Bytes of the scripts that are read: of all together, and below of the longest.
        let mut left = 16usize << 20;
        let mut scripts = Vec::new();
        for &text in texts.iter().filter(|text| !text.is_empty()).checking(CHECK_EVERY) {
            let rest = left.checked_sub(text.len()).filter(|_| text.len() <= 4 << 20);
            let script = match rest {
                Some(_) if text.trim().is_empty() => Script::Blank,
                Some(_) => {
                    read_lenient(text)?.map_or(Script::Unread, |(document, mends)| Script::Read(document, mends))
                }
                None => Script::Unread,
            };
            left = rest.unwrap_or(left);
            scripts.try_push(script)?;
        }
        Ok(Scripts { scripts })
    }

    /// Returns what could be read, in the order of the page.
    pub fn documents(&self) -> impl Iterator<Item = &Document<'p>> {
        self.scripts.iter().filter_map(|script| match script {
            Script::Read(document, _) => Some(document),
            _ => None,
        })
    }

    /// Writes the objects by their types. Arrays and the objects of a `@graph` stand for themselves.
    pub(super) fn write(&self, comma: &mut Comma, out: &mut Output) -> Rendered {
        let mut by_type = ByType::new();
        for document in self.documents() {
            add(document.root(), &mut by_type)?;
        }
        if by_type.is_empty() {
            return Ok(());
        }
        comma.key(out, "json_ld")?;
        by_type.write(out, |object: Value<'_>, out| match object.get("@graph") {
            None => object.write(out),
            Some(_) => write_without_graph(object, out),
        })
    }

    /// Writes which scripts were mended, and which could not be read.
    pub(super) fn write_damage(&self, comma: &mut Comma, out: &mut Output) -> Rendered {
        let numbered = || self.scripts.iter().enumerate().map(|(index, script)| (index + 1, script));
        let mut mended = numbered()
            .filter_map(|(number, script)| match script {
                Script::Read(_, mends) if mends.names().next().is_some() => Some((number, mends)),
                _ => None,
            })
            .peekable();
        if mended.peek().is_some() {
            comma.key(out, "mended")?;
            write_array(mended, out, |(number, mends), out| {
                let names: Vec<&str> = mends.names().collect();
                out.push(&format!("{{\"script\":{number},\"mends\":[\"{}\"]}}", names.join("\",\"")))
            })?;
        }
        let mut unread = numbered().filter(|(_, script)| matches!(script, Script::Unread)).peekable();
        if unread.peek().is_some() {
            comma.key(out, "unread")?;
            write_array(unread, out, |(number, _), out| out.push(&number.to_string()))?;
        }
        Ok(())
    }
}

/// Adds a document's objects, without recursion.
fn add<'d>(root: Value<'d>, by_type: &mut ByType<Value<'d>>) -> Fallible {
    let mut open = vec![root];
    let mut countdown = Countdown::new(CHECK_EVERY);
    while let Some(value) = open.pop() {
        countdown.charge(1);
        match value.kind() {
            Kind::Array => {
                let start = open.len();
                open.try_extend(value.items())?;
                open[start..].reverse();
            }
            Kind::Object => {
                let graph = value.get("@graph");
                let kind = value.get("@type");
                if graph.is_none() || kind.is_some() {
                    by_type.add(types(kind)?.iter().map(|name| &**name), value)?;
                }
                open.try_extend(graph)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns a value, and the values of a list.
pub fn each(value: Option<Value<'_>>) -> impl Iterator<Item = Value<'_>> {
    value.into_iter().chain(value.into_iter().flat_map(Value::items))
}

/// Returns the types that a `@type` names: one, or those of an array.
fn types(kind: Option<Value<'_>>) -> Fallible<Vec<Cow<'_, str>>> {
    let mut types = Vec::new();
    for name in each(kind).take(1 + MOST_NAMES) {
        // The longest name of a type, in bytes.
        types.try_extend(name.text(1024)?)?;
    }
    Ok(types)
}

/// Writes an object that has a `@graph` and a type, without the former.
fn write_without_graph(object: Value<'_>, out: &mut Output) -> Rendered {
    let mut comma = Comma::open(out)?;
    for (key, value) in object.members().filter(|(key, _)| !key.is_text("@graph")).checking(CHECK_EVERY) {
        comma.push(out)?;
        key.write(out)?;
        out.push(":")?;
        value.write(out)?;
    }
    out.push("}")
}

//! The scripts of JSON-LD, each with its objects.

use crate::interrupts::{CHECK_EVERY, Checking, Countdown};
use crate::json::{Document, Index, Kind, Mend, Mended, mend};
use crate::memory::{OutOfMemory, TryPush};
use crate::render::{Output, RenderError};

use super::by_type::{ByType, Comma, MOST_TYPES};

/// The longest script that is read, in bytes, and all scripts of a page together.
const LONGEST: usize = 4 << 20;
const LONGEST_IN_ALL: usize = 16 << 20;

/// The text of a script, as valid JSON if it could be mended.
enum Text<'p> {
    Valid(&'p str),
    Mended(Mended),
    Unread,
}

/// The scripts of a page.
pub struct Blocks<'p> {
    blocks: Vec<Text<'p>>,
}

/// An object: the place of its document, and its own in it.
#[derive(Clone, Copy)]
struct Object {
    document: usize,
    at: Index,
    /// It has no `@graph`, whose objects stand for themselves.
    is_whole: bool,
}

impl<'p> Blocks<'p> {
    /// Reads scripts, and mends those that are invalid. Empty scripts and those with no more than spaces count as valid.
    pub fn of(scripts: &[&'p str]) -> Result<Self, OutOfMemory> {
        let mut left = LONGEST_IN_ALL;
        let mut blocks = Vec::new();
        for &script in scripts.iter().checking(CHECK_EVERY) {
            let fits = script.len() <= LONGEST;
            let block = match left.checked_sub(script.len()).filter(|_| fits) {
                None => Text::Unread,
                Some(rest) => {
                    left = rest;
                    let is_valid = script.trim().is_empty() || Document::read(script)?.is_some();
                    if is_valid {
                        Text::Valid(script)
                    } else {
                        mend(script)?.map_or(Text::Unread, Text::Mended)
                    }
                }
            };
            blocks.try_push(block)?;
        }
        Ok(Blocks { blocks })
    }

    /// Writes the objects by their types. Arrays and the objects of a `@graph` stand for themselves.
    pub fn write(&self, comma: &mut Comma, out: &mut Output) -> Result<(), RenderError> {
        let mut documents = Vec::new();
        for block in &self.blocks {
            match block {
                Text::Valid(text) => documents.try_extend(Document::read(text)?)?,
                Text::Mended(mended) => {
                    for line in mended.text.lines().checking(CHECK_EVERY) {
                        documents.try_extend(Document::read(line)?)?;
                    }
                }
                Text::Unread => {}
            }
        }
        let mut by_type = ByType::new();
        for (number, document) in documents.iter().enumerate() {
            add(document, number, &mut by_type)?;
        }
        if by_type.is_empty() {
            return Ok(());
        }
        comma.key(out, "json_ld")?;
        by_type.write(out, |object: Object, out| match documents.get(object.document) {
            Some(document) if object.is_whole => document.write(object.at, out),
            Some(document) => write_without_graph(document, object.at, out),
            None => Ok(()),
        })
    }

    /// Writes which scripts were mended, and which could not be read.
    pub fn write_damage(&self, comma: &mut Comma, out: &mut Output) -> Result<(), RenderError> {
        let numbered = || self.blocks.iter().enumerate().map(|(index, block)| (index + 1, block));
        if numbered().any(|(_, block)| matches!(block, Text::Mended(_))) {
            comma.key(out, "mended")?;
            out.push("[")?;
            let mut each = Comma::default();
            for (number, block) in numbered().checking(CHECK_EVERY) {
                let Text::Mended(mended) = block else {
                    continue;
                };
                each.push(out)?;
                let names: Vec<&str> = mended.mends().map(Mend::name).collect();
                out.push(&format!("{{\"script\":{number},\"mends\":[\"{}\"]}}", names.join("\",\"")))?;
            }
            out.push("]")?;
        }
        if numbered().any(|(_, block)| matches!(block, Text::Unread)) {
            comma.key(out, "unread")?;
            out.push("[")?;
            let mut each = Comma::default();
            for (number, _) in numbered().filter(|(_, block)| matches!(block, Text::Unread)).checking(CHECK_EVERY) {
                each.push(out)?;
                out.push(&number.to_string())?;
            }
            out.push("]")?;
        }
        Ok(())
    }
}

/// Adds the objects of a document.
fn add(document: &Document<'_>, number: usize, by_type: &mut ByType<Object>) -> Result<(), OutOfMemory> {
    let mut open = vec![document.root()];
    let mut countdown = Countdown::new(CHECK_EVERY);
    while let Some(at) = open.pop() {
        countdown.charge(1);
        match document.kind(at) {
            Kind::Array => push_reversed(&mut open, document.items(at))?,
            Kind::Object => {
                let graph = document.get(at, "@graph");
                let kind = document.get(at, "@type");
                if graph.is_none() || kind.is_some() {
                    let types = types(document, kind)?;
                    by_type.add(
                        types.iter().map(String::as_str),
                        Object {
                            document: number,
                            at,
                            is_whole: graph.is_none(),
                        },
                    )?;
                }
                push_reversed(&mut open, graph.into_iter())?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn push_reversed(open: &mut Vec<Index>, values: impl Iterator<Item = Index>) -> Result<(), OutOfMemory> {
    let start = open.len();
    open.try_extend(values)?;
    open[start..].reverse();
    Ok(())
}

/// Returns the types that a `@type` names: one, or those of an array.
fn types(document: &Document<'_>, kind: Option<Index>) -> Result<Vec<String>, OutOfMemory> {
    let mut types = Vec::new();
    for at in kind.into_iter().chain(kind.into_iter().flat_map(|kind| document.items(kind).take(MOST_TYPES))) {
        // The longest name of a type, in bytes.
        types.try_extend(document.text_of(at)?.filter(|name| name.len() <= 1024))?;
    }
    Ok(types)
}

/// Writes an object that has a `@graph` and a type, without the former.
fn write_without_graph(document: &Document<'_>, at: Index, out: &mut Output) -> Result<(), RenderError> {
    let mut comma = Comma::default();
    out.push("{")?;
    let members = document.members(at).filter(|(key, _)| !document.is_text(*key, "@graph"));
    for (key, value) in members.checking(CHECK_EVERY) {
        comma.push(out)?;
        document.write(key, out)?;
        out.push(":")?;
        document.write(value, out)?;
    }
    out.push("}")
}

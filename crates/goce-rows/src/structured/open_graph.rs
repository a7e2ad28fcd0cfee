//! OpenGraph and what is written like it.

use crate::prelude::*;
use goce_core::page::Meta;

use super::by_type::{Comma, write_array, write_strings};

/// The vocabularies, by their prefixes.
const PREFIXES: &str = "og article product twitter book profile video music";

/// Properties with properties of their own, which follow them: `og:image:width` is of the `og:image` before it.
const STRUCTURED: [&str; 3] = ["og:image", "og:video", "og:audio"];

/// A property with its place among all.
#[derive(Debug)]
struct Property<'p> {
    name: Cow<'p, str>,
    place: usize,
    content: &'p str,
}

/// Writes the properties that `<meta>`s state by their `property` or `name`, if there are any, as an object. `og:image`,
/// `og:video` and `og:audio` are arrays of objects, each with `url` and its own properties; others are strings, or arrays
/// where they are repeated.
pub fn write(metas: &[Meta<'_>], comma: &mut Comma, out: &mut Output) -> Rendered {
    // By their names, and in document order where these are the same.
    let mut values = Vec::new();
    for meta in metas.iter().checking(CHECK_EVERY) {
        let Some(content) = meta.content else {
            continue;
        };
        if let Some(name) = meta.names().find_map(known) {
            let place = values.len();
            values.try_push(Property { name, place, content })?;
        }
    }
    if values.is_empty() {
        return Ok(());
    }
    let mut work = Countdown::new(CHECK_EVERY);
    values.sort_unstable_by(|one, other| {
        work.charge(1);
        (group(&one.name), one.place).cmp(&(group(&other.name), other.place))
    });
    comma.key(out, "opengraph")?;
    let mut keys = Comma::open(out)?;
    for values in values.chunk_by(|one, other| group(&one.name) == group(&other.name)).checking(CHECK_EVERY) {
        let Some(first) = values.first() else {
            continue;
        };
        let group = group(&first.name);
        keys.key(out, group)?;
        if STRUCTURED.contains(&group) {
            write_structured(group, values, out)?;
        } else {
            write_strings(values.iter().map(|property| property.content), out)?;
        }
    }
    out.push("}")
}

/// Returns a name in lower case if its prefix is known.
fn known(name: &str) -> Option<Cow<'_, str>> {
    let (prefix, rest) = name.split_once(':')?;
    let is_known = !rest.is_empty() && PREFIXES.split(' ').any(|known| prefix.eq_ignore_ascii_case(known));
    let has_upper = name.bytes().any(|byte| byte.is_ascii_uppercase());
    is_known.then(|| match has_upper {
        true => Cow::Owned(name.to_ascii_lowercase()),
        false => Cow::Borrowed(name),
    })
}

/// Returns the property whose own a property is, or itself.
fn group(name: &str) -> &str {
    let of = |group: &&&str| name.strip_prefix(**group).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'));
    STRUCTURED.iter().find(of).copied().unwrap_or(name)
}

/// Writes pictures, films or sounds. Each begins with its address, or with a property that the one before has already.
fn write_structured(group: &str, values: &[Property<'_>], out: &mut Output) -> Rendered {
    let own = |name: &str| match name.strip_prefix(group).and_then(|rest| rest.strip_prefix(':')) {
        None | Some("") => "url".to_owned(),
        Some(own) => own.to_owned(),
    };
    let mut objects: Vec<Vec<(String, &str)>> = Vec::new();
    for Property { name, content, .. } in values.iter().checking(CHECK_EVERY) {
        let own = own(name);
        let has = |object: &Vec<(String, &str)>, name: &str| object.iter().any(|(known, _)| known == name);
        match objects.last_mut() {
            // `og:image:url` says `og:image` again.
            Some(object) if has(object, &own) && object.contains(&(own.clone(), *content)) => {}
            // The most properties of a picture, film or sound.
            Some(object) if !has(object, &own) && object.len() < 80 => object.try_push((own, *content))?,
            _ => objects.try_push(vec![(own, *content)])?,
        }
    }
    write_array(objects, out, |object, out| {
        let mut keys = Comma::open(out)?;
        for (name, content) in object {
            keys.key(out, &name)?;
            push_string(out, content)?;
        }
        out.push("}")
    })
}

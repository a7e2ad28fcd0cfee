//! The address of a picture, among those that an `<img>` names.

use super::link_target::{LinkResolver, LinkTarget};
use crate::html::{Element, Name, names};
use crate::output::RenderError;

/// Attributes with the address of a picture that a script is to load later.
const LATER: [Name; 4] = [
    names::DATA_SRC,
    names::DATA_LAZY_SRC,
    names::DATA_ORIGINAL,
    names::DATA_ORIGINAL_SRC,
];

/// Returns the address of a picture: `src`; where that is missing or refused, the address for a script, or the first of
/// `srcset`. `None` for pictures one pixel wide or high, which count visitors.
pub fn of(element: Element<'_>, addresses: &mut LinkResolver) -> Result<Option<LinkTarget>, RenderError> {
    let of = |name: Name| element.attr(name).filter(|value| !value.trim().is_empty());
    let is_dot = |name| of(name).is_some_and(|size| matches!(size.trim(), "0" | "1"));
    if is_dot(names::WIDTH) || is_dot(names::HEIGHT) {
        return Ok(None);
    }
    if let Some(src) = of(names::SRC)
        && let Some(address) = addresses.picture(src)?
    {
        return Ok(Some(address));
    }
    let later = LATER.iter().find_map(|name| of(*name)?.into());
    let of_set = || {
        let sets = [names::SRCSET, names::DATA_SRCSET];
        sets.iter().find_map(|name| of(*name)?.trim_start().split([' ', ',']).next())
    };
    match later.or_else(of_set) {
        Some(address) => addresses.picture(address),
        None => Ok(None),
    }
}

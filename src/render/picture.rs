//! Pictures: which of the addresses that an `<img>` names is the picture's.

use html5ever::{LocalName, local_name};
use scraper::node::Element;

use super::address::{Address, Addresses};
use super::bounds::RenderError;
use crate::page::attribute;

/// Where pages put the address of a picture that a script is to load later.
const LATER: [&str; 4] = [
    "data-src",
    "data-lazy-src",
    "data-original",
    "data-original-src",
];

/// The address of a picture: `src`; where that is missing or holds a placeholder, what scripts would
/// put there, or the first of `srcset`. None for what counts visitors (one pixel wide or high).
pub fn address(
    element: &Element,
    addresses: &mut Addresses,
    tick: &mut dyn FnMut(),
) -> Result<Option<Address>, RenderError> {
    let of = |name: &LocalName| attribute(element, name).filter(|value| !value.trim().is_empty());
    let is_dot = |name| of(&name).is_some_and(|size| matches!(size.trim(), "0" | "1"));
    if is_dot(local_name!("width")) || is_dot(local_name!("height")) {
        return Ok(None);
    }
    if let Some(src) = of(&local_name!("src"))
        && let Some(address) = addresses.picture(src, tick)?
    {
        return Ok(Some(address));
    }
    let later = LATER
        .iter()
        .find_map(|name| of(&LocalName::from(*name))?.into());
    let of_set = || {
        let sets = [local_name!("srcset"), LocalName::from("data-srcset")];
        sets.iter()
            .find_map(|name| of(name)?.trim_start().split([' ', ',']).next())
    };
    match later.or_else(of_set) {
        Some(address) => addresses.picture(address, tick),
        None => Ok(None),
    }
}

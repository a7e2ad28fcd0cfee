//! What most files that read or write a page need.

pub use std::borrow::Cow;
pub use std::ops::Range;

pub use super::nodes::{
    around, as_element, as_text, behind, first_text, parent, start_of_name, start_of_value, tag_of_node,
};
pub use super::{Page, Tag};
pub use crate::element_names::Meaning;
pub use crate::html::{Edge, Element, Name, Namespace, NodeId, NodeRef, Tree, names};
pub use crate::keyed::Map;
pub use crate::output::{Output, Rendered};
pub use crate::prelude::*;
pub use crate::texts::spaces::{single_spaced, start_of};
pub use crate::texts::words::are_digits;
#[cfg(test)]
pub(crate) use crate::{cases, lines};

//! Links to the licence of the page.

use super::{Walk, start};
use crate::metadata::rights;
use crate::metadata::statements::{Field, Source};
use crate::prelude::*;

impl Walk {
    /// A link to the page's licence, by its relation, or to Creative Commons, unless it is a picture's. A block that says
    /// that the link is to its licence may begin with a picture.
    pub fn license(&mut self, element: Element<'_>) -> Fallible {
        let href = element.attr(names::HREF).unwrap_or("");
        let is_own = is_license(element);
        if !is_own && rights::creative_commons(href).is_none() {
            return Ok(());
        }
        self.license = Some(self.note());
        if self.figure.is_none() && (is_own || !self.has_picture) {
            let source = if is_own { Source::Element } else { Source::Far };
            self.statements.add(Field::License, source, href)?;
        }
        Ok(())
    }
}

/// Returns `true` for a link that says that it leads to the page's licence.
fn is_license(link: Element<'_>) -> bool {
    let rel = start(link.attr(names::REL).unwrap_or(""));
    rel.split_ascii_whitespace().any(|name| name.eq_ignore_ascii_case("license"))
}

/// Returns `true` for a link to a licence, the page's or another's.
pub fn leads_to_license(link: Element<'_>) -> bool {
    is_license(link) || link.attr(names::HREF).and_then(rights::creative_commons).is_some()
}

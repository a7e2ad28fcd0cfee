//! Microdata, and RDFa with the vocabulary of schema.org, as far as they name a field of the page's work.
//!
//! The items of [`crate::structured`] do not serve: by the standard a link states its address, where the author's name is
//! the text, and what stands outside items states nothing.

use super::{Walk, start};
use crate::metadata::json_ld::{field_of, rank};
use crate::metadata::statements::{Field, Source};
use crate::metadata::subject;
use crate::prelude::*;

/// An item of microdata that is open.
pub struct Item {
    pub depth: usize,
    /// It describes the page's work.
    is_work: bool,
    /// The field whose value is the item's name.
    named: Option<Field>,
}

impl Walk {
    /// `itemscope`, `itemtype` and `itemprop`, or RDFa's `typeof` and `property`.
    pub fn microdata(&mut self, element: Element<'_>, tag: Tag) -> Fallible {
        let property = element.attr(names::ITEMPROP).or_else(|| {
            let rdfa = element.attr(names::PROPERTY)?;
            Some(rdfa.strip_prefix("schema:").unwrap_or(rdfa)).filter(|_| !matches!(tag, Tag::Meta | Tag::Link))
        });
        let property = property.map(start);
        let kind = element.attr(names::ITEMTYPE).or_else(|| element.attr(names::TYPEOF)).map(start);
        let is_item = kind.is_some() || element.attr(names::ITEMSCOPE).is_some();
        let parent = self.items.last().map(|item| (item.is_work, item.named));
        let field = property.and_then(|property| {
            property.split_ascii_whitespace().take(4).find_map(|name| match parent {
                Some((true, _)) => field_of(name),
                Some((false, named)) => named.filter(|_| name == "name"),
                // Outside items only names without another meaning count.
                None => field_of(name).filter(|field| matches!(field, Field::Author | Field::Date | Field::Modified)),
            })
        });
        if is_item {
            let kinds = kind.unwrap_or("").split_ascii_whitespace().take(4);
            let is_work = kinds.filter_map(rank).min().is_some_and(|rank| rank <= 3);
            // An item within no other, or the main entity of a page.
            let on_top = parent.is_none_or(|_| property == Some("mainEntity"));
            let is_top_work = is_work && on_top;
            let is_work = is_top_work && self.works == 0;
            self.has_typed |= kind.is_some_and(|kind| kind.split_ascii_whitespace().take(4).any(subject::is_typed));
            let is_page = kind.is_some_and(|kind| kind.trim_end().ends_with("Page"));
            self.works += usize::from(is_work && !is_page);
            self.all_works += usize::from(is_top_work && !is_page);
            let depth = self.note();
            self.items.push(Item {
                depth,
                is_work,
                named: field.filter(|field| matches!(field, Field::Author | Field::SiteName)),
            });
        } else if let Some(field) = field {
            self.property(element, tag, field)?;
        }
        Ok(())
    }

    fn property(&mut self, element: Element<'_>, tag: Tag, field: Field) -> Fallible {
        let value = match tag {
            Tag::Meta => element.attr(names::CONTENT),
            Tag::Time => element.attr(names::DATETIME),
            Tag::Img => element.attr(names::SRC),
            // A text that nobody sees, as `<meta>` has it.
            Tag::Link => element.attr(names::CONTENT).or_else(|| element.attr(names::HREF)),
            Tag::A if matches!(field, Field::Url | Field::Image | Field::License) => element.attr(names::HREF),
            _ => element.attr(names::CONTENT),
        };
        match value {
            Some(value) => self.statements.add(field, Source::Microdata, value)?,
            None if self.mute.is_none() => self.listen(field, Source::Microdata),
            None => {}
        }
        Ok(())
    }
}

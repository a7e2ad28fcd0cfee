//! What the attributes of an element say of how it is shown, read in one go.

use super::rules::Rules;
use super::selector::Names;
use super::sieve::{place, places};
use super::{Decider, is_closed_dialog};
use crate::html::names as html;
use crate::page::class_signs::ClassSigns;
use crate::page::prelude::*;

/// What the classes of an element say.
#[derive(Clone, Copy, Debug, Default)]
pub struct Classes {
    pub(super) names: Names,
    /// Rules may have one of them.
    pub(super) may_match: bool,
    pub(super) is_for_screen_readers: bool,
    pub signs: ClassSigns,
}

impl Classes {
    fn of(list: &str, rules: &Rules<'_>) -> Self {
        let mut read = Classes {
            signs: ClassSigns::of(list),
            ..Classes::default()
        };
        if rules.may_hide() || rules.know_screen_reader_names() {
            for (place, class) in places(list) {
                read.names.add(place);
                if rules.may_have_class(place) {
                    read.may_match = true;
                    read.is_for_screen_readers |= Meaning::ScreenReader.is_said_by(class);
                }
            }
        }
        read
    }
}

/// What the attributes of an element say.
#[derive(Debug, Default)]
pub struct Attributes<'t> {
    /// `""` without one.
    pub class: &'t str,
    pub(super) id: Option<&'t str>,
    pub style: Option<&'t str>,
    pub role: Option<&'t str>,
    pub href: Option<&'t str>,
    pub(super) is_hidden: bool,
    pub(super) is_until_found: bool,
    pub(super) is_aria_hidden: bool,
    /// Its role is that of a dialog.
    pub(super) is_dialog: bool,
    pub(super) is_open: bool,
    /// Its classes, and its id among their names.
    pub classes: Classes,
    /// Style sheets that are not read may have rules for it.
    pub(super) has_name: bool,
    /// It may refer to something that it opens.
    pub(super) is_control: bool,
    /// It has a colour by an attribute of HTML 3.2.
    pub(super) has_colour: bool,
}

impl<'t> Decider<'t> {
    /// Reads the attributes of an element into `read`, which says nothing yet, before [`Decider::enter`].
    #[inline]
    pub fn read(&mut self, element: Element<'t>, read: &mut Attributes<'t>) {
        for attribute in element.attrs() {
            let value = || attribute.value();
            match attribute.local() {
                html::CLASS => {
                    read.has_name = true;
                    read.class = value();
                    if !read.class.is_empty() {
                        let rules = &self.scope.rules;
                        read.classes = self.scope.classes.get_or_find(read.class, |class| Classes::of(class, rules));
                    }
                }
                html::ID => {
                    read.has_name = true;
                    read.id = Some(value());
                }
                html::STYLE => read.style = Some(value()),
                html::HIDDEN => {
                    let is_until_found = value().trim().eq_ignore_ascii_case("until-found");
                    read.is_hidden |= !is_until_found;
                    read.is_until_found = is_until_found;
                }
                html::ARIA_HIDDEN => {
                    read.is_aria_hidden = value().trim().eq_ignore_ascii_case("true");
                }
                html::ROLE => {
                    read.is_dialog = matches!(value().trim(), "dialog" | "alertdialog");
                    // In SVG and MathML another one may have a prefix.
                    if read.role.is_none() || attribute.prefix().is_empty() {
                        read.role = Some(value());
                    }
                }
                html::OPEN => read.is_open = true,
                html::HREF => {
                    read.is_control |= value().starts_with('#');
                    // As of the role.
                    if read.href.is_none() || attribute.prefix().is_empty() {
                        read.href = Some(value());
                    }
                }
                html::ARIA_CONTROLS | html::ARIA_OWNS | html::DATA_TARGET | html::DATA_BS_TARGET | html::FOR => {
                    read.is_control = true
                }
                html::COLOR | html::BGCOLOR | html::TEXT => read.has_colour = true,
                // What opens above the page when its control is touched; old scripts have texts in it.
                name if Some(name) == self.popover => {
                    read.is_hidden |= matches!(value().trim(), "" | "auto" | "hint" | "manual");
                }
                name => read.has_colour |= Some(name) == self.background,
            }
        }
        if let Some(id) = read.id.filter(|_| self.scope.rules.may_hide()) {
            read.classes.names.add(place(id.trim().as_bytes()));
        }
        read.is_hidden |= is_closed_dialog(element, read);
    }
}

//! Elements that name the author.

use super::{Read, Said, TEXT, Walk, start};
use crate::metadata::author_names::{
    LONGEST_BETWEEN, are_people, behind_label, is_about_author, is_between_names, is_label, of_byline, of_mail,
};
use crate::metadata::statements::{Field, Source};
use crate::prelude::*;
use goce_core::dates::folded;

/// Parts of the addresses of authors' pages.
#[rustfmt::skip]
const PATHS: [&str; 7] = [
    "/author/", "/authors/", "/contributor/", "/contributors/", "/byline/", "/auteur/", "/autor/",
];

/// What class and id say of an author.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum ByName {
    #[default]
    Nothing,
    /// The element may hold the name.
    MayHold,
    /// It holds the name.
    Holds,
}

/// What was read of lines below the heading that name the author, in no element for it.
#[derive(Default)]
pub enum NearLine {
    #[default]
    Nothing,
    /// The last text was a label.
    Label,
    /// The name before a link to write a mail, which is the author's if the link shows an address as archives write it.
    Mail(String),
    /// The names of the author.
    Found(String),
    /// Lines that name several people: a list of teasers.
    Several,
}

/// The names of one byline, each of which stands in an element of its own.
pub struct Byline {
    /// The number of the element of the last name.
    element: u64,
    names: String,
    /// What stands behind that element; `None` if it is too long to be between two names.
    behind: Option<String>,
}

impl Walk {
    /// Notes a text behind the names that are open.
    pub fn behind_names(&mut self, text: &str) {
        for byline in self.bylines.iter_mut().flatten() {
            if let Some(behind) = &mut byline.behind {
                if behind.len() + text.len() <= LONGEST_BETWEEN {
                    behind.push_str(text);
                } else if !text.trim_ascii_start().is_empty() {
                    byline.behind = None;
                }
            }
        }
    }

    /// Reads a text without the white space around it, which may name the author below the heading: "By Ann Miller", "Autor:" and
    /// "Ann Miller".
    pub fn line(&mut self, text: &str) -> Fallible {
        let begins_block = std::mem::take(&mut self.begins_block);
        if let NearLine::Mail(name) = &mut self.near_line {
            // ann at a.example
            let is_address =
                text.split_once(" at ").is_some_and(|(name, host)| !name.contains(' ') && !host.contains(' '));
            let name = std::mem::take(name);
            self.near_line = if is_address {
                NearLine::Found(name)
            } else {
                NearLine::Nothing
            };
        }
        // Texts behind the heading among which a line with a label and a name is the author's.
        let has_label = matches!(self.near_line, NearLine::Label);
        let may_be = has_label || self.is_near_heading();
        if !may_be || self.figure.is_some() || self.heading.is_some() {
            return Ok(());
        }
        if has_label {
            self.near_line = NearLine::Nothing;
        }
        // Such a line is no longer.
        if text.len() > 100 {
            return Ok(());
        }
        let language = self.statements.of(Field::Language, Source::Head).next().unwrap_or("");
        let name = if has_label {
            Some(text)
        } else if std::mem::take(&mut self.is_role) && is_label(&folded(text)) {
            Some("")
        } else {
            of_mail(text, self.dates.last()).or_else(|| behind_label(text, language, begins_block))
        };
        match (name, &self.near_line) {
            (Some(""), NearLine::Nothing) => self.near_line = NearLine::Label,
            (Some(name), _) if are_people(&of_byline(name)) => {
                self.near_line = match &self.near_line {
                    NearLine::Found(first) if first == name => return Ok(()),
                    NearLine::Nothing => NearLine::Found(try_to_owned(name)?),
                    _ => NearLine::Several,
                };
            }
            _ => {}
        }
        Ok(())
    }

    fn is_near_heading(&self) -> bool {
        self.dates.since_heading().is_some_and(|texts| texts <= 10)
    }

    /// Reads a heading that ends here, below the first: behind "About the author" stands the name.
    pub fn end_lower_heading(&mut self) {
        if matches!(self.near_line, NearLine::Nothing) && is_about_author(self.dates.last()) {
            self.near_line = NearLine::Label;
        }
    }

    /// States the author that a line below the heading names.
    pub fn end_line(&mut self) -> Fallible {
        match &self.near_line {
            NearLine::Found(names) => self.statements.add(Field::Author, Source::Near, names),
            _ => Ok(()),
        }
    }

    fn byline(&mut self, source: Source) -> &mut Option<Byline> {
        let place = match source {
            Source::Class => 1,
            Source::Near => 2,
            _ => 0,
        };
        &mut self.bylines[place]
    }

    /// Returns `true` if an element that opens here goes on with the byline before it. Without a sign between them only
    /// links to authors do.
    pub fn goes_on(&mut self, source: Source) -> bool {
        let is_link = self.is_author_link;
        let byline = self.byline(source).as_ref();
        let behind = byline.and_then(|byline| byline.behind.as_deref());
        behind.is_some_and(|behind| is_between_names(behind) && (is_link || !behind.trim().is_empty()))
    }

    /// Adds a name to the byline that it goes on with, or begins another with it.
    pub fn add_name(&mut self, source: Source, name: &str, element: u64, goes_on: bool) -> Fallible {
        match self.byline(source) {
            // What stands around an element with a name has its text again.
            Some(byline) if byline.element >= element && !of_byline(&byline.names).is_empty() => {}
            Some(byline) if !goes_on && source == Source::Near && !of_byline(&byline.names).is_empty() => return Ok(()),
            Some(byline) if goes_on && byline.names.len() + name.len() < TEXT => {
                byline.names.try_push_str("\u{1f};\u{1f}")?;
                byline.names.try_push_str(name)?;
            }
            _ => {
                self.end_byline(source)?;
                *self.byline(source) = Some(Byline {
                    element,
                    names: try_to_owned(name)?,
                    behind: None,
                });
            }
        }
        if let Some(byline) = self.byline(source) {
            byline.element = element;
            byline.behind = Some(String::new());
        }
        Ok(())
    }

    /// States the byline of a source.
    pub fn end_byline(&mut self, source: Source) -> Fallible {
        match self.byline(source).take() {
            Some(byline) => self.statements.add(Field::Author, source, &byline.names),
            None => Ok(()),
        }
    }

    /// Reads links to an author, and elements with a class for one.
    #[inline]
    pub fn author(&mut self, element: Element<'_>, tag: Tag, read: &Read<'_>, said: &Said) -> Fallible {
        // Most elements are none of these.
        if tag != Tag::A && read.rel.or(read.data_author).is_none() && said.author == ByName::Nothing {
            self.is_author_link = false;
            return Ok(());
        }
        self.possible_author(element, tag, read, said)
    }

    fn possible_author(&mut self, element: Element<'_>, tag: Tag, read: &Read<'_>, said: &Said) -> Fallible {
        self.all_titles.look(tag, read.class, self.depth);
        let is_author = |rel: &str| rel.eq_ignore_ascii_case("author");
        let by_rel = read.rel.is_some_and(|rel| start(rel).split_ascii_whitespace().take(8).any(is_author));
        let by_link = tag == Tag::A && element.attr(names::HREF).is_some_and(leads_to_author);
        // In archives of mails the name stands before the address.
        let mail = || start(element.attr(names::HREF)?).strip_prefix("mailto:")?.split_once("?Subject=");
        let is_mail = || mail().is_some_and(|(address, _)| !address.is_empty());
        if tag == Tag::A && matches!(self.near_line, NearLine::Nothing) && self.is_near_heading() && is_mail() {
            let name = self.dates.last();
            if are_people(&of_byline(name)) {
                let name = try_to_owned(name)?;
                let is_reply = mail().is_some_and(|(_, subject)| subject.contains("In-Reply-To="));
                self.near_line = if is_reply {
                    NearLine::Found(name)
                } else {
                    NearLine::Mail(name)
                };
            }
        }
        // Forum software states a post's author. The first post's is the page's.
        if let Some(name) = read.data_author {
            self.end_byline(Source::Class)?;
            self.statements.add(Field::Author, Source::Class, name)?;
        }
        let by_class = if matches!(tag, Tag::Html | Tag::Body) {
            ByName::Nothing
        } else {
            said.author
        };
        self.is_author_link = by_rel;
        // In the foot of an article may stand others, such as who is presented there.
        let source = |source| if self.foot.is_some() { Source::Near } else { source };
        if by_rel || by_link || by_class == ByName::Holds {
            self.listen(Field::Author, source(Source::Element));
        } else if by_class == ByName::MayHold {
            self.listen(Field::Author, source(Source::Class));
            // "by Ann » 3 May 2021"
            self.listen(Field::Date, Source::Near);
        }
        Ok(())
    }
}

fn leads_to_author(href: &str) -> bool {
    let href = start(href);
    memchr::memchr_iter(b'/', href.as_bytes()).any(|slash| {
        let path = &href.as_bytes()[slash..];
        let begins =
            |with: &str| path.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with.as_bytes()));
        // Most parts of addresses begin with none of the letters.
        path.get(1).is_some_and(|byte| matches!(byte | 0x20, b'a' | b'b' | b'c'))
            && PATHS.iter().any(|path| begins(path))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Metadata;

    #[test]
    fn a_role_before_a_name_tells_who_wrote() {
        let authors = |line: &str| {
            let html = format!("<title>Rye bread</title><h1>Rye bread</h1><p>{line}</p><p>It rises overnight.");
            Metadata::of(&sample(&html), None).unwrap().authors
        };
        let credits =
            "<b class=credit__role>Photos</b> <i>Petri Lahti</i> <b class=credit__role>Text</b> <a>Maija Laine</a>";
        assert_eq!(authors(credits), ["Maija Laine"]);
        for line in [
            "<b class=form-label>Text</b> <i>Rye And Wheat Bread</i> is short",
            "<b>Text</b> <i>Maija Laine</i>",
            "<b class=role>Photos</b> <i>Petri Lahti</i>",
        ] {
            assert!(authors(line).is_empty(), "{line}");
        }
    }
}

//! HTML elements by their names, and how they lay out their text.

use crate::html::names::{self, KNOWN_NAMES, Name};
use crate::html::{Element, Namespace};
use crate::texts::lists;

/// How an element separates its text from what surrounds it, after the HTML standard's "rendered text collection steps"
/// (`innerText`) and its default style sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    /// Part of the surrounding line.
    Inline,
    /// Starts and ends a line.
    Block,
    /// Starts and ends a paragraph: a blank line before and behind.
    Paragraph,
    /// A table cell: separated from its neighbours by a tab.
    Cell,
    /// `<br>`: breaks the line.
    Break,
    /// Never shows text: scripts, styles, metadata, graphics, fallback content.
    None,
}

macro_rules! tags {
    ($($variant:ident $name:literal $display:ident,)*) => {
        /// The name of an HTML element.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Tag { $($variant,)* /** A visible text node. */ Text, /** An element of another name. */ Other }

        const NAMES: &[(&str, Tag, Display)] = &[$(($name, Tag::$variant, Display::$display),)*];

        impl Tag {
            /// Returns how elements of this name lay out their text.
            #[inline(always)]
            pub fn display(self) -> Display {
                match self { $(Tag::$variant => Display::$display,)* Tag::Text | Tag::Other => Display::Inline }
            }
        }
    };
}

tags! {
    A "a" Inline, Abbr "abbr" Inline, Address "address" Block, Annotation "annotation" None,
    AnnotationXml "annotation-xml" None,
    Article "article" Block, Aside "aside" Block, Audio "audio" None, B "b" Inline,
    Base "base" None, Blockquote "blockquote" Paragraph, Body "body" Block, Br "br" Break,
    Button "button" Block, Canvas "canvas" None, Caption "caption" Block, Center "center" Block,
    Code "code" Inline, Datalist "datalist" None, Dd "dd" Block, Details "details" Block,
    Dialog "dialog" Block, Dir "dir" Block, Div "div" Block, Dl "dl" Block, Dt "dt" Block,
    Em "em" Inline, Embed "embed" None, Fieldset "fieldset" Block, Figcaption "figcaption" Block,
    Figure "figure" Block, Footer "footer" Block, Form "form" Block, Frameset "frameset" Block,
    H1 "h1" Paragraph, H2 "h2" Paragraph, H3 "h3" Paragraph, H4 "h4" Paragraph,
    H5 "h5" Paragraph, H6 "h6" Paragraph, Head "head" None, Header "header" Block,
    Hgroup "hgroup" Block, Hr "hr" Paragraph, Html "html" Block, I "i" Inline,
    Iframe "iframe" None, Img "img" Inline, Input "input" Inline, Label "label" Inline,
    Legend "legend" Block, Li "li" Block, Link "link" None, Listing "listing" Paragraph,
    Main "main" Block, Map "map" Inline, Menu "menu" Block, Meta "meta" None, Nav "nav" Block,
    Noembed "noembed" None, Noframes "noframes" None, Noscript "noscript" Block,
    Object "object" None, Ol "ol" Block, Optgroup "optgroup" Block, Option "option" Block,
    P "p" Paragraph, Param "param" None, Picture "picture" Inline, Plaintext "plaintext" Paragraph,
    Pre "pre" Paragraph, Rp "rp" None, Script "script" None, Search "search" Block,
    Section "section" Block, Select "select" Block, Small "small" Inline, Source "source" None,
    Span "span" Inline, Strong "strong" Inline, Style "style" None, Summary "summary" Block,
    Svg "svg" None, Table "table" Paragraph, Tbody "tbody" Block, Td "td" Cell,
    Template "template" None, Textarea "textarea" Block, Tfoot "tfoot" Block, Th "th" Cell,
    Thead "thead" Block, Time "time" Inline, Title "title" None, Tr "tr" Block,
    Track "track" None, Ul "ul" Block, Video "video" None, Xmp "xmp" Paragraph,
}

/// The tags of the names that have numbers in every page.
static BY_NAME: [Tag; KNOWN_NAMES] = by_name();

const fn by_name() -> [Tag; KNOWN_NAMES] {
    let mut tags = [Tag::Other; KNOWN_NAMES];
    let mut at = 0;
    while at < NAMES.len() {
        let (name, tag, _) = NAMES[at];
        if let Some(name) = Name::known(name) {
            tags[name.number()] = tag;
        }
        at += 1;
    }
    tags
}

/// Returns `true` for a template that is a shadow root: by `shadowrootmode`, which was `shadowroot` at first.
pub fn is_shadow_root(template: Element<'_>) -> bool {
    let mut names = template.attrs().map(|attribute| attribute.name());
    names.any(|name| matches!(name, "shadowrootmode" | "shadowroot"))
}

/// Returns `true` for a template or a frame of HTML that holds content.
fn holds_content(element: Element<'_>, tag: Tag) -> bool {
    element.namespace() == Namespace::Html
        && match tag {
            Tag::Template => is_shadow_root(element),
            _ => element.attr(names::SRCDOC).is_some(),
        }
}

impl Tag {
    /// Returns the tag of an element. Outside the HTML namespace only `<svg>` and MathML's annotations have one of their
    /// own; all others are [`Tag::Other`]. A template that is the shadow root of the element around it, and a frame whose
    /// document stands in the page, hold content: they are [`Tag::Div`].
    #[inline]
    pub fn of(element: Element<'_>) -> Tag {
        let tag = BY_NAME.get(element.local().number());
        let tag = tag.copied().unwrap_or(Tag::Other);
        if matches!(tag, Tag::Template | Tag::Iframe) && holds_content(element, tag) {
            return Tag::Div;
        }
        let namespace = match tag {
            Tag::Svg => Namespace::Svg,
            Tag::Annotation | Tag::AnnotationXml => Namespace::MathMl,
            _ => Namespace::Html,
        };
        if element.namespace() == namespace {
            tag
        } else {
            Tag::Other
        }
    }

    /// Returns the tags of the names of a text, `N` of them, between which one space stands.
    pub const fn listed<const N: usize>(names: &'static str) -> [Tag; N] {
        let (names, mut tags, mut at) = (lists::listed::<N>(names), [Tag::Other; N], 0);
        while at < N {
            if let Some(name) = Name::known(names[at]) {
                tags[at] = BY_NAME[name.number()];
            }
            assert!(!matches!(tags[at], Tag::Other));
            at += 1;
        }
        tags
    }

    /// Returns the element's name in lower case; `""` for [`Tag::Text`] and [`Tag::Other`].
    pub fn name(self) -> &'static str {
        NAMES.get(self as usize).map_or("", |&(name, ..)| name)
    }

    /// Returns `true` for elements whose edges end a block of text, table cells included.
    #[inline]
    pub fn is_block(self) -> bool {
        matches!(self.display(), Display::Block | Display::Paragraph | Display::Cell)
    }

    /// Returns `true` for the cells of a table.
    pub fn is_cell(self) -> bool {
        matches!(self, Tag::Td | Tag::Th)
    }

    /// Returns `true` for elements that keep whitespace as it is written.
    pub fn keeps_whitespace(self) -> bool {
        matches!(self, Tag::Pre | Tag::Listing | Tag::Xmp | Tag::Plaintext | Tag::Textarea)
    }

    /// Returns `true` for the elements that may play films and sounds.
    pub fn is_player(self) -> bool {
        matches!(self, Tag::Audio | Tag::Iframe | Tag::Video)
    }

    /// Returns the level of a heading, 1 to 6; `None` for other elements.
    #[inline]
    pub fn heading_level(self) -> Option<u8> {
        let is_heading = (Tag::H1..=Tag::H6).contains(&self);
        is_heading.then(|| self as u8 - Tag::H1 as u8 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_at_their_tag() {
        for (position, &(name, tag, display)) in NAMES.iter().enumerate() {
            assert_eq!(tag as usize, position);
            assert_eq!(tag.name(), name);
            assert_eq!(tag.display(), display);
            let known = Name::known(name).unwrap();
            assert_eq!(BY_NAME[known.number()], tag);
        }
        let levels = [Tag::Footer, Tag::H1, Tag::H6, Tag::Head].map(Tag::heading_level);
        assert_eq!(levels, [None, Some(1), Some(6), None]);
        assert_eq!(Tag::Text.name(), "");
        assert_eq!(Tag::Other.display(), Display::Inline);
    }
}

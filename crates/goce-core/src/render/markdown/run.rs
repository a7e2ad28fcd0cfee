//! The run of text: what stands in one paragraph, heading or cell, with its marks, links and pictures.

use super::escape::RunPlace;
use super::inline::{self, Atom, Style, Token};
use super::{MarkdownWriter, Math, collapse, is_taken_out, math};
use crate::page::link_target::LinkTarget;
use crate::page::pictures;
use crate::page::prelude::*;
use crate::page::styled_display::{emphasis, is_plain};
use crate::render::callouts::is_title;
use crate::render::code_language::is_all_of_code;
use crate::render::walk::{Content, Gap};
use crate::texts::words::words;

/// Returns `true` for the one letter of an element with which a word begins.
fn is_initial(page: &Page, position: usize) -> bool {
    let text = page.text_at(position);
    let end = page.text_offset(position) + text.len();
    let behind = page.text().get(end..).unwrap_or("");
    text.chars().nth(1).is_none() && text.contains(char::is_alphabetic) && behind.starts_with(char::is_alphabetic)
}

/// How text in an open element is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inside {
    pub style: Style,
    /// The link around, if that refers to a footnote, and the number of that.
    reference: Option<(usize, u32)>,
    /// The link around leads back from a footnote and has no words.
    is_silent: bool,
}

/// The rest of a text node, in bytes of [`Page::text`].
pub struct Rest {
    text: Range<usize>,
    gap: Gap,
    /// The whitespace before it.
    between: Range<usize>,
    /// It is the TeX of a formula, and whether that stands on a line of its own.
    tex: Option<bool>,
}

impl MarkdownWriter {
    /// Begins a text node.
    pub fn begin_text(&mut self, content: &Content<'_>, position: usize) {
        let (gap, between, text) = self.texts.next(content, position);
        let page = content.page();
        let start = page.text_offset(position);
        let formula = page.formula_at(position).filter(|formula| formula.is_tex && self.math == Math::Tex);
        self.rest = Some(Rest {
            text: start + self.notes.label_length(position)..start + text.len(),
            gap,
            between: start - between.len()..start,
            tex: formula.map(|formula| formula.is_display),
        });
    }

    /// Writes the current text node up to a cut. Returns `true` if the cut is in it.
    pub fn text_up_to(&mut self, page: &Page, cut: Option<usize>) -> Rendered<bool> {
        let Some(rest) = self.rest.take() else {
            return Ok(false);
        };
        let page = page.text();
        let (start, end) = (rest.text.start, rest.text.end);
        let cut = cut.filter(|&cut| cut < end);
        let before = &page[start..cut.map_or(end, |cut| cut.max(start))];
        let before = cut.map_or(before, |_| before.trim_end());
        if cut.is_none() || !before.is_empty() {
            let tex = rest.tex.filter(|_| cut.is_none());
            self.piece_of_text(rest.gap, &page[rest.between.clone()], before, tex)?;
        }
        match cut {
            Some(cut) if cut > start => {
                self.rest = Some(Rest {
                    text: cut..end,
                    gap: Gap::LeftOut,
                    between: cut..cut,
                    tex: None,
                });
            }
            Some(_) => self.rest = Some(rest),
            None => {}
        }
        Ok(cut.is_some())
    }

    /// Adds a piece of a text node to the run, with the gap before it.
    pub fn piece_of_text(&mut self, mut gap: Gap, between: &str, text: &str, tex: Option<bool>) -> Rendered {
        if let Some(code) = &mut self.code {
            match &mut code.text {
                Some(written) => {
                    // Where only an empty line was left out, it belongs to the code.
                    let is_whole = between.contains('\n') && between.trim().is_empty();
                    let between = if gap == Gap::LeftOut && !is_whole {
                        "\n"
                    } else {
                        between
                    };
                    written.try_push_all(&[between, text])?;
                }
                None => code.text = Some(try_to_owned(text)?),
            }
            return Ok(());
        }
        let inside = self.inside();
        let token = match inside.reference {
            Some((link, _)) if self.written == Some(link) => return Ok(()),
            // A chunk may end behind the bracket.
            Some(_) if words(text).next().is_none() => {
                self.owes_space |= gap != Gap::None;
                return Ok(());
            }
            Some((link, note)) => {
                self.written = Some(link);
                Token::Note(self.notes.label(note).to_owned())
            }
            None if inside.is_silent => {
                self.owes_space = true;
                return Ok(());
            }
            None => match tex.map(|is_display| math::formula(text, is_display)).transpose()?.flatten() {
                Some(formula) => Token::Formula(formula),
                None => Token::Text(collapse(text)?),
            },
        };
        if matches!(gap, Gap::Paragraph | Gap::LeftOut) && !self.is_in_line() {
            self.flush()?;
        }
        if token == Token::Text(String::new()) {
            self.owes_space |= !text.is_empty() || gap != Gap::None;
            return Ok(());
        }
        let owes_space = std::mem::replace(&mut self.owes_space, text.ends_with(is_taken_out));
        if gap == Gap::None && (owes_space || text.starts_with(is_taken_out)) {
            gap = Gap::Space;
        }
        self.push_pictures(gap != Gap::None)?;
        self.atoms.try_push(Atom {
            gap,
            // Writing a run changes the number of the link.
            style: self.inside().style,
            token,
        })?;
        Ok(())
    }

    /// Returns how text in the innermost open element is written.
    pub fn inside(&self) -> Inside {
        self.inside.last().copied().unwrap_or_default()
    }

    pub fn picture(&mut self, page: &Page, position: usize) -> Rendered {
        if pictures::is_decoration(page, position) {
            return Ok(());
        }
        // The name of its file says nothing.
        let is_name =
            |text: &&str| !text.trim().contains(char::is_whitespace) && pictures::is_picture_file(text.trim());
        let text = collapse(
            &page.seen_of(pictures::alternative_text(page, position).filter(|text| !is_name(text)).unwrap_or(""))?,
        )?;
        let mut style = Style {
            code: None,
            ..self.inside().style
        };
        let has_words = words(&text).next().is_some();
        let token = if pictures::is_emoji(page, position) && !has_words && !text.is_empty() {
            Token::Text(text)
        } else {
            let Some(mut own) = pictures::picture_address(page, position, &mut self.addresses)? else {
                return Ok(());
            };
            let is_thumbnail = own.is_thumbnail(page, position);
            if let Some(link) = style.link.and_then(|link| self.links.get(link as usize))
                && pictures::is_picture_file(link)
                && (is_thumbnail || pictures::are_same(own.target.as_str(), link))
            {
                // A link to the picture itself. The larger one says no size.
                if is_thumbnail || link.len() < own.target.as_str().len() {
                    own.target = LinkTarget::Absolute(try_to_owned(link)?);
                }
                style.link = None;
            } else if is_thumbnail {
                return Ok(());
            }
            match self.new_address(page, position, own.target)? {
                Some(address) => Token::Picture(text, address),
                None => return Ok(()),
            }
        };
        self.push_picture(style, token)
    }

    /// Adds the link to a film or a sound.
    pub fn player(&mut self, page: &Page, position: usize) -> Rendered {
        let style = self.inside().style;
        if style.code.is_some() {
            return Ok(());
        }
        let Some(player) = page.player_at(position, &mut self.addresses)? else {
            return Ok(());
        };
        let Some(address) = self.new_address(page, position, player.target)? else {
            return Ok(());
        };
        let link = Some(self.links.len() as u32);
        self.links.try_push(address)?;
        self.push_picture(Style { link, ..style }, Token::Text(player.title))
    }

    /// Returns the address of a picture, a film or a sound, unless it is a copy of the last one.
    pub fn new_address(&mut self, page: &Page, position: usize, target: LinkTarget) -> Rendered<Option<String>> {
        let address = target.into_string();
        if self.last_picture.is_copied_by(page, position, &address)? {
            return Ok(None);
        }
        self.budget.spend(address.len())?;
        Ok(Some(address))
    }

    /// Adds what waits for the next text of the run.
    pub fn push_picture(&mut self, style: Style, token: Token) -> Rendered {
        let gap = Gap::Space;
        Ok(self.pictures.try_push(Atom { gap, style, token })?)
    }

    /// Adds the waiting pictures to the run, with spaces if there is one.
    pub fn push_pictures(&mut self, spaced: bool) -> Fallible {
        for mut picture in self.pictures.drain(..) {
            if !spaced {
                picture.gap = Gap::None;
            }
            self.atoms.try_push(picture)?;
        }
        Ok(())
    }

    /// Writes the run as one line.
    pub fn line(&mut self, place: RunPlace) -> Fallible<String> {
        self.push_pictures(true)?;
        let line = inline::write(&mut self.atoms, &self.links, place)?;
        self.forget_links();
        Ok(line)
    }

    /// Forgets the addresses of all links but the one around the next text.
    pub fn forget_links(&mut self) {
        let links = &mut self.links;
        match self.inside.last().and_then(|inside| inside.style.link) {
            None => links.clear(),
            Some(0) => {}
            Some(number) => {
                links.swap(0, number as usize);
                links.truncate(1);
                // Open elements are in no other link.
                for inside in &mut self.inside {
                    inside.style.link = inside.style.link.map(|_| 0);
                }
            }
        }
    }

    /// Returns how text in the element at a position is written, which begins in the innermost open one.
    pub fn inside_of(&mut self, page: &Page, position: usize) -> Rendered<Inside> {
        let mut inside = self.inside();
        inside.is_silent |= self.tabs.has(position);
        let style = &mut inside.style;
        match page.tag(position) {
            tag if page.element(position).is_some_and(|element| is_plain(tag, element)) => {}
            // In code, what stands out is code.
            tag if style.code.is_some() && tag != Tag::A => {}
            // A heading is bold anyway.
            Tag::B | Tag::Strong => style.strong = self.heading.is_none(),
            Tag::Dt => style.strong = true,
            Tag::I | Tag::Em => style.emphasis = true,
            Tag::Span if !is_initial(page, position) => {
                let (is_bold, is_italic) = page.element(position).map_or((None, None), emphasis);
                style.strong = is_bold.unwrap_or(style.strong) && self.heading.is_none();
                style.emphasis = is_italic.unwrap_or(style.emphasis);
            }
            Tag::Code => style.code = Some(position),
            Tag::Pre if self.is_in_line() => style.code = Some(position),
            Tag::P | Tag::Div if self.heading.is_none() && is_title(page, position) => style.strong = true,
            // Within code a link would be written out.
            Tag::A if style.link.is_none() && (style.code.is_none() || is_all_of_code(page, position)) => {
                if let Some(note) = self.notes.reference_at(position) {
                    inside.reference = Some((position, note));
                } else if let Some(href) = page.attribute(position, names::HREF) {
                    inside.is_silent |= self.notes.is_back_link(position);
                    // That of a heading leads to itself, or back to the contents.
                    let is_here = if self.heading.is_some() {
                        href.trim_start().starts_with('#')
                    } else {
                        matches!(href.trim(), "" | "#")
                    };
                    inside.is_silent |= is_here && words(page.text_at(position)).next().is_none();
                    if !is_here && let Some(address) = self.addresses.link(href)? {
                        let address = address.into_string();
                        self.budget.spend(address.len())?;
                        style.link = Some(self.links.len() as u32);
                        self.links.try_push(address)?;
                    }
                }
            }
            Tag::Other => match page.element(position).map(|e| e.name()) {
                Some("del" | "s" | "strike") => style.deleted = true,
                Some("kbd" | "samp" | "tt") => style.code = Some(position),
                Some("var" | "cite" | "dfn") => style.emphasis = true,
                _ => {}
            },
            _ => {}
        }
        Ok(inside)
    }
}

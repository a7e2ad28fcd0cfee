//! One version of a page as it is compared: its blocks, what each says, and which are content.

use crate::prelude::*;
use goce_core::html::numbering::Texts;

use super::NONE;
use super::volatile_text::{MOST_WORDS, Place, Tokens};
use super::words::AD_LABELS;
use goce_core::page::{Block, HeadingLevels};

/// A block of a version.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Its number in [`Page::blocks`], or in the lines of content that the page does not show.
    block: u32,
    /// The number of the line of the heading above it in the content.
    heading: Option<u32>,
    /// The number of what is left of its text without fleeting things; [`NONE`] where there are none.
    lasting: u32,
    /// The level of the heading that it is; 0 for none.
    level: u8,
    /// The block has words that last, and is no advertisement.
    pub counts: bool,
    pub is_content: bool,
    /// The tag of its element.
    pub tag: Tag,
}

/// One version of a page.
#[derive(Debug, Default)]
pub struct Side {
    pub lines: Vec<Line>,
    /// Content that the page holds without showing it, and the ends of its lines; empty where it shows some.
    unshown: String,
    ends: Vec<u32>,
    /// The lasting words of blocks that have fleeting ones too.
    lasting: Texts,
}

impl Side {
    pub fn of(page: &Page, selection: &Selection) -> Fallible<Side> {
        let mut side = Side::default();
        let mut work = Countdown::default();
        let mut spans = selection.spans().iter().peekable();
        let mut headings = HeadingLevels::EMPTY;
        let (mut advertisements, mut ad_words, mut words) = (Vec::new(), 0, 0);
        for (number, block) in page.blocks().iter().enumerate().checking(CHECK_EVERY) {
            let nodes = block.nodes();
            while spans.next_if(|span| span.nodes.end <= nodes.start).is_some() {}
            let is_content = spans.peek().is_some_and(|span| span.nodes.start < nodes.end);
            let text = page.block_text(block);
            work.charge(text.len());
            let level = level(page, block.element());
            // Volatile text is dropped from content only. Elsewhere no row reports changes, and dropping it would take most
            // of the time.
            let lasting = if is_content { lasting(page, block, level)? } else { None };
            side.lines.try_push(Line {
                block: number as u32,
                heading: headings.above((level > 0).then_some(level)),
                lasting: match &lasting {
                    Some(words) => side.lasting.number(words, &mut interrupts::check)?,
                    None => NONE,
                },
                level,
                counts: has_words(lasting.as_deref().unwrap_or(text)),
                is_content,
                tag: page.tag(block.element()),
            })?;
            if is_content {
                if level > 0 {
                    headings.enter(level, side.lines.len() as u32 - 1);
                }
                let own = page.word_count(nodes);
                words += own;
                if is_advertisement(page, block.element()) {
                    advertisements.try_push(number)?;
                    ad_words += own;
                }
            }
        }
        // Where they are most of it, the page is one of small ads.
        // Advertisements are at most so small a part of the content's words.
        if ad_words <= words / 5 {
            for number in advertisements.into_iter().checking(CHECK_EVERY) {
                side.lines[number].counts = false;
            }
        }
        if let Some(unshown) = selection.hidden_content().filter(|_| selection.spans().is_empty()) {
            side.add_unshown(unshown)?;
        }
        Ok(side)
    }

    fn add_unshown(&mut self, text: &str) -> Fallible {
        self.unshown = try_to_owned(text)?;
        let mut start = 0;
        for line in text.split_inclusive('\n').checking(CHECK_EVERY) {
            let end = start + line.len();
            let number = self.ends.len() as u32;
            self.ends.try_push(end as u32)?;
            start = end;
            if !has_words(line) {
                continue;
            }
            self.lines.try_push(Line {
                block: number,
                heading: None,
                lasting: NONE,
                level: 0,
                counts: true,
                is_content: true,
                tag: Tag::Other,
            })?;
        }
        Ok(())
    }

    /// Returns `true` for content that the page does not show.
    fn is_unshown(&self, line: &Line) -> bool {
        line.is_content && !self.ends.is_empty()
    }

    fn block<'p>(&self, page: &'p Page, line: &Line) -> Option<&'p Block> {
        let is_shown = !self.is_unshown(line);
        is_shown.then(|| page.blocks().get(line.block as usize)).flatten()
    }

    /// Returns the text of a block.
    pub fn text<'a>(&'a self, page: &'a Page, line: &Line) -> &'a str {
        if let Some(block) = self.block(page, line) {
            return page.block_text(block).trim();
        }
        let number = line.block as usize;
        let end = |number: usize| self.ends.get(number).map_or(0, |end| *end as usize);
        let start = number.checked_sub(1).map_or(0, end);
        self.unshown.get(start..end(number)).unwrap_or_default().trim()
    }

    /// Returns a text with the words by which a block is compared: its own, or what is left of it without fleeting things.
    pub fn lasting<'a>(&'a self, page: &'a Page, line: &Line) -> &'a str {
        match line.lasting {
            NONE => self.text(page, line),
            number => self.lasting.get(number as usize),
        }
    }

    /// Returns the same as if the block were content, in which fleeting things do not count.
    pub fn lasting_as_content<'a>(&'a self, page: &'a Page, line: &Line) -> Fallible<Cow<'a, str>> {
        if !line.is_content
            && let Some(block) = self.block(page, line)
            && let Some(words) = lasting(page, block, line.level)?
        {
            return Ok(words.into());
        }
        Ok(self.lasting(page, line).into())
    }

    /// Returns the position of the element of a block; `None` for content that the page does not show.
    pub fn element(&self, page: &Page, line: &Line) -> Option<usize> {
        self.block(page, line).map(Block::element)
    }

    /// Returns the texts of the headings above a block in the content, the outermost first. A long one is cut.
    pub fn heading_path<'a>(&'a self, page: &'a Page, line: &Line) -> impl Iterator<Item = &'a str> {
        let path = HeadingLevels::path(line.heading, |number| self.lines.get(number as usize)?.heading);
        let lines = path.filter_map(|number| self.lines.get(number as usize));
        // The most bytes of a heading in a path. Every row below it repeats it.
        lines.map(|heading| start_of(self.text(page, heading), 256).trim_end())
    }
}

/// Returns `true` if a short element around a block, or its own, says that it is an advertisement: by its class, its
/// ID, or a label as its first text. Advertisements are others with every visit.
fn is_advertisement(page: &Page, element: usize) -> bool {
    let is_label = |text: &str| {
        let text = text.trim().trim_end_matches(':');
        text.len() <= 32 && is_listed(&text.to_lowercase(), AD_LABELS)
    };
    // The most words of an advertisement.
    let mut short = near(page, element).take_while(|around| page.word_count(page.subtree(*around)) <= 60);
    short.any(|position| {
        let mut names = [names::CLASS, names::ID].into_iter().filter_map(|name| page.attribute(position, name));
        // Nodes of an element in which its first text is looked for.
        let mut nodes = page.subtree(position).take(16);
        // Bytes of a class or an ID that are read.
        names.any(|names| Meaning::Advertisement.is_said_by(start_of(names, 256)))
            || nodes.find(|node| page.tag(*node) == Tag::Text).is_some_and(|first| is_label(page.text_at(first)))
    })
}

/// Returns the level of the heading that an element is or stands in; 0 for none.
fn level(page: &Page, element: usize) -> u8 {
    near(page, element).find_map(|around| page.tag(around).heading_level()).unwrap_or(0)
}

/// Returns the element of a block and the next few around it: it may be a heading or an advertisement by these.
fn near(page: &Page, element: usize) -> impl Iterator<Item = usize> {
    page.outwards(element).take(4)
}

/// Returns the lasting words of a block of content, one space between two; `None` if no other is in it.
fn lasting(page: &Page, block: &Block, level: u8) -> Fallible<Option<String>> {
    let text = page.block_text(block);
    let place = match page.tag(block.element()) {
        _ if level > 0 => Place::Heading,
        Tag::Td | Tag::Th | Tag::Dd | Tag::Dt => Place::Cell,
        _ => Place::Other,
    };
    // Most fleeting things have a digit; the others are short.
    let may_be_fleeting = page.word_count(block.nodes()) <= 2 * MOST_WORDS
        && text.len() <= 32 * MOST_WORDS
        && (text.len() <= 48 || text.contains(char::is_numeric));
    if !may_be_fleeting {
        return Ok(None);
    }
    let mut tokens = Tokens::default();
    let mut previous_end = 0;
    let fit = block.nodes().all(|position| {
        if page.tag(position) != Tag::Text {
            return true;
        }
        let start = page.text_offset(position);
        let text = page.text_of(position..position + 1);
        let continues_word = start == previous_end && start > 0;
        previous_end = start + text.len();
        tokens.add(text, continues_word)
    });
    let Some(words) = fit.then(|| tokens.lasting(place)).flatten() else {
        return Ok(None);
    };
    let mut lasting = String::new();
    for word in words {
        if !lasting.is_empty() {
            lasting.try_push_str(" ")?;
        }
        lasting.try_push_str(word)?;
    }
    Ok(Some(lasting))
}

fn has_words(text: &str) -> bool {
    text.contains(|c: char| !c.is_whitespace())
}

//! Blocks are fused to areas. The largest area is the article.

use std::ops::RangeInclusive;

use super::blocks::TextBlock;
use super::title::Titles;
use goce_core::page::Page;
use goce_core::prelude::*;

struct Area {
    blocks: RangeInclusive<usize>,
    words: usize,
    is_content: bool,
    is_title: bool,
}

/// Returns `true` for each block of the article. A run of content blocks makes an area, together with the block before
/// it, which may be a headline. Areas are fused again if at most one block lies between them. The article is the area of
/// the most words, the first of equals, and the areas between the headline and it, if there is a headline.
pub fn article(page: &Page, blocks: &[TextBlock], content: &[bool]) -> Fallible<Vec<bool>> {
    let titles = Titles::of(page)?;
    let areas = blocks.iter().zip(content).enumerate();
    let areas = areas.map(|(index, (block, &is_content))| {
        interrupts::check();
        Area {
            blocks: index..=index,
            words: block.words,
            is_content,
            is_title: titles.contain(block.text(page)),
        }
    });
    let mut areas = fuse(areas, |_, _| true)?;
    areas.retain(|area| area.is_content);
    let mut kept = try_filled(false, blocks.len())?;
    interrupts::check();
    for area in &areas {
        kept[area.blocks.clone()].fill(true);
    }
    let close = |before: &Area, area: &Area| area.blocks.start() - before.blocks.end() <= 2;
    let areas = fuse(areas.into_iter(), close)?;
    interrupts::check();

    let largest = areas.iter().enumerate().rev().max_by_key(|(_, area)| area.words);
    let Some((largest, _)) = largest else {
        return Ok(kept);
    };
    let title = areas[..=largest].iter().rposition(|area| area.is_title);
    // Without a headline the article begins with its largest area.
    let first = title.unwrap_or(largest);
    kept[..*areas[first].blocks.start()].fill(false);
    kept[*areas[largest].blocks.end() + 1..].fill(false);
    Ok(kept)
}

/// Fuses each area of content with the one before it, if `may` allows it.
fn fuse(areas: impl Iterator<Item = Area>, may: impl Fn(&Area, &Area) -> bool) -> Fallible<Vec<Area>> {
    let mut fused: Vec<Area> = Vec::new();
    for area in areas {
        match fused.last_mut() {
            Some(before) if area.is_content && may(before, &area) => {
                before.blocks = *before.blocks.start()..=*area.blocks.end();
                before.words += area.words;
                before.is_content = true;
                before.is_title |= area.is_title;
            }
            _ => fused.try_push(area)?,
        }
    }
    Ok(fused)
}

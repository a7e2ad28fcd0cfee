//! The pictures that belong to some content, though no text of them is selected: the first one, the last one, and those
//! between its parts.

use super::callouts::title_in;
use super::walk::{Content, LeftOut};
use crate::areas::{self, region_names::said};
use crate::element_names::area;
use crate::extract::Selection;
use crate::page::pictures::{
    caption_of, file_name, is_decoration, is_drawing, is_emoji, is_picture, is_picture_file, picture_size,
};
use crate::page::prelude::*;
use crate::texts::words::words;

/// How many bytes of text may stand around a picture and between it and the content, beside its caption, that were left out.
struct Room {
    /// Around it: who made it, how to enlarge it.
    around: usize,
    /// The same where the headline stands among them: with it stand the authors and the date.
    with_headline: usize,
    /// Between the first or the last picture and the content.
    between: usize,
}

/// The room of the first picture, and of those between texts.
const BEFORE: Room = Room {
    around: 120,
    with_headline: 800,
    between: 800,
};

/// The room of the last picture.
const BEHIND: Room = Room {
    around: 20,
    with_headline: 20,
    between: 120,
};

/// The most nodes of an element in which a headline, or the title of a card, is looked for.
const NODES: usize = 512;

/// Returns a selection with the captions of the pictures that belong to it and the titles of its callouts, whether they were
/// selected or not: the text that Markdown and HTML have.
///
/// # Errors
/// [`OutOfMemory`](crate::memory::OutOfMemory).
pub fn with_captions<'s>(page: &Page, selection: &'s Selection) -> Fallible<Cow<'s, Selection>> {
    let content = Content::selected(page, selection)?;
    let (mut added, mut last_card) = (Vec::new(), None);
    for gap in content.gaps() {
        added.try_extend(additions(&content, &gap, &mut last_card, true)?)?;
    }
    if added.is_empty() {
        return Ok(Cow::Borrowed(selection));
    }
    let mut selection = selection.clone();
    selection.add(&added)?;
    Ok(Cow::Owned(selection))
}

/// Returns the nodes in a gap that belong to some content, in document order: pictures and, if asked for, their captions and
/// the title of a callout. `last_card` is where the last picture of a card leads.
pub fn additions<'p>(
    content: &Content<'p>,
    gap: &LeftOut<'_>,
    last_card: &mut Option<&'p str>,
    has_captions: bool,
) -> Fallible<Vec<Range<usize>>> {
    let page = content.page();
    let mut found: Vec<Range<usize>> = Vec::new();
    if gap.nodes.is_empty() {
        return Ok(found);
    }
    let mut end = gap.nodes.start;
    for position in gap.nodes.clone().checking(CHECK_EVERY) {
        let is_player = page.tag(position).is_player();
        if position < end || !is_player && !is_picture(page, position) {
            continue;
        }
        let Some(around) = around_both(content, gap, position).filter(|_| !is_decoration(page, position)) else {
            continue;
        };
        let mut caption = caption_of(page, position);
        let may_be = |caption: Option<&Range<usize>>| {
            caption.is_some() || is_player && !is_picture(page, position) || !is_sign(page, position)
        };
        let is_taken = if belongs(content, gap, position, around, caption.as_ref(), false) {
            may_be(caption.as_ref())
        } else {
            caption = None;
            let card = link_of_card(content, position, around);
            // The other pictures of a card are slides, or take the place of the first one.
            let is_first = card.is_some() && card != *last_card;
            let is_taken = is_first && belongs(content, gap, position, around, None, true) && may_be(None);
            *last_card = card.filter(|_| is_taken).or(*last_card);
            is_taken
        };
        if is_taken {
            end = page.end(position);
            found.try_push(position..end)?;
            let of_group = caption.as_ref().and_then(|own| caption_of_group(page, position, own));
            let captions = [caption, of_group].into_iter().flatten();
            found.try_extend(captions.filter(|caption| has_captions && gap.holds(caption)))?;
        }
    }
    if has_captions && !page.text_of(gap.nodes.clone()).is_empty() {
        found.try_extend(title_in(content, gap))?;
        found.try_extend(captions_of_tables(content, gap))?;
    }
    found.sort_unstable_by_key(|nodes| (nodes.start, nodes.end));
    // Several pictures may have one caption.
    let mut end = 0;
    found.retain(|nodes| {
        let is_new = nodes.start >= end;
        end = end.max(nodes.end);
        is_new
    });
    Ok(found)
}

/// Returns the caption of the figure around a picture's own, which has a caption too: of several figures in a row.
fn caption_of_group(page: &Page, picture: usize, own: &Range<usize>) -> Option<Range<usize>> {
    let mut figures = page.around(picture).take(12).filter(|at| page.tag(*at) == Tag::Figure);
    figures.next().filter(|figure| page.subtree(*figure).contains(&own.start))?;
    let captions = page.children(figures.next()?).take(16).filter(|at| page.tag(*at) == Tag::Figcaption);
    captions.map(|caption| page.subtree(caption)).find(|caption| caption.start != own.start)
}

/// Returns the length of the captions in an element but a picture's own; 0 in a large one. In a gallery they stand between
/// the pictures and the text.
fn bytes_of_other_captions(page: &Page, position: usize, own: Option<&Range<usize>>) -> usize {
    let nodes = page.subtree(position);
    if nodes.len() > NODES {
        return 0;
    }
    let captions = nodes.filter(|at| page.tag(*at) == Tag::Figcaption && own.is_none_or(|own| own.start != *at));
    captions.map(|caption| page.text_at(caption).len()).sum()
}

/// Returns the captions in a gap that are of the tables before and behind it.
fn captions_of_tables(content: &Content<'_>, gap: &LeftOut<'_>) -> impl Iterator<Item = Range<usize>> {
    let page = content.page();
    let beside = [gap.nodes.start.checked_sub(1), gap.part.map(|_| gap.nodes.end)].into_iter().flatten();
    let tables = beside.filter_map(|at| {
        let mut around = page.outwards(at).take(9);
        around
            .find(|around| page.tag(*around) == Tag::Table)
            .filter(|table| content.takes(&page.subtree(*table)))
    });
    tables.filter_map(|table| {
        let mut own = page.children(table).take(4).filter(|child| page.tag(*child) == Tag::Caption);
        let caption = own.next().map(|caption| page.subtree(caption)).or_else(|| caption_of(page, table))?;
        (gap.holds(&caption) && !page.text_of(caption.clone()).is_empty()).then_some(caption)
    })
}

/// Returns the nearest element around a picture with text of the content, if it is near. The first and the last picture
/// have more in common with their text than the page.
fn around_both(content: &Content<'_>, gap: &LeftOut<'_>, picture: usize) -> Option<usize> {
    let page = content.page();
    let around = page.around(picture).take(9).find(|around| content.takes(&page.subtree(*around)))?;
    let is_page = matches!(page.tag(around), Tag::Body | Tag::Html);
    let is_between = gap.nodes.start > 0 && gap.part.is_some();
    (is_between || !is_page).then_some(around)
}

/// Returns the address to which a picture leads, if the title of a card in the element `around` both leads there too. In a
/// larger element only a block that is a link is a title: advertisers are named in sentences, too.
fn link_of_card<'p>(content: &Content<'p>, picture: usize, around: usize) -> Option<&'p str> {
    let page = content.page();
    let link = page.around(picture).take_while(|at| *at != around).find(|at| page.tag(*at) == Tag::A)?;
    // Neither the front page nor a writer has a card.
    let is_of_card = |href: &&str| {
        let mut folders = href.split('/').map(|folder| folder.trim_end_matches('s'));
        href.len() > 1
            && !href.starts_with('#')
            && !href.starts_with("javascript:")
            && !folders.any(|folder| ["author", "autor", "auteur", "member", "profile", "user"].contains(&folder))
    };
    // It is compared with many.
    let href = page.attribute(link, names::HREF).filter(|href| href.len() <= 2048).filter(is_of_card)?;
    let card = page.subtree(around);
    let is_small = page.text_at(around).len() <= 2000;
    let is_block = |at: usize| {
        let block = page.around(at).find(|around| page.tag(*around).is_block());
        block.is_some_and(|block| page.text_at(block).len() == page.text_at(at).len())
    };
    let is_title = |at: usize| {
        page.tag(at) == Tag::A
            && page.attribute(at, names::HREF) == Some(href)
            && !page.text_at(at).is_empty()
            && content.takes(&page.subtree(at))
            && (is_small || is_block(at))
    };
    let mut near = (card.start.max(link.saturating_sub(NODES / 2))..card.end).take(NODES);
    near.any(is_title).then_some(href)
}

/// Returns `true` for a picture that belongs to the content: what stands between it and the element `around` both is neither
/// a part of the page of another kind, nor a link to another page, nor a text that was left out, nor another cell of a table.
/// The picture of a card may lead elsewhere, stand in a cell of its own and have the name of what leads elsewhere.
fn belongs(
    content: &Content<'_>,
    gap: &LeftOut<'_>,
    picture: usize,
    around: usize,
    caption: Option<&Range<usize>>,
    is_of_card: bool,
) -> bool {
    let page = content.page();
    let (is_first, is_last) = (gap.nodes.start == 0, gap.part.is_none());
    // The length of some text without the caption.
    let text = |nodes: Range<usize>| {
        let of_caption = caption.filter(|caption| nodes.contains(&caption.start));
        let of_caption = of_caption.map_or(0, |caption| page.text_of(caption.clone()).len());
        page.text_of(nodes).len().saturating_sub(of_caption)
    };
    let (room, between) = match (is_first, is_last) {
        (_, true) => (BEHIND, gap.nodes.start..picture),
        (true, false) => (BEFORE, picture..gap.nodes.end),
        (false, false) => (BEFORE, picture..picture),
    };
    // Names within a figure are of its parts.
    let holds_caption = |at: &usize| caption.is_some_and(|caption| page.subtree(*at).contains(&caption.start));
    let figure = page.around(picture).take(9).find(|at| page.tag(*at) == Tag::Figure).filter(holds_caption);
    let mut inside = page.outwards(picture).take_while(|at| *at != around);
    text(between) <= room.between
        && inside.all(|at| {
            let is_cell = page.tag(at).is_cell();
            let left_out = text(page.subtree(at));
            let is_text = left_out > room.around
                && left_out > room.around + bytes_of_other_captions(page, at, caption)
                && (left_out > room.with_headline || !has_headline(page, at));
            let is_apart = || is_cell && caption.is_none() || leads_elsewhere(page, at, caption);
            !(is_text
                || !is_of_card && is_apart()
                || figure.is_none_or(|figure| at <= figure) && is_other_part(page, at, is_of_card))
        })
}

/// Returns `true` for what mostly are signs: small pictures, drawings, pictures in the place of a character or named after one, and pictures
/// without words on a button.
fn is_sign(page: &Page, picture: usize) -> bool {
    let attribute = |name| page.attribute(picture, name).map_or("", areas::start).trim();
    let (src, alt) = (attribute(names::SRC), attribute(names::ALT));
    let file = file_name(src);
    let is_of_page = matches!(area(file), Some(Meaning::Furniture | Meaning::Navigation));
    let sizes = [names::WIDTH, names::HEIGHT].into_iter();
    // In CSS pixels.
    sizes.filter_map(|name| picture_size(page, picture, name)).any(|size| size < 50)
        || is_drawing(src)
        || is_emoji(page, picture)
        // A short name of a file says of itself what its picture is; its end is a word.
        || is_of_page && words(file).count() <= 3
        || [alt, page.class(picture)].into_iter().any(|name| Meaning::Sign.is_said_by(name))
        || alt.is_empty() && page.tag(page.parent(picture)) == Tag::Button
}

/// Returns `true` for an element that is a part of the page beside the text: a menu, a foot, a column, other pages unless
/// it is in a card.
fn is_other_part(page: &Page, position: usize, is_of_card: bool) -> bool {
    let said = said(page, position, page.tag(position));
    let is_named = match said.name {
        Some(Meaning::Teaser) => !is_of_card,
        name => matches!(name, Some(Meaning::Footer | Meaning::Furniture | Meaning::Navigation)),
    };
    said.is_nav || said.is_footer || said.is_aside || is_named
}

/// Returns `true` for a link around a picture that leads to another page, not to a picture, and has no caption beside it
/// that is more than a link.
fn leads_elsewhere(page: &Page, position: usize, caption: Option<&Range<usize>>) -> bool {
    let is_link = page.tag(position) == Tag::A;
    let Some(href) = page.attribute(position, names::HREF).filter(|_| is_link) else {
        return false;
    };
    if href.starts_with('#') || is_picture_file(href) {
        return false;
    }
    caption.is_none_or(|caption| {
        let is_inside = page.subtree(position).contains(&caption.start);
        let mut inside = caption.clone().take(NODES);
        let words = page.word_count(caption.clone());
        is_inside || inside.any(|inner| page.tag(inner) == Tag::A && 2 * page.word_count(page.subtree(inner)) > words)
    })
}

/// Returns `true` if the headline of the page stands in an element, which is not large.
fn has_headline(page: &Page, position: usize) -> bool {
    let nodes = page.subtree(position);
    nodes.len() <= NODES && page.nodes()[nodes].iter().any(|node| node.tag() == Tag::H1)
}

#[cfg(test)]
mod tests {
    use crate::page::prelude::lines;
    use crate::render::check_beside_bold;

    #[test]
    fn pictures_of_a_text_belong_to_it() {
        check_beside_bold("
            <div><b>x</b><p>-<figure><img src=1><figcaption>c</figcaption></figure>-<b>y</b> => x ![](1) c y
            <div><div><img src=1><p class=caption>c</div><b>x</b> => ![](1) c x
            <div><p class=caption>c</p><b>x</b> => x
            <div><div><h1>h</h1>by<figure><img src=1></figure></div><b>x</b><p>-<div><img src=2></div></div> => ![](1) x ![](2)
            <div><b>x</b><ul><li><figure><img src=1></figure><li><img src=2><li><img src=3></ul>-<b>y</b></div> => x ![](1) ![](2) ![](3) y
            <div><b>x</b>-<figure><img src=1><img src=2><figcaption>c</figcaption></figure><b>y</b></div> => x ![](1) ![](2) c y
            <div><b>x</b><figure><div><figure><img src=1><figcaption>c</figcaption></figure></div><div><figure><img src=2><figcaption>d</figcaption></figure></div><figcaption>e</figcaption></figure><b>y</b></div> => x ![](1) c ![](2) d e y
            <div><b>x</b>-<figure><a href=/p><img src=1></a><figcaption>c d</figcaption></figure><b>y</b></div> => x [![](1)](/p) c d y
            <div><b>x</b>-<a href=1.jpg><img src=1></a><b>y</b></div> => x [![](1)](1.jpg) y
            <div><b>x</b>-<img src=loading.svg data-src=1.jpg><b>y</b></div> => x ![](1.jpg) y
            <div><b>x</b>-<object data=1 type=image/png>drawn</object><b>y</b></div> => x ![](1) y
            <figure><table><tr><td><b>x</b><td><b>y</b></table><figcaption>c</figcaption></figure> => x y c
            <figure><figcaption>c</figcaption><table><tr><td><b>x</b></table></figure> => c x
            <div><table><caption>c</caption><tr><td><b>x</b></table><p>-</div> => c x",
        );
    }

    #[test]
    fn captions_of_a_gallery_keep_no_picture_from_the_text() {
        let caption = "The dragon from the east, eleven metres long";
        let figures: String = (1..5)
            .map(|i| format!("<figure><img src={i}><figcaption>{caption}</figcaption></figure>"))
            .collect();
        let expected: String = (1..5).map(|i| format!("![]({i}) {caption} ")).collect();
        check_beside_bold(&format!(
            "<div><b>x</b><div><button>Next</button>{figures}</div><b>y</b></div> => x {expected}y"
        ));
    }

    #[test]
    fn pictures_of_cards_belong_to_their_titles() {
        check_beside_bold("
            <li><a href=/p><img src=1></a><h3><a href=/p><b>x</b></a></h3> => - [![](1)](/p) ### [x](/p)
            <li><a href=/p><span id=carousel-1><img src=1></span><img src=2></a><a href=/p><b>x</b></a> => - [![](1)](/p) [x](/p)
            <li><div class=teaser-image><a href=/p><img src=1></a><a href=/p><img src=2></a></div><a href=/p><b>x</b></a> => - [![](1)](/p) [x](/p)
            <li><a href=/p><ul><li><img src=1><li><img src=2></ul></a><a href=/p><b>x</b></a> => - [![](1)](/p) [x](/p)
            <li><a href=/p><img src=1></a><a href=/p><b>x</b></a>-<a href=/p><img src=2></a> => - [![](1)](/p) [x](/p)
            <ul><li><a href=/p><img src=1></a><a href=/p><b>x</b></a><li><a href=/q><img src=2></a><a href=/q><b>y</b></a></ul> => - [![](1)](/p) [x](/p) - [![](2)](/q) [y](/q)
            <table><tr><td><a href=/p><img src=1></a><td><a href=/p><b>x</b></a></table> => [![](1)](/p) [x](/p)
            // These are no cards.
            <div><a href=/><img src=1></a><a href=/><b>x</b></a></div> => [x](/)
            <div><a href=/q><img src=1></a><a href=/p><b>x</b></a></div> => [x](/p)
            <div><a href=/users/q><img src=1></a><a href=/users/q><b>x</b></a></div> => [x](/users/q)
            <div><a href=/p><img src=1></a><b>x</b><a href=/p></a></div> => x
            <div><div class=author><a href=/p><img src=1></a></div><a href=/p><b>x</b></a></div> => [x](/p)",
        );
    }

    #[test]
    fn pictures_beside_a_text_do_not() {
        for html in lines(
            "
            <img src=1><b>x</b>
            <header><img src=1></header><div><b>x</b></div>
            <div><div class=share><img src=1></div><b>x</b><aside><img src=2></aside>-<b></b></div>
            <div><a href=/other><img src=1></a><b>x</b><div>-<img class=avatar src=2></div></div>
            <div><b>x</b><div><img src=1>Another text about another thing, with a picture.</div></div>
            <div><b>x</b>-<figure><a href=/p><img src=1></a><figcaption><a href=/p>c d</a></figcaption></figure></div>
            <table><tr><td><img src=1><td><b>x</b></table>
            <div><b>x</b><p>-<img src=1 alt='User avatar'><img src=print.png></div>
            <div><b>x</b><div><img src=1>Scan the code and join</div></div>
            <div><b>x</b>-<button><img src=1></button><img src=zoom.svg></div>",
        ) {
            check_beside_bold(&format!("{html} => x"));
        }
    }
}

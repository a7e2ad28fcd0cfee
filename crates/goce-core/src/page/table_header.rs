//! The header of a table: the rows at its top that name what stands below them.

use crate::page::prelude::*;
use crate::texts::hashes::Fnv;

/// The most rows of a header.
const MOST_ROWS: usize = 16;

/// The cells of a row that are looked at.
const COLUMNS: usize = 32;

/// The most characters of a cell that names a column.
const LONGEST_NAME: usize = 60;

/// The nodes of a cell that are looked at.
const NODES: usize = 32;

/// Returns how many of a table's rows, which are given in their order, are a header: those of `<thead>`, else those of
/// `<th>` alone, else those of short texts that look unlike all others and have others of another kind below. A table has
/// other rows too, or no header.
pub fn header_rows(page: &Page, rows: impl Iterator<Item = usize> + Clone) -> usize {
    let has_more = |count: &usize| (1..=MOST_ROWS).contains(count) && rows.clone().nth(*count).is_some();
    let is_head = |row: &usize| page.tag(page.parent(*row)) == Tag::Thead;
    let of_head = rows.clone().take(MOST_ROWS + 1).take_while(is_head).count();
    let of_cells = || rows.clone().take(MOST_ROWS + 1).take_while(|row| names_columns(page, *row)).count();
    Some(of_head).filter(has_more).or_else(|| Some(of_cells()).filter(has_more)).unwrap_or_else(|| {
        let plain = plain_rows(page, rows.clone());
        Some(plain).filter(has_more).unwrap_or(0)
    })
}

fn cells(page: &Page, row: usize) -> impl Iterator<Item = usize> {
    page.children(row).filter(|cell| page.tag(*cell).is_cell())
}

/// Returns `true` for a row of `<th>`. The first cell of several may be an empty one of any kind.
fn names_columns(page: &Page, row: usize) -> bool {
    let mut cells = cells(page, row).checking(CHECK_EVERY).enumerate().peekable();
    let is_header = |(at, cell): (usize, usize), is_last: bool| {
        page.tag(cell) == Tag::Th || at == 0 && !is_last && page.text_at(cell).is_empty()
    };
    let mut count = 0;
    while let Some(cell) = cells.next() {
        if !is_header(cell, cells.peek().is_none()) {
            return false;
        }
        count += 1;
    }
    count > 0
}

/// What is seen of a row.
#[derive(Clone, Copy, Debug, Default)]
struct RowLook {
    /// Its cells, as far as they are looked at.
    cells: usize,
    /// All its texts are short, in two cells or more, and none but the first is empty or holds more than text and links.
    is_short: bool,
    is_bold: bool,
    /// The hash of what sets its background and the like: the attributes that all its cells share.
    style: u64,
    /// The kind of each cell.
    kinds: [CellKind; COLUMNS],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum CellKind {
    #[default]
    Empty,
    Text,
    Long,
    Number,
    /// A number that may be a year.
    Year,
    Link,
}

use CellKind::*;

impl CellKind {
    fn is_number(self) -> bool {
        matches!(self, Number | Year)
    }
}

impl RowLook {
    fn of(page: &Page, row: usize) -> Self {
        let mut look = RowLook {
            is_short: true,
            is_bold: true,
            ..RowLook::default()
        };
        let mut shared = None;
        for (cell, kind) in cells(page, row).zip(&mut look.kinds) {
            let style = style_of(page, cell);
            let is_alone;
            (*kind, is_alone) = kind_of(page, cell);
            look.is_short &= is_alone && (*kind != Empty || look.cells == 0);
            look.is_bold &= *kind == Empty || page.tag(cell) == Tag::Th || is_bold(page, cell);
            shared = Some(shared.map_or(style, |shared| if shared == style { style } else { 0 }));
            look.cells += 1;
        }
        look.is_short &= look.cells >= 2;
        look.is_bold &= look.kinds.iter().any(|kind| *kind != Empty);
        look.style = shared.unwrap_or(0);
        look
    }

    /// Returns the number of columns in which all cells below are of some kinds, and this row's is of one.
    fn unlike(&self, own: CellKind, below: &[RowLook], kind: impl Fn(CellKind) -> bool) -> usize {
        let differs = |column: &usize| {
            let mut kinds = below.iter().map(|row| row.kinds[*column]).filter(|kind| *kind != Empty).peekable();
            self.kinds[*column] == own && kinds.peek().is_some() && kinds.all(&kind)
        };
        (0..self.cells.min(COLUMNS)).filter(differs).count()
    }
}

/// Returns how many rows at the top are plainly a header though no markup says so.
fn plain_rows(page: &Page, rows: impl Iterator<Item = usize> + Clone) -> usize {
    let first_row = rows.clone().next();
    // The rows that are looked at.
    let mut looks = [RowLook::default(); 64];
    let mut count = 0;
    for (row, look) in rows.zip(&mut looks) {
        *look = RowLook::of(page, row);
        // Most tables end here.
        if count == 0 && !look.is_short {
            return 0;
        }
        count += 1;
    }
    let Some((first, others)) = looks[..count].split_first() else {
        return 0;
    };
    if first.is_bold {
        // The most further rows of a header that no markup says.
        let more = others.iter().take(3).take_while(|row| row.is_bold && row.is_short).count();
        let below = &others[more..];
        // The row of a table of numbers that is the first in rank is bold too.
        let is_data = first.unlike(Number, below, CellKind::is_number) > 0;
        return if is_data || below.iter().any(|row| row.is_bold && row.cells > 1) {
            0
        } else {
            1 + more
        };
    }
    let is_words = first.kinds.iter().all(|kind| matches!(kind, Text | Empty));
    if others.len() < 2 || !is_words || others.iter().any(|row| row.cells != first.cells) {
        return 0;
    }
    if first_row.is_none_or(|row| repeats_text(page, row)) {
        return 0;
    }
    let is_other = |kind: CellKind| kind.is_number() || matches!(kind, Link | Long);
    let looks_unlike = others.iter().all(|row| row.style != first.style) && repeats(others);
    usize::from(first.unlike(Text, others, is_other) >= if looks_unlike { 1 } else { 2 })
}

/// Returns `true` for a row with one text in two cells, which names no columns.
fn repeats_text(page: &Page, row: usize) -> bool {
    let texts = || cells(page, row).take(COLUMNS).map(|cell| page.text_at(cell).trim());
    texts().enumerate().any(|(at, text)| texts().take(at).any(|before| before == text))
}

/// Returns `true` if rows look alike in two ways at most, as those of striped tables do.
fn repeats(rows: &[RowLook]) -> bool {
    let mut styles = rows.iter().map(|row| row.style);
    let (first, second) = (styles.next(), styles.next());
    styles.all(|style| Some(style) == first || Some(style) == second) && (rows.len() > 2 || first == second)
}

/// Returns a hash of the attributes that set how an element looks, whatever its place among others is.
fn style_of(page: &Page, position: usize) -> u64 {
    let value = |name| start_of_name(page.attribute(position, name).unwrap_or("").trim());
    let is_place = |name: &&str| name.split(['-', '_']).any(|word| PLACES.contains(&word));
    let classes = value(names::CLASS).split_ascii_whitespace().filter(|name| !is_place(name));
    let values = classes.chain([names::STYLE, names::BGCOLOR].map(value));
    values.fold(Fnv::EMPTY, |hash, value| hash.bytes(value.bytes()).byte(0)).value()
}

/// Words in the classes of cells and rows that say their place.
const PLACES: [&str; 4] = ["first", "last", "odd", "even"];

/// Returns the kind of a cell, and whether it holds nothing but a short text and links.
fn kind_of(page: &Page, cell: usize) -> (CellKind, bool) {
    let nodes = page.subtree(cell);
    let text = page.text_of(nodes.clone()).trim();
    let is_short = nodes.len() <= NODES;
    let mut tags = nodes.take(NODES).map(|node| page.tag(node));
    let has_link = tags.clone().any(|tag| tag == Tag::A);
    let is_alone = is_short
        && !tags.any(|tag| matches!(tag, Tag::Img | Tag::Input | Tag::Select | Tag::Textarea | Tag::Li | Tag::Table));
    let count = |is: fn(char) -> bool| text.chars().take(LONGEST_NAME + 1).filter(|c| is(*c)).count();
    let (length, digits) = (count(|_| true), count(|c| c.is_ascii_digit()));
    let kind = if length == 0 {
        Empty
    } else if length > 32 {
        // In characters: such a cell is long.
        Long
    } else if digits > 0 && digits >= count(char::is_alphabetic) {
        if text.split(|c: char| !c.is_ascii_digit()).any(is_year) {
            Year
        } else {
            Number
        }
    } else if has_link {
        Link
    } else {
        Text
    };
    (kind, is_alone && length <= LONGEST_NAME)
}

fn is_year(digits: &str) -> bool {
    digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"))
}

/// Returns `true` if all text of a cell is bold.
fn is_bold(page: &Page, cell: usize) -> bool {
    let says = |position: usize| {
        let style = page.attribute(position, names::STYLE).map_or("", start_of_name);
        let weight = style.split_once("font-weight").and_then(|(_, rest)| rest.trim_start().strip_prefix(':'));
        weight.is_some_and(|weight| weight.trim_start().starts_with(['b', '6', '7', '8', '9']))
    };
    let nodes = page.subtree(cell);
    let mut next = nodes.start;
    while next < nodes.end.min(nodes.start + NODES) {
        match page.tag(next) {
            Tag::B | Tag::Strong => next = page.end(next),
            Tag::Text if page.text_of(next..next + 1).contains(|c: char| !c.is_whitespace()) => return false,
            _ if says(next) => next = page.end(next),
            _ => next += 1,
        }
    }
    next >= nodes.end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> usize {
        let page = Page::sample(html);
        header_rows(&page, page.all(Tag::Tr))
    }

    #[test]
    fn headers_by_markup_and_by_look() {
        for [rows, expected] in cases(
            "
            <thead><tr><td>a<tbody><tr><td>1 => 1
            <tr><th>a<th>b<tr><th>c<th>d<tr><td>1<td>2 => 2
            <tr><td><th>Harbour<th>Island<tr><th>Saturday<td>-11<td>-14 => 1
            <tr><th>a<td>1<tr><th>b<td>2 => 0
            <tr><th>a<th>b => 0
            // All bold, and the rows below are not.
            <tr><td><b>Night</b><td><p><strong>Harbour</strong></p><tr><td>Saturday<td>cold => 1
            <tr><td><b>Night</b><td><span style='font-weight:700'>Sea</span><tr><td><b>Saturday</b><td>cold => 1
            <tr><td><b>Name</b><td>Ann<tr><td><b>Town</b><td>Gull => 0
            <tr><td><b>a</b><td><b>b</b><tr><td><b>c</b><td><b>d</b> => 0
            <tr><td><b>One cell</b><tr><td>a<td>b => 0
            // A bold row of data, and years above numbers.
            <tr><td><b>1<td><b>Arsenal<td><b>45<tr><td>2<td>Chelsea<td>40 => 0
            <tr><td><b>Boat<td><b>2023<td><b>2024<tr><td>Gull<td>2<td>40 => 1
            // Another background, and numbers, links or long texts below.
            <tr><td class=top>Boat<td class=top>Length<tr><td>Gull<td>12 m<tr><td>Tern<td>9 m => 1
            <tr class=first><td>Colour<td>Red and green<tr><td>Length<td>12 m<tr><td>Width<td>3 m => 0
            <tr><td class=first>Colour<td class=first>red<tr><td>Length<td>12 m<tr><td>Width<td>3 m => 0
            <tr><td>Goals<td>none<td>none<tr><td>Shots<td>12<td>9<tr><td>Fouls<td>3<td>4 => 0
            <tr><td bgcolor=#ccc>Boat<td bgcolor=#ccc>Site<tr><td>A<td><a href=/a>a</a><tr><td>B<td><a \
            href=/b>b</a> => 1
            <tr class=odd><td>Boat<td>Length<tr class=even><td>Gull<td>12<tr class=odd><td>Tern<td>9 => 0
            <tr class=row-1><td>a<td>1<tr class=row-2><td>b<td>2<tr class=row-3><td>c<td>3 => 0
            <tr class=top><td>Colour<td>red<tr><td>Wood<td>oak<tr><td>Mast<td>pine => 0
            // Numbers or long texts below words.
            <tr><td>Boat<td>Length<td>Width<tr><td>Gull<td>12<td>4.5<tr><td>Tern<td>9<td>3 => 1
            <tr><td>For<td>Against<tr><td>It goes over the ice as fast as any<td>It needs a harbour that is deep \
            enough<tr><td>Nobody has to steer it by night any more<td>The price of what it burns has doubled => 1
            <tr><td>Colour<td>red<tr><td>Length<td>12<tr><td>Width<td>3 => 0
            <tr><td>2001<td>12<td>13<tr><td>2002<td>9<td>3<tr><td>2003<td>1<td>3 => 0",
        ) {
            assert_eq!(of(&format!("<table>{rows}</table>")).to_string(), expected, "{rows}");
        }
    }
}

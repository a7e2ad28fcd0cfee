//! Tables that hold data, and those that are a means of layout, by their markup alone: the layout of the text asks.

use super::players::tag_of;
use crate::page::prelude::*;

/// The nodes of a cell from which on it holds a part of the page.
const NODES: usize = 400;

/// What is seen of a cell. Lengths are of texts without the white space around them, in bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    nodes: usize,
    text: usize,
    /// In links, and in headings.
    linked: usize,
    titled: usize,
    blocks: usize,
    has_picture: bool,
    has_button: bool,
    has_control: bool,
}

impl Cell {
    fn is_empty(&self) -> bool {
        self.text == 0 && !self.has_picture
    }

    /// Links or pictures alone, or nothing.
    fn leads_elsewhere(&self) -> bool {
        self.linked + 2 >= self.text && (self.linked > 0 || self.text == 0)
    }

    fn is_title(&self) -> bool {
        self.titled > 0 && self.titled == self.text
    }

    /// A teaser or a product: a title and more, or a picture and a link in several blocks.
    fn is_record(&self) -> bool {
        let is_linked = (self.has_picture || self.has_button) && self.linked > 0 && self.text > self.linked + 2;
        is_linked && self.blocks >= 2 || self.titled > 0 && !self.is_title()
    }
}

/// What is seen of a row.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    cells: usize,
    columns: usize,
    /// The most rows that a cell spans.
    height: usize,
    titles: usize,
    /// Cells that lead elsewhere.
    links: usize,
    controls: usize,
    /// Cells with words that are neither links alone nor beside a control.
    facts: usize,
}

/// What is seen of a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableKind {
    cell: Option<Cell>,
    row: Row,
    is_layout: bool,
    /// It has a header, a caption or a role.
    says_so: bool,
    rows: usize,
    columns: usize,
    cells: usize,
    headers: usize,
    empty: usize,
    texts: usize,
    prose: usize,
    controls: usize,
    records: usize,
    /// Rows that a cell above covers too, from here on.
    covered: usize,
    /// Rows of two cells or more, their cells, and those of them that lead elsewhere.
    wide_rows: usize,
    wide_cells: usize,
    links: usize,
    /// Rows with a control and one name at most.
    fields: usize,
    /// The cells of the first row are titles.
    has_title_row: bool,
    h1s: usize,
}

impl TableKind {
    /// Looks at a table, up to one within it.
    pub fn of(table: NodeRef<'_>) -> Self {
        let mut kind = TableKind::default();
        let role = as_element(table).and_then(|element| element.attr(names::ROLE)).map_or("", str::trim);
        kind.is_layout = matches!(role, "presentation" | "none");
        kind.says_so = matches!(role, "table" | "grid");
        // Open links, headings, and elements that show no text.
        let (mut links, mut titles, mut mute, mut other) = (0usize, 0usize, 0usize, 0usize);
        for edge in table.traverse_elements().skip(1).checking(CHECK_EVERY) {
            let (Edge::Open(node) | Edge::Close(node)) = edge;
            let is_open = matches!(edge, Edge::Open(_));
            let Some(element) = as_element(node) else {
                if let (Some(text), Some(cell)) = (as_text(node).filter(|_| mute == 0), &mut kind.cell) {
                    let length = text.trim().len();
                    cell.text += length;
                    cell.linked += if links > 0 { length } else { 0 };
                    cell.titled += if titles > 0 { length } else { 0 };
                    cell.nodes += usize::from(length > 0);
                }
                continue;
            };
            let tag = Tag::of(element);
            // The role of others is not asked for.
            let role = matches!(tag, Tag::Div | Tag::Span).then(|| element.attr(names::ROLE)).flatten();
            let tag = tag_of(node, element, tag, role);
            let count = match tag {
                Tag::A => &mut links,
                _ if tag.heading_level().is_some() => &mut titles,
                Tag::Script | Tag::Style | Tag::Template => &mut mute,
                _ => &mut other,
            };
            *count = if is_open { *count + 1 } else { count.saturating_sub(1) };
            if is_open {
                kind.open(element, tag);
            }
            if kind.is_layout {
                return kind;
            }
        }
        kind.end_row();
        kind
    }

    fn open(&mut self, element: Element<'_>, tag: Tag) {
        match tag {
            Tag::Tr => self.end_row(),
            Tag::Thead | Tag::Caption => self.says_so = true,
            Tag::Td | Tag::Th => {
                self.end_cell();
                self.cell = Some(Cell::default());
                self.headers += usize::from(tag == Tag::Th);
                self.says_so |= tag == Tag::Th || element.attr(names::SCOPE).is_some();
                let span = |name| element.attr(name).and_then(|span| span.trim().parse().ok()).unwrap_or(1);
                self.row.columns += span(names::COLSPAN).clamp(1, 1000);
                self.row.height = self.row.height.max(span(names::ROWSPAN));
            }
            Tag::Table => self.is_layout = true,
            _ => {}
        }
        let Some(cell) = self.cell.as_mut().filter(|_| !tag.is_cell()) else {
            return;
        };
        cell.nodes += 1;
        self.is_layout |= cell.nodes > NODES;
        self.h1s += usize::from(tag == Tag::H1);
        let is_hidden = || element.attr(names::TYPE).is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"));
        match tag {
            Tag::Input | Tag::Select | Tag::Textarea => cell.has_control |= !is_hidden(),
            Tag::Form => cell.has_control = true,
            Tag::Button => cell.has_button = true,
            Tag::Img => cell.has_picture = true,
            tag => cell.blocks += usize::from(tag.is_block()),
        }
    }

    fn end_cell(&mut self) {
        let Some(cell) = self.cell.take() else {
            return;
        };
        self.cells += 1;
        self.empty += usize::from(cell.is_empty());
        self.texts += usize::from(cell.text > 0);
        // Bytes from which on a cell is prose, and blocks from which on.
        self.prose += usize::from(cell.text > 400 || cell.blocks > 6);
        self.controls += usize::from(cell.has_control);
        self.records += usize::from(cell.is_record());
        let row = &mut self.row;
        row.cells += 1;
        row.titles += usize::from(cell.is_title());
        row.links += usize::from(cell.leads_elsewhere());
        row.controls += usize::from(cell.has_control);
        row.facts += usize::from(!cell.has_control && !cell.leads_elsewhere());
    }

    fn end_row(&mut self) {
        self.end_cell();
        let row = std::mem::take(&mut self.row);
        if row.cells == 0 {
            return;
        }
        let is_wide = row.cells > 1 || self.covered > 0;
        self.covered = self.covered.max(row.height).saturating_sub(1);
        self.has_title_row |= self.rows == 0 && is_wide && row.titles == row.cells;
        self.rows += 1;
        self.columns = self.columns.max(row.columns);
        self.fields += usize::from(row.controls > 0 && row.facts < 2);
        if is_wide {
            self.wide_rows += 1;
            self.wide_cells += row.cells;
            self.links += row.links;
        }
    }

    /// Returns `true` for a table that holds data.
    ///
    /// A table with another in it, with one column or without two rows is layout; so is one with `role=presentation`, and
    /// one of fields of a form. One that has a caption, a header or `<th>` holds data unless most of its cells are prose,
    /// empty, of a form, or teasers. Any other holds data if few of its cells are, not all are links or pictures, and most
    /// rows have several.
    pub fn is_data(&self, has_header: bool) -> bool {
        let has_name = self.headers > 0 && self.headers < self.cells || has_header;
        if self.is_layout || self.rows < 2 || self.columns < 2 && !has_name {
            return false;
        }
        let share = |number: usize| number as f32 / self.cells as f32;
        if share(self.empty) > 0.9 || 3 * self.fields >= self.rows {
            return false;
        }
        let says_so = self.says_so || has_header;
        // The share of cells that may be prose, with controls, or teasers.
        let most = if says_so { 0.5 } else { 0.25 };
        let is_few = |number: usize| share(number) <= most;
        // What a table needs that does not say that it holds data.
        let looks_so = || {
            let are_links = self.links as f32 > 0.9 * self.wide_cells as f32;
            !are_links && 2 * self.wide_rows >= self.rows && share(self.empty) <= 0.5 && self.texts >= 4
        };
        is_few(self.prose) && is_few(self.controls) && is_few(self.records) && (says_so || looks_so())
    }

    /// Returns `true` if headings in its cells are the cells' text: they are no headings of what follows. The only one of
    /// the first level is the title of a page that is laid out in a table.
    pub fn has_titles_in_cells(&self) -> bool {
        self.h1s != 1 && self.is_data(self.has_title_row)
    }
}

/// Returns the position of a table's caption: its own, or that of the figure that it is in.
pub fn caption_of(page: &Page, table: usize) -> Option<usize> {
    let is = |tag: Tag| move |child: &usize| page.tag(*child) == tag;
    let figure = page.parent(table);
    let of_figure = || {
        let is_figure = page.tag(figure) == Tag::Figure;
        // The children of a figure among which its caption is looked for.
        is_figure.then(|| page.children(figure).take(16).find(is(Tag::Figcaption))).flatten()
    };
    page.children(table).checking(CHECK_EVERY).find(is(Tag::Caption)).or_else(of_figure)
}

/// Returns `true` for a table of a page that holds data, given whether rows at its top are a header and whether a caption
/// is its own or its figure's.
pub fn is_data_table(page: &Page, table: usize, has_header: bool, has_caption: bool) -> bool {
    let kind = page.node(table).map(TableKind::of);
    kind.is_some_and(|mut kind| {
        kind.says_so |= has_caption;
        kind.is_data(has_header)
    })
}

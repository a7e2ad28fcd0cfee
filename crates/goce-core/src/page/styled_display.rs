//! What an element's own style says of its lines, its weight and its slant, where that is not by its name.

use super::text_buffer::Separator;
use crate::page::prelude::*;

/// Nodes of an element among which a block is looked for: a part of a sentence has few.
const NODES: usize = 64;

/// What keeps an element that is a block within its line apart from its neighbours.
const APART: [&str; 5] = ["width", "min-width", "margin", "padding", "border"];

/// What the `display` of a `style` attribute does to the edges of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StyledDisplay {
    /// `block`, `list-item`, `table` and their like: a line of its own.
    Line,
    /// `flex` and `grid`: a line of its own, in which the children stand apart.
    Flex,
    /// `table-cell`.
    Cell,
}

impl StyledDisplay {
    /// Reads the value of a `style` attribute. `None` where it says nothing of lines and cells.
    pub fn of(style: &str) -> Option<Self> {
        let mut last = None;
        for (_, value) in declarations(style).filter(|(name, _)| name.eq_ignore_ascii_case("display")) {
            let is = |names: &[&str]| names.iter().any(|name| value.eq_ignore_ascii_case(name));
            last = if is(&["block", "flow-root", "list-item", "table", "table-row", "table-caption"]) {
                Some(StyledDisplay::Line)
            } else if is(&["flex", "grid", "inline-flex", "inline-grid"]) {
                Some(StyledDisplay::Flex)
            } else if is(&["table-cell"]) {
                Some(StyledDisplay::Cell)
            } else {
                None
            };
        }
        last
    }

    /// Returns what stands at the edges of an inline element with this style.
    pub fn separator(self) -> Separator {
        match self {
            StyledDisplay::Line | StyledDisplay::Flex => Separator::Line,
            StyledDisplay::Cell => Separator::Cell,
        }
    }
}

/// Returns the names of the declarations of a style, each with the first word of its value.
fn declarations(style: &str) -> impl Iterator<Item = (&str, &str)> {
    style.split(';').filter_map(|declaration| {
        let (name, value) = declaration.split_once(':')?;
        let value = value.trim_start();
        let end = value.find(|c: char| c.is_ascii_whitespace() || c == '!').unwrap_or(value.len());
        Some((name.trim(), &value[..end]))
    })
}

/// Returns `true` for `<b>`, `<em>` and the like whose own style takes back what the name says: Google Docs wraps what
/// is copied in `<b style="font-weight:normal">`.
pub fn is_plain(tag: Tag, element: Element<'_>) -> bool {
    let property = match tag {
        Tag::B | Tag::Strong => "font-weight",
        Tag::I | Tag::Em => "font-style",
        _ => return false,
    };
    let style = element.attr(names::STYLE).map_or("", start_of_name);
    let values = declarations(style).filter(|(name, _)| name.eq_ignore_ascii_case(property));
    values.last().is_some_and(|(_, value)| value.eq_ignore_ascii_case("normal") || value == "400")
}

/// Returns whether the style of a `<span>` makes its text bold, and whether italic, where it says so: Google Docs and
/// other editors write both like this. What highlighters call a token is code.
pub fn emphasis(span: Element<'_>) -> (Option<bool>, Option<bool>) {
    let (mut is_bold, mut is_italic) = (None, None);
    let is_token = span.attr(names::CLASS).is_some_and(|class| class.starts_with("token"));
    let style = span.attr(names::STYLE).filter(|_| !is_token);
    for (name, value) in declarations(style.map_or("", start_of_name)) {
        let is = |known: &[&str]| known.iter().any(|known| value.eq_ignore_ascii_case(known));
        // Other words leave it to what is around.
        let said = |yes: &[&str]| is(yes).then_some(true).or(is(&["normal", "initial"]).then_some(false));
        if name.eq_ignore_ascii_case("font-weight") {
            let weight = value.parse::<u16>().ok().map(|weight| weight >= 600);
            is_bold = said(&["bold", "bolder"]).or(weight);
        } else if name.eq_ignore_ascii_case("font-style") {
            is_italic = said(&["italic", "oblique"]);
        }
    }
    (is_bold, is_italic)
}

/// Returns `true` for a `<div>` or `<p>` that is a part of its line by its style, and so is all that it holds.
pub fn is_in_line(node: NodeRef<'_>, element: Element<'_>, tag: Tag, style: &str) -> bool {
    let mut nodes = 0;
    is_laid_in_line(element, tag, style)
        && node.descendants().take(NODES + 1).all(|inner| {
            nodes += 1;
            let inner = as_element(inner).map(|inner| (inner, Tag::of(inner)));
            let is_laid_in_line = |(inner, tag): (Element<'_>, Tag)| {
                !tag.is_block() || is_laid_in_line(inner, tag, inner.attr(names::STYLE).unwrap_or(""))
            };
            nodes <= NODES && inner.is_none_or(is_laid_in_line)
        })
}

fn is_laid_in_line(element: Element<'_>, tag: Tag, style: &str) -> bool {
    if !matches!(tag, Tag::Div | Tag::P) || !style.contains("inline") {
        return false;
    }
    let mut display = "";
    let (mut is_out, mut is_moved, mut is_apart) = (false, false, false);
    for (name, value) in declarations(style) {
        let is = |known: &str| value.eq_ignore_ascii_case(known);
        if name.eq_ignore_ascii_case("display") {
            display = value;
        } else if name.eq_ignore_ascii_case("float") {
            is_out |= !is("none");
        } else if name.eq_ignore_ascii_case("position") {
            is_out |= is("absolute") || is("fixed");
            is_moved |= is("relative");
        }
        is_apart |= APART
            .iter()
            .any(|apart| name.get(..apart.len()).is_some_and(|name| name.eq_ignore_ascii_case(apart)));
    }
    // Rules may set a block within a line apart where it has a class; the letters of moving words have one, too.
    let is_joined = || !is_apart && (is_moved || element.attr(names::CLASS).is_none());
    !is_out && (display.eq_ignore_ascii_case("inline") || display.eq_ignore_ascii_case("inline-block") && is_joined())
}

#[cfg(test)]
mod tests {
    use super::is_plain;
    use crate::cases;
    use crate::page::Page;

    #[test]
    fn names_that_a_style_takes_back() {
        for [html, expected] in cases(
            "
            <b style=font-weight:normal>x => true
            <em style='color: red; FONT-STYLE : Normal !important'>x => true
            <strong style='font-weight:400'>x => true
            <b style='font-weight:normal;font-weight:700'>x => false
            <b style='font-style:normal;mso-font-weight:normal'>x => false
            <b>x => false",
        ) {
            let page = Page::sample(html);
            let mut elements = page.positions().filter_map(|at| Some((page.tag(at), page.element(at)?)));
            assert_eq!(elements.any(|(tag, element)| is_plain(tag, element)).to_string(), expected, "{html}");
        }
    }

    #[test]
    fn blocks_within_a_line() {
        Page::check_texts(
            "
            a<div style='display: inline'>b</div> <p style='DISPLAY:inline!important'>c</p>, d => ab c, d
            <div style='position:relative;display:inline-block' class=word><div \
            style='position:relative;display:inline-block' class=char>a</div><div \
            style='position:relative;display:inline-block'>b</div></div> c => ab c
            <div style='display:inline-block'>a</div><div style='display:inline-block'>b</div> => ab
            <div style='display:inline-block;width:9%'>a</div><div style='display:inline-block'>b</div> => a|b
            <div style='display:inline-block' class=tag>a</div>b => a|b
            <div style='display:inline;float:left'>a</div>b => a|b
            <div style='display:inline'>a<p>b</p></div>c => a||b||c
            <div style='display:inline;display:block'>a</div>b => a|b",
        );
        assert_eq!(Page::sample("a<div style='display: inline'>b</div>c").blocks().len(), 1);
    }

    #[test]
    fn inline_elements_with_a_display_of_their_own_stand_apart() {
        Page::check_texts(
            "
            <p><span style='display:block'>a</span><span style='DISPLAY : Block !important'>b</span></p> => a|b
            <p>x <b style='color: red; display:list-item'>a</b>b => x|a|b
            <span style=display:table-cell>a</span><span style='display:table-cell'>b</span> => a\tb
            <div style='display:flex'><span>a</span><span>b</span></div> => a b
            <div style='display: grid'><a>a</a><a>b<i>c</i></a></div> => a bc
            <span style='display:inline-block'>a</span><span style='display:block; display:inline'>b</span> => ab
            <span style='x:display:block'>a</span><span style='--display:block'>b</span> => ab",
        );
        // The text stays one block.
        assert_eq!(Page::sample("<p>a<span style='display:block'>b</span>").blocks().len(), 1);
    }
}

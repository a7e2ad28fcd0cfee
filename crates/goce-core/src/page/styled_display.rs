//! How an element's own style lays out its text, where that is not by its name.

use super::text_buffer::Separator;

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
        for declaration in style.split(';') {
            let Some((name, value)) = declaration.split_once(':') else {
                continue;
            };
            if !name.trim().eq_ignore_ascii_case("display") {
                continue;
            }
            let value = value.trim_start();
            let end = value.find(|c: char| c.is_ascii_whitespace() || c == '!').unwrap_or(value.len());
            let is = |names: &[&str]| names.iter().any(|name| value[..end].eq_ignore_ascii_case(name));
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

#[cfg(test)]
mod tests {
    use crate::page::Page;

    #[test]
    fn inline_elements_with_a_display_of_their_own_stand_apart() {
        for (html, text) in [
            (
                "<p><span style='display:block'>a</span><span style='DISPLAY : Block !important'>b</span></p>",
                "a\nb",
            ),
            ("<p>x <b style='color: red; display:list-item'>a</b>b", "x\na\nb"),
            ("<span style=display:table-cell>a</span><span style='display:table-cell'>b</span>", "a\tb"),
            ("<div style='display:flex'><span>a</span><span>b</span></div>", "a b"),
            ("<div style='display: grid'><a>a</a><a>b<i>c</i></a></div>", "a bc"),
            (
                "<span style='display:inline-block'>a</span><span style='display:block; display:inline'>b</span>",
                "ab",
            ),
            ("<span style='x:display:block'>a</span><span style='--display:block'>b</span>", "ab"),
        ] {
            assert_eq!(Page::sample(html).text(), text, "{html}");
        }
        // The text stays one block.
        assert_eq!(Page::sample("<p>a<span style='display:block'>b</span>").blocks().len(), 1);
    }
}

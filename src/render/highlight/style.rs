//! The style of what goce adds to a page, and the page's own without what loads or runs.

use crate::render::bounds::{Output, RenderError};
use crate::render::escape;
use crate::tick::Tick;

/// Marks from pale yellow to blue, ever darker: colours that tell score from score also without red
/// or green, and in grey. Text on them stays dark.
pub const OWN: &str = "<style class=\"goce-style\">\
html,body{display:block!important;visibility:visible!important;opacity:1!important;animation:none!important}\
.goce-mark{color:#111!important;outline:1px solid #0002!important;font-style:inherit}\
.goce-0{background:#fff3b8!important}\
.goce-1{background:#e3ebc8!important}\
.goce-2{background:#c3dfe0!important}\
.goce-3{background:#9fc9ee!important}\
.goce-4{background:#7fb2ea!important}\
.goce-legend,.goce-switch{display:block!important;position:fixed!important;visibility:visible!important;opacity:1!important}\
.goce-legend{z-index:2147483646!important;box-sizing:border-box!important;width:230px!important;right:8px!important;bottom:8px!important;left:auto!important;top:auto!important;\
padding:6px 10px!important;background:#fff!important;color:#111!important;border:2px solid #111!important;\
font:14px/1.5 sans-serif!important;text-align:left!important}\
.goce-legend *{font:inherit;color:inherit}\
.goce-legend label{display:block;padding-left:22px;cursor:pointer}\
.goce-switch{z-index:2147483647!important;right:208px!important;left:auto!important;bottom:18px!important;width:16px!important;\
height:16px!important;margin:0!important;appearance:auto!important}\
.goce-unshown{padding:8px!important;border:2px dashed #111!important;background:#fff3b8!important;color:#111!important}\
#goce-only:checked~.goce-out,#goce-only:checked~* .goce-out{display:none!important}\
</style>";

/// Names in style sheets that load something or, in old browsers, run it. Longer names contain these.
const ACTIVE: [&str; 15] = [
    "url(",
    "src(",
    "image(",
    "image-set(",
    "cross-fade(",
    "element(",
    "paint(",
    "expression(",
    "@import",
    "@font-face",
    "@charset",
    "@namespace",
    "behavior",
    "-moz-binding",
    "javascript:",
];

/// A less-than sign as CSS escapes it.
const LESS_THAN: &str = "\\3c ";

/// Bytes of a style sheet that are read between two ticks.
const PIECE: usize = 16 * 1024;

/// Where CSS stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In `<style>`, whose text has no character references.
    Sheet,
    /// In an attribute.
    Value,
}

/// Appends a style sheet, or the value of a `style` attribute, in which nothing loads or runs: each name
/// that would do it gets a letter that makes it unknown, and what is unknown does nothing
/// (CSS Syntax, section 9). Escapes of ASCII letters and signs, behind which names may hide, become `_`.
///
/// No `<` is left, so that it is no markup even for a parser that does not know the sheet for one: it
/// becomes an escape, which is the same in strings and names.
pub fn harmless(
    css: &str,
    place: Place,
    out: &mut Output,
    tick: Tick<'_>,
) -> Result<(), RenderError> {
    let bytes = css.as_bytes();
    let mut writer = Writer {
        css,
        copied: 0,
        place,
        out,
        tick,
    };
    let (mut at, mut next_tick) = (0, 0);
    while let Some(&byte) = bytes.get(at) {
        if at >= next_tick {
            (writer.tick)();
            writer.copy_to(at)?;
            next_tick = at + PIECE;
        }
        at = match byte {
            b'\\' => writer.escape(at)?,
            b'<' => writer.less_than(at)?,
            b'@' if is_active(&bytes[at..]) => {
                // Behind the sign: it begins the name.
                writer.replace(at + 1, at + 1, "x-")?;
                at + 1
            }
            _ if is_active(&bytes[at..]) => {
                writer.replace(at, at, "x-")?;
                at + 1
            }
            _ => at + 1,
        };
    }
    writer.copy_to(bytes.len())
}

struct Writer<'c, 'o, 't> {
    css: &'c str,
    /// Bytes that are written or replaced.
    copied: usize,
    place: Place,
    out: &'o mut Output,
    tick: Tick<'t>,
}

impl Writer<'_, '_, '_> {
    /// Writes what stands before a place as it is.
    fn copy_to(&mut self, end: usize) -> Result<(), RenderError> {
        // Between two ticks a character may end.
        let end = self.css.floor_char_boundary(end);
        let text = &self.css[self.copied..end];
        self.copied = end;
        match self.place {
            Place::Sheet => self.out.push(text),
            Place::Value => escape::text(text, escape::Place::Value, self.out, self.tick),
        }
    }

    fn replace(&mut self, start: usize, end: usize, by: &str) -> Result<(), RenderError> {
        self.copy_to(start)?;
        self.copied = end;
        self.out.push(by)
    }

    /// Replaces a `<`, and what begins a comment of HTML, which CSS passes over; returns where to read on.
    fn less_than(&mut self, at: usize) -> Result<usize, RenderError> {
        let (length, by) = if self.css[at..].starts_with("<!--") {
            (4, " ")
        } else {
            (1, LESS_THAN)
        };
        self.replace(at, at + length, by)?;
        Ok(at + length)
    }

    /// Looks behind a backslash; returns where to read on.
    fn escape(&mut self, at: usize) -> Result<usize, RenderError> {
        let behind = &self.css[at + 1..];
        let digits = behind
            .bytes()
            .take(6)
            .take_while(u8::is_ascii_hexdigit)
            .count();
        if digits > 0 {
            let end = at + 1 + digits;
            let code = u32::from_str_radix(&behind[..digits], 16);
            if code.is_ok_and(|code| (0x21..0x80).contains(&code)) {
                self.replace(at, end, "_")?;
            }
            return Ok(end);
        }
        match behind.chars().next() {
            Some(c) if c.is_ascii_alphabetic() || c == '@' || c == '(' => {
                self.replace(at, at + 2, "_")?;
                Ok(at + 2)
            }
            Some('<') => {
                self.replace(at, at + 2, LESS_THAN)?;
                Ok(at + 2)
            }
            // The second begins no escape.
            Some('\\') => Ok(at + 2),
            _ => Ok(at + 1),
        }
    }
}

/// Returns `true` if bytes begin with one of [`ACTIVE`], in any case.
fn is_active(bytes: &[u8]) -> bool {
    ACTIVE.iter().any(|active| {
        bytes
            .get(..active.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(active.as_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn harmless(css: &str) -> String {
        let mut out = Output::unlimited();
        super::harmless(css, Place::Sheet, &mut out, &mut || ()).unwrap();
        out.finish()
    }

    #[test]
    fn nothing_active_is_left() {
        for css in [
            "a{background:url(http://a.example/x)}",
            "a{background:URL (x) uRl('x')}",
            "@import 'x';@IMPORT url(x);",
            r"a{background:\75 rl(x)}",
            r"a{background:\75rl(x) \u\r\l(x) u\72 l(x) \000075rl(x)}",
            r"@\69mport 'x'; \@import 'x'; \40import 'x'",
            "a{width:expression(alert(1));behavior:x;-moz-binding:x}",
            "a{background:-webkit-image-set('x' 1x)}",
            "</style><script>",
            "<!--",
            "@font-face{src:url(x)}",
            "urlurl(x)",
            r"a{\-moz-binding:x;\\url(x);b:\<!--/**/url(x)}",
            "u<!--rl(x) <<!--/style> @<!--import",
        ] {
            let harmless = harmless(css).to_ascii_lowercase();
            assert!(!harmless.contains('<'), "{css}: {harmless}");
            for active in ["@import", "@font-face", "behavior:", "javascript:"] {
                let rest = harmless.replace(&format!("x-{active}"), "");
                assert!(!rest.contains(active), "{css}: {harmless}");
            }
            for active in ["url(", "image-set(", "expression("] {
                let rest = harmless.replace(&format!("x-{active}"), "");
                assert!(!rest.contains(active), "{css}: {harmless}");
            }
        }
    }

    #[test]
    fn the_rest_stays() {
        for css in [
            "a{color:red}",
            r".md\:flex{content:'\f101'}",
            "@media (width>600px){a>b{color:#111}}",
            "é{content:'ü'}",
        ] {
            assert_eq!(harmless(css), css);
        }
    }

    #[test]
    fn long_sheets_tick() {
        let css = "a{b:\u{e9}<c}".repeat(100_000);
        let mut ticks = 0;
        let mut out = Output::unlimited();
        super::harmless(&css, Place::Value, &mut out, &mut || ticks += 1).unwrap();
        assert!(ticks > css.len() / PIECE);
        assert_eq!(out.finish(), css.replace('<', LESS_THAN));
    }
}

//! The style sheet of goce, and the page's own without what loads, runs or covers.

use crate::interrupts;
use crate::output::{HtmlPlace, Output, RenderError, push_escaped};

use super::covering;

/// Colours of the marks from pale yellow to dark blue. They can be told apart also without red or green, and in grey.
/// Text on them stays dark.
///
/// The sheet is written first, as a layer without a name, so the page can add nothing to it. In the first layer,
/// `!important` is stronger than in any other sheet (CSS Cascade 5, section 6.4.4). A mark is made plain text again and
/// lies above the page: see [`covering`]. Elements with marks in them are as high as they need.
pub const OWN: &str = "<style class=\"goce-style\">@layer{\
.goce-legend,.goce-legend *,.goce-switch,.goce-unshown{all:revert!important}\
html,body{display:block!important;visibility:visible!important;opacity:1!important;animation:none!important;\
overflow:visible!important;height:auto!important;max-height:none!important}\
html{padding-bottom:110px!important;scroll-snap-type:none!important}\
dialog{position:static!important}\
body :not(.goce-out,.goce-out *,.goce-legend,.goce-legend *,.goce-switch){height:auto!important;max-height:none!important}\
.goce-mark{all:unset!important;position:relative!important;z-index:2147483645!important;pointer-events:auto!important;\
color:#111!important;-webkit-text-fill-color:currentcolor!important;-webkit-text-stroke:0!important;text-shadow:none!important;\
outline:1px solid #0002!important}\
.goce-mark::before,.goce-mark::after{content:none!important}\
.goce-0{background:#fff3b8!important}\
.goce-1{background:#e3ebc8!important}\
.goce-2{background:#c3dfe0!important}\
.goce-3{background:#9fc9ee!important}\
.goce-4{background:#7fb2ea!important}\
.goce-legend,.goce-switch{display:block!important;position:fixed!important;visibility:visible!important;opacity:1!important}\
.goce-legend{z-index:2147483646!important;box-sizing:border-box!important;width:230px!important;right:8px!important;bottom:8px!important;left:auto!important;top:auto!important;\
padding:6px 10px!important;background:#fff!important;color:#111!important;border:2px solid #111!important;\
font:14px/1.5 sans-serif!important;text-align:left!important}\
.goce-legend *{font:inherit!important;color:inherit!important}\
.goce-legend label{display:block!important;padding-left:22px!important;cursor:pointer!important}\
.goce-switch{z-index:2147483647!important;right:208px!important;left:auto!important;bottom:18px!important;width:16px!important;\
height:16px!important;margin:0!important;appearance:auto!important}\
.goce-unshown{padding:8px!important;border:2px dashed #111!important;background:#fff3b8!important;color:#111!important}\
#goce-only:checked~.goce-out,#goce-only:checked~* .goce-out{display:none!important}\
}</style>";

/// Names in style sheets that load something or, in old browsers, run something. Longer names contain these.
#[rustfmt::skip]
const ACTIVE: [&str; 15] = [
    "url(", "src(", "image(", "image-set(", "cross-fade(", "element(", "paint(", "expression(", "@import", "@font-face",
    "@charset", "@namespace", "behavior", "-moz-binding", "javascript:",
];

/// The word behind an exclamation mark.
const IMPORTANT: &[u8] = b"important";

/// A less-than sign as CSS escapes it.
const LESS_THAN: &str = "\\3c ";

/// Bytes of a style sheet between two checks.
const PIECE: usize = 16 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CssPlace {
    /// In `<style>`, whose text has no character references.
    Sheet,
    Value,
}

/// Appends a style sheet, or the value of a `style` attribute, in which nothing loads or runs. Each name that would do
/// so gets letters that make it unknown, and an unknown name does nothing (CSS Syntax, section 9). Escapes of ASCII
/// letters and signs, which may hide names, become `_`. Properties that could cover the marks are changed in the same
/// way ([`covering`]).
///
/// `!important` in an attribute would be stronger than [`OWN`] and is left out.
///
/// Each `<` becomes an escape, which is the same in strings and names. So no parser reads markup, even one that does
/// not take this for a style sheet.
pub fn harmless(css: &str, place: CssPlace, out: &mut Output) -> Result<(), RenderError> {
    let bytes = css.as_bytes();
    let mut writer = CssWriter {
        css,
        copied: 0,
        place,
        out,
    };
    let (mut at, mut next_check) = (0, 0);
    while let Some(&byte) = bytes.get(at) {
        if at >= next_check {
            interrupts::check();
            writer.copy_to(at)?;
            next_check = at + PIECE;
        }
        at = match byte {
            b'\\' => writer.escape(at)?,
            b'<' => writer.less_than(at)?,
            b'@' if is_active(&bytes[at..]) => {
                // The letters go behind the sign, which begins the name.
                writer.replace(at + 1, at + 1, "x-")?;
                at + 1
            }
            b'!' if place == CssPlace::Value => writer.exclamation(at)?,
            _ if is_active(&bytes[at..]) => {
                writer.replace(at, at, "x-")?;
                at + 1
            }
            _ if begins_name(bytes, at) => match covering::name(&bytes[at..]) {
                Some(length) => {
                    writer.replace(at, at, "x-")?;
                    at + length
                }
                None => at + 1,
            },
            _ => at + 1,
        };
    }
    writer.copy_to(bytes.len())
}

struct CssWriter<'c, 'o> {
    css: &'c str,
    /// Up to here, bytes are written or replaced.
    copied: usize,
    place: CssPlace,
    out: &'o mut Output,
}

impl CssWriter<'_, '_> {
    /// Writes what stands before a place as it is.
    fn copy_to(&mut self, end: usize) -> Result<(), RenderError> {
        // The place of a check may be within a character.
        let end = self.css.floor_char_boundary(end);
        let text = &self.css[self.copied..end];
        self.copied = end;
        match self.place {
            CssPlace::Sheet => self.out.push(text),
            CssPlace::Value => push_escaped(text, HtmlPlace::Value, self.out),
        }
    }

    fn replace(&mut self, start: usize, end: usize, by: &str) -> Result<(), RenderError> {
        self.copy_to(start)?;
        self.copied = end;
        self.out.push(by)
    }

    /// Replaces a `<`, or the start of an HTML comment, which CSS ignores; returns the place to read on.
    fn less_than(&mut self, at: usize) -> Result<usize, RenderError> {
        let (length, by) = if self.css[at..].starts_with("<!--") {
            (4, " ")
        } else {
            (1, LESS_THAN)
        };
        self.replace(at, at + length, by)?;
        Ok(at + length)
    }

    /// Leaves `!important` out at the end of a declaration. Elsewhere `!` makes a declaration unknown. Returns the
    /// place to read on.
    fn exclamation(&mut self, at: usize) -> Result<usize, RenderError> {
        let behind = &self.css.as_bytes()[at + 1..];
        let behind = behind.get(..covering::LONGEST).unwrap_or(behind);
        let end = covering::behind_space(behind).and_then(|(_, start)| {
            let (word, rest) = behind.get(start..)?.split_at_checked(IMPORTANT.len())?;
            let is_end = match covering::behind_space(rest) {
                Some((byte, _)) => byte == b';',
                None => behind.len() < covering::LONGEST,
            };
            (is_end && word.eq_ignore_ascii_case(IMPORTANT)).then_some(start + IMPORTANT.len())
        });
        match end {
            Some(end) => {
                self.replace(at, at + 1 + end, " ")?;
                Ok(at + 1 + end)
            }
            None => {
                self.replace(at + 1, at + 1, "x-")?;
                Ok(at + 1)
            }
        }
    }

    /// Reads an escape; returns the place to read on.
    fn escape(&mut self, at: usize) -> Result<usize, RenderError> {
        let behind = &self.css[at + 1..];
        let digits = behind.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        if digits > 0 {
            let end = at + 1 + digits;
            let code = u32::from_str_radix(&behind[..digits], 16);
            if code.is_ok_and(|code| (0x21..0x80).contains(&code)) {
                self.replace(at, end, "_")?;
            }
            return Ok(end);
        }
        match behind.chars().next() {
            Some(c) if c.is_ascii_alphabetic() || matches!(c, '@' | '(' | '-') => {
                self.replace(at, at + 2, "_")?;
                Ok(at + 2)
            }
            Some('<') => {
                self.replace(at, at + 2, LESS_THAN)?;
                Ok(at + 2)
            }
            // The second backslash begins no escape.
            Some('\\') => Ok(at + 2),
            _ => Ok(at + 1),
        }
    }
}

/// Returns `true` if a name begins at a place. The names of classes and ids do not count: no declaration begins with
/// one.
fn begins_name(bytes: &[u8], at: usize) -> bool {
    let is_of_name = |at: usize| bytes.get(at).is_some_and(|&byte| covering::is_of_name(byte));
    let before = at.checked_sub(1);
    is_of_name(at) && !before.is_some_and(|before| is_of_name(before) || matches!(bytes[before], b'.' | b'#'))
}

/// Returns `true` if bytes begin with one of [`ACTIVE`], in any case.
fn is_active(bytes: &[u8]) -> bool {
    ACTIVE
        .iter()
        .any(|active| bytes.get(..active.len()).is_some_and(|start| start.eq_ignore_ascii_case(active.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn harmless(css: &str) -> String {
        harmless_in(CssPlace::Sheet, css)
    }

    fn harmless_in(place: CssPlace, css: &str) -> String {
        let mut out = Output::unlimited();
        super::harmless(css, place, &mut out).unwrap();
        out.finish()
    }

    #[test]
    fn nothing_active_is_left() {
        #[rustfmt::skip]
        const CASES: [&str; 14] = [
            "a{background:url(http://a.example/x)}", "a{background:URL (x) uRl('x')}", "@import 'x';@IMPORT url(x);",
            r"a{background:\75 rl(x)}", r"a{background:\75rl(x) \u\r\l(x) u\72 l(x) \000075rl(x)}",
            r"@\69mport 'x'; \@import 'x'; \40import 'x'", "a{width:expression(alert(1));behavior:x;-moz-binding:x}",
            "a{background:-webkit-image-set('x' 1x)}", "</style><script>", "<!--", "@font-face{src:url(x)}",
            "urlurl(x)", r"a{\-moz-binding:x;\\url(x);b:\<!--/**/url(x)}", "u<!--rl(x) <<!--/style> @<!--import",
        ];
        for css in CASES {
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
    fn nothing_may_cover() {
        for (css, harmless_css) in [
            ("position:fixed;inset:0", "x-position:fixed;inset:0"),
            ("a{Z-Index:9!important}", "a{x-Z-Index:9!important}"),
            ("a{color:red;/**/opacity:0}", "a{color:red;/**/x-opacity:0}"),
            ("a{-webkit-filter:x}", "a{x--webkit-filter:x}"),
            (r"a{z\-index:9}", "a{z_index:9}"),
            (r"a{z\2dindex:9}", "a{z_index:9}"),
            (r"a{\66 position:fixed}", "a{_ x-position:fixed}"),
            ("a{position<!--:fixed}", "a{x-position :fixed}"),
            ("\u{a0}position:fixed", "\u{a0}x-position:fixed"),
            ("a{margin:0 -1px}", "a{x-margin:0 -1px}"),
        ] {
            assert_eq!(harmless(css), harmless_css, "{css}");
        }
        for css in [
            ".position:hover,#mask:hover,.md\\:opacity-5:hover{color:red}",
            "a{transition:opacity 1s,transform 1s;background-position:0 0}",
            "a{margin:-webkit-calc(1px);color:red!important}",
        ] {
            assert_eq!(harmless(css), css);
        }
    }

    #[test]
    fn attributes_are_not_important() {
        for (css, harmless) in [
            ("height:0!important", "height:0 "),
            ("height:0 ! /**/ IMPORTANT /**/ ;a:b", "height:0   /**/ ;a:b"),
            ("posi!importanttion:fixed", "posi!x-importanttion:fixed"),
            ("position!important:fixed", "position!x-important:fixed"),
            ("a:b!", "a:b!x-"),
        ] {
            assert_eq!(harmless_in(CssPlace::Value, css), harmless, "{css}");
        }
        let far = format!("a:b!{}important", "/**/".repeat(100));
        assert!(harmless_in(CssPlace::Value, &far).starts_with("a:b!x-/**/"));
    }

    #[test]
    fn long_sheets_check() {
        let css = "a{b:\u{e9}<c}".repeat(100_000);
        let mut out = Output::unlimited();
        let ((), checks) = interrupts::counted(|| super::harmless(&css, CssPlace::Value, &mut out).unwrap());
        assert!(checks > css.len() / PIECE);
        assert_eq!(out.finish(), css.replace('<', LESS_THAN));
    }
}

//! The style sheet of goce, and the page's own without markup.

use crate::output::{HtmlPlace, Output, Rendered, push_escaped};
use crate::prelude::*;

/// Colours of the marks from pale yellow to dark blue. They can be told apart also without red or green, and in grey.
/// Text on them stays dark.
///
/// The sheet is written first, as a layer without a name, so the page can add nothing to it. In the first layer,
/// `!important` is stronger than in any other sheet (CSS Cascade 5, section 6.4.4). A mark is made plain text again and
/// lies above the page: nothing else is positioned or has a stacking context (CSS 2.2, appendix E). Elements with marks
/// in them are as high as they need.
pub const OWN: &str = "<style class=\"goce-style\">@layer{\
.goce-legend,.goce-legend *,.goce-switch,.goce-unshown{all:revert!important}\
html,body{display:block!important;visibility:visible!important;opacity:1!important;animation:none!important;\
overflow:visible!important;height:auto!important;max-height:none!important}\
html{padding-bottom:110px!important;scroll-snap-type:none!important}\
body :not(.goce-out,.goce-out *,.goce-legend,.goce-legend *,.goce-switch){height:auto!important;max-height:none!important;\
text-indent:0!important}\
html,body,body :not(.goce-legend,.goce-legend *,.goce-switch,.goce-mark),::before,::after,::-webkit-slider-thumb{\
position:static!important;z-index:auto!important;opacity:1!important;isolation:auto!important;filter:none!important;\
backdrop-filter:none!important;mix-blend-mode:normal!important;transform:none!important;rotate:none!important;\
scale:none!important;translate:none!important;perspective:none!important;offset-path:none!important;will-change:auto!important;\
contain:none!important;container-type:normal!important;content-visibility:visible!important;clip-path:none!important;\
mask:none!important;interactivity:auto!important;view-transition-name:none!important;\
-webkit-box-reflect:none!important;-webkit-line-clamp:none!important}\
.goce-mark{all:unset!important;position:relative!important;z-index:2147483645!important;pointer-events:auto!important;\
letter-spacing:normal!important;word-spacing:normal!important;color:#111!important;-webkit-text-fill-color:currentcolor!important;-webkit-text-stroke:0!important;text-shadow:none!important;\
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

/// A less-than sign as CSS escapes it.
const LESS_THAN: &str = "\\3c ";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CssPlace {
    /// In `<style>`, whose text has no character references.
    Sheet,
    Value,
}

/// Appends a style sheet, or the value of a `style` attribute. What it would load the policy forbids.
///
/// `!important` in an attribute would be stronger than [`OWN`] and is left out.
///
/// Each `<` becomes an escape, which is the same in strings and names. So no parser reads markup, even one that does
/// not take this for a style sheet. `<!--`, which CSS ignores, becomes a space.
pub fn harmless(css: &str, place: CssPlace, out: &mut Output) -> Rendered {
    let mut rest = css;
    while !rest.is_empty() {
        interrupts::check();
        let piece = rest.floor_char_boundary(CHECK_BYTES);
        let end = rest[..piece].find(|c| c == '<' || c == '!' && place == CssPlace::Value).unwrap_or(piece);
        match place {
            CssPlace::Sheet => out.push(&rest[..end])?,
            CssPlace::Value => push_escaped(&rest[..end], HtmlPlace::Value, out)?,
        }
        rest = &rest[end..];
        if let Some(behind) = rest.strip_prefix("<!--") {
            out.push(" ")?;
            rest = behind;
        } else if let Some(behind) = rest.strip_prefix('<') {
            out.push(LESS_THAN)?;
            rest = behind;
        } else if let Some(behind) = rest.strip_prefix('!').filter(|_| end < piece) {
            // Without its word the sign makes a declaration unknown.
            let word = behind.trim_ascii_start();
            let is_important = word.get(..IMPORTANT.len()).is_some_and(|word| word.eq_ignore_ascii_case(IMPORTANT));
            out.push(if is_important { " " } else { "!x-" })?;
            rest = if is_important { &word[IMPORTANT.len()..] } else { behind };
        }
    }
    Ok(())
}

/// The word behind an exclamation mark.
const IMPORTANT: &str = "important";

#[cfg(test)]
mod tests {
    use super::*;

    fn harmless(place: CssPlace, css: &str) -> String {
        let mut out = Output::unlimited();
        super::harmless(css, place, &mut out).unwrap();
        out.finish()
    }

    #[test]
    fn no_markup_is_left_and_the_rest_stays() {
        for (css, expected) in [
            ("</style><script>", "\\3c /style>\\3c script>"),
            ("<!--a{b:c}<!", " a{b:c}\\3c !"),
            (r".md\:flex{content:'\f101'!important}", r".md\:flex{content:'\f101'!important}"),
            (
                "@media (width>600px){a>b{color:#111}}é{content:'ü'}",
                "@media (width>600px){a>b{color:#111}}é{content:'ü'}",
            ),
        ] {
            assert_eq!(harmless(CssPlace::Sheet, css), expected);
        }
    }

    #[test]
    fn attributes_are_not_important() {
        for (css, expected) in [
            ("height:0!important", "height:0 "),
            ("height:0 ! \n IMPORTANT ;a:b", "height:0   ;a:b"),
            ("a:b!/**/important", "a:b!x-/**/important"),
            ("a:b!i!importantmportant", "a:b!x-i mportant"),
            (r"a:b!\69mportant", r"a:b!x-\69mportant"),
            ("a:b!", "a:b!x-"),
            ("a:'é\"<'!important", "a:'é&quot;\\3c ' "),
        ] {
            assert_eq!(harmless(CssPlace::Value, css), expected, "{css}");
        }
        let far = format!("a:b!{}important", " ".repeat(2 * CHECK_BYTES));
        assert_eq!(harmless(CssPlace::Value, &far), "a:b ");
    }

    #[test]
    fn long_sheets_check() {
        let css = "a{b:\u{e9}<c}".repeat(100_000);
        let mut out = Output::unlimited();
        let ((), checks) = interrupts::counted(|| super::harmless(&css, CssPlace::Value, &mut out).unwrap());
        assert!(checks > css.len() / CHECK_BYTES);
        assert_eq!(out.finish(), css.replace('<', LESS_THAN));
    }
}

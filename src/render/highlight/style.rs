//! The style of what goce adds to a page, and the page's own without what loads or runs.

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

/// What makes style sheets load something or, in old browsers, run it. Longer names contain these.
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

/// A style sheet, or the value of a `style` attribute, in which nothing loads or runs: each name
/// that would do it gets a letter that makes it unknown, and what is unknown does nothing
/// (CSS Syntax, section 9). Escapes of ASCII letters and signs, behind which names may hide, become `_`.
pub fn harmless(css: &str) -> String {
    let plain = without_escapes(css);
    let lower = plain.to_ascii_lowercase();
    let mut out = String::with_capacity(plain.len());
    let mut copied = 0;
    for (place, c) in lower.char_indices() {
        let rest = &lower[place..];
        let found = match c {
            '<' if rest.starts_with("</") || rest.starts_with("<!") => true,
            c if c.is_ascii() => ACTIVE.iter().any(|active| rest.starts_with(active)),
            _ => false,
        };
        if found {
            out.push_str(&plain[copied..place]);
            // Behind the at sign: it begins the name.
            let kept = usize::from(c == '@');
            out.push_str(&plain[place..place + kept]);
            out.push_str("x-");
            copied = place + kept;
            if c == '<' {
                copied += 1;
            }
        }
    }
    out.push_str(&plain[copied..]);
    out
}

fn without_escapes(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(place) = rest.find('\\') {
        out.push_str(&rest[..place]);
        let behind = &rest[place + 1..];
        let digits = behind
            .bytes()
            .take(6)
            .take_while(u8::is_ascii_hexdigit)
            .count();
        let code = u32::from_str_radix(&behind[..digits], 16).unwrap_or(u32::MAX);
        let next = behind.chars().next();
        if digits > 0 && (0x21..0x80).contains(&code)
            || digits == 0 && next.is_some_and(|c| c.is_ascii_alphabetic() || c == '@' || c == '(')
        {
            out.push('_');
            rest = if digits > 0 {
                &behind[digits..]
            } else {
                &behind[1..]
            };
        } else {
            out.push('\\');
            // What an escape hides is not looked at again: `\\` and what follows.
            let length = next.map_or(0, char::len_utf8);
            out.push_str(&behind[..length]);
            rest = &behind[length..];
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

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
        ] {
            let harmless = harmless(css).to_ascii_lowercase();
            for active in [
                "@import",
                "@font-face",
                "</",
                "<!",
                "behavior:",
                "javascript:",
            ] {
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
            "@media (width<600px){a>b{color:#111}}",
            "é{content:'ü'}",
        ] {
            assert_eq!(harmless(css), css);
        }
    }
}

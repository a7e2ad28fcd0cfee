//! Declarations in a page's style sheets by which something could cover the marks.
//!
//! The marks lie above everything in the order of the text ([`super::style::OWN`]). Only elements that are positioned
//! or have a stacking context can lie above the marks, or keep them below something (CSS Positioned Layout 3, section
//! 4; CSS 2.2, appendix E). The properties that do this are taken from the page.

/// Properties that take something out of the order of the text, move it, hide it, or make a stacking context.
/// [`FAMILIES`] has more.
#[rustfmt::skip]
const PROPERTIES: [&str; 21] = [
    "position", "z-index", "opacity", "isolation", "filter", "backdrop-filter", "mix-blend-mode", "rotate", "scale",
    "translate", "perspective", "will-change", "contain", "content-visibility", "clip-path", "overlay", "interactivity",
    "box-reflect", "overflow-scrolling", "text-decoration-thickness", "line-clamp",
];

/// Beginnings of the names of more such properties, up to a hyphen or the end.
const FAMILIES: [&str; 6] = ["transform", "mask", "offset", "motion", "container", "view-transition"];

/// Properties whose negative values pull text over other text, or out of the page.
const PULLING: [&str; 4] = ["margin", "text-indent", "letter-spacing", "word-spacing"];

/// Bytes behind a name, and of a value, that are read. A longer value counts as covering.
pub const LONGEST: usize = 256;

/// Returns the length of the property's name at the start of a text, if it is declared here and may cover. A wrong
/// answer does little harm: something loses its style.
///
/// The byte before the text is no part of a name.
pub fn name(css: &[u8]) -> Option<usize> {
    let length = css.iter().take_while(|&&byte| is_of_name(byte)).count();
    let written = css.get(..length)?;
    let property = without_vendor(written);
    let (is_taken, is_pulling) = (is_taken(property), is_of(&PULLING, property));
    if !is_taken && !is_pulling && !written.starts_with(b"--") {
        return None;
    }
    let rest = css.get(length..)?;
    let rest = rest.get(..LONGEST).unwrap_or(rest);
    let covers = match behind_space(rest) {
        // A name without a colon behind it is no declaration.
        Some((b':', at)) => is_taken || is_negative(rest.get(at + 1..).unwrap_or_default()),
        Some(_) => false,
        None => rest.len() == LONGEST,
    };
    covers.then_some(length)
}

/// Returns `true` for bytes of names. Letters beyond ASCII do not count, so that no name hides behind them.
pub const fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

/// Returns the first byte that is neither space nor in a comment, and its place. `<!--` counts as a space: it is
/// written as one.
pub fn behind_space(css: &[u8]) -> Option<(u8, usize)> {
    let mut at = 0;
    loop {
        let rest = css.get(at..)?;
        if rest.starts_with(b"/*") {
            at += 2 + rest.get(2..)?.windows(2).position(|two| two == b"*/")? + 2;
        } else if rest.starts_with(b"<!--") {
            at += 4;
        } else if rest.first()?.is_ascii_whitespace() {
            at += 1;
        } else {
            return Some((*rest.first()?, at));
        }
    }
}

fn without_vendor(name: &[u8]) -> &[u8] {
    match name {
        [b'-', rest @ ..] if !rest.starts_with(b"-") => {
            rest.iter().position(|&byte| byte == b'-').and_then(|end| rest.get(end + 1..)).unwrap_or(name)
        }
        _ => name,
    }
}

fn is_taken(name: &[u8]) -> bool {
    PROPERTIES.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes())) || is_of(&FAMILIES, name)
}

fn is_of(families: &[&str], name: &[u8]) -> bool {
    families.iter().any(|family| {
        name.split_at_checked(family.len()).is_some_and(|(start, rest)| {
            start.eq_ignore_ascii_case(family.as_bytes()) && matches!(rest, [] | [b'-', ..])
        })
    })
}

/// Returns `true` if a value has a minus sign that is not part of a name, or does not end within the bytes read.
fn is_negative(value: &[u8]) -> bool {
    for (at, &byte) in value.iter().enumerate() {
        match byte {
            b';' | b'{' | b'}' => return false,
            b'-' => {
                let is_in_name = |byte: Option<&u8>| byte.is_some_and(|&byte| is_of_name(byte));
                let before = at.checked_sub(1).and_then(|before| value.get(before));
                let behind = value.get(at + 1);
                let is_minus =
                    !is_in_name(before) && behind.is_none_or(|byte| !byte.is_ascii_alphabetic() && *byte != b'-');
                if is_minus {
                    return true;
                }
            }
            _ => {}
        }
    }
    value.len() + 1 >= LONGEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_cover_is_known() {
        #[rustfmt::skip]
        const CASES: [&str; 17] = [
            "position:fixed", "POSITION : absolute", "position/* c */ /**/:sticky", "position<!--:fixed", "z-index:1",
            "-webkit-transform:none", "-moz-mask-image:x", "transform-style:preserve-3d", "container-type:size",
            "margin-top:-1px", "margin:0 0 0 -.5em", "margin:calc(1px - 100vh)", "margin:calc(-1*var(--a))",
            "margin:\t-\u{e9}", "text-indent:-9999px", "--gap:-1px", "word-spacing:-1em",
        ];
        for css in CASES {
            let length = css.bytes().take_while(|&byte| is_of_name(byte)).count();
            assert_eq!(name(css.as_bytes()), Some(length), "{css}");
        }
        // What does not end near by.
        let comment = format!("position/*{}*/:fixed", " ".repeat(LONGEST));
        let value = format!("margin:{}-1px", "0 ".repeat(LONGEST));
        assert!(name(comment.as_bytes()).is_some() && name(value.as_bytes()).is_some());
    }

    #[test]
    fn what_lies_in_the_order_of_the_text_stays() {
        #[rustfmt::skip]
        const CASES: [&str; 16] = [
            "", "color:red", "position", "opacity 1s", "transform;", "background-position:0 0", "position-anchor:--a",
            "transformed:x", "masked:x", "margin:0 auto", "margin:0;left:-1px", "margin:var(--wp--gap)",
            "margin:calc(1px + var(--a-1))", "margin-left{a:-1}", "--gap:1px", "--position:fixed",
        ];
        for css in CASES {
            assert_eq!(name(css.as_bytes()), None, "{css}");
        }
    }
}

//! Character references in values that were escaped once too often.

/// Named character references that occur in pages escaped twice, each with its character.
const NAMED: &str = "\
    amp&,lt<,gt>,quot\",apos',nbsp ,ndash–,mdash—,lsquo‘,rsquo’,ldquo“,rdquo”,hellip…,middot·,bull•,eacuteé,\
    frac12½,frac14¼,frac34¾,deg°,reg®,copy©,trade™,sup2²";

/// What the numbers from 128 to 159 stand for: bytes of windows-1252, as the HTML standard reads them.
const NUMBERED: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

/// Returns a text with these character references, and all numeric ones, replaced. It is never longer than before.
pub fn decode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        out.push_str(&rest[..start]);
        let after = &rest[start + 1..];
        // No reference that is read is longer.
        let end = after.bytes().take(10).position(|byte| byte == b';');
        match end.and_then(|end| Some((reference(&after[..end])?, end))) {
            Some((c, end)) => {
                out.push(c);
                rest = &after[end + 1..];
            }
            None => {
                out.push('&');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

fn reference(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        let of_windows = code.checked_sub(0x80).and_then(|at| NUMBERED.chars().nth(at as usize));
        return of_windows.or(char::from_u32(code)).filter(|c| *c != '\0');
    }
    NAMED.split(',').find_map(|known| {
        let mut behind = known.strip_prefix(name)?.chars();
        behind.next().filter(|_| behind.next().is_none())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    #[test]
    fn references_are_replaced() {
        for [text, decoded] in cases(
            "
            It&#8217;s &#x41;&unknown; & so => It’s A&unknown; & so
            AT&T;& => AT&T;&
            &#128;&#146;&#x97;&#159;&#160;&#x81; => €’—Ÿ\u{a0}\u{81}
            {&quot;a&quot;: 1} => {\"a\": 1}
            &#0;&amp;amp; => &#0;&amp;",
        ) {
            assert_eq!(decode(text), decoded, "{text}");
        }
    }
}

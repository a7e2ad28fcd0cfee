//! Tests of attributes: `[name]`, `[name=value]`, `[name*="value" i]` and the like.

use memchr::memmem;

use goce_core::html::{Element, Name, Namespace, Tree, names};
use goce_core::interrupts::Countdown;
use goce_core::memory::{OutOfMemory, TryPush, try_to_owned};

/// How a value is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `=`: the attribute is the value.
    Equal,
    /// `~=`: one of its words is the value.
    Word,
    /// `|=`: it is the value, or begins with the value and a hyphen.
    Dash,
    /// `^=`: it begins with the value.
    Prefix,
    /// `$=`: it ends with the value.
    Suffix,
    /// `*=`: it contains the value.
    Substring,
}

impl Operator {
    /// All operators, as they are written.
    pub const ALL: [(&str, Operator); 6] = [
        ("=", Operator::Equal),
        ("~=", Operator::Word),
        ("|=", Operator::Dash),
        ("^=", Operator::Prefix),
        ("$=", Operator::Suffix),
        ("*=", Operator::Substring),
    ];
}

/// How case counts in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// As HTML says for the attribute's name.
    OfAttribute,
    Ignored,
    /// `s`: `A` is not `a`.
    Sensitive,
}

/// Attributes whose values HTML compares without regard to case, in HTML elements (section 4.16.2).
#[rustfmt::skip]
const CASELESS: [&str; 46] = [
    "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked", "clear", "codetype",
    "color", "compact", "declare", "defer", "dir", "direction", "disabled", "enctype", "face", "frame", "hreflang",
    "http-equiv", "lang", "language", "link", "media", "method", "multiple", "nohref", "noresize", "noshade", "nowrap",
    "readonly", "rel", "rev", "rules", "scope", "scrolling", "selected", "shape", "target", "text", "type", "valign",
    "valuetype", "vlink",
];

/// A test of an attribute.
#[derive(Debug, PartialEq, Eq)]
pub struct AttributeTest {
    /// The attribute's name as it is written, and in lower case, as HTML elements have it.
    written: String,
    lower: String,
    /// Attributes with a prefix count too.
    with_prefix: bool,
    operator: Option<Operator>,
    /// The value as it is written, and in lower case.
    value: String,
    value_lower: String,
    case: Case,
    is_caseless_in_html: bool,
}

impl AttributeTest {
    /// Returns a test. Without an operator it tests whether the attribute exists.
    pub fn new(
        written: String,
        with_prefix: bool,
        operator: Option<Operator>,
        value: String,
        case: Case,
    ) -> Result<Self, OutOfMemory> {
        let mut lower = try_to_owned(&written)?;
        lower.make_ascii_lowercase();
        let mut value_lower = try_to_owned(&value)?;
        value_lower.make_ascii_lowercase();
        let is_caseless_in_html = !with_prefix && CASELESS.contains(&lower.as_str());
        Ok(AttributeTest {
            written,
            lower,
            with_prefix,
            operator,
            value,
            value_lower,
            case,
            is_caseless_in_html,
        })
    }

    /// Returns the test with the numbers that its names have in a page.
    pub fn on<'s>(&'s self, tree: &Tree) -> AttributeTestOnPage<'s> {
        AttributeTestOnPage {
            test: self,
            written: tree.find(&self.written),
            lower: tree.find(&self.lower),
        }
    }
}

/// A test with the names of a page.
#[derive(Debug)]
pub struct AttributeTestOnPage<'s> {
    test: &'s AttributeTest,
    written: Option<Name>,
    lower: Option<Name>,
}

impl AttributeTestOnPage<'_> {
    /// Returns `true` if an attribute of the element passes the test. `scratch` is working memory.
    pub fn passes(
        &self,
        element: Element<'_>,
        scratch: &mut Vec<u8>,
        work: &mut Countdown,
    ) -> Result<bool, OutOfMemory> {
        let is_html = element.namespace() == Namespace::Html;
        let Some(name) = (if is_html { self.lower } else { self.written }) else {
            return Ok(false);
        };
        let ignores_case = match self.test.case {
            Case::OfAttribute => is_html && self.test.is_caseless_in_html,
            case => case == Case::Ignored,
        };
        for attribute in element.attrs() {
            work.charge(1);
            // In SVG and MathML `xmlns` has a namespace, although it has no prefix.
            let is_plain = || attribute.prefix().is_empty() && (is_html || attribute.local() != names::XMLNS);
            if attribute.local() == name
                && (self.test.with_prefix || is_plain())
                && self.holds(attribute.value(), ignores_case, scratch, work)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn holds(
        &self,
        value: &str,
        ignores_case: bool,
        scratch: &mut Vec<u8>,
        work: &mut Countdown,
    ) -> Result<bool, OutOfMemory> {
        let Some(operator) = self.test.operator else {
            return Ok(true);
        };
        let (value, wanted) = (value.as_bytes(), self.test.value.as_bytes());
        let is = |part: &[u8]| is_same(part, wanted, ignores_case);
        if operator == Operator::Equal {
            return Ok(is(value));
        }
        if operator == Operator::Dash {
            let (start, rest) = value.split_at(wanted.len().min(value.len()));
            return Ok(is(start) && rest.first().is_none_or(|byte| *byte == b'-'));
        }
        // Every text contains the empty value, but by the standard it matches nothing.
        if wanted.is_empty() {
            return Ok(false);
        }
        let Some(beyond) = value.len().checked_sub(wanted.len()) else {
            return Ok(false);
        };
        match operator {
            Operator::Prefix => Ok(is(&value[..wanted.len()])),
            Operator::Suffix => Ok(is(&value[beyond..])),
            Operator::Word => Ok(has_word(value, wanted, ignores_case, work)),
            _ if ignores_case => contains(value, self.test.value_lower.as_bytes(), Some(scratch), work),
            _ => contains(value, wanted, None, work),
        }
    }
}

fn is_same(one: &[u8], other: &[u8], ignores_case: bool) -> bool {
    if ignores_case {
        one.eq_ignore_ascii_case(other)
    } else {
        one == other
    }
}

/// Bytes of a value that are searched at once, between two checks.
const WINDOW: usize = 64 * 1024;

/// Returns `true` if a word is among those of a value, which spaces separate.
pub fn has_word(value: &[u8], word: &[u8], ignores_case: bool, work: &mut Countdown) -> bool {
    let mut start = 0;
    for (number, window) in value.chunks(WINDOW).enumerate() {
        work.charge(1 + window.len());
        for (place, byte) in window.iter().enumerate() {
            if matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c) {
                let end = number * WINDOW + place;
                if is_same(&value[start..end], word, ignores_case) {
                    return true;
                }
                start = end + 1;
            }
        }
    }
    is_same(&value[start..], word, ignores_case)
}

/// Returns `true` if a value contains another. With memory for `lower`, the value is put into lower case first.
fn contains(
    value: &[u8],
    wanted: &[u8],
    mut lower: Option<&mut Vec<u8>>,
    work: &mut Countdown,
) -> Result<bool, OutOfMemory> {
    let finder = memmem::Finder::new(wanted);
    for start in (0..value.len()).step_by(WINDOW) {
        let end = value.len().min(start + WINDOW + wanted.len() - 1);
        let window = &value[start..end];
        work.charge(window.len());
        let found = match &mut lower {
            None => finder.find(window),
            Some(lower) => {
                lower.clear();
                lower.try_extend_from_slice(window)?;
                lower.make_ascii_lowercase();
                finder.find(lower)
            }
        };
        if found.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::super::matching::CHECK_EVERY;
    use super::*;
    use goce_core::interrupts;

    #[test]
    fn values_are_found_across_windows() {
        let mut work = Countdown::new(CHECK_EVERY);
        let mut scratch = Vec::new();
        for at in [0, WINDOW - 3, WINDOW - 1, WINDOW, 2 * WINDOW - 2] {
            let mut value = vec![b'x'; 2 * WINDOW + 2];
            value[at..at + 4].copy_from_slice(b"AbCd");
            assert_eq!(contains(&value, b"AbCd", None, &mut work), Ok(true));
            assert_eq!(contains(&value, b"abcd", None, &mut work), Ok(false));
            let lower = Some(&mut scratch);
            assert_eq!(contains(&value, b"abcd", lower, &mut work), Ok(true));
            let lower = Some(&mut scratch);
            assert_eq!(contains(&value, b"abcde", lower, &mut work), Ok(false));
        }
    }

    #[test]
    fn words_are_found_across_windows() {
        let mut work = Countdown::new(CHECK_EVERY);
        for at in [0, WINDOW - 3, WINDOW - 1, WINDOW, 2 * WINDOW - 2] {
            let mut value = vec![b'x'; 2 * WINDOW + 2];
            value[at..at + 4].copy_from_slice(b"AbCd");
            if at > 0 {
                value[at - 1] = b'\t';
            }
            if let Some(behind) = value.get_mut(at + 4) {
                *behind = b' ';
            }
            assert!(has_word(&value, b"AbCd", false, &mut work));
            assert!(!has_word(&value, b"abcd", false, &mut work));
            assert!(has_word(&value, b"abcd", true, &mut work));
            assert!(!has_word(&value, b"bCd", false, &mut work));
        }
        assert!(!has_word(b"", b"x", false, &mut work));
        // A single long word is searched with checks too.
        let value = vec![b'x'; 64 * WINDOW];
        let (found, checks) = interrupts::counted(|| has_word(&value, b"x", false, &mut Countdown::new(CHECK_EVERY)));
        assert!(!found);
        assert!(checks >= 63, "{checks}");
    }

    #[test]
    fn attributes_without_case_are_in_order() {
        assert!(CASELESS.is_sorted());
    }
}

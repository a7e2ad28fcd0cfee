//! What a list of classes says of how its element is laid out.

use memchr::memchr_iter;

use super::code::CodeClass;
use super::formula::may_be_source;
use super::permalink::is_mark;
use super::pictures::is_repeated_slide;

/// What a list of classes says. Elements are many and lists few: each list is read once.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClassSigns {
    /// The element is a slide that stands once more in its carousel.
    pub is_repeated_slide: bool,
    /// It is a mark beside words.
    pub is_mark: bool,
    pub code: CodeClass,
    /// It may hold the source of a formula.
    pub may_be_formula: bool,
}

impl ClassSigns {
    pub fn of(class: &str) -> Self {
        // Most begin with other letters, and have no such part.
        let first = class.trim_start().bytes().next();
        let may_begin = first.is_some_and(|first| b"Cabcglmptv".contains(&first));
        let has_part = memchr_iter(b'l', class.as_bytes()).any(|at| {
            let (before, behind) = class.as_bytes().split_at(at);
            behind.starts_with(b"lang")
                || behind.starts_with(b"lon") && before.ends_with(b"c")
                || before.ends_with(b"dup")
        });
        ClassSigns {
            is_repeated_slide: has_part && is_repeated_slide(class),
            is_mark: may_begin && is_mark(class),
            may_be_formula: may_be_source(class),
            code: if may_begin || has_part {
                CodeClass::of(class)
            } else {
                CodeClass::default()
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{code, permalink, pictures};

    #[test]
    fn no_name_of_the_tables_is_passed_over() {
        let of_code = [
            code::NUMBERS_CLASS,
            code::LINE_CELL,
            code::CODE_BLOCK,
            "lang-php",
            "language-php",
            "code-lang",
        ];
        let lines = code::LINES.iter().flat_map(|(lines, line)| [*lines, *line]);
        let slides = pictures::REPEATED_SLIDES.into_iter().chain(["owl-item cloned"]);
        let names = of_code.into_iter().chain(code::BESIDE).chain(lines).chain(slides).chain(permalink::MARKS);
        for name in names.chain(["", "title", "x"]) {
            let signs = ClassSigns::of(name);
            assert_eq!(signs.code, CodeClass::of(name), "{name}");
            assert_eq!((signs.is_repeated_slide, signs.is_mark), (is_repeated_slide(name), is_mark(name)), "{name}");
        }
    }
}

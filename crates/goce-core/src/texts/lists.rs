//! Lists of words and phrases that are written as one text. They are parted by the compiler.

/// Returns the words of a text, `N` of them, between which one space stands.
pub const fn listed<const N: usize>(text: &'static str) -> [&'static str; N] {
    parted(text, b' ')
}

/// Returns the lines of a text, `N` of them.
pub const fn lines<const N: usize>(text: &'static str) -> [&'static str; N] {
    parted(text, b'\n')
}

/// Returns the parts of a text between characters of ASCII. Another number of parts than `N` does not compile.
const fn parted<const N: usize>(text: &'static str, sign: u8) -> [&'static str; N] {
    let (mut parts, mut count) = ([""; N], 0);
    let (mut rest, mut at) = (text, 0);
    while !rest.is_empty() {
        if at < rest.len() && rest.as_bytes()[at] != sign {
            at += 1;
            continue;
        }
        let (part, behind) = rest.split_at(at);
        parts[count] = part;
        count += 1;
        rest = if behind.is_empty() { "" } else { behind.split_at(1).1 };
        at = 0;
    }
    assert!(count == N);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_parted() {
        assert_eq!(listed("one zwölf 漢"), ["one", "zwölf", "漢"]);
        assert_eq!(lines("one two\nthree, four \n"), ["one two", "three, four "]);
    }
}

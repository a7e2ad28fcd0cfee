//! Statements for people: what a view does, with its values written out, to be pasted into psql.

/// Writes a text as a literal of SQL. It means the same whatever `standard_conforming_strings` is, and no character of
/// it does anything in a terminal.
pub fn literal(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 2);
    let mut is_escaped = false;
    for character in text.chars() {
        match character {
            '\'' => written.push_str("''"),
            '\\' => {
                is_escaped = true;
                written.push_str("\\\\");
            }
            '\n' => written.push('\n'),
            _ if character.is_control() => {
                is_escaped = true;
                written.push_str(&format!("\\u{:04X}", u32::from(character)));
            }
            _ => written.push(character),
        }
    }
    format!("{}'{written}'", if is_escaped { "E" } else { "" })
}

/// Writes the values of a statement's parameters in place of `$1`, `$2` and so on, and takes the indentation out.
pub fn filled_in(statement: &str, values: &[String]) -> String {
    let mut written = String::with_capacity(statement.len());
    let mut quote = None;
    let mut rest = statement;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        match (quote, character) {
            (None, '$') => {
                let digits = rest.len() - rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
                let place = rest[..digits].parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                match place.and_then(|place| values.get(place)) {
                    Some(value) => written.push_str(&literal(value)),
                    None => written.push_str(&format!("${}", &rest[..digits])),
                }
                rest = &rest[digits..];
            }
            (None, '\n') => {
                written.push('\n');
                rest = rest.trim_start();
            }
            _ => {
                quote = match quote {
                    None if matches!(character, '\'' | '"') => Some(character),
                    Some(open) if open == character => None,
                    open => open,
                };
                written.push(character);
            }
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_quoted() {
        for (text, written) in [
            ("auto", "'auto'"),
            ("it's", "'it''s'"),
            ("a\\b'", "E'a\\\\b'''"),
            ("a\nb", "'a\nb'"),
            ("\u{1b}[2J\r", "E'\\u001B[2J\\u000D'"),
            ("':x", "''':x'"),
        ] {
            assert_eq!(literal(text), written);
        }
    }

    #[test]
    fn values_stand_in_place_of_parameters() {
        let values = ["a".to_owned(), "$1'".to_owned()];
        assert_eq!(
            filled_in("SELECT '$1', \"b'$2\"\n       FROM t WHERE ($2::text, $1) <> ($3, 'it''s $1')", &values),
            "SELECT '$1', \"b'$2\"\nFROM t WHERE ('$1'''::text, 'a') <> ($3, 'it''s $1')"
        );
    }
}

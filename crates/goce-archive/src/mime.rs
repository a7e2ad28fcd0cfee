//! What a Content-Type names.

/// The bytes of a Content-Type that are read. Servers refuse longer headers.
pub const MAX_CONTENT_TYPE: usize = 64 * 1024;

/// Returns the type and subtype of a Content-Type, in lower case. Servers write it in quotes, several times, with its
/// own name before it, or with a space or a comma before its parameters. `None` for what is no type.
pub fn essence(content_type: &str) -> Option<String> {
    let text = &content_type[..content_type.floor_char_boundary(MAX_CONTENT_TYPE)];
    let mut text = text.trim_start_matches(is_around);
    if let Some((name, value)) = text.split_once(':')
        && name.trim_end_matches(is_whitespace).eq_ignore_ascii_case("content-type")
    {
        text = value.trim_start_matches(is_around);
    }
    let essence = &text[..text.find(is_around).unwrap_or(text.len())];
    let (kind, subtype) = essence.split_once('/')?;
    (is_token(kind) && is_token(subtype)).then(|| essence.to_ascii_lowercase())
}

/// Returns the first charset that a Content-Type names, however servers write it: in quotes, or with a space in place of
/// the semicolon before it.
pub fn charset(content_type: &str) -> Option<&str> {
    const NAME: &str = "charset=";
    let text = &content_type[..content_type.floor_char_boundary(MAX_CONTENT_TYPE)];
    let mut values = memchr::memchr2_iter(b'c', b'C', text.as_bytes()).filter_map(|at| {
        let (name, value) = text[at..].split_at_checked(NAME.len())?;
        name.eq_ignore_ascii_case(NAME).then(|| value.trim_start_matches(['"', '\'', ' ']))
    });
    values.find_map(|value| value.split(is_around).next().filter(|label| !label.is_empty()))
}

/// Returns `true` for what servers write around a type and a charset.
fn is_around(c: char) -> bool {
    is_whitespace(c) || matches!(c, '"' | '\'' | ';' | ',')
}

fn is_whitespace(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' ')
}

fn is_token(text: &str) -> bool {
    let all = text.chars().all(|c| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c));
    !text.is_empty() && all
}

#[cfg(test)]
mod tests {
    use super::*;

    const ESSENCES: &str = r#"text/html => text/html
Text/HTML; Charset=UTF-8 => text/html
"text/html; charset=utf-8" => text/html
'text/html' => text/html
 text/html charset=utf-8 => text/html
text/html,text/html => text/html
; text/html => text/html
Content-Type: text/html => text/html
application/xhtml+xml;x => application/xhtml+xml
html => none
text/ => none
日本/html => none
 => none"#;

    const CHARSETS: &str = r#"text/html; charset=utf-8 => utf-8
text/html;charset=utf-8 => utf-8
  text/html ; CHARSET="utf-8"  => utf-8
text/html; charset="utf-8 => utf-8
text/html; charset="utf-8"x; charset=big5 => utf-8
text/html; charset=" utf-8 " => utf-8
text/html; charset=; charset=utf-8 => utf-8
text/html; charset; charset=utf-8 => utf-8
text/html;;;charset=utf-8   => utf-8
text/html; charset=utf-8; charset=big5 => utf-8
text/html; charset =utf-8 => none
text/html; charset='utf-8' => utf-8
text/html charset=utf-8 => utf-8
text/html => none
 => none
text/html; charset="" => none"#;

    fn check(cases: &str, read: impl Fn(&str) -> Option<String>) {
        for line in cases.lines() {
            let (content_type, expected) = line.split_once(" =>").unwrap();
            assert_eq!(read(content_type).as_deref().unwrap_or("none"), expected.trim(), "{content_type}");
        }
    }

    #[test]
    fn an_essence_is_found_as_servers_write_it() {
        check(ESSENCES, essence);
    }

    #[test]
    fn a_charset_is_found_as_servers_write_it() {
        check(CHARSETS, |content_type| charset(content_type).map(str::to_owned));
    }
}

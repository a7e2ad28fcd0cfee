//! What a Content-Type names.

/// The bytes of a Content-Type that are read. Servers refuse longer headers.
pub const MAX_CONTENT_TYPE: usize = 64 * 1024;

/// Returns the type and subtype of a Content-Type, in lower case. Servers write it in quotes, several times, with its
/// own name before it, or with a space or a comma before its parameters. `None` for what is no type.
pub fn essence(content_type: &str) -> Option<String> {
    let text = &content_type[..content_type.floor_char_boundary(MAX_CONTENT_TYPE)];
    let is_around = |c: char| is_whitespace(c) || matches!(c, '"' | '\'' | ';' | ',');
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

/// Returns the `charset` parameter of a MIME type, parsed as the MIME Sniffing standard has it (section 4.4, "parse a
/// MIME type"). Returns `None` if the text is no MIME type, if it has no such parameter, or if that is not made of
/// quoted-string characters.
///
/// (The crate `data-url` parses MIME types, too. It keeps all parameters and looks each up among those before it, and
/// judges a quoted value by the text from its opening quote to the next semicolon, wherever the closing quote is.)
pub fn charset(content_type: &str) -> Option<String> {
    let text = content_type.trim_matches(is_whitespace);
    let (essence, mut rest) = text.split_once(';').unwrap_or((text, ""));
    let (kind, subtype) = essence.split_once('/')?;
    let subtype = subtype.trim_end_matches(is_whitespace);
    if !is_token(kind) || !is_token(subtype) {
        return None;
    }
    while !rest.is_empty() {
        rest = rest.trim_start_matches(is_whitespace);
        let end = rest.find([';', '=']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let Some(after) = after.strip_prefix('=') else {
            rest = after.strip_prefix(';').unwrap_or("");
            continue;
        };
        let value = if let Some(quoted) = after.strip_prefix('"') {
            let (value, after) = quoted_string(quoted);
            rest = after.split_once(';').map_or("", |(_, rest)| rest);
            value
        } else {
            let (value, after) = after.split_once(';').unwrap_or((after, ""));
            rest = after;
            let value = value.trim_end_matches(is_whitespace);
            if value.is_empty() {
                continue;
            }
            value.to_owned()
        };
        // The first one counts, if its value is allowed.
        if name.eq_ignore_ascii_case("charset") && value.chars().all(is_quotable) {
            return Some(value);
        }
    }
    None
}

/// Returns the value of a quoted string, from behind its opening quote, and the text that follows it. The string may
/// end with the text.
fn quoted_string(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\\' => value.push(chars.next().unwrap_or('\\')),
            _ => value.push(c),
        }
    }
    (value, chars.as_str())
}

pub fn is_whitespace(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' ')
}

fn is_quotable(c: char) -> bool {
    matches!(c, '\t' | ' '..='~' | '\u{80}'..='\u{ff}')
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
text/html; charset="ut\f-8" => utf-8
text/html; charset="utf-8 => utf-8
text/html; charset="utf-8"x; charset=big5 => utf-8
text/html; x="a;charset=big5"; charset=utf-8 => utf-8
text/html; charset=; charset=utf-8 => utf-8
text/html; charset; charset=utf-8 => utf-8
text/html;;;charset=utf-8   => utf-8
text/html; charset=utf-8; charset=big5 => utf-8
text/html; charset =utf-8 => none
text/html; charset='utf-8' => 'utf-8'
text/html; charset=日本 => none
text/html; charset=日本; charset=utf-8 => utf-8
text/html => none
text; charset=utf-8 => none
charset=utf-8 => none
/html; charset=utf-8 => none
 => none
text/html; charset="" =>
text/html; charset="utf-8"日; charset=big5 => utf-8
text/html; charset="a;日"; charset=utf-8 => utf-8"#;

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
    fn a_charset_is_found_as_the_standard_finds_it() {
        check(CHARSETS, charset);
    }
}

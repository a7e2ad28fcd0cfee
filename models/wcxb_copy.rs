//! Writes the pages of a WCXB directory as rows for `COPY pages FROM STDIN`:
//! id, url, html, page_type, gold, title, author, publish_date.
//!
//! `cargo run --release --example wcxb-copy -- DIR`

mod wcxb;

use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args_os()
        .nth(1)
        .ok_or("usage: wcxb-copy DIRECTORY")?;
    let mut out = BufWriter::new(io::stdout().lock());
    for page in wcxb::read(Path::new(&directory))? {
        let fields = [
            Some(&page.id),
            Some(&page.url),
            Some(&page.html),
            Some(&page.page_type),
            Some(&page.gold),
            page.title.as_ref(),
            page.author.as_ref(),
            page.publish_date.as_ref(),
        ];
        for (index, field) in fields.into_iter().enumerate() {
            if index > 0 {
                out.write_all(b"\t")?;
            }
            write_field(&mut out, field.map(String::as_str))?;
        }
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

/// A field in COPY's text format. PostgreSQL's text holds no U+0000; the HTML standard replaces
/// it, too.
fn write_field(out: &mut impl Write, field: Option<&str>) -> io::Result<()> {
    let Some(field) = field else {
        return out.write_all(b"\\N");
    };
    let special = |c: char| matches!(c, '\\' | '\t' | '\n' | '\r' | '\0');
    for piece in field.split_inclusive(special) {
        let mut end = piece.len();
        let escape: &[u8] = match piece.chars().next_back() {
            Some('\\') => b"\\\\",
            Some('\t') => b"\\t",
            Some('\n') => b"\\n",
            Some('\r') => b"\\r",
            Some('\0') => "\u{fffd}".as_bytes(),
            _ => b"",
        };
        if !escape.is_empty() {
            end -= 1;
        }
        out.write_all(&piece.as_bytes()[..end])?;
        out.write_all(escape)?;
    }
    Ok(())
}

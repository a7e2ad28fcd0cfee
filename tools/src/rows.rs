//! Pages as rows in the text format of PostgreSQL's COPY.

use std::io::Write;

use crate::Failure;
use crate::shapes;
use crate::wcxb::LabelledPage;

pub fn copy(pages: &[LabelledPage], out: &mut dyn Write) -> Result<(), Failure> {
    for page in pages {
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
        let fields = fields.map(|field| field.map_or("\\N".to_owned(), |text| escaped(text)));
        writeln!(out, "{}", fields.join("\t"))?;
    }
    Ok(())
}

/// Returns a field with escapes. PostgreSQL's text holds no U+0000; the HTML standard replaces it, too.
fn escaped(field: &str) -> String {
    let escaped = field.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r");
    escaped.replace('\0', "\u{fffd}")
}

/// Writes a page of each hostile shape, or of some: name, page.
pub fn hostile_pages(bytes: usize, only: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(unknown) = only.iter().find(|name| shapes::all().all(|shape| shape.name != *name)) {
        return Err(format!("unknown shape: {unknown}").into());
    }
    for shape in shapes::all() {
        if only.is_empty() || only.iter().any(|name| name == shape.name) {
            writeln!(out, "{}\t{}", shape.name, escaped(&shape.page(bytes)))?;
        }
    }
    Ok(())
}

/// Writes the names of the hostile shapes.
pub fn hostile_shapes(out: &mut dyn Write) -> Result<(), Failure> {
    for shape in shapes::all() {
        writeln!(out, "{}", shape.name)?;
    }
    Ok(())
}

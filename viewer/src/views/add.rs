//! The view to add pages.

use maud::{Markup, html};

use crate::app::App;
use crate::jobs::JobKind;
use crate::session::Visitor;
use crate::table::Column;
use crate::views::jobs::card;
use crate::views::token;

/// Returns the columns with a field in the forms: those that need a value, the address and the title.
pub fn asked(app: &App) -> Vec<&Column> {
    let table = &app.table;
    let usual = [&table.url, &table.title].map(Option::as_ref);
    let columns = table.columns.iter().filter(|column| column.insertable && **column != table.html);
    columns.filter(|column| column.needed || usual.contains(&Some(*column))).collect()
}

pub fn add(app: &App, visitor: &Visitor) -> Markup {
    let table = &app.table;
    let mut of_archive = asked(app);
    of_archive.retain(|column| column.needed && Some(*column) != table.url.as_ref() && !table.key.contains(column));
    html! {
        @if let Some(job) = app.jobs.newest(JobKind::Archive) { (card(visitor, &job)) }
        form.panel.grid method="post" action="/add/page" enctype="multipart/form-data" data-upload {
            (token(visitor))
            h2 { "A page" }
            (fields("page", &asked(app)))
            div.wide { label for="html" { "HTML" } textarea id="html" name="html" rows="8" spellcheck="false" {} }
            div.wide { label for="file" { "or a file of it" } input id="file" name="file" type="file" accept=".html,.htm,.xhtml,text/html"; }
            div.wide { button.main { "Add" } progress hidden {} output role="status" {} }
            p.note.wide { "Up to " (app.options.max_page >> 20) " MB." }
        }
        form.panel.grid method="post" action="/add/archive" enctype="multipart/form-data" data-upload {
            (token(visitor))
            h2 { "A WARC file" }
            p.wide { "Adds every page that was answered with status 200. The file may be packed by gzip. Pages whose key is in the table already are left out." }
            (fields("archive", &of_archive))
            div.wide { label for="archive" { "File" } input id="archive" name="archive" type="file" required accept=".warc,.gz"; }
            div.wide { button.main { "Upload" } progress hidden {} output role="status" {} }
            p.note.wide { "Up to " (app.options.max_archive >> 20) " MB." }
        }
    }
}

fn fields(of: &str, columns: &[&Column]) -> Markup {
    html! {
        @for column in columns {
            @let id = format!("{of}-{}", column.name);
            div {
                label for=(id) { (column.name) @if column.needed { " (needed)" } }
                input id=(id) name=(format!("column:{}", column.name)) required[column.needed];
            }
        }
    }
}

//! The parts of `auto`, each with all before it, so that what a part costs is a difference.
//!
//! usage: auto-parts WCXB-DIRECTORY STEP PART
//!
//! Takes every STEP-th page through the parts up to PART: none (pages are read, the model is
//! loaded), bare (a parse by scraper, in place of the others), parse, page-types, features, trees,
//! decision, text. `benches/auto_parts.sh` counts their instructions by callgrind.

#[path = "../models/wcxb.rs"]
mod wcxb;

use std::error::Error;
use std::hint::black_box;
use std::path::Path;

use goce::extract::auto::blocks::Blocks;
use goce::extract::auto::{Model, page_features, selection};
use goce::genre::markup;
use goce::page::{Limits, Page};
use goce::render;
use goce::tick::Tick;

const PARTS: [&str; 8] = [
    "none",
    "bare",
    "parse",
    "page-types",
    "features",
    "trees",
    "decision",
    "text",
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, directory, step, part] = arguments.as_slice() else {
        return Err("usage: auto-parts WCXB-DIRECTORY STEP PART".into());
    };
    let part = PARTS.iter().position(|name| name == part);
    let part = part.ok_or_else(|| format!("the parts are {}", PARTS.join(", ")))?;
    let model = Model::built_in()?;
    for page in wcxb::read_every(Path::new(directory), step.parse()?)? {
        run(model, &page.html, part)?;
    }
    Ok(())
}

fn run(model: &Model, html: &str, part: usize) -> Result<(), Box<dyn Error>> {
    if part == 1 {
        black_box(scraper::Html::parse_document(html));
    }
    if part < 2 {
        return Ok(());
    }
    let page = Page::parse(html, &Limits::default(), &mut || ())?;
    if part == 2 {
        black_box(&page);
        return Ok(());
    }
    let measured = markup::measured(&page, &mut || ())?;
    let of_page = page_features(&measured, None);
    if part < 6 {
        if part > 3 {
            let blocks = Blocks::of(&page, model.tables(), &mut || ())?;
            let on_page = model.forest().on_page(&of_page)?.ok_or("other features")?;
            let mut rows_of_part = |_, rows: &[f32], tick: Tick<'_>| {
                if part == 4 {
                    black_box(rows);
                } else {
                    black_box(on_page.scores_of_blocks(rows, tick)?);
                }
                Ok(())
            };
            blocks.rows(&mut rows_of_part, &mut || ())?;
        }
        black_box(of_page);
        return Ok(());
    }
    let judged = model.judge(&page, &of_page, &mut || ())?;
    if part == 6 {
        black_box(judged);
    } else {
        let selection = selection(&page, judged, &mut || ())?;
        black_box(render::text(&page, &selection, &mut || ())?);
    }
    Ok(())
}

//! The parts of `auto`, each with all parts before it, so that the cost of a part is a difference, and other functions as
//! a whole: `benches/auto_parts.sh` counts their instructions.

use std::hint::black_box;

use goce_core::extract::Options;
use goce_core::extract::auto::complete_forest::FeatureRow;
use goce_core::extract::auto::{Model, Setup, pipeline};
use goce_core::html::{Budget, parse_archived};
use goce_core::interrupts;
use goce_core::page::{Limits, Page};
use goce_core::render;
use goce_rows::diff::Diff;
use goce_rows::metadata::Metadata;
use goce_rows::structured::structured;

use crate::Failure;
use crate::wcxb::LabelledPage;

/// In their order. "none" reads the pages and loads the model; "bare" is a parse by scraper in place of the others. The
/// last five stand each for a function of SQL: goce_metadata, goce_markdown and goce_html by `auto`, goce_structured, and
/// goce_diff of the page and a version with another paragraph.
const PARTS: [&str; 14] = [
    "none",
    "bare",
    "tree",
    "parse",
    "page-types",
    "features",
    "trees",
    "decision",
    "text",
    "metadata",
    "markdown",
    "html",
    "structured",
    "diff",
];

/// Takes pages through the parts up to one.
pub fn run(pages: &[LabelledPage], part: &str) -> Result<(), Failure> {
    let part = PARTS.iter().position(|name| *name == part);
    let part = part.ok_or_else(|| format!("the parts are {}", PARTS.join(", ")))?;
    let model = Model::built_in()?;
    for page in pages {
        run_page(model, page, part)?;
    }
    Ok(())
}

fn run_page(model: &Model, labelled: &LabelledPage, part: usize) -> Result<(), Failure> {
    if part == 1 {
        black_box(scraper::Html::parse_document(&labelled.html));
    }
    if part == 2 {
        let budget = Budget::default();
        black_box(parse_archived(&labelled.html, &budget, &mut interrupts::check)?);
    }
    if part < 3 {
        return Ok(());
    }
    let page = labelled.parse()?;
    if part == 3 {
        black_box(&page);
        return Ok(());
    }
    if part == 9 {
        black_box(Metadata::of(&page, None)?.into_json());
        return Ok(());
    }
    if part == 12 {
        black_box(structured(&page, None)?);
        return Ok(());
    }
    let of_page = pipeline::measure_page(&page, None)?;
    if part < 7 {
        if part > 4 {
            let blocks = pipeline::measure_blocks(model, &page)?;
            let mut rows_of_part = |_, rows: &[FeatureRow]| {
                if part == 5 {
                    black_box(rows);
                } else {
                    black_box(model.forest.scores(rows)?);
                }
                Ok(())
            };
            let asked = model.forest.asked(&of_page).ok_or("other features")?;
            blocks.rows(&asked, &mut rows_of_part)?;
        }
        black_box(of_page);
        return Ok(());
    }
    let options = Options::default();
    let setup = Setup {
        page_features: Some(&of_page),
        ..Setup::built_in()?
    };
    if part == 7 {
        let blocks = pipeline::measure_blocks(model, &page)?;
        let mut scores = pipeline::score(model, &blocks, &of_page)?;
        pipeline::make_alike(&blocks, &mut scores)?;
        black_box(pipeline::decide(&blocks.into(), scores, true, &options, setup.weighing)?);
        return Ok(());
    }
    let selection = pipeline::run(&setup, &page, &options)?.selection;
    if part == 13 {
        let version = labelled.html.replacen("</p>", " And one more thing.</p><p>Here is something new.</p>", 1);
        let version = Page::parse(&version, &Limits::default())?;
        let other = pipeline::select(&version, &options)?;
        black_box(Diff::of((&page, &selection), (&version, &other))?);
        return Ok(());
    }
    black_box(match part {
        8 => render::text(&page, &selection)?,
        10 => render::markdown(&page, &selection, None)?,
        _ => render::html(&page, &selection, None)?,
    });
    Ok(())
}

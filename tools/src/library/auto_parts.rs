//! The parts of `auto`, each with all parts before it, so that the cost of a part is a difference, and other functions as
//! a whole: `benches/auto_parts.sh` counts their instructions.

use std::hint::black_box;
use std::rc::Rc;

use clap::ValueEnum;
use goce_core::extract::auto::complete_forest::FeatureRow;
use goce_core::extract::auto::features::Blocks;
use goce_core::extract::auto::{self, Model, Setup, pipeline};
use goce_core::extract::{Options, Selection};
use goce_core::html::{Budget, parse_archived};
use goce_core::interrupts;
use goce_core::page::Page;
use goce_core::render;
use goce_methods::{KnownPage, Method, PageRow, kind_by_markup};
use goce_rows::diff::Diff;
use goce_rows::metadata::Metadata;
use goce_rows::structured::structured;

use super::parse;
use crate::Failure;
use crate::wcxb::LabelledPage;

/// The parts in their order. Those behind the text stand each for a function of SQL, or for several.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum Part {
    /// Reads the pages and loads the model.
    None,
    /// A parse by scraper in place of the others.
    Bare,
    Tree,
    Parse,
    PageTypes,
    Features,
    Trees,
    Decision,
    Text,
    /// `goce_metadata`.
    Metadata,
    /// `goce_markdown` by `auto`, without the headline.
    Markdown,
    /// `goce_html` by `auto`.
    Html,
    /// `goce_structured`.
    Structured,
    /// `goce_diff` of the page and a version with another paragraph.
    Diff,
    /// `goce_markdown` by `auto`, with the headline.
    Titled,
    /// The six functions of the README, which share the page.
    Six,
    /// The same, each of which parses it.
    SixAlone,
    /// The row of `goce_page`.
    Row,
}

/// Takes pages through the parts up to one.
pub fn run(pages: &[LabelledPage], part: Part) -> Result<(), Failure> {
    let model = Model::built_in()?;
    for page in pages {
        run_page(model, page, part)?;
    }
    Ok(())
}

/// Keeps what a part made from being left out as unused.
fn done<Made>(made: Made) -> Result<(), Failure> {
    black_box(made);
    Ok(())
}

fn run_page(model: &Model, labelled: &LabelledPage, part: Part) -> Result<(), Failure> {
    match part {
        Part::None => Ok(()),
        Part::Bare => done(scraper::Html::parse_document(&labelled.html)),
        Part::Tree => done(parse_archived(&labelled.html, &Budget::default(), &mut interrupts::check)?),
        Part::Parse => done(labelled.parse()?),
        Part::Metadata => done(Metadata::of(&labelled.parse()?, None)?.into_json()),
        Part::Structured => done(structured(&labelled.parse()?, None)?),
        Part::Titled => titled(&labelled.parse()?.into()),
        Part::Row => row(&labelled.parse()?.into()),
        Part::Six => {
            let page = labelled.parse()?.into();
            SIX.iter().try_for_each(|ask| ask(&page))
        }
        Part::SixAlone => SIX.iter().try_for_each(|ask| ask(&labelled.parse()?.into())),
        Part::PageTypes | Part::Features | Part::Trees | Part::Decision => decide(model, &labelled.parse()?, part),
        Part::Text | Part::Markdown | Part::Html | Part::Diff => write(labelled, part),
    }
}

/// Takes a page up to a part before its selection.
fn decide(model: &Model, page: &Page, part: Part) -> Result<(), Failure> {
    let of_page = pipeline::measure_page(page, None)?;
    if part == Part::PageTypes {
        return done(of_page);
    }
    let blocks = Blocks::of(page, &model.tables)?;
    if part == Part::Decision {
        let mut scores = pipeline::score_and(model, &blocks, &of_page, &mut |_, _, _| Ok(()))?;
        pipeline::make_alike(&blocks, &mut scores)?;
        let weighing = Setup::built_in()?.weighing;
        return done(pipeline::decide(&pipeline::Weighed::of(blocks)?, scores, true, &Options::default(), weighing)?);
    }
    let chosen = model.forests.for_page(&of_page)?.ok_or("other features")?;
    let mut rows_of_part = |_, rows: &[FeatureRow]| {
        if part == Part::Features {
            black_box(rows);
        } else {
            black_box(chosen.forest.scores(rows)?);
        }
        Ok(())
    };
    Ok(blocks.rows(&chosen.asked, &mut rows_of_part)?)
}

/// Writes the selection of a page, or compares it with another version's.
fn write(labelled: &LabelledPage, part: Part) -> Result<(), Failure> {
    let page = labelled.parse()?;
    let options = Options::default();
    let selection = pipeline::select(&page, &options)?;
    match part {
        Part::Diff => {
            let version = labelled.html.replacen("</p>", " And one more thing.</p><p>Here is something new.</p>", 1);
            let version = parse(&version)?;
            let other = pipeline::select(&version, &options)?;
            done(Diff::of((&page, &selection), (&version, &other))?)
        }
        Part::Text => done(render::text(&page, &selection)?),
        Part::Markdown => done(render::markdown(&page, &selection, None)?),
        _ => done(render::html(&page, &selection, None)?),
    }
}

/// A function of SQL of a page that the extension remembers.
type Ask = fn(&KnownPage) -> Result<(), Failure>;

/// The genre and the page type are two readings of the same probabilities.
const SIX: [Ask; 6] = [text, titled, metadata, confidence, genre, genre];

fn content(page: &KnownPage) -> Result<Rc<Selection>, Failure> {
    Ok(page.select("auto".parse::<Method>()?.into(), || 0)?)
}

fn text(page: &KnownPage) -> Result<(), Failure> {
    done(render::text(page, &*content(page)?)?)
}

fn titled(page: &KnownPage) -> Result<(), Failure> {
    let selection = content(page)?;
    let headline = page.headline(&selection, None)?;
    done(page.markdown(&selection, None, headline.as_ref(), render::Form::default())?)
}

fn metadata(page: &KnownPage) -> Result<(), Failure> {
    done((*page.metadata(None)?).clone().into_json())
}

fn confidence(page: &KnownPage) -> Result<(), Failure> {
    done(auto::confidence_in(&*content(page)?)?)
}

fn genre(page: &KnownPage) -> Result<(), Failure> {
    done(page.measured()?)
}

fn row(page: &KnownPage) -> Result<(), Failure> {
    let (genre, page_type) = kind_by_markup(page)?;
    done(PageRow::of(page, &*content(page)?, true, None, (Some(genre), Some(page_type)))?)
}

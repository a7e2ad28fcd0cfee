//! `goce_genre`, `goce_genre_scores`, `goce_page_type` and `goce_page_type_scores`.

use pgrx::prelude::*;

use super::error::Result;
use super::refusal::Refusal;
use super::{Text, model, parse, settings, tick};
use crate::genre::fusion::{Fusion, p_list_view};
use crate::genre::{Genre, PageType, markup, svm};
use crate::page::Page;

/// The probabilities that a page is a list view, by its HTML, by its screenshot and by both, as far as they are there.
struct Scores {
    both: Option<f32>,
    screenshot: Option<f64>,
    markup: Option<f32>,
}

impl Scores {
    fn new(page: Option<&Page>, screenshot: Option<&[u8]>) -> Result<Scores> {
        // The screenshot first: it is the one that may be refused.
        let model = screenshot.map(|_| model::current()).transpose()?;
        let by_screenshot = model.as_ref().zip(screenshot).map(|(network, screenshot)| {
            network.classify(screenshot, &settings::screenshot_limits(), &mut tick)
        });
        let screenshot = by_screenshot.transpose()?;
        let markup = page
            .map(|page| markup::classify(page, &mut tick))
            .transpose()?;
        let markup = markup.map(|scores| scores.p_list_view());
        let fusion = model.map_or_else(Fusion::default, |network| network.fusion());
        Ok(Scores {
            both: p_list_view(markup, screenshot, &fusion),
            screenshot,
            markup,
        })
    }

    fn genre(&self) -> Option<Genre> {
        self.both.map(Genre::of_probability)
    }
}

/// Returns the probability that a page is a list view, by itself and a screenshot of it.
pub fn of_both(page: &Page, screenshot: &[u8]) -> Result<Option<f32>> {
    Ok(Scores::new(Some(page), Some(screenshot))?.both)
}

#[pg_extern(immutable, parallel_safe, cost = 800000)]
fn goce_genre(
    html: Option<Text>,
    screenshot: default!(Option<&[u8]>, "NULL"),
    classifier: default!(Option<Text>, "'auto'"),
) -> Result<Option<Text>> {
    let classifier = classifier.as_ref().map_or("auto", Text::name);
    let (html, screenshot) = match classifier {
        "auto" => (html, screenshot),
        "screenshot" => (None, screenshot),
        "markup" | "svm" => (html, None),
        _ => return Err(Refusal::UnknownClassifier(classifier.to_owned()).into()),
    };
    let page = html.as_ref().map(parse).transpose()?;
    let genre = if classifier == "svm" {
        page.map(|page| svm::classify(&page, &mut tick))
            .transpose()?
    } else {
        Scores::new(page.as_ref(), screenshot)?.genre()
    };
    Ok(genre.map(|genre| genre.name().into()))
}

#[pg_extern(immutable, parallel_safe, cost = 800000)]
#[allow(clippy::type_complexity)]
fn goce_genre_scores(
    html: Option<Text>,
    screenshot: default!(Option<&[u8]>, "NULL"),
) -> Result<
    TableIterator<
        'static,
        (
            name!(genre, Option<Text>),
            name!(p_list_view, Option<f32>),
            name!(p_list_view_screenshot, Option<f32>),
            name!(p_list_view_html, Option<f32>),
        ),
    >,
> {
    let page = html.as_ref().map(parse).transpose()?;
    let scores = Scores::new(page.as_ref(), screenshot)?;
    Ok(TableIterator::once((
        scores.genre().map(|genre| genre.name().into()),
        scores.both,
        scores.screenshot.map(|p| p as f32),
        scores.markup,
    )))
}

#[pg_extern(immutable, parallel_safe, strict, cost = 800000)]
fn goce_page_type(html: Text) -> Result<Text> {
    let scores = markup::classify(&parse(&html)?, &mut tick)?;
    Ok(scores.page_type().name().into())
}

#[pg_extern(immutable, parallel_safe, strict, cost = 800000)]
fn goce_page_type_scores(
    html: Text,
) -> Result<TableIterator<'static, (name!(page_type, Text), name!(probability, f32))>> {
    let scores = markup::classify(&parse(&html)?, &mut tick)?;
    let types = PageType::ALL.into_iter().zip(scores.probabilities);
    Ok(TableIterator::new(types.map(|(page_type, probability)| {
        (Text::from(page_type.name()), probability)
    })))
}

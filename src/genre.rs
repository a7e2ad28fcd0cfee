//! `goce_genre`, `goce_genre_scores`, `goce_page_type` and `goce_page_type_scores`.

use pgrx::prelude::*;

use super::error::{OrReport, Result};
use super::refusal::Refusal;
use super::{Text, model, parse, settings};
use goce_core::genre::{Genre, PageType, PageTypeScores, markup};
use goce_core::page::Page;
use goce_papers::svm;
use goce_sight::fusion::{ByMarkup, ByScreenshot, Fusion};

/// What a page's HTML and a screenshot of it say, as far as they are there.
struct Told {
    fusion: Fusion,
    markup: Option<ByMarkup>,
    screenshot: Option<ByScreenshot>,
}

impl Told {
    fn new(page: Option<&Page>, screenshot: Option<&[u8]>) -> Result<Told> {
        // The screenshot first: it is the one that may be refused.
        let model = screenshot.map(|_| model::current()).transpose()?;
        let by_screenshot = model
            .as_ref()
            .zip(screenshot)
            .map(|(network, screenshot)| network.classify(screenshot, &settings::screenshot_limits()));
        let screenshot = by_screenshot.transpose().or_report()?;
        let measured = page.map(markup::measured);
        let markup = measured.transpose().or_report()?.map(|measured| ByMarkup {
            types: measured.scores,
            words: measured.words,
        });
        Ok(Told {
            fusion: model.map_or_else(Fusion::default, |network| network.fusion().clone()),
            markup,
            screenshot,
        })
    }

    /// Returns the probability that the page is a list view, by both.
    fn p_list_view(&self) -> Option<f32> {
        let (markup, screenshot) = (self.markup.as_ref(), self.screenshot.as_ref());
        self.fusion.p_list_view(markup, screenshot)
    }

    fn genre(&self) -> Option<Genre> {
        self.p_list_view().map(Genre::of_probability)
    }

    /// Returns the probabilities of the page types, by both.
    fn page_types(&self) -> Result<Option<PageTypeScores>> {
        let (markup, screenshot) = (self.markup.as_ref(), self.screenshot.as_ref());
        self.fusion.page_types(markup, screenshot).or_report()
    }
}

/// Returns the probability that a page is a list view, by itself and a screenshot of it.
pub fn of_both(page: &Page, screenshot: &[u8]) -> Result<Option<f32>> {
    Ok(Told::new(Some(page), Some(screenshot))?.p_list_view())
}

/// Returns the probabilities of the page types by HTML and screenshot, `None` without either.
pub fn page_types(html: Option<Text>, screenshot: Option<&[u8]>) -> Result<Option<PageTypeScores>> {
    let page = html.as_ref().map(parse).transpose()?;
    Told::new(page.as_ref(), screenshot)?.page_types()
}

/// Returns the rows of `goce_page_type_scores`.
pub fn type_rows(scores: Option<PageTypeScores>) -> impl Iterator<Item = (Text, f32)> {
    let rows = scores.map(|scores| PageType::ALL.into_iter().zip(scores.probabilities));
    rows.into_iter()
        .flatten()
        .map(|(page_type, probability)| (Text::from(page_type.name()), probability))
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
        page.map(|page| svm::classify(&page)).transpose().or_report()?
    } else {
        Told::new(page.as_ref(), screenshot)?.genre()
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
    let told = Told::new(page.as_ref(), screenshot)?;
    let by_screenshot = told.screenshot.map(|told| told.p_list_view as f32);
    Ok(TableIterator::once((
        told.genre().map(|genre| genre.name().into()),
        told.p_list_view(),
        by_screenshot,
        told.markup.map(|told| told.types.p_list_view()),
    )))
}

#[pg_extern(name = "goce_page_type", immutable, parallel_safe, cost = 800000)]
fn goce_page_type_0_2(html: Option<Text>, screenshot: default!(Option<&[u8]>, "NULL")) -> Result<Option<Text>> {
    let scores = page_types(html, screenshot)?;
    Ok(scores.map(|scores| scores.page_type().name().into()))
}

#[pg_extern(name = "goce_page_type_scores", immutable, parallel_safe, cost = 800000)]
fn goce_page_type_scores_0_2(
    html: Option<Text>,
    screenshot: default!(Option<&[u8]>, "NULL"),
) -> Result<TableIterator<'static, (name!(page_type, Text), name!(probability, f32))>> {
    Ok(TableIterator::new(type_rows(page_types(html, screenshot)?)))
}

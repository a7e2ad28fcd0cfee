//! `goce_genre`, `goce_genre_scores`, `goce_page_type` and `goce_page_type_scores`.

use crate::functions::prelude::*;
use crate::server::composite::OneRow;
use crate::server::model;
use crate::server::settings;
use goce_core::genre::{Genre, PageType, PageTypeScores};
use goce_methods::KnownPage;
use goce_papers::svm;
use goce_sight::fusion::{ByMarkup, ByScreenshot, Fusion};

/// What a page's HTML and a screenshot of it say about its genre and its type. Either may be missing.
pub struct GenreVerdict {
    fusion: Fusion,
    markup: Option<ByMarkup>,
    screenshot: Option<ByScreenshot>,
}

impl GenreVerdict {
    pub fn new(page: Option<&KnownPage>, screenshot: Option<&[u8]>) -> Result<GenreVerdict> {
        // The screenshot first: it is the one that may be refused.
        let network = screenshot.map(|_| model::current()).transpose()?;
        let by_screenshot = network
            .as_ref()
            .zip(screenshot)
            .map(|(network, screenshot)| network.classify(screenshot, &settings::screenshot_limits()));
        let screenshot = by_screenshot.transpose().or_report()?;
        let measured = page.map(KnownPage::measured).transpose().or_report()?;
        Ok(GenreVerdict {
            fusion: network.map_or_else(Fusion::default, |network| network.fusion().clone()),
            markup: measured.map(|measured| ByMarkup {
                types: measured.scores,
                words: measured.words,
            }),
            screenshot,
        })
    }

    fn of_html(html: Option<Text>, screenshot: Option<&[u8]>) -> Result<GenreVerdict> {
        let page = html.as_ref().map(parse).transpose()?;
        GenreVerdict::new(page.as_deref(), screenshot)
    }

    /// Returns the probability that the page is a list view.
    pub fn p_list_view(&self) -> Option<f32> {
        self.fusion.p_list_view(self.markup.as_ref(), self.screenshot.as_ref())
    }

    /// Returns the genre.
    pub fn genre(&self) -> Option<Genre> {
        self.p_list_view().map(Genre::of_probability)
    }

    /// Returns the name of the genre.
    fn genre_name(&self) -> Option<Text> {
        self.genre().map(|genre| genre.name().into())
    }

    /// Returns the page's type.
    pub fn page_type(&self) -> Result<Option<PageType>> {
        Ok(self.page_types()?.map(|scores| scores.page_type()))
    }

    fn page_types(&self) -> Result<Option<PageTypeScores>> {
        let (markup, screenshot) = (self.markup.as_ref(), self.screenshot.as_ref());
        self.fusion.page_types(markup, screenshot).or_report()
    }
}

#[pg_extern(immutable, parallel_safe, cost = 480000)]
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
    if classifier != "svm" {
        return Ok(GenreVerdict::of_html(html, screenshot)?.genre_name());
    }
    let page = html.as_ref().map(parse).transpose()?;
    let genre = page.as_deref().map(|page| svm::classify(page)).transpose().or_report()?;
    Ok(genre.map(|genre| genre.name().into()))
}

#[pg_extern(
    immutable,
    parallel_safe,
    cost = 480000,
    sql = r#"CREATE FUNCTION "goce_genre_scores"("html" text, "screenshot" bytea DEFAULT NULL, OUT "genre" text, OUT "p_list_view" real, OUT "p_list_view_screenshot" real, OUT "p_list_view_html" real, OUT "layout_width" INT) IMMUTABLE PARALLEL SAFE COST 480000 LANGUAGE c AS '@MODULE_PATHNAME@', '@FUNCTION_NAME@';"#
)]
fn goce_genre_scores_0_3(
    html: Option<Text>,
    screenshot: default!(Option<&[u8]>, "NULL"),
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<OneRow> {
    let verdict = GenreVerdict::of_html(html, screenshot)?;
    let layout = verdict.screenshot.and_then(|by| by.layout);
    let columns = [
        verdict.genre_name().into_datum(),
        verdict.p_list_view().into_datum(),
        verdict.screenshot.map(|by| by.p_list_view as f32).into_datum(),
        verdict.markup.map(|by| by.types.p_list_view()).into_datum(),
        layout.map(|layout| i32::from(layout.css_width())).into_datum(),
    ];
    OneRow::new(fcinfo, &columns)
}

#[pg_extern(name = "goce_page_type", immutable, parallel_safe, cost = 480000)]
fn goce_page_type_0_2(html: Option<Text>, screenshot: default!(Option<&[u8]>, "NULL")) -> Result<Option<Text>> {
    let page_type = GenreVerdict::of_html(html, screenshot)?.page_type()?;
    Ok(page_type.map(|page_type| page_type.name().into()))
}

#[pg_extern(name = "goce_page_type_scores", immutable, parallel_safe, cost = 480000)]
fn goce_page_type_scores_0_2(
    html: Option<Text>,
    screenshot: default!(Option<&[u8]>, "NULL"),
) -> Result<TableIterator<(name!(page_type, Text), name!(probability, f32))>> {
    let scores = GenreVerdict::of_html(html, screenshot)?.page_types()?;
    let rows = scores.map(|scores| PageType::ALL.into_iter().zip(scores.probabilities));
    Ok(row_each(rows.into_iter().flatten(), |_, (page_type, probability)| {
        row!(page_type.name(), probability)
    }))
}

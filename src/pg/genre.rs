//! `goce_genre` and its relatives.

use pgrx::prelude::*;

use super::error::{CLASSIFIERS, Refusal, Result};
use super::{Text, parse, tick};
use crate::genre::{PageType, markup, svm};

#[pg_extern(immutable, parallel_safe, cost = 800000)]
fn goce_genre(
    html: Option<Text>,
    screenshot: default!(Option<&[u8]>, "NULL"),
    classifier: default!(Option<Text>, "'auto'"),
) -> Result<Option<Text>> {
    let classifier = classifier.as_deref().unwrap_or("auto");
    if !CLASSIFIERS.contains(&classifier) {
        return Err(Refusal::UnknownClassifier(classifier.to_owned()).into());
    }
    if screenshot.is_some() || classifier == "screenshot" {
        return Err(Refusal::Screenshot.into());
    }
    let Some(html) = html else {
        return Ok(None);
    };
    let page = parse(&html)?;
    let genre = if classifier == "svm" {
        svm::classify(&page, &mut tick)
    } else {
        markup::classify(&page, &mut tick).genre()
    };
    Ok(Some(genre.name().into()))
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
    if screenshot.is_some() {
        return Err(Refusal::Screenshot.into());
    }
    let row = match html {
        None => (None, None, None, None),
        Some(html) => {
            let scores = markup::classify(&parse(&html)?, &mut tick);
            let probability = Some(scores.p_list_view());
            let genre = scores.genre().name().into();
            (Some(genre), probability, None, probability)
        }
    };
    Ok(TableIterator::once(row))
}

#[pg_extern(immutable, parallel_safe, strict, cost = 800000)]
fn goce_page_type(html: Text) -> Result<Text> {
    let scores = markup::classify(&parse(&html)?, &mut tick);
    Ok(scores.page_type().name().into())
}

#[pg_extern(immutable, parallel_safe, strict, cost = 800000)]
fn goce_page_type_scores(
    html: Text,
) -> Result<TableIterator<'static, (name!(page_type, Text), name!(probability, f32))>> {
    let scores = markup::classify(&parse(&html)?, &mut tick);
    let types = PageType::ALL.into_iter().zip(scores.probabilities);
    Ok(TableIterator::new(types.map(|(page_type, probability)| {
        (Text::from(page_type.name()), probability)
    })))
}

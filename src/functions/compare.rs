//! `goce_compare`: the paper's Table 2 over the rows of a query, also for published models.

use std::rc::Rc;

use pgrx::pg_sys;
use pgrx::prelude::*;

use crate::TableIterator;
use crate::functions::learning;
use crate::functions::models::published;
use crate::server::arrays::Names;
use crate::server::error::{OrReport, Refusal, Result};
use crate::server::page_memory::parse_once;
use crate::server::query_rows::{self, TextRow};
use crate::server::text::{Query, Text, named};
use goce_core::evaluate::{GoldWords, PageScores, PageSums};
use goce_core::genre::Genre;
use goce_core::memory::{TryPush, try_filled, try_with_capacity};
use goce_core::render;
use goce_methods::{KnownPage, Method, Question};

/// What is compared.
#[derive(Clone)]
struct Compared {
    /// A method's name, `oracle`, or [`MODEL`] and the name of a published model.
    name: Rc<str>,
    /// What a page is asked. A published model is read once for all pages.
    question: Question,
    /// The method gets the row's genre, in place of the one that it detects.
    is_oracle: bool,
}

/// What stands before the name of a published model, in place of a method's name.
const MODEL: &str = "model:";

impl Compared {
    fn new(name: &str, question: Question) -> Compared {
        Compared {
            name: Rc::from(name),
            question,
            is_oracle: false,
        }
    }

    /// Returns the text of a page whose row says this genre.
    fn extract(&self, page: &KnownPage, genre: Option<Genre>) -> Result<Option<String>> {
        let genre = genre.filter(|_| self.is_oracle);
        let question = Question {
            p_list_view: genre.map(Genre::p_list_view),
            ..self.question.clone()
        };
        let selection = page.select(question, || 0).or_report()?;
        render::text(page, &selection).or_report()
    }
}

/// Returns the methods that are compared when none is named: all, and after `goce` its oracle mode, as in Table 2.
fn all() -> impl Iterator<Item = Compared> {
    Method::ALL.into_iter().flat_map(|method| {
        let oracle = (method.name() == "goce").then(|| Compared {
            is_oracle: true,
            ..Compared::new("oracle", method.into())
        });
        [Compared::new(method.name(), method.into())].into_iter().chain(oracle)
    })
}

/// Returns the methods and models of these names, all methods if none are named.
fn compared(names: Option<Names>, fcinfo: pg_sys::FunctionCallInfo) -> Result<Vec<Compared>> {
    let Some(names) = names else {
        return Ok(all().collect());
    };
    let mut compared: Vec<Compared> = Vec::new();
    for name in &names.0 {
        let name = name.as_ref().ok_or(Refusal::NullMethod)?;
        let is_named = |other: &Compared| *other.name == **name;
        let known = compared.iter().find(|other| is_named(other)).cloned();
        let found = match known.or_else(|| all().find(is_named)) {
            Some(found) => found,
            None => {
                let model = name.strip_prefix(MODEL);
                let model = model.ok_or_else(|| Refusal::UnknownComparedMethod(name.name().to_owned()))?;
                let model = learning::last_model(published(Text::copy(model).or_report()?, fcinfo)?)?;
                let auto: Method = "auto".parse().or_report()?;
                let question = Question {
                    model: Some(model),
                    ..auto.into()
                };
                Compared::new(name, question)
            }
        };
        compared.try_push(found).or_report()?;
    }
    Ok(compared)
}

/// The subsets of Table 2. A page belongs to the subset of its genre and to `all`.
const SUBSETS: [&str; 3] = ["article", "list-view", "all"];

#[pg_extern(volatile, parallel_unsafe, cost = 1000000)]
fn goce_compare(
    query: Option<Query>,
    methods: default!(Option<Names>, "NULL"),
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<
    TableIterator<(
        name!(subset, Text),
        name!(method, Text),
        name!(pages, i64),
        name!(cosine, Option<f64>),
        name!(precision, Option<f64>),
        name!(recall, Option<f64>),
        name!(f1, Option<f64>),
        name!(page_f1, Option<f64>),
        name!(word_f1, Option<f64>),
    )>,
> {
    let query = query.ok_or(Refusal::NullQuery)?;
    let methods = compared(methods, fcinfo)?;
    let mut sums = try_filled([PageSums::default(); SUBSETS.len()], methods.len()).or_report()?;
    query_rows::for_each(&query, &["html", "gold", "genre"], &mut |row| add_row(row, &methods, &mut sums))?;
    let mut rows = try_with_capacity(SUBSETS.len() * methods.len()).or_report()?;
    for (subset, name) in SUBSETS.iter().enumerate() {
        for (method, sums) in methods.iter().zip(&sums) {
            let scores = sums[subset].scores();
            rows.push((
                Text::from(*name),
                Text::copy(&method.name).or_report()?,
                scores.pages,
                scores.cosine,
                scores.precision,
                scores.recall,
                scores.f1,
                scores.page_f1,
                scores.word_f1,
            ));
        }
    }
    Ok(TableIterator::new(rows))
}

fn add_row(row: &TextRow<'_>, methods: &[Compared], sums: &mut [[PageSums; SUBSETS.len()]]) -> Result<()> {
    let Some(gold) = row.column(2)? else {
        return Ok(());
    };
    let genre: Option<Genre> = named(row.column(3)?.as_ref())?;
    let page = row.column(1)?.map(|html| parse_once(&html)).transpose()?.map(KnownPage::from);
    let mut gold = GoldWords::new(&gold).or_report()?;
    for (method, sums) in methods.iter().zip(sums) {
        let extracted = page.as_ref().map(|page| method.extract(page, genre)).transpose()?.flatten();
        // Without a page or content the text is empty.
        let words = gold.pair_with(extracted.as_deref().unwrap_or_default()).or_report()?;
        let scores = PageScores::from_words(words).or_report()?;
        for (subset, sums) in SUBSETS.iter().zip(sums.iter_mut()) {
            if *subset == "all" || genre.is_some_and(|genre| genre.name() == *subset) {
                sums.add(&scores).or_report()?;
            }
        }
    }
    Ok(())
}

//! `goce_compare`: the paper's Table 2 over the rows of a query, or other subsets of them, also for published models.

use std::rc::Rc;

use crate::functions::learning;
use crate::functions::models::published;
use crate::functions::prelude::*;
use crate::server::arrays::Names;
use crate::server::query_rows::{self, TextRow};
use crate::server::text::{Query, start};
use goce_core::evaluate::{GoldWords, MeanScores, PageScores, PageSums};
use goce_core::genre::Genre;
use goce_core::interrupts::Checking;
use goce_core::learn::difference::Difference;
use goce_core::memory::{OutOfMemory, TryPush, try_filled, try_to_owned, try_with_capacity};
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

/// A row of the result for each subset: a method, or by how much one is better than another.
struct Line {
    name: Rc<str>,
    /// The places of the method, and of the one that its scores are taken from, if any.
    of: usize,
    minus: Option<usize>,
}

/// What stands between the names of two methods where their difference is asked for.
const MINUS: &str = " - ";

/// Returns the methods and models of these names, all methods if none are named, and the lines that they are asked for.
fn compared(names: Option<Names>, fcinfo: pg_sys::FunctionCallInfo) -> Result<(Vec<Compared>, Vec<Line>)> {
    let (mut compared, mut lines) = (Vec::new(), Vec::new());
    let Some(names) = names else {
        for (of, method) in all().enumerate() {
            let name = Rc::clone(&method.name);
            lines.try_push(Line { name, of, minus: None }).or_report()?;
            compared.try_push(method).or_report()?;
        }
        return Ok((compared, lines));
    };
    for name in &names.0 {
        let name = name.as_ref().ok_or(Refusal::Null("method"))?;
        // The name of a model may have a minus too: what is subtracted is a method or a model.
        let is_name = |rest: &str| rest.starts_with(MODEL) || all().any(|method| *method.name == *rest);
        let mut parts =
            name.match_indices(MINUS).map(|(at, minus)| (&name[..at], &name[at + minus.len()..])).checking(1);
        let (first, second) = match parts.find(|(_, second)| is_name(second)) {
            Some((first, second)) => (first, Some(second)),
            None => (&**name, None),
        };
        let line = Line {
            name: Rc::from(&**name),
            of: place(first, &mut compared, fcinfo)?,
            minus: second.map(|second| place(second, &mut compared, fcinfo)).transpose()?,
        };
        lines.try_push(line).or_report()?;
    }
    Ok((compared, lines))
}

/// Returns the place of a method or model among the others. A new one is put behind them.
fn place(name: &str, compared: &mut Vec<Compared>, fcinfo: pg_sys::FunctionCallInfo) -> Result<usize> {
    let is_named = |other: &Compared| *other.name == *name;
    if let Some(place) = compared.iter().position(is_named) {
        return Ok(place);
    }
    let found = match all().find(is_named) {
        Some(found) => found,
        None => {
            let unknown = || Refusal::UnknownComparedMethod(start(name).to_owned());
            let model = Text::copy(name.strip_prefix(MODEL).ok_or_else(unknown)?).or_report()?;
            let model = learning::last_model(published(model, fcinfo)?)?;
            let auto: Method = "auto".parse().or_report()?;
            let question = Question {
                model: Some(model),
                ..auto.into()
            };
            Compared::new(name, question)
        }
    };
    compared.try_push(found).or_report()?;
    Ok(compared.len() - 1)
}

/// The scores of the pages of a subset.
struct Subset {
    name: String,
    /// Of each method.
    sums: Vec<PageSums>,
    /// Of each line, what a page adds to the mean of its word F1. The numbers are for [`Difference`].
    pages: Vec<Vec<(u32, f64)>>,
}

impl Subset {
    fn new(name: &str, methods: usize, lines: usize) -> Result<Subset> {
        Ok(Subset {
            name: try_to_owned(name).or_report()?,
            sums: try_filled(PageSums::default(), methods).or_report()?,
            pages: try_filled(Vec::new(), lines).or_report()?,
        })
    }

    fn add(&mut self, scores: &[PageScores], lines: &[Line]) -> Result<()> {
        for (sums, scores) in self.sums.iter_mut().zip(scores) {
            sums.add(scores).or_report()?;
        }
        for (pages, line) in self.pages.iter_mut().zip(lines) {
            let than = line.minus.map_or(0.0, |minus| scores[minus].word_f1);
            pages.try_push((0, scores[line.of].word_f1 - than)).or_report()?;
        }
        Ok(())
    }
}

/// What a query is measured into: the subset of all pages, and the others in the order of their names.
struct Table {
    methods: Vec<Compared>,
    lines: Vec<Line>,
    all: Subset,
    subsets: Vec<Subset>,
    /// The query says the subsets. Else they are those of the paper's Table 2, the genres.
    are_named: bool,
}

impl Table {
    fn new(methods: Vec<Compared>, lines: Vec<Line>) -> Result<Table> {
        let all = Subset::new(ALL, methods.len(), lines.len())?;
        Ok(Table {
            methods,
            lines,
            all,
            subsets: Vec::new(),
            are_named: false,
        })
    }

    fn add(&mut self, row: &TextRow<'_>) -> Result<()> {
        let third_is_subset = row.is_named(3, c"subset");
        self.are_named = third_is_subset || row.width() > 3;
        let Some(gold) = row.column(2)? else {
            return Ok(());
        };
        let third = row.column(3)?;
        let (genre, subset): (Option<Genre>, _) = if third_is_subset {
            (None, third)
        } else {
            (third.as_ref().map(genre_of).transpose()?, row.column(4)?)
        };
        let page = row.column(1)?.map(|html| parse_once(&html)).transpose()?.map(KnownPage::from);
        let mut gold = GoldWords::new(&gold).or_report()?;
        let mut scores = try_with_capacity(self.methods.len()).or_report()?;
        for method in &self.methods {
            let extracted = page.as_ref().map(|page| method.extract(page, genre)).transpose()?.flatten();
            // Without a page or content the text is empty.
            let words = gold.pair_with(extracted.as_deref().unwrap_or_default()).or_report()?;
            scores.push(PageScores::from_words(words).or_report()?);
        }
        self.all.add(&scores, &self.lines)?;
        let name = if self.are_named {
            subset.as_deref()
        } else {
            genre.map(Genre::name)
        };
        if let Some(name) = name.filter(|name| *name != ALL) {
            let place = match self.subsets.binary_search_by(|subset| (*subset.name).cmp(name)) {
                Ok(place) => place,
                Err(place) => {
                    self.subsets.try_reserve(1).map_err(OutOfMemory::from).or_report()?;
                    self.subsets.insert(place, Subset::new(name, self.methods.len(), self.lines.len())?);
                    place
                }
            };
            self.subsets[place].add(&scores, &self.lines)?;
        }
        Ok(())
    }
}

/// Returns the genre that a row says.
fn genre_of(name: &Text) -> Result<Genre> {
    name.name().parse().map_err(|_| Refusal::UnknownComparedGenre(name.name().to_owned()).into())
}

/// The subset of all pages.
const ALL: &str = "all";

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
        name!(low, Option<f64>),
        name!(high, Option<f64>),
    )>,
> {
    let query = query.ok_or(Refusal::Null("query"))?;
    let (methods, lines) = compared(methods, fcinfo)?;
    let mut table = Table::new(methods, lines)?;
    let columns = &["html", "gold", "genre", "subset"];
    query_rows::for_each(&query, columns, 2, &mut |row| table.add(row))?;
    let mut rows = Vec::new();
    for subset in table.subsets.into_iter().chain([table.all]) {
        for (line, mut pages) in table.lines.iter().zip(subset.pages) {
            let scores = subset.sums[line.of].scores();
            let than = line.minus.map(|minus| subset.sums[minus].scores());
            let less = |of: fn(&MeanScores) -> Option<f64>| match &than {
                Some(than) => of(&scores).zip(of(than)).map(|(score, than)| score - than),
                None => of(&scores),
            };
            let range = range(&mut pages)?;
            let row = || {
                row!(
                    &*subset.name,
                    &*line.name,
                    scores.pages,
                    less(|scores| scores.cosine),
                    less(|scores| scores.precision),
                    less(|scores| scores.recall),
                    less(|scores| scores.f1),
                    less(|scores| scores.page_f1),
                    less(|scores| scores.word_f1),
                    range.map(|range| range.low),
                    range.map(|range| range.high),
                )
            };
            rows.try_push(row().or_report()?).or_report()?;
        }
    }
    Ok(TableIterator::new(rows))
}

/// Returns the range of the mean word F1, `None` over fewer than two pages. It is the same for any order of the pages.
fn range(pages: &mut [(u32, f64)]) -> Result<Option<Difference>> {
    pages.sort_unstable_by(|one, other| one.1.total_cmp(&other.1));
    // Each page is a group of its own.
    for (number, page) in (0..).zip(pages.iter_mut()) {
        page.0 = number;
    }
    if pages.len() < 2 {
        return Ok(None);
    }
    Difference::of(pages, 0).map(Some).or_report()
}

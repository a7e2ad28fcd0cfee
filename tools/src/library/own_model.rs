//! How much better the texts of held-out pages are by a correction of `auto` than by `auto`.
//!
//! CORPORA has a line a page: corpus, ID, site, with tabs between. A fifth of a corpus' pages, or of its sites, is held out
//! at a time, and of the others so many pages are learned from, drawn at random. With a DIRECTORY of models of folds (as
//! auto-predict reads it) no page's text, learned from or held out, is by a model that has seen it.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::Path;

use goce_core::evaluate::{PageScores, Unit};
use goce_core::extract::Options;
use goce_core::extract::auto::correction::{Correction, Training, TrainingPages};
use goce_core::extract::auto::{Setup, pipeline};
use goce_core::learn::random::Random;
use goce_core::render;

use super::auto::{self, Models};
use crate::Failure;
use crate::wcxb::{Fold, LabelledPage, read_folds};

/// Parts of a corpus of which each is held out once, in each of some repetitions.
const PARTS: usize = 5;
const REPETITIONS: usize = 3;

struct Corpus<'c> {
    labelled: &'c [LabelledPage],
    folds: Vec<Fold>,
    models: Option<Models>,
}

/// A page of a corpus: its place among all pages, its site, and the word F1 of its text by `auto`.
struct Member {
    place: usize,
    site: String,
    by_auto: f64,
}

impl Corpus<'_> {
    fn setup(&self, place: usize) -> Result<Setup<'_>, Failure> {
        Ok(match &self.models {
            Some(models) => models.of(place, self.folds[place].number, self.folds.len()),
            None => Setup::built_in()?,
        })
    }

    fn f1(&self, place: usize, correction: Option<&Correction>) -> Result<f64, Failure> {
        let page = self.labelled[place].parse()?;
        let setup = Setup {
            correction,
            ..self.setup(place)?
        };
        let selection = pipeline::run(&setup, &page, &Options::default())?.selection;
        let text = render::text(&page, &selection)?.unwrap_or_default();
        Ok(PageScores::new(&self.labelled[place].gold, &text, Unit::Word)?.word_f1)
    }

    fn train(&self, members: &[&Member]) -> Result<Correction, Failure> {
        let mut training = TrainingPages::new(Training {
            folds: 5,
            seed: 0,
            max_samples: 100_000,
        });
        for member in members {
            let page = self.labelled[member.place].parse()?;
            let gold = &self.labelled[member.place].gold;
            training.add(&self.setup(member.place)?, &page, gold, Some(&member.site))?;
        }
        Ok(training.train(&mut |_| ())?.correction)
    }
}

/// Writes a line for each corpus, way to hold out and number of pages.
pub fn measure(
    labelled: &[LabelledPage],
    corpora: &Path,
    numbers: &[usize],
    models: Option<&Path>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let corpus = Corpus {
        labelled,
        folds: models.map_or(Ok(Vec::new()), |models| read_folds(&models.join("folds.tsv"), labelled))?,
        models: models.map(auto::models).transpose()?,
    };
    let places: HashMap<&str, usize> =
        labelled.iter().enumerate().map(|(place, page)| (page.id.as_str(), place)).collect();
    let mut members: Vec<(String, Vec<Member>)> = Vec::new();
    for line in fs::read_to_string(corpora)?.lines() {
        let [name, id, site] =
            line.split('\t').collect::<Vec<_>>().try_into().map_err(|_| "a line has not three columns")?;
        let place = *places.get(id).ok_or_else(|| format!("there is no page {id}"))?;
        if members.last().is_none_or(|(last, _)| last != name) {
            members.push((name.to_owned(), Vec::new()));
        }
        let by_auto = corpus.f1(place, None)?;
        if let Some((_, members)) = members.last_mut() {
            let site = site.to_owned();
            members.push(Member { place, site, by_auto });
        }
    }
    writeln!(
        out,
        "corpus\tpages\theld out by\tlearned from\tauto\tcorrected\tdifference\tstandard error\tcorrections"
    )?;
    for (name, members) in &members {
        for by_site in [false, true] {
            for number in numbers {
                let gains = gains(&corpus, members, by_site, *number)?;
                let Some((gains, learned_from, corrections)) = gains else {
                    continue;
                };
                let mean = gains.iter().sum::<f64>() / gains.len() as f64;
                let variance = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / gains.len() as f64;
                let auto = members.iter().map(|member| member.by_auto).sum::<f64>() / members.len() as f64;
                let way = if by_site { "site" } else { "page" };
                writeln!(
                    out,
                    "{name}\t{}\t{way}\t{learned_from}\t{auto:.3}\t{:.3}\t{mean:+.4}\t{:.4}\t{corrections}",
                    members.len(),
                    auto + mean,
                    (variance / gains.len() as f64).sqrt(),
                )?;
                out.flush()?;
            }
        }
    }
    Ok(())
}

/// Returns what each page gains, the number of pages that were learned from, and how many of the parts had a correction;
/// `None` where a corpus has too few pages.
fn gains(
    corpus: &Corpus<'_>,
    members: &[Member],
    by_site: bool,
    number: usize,
) -> Result<Option<(Vec<f64>, usize, usize)>, Failure> {
    let group = |member: &Member| {
        if by_site {
            member.site.clone()
        } else {
            member.place.to_string()
        }
    };
    let mut groups: Vec<String> = members.iter().map(group).collect();
    groups.sort();
    groups.dedup();
    if groups.len() < PARTS {
        return Ok(None);
    }
    let mut random = Random::new(0, 0);
    // The gain of each page, its mean over the repetitions.
    let (mut gains, mut learned_from, mut corrections) = (vec![0.0; members.len()], usize::MAX, 0);
    for _ in 0..REPETITIONS {
        random.shuffle(&mut groups);
        let part_of = groups.iter().enumerate().map(|(place, name)| (name.as_str(), place % PARTS));
        let part_of: HashMap<&str, usize> = part_of.collect();
        for part in 0..PARTS {
            let is_held_out = |member: &Member| part_of[group(member).as_str()] == part;
            let mut others: Vec<&Member> = members.iter().filter(|member| !is_held_out(member)).collect();
            if number > others.len() + others.len() / 4 {
                return Ok(None);
            }
            random.shuffle(&mut others);
            others.truncate(number);
            learned_from = learned_from.min(others.len());
            let correction = corpus.train(&others)?;
            corrections += usize::from(!correction.is_none());
            for (gain, member) in gains.iter_mut().zip(members).filter(|(_, member)| is_held_out(member)) {
                *gain += (corpus.f1(member.place, Some(&correction))? - member.by_auto) / REPETITIONS as f64;
            }
        }
    }
    Ok(Some((gains, learned_from, corrections)))
}

//! The way from pages to better texts, and its next step: extract, judge, mark, train, measure, extract again.

use crate::reextract::{Made, Unfinished};
use crate::report::HeldOut;

/// How many pages with a gold text are a good start for a model.
pub const GOAL: i64 = 50;
/// So many gold texts that the newest model has not seen are a reason to train another.
const FRESH: i64 = 10;

/// What is known of the newest model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Newest {
    pub name: String,
    /// `model:NAME` or `draft:NAME`.
    pub choice: String,
    /// How many pages of this table it has learned from.
    pub learned: Option<i64>,
    /// How many pages with a gold text it has not seen.
    pub unseen: i64,
    /// How many of them it could have learned from. The others are held back, to measure on.
    pub fresh: i64,
    pub held_out: Option<HeldOut>,
    /// Whether more marks are worth it, and why.
    pub worth_it: Option<(bool, String)>,
    /// The difference in word F1 to `auto`, measured on pages that it had not seen.
    pub measured: Option<f64>,
}

impl Newest {
    /// The best known difference to `auto`, and whether the model is better for sure.
    pub fn difference(&self) -> Option<(f64, bool)> {
        match (self.measured, &self.held_out) {
            (Some(measured), _) => Some((measured, measured > 0.0)),
            (None, Some(held_out)) => Some((held_out.difference, held_out.is_better)),
            (None, None) => None,
        }
    }
}

/// How far it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Workflow {
    pub pages: i64,
    /// The numbers of pages are the planner's estimates.
    pub is_about: bool,
    /// Pages without a row in the target.
    pub pending: i64,
    /// What made the texts that are there.
    pub made: Vec<Made>,
    pub judged: i64,
    pub marked: i64,
    /// Pages with a gold text in the table's own column.
    pub gold: i64,
    pub newest: Option<Newest>,
    pub unfinished: Option<Unfinished>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The table has no pages.
    NoPages,
    /// The texts that are being made again are not complete.
    GoOnAgain(Unfinished),
    /// Some texts are there: the others by the method of the newest.
    GoOn {
        method: String,
        pages: i64,
    },
    Extract {
        pages: i64,
    },
    Judge,
    Mark {
        marked: i64,
    },
    Train {
        pages: i64,
    },
    /// Nothing says yet whether the newest model is better than `auto`.
    Measure(Newest),
    /// There is no page with a gold text that it has not seen.
    MarkToCompare(Newest),
    Again(Newest),
    /// The newest model is not better than `auto`.
    MarkMore(Newest),
    Look,
}

impl Workflow {
    /// Pages with a gold text, of the source that has more of them.
    pub fn labelled(&self) -> i64 {
        self.marked.max(self.gold)
    }

    /// The method of the newest text.
    pub fn last_method(&self) -> Option<&str> {
        let last = self.made.iter().find(|made| made.is_last && made.method.is_some());
        last.and_then(|made| made.method.as_deref())
    }

    pub fn next(&self) -> Step {
        if self.pages == 0 {
            return Step::NoPages;
        }
        if let Some(unfinished) = &self.unfinished {
            return Step::GoOnAgain(unfinished.clone());
        }
        if self.pending > 0 {
            return match self.last_method() {
                Some(method) => Step::GoOn {
                    method: method.to_owned(),
                    pages: self.pending,
                },
                None => Step::Extract { pages: self.pending },
            };
        }
        if self.judged < self.pages {
            return Step::Judge;
        }
        let labelled = self.labelled();
        let newest = self.newest.as_ref().filter(|newest| newest.learned.is_none() || newest.fresh < FRESH);
        let Some(newest) = newest else {
            return if labelled < GOAL {
                Step::Mark { marked: labelled }
            } else {
                Step::Train { pages: labelled }
            };
        };
        let published = format!("model:{}", newest.name);
        // Pages that failed by the model have kept their old texts.
        if self.last_method() == Some(&published) {
            return Step::Look;
        }
        match newest.difference() {
            Some((_, true)) => Step::Again(newest.clone()),
            Some((_, false)) => Step::MarkMore(newest.clone()),
            None if newest.unseen == 0 => Step::MarkToCompare(newest.clone()),
            None => Step::Measure(newest.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(method: &str, pages: i64) -> Vec<Made> {
        vec![Made {
            method: Some(method.to_owned()),
            version: None,
            pages,
            is_last: true,
        }]
    }

    #[test]
    fn the_steps_come_one_after_the_other() {
        let mut circle = Workflow::default();
        assert_eq!(circle.next(), Step::NoPages);
        (circle.pages, circle.pending) = (200, 200);
        assert_eq!(circle.next(), Step::Extract { pages: 200 });
        // A run that ended early goes on with its own method, also after a restart.
        (circle.pending, circle.made) = (80, made("web2text", 120));
        let method = "web2text".to_owned();
        assert_eq!(circle.next(), Step::GoOn { method, pages: 80 });
        (circle.pending, circle.made) = (0, made("auto", 200));
        assert_eq!(circle.next(), Step::Judge);
        circle.judged = 200;
        assert_eq!(circle.next(), Step::Mark { marked: 0 });
        circle.marked = 50;
        assert_eq!(circle.next(), Step::Train { pages: 50 });
        let newest = Newest {
            name: "mine".to_owned(),
            learned: Some(50),
            ..Newest::default()
        };
        circle.newest = Some(newest.clone());
        assert_eq!(circle.next(), Step::MarkToCompare(newest.clone()));
        let newest = Newest { unseen: 4, ..newest };
        circle.newest = Some(newest.clone());
        assert_eq!(circle.next(), Step::Measure(newest.clone()));
        let worse = Newest {
            measured: Some(-0.01),
            ..newest.clone()
        };
        circle.newest = Some(worse.clone());
        assert_eq!(circle.next(), Step::MarkMore(worse));
        let better = Newest {
            measured: Some(0.03),
            ..newest
        };
        circle.newest = Some(better.clone());
        assert_eq!(circle.next(), Step::Again(better));
        circle.unfinished = Some(Unfinished {
            method: "model:mine".to_owned(),
            done: 1,
            left: 199,
        });
        assert!(matches!(circle.next(), Step::GoOnAgain(_)));
        (circle.unfinished, circle.made) = (None, made("model:mine", 200));
        assert_eq!(circle.next(), Step::Look);
        // Then it begins anew, with what was not held back.
        circle.marked = 70;
        assert_eq!(circle.next(), Step::Look);
        circle.newest = circle.newest.map(|newest| Newest { fresh: 10, ..newest });
        assert_eq!(circle.next(), Step::Train { pages: 70 });
    }

    #[test]
    fn a_column_of_gold_texts_needs_no_marks() {
        let circle = Workflow {
            pages: 90,
            judged: 90,
            made: made("auto", 90),
            gold: 90,
            ..Workflow::default()
        };
        assert_eq!(circle.next(), Step::Train { pages: 90 });
    }
}

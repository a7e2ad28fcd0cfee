//! The way from pages to better texts, and its next step: extract, judge, mark, train, measure, extract again.

use crate::keys::encoded;
use crate::models::Model;
use crate::reextract::{Made, Unfinished};
use crate::report::signed;
use crate::words::{model_name, number, pages_in_words};

/// How many pages with a gold text are a good start for a model.
pub const GOAL: i64 = 50;
/// What is said of a table without rows.
pub const NO_PAGES: &str = "The table has no pages yet. INSERT adds them.";

/// What is known of the newest model.
#[derive(Clone, Default)]
pub struct Newest {
    pub model: Model,
    /// How many pages with a gold text it has not seen.
    pub unseen: i64,
    /// How many of them it could have learned from. The others are held back, to measure on.
    pub fresh: i64,
    /// The difference in word F1 to `auto`, measured on pages that it had not seen, and whether it is better for sure.
    pub measured: Option<(f64, bool)>,
}

impl Newest {
    /// The best known difference to `auto`, and whether the model is better for sure.
    fn difference(&self) -> Option<(f64, bool)> {
        let held_out = self.model.info.held_out.map(|held_out| (held_out.difference, held_out.is_better));
        self.measured.or(held_out)
    }
}

/// How far it is.
#[derive(Clone, Default)]
pub struct Workflow {
    pub pages: i64,
    /// The numbers of pages are the planner's estimates.
    pub is_about: bool,
    /// Pages without a row in the target.
    pub pending: i64,
    /// What made the texts that are there.
    pub made: Vec<Made>,
    pub judged: i64,
    /// Pages with a gold text, of the source that has more of them.
    pub labelled: i64,
    pub newest: Option<Newest>,
    pub unfinished: Option<Unfinished>,
}

/// What a button does.
#[derive(Debug, PartialEq)]
pub enum Action {
    Nothing,
    /// It leads to an address.
    Go(String),
    /// It sends a form to an address, with a method.
    Send(&'static str, String),
}

/// The next step.
#[derive(Debug)]
pub struct Step {
    /// Its place among [`Workflow::steps`].
    pub place: usize,
    pub why: String,
    pub action: Action,
    /// What the button says.
    pub says: String,
    /// Another way on: its address, and its name.
    pub more: Option<(String, &'static str)>,
}

impl Workflow {
    /// The method of the newest text.
    pub fn last_method(&self) -> Option<&str> {
        let last = self.made.iter().find(|made| made.is_last && made.method.is_some());
        last.and_then(|made| made.method.as_deref())
    }

    /// The number of gold texts at which training is proposed: [`GOAL`], or all pages where there are fewer.
    fn goal(&self) -> i64 {
        GOAL.min(self.pages).max(1)
    }

    /// The steps, each with a figure that says how far it is.
    pub fn steps(&self) -> [(&'static str, String); 6] {
        let newest = self.newest.as_ref();
        let about = if self.is_about { "about " } else { "" };
        let goal = self.goal();
        let marked = match self.labelled {
            labelled if labelled < goal => format!("{labelled} of {goal}"),
            labelled => format!("{} gold texts", number(labelled)),
        };
        let difference = newest.and_then(Newest::difference).map(|(by, _)| format!("{} to auto", signed(by)));
        let last = self.last_method().map(|by| format!("now by {}", model_name(by)));
        [
            ("Extract", format!("{about}{} of {}", number(self.pages - self.pending), number(self.pages))),
            ("Look", format!("{} judged", number(self.judged))),
            ("Mark", marked),
            ("Train", newest.map_or_else(|| "no model yet".to_owned(), |newest| newest.model.name.clone())),
            ("Compare", difference.unwrap_or_else(|| "with auto".to_owned())),
            ("Extract again", last.unwrap_or_else(|| "–".to_owned())),
        ]
    }

    pub fn next(&self) -> Step {
        let more_marks = Some(("/mark".to_owned(), "Mark more pages"));
        let step = |place, why: String, action, says: String, more| Step {
            place,
            why,
            action,
            says,
            more,
        };
        let go = |address: &str| Action::Go(address.to_owned());
        if self.pages == 0 {
            return step(0, NO_PAGES.to_owned(), Action::Nothing, String::new(), None);
        }
        if let Some(Unfinished { method, done, left }) = &self.unfinished {
            let (by, done) = (model_name(method), number(*done));
            return step(
                5,
                format!(
                    "All pages were being extracted again by {by}, and {done} are done. The old texts stay until all new ones are there."
                ),
                Action::Send("/again", method.clone()),
                format!("Go on by {by}: {}", pages_in_words(*left)),
                Some(("/again".to_owned(), "Give the new texts up")),
            );
        }
        if self.pending > 0 {
            let pages = pages_in_words(self.pending);
            let (method, why, says) = match self.last_method() {
                Some(method) => {
                    let by = model_name(method);
                    (method, format!("The newest texts are by {by}."), format!("Go on by {by}: {pages}"))
                }
                None => ("auto", "The method auto is a good start.".to_owned(), format!("Extract {pages}")),
            };
            let why = format!("{pages} have no text yet. {why}");
            return step(0, why, Action::Send("/extract", method.to_owned()), says, None);
        }
        if self.judged < self.pages {
            return step(
                1,
                "Genre, page type and confidence of each page show which pages are worth a look.".to_owned(),
                Action::Send("/judge", String::new()),
                "Find the doubtful pages".to_owned(),
                Some(("/pages".to_owned(), "Look at the pages")),
            );
        }
        let labelled = self.labelled;
        let goal = self.goal();
        // Ten gold texts that it has not seen are a reason to train another.
        let newest = self.newest.as_ref().filter(|newest| newest.model.learned.is_none() || newest.fresh < 10);
        let Some(newest) = newest else {
            return if labelled < goal {
                step(
                    2,
                    format!(
                        "With {goal} marked pages a model can learn what is content on pages like these. The doubtful pages come first."
                    ),
                    go("/mark"),
                    format!("Mark pages ({labelled} of {goal})"),
                    (labelled > 0).then(|| ("/learn".to_owned(), "Train on what is marked")),
                )
            } else {
                let pages = pages_in_words(labelled);
                let why = format!("{pages} have a gold text that the newest model does not know.");
                step(3, why, go("/learn"), format!("Train a model on {pages}"), more_marks)
            };
        };
        let (name, choice) = (&newest.model.name, newest.model.choice());
        // Pages that failed by the model have kept their old texts.
        if self.last_method() == Some(&choice) {
            let why = format!("The texts are by {}.", model_name(&choice));
            return step(1, why, go("/pages?order=doubtful"), "Look at the texts".to_owned(), more_marks);
        }
        let compare = format!("/measure?choice=auto&choice={}", encoded(&choice));
        match newest.difference() {
            Some((by, true)) => step(
                5,
                format!("{name} is better than auto by {} in word F1, on pages that it had not seen.", signed(by)),
                Action::Go(format!("/again?by={}", encoded(&choice))),
                format!("Extract all pages again by {name}"),
                more_marks,
            ),
            Some((by, false)) => step(
                2,
                format!(
                    "{name} is not better than auto for sure: {} in word F1, on pages that it had not seen.",
                    signed(by)
                ),
                go("/mark"),
                format!("Mark more pages ({})", number(labelled)),
                Some((compare, "Compare it with auto")),
            ),
            None if newest.unseen == 0 => step(
                2,
                format!(
                    "{name} has learned from every page that has a gold text. On others it can be compared with auto."
                ),
                go("/mark"),
                format!("Mark pages that {name} has not seen"),
                Some(("/learn".to_owned(), "What it has learned")),
            ),
            None => step(
                4,
                format!("Nothing says yet if {name} is better than auto. Measure both on pages that it has not seen."),
                Action::Go(compare),
                format!("Compare {name} with auto"),
                more_marks,
            ),
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
        let mut way = Workflow::default();
        assert_eq!(way.next().action, Action::Nothing);
        let says = |way: &Workflow, place: usize, says: &str| {
            let next = way.next();
            assert_eq!((next.place, next.says.as_str()), (place, says), "{next:?}");
        };
        (way.pages, way.pending) = (200, 200);
        says(&way, 0, "Extract 200 pages");
        // A run that ended early goes on with its own method, also after a restart.
        (way.pending, way.made) = (80, made("web2text", 120));
        says(&way, 0, "Go on by web2text: 80 pages");
        (way.pending, way.made) = (0, made("auto", 200));
        says(&way, 1, "Find the doubtful pages");
        way.judged = 200;
        says(&way, 2, "Mark pages (0 of 50)");
        // A column of gold texts needs no marks.
        way.labelled = 90;
        says(&way, 3, "Train a model on 90 pages");
        // Of few pages all are enough.
        let few = Workflow {
            pages: 23,
            judged: 23,
            labelled: 23,
            ..Workflow::default()
        };
        says(&few, 3, "Train a model on 23 pages");
        assert_eq!(few.steps()[2].1, "23 gold texts");
        let mut newest = Newest::default();
        (newest.model.name, newest.model.learned) = ("mine".to_owned(), Some(50));
        way.newest = Some(newest.clone());
        says(&way, 2, "Mark pages that mine has not seen");
        newest.unseen = 4;
        way.newest = Some(newest.clone());
        says(&way, 4, "Compare mine with auto");
        newest.measured = Some((0.01, false));
        way.newest = Some(newest.clone());
        says(&way, 2, "Mark more pages (90)");
        newest.measured = Some((0.03, true));
        way.newest = Some(newest.clone());
        says(&way, 5, "Extract all pages again by mine");
        way.unfinished = Some(Unfinished {
            method: "model:mine".to_owned(),
            done: 1,
            left: 199,
        });
        says(&way, 5, "Go on by model mine: 199 pages");
        (way.unfinished, way.made) = (None, made("model:mine", 200));
        says(&way, 1, "Look at the texts");
        // Then it begins anew, with what was not held back.
        newest.fresh = 10;
        (way.newest, way.labelled) = (Some(newest), 120);
        says(&way, 3, "Train a model on 120 pages");
    }
}

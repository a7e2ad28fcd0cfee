//! Scores of extracted texts, by groups of pages.

use std::collections::BTreeMap;
use std::io::{self, Write};

use goce_core::evaluate::{EvaluateError, PageScores, PageSums, Unit};

use crate::wcxb::LabelledPage;

/// Sums of scores by the names of groups.
#[derive(Default)]
pub struct Groups(BTreeMap<String, PageSums>);

impl Groups {
    /// Adds what was extracted from a page to "all", to the page's type and to other groups.
    pub fn add(&mut self, page: &LabelledPage, text: &str, others: &[&str]) -> Result<(), EvaluateError> {
        let scores = PageScores::new(&page.gold, text, Unit::Word)?;
        let of_type = format!("- {}", page.page_type);
        for group in ["all", &of_type].iter().chain(others) {
            let sums = self.0.entry((*group).to_owned()).or_default();
            sums.add(&scores)?;
        }
        Ok(())
    }

    /// Writes a line a group.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let head = "out of fold";
        writeln!(out, "\n{head:16} pages  precision  recall      f1  page_f1  word_f1")?;
        for (group, sums) in &self.0 {
            let scores = sums.scores();
            let value = |value: Option<f64>| value.unwrap_or(f64::NAN);
            writeln!(
                out,
                "{group:16} {:5}     {:.4}  {:.4}  {:.4}   {:.4}   {:.4}",
                scores.pages,
                value(scores.precision),
                value(scores.recall),
                value(scores.f1),
                value(scores.page_f1),
                value(scores.word_f1)
            )?;
        }
        Ok(())
    }
}

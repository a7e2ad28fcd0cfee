//! What `goce_model_info` reports of a model: how good it is on pages that it had not seen, and if more marks help.

use serde::Deserialize;
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgTypeInfo, PgValueRef};
use sqlx::{Decode, Postgres, Type};

/// The report.
#[derive(Clone, Default, Deserialize)]
pub struct Info {
    /// Of a correction of `auto`.
    kind: Option<String>,
    /// Of a model of LearnHTML.
    model: Option<String>,
    training: Option<Training>,
    /// Models of `auto` have it, unless they were trained without folds.
    pub held_out: Option<HeldOut>,
    learning_curve: Option<Vec<Point>>,
}

#[derive(Clone, Default, Deserialize)]
struct Training {
    pages: Option<i64>,
    groups: Option<i64>,
    grouped_by: Option<String>,
    rows_over_max_samples: Option<i64>,
    rows_without_text: Option<i64>,
    rows_too_long: Option<i64>,
}

/// The score of a model beside that of `auto`, on the same pages, which the model had not seen.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct HeldOut {
    pub pages: i64,
    pub word_f1: f64,
    pub auto_word_f1: f64,
    pub difference: f64,
    pub low: f64,
    pub high: f64,
    pub is_better: bool,
}

/// With how many pages the model was better than `auto` by how much.
#[derive(Clone, Deserialize)]
pub struct Point {
    pub pages: i64,
    pub difference: f64,
    /// The range of the difference. Models that were trained before have none.
    pub low: Option<f64>,
    pub high: Option<f64>,
}

impl Type<Postgres> for Info {
    fn type_info() -> PgTypeInfo {
        <String as Type<Postgres>>::type_info()
    }
}

impl Decode<'_, Postgres> for Info {
    fn decode(text: PgValueRef<'_>) -> Result<Self, BoxDynError> {
        Ok(serde_json::from_str(text.as_str()?)?)
    }
}

impl Info {
    pub fn curve(&self) -> &[Point] {
        self.learning_curve.as_deref().unwrap_or_default()
    }

    /// Says whether more marks are worth it, by the last two points of the learning curve.
    pub fn worth_it(&self) -> Option<String> {
        let [.., half, all] = self.curve() else {
            return None;
        };
        // The least gain in word F1 that is worth more marks.
        let says = if all.difference - half.difference >= 0.003 {
            "More marks are worth it."
        } else {
            "More marks of this kind would change little."
        };
        let [before, now] = [half, all].map(|point| signed(point.difference));
        Some(format!(
            "With {} pages the difference to auto was {before}, with {} it is {now}. {says}",
            half.pages, all.pages
        ))
    }

    /// The kind of a model, and what it was trained on, in words.
    pub fn trained_on(&self) -> String {
        let kind = match (self.kind.as_deref(), &self.model) {
            (Some("auto"), _) => "A correction of auto".to_owned(),
            (_, Some(model)) => format!("LearnHTML, {model}"),
            _ => "A model".to_owned(),
        };
        let training = self.training.clone().unwrap_or_default();
        let Some(pages) = training.pages else {
            return format!("{kind}.");
        };
        let what = match training.grouped_by.as_deref() {
            Some("url") => "hosts",
            _ => "groups",
        };
        let groups = training.groups.filter(|_| matches!(training.grouped_by.as_deref(), Some("url" | "column")));
        let groups = groups.map(|groups| format!(" of {groups} {what}")).unwrap_or_default();
        let mut says = format!("{kind}, learned from {pages} pages{groups}.");
        for (rows, why) in [
            (training.rows_over_max_samples, "the option max_samples bounds the blocks of all pages"),
            (training.rows_without_text, "they have no gold text or no blocks"),
            (training.rows_too_long, "they have too many blocks"),
        ] {
            if let Some(rows @ 1..) = rows {
                says += &format!(" {rows} more were left out: {why}.");
            }
        }
        says
    }
}

/// A difference of scores with its sign: `+.030`.
pub fn signed(difference: f64) -> String {
    let written = format!("{:.3}", difference.abs());
    let digits = written.strip_prefix('0').unwrap_or(&written);
    let sign = match digits {
        ".000" => "±",
        _ if difference < 0.0 => "−",
        _ => "+",
    };
    format!("{sign}{digits}")
}

/// A difference with its range: `+.030 (+.010 to +.050)`.
pub fn ranged(difference: f64, low: f64, high: f64) -> String {
    format!("{} ({} to {})", signed(difference), signed(low), signed(high))
}

impl HeldOut {
    /// Says whether the model is better than `auto`, and by how much.
    pub fn says(&self) -> String {
        let better = if self.is_better {
            "Better than auto"
        } else {
            "Not better than auto for sure"
        };
        let by = ranged(self.difference, self.low, self.high);
        format!("{better}: {by} in word F1, on {} pages that it had not seen.", self.pages)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(info: serde_json::Value) -> Info {
        serde_json::from_value(info).expect("a report")
    }

    #[test]
    fn a_report_is_read() {
        let info = read(json!({
            "kind": "auto", "training": { "pages": 60, "groups": 12, "grouped_by": "url", "rows_over_max_samples": 7, "rows_too_long": 0 },
            "held_out": { "pages": 60, "word_f1": 0.93, "auto_word_f1": 0.9, "difference": 0.03, "low": 0.01, "high": 0.05, "is_better": true },
            "learning_curve": [{ "pages": 15, "difference": 0.01 }, { "pages": 30, "difference": 0.02 }, { "pages": 60, "difference": 0.03 }]
        }));
        let says = info.held_out.expect("a score").says();
        assert_eq!(says, "Better than auto: +.030 (+.010 to +.050) in word F1, on 60 pages that it had not seen.");
        assert!(info.worth_it().is_some_and(|says| says.ends_with("it is +.030. More marks are worth it.")));
        let says = info.trained_on();
        assert!(
            says.starts_with(
                "A correction of auto, learned from 60 pages of 12 hosts. 7 more were left out: the option"
            )
        );
        assert_eq!(says.matches("left out").count(), 1, "{says}");
        // Models of LearnHTML have no score beside that of auto.
        let info = read(json!({ "model": "forest", "training": { "pages": 9 } }));
        assert_eq!((info.held_out, info.worth_it()), (None, None));
        assert_eq!(info.trained_on(), "LearnHTML, forest, learned from 9 pages.");
        assert_eq!([0.03, -0.0042, 0.0001, 1.0].map(signed), ["+.030", "−.004", "±.000", "+1.000"]);
    }
}

//! What `goce_model_info` reports of a model: how good it is on pages that it had not seen, and if more marks help.

use serde_json::Value;

/// The score of a model beside that of `auto`, on the same pages, which the model had not seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldOut {
    pub pages: i64,
    pub word_f1: f64,
    pub auto: f64,
    pub difference: f64,
    pub low: f64,
    pub high: f64,
    pub is_better: bool,
}

/// The least gain in word F1 between the last two points of a learning curve that is worth more marks.
const WORTH: f64 = 0.003;

/// Returns the held-out score. Models of `auto` have one, unless they were trained without folds.
pub fn held_out(info: &Value) -> Option<HeldOut> {
    let held_out = info.get("held_out")?;
    let number = |name: &str| held_out.get(name).and_then(Value::as_f64);
    Some(HeldOut {
        pages: held_out.get("pages")?.as_i64()?,
        word_f1: number("word_f1")?,
        auto: number("auto_word_f1")?,
        difference: number("difference")?,
        low: number("low")?,
        high: number("high")?,
        is_better: held_out.get("is_better")?.as_bool()?,
    })
}

/// Returns the learning curve: with how many pages the model was better than `auto` by how much.
pub fn learning_curve(info: &Value) -> Vec<(i64, f64)> {
    let points = info.get("learning_curve").and_then(Value::as_array).into_iter().flatten();
    points
        .filter_map(|point| Some((point.get("pages")?.as_i64()?, point.get("difference")?.as_f64()?)))
        .collect()
}

/// Says whether more marks are worth it, by the last two points of the learning curve.
pub fn worth_it(curve: &[(i64, f64)]) -> Option<(bool, String)> {
    let [.., (half, before), (all, now)] = curve else {
        return None;
    };
    let is_worth = now - before >= WORTH;
    let says = format!(
        "With {half} pages the difference to auto was {}, with {all} it is {}. {}",
        signed(*before),
        signed(*now),
        if is_worth {
            "More marks are worth it."
        } else {
            "More marks of this kind would change little."
        }
    );
    Some((is_worth, says))
}

/// The kind of a model, and what it was trained on, in words.
pub fn trained_on(info: &Value) -> String {
    let kind = info.get("kind").or_else(|| info.get("model")).and_then(Value::as_str);
    let of_kind = match kind {
        Some("auto") => "A correction of auto".to_owned(),
        Some(kind) => format!("LearnHTML, {kind}"),
        None => "A model".to_owned(),
    };
    let training = |name: &str| info.pointer(&format!("/training/{name}"));
    let pages = training("pages").and_then(Value::as_i64);
    let grouped = match training("grouped_by").and_then(Value::as_str) {
        Some("url") => training("groups").and_then(Value::as_i64).map(|groups| (groups, "hosts")),
        Some("column") => training("groups").and_then(Value::as_i64).map(|groups| (groups, "groups")),
        _ => None,
    };
    let left_out = |name: &str, why: &str| {
        let rows = training(name).and_then(Value::as_i64).filter(|rows| *rows > 0)?;
        Some(format!(" {rows} more were left out: {why}."))
    };
    let left_out = [
        left_out("rows_over_max_samples", "the option max_samples bounds the blocks of all pages"),
        left_out("rows_without_text", "they have no gold text or no blocks"),
        left_out("rows_too_long", "they have too many blocks"),
    ];
    let left_out: String = left_out.into_iter().flatten().collect();
    match (pages, grouped) {
        (Some(pages), Some((groups, what))) => {
            format!("{of_kind}, learned from {pages} pages of {groups} {what}.{left_out}")
        }
        (Some(pages), None) => format!("{of_kind}, learned from {pages} pages.{left_out}"),
        (None, _) => format!("{of_kind}."),
    }
}

/// A difference of scores with its sign: `+.030`.
pub fn signed(difference: f64) -> String {
    let written = format!("{:.3}", difference.abs());
    let digits = written.strip_prefix('0').unwrap_or(&written);
    let sign = if digits == ".000" {
        "±"
    } else if difference < 0.0 {
        "−"
    } else {
        "+"
    };
    format!("{sign}{digits}")
}

impl HeldOut {
    /// `better than auto by .030 (.010 to .050)`, in words.
    pub fn says(&self) -> String {
        let range = format!("{} to {}", signed(self.low), signed(self.high));
        let pages = self.pages;
        if self.is_better {
            format!(
                "Better than auto: {} ({range}) in word F1, on {pages} pages that it had not seen.",
                signed(self.difference)
            )
        } else {
            format!(
                "Not better than auto for sure: {} ({range}) in word F1, on {pages} pages that it had not seen.",
                signed(self.difference)
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_report_of_auto_is_read() {
        let info = json!({
            "kind": "auto", "training": { "pages": 60, "groups": 12, "grouped_by": "url", "rows_over_max_samples": 7, "rows_too_long": 0 },
            "held_out": { "pages": 60, "word_f1": 0.93, "auto_word_f1": 0.9, "difference": 0.03, "low": 0.01, "high": 0.05, "is_better": true },
            "learning_curve": [{ "pages": 15, "difference": 0.01 }, { "pages": 30, "difference": 0.02 }, { "pages": 60, "difference": 0.03 }]
        });
        let held_out = held_out(&info).expect("a score");
        assert_eq!((held_out.pages, held_out.auto, held_out.is_better), (60, 0.9, true));
        assert!(held_out.says().contains("+.030 (+.010 to +.050)"), "{}", held_out.says());
        assert_eq!(worth_it(&learning_curve(&info)).map(|(is, _)| is), Some(true));
        let says = trained_on(&info);
        assert!(
            says.starts_with(
                "A correction of auto, learned from 60 pages of 12 hosts. 7 more were left out: the option"
            )
        );
        assert_eq!(says.matches("left out").count(), 1, "{says}");
    }

    #[test]
    fn a_report_of_learnhtml_has_no_score_beside_auto() {
        let info = json!({ "model": "forest", "training": { "pages": 9 }, "cross_validation": { "word_f1": 0.8 } });
        assert_eq!(held_out(&info), None);
        assert_eq!(worth_it(&learning_curve(&info)), None);
        assert_eq!(trained_on(&info), "LearnHTML, forest, learned from 9 pages.");
    }

    #[test]
    fn differences_have_a_sign() {
        assert_eq!([0.03, -0.0042, 0.0001, 1.0].map(signed), ["+.030", "−.004", "±.000", "+1.000"]);
    }
}

//! What a model says of its making: `goce_model_info`.

use serde_json::{Map, Value, json};

use super::super::Correction;
use super::super::familiar::Extent;
use super::{HeldOut, Learned, TrainingPages};

impl TrainingPages {
    /// Returns the description of a correction, given the number of groups of pages, and what was learned.
    pub(super) fn describe(&self, groups: usize, learned: &Learned) -> Map<String, Value> {
        let rounded = |number: f64| (number * 10_000.0).round() / 10_000.0;
        let scores = |held_out: &HeldOut| {
            json!({
                "pages": held_out.pages,
                "word_f1": rounded(held_out.word_f1),
                "auto_word_f1": rounded(held_out.auto_word_f1),
                "difference": rounded(held_out.difference.mean),
                "low": rounded(held_out.difference.low),
                "high": rounded(held_out.difference.high),
                "is_better": held_out.difference.mean > 0.0,
            })
        };
        let mut description = Map::new();
        let mut put = |name: &str, value: Value| description.insert(name.to_owned(), value);
        put("kind", json!("auto"));
        put("goce_version", json!(env!("CARGO_PKG_VERSION")));
        put(
            "training",
            json!({
                "pages": self.pages.len(),
                "blocks": self.blocks,
                "groups": groups,
                "rows": self.seen,
                "rows_without_text": self.empty,
                "rows_too_long": self.long,
                "rows_over_max_samples": self.dropped,
            }),
        );
        let Correction { extents, parts, .. } = &learned.correction;
        let names = [extents.familiar, extents.others].map(Extent::name);
        put(
            "correction",
            json!({"familiar_pages": names[0], "other_pages": names[1], "comments": parts.comments}),
        );
        for (name, held_out) in [
            ("held_out", &learned.held_out),
            ("held_out_of_same_sites", &learned.same_sites),
        ] {
            if let Some(held_out) = held_out {
                put(name, scores(held_out));
            }
        }
        if !learned.curve.is_empty() {
            let points = learned.curve.iter().map(|(pages, gain)| {
                let [mean, low, high] = [gain.mean, gain.low, gain.high].map(rounded);
                json!({"pages": pages, "difference": mean, "low": low, "high": high})
            });
            put("learning_curve", points.collect());
        }
        description
    }
}

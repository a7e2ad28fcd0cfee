//! Randomized search of hyperparameters (Bergstra and Bengio 2012; section 3.2.2 of the thesis).

use serde_json::{Map, Value, json};

use super::TrainError;
use super::folds::{by_chance, of_pages, validate};
use super::options::{ModelKind, TrainOptions};
use super::table::Table;
use crate::learnhtml::models::{Prefixed, Watch};
use goce_core::learn::random::Random;
use goce_core::memory::{OutOfMemory, try_filled};

/// One page out of this many is held out to compare candidates (the thesis: 10 %).
const HELD_OUT: usize = 10;

/// Returns the best of some candidates for some pages. The first candidate is `options`. The others, `options.search` of
/// them, have random values of Table 3.1 for the options that were not given. Candidates are compared by their F1 on one
/// tenth of the pages.
pub fn best(
    table: &Table,
    options: &TrainOptions,
    given: &Map<String, Value>,
    pages: &[u32],
    watch: &mut dyn Watch,
) -> Result<TrainOptions, TrainError> {
    let parts = HELD_OUT.min(pages.len());
    if options.search == 0 || parts < 2 {
        return Ok(options.clone());
    }
    let part_of = by_chance(pages.len(), parts, options.seed ^ 1)?;
    let side = |held_out: bool| -> Result<Vec<u32>, OutOfMemory> {
        let mut is_in = try_filled(false, table.pages())?;
        for (page, part) in pages.iter().zip(&part_of) {
            is_in[*page as usize] = (*part == 0) == held_out;
        }
        of_pages(table, |page| is_in[page as usize])
    };
    let (learned, held_out) = (side(false)?, side(true)?);
    let mut random = Random::new(options.seed, 0x5ea4c4);
    let mut best = (f64::NEG_INFINITY, options.clone());
    for candidate in 0..=options.search {
        let mut watch = Prefixed {
            watch: &mut *watch,
            prefix: format!("candidate {candidate} of {}, ", options.search),
        };
        watch.at(&"fitting");
        let tried = if candidate == 0 {
            options.clone()
        } else {
            drawn(options, given, &mut random)
        };
        let scores = validate(table, &learned, &held_out, &tried, &mut watch)?;
        // Without scores all candidates are equal, and the first is taken.
        let f1 = scores.map_or(0.0, |scores| scores.f1);
        if f1 > best.0 {
            best = (f1, tried);
        }
    }
    Ok(best.1)
}

/// Returns a candidate: the options, with random values for those that were not given.
fn drawn(options: &TrainOptions, given: &Map<String, Value>, random: &mut Random) -> TrainOptions {
    let mut candidate = options.resolved.clone();
    let mut draw = |name: &str, value: Value| {
        if !given.contains_key(name) && candidate.contains_key(name) {
            candidate.insert(name.to_owned(), value);
        }
    };
    let choose = |random: &mut Random, of: &[Value]| of[random.below(of.len())].clone();
    // The same random numbers are drawn for all given options.
    draw("ngram_size", choose(random, &[json!(1), json!(3)]));
    draw("ngram_level", choose(random, &[json!("word"), json!("character")]));
    draw("idf", choose(random, &[json!(true), json!(false)]));
    draw("features_kept", json!(0.1 + 0.9 * random.unit()));
    draw("class_weight", choose(random, &[json!("normal"), json!("balanced")]));
    match options.kind {
        ModelKind::Logistic | ModelKind::Svm => {
            draw("penalty", choose(random, &[json!("l1"), json!("l2")]));
            // From 10^-1 to 10^4, uniform in the logarithm.
            let exponent = 5.0 * random.unit() - 1.0;
            draw("c", json!(libm::pow(10.0, exponent)));
        }
        ModelKind::Tree | ModelKind::Forest => {
            draw("max_features", choose(random, &[json!("sqrt"), json!("log2")]));
        }
        ModelKind::Ann => {
            let activations = ["relu", "selu", "sigmoid", "tanh"].map(|name| json!(name));
            draw("activation", choose(random, &activations));
            let optimizers = ["adagrad", "adam", "rmsprop"].map(|name| json!(name));
            draw("optimizer", choose(random, &optimizers));
            draw("dropout", json!(0.4 * random.unit()));
            // Smaller than the thesis' (1000 to 100 units), for one core.
            let sizes = [json!([32]), json!([64]), json!([128]), json!([64, 32])];
            draw("hidden", choose(random, &sizes));
        }
    }
    #[expect(clippy::expect_used, reason = "the values above are valid for their options")]
    TrainOptions::parse(options.kind, &Value::Object(candidate)).expect("drawn options are valid")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_options_stay() {
        for kind in ModelKind::ALL {
            let given = json!({"idf": false, "seed": 7});
            let options = TrainOptions::parse(kind, &given).unwrap();
            let given = given.as_object().unwrap();
            let mut random = Random::new(0, 0);
            let mut different = 0;
            for _ in 0..50 {
                let candidate = drawn(&options, given, &mut random);
                assert!(!candidate.idf && candidate.seed == 7);
                different += usize::from(candidate != options);
            }
            assert!(different > 45, "{kind:?}");
        }
    }
}

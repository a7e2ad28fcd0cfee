//! What the genre classifiers are trained from.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs;
use std::io::{BufRead, Write};
use std::path::Path;

use goce_core::genre::markup::features::measure;
use goce_core::genre::{ClassifyError, markup};
use goce_papers::svm;
use goce_sight::screenshot::{ScreenshotLimits, Shape, pixels};

use super::create;
use crate::Failure;
use crate::wcxb::LabelledPage;

/// Writes what models/genre-markup/train.py learns from:
///
/// features.tsv: a header, then a line per page: id, URL, page type, features.
/// tokens.tsv: a line per page, the hashes of its different tokens in ascending order.
/// svm.tsv: a line per page, the 11 features of the paper.
/// predicted.tsv: a line per page: the probabilities by the model in this build, and the SVM's
/// decision, for train.py to compare with its own; empty if that model is over other features.
pub fn write_features(pages: &[LabelledPage], directory: &Path) -> Result<(), Failure> {
    fs::create_dir_all(directory)?;
    let mut features = create(directory, "features.tsv")?;
    let mut tokens = create(directory, "tokens.tsv")?;
    let mut counts = create(directory, "svm.tsv")?;
    let mut predicted = create(directory, "predicted.tsv")?;
    for (index, labelled) in pages.iter().enumerate() {
        let page = labelled.parse()?;
        let mut header = String::from("id\turl\tpage_type");
        let mut row = format!("{}\t{}\t{}", labelled.id, labelled.url, labelled.page_type);
        let mut seen = BTreeSet::new();
        measure(
            &page,
            &mut |name, value| {
                header += &format!("\t{name}");
                row += &format!("\t{}", value as f32);
            },
            &mut |_, hash, _| {
                seen.insert(hash);
            },
        )?;
        if index == 0 {
            writeln!(features, "{header}")?;
        }
        writeln!(features, "{row}")?;
        writeln!(tokens, "{}", join(&seen, " "))?;
        let of_svm = svm::features(&page)?;
        writeln!(counts, "{}", join(of_svm, "\t"))?;
        let decision = svm::decision(&of_svm)?;
        // The model of a build with new features is still over the old ones: it is trained by what is written here.
        match markup::learned(&page) {
            Ok(scores) => writeln!(predicted, "{}\t{decision}", join(scores.probabilities, "\t"))?,
            Err(ClassifyError::Features(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    for mut file in [features, tokens, counts, predicted] {
        file.flush()?;
    }
    Ok(())
}

fn join<T: Display>(values: impl IntoIterator<Item = T>, separator: &str) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    values.join(separator)
}

/// Writes the screenshots whose paths are read, a line each, as the genre network of the extension sees
/// them: WIDTH × HEIGHT × 3 bytes, red, green and blue, row after row. `aspect` is the height of the crop in widths of
/// the screenshot.
pub fn write_pixels(
    width: u32,
    height: u32,
    aspect: f64,
    paths: impl BufRead,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let shape = Shape::new(width, height, aspect).ok_or("a width, height or aspect out of bounds")?;
    for path in paths.lines() {
        let path = path?;
        let bytes = fs::read(&path).map_err(|error| format!("{path}: {error}"))?;
        let pixels = pixels(&bytes, &shape, &ScreenshotLimits::default())
            .map_err(|error| format!("{path}: {error}: {error:?}"))?;
        out.write_all(&pixels)?;
    }
    Ok(())
}

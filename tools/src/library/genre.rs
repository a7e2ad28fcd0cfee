//! What the genre classifiers are trained from, and how long a genre network takes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{BufRead, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use goce_core::genre::markup::features::measure;
use goce_core::genre::{ClassifyError, markup};
use goce_papers::svm;
use goce_sight::network::{Network, NetworkError};
use goce_sight::screenshot::{ScreenshotLimits, Shape, pixels};

use crate::Failure;
use crate::wcxb::LabelledPage;

/// Writes what models/genre-markup/train.py learns from:
///
/// features.tsv: a header, then a line per page: id, URL, page type, features.
/// tokens.tsv: a line per page, the hashes of its different tokens in ascending order.
/// names.tsv: hash, source and token of every token, for human readers.
/// svm.tsv: a line per page, the 11 features of the paper.
/// predicted.tsv: a line per page: the probabilities by the model in this build, and the SVM's
/// decision, for train.py to compare with its own; empty if that model is over other features.
pub fn write_features(pages: &[LabelledPage], directory: &Path) -> Result<(), Failure> {
    fs::create_dir_all(directory)?;
    let create = |name: &str| File::create(directory.join(name)).map(BufWriter::new);
    let mut features = create("features.tsv")?;
    let mut tokens = create("tokens.tsv")?;
    let mut counts = create("svm.tsv")?;
    let mut predicted = create("predicted.tsv")?;
    let mut names = BTreeMap::new();
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
            &mut |source, hash, token| {
                seen.insert(hash);
                names.entry(hash).or_insert_with(|| {
                    let token = String::from_utf8_lossy(token).to_lowercase();
                    (source as u8 as char, token.replace(char::is_whitespace, " "))
                });
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
        match markup::classify(&page) {
            Ok(scores) => writeln!(predicted, "{}\t{decision}", join(scores.probabilities, "\t"))?,
            Err(ClassifyError::Features(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let mut list = create("names.tsv")?;
    for (hash, (source, token)) in names {
        writeln!(list, "{hash}\t{source}\t{token}")?;
    }
    for mut file in [list, features, tokens, counts, predicted] {
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

/// Writes a line for each screenshot whose path is read: path, probability of a list view and width of its layout in CSS
/// pixels, between tabs. The width is empty where the network does not judge it. The network is that of a file or the
/// built-in one. A screenshot that cannot be read gets a line of `errors`: path, tab, reason.
///
/// # Errors
/// At the end, where screenshots could not be read; at once for a faulty network.
pub fn look(
    network: Option<&Path>,
    paths: impl BufRead,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> Result<(), Failure> {
    let network = match network {
        Some(file) => &Network::read(&fs::read(file)?)?,
        None => Network::built_in()?,
    };
    let mut unread = 0;
    for path in paths.lines() {
        let path = path?;
        let mut skip = |reason: &dyn Display| {
            unread += 1;
            writeln!(errors, "{path}\t{reason}")
        };
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                skip(&error)?;
                continue;
            }
        };
        match network.classify(&bytes, &ScreenshotLimits::default()) {
            Ok(seen) => {
                let width = seen.layout.map(|layout| layout.css_width().to_string()).unwrap_or_default();
                writeln!(out, "{path}\t{:.9}\t{width}", seen.p_list_view)?;
            }
            Err(NetworkError::Screenshot(error)) => skip(&error)?,
            Err(error) => return Err(error.into()),
        }
    }
    match unread {
        0 => Ok(()),
        unread => Err(format!("{unread} screenshots could not be read").into()),
    }
}

/// Runs a network on one picture as often as asked: goce's side of benches/genre_onnxruntime.py.
///
/// `pixels` is a file as [`write_pixels`] writes it. The first line of standard output says how long loading took.
/// Each line of `turns` is answered by one: the time of a run and the processor's time in it, both in
/// milliseconds, the peak of memory so far in MB, and the probability of a list view.
pub fn time_network(network: &Path, pixels: &Path, turns: impl BufRead, out: &mut dyn Write) -> Result<(), Failure> {
    let start = Instant::now();
    let network = Network::read(&fs::read(network)?)?;
    writeln!(out, "{:.3}", start.elapsed().as_secs_f64() * 1e3)?;
    out.flush()?;
    let pixels = fs::read(pixels)?;
    for line in turns.lines() {
        line?;
        let (start, processor) = (Instant::now(), processor_ms()?);
        let p = network.p_list_view(&pixels)?;
        let ms = start.elapsed().as_secs_f64() * 1e3;
        let processor = processor_ms()? - processor;
        writeln!(out, "{ms:.3} {processor:.3} {:.1} {p:.7}", peak_mb()?)?;
        out.flush()?;
    }
    Ok(())
}

/// Returns the time that this thread has had a processor.
fn processor_ms() -> Result<f64, Failure> {
    let text = fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = text.split(' ').next().unwrap_or_default().parse()?;
    Ok(nanoseconds / 1e6)
}

/// Returns the most memory that this process has had at a time.
fn peak_mb() -> Result<f64, Failure> {
    let text = fs::read_to_string("/proc/self/status")?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.ok_or("no VmHWM")?.trim_end_matches("kB").trim();
    Ok(kilobytes.parse::<f64>()? / 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_has_a_line_for_each_path() {
        let data = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../pg_test/data"));
        let network = data.join("two-widths.onnx");
        let lines = fs::read_to_string(data.join("images.tsv")).unwrap();
        let directory = std::env::temp_dir().join(format!("goce-look-{}", std::process::id()));
        fs::create_dir(&directory).unwrap();
        let written = |name: &str| {
            let line = lines.lines().find(|line| line.split('\t').next() == Some(name)).unwrap();
            let (_, hex) = line.split_once("\\\\x").unwrap();
            let digits = hex.as_bytes().chunks(2);
            let bytes = digits.map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap());
            let path = directory.join(name);
            fs::write(&path, bytes.collect::<Vec<u8>>()).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let (narrow, wide) = (written("same, png"), written("grey, png"));
        let no_picture = network.to_str().unwrap();
        let nowhere = format!("{narrow}.nowhere");
        let paths = [&narrow, no_picture, &wide, &nowhere].map(|path| format!("{path}\n")).concat();

        let (mut out, mut errors) = (Vec::new(), Vec::new());
        let end = look(Some(&network), paths.as_bytes(), &mut out, &mut errors);
        assert_eq!(end.unwrap_err().to_string(), "2 screenshots could not be read");
        let (out, errors) = (String::from_utf8(out).unwrap(), String::from_utf8(errors).unwrap());
        let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split('\t').collect()).collect();
        assert_eq!([rows[0][0], rows[0][2], rows[1][0], rows[1][2]], [&*narrow, "390", &*wide, "1280"]);
        assert_eq!([&rows[0][1][..7], &rows[1][1][..7]], ["0.65386", "0.78290"]);
        assert_eq!(rows[0][1].len(), "0.123456789".len());
        let unread: Vec<&str> = errors.lines().map(|line| line.split('\t').next().unwrap()).collect();
        assert_eq!(unread, [no_picture, &nowhere]);

        let mut out = Vec::new();
        look(None, narrow.as_bytes(), &mut out, &mut Vec::new()).unwrap();
        assert_eq!(out.split(|byte| *byte == b'\t').count(), 3);
        fs::remove_dir_all(directory).unwrap();
    }
}

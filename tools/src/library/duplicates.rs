//! Near-duplicates found by the functions of SQL: how many of changed copies of real pages, and how many pairs that are
//! none.

use std::collections::HashSet;
use std::io::Write;

use goce_core::extract::Options;
use goce_core::render;
use goce_core::texts::duplicates::{MinHash, distance, simhash};
use goce_core::texts::words::words;
use goce_methods::Method;

use crate::Failure;
use crate::wcxb::LabelledPage;

/// Words that a text has at least.
const LEAST: usize = 50;

/// Jaccard similarity of sets of shingles from which on two texts of different pages count as near-duplicates too.
const ALIKE: f64 = 0.5;

/// Greatest distances of SimHash that are tried.
const DISTANCES: [u32; 4] = [3, 6, 10, 14];

/// Bands and rows of MinHash that are tried.
const BANDS: [(i32, i32); 4] = [(16, 4), (20, 5), (32, 4), (32, 2)];

/// A way in which copies of a page differ.
type Change = fn(&[&str], usize, &[&str]) -> Vec<String>;

/// The changes: a text's words, its number, and another text's words.
const CHANGES: [(&str, Change); 6] = [
    ("the same", |text, _, _| owned(text)),
    ("1 word in 50 replaced", |text, number, _| replaced(text, number, 50)),
    ("1 word in 10 replaced", |text, number, _| replaced(text, number, 10)),
    ("the last fifth missing", |text, _, _| owned(&text[..text.len() * 4 / 5])),
    ("a fifth more, from another page", |text, _, other| {
        let more = &other[..other.len().min(text.len() / 5)];
        [owned(more), owned(text)].concat()
    }),
    ("half replaced by another page", |text, _, other| {
        let half = text.len() / 2;
        [owned(&text[..half]), owned(&other[..other.len().min(half)])].concat()
    }),
];

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Replaces one word in so many, at places that differ by text.
fn replaced(text: &[&str], number: usize, one_in: usize) -> Vec<String> {
    let replace = |(place, word): (usize, &&str)| {
        let hash = (place * 2_654_435_761 + number * 40_503) % (1 << 32) / 997;
        if hash.is_multiple_of(one_in) {
            format!("x{hash}")
        } else {
            (*word).to_owned()
        }
    };
    text.iter().enumerate().map(replace).collect()
}

/// What is known of a text.
struct Known {
    shingles: HashSet<u64>,
    simhash: u64,
    bands: Vec<Vec<i32>>,
}

fn known(text: &str) -> Result<Option<Known>, Failure> {
    let lower = text.to_lowercase();
    let all: Vec<&str> = words(&lower).collect();
    let shingles = all.windows(3).map(|shingle| {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        shingle.hash(&mut hasher);
        hasher.finish()
    });
    let shingles: HashSet<u64> = shingles.collect();
    let Some(simhash) = simhash(text)? else {
        return Ok(None);
    };
    let mut bands = Vec::new();
    for (number, rows) in BANDS {
        bands.push(MinHash::new(number, rows)?.of(text)?.unwrap_or_default());
    }
    Ok(Some(Known {
        shingles,
        simhash,
        bands,
    }))
}

/// Returns, for each way of finding them, whether two texts are found.
fn found(a: &Known, b: &Known) -> impl Iterator<Item = bool> {
    let apart = distance(a.simhash, b.simhash);
    let near = DISTANCES.map(|most| apart <= most);
    let bands = a.bands.iter().zip(&b.bands);
    let share: Vec<bool> = bands.map(|(a, b)| a.iter().zip(b).any(|(a, b)| a == b)).collect();
    near.into_iter().chain(share)
}

fn similarity(a: &Known, b: &Known) -> f64 {
    let both = a.shingles.intersection(&b.shingles).count();
    both as f64 / (a.shingles.len() + b.shingles.len() - both).max(1) as f64
}

/// Writes a table: for each change the share of copies that are found; and of all pairs of different pages, those that are
/// alike and found, and those that are found and not alike.
pub fn measure(pages: &[LabelledPage], out: &mut dyn Write) -> Result<(), Failure> {
    let mut texts = Vec::new();
    let mut otherwise = Vec::new();
    let (auto, boilerpipe): (Method, Method) = ("auto".parse()?, "boilerpipe".parse()?);
    for labelled in pages {
        let page = labelled.parse()?;
        let text = |method: Method| -> Result<String, Failure> {
            let selection = method.select(&page, &Options::default())?;
            Ok(render::text(&page, &selection)?.unwrap_or_default())
        };
        let (by_auto, by_boilerpipe) = (text(auto)?, text(boilerpipe)?);
        if words(&by_auto).count() >= LEAST && words(&by_boilerpipe).count() >= LEAST {
            texts.push(by_auto);
            otherwise.push(by_boilerpipe);
        }
    }
    let known_all = |texts: &[String]| -> Result<Vec<Known>, Failure> {
        let mut all = Vec::new();
        for text in texts {
            all.extend(known(text)?);
        }
        Ok(all)
    };
    let originals = known_all(&texts)?;
    write!(out, "| {} texts |", originals.len())?;
    for most in DISTANCES {
        write!(out, " distance ≤ {most} |")?;
    }
    for (bands, rows) in BANDS {
        write!(out, " {bands} bands of {rows} |")?;
    }
    writeln!(out, " similarity |\n|---|{}---|", "---|".repeat(DISTANCES.len() + BANDS.len()))?;
    let split: Vec<Vec<&str>> = texts.iter().map(|text| words(text).collect()).collect();
    let mut copies: Vec<(&str, Vec<String>)> = Vec::new();
    for (name, change) in CHANGES {
        let changed = split.iter().enumerate().map(|(number, text)| {
            let other = &split[(number + split.len() / 2) % split.len()];
            change(text, number, other).join(" ")
        });
        copies.push((name, changed.collect()));
    }
    copies.push(("extracted by boilerpipe", otherwise));
    for (name, texts) in &copies {
        let copies = known_all(texts)?;
        let mut counts = vec![0usize; DISTANCES.len() + BANDS.len()];
        let mut sum = 0.0;
        for (original, copy) in originals.iter().zip(&copies) {
            sum += similarity(original, copy);
            for (count, found) in counts.iter_mut().zip(found(original, copy)) {
                *count += usize::from(found);
            }
        }
        write!(out, "| {name} |")?;
        for count in counts {
            write!(out, " {:.3} |", count as f64 / originals.len() as f64)?;
        }
        writeln!(out, " {:.2} |", sum / originals.len() as f64)?;
    }
    let ways = DISTANCES.len() + BANDS.len();
    let (mut pairs, mut alike) = (0u64, 0u64);
    let (mut right, mut wrong) = (vec![0u64; ways], vec![0u64; ways]);
    for (number, a) in originals.iter().enumerate() {
        for b in &originals[number + 1..] {
            pairs += 1;
            let is_alike = similarity(a, b) >= ALIKE;
            alike += u64::from(is_alike);
            for (way, found) in found(a, b).enumerate() {
                right[way] += u64::from(found && is_alike);
                wrong[way] += u64::from(found && !is_alike);
            }
        }
    }
    for (name, counts) in [
        (format!("of {alike} pairs of pages that are alike"), right),
        (format!("of {} others", pairs - alike), wrong),
    ] {
        write!(out, "| {name} |")?;
        for count in counts {
            write!(out, " {count} |")?;
        }
        writeln!(out, " |")?;
    }
    Ok(())
}

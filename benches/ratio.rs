//! Benchmarks as ratios against one of their group, the reference, of the same run.

use std::fs;
use std::path::{Path, PathBuf};

use criterion::{BenchmarkId, Criterion};

/// Criterion, and the directory where it leaves its estimates.
pub fn criterion() -> (Criterion, PathBuf) {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("criterion");
    let criterion = Criterion::default().output_directory(&home).configure_from_args();
    (criterion, home)
}

/// Runs a benchmark of a group with a number of samples.
pub fn bench<T>(criterion: &mut Criterion, group: &str, samples: usize, name: &str, run: impl FnMut() -> T) {
    let mut group = criterion.benchmark_group(group);
    group.sample_size(samples);
    let mut run = run;
    group.bench_function(BenchmarkId::from_parameter(name), |bencher| bencher.iter(&mut run));
    group.finish();
}

/// Prints the median times of a group's benchmarks, and their ratios to the reference's.
pub fn print(home: &Path, group: &str, reference: &str) {
    let mut medians: Vec<(String, f64)> = Vec::new();
    for entry in fs::read_dir(home.join(group)).into_iter().flatten().flatten() {
        let new = entry.path().join("new");
        let read = |file| -> Option<serde_json::Value> {
            serde_json::from_str(&fs::read_to_string(new.join(file)).ok()?).ok()
        };
        let (Some(names), Some(estimates)) = (read("benchmark.json"), read("estimates.json")) else {
            continue;
        };
        let name = names["value_str"].as_str().unwrap_or_default().to_owned();
        let median = estimates["median"]["point_estimate"].as_f64();
        medians.extend(median.map(|median| (name, median)));
    }
    let Some(&(_, unit)) = medians.iter().find(|(name, _)| name == reference) else {
        return;
    };
    medians.sort_by(|a, b| a.1.total_cmp(&b.1));
    println!("\n{group}: median time, and its ratio to that of {reference}");
    for (name, median) in medians {
        println!("{name:<32} {:>12.3} ms {:>9.3}", median / 1e6, median / unit);
    }
}

//! Features of the containers around a block: their names, their headings, how often they are repeated.

use super::ancestors::Open;
use super::containers::{Containers, NONE};
use super::target_encoding::Encoded;
use super::headings::Headings;
use super::feature_writer::ONE;
use super::sums::Sums;
use crate::memory::{OutOfMemory, try_filled};
use crate::page::Page;

/// Innermost containers that are told one by one.
const LEVELS: usize = 3;

/// Features of each of those, and of each path.
const OF_LEVEL: [&str; 3] = ["region_names_least", "region_names_mean", "region_names_sum"];
const OF_PATH: [&str; 6] = [
    "regions_least",
    "regions_least_mean",
    "regions_mean",
    "regions_sum",
    "regions_greatest",
    "regions_least_share",
];

/// The number of features: of levels, of paths of names and of headings, and of the record.
const FEATURES: usize = LEVELS * OF_LEVEL.len() + 2 * OF_PATH.len() + 1;

/// Returns the name of a feature and its level.
pub fn feature(index: usize) -> (&'static str, usize) {
    let Some(index) = index.checked_sub(LEVELS * OF_LEVEL.len()) else {
        return (OF_LEVEL[index % OF_LEVEL.len()], index / OF_LEVEL.len());
    };
    if index < 2 * OF_PATH.len() {
        (OF_PATH[index % OF_PATH.len()], index / OF_PATH.len())
    } else {
        ("record_siblings", ONE)
    }
}

/// A container with all around it.
#[derive(Clone, Copy, Debug)]
struct Region {
    /// Over it and all around it: of names, then of headings.
    path: [Path; 2],
    /// The number of containers down to it.
    count: f32,
    /// How many siblings of its kind the innermost one has that has three or more, itself included.
    record: f32,
    features: [f32; FEATURES],
    /// It has been computed.
    ready: bool,
}

const OUTSIDE: Region = Region {
    path: [OUTERMOST; 2],
    count: 0.0,
    record: 0.0,
    features: [0.0; FEATURES],
    ready: false,
};

/// Values of containers from the outermost down.
#[derive(Clone, Copy, Debug)]
struct Path {
    /// The least value, the least mean, the sum of means, the sum, the greatest value.
    least: f32,
    least_mean: f32,
    means: f32,
    sum: f32,
    greatest: f32,
    /// The share of the page's weight that the container with the least mean has.
    least_share: f32,
}

const OUTERMOST: Path = Path {
    least: 0.0,
    least_mean: 0.0,
    means: 0.0,
    sum: 0.0,
    greatest: 0.0,
    least_share: 0.0,
};

impl Region {
    /// Returns the features in the order of [`feature`].
    fn told(&self, names: &Encoded, around: Option<&Region>) -> [f32; FEATURES] {
        let mut features = [0.0; FEATURES];
        let (levels, others) = features.split_at_mut(LEVELS * OF_LEVEL.len());
        let (own, above) = levels.split_at_mut(OF_LEVEL.len());
        own.copy_from_slice(&[names.least, names.mean(), names.sum]);
        if let Some(around) = around {
            above.copy_from_slice(&around.features[..above.len()]);
        }
        let of_path = |path: &Path| {
            [
                path.least,
                path.least_mean,
                path.means / self.count,
                path.sum,
                path.greatest,
                path.least_share,
            ]
        };
        let (paths, innermost) = others.split_at_mut(2 * OF_PATH.len());
        paths.copy_from_slice(self.path.each_ref().map(of_path).as_flattened());
        innermost.copy_from_slice(&[self.record]);
        features
    }
}

impl Path {
    fn down(around: Option<Path>, own: &Encoded, share: f32) -> Path {
        let mean = own.mean();
        match around {
            Some(path) if path.least_mean <= mean => Path {
                least: path.least.min(own.least),
                means: path.means + mean,
                sum: path.sum + own.sum,
                greatest: path.greatest.max(own.greatest),
                ..path
            },
            _ => Path {
                least: around.map_or(own.least, |path| path.least.min(own.least)),
                least_mean: mean,
                means: around.map_or(0.0, |path| path.means) + mean,
                sum: around.map_or(0.0, |path| path.sum) + own.sum,
                greatest: around.map_or(own.greatest, |path| path.greatest.max(own.greatest)),
                least_share: share,
            },
        }
    }
}

/// The containers of a page as far as a walk has come.
#[derive(Debug)]
pub struct Regions {
    regions: Vec<Region>,
}

impl Regions {
    /// Returns the containers of a page, before any is computed.
    pub fn new(containers: &Containers) -> Result<Self, OutOfMemory> {
        Ok(Regions {
            regions: try_filled(OUTSIDE, containers.all().len())?,
        })
    }

    /// Returns the features of a container that has been computed, all 0 for none.
    pub fn features(&self, container: u32) -> &[f32; FEATURES] {
        let region = self.regions.get(container as usize);
        &region.unwrap_or(&OUTSIDE).features
    }

    /// Computes the containers that are open and have not been, at a block's start: all their
    /// elements have been opened by then.
    pub fn open(&mut self, page: &Page, sums: &Sums, containers: &Containers, headings: &Headings, open: &[Open]) {
        let total = sums.text_of_blocks(0..page.blocks().len()).weight;
        // Those that have been computed are around the others.
        let mut at = open.partition_point(|open| {
            let region = self.regions.get(containers.of_node(open.position) as usize);
            region.is_none_or(|region| region.ready)
        });
        while at < open.len() {
            let id = containers.of_node(open[at].position);
            let mut names = Encoded::default();
            let first = at;
            let range = containers.all().get(id as usize).map_or(0..0, |container| {
                container.blocks.start as usize..container.blocks.end as usize
            });
            while at < open.len() && containers.of_node(open[at].position) == id {
                // Elements that hold fewer blocks stand in the container.
                if sums.blocks(page, open[at].position) == range {
                    names = names.with(&open[at].container_names);
                }
                at += 1;
            }
            if id == NONE || self.regions[id as usize].ready {
                continue;
            }
            let container = &containers.all()[id as usize];
            let weight = sums.text_of_blocks(range).weight;
            let share = (weight / total.max(1.0)) as f32;
            let heading = headings
                .of_container(container.blocks.clone())
                .map_or(Encoded::default(), |heading| heading.encoded);
            let around = self.regions.get(container.parent as usize).copied();
            let siblings = sums.siblings(open[first].position);
            let record = (siblings >= 3).then_some(siblings as f32);
            let path = |which: usize, own: &Encoded| Path::down(around.map(|around| around.path[which]), own, share);
            let mut region = Region {
                path: [path(0, &names), path(1, &heading)],
                count: around.map_or(0.0, |around| around.count) + 1.0,
                record: record.unwrap_or(around.map_or(0.0, |around| around.record)),
                features: [0.0; FEATURES],
                ready: true,
            };
            region.features = region.told(&names, around.as_ref());
            self.regions[id as usize] = region;
        }
    }
}

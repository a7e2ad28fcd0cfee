//! Features of the containers around a block: their names, their headings, how often they are repeated.

use super::ancestors::Ancestor;
use super::containers::Containers;
use super::descent::Descent;
use super::feature_writer::ONE;
use super::headings::Headings;
use super::sums::Sums;
use super::target_encoding::Encoded;
use crate::page::prelude::*;
use crate::texts::lists::listed;

/// The innermost containers, each of which has features of its own.
const LEVELS: usize = 3;

/// The features of each.
const OF_LEVEL: [&str; 3] = ["region_names_least", "region_names_mean", "region_names_sum"];

/// Features of all containers around a block together: of their names, and of their headings.
const OF_PATH: [&str; 6] =
    listed("regions_least regions_least_mean regions_mean regions_sum regions_greatest regions_least_share");

/// The number of features, among them one of the record.
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

/// A container, with the encodings of all containers around it.
#[derive(Clone, Copy, Debug, Default)]
struct Region {
    /// From the outermost container down to it, of names and of headings.
    descents: [Descent; 2],
    /// The siblings, itself included, of the innermost container that has three or more of its kind.
    record: f32,
    features: [f32; FEATURES],
    /// It has been computed.
    ready: bool,
}

impl Region {
    /// Fills in the features, in the order of [`feature`].
    fn measure(&mut self, names: &Encoded, parent: Option<&Region>) {
        let (levels, others) = self.features.split_at_mut(LEVELS * OF_LEVEL.len());
        let (own, above) = levels.split_at_mut(OF_LEVEL.len());
        own.copy_from_slice(&[names.least, names.mean(), names.sum]);
        if let Some(parent) = parent {
            above.copy_from_slice(&parent.features[..above.len()]);
        }
        let of_path = |path: &Descent| {
            let mean = path.mean();
            [
                path.least,
                path.least_mean,
                mean,
                path.sum,
                path.greatest,
                path.least_share,
            ]
        };
        let (paths, innermost) = others.split_at_mut(2 * OF_PATH.len());
        paths.copy_from_slice(self.descents.each_ref().map(of_path).as_flattened());
        innermost.copy_from_slice(&[self.record]);
    }
}

/// The containers of a page as far as a walk has come.
#[derive(Debug)]
pub struct Regions {
    regions: Vec<Region>,
}

impl Regions {
    /// Returns the containers of a page, before any is computed.
    pub fn new(containers: &Containers) -> Fallible<Self> {
        Ok(Regions {
            regions: try_filled(Region::default(), containers.all.len())?,
        })
    }

    /// Returns the features of a container that has been computed, all 0 for none.
    pub fn features(&self, container: u32) -> &[f32; FEATURES] {
        let region = self.regions.get(container as usize);
        region.map_or(&[0.0; FEATURES], |region| &region.features)
    }

    /// Computes the containers at a block's start that are open and not computed. All their elements are open by then.
    pub fn open(&mut self, page: &Page, sums: &Sums, containers: &Containers, headings: &Headings, open: &[Ancestor]) {
        let total = sums.text_of_blocks(0..page.blocks().len()).weight;
        // The computed ones are around the others.
        let mut at = open.partition_point(|open| {
            let region = self.regions.get(containers.of_node(open.position) as usize);
            region.is_none_or(|region| region.ready)
        });
        while at < open.len() {
            let id = containers.of_node(open[at].position);
            let mut names = Encoded::default();
            let first = at;
            let container = containers.all.get(id as usize);
            let range = container.map_or(0..0, |of| of.blocks.start as usize..of.blocks.end as usize);
            while at < open.len() && containers.of_node(open[at].position) == id {
                // Elements that hold fewer blocks stand in the container.
                if sums.blocks(page, open[at].position) == range {
                    names = names.with(&open[at].container_names);
                }
                at += 1;
            }
            let Some(container) = container.filter(|_| !self.regions[id as usize].ready) else {
                continue;
            };
            let weight = sums.text_of_blocks(range).weight;
            let share = (weight / total.max(1.0)) as f32;
            let heading = headings
                .of_container(container.blocks.clone())
                .map_or(Encoded::default(), |heading| heading.encoded);
            let parent = self.regions.get(container.parent as usize).copied();
            let siblings = sums.siblings(open[first].position);
            let record = (siblings >= 3).then_some(siblings as f32);
            let descent = |which: usize, own: &Encoded| {
                let above = parent.as_ref().map(|parent| &parent.descents[which]);
                Descent::down(above, own, share)
            };
            let mut region = Region {
                descents: [descent(0, &names), descent(1, &heading)],
                record: record.unwrap_or(parent.map_or(0.0, |parent| parent.record)),
                features: [0.0; FEATURES],
                ready: true,
            };
            region.measure(&names, parent.as_ref());
            self.regions[id as usize] = region;
        }
    }
}

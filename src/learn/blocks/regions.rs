//! What the containers around a block say: their names, their headings, their place among others
//! of their kind.

use super::around::Open;
use super::containers::{Containers, NONE};
use super::encoding::Encoded;
use super::headings::Headings;
use super::sums::Sums;
use crate::page::Page;

/// Innermost containers that are told one by one.
pub const LEVELS: usize = 3;

/// A container with all around it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Region {
    /// What its names say, and its heading.
    pub names: Encoded,
    /// See `names`.
    pub heading: Encoded,
    /// Over it and all around it: of names, then of headings.
    pub path: [Path; 2],
    /// The share of the page's weight in it.
    pub share: f32,
    /// The number of containers down to it.
    pub count: f32,
    /// The innermost one of three or more siblings of its kind: how many they are, where among
    /// all siblings it stands, its weight.
    pub record: [f32; 3],
    /// Whether it has been computed.
    ready: bool,
}

/// What containers from the outermost down say.
#[derive(Clone, Copy, Debug, Default)]
pub struct Path {
    /// The least value, the least mean, the mean of means, the sum, the greatest value.
    pub least: f32,
    /// See `least`.
    pub least_mean: f32,
    /// The sum of means.
    pub means: f32,
    /// See `least`.
    pub sum: f32,
    /// See `least`.
    pub greatest: f32,
    /// Of the container with the least mean: the share of the page's weight, and where it starts.
    pub least_share: f32,
    /// See `least_share`.
    pub least_start: f32,
}

impl Path {
    fn down(around: Option<Path>, own: &Encoded, share: f32, start: f32) -> Path {
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
                least_start: start,
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
    /// None has been computed.
    pub fn new(containers: &Containers) -> Self {
        Regions {
            regions: vec![Region::default(); containers.all().len()],
        }
    }

    /// A container that has been computed.
    pub fn get(&self, container: u32) -> Option<&Region> {
        self.regions.get(container as usize)
    }

    /// Computes the containers that are open and have not been, at a block's start: all their
    /// elements have been opened by then.
    pub fn open(
        &mut self,
        page: &Page,
        sums: &Sums,
        containers: &Containers,
        headings: &Headings,
        open: &[Open],
    ) {
        let blocks = page.blocks().len() as f32;
        let total = sums.text_of_blocks(0..page.blocks().len()).weight;
        let mut at = 0;
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
            let start = container.blocks.start as f32 / blocks;
            let heading = headings
                .of_container(container.blocks.clone())
                .map_or(Encoded::default(), |heading| heading.encoded);
            let around = self.regions.get(container.parent as usize).copied();
            let outer = open[first].position;
            let siblings = sums.siblings(outer)[0];
            let record = if siblings >= 3 {
                let parent = page.nodes()[outer].parent();
                let place = sums.place[outer] as f32 / sums.children[parent].max(1) as f32;
                [siblings as f32, place, weight as f32]
            } else {
                around.map_or([0.0; 3], |around| around.record)
            };
            let path = |which: usize, own: &Encoded| {
                Path::down(around.map(|around| around.path[which]), own, share, start)
            };
            self.regions[id as usize] = Region {
                path: [path(0, &names), path(1, &heading)],
                names,
                heading,
                share,
                count: around.map_or(0.0, |around| around.count) + 1.0,
                record,
                ready: true,
            };
        }
    }
}

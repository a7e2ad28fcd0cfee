//! Maps with keys from a page or a text.
//!
//! The key of their hash is new in every process, so no page can choose keys that collide. The hash is foldhash's, which
//! takes a fraction of the time of the standard library's SipHash. No result depends on the order of entries.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use crate::prelude::*;

pub use foldhash::fast::RandomState;

pub type Map<K, V> = HashMap<K, V, RandomState>;

/// A set by such a hash.
pub type Set<K> = HashSet<K, RandomState>;

/// Returns the number of a key, from 0 in the order in which keys come.
pub fn number_of<K: Eq + Hash, S: BuildHasher>(known: &mut HashMap<K, u32, S>, key: K) -> Fallible<u32> {
    let next = known.len() as u32;
    Ok(*known.try_entry(key)?.or_insert(next))
}

/// Returns the [number](number_of) of a key's group among all groups, which get an empty one if the key is new.
pub fn group_of<K: Eq + Hash, T: Default>(known: &mut Map<K, u32>, key: K, groups: &mut Vec<T>) -> Fallible<usize> {
    let group = number_of(known, key)? as usize;
    if group == groups.len() {
        groups.try_push(T::default())?;
    }
    Ok(group)
}

//! Maps whose keys a page or a text chooses.
//!
//! Their hash is keyed anew in every process, so that nobody can choose keys that share a place. It is foldhash's,
//! which takes a fraction of the time of the standard library's SipHash. No result depends on an order of entries.

use foldhash::fast::RandomState;

/// A map with keys from a page.
pub type Map<K, V> = std::collections::HashMap<K, V, RandomState>;

//! Maps with keys from a page or a text.
//!
//! The key of their hash is new in every process, so no page can choose keys that collide. The hash is foldhash's, which
//! takes a fraction of the time of the standard library's SipHash. No result depends on the order of entries.

pub use foldhash::fast::RandomState;

pub type Map<K, V> = std::collections::HashMap<K, V, RandomState>;

/// A set by such a hash.
pub type Set<K> = std::collections::HashSet<K, RandomState>;

//! Which pages are familiar: those of sites, by the address that they state, or of templates that were learned from.
//!
//! What is learned of some sites is often right on their other pages and wrong elsewhere. So it is measured apart how good
//! a correction is on familiar pages and on others, and each gets the one that is best there.

use crate::learn::reader::Reader;
use crate::prelude::*;

/// The most paths that are kept.
const MOST: usize = 8 * 1024;

/// The paths of blocks, by their names and classes from the root down, on the pages that were learned from, and the hashes
/// of these pages' sites among them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Paths(Vec<u32>);

impl Paths {
    /// Returns the memory that they take, in bytes.
    pub fn memory(&self) -> usize {
        self.0.held()
    }

    /// Returns the different ones of some paths and of some sites. Of too many some are left out.
    pub fn of(paths: impl IntoIterator<Item = u32>, sites: impl IntoIterator<Item = u32>) -> Fallible<Self> {
        let distinct = |all: &mut Vec<u32>, most| {
            all.sort_unstable();
            all.dedup();
            // They are hashes, so the least are as good as any.
            all.truncate(most);
        };
        let (mut all, mut of_sites) = (Vec::new(), Vec::new());
        of_sites.try_extend(sites)?;
        distinct(&mut of_sites, MOST / 2);
        all.try_extend(paths)?;
        distinct(&mut all, MOST - of_sites.len());
        all.try_extend(of_sites)?;
        distinct(&mut all, MOST);
        Ok(Paths(all))
    }

    /// Returns `true` for a page of this site, whose blocks have these paths, if it is familiar.
    pub fn are_familiar(&self, paths: impl Iterator<Item = u32>, site: Option<u32>) -> bool {
        if site.is_some_and(|site| self.0.binary_search(&site).is_ok()) {
            return true;
        }
        let (mut known, mut all) = (0u32, 0u32);
        for path in paths.checking(CHECK_EVERY) {
            known += u32::from(self.0.binary_search(&path).is_ok());
            all += 1;
        }
        f64::from(known) >= 0.3 * f64::from(all) && all > 0
    }

    /// Reads paths; `None` if the bytes are none, or they are too many.
    pub fn read(bytes: &mut Reader<'_>) -> Option<Self> {
        let count = usize::from(bytes.u16()?);
        let paths = bytes.many(count, Reader::u32)?;
        (count <= MOST && paths.is_sorted_by(|a, b| a < b)).then_some(Paths(paths))
    }

    /// Writes the bytes that [`Paths::read`] reads.
    pub fn write(&self, out: &mut Vec<u8>) -> Fallible {
        out.try_extend_from_slice(&(self.0.len() as u16).to_le_bytes())?;
        out.try_extend(self.0.iter().flat_map(|path| path.to_le_bytes()))
    }
}

/// What a correction does to a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    #[default]
    Nothing,
    /// The regression over tokens alone.
    Tokens,
    TokensAndTrees,
}

impl Extent {
    pub const ALL: [Extent; 3] = [Extent::Nothing, Extent::Tokens, Extent::TokensAndTrees];

    /// Returns the name in the description of a model.
    pub fn name(self) -> &'static str {
        match self {
            Extent::Nothing => "none",
            Extent::Tokens => "tokens",
            Extent::TokensAndTrees => "tokens and trees",
        }
    }

    pub fn read(bytes: &mut Reader<'_>) -> Option<Self> {
        Extent::ALL.get(usize::from(bytes.u8()?)).copied()
    }
}

/// What a correction does to familiar pages, and to others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extents {
    pub familiar: Extent,
    pub others: Extent,
}

impl Extents {
    /// Returns the extents that are the same for all pages.
    pub fn all(extent: Extent) -> Self {
        let (familiar, others) = (extent, extent);
        Extents { familiar, others }
    }

    pub fn of(self, is_familiar: bool) -> Extent {
        if is_familiar { self.familiar } else { self.others }
    }

    /// Returns `true` if pages are told apart.
    pub fn differ(self) -> bool {
        self.familiar != self.others
    }

    pub fn has(self, extent: Extent) -> bool {
        self.familiar == extent || self.others == extent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_with_known_paths_are_familiar() {
        let paths = Paths::of([7, 3, 7, 9], [5, 5]).unwrap();
        let familiar = |of_page: &[u32]| paths.are_familiar(of_page.iter().copied(), Some(4));
        assert!(familiar(&[3]) && familiar(&[3, 1, 1]));
        assert!(!familiar(&[]) && !familiar(&[3, 1, 1, 1]));
        assert!(paths.are_familiar([1].into_iter(), Some(5)));
        let mut bytes = Vec::new();
        paths.write(&mut bytes).unwrap();
        assert_eq!(Paths::read(&mut Reader::new(&bytes)), Some(paths));
        assert_eq!(Paths::read(&mut Reader::new(&bytes[..5])), None);
        let many = Paths::of(0..20_000, [90_000, 80_000]).unwrap();
        assert!(many.0.len() == MOST && many.0.ends_with(&[80_000, 90_000]));
    }
}

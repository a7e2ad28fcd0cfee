//! Where the links of a page lead.

use super::description::Described;
use super::{FeatureSink, write_shares};
use crate::texts::hashes::start_compared;

/// Bytes of an address that are looked at.
const READ: usize = 256;

/// The bits of a count of up to [`READ`] bytes.
const BITS: u32 = 10;

/// What each byte adds to the counts of digits, hyphens and question marks, which one number holds.
const COUNTED: [u32; 256] = {
    let mut counted = [0; 256];
    let mut byte = 0u8;
    while byte < 128 {
        counted[byte as usize] = match byte {
            b'0'..=b'9' => 1,
            b'-' | b'_' => 1 << BITS,
            b'?' => 1 << (2 * BITS),
            _ => 0,
        };
        byte += 1;
    }
    counted
};

/// Counts over the links that have an address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Links {
    pub all: u32,
    /// To another host than that of the page's own address.
    pub external: u32,
    /// To a place on the page.
    pub fragment: u32,
    pub query: u32,
    /// To an address below the page's own.
    pub below: u32,
    /// To mail addresses and telephone numbers.
    pub contact: u32,
    /// With four digits or more: numbered things.
    pub numbered: u32,
    /// With four hyphens or more: titled things, articles mostly.
    pub titled: u32,
    /// The addresses' lengths together, each up to [`READ`].
    pub bytes: u32,
}

impl Links {
    pub fn add(&mut self, href: &str, described: &Described) {
        // Of much white space before an address no more is skipped than counts.
        let href = start_compared(href).trim_ascii_start().as_bytes();
        let href = &href[..href.len().min(READ)];
        self.all += 1;
        self.bytes = self.bytes.saturating_add(href.len() as u32);
        if href.starts_with(b"#") {
            self.fragment += 1;
            return;
        }
        if href.starts_with(b"mailto:") || href.starts_with(b"tel:") {
            self.contact += 1;
            return;
        }
        let counts: u32 = href.iter().map(|byte| COUNTED[usize::from(*byte)]).sum();
        let [digits, hyphens, queries] = [0, 1, 2].map(|count| counts >> (BITS * count) & ((1 << BITS) - 1));
        self.numbered += u32::from(digits >= 4);
        self.titled += u32::from(hyphens >= 4);
        self.query += u32::from(queries > 0);
        let absolute = ["https://", "http://", "//"].iter().find_map(|scheme| href.strip_prefix(scheme.as_bytes()));
        let path = match absolute {
            Some(address) => {
                let end = address.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#'));
                let (host, path) = address.split_at(end.unwrap_or(address.len()));
                let host = host.strip_prefix(b"www.").unwrap_or(host);
                let own = described.host().map(str::as_bytes);
                if own.is_some_and(|own| !own.eq_ignore_ascii_case(host)) {
                    self.external += 1;
                    return;
                }
                path
            }
            None => href,
        };
        let own = described.path().unwrap_or("/").trim_end_matches('/').as_bytes();
        if !own.is_empty() && path.len() > own.len() + 1 && path.starts_with(own) {
            self.below += 1;
        }
    }

    pub fn write(&self, feature: &mut FeatureSink<'_>) {
        let all = f64::from(self.all.max(1));
        let shares = [
            ("links", self.all, 1.0),
            ("links_external", self.external, all),
            ("links_fragment", self.fragment, 1.0),
            ("links_query", self.query, all),
            ("links_below", self.below, 1.0),
            ("links_below_share", self.below, all),
            ("links_contact", self.contact, 1.0),
            ("links_numbered", self.numbered, all),
            ("links_titled", self.titled, all),
            ("links_bytes", self.bytes, all),
        ];
        write_shares(feature, &shares);
    }
}

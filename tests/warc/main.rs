//! WARC files as writers make them, and as disks, networks and crawlers damage them.

#![allow(clippy::unwrap_used)]

mod coding;
mod compose;
mod damage;
mod reading;

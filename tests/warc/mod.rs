//! WARC files as writers make them, and as disks, networks and crawlers damage them.

mod arc;
mod coding;
mod compose;
mod damage;
mod reading;
mod zstd;

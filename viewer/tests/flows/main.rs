//! The viewer against a real server: each flow without a browser, and attacks.
//!
//! GOCE_VIEWER_TEST has the settings of a server on which databases may be made, such as `host=/tmp user=postgres`, and
//! which has the extension. `scripts/test-viewer` starts one. Without the variable the tests say that they are skipped.

#![allow(clippy::expect_used, clippy::panic)]

mod access;
mod adding;
mod attacks;
mod marking;
mod reading;
mod viewer;
mod working;

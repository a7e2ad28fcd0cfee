//! The viewer against a real server: each flow without a browser, and attacks.
//!
//! GOCE_VIEWER_TEST has the address of a server on which databases may be made, such as
//! `postgres:///?host=/tmp&user=postgres`, and which has the extension. GOCE_VIEWER_TEST_TLS has a directory with ca.crt, client.crt and client.key by which that server
//! takes TLS at localhost. `scripts/test-viewer` starts one. Without the variables the tests say that they are skipped, and
//! fail where `CI` is set.

#![allow(clippy::expect_used, clippy::panic)]

mod access;
mod attacks;
mod circle;
mod lost;
mod marking;
mod needs;
mod reading;
mod secure;
mod viewer;
mod working;

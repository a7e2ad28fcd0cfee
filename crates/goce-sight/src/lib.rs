//! The genre of a page by a screenshot of it: decoding, the network, and what screenshot and markup say together.
//!
//! It alone depends on an image library and on tract. [`onnx`] is what other packages run networks with.

#![forbid(unsafe_code)]

pub mod fusion;
pub mod network;
pub mod onnx;
pub mod screenshot;

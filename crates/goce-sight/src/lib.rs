//! The genre of a page by a screenshot: decoding, the network, and the fusion of its result with that of the markup.
//!
//! This package alone depends on an image library and on tract. Other packages run networks by [`onnx`].

#![forbid(unsafe_code)]

pub mod fusion;
pub mod network;
pub mod onnx;
pub mod screenshot;

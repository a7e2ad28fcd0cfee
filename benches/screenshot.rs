//! The time of the genre of a screenshot beside that of the network and of a plain decoding of the same PNG by the `image`
//! crate.
//!
//! `cargo bench -p goce-tools --bench screenshot`, over made-up pages of 1,280 × 4,096 and of 390 × 2,047 pixels; over a
//! real one with `SCREENSHOT=FILE cargo bench -p goce-tools --bench screenshot`. A whole call has a second look, with a
//! decoding of its own, where the network takes the page for a narrow one: "both looks" are timed for every page.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "ratio.rs"]
mod ratio;

use std::hint::black_box;
use std::time::Instant;

use goce_sight::network::{BUILT_IN, Network};
use goce_sight::screenshot::{ScreenshotLimits, pixels};
use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};

/// Lines of "letters", blocks of colour and pictures of noise, as a PNG of so many pixels.
fn page(full_width: usize, full_height: usize) -> Vec<u8> {
    let mut state = 1u32;
    let (left, right) = (full_width * 5 / 32, full_width * 25 / 32);
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 16
    };
    let mut image = vec![255u8; 3 * full_width * full_height];
    let mut fill = |x: usize, y: usize, width: usize, height: usize, colour: &mut dyn FnMut() -> [u8; 3]| {
        for row in y..(y + height).min(full_height) {
            for column in x..(x + width).min(full_width) {
                let at = 3 * (row * full_width + column);
                image[at..at + 3].copy_from_slice(&colour());
            }
        }
    };
    for line in 0..full_height / 22 {
        let mut x = left;
        while x < right {
            let (height, width) = (6 + random() as usize % 6, 2 + random() as usize % 4);
            fill(x, 22 * line + 12 - height, width, height, &mut || [40, 40, 45]);
            x += width + 2 + 8 * usize::from(random() % 6 == 0);
        }
    }
    for block in 0..full_height / 600 {
        fill(0, 600 * block, full_width, 40, &mut || [20, 60, 120]);
        let mut noise = || [random() as u8, random() as u8, random() as u8];
        fill(left, 600 * block + 100, 320, 180, &mut noise);
    }
    let mut png = Vec::new();
    let encoder = PngEncoder::new(&mut png);
    encoder
        .write_image(&image, full_width as u32, full_height as u32, ExtendedColorType::Rgb8)
        .expect("a PNG");
    png
}

fn main() {
    let start = Instant::now();
    let network = Network::read(BUILT_IN).expect("the built-in network");
    println!("network loaded in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    match std::env::var_os("SCREENSHOT") {
        Some(path) => measure("screenshot", &network, &std::fs::read(path).expect("a screenshot")),
        None => {
            measure("screenshot", &network, &page(1280, 4096));
            measure("narrow screenshot", &network, &page(390, 2047));
        }
    }
}

fn measure(group: &str, network: &Network, screenshot: &[u8]) {
    let plain = || image::load_from_memory(screenshot).expect("an image");
    let limits = ScreenshotLimits::default();
    let crop = |shape| pixels(screenshot, shape, &limits).expect("pixels");
    let look = |pixels: &[u8]| network.p_list_view(pixels).expect("a probability");
    let whole = || network.classify(screenshot, &limits).expect("a probability");
    let array = crop(network.shape());
    let (width, height) = (plain().width(), plain().height());
    println!("{width} x {height} pixels, {} bytes; layout: {:?}", screenshot.len(), whole().layout);

    let (mut criterion, home) = ratio::criterion();
    let mut each = |name: &str, run: &dyn Fn()| ratio::bench(&mut criterion, group, 20, name, run);
    each("plain decode and network", &|| {
        black_box((plain(), look(&array)));
    });
    each("plain decode", &|| {
        black_box(plain());
    });
    each("network", &|| {
        black_box(look(&array));
    });
    each("decode, crop and resize", &|| {
        black_box(crop(network.shape()));
    });
    each("whole call", &|| {
        black_box(whole());
    });
    if let Some(narrow) = network.narrow_shape() {
        each("both looks", &|| {
            black_box([network.shape(), &narrow].map(|shape| look(&crop(shape))));
        });
    }
    ratio::print(&home, group, "plain decode and network");
}

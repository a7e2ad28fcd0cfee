//! The time of the genre of a screenshot beside that of the network and of a plain decoding of the same PNG by the `image`
//! crate.
//!
//! `cargo bench -p goce-tools --bench screenshot`, over a made-up page of 1,280 × 4,096 pixels; over a real
//! one with `SCREENSHOT=FILE cargo bench -p goce-tools --bench screenshot`.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "ratio.rs"]
mod ratio;

use std::hint::black_box;
use std::time::Instant;

use goce_sight::network::{BUILT_IN, Network};
use goce_sight::screenshot::{ScreenshotLimits, pixels};
use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};

const WIDTH: usize = 1280;
const HEIGHT: usize = 4096;

/// Lines of "letters", blocks of colour and pictures of noise, as a PNG.
fn page() -> Vec<u8> {
    let mut state = 1u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 16
    };
    let mut image = vec![255u8; 3 * WIDTH * HEIGHT];
    let mut fill = |x: usize, y: usize, width: usize, height: usize, colour: &mut dyn FnMut() -> [u8; 3]| {
        for row in y..(y + height).min(HEIGHT) {
            for column in x..(x + width).min(WIDTH) {
                let at = 3 * (row * WIDTH + column);
                image[at..at + 3].copy_from_slice(&colour());
            }
        }
    };
    for line in 0..HEIGHT / 22 {
        let mut x = 200;
        while x < 1000 {
            let (height, width) = (6 + random() as usize % 6, 2 + random() as usize % 4);
            fill(x, 22 * line + 12 - height, width, height, &mut || [40, 40, 45]);
            x += width + 2 + 8 * usize::from(random() % 6 == 0);
        }
    }
    for block in 0..HEIGHT / 600 {
        fill(0, 600 * block, WIDTH, 40, &mut || [20, 60, 120]);
        let mut noise = || [random() as u8, random() as u8, random() as u8];
        fill(200, 600 * block + 100, 320, 180, &mut noise);
    }
    let mut png = Vec::new();
    let encoder = PngEncoder::new(&mut png);
    encoder.write_image(&image, WIDTH as u32, HEIGHT as u32, ExtendedColorType::Rgb8).expect("a PNG");
    png
}

fn main() {
    let screenshot = match std::env::var_os("SCREENSHOT") {
        Some(path) => std::fs::read(path).expect("a screenshot"),
        None => page(),
    };
    let plain = || image::load_from_memory(&screenshot).expect("an image");
    let (width, height) = (plain().width(), plain().height());
    println!("{width} x {height} pixels, {} bytes", screenshot.len());

    let start = Instant::now();
    let network = Network::read(BUILT_IN).expect("the built-in network");
    println!("network loaded in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    let limits = ScreenshotLimits::default();
    let array = pixels(&screenshot, network.shape(), &limits).expect("pixels");

    let (mut criterion, home) = ratio::criterion();
    let mut each = |name: &str, run: &dyn Fn()| ratio::bench(&mut criterion, "screenshot", 20, name, run);
    let look = || network.p_list_view(&array).expect("a probability");
    each("plain decode and network", &|| {
        black_box((plain(), look()));
    });
    each("plain decode", &|| {
        black_box(plain());
    });
    each("network", &|| {
        black_box(look());
    });
    each("decode, crop and resize", &|| {
        black_box(pixels(&screenshot, network.shape(), &limits).expect("pixels"));
    });
    each("whole call", &|| {
        let p = network.classify(&screenshot, &limits);
        black_box(p.expect("a probability"));
    });
    ratio::print(&home, "screenshot", "plain decode and network");
}

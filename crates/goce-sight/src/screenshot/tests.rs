use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};
use sha2::{Digest, Sha256};

use super::*;

const ANY: ScreenshotLimits = ScreenshotLimits { max_pixels: 1_000_000 };

fn shape(width: u32, height: u32, aspect: f64) -> Shape {
    Shape::new(width, height, aspect).unwrap()
}

fn read(bytes: &[u8], shape: &Shape) -> Result<Vec<u8>, ScreenshotError> {
    pixels(bytes, shape, &ANY)
}

fn png(image: &[u8], width: u32, height: u32, colour: ExtendedColorType) -> Vec<u8> {
    let mut png = Vec::new();
    let encoder = PngEncoder::new(Cursor::new(&mut png));
    encoder.write_image(image, width, height, colour).unwrap();
    png
}

/// The upper bytes of a congruential generator, which models/genre/test_images.py has as well.
fn noise(seed: u32, length: usize) -> Vec<u8> {
    let mut state = seed;
    let next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    std::iter::repeat_with(next).take(length).collect()
}

/// Computes the definition, one target pixel at a time, from RGB.
fn definition(image: &[u8], width: u32, height: u32, shape: &Shape) -> Vec<u8> {
    let (n, crop) = (u64::from(width), shape.crop_rows(width));
    let (m, rows) = (u64::from(shape.width), u64::from(shape.height));
    let overlap = |source: u64, n: u64, target: u64, m: u64| {
        let end = ((source + 1) * m).min((target + 1) * n);
        end.saturating_sub((source * m).max(target * n))
    };
    let mut pixels = Vec::new();
    for y in 0..rows {
        for x in 0..m {
            let mut sums = [0; 3];
            for row in 0..crop {
                for column in 0..n {
                    let weight = overlap(row, crop, y, rows) * overlap(column, n, x, m);
                    for (channel, sum) in sums.iter_mut().enumerate() {
                        let value = match row < u64::from(height) {
                            true => image[(3 * (row * n + column)) as usize + channel],
                            false => 255,
                        };
                        *sum += weight * u64::from(value);
                    }
                }
            }
            let area = n * crop;
            pixels.extend(sums.map(|sum| ((2 * sum + area) / (2 * area)) as u8));
        }
    }
    pixels
}

/// Images by name, of pg_test/data/images.tsv.
fn images() -> Vec<(String, Vec<u8>)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../pg_test/data/images.tsv");
    let byte = |hex: &[u8]| u8::from_str_radix(str::from_utf8(hex).unwrap(), 16).unwrap();
    let lines = std::fs::read_to_string(path).unwrap();
    let images = lines.lines().map(|line| {
        let (name, bytes) = line.split_once("\t\\\\x").unwrap();
        let bytes = bytes.as_bytes().chunks(2).map(byte).collect();
        (name.to_owned(), bytes)
    });
    images.collect()
}

/// The image of this name.
pub fn image(name: &str) -> Vec<u8> {
    let found = images().into_iter().find(|(found, _)| found == name);
    found.unwrap().1
}

#[test]
fn pixels_are_those_of_the_definition() {
    for (width, height) in [(1, 1), (7, 5), (13, 40), (32, 64), (3, 90), (50, 2)] {
        let image = noise(width, 3 * width as usize * height as usize);
        let png = png(&image, width, height, ExtendedColorType::Rgb8);
        for shape in [
            shape(16, 32, 2.0),
            shape(1, 1, 0.3),
            shape(5, 9, 3.2),
            shape(40, 3, 1.0),
        ] {
            let expected = definition(&image, width, height, &shape);
            let found = read(&png, &shape).unwrap();
            assert_eq!(found, expected, "{width} x {height}, {shape:?}");
        }
    }
}

#[test]
fn digests_are_those_of_the_python_test() {
    for (width, height, shape, digest) in [
        (61, 97, shape(16, 51, 3.2), "9ea3346eb2f5c2f79a70d0f36bd88449895adc7efc5ea6c2d9ca7a151c56a411"),
        (61, 97, shape(33, 64, 2.0), "36b648aabb9c0e315641afd58ff6420b955c11c38a36ad10c9f7d832e450c52e"),
        (20, 150, shape(160, 512, 3.2), "591400aeaba93366cf50a3ce80bf6be4f2322f1fb9f3e9385ec7d34f49544bf6"),
        (301, 9, shape(7, 5, 0.7), "912952c6cf8cfc8533ec3cd5a851b525312ad406f10fbfe2b8340b73ae955122"),
    ] {
        let image = noise(width, 3 * width as usize * height);
        let png = png(&image, width, height as u32, ExtendedColorType::Rgb8);
        let found = Sha256::digest(read(&png, &shape).unwrap());
        let found: String = found.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(found, digest, "{width} x {height}");
    }
}

/// Means of depths and alpha as their definitions say, in real numbers.
#[test]
fn depth_and_alpha_are_as_defined() {
    let over_white = |value: f64, alpha: f64| {
        let mixed = value.round() * alpha.round() + 255.0 * (255.0 - alpha.round());
        (mixed / 255.0).round() as u8
    };
    let (width, height) = (64, 16);
    let whole = shape(width, height, 0.25);
    use ExtendedColorType::*;
    for (index, colour) in [L8, La8, Rgb8, Rgba8, L16, La16, Rgb16, Rgba16].into_iter().enumerate() {
        let (channels, wide) = (1 + index % 4, index >= 4);
        let length = channels * (width * height) as usize;
        let bytes = noise(9, if wide { 2 * length } else { length });
        let values: Vec<f64> = match wide {
            false => bytes.iter().map(|&byte| byte.into()).collect(),
            true => {
                let (pairs, _) = bytes.as_chunks::<2>();
                let values = pairs.iter().map(|pair| u16::from_ne_bytes(*pair));
                values.map(|value| f64::from(value) / 257.0).collect()
            }
        };
        let mut expected = Vec::new();
        for pixel in values.chunks(channels) {
            let alpha = if channels % 2 == 0 { pixel[channels - 1] } else { 255.0 };
            let colours = if channels < 3 { [0; 3] } else { [0, 1, 2] };
            expected.extend(colours.map(|channel| over_white(pixel[channel], alpha)));
        }
        let found = read(&png(&bytes, width, height, colour), &whole).unwrap();
        assert_eq!(found, expected, "{colour:?}");
    }
}

#[test]
fn formats_give_the_same_pixels() {
    let shape = shape(6, 8, 1.5);
    for group in ["same", "grey", "white"] {
        let of_group = |(name, _): &(String, Vec<u8>)| name.starts_with(group);
        let images: Vec<_> = images().into_iter().filter(of_group).collect();
        assert!(images.len() > 3);
        let expected = match group {
            "white" => vec![255; 6 * 8 * 3],
            _ => read(&images[0].1, &shape).unwrap(),
        };
        for (name, image) in images {
            assert_eq!(read(&image, &shape).unwrap(), expected, "{name}");
        }
    }
}

#[test]
fn lossy_formats_are_near() {
    let shape = shape(3, 4, 1.5);
    let colours = read(&image("same, png"), &shape).unwrap();
    let light: Vec<u8> = colours
        .chunks(3)
        .flat_map(|rgb| {
            let light = 0.299 * f64::from(rgb[0]) + 0.587 * f64::from(rgb[1]);
            [(light + 0.114 * f64::from(rgb[2])) as u8; 3]
        })
        .collect();
    for (name, image) in images() {
        if name.starts_with("near") {
            let expected = if name.ends_with("grey") { &light } else { &colours };
            for (found, expected) in read(&image, &shape).unwrap().iter().zip(expected) {
                assert!(found.abs_diff(*expected) < 24, "{name}: {found} {expected}");
            }
        }
    }
}

#[test]
fn other_files_are_named() {
    let shape = shape(6, 8, 1.5);
    for (bytes, expected) in [
        (image("other, bmp"), "It is in the format BMP."),
        (image("other, tiff"), "It is in the format TIFF."),
        (image("other, svg"), "It is in the format SVG."),
        (b"<!DOCTYPE html>".to_vec(), "It begins with the bytes 3c21444f43545950."),
        (vec![], "It has no bytes."),
    ] {
        match read(&bytes, &shape) {
            Err(ScreenshotError::UnknownFormat { found }) => assert_eq!(found, expected),
            other => panic!("{expected}: {other:?}"),
        }
    }
}

#[test]
fn limits_are_of_the_header() {
    let shape = shape(6, 8, 1.5);
    let size = |bytes: &[u8], max_pixels| pixels(bytes, &shape, &ScreenshotLimits { max_pixels });
    for (name, image) in images() {
        if name.starts_with("same") {
            assert!(size(&image, 360).is_ok(), "{name}");
            let refused = size(&image, 359).unwrap_err();
            assert!(
                matches!(
                    refused,
                    ScreenshotError::TooManyPixels {
                        width: 12,
                        height: 30,
                        limit: 359
                    }
                ),
                "{refused:?}"
            );
        }
    }
    // There is only a header: no pixel was looked for.
    let large = image("start, 2147483647 x 2147483647");
    assert!(matches!(size(&large, 1_000_000_000), Err(ScreenshotError::TooManyPixels { .. })));
    let wide = image("start, 20000000 x 1");
    assert!(matches!(size(&wide, 1_000_000_000), Err(ScreenshotError::TooWide { width: 20_000_000 })));
}

/// The image of a name with another size in its header.
fn resized(name: &str, width: u16, height: u16) -> Vec<u8> {
    let mut bytes = image(name);
    let little = [width, height].map(u16::to_le_bytes);
    let (place, size) = match &bytes[..3] {
        b"GIF" => (6, little),
        b"RIF" => {
            let mark = bytes.windows(3).position(|mark| mark == [0x9d, 0x01, 0x2a]);
            (mark.unwrap() + 3, little)
        }
        _ => {
            let marks = |mark: &[u8]| mark[0] == 0xff && (0xc0..=0xc2).contains(&mark[1]);
            (bytes.windows(2).position(marks).unwrap() + 5, [height, width].map(u16::to_be_bytes))
        }
    };
    bytes[place..place + 4].copy_from_slice(size.as_flattened());
    bytes
}

#[test]
fn steps_without_checks_are_bounded() {
    let read = |bytes: &[u8]| pixels(bytes, &shape(6, 8, 1.5), &ScreenshotLimits::default());
    let first =
        |is_it: fn(&str, &[u8]) -> bool| images().into_iter().find(|(name, bytes)| is_it(name, bytes)).unwrap().0;
    let progressive = first(|_, bytes| jpeg::is_in_scans(bytes));
    let baseline = first(|name, bytes| name.contains("jpeg") && !jpeg::is_in_scans(bytes));
    let lossy = first(|_, bytes| bytes.get(12..16) == Some(b"VP8 "));
    for (name, width, height) in [
        (&*progressive, 4000, 2001),
        (&*lossy, 4000, 2000),
        ("same, gif", 10_000, 4001),
    ] {
        match read(&resized(name, width, height)) {
            Err(ScreenshotError::TooManyAtOnce { pixels, limit, .. }) => assert!(pixels > limit),
            other => panic!("{name}: {other:?}"),
        }
    }
    // A baseline JPEG checks while it is read, and is not bounded.
    assert!(!matches!(read(&resized(&baseline, 9000, 3000)), Err(ScreenshotError::TooManyAtOnce { .. })));
}

/// A tall PNG is read down to the end of the crop, and interrupted within a megabyte of rows.
#[test]
fn tall_images_are_read_to_the_crop() {
    let mut tall = image("start, 1280 x 60000");
    let piece = image("piece, a megabyte of zeros");
    for _ in 0..17 {
        tall.extend_from_slice(&piece); // 4,096 rows are 15.7 MB
    }
    let limits = ScreenshotLimits::default();
    let (black, checks) = interrupts::counted(|| pixels(&tall, &shape(4, 8, 3.2), &limits).unwrap());
    assert_eq!(black, vec![0; 4 * 8 * 3]);
    assert!(checks > 15, "{checks}");
    let cut = pixels(&tall, &shape(4, 8, 6.4), &limits);
    assert!(matches!(cut, Err(ScreenshotError::Truncated { format: "PNG", .. })), "{cut:?}");
}

#[test]
fn a_check_may_unwind() {
    for (name, image) in images() {
        if name.starts_with("same") {
            let stopped = catch_unwind(AssertUnwindSafe(|| {
                let stop = || panic!("stopped");
                interrupts::with_hook(stop, || pixels(&image, &shape(6, 8, 1.5), &ANY)).is_ok()
            }));
            assert!(stopped.is_err(), "{name}");
        }
    }
}

#[test]
fn truncated_images_are_refused_or_read() {
    let shape = shape(6, 8, 1.5);
    for (name, image) in images() {
        for length in 0..image.len() {
            match read(&image[..length], &shape) {
                Ok(_) | Err(ScreenshotError::UnknownFormat { .. }) => {}
                Err(ScreenshotError::Truncated { bytes, .. }) => assert_eq!(bytes, length),
                // A header's checksum, or the second half of a number, may be what is missing.
                Err(ScreenshotError::Malformed { .. }) => {}
                Err(error) if name.starts_with("start") => drop(error),
                Err(error) => panic!("{name} {length}: {error:?}"),
            }
        }
        if name == "same, png" {
            // The crop needs 18 rows of 30.
            let cut = &image[..image.len() / 2];
            assert!(matches!(read(cut, &shape), Err(ScreenshotError::Truncated { .. })));
            assert!(read(&image[..image.len() - 30], &shape).is_ok());
        }
    }
}

#[test]
fn damaged_images_are_refused_or_read() {
    let shape = shape(6, 8, 1.5);
    for (name, image) in images() {
        if name.starts_with("start") || name.starts_with("piece") {
            continue;
        }
        for (place, change) in noise(3, 2 * image.len()).chunks(2).enumerate() {
            let mut damaged = image.clone();
            damaged[place] ^= change[0] | 1;
            damaged.truncate(image.len() - usize::from(change[1]) % 3);
            if let Ok(pixels) = read(&damaged, &shape) {
                assert_eq!(pixels.len(), 6 * 8 * 3, "{name} {place}");
            }
        }
    }
}

//! The trees of `goce::html` against those of html5ever and scraper: on all pages of directories, and on pages that
//! are made of them by cutting, splicing, doubling and inserting.
//!
//! `HTML_PAGES=DIR[:DIR…] HTML_MUTATIONS=100 cargo test --release --test integration html_reference:: -- --ignored
//! --nocapture`
//!
//! The directories are searched for `*.html` and `*.html.gz`. `HTML_MUTATIONS` is how many pages are made of each page;
//! `HTML_SEED` (a number) makes other ones. Pages that html5ever refuses because elements repeat themselves must be
//! refused here too.

pub mod bounded;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use goce::html::{Budget, ParseError, parse};

/// A generator of numbers that are the same every time (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

pub fn pages_of(directory: &Path, pages: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(directory)
        .unwrap_or_else(|error| panic!("{}: {error}", directory.display()))
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        let name = path.to_string_lossy().into_owned();
        if path.is_dir() {
            pages_of(&path, pages);
        } else if name.ends_with(".html") || name.ends_with(".html.gz") {
            pages.push(path);
        }
    }
}

pub fn read(path: &Path) -> String {
    let bytes = fs::read(path).unwrap();
    let mut page = Vec::new();
    if path.extension().is_some_and(|extension| extension == "gz") {
        flate2::read::MultiGzDecoder::new(&bytes[..])
            .read_to_end(&mut page)
            .unwrap();
    } else {
        page = bytes;
    }
    String::from_utf8_lossy(&page).into_owned()
}

pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn number(name: &str) -> u64 {
    variable(name).map_or(0, |value| value.parse().expect(name))
}

/// What is inserted: tags that other rules belong to, and pieces that the tokenizer minds.
const PIECES: &str = "<table> </table> <tr> <td> </td> <th> </tr> <tbody> <thead> </tbody> <caption> </caption> <col> \
    <colgroup> </colgroup> <select> </select> <option> <optgroup> </option> <p> </p> <div> </div> <b> </b> <i> </i> \
    <a href=x> </a> <a> <nobr> </nobr> <font color=red> </font> <font> <em class=x> </em> <svg> </svg> <math> </math> \
    <mi> </mi> <annotation-xml> <annotation-xml_encoding=text/html> </annotation-xml> <foreignObject> </foreignObject> \
    <desc> <title> </title> <style> </style> <script> </script> <textarea> </textarea> <xmp> </xmp> <iframe> </iframe> \
    <noembed> <noframes> </noframes> <noscript> </noscript> <template> </template> <form> </form> <button> </button> \
    <li> </li> <ul> </ul> <ol> <dl> <dd> <dt> </dd> <h1> </h1> <h2> </h3> <pre> </pre> <pre>_ <listing>_ <plaintext> \
    <applet> </applet> <object> </object> <marquee> <ruby> <rb> <rt> <rp> <rtc> </ruby> <html_a=b> </html> <body_c=d> \
    </body> <head> </head> <frameset> </frameset> <frame> <image> <br/> </br> <hr> <input> <input_type=hidden> <img> \
    <meta> <base> <link> <address> </address> <center> <span> </span> <u> </u> <s> <code> </code> <big> <tt> \
    <!--x--> <!-- --> <!--> <!--->  <!--a--!> <!x> <?x> </> </x/> <x/> <!doctype> <!doctype_html> <![CDATA[x]]> \
    <![CDATA[ ]]> & &amp; &amp &ampx &notit; &notin; &#0; &#x80; &#128 &#xd800; &#99999999; &#x; &#; \
    \u{0} \r \r\n \u{c} \t \" ' < > = / -- --> <!-- <path/> <g> </g> <circle_viewbox=1_xlink:href=y/> \
    <p_a=1_a=2> <p_A='&amp;&lt' <p_b=\"x&copy=1&copy;\"> <search> <main> <details> <summary> <dialog> <keygen> <wbr>";

/// Makes another page.
fn mutate(page: &str, other: &str, pieces: &[String], random: &mut Random) -> String {
    // Small enough that many are tried.
    let length = 1 + random.below(6000);
    let cut = |page: &str, length: usize, random: &mut Random| {
        let start = page.floor_char_boundary(random.below(page.len() + 1));
        let end = page.floor_char_boundary((start + length).min(page.len()));
        page[start..end.max(start)].to_owned()
    };
    let mut made = cut(page, length, random);
    for _ in 0..1 + random.below(12) {
        let at = made.floor_char_boundary(random.below(made.len() + 1));
        // Tags are cut rather between than within.
        let at = match random.below(3) {
            0 => at,
            _ => made[at..].find('<').map_or(at, |next| at + next),
        };
        match random.below(8) {
            0 => made.insert_str(at, &cut(other, 500, random)),
            1 => {
                let again = cut(&made, 300, random);
                for _ in 0..1 + random.below(20) {
                    made.insert_str(at, &again);
                }
            }
            2 => {
                let end = made.floor_char_boundary((at + random.below(200)).min(made.len()));
                made.replace_range(at..end.max(at), "");
            }
            3 => made.truncate(at),
            _ => {
                let piece = &pieces[random.below(pieces.len())];
                let times = if random.below(20) == 0 {
                    random.below(400)
                } else {
                    1
                };
                made.insert_str(at, &piece.repeat(times));
            }
        }
    }
    made
}

/// Compares the trees of a page. Returns the difference.
fn compare(page: &str) -> Option<String> {
    let ours = parse(page, &Budget::default(), &mut || ());
    match (ours, bounded::parse(page)) {
        (Ok(ours), Some(theirs)) => bounded::difference(&ours, &theirs),
        (Err(ParseError::TooManyNodes { .. }), None) => None,
        (ours, theirs) => Some(format!(
            "{:?} and {}",
            ours.map(|tree| tree.len()),
            if theirs.is_some() {
                "a tree"
            } else {
                "refused"
            }
        )),
    }
}

/// Makes a page that differs as short as cutting gets it.
fn shorten(page: &str) -> String {
    let mut page = page.to_owned();
    let mut step = page.len() / 2;
    while step > 0 {
        let mut at = 0;
        while at < page.len() {
            let start = page.floor_char_boundary(at);
            let end = page.floor_char_boundary((at + step).min(page.len()));
            if start < end {
                let shorter = format!("{}{}", &page[..start], &page[end..]);
                if compare(&shorter).is_some() {
                    page = shorter;
                    continue;
                }
            }
            at += step;
        }
        step /= 2;
    }
    page
}

#[test]
#[ignore = "needs pages: HTML_PAGES names directories of them"]
fn trees_are_those_of_html5ever() {
    let directories = variable("HTML_PAGES").expect("HTML_PAGES names directories of pages");
    let mut paths = Vec::new();
    for directory in directories.split(':') {
        pages_of(Path::new(directory), &mut paths);
    }
    assert!(!paths.is_empty(), "no pages in {directories}");
    let pieces: Vec<String> = PIECES
        .split(' ')
        .map(|piece| piece.replace('_', " "))
        .chain([" ".to_owned(), "\n".to_owned(), "x".to_owned()])
        .collect();
    let (mutations, seed) = (number("HTML_MUTATIONS"), number("HTML_SEED"));
    let pages: Vec<String> = paths.iter().map(|path| read(path)).collect();
    let (mut compared, mut differences) = (0, Vec::new());
    let mut check = |page: &str, name: String| {
        compared += 1;
        if let Some(difference) = compare(page) {
            let shorter = shorten(page);
            let found = compare(&shorter).unwrap_or(difference);
            let cut = shorter.floor_char_boundary(400.min(shorter.len()));
            eprintln!("{name}: {:?}\n  {found}", &shorter[..cut]);
            differences.push(name);
        }
    };
    for (path, page) in paths.iter().zip(&pages) {
        check(page, path.display().to_string());
    }
    for number in 0..mutations {
        for (index, page) in pages.iter().enumerate() {
            let mut random =
                Random(seed ^ (number << 32 | index as u64).wrapping_mul(0x2545_f491_4f6c_dd1d));
            let other = &pages[random.below(pages.len())];
            let made = mutate(page, other, &pieces, &mut random);
            check(
                &made,
                format!("mutation {number} of {}", paths[index].display()),
            );
        }
    }
    eprintln!("{compared} pages compared, {} differ", differences.len());
    assert!(differences.is_empty());
}

#[test]
fn differences_are_found() {
    let ours = |page: &str| parse(page, &Budget::default(), &mut || ()).unwrap();
    let theirs = |page: &str| bounded::parse(page).unwrap();
    for page in [
        "<p a=1>x<svg viewbox=2 xlink:href=3><title>y",
        "<template><b>x",
    ] {
        assert_eq!(bounded::difference(&ours(page), &theirs(page)), None);
    }
    for (a, b) in [
        ("<p>x", "<p>y"),
        ("<p>x", "<p>x<p>"),
        ("<p>x<p>", "<p>x"),
        ("<p a=1>", "<p a=2>"),
        ("<p a>", "<p b>"),
        ("<b>x", "<i>x"),
        ("<svg><a>", "<math><a>"),
        ("<svg xlink:href=1>", "<p xlink:href=1>"),
        ("<template>x", "<template></template>x"),
        ("<b>x</b>y", "<b>x</b><b>y</b>"),
    ] {
        assert!(
            bounded::difference(&ours(a), &theirs(b)).is_some(),
            "{a} {b}"
        );
    }
}

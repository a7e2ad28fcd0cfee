//! Any bytes as a correction of `auto`: they are refused, or they correct a page.
//!
//! If the first byte is even, the rest is a whole correction. Otherwise it is the parts of one, which get a right checksum.
#![no_main]

use goce_core::extract::Options;
use goce_core::extract::auto::correction::{Correction, seal};
use goce_core::extract::auto::select_corrected;
use goce_core::page::{Limits, Page};
use libfuzzer_sys::fuzz_target;

const PAGE: &str = "<body class='home page'><nav id=top><a href=/>Home</a></nav>\
    <main><h1>A title</h1><p class=text>Some <b>text</b>.<ul><li>one<li>two</ul></main>";

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    let correction = if first % 2 == 0 {
        Correction::read(rest)
    } else {
        let sealed = seal(rest).expect("there is memory for as many bytes once more");
        Correction::read(&sealed)
    };
    let page = Page::parse(PAGE, &Limits::default());
    if let (Ok(correction), Ok(page)) = (correction, page) {
        let written = correction.write().expect("there is memory for a correction");
        Correction::read(&written).expect("what was read is written soundly");
        select_corrected(&page, &Options::default(), &correction).expect("there is memory for a small page");
    }
});

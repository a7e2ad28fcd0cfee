//! Any bytes as a trained model: they are refused, or the model gives scores to the blocks of a page.
//!
//! By the first byte modulo 3, the rest is a whole model, or the parts of a classifier of elements or of a correction of
//! `auto`, which get a right checksum.
#![no_main]

use goce_core::extract::Options;
use goce_core::extract::auto::correction;
use goce_core::page::{Limits, Page};
use goce_methods::OwnModel;
use goce_papers::learnhtml;
use libfuzzer_sys::fuzz_target;

const PAGE: &str = "<body class='home page'><nav id=top><a href=/>Home</a></nav>\
    <main><h1>A title</h1><p class=text>Some <b>text</b>.<ul><li>one<li>two</ul></main>";

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    let sealed = match first % 3 {
        0 => Ok(rest.to_vec()),
        1 => learnhtml::seal(rest),
        _ => correction::seal(rest),
    };
    let model = OwnModel::read(&sealed.expect("there is memory for as many bytes once more"));
    let page = Page::parse(PAGE, &Limits::default());
    if let (Ok(model), Ok(page)) = (model, page) {
        let selection = model.select(&page, &Options::default()).expect("there is memory for a small page");
        for (index, block) in page.blocks().iter().enumerate() {
            let score = selection.block_score(index, block.nodes().start);
            assert!((0.0..=1.0).contains(&score), "{score}");
        }
    }
});

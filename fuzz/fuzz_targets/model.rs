//! Any bytes as a trained model: they are refused, or the model gives probabilities for a page.
//!
//! If the first byte is even, the rest is a whole model. Otherwise it is the parts of one, which get a right checksum.
#![no_main]

use goce_core::page::{Limits, Page};
use goce_papers::learnhtml::{TrainedModel, seal};
use libfuzzer_sys::fuzz_target;

const PAGE: &str = "<body class='home page'><nav id=top><a href=/>Home</a></nav>\
    <main><h1>A title</h1><p class=text>Some <b>text</b>.<ul><li>one<li>two</ul></main>";

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    let model = if first % 2 == 0 {
        TrainedModel::read(rest)
    } else {
        let sealed = seal(rest).expect("there is memory for as many bytes once more");
        TrainedModel::read(&sealed)
    };
    let page = Page::parse(PAGE, &Limits::default());
    if let (Ok(model), Ok(page)) = (model, page) {
        let judged = model.block_probabilities(&page);
        for probability in judged.expect("there is memory for a small page") {
            assert!((0.0..=1.0).contains(&probability));
        }
    }
});

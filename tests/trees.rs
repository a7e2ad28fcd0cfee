//! The trees of the golden pages, and of pages made of them, are html5ever's. The test
//! `pages_of_folders_have_the_trees_of_html5ever` of flat-html compares those of the pages of directories.

use crate::html_reference::comparison::{Outcome, compare, differs, shorten};
use crate::html_reference::mutations::Maker;
use crate::pages::golden_pages;

#[test]
fn golden_pages_have_the_trees_of_html5ever() {
    let pages: Vec<String> = golden_pages().into_iter().map(|golden| golden.html).collect();
    for page in &pages {
        assert_eq!(compare(page), Outcome::Same);
    }
    let maker = Maker::new(&pages, 0);
    for number in 0..1000 {
        let made = maker.make(number);
        assert!(!differs(&made), "{number}: {:?}", shorten(&made, differs));
    }
}

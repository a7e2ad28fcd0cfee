//! Trees that differ are told apart from those that do not, and changed pages have html5ever's trees.

use flat_html::{Budget, parse};

use crate::reference::bounded;
use crate::reference::comparison::{differs, shorten};
use crate::reference::mutations::Maker;

#[test]
fn differences_are_found() {
    let ours = |page: &str| parse(page, &Budget::default(), &mut || ()).unwrap();
    let theirs = |page: &str| bounded::parse(page).unwrap();
    for page in ["<p a=1>x<svg viewbox=2 xlink:href=3><title>y", "<template><b>x"] {
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
        assert!(bounded::difference(&ours(a), &theirs(b)).is_some(), "{a} {b}");
    }
}

#[test]
fn pages_are_shortened_to_what_matters() {
    let page = "<p>before</p>".repeat(20) + "<é><b>" + &"<p>behind</p>".repeat(20);
    assert_eq!(shorten(&page, |page| page.contains("é")), "é");
    assert_eq!(shorten(&page, |_| true), "");
}

#[test]
fn changed_pages_have_the_trees_of_html5ever() {
    let page = "<!doctype html><html lang=en><head><title>Tea &amp; more</title><style>p{}</style></head><body class=b>\
        <nav><ul><li><a href='/a?b&amp;c'>A</a><li><a href=/b>B</a></ul></nav><h1>Tea</h1><p id=x>Green <b>or <i>black\
        </b> tea</i><br/>in a cup.<table border=1><caption>Cups</caption><tr><th>Size<td>Price</tr><tr><td><img src=c>\
        </table><form action=/s><select name=s><option selected>1<option>2</select><textarea>\n x</textarea></form>\
        <svg viewBox='0 0 1 1'><path d=M0/><foreignObject><p>in</foreignObject></svg><pre>\n  a\n</pre>\
        <script>if (1 < 2) '<!--<script>'</script><!-- c --><footer>&copy; 2024</footer>";
    let pages = [page.to_owned(), page.replace("<p", "<div><p")];
    let maker = Maker::new(&pages, 0);
    for number in 0..3000 {
        let made = maker.make(number);
        assert!(!differs(&made), "{number}: {:?}", shorten(&made, differs));
    }
}

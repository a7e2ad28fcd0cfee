//! HTML that goce writes: parsers read the same tree, whatever the page, and the words of the extracted text.

use ammonia::Builder;
use goce_core::extract::Selection;
use goce_core::page::Page;
use goce_core::render;
use proptest::prelude::*;

use crate::pages::{cases, parse};
use crate::rendering::{all_content, assert_same_words, captioned_text, reparse, some_blocks, soup};

/// Panics if a parser reads other elements than were written, or a sanitizer finds something to remove.
pub fn check_markup(html: &str, name: &str) {
    reparse::check(html, name);
    // (ammonia loses a line break that begins a <pre>.)
    if !html.contains("<pre") {
        let clean = sanitizer().clean(html).to_string();
        assert_eq!(clean.replace('\r', "&#13;"), html, "{name}");
    }
}

/// Panics if a parser reads other elements or words than were written.
pub fn check(page: &Page, selection: &Selection, url: Option<&str>, name: &str) -> Option<String> {
    let text = captioned_text(page, selection);
    let html = render::html(page, selection, url).unwrap();
    assert_eq!(text.is_some(), html.is_some(), "{name}");
    let (text, html) = (text?, html?);
    check_markup(&html, name);
    assert_same_words(parse(&html).text(), &text, &format!("{name}\n\n{html}"));
    Some(html)
}

/// ammonia with the elements and attributes that docs/rendering.md names.
fn sanitizer() -> Builder<'static> {
    let mut builder = Builder::empty();
    builder
        .tags(NAMES.split(' ').collect())
        .generic_attributes(ATTRIBUTES.split(' ').collect())
        .url_schemes(SCHEMES.split(' ').collect())
        .link_rel(Some("nofollow noopener noreferrer"));
    builder
}

/// The schemes that links may have.
pub const SCHEMES: &str = "http https mailto tel ftp";

const ATTRIBUTES: &str = "lang dir title colspan rowspan start value datetime href src alt";

const NAMES: &str = "a abbr address b bdi bdo blockquote br caption cite code dd del details dfn div dl dt em \
    figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rb rt rtc ruby s samp small strike \
    strong sub summary sup table tbody td tfoot th thead time tr u ul var";

/// Every element that parsers treat specially, and some others.
const TAGS: &str = "\
    p|div|span|a href=https://a.example/|a href=/b?c=<&d title='\"'|a href=javascript:x|b|b lang=en|i|em|strong|\
    code|tt|s|strike|u|small|font|big|nobr|kbd|sub|q|abbr title=&#13;&nbsp;|label|h1|h2|h3|ul|ol start=3|menu|\
    dir|li|li value=7|dl|dt|dd|table|table|tbody|thead|tr|td|td colspan=2|th|caption|colgroup|col|pre|pre|\
    listing|textarea|xmp|blockquote|address|center|figure|figcaption|details|summary|section|fieldset|legend|\
    form|button|button|select|option|optgroup|ruby|rb|rt|rtc|rp|object|marquee|applet|template|noscript|iframe|\
    title|style|svg|math|mtext|annotation-xml encoding=text/html|foreignObject|br|hr|\
    img src=https://a.example/b.png alt='<c>'|input";

#[rustfmt::skip]
const TEXTS: [&str; 10] = [
    " ", "\n", "\n\n", "&#13;", "&#0;", "&nbsp;", "&lt;b&gt;", "&amp;lt;", "\"'`", "\u{feff}",
];

fn check_parts(html: &str, taken: &[bool]) {
    let page = parse(html);
    check(&page, &all_content(&page), Some("https://a.example/x"), html);
    check(&page, &some_blocks(&page, taken), None, html);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_shrink_iters: 2000, cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn soup_is_read_as_it_is_written(html in soup(TAGS, &TEXTS), doctype in any::<bool>(), taken in prop::collection::vec(any::<bool>(), 16)) {
        let doctype = if doctype { "<!DOCTYPE html>" } else { "" };
        check_parts(&format!("{doctype}{html}"), &taken);
    }
}

#[test]
fn what_parsers_rearrange_is_read_as_it_is_written() {
    let between = ["", "<button>", "<table><tr><td>", "<b><object>"];
    for (row, outer) in TAGS.split('|').enumerate() {
        for (column, inner) in TAGS.split('|').enumerate() {
            let between = between[(row + column) % between.len()];
            let html = format!("v<{outer}>w{between}x<{inner}>y<p>z</{inner}>1<br>2</{outer}>3");
            check_parts(&html, &[true, false, true]);
        }
    }
}

#[test]
fn blocks_in_paragraphs_divide_them() {
    for [html, expected] in cases(
        "
        <p>a<b>b<table><tr><td>c</table>d</b>e \
            => <p>a<b>b</b></p>¶<table><tbody><tr><td>c</td>¶</tr>¶</tbody>¶</table>¶<p><b>d</b>e</p>
        <p>a<button>b</button> => <p>a</p>¶<div>b</div>
        <pre>¶¶a</pre> => <pre>¶¶a</pre>
        <pre><b>¶¶a</b></pre> => <pre><b>¶¶a</b></pre>
        <p>a&#13;b => <p>a b</p>
        <b><b><i>a</i></b></b> => <div><b><i>a</i></b></div>
        <ul><li>a<section>b<li>c</section></ul> => <ul><li>a<div>b<div>c</div>¶</div>¶</li>¶</ul>",
    ) {
        let page = parse(&html);
        assert_eq!(check(&page, &all_content(&page), None, &html).unwrap(), expected, "{html}");
    }
}

#[test]
fn pictures_need_an_address_and_links_a_scheme_that_is_known() {
    let html = "<p>a<img src=/delete><img src=//b.example/c.png><a href=/d>e</a><a href='http://[f/'>g</a>";
    let page = parse(html);
    let rel = "rel=\"nofollow noopener noreferrer\"";
    assert_eq!(
        check(&page, &all_content(&page), None, html).unwrap(),
        format!("<p>a<a href=\"/d\" {rel}>e</a>g</p>")
    );
    let base = Some("https://b.example/");
    assert_eq!(
        check(&page, &all_content(&page), base, html).unwrap(),
        format!(
            "<p>a<img src=\"https://b.example/delete\"><img src=\"https://b.example/c.png\">\
             <a href=\"https://b.example/d\" {rel}>e</a>g</p>"
        )
    );
}

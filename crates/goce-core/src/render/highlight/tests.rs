use super::*;
use crate::extract::{Options, auto};

fn of(html: &str, tag: Tag) -> String {
    let page = Page::sample(html);
    let selection = Selection::subtrees(&page, page.all(tag)).unwrap();
    highlight(&page, &selection, "test").unwrap().unwrap()
}

fn body(html: &str, tag: Tag) -> String {
    let out = of(html, tag);
    let (_, body) = out.rsplit_once("</label></div>").unwrap();
    body.trim_end_matches("</body></html>").to_owned()
}

#[test]
fn what_is_extracted_is_marked_and_the_rest_can_be_hidden() {
    assert_eq!(
        body("<div>a<p id=x>b <b>c</b></p><img src=d.png alt=e></div>", Tag::P),
        "<div><span class=\"goce-out\">a</span><p id=\"x\"><span class=\"goce-mark goce-4\">b </span>\
         <b><span class=\"goce-mark goce-4\">c</span></b></p><img alt=\"e\" class=\"goce-out\"></div>"
    );
    // TeX without its delimiters, as the block has it.
    let formula = "<span class=\"goce-mark goce-4\">x^2</span>";
    assert!(body("<p>a <b>\\(x^2\\)</b></p>", Tag::P).contains(formula));
    let sentence = "<span class=\"goce-mark goce-4\">\\(a_1\\) is the rate.</span>";
    assert!(body("<script src=mathjax.js></script><p>\\(a_1\\) is the rate.</p>", Tag::P).contains(sentence));
    let out = of("<p>a</p><div>b</div>", Tag::P);
    assert!(out.contains("test: 1 of 2 blocks"));
    let head = "<!DOCTYPE html>\n<html><head><meta http-equiv=\"Content-Security-Policy\"";
    assert!(out.starts_with(head));
}

#[test]
fn pages_that_hide_themselves_are_shown_and_what_is_hidden_stays_so() {
    let out = of("<body style='display:none' hidden><p hidden>a</p><p>b</p><div style='display:none'>c", Tag::P);
    assert!(out.contains("<body>"));
    assert!(out.contains("<p hidden=\"\""));
    assert!(out.contains("<div style=\"display:none\" class=\"goce-out\">c"));
}

#[test]
fn no_content_is_none_and_unshown_content_is_told() {
    let page = Page::sample("<p>Loading");
    assert_eq!(highlight(&page, &Selection::default(), "x"), Ok(None));
    let html =
        format!("<title>F</title><meta name=description content='{}'><div id=app></div>", "<b>word</b> ".repeat(70));
    let page = Page::sample(&html);
    let selection = auto::select(&page, &Options::default()).unwrap();
    let out = highlight(&page, &selection, "auto").unwrap().unwrap();
    assert!(out.contains("does not show:<br>&lt;b&gt;word"));
}

#[test]
fn the_sheet_of_goce_wins_over_the_page() {
    let out = of(
        "<html style='overflow:hidden'><head><style>#wall{position:fixed;z-index:9}</style></head><body class=a>\
         <div id=wall style='inset:0;position:fixed!important;height:9px!important'>Accept</div>\
         <dialog open popover=manual>Subscribe</dialog><p style='opacity:.2'>b",
        Tag::P,
    );
    // It is the first layer, where `!important` is strongest, but for attributes.
    let (head, _) = out.split_once("</head>").unwrap();
    let own = head.find(style::OWN).unwrap();
    assert!(own < head.find("<style>").unwrap() && !head[..own].contains("<style"));
    assert!(style::OWN.contains(">@layer{") && style::OWN.ends_with("}</style>"));
    for written in lines(
        r#"
        <style>#wall{position:fixed;z-index:9}</style>
        style="inset:0;position:fixed ;height:9px " class="goce-out"
        <dialog open="" class="goce-out">
        <p style="opacity:.2"><span class="goce-mark"#,
    ) {
        assert!(out.contains(written), "{written}: {out}");
    }
}

use super::*;
use crate::page::Limits;

fn metadata(html: &str, url: Option<&str>) -> Metadata {
    let page = Page::parse(html, &Limits::default(), &mut || ()).unwrap();
    Metadata::of(&page, url, &mut || ())
}

#[test]
fn nothing_is_stated() {
    for html in ["", "<p>text", "<title></title>", "<meta name=author>"] {
        assert_eq!(metadata(html, None), Metadata::default(), "{html}");
    }
}

//! Metadata of random tag soup: reading it never fails, and fields have their promised form.

use goce_rows::metadata::Metadata;
use proptest::prelude::*;

use crate::pages::parse;

/// Pieces of pages, between `|`.
const PIECES: &str = "\
    <h1>|</h1>|<time datetime='2021-05-03'>|<time>|</time>|<p class=byline>|\
    <div itemscope itemtype='https://schema.org/Article'>|<span itemprop=author>|\
    <meta itemprop=datePublished content='|<meta property=og:title content=\"|<meta name=author content='By |\
    <meta name=date content='03/04/|<link rel=canonical href='|'>|\">|<script type='application/ld+json'>|</script>|\
    {\"@type\": \"Article\", \"headline\": \"|\", \"author\": [{\"name\": \"|\"}, \"@id\": \"#|]}|<title>|</title>|\
    </div>";

fn soup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => prop::sample::select(PIECES.split('|').collect::<Vec<_>>()).prop_map(str::to_owned),
        1 => "\\PC{0,12}",
        1 => "[0-9/.:T年月日 +-]{0,16}",
        1 => ".{0,6}",
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_page_has_metadata(html in soup(), url in prop::option::of("\\PC{0,30}")) {
        let page = parse(&html);
        let found = Metadata::of(&page, url.as_deref()).unwrap();
        prop_assert_eq!(&found, &Metadata::of(&page, url.as_deref()).unwrap());
        for date in found.date.iter().chain(&found.modified) {
            let year: u32 = date[..4].parse().unwrap();
            prop_assert!((1990..=2100).contains(&year) && date.len() >= 10, "{}", date);
        }
        for address in found.url.iter().chain(&found.image) {
            prop_assert!(address.starts_with("http"), "{}", address);
        }
        let json = found.into_json();
        prop_assert!(json.as_object().unwrap().values().all(|value| !value.is_null()));
        prop_assert!(!json.to_string().contains("\\u0000"));
    }
}

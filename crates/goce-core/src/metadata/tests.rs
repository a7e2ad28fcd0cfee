use super::*;

fn metadata(html: &str, url: Option<&str>) -> Metadata {
    Metadata::of(&Page::sample(html), url).unwrap()
}

fn script(json: &str) -> String {
    format!("<script type='application/ld+json'>{json}</script>")
}

#[test]
fn nothing_is_stated() {
    for html in [
        "",
        "<p>text",
        "<title></title>",
        "<meta name=author>",
        "<meta name=author content=admin>",
    ] {
        assert_eq!(metadata(html, None), Metadata::default(), "{html}");
    }
    assert_eq!(metadata("", None).into_json(), serde_json::json!({}));
}

#[test]
fn a_damaged_page_says_so() {
    let torn = "<title>Rye<meta name=author content='Ann Miller'></head><body><h1>Rye</h1><p>x</body>";
    let json = metadata(torn, None).into_json();
    assert_eq!(
        json,
        serde_json::json!({"title": "Rye", "author": "Ann Miller", "authors": ["Ann Miller"], "damaged": true})
    );
    let whole = torn.replace("<meta", "</title><meta");
    assert_eq!(metadata(&whole, None).into_json().get("damaged"), None);
}

#[test]
fn json_ld_states_everything() {
    let found = metadata(
        &script(
            r##"{"@graph": [
            {"@type": "WebSite", "name": "The Baker"},
            {"@type": "Person", "@id": "#ann", "name": "Ann Miller"},
            {"@type": ["Thing", "https://schema.org/NewsArticle"], "headline": "Rye", "author": [{"@id": "#ann"}, "Ben Baker"],
             "datePublished": "2021-05-03", "dateModified": "2021-05-04T10:00:00Z", "inLanguage": "en_gb",
             "description": "A loaf", "image": {"url": "/rye.jpg"}, "url": "https://example.org/rye", "keywords": ["rye", "Rye", "bread"]}]}"##,
        ),
        Some("https://example.org/x"),
    );
    let owned = |text: &str| Some(text.to_owned());
    let expected = Metadata {
        title: owned("Rye"),
        authors: vec!["Ann Miller".to_owned(), "Ben Baker".to_owned()],
        date: owned("2021-05-03"),
        modified: owned("2021-05-04T10:00:00Z"),
        sitename: owned("The Baker"),
        language: owned("en-GB"),
        description: owned("A loaf"),
        image: owned("https://example.org/rye.jpg"),
        url: owned("https://example.org/rye"),
        tags: vec!["rye".to_owned(), "bread".to_owned()],
        damaged: false,
    };
    assert_eq!(found, expected);
    assert_eq!(found.into_json()["author"], "Ann Miller; Ben Baker");
}

#[test]
fn the_page_has_its_own_object() {
    let listed: String = (0..5)
        .map(|n| format!(r#"{{"@type":"BlogPosting","headline":"Post {n}","author":"Baker {n} Name"}},"#))
        .collect();
    let html = script(&format!("[{listed}]"));
    // Of many objects only one with the page's title is its own.
    assert_eq!(metadata(&html, None).authors, Vec::<String>::new());
    let html = format!("<title>Post 3</title>{html}");
    assert_eq!(metadata(&html, None).authors, ["Baker 3 Name"]);
    // Comments and items of lists are other works.
    let html = script(r#"{"@type":"Article","headline":"Rye","comment":{"@type":"Article","author":"Somebody Else"}}"#);
    assert_eq!(metadata(&html, None).authors, Vec::<String>::new());
}

#[test]
fn microdata_of_the_first_work() {
    let found = metadata(
        "<div itemscope itemtype=https://schema.org/Article><h1 itemprop=headline>Rye</h1>
         <span itemprop=author itemscope itemtype=https://schema.org/Person><i itemprop=name>Ann Miller</i></span>
         <time itemprop=datePublished datetime=2021-05-03>May</time></div>
         <div itemscope itemtype=https://schema.org/Article><b itemprop=author>Ben Baker</b></div>",
        None,
    );
    assert_eq!(found.authors, ["Ann Miller"]);
    assert_eq!(found.date.as_deref(), Some("2021-05-03"));
}

#[test]
fn markup_alone() {
    for (html, author, date) in [
        ("<h1>Rye</h1><p class=byline>By Ann Miller | May 3, 2021", Some("Ann Miller"), Some("2021-05-03")),
        ("<h1>Rye</h1><a rel=author href=/ann>Ann Miller</a>", Some("Ann Miller"), None),
        ("<h1>Rye</h1><div><span>3 May 2021</span></div>", None, Some("2021-05-03")),
        ("<span>3 May 2021</span><h1>Rye</h1>", None, Some("2021-05-03")),
        (
            "<time pubdate datetime=2021-05-03>x</time><time datetime=2020-01-01></time>",
            None,
            Some("2021-05-03"),
        ),
        // Footers and comments are about something else.
        ("<h1>Rye</h1><footer>3 May 2021 <b class=author>Ann Miller</b></footer>", None, None),
        (
            "<h1>Rye</h1><div class=comments><b class=author>Ann Miller</b><time>2021-05-03</time></div>",
            None,
            None,
        ),
        ("<h1>Rye</h1><p>Updated 3 May 2021", None, None),
    ] {
        let found = metadata(html, None);
        assert_eq!(found.authors.first().map(String::as_str), author, "{html}");
        assert_eq!(found.date.as_deref(), date, "{html}");
    }
}

#[test]
fn the_site_is_an_author_only_where_there_is_no_other() {
    let site = "<meta property=og:site_name content='The Baker'>";
    let article = |author: &str| script(&format!(r#"{{"@type":"Article","author":{author}}}"#));
    let authors = |author| metadata(&format!("{site}{}", article(author)), None).authors;
    assert_eq!(authors(r#""The Baker""#), ["The Baker"]);
    assert_eq!(authors(r#"["The Baker", "Ann Miller"]"#), ["Ann Miller"]);
}

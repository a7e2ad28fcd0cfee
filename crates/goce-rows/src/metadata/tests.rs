use super::*;

/// Returns the metadata of a page, and checks that what names it is in it.
fn metadata(html: &str, url: Option<&str>) -> Metadata {
    let page = crate::sample(html);
    let metadata = Metadata::of(&page, url).unwrap();
    let naming = Naming::of(&page, url).unwrap();
    assert_eq!((&naming.title, &naming.sitename), (&metadata.title, &metadata.sitename), "{html}");
    metadata
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
fn bylines_around_a_heading_take_no_room_from_it() {
    let html =
        format!("<title>Rye bread - The Baker</title>{}<h1>Rye bread</h1>", "<div class=byline-name>".repeat(20));
    assert_eq!(metadata(&html, None).title.as_deref(), Some("Rye bread"));
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
        ..Metadata::default()
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

fn product(html: &str) -> serde_json::Value {
    metadata(html, Some("https://shop.example/p")).into_json()["product"].take()
}

#[test]
fn products_of_each_syntax() {
    let whole = serde_json::json!({"name": "Chair", "price": 1299.5, "currency": "EUR", "availability": "InStock", "brand": "Wood",
        "sku": "C-1", "gtin": "0012345678905"});
    let json_ld = script(
        r#"{"@graph": [{"@type": "Brand", "@id": "b", "name": "Wood"}, {"@type": "Product", "name": "Chair", "sku": "C-1",
        "gtin13": "0012345678905", "brand": {"@id": "b"}, "offers": [{"@type": "Offer", "availability": "https://schema.org/InStock",
        "price": 1299.50, "priceCurrency": "EUR"}]}]}"#,
    );
    let microdata = "<div itemscope itemtype='http://schema.org/Product'><h1 itemprop=name>Chair</h1><meta itemprop=sku content=C-1>
        <meta itemprop=gtin13 content=0012345678905><div itemprop=brand itemscope itemtype='http://schema.org/Brand'><b itemprop=name>Wood</b></div>
        <div itemprop=offers itemscope itemtype='http://schema.org/Offer'><span itemprop=price>1.299,50 €</span><link itemprop=availability href='http://schema.org/InStock'></div></div>";
    let rdfa = "<div vocab='http://schema.org/' typeof=Product><h1 property=name>Chair</h1><meta property=sku content=C-1>
        <meta property=gtin13 content=0012345678905><b property=brand>Wood</b>
        <div property=offers typeof=AggregateOffer><meta property=lowPrice content='1,299.50'><meta property=priceCurrency content=eur><link property=availability href='http://schema.org/InStock'></div></div>";
    let open_graph = "<meta property=og:type content=product><meta property=og:title content=Chair><meta property=product:price:amount content='1299.50'>
        <meta property=product:price:currency content=EUR><meta property=product:availability content='in stock'><meta property=product:brand content=Wood>
        <meta property=product:retailer_item_id content=C-1><meta property=product:gtin content=0012345678905>";
    for html in [json_ld.as_str(), microdata, rdfa, open_graph] {
        assert_eq!(product(html), whole, "{html}");
    }
}

#[test]
fn a_product_is_the_page_s_own() {
    // Nothing says that the page is a product's.
    for html in [
        "<p class=price>$5",
        "<b itemprop=price>5</b>",
        "<meta property=og:type content=article>",
    ] {
        assert_eq!(product(html), serde_json::Value::Null, "{html}");
    }
    let of = |name: &str, price: u32| {
        format!(r#"{{"@type": "Product", "name": "{name}", "offers": {{"price": "{price}"}}}}"#)
    };
    let many = script(&format!("[{}, {}, {}]", of("A chair", 1), of("B chair", 2), of("C chair", 3)));
    assert_eq!(product(&many), serde_json::Value::Null);
    assert_eq!(product(&format!("<title>B chair</title>{many}"))["price"], 2);
    // Variants of a group, specifications of a price, and prices that another source alone states.
    let group = script(
        r#"{"@type": "ProductGroup", "name": "Chair", "hasVariant": [{"@type": "Product", "name": "Chair, red", "offers": {"priceSpecification":
        [{"priceType": "https://schema.org/ListPrice", "price": 9}, {"price": "7", "priceCurrency": "USD"}]}}, {"@type": "Product"}, {"@type": "Product"}]}"#,
    );
    assert_eq!(product(&group), serde_json::json!({"name": "Chair", "price": 7, "currency": "USD"}));
    let both = format!(
        "{}<meta property=og:price:amount content=5><meta property=og:price:currency content=USD>",
        script(r#"{"@type": "Product", "name": "A"}"#)
    );
    assert_eq!(product(&both), serde_json::json!({"name": "A", "price": 5, "currency": "USD"}));
}

#[test]
fn robots_are_told() {
    let robots = |html: &str, headers: &str| metadata(html, None).with_headers(headers).into_json()["robots"].take();
    let html = "<meta name=robots content='NoIndex, max-snippet:-1,noai, noindex'><meta name=GoogleBot content=nosnippet><meta name=tdm-reservation content=1>
        <meta name=tdm-policy content=https://a.example/policy><meta name=google content=notranslate>";
    assert_eq!(
        robots(html, ""),
        serde_json::json!({"directives": ["noindex", "max-snippet:-1", "noai"], "agents": {"googlebot": ["nosnippet"]}, "tdm_reservation": true,
            "tdm_policy": "https://a.example/policy"})
    );
    let headers = "HTTP/1.1 200 OK\r\nX-Robots-Tag: noimageai\r\nx-robots-tag: OtherBot: noindex, nofollow\r\nX-Robots-Tag: unavailable_after: 25 Jun 2010\r\nTDM-Reservation: 0\r\n\
        Content-Signal: search=yes, ai-train=no\r\n";
    assert_eq!(
        robots("", headers),
        serde_json::json!({"directives": ["noimageai", "unavailable_after:25 Jun 2010"], "agents": {"otherbot": ["noindex", "nofollow"]},
            "tdm_reservation": false, "content_signal": {"search": "yes", "ai-train": "no"}})
    );
    assert_eq!(robots(html, headers)["tdm_reservation"], true);
    assert_eq!(robots("<p>x", "Server: x"), serde_json::Value::Null);
}

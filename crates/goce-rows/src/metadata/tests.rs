use super::*;

/// Returns the metadata of a page, and checks that what names it is in it.
fn metadata(html: &str, url: Option<&str>) -> Metadata {
    let page = sample(html);
    let metadata = Metadata::of(&page, url).unwrap();
    let naming = Naming::of(&page, url).unwrap();
    assert_eq!((&naming.title, &naming.sitename), (&metadata.title, &metadata.sitename), "{html}");
    metadata
}

fn script(json: &str) -> String {
    format!("<script type='application/ld+json'>{json}</script>")
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn typed(html: &str, key: &str) -> Value {
    metadata(html, Some("https://shop.example/p")).into_json()[key].take()
}

/// Checks what is stated of a kind, as JSON.
#[track_caller]
fn expect_typed(html: &str, key: &str, expected: &str) {
    assert_eq!(typed(html, key), json(expected), "{html}");
}

#[track_caller]
fn expect_product(html: &str, expected: &str) {
    expect_typed(html, "product", expected);
}

#[test]
fn nothing_is_stated() {
    for [html] in cases(
        "
        <p>text
        <title></title>
        <meta name=author>
        <meta name=author content=admin>",
    ) {
        assert_eq!(metadata(html, None), Metadata::default(), "{html}");
    }
    assert_eq!(metadata("", None).into_json(), json("{}"));
}

#[test]
fn bylines_around_a_heading_take_no_room_from_it() {
    let html =
        format!("<title>Rye bread - The Baker</title>{}<h1>Rye bread</h1>", "<div class=byline-name>".repeat(20));
    assert_eq!(metadata(&html, None).title.as_deref(), Some("Rye bread"));
}

#[test]
fn marks_of_threads_are_no_part_of_titles() {
    let html = "<title>Rye bread | Page 3 | The Bakers</title><h1><b class=label>Solved</b><b class=label-append> </b>Rye bread</h1>";
    assert_eq!(metadata(html, None).title.as_deref(), Some("Rye bread"));
}

#[test]
fn a_heading_that_leads_home_and_ends_the_title_is_the_site() {
    let html = "<title>Big Games | rye</title><a href=/><h1>rye</h1></a><h1>Big Games</h1><p>I played.<h1>Games</h1>";
    for url in ["https://rye.example/x", "https://mill.example/x"] {
        assert_eq!(metadata(html, Some(url)).title.as_deref(), Some("Big Games"), "{url}");
    }
}

#[test]
fn a_damaged_page_says_so() {
    let torn = "<title>Rye<meta name=author content='Ann Miller'></head><body><h1>Rye</h1><p>x</body>";
    let expected = r#"{"title": "Rye", "author": "Ann Miller", "authors": ["Ann Miller"], "damaged": true}"#;
    assert_eq!(metadata(torn, None).into_json(), json(expected));
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
    let expected = r#"{"title": "Rye", "author": "Ann Miller; Ben Baker", "authors": ["Ann Miller", "Ben Baker"], "date": "2021-05-03",
        "modified": "2021-05-04T10:00:00Z", "sitename": "The Baker", "language": "en-GB", "description": "A loaf",
        "image": "https://example.org/rye.jpg", "url": "https://example.org/rye", "tags": ["rye", "bread"]}"#;
    assert_eq!(found.into_json(), json(expected));
}

#[test]
fn the_page_has_its_own_object() {
    let listed: String = (0..5)
        .map(|n| format!(r#"{{"@type":"BlogPosting","headline":"Post {n}","author":"Baker {n} Name"}},"#))
        .collect();
    let html = script(&format!("[{listed}]"));
    // Of many objects only one with the page's title is its own.
    assert_eq!(metadata(&html, None).authors, [""; 0]);
    let html = format!("<title>Post 3</title>{html}");
    assert_eq!(metadata(&html, None).authors, ["Baker 3 Name"]);
    // Comments and items of lists are other works.
    let html = script(r#"{"@type":"Article","headline":"Rye","comment":{"@type":"Article","author":"Somebody Else"}}"#);
    assert_eq!(metadata(&html, None).authors, [""; 0]);
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
    let found = metadata(
        "<div itemscope itemtype=https://schema.org/VideoObject><link itemprop=name content=Rye><span itemprop=author \
         itemscope><link itemprop=url href=/ann><link itemprop=name content='Ann Miller'></span></div><p>By Ben Baker",
        None,
    );
    assert_eq!(found.authors, ["Ann Miller"]);
}

#[test]
fn markup_alone() {
    for [html, author, date] in cases(
        "
        <h1>Rye</h1><p class=byline>By Ann Miller | May 3, 2021 => Ann Miller => 2021-05-03
        <h1>Rye</h1><a rel=author href=/ann>Ann Miller</a> => Ann Miller => -
        <h1>Rye</h1><div><span>3 May 2021</span></div> => - => 2021-05-03
        <i>12 Jun 2020</i><h3 class=entry-title>Rye</h3><p>Ann @ 2:20 pm, May 3rd, 2021 => - => 2021-05-03
        <span>3 May 2021</span><h1>Rye</h1> => - => 2021-05-03
        <time pubdate datetime=2021-05-03>x</time><time datetime=2020-01-01></time> => - => 2021-05-03
        <html lang=fr><h1>Le pain</h1><div>Par Marie Dupont avec AFP, le 3 mai 2021</div> => Marie Dupont => 2021-05-03
        <h1>黑面包</h1><div>2021-05-03 14:20　来源：谷日报　作者：李明　责任编辑：王芳</div> => 李明 => 2021-05-03T14:20:00
        <h3 class=post-title>Oat</h3>By Al Hay<h1>Rye</h1><p>By Bo Oak<p>3 May 2021 => Bo Oak => 2021-05-03
        <html lang=it><h1>Il nome della rosa</h1><p>È un <a>romanzo</a> di <a>Umberto Eco</a>. => - => -
        <html lang=it><h1>Il pane</h1><p>di <a>Giulia Verri</a> => Giulia Verri => -
        // Footers and comments are about something else, and a time above the menu is a clock.
        <time datetime=2026-11-26></time><nav>News</nav><h1>Rye</h1><p>Posted: 3 May 2021 => - => 2021-05-03
        <time datetime=2021-05-03></time><h1>Rye</h1><nav>News</nav> => - => 2021-05-03
        <time datetime=2021-05-03></time><p>Rye<nav>News</nav><time datetime=2020-01-01></time> => - => 2021-05-03
        <h1>Rye</h1><footer>3 May 2021 <b class=author>Ann Miller</b></footer> => - => -
        <h1>Rye</h1><div class=comments><b class=author>Ann Miller</b><time>2021-05-03</time></div> => - => -
        // The foot of an article with the page's title is its own; that of a quotation, a comment or a teaser is not.
        <title>Rye | X</title><article><h1>Rye</h1>LINES<footer class=entry-meta><time datetime=2021-05-03>3 May</time> by <a rel=author>Ann Miller</a></footer></article> => Ann Miller => 2021-05-03
        <title>Rye | X</title><article><h2>Rye</h2><b class=byline>By Bo Oak</b>LINES<footer><a rel=author>Ann Miller</a></footer></article> => Bo Oak => -
        <title>Rye | X</title><article><h1>Rye</h1>LINES<blockquote><footer><b class=author>Ann Miller</b>, <time>2021-05-03</time></footer></blockquote></article> => - => -
        <title>Rye | X</title><article><h1>Rye</h1>LINES<article><footer><b class=author>Ann Miller</b><time>2021-05-03</time></footer></article></article> => - => -
        <title>Rye | X</title><h1>Rye</h1>LINES<article><h2>Oat</h2><footer><b class=author>Ann Miller</b><time>2021-05-03</time></footer></article> => - => -
        <title>Rye | X</title><article><h1>Rye</h1>LINES<footer class=related><b class=author>Ann Miller</b></footer></article> => - => -
        <title>Rye | X</title><article><h1>Rye</h1>LINES<footer><h3>More</h3><b class=author>Ann Miller</b><time>2021-05-03</time></footer></article> => - => -
        <title>Rye | X</title><article><h1>Rye</h1><time datetime=2021-05-03></time>LINES<footer>Next: Oats <time class=published datetime=2019-05-03></time></footer></article> => - => 2021-05-03
        <title>Rye | X</title><article><h1>Rye</h1><p>3 May 2021</p>LINES<footer>Oats <b class=date>1 May 2019</b></footer></article> => - => 2021-05-03
        // Teasers above the headline.
        <h3>Oat</h3><a rel=author>Al Hay</a><time datetime=2021-05-04></time><h3>Hay</h3><a rel=author>Cy Elm</a><h1>Rye</h1><b class=byline>By Bo Oak</b><time datetime=2021-05-03></time> => Bo Oak => 2021-05-03
        <h2>X</h2><h3>News</h3><b class=byline>By Bo Oak</b><time datetime=2021-05-03></time><h1>Rye</h1> => Bo Oak => 2021-05-03
        // A label at the foot of a page, and of a number in the text.
        <b>Rye</b>LINES<p>Zur <a>Liste</a><p>Stand: 03.05.2021 => - => 2021-05-03
        <b>Rye</b>LINES<p><i>Last updated:</i> 3 May 2021<p>&copy; Ann => - => 2021-05-03
        <h1>Rye</h1>LINES<p>(Stand: 03.05.2021)<p>Home => - => 2021-05-03
        <h1>Rye</h1>LINES<td>Stand: 31.12.2020<p>PROSE => - => -
        <b>Rye</b>LINES<p>Updated 3 May 2021<p>Updated 4 May 2021 => - => -
        <h1>Rye</h1><abbr data-utime=1620000000 class=timestamp>Monday at 9</abbr> => - => 2021-05-03T00:00:00Z
        <h1>Rye</h1><time datetime=1620000000000>Monday</time> => - => 2021-05-03T00:00:00Z
        <h1>Rye</h1><time datetime=2021050310>Monday</time> => - => -
        // Parts of a day in elements, and at the end of the page the day of publication, if it is one.
        <h1>Rye</h1><div class=postdate><b>May</b><b>03</b><b>2021</b></div> => - => 2021-05-03
        <h1>Le pain</h1><p>Mis à jour le 2 juin 2021 – Publié le samedi 1<sup>er</sup> mai 2021 => - => 2021-05-01
        <b class=datum>4. Juni 2024</b><ul class=menu><li>A</ul><h1>Brot</h1>LINES<p>Erschienen am 3. Mai 2021 => - => 2021-05-03
        <h1>Rye</h1>LINES<p>Posted 3 May 2021<p>Posted 4 May 2021 => - => -
        <h1>Rye</h1>LINES<h4>About the author</h4><p><b>Ann Miller</b> has written about rye. => Ann Miller => -
        <h1>[rye] Salt</h1><b>Ann Miller</b> <a href=mailto:rye@a.example?Subject=Salt>ann at a.example</a> => Ann Miller => -
        <h1>Ask</h1><b>Mill Lane</b> <a href=mailto:rye@a.example?Subject=Rye>Write to us at noon</a> => - => -
        <h1>Salt</h1><b>Ann Miller</b> <a href=mailto:rye@a.example?Subject=Salt&In-Reply-To=1>ann@a.example</a> => Ann Miller => -
        <h1>Salt</h1><em>From</em>: Ann Miller &lt;ann () a example&gt;<br><em>Date</em>: Mon, 3 May 2021 => Ann Miller => 2021-05-03
        <h1>Salt</h1><b>From:</b> Ann Miller (ann at a.example)<p>From: Ben Baker => Ann Miller => -
        <h1>Rye</h1><p><b>Deadline:</b> 1<sup>st</sup> May 2021 => - => -
        // The day of a change has that of publication in its text, or counts without one.
        <html lang=fr><h1>Pain</h1><time itemprop=dateModified datetime=2021-06-02>3/5/2021 01:57 | Mis à jour 2/6/2021</time> => - => 2021-05-03T01:57:00
        <h1>Rye</h1><time itemprop=dateModified datetime=2021-05-03>3 May</time> => - => 2021-05-03
        <meta name=DCTERMS.available content=2022-02-05><meta name=DCTERMS.issued content=2021-05-03> => - => 2021-05-03
        // The day of a change is all that is known.
        <h1>Rye</h1><p>Updated 3 May 2021 => - => 2021-05-03",
    ) {
        let html = html.replace("LINES", &"<p>A line.".repeat(30)).replace("PROSE", &"And more. ".repeat(30));
        let found = metadata(&html, None);
        assert_eq!(found.authors.first().map_or("-", String::as_str), author, "{html}");
        assert_eq!(found.date.as_deref().unwrap_or("-"), date, "{html}");
    }
}

#[test]
fn names_of_days() {
    for [html, date, modified] in cases(
        "
        <meta property=rnews:datePublished content=2021-05-03><meta property=x:modified_time content=2021-05-04> => 2021-05-03 => 2021-05-04
        <meta name=publish-date content=2021-05-03><meta name=modified-date content=2021-05-04> => 2021-05-03 => 2021-05-04
        <meta property=published_time_telegram content=2021-05-03> => 2021-05-03 => -
        <meta property=music:release_date content=2021-05-03><meta name=event:date content=2021-05-04> => - => -
        <div itemscope itemtype=http://schema.org/Article><meta itemprop=datecreated content=2021-05-03> => 2021-05-03 => -
        <h1>Rye</h1><p>Letzte Änderung: 3. Mai 2021 => 2021-05-03 => 2021-05-03
        <h1>Rye</h1><p>Änderungen vorbehalten! Samstag, 3. Mai 2021 => 2021-05-03 => -
        <h1>Rye</h1><p>Änderung der Satzung vom 3. Mai 2021 => 2021-05-03 => -
        <meta property=og:video:published_time content=2021-05-03> => - => -
        <h1>Rye</h1><p>Stand: <time datetime=2021-05-04>4. Mai</time><p>3. Mai 2021 => 2021-05-03 => 2021-05-04",
    ) {
        let found = metadata(html, None);
        let found = [found.date, found.modified].map(|day| day.unwrap_or("-".to_owned()));
        assert_eq!(found, [date, modified], "{html}");
    }
}

#[test]
fn names_of_people_in_json_ld() {
    for [author, expected] in cases(
        r#"
        {"givenName": "Ann", "familyName": "Miller", "url": "https://a.example/ann"} => Ann Miller
        {"name": {"@type": "Person", "name": "Ann Miller"}} => Ann Miller
        {"name": {"@value": "Ann Miller"}} => Ann Miller
        "By <a href='/ann'>Ann Miller</a>, Bo Oak, <a>Cy Elm</a> and Al Hay" => Ann Miller|Bo Oak|Cy Elm|Al Hay"#,
    ) {
        let html = script(&format!(r#"{{"@type": "Article", "author": {author}}}"#));
        assert_eq!(metadata(&html, None).authors.join("|"), expected, "{author}");
    }
}

#[test]
fn a_wiki_says_when_it_changed_alone() {
    let found = metadata("<h1>Rye</h1><footer><i id=footer-info-lastmod>Zuletzt am 3. Mai 2021 bearbeitet.", None);
    assert_eq!((found.date.as_deref(), found.modified.as_deref()), (None, Some("2021-05-03")));
}

#[test]
fn authors_with_marks_are_all_found() {
    let html = "<h1>Rye</h1><div class=authors><span class=author>Ann Miller<sup>1,2,*</sup></span>,
        <span class=author>Ben Baker<sup>1</sup></span> and <span class=author>Cleo Dorn<sup>2</sup></span></div>";
    assert_eq!(metadata(html, None).authors, ["Ann Miller", "Ben Baker", "Cleo Dorn"]);
}

#[test]
fn the_language_of_a_page() {
    for html in ["<html lang=fr-CH>", "<html xml:lang=fr-CH>"] {
        assert_eq!(metadata(html, None).language.as_deref(), Some("fr-CH"), "{html}");
    }
}

#[test]
fn the_site_is_an_author_only_where_there_is_no_other() {
    let site = "<meta property=og:site_name content='The Baker'>";
    let article = |author: &str| script(&format!(r#"{{"@type":"Article","author":{author}}}"#));
    let authors = |author| metadata(&format!("{site}{}", article(author)), None).authors;
    assert_eq!(authors(r#""The Baker""#), ["The Baker"]);
    assert_eq!(authors(r#"["The Baker", "Ann Miller"]"#), ["Ann Miller"]);
    assert_eq!(authors(r#"["The Baker Oy", "Ann Miller"]"#), ["Ann Miller"]);
    assert_eq!(authors(r#"["The Baker Ott", "Ann Miller"]"#), ["The Baker Ott", "Ann Miller"]);
}

#[test]
fn products_of_each_syntax() {
    let whole = r#"{"name": "Chair", "price": 1299.5, "currency": "EUR", "availability": "InStock", "brand": "Wood",
        "sku": "C-1", "gtin": "0012345678905"}"#;
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
        expect_product(html, whole);
    }
}

#[test]
fn a_product_is_the_page_s_own() {
    // Nothing says that the page is a product's.
    for [html] in cases(
        "
        <p class=price>$5
        <b itemprop=price>5</b>
        <meta property=og:type content=article>",
    ) {
        expect_product(html, "null");
    }
    let of = |name: &str, price: u32| {
        format!(r#"{{"@type": "Product", "name": "{name}", "offers": {{"price": "{price}"}}}}"#)
    };
    let many = script(&format!("[{}, {}, {}]", of("A chair", 1), of("B chair", 2), of("C chair", 3)));
    expect_product(&many, "null");
    expect_product(&format!("<title>B chair</title>{many}"), r#"{"name": "B chair", "price": 2}"#);
    // Variants of a group, specifications of a price, and prices that another source alone states.
    let group = script(
        r#"{"@type": "ProductGroup", "name": "Chair", "hasVariant": [{"@type": "Product", "name": "Chair, red", "offers": {"priceSpecification":
        [{"priceType": "https://schema.org/ListPrice", "price": 9}, {"price": "7", "priceCurrency": "USD"}]}}, {"@type": "Product"}, {"@type": "Product"}]}"#,
    );
    expect_product(&group, r#"{"name": "Chair", "price": 7, "currency": "USD"}"#);
    let variants = script(
        r#"{"@type": "Product", "name": "Cap", "offers": [{"availability": "http://schema.org/OutOfStock", "price": "34"},
        {"availability": "http://schema.org/InStock", "price": "35"}]}"#,
    );
    for word in ["OutOfStock", "SoldOut", "Discontinued"] {
        let variants = variants.replace("OutOfStock", word);
        expect_product(&variants, r#"{"name": "Cap", "price": 35, "availability": "InStock"}"#);
    }
    let both = format!(
        "{}<meta property=og:price:amount content=5><meta property=og:price:currency content=USD>",
        script(r#"{"@type": "Product", "name": "A"}"#)
    );
    expect_product(&both, r#"{"name": "A", "price": 5, "currency": "USD"}"#);
    // The site is no product, unless it sells itself. A price of 0 is one.
    for [name, price, expected] in cases(
        r#"
        Shop.example => => null
        Shop => 9 => {"name": "Shop", "price": 9}
        Chair => 0.00 => {"name": "Chair", "price": 0}"#,
    ) {
        let json = r#"{"@type": "Product", "name": "NAME", "offers": {"price": "PRICE"}}"#;
        expect_product(&script(&json.replace("NAME", name).replace("PRICE", price)), expected);
    }
}

#[test]
fn robots_are_told() {
    let check = |html: &str, headers: &str, expected: &str| {
        let found = metadata(html, None).with_headers(headers).into_json();
        assert_eq!(found["robots"], json(expected), "{html} {headers}");
    };
    let html = "<meta name=robots content='NoIndex, max-snippet:-1,noai, noindex'><meta name=GoogleBot content=nosnippet><meta name=tdm-reservation content=1>
        <meta name=tdm-policy content=https://a.example/policy><meta name=google content=notranslate>";
    check(
        html,
        "",
        r#"{"directives": ["noindex", "max-snippet:-1", "noai"], "agents": {"googlebot": ["nosnippet"]},
        "tdm_reservation": true, "tdm_policy": "https://a.example/policy"}"#,
    );
    let headers = "HTTP/1.1 200 OK\r\nX-Robots-Tag: noimageai\r\nx-robots-tag: OtherBot: noindex, nofollow\r\nX-Robots-Tag: unavailable_after: 25 Jun 2010\r\nTDM-Reservation: 0\r\n\
        Content-Signal: search=yes, ai-train=no\r\n";
    check(
        "",
        headers,
        r#"{"directives": ["noimageai", "unavailable_after:25 Jun 2010"], "agents": {"otherbot": ["noindex", "nofollow"]},
        "tdm_reservation": false, "content_signal": {"search": "yes", "ai-train": "no"}}"#,
    );
    check("<meta name=tdm-reservation content=1>", "TDM-Reservation: 0", r#"{"tdm_reservation": true}"#);
    let both = metadata(html, None).with_headers(headers).into_json();
    assert_eq!(both["robots"]["tdm_reservation"], true);
    check("<p>x", "Server: x\nX-Is-Bot: false\nX-Robot: 1\nRobots: noindex", "null");
    let long = format!("<meta name=robots content='noindex{}'><meta name=xbot content='noai{0}'>", ",".repeat(20_000));
    check(&long, "", r#"{"directives": ["noindex"]}"#);
    check(&format!("<meta name={}bot content=noai>", "x".repeat(20_000)), "", "null");
}

#[test]
fn typed_data_are_read_by_kind() {
    let event = script(
        r#"{"@context": "https://schema.org", "@type": "MusicEvent", "name": "Organ at noon", "startDate": "2024-05-03T12:00+02:00",
        "eventStatus": "https://schema.org/EventScheduled", "location": {"@type": "Place", "name": "St. Mary",
        "address": {"@type": "PostalAddress", "streetAddress": "Quay 1", "postalCode": "20095", "addressLocality": "Hamburg",
        "addressCountry": "DE"}}, "performer": [{"@type": "Person", "name": "Ann Miller"}, {"name": "Ben Baker"}],
        "offers": {"price": "12,50", "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}}"#,
    );
    expect_typed(
        &event,
        "event",
        r#"{"name": "Organ at noon", "start": "2024-05-03T12:00:00+02:00", "status": "EventScheduled",
            "place": "St. Mary", "address": "Quay 1, 20095, Hamburg, DE", "performers": ["Ann Miller", "Ben Baker"],
            "price": 12.5, "currency": "EUR", "availability": "InStock"}"#,
    );
    let recipe = "<h1>Rye bread</h1><div itemscope itemtype=http://schema.org/Recipe><h2 itemprop=name>Rye bread</h2>
        <meta itemprop=totalTime content=PT2H><ul><li itemprop=recipeIngredient>500 g rye<li itemprop=recipeIngredient>Salt</ul>
        <div itemprop=recipeInstructions itemscope itemtype=http://schema.org/HowToStep><p itemprop=text>Mix.</div>
        <div itemprop=recipeInstructions itemscope itemtype=http://schema.org/HowToStep><p itemprop=text>Bake.</div></div>";
    expect_typed(
        recipe,
        "recipe",
        r#"{"name": "Rye bread", "total_time": "PT2H", "ingredients": ["500 g rye", "Salt"],
            "instructions": ["Mix.", "Bake."]}"#,
    );
    let job = script(
        r#"{"@type": "JobPosting", "title": "Baker", "datePosted": "2024-05-03", "employmentType": ["FULL_TIME", "PART_TIME"],
        "hiringOrganization": {"@type": "Organization", "name": "Rye Ltd"}, "jobLocationType": "TELECOMMUTE",
        "baseSalary": {"@type": "MonetaryAmount", "currency": "GBP", "value": {"minValue": 24000, "maxValue": "28,000", "unitText": "YEAR"}}}"#,
    );
    expect_typed(
        &job,
        "job",
        r#"{"title": "Baker", "organization": "Rye Ltd", "location_type": "TELECOMMUTE", "posted": "2024-05-03",
            "employment_type": ["FULL_TIME", "PART_TIME"], "salary_min": 24000, "salary_max": 28000, "currency": "GBP",
            "salary_unit": "YEAR"}"#,
    );
    let home = script(
        r#"{"@graph": [{"@type": "SingleFamilyResidence", "name": "Quay 1", "numberOfRooms": 5, "floorSize": {"value": "120.5", "unitCode": "MTK"},
        "address": "Quay 1, Hamburg"}, {"@type": "Person", "name": "Ann Miller"}]}"#,
    );
    expect_typed(
        &home,
        "residence",
        r#"{"name": "Quay 1", "address": "Quay 1, Hamburg", "rooms": 5, "area": 120.5, "area_unit": "MTK"}"#,
    );
    let course = "<div vocab=https://schema.org/ typeof=Course><b property=name>Baking</b><i property=courseCode>B1</i>
        <span property=provider typeof=Organization><i property=name>Rye School</i></span></div>";
    expect_typed(course, "course", r#"{"name": "Baking", "code": "B1", "provider": "Rye School"}"#);
    // Steps stand in sections and lists, and texts may have tags.
    let steps = script(
        r#"{"@type": "Recipe", "name": "Rye", "recipeIngredient": ["<a href='/rye'>500 g rye</a>", "Salt, < 5 g", "&frac12; cup &amp; 2&sup2;"], "recipeInstructions":
        [{"@type": "HowToStep", "text": "<p>Mix.</p>"}, {"@type": "HowToSection", "name": "Oven", "itemListElement":
        [{"@type": "HowToStep", "itemListElement": [{"@type": "HowToDirection", "text": "Heat."}, {"@type": "HowToDirection", "text": "Wait."}]},
        {"@type": "HowToStep", "text": "Bake."}]}, [["Cool."], "Eat."]]}"#,
    );
    expect_typed(
        &steps,
        "recipe",
        r#"{"name": "Rye", "ingredients": ["500 g rye", "Salt, < 5 g", "½ cup & 2²"],
            "instructions": ["Mix.", "Heat.", "Wait.", "Bake.", "Cool.", "Eat."]}"#,
    );
    let deep = format!(
        r#"{{"@type": "Recipe", "name": "Rye", "recipeInstructions": {}"x"{}}}"#,
        "[".repeat(99),
        "]".repeat(99)
    );
    expect_typed(&script(&deep), "recipe", r#"{"name": "Rye"}"#);
    // A course with its dates is no event, and what has the page's title goes before what is alone.
    let course = r#"{"@type": "Course", "name": "Baking", "hasCourseInstance": {"@type": "CourseInstance", "courseMode": "Onsite"}}"#;
    expect_typed(&script(course), "event", "null");
    expect_typed(&script(course), "course", r#"{"name": "Baking", "modes": ["Onsite"]}"#);
    let listing = r#"[{"@type": "Event", "name": "Inspection"}, {"@type": "House", "name": "Quay 1"}]"#;
    let listing = format!("<title>Quay 1</title>{}", script(listing));
    expect_typed(&listing, "residence", r#"{"name": "Quay 1"}"#);
    let two = script(r#"[{"@type": "Event", "name": "One"}, {"@type": "Event", "name": "Two"}]"#);
    expect_typed(&two, "event", "null");
    // Of many events none is the page's, and what an article is about is another's.
    let many: Vec<String> = (0..4).map(|n| format!(r#"{{"@type": "Event", "name": "Event {n}"}}"#)).collect();
    expect_typed(&script(&format!("[{}]", many.join(","))), "event", "null");
    let about = script(r#"{"@type": "Article", "headline": "Noon", "about": {"@type": "Event", "name": "Organ"}}"#);
    expect_typed(&about, "event", "null");
}

#[test]
fn steps_that_refer_to_themselves_end() {
    let circle = |references: usize| {
        let parts = vec![r##"{"@id": "#a"}"##; references].join(",");
        let page = format!(
            r##"{{"@graph": [{{"@type": "Recipe", "name": "a", "recipeInstructions": {{"@id": "#a"}}}},
                {{"@id": "#a", "@type": "HowToSection", "itemListElement": [{parts}]}}]}}"##
        );
        goce_core::interrupts::counted(|| typed(&script(&page), "recipe")).1
    };
    let (few, many) = (circle(4), circle(128));
    assert!(few < 5_000 && many < 5_000, "{few} {many}");
}

#[test]
fn a_price_that_is_shown_alone_is_the_products() {
    let shop = |price: &str| {
        format!("<meta property=og:type content=product><title>A chair</title><h1>A chair</h1>{price}<p>Of wood.")
    };
    for [price, expected] in cases(
        r#"
        <p>$229.00 => {"name": "A chair", "price": 229}
        <p>1.299,50 € => {"name": "A chair", "price": 1299.5, "currency": "EUR"}
        <p>12,800円（税込） => {"name": "A chair", "price": 12800, "currency": "JPY"}
        <p>Ask<a href=/b><p>$7</a> => {"name": "A chair"}
        <div><s>$300</s></div><div>$229</div> => {"name": "A chair", "price": 229}
        <p><b>6 290 Kč</b> <i>5 198 Kč bez DPH</i> => {"name": "A chair", "price": 6290, "currency": "CZK"}
        <p>Free shipping over $50 => {"name": "A chair"}
        <p>$10 / month => {"name": "A chair"}
        <p>From: <b>£<i>24.00</i></b> => {"name": "A chair", "price": 24, "currency": "GBP"}
        <p><b>$349.00</b> <small>incl. VAT</small> => {"name": "A chair", "price": 349}
        <p>349 € – 499 € => {"name": "A chair", "price": 349, "currency": "EUR"}
        <p>$229<p>From $19 => {"name": "A chair", "price": 229}
        <p>$10<p>$20 => {"name": "A chair"}"#,
    ) {
        let html = format!("<meta property=og:title content='A chair'>{}", shop(price));
        expect_typed(&html, "product", expected);
    }
    expect_typed("<h1>A chair</h1><p>$229.00", "product", "null");
    let group = shop("<p>$229.00").replace("content=product", "content=product.group");
    expect_typed(&group, "product", "null");
}

#[test]
fn licences_are_those_of_the_page() {
    let cc = "https://creativecommons.org/licenses/by-sa/4.0/";
    for [html, expected] in cases(
        r#"
        <link rel=license href=CC/> => {"url": "CC/", "name": "CC BY-SA 4.0"}
        <link rel=copyright href=https://www.gnu.org/copyleft/fdl.html> => {"url": "https://www.gnu.org/copyleft/fdl.html"}
        <link rel=copyright href=/imprint> => null
        <link rel=copyright href=https://millicent.example/imprint> => null
        <a rel='license nofollow' href=/terms>Terms</a> => {"url": "https://shop.example/terms"}
        <p>Text<footer><a href=CC/>CC</a> <a href=CC/deed.de>here</a></footer> => {"url": "CC/", "name": "CC BY-SA 4.0"}
        <meta name=dcterms.rights content='© 2024 Rye Ltd'> => null
        <meta name=DC.Rights content=CC/> => {"url": "CC/", "name": "CC BY-SA 4.0"}
        <meta name=license content='Public domain'> => {"name": "Public domain"}
        // Of pictures, and of two.
        <figure><img src=a><a href=CC/>CC</a></figure> => null
        <figure><img src=a><a rel=license href=CC/>CC</a></figure> => null
        <p class=wp-caption-text><a rel=license href=CC/>CC</a> => null
        <p class=photo-credit>Ann, <a href=CC/>CC</a> => null
        <p><img src=a><br>Ann, <a href=CC/>CC</a> => null
        <p><img src=a><p><a href=CC/><img src=badge></a><br>As <a href=CC/>CC</a> says. => {"url": "CC/", "name": "CC BY-SA 4.0"}
        <a href=CC/>x</a><a href=https://creativecommons.org/licenses/by/2.0/>y</a> => null
        <a href=https://creativecommons.org/>x</a> => null"#,
    ) {
        expect_typed(&html.replace("CC/", cc), "license", &expected.replace("CC/", cc));
    }
    let zero = "http://creativecommons.org/publicdomain/zero/1.0/";
    let expected = format!(r#"{{"url": "{zero}", "name": "CC0 1.0"}}"#);
    let html = script(&format!(r#"{{"@type": "Article", "headline": "x", "license": "{zero}"}}"#));
    expect_typed(&html, "license", &expected);
    let html =
        script(&format!(r#"{{"@type": "Article", "license": "All is open (see {zero}), if not said otherwise."}}"#));
    expect_typed(&html, "license", &expected);
    let html = script(r#"{"@type": "Article", "license": {"name": "Open", "url": "https://a.example/open"}}"#);
    expect_typed(&html, "license", r#"{"url": "https://a.example/open", "name": "Open"}"#);
    let html = script(r#"{"@type": "Article", "license": ["https://a.example/terms", "CC BY 4.0"]}"#);
    expect_typed(&html, "license", r#"{"url": "https://a.example/terms"}"#);
}

#[test]
fn who_may_read_is_told() {
    let paid = r#"{"@type": "NewsArticle", "headline": "x", "isAccessibleForFree": "False", "hasPart":
        {"@type": "WebPageElement", "isAccessibleForFree": false, "cssSelector": [".paid", ".more"]}}"#;
    expect_typed(&script(paid), "access", r#"{"free": false, "paid_parts": [".paid", ".more"]}"#);
    for [html, expected] in cases(
        r#"
        <script type=application/ld+json>{"@type": "WebPage", "isAccessibleForFree": true}</script> => {"free": true}
        <meta property=article:content_tier content=Metered> => {"tier": "metered"}
        <div itemscope itemtype=http://schema.org/Article><meta itemprop=isAccessibleForFree content=http://schema.org/False></div> => {"free": false}
        <script type=application/ld+json>{"@type": "NewsArticle", "headline": "x", "isAccessibleForFree": "perhaps"}</script> => null"#,
    ) {
        expect_typed(html, "access", expected);
    }
}

#[test]
fn a_text_that_is_the_title_stands_for_a_heading() {
    let page = |before: &str, title: &str| {
        let html = format!(
            "<title>Bridge of Olten closed for repairs | Aare news</title>{before}<table><tr><td>{title}</td></tr>
            <tr><td>28 November 2011, 17:38</td></tr></table><p>The bridge was closed.</p>"
        );
        metadata(&html, None).date
    };
    let title = "Bridge of Olten closed for repairs";
    assert_eq!(page("<h1>Aare portal</h1>", title).as_deref(), Some("2011-11-28T17:38:00"));
    assert_eq!(page("<h2>Weather</h2><p>4 May 2012</p>", title).as_deref(), Some("2011-11-28T17:38:00"));
    assert_eq!(page("", "Weather of Olten"), None);
    let of_title = |title: &str| metadata(&format!("<title>{title}</title>"), None).date;
    assert_eq!(of_title("Bridge closed / Aare news, 17 January 2012").as_deref(), Some("2012-01-17"));
    assert_eq!(of_title("Bridge closed - May 3, 2012").as_deref(), Some("2012-05-03"));
    assert_eq!(of_title("Bridge closed from 17 January 2012 to the summer | Aare news"), None);
}

#[test]
fn classes_of_whole_posts_and_of_customers_name_no_author() {
    for html in [
        "<title>Ice</title><div class='entry-author-garr entry-type-post entry'><h3>Ice</h3><p>The bay froze.</div>",
        "<title>Ice</title><div class='hentry post author-admin'><h2>Ice</h2><p>The harbour froze over night.</div>",
        "<title>Ice</title><h1>Ice</h1><p>Text<ul><li class='error username-taken'>That username is taken</ul>",
        "<title>Ice</title><h1>Ice</h1><a id=bylineInfo href=/stores/ice>Visit the Ice Store</a>",
        "<title>Ice</title><h1>Ice</h1><div class=testimonial><p>Great!<div class=author>Marisa Vickers</div></div>",
    ] {
        assert_eq!(metadata(html, None).authors, [""; 0], "{html}");
    }
}

#[test]
fn a_change_before_publication_is_none() {
    let of = |modified: &str| {
        let html = format!(
            "<meta property=article:published_time content=2021-05-03T08:00:00Z>\
             <meta property=article:modified_time content={modified}>"
        );
        metadata(&html, None).modified.is_some()
    };
    let changes = [
        "2021-05-01T08:00:00Z",
        "2021-05-02T23:00:00-09:00",
        "2021-05-03T07:00:00Z",
        "2021-05-04",
    ];
    assert_eq!(changes.map(of), [false, true, true, true]);
}

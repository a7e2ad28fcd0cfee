use serde_json::Value;

use super::*;

const URL: Option<&str> = Some("https://example.org/a/b");

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn of(html: &str) -> Value {
    json(&structured(&sample(html), URL).unwrap())
}

fn script(json: &str) -> String {
    format!("<script type='application/ld+json'>{json}</script>")
}

#[test]
fn a_page_that_states_nothing() {
    for [html] in cases(
        "
        <p>text
        <meta name=author content=x>
        <script type=application/ld+json> </script>
        <p property=x>y
        <template><div itemscope itemtype=A></div></template><svg itemscope itemtype=B></svg>",
    ) {
        assert_eq!(of(html), json("{}"), "{html}");
    }
    assert_eq!(of(""), json("{}"));
}

#[test]
fn json_ld_by_type() {
    let html = [
        script(r#"{"@context":"https://schema.org","@graph":[{"@type":"WebPage","x":1.50},{"@type":["Product","http://schema.org/Car"],"name":"A"}]}"#),
        "<script type='Application/LD+JSON; charset=utf-8'>[{\"@type\":\"Product\",\"name\":\"B\"},[{\"name\":\"C\"}], 5]</script>".to_owned(),
        script(r#"{"@type":"Organization","@graph":[{"@type":"http://example.org/Other"}],"name":"D"}"#),
    ]
    .concat();
    assert_eq!(
        of(&html),
        json(
            r#"{"json_ld": {
            "WebPage": [{"@type": "WebPage", "x": 1.5}],
            "Product": [{"@type": ["Product", "http://schema.org/Car"], "name": "A"}, {"@type": "Product", "name": "B"}],
            "Car": [{"@type": ["Product", "http://schema.org/Car"], "name": "A"}],
            "untyped": [{"name": "C"}],
            "Organization": [{"@type": "Organization", "name": "D"}],
            "http://example.org/Other": [{"@type": "http://example.org/Other"}]
        }}"#
        )
    );
    let text = structured(&sample(&html), None).unwrap();
    assert!(text.contains("\"x\":1.50"), "numbers are as they are written: {text}");
}

#[test]
fn damage_is_told() {
    let html = [
        script(r#"{"@type":"A","x":"1",}"#),
        script("no json"),
        script(r#"{"@type":"B"}"#),
        script("{\"@type\":\"C\",\"x\":\"1\n2\",}"),
    ]
    .concat();
    assert_eq!(
        of(&html),
        json(
            r#"{
            "json_ld": {"A": [{"@type": "A", "x": "1"}], "B": [{"@type": "B"}], "C": [{"@type": "C", "x": "1 2"}]},
            "mended": [{"script": 1, "mends": ["extra comma"]}, {"script": 4, "mends": ["extra comma", "control character"]}],
            "unread": [2]
        }"#
        )
    );
}

#[test]
fn microdata_values_are_by_element() {
    let found = of("<div itemscope itemtype='https://schema.org/Product http://schema.org/Car' itemid='urn:x:1'>
        <meta itemprop=m content=' a '><a itemprop=a href=c>x</a><img itemprop=i src=/d.png><time itemprop=t datetime=2021-05-03>x</time>
        <time itemprop=u> 3  May </time><data itemprop=d value=5>x</data><meter itemprop=n value=0.5>x</meter><object itemprop=o data=e></object>
        <p itemprop='p q'>one <b>two</b>
        three</p><p itemprop=p>four</p><span itemprop=c content=1299.00>1.299,00</span><a itemprop=e></a><a itemprop=j href='javascript:x'>x</a>
        <div itemprop=brand itemscope><i itemprop=name>N</i></div><div itemscope><i itemprop=other>O</i></div></div>");
    assert_eq!(
        found["microdata"]["Product"],
        json(
            r#"[{
            "@type": ["Product", "Car"], "@id": "urn:x:1", "m": " a ", "a": "https://example.org/a/c", "i": "https://example.org/d.png",
            "t": "2021-05-03", "u": "3 May", "d": "5", "n": "0.5", "o": "https://example.org/a/e", "p": ["one two three", "four"],
            "q": "one two three", "c": "1299.00", "e": "", "brand": {"name": "N"}
        }]"#
        )
    );
    assert_eq!(found["microdata"]["Car"], found["microdata"]["Product"]);
    assert_eq!(found["microdata"]["untyped"], json(r#"[{"other": "O"}]"#));
}

#[test]
fn microdata_references() {
    let found = of("<p id=x>by <b itemprop=author>Ann</b></p><div itemscope itemtype=A itemref='x y none x'><i itemprop=author>Ben</i></div>
        <p id=y itemprop=z>Z</p>");
    assert_eq!(found["microdata"]["A"], json(r#"[{"@type": "A", "author": ["Ann", "Ben"], "z": "Z"}]"#));
    // An item is no part of itself, however it is referred to.
    let found = of("<div itemscope itemtype=A itemref=b id=a itemprop-x><i itemprop=n>1</i></div>
        <div id=b itemprop=of itemscope itemtype=B itemref='c a'></div><div id=c itemprop=of itemscope itemtype=C itemref=b></div>");
    assert_eq!(
        found["microdata"],
        json(r#"{"A": [{"@type": "A", "n": "1", "of": {"@type": "B", "of": {"@type": "C"}}}]}"#)
    );
    let _ = of("<div itemscope itemref=a id=a itemprop=x></div><div itemscope itemref=a></div>");
    // Items with a property's name in no item, of which another may speak.
    let found = of("<p itemprop=z id=b itemscope itemtype=B></p><p itemprop=z id=c itemscope itemtype=C itemref=c></p>
        <p itemscope itemtype=A itemref=b></p><p itemprop=z>Z</p>
        <div itemprop=y itemscope itemtype=E><i><b itemprop=x itemscope itemtype=F></b></i></div><b itemprop=w itemscope itemtype=G></b>");
    assert_eq!(
        found["microdata"],
        json(
            r#"{
            "A": [{"@type": "A", "z": {"@type": "B"}}],
            "E": [{"@type": "E", "x": {"@type": "F"}}], "G": [{"@type": "G"}]
        }"#
        )
    );
}

#[test]
fn rdfa_lite() {
    let found = of("<div vocab='http://schema.org/' typeof=Product resource='#p'><h1 property=name>Chair <b>one</b></h1>
        <img property=image src=/c.png><div property=offers typeof=Offer><b property=price content=5.00>$5</b><link property=availability href='http://schema.org/InStock'></div>
        <time property=releaseDate datetime=2021>x</time></div>
        <p about='#p' property='schema:color ex:x' prefix='ex: http://ex.example/'>red</p><p property=name>nobody's</p>
        <div xmlns:v='http://rdf.data-vocabulary.org/#' typeof=v:Breadcrumb><a property=v:title rel=v:url href=/x>T</a></div>");
    assert_eq!(
        found["rdfa"],
        json(
            r#"{
            "Product": [{"@type": "Product", "@id": "https://example.org/a/b#p", "name": "Chair one", "image": "https://example.org/c.png",
                "offers": {"@type": "Offer", "price": "5.00", "availability": "http://schema.org/InStock"}, "releaseDate": "2021",
                "color": "red", "http://ex.example/x": "red"}],
            "http://rdf.data-vocabulary.org/#Breadcrumb": [{"@type": "http://rdf.data-vocabulary.org/#Breadcrumb",
                "http://rdf.data-vocabulary.org/#title": "T"}]
        }"#
        )
    );
}

#[test]
fn open_graph_pictures_have_properties() {
    let found = of("<meta property=og:title content=T><meta name=og:image content=a><meta property=og:image:width content=1>
        <meta property=article:tag content=x><meta property='og:image' content=b><meta property=article:tag content=y><meta property=OG:Type content=product>
        <meta property=og:image:url content=b><meta property=product:price:amount content=5><meta name=twitter:card content=s><meta property=fb:app_id content=1>");
    assert_eq!(
        found["opengraph"],
        json(
            r#"{"og:title": "T", "og:image": [{"url": "a", "width": "1"}, {"url": "b"}], "article:tag": ["x", "y"], "og:type": "product",
            "product:price:amount": "5", "twitter:card": "s"}"#
        )
    );
}

#[test]
fn hostile_pages_are_refused_or_bounded() {
    let deep = "<div itemprop=a itemscope>".repeat(300);
    let found = of(&format!("<div itemscope>{deep}"));
    let mut levels = 0;
    let mut item = &found["microdata"]["untyped"][0];
    while item.is_object() {
        item = &item["a"];
        levels += 1;
    }
    assert_eq!(levels, items::DEEPEST);
    // Each item has the next twice: 2⁴⁰ items.
    let doubled: String = (0..40)
        .map(|n| format!("<div id=a{n} itemprop=x itemscope itemref=a{m}></div><div id=b{n} itemprop=x itemscope itemref='a{m} b{m}'></div>", m = n + 1))
        .collect();
    let html = format!(
        "<div itemscope itemref='a0 b0'></div>{}",
        doubled.replace("itemref=a", "itemref='b99 a").replace("></div><div id=b", "'></div><div id=b")
    );
    let page = sample(&html);
    let _ = structured(&page, None);
    let fan: String = (0..40)
        .map(|n| format!("<div id=a{n} itemprop='x y z' itemscope itemref=a{}></div>", n + 1))
        .collect();
    let page = sample(&format!("<div itemscope itemref=a0></div>{fan}"));
    assert!(matches!(structured(&page, None), Err(RenderError::TooLarge { .. })));
    // Many items refer to one long text.
    let html =
        format!("<p id=a itemprop=x>{}</p>{}", "word ".repeat(20_000), "<i itemscope itemref=a></i>".repeat(20_000));
    let page = sample(&html);
    let (result, checks) = interrupts::counted(|| structured(&page, None));
    assert!(matches!(result, Err(RenderError::TooLarge { .. })) && checks > 300);
    let types = "<p itemscope itemtype='a b c d e f g h i j'>".repeat(1000);
    assert_eq!(of(&types)["microdata"].as_object().unwrap().len(), 8);
    let rdfa = format!("<p vocab=x:>{}", "<i typeof=a property=b resource=c>".repeat(1000));
    assert!(structured(&sample(&rdfa), None).is_ok());
}

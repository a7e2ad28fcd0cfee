use super::*;

fn of(xml: &str, url: Option<&str>) -> Vec<Entry> {
    entries(xml, url, &Limits::default()).unwrap()
}

/// The address, title, time, text and identifier of each entry, with "-" for what is missing.
fn rows(xml: &str, url: Option<&str>) -> Vec<String> {
    let row = |entry: Entry| {
        let published = entry.published.map(|micros| (micros / 1_000_000).to_string());
        let fields = [entry.url, entry.title, published, entry.text, entry.id];
        fields.map(|field| field.unwrap_or("-".to_owned())).join(" | ")
    };
    of(xml, url).into_iter().map(row).collect()
}

#[test]
fn rss() {
    let xml = r#"
<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x "&y;&y;">]><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>Feed</title><link>https://a.example/</link><image><url>x</url><title>y</title></image>
<item><title>Rye &amp; salt &nbsp;&x; &</title><link>/1</link><guid isPermaLink="false">g1</guid><pubDate>Mon, 03 May 2021 10:00:00 GMT</pubDate>
<description>&lt;p&gt;Short.&lt;/p&gt;</description><content:encoded><![CDATA[<p>One <b>bold</b>.</p><p>Two.</p>]]></content:encoded><media:title>no</media:title></item>
<item><guid>https://a.example/2</guid><description>a <br> b &lt; c</description><title><![CDATA[A <i>title</i>]]></title><dc:date>2021-05-03</dc:date></item>
<item/><item><title>3</title><source url="x">s</source><link>javascript:x</link></item></channel></rss>"#;
    assert_eq!(of(xml, None)[0].kind.name(), "item");
    assert_eq!(
        rows(xml, Some("https://a.example/feed")),
        [
            "https://a.example/1 | Rye & salt &x; & | 1620036000 | One bold.\n\nTwo. | g1",
            "https://a.example/2 | A title | 1620000000 | a\nb < c | https://a.example/2",
            "- | 3 | - | - | -",
        ]
    );
}

#[test]
fn rss_1_and_unclosed_items() {
    let xml = r#"<rdf:RDF xmlns="http://purl.org/rss/1.0/"><channel rdf:about="c"><title>t</title></channel>
        <item rdf:about="https://a.example/1"><title>1</title><link>https://a.example/1</link></item></rdf:RDF>"#;
    assert_eq!(rows(xml, None), ["https://a.example/1 | 1 | - | - | https://a.example/1"]);
    let xml = "<rss><channel><item><title>1</title><item><title>2</title><description>x<item><title>3</title></item><item><title>4</ti";
    assert_eq!(titles(xml), ["1 | -", "2 | -", "3 | -"]);
}

#[test]
fn atom() {
    let xml = r#"<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/en/"><title>F</title><link href="/"/><updated>2020-01-01T00:00:00Z</updated>
        <entry xml:base="x/"><title type="text">a &lt;b&gt; c</title><link rel="self" href="s"/><link rel="enclosure">z.jpg</link><link rel="alternate" type="application/json" href="j"/>
        <link rel="alternate" type="text/html" href="e?a=1&amp;b=2"/><id>tag:a,1</id><updated>2021-05-03T10:00:00+02:00</updated>
        <author><name>Ann</name></author><source><title>no</title><id>no</id></source>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One <em>two</em></p><svg><title>no</title></svg></div></content></entry>
        <entry><title type="html">a &lt;b&gt;b&lt;/b&gt;</title><link rel="enclosure">z.jpg</link><link>2</link><summary>s</summary><published>2021-01-01T00:00:00Z</published><updated>2022-01-01T00:00:00Z</updated></entry></feed>"#;
    assert_eq!(
        rows(xml, Some("https://b.example/")),
        [
            "https://a.example/en/x/e?a=1&b=2 | a <b> c | 1620028800 | One two | tag:a,1",
            "https://a.example/en/2 | a b | 1609459200 | s | -",
        ]
    );
    let prefixed = xml.replace("<", "<a:").replace("<a:/", "</a:").replace("<a:?", "<?").replace("type=\"xhtml\"", "");
    assert_eq!(rows(&prefixed, None).len(), 2);
}

#[test]
fn an_identifier_may_be_the_address() {
    let xml = "<feed><entry><title>1</title><id>https://a.example/1</id></entry>\
        <entry><title>2</title><id>tag:a.example,2021:2</id></entry></feed>";
    let expected = [
        "https://a.example/1 | 1 | - | - | https://a.example/1",
        "- | 2 | - | - | tag:a.example,2021:2",
    ];
    assert_eq!(rows(xml, None), expected);
}

#[test]
fn sitemaps() {
    let xml = "\u{feff}<urlset><url><loc> https://a.example/1?a=1&amp;b </loc><lastmod>2021-05-03</lastmod><image:image><image:loc>x</image:loc></image:image>
        <news:news><news:publication_date>2021-05-02</news:publication_date><news:title>N</news:title></news:news></url><url></url></urlset>";
    assert_eq!(rows(xml, None), ["https://a.example/1?a=1&b | N | 1619913600 | - | -"]);
    let xml = "<sitemapindex><sitemap><loc>https://a.example/s.xml.gz</loc></sitemap></sitemapindex>";
    assert_eq!(of(xml, None)[0].kind.name(), "sitemap");
}

/// The titles and texts of the entries.
fn titles(xml: &str) -> Vec<String> {
    let or_none = |text: Option<String>| text.unwrap_or("-".to_owned());
    of(xml, None)
        .into_iter()
        .map(|entry| format!("{} | {}", or_none(entry.title), or_none(entry.text)))
        .collect()
}

#[test]
fn cdata_that_is_escaped() {
    let of_title = |title: &str| titles(&format!("<feed><entry>{title}</entry></feed>"))[0].clone();
    for [title] in cases(
        "
        <title type='html'>&lt;![CDATA[A &amp;amp; b]]&gt;</title>
        <title>&lt;![CDATA[A &amp;amp; b]]&gt;</title>
        <title type='text'> &lt;![CDATA[A &amp;amp; b]]></title>
        <title type='html'><![CDATA[<![CDATA[A &amp; b]]]]><![CDATA[>]]></title>
        <title type='html'><![CDATA[&lt;![CDATA[A &amp; b]]&gt;]]></title>
        <title type='html'>&amp;lt;![CDATA[A &amp;amp; b]]&amp;gt;</title>
        <title type='html'>&lt;![CDATA[A]]&gt; &amp;amp; &lt;![CDATA[b</title>",
    ) {
        assert_eq!(of_title(title), "A & b | -", "{title}");
    }
    let xml = "<rss><item><description>&lt;![CDATA[&lt;p&gt;One.&lt;/p&gt;&lt;p&gt;Two.&lt;/p&gt;]]&gt;</description></item></rss>";
    assert_eq!(titles(xml), ["- | One.\n\nTwo."]);
}

#[test]
fn words_in_titles_are_no_elements() {
    for [written, expected] in cases(
        "
        vector&lt;int&gt; where x &lt; 3 => vector<int> where x < 3
        <![CDATA[List<String, int> is <b>new</b>]]> => List<String, int> is new
        of &lt;italic&gt;Drosophila&lt;/italic&gt; and &lt;math&gt;&lt;mi&gt;B&lt;/mi&gt;&lt;/math&gt; => of Drosophila and B
        Intent: &lt;a&gt; as &lt;area&gt; => Intent: <a> as <area>
        &lt;a href=/&gt;Rye&lt;/a&gt; &lt;o:p&gt;&lt;/o:p&gt;&lt;iframe src=x&gt;&lt;/IFRAME&gt; => Rye",
    ) {
        let xml = format!("<rss><item><title>{written}</title></item></rss>");
        assert_eq!(titles(&xml), [format!("{expected} | -")], "{written}");
    }
}

#[test]
fn text_of_atom_without_a_type() {
    for [written, expected] in cases(
        "
        &lt;p&gt;One.&lt;/p&gt; => One.
        <![CDATA[One<br>two]]> => One|two
        Rye &amp;amp; salt => Rye & salt
        Caf&amp;#233; => Café
        if a &lt; b &amp; c; then => if a < b & c; then
        AT&amp;T; more => AT&T; more",
    ) {
        let xml = format!("<feed><entry><content>{written}</content></entry></feed>");
        assert_eq!(titles(&xml), [format!("- | {}", expected.replace('|', "\n"))], "{written}");
    }
}

#[test]
fn namespaces_count_by_their_addresses() {
    let xml = r#"<feed xmlns="http://www.w3.org/2005/Atom" xmlns:c="http://purl.org/rss/1.0/modules/content/" xmlns:dc="urn:other">
        <entry><title>T</title><dc:description>no</dc:description><c:encoded><![CDATA[<p>All of <b>it</b>.</p>]]></c:encoded></entry></feed>"#;
    assert_eq!(titles(xml), ["T | All of it."]);
    let xml = r#"<rss xmlns="http://backend.userland.com/rss2" xmlns:a="HTTPS://www.w3.org/2005/atom/"><channel><item><a:title>T</a:title>
        <summary xmlns="http://www.itunes.com/DTDs/Podcast-1.0.dtd">notes</summary><title xmlns="urn:other">U</title></item></channel></rss>"#;
    assert_eq!(titles(xml), ["T | notes"]);
    let xml = r#"<rss xmlns="http://www.w3.org/1999/xhtml"><item><title>T</title><p:encoded xmlns:p="http://purl.org/rss/1.0/modules/content/">x</p:encoded></item>
        <item><title>U</title><p:encoded>y</p:encoded></item></rss>"#;
    assert_eq!(titles(xml), ["T | x", "U | -"]);
}

#[test]
fn podcasts() {
    let xml = r#"<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><itunes:summary>of the feed</itunes:summary>
        <item><itunes:title>short</itunes:title><title>1: Long</title><guid>https://a.example/1</guid><itunes:subtitle>sub</itunes:subtitle><itunes:summary>Notes.</itunes:summary></item>
        <item><title>2</title><description/><itunes:summary><![CDATA[<p>One.</p>]]></itunes:summary><guid isPermaLink="false">https://a.example/2</guid></item>
        <item><title>3</title><itunes:summary>short</itunes:summary><description>Long.</description></item></channel></rss>"#;
    assert_eq!(
        rows(xml, None),
        [
            "https://a.example/1 | 1: Long | - | Notes. | https://a.example/1",
            "- | 2 | - | One. | https://a.example/2",
            "- | 3 | - | Long. | -",
        ]
    );
}

#[test]
fn json_feeds() {
    let json = r#" {"version": "https://jsonfeed.org/version/1", "title": "F", "items": [
        {"id": 7, "url": "/7", "title": "A < b", "summary": "s", "content_text": "t <i>", "content_html": "<p>One <b>two</b>.</p><p>Three.", "date_modified": "2021-05-04", "date_published": "2021-05-03T10:00:00+02:00"},
        {"id": "https://a.example/8", "external_url": "https://b.example/", "content_text": "a &amp; b", "x": {"id": 1}},
        {"id": "https://a.example/9", "title": "Rye &#8211; salt", "summary": null, "date_published": "soon"}, {}, 5, "x"]}"#;
    let expected = [
        "https://c.example/7 | A < b | 1620028800 | One two.\n\nThree. | 7",
        "https://b.example/ | - | - | a & b | https://a.example/8",
        "https://a.example/9 | Rye – salt | - | - | https://a.example/9",
    ];
    assert_eq!(rows(json, Some("https://c.example/feed.json")), expected);
    let mended = json.replace("1\", \"title", "1.1\",, \"title").replace("\"x\"]}", "\"x\",]}");
    assert_eq!(rows(&mended, Some("https://c.example/feed.json")), expected);
    let without_version = json.replace("\"version\"", "\"feed_url\"");
    assert_eq!(rows(&without_version, Some("https://c.example/")).len(), 3);
}

#[test]
fn sitemaps_as_text() {
    let addresses = |text: &str| of(text, None).into_iter().filter_map(|entry| entry.url).collect::<Vec<_>>();
    let expected = ["https://a.example/", "http://a.example/b?x=1&y=2"];
    for text in [
        "https://a.example/\nhttp://a.example/b?x=1&y=2",
        "\u{feff}# all\r\n\r\n https://a.example/ \r\nhttp://a.example/b?x=1&y=2\r\n",
        "https://a.example\rhttp://a.example/b?x=1&y=2\r",
    ] {
        assert_eq!(addresses(text), expected, "{text}");
    }
    assert_eq!(of("https://a.example/", None)[0].kind.name(), "url");
    let long = "https://a.example/\n".repeat(20);
    assert_eq!(addresses(&format!("{long}https://a.exa mple")).len(), 20);
}

#[test]
fn sitemaps_of_news_and_video() {
    let xml = r#"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:n="http://www.google.com/schemas/sitemap-news/0.9" xmlns:v="http://www.google.com/schemas/sitemap-video/1.1">
        <url><loc>https://a.example/1</loc><lastmod>2021-05-04</lastmod><v:video><v:title>V</v:title><v:description>On ice.</v:description><v:player_loc>https://no.example/</v:player_loc></v:video>
        <n:news><n:publication><n:name>no</n:name></n:publication><n:publication_date>2021-05-03</n:publication_date><n:title>N</n:title></n:news></url>
        <url><loc>https://a.example/2</loc><v:video><v:thumbnail_loc>x</v:thumbnail_loc><v:title><![CDATA[A & b]]></v:title><v:publication_date>2021-05-03T00:00:00Z</v:publication_date></v:video></url></urlset>"#;
    assert_eq!(
        rows(xml, None),
        [
            "https://a.example/1 | N | 1620000000 | On ice. | -",
            "https://a.example/2 | A & b | 1620000000 | - | -",
        ]
    );
}

#[test]
fn subscriptions() {
    let xml = r#"<?xml version="1.0"?><opml version="1.0"><head><title>S</title></head><body><outline text="News"><outline text="A &amp;amp; b" xmlUrl="https://a.example/feed" htmlUrl="https://a.example/"
        created="Mon, 03 May 2021 10:00:00 GMT" description="All of a."/><OUTLINE title="B" text="b" type="link" url="/b"></OUTLINE></outline><outline text="C" xmlurl="feed:x" htmlUrl="https://c.example/"/></body></opml>"#;
    assert_eq!(of(xml, None)[0].kind.name(), "outline");
    assert_eq!(
        rows(xml, Some("https://d.example/")),
        [
            "https://a.example/feed | A & b | 1620036000 | All of a. | -",
            "https://d.example/b | B | - | - | -",
            "https://c.example/ | C | - | - | -",
        ]
    );
}

#[test]
fn feeds_within_what_is_none() {
    let feed = "<rss><channel><item><title>Ice</title></item></channel></rss>";
    let viewer = format!("<html><body>{VIEWER}{feed}</div><div><span>This XML file</span></div></body></html>");
    assert_eq!(titles(&viewer), ["Ice | -"]);
    let warning = format!("<br />\n<b>Warning</b>: no such file<br />\n<?xml version='1.0'?>{feed}");
    assert_eq!(titles(&warning), ["Ice | -"]);
    let quoted = "<rss><channel><item><title>A</title><description><![CDATA[<?xml version='1.0'?><rss>]]>";
    assert_eq!(titles(&format!("{quoted}</description></item></channel></rss>")).len(), 1);
    assert!(titles(&format!("<div>{feed}</div>")).is_empty());
    assert!(titles(&format!("<?xml version='1.0'?><html>{feed}</html>")).is_empty());
}

#[test]
fn what_is_no_feed_has_no_entries() {
    for [text] in cases(
        r#"
        text
        <
        &
        <html><item>x</item></html>
        {"items": [{"url": "https://a.example/"}]}
        {"version": "https://jsonfeed.org/version/1"}
        {
        <opml><body><outline text='no address'/></body></opml>
        see|https://a.example/
        https://a.example/ is down
        https://a.example/|and|more
        <rss
        <rss>
        <?xml
        <!DOCTYPE
        </rss>
        <:>"#,
    ) {
        assert_eq!(of(&text.replace('|', "\n"), None), [], "{text}");
    }
    assert_eq!(of("", None), []);
}

#[test]
fn hostile_feeds_are_bounded() {
    let laughs =
        "<!DOCTYPE r [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]><rss><item><title>&b;&b;</title></item></rss>";
    assert_eq!(titles(laughs), ["&b;&b; | -"]);
    for [piece] in cases(
        "
        <a>
        <item>
        <item><title>
        </item>
        <item x='
        &
        &amp;
        <!--
        <![CDATA[
        <item xml:base='a/'>
        <?x?>
        <link href=a>
        <title>",
    ) {
        let xml = format!("<rss><item>{}", piece.repeat(100_000));
        let (found, checks) = interrupts::counted(|| entries(&xml, Some("https://a.example/"), &Limits::default()));
        assert!(found.is_ok() && (checks > 0 || ["<item x='", "<!--", "<![CDATA["].contains(&piece)), "{piece}");
    }
    let declared: String = (0..50_000).map(|n| format!("<e xmlns:p{n}='urn:{n}'>")).collect();
    let addresses = "https://a.example/\n".repeat(100_000);
    let items = "{\"id\":1,\"url\":\"a\",\"content_html\":\"<b>&\"},".repeat(20_000);
    for text in [
        format!("<rss><item {}>{declared}", "xmlns:a='b' ".repeat(50_000)),
        format!("<opml>{}", "<outline url='a' text='&'>".repeat(50_000)),
        format!("<feed><entry><title>{}", "&lt;![CDATA[&amp;".repeat(50_000)),
        addresses,
        format!("{{\"feed_url\":1,\"items\":[{items}]}}"),
        format!("{{\"feed_url\":1,\"items\":[{{{}\"id\":1}}]}}", "\"id\":[1],".repeat(100_000)),
    ] {
        let (found, checks) = interrupts::counted(|| entries(&text, Some("https://a.example/"), &Limits::default()));
        assert!(found.is_ok() && checks > text.len() / 100_000, "{checks} {}", &text[..100]);
    }
    assert_eq!(of(&"{\"items\":[".repeat(100_000), None), []);
    let base = format!("https://a.example/{}/", "b".repeat(8000));
    let xml = format!("<urlset xml:base='{base}'>{}</urlset>", "<url><loc>a</loc></url>".repeat(20_000));
    let bytes: usize = of(&xml, None).iter().filter_map(|entry| Some(entry.url.as_ref()?.len())).sum();
    assert!(bytes < 4 << 20, "{bytes}");
}

use super::*;
use goce_core::interrupts;

fn of(xml: &str, url: Option<&str>) -> Vec<Entry> {
    entries(xml, url, &Limits::default()).unwrap()
}

/// The fields of entries that are texts, with spaces for what is missing.
fn rows(xml: &str, url: Option<&str>) -> Vec<[String; 5]> {
    let text = |text: Option<String>| text.unwrap_or("-".to_owned());
    let row = |entry: Entry| {
        let published = entry.published.map(|micros| (micros / 1_000_000).to_string());
        [
            text(entry.url),
            text(entry.title),
            text(published),
            text(entry.text),
            text(entry.id),
        ]
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
            [
                "https://a.example/1",
                "Rye & salt &x; &",
                "1620036000",
                "One bold.\n\nTwo.",
                "g1"
            ],
            [
                "https://a.example/2",
                "A title",
                "1620000000",
                "a\nb < c",
                "https://a.example/2"
            ],
            ["-", "3", "-", "-", "-"],
        ]
    );
}

#[test]
fn rss_1_and_unclosed_items() {
    let xml = r#"<rdf:RDF xmlns="http://purl.org/rss/1.0/"><channel rdf:about="c"><title>t</title></channel>
        <item rdf:about="https://a.example/1"><title>1</title><link>https://a.example/1</link></item></rdf:RDF>"#;
    assert_eq!(rows(xml, None), [["https://a.example/1", "1", "-", "-", "https://a.example/1"]]);
    let xml = "<rss><channel><item><title>1</title><item><title>2</title><description>x<item><title>3</title></item><item><title>4</ti";
    let titles: Vec<_> = rows(xml, None).into_iter().map(|[_, title, ..]| title).collect();
    assert_eq!(titles, ["1", "2", "3"]);
}

#[test]
fn atom() {
    let xml = r#"<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/en/"><title>F</title><link href="/"/><updated>2020-01-01T00:00:00Z</updated>
        <entry xml:base="x/"><title type="text">a &lt;b&gt; c</title><link rel="self" href="s"/><link rel="alternate" type="application/json" href="j"/>
        <link rel="alternate" type="text/html" href="e?a=1&amp;b=2"/><id>tag:a,1</id><updated>2021-05-03T10:00:00+02:00</updated>
        <author><name>Ann</name></author><source><title>no</title><id>no</id></source>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One <em>two</em></p><svg><title>no</title></svg></div></content></entry>
        <entry><title type="html">a &lt;b&gt;b&lt;/b&gt;</title><link href="2"/><summary>s</summary><published>2021-01-01T00:00:00Z</published><updated>2022-01-01T00:00:00Z</updated></entry></feed>"#;
    assert_eq!(
        rows(xml, Some("https://b.example/")),
        [
            [
                "https://a.example/en/x/e?a=1&b=2",
                "a <b> c",
                "1620028800",
                "One two",
                "tag:a,1"
            ],
            ["https://a.example/en/2", "a b", "1609459200", "s", "-"],
        ]
    );
    let prefixed = xml.replace("<", "<a:").replace("<a:/", "</a:").replace("<a:?", "<?").replace("type=\"xhtml\"", "");
    assert_eq!(rows(&prefixed, None).len(), 2);
}

#[test]
fn sitemaps() {
    let xml = "\u{feff}<urlset><url><loc> https://a.example/1?a=1&amp;b </loc><lastmod>2021-05-03</lastmod><image:image><image:loc>x</image:loc></image:image>
        <news:news><news:publication_date>2021-05-02</news:publication_date><news:title>N</news:title></news:news></url><url></url></urlset>";
    assert_eq!(rows(xml, None), [["https://a.example/1?a=1&b", "N", "1619913600", "-", "-"]]);
    let xml = "<sitemapindex><sitemap><loc>https://a.example/s.xml.gz</loc></sitemap></sitemapindex>";
    assert_eq!(of(xml, None)[0].kind.name(), "sitemap");
}

#[test]
fn what_is_no_feed_has_no_entries() {
    for text in [
        "",
        "text",
        "<",
        "&",
        "<html><item>x</item></html>",
        "{\"items\": []}",
        "<rss",
        "<rss>",
        "<?xml",
        "<!DOCTYPE",
        "</rss>",
        "<:>",
    ] {
        assert_eq!(of(text, None), [], "{text}");
    }
}

#[test]
fn hostile_feeds_are_bounded() {
    let laughs =
        "<!DOCTYPE r [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]><rss><item><title>&b;&b;</title></item></rss>";
    assert_eq!(rows(laughs, None)[0][1], "&b;&b;");
    for piece in [
        "<a>",
        "<item>",
        "<item><title>",
        "</item>",
        "<item x='",
        "&",
        "&amp;",
        "<!--",
        "<![CDATA[",
        "<item xml:base='a/'>",
        "<?x?>",
        "<link href=a>",
        "<title>",
    ] {
        let xml = format!("<rss><item>{}", piece.repeat(100_000));
        let (found, checks) = interrupts::counted(|| entries(&xml, Some("https://a.example/"), &Limits::default()));
        assert!(found.is_ok() && (checks > 0 || ["<item x='", "<!--", "<![CDATA["].contains(&piece)), "{piece}");
    }
    let base = format!("https://a.example/{}/", "b".repeat(8000));
    let xml = format!("<urlset xml:base='{base}'>{}</urlset>", "<url><loc>a</loc></url>".repeat(20_000));
    let bytes: usize = of(&xml, None).iter().filter_map(|entry| Some(entry.url.as_ref()?.len())).sum();
    assert!(bytes < 4 << 20, "{bytes}");
}

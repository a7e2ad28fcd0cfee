-- goce_feed: RSS, Atom, JSON Feed, OPML, sitemaps, what is no feed, hostile feeds.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
SET goce.max_html_size = '64MB';
SET timezone = 'UTC';
SELECT pg_backend_pid() AS backend \gset

\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

CREATE TABLE feed (name text, xml text);
INSERT INTO feed VALUES
('RSS 2.0', E'\n <?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title><item><title>Rye &amp; &nbsp;salt &</title><link>/1</link>
    <guid isPermaLink="false">g1</guid><pubDate>Mon, 03 May 2021 10:00:00 +0200</pubDate><description>short</description>
    <content:encoded><![CDATA[<p>One <b>bold</b>.</p><p>Two.</p>]]></content:encoded></item>
    <item><guid>https://a.example/2</guid><pubDate>3 May 21 10:00 EST</pubDate></item><item><title>cut o'),
('RSS 1.0', '<rdf:RDF xmlns="http://purl.org/rss/1.0/"><item rdf:about="https://a.example/1"><title>1</title><link>https://a.example/1</link><dc:date>2021-05-03</dc:date></item></rdf:RDF>'),
('Atom', '<feed xml:base="https://b.example/en/"><entry><title type="html">a &lt;b&gt;b&lt;/b&gt;</title><link rel="alternate" href="1"/><id>tag:1</id>
    <updated>2021-05-03T10:00:00Z</updated><content type="xhtml"><div><p>One</p><p>two</p></div></content></entry></feed>'),
('sitemap', '<urlset><url><loc>https://a.example/?a=1&amp;b=2</loc><lastmod>2021-05-03T10:00:00.5+02:00</lastmod></url></urlset>'),
('index', '<sitemapindex><sitemap><loc>https://a.example/s.xml</loc><lastmod>yesterday</lastmod></sitemap></sitemapindex>'),
('JSON Feed', '{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"2","url":"2","title":"B","content_html":"<p>One <b>two</b>","date_published":"2021-05-03T10:00:00+02:00"},{"id":1,"content_text":"a < b"}]}'),
('text sitemap', E'https://a.example/1\n\nhttps://a.example/2?x=1\n'),
('OPML', '<opml><body><outline text="News"><outline text="A &amp;amp; b" xmlUrl="/a.xml" htmlUrl="/a"/></outline></body></opml>'),
('news, video', '<urlset xmlns:n="http://www.google.com/schemas/sitemap-news/0.9" xmlns:v="http://www.google.com/schemas/sitemap-video/1.1"><url><loc>/n</loc><n:news><n:title>N</n:title>
    <n:publication_date>2021-05-03</n:publication_date></n:news></url><url><loc>/v</loc><v:video><v:title>V</v:title><v:description>On ice.</v:description></v:video></url></urlset>'),
('podcast', '<rss xmlns:i="http://www.itunes.com/dtds/podcast-1.0.dtd"><item><title>1</title><guid>https://a.example/1</guid><i:summary>Notes.</i:summary></item></rss>'),
('Atom, mixed', '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:c="http://purl.org/rss/1.0/modules/content/"><entry><title type="html">&lt;![CDATA[A &amp;amp; b]]&gt;</title>
    <c:encoded><![CDATA[<p>All of <b>it</b>.]]></c:encoded></entry></feed>'),
('HTML', '<html><item>x</item></html>'), ('text', 'a < b & c'), ('empty', ''), ('NULL', NULL);
SELECT name, f.* FROM feed, goce_feed(xml, 'https://a.example/feed') AS f;
SELECT count(*) AS none FROM feed, goce_feed(xml) WHERE name IN ('HTML', 'text', 'empty', 'NULL');

-- A feed as Chrome shows it, and behind what a faulty program wrote; one that a page quotes is none.
SELECT name, f.title, f.url FROM (VALUES
    (1, 'Chrome', '<html><body><div id="webkit-xml-viewer-source-xml"><rss><item><title>Ice</title><link>/1</link></item></rss></div><div><span>This XML file</span></div></body></html>'),
    (2, 'warning', E'<br />\n<b>Warning</b>: no such file<br />\n<?xml version="1.0"?><rss><item><title>Salt</title><link>/2</link></item></rss>'),
    (3, 'quoted', '<div><rss><item><title>Rye</title></item></rss></div>')) AS page(n, name, xml)
LEFT JOIN LATERAL goce_feed(xml, 'https://a.example/') AS f ON true ORDER BY n;

-- Entities are not expanded.
SELECT title FROM goce_feed('<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><rss><item><title>&b;&b;</title></item></rss>');
-- Nothing of U+0000, and nothing that could run.
SELECT title, url FROM goce_feed('<rss><item><title>a&#0;b</title><link>javascript:x(1)</link></item></rss>');
CREATE TABLE hostile (name text, xml text);
INSERT INTO hostile VALUES
    ('200,000 nested elements', '<rss>' || repeat('<a>', 200000)),
    ('100,000 items', '<rss>' || repeat('<item><title>x</title></item>', 100000)),
    ('100,000 unclosed items', '<rss>' || repeat('<item><title>x', 100000)),
    ('one item of 1 MB', '<rss><item><description>' || repeat('&lt;b&gt;x', 100000) || '</description></item>'),
    ('20,000 attributes', '<rss><item ' || (SELECT string_agg('a' || n || '="1"', ' ') FROM generate_series(1, 20000) AS n) || '><title>x</title></item>'),
    ('open comment', '<rss><item><title>x</title></item><!--' || repeat(' - ', 100000)),
    ('100,000 addresses', repeat(E'https://a.example/\n', 100000)),
    ('50,000 namespaces', '<rss><item ' || (SELECT string_agg('xmlns:a' || n || '="b"', ' ') FROM generate_series(1, 50000) AS n) || '><a1:title>x</a1:title></item>'),
    ('JSON nested', repeat('{"items":[', 100000)),
    ('JSON of 20,000 items', '{"feed_url":"","items":[' || repeat('{"title":"x"},', 20000) || ']}'),
    ('ampersands', '<rss><item><title>' || repeat('&', 100000) || '</title></item>');
SELECT name, count(f.*), sum(length(title)) AS titles, sum(length(text)) AS texts FROM hostile LEFT JOIN LATERAL goce_feed(xml) AS f ON true GROUP BY name ORDER BY name;
SET goce.max_html_size = '1kB';
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_feed(repeat('x', 1025)) $$);
SELECT provolatile, proparallel, proisstrict FROM pg_proc WHERE proname = 'goce_feed';
SELECT pg_backend_pid() = :backend AS same_backend;
DROP TABLE feed, hostile;

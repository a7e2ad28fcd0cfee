-- goce_metadata.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
-- Pages of this size are above the default, and at the ceiling.
SET goce.max_html_size = '64MB';
SELECT pg_backend_pid() AS backend \gset

\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

-- Every field, by JSON-LD, by <meta>, by microdata, by markup alone.
CREATE TABLE page (name text, html text);
INSERT INTO page VALUES
('JSON-LD', '<html lang=en-GB><title>Rye bread in winter | The Baker</title><link rel=canonical href=/2021/rye>
    <meta property=og:site_name content="The Baker"><meta property=og:image content=/rye.jpg>
    <script type="application/ld+json">{"@context": "https://schema.org", "@graph": [
        {"@type": "WebSite", "name": "The Baker", "@id": "#site"},
        {"@type": "Person", "@id": "#ann", "name": "Ann Miller"},
        {"@type": ["BlogPosting"], "headline": "Rye bread in winter", "author": [{"@id": "#ann"}, "Ben Baker"],
         "datePublished": "2021-05-03T10:00:00+02:00", "dateModified": "2021-05-04", "keywords": "rye, sourdough,rye",
         "description": "A loaf for the cold.", "inLanguage": "en"}]}</script><h1>Rye bread in winter</h1>'),
('meta', '<title>Rye bread in winter - The Baker</title><meta name=author content="Ann Miller and Ben Baker">
    <meta property=og:title content="Rye bread in winter"><meta name=dc.date content=20210503><meta name=description content="A &amp;amp; B">
    <meta property=article:modified_time content="2021-05-04T10:00:00Z"><meta property=article:tag content=rye><meta property=article:tag content=bread>
    <meta property=og:locale content=de_DE><meta property=og:url content=https://example.org/rye>'),
('microdata', '<article itemscope itemtype="https://schema.org/NewsArticle"><meta itemprop=datePublished content=2021-05-03>
    <h1 itemprop=headline>Rye bread</h1><span itemprop=author itemscope itemtype=https://schema.org/Person>by <b itemprop=name>Ann Miller</b></span></article>'),
('markup', '<html lang=de><title>Roggenbrot</title><h1>Roggenbrot</h1><p class=byline>Von Anna Müller | 3. Mai 2021, 10:07 Uhr</p><p>Text'),
('neither name nor date', '<title>Home</title><meta name=author content=admin><meta name=author content=@baker>
    <meta name=author content=https://example.org/ann><meta name=date content=yesterday><meta name=pubdate content="May 2021"><h1>Home</h1>'),
('nothing', '<p>text'), ('empty', ''), ('NULL', NULL);
SELECT name, jsonb_pretty(goce_metadata(html, 'https://example.org/')) FROM page;
-- A product, and what robots may do.
SELECT goce_metadata('<title>A chair</title><script type="application/ld+json">{"@type": "Product", "name": "A chair", "gtin13": "0012345678905",
    "brand": {"name": "Wood"}, "offers": {"price": "1.299,50", "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}}</script>') -> 'product' AS product;
SELECT goce_metadata('<meta name=robots content="noindex, NoAI"><meta name=gptbot content=noindex><meta name=tdm-reservation content=1>',
    headers => E'X-Robots-Tag: noimageai\r\nContent-Signal: search=yes, ai-train=no\r\n') AS robots, goce_metadata('', headers => 'Server: x') AS none;
-- What a page is about, its licence, and who may read it.
SELECT goce_metadata('<h1>Organ</h1><div itemscope itemtype=https://schema.org/MusicEvent><b itemprop=name>Organ</b><time itemprop=startDate datetime=2024-05-03T12:00>noon</time></div>
    <a rel=license href=https://creativecommons.org/licenses/by/4.0/>CC</a><meta property=article:content_tier content=metered>') - 'title' AS typed;
SELECT goce_metadata(NULL, 'https://example.org/') IS NULL AS null_html, goce_metadata('<p>x', NULL);
-- The address resolves others, and its path is the last source of a day.
SELECT goce_metadata('<link rel=canonical href=/a>'), goce_metadata('<link rel=canonical href=/a>', 'https://example.org/b'),
       goce_metadata('<p>x', 'https://example.org/2021/05/03/rye'), goce_metadata('<p>x', 'no address');

-- JSON-LD that is no JSON.
SELECT goce_metadata(format('<script type="application/ld+json">%s</script>', script))
FROM (VALUES ('{"@type": "Article", "headline": "Rye", "author": "Ann Miller",}'), ('<!-- {"@type": "Article", "headline": "Rye"} -->'),
    (E'//<![CDATA[\n{"@type": "Article", "headline": "Rye\nbread"}\n//]]>'), ('{"@type": "Article", "headline": "Rye "bread" now", "author": {"name": "Ann Mil'),
    ('{&quot;@type&quot;: &quot;Article&quot;, &quot;headline&quot;: &quot;Rye&quot;}'), ('{"@type": "Article", "headline": "a\u0000b"}'),
    ('no JSON'), ('')) AS script(script);

-- Numbers are read as a date only where day and month are known.
SELECT language, written, goce_metadata(format('<html lang=%s><meta name=date content="%s">', language, written)) ->> 'date' AS date
FROM unnest('{en-US,en-GB,de,en}'::text[]) AS language, unnest('{03/04/2021,13/04/2021,03.04.2021}'::text[]) AS written;

-- Months, orders and years of many countries.
SELECT written, goce_metadata(format('<h1>Rye</h1><p class=date>%s', written)) ->> 'date' AS date
FROM unnest('{"5 EKİM 2021 Salı","3. května 2021","23 Δεκεμβρίου 2011","2021. május 3.","2021. gada 3. maijs","3 พ.ค. 2564",
    "۱۳ اردیبهشت ۱۴۰۰","21 رمضان 1442","令和3年5月3日","3. listopada 2021.","3 listopada 2021"}'::text[]) AS written;
-- The page's date is near its heading, labels tell changes apart, and another statement tells the time of the place.
SELECT name, found ->> 'date' AS date, found ->> 'modified' AS modified
FROM (VALUES ('label', '<h1>Rye</h1><p class=date>Updated: 2 November 2023 | Published: 14 March 2019'),
    ('above', '<div><span>12 March 2021</span></div><h1>Rye</h1><section class=suggested><time datetime=2020-01-20>x</time></section>'),
    ('citation', '<h1>Rye</h1><p><span class=accessdate>Retrieved 3 May 2021</span>'),
    ('title', '<h1>Rye</h1><abbr title="2021-05-03T10:00:00+02:00">two days ago</abbr>'),
    ('place', '<meta property=article:published_time content="2023-11-09T01:49:09Z"><h1>Rye</h1><p>8 November 2023, 5:49 pm')) AS page(name, html),
    goce_metadata(html) AS found;
-- Bylines of several elements, roles, labels and mentions.
SELECT name, goce_metadata('<h1>Rye</h1>' || html, 'https://example.org/') -> 'authors' AS authors
FROM (VALUES ('spans', '<p class=byline>By <span class=byline-name>ANN MILLER</span>, <span class=byline-name>BEN BAKER</span> and <span class=byline-name>CLEO DORN</span>'),
    ('links', '<p>By <a rel=author href=/a>Ann Miller</a> &amp; <a rel=author href=/b>Ben Baker</a></p><p>x</p><a rel=author href=/c>Cleo Dorn</a>'),
    ('role', '<div class=byline>By political reporter <a href=/p>Ann Miller</a>, <span>The Baker</span></div>'),
    ('label', '<span class=author>Posted on</span> <a>3 May 2021</a> by <span class="author vcard"><a>ann</a></span>'),
    ('credits', '<p class=author>Web architecture: Baker Ltd</p>'), ('word', '<p class=author>АВТОРЫ</p>'),
    ('written', '<p><b class=credit__role>Photos</b> <a>Petri Lahti</a> <b class=credit__role>Text</b> <a>Maija Laine</a>'),
    ('mention', '<p>x<section class=webmentions><span class=author>Ann Miller</span></section>')) AS page(name, html);
-- Days of events, deadlines and lives are none of publication; Chinese numerals; a newspaper's desk is no author.
SELECT name, goce_metadata(html) - 'title' AS metadata FROM (VALUES
    (1, 'event', '<h1>The fair</h1><p class=meta>Closing date: 14 June 2023, posted 2 May 2023</p><p>It is on the quay.'),
    (2, 'life', '<h1>Marie Dupont</h1><p class=date>Née le 2 mai 1931, morte le 4 avril 2019. Mis en ligne le 9 avril 2019</p><p>Elle tenait le phare.'),
    (3, 'deadline', '<h1>Der Lauf</h1><p class=date>Anmeldeschluss: 1. Juni 2022</p><p>Am Hafen.'),
    (4, 'numerals', '<h1>大桥通车</h1><p class=date>二○二一年十二月三十日</p><p>大桥通车了，汽车和行人又可以通过。'),
    (5, 'byline', '<h1>Die Brücke</h1><p class=byline>Die Redaktion, 3. Mai 2021</p><p>Sie ist offen.'),
    (6, 'desk', '<meta name=author content="News Desk"><h1>The bridge</h1><p>It is open.'),
    (7, 'agency', '<meta name=author content="Ann Miller, Ben Baker, dpa"><h1>Die Brücke</h1><p>Sie ist offen.')) AS page(n, name, html) ORDER BY n;

-- Titles without what divides them from nothing.
SELECT goce_metadata('<title> - Home</title>') ->> 'title' AS home, goce_metadata('<title>Rye » </title>') ->> 'title' AS rye;

-- A torn page says so; a whole one says nothing.
SELECT goce_metadata('<html lang=en><title>Rye<meta name=author content="Ann Miller"></head><body><h1>Rye</h1></body>') AS torn,
       goce_metadata('<html lang=en><title>Rye</title><body><h1>Rye</h1></body>') AS whole,
       goce_metadata('<title>Rye<p>' || repeat('<title>Rye<!-- -><p>bread', 200000)) AS often;

-- Hostile pages.
SELECT name, goce_metadata(html) AS metadata FROM (VALUES
    ('1,000,000 meta', repeat('<meta name=author content="Ann Miller">', 1000000)),
    ('200,000 nested arrays', '<script type="application/ld+json">' || repeat('[', 200000) || repeat(']', 200000) || '</script>'),
    ('50 MB of JSON-LD', '<script type="application/ld+json">{"@type": "Article", "headline": "' || repeat('x', 50000000) || '"}</script><title>Rye</title>'),
    ('10 MB of title', '<title>' || repeat('x', 10000000) || '</title><h1>Rye</h1>'),
    ('10 MB of canonical address', '<link rel=canonical href=https://example.org/' || repeat('x', 10000000) || '><h1>Rye</h1>'),
    ('200,000 nested bylines', repeat('<div class=byline>', 200000) || 'Ann Miller'),
    ('500,000 times', repeat('<time>', 500000) || '2021-05-03'),
    ('200,000 h1', repeat('<h1>Rye bread</h1>', 200000)),
    ('quotes without end', '<script type="application/ld+json">' || repeat('" ', 400000) || '</script><h1>Rye</h1>')) AS page(name, html);
SET goce.max_html_size = '1kB';
SELECT * FROM pg_temp.failure($$ SELECT goce_metadata(repeat('x', 1025)) $$);
SET goce.max_html_size = '64MB';
SELECT pg_backend_pid() = :backend AS same_backend;

-- The foot of the page's own article counts after all else, and seconds of scripts are a date.
SELECT name, metadata ->> 'author' AS author, metadata ->> 'date' AS date, metadata ->> 'modified' AS modified
FROM (VALUES
    ('own foot', '<footer><time datetime=2021-05-03>3 May</time> by <a rel=author>Ann Miller</a></footer>'),
    ('foot of a quotation', '<blockquote><footer><time datetime=2021-05-03>3 May</time> by <a rel=author>Ann Miller</a></footer></blockquote>'),
    ('beside the headline', '<time datetime=2021-05-02>2 May</time><footer>Next: Oats <time class=published datetime=2021-05-03>3 May</time></footer>'),
    ('seconds', '<abbr class=timestamp data-utime=1620000000>Monday</abbr>'),
    ('a change', '<p>Letzte Änderung: 3. Mai 2021</p>'),
    ('no change', '<p>Änderungen vorbehalten, 3. Mai 2021</p>')) AS page(name, html),
    goce_metadata('<title>Rye | Mill</title><article><h1>Rye</h1>' || html || '</article>') AS metadata;

-- As a generated column, and in parallel.
CREATE TABLE described (html text, metadata jsonb GENERATED ALWAYS AS (goce_metadata(html)) STORED);
INSERT INTO described SELECT html FROM page;
SELECT metadata ->> 'author' AS author, count(*) FROM described GROUP BY 1 ORDER BY 1;
SELECT provolatile, proparallel, proisstrict FROM pg_proc WHERE proname = 'goce_metadata';
DROP TABLE page, described;

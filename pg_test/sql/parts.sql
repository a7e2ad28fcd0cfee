-- goce_links, goce_tables, goce_images: results, NULLs, hostile pages.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
SET goce.max_html_size = '64MB';
SELECT pg_backend_pid() AS backend \gset
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

CREATE TABLE page AS SELECT
    '<title>Ice on the harbour</title><header><a href=/><img src=/logo.svg alt="The Gull" width=40></a>'
    '<nav><ul><li><a href=/news>News</a><li><a href=/sport>Sport</a><li><a href=/weather rel="tag nofollow" title="The  weather">Weather</a></ul></nav></header>'
    '<main><article><h1>Ice on the harbour</h1><figure><a href=/ice.jpg><img src=small.jpg srcset="middle.jpg 800w, large.jpg 1600w" alt="The ferry"></a>'
    '<figcaption>The ferry on Monday.</figcaption></figure>'
    '<p>The harbour froze over night, and the <a href="ferry.html">ferry to the islands</a> stayed where it was. Nobody had seen the like of it for thirty years.</p>'
    '<h2>How cold it was</h2><p>The coldest night was that of Sunday, when nobody went out without a reason to.</p>'
    '<table><caption>Nights</caption><tr><th rowspan=2>Night<th colspan=2>Degrees<tr><th>Harbour<th>Island'
    '<tr><td>Saturday<td>-11<td rowspan=2>-14<tr><td>Sunday<td>-17<tr><td>Monday</table>'
    '<p>The ferry goes again as soon as the ice breaker has come up from the south, which may take a week.</p>'
    '<p class=share><a href="https://www.facebook.com/sharer?u=x">Share</a> <a href="javascript:print()">Print</a></article>'
    '<section class=related><h3>Also in the news</h3><ul><li><a href=/a/1>The bridge is open after two years of work</a>'
    '<li><a href=/a/2>A cyclist crosses first, with a trailer of apples</a></ul></section>'
    '<div id=comments><h3>Comments</h3><p><a href=/u/ann>Ann</a>: So cold! See <a href="https://b.example/">what I wrote</a>.</div></main>'
    '<footer><a href=/imprint>Imprint</a> <a href="mailto:desk@gull.example">Write to us</a> &copy; The Gull</footer>'::text AS html;
SELECT ord, url, text, region, is_content, heading_path FROM page, goce_links(html, 'https://gull.example/a/3') ORDER BY ord;
SELECT ord, rel, title, context, xpath FROM page, goce_links(html) WHERE ord IN (4, 5, 6, 13) ORDER BY ord;
SELECT caption, header, rows, is_data, is_content, heading_path, xpath FROM page, goce_tables(html, 'https://gull.example/a/3');
SELECT image.* FROM page, goce_images(html, 'https://gull.example/a/3') AS image ORDER BY ord;

-- Rows of a table as rows: a merged cell is the text of the cell that covers it.
SELECT o ->> 'Night' AS night, o ->> 'Degrees / Island' AS island
FROM page, goce_tables(html), jsonb_array_elements(objects) WITH ORDINALITY AS row(o, number) WHERE is_data ORDER BY number;
-- A header by its look, two columns of one name, and a table without a header.
SELECT header, objects FROM goce_tables('<table><tr><td><b>Boat</b><td><b>Length</b><td><b>Length</b><tr><td>Gull<td>12<td>4</table><table><tr><td>a<td>b</table>');

SELECT (SELECT count(*) FROM goce_links(NULL)) AS links, (SELECT count(*) FROM goce_tables(NULL)) AS tables, (SELECT count(*) FROM goce_images(NULL)) AS images;
SELECT (SELECT count(*) FROM goce_links('')) AS links, (SELECT count(*) FROM goce_tables('')) AS tables, (SELECT count(*) FROM goce_images('')) AS images;
SELECT url, text FROM goce_links('<base href=/b/><a href=c>one</a><a href="  ">two</a><a name=x>no</a><map><area href=d alt=three></map><a href="JAVASCRIPT:x">four</a><p hidden><a href=e>no</a>');
SELECT url, width FROM goce_images('<img src="data:image/png;base64,AA" data-src=a.jpg><img src="data:image/png;base64,AA"><img src=dot.gif width=1 height=1><picture><source srcset="b.webp 2x"><img src=b.jpg width=300></picture>');
SELECT rows FROM goce_tables(E'<table><tr><td>"\\\t\u00e9<td><table><tr><td>in</table></table>');

-- DataTables shows the header in a table of its own, and hides it in that of the rows.
SELECT ord, header, rows FROM goce_tables('<div class=dataTables_scroll><div class=dataTables_scrollHead><table><thead><tr><th>Boat<th>Length</table></div>'
    '<div class=dataTables_scrollBody><table><thead><tr><th><div class=dataTables_sizing style="height: 0; overflow: hidden">Boat</div>'
    '<th><div class=dataTables_sizing style="height: 0; overflow: hidden">Length</div><tbody><tr><td>Gull<td>12<tr><td>Tern<td>9</table></div></div>');

-- Hostile pages.
CREATE TABLE hostile (name text, html text);
INSERT INTO hostile VALUES
    ('100,000 nested links', repeat('<a href=x><b>y', 100000)),
    ('100,000 links in a line', repeat('<a href=x>y</a> ', 100000)),
    ('100,000 links deep', repeat('<div class=nav><ul><li>', 100000) || repeat('<a href=/x>some words of text</a>', 100)),
    ('nested tables', repeat('<table><tr><td>a', 20000)),
    ('100,000 rows', '<table>' || repeat('<tr><td>a<td>b', 100000)),
    ('100,000 cells', '<table><tr>' || repeat('<td>a', 100000)),
    ('100,000 headings', repeat('<h2>a</h2><a href=x>y</a>', 100000)),
    ('names', repeat('<div class="' || repeat('nav-menu ', 30) || '"><a href=x>y</a></div>', 5000)),
    ('a long set', '<img srcset="' || repeat('a 1w,', 1000000) || '">'),
    ('pictures', repeat('<figure><img src=x><figcaption>y</figcaption>', 50000));
-- The rows, or the SQLSTATE.
CREATE FUNCTION pg_temp.rows_of(html text, function text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    number text;
BEGIN
    EXECUTE format('SELECT count(one) FROM %s($1, ''https://a.example/b'') AS one', function) INTO number USING html;
    RETURN number;
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE;
END $$;
SELECT name, pg_temp.rows_of(html, 'goce_links') AS links, pg_temp.rows_of(html, 'goce_tables') AS tables, pg_temp.rows_of(html, 'goce_images') AS images
FROM hostile;
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_tables('<table>' || repeat('<tr><td colspan=1000 rowspan=65534>', 1000)) $$);
SELECT state FROM pg_temp.failure($$ SELECT * FROM goce_tables('<table><tr><td rowspan=0>' || repeat('word ', 2000) || repeat('<tr>', 20000)) $$);
SELECT state FROM pg_temp.failure($$ SELECT * FROM goce_links(repeat('<div>', 400) || '<h1>' || repeat('word ', 20000) || '</h1>' || repeat('<a href=x>y</a>', 20000)) $$);
SET goce.max_html_size = '1kB';
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_links(repeat('x', 1025)) $$);
SELECT state FROM pg_temp.failure($$ SELECT * FROM goce_tables(repeat('x', 1025)) $$);
SELECT state FROM pg_temp.failure($$ SELECT * FROM goce_images(repeat('x', 1025)) $$);
SELECT pg_backend_pid() = :backend AS same_backend;
DROP TABLE page, hostile;

-- goce_page: a row of what other functions say; and the last page, which is remembered.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

CREATE TABLE page AS SELECT 1 AS id, 'https://a.example/2021/05/03/bridge'::text AS url,
    '<html lang=en-GB><title>The bridge is open - Courier</title><meta name=author content="Ann Miller">'
    '<nav><a href="/">Home</a> <a href="/news">News</a></nav><article><h1>The bridge is open</h1>'
    '<p>After two years of work the bridge carries traffic again. The <a href="/third">third lane</a> follows in autumn.'
    '<p>The first to cross was a cyclist with a trailer full of apples, who had waited since the early morning.</article>'::text AS html;
INSERT INTO page VALUES
    (2, NULL, '<title>Not found</title><p>The page was not found.'),
    (3, NULL, '<title>Shop</title><div id=root></div><script src=app.js></script>'),
    (4, NULL, '<title>One moment</title><p>Please confirm that you are human.'),
    (5, NULL, '<title>Before you continue</title><p>We use cookies.'),
    (6, NULL, '<title>Menu</title><a href=/>one</a> <a href=/>two</a>'),
    (7, NULL, NULL), (8, NULL, '');
SET timezone = 'UTC';
\pset null -
\x
SELECT g.* FROM page, goce_page(html, url) AS g WHERE id = 1;
\x
SELECT id, g.title, g.text, g.markdown, g.confidence >= 0 AS confidence, g.no_text FROM page, goce_page(html, url) AS g ORDER BY id;

-- As the functions of its columns, by any arguments.
CREATE TABLE asked AS
SELECT id, url, html, m.name AS method, comments FROM page, goce_methods() AS m, unnest('{NULL,true,false}'::bool[]) AS comments;
SELECT count(*) AS different FROM asked, goce_page(html, url, method, comments => comments) AS g
WHERE g.text IS DISTINCT FROM goce_extract(html, method, comments => comments)
   OR g.markdown IS DISTINCT FROM goce_markdown(html, method, url => url, comments => comments)
   OR g.genre IS DISTINCT FROM goce_genre(html) OR g.page_type IS DISTINCT FROM goce_page_type(html)
   OR g.metadata IS DISTINCT FROM goce_metadata(html, url) OR g.title IS DISTINCT FROM goce_metadata(html, url) ->> 'title'
   OR method = 'auto' AND g.confidence IS DISTINCT FROM goce_confidence(html, comments => comments);
SELECT (goce_page(html, url)).title, (goce_page(html, title => false)).markdown = goce_markdown(html, title => false) AS untitled FROM page WHERE id = 1;
CREATE MATERIALIZED VIEW content AS SELECT p.id, g.* FROM page AS p, goce_page(p.html, p.url) AS g;
SELECT count(*), count(text) FROM content;
SELECT * FROM pg_temp.failure($$ SELECT goce_page('x', method => 'x') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_page('x', method => 'default', focus => 'recall') $$);

-- Why there is no text: a robot check, a page that is gone, the stub of an article for subscribers, and so on. What has a sentence has a text.
SELECT name, p.text, p.no_text FROM (VALUES
    (1, 'robot check', '<title>a.example</title><h1>Vérification en cours</h1><p>Nous voulons nous assurer que c''est bien à vous que nous nous adressons et non à un robot.<p>Faites glisser.<p>ID : 8'),
    (2, 'gone', '<title>Strona nie istnieje | Sklep</title><h1>Ups! Nie znaleźliśmy tej strony</h1><p>Strona została usunięta. Sprawdź adres.<h2>Może Cię zainteresuje</h2><ul><li><a href=/1>Kubek</a> 29,00 zł</ul>'),
    (3, 'stub', '<title>Dry dock | Post</title><h1>Dry dock</h1><p>This article is for subscribers.'),
    (5, 'upkeep', '<title>Maintenance</title><p>Briefly unavailable for scheduled maintenance. Check back in a minute.'),
    (6, 'refused', '<title>Access Denied</title><h1>Access Denied</h1><p>You don''t have permission to access "http://a.example/" on this server.<p>Reference #18.9c'),
    (7, 'search', '<title>Zoeken</title><body class="search search-no-results"><h1>Zoekresultaten</h1><p>Geen resultaten voor klok.'),
    (4, 'teaser', '<title>Dry dock | Post</title><h1>Dry dock</h1><p>The dock ran dry on Monday, and nobody knows why it did.<p>This article is for subscribers.')
) AS page(n, name, html), goce_page(html) AS p ORDER BY n;

-- A model in place of a method.
SELECT goce_train($$ SELECT html, 'The bridge is open After two years of work the bridge carries traffic again.'::text FROM page WHERE id IN (1, 4, 5) $$,
                  'tree') AS model \gset
SELECT goce_extract(html, model => :'model') IS NOT DISTINCT FROM goce_extract_with(html, :'model') AS same,
       (goce_page(html, model => :'model')).text IS NOT DISTINCT FROM goce_extract_with(html, :'model') AS same_of_page
FROM page WHERE id IN (1, 4) ORDER BY id;
SELECT goce_markdown(html, model => :'model') IS NOT NULL AS markdown, (SELECT count(*) > 0 FROM goce_blocks(html, model => :'model')) AS blocks,
       (SELECT count(*) > 0 FROM goce_chunks(html, model => :'model')) AS chunks FROM page WHERE id = 1;
SELECT * FROM pg_temp.failure(format($$ SELECT goce_extract('x', 'default', model => %L) $$, :'model'));
SELECT * FROM pg_temp.failure(format($$ SELECT goce_extract('x', focus => 'recall', model => %L) $$, :'model'));
SELECT * FROM pg_temp.failure($$ SELECT goce_extract('x', model => 'x') $$);

-- The last page: the same results with and without, whatever was asked before, and of pages that differ in little.
CREATE TABLE twin AS SELECT n AS id, replace(html, 'bridge', CASE n % 2 WHEN 0 THEN 'bridge' ELSE 'tunnel' END) AS html
FROM page, generate_series(1, 4) AS n WHERE page.id = 1;
CREATE FUNCTION all_of(memory text) RETURNS TABLE (id int, said text) LANGUAGE plpgsql AS $$ BEGIN
    PERFORM set_config('goce.page_memory', memory, true);
    RETURN QUERY SELECT t.id, concat_ws('|', goce_extract(html), goce_markdown(html, focus => 'recall'), goce_genre(html), goce_confidence(html, comments => true),
        goce_extract(html, 'default'), goce_metadata(html), goce_metadata(html, 'https://a.example/2020/01/02/'), goce_html(html, 'goce', 'list-view'),
        (SELECT string_agg(b::text, ' ') FROM goce_blocks(html, 'sd') AS b), (SELECT string_agg(c::text, ' ') FROM goce_chunks(html) AS c),
        (SELECT string_agg(s::text, ' ') FROM goce_select(html, 'p') AS s), goce_sd_kind(html), goce_highlight(html))
    FROM twin AS t, LATERAL (SELECT 1 FROM goce_extract(t.html, 'boilerpipe')) AS first ORDER BY t.id;
END $$;
SELECT count(*) AS rows, count(DISTINCT said) AS different FROM (
    SELECT * FROM all_of('8MB') UNION ALL SELECT * FROM all_of('0') UNION ALL SELECT * FROM all_of('1B')) AS said;
-- Not after an error, and limits hold for it.
BEGIN;
SELECT length(goce_extract(repeat('<p>Twelve words or more, so that the page has some text to extract.', 100), 'default')) AS length;
SAVEPOINT before;
SET LOCAL goce.max_html_size = '1kB';
SELECT goce_extract(repeat('<p>Twelve words or more, so that the page has some text to extract.', 100), 'default');
ROLLBACK TO before;
SELECT length(goce_extract(repeat('<p>Twelve words or more, so that the page has some text to extract.', 100), 'default')) AS length;
COMMIT;
\set VERBOSITY sqlstate
SET goce.page_memory = -1;
\set VERBOSITY default
-- A large page is given back when its query ends, also in a transaction that goes on.
CREATE FUNCTION pg_temp.memory_mb() RETURNS int LANGUAGE sql VOLATILE AS $$
    SELECT substring(pg_read_file('/proc/self/status') FROM 'RssAnon:\s+(\d+) kB')::int / 1024 $$;
CREATE TABLE large AS SELECT repeat('<p class=a>some words</p>', 400000) AS html;
SELECT goce_extract('<p>x', 'default');
BEGIN;
SELECT pg_temp.memory_mb() AS before \gset
SELECT length(goce_extract(html, 'default')), pg_temp.memory_mb() AS during FROM large \gset
SELECT pg_temp.memory_mb() AS given_back \gset
SELECT :during - :before > 40 AS kept_during_the_query, :given_back - :before < 30 AS given_back;
SET LOCAL goce.page_memory = '1GB';
SELECT length(goce_extract(html, 'default')) FROM large;
SELECT pg_temp.memory_mb() - :before > 40 AS kept_if_allowed;
COMMIT;
DROP TABLE large;
DROP TABLE page, asked, twin CASCADE;
DROP FUNCTION all_of(text);

-- A cancel ends the work, not only the statement. Nothing is timed: after each call the same expression list advances
-- a sequence, which no rollback takes back, and PostgreSQL looks for a cancel nowhere between the two. So the sequence
-- stands still exactly where goce noticed the cancel itself.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
CREATE SEQUENCE went_on;

-- A cancel that is there when the work begins. $page is a page, after whose reading the cancel is sent; so are $bytes
-- and $shot.
CREATE FUNCTION pg_temp.notices(call text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    page text := repeat('<div class=x><p>some <b>text</b> of it</div>', 4000);
    shot bytea := (SELECT large FROM screenshot);
    sent text := 'CASE WHEN pg_cancel_backend(pg_backend_pid()) THEN %s END';
BEGIN
    PERFORM setval('went_on', 1, false);
    call := replace(call, '$page', format(sent, '$1'));
    call := replace(call, '$bytes', format(sent, '$2'));
    call := replace(call, '$shot', format(sent, '$3'));
    BEGIN
        EXECUTE 'SELECT ' || call || ', nextval(''went_on'')' USING page, convert_to(page, 'UTF8'), shot;
        PERFORM pg_sleep(0); -- The server notices it here at the latest.
    EXCEPTION WHEN query_canceled THEN
        RETURN NOT is_called FROM went_on;
    END;
END $$;
-- 30,000 x 30,000 black pixels: a header, and a piece of a megabyte over and over.
\getenv abs_srcdir PG_ABS_SRCDIR
\set file :abs_srcdir '/data/images.tsv'
\lo_import :file
\set images :LASTOID
CREATE TABLE screenshot AS WITH image AS (
    SELECT split_part(line, E'\t', 1) AS name, substr(split_part(line, E'\t', 2), 4) AS hex
    FROM regexp_split_to_table(convert_from(lo_get(:images), 'UTF8'), E'\n') AS line
)
SELECT decode(string_agg(CASE name WHEN 'piece, a megabyte of zeros' THEN repeat(hex, 900) ELSE hex END, '' ORDER BY name DESC), 'hex') AS large
FROM image WHERE name IN ('start, 30000 x 30000', 'piece, a megabyte of zeros');
\lo_unlink :images
SET goce.max_screenshot_pixels_limit = 1000000000;
SET goce.max_screenshot_pixels = 1000000000;
-- The first is not goce's: it looks for no cancel.
SELECT call, pg_temp.notices(call) FROM (VALUES
    ('md5($page)'),
    ('goce_extract($page)'),
    ('goce_markdown($page)'),
    ('goce_html($page)'),
    ('goce_highlight($page)'),
    ('goce_blocks($page)'),
    ('goce_select($page, ''p:has(~ p)'')'),
    ('goce_items($page)'),
    ('goce_posts($page)'),
    ('goce_links($page)'),
    ('goce_tables($page)'),
    ('goce_images($page)'),
    ('goce_hidden($page)'),
    ('goce_extract($page, hidden => ''none'')'),
    ('goce_diff($page, $1 || ''<p>x'')'),
    ('goce_diff($1 || ''<p>x'', $page)'),
    ('goce_chunks($page)'),
    ('(SELECT goce_site(html) FROM (SELECT $page) AS page(html))'),
    ('goce_site_accum(goce_site_accum(NULL, $1), $page || 1)'),
    ('goce_simhash($page)'),
    ('goce_minhash($page)'),
    ('goce_language($page)'),
    ('goce_regconfig($page)'),
    ('goce_url(''https://example.org/?'' || $page)'),
    ('goce_markdown($page, front_matter => true)'),
    ('goce_confidence($page)'),
    ('goce_metadata($page)'),
    ('goce_structured($page)'),
    ('goce_feed(''<rss><item><title>'' || $page)'),
    ('goce_genre($page)'),
    ('goce_genre($page, NULL, ''svm'')'),
    ('goce_genre(NULL, $shot)'),
    ('goce_genre_scores($page)'),
    ('goce_genre_scores(NULL, $shot)'),
    ('goce_page_type($page)'),
    ('goce_page_type_scores($page)'),
    ('goce_page_type(NULL, $shot)'),
    ('goce_page_type_scores(NULL, $shot)'),
    ('goce_sd($page)'),
    ('goce_sd_kind($page)'),
    ('goce_decode($bytes)'),
    ('goce_warc($bytes)'),
    ('goce_lcs($page, $1)'),
    ('goce_lcs(left($page, 2000), $1, ''char'')'),
    ('goce_cosine($page, $1)'),
    ('goce_word_f1($page, $1)')
) AS calls(call);

-- A cancel that arrives while the work goes on, which takes long: the timeout only sends it.
SET goce.max_html_size = '64MB';
CREATE TABLE noticed (work text, itself boolean);
CREATE TABLE large (page text, gold text, extracted text, bytes bytea, archive bytea);
ALTER TABLE large ALTER page SET STORAGE EXTERNAL, ALTER bytes SET STORAGE EXTERNAL, ALTER archive SET STORAGE EXTERNAL;
INSERT INTO large SELECT repeat('<div class=x><p>some <b>text</b></div>', 400000),
    (SELECT string_agg((n::bigint * 7919 % 37)::text, ' ') FROM generate_series(1, 300000) AS n),
    (SELECT string_agg((n::bigint * 104729 % 37)::text, ' ') FROM generate_series(1, 300000) AS n),
    decode(repeat('e9a0', 5000000), 'hex'), decode(repeat('1f8b0808', 5000000), 'hex');
\set before 'ALTER SEQUENCE went_on RESTART; SET statement_timeout = 20'
\set after 'SET statement_timeout = 0; INSERT INTO noticed SELECT :''work'', NOT is_called FROM went_on'

\set work 'parsing'
:before; SELECT goce_extract(page, 'default'), nextval('went_on') FROM (SELECT repeat('<div class=x><p>some <b>text</b></div>', 400000) OFFSET 0) AS t(page); :after;
\set work 'parsing, nested'
:before; SELECT goce_extract(page, 'goce'), nextval('went_on') FROM (SELECT repeat('<div>', 2000000) OFFSET 0) AS t(page); :after;
\set work 'plain text'
:before; SELECT goce_extract(page, 'default'), nextval('went_on') FROM (SELECT repeat('Abcdefghi ', 6000000) OFFSET 0) AS t(page); :after;
\set work 'attributes'
:before; SELECT goce_extract(page, 'default'), nextval('went_on') FROM (SELECT '<p ' || repeat('a=b c ', 10000000) || '>' OFFSET 0) AS t(page); :after;
\set work 'markdown'
:before; SELECT goce_markdown(page, 'default'), nextval('went_on') FROM (SELECT repeat('<div class=x><p>some <b>text</b> and <a href=/y>more</a></div>', 200000) OFFSET 0) AS t(page); :after;
\set work 'html'
:before; SELECT goce_html(page, 'default'), nextval('went_on') FROM (SELECT repeat('<div class=x><p>some <b>text</b> and <a href=/y>more</a></div>', 200000) OFFSET 0) AS t(page); :after;
\set work 'highlight'
:before; SELECT goce_highlight(page, 'default'), nextval('went_on') FROM (SELECT repeat('<div class=x><p>some <b>text</b> and <a href=/y>more</a></div>', 200000) OFFSET 0) AS t(page); :after;
\set work 'metadata'
:before; SELECT goce_metadata(page), nextval('went_on') FROM (SELECT repeat('<p class=date>text <time>x</time>', 500000) OFFSET 0) AS t(page); :after;
\set work 'blocks'
:before; SELECT goce_blocks(page), nextval('went_on') FROM large; :after;
\set work 'selecting'
:before; SELECT goce_select(page, selectors), nextval('went_on') FROM (SELECT left(page, 3000000) AS page, (SELECT string_agg(repeat(':is(* > :not(b), ', 14) || 'b' || n || repeat(')', 14), ',') FROM generate_series(1, 14) AS n) AS selectors FROM large OFFSET 0) AS t; :after;
\set work 'genre'
:before; SELECT goce_genre(page), goce_genre(page, NULL, 'svm'), nextval('went_on') FROM large; :after;
\set work 'screenshot'
:before; SELECT goce_genre(NULL, large), nextval('went_on') FROM screenshot; :after;
\set work 'lcs'
:before; SELECT goce_lcs(gold, extracted), nextval('went_on') FROM large; :after;
\set work 'lcs of characters'
:before; SELECT goce_lcs(gold, extracted, 'char'), nextval('went_on') FROM large; :after;
\set work 'compare'
:before; SELECT goce_compare('SELECT page, gold, ''article'' FROM large'), nextval('went_on'); :after;
\set work 'decode'
:before; SELECT goce_decode(bytes), nextval('went_on') FROM large; :after;
\set work 'warc'
:before; SELECT goce_warc(archive), nextval('went_on') FROM large; :after;
TABLE noticed;

DROP TABLE large, screenshot, noticed;
DROP SEQUENCE went_on;

-- A statement's timeout ends it within 100 ms, in the middle of parsing, of LCS and of a
-- screenshot. The machine may be busy: the best of three tries counts.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
-- Pages of this size are above the default, and at the ceiling.
SET goce.max_html_size = '64MB';

CREATE TABLE large AS SELECT
    repeat('<div class=x><p>some <b>text</b></div>', 400000) AS page,
    repeat('<div>', 2000000) AS nested,
    repeat('Abcdefghi ', 6000000) AS plain,
    '<p ' || (SELECT string_agg('a' || n, ' ') FROM generate_series(1, 4000000) AS n) || '>' AS attributes,
    (SELECT string_agg((n::bigint * 7919 % 37)::text, ' ') FROM generate_series(1, 300000) AS n) AS gold,
    (SELECT string_agg((n::bigint * 104729 % 37)::text, ' ') FROM generate_series(1, 300000) AS n) AS extracted;
CREATE TABLE overrun (name text, started timestamptz DEFAULT clock_timestamp(), ended timestamptz);
\set before 'INSERT INTO overrun (name) VALUES (:''name''); SET statement_timeout = 50'
\set after 'SET statement_timeout = 0; UPDATE overrun SET ended = clock_timestamp() WHERE ended IS NULL'

\set name 'parsing'
\set statement 'SELECT goce_extract(page, ''default'') FROM large'
:before; :statement; :after;
:before; :statement; :after;
:before; :statement; :after;

\set name 'parsing, nested'
\set statement 'SELECT goce_extract(nested, ''goce'') FROM large'
:before; :statement; :after;
:before; :statement; :after;
:before; :statement; :after;

\set name 'plain text'
\set statement 'SELECT goce_extract(plain, ''default'') FROM large'
:before; :statement; :after;
:before; :statement; :after;
:before; :statement; :after;

\set name 'attributes'
\set statement 'SELECT goce_extract(attributes, ''default'') FROM large'
:before; :statement; :after;
:before; :statement; :after;
:before; :statement; :after;

\set name 'blocks'
\set statement 'SELECT count(*) FROM large, goce_blocks(page)'
:before; :statement; :after;
:before; :statement; :after;
:before; :statement; :after;

\set name 'genre'
\set statement 'SELECT goce_genre(page), goce_genre(page, NULL, ''svm'') FROM large'
:before; :statement; :after;
:before; :statement; :after;
:before; :statement; :after;

\set name 'lcs'
\set statement 'SELECT lcs FROM large, goce_lcs(gold, extracted)'
:before; :statement; :after;
:before; :statement; :after;
:before; :statement; :after;

\set name 'lcs of characters'
\set statement 'SELECT lcs FROM large, goce_lcs(gold, extracted, ''char'')'
:before; :statement; :after;
:before; :statement; :after;
:before; :statement; :after;

\set name 'compare'
\set statement 'SELECT count(*) FROM goce_compare(''SELECT page, gold, ''''article'''' FROM large'')'
:before; :statement; :after;
:before; :statement; :after;
:before; :statement; :after;

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

\set name 'screenshot'
\set statement 'SELECT goce_genre(NULL, large) FROM screenshot'
:before; :statement; :after;
:before; :statement; :after;
:before; :statement; :after;

SELECT name, min(ended - started) >= '50 ms' AS was_cancelled, min(ended - started) < '150 ms' AS within_100_ms
FROM overrun GROUP BY name ORDER BY name;

DROP TABLE large, screenshot, overrun;

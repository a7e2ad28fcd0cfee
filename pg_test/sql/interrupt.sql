-- A statement's timeout ends it within 200 ms, in the middle of parsing and of LCS. The machine
-- may be busy: the best of three tries counts.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;

CREATE TABLE large AS SELECT
    repeat('<div class=x><p>some <b>text</b></div>', 1000000) AS page,
    repeat('<div>', 3000000) AS nested,
    repeat('Abcdefghi ', 6000000) AS plain,
    '<p ' || (SELECT string_agg('a' || n, ' ') FROM generate_series(1, 200000) AS n) || '>' AS attributes,
    (SELECT string_agg((n::bigint * 7919 % 37)::text, ' ') FROM generate_series(1, 300000) AS n) AS gold,
    (SELECT string_agg((n::bigint * 104729 % 37)::text, ' ') FROM generate_series(1, 300000) AS n) AS extracted;
CREATE TABLE overrun (name text, beyond interval);
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/overrun.sql'

\set name 'parsing'
\set statement 'SELECT goce_extract(page, ''default'') FROM large'
\i :include
\i :include
\i :include

\set name 'parsing, nested'
\set statement 'SELECT goce_extract(nested, ''goce'') FROM large'
\i :include
\i :include
\i :include

\set name 'plain text'
\set statement 'SELECT goce_extract(plain, ''default'') FROM large'
\i :include
\i :include
\i :include

\set name 'attributes'
\set statement 'SELECT goce_extract(attributes, ''default'') FROM large'
\i :include
\i :include
\i :include

\set name 'blocks'
\set statement 'SELECT count(*) FROM large, goce_blocks(page)'
\i :include
\i :include
\i :include

\set name 'genre'
\set statement 'SELECT goce_genre(page), goce_genre(page, NULL, ''svm'') FROM large'
\i :include
\i :include
\i :include

\set name 'lcs'
\set statement 'SELECT lcs FROM large, goce_lcs(gold, extracted)'
\i :include
\i :include
\i :include

\set name 'lcs of characters'
\set statement 'SELECT lcs FROM large, goce_lcs(gold, extracted, ''char'')'
\i :include
\i :include
\i :include

\set name 'compare'
\set statement 'SELECT count(*) FROM goce_compare(''SELECT page, gold, ''''article'''' FROM large'')'
\i :include
\i :include
\i :include

SELECT name, min(beyond) >= '0 ms' AS was_cancelled, min(beyond) < '200 ms' AS within_200_ms
FROM overrun GROUP BY name ORDER BY name;

DROP TABLE large, overrun;

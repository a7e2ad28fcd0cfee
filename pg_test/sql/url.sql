-- goce_url: forms, what has none, joins, generated columns and indexes.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

SELECT url, goce_url(url) FROM (VALUES ('HTTPS://Example.org:443/a/../b/%7Eann?utm_source=x&c=2&a=1#d'),
    ('https://example.org./b/~ann?a=1&c=2'), ('http://ann:secret@example.org:8080'), ('https://bücher.example/?fbclid=1'),
    ('https://example.org/a;jsessionid=1A?'), ('example.org'), ('mailto:ann@example.org'), (''), (NULL)) AS address(url);
-- The form of a form is the same.
SELECT goce_url(goce_url(url)) = goce_url(url) AS same
FROM unnest('{https://example.org/%%34?b&a=%41,http://0x7f.1,https://example.org?%26=1&&}'::text[]) AS url;

SELECT length(goce_url('https://example.org/?' || repeat('a=1&', 250000))) AS sorted,
       goce_url('https://' || repeat('a.', 100000) || 'org') IS NULL AS long_host,
       length(goce_url('https://example.org/' || repeat('%41/../', 100000))) AS steps;
SELECT * FROM pg_temp.failure($$ SELECT goce_url('https://example.org/' || repeat('a', 1048557)) $$);

-- A join by a generated column and its index.
CREATE TABLE page (url text, form text GENERATED ALWAYS AS (goce_url(url)) STORED, html text);
INSERT INTO page (url, html)
SELECT format('https://example.org/%s?id=%s&utm_medium=mail#top', n % 7, n), format('<link rel=canonical href="/%s?id=%s">', n % 7, n)
FROM generate_series(1, 1000) AS n;
CREATE INDEX ON page USING hash (form);
ANALYZE page;
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT url FROM page WHERE form = goce_url('https://EXAMPLE.org/3?id=3&gclid=x');
SELECT url FROM page WHERE form = goce_url('https://EXAMPLE.org/3?id=3&gclid=x');
SELECT count(*) AS states_its_own FROM page WHERE form = goce_url(goce_metadata(html, url) ->> 'url');
DROP TABLE page;

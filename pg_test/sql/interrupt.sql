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

-- parsing
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT goce_extract(page, 'default') FROM large;
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('parsing', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT goce_extract(page, 'default') FROM large;
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('parsing', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT goce_extract(page, 'default') FROM large;
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('parsing', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);

-- parsing, nested
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT goce_extract(nested, 'goce') FROM large;
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('parsing, nested', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT goce_extract(nested, 'goce') FROM large;
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('parsing, nested', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT goce_extract(nested, 'goce') FROM large;
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('parsing, nested', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);

-- plain text
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT goce_extract(plain, 'default') FROM large;
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('plain text', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT goce_extract(plain, 'default') FROM large;
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('plain text', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT goce_extract(plain, 'default') FROM large;
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('plain text', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);

-- attributes
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT goce_extract(attributes, 'default') FROM large;
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('attributes', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT goce_extract(attributes, 'default') FROM large;
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('attributes', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT goce_extract(attributes, 'default') FROM large;
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('attributes', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);

-- blocks
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT count(*) FROM large, goce_blocks(page);
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('blocks', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT count(*) FROM large, goce_blocks(page);
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('blocks', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT count(*) FROM large, goce_blocks(page);
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('blocks', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);

-- genre
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT goce_genre(page), goce_genre(page, NULL, 'svm') FROM large;
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('genre', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT goce_genre(page), goce_genre(page, NULL, 'svm') FROM large;
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('genre', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT goce_genre(page), goce_genre(page, NULL, 'svm') FROM large;
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('genre', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);

-- lcs
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT lcs FROM large, goce_lcs(gold, extracted);
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('lcs', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT lcs FROM large, goce_lcs(gold, extracted);
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('lcs', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT lcs FROM large, goce_lcs(gold, extracted);
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('lcs', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);

-- lcs of characters
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT lcs FROM large, goce_lcs(gold, extracted, 'char');
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('lcs of characters', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT lcs FROM large, goce_lcs(gold, extracted, 'char');
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('lcs of characters', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT lcs FROM large, goce_lcs(gold, extracted, 'char');
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('lcs of characters', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);

-- compare
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT count(*) FROM goce_compare('SELECT page, gold, ''article'' FROM large');
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('compare', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT count(*) FROM goce_compare('SELECT page, gold, ''article'' FROM large');
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('compare', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);
SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
SELECT count(*) FROM goce_compare('SELECT page, gold, ''article'' FROM large');
SET statement_timeout = 0;
INSERT INTO overrun VALUES ('compare', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);

SELECT name, min(beyond) >= '0 ms' AS was_cancelled, min(beyond) < '200 ms' AS within_200_ms
FROM overrun GROUP BY name ORDER BY name;

DROP TABLE large, overrun;

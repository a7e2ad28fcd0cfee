-- goce_simhash and goce_minhash: values, NULLs, options, indexes.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
SET goce.max_html_size = '64MB';
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

-- Stored values stay comparable: these never change.
SELECT goce_simhash('One two three four'), goce_minhash('One two three four', 4, 2), goce_simhash('今天天气很好'), goce_minhash('今天天气很好', 2, 1);
SELECT goce_simhash(' … ') IS NULL AS no_words, goce_simhash(NULL) IS NULL AS null_text, goce_minhash('') IS NULL AS no_bands,
       goce_minhash(NULL) IS NULL AS null_bands, cardinality(goce_minhash('a', NULL, NULL)) AS bands, goce_simhash('a') = goce_simhash('A.') AS same;
SELECT goce_simhash_distance(0, -1), goce_simhash_distance(5, 5), goce_simhash_distance(1, 6), goce_simhash_distance(NULL, 1);
SELECT * FROM pg_temp.failure($$ SELECT goce_minhash('a', 0) $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_minhash(NULL, 16, 17) $$);

CREATE TABLE text AS
SELECT n, string_agg(md5((n % 500 * 1000 + word)::text), ' ' ORDER BY word) || CASE WHEN n >= 500 THEN ' changed' ELSE '' END AS text
FROM generate_series(0, 999) AS n, generate_series(1, 60) AS word GROUP BY n;
ALTER TABLE text ADD bands int[] GENERATED ALWAYS AS (goce_minhash(text)) STORED, ADD simhash bigint GENERATED ALWAYS AS (goce_simhash(text)) STORED;
CREATE INDEX ON text USING gin (bands);
ANALYZE text;
SET enable_seqscan = off;
-- The index serves; the rest of a plan looks different from version to version of PostgreSQL.
CREATE FUNCTION plan(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN RETURN QUERY EXECUTE 'EXPLAIN (COSTS OFF) ' || query; END $$;
SELECT trim(line) AS index FROM plan('SELECT n FROM text WHERE bands && goce_minhash((SELECT text FROM text WHERE n = 7))') AS line
WHERE line LIKE '%Index Scan%';
SELECT n FROM text WHERE bands && (SELECT bands FROM text WHERE n = 7) ORDER BY n;
-- Each text has one near-duplicate, and no other.
SELECT count(*) AS pairs, count(*) FILTER (WHERE b.n = a.n + 500) AS true_pairs, max(goce_simhash_distance(a.simhash, b.simhash)) < 20 AS near
FROM text AS a JOIN text AS b ON a.bands && b.bands AND a.n < b.n;
SELECT min(goce_simhash_distance(a.simhash, b.simhash)) > 8 AS far FROM text AS a JOIN text AS b ON a.n < b.n AND b.n <> a.n + 500;
-- Long texts.
SELECT goce_simhash(repeat('word ', 5000000)) = goce_simhash('word word word') AS same,
       goce_minhash(repeat('漢', 5000000), 1, 1) = goce_minhash('漢漢漢', 1, 1) AS same_bands;
SET statement_timeout = '200ms';
SELECT goce_minhash(repeat('one more word ', 2000000), 128, 16) IS NULL;
RESET statement_timeout;
DROP TABLE text;

-- Where people put it: generated columns, indexes, materialized views, full-text search,
-- parallel queries.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;

CREATE TABLE archive (
    id int PRIMARY KEY,
    html text,
    content text GENERATED ALWAYS AS (goce_extract(html, 'goce')) STORED
);
INSERT INTO archive (id, html)
SELECT n, format('<nav>menu</nav><article><h1>Page %s</h1><p>%s</p><p>%s</p><p>%s</p></article>', n,
                 repeat('word' || n || ' and more. ', 30), repeat('text ', 20 + n % 7), repeat('end ', 25 + n % 5))
FROM generate_series(1, 3000) AS n;
SELECT count(*) AS pages, count(content) AS with_content FROM archive;

CREATE INDEX archive_type ON archive (goce_page_type(html));
CREATE INDEX archive_search ON archive USING gin (to_tsvector('english', goce_extract(html, 'goce')));
ANALYZE archive;
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT id FROM archive
WHERE to_tsvector('english', goce_extract(html, 'goce')) @@ to_tsquery('english', 'word42');
SELECT id FROM archive WHERE to_tsvector('english', goce_extract(html, 'goce')) @@ to_tsquery('english', 'word42');
EXPLAIN (COSTS OFF) SELECT id FROM archive WHERE goce_page_type(html) = 'forum';
RESET enable_seqscan;

CREATE MATERIALIZED VIEW clean AS SELECT id, goce_extract(html, 'article') AS content FROM archive WHERE id <= 100;
CREATE UNIQUE INDEX ON clean (id);
UPDATE archive SET html = '<p>changed' WHERE id = 7;
REFRESH MATERIALIZED VIEW CONCURRENTLY clean;
SELECT c.content AS refreshed, a.content AS generated FROM clean AS c JOIN archive AS a USING (id) WHERE id = 7;

-- Parallel: aggregated in two steps. The planner does not see the size of pages that are kept
-- out of line, so the table says how many workers it is worth.
ALTER TABLE archive SET (parallel_workers = 2);
EXPLAIN (COSTS OFF) SELECT goce_lcs_eval(content, goce_extract(html)) FROM archive;
EXPLAIN (COSTS OFF) SELECT goce_genre_eval(CASE WHEN id % 2 = 0 THEN 'article' ELSE 'list-view' END, goce_genre(html)) FROM archive;

-- Bit-identical, whatever the plan and the order.
CREATE TABLE result (plan text, lcs text, genre text);
CREATE VIEW evaluation AS SELECT
    goce_lcs_eval(content, goce_extract(html, 'article'))::text AS lcs,
    goce_genre_eval(CASE WHEN id % 3 = 0 THEN 'article' ELSE 'list-view' END, goce_genre(html, NULL, 'svm'))::text AS genre
FROM archive;
INSERT INTO result SELECT 'parallel', * FROM evaluation;
SET max_parallel_workers_per_gather = 0;
INSERT INTO result SELECT 'serial', * FROM evaluation;
INSERT INTO result SELECT 'backwards', goce_lcs_eval(content, goce_extract(html, 'article') ORDER BY id DESC)::text,
    goce_genre_eval(CASE WHEN id % 3 = 0 THEN 'article' ELSE 'list-view' END, goce_genre(html, NULL, 'svm') ORDER BY random())::text
FROM archive;
SELECT count(DISTINCT lcs) AS lcs_results, count(DISTINCT genre) AS genre_results FROM result;
RESET max_parallel_workers_per_gather;

-- Any division of the rows combines to the same state.
WITH part AS (SELECT n, (SELECT format('{%s}', array_to_string(array_agg(0), ',')) FROM generate_series(1, 11)) AS zero
              FROM generate_series(1, 5) AS n),
     state AS (SELECT goce_lcs_eval_accum(zero::bigint[], 'a b c' || repeat(' d', n), 'a c') AS state, n FROM part)
SELECT goce_lcs_eval_combine(goce_lcs_eval_combine(a.state, b.state), c.state)
     = goce_lcs_eval_combine(a.state, goce_lcs_eval_combine(c.state, b.state)) AS associative
FROM state AS a, state AS b, state AS c WHERE (a.n, b.n, c.n) = (1, 3, 5);

DROP VIEW evaluation;
DROP TABLE result;
DROP MATERIALIZED VIEW clean;
DROP TABLE archive;

-- The SD algorithm: goce_sd, goce_sd_kind, goce_sd_fit, goce_region_accuracy.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;

\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

CREATE TABLE page (name text, html text);
INSERT INTO page VALUES
('blog', '<div id=page><nav><a href="/">Home</a></nav><div class=post><h1>A winter of rye</h1>'
    '<p>The starter sleeps on the cold sill, and wakes only for Saturday''s loaf.'
    '<p>Twelve hours later it doubles, cracks and smells of apples.</div>'
    '<ol><li><div class=comment><b>Ann</b><p>Mine never doubles before noon. What flour is it?</div>'
    '<li><div class=comment><b>Ben</b><p>Try a warmer sill, and wholemeal from the mill.</div></ol></div>'
    '<footer>All rights reserved, whatever they may be</footer>'),
('news', '<nav><a href="/">Home</a></nav><article><h1>The bridge is open</h1>'
    '<p>After two years of work the bridge carries traffic again.</article><footer>All rights reserved</footer>'),
('thread', '<h1>Ladder chain keeps slipping</h1><div class=post>It slips on the wheel, day after day.</div>'
    '<div class=post>Measure twenty of its links under load.</div><div class=post>Hang it the other way.</div>'),
('empty', '<p>short'), ('nothing', NULL);

SELECT name, goce_sd_kind(html), goce_extract(html, 'sd') FROM page;
SELECT name, s.* FROM page, goce_sd(html) AS s WHERE name <> 'news';
-- T2 = 0: no piece is noise. T1 = 0: the densest region alone is a candidate.
SELECT s.role, s.density, s.text FROM page, goce_sd(html, t2 => 0) AS s WHERE name = 'blog';
SELECT goce_sd_kind(html, 0), goce_sd_kind(html, 100), goce_sd_kind(html, 20, 1e6) IS NULL AS all_noise
FROM page WHERE name = 'thread';
SELECT goce_sd_kind(html, NULL, NULL) = goce_sd_kind(html, 20, 20) AS defaults FROM page WHERE name = 'blog';

-- Thresholds are checked, even where the page is NULL.
SELECT * FROM pg_temp.failure($$ SELECT goce_sd_kind('x', -1) $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_sd_kind(NULL, 101) $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sd('x', 'NaN') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sd(NULL, 0, -1) $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_sd_kind('x', 0, 'Infinity') $$);
SET goce.max_html_size = '1kB';
SELECT * FROM pg_temp.failure($$ SELECT goce_sd_kind(repeat('x', 1025)) $$);
RESET goce.max_html_size;

-- Thresholds are learned.
CREATE TABLE labelled AS SELECT html, goce_sd_kind(html, 40, 0) AS kind FROM page WHERE name <> 'nothing';
SELECT * FROM goce_sd_fit('SELECT * FROM labelled');
SELECT * FROM goce_sd_fit('SELECT html, kind::varchar FROM labelled WHERE kind = ''multiple'' -- comment');
SELECT * FROM goce_sd_fit('SELECT NULL::text, ''article''');
SELECT * FROM goce_sd_fit('SELECT html, NULL FROM labelled;');
SELECT * FROM goce_sd_fit('SELECT * FROM labelled WHERE false');
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sd_fit('SELECT html, ''forum'' FROM labelled') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sd_fit('SELECT html FROM labelled') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sd_fit('SELECT FROM labelled') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sd_fit('SELECT html, 1 FROM labelled') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sd_fit('DELETE FROM labelled') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sd_fit(NULL) $$);
SET statement_timeout = '500ms';
\set VERBOSITY terse
SELECT * FROM goce_sd_fit('SELECT repeat(''<div>long enough to be a region</div>'', 20000), ''article'' FROM generate_series(1, 10000)');
\set VERBOSITY default
RESET statement_timeout;

-- Equation 4.
SELECT goce_region_accuracy(actual, detected)
FROM (VALUES ('{100}'::int[], '{100}'::int[]), ('{100,80}', '{50,0}')) AS page(actual, detected);
SELECT ord, goce_region_accuracy(actual, detected) FROM (VALUES
    (1, '{100,50}'::int[], '{100}'::int[]), (2, '{100}', '{NULL}'), (3, '{100,NULL}', '{100,7}'), (4, '{100}', NULL),
    (5, '{}', '{}'), (6, '{}', '{7}'), (7, '{0}', '{0}'), (8, NULL, '{7}')) AS page(ord, actual, detected)
GROUP BY ord ORDER BY ord;
SELECT goce_region_accuracy(NULL, NULL);
SELECT * FROM pg_temp.failure($$ SELECT goce_region_accuracy('{1}', '{-1}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_region_accuracy(array_fill(NULL::int, '{1048577}'), '{1}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_region_accuracy_final('{1,0}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_region_accuracy_combine('{9223372036854775807,0,0}', '{1,0,0}') $$);
-- The same bits in any order and in any plan.
CREATE TABLE regions AS SELECT ARRAY[n, n + 7] AS actual, ARRAY[n % 91, 3 * n] AS detected FROM generate_series(1, 20000) AS n;
ALTER TABLE regions SET (parallel_workers = 2);
ANALYZE regions;
SET max_parallel_workers_per_gather = 0;
CREATE TABLE serial AS SELECT goce_region_accuracy(actual, detected) AS forward,
    goce_region_accuracy(actual, detected ORDER BY actual DESC) AS backward FROM regions;
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
EXPLAIN (COSTS off) SELECT goce_region_accuracy(actual, detected) FROM regions;
SELECT forward = backward AS any_order, forward = (SELECT goce_region_accuracy(actual, detected) FROM regions) AS any_plan FROM serial;

DROP TABLE page, labelled, regions, serial;

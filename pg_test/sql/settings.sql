-- Limits that users set, below ceilings that superusers set; the time a page may take.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
LOAD 'goce';

\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

-- Above the ceiling a value is refused.
SET goce.max_html_size = '64MB';
SELECT * FROM pg_temp.failure($$ SET goce.max_html_size = 67108865 $$);
SELECT * FROM pg_temp.failure($$ SELECT set_config('goce.max_html_size', '900MB', false) $$);
SELECT * FROM pg_temp.failure($$ SET goce.max_screenshot_pixels = 100000001 $$);
SHOW goce.max_html_size;

-- A ceiling that is lowered holds at once, whatever was set before.
SET goce.max_html_size_limit = '1kB';
SELECT * FROM pg_temp.failure($$ SELECT goce_extract(repeat('x', 1025)) $$);
SELECT length(goce_extract(repeat('x', 1024))) AS at_the_limit;
SET goce.max_html_size_limit = '128MB';
SET goce.max_html_size = '100MB';
RESET goce.max_html_size;
RESET goce.max_html_size_limit;

-- A worker has what its leader has, though it reads the value before the ceiling.
SET goce.max_html_size_limit = '128MB';
SET goce.max_html_size = '100MB';
CREATE TABLE paged AS SELECT '<p>text ' || n AS html FROM generate_series(1, 2000) AS n;
ALTER TABLE paged SET (parallel_workers = 2);
SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
SELECT count(goce_extract(html, 'default')) FROM paged;
RESET goce.max_html_size; RESET goce.max_html_size_limit;
RESET parallel_setup_cost; RESET parallel_tuple_cost; RESET min_parallel_table_scan_size;
DROP TABLE paged;

-- Users set the limits, superusers the ceilings.
CREATE ROLE goce_user;
SET ROLE goce_user;
SET goce.max_html_size = '32MB';
SET goce.page_timeout = '30s';
SELECT * FROM pg_temp.failure($$ SET goce.max_html_size_limit = '1GB' $$);
SELECT * FROM pg_temp.failure($$ SET goce.max_screenshot_pixels_limit = 1000000000 $$);
RESET ROLE;
RESET goce.max_html_size;
DROP ROLE goce_user;

-- A page that takes too long is an ordinary error, which can be caught.
CREATE TABLE slow AS SELECT repeat('<div class=x><p>some <b>text</b></div>', 20000) AS html;
SET goce.page_timeout = '1ms';
SELECT * FROM pg_temp.failure($$ SELECT goce_extract(html, 'default') FROM slow $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_markdown(html, 'default') FROM slow $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_metadata(html) FROM slow $$);
SELECT * FROM pg_temp.failure($$ SELECT count(*) FROM slow, goce_blocks(html) $$);
-- The rows of a page, made one by one, are one call.
SET goce.page_timeout = '100ms';
SELECT * FROM pg_temp.failure($$ SELECT count(*) FROM goce_blocks(repeat('<div>', 60) || repeat('<p>a', 200000), 'default') $$);
SET goce.page_timeout = '1ms';
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, ''text'' FROM slow', 'tree') $$);
SELECT * FROM pg_temp.failure($$ SELECT count(*) FROM goce_compare('SELECT html, ''text'', ''article'' FROM slow', '{default}') $$);
SELECT * FROM pg_temp.failure($$ SELECT lcs FROM goce_lcs(repeat('a b c ', 20000), repeat('c a b ', 20000)) $$);
SET goce.page_timeout = 0;
SELECT goce_extract(html, 'default') IS NOT NULL AS extracted FROM slow;

-- A call takes its time when it begins: not from one before, and not from one within its query.
SET goce.page_timeout = '400ms';
SELECT goce_extract('<p>one', 'default'), pg_sleep(.5) IS NOT NULL AS slept, goce_extract('<p>two', 'default'), goce_genre(NULL, NULL);
SELECT length(goce_train($$SELECT '<nav>Home</nav><p class=text>' || repeat('word' || n || ' ', 30), goce_extract('<p>' || repeat('word' || n || ' ', 30), 'default')
                           FROM generate_series(1, 10) AS n, pg_sleep(.05) AS pause$$, 'tree', '{"folds": 0}')) > 0 AS trained;
CREATE TABLE made AS SELECT goce_train($$SELECT '<nav>Home</nav><p class=text>' || repeat('word' || n || ' ', 30), repeat('word' || n || ' ', 30)
                                         FROM generate_series(1, 10) AS n$$, 'tree', '{"folds": 0}') AS model;
SELECT goce_extract('<p>one', 'default'), pg_sleep(.5) IS NOT NULL AS slept, goce_model_info(model)->>'model' AS model FROM made;
DROP TABLE made;
RESET goce.page_timeout;
DROP TABLE slow;

-- The queries that goce_train, goce_sd_fit and goce_compare read their pages from: errors in the middle
-- leave the session as it was.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;

\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

CREATE TABLE paged AS SELECT n, '<nav>Home</nav><p class=text>' || repeat('word' || n || ' ', 30) AS html, repeat('word' || n || ' ', 30) AS gold
FROM generate_series(1, 50) AS n;

-- An error of the query, of a page, of a value, and of what is in the query: caught, and again.
SELECT count(*), min(state) AS state, min(message) AS message FROM generate_series(1, 20),
    pg_temp.failure($$ SELECT goce_train('SELECT html, (1 / (30 - n))::text FROM paged', 'tree') $$);
SELECT count(*), min(state) AS state, min(message) AS message FROM generate_series(1, 20),
    pg_temp.failure($$ SELECT goce_sd_fit('SELECT html, CASE n WHEN 30 THEN ''no kind'' ELSE ''article'' END FROM paged') $$);
SELECT count(*), min(state) AS state, min(message) AS message FROM generate_series(1, 20),
    pg_temp.failure($$ SELECT goce_compare('SELECT html, gold, CASE n WHEN 30 THEN ''no genre'' ELSE ''article'' END FROM paged', '{default}') $$);
SET goce.max_html_size = '1kB';
SELECT count(*), min(state) AS state, min(message) AS message FROM generate_series(1, 20),
    pg_temp.failure($$ SELECT goce_train('SELECT CASE n WHEN 30 THEN repeat(html, 10) ELSE html END, gold FROM paged', 'tree') $$);
RESET goce.max_html_size;
SELECT state, message FROM pg_temp.failure($$ SELECT goce_train('SELECT html, goce_train(''SELECT 1'', ''tree'')::text FROM paged', 'tree') $$);
SELECT state, message FROM pg_temp.failure($$ SELECT goce_train('SELECT html FROM paged', 'tree') $$);
SELECT state, message FROM pg_temp.failure($$ SELECT goce_train('SELECT', 'tree') $$);
SELECT state, message FROM pg_temp.failure($$ SELECT goce_train('', 'tree') $$);
SELECT state, message FROM pg_temp.failure($$ SELECT goce_train('DELETE FROM paged RETURNING html, gold', 'tree') $$);
SELECT state, message FROM pg_temp.failure($$ SELECT goce_publish('name', '\x00') $$);
-- Nothing is left open, and the name of the application is what it was.
SELECT count(*) AS cursors FROM pg_cursors;
SELECT application_name = current_setting('application_name') AS name_is_back FROM pg_stat_activity WHERE pid = pg_backend_pid();

-- An error at the top level, in a transaction and in a savepoint.
SELECT goce_train('SELECT html, (1 / (30 - n))::text FROM paged', 'tree');
BEGIN;
SAVEPOINT before;
SELECT goce_sd_fit('SELECT html, (1 / (30 - n))::text FROM paged WHERE n = 30');
ROLLBACK TO before;
SELECT length(goce_train('SELECT html, gold FROM paged', 'tree', '{"folds": 0}')) > 0 AS trained;
COMMIT;

-- A query that ends in a comment, in semicolons and spaces; one within one.
SELECT length(goce_train(E'SELECT html, gold FROM paged ;\t; \n;', 'tree', '{"folds": 0}')) > 0 AS trained;
SELECT length(goce_train('SELECT html, gold FROM paged -- all', 'tree', '{"folds": 0}')) > 0 AS trained;
SELECT length(goce_train($$SELECT html, (SELECT min(method) FROM goce_compare('SELECT html, gold, NULL FROM paged WHERE n < 4', '{default}')) || gold FROM paged$$,
                         'tree', '{"folds": 0}')) > 0 AS trained;
SELECT goce_publish('rows', goce_train('SELECT html, gold FROM paged', 'tree', '{"folds": 0}'));
SELECT count(*) AS published FROM goce_models WHERE name = 'rows';
DELETE FROM goce_models WHERE name = 'rows';
DROP TABLE paged;

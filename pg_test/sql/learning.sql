-- goce_train, goce_publish, goce_model_info, goce_extract_with, and the method learnhtml.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;

\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

-- Pages of one site.
CREATE TABLE site AS SELECT n,
    '<body><nav class=top-menu><a class=navItem href=/>Home</a> <a class=navItem href=/n>News of the day</a></nav><main id=content>'
    || (SELECT string_agg('<p class=text>' || paragraph || '</p>', '') FROM unnest(paragraphs) AS paragraph)
    || '</main><div class=imprint>All rights are reserved by us and others.</div>' AS html,
    array_to_string(paragraphs, E'\n\n') AS gold
FROM generate_series(1, 30) AS n,
    LATERAL (SELECT array_agg(rtrim(repeat('Paragraph ' || p || ' of page ' || n || ' tells something of its own. ', 3 + p % 2))) AS paragraphs
             FROM generate_series(1, 3 + n % 4) AS p) AS texts;

-- Every kind of model learns the site, and the same again.
CREATE TABLE trained (kind text, options jsonb, model bytea);
INSERT INTO trained (kind, options) VALUES
    ('logistic', '{"folds": 2, "c": 10}'), ('svm', '{"folds": 2, "features": "numeric"}'),
    ('tree', '{"folds": 3, "features": "text", "ngram_size": 3, "ngram_level": "character"}'),
    ('forest', '{"folds": 2, "trees": 5, "samples": "tags", "class_weight": "normal"}'),
    ('ann', '{"folds": 2, "hidden": [8], "epochs": 30, "learning_rate": 0.01}');
UPDATE trained SET model = goce_train('SELECT html, gold FROM site WHERE n <= 20', kind, options);
SELECT kind, count(*) AS pages, count(*) FILTER (WHERE goce_extract_with(html, model) IS DISTINCT FROM gold) AS different
FROM trained, site WHERE n > 20 GROUP BY kind ORDER BY kind;
SELECT kind, model = goce_train('SELECT html, gold FROM site WHERE n <= 20;', kind, options) AS same_again FROM trained ORDER BY kind;
SELECT kind, info->>'model' = kind AS is_kind, info->'options' @> (options - 'hidden' - 'learning_rate') AS has_options,
       info->'training'->'pages' AS pages, info->'cross_validation'->'folds' AS folds,
       (info->'cross_validation'->>'f1')::numeric > 0.9 AS f1, (info->>'bytes')::int = length(model) AS bytes
FROM trained, goce_model_info(model) AS info ORDER BY kind;
SELECT jsonb_pretty(goce_model_info(goce_train('SELECT html, gold FROM site', 'tree', '{"folds": 2}')) - 'bytes');

-- Publishing; who published is known.
SELECT goce_publish('site', model) FROM trained WHERE kind = 'tree';
SELECT goce_publish('site', model, replace => true) FROM trained WHERE kind = 'forest';
SELECT name, model = (SELECT model FROM trained WHERE kind = 'forest') AS is_the_forest, published_by = current_user AS by_me,
       published_at = now() OR published_at < now() AS has_time
FROM goce_models;
SELECT count(goce_extract_with(html, (SELECT model FROM goce_models WHERE name = 'site'))) AS extracted FROM site;
-- Another model in every row.
SELECT count(DISTINCT goce_extract_with(html, model)) AS texts FROM site, trained WHERE n = 25;
ALTER TABLE site SET (parallel_workers = 2);
SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
SELECT count(goce_extract_with(html, (SELECT model FROM goce_models))) AS in_parallel FROM site;
RESET parallel_setup_cost; RESET parallel_tuple_cost; RESET min_parallel_table_scan_size;

-- By a user with rights on nothing but the query's table.
CREATE ROLE goce_regress_reader;
GRANT SELECT ON site TO goce_regress_reader;
SET ROLE goce_regress_reader;
SELECT length(goce_train('SELECT html, gold FROM site', 'tree', '{"folds": 0}')) > 0 AS trained_by_reader;
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT encode(model, ''hex''), kind FROM trained') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_publish('mine', (SELECT model FROM goce_models)) $$);
SELECT * FROM pg_temp.failure($$ DELETE FROM goce_models $$);
RESET ROLE;
DROP OWNED BY goce_regress_reader;
DROP ROLE goce_regress_reader;

-- NULLs.
SELECT goce_extract_with(NULL, model) IS NULL AS no_page, goce_extract_with(html, NULL) IS NULL AS no_model,
       goce_model_info(NULL) IS NULL AS no_info, goce_extract_with('', model) IS NULL AS nothing
FROM trained, site WHERE kind = 'tree' AND n = 1;
SELECT * FROM pg_temp.failure($$ SELECT goce_train(NULL) $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_publish(NULL, '') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_publish(' ', '') $$);
SELECT length(goce_train('SELECT html, gold FROM site', NULL, NULL)) > 0 AS null_options;

-- Bad options.
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, gold FROM site', 'bayes') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, gold FROM site', 'tree', '{"treees": 3}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, gold FROM site', 'forest', '{"trees": 0}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, gold FROM site', 'forest', '{"trees": 1e400}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, gold FROM site', 'svm', '{"features": "all"}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, gold FROM site', 'ann', '{"hidden": 3}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, gold FROM site', 'ann', '{"folds": 1}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, gold FROM site', 'tree', '[]') $$);

-- Bad queries.
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html FROM site', 'forest') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, gold, n FROM site') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, n FROM site') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, gold FROM nowhere') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('DELETE FROM site RETURNING html, gold') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, gold FROM site WHERE false') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, NULL::text FROM site') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT ''<p></p>'', gold FROM site') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT gold, gold FROM site', 'forest') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, ''of another page'' FROM site', 'forest') $$);

-- Bad models.
CREATE TABLE bad AS SELECT 'nothing' AS what, ''::bytea AS model
UNION ALL SELECT 'a picture', '\x89504e470d0a1a0a0000000d49484452'
UNION ALL SELECT 'cut', substr(model, 1, 1000) FROM trained WHERE kind = 'tree'
UNION ALL SELECT 'changed', set_byte(model, 500, (get_byte(model, 500) + 1) % 256) FROM trained WHERE kind = 'ann'
UNION ALL SELECT 'of a later version', set_byte(model, 8, 9) FROM trained WHERE kind = 'tree';
SELECT what, (pg_temp.failure(format('SELECT goce_model_info(%L)', model))).* FROM bad ORDER BY what COLLATE "C";
SELECT what, (pg_temp.failure(format('SELECT goce_extract_with(%L, %L)', '<p>x', model))).state FROM bad ORDER BY what COLLATE "C";
SELECT what, (pg_temp.failure(format('SELECT goce_publish(%L, %L)', 'bad', model))).state FROM bad ORDER BY what COLLATE "C";

-- Where an IMMUTABLE function is wanted.
CREATE TABLE archive (html text, content text GENERATED ALWAYS AS (goce_extract_with(html, NULL)) STORED);
DROP TABLE archive;

-- The method learnhtml.
SELECT goce_extract(html, 'learnhtml') = gold AS content FROM site WHERE n = 7;
SELECT xpath, is_content, score BETWEEN 0 AND 1 AS probability FROM site, goce_blocks(html, 'learnhtml') WHERE n = 1;
SELECT goce_extract('', 'learnhtml') IS NULL AS nothing;

-- While it goes on it says so, and it can be cancelled; the setting stays what it was.
SET application_name = 'as before';
SET statement_timeout = 300;
SELECT length(goce_train('SELECT html, gold FROM site, generate_series(1, 100)', 'ann', '{"epochs": 1000}'));
RESET statement_timeout;
SELECT application_name FROM pg_stat_activity WHERE pid = pg_backend_pid();
RESET application_name;

-- In another schema.
BEGIN;
DROP EXTENSION goce;
CREATE SCHEMA "Else where";
CREATE EXTENSION goce SCHEMA "Else where";
SELECT "Else where".goce_publish('elsewhere', model) FROM trained WHERE kind = 'tree';
SELECT name FROM "Else where".goce_models;
ROLLBACK;

DELETE FROM goce_models WHERE name = 'site';
SELECT count(*) AS models FROM goce_models;
DROP TABLE site, trained, bad;

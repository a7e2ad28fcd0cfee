-- Published models: goce_publish, goce_model, and goce_compare by their names.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
\set SHOW_CONTEXT never
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include
\set include :abs_srcdir '/include/wait.sql'
\i :include

CREATE TABLE site AS SELECT n, '<nav class=top><a href=/>Home</a> <a href=/n>News of the day</a></nav><main>'
        || '<p class=text>' || text || '</main><div class=imprint>All rights are reserved by us.</div>' AS html, text AS gold
FROM generate_series(1, 20) AS n, LATERAL (SELECT rtrim(repeat(format('Page %s tells something of its own. ', n), 3)) AS text) AS texts;
CREATE TABLE trained AS
SELECT kind, goce_train('SELECT html, gold FROM site WHERE n <= 15', kind, options) AS model
FROM (VALUES ('tree', '{"folds": 0}'::jsonb), ('ann', '{"folds": 0, "epochs": 30, "learning_rate": 0.01}')) AS k (kind, options);

-- Nothing is published.
SELECT * FROM pg_temp.failure($$ SELECT goce_model('mine') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_model(NULL) $$);
-- A name is taken once, unless that is said.
SELECT goce_publish('mine', model) FROM trained WHERE kind = 'tree';
SELECT * FROM pg_temp.failure($$ SELECT goce_publish('mine', model) FROM trained WHERE kind = 'ann' $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_publish('mine', model, NULL) FROM trained WHERE kind = 'ann' $$);
SELECT goce_model('mine') = model AS is_the_first FROM trained WHERE kind = 'tree';
SELECT goce_publish('mine', model, replace => true) FROM trained WHERE kind = 'ann';
SELECT goce_model('mine') = model AS is_the_second, pg_column_size(m.model) > 2000 AS out_of_line
FROM trained JOIN goce_models AS m USING (model) WHERE kind = 'ann';
SELECT goce_publish('new', model, replace => true) FROM trained WHERE kind = 'tree';
SELECT * FROM pg_temp.failure($$ SELECT goce_publish('bad', 'no model', true) $$);
SELECT goce_publish('it''s "quoted" \', model) FROM trained WHERE kind = 'tree';
SELECT name, goce_model(name) = model AS is_its FROM goce_models ORDER BY name COLLATE "C";
SELECT array_agg(length(goce_model(name)) ORDER BY name) = array_agg(length(model) ORDER BY name) AS are_theirs FROM goce_models, generate_series(1, 3);

-- An unknown name: the known ones, the most similar first, and not all of many.
SELECT * FROM pg_temp.failure($$ SELECT goce_model('nine') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_model('') $$);
BEGIN;
INSERT INTO goce_models (name, model) SELECT 'model ' || n, model FROM generate_series(1, 50) AS n, trained WHERE kind = 'tree';
SELECT * FROM pg_temp.failure($$ SELECT goce_model('MODEL 42') $$);
SELECT length(message), hint FROM pg_temp.failure($$ SELECT goce_model(repeat('model 42', 1000)) $$);
ROLLBACK;

-- In functions with an argument "model": for one query, for each row, in parallel.
SELECT count(*) FILTER (WHERE goce_extract(html, model => goce_model('mine')) = gold) AS by_row,
       count(*) FILTER (WHERE goce_extract(html, model => (SELECT goce_model('mine'))) = gold) AS by_subquery,
       count(*) FILTER (WHERE goce_extract_with(html, goce_model('mine')) = gold) AS with
FROM site;
SELECT * FROM pg_temp.failure($$ SELECT goce_extract(html, model => goce_model('mien')) FROM site $$);
ALTER TABLE site SET (parallel_workers = 2);
SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
EXPLAIN (COSTS OFF) SELECT count(goce_extract(html, model => goce_model('mine'))) FROM site;
SELECT count(goce_extract(html, model => goce_model('mine'))) AS in_parallel FROM site;
-- A transaction that has written something is not disturbed either.
BEGIN;
SELECT goce_publish('mine', model, true) FROM trained WHERE kind = 'tree';
SELECT count(*) FILTER (WHERE goce_model('mine') = model) AS seen FROM site, trained WHERE kind = 'tree';
SELECT state, message FROM pg_temp.failure($$ SELECT count(goce_model('mien')) FROM site $$);
ROLLBACK;
RESET parallel_setup_cost; RESET parallel_tuple_cost; RESET min_parallel_table_scan_size;
-- It is no constant of a table.
SELECT state, message FROM pg_temp.failure($$ CREATE TABLE generated (html text, content text GENERATED ALWAYS AS (goce_extract(html, model => goce_model('mine'))) STORED) $$);

-- What is published, and what is undone, is seen by the next command, also where one expression asks again and again.
DO $$
DECLARE
    seen text := '';
BEGIN
    FOR i IN 1 .. 4 LOOP
        IF i = 4 THEN
            DELETE FROM goce_models WHERE name = 'mine';
        ELSE
            PERFORM goce_publish('mine', model, true) FROM trained WHERE kind = CASE i % 2 WHEN 1 THEN 'tree' ELSE 'ann' END;
        END IF;
        FOR j IN 1 .. 2 LOOP
            BEGIN
                IF j = 2 THEN
                    PERFORM goce_publish('mine', model, true) FROM trained WHERE kind = CASE i % 2 WHEN 1 THEN 'ann' ELSE 'tree' END;
                END IF;
                seen := concat_ws(' ', seen, (goce_model_info(goce_model('mine')))->>'model');
                IF j = 2 THEN
                    RAISE EXCEPTION 'undone';
                END IF;
            EXCEPTION WHEN raise_exception OR undefined_object THEN
                seen := concat_ws(' ', seen, SQLSTATE);
            END;
        END LOOP;
    END LOOP;
    RAISE WARNING 'seen: %', seen;
    RAISE EXCEPTION 'undone';
EXCEPTION WHEN raise_exception THEN NULL;
END $$;
-- A cursor goes on with the model that it began with.
BEGIN;
DECLARE extracted CURSOR FOR SELECT goce_model_info(goce_model('mine'))->>'model' AS by FROM site;
FETCH extracted;
SELECT goce_publish('mine', model, true) FROM trained WHERE kind = 'tree';
FETCH extracted;
CLOSE extracted;
ROLLBACK;

-- Two sessions publish one name at once: the second waits for the first. Nothing is lost.
\setenv PGDATABASE :DBNAME
\setenv PGOPTIONS '-c client_min_messages=warning'
CREATE PROCEDURE publish_and(commits boolean) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM goce_publish('race', model) FROM trained WHERE kind = 'tree';
    PERFORM pg_advisory_xact_lock(44);  -- a lock of the table would be seen before its row is
    CALL wait_until('EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid())');
    IF commits THEN COMMIT; ELSE ROLLBACK; END IF;
END $$;
\! psql -X -q -c "CALL publish_and(true)" & psql -X -q -At -c "CALL wait_until('EXISTS (SELECT FROM pg_locks WHERE locktype = ''advisory'' AND objid = 44)')" -c "SELECT goce_publish('race', model) FROM trained WHERE kind = 'ann'" 2>&1; wait
SELECT kind FROM trained, goce_models AS m WHERE m.model = trained.model AND name = 'race';
DELETE FROM goce_models WHERE name = 'race';
\! psql -X -q -c "CALL publish_and(false)" & psql -X -q -At -c "CALL wait_until('EXISTS (SELECT FROM pg_locks WHERE locktype = ''advisory'' AND objid = 44)')" -c "SELECT goce_publish('race', model) FROM trained WHERE kind = 'ann'" 2>&1; wait
SELECT kind FROM trained, goce_models AS m WHERE m.model = trained.model AND name = 'race';
DELETE FROM goce_models WHERE name = 'race';

-- Rights: everybody reads, the owner of the extension publishes.
CREATE ROLE goce_regress_reader;
SET ROLE goce_regress_reader;
SELECT length(goce_model('mine')) > 0 AS read;
SELECT * FROM pg_temp.failure($$ SELECT goce_publish('other', goce_model('mine')) $$);
RESET ROLE;
GRANT INSERT ON goce_models TO goce_regress_reader;
SET ROLE goce_regress_reader;
SELECT goce_publish('other', goce_model('mine'));
SELECT state, message FROM pg_temp.failure($$ SELECT goce_publish('other', goce_model('mine'), true) $$);
RESET ROLE;
SELECT published_by FROM goce_models WHERE name = 'other';
BEGIN;
REVOKE SELECT ON goce_models FROM PUBLIC;
SET ROLE goce_regress_reader;
SELECT * FROM pg_temp.failure($$ SELECT goce_model('mine') $$);
SELECT state, message FROM pg_temp.failure($$ SELECT goce_model('mien') $$);
ROLLBACK;
DELETE FROM goce_models WHERE name = 'other';
DROP OWNED BY goce_regress_reader;
DROP ROLE goce_regress_reader;

-- Compared with methods.
SELECT subset, method, pages, round(word_f1::numeric, 3) AS word_f1
FROM goce_compare('SELECT html, gold, ''article'' FROM site WHERE n > 15', '{default,model:mine,"model:it''s \"quoted\" \\",model:mine}') WHERE subset <> 'list-view';
SELECT goce_publish('my - own', goce_model('mine'));
SELECT method, pages, round(word_f1::numeric, 3) AS word_f1
FROM goce_compare('SELECT html, gold, NULL FROM site WHERE n > 15', '{model:my - own,model:my - own - model:mine,default - model:my - own}') WHERE subset = 'all';
DELETE FROM goce_models WHERE name = 'my - own';
SELECT * FROM pg_temp.failure($$ SELECT goce_compare('SELECT html, gold, NULL FROM site', '{auto,model:mien}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_compare('SELECT html, gold, NULL FROM site', '{auto,mine}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_compare('nowhere', '{model:}') $$);

-- In another schema, and by another table of that name in the search path.
BEGIN;
DROP EXTENSION goce;
CREATE SCHEMA "Else where";
CREATE EXTENSION goce SCHEMA "Else where";
CREATE TABLE goce_models (name text, model bytea);
INSERT INTO goce_models VALUES ('mine', 'a trap');
SELECT "Else where".goce_publish('mine', model) FROM trained WHERE kind = 'tree';
SELECT "Else where".goce_model('mine') = model AS is_it FROM trained WHERE kind = 'tree';
ROLLBACK;

DELETE FROM goce_models;
DROP PROCEDURE publish_and, wait_until;
DROP TABLE site, trained;

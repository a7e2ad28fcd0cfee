-- Extraction in batches by published models, and which made which text: the columns method, version and no_text.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
SET client_min_messages = notice;
\set SHOW_CONTEXT never
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

CREATE TABLE site AS SELECT n, '<nav class=top><a href=/>Home</a> <a href=/n>News of the day</a></nav><main>'
        || '<p class=text>' || text || '</main><div class=imprint>All rights are reserved by us.</div>' AS html, text AS gold
FROM generate_series(1, 20) AS n, LATERAL (SELECT rtrim(repeat(format('Page %s tells something of its own. ', n), 3)) AS text) AS texts;
ALTER TABLE site ADD PRIMARY KEY (n);
SELECT goce_publish('it''s %1$s', goce_train('SELECT html, gold FROM site', 'tree', '{"folds": 0}'));
-- One that takes what the first leaves out.
SELECT goce_publish('wrong', goce_train('SELECT html, ''Home News of the day'' FROM site', 'tree', '{"folds": 0}'));
CREATE FUNCTION version_of(model text) RETURNS text LANGUAGE sql AS $$
    SELECT goce_version() || '+' || left(encode(sha256(goce_model(model)), 'hex'), 12)
$$;

-- By a method, and by a model; the pages that are left, and those of another method or version.
SELECT goce_create_target('site', 'site_text');
CALL goce_extract_pending('site', 'site_text');
DELETE FROM site_text WHERE n > 5;
CALL goce_extract_pending('site', 'site_text', model => 'it''s %1$s');
SELECT method, version = goce_version() AS by_method, version = version_of('it''s %1$s') AS by_model, count(*), count(content)
FROM site_text GROUP BY 1, 2, 3 ORDER BY 1;
SELECT goce_publish('it''s %1$s', goce_model('wrong'), replace => true);
DELETE FROM site_text WHERE n < 3 OR n > 18;
CALL goce_extract_pending('site', 'site_text', model => 'it''s %1$s');
SELECT n, method, version = version_of('wrong') AS is_of_now, left(content, 8) AS begins FROM site_text WHERE n IN (1, 4, 18, 19) ORDER BY n;
DELETE FROM site_text WHERE (method, version) IS DISTINCT FROM ('model:it''s %1$s', version_of('it''s %1$s'));
CALL goce_extract_pending('site', 'site_text', model => 'it''s %1$s');
SELECT method, version = version_of('wrong') AS is_of_now, count(*) FROM site_text GROUP BY 1, 2;

-- Why there is no text, by methods and models; of a failure it is said elsewhere.
CREATE TABLE page (id int PRIMARY KEY, html text);
INSERT INTO page VALUES (1, NULL), (2, ''), (3, '<title>404 Not found</title><p>Not found'), (4, '<div id=app></div><script>load()</script>'),
    (5, '<nav><a href=/>Home</a></nav>'), (6, '<p>Text of a page, and more of it, which stands in one sentence.'), (7, repeat('<p>long', 1000));
SELECT goce_create_target('page', 'page_text');
SET goce.max_html_size = '2kB';
CALL goce_extract_pending('page', 'page_text', method => 'article');
RESET goce.max_html_size;
SELECT p.id, content, t.no_text, t.no_text IS NOT DISTINCT FROM (goce_page(coalesce(html, ''), method => 'article')).no_text AS as_page, method, sqlstate
FROM page AS p JOIN page_text AS t USING (id) ORDER BY id;
TRUNCATE page_text;
CALL goce_extract_pending('page', 'page_text', model => 'it''s %1$s');
SELECT p.id, content IS NULL AS is_null, t.no_text,
       t.no_text IS NOT DISTINCT FROM (goce_page(coalesce(html, ''), model => goce_model('it''s %1$s'))).no_text AS as_page
FROM page AS p JOIN page_text AS t USING (id) ORDER BY id;
-- An expression is computed once, whatever the page says.
TRUNCATE page_text;
CREATE SEQUENCE computed;
CALL goce_extract_pending('page', 'page_text', html => 'CASE WHEN nextval(''computed'') < 5 THEN NULL ELSE html END');
SELECT count(*) AS pages, count(no_text) AS without, (SELECT last_value FROM computed) AS computed FROM page_text;

-- What is wrong with the call is no failure of its pages: nothing is done.
TRUNCATE page_text;
CALL goce_extract_pending('page', 'page_text', model => 'mine');
CALL goce_extract_pending('page', 'page_text', method => 'goce', model => 'wrong');
CALL goce_extract_pending('page', 'page_text', learn_sites => true, url => '''https://a.example''', model => 'wrong');
CREATE ROLE goce_reader;
GRANT SELECT, UPDATE ON page TO goce_reader;
GRANT SELECT, INSERT ON page_text TO goce_reader;
GRANT SELECT, INSERT, UPDATE, DELETE ON page_text_claims TO goce_reader;
REVOKE SELECT ON goce_models FROM PUBLIC;
SET ROLE goce_reader;
CALL goce_extract_pending('page', 'page_text', model => 'wrong');
RESET ROLE;
SELECT count(*) AS pages FROM page_text;
GRANT SELECT ON goce_models TO PUBLIC;
SET ROLE goce_reader;
CALL goce_extract_pending('page', 'page_text', model => 'wrong');
RESET ROLE;
DROP OWNED BY goce_reader;
DROP ROLE goce_reader;

-- A model that is replaced, and one that is removed, while a call is at work: it goes on with what it has read.
TRUNCATE site_text;
CREATE FUNCTION removed(html text, n int) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    IF n = 5 THEN PERFORM goce_publish('wrong', goce_train('SELECT html, gold FROM site', 'tree', '{"folds": 0}'), true); END IF;
    IF n = 10 THEN DELETE FROM goce_models WHERE name = 'wrong'; END IF;
    RETURN html;
END $$;
SELECT version_of('wrong') AS version \gset
CALL goce_extract_pending('site', 'site_text', 3, html => 'removed(html, n)', model => 'wrong');
SELECT method, version = :'version' AS is_first, left(content, 8) AS begins, count(*) FROM site_text GROUP BY 1, 2, 3;
DELETE FROM site_text WHERE n < 3;
CALL goce_extract_pending('site', 'site_text', model => 'wrong');

SELECT goce_publish('it''s %1$s', goce_train('SELECT html, gold FROM site', 'tree', '{"folds": 0}'), replace => true);
-- A session that dies: the same call goes on with the same model. A page that twice ended its session has its method too.
TRUNCATE site_text;
\setenv PGDATABASE :DBNAME
\setenv poison 'CASE WHEN n = 7 THEN pg_terminate_backend(pg_backend_pid())::text ELSE html END'
\setenv model 'it''s %1$s'
\! for turn in 1 2 3; do echo "CALL goce_extract_pending('site', 'site_text', 4, html => :'html', model => :'model')" | psql -X -q -v model="$model" -v html="$poison" >/dev/null 2>&1; done
SELECT method, version = version_of('it''s %1$s') AS by_model, sqlstate, count(*), count(content) FROM site_text GROUP BY 1, 2, 3 ORDER BY 3;
-- A cancel ends it as it ends a call by a method.
TRUNCATE site_text;
CALL goce_extract_pending('site', 'site_text', 10, html => 'CASE WHEN n = 15 THEN pg_cancel_backend(pg_backend_pid()) || pg_sleep(60)::text ELSE html END', model => 'it''s %1$s');
SELECT count(*) AS pages, (SELECT count(*) FROM site_text_claims) AS claims FROM site_text;
CALL goce_extract_pending('site', 'site_text', model => 'it''s %1$s');

-- Targets without these columns, with some of them, and with others of these names.
CREATE TABLE older (n int PRIMARY KEY, content text, sqlstate text, error text, extracted_at timestamptz NOT NULL);
CREATE TABLE newer (method text DEFAULT 'mine', no_text text, LIKE older INCLUDING ALL);
CREATE TABLE other (method int DEFAULT 1, version varchar(3) DEFAULT '1', no_text text GENERATED ALWAYS AS ('none') STORED, LIKE older INCLUDING ALL);
CALL goce_extract_pending('site', 'older', model => 'it''s %1$s');
CALL goce_extract_pending('site', 'newer', model => 'it''s %1$s');
CALL goce_extract_pending('site', 'other', model => 'it''s %1$s');
SELECT (SELECT count(content) FROM older) AS older, (SELECT count(content) FROM newer WHERE method LIKE 'model:%') AS newer,
       (SELECT count(content) FROM other WHERE method = 1 AND version = '1' AND no_text = 'none') AS other;
-- A key may have columns of these names.
CREATE TABLE versioned (url text, version text, html text, PRIMARY KEY (url, version));
INSERT INTO versioned VALUES ('https://a.example', 'first', '<p>Text of a page.'), ('https://a.example', 'second', '');
SELECT goce_create_target('versioned', 'versioned_text');
CALL goce_extract_pending('versioned', 'versioned_text', model => 'it''s %1$s');
SELECT version, method, no_text FROM versioned_text ORDER BY version;
CREATE TABLE keyed (method text, version text, no_text text, html text, PRIMARY KEY (method, version, no_text));
SELECT goce_create_target('keyed', 'keyed_text');
\d keyed_text

-- The columns stand for a target with a name that needs quotes, in a schema of its own, and of partitions.
CREATE SCHEMA "Clean texts";
CREATE TABLE record (id int PRIMARY KEY, payload bytea) PARTITION BY RANGE (id);
CREATE TABLE record_1 PARTITION OF record FOR VALUES FROM (1) TO (9);
INSERT INTO record SELECT n, convert_to('<main><p class=text>caf&eacute; ' || n, 'UTF8') FROM generate_series(1, 3) AS n;
SELECT goce_create_target('record', '"Clean texts"."Record''s"');
CALL goce_extract_pending('record', '"Clean texts"."Record''s"', html => 'goce_decode(payload)', model => 'it''s %1$s');
SELECT id, content, method FROM "Clean texts"."Record's" ORDER BY id;

DELETE FROM goce_models;
SET client_min_messages = warning;
DROP SCHEMA "Clean texts" CASCADE;
DROP FUNCTION version_of, removed;
DROP SEQUENCE computed;
DROP TABLE site, site_text, site_text_claims, page, page_text, page_text_claims, older, older_claims, newer, newer_claims, other, other_claims,
    versioned, versioned_text, versioned_text_claims, keyed, keyed_text, keyed_text_claims, record CASCADE;

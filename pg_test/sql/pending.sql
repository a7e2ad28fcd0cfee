-- Extraction in batches: goce_create_target, goce_extract_pending.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
SET client_min_messages = notice;
\set SHOW_CONTEXT never
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

CREATE TABLE page (site text, path int, html text, size int DEFAULT 0, PRIMARY KEY (path, site));
INSERT INTO page SELECT 'a', n, format('<p>Page number %s', n) FROM generate_series(1, 25) AS n;
INSERT INTO page VALUES ('b', 1, NULL), ('b', 2, ''), ('b', 3, repeat('long ', 1000));
SELECT goce_create_target('page', 'page_text');
\d page_text
TABLE page_text_progress;

-- A page that fails is recorded, and does not stop the others.
SET goce.max_html_size = '2kB';
CALL goce_extract_pending('page', 'page_text', 10, 'default');
RESET goce.max_html_size;
SELECT site, path, content, sqlstate, error, extracted_at <= clock_timestamp() AS at FROM page_text WHERE site = 'b' OR path = 25 ORDER BY site, path;
TABLE page_text_progress;

-- Nothing is done twice; a failure is tried again when its row is deleted.
CALL goce_extract_pending('page', 'page_text');
DELETE FROM page_text WHERE sqlstate = '54000';
INSERT INTO page VALUES ('a', 26, '<p>Page number 26');
TABLE page_text_progress;
CALL goce_extract_pending('page', 'page_text', batch => 1, method => 'default');
SELECT site, path, length(content) FROM page_text WHERE site = 'b' AND path = 3 OR path = 26 ORDER BY site;
TABLE page_text_progress;

-- What another session has locked is left to it.
TRUNCATE page_text;
\setenv PGDATABASE :DBNAME
BEGIN;
SELECT count(*) FROM (SELECT FROM page WHERE path <= 5 FOR UPDATE) AS locked;
\! psql -X -q -c "CALL goce_extract_pending('page', 'page_text', 7, 'default')" 2>&1
TABLE page_text_progress;
ROLLBACK;
-- At once, two sessions divide the work.
TRUNCATE page_text;
\setenv PGOPTIONS '-c client_min_messages=warning'
\! psql -X -q -c "CALL goce_extract_pending('page', 'page_text', 3, 'default')" & psql -X -q -c "CALL goce_extract_pending('page', 'page_text', 2, 'default')"; wait
TABLE page_text_progress;
SELECT count(*) FROM page_text WHERE content = 'Page number ' || path;

-- What was committed before a cancel stays, and the next call goes on.
TRUNCATE page_text;
UPDATE page SET html = repeat('<p>ab', 8 * 1024 * 1024) WHERE path = 26;
SET statement_timeout = '3s';
CALL goce_extract_pending('page', 'page_text', 1, 'default');
RESET statement_timeout;
SELECT pending > 0 AS pending, failed, done > 0 AS done FROM page_text_progress;
UPDATE page SET html = '<p>short again' WHERE path = 26;
SET client_min_messages = warning;
CALL goce_extract_pending('page', 'page_text', method => 'default');
SET client_min_messages = notice;
TABLE page_text_progress;

-- Pages as bytes, of which the page is an expression; partitions.
CREATE TABLE record (id int PRIMARY KEY, payload bytea) PARTITION BY RANGE (id);
CREATE TABLE record_1 PARTITION OF record FOR VALUES FROM (1) TO (3);
CREATE TABLE record_2 PARTITION OF record FOR VALUES FROM (3) TO (9);
INSERT INTO record SELECT n, convert_to('<p>caf&eacute; ' || n, 'UTF8') FROM generate_series(1, 5) AS n;
CREATE SCHEMA clean;
SELECT goce_create_target('record', 'clean."Record text"');
CALL goce_extract_pending('record', 'clean."Record text"', 2, 'default', 'convert_from(payload, ''UTF8'')');
SELECT id, content FROM clean."Record text" ORDER BY id;
TABLE clean."Record text_progress";

-- What is wrong with the call is no failure of its pages.
CALL goce_extract_pending('page', 'page_text', 0);
CALL goce_extract_pending('page', 'page_text', NULL);
CALL goce_extract_pending('page', 'page_text', 10, 'auot');
CALL goce_extract_pending('page', 'page_text', 10, 'auto', 'htlm');
CALL goce_extract_pending('page', 'page_text_progress', 10);
CALL goce_extract_pending(NULL, 'page_text', 10);
CREATE TABLE odd (path int, site text, PRIMARY KEY (path, site));
CALL goce_extract_pending('page', 'odd', 10);
SELECT * FROM pg_temp.failure($$ SELECT goce_create_target('page_text_progress', 'x') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_create_target('page', 'page_text') $$);
BEGIN;
CALL goce_extract_pending('page', 'page_text');
ROLLBACK;

-- A user of this table and no other.
CREATE ROLE goce_reader;
GRANT SELECT, UPDATE ON page TO goce_reader;
GRANT SELECT, INSERT ON page_text TO goce_reader;
DELETE FROM page_text WHERE path > 20;
SET ROLE goce_reader;
CALL goce_extract_pending('page', 'page_text', 10, 'default');
RESET ROLE;
TABLE page_text_progress;

DROP OWNED BY goce_reader;
DROP ROLE goce_reader;
DROP SCHEMA clean CASCADE;
DROP TABLE page, page_text, record, odd CASCADE;

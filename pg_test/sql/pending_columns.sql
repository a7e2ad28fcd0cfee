-- Targets with columns of goce_page: made with them, added later, filled for the pages that lack them; goce_progress.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
SET client_min_messages = notice;
\set SHOW_CONTEXT never
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include
\setenv PGDATABASE :DBNAME
\setenv PGOPTIONS '-c client_min_messages=warning'

-- A source whose key has the name of a column of goce_page, and others of the names that the statements use within.
CREATE TABLE press (language int, p text, html text, content text, url text, PRIMARY KEY (language, p));
INSERT INTO press SELECT n, 'p', format($$<html lang=en><title>Report %1$s - The Courier</title><meta name=author content="Ann Miller">
    <nav><a href=/>Home</a> <a href=/all>All reports</a></nav><article><h1>Report %1$s</h1>
    <p>Report %1$s tells of the harbour, which froze over night. The ferry stayed until <a href=/noon>noon</a>.
    <p style="display:none">Unseen words of report %1$s are here, and nobody reads them.</article>$$, n), 'none', '/2021/05/' || n
FROM generate_series(10, 19) AS n;
INSERT INTO press VALUES (20, 'p', '', NULL, NULL), (21, 'p', NULL, NULL, NULL), (22, 'p', repeat('long ', 1000), NULL, NULL);
SET goce.max_html_size = '2kB';

SELECT goce_create_target('press', 'press_text', '{title,published,authors,page_type,genre,confidence,markdown,no_text,metadata,text,title}');
\d press_text
CALL goce_extract_pending('press', 'press_text', 4, url => $$ 'https://courier.example' || url $$, learn_sites => false);
CREATE VIEW wrong AS -- the rows of the target that are not those of goce_page
SELECT s.language, to_jsonb(t) AS found, to_jsonb(g) AS should
FROM press AS s, goce_page(coalesce(s.html, ''), 'https://courier.example' || s.url) AS g, press_text AS t
WHERE (t.language, t.p) = (s.language, s.p) AND t.sqlstate IS NULL
  AND (t.content, t.title, t.published, t.authors, t.page_type, t.genre, t.confidence, t.markdown, t.no_text, t.metadata, t.text)
      IS DISTINCT FROM (g.text, g.title, g.published, g.authors, g.page_type, g.genre, g.confidence, g.markdown, g.no_text, g.metadata, g.text);
TABLE wrong;
SELECT language, title, published, authors, no_text, sqlstate, goce_columns FROM press_text WHERE language IN (10, 20, 21, 22) ORDER BY language;
SELECT markdown FROM press_text WHERE language = 10;
TABLE press_text_progress;

-- The arguments reach the text and the columns.
TRUNCATE press_text;
CALL goce_extract_pending('press', 'press_text', html => 'CASE WHEN language = 10 THEN html END', title => true, hidden => 'all');
SELECT content, markdown, text FROM press_text WHERE language = 10;
TRUNCATE press_text;
CALL goce_extract_pending('press', 'press_text', html => 'CASE WHEN language = 10 THEN html END', title => false, comments => true, focus => 'recall');
SELECT t.content = goce_extract(html, comments => true, focus => 'recall') AS content, markdown = goce_markdown(html, comments => true, focus => 'recall', title => false) AS markdown
FROM press JOIN press_text AS t USING (language) WHERE language = 10;
CALL goce_extract_pending('press', 'press_text', focus => 'bogus');

-- Columns that come later are filled for the pages that lack them. What fails then keeps its text.
SELECT goce_create_target('press', 'late');
CALL goce_extract_pending('press', 'late', 4, 'default');
ALTER TABLE late ADD title text, ADD authors text[], ADD published timestamptz, ADD note text, ADD confidence text;
TABLE late_progress;
UPDATE press SET html = html || repeat(' ', 900) WHERE language = 19;
SET goce.max_html_size = '1kB';
CALL goce_extract_pending('press', 'late', 4);
TABLE late_progress;
SELECT count(*), count(title) AS title, count(authors) AS authors, count(content) AS content, min(method) AS method, array_agg(DISTINCT sqlstate) AS states,
       count(note) AS note, count(confidence) AS confidence FROM late;
SELECT method, sqlstate, content IS NOT NULL AS content, title FROM late WHERE language = 19;
SET goce.max_html_size = '2kB';
DELETE FROM late WHERE language < 12;
UPDATE late SET goce_columns = '{title}' WHERE language < 22;
CALL goce_extract_pending('press', 'late', 4);
SELECT method, sqlstate, count(*), count(content) AS content, count(title) AS title, count(confidence) AS confidence FROM late GROUP BY 1, 2 ORDER BY 1;
CALL goce_extract_pending('press', 'late', 4);
-- By several sessions at once, each page is filled by one.
\! for turn in 1 2 3 4 5; do psql -X -q -c "UPDATE late SET goce_columns = NULL, title = NULL, extracted_at = 'infinity' WHERE sqlstate IS NULL"; for batch in 1 2 3; do psql -X -q -c "CALL goce_extract_pending('press', 'late', $batch)" & done; wait; psql -X -At -c "SELECT pending, failed, done FROM late_progress" -c "SELECT count(title), count(*) FROM late WHERE extracted_at <> 'infinity'"; done | sort | uniq

-- A target without the column goce_columns, as of 0.3.0 or made by hand, has columns of its own.
CREATE TABLE by_hand (language int, p text, content text, sqlstate text, error text, extracted_at timestamptz, title text DEFAULT 'mine', PRIMARY KEY (language, p));
CALL goce_extract_pending('press', 'by_hand', 10, 'default');
SELECT title, count(*) FROM by_hand GROUP BY 1;
ALTER TABLE by_hand ADD goce_columns text[];
CALL goce_extract_pending('press', 'by_hand', 10, 'default');
SELECT title, count(*) FROM by_hand WHERE language < 20 GROUP BY 1 ORDER BY 1 LIMIT 1;

-- Rights: a target with columns is updated.
CREATE ROLE goce_reader;
GRANT SELECT, UPDATE ON press TO goce_reader;
GRANT SELECT, INSERT ON late TO goce_reader;
GRANT SELECT, INSERT, UPDATE, DELETE ON late_claims TO goce_reader;
DELETE FROM late WHERE language = 10;
SET ROLE goce_reader;
CALL goce_extract_pending('press', 'late');
RESET ROLE;
GRANT UPDATE ON late TO goce_reader;
REVOKE UPDATE ON press FROM goce_reader;
SET ROLE goce_reader;
CALL goce_extract_pending('press', 'late');
RESET ROLE;
GRANT UPDATE ON press TO goce_reader;
SET ROLE goce_reader;
CALL goce_extract_pending('press', 'late');
-- A view of progress shows whoever asks the targets that they may read, and none whose owner could run code by it.
SELECT target, done, pending, failed, sessions FROM goce_progress WHERE target::text IN ('late', 'by_hand', 'press_text');
RESET ROLE;
SELECT target, done, pending, failed, sessions FROM goce_progress WHERE target::text IN ('late', 'by_hand', 'press_text');
CREATE ROLE goce_owner;
CREATE FUNCTION trap() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'a trap, as %', current_user; END $$;
CREATE TYPE trapped AS ENUM ('1');
CREATE FUNCTION trap(trapped) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE 'a trap, as %', current_user; END $$;
CREATE CAST (trapped AS int) WITH FUNCTION trap(trapped) AS IMPLICIT;
CREATE TABLE lure (id trapped PRIMARY KEY, html text);
INSERT INTO lure VALUES ('1', '<p>one');
CREATE TABLE lure_text (id int PRIMARY KEY, content text, sqlstate text, error text, extracted_at timestamptz);
CREATE TABLE lure_text_claims (id int PRIMARY KEY, goce_session int, goce_deaths int, goce_claimed_at timestamptz);
CREATE VIEW lure_text_progress AS SELECT trap() FROM lure, lure_text;
INSERT INTO lure_text VALUES (1, 'one', NULL, NULL, now());
ALTER TABLE late ENABLE ROW LEVEL SECURITY;
CREATE POLICY trap ON late USING (trap());
SELECT target, done, pending, failed, sessions FROM goce_progress
WHERE target::text IN ('late', 'by_hand', 'press_text', 'lure_text') ORDER BY target::text COLLATE "C";
SET ROLE goce_reader;
SELECT target FROM goce_progress WHERE target::text IN ('late', 'press_text', 'lure_text');
RESET ROLE;
-- Tables of others are listed and not read: the planner runs functions of their indexes and checks as who reads.
CREATE SCHEMA goce_owner AUTHORIZATION goce_owner;
GRANT USAGE ON SCHEMA goce_owner TO PUBLIC;
SET ROLE goce_owner;
SET search_path = goce_owner;
CREATE FUNCTION trap(int) RETURNS boolean IMMUTABLE LANGUAGE plpgsql AS $$
BEGIN
    IF current_user <> 'goce_owner' THEN RAISE 'a trap, as %', current_user; END IF;
    RETURN true;
END $$;
CREATE TABLE bait (id int PRIMARY KEY, sqlstate text, extracted_at timestamptz);
CREATE TABLE bait_claims (goce_session int);
CREATE INDEX ON bait (id) WHERE trap(1);
CREATE TABLE bait_kid (CHECK (trap(1))) INHERITS (bait);
GRANT SELECT ON ALL TABLES IN SCHEMA goce_owner TO PUBLIC;
CREATE TABLE own_bait (id int PRIMARY KEY, sqlstate text, extracted_at timestamptz);
CREATE TABLE own_bait_claims (goce_session int);
INSERT INTO own_bait VALUES (1, NULL, 'infinity'), (2, 'XX000', now());
SELECT target, done, pending, failed, rate > 0 AS rate, sessions FROM public.goce_progress;
RESET search_path;
RESET ROLE;
SELECT * FROM goce_progress WHERE target::text LIKE '%bait';
REVOKE USAGE ON SCHEMA goce_owner FROM PUBLIC;
SET ROLE goce_reader;
SELECT count(*) FROM goce_progress WHERE target::text LIKE '%bait';
RESET ROLE;
SET client_min_messages = warning;
DROP SCHEMA goce_owner CASCADE;
RESET client_min_messages;
-- A lock of the moment leaves the row without counts.
\! (echo "BEGIN; LOCK lure_text;"; echo "SELECT pg_advisory_lock(44); SELECT pg_sleep(600);") | psql -X -q >/dev/null 2>&1 &
\set include :abs_srcdir '/include/wait.sql'
\i :include
CALL wait_until($$ EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 44) $$);
SELECT done, pending, failed FROM goce_progress WHERE target = 'lure_text'::regclass;
SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 44;
DROP PROCEDURE wait_until;

-- The statements of examples/ for a DBA and for Grafana run.
\set monitoring :abs_srcdir '/../examples/monitoring.sql'
\o /dev/null
\i :monitoring
\o
\set dashboard `cat "$PG_ABS_SRCDIR/../examples/grafana.json"`
CREATE TEMP TABLE asked AS
SELECT replace(regexp_replace(sql #>> '{}', '[$]__timeFilter[(](\w+)[)]', '\1 > now() - interval ''1 hour'''), '${target:raw}', 'press_text') AS sql
FROM jsonb_path_query(:'dashboard'::jsonb, '$.panels[*].targets[*].rawSql') AS sql;
DO $$ DECLARE statement text; BEGIN FOR statement IN SELECT sql FROM asked LOOP EXECUTE statement; END LOOP; END $$;
SELECT count(*) AS queries, count(*) FILTER (WHERE sql ~ '[$]') AS with_macros FROM asked;

-- What sessions that ended have left is said by those that go on.
TRUNCATE press_text;
CREATE FUNCTION leave(html text, language int) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    IF language = 15 THEN
        INSERT INTO press VALUES (30, 'p', 'left'), (31, 'p', 'new');
        INSERT INTO press_text_claims VALUES (30, 'p', 77, 1, now());
    END IF;
    RETURN html;
END $$;
CALL goce_extract_pending('press', 'press_text', html => 'leave(html, language)');
CALL goce_extract_pending('press', 'press_text');

-- Names with a percent sign; a column that is dropped during a call, and filled anew where it comes back.
CREATE TABLE "50% of" ("%s" int PRIMARY KEY, html text);
INSERT INTO "50% of" SELECT n, format('<title>Page %1$s</title><p>Page %1$s tells of the harbour.', n) FROM generate_series(1, 9) AS n;
SELECT goce_create_target('"50% of"', '"%1$s"', '{title}');
CREATE FUNCTION drop_title() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ALTER TABLE "%1$s" DROP COLUMN IF EXISTS title; RETURN NULL; END $$;
CREATE TRIGGER drop_title AFTER DELETE ON "%1$s_claims" FOR EACH ROW EXECUTE FUNCTION drop_title();
SET client_min_messages = error;
CALL goce_extract_pending('"50% of"', '"%1$s"', 4, 'default');
SET client_min_messages = notice;
SELECT count(*), count(sqlstate) AS failed FROM "%1$s";
DROP FUNCTION drop_title() CASCADE;
ALTER TABLE "%1$s" ADD title text;
UPDATE "%1$s" SET goce_columns = array_remove(goce_columns, 'title');
CALL goce_extract_pending('"50% of"', '"%1$s"', 4, 'default');
SELECT count(*), count(sqlstate) AS failed, count(title) AS title FROM "%1$s";

-- What is wrong with a call.
SELECT * FROM pg_temp.failure($$ SELECT goce_create_target('press', 'other', '{titel}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_create_target('press', 'other', '{title,NULL}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_create_target('press', 'other', '{language}') $$);
SELECT goce_create_target('press', 'none', NULL), goce_create_target('press', 'nothing', columns => '{no_text}');
SELECT to_regclass('other') AS other;

RESET goce.max_html_size;
SET client_min_messages = warning;
DROP TABLE press, press_text, press_text_claims, late, late_claims, by_hand, by_hand_claims, lure, lure_text, lure_text_claims,
    "none", none_claims, nothing, nothing_claims, "50% of", "%1$s", "%1$s_claims" CASCADE;
DROP TYPE trapped CASCADE;
DROP FUNCTION trap(), leave(text, int);
DROP ROLE goce_reader, goce_owner;

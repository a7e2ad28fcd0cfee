-- Extraction in batches: goce_create_target, goce_extract_pending.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
SET client_min_messages = notice;
\set SHOW_CONTEXT never
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

\set include :abs_srcdir '/include/wait.sql'
\i :include

CREATE TABLE page (site text, path int, html text, size int DEFAULT 0, PRIMARY KEY (path, site));
INSERT INTO page SELECT 'a', n, format('<p>Page number %s', n) FROM generate_series(1, 25) AS n;
INSERT INTO page VALUES ('b', 1, NULL), ('b', 2, ''), ('b', 3, repeat('long ', 1000));
SELECT goce_create_target('page', 'page_text');
\d page_text
\d page_text_claims
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
-- At once, two sessions divide the work, and leave nothing to a third: twenty times, because it is a matter of moments.
\setenv PGOPTIONS '-c client_min_messages=warning'
\! for turn in $(seq 20); do psql -X -q -At -c "TRUNCATE page_text"; psql -X -q -c "CALL goce_extract_pending('page', 'page_text', 3, 'default')" & psql -X -q -c "CALL goce_extract_pending('page', 'page_text', 2, 'default')"; wait; psql -X -At -c "SELECT pending FROM page_text_progress"; done | sort | uniq
TABLE page_text_progress;
SELECT count(*) FROM page_text WHERE content = 'Page number ' || path;

-- A cancel ends the call, and is no death of a page: what was done stays, nothing stays claimed, and the next call goes on.
TRUNCATE page_text;
CALL goce_extract_pending('page', 'page_text', 10, 'default', 'CASE WHEN path = 26 THEN pg_cancel_backend(pg_backend_pid()) || pg_sleep(60)::text ELSE html END');
TABLE page_text_progress;
SELECT count(*) AS claims FROM page_text_claims;
CALL goce_extract_pending('page', 'page_text', method => 'default');
TABLE page_text_progress;
-- So does a cancel between two pages, which undoes its batch: here the second one, while its claims are given back.
TRUNCATE page_text;
CREATE SEQUENCE given_back;
CREATE FUNCTION cancel_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF nextval('given_back') = 15 THEN
        PERFORM pg_cancel_backend(pg_backend_pid()), pg_sleep(60);
    END IF;
    RETURN OLD;
END $$;
CREATE TRIGGER cancel_once BEFORE DELETE ON page_text_claims FOR EACH ROW EXECUTE FUNCTION cancel_once();
CALL goce_extract_pending('page', 'page_text', 10, 'default');
TABLE page_text_progress;
SELECT count(*) AS claims FROM page_text_claims;
DROP TRIGGER cancel_once ON page_text_claims;
CALL goce_extract_pending('page', 'page_text', method => 'default');
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
CALL goce_extract_pending('page', 'page_text', html => NULL);
CALL goce_extract_pending('page', 'page_text', html => '');
CALL goce_extract_pending('page', 'page_text', html => 'size');
CALL goce_extract_pending('page', 'page_text', url => 'https://example.org/', learn_sites => false);
CALL goce_extract_pending('page', 'page_text', 10, 'auto', 'convert_to(html, ''UTF8'')');
CALL goce_extract_pending('page', 'page_text_progress', 10);
CALL goce_extract_pending(NULL, 'page_text', 10);
CREATE TABLE odd (path int, site text, PRIMARY KEY (path, site));
CALL goce_extract_pending('page', 'odd', 10);
SELECT * FROM pg_temp.failure($$ SELECT goce_create_target('page_text_progress', 'x') $$);
CREATE TABLE keyless (html text);
SELECT * FROM pg_temp.failure($$ SELECT goce_create_target('keyless', 'x') $$);
DROP TABLE keyless;
SELECT * FROM pg_temp.failure($$ SELECT goce_create_target('page', 'page_text') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_create_target('page', 'page') $$);
BEGIN;
CALL goce_extract_pending('page', 'page_text');
ROLLBACK;

-- A user of this table and no other.
CREATE ROLE goce_reader;
GRANT SELECT, UPDATE ON page TO goce_reader;
GRANT SELECT, INSERT ON page_text TO goce_reader;
GRANT SELECT, INSERT, UPDATE, DELETE ON page_text_claims TO goce_reader;
DELETE FROM page_text WHERE path > 20;
SET ROLE goce_reader;
CALL goce_extract_pending('page', 'page_text', 10, 'default');
RESET ROLE;
TABLE page_text_progress;

-- A page that ends its session: it is met once among others, once alone, and then recorded. All others are extracted.
TRUNCATE page_text;
\setenv poison 'CASE WHEN path = 7 THEN pg_terminate_backend(pg_backend_pid())::text ELSE html END'
\! psql -X -q -c "CALL goce_extract_pending('page', 'page_text', 10, 'default', \$\$ $poison \$\$)" >/dev/null 2>&1
SELECT done < 29 AS stopped FROM page_text_progress;
SELECT count(*) > 1 AS claimed, bool_or(path = 7) AS with_poison, max(goce_deaths) AS deaths FROM page_text_claims;
\! psql -X -q -c "CALL goce_extract_pending('page', 'page_text', 10, 'default', \$\$ $poison \$\$)" >/dev/null 2>&1
SELECT bool_or(path = 7) AS with_poison, max(goce_deaths) AS deaths FROM page_text_claims;
\! psql -X -c "CALL goce_extract_pending('page', 'page_text', 10, 'default', \$\$ $poison \$\$)" >/dev/null 2>&1
SELECT site, path, content, sqlstate, error FROM page_text WHERE sqlstate IS NOT NULL;
SELECT count(*) AS claims FROM page_text_claims;
TABLE page_text_progress;
-- A target that takes neither a page nor its failure: all others are extracted, and that one is named and stays pending.
TRUNCATE page_text;
ALTER TABLE page_text ADD CONSTRAINT not_seven CHECK (path <> 7);
CALL goce_extract_pending('page', 'page_text', 10, 'default');
CALL goce_extract_pending('page', 'page_text', 10, 'default');
TABLE page_text_progress;
ALTER TABLE page_text DROP CONSTRAINT not_seven;
CALL goce_extract_pending('page', 'page_text', 10, 'default');
TABLE page_text_progress;
-- A trigger that leaves out contents, and then everything. What it puts elsewhere is there.
TRUNCATE page_text;
CREATE FUNCTION left_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RETURN CASE WHEN NEW.path = 7 AND (NEW.content IS NOT NULL OR TG_ARGV[0] = 'all') THEN NULL ELSE NEW END;
END $$;
CREATE TRIGGER left_out BEFORE INSERT ON page_text FOR EACH ROW EXECUTE FUNCTION left_out('contents');
CALL goce_extract_pending('page', 'page_text', 10, 'default');
SELECT site, path, content, sqlstate, error FROM page_text WHERE sqlstate IS NOT NULL;
TRUNCATE page_text;
DROP TRIGGER left_out ON page_text;
CREATE TRIGGER left_out BEFORE INSERT ON page_text FOR EACH ROW EXECUTE FUNCTION left_out('all');
CALL goce_extract_pending('page', 'page_text', 10, 'default');
TABLE page_text_progress;
DROP TRIGGER left_out ON page_text;
TRUNCATE page_text;
CREATE TABLE page_text_child () INHERITS (page_text);
CREATE FUNCTION to_child() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO page_text_child SELECT NEW.*; RETURN NULL; END $$;
CREATE TRIGGER to_child BEFORE INSERT ON page_text FOR EACH ROW EXECUTE FUNCTION to_child();
CALL goce_extract_pending('page', 'page_text', 10, 'default');
TABLE page_text_progress;
DROP TRIGGER to_child ON page_text;
DROP TABLE page_text_child;
-- Another unique index: what it does not take is a failure.
INSERT INTO page VALUES ('c', 1, '<p>Page number 3'), ('c', 2, '<p>Page number 7');
CREATE UNIQUE INDEX page_text_content ON page_text (content);
CALL goce_extract_pending('page', 'page_text', 10, 'default');
SELECT count(*), min(sqlstate), min(error) FROM page_text WHERE sqlstate IS NOT NULL;
TABLE page_text_progress;
-- A lock of the moment is no failure: of a page in the target, where nobody waits for long, and within the expression.
TRUNCATE page_text;
\! (echo "BEGIN; INSERT INTO page_text VALUES (99, 'x', 'Page number 9', NULL, NULL, now()); SELECT pg_advisory_xact_lock(43); SELECT pg_sleep(600);"; echo ROLLBACK) | psql -X -q >/dev/null 2>&1 &
CALL wait_until($$ EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 43) $$);
SET lock_timeout = '10 ms';
CALL goce_extract_pending('page', 'page_text', 10, 'default', 'CASE WHEN path <= 9 THEN html END');
RESET lock_timeout;
SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 43;
CALL wait_until($$ NOT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 43) $$);
CALL goce_extract_pending('page', 'page_text', 10, 'default', 'CASE WHEN path <= 9 THEN html END');
SELECT content, sqlstate FROM page_text WHERE path = 9;
CREATE FUNCTION fails(html text, path int, state text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    IF path = 5 THEN
        RAISE EXCEPTION USING ERRCODE = state;
    END IF;
    RETURN html;
END $$;
DROP INDEX page_text_content;
TRUNCATE page_text;
\set VERBOSITY terse
CALL goce_extract_pending('page', 'page_text', 10, 'default', $$ fails(html, path, '40001') $$);
CALL goce_extract_pending('page', 'page_text', 10, 'default', $$ fails(html, path, '40P01') $$);
\set VERBOSITY default
CALL goce_extract_pending('page', 'page_text', 10, 'default');
SELECT count(*) AS failed FROM page_text WHERE sqlstate IS NOT NULL;
DROP FUNCTION fails;
-- A constraint that is deferred to the COMMIT fails at its page.
TRUNCATE page_text;
CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.path = 7 AND (NEW.content IS NOT NULL OR TG_ARGV[0] = 'all') THEN
        RAISE EXCEPTION 'late';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER late AFTER INSERT ON page_text DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION late('contents');
CALL goce_extract_pending('page', 'page_text', 10, 'default');
SELECT site, path, sqlstate, error FROM page_text WHERE sqlstate IS NOT NULL;
TRUNCATE page_text;
DROP TRIGGER late ON page_text;
CREATE CONSTRAINT TRIGGER late AFTER INSERT ON page_text DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION late('all');
CALL goce_extract_pending('page', 'page_text', 10, 'default');
DROP TRIGGER late ON page_text;
CALL goce_extract_pending('page', 'page_text', 10, 'default');
SELECT count(*) AS pages, count(sqlstate) AS failed FROM page_text;
-- A call that fails between two pages gives its claims back, as a cancelled one does, and blames no page.
TRUNCATE page_text;
ALTER SEQUENCE given_back RESTART;
CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF nextval('given_back') = 15 THEN
        RAISE EXCEPTION 'not now' USING DETAIL = 'But later.';
    END IF;
    RETURN OLD;
END $$;
CREATE TRIGGER fail_once BEFORE DELETE ON page_text_claims FOR EACH ROW EXECUTE FUNCTION fail_once();
CALL goce_extract_pending('page', 'page_text', 10, 'default');
SELECT done, (SELECT count(*) FROM page_text_claims) AS claims FROM page_text_progress;
DROP TRIGGER fail_once ON page_text_claims;
DROP FUNCTION fail_once, late, to_child, left_out;
CALL goce_extract_pending('page', 'page_text', 10, 'default');
SELECT count(*) AS pages, count(sqlstate) AS failed FROM page_text;
DELETE FROM page WHERE site = 'c';

-- Whatever the isolation of the session: rows that others change meanwhile are no errors.
TRUNCATE page_text;
SET default_transaction_isolation = 'serializable';
CALL goce_extract_pending('page', 'page_text', 10, 'default', 'current_setting(''transaction_isolation'')');
SHOW transaction_isolation;
RESET default_transaction_isolation;
SELECT DISTINCT content FROM page_text;
\setenv PGOPTIONS '-c client_min_messages=warning -c default_transaction_isolation=serializable'
\! for turn in $(seq 10); do psql -X -q -At -c "TRUNCATE page_text"; for session in 1 2 3 4; do psql -X -q -c "CALL goce_extract_pending('page', 'page_text', $session, 'default')" & done; wait; psql -X -At -c "SELECT pending, failed FROM page_text_progress"; done 2>&1 | sort | uniq
\setenv PGOPTIONS '-c client_min_messages=warning -c default_transaction_isolation=repeatable\\ read'
\! for turn in $(seq 10); do psql -X -q -At -c "TRUNCATE page_text"; for session in 1 2 3 4; do psql -X -q -c "CALL goce_extract_pending('page', 'page_text', $session, 'default')" & done; wait; psql -X -At -c "SELECT pending, failed FROM page_text_progress"; done 2>&1 | sort | uniq
\setenv PGOPTIONS '-c client_min_messages=warning'
SELECT count(*) AS claims FROM page_text_claims;

-- What row-level security keeps from being locked is counted, and what others have locked is not.
CREATE TABLE secured (id int PRIMARY KEY, html text);
INSERT INTO secured SELECT n, '<p>' || n FROM generate_series(1, 10) AS n;
ALTER TABLE secured ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON secured FOR SELECT USING (true);
CREATE ROLE goce_secured;
SELECT goce_create_target('secured', 'secured_text');
GRANT SELECT, UPDATE ON secured TO goce_secured;
GRANT SELECT, INSERT ON secured_text TO goce_secured;
GRANT SELECT, INSERT, UPDATE, DELETE ON secured_text_claims TO goce_secured;
SET ROLE goce_secured;
CALL goce_extract_pending('secured', 'secured_text', 3, 'default');
RESET ROLE;
CREATE POLICY changed ON secured FOR UPDATE USING (id <= 4);
BEGIN;
SELECT id FROM secured WHERE id = 4 FOR UPDATE;
\! psql -X -q -c "SET ROLE goce_secured" -c "CALL goce_extract_pending('secured', 'secured_text', 3, 'default')" 2>&1
ROLLBACK;
SET ROLE goce_secured;
CALL goce_extract_pending('secured', 'secured_text', 3, 'default');
RESET ROLE;
SELECT count(*), max(id) FROM secured_text;
DROP TABLE secured, secured_text, secured_text_claims CASCADE;
DROP OWNED BY goce_secured;
DROP ROLE goce_secured;

-- A target that does not take a content takes the failure.
TRUNCATE page_text;
ALTER TABLE page_text ADD CHECK (path <> 7 OR content IS NULL);
CALL goce_extract_pending('page', 'page_text', 10, 'default');
SELECT site, path, content, sqlstate, error FROM page_text WHERE sqlstate IS NOT NULL;
ALTER TABLE page_text DROP CONSTRAINT page_text_check;
-- The claims of a session that lives are respected, also while its page takes long.
TRUNCATE page_text;
SELECT pg_advisory_lock(42);
\setenv slow 'CASE WHEN path = 3 THEN pg_advisory_xact_lock(42)::text ELSE html END'
\! psql -X -q -c "CALL goce_extract_pending('page', 'page_text', 20, 'default', \$\$ $slow \$\$)" &
CALL wait_until($$ EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted) $$);
SELECT count(*) AS claims FROM page_text_claims;
\set VERBOSITY terse
CALL goce_extract_pending('page', 'page_text', 20, 'default');
\set VERBOSITY default
TABLE page_text_progress;
SELECT done, pending, failed, rate > 0 AS rate, time_left >= '0 s' AS time_left, sessions FROM goce_progress WHERE target = 'page_text'::regclass;
SELECT pg_advisory_unlock(42);
-- The other session looks for more pages before it ends, and would find those of the next test.
CALL wait_until($$ NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()) $$);
SELECT count(*) AS claims FROM page_text_claims;
-- The lock of a claim counts where its holder may make claims, be it as a member of a role, and no other's does.
CREATE ROLE goce_stranger LOGIN;
CREATE ROLE goce_worker;
CREATE ROLE goce_member LOGIN NOINHERIT IN ROLE goce_worker;
GRANT SELECT, UPDATE ON page TO goce_worker;
GRANT SELECT, INSERT ON page_text TO goce_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON page_text_claims TO goce_worker;
TRUNCATE page_text;
INSERT INTO page_text_claims (path, site, goce_session, goce_deaths, goce_claimed_at) VALUES (1, 'a', 1001, 0, now()), (2, 'a', 1002, 0, now());
\! PGUSER=goce_stranger psql -X -q -c "SELECT pg_advisory_lock(1735353189, 1001), pg_sleep(600)" >/dev/null 2>&1 &
\! PGUSER=goce_member psql -X -q -c "SELECT pg_advisory_lock(1735353189, 1002), pg_sleep(600)" >/dev/null 2>&1 &
CALL wait_until($$ (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 1735353189) = 2 $$);
\set VERBOSITY terse
CALL goce_extract_pending('page', 'page_text', 10, 'default');
\set VERBOSITY default
SELECT path, site FROM page WHERE NOT EXISTS (SELECT FROM page_text WHERE (page_text.path, page_text.site) = (page.path, page.site));
SELECT count(pg_terminate_backend(pid)) AS sessions FROM pg_locks WHERE locktype = 'advisory' AND classid = 1735353189;
CALL wait_until($$ NOT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 1735353189) $$);
CALL goce_extract_pending('page', 'page_text', 10, 'default');
SELECT count(*) AS claims FROM page_text_claims;
-- Nor does one who waits for the lock of a session at work hold it up.
TRUNCATE page_text;
SELECT pg_advisory_lock(42);
\! PGUSER=goce_member psql -X -q -c "SET ROLE goce_worker" -c "CALL goce_extract_pending('page', 'page_text', 2, 'default', \$\$ $slow \$\$)" 2>&1 &
CALL wait_until($$ EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted) $$);
\! PGUSER=goce_stranger psql -X -q -c "SELECT pg_advisory_lock(classid::int, objid::int), pg_sleep(600) FROM pg_locks WHERE classid = 1735353189" >/dev/null 2>&1 &
CALL wait_until($$ EXISTS (SELECT FROM pg_locks WHERE classid = 1735353189 AND NOT granted) $$);
SELECT pg_advisory_unlock(42);
CALL wait_until($$ NOT EXISTS (SELECT FROM pg_stat_activity WHERE usename = 'goce_member') $$);
TABLE page_text_progress;
SELECT count(pg_terminate_backend(pid)) AS sessions FROM pg_stat_activity WHERE usename = 'goce_stranger';
DROP OWNED BY goce_worker;
DROP ROLE goce_stranger, goce_member, goce_worker;
-- An assertion within the expression of a page is the failure of that page.
TRUNCATE page_text;
CREATE FUNCTION checked(html text, path int) RETURNS text LANGUAGE plpgsql AS $$ BEGIN ASSERT path <> 3, 'not this one'; RETURN html; END $$;
CALL goce_extract_pending('page', 'page_text', 20, 'default', 'checked(html, path)');
SELECT site, path, sqlstate, error FROM page_text WHERE sqlstate IS NOT NULL ORDER BY site;

-- The limit for a page is set while pages are worked on, and is what it was afterwards.
TRUNCATE page_text;
SET goce.page_timeout = '7 s';
CALL goce_extract_pending('page', 'page_text', 20, 'default', 'current_setting(''goce.page_timeout'')', page_timeout => '1.5 s');
SHOW goce.page_timeout;
RESET goce.page_timeout;
SELECT DISTINCT content FROM page_text;
TRUNCATE page_text;
CALL goce_extract_pending('page', 'page_text', 20, 'default', 'current_setting(''goce.page_timeout'')', page_timeout => '0');
SELECT DISTINCT content FROM page_text;
-- A page that takes longer than it may fails, and the others go on.
TRUNCATE page_text;
CALL goce_extract_pending('page', 'page_text', 20, 'web2text', 'CASE WHEN path = 7 THEN repeat(''<p>some <b>text</b> of the page'', 200000) ELSE html END', page_timeout => '1 s');
SELECT site, path, content, sqlstate, error FROM page_text WHERE sqlstate IS NOT NULL;
CALL goce_extract_pending('page', 'page_text', page_timeout => NULL);
CALL goce_extract_pending('page', 'page_text', page_timeout => '-1 s');
CALL goce_extract_pending('page', 'page_text', page_timeout => '1 year');

-- A target made by hand: its claims stand beside it, made by the first call of its owner and nobody else's.
CREATE ROLE goce_owner;
CREATE TABLE by_hand (note text DEFAULT 'mine', extracted_at timestamptz, sqlstate text, error text, content text, path bigint, site varchar(9), PRIMARY KEY (site, path));
ALTER TABLE by_hand OWNER TO goce_owner;
GRANT SELECT, INSERT ON by_hand TO goce_reader;
SET ROLE goce_reader;
CALL goce_extract_pending('page', 'by_hand', 10, 'default');
RESET ROLE;
CALL goce_extract_pending('page', 'by_hand', 10, 'default');
SELECT relname, relowner::regrole FROM pg_class WHERE relname LIKE 'by\_hand%' AND relkind = 'r' ORDER BY relname;
SELECT note, site, count(*), min(path), max(path), left(max(content), 20) AS last FROM by_hand GROUP BY note, site ORDER BY site;
-- A table of that name that is somebody else's is not touched.
DROP TABLE by_hand_claims;
CREATE TABLE by_hand_claims AS TABLE page_text_claims;
CALL goce_extract_pending('page', 'by_hand', 10, 'default');
DROP TABLE by_hand, by_hand_claims;
DROP OWNED BY goce_reader, goce_owner;
DROP ROLE goce_reader, goce_owner;

-- Names of a target with which those beside it would not be others.
SELECT * FROM pg_temp.failure(format('SELECT goce_create_target(%L, %L)', 'page', repeat('x', 63)));
SELECT * FROM pg_temp.failure(format('SELECT goce_create_target(%L, %L)', 'page', repeat('ä', 28)));
SELECT goce_create_target('page', repeat('x', 54)), goce_create_target('page', 'clean.' || repeat('ä', 27));
CALL goce_extract_pending('page', repeat('x', 54)::regclass, method => 'default');
SELECT octet_length(relname::text) AS bytes, relkind, relname FROM pg_class
WHERE relname LIKE 'xxx%' OR relname LIKE 'äää%' ORDER BY relname COLLATE "C";
SELECT format('CREATE TABLE %I (LIKE page_text INCLUDING ALL)', repeat('y', 57)) \gexec
CALL goce_extract_pending('page', repeat('y', 57)::regclass);
SELECT format('DROP TABLE %I', repeat('y', 57)) \gexec
-- Keys of types whose operators are not in pg_catalog's path, and of a domain.
CREATE TYPE clean.kind AS ENUM ('a', 'b');
CREATE DOMAIN clean.number AS int;
CREATE TABLE keyed (kind clean.kind, number clean.number, span int4range, tags text[], tag char(3), html text, PRIMARY KEY (kind, number, span, tags, tag));
INSERT INTO keyed SELECT 'a', n, int4range(n, n + 2), ARRAY['x', 'y'], 'z', '<p>keyed' FROM generate_series(1, 3) AS n;
SELECT goce_create_target('keyed', 'keyed_text');
SET search_path = pg_catalog;
CALL public.goce_extract_pending('public.keyed', 'public.keyed_text', 2, 'default');
CALL public.goce_extract_pending('public.keyed', 'public.keyed_text', 2, 'default');
RESET search_path;
TABLE keyed_text_progress;
-- A target that was dropped is made anew, with its claims.
SELECT goce_create_target('page', 'again');
SET client_min_messages = warning;
DROP TABLE again CASCADE;
SET client_min_messages = notice;
SELECT goce_create_target('keyed', 'again');
CALL goce_extract_pending('keyed', 'again');
-- But no other table goes.
CREATE TABLE other_claims AS SELECT 1 AS one;
SELECT * FROM pg_temp.failure($$ SELECT goce_create_target('page', 'other') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_create_target('page', 'a.b.c') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_create_target('page', '"a.b') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_create_target(NULL, 'a') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_create_target('page', NULL) $$);

-- What is no table, or has parts that are none.
CREATE VIEW page_view AS SELECT * FROM page;
CALL goce_extract_pending('page_view', 'page_text');
CREATE MATERIALIZED VIEW page_copy AS SELECT * FROM page;
CALL goce_extract_pending('page_copy', 'page_text');
CREATE FOREIGN DATA WRAPPER nothing;
CREATE SERVER nowhere FOREIGN DATA WRAPPER nothing;
CREATE FOREIGN TABLE page_far () INHERITS (page) SERVER nowhere;
CALL goce_extract_pending('page', 'page_text');
DROP FOREIGN DATA WRAPPER nothing CASCADE;
-- Claims that lie there dead are cleared away within the call, unless another session has made a claim meanwhile.
CREATE TABLE crowd AS SELECT n AS id, '<p>' || n AS html FROM generate_series(1, 6) AS n;
ALTER TABLE crowd ADD PRIMARY KEY (id);
SELECT goce_create_target('crowd', 'crowd_text');
ALTER TABLE crowd_text_claims SET (autovacuum_enabled = off);
INSERT INTO crowd_text_claims SELECT n, 1, 0, now() FROM generate_series(1001, 240000) AS n;
DELETE FROM crowd_text_claims;
CREATE FUNCTION claimed_meanwhile(html text) RETURNS text LANGUAGE sql AS $$
    INSERT INTO crowd_text_claims VALUES (1000, 1, 0, now()) ON CONFLICT DO NOTHING;
    SELECT html;
$$;
CALL goce_extract_pending('crowd', 'crowd_text', 2, 'default', 'claimed_meanwhile(html)');
SELECT pg_relation_size('crowd_text_claims') > 8388608 AS is_large, (SELECT count(*) FROM crowd_text_claims) AS claims;
TRUNCATE crowd_text;
CALL goce_extract_pending('crowd', 'crowd_text', 2, 'default');
SELECT pg_relation_size('crowd_text_claims') < 100000 AS is_small, (SELECT count(*) FROM crowd_text) AS pages;
DROP TABLE crowd, crowd_text, crowd_text_claims CASCADE;
DROP FUNCTION claimed_meanwhile;
-- A table that Citus has distributed, as its catalog says it.
SET allow_system_table_mods = on;
CREATE TABLE pg_catalog.pg_dist_partition (logicalrelid regclass);
CALL goce_extract_pending('page', 'page_text');
INSERT INTO pg_catalog.pg_dist_partition VALUES ('page');
CALL goce_extract_pending('page', 'page_text', html => 'upper(html)');
DROP TABLE pg_catalog.pg_dist_partition;
RESET allow_system_table_mods;

DROP SCHEMA clean CASCADE;
SELECT format('DROP TABLE %I, %I CASCADE', repeat('x', 54), repeat('x', 54) || '_claims') \gexec
DROP TABLE page, page_text, page_text_claims, record, odd, keyed, keyed_text, keyed_text_claims, again, again_claims, other_claims CASCADE;
DROP FUNCTION checked(text, int);
DROP PROCEDURE wait_until;

-- goce_extract_pending with what the pages of each site share: the arguments "url" and "site".
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
SET client_min_messages = notice;
\set SHOW_CONTEXT never
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include
\setenv PGDATABASE :DBNAME
\setenv PGOPTIONS '-c client_min_messages=warning'

-- Columns are named like those of the tables beside the target, and like what its statements name.
CREATE TABLE report (pages int, site text COLLATE "POSIX", t int DEFAULT 0, profile text, html text, PRIMARY KEY (site, pages));
CREATE FUNCTION report(number int) RETURNS text LANGUAGE sql AS $$
    SELECT format('<title>Report</title><main><h1>Report %s</h1><p>%s</p><p>%s</p></main>', number,
        (SELECT string_agg(format('Report %s has a sentence with the number %s in it, and goes on for a while.', number, number * 100 + k), ' ') FROM generate_series(1, 6) AS k),
        repeat('All who write for the Courier live within an hour of the mill where it is printed. ', 4))
$$;
INSERT INTO report SELECT n, format('http://%scourier.example:%s/%s', CASE WHEN n % 2 = 0 THEN 'WWW.' ELSE '' END, 80 + n % 3, n), 0, NULL, report(n)
FROM generate_series(1, 30) AS n;
-- A site of three pages; pages of no site; a page without HTML and one that is too large.
INSERT INTO report SELECT n, 'https://few.example/' || n, 0, NULL, report(n) FROM generate_series(31, 33) AS n;
INSERT INTO report VALUES (34, 'no address', 0, NULL, report(34)), (35, '', 0, NULL, report(35)), (36, 'http://courier.example/36', 0, NULL, NULL),
    (37, 'http://courier.example/37', 0, NULL, repeat('long ', 1000));
SELECT goce_create_target('report', 'report_text');
CREATE VIEW learned AS
SELECT split_part(r.site, '/', 3) ILIKE '%courier%' AS courier, count(*), count(*) FILTER (WHERE content LIKE '%the mill%') AS notice,
       count(*) FILTER (WHERE content LIKE '%goes on for a while.%') AS complete
FROM report AS r JOIN report_text USING (site, pages) GROUP BY 1;

SET goce.max_html_size = '3kB';
CALL goce_extract_pending('report', 'report_text', 7, learn_sites => true, url => 'site');
RESET goce.max_html_size;
\d report_text_sites
\d report_text_counted
SELECT site, pages, goce_site_pages(profile) AS in_profile, updated_at <= clock_timestamp() AS at FROM report_text_sites;
SELECT goce_failed, count(*), max(pages) FROM report_text_counted GROUP BY 1;
TABLE learned ORDER BY 1;
SELECT pages, sqlstate, error FROM report_text WHERE sqlstate IS NOT NULL;
-- The same as by hand.
CREATE TABLE by_hand AS SELECT goce_site(html) AS profile FROM report WHERE pages <= 30;
SELECT goce_site_send(s.profile) = goce_site_send(h.profile) AS same_profile FROM report_text_sites AS s, by_hand AS h WHERE s.site = 'courier.example';
SELECT count(*) AS other_texts FROM report AS r JOIN report_text USING (site, pages), by_hand AS h
WHERE pages < 37 AND content IS DISTINCT FROM goce_extract(html, site => CASE WHEN pages <= 30 THEN h.profile END);
-- No page counts twice, also where the texts are made anew.
CALL goce_extract_pending('report', 'report_text', 7, learn_sites => true, url => 'site');
TRUNCATE report_text;
CALL goce_extract_pending('report', 'report_text', 7, learn_sites => true, url => 'site -- the address');
TABLE learned ORDER BY 1;
-- New pages update the profiles: a fourth page is the first with three others.
INSERT INTO report VALUES (38, 'https://few.example/38', 0, NULL, report(38)), (39, 'https://new.example/39', 0, NULL, report(39));
CALL goce_extract_pending('report', 'report_text', 7, learn_sites => true, url => 'site');
SELECT site, pages, goce_site_pages(profile) AS in_profile FROM report_text_sites ORDER BY site;
SELECT pages, content LIKE '%the mill%' AS notice FROM report_text WHERE pages IN (31, 38, 39) ORDER BY pages;
-- Deleted in both tables, a site is learned anew. What could not be read is counted when its row is deleted.
DELETE FROM report_text_counted WHERE goce_failed OR site LIKE '%few%';
DELETE FROM report_text_sites WHERE site LIKE 'few%';
CALL goce_extract_pending('report', 'report_text', 1, url => 'site');
SELECT site, pages, goce_site_pages(profile) AS in_profile FROM report_text_sites ORDER BY site;
SELECT count(*) AS claims FROM report_text_claims;

-- What is wrong with the call.
CALL goce_extract_pending('report', 'report_text', site => 'site', learn_sites => false);
CALL goce_extract_pending('report', 'report_text', learn_sites => true);
CALL goce_extract_pending('report', 'report_text', method => 'default', learn_sites => true, url => 'site');
\set VERBOSITY terse
CALL goce_extract_pending('report', 'report_text', learn_sites => true, site => 'sight');
\set VERBOSITY default

-- By a name of the site. A row that cannot say its site fails, and so does its page; the others are learned from and extracted.
SELECT goce_create_target('report', 'named_text');
CALL goce_extract_pending('report', 'named_text', 4, html => 'CASE WHEN pages = 9 THEN (pages / t)::text ELSE html END',
    learn_sites => true, site => $$ CASE WHEN pages = 7 THEN (pages / t)::text WHEN pages <= 30 THEN 'Courier' END $$);
SELECT site, pages, goce_site_pages(profile) AS in_profile FROM named_text_sites;
SELECT pages, goce_failed FROM named_text_counted WHERE goce_failed;
SELECT pages, sqlstate, error FROM named_text WHERE sqlstate IS NOT NULL ORDER BY pages;
SELECT count(*) FILTER (WHERE content LIKE '%the mill%') AS notice, count(*) FROM named_text WHERE pages <= 30;
-- A name that is too long for an index is no site, and keeps no other page from being counted.
TRUNCATE named_text, named_text_counted, named_text_sites;
CALL goce_extract_pending('report', 'named_text', learn_sites => true, site => $$ CASE WHEN pages = 7 THEN repeat(html, 100) WHEN pages = 8 THEN repeat('x', 1001) ELSE repeat('x', 1000) END $$);
SELECT length(site), pages FROM named_text_sites;
SELECT count(*) AS counted FROM named_text_counted;
-- A page that takes too long is not learned from.
TRUNCATE named_text_counted, named_text_sites;
CALL goce_extract_pending('report', 'named_text', html => 'CASE WHEN pages = 7 THEN repeat(''<p>some <b>text</b> of the page'', 800000) ELSE html END',
    learn_sites => true, site => '''all''', page_timeout => '0.3 s');
SELECT site, pages FROM named_text_sites;
SELECT pages FROM named_text_counted WHERE goce_failed;

-- Several sessions at once count each page once, and leave nothing to another.
CREATE FUNCTION of_sessions() RETURNS text LANGUAGE sql AS $$
    SELECT format('%s pages in profiles, %s counted, %s texts, %s claims', (SELECT sum(goce_site_pages(profile)) FROM named_text_sites),
        (SELECT count(*) FROM named_text_counted), (SELECT count(*) FROM named_text), (SELECT count(*) FROM named_text_claims))
$$;
\! for turn in $(seq 10); do psql -X -q -c "TRUNCATE named_text, named_text_counted, named_text_sites"; for batch in 1 2 3 4; do psql -X -q -c "CALL goce_extract_pending('report', 'named_text', $batch, learn_sites => true, site => 'pages % 3')" & done; wait; psql -X -At -c "SELECT of_sessions()"; done 2>&1 | sort | uniq

-- A cancel while pages are learned from: what was committed stays, nothing stays claimed, and the next call goes on.
TRUNCATE named_text, named_text_counted, named_text_sites;
CALL goce_extract_pending('report', 'named_text', 10, learn_sites => true, site => '''all''', html => 'CASE WHEN pages = 26 THEN pg_cancel_backend(pg_backend_pid()) || pg_sleep(60)::text ELSE html END');
SELECT of_sessions();
CALL goce_extract_pending('report', 'named_text', 10, learn_sites => true, site => '''all''');
SELECT of_sessions();
-- A cancel at the moment of a commit leaves claims and their lock to a session that may stay. Nobody waits for them.
TRUNCATE named_text, named_text_counted, named_text_sites;
\! (echo "INSERT INTO named_text_claims SELECT site, pages, 77, 0, now() FROM report WHERE pages < 4; SELECT pg_advisory_lock(1735353189, 77);"; sleep 45) | psql -X -q -At >/dev/null 2>&1 &
SET statement_timeout = '20s';
DO $$ BEGIN WHILE NOT EXISTS (SELECT FROM pg_locks WHERE classid = 1735353189 AND right(virtualtransaction, 2) = '/0') LOOP PERFORM pg_sleep(0.01); END LOOP; END $$;
CALL goce_extract_pending('report', 'named_text', 10, learn_sites => true, site => $$'all'$$);
RESET statement_timeout;
SELECT of_sessions();
SELECT pg_terminate_backend(pid) FROM pg_locks WHERE classid = 1735353189;
-- A page that ends its session is met once among others and once alone; then it is recorded. All others count.
TRUNCATE named_text, named_text_counted, named_text_sites;
\setenv poison 'CASE WHEN pages = 7 THEN pg_terminate_backend(pg_backend_pid())::text ELSE html END'
\! psql -X -q -c "CALL goce_extract_pending('report', 'named_text', 10, learn_sites => true, site => '\$\$all\$\$', html => \$\$ $poison \$\$)" >/dev/null 2>&1
SELECT count(*) > 1 AS claimed, bool_or(pages = 7) AS with_poison, max(goce_deaths) AS deaths FROM named_text_claims;
\! psql -X -q -c "CALL goce_extract_pending('report', 'named_text', 10, learn_sites => true, site => '\$\$all\$\$', html => \$\$ $poison \$\$)" >/dev/null 2>&1
SELECT bool_or(pages = 7) AS with_poison, max(goce_deaths) AS deaths FROM named_text_claims;
\! psql -X -q -c "CALL goce_extract_pending('report', 'named_text', 10, learn_sites => true, site => '\$\$all\$\$', html => \$\$ $poison \$\$)" 2>&1
SELECT pages, sqlstate FROM named_text WHERE sqlstate IS NOT NULL;
SELECT pages FROM named_text_counted WHERE goce_failed;
SELECT of_sessions();
-- A lock of the moment: its pages are counted by the next call.
TRUNCATE named_text, named_text_counted, named_text_sites;
CREATE FUNCTION fails(html text, number int) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    IF number = 5 THEN RAISE EXCEPTION USING ERRCODE = '55P03'; END IF;
    RETURN html;
END $$;
CALL goce_extract_pending('report', 'named_text', 10, html => 'fails(html, pages)', learn_sites => true, site => '''all''');
SELECT of_sessions();
CALL goce_extract_pending('report', 'named_text', 10, learn_sites => true, site => '''all''');
SELECT of_sessions();
DROP FUNCTION fails;
-- A table of profiles that takes none: the pages are extracted without, and the next call counts them.
TRUNCATE named_text, named_text_counted, named_text_sites;
ALTER TABLE named_text_sites ADD CHECK (pages < 0);
CALL goce_extract_pending('report', 'named_text', 10, learn_sites => true, site => '''all''');
SELECT of_sessions();
ALTER TABLE named_text_sites DROP CONSTRAINT named_text_sites_pages_check;
CALL goce_extract_pending('report', 'named_text', 10, learn_sites => true, site => '''all''');
SELECT of_sessions();

-- A target that was dropped is made anew, with nothing learned.
SET client_min_messages = warning;
DROP TABLE named_text CASCADE;
SET client_min_messages = notice;
SELECT goce_create_target('report', 'named_text');
SELECT to_regclass('named_text_counted') AS counted, to_regclass('named_text_sites') AS sites;

-- Profiles of the user's own by that name stay.
CREATE TABLE other_text_sites AS SELECT 'a host'::text AS host, goce_site(html) AS profile FROM report;
SELECT goce_create_target('report', 'other_text');
SELECT host FROM other_text_sites;
\set VERBOSITY sqlstate
CALL goce_extract_pending('report', 'other_text', learn_sites => true, url => 'site');
\set VERBOSITY default
DROP TABLE other_text, other_text_claims, other_text_counted, other_text_sites CASCADE;

-- Partitions; a target made by hand, whose owner's first call makes the tables.
CREATE ROLE goce_owner;
CREATE ROLE goce_reader;
CREATE TABLE parted (id int PRIMARY KEY, url text, html text) PARTITION BY RANGE (id);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (1) TO (9);
CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM (9) TO (99);
INSERT INTO parted SELECT n, 'http://example.org/' || n, report(n) FROM generate_series(1, 20) AS n;
CREATE TABLE parted_text (note text, extracted_at timestamptz, sqlstate text, error text, content text, id bigint PRIMARY KEY);
ALTER TABLE parted_text OWNER TO goce_owner;
GRANT SELECT, UPDATE ON parted TO goce_owner, goce_reader;
GRANT SELECT, INSERT ON parted_text TO goce_reader;
CALL goce_extract_pending('parted', 'parted_text', method => 'default', html => 'NULL');
TRUNCATE parted_text;
GRANT SELECT, INSERT, UPDATE, DELETE ON parted_text_claims TO goce_reader;
SET ROLE goce_reader;
CALL goce_extract_pending('parted', 'parted_text', learn_sites => true, url => 'url');
RESET ROLE;
-- What stands there already under such a name is not used.
CREATE TABLE parted_text_sites (site text PRIMARY KEY, pages bigint, profile goce_site, updated_at timestamptz);
CALL goce_extract_pending('parted', 'parted_text', learn_sites => true, url => 'url');
DROP TABLE parted_text_sites;
CALL goce_extract_pending('parted', 'parted_text', 6, learn_sites => true, url => 'url');
SELECT relname, relowner::regrole FROM pg_class WHERE relname LIKE 'parted\_text%' AND relkind = 'r' ORDER BY relname;
SELECT site, pages FROM parted_text_sites;
SELECT count(*), count(*) FILTER (WHERE content LIKE '%the mill%') AS notice FROM parted_text;
GRANT SELECT, INSERT, UPDATE ON parted_text_sites TO goce_reader;
GRANT SELECT, INSERT ON parted_text_counted TO goce_reader;
INSERT INTO parted VALUES (21, 'http://example.org/21', report(21));
SET ROLE goce_reader;
CALL goce_extract_pending('parted', 'parted_text', learn_sites => true, url => 'url');
RESET ROLE;
SELECT site, pages FROM parted_text_sites;
-- The longest name.
SELECT goce_create_target('parted', repeat('x', 54));
CALL goce_extract_pending('parted', repeat('x', 54)::regclass, learn_sites => true, url => 'url');
SELECT format('CREATE TABLE %I (LIKE parted_text INCLUDING ALL)', repeat('y', 56)) \gexec
CALL goce_extract_pending('parted', repeat('y', 56)::regclass, learn_sites => true, url => 'url');
SELECT format('DROP TABLE %1$I, %2$I, %3$I, %4$I, %5$I, %6$I CASCADE', n, n || '_claims', n || '_counted', n || '_sites', y, y || '_claims')
FROM (VALUES (repeat('x', 54), repeat('y', 56))) AS names (n, y) \gset drop_
SET client_min_messages = warning;
:drop_format;
DROP TABLE parted, parted_text, parted_text_claims, parted_text_counted, parted_text_sites, by_hand,
    report, report_text, report_text_claims, report_text_counted, report_text_sites, named_text, named_text_claims CASCADE;
DROP FUNCTION report(int), of_sessions();
DROP ROLE goce_owner, goce_reader;

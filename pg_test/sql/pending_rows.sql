-- Every column of the rows that goce_extract_pending writes: what it says of a page that fails stays with that page.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
\set SHOW_CONTEXT never
\setenv PGDATABASE :DBNAME
\setenv PGOPTIONS '-c client_min_messages=warning -c goce.max_html_size=2kB'
SET goce.max_html_size = '2kB';

-- What the row of each page has to be stands beside the page. Of eight pages one is too large, one has no text and one
-- has no HTML. They are worked on in the order of the table: that of the numbers, so that good pages follow bad ones.
CREATE TABLE mixed (id int PRIMARY KEY, url text, html text, content text, sqlstate text, error text, no_text text);
INSERT INTO mixed SELECT n, 'https://www.example.org/' || n,
    CASE n % 8 WHEN 0 THEN repeat('long ', 1000) WHEN 3 THEN '' WHEN 6 THEN NULL ELSE '<main><p class=text>' || text || '</main>' END,
    CASE WHEN n % 8 NOT IN (0, 3, 6) THEN text END
FROM generate_series(8, 39) AS n, LATERAL (SELECT rtrim(repeat(format('Page %s tells something of its own. ', n), 3)) AS text) AS texts;
UPDATE mixed SET sqlstate = '54000', error = 'page or text is too large' WHERE id % 8 = 0;
UPDATE mixed SET no_text = 'empty' WHERE id % 8 IN (3, 6);
CLUSTER mixed USING mixed_pkey;
SELECT goce_create_target('mixed', 'mixed_text');
-- A column that a later version adds is read too.
CREATE VIEW wrong AS
SELECT m.id, to_jsonb(t) - '{extracted_at,version,goce_columns}'::text[] AS found, to_jsonb(m) - '{url,html}'::text[] AS should
FROM mixed AS m LEFT JOIN mixed_text AS t USING (id)
WHERE to_jsonb(t) - '{extracted_at,method,version,goce_columns}'::text[] IS DISTINCT FROM to_jsonb(m) - '{url,html}'::text[]
    OR NOT t.extracted_at BETWEEN now() - interval '1 day' AND clock_timestamp()
ORDER BY m.id;
CREATE VIEW by AS SELECT method, left(version, length(goce_version())) = goce_version() AS version, count(*) FROM mixed_text GROUP BY 1, 2;

-- The first try, in batches of all sizes.
CALL goce_extract_pending('mixed', 'mixed_text', 100, 'default');
TABLE wrong;
TABLE by;
TRUNCATE mixed_text;
CALL goce_extract_pending('mixed', 'mixed_text', 3, 'default');
TABLE wrong;
TRUNCATE mixed_text;
CALL goce_extract_pending('mixed', 'mixed_text', 1);
TABLE wrong;
TABLE by;

-- Several sessions.
\! for turn in 1 2 3 4 5; do psql -X -q -c "TRUNCATE mixed_text"; for session in 1 2 3 4; do psql -X -q -c "CALL goce_extract_pending('mixed', 'mixed_text', $session, 'default')" & done; wait; psql -X -At -c "TABLE wrong" -c "TABLE by"; done 2>&1 | sort | uniq

-- By what the pages of a site share, and by a model.
TRUNCATE mixed_text;
CALL goce_extract_pending('mixed', 'mixed_text', 7, url => 'url', learn_sites => true);
TABLE wrong;
TABLE by;
SELECT goce_failed, count(*) FROM mixed_text_counted GROUP BY 1 ORDER BY 1;
SELECT goce_publish('rows', goce_train($$
    SELECT '<nav class=top><a href=/>Home</a> <a href=/n>News of the day</a></nav>' || html || '<div class=imprint>All rights are reserved by us.</div>',
           content FROM mixed WHERE content IS NOT NULL $$, 'tree', '{"folds": 0}'));
TRUNCATE mixed_text;
CALL goce_extract_pending('mixed', 'mixed_text', 7, model => 'rows');
TABLE wrong;
TABLE by;

-- From here on no page is too large. One takes too long.
RESET goce.max_html_size;
\setenv PGOPTIONS '-c client_min_messages=warning'
UPDATE mixed SET html = 'Page ' || id, content = 'Page ' || id, sqlstate = NULL, error = NULL WHERE id % 8 = 0;
UPDATE mixed SET content = NULL, sqlstate = '54000', error = 'page took longer than "goce.page_timeout"' WHERE id = 16;
CLUSTER mixed;
TRUNCATE mixed_text;
CALL goce_extract_pending('mixed', 'mixed_text', 7, html => 'CASE WHEN id = 16 THEN repeat(''<p>some <b>text</b> of the page'', 400000) ELSE html END',
                          page_timeout => '0.5 s');
TABLE wrong;
TABLE by;

-- A page that ends its session, twice, and the pages that are taken up after it.
TRUNCATE mixed_text;
UPDATE mixed SET content = NULL, sqlstate = '58000', error = 'the session that worked on this page ended before its time, twice; delete this row to have the page tried again'
WHERE id = 10;
UPDATE mixed SET content = html, sqlstate = NULL, error = NULL WHERE id = 16;
CLUSTER mixed;
\setenv poison 'CASE WHEN id = 10 THEN pg_terminate_backend(pg_backend_pid())::text ELSE html END'
\! for turn in 1 2; do psql -X -q -c "CALL goce_extract_pending('mixed', 'mixed_text', 20, 'default', \$\$ $poison \$\$)" >/dev/null 2>&1; done
SELECT count(*) > 1 AS left_to_one_by_one FROM mixed_text_claims;
\! psql -X -c "CALL goce_extract_pending('mixed', 'mixed_text', 20, 'default', \$\$ $poison \$\$)" >/dev/null 2>&1
TABLE wrong;
SELECT id FROM mixed_text WHERE sqlstate = '58000';
TABLE by;

-- A failure that is no fault of the page, and one that the target takes no row of, leave nothing in the rows behind them.
TRUNCATE mixed_text;
UPDATE mixed SET content = rtrim(repeat('Page 10 tells something of its own. ', 3)), sqlstate = NULL, error = NULL WHERE id = 10;
CLUSTER mixed;
CREATE FUNCTION fails(html text, id int) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    IF id = 12 THEN RAISE EXCEPTION 'not now' USING ERRCODE = '40001'; END IF;
    RETURN html;
END $$;
ALTER TABLE mixed_text ADD CONSTRAINT odd CHECK (id <> 9);
CALL goce_extract_pending('mixed', 'mixed_text', 20, 'default', 'fails(html, id)');
TABLE wrong;
ALTER TABLE mixed_text DROP CONSTRAINT odd, ADD CHECK (id <> 9 OR content IS NULL);
UPDATE mixed SET content = NULL, sqlstate = '23514', error = 'new row for relation "mixed_text" violates check constraint "mixed_text_check"' WHERE id = 9;
CLUSTER mixed;
CALL goce_extract_pending('mixed', 'mixed_text', 20, 'default');
TABLE wrong;
TABLE by;

SET client_min_messages = warning;
DROP TABLE mixed, mixed_text, mixed_text_claims, mixed_text_counted, mixed_text_sites CASCADE;
DROP FUNCTION fails;
DELETE FROM goce_models WHERE name = 'rows';

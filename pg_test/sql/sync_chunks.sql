-- goce_sync_chunks and goce_near_duplicates.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
\set SHOW_CONTEXT never
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

CREATE TABLE doc (lang text, id int, html text, hash text, PRIMARY KEY (id, lang));
INSERT INTO doc SELECT 'en', n, format('<h1>Doc %1$s</h1><p>%2$s</p><h2>More</h2><p>%3$s</p><p>%3$s</p>', n,
    repeat(format('Word %s of the first part. ', n), 4), repeat('A part that all have. ', 4)) FROM generate_series(1, 5) AS n;
INSERT INTO doc VALUES ('en', 6, NULL), ('en', 7, '');
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sync_chunks('doc', 'Doc Chunks') $$);
SELECT * FROM goce_sync_chunks('doc', '"Doc Chunks"', max_words => 30);
\d "Doc Chunks"
SELECT id, lang, ord, heading_path, left(content, 20) AS content, left(markdown, 12) AS markdown FROM "Doc Chunks" WHERE id = 1 ORDER BY ord;
-- Nothing has changed. A page without chunks is looked at again.
ALTER TABLE "Doc Chunks" ADD embedding real[];
UPDATE "Doc Chunks" SET embedding = ARRAY[id, ord];
SELECT * FROM goce_sync_chunks('doc', '"Doc Chunks"', max_words => 30);
-- A changed page keeps what it has of the same words, whatever their whitespace; one that is gone has no chunks.
UPDATE doc SET html = replace(html, 'Word 2 of the first', 'Letter 2 of the first') WHERE id = 2;
UPDATE doc SET html = replace(html, 'A part that', E'A\n  part <b>that</b>') WHERE id = 3;
UPDATE doc SET id = 9 WHERE id = 5;
SELECT * FROM goce_sync_chunks('doc', '"Doc Chunks"', max_words => 30);
SELECT id, ord, embedding FROM "Doc Chunks" ORDER BY id, ord;
-- All chunks are those of goce_chunks.
CREATE VIEW wrong AS
SELECT coalesce(t.id, c.id) AS id, coalesce(t.ord, c.ord) AS ord, t.content, c.text FROM "Doc Chunks" AS t
FULL JOIN (SELECT DISTINCT ON (id, hash) d.id, c.* FROM doc AS d, goce_chunks(d.html, NULL, 30) AS c ORDER BY id, hash, ord) AS c ON (t.id, t.ord) = (c.id, c.ord)
WHERE (t.content, t.markdown, t.heading_path) IS DISTINCT FROM (c.text, c.markdown, c.heading_path);
TABLE wrong;
-- In portions, and with another bound; a page that is refused keeps its chunks.
UPDATE doc SET html = html || ' ';
SELECT * FROM goce_sync_chunks('doc', '"Doc Chunks"', max_words => 30, condition => 'id <= 2 -- the first');
SELECT pages, added, removed, kept > 0 AS kept FROM goce_sync_chunks('doc', '"Doc Chunks"', max_words => 30);
TABLE wrong;
UPDATE doc SET html = repeat('long ', 1000) WHERE id = 1;
SET goce.max_html_size = '2kB';
SELECT * FROM goce_sync_chunks('doc', '"Doc Chunks"', max_words => 30);
RESET goce.max_html_size;
SELECT pages, failed, removed FROM goce_sync_chunks('doc', '"Doc Chunks"', max_words => 30);
TABLE wrong;

-- What is wrong with a call.
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sync_chunks('doc', 'other', max_words => 0) $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sync_chunks('doc', 'other', html => 'htlm') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sync_chunks('doc', 'doc') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sync_chunks('doc', NULL) $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sync_chunks('wrong', 'other') $$);
CREATE TABLE keyless (html text);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sync_chunks('keyless', 'other') $$);
CREATE TABLE keyed (id int, hash text, html text, PRIMARY KEY (id, hash));
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sync_chunks('keyed', 'other') $$);
CREATE ROLE goce_reader;
GRANT SELECT ON doc, "Doc Chunks" TO goce_reader;
SET ROLE goce_reader;
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sync_chunks('doc', '"Doc Chunks"') $$);
RESET ROLE;
ALTER TABLE doc ENABLE ROW LEVEL SECURITY;
GRANT ALL ON "Doc Chunks" TO goce_reader;
SET ROLE goce_reader;
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sync_chunks('doc', '"Doc Chunks"') $$);
RESET ROLE;
-- Calls at once go one after the other.
\setenv PGDATABASE :DBNAME
\setenv PGOPTIONS '-c client_min_messages=warning'
\! for turn in 1 2 3; do psql -X -q -c "UPDATE doc SET html = html || ' <p>Turn $turn of all turns.'"; for session in 1 2 3; do psql -X -At -c "SELECT added, removed FROM goce_sync_chunks('doc', '\"Doc Chunks\"', max_words => 30)" & done; wait; done | sort
TABLE wrong;
\! for session in 1 2 3; do psql -X -At -c "SELECT added FROM goce_sync_chunks('doc', 'first', max_words => 30)" & done | sort -n | uniq -c | wc -l
-- Beside one that has not ended yet others write embeddings.
BEGIN;
SELECT added, removed FROM goce_sync_chunks('doc', '"Doc Chunks"', max_words => 30);
\! psql -X -At -c "SET lock_timeout = '5s'" -c "UPDATE \"Doc Chunks\" SET embedding = '{7}' WHERE id = 1 AND ord = 1 RETURNING embedding"
COMMIT;
-- Whitespace is the same whatever a backslash means.
UPDATE doc SET html = replace(html, ' ', '  ');
\! PGOPTIONS="$PGOPTIONS -c standard_conforming_strings=off -c escape_string_warning=off" psql -X -At -c "SELECT added, removed, kept > 0 FROM goce_sync_chunks('doc', '\"Doc Chunks\"', max_words => 30)"

-- Near-duplicates: the first of the query's order counts, and NULL and texts without words are none.
CREATE TABLE text AS SELECT n AS id, CASE WHEN n % 10 = 3 THEN NULL WHEN n % 10 = 4 THEN '…' ELSE (
    SELECT string_agg(md5((n % 8 * 1000 + word)::pg_catalog.text), ' ' ORDER BY word) FROM generate_series(1, 50) AS word) || CASE WHEN n > 8 THEN ' (updated)' ELSE '' END END AS content
FROM generate_series(1, 16) AS n;
-- Bytes and numbers are neither texts nor pages.
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_near_duplicates('SELECT content, id FROM "text"') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_near_duplicates('SELECT id, content::bytea FROM "text"') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sync_chunks('doc', '"Doc Chunks"', html => 'convert_to(html, ''UTF8'')') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_sync_chunks('doc', '"Doc Chunks"', html => 'length(html)') $$);
SELECT id, first_id, simhash_distance < 10 AS near FROM goce_near_duplicates('SELECT id, content FROM "text" ORDER BY id');
SELECT count(*), bool_and(first_id::int > id::int) AS later FROM goce_near_duplicates('SELECT id, content FROM "text" ORDER BY id DESC -- backwards');
SELECT count(*) FROM goce_near_duplicates('SELECT id, content FROM "text"', 0);
SELECT count(*) FROM goce_near_duplicates(E'SELECT 1, NULL ;\t\n');
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_near_duplicates('SELECT id FROM "text"') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_near_duplicates('DELETE FROM "text"') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_near_duplicates(NULL) $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_near_duplicates('SELECT 1, NULL', 65) $$);

DROP TABLE doc, "Doc Chunks", first, keyless, keyed, "text" CASCADE;
DROP ROLE goce_reader;

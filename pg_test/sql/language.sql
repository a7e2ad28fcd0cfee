-- goce_language and goce_regconfig: answers, NULLs, codes, a generated column, the search path, pages.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
SET goce.max_html_size = '64MB';

CREATE TABLE text (content text);
INSERT INTO text VALUES ('The ferries leave at seven in the morning, and the tides do not wait for those who come late.'),
    ('Die Fähren legen um sieben Uhr morgens ab, und die Fluten warten nicht auf die, die zu spät kommen.'),
    ('渡轮早上七点离开，潮水不会等待那些来晚的人。'), ('menu'), (''), (NULL);
SELECT content, goce_language(content), goce_regconfig(content) FROM text;
SELECT code, goce_regconfig(code) FROM unnest('{de,no,ja,DE,xx}'::text[]) AS code;
ALTER TABLE text ADD words tsvector GENERATED ALWAYS AS (to_tsvector(goce_regconfig(content), content)) STORED;
CREATE INDEX ON text USING gin (words);
SELECT left(content, 20) AS content, words FROM text;
SELECT left(content, 20) AS content FROM text WHERE words @@ to_tsquery('german', 'fähre') OR words @@ to_tsquery('english', 'tide');

-- A configuration of the same name in the search path is not taken.
CREATE SCHEMA mine;
CREATE TEXT SEARCH CONFIGURATION mine.english (COPY = pg_catalog.simple);
SET search_path = mine, public, pg_catalog;
SELECT goce_regconfig(content) = 'pg_catalog.english'::regconfig AS english FROM text LIMIT 1;
RESET search_path;
DROP SCHEMA mine CASCADE;

-- Of a long text the start counts.
SELECT goce_language(string_agg(content, ' ')) FROM (SELECT content FROM text LIMIT 1) AS english, generate_series(1, 200000);
SELECT goce_language(repeat('x', 10000000)) IS NULL AS of_one_word;

-- A page is no text, and what a cast of bytes writes is no page.
SET client_min_messages = notice;
SELECT goce_language(E'\n<!DOCTYPE html><p>The ferry'), goce_regconfig('<HTML><p>The ferry'), goce_language('<p>The ferry');
SELECT goce_extract('<p>The ferry leaves.'::bytea::text, 'default'), goce_extract('\x3 is no digit', 'default');
DROP TABLE text;

-- goce, shown on the demo pages (tests/pages, written for this project), in the table demo_pages. `make demo` runs
-- it from the root of the repository.
\set QUIET on
\pset footer off
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
DROP TABLE IF EXISTS demo_pages;
CREATE TABLE demo_pages (
    name text PRIMARY KEY,
    page_type text NOT NULL,
    genre text NOT NULL,
    language text NOT NULL,
    title text NOT NULL,
    html text,
    gold text
);
\copy demo_pages (name, page_type, genre, language, title) from 'tests/pages/index.tsv' (format csv, header, delimiter E'\t', quote E'\b')
-- No file has a backspace, so it can stand around each.
CREATE TEMP TABLE file (name text, html text, gold text);
\copy file from program 'cd tests/pages; for page in *.html; do page=${page%.html}; printf "%s\t\b%s\b\t\b%s\b\n" "$page" "$(cat "$page.html")" "$(cat "$page.txt")"; done' (format csv, delimiter E'\t', quote E'\b')
UPDATE demo_pages SET html = file.html, gold = file.gold FROM file WHERE file.name = demo_pages.name;

\echo '\n-- What kinds of pages are they?  SELECT name, goce_genre(html), goce_page_type(html) FROM demo_pages;'
SELECT name, language, genre AS true_genre, goce_genre(html), page_type AS true_type, goce_page_type(html)
FROM demo_pages ORDER BY name;

\echo '-- Their content, and how sure goce is of it.  SELECT name, goce_extract(html), goce_confidence(html) FROM demo_pages;'
SELECT name, left(regexp_replace(goce_extract(html), '\s+', ' ', 'g'), 60) AS content,
       round(goce_confidence(html)::numeric, 2) AS confidence,
       round((goce_word_f1(gold, goce_extract(html))).f1::numeric, 2) AS true_f1
FROM demo_pages ORDER BY name;

\echo '-- The content of an article.  SELECT goce_extract(html, ''article'') ...'
\pset format unaligned
\pset tuples_only on
SELECT left(goce_extract(html, 'article'), 500) || ' ...' AS content FROM demo_pages WHERE name = 'article-de-blog';
\pset tuples_only off
\pset format aligned
\echo

\echo '-- The content of a list.  SELECT goce_extract(html, ''list-view'') ...'
\pset format unaligned
\pset tuples_only on
SELECT left(goce_extract(html, 'list-view'), 600) || ' ...' AS content FROM demo_pages WHERE name = 'listing-en-search';
\pset tuples_only off
\pset format aligned
\echo

\echo '-- Block by block.  SELECT ord, xpath, is_content, text FROM demo_pages, goce_blocks(html, ''goce'') ...'
SELECT ord, xpath, is_content, left(text, 50) AS text
FROM demo_pages, goce_blocks(html, 'goce') WHERE name = 'forum-vi-modern' ORDER BY ord LIMIT 12;

\echo '-- Genres against the true ones (GOCE, Table 1).  SELECT (goce_genre_eval(genre, goce_genre(html))).* FROM demo_pages;'
SELECT pages, round(accuracy::numeric, 3) AS accuracy, round(precision::numeric, 3) AS precision,
       round(recall::numeric, 3) AS recall, round(f1::numeric, 3) AS f1
FROM (SELECT (goce_genre_eval(genre, goce_genre(html))).* FROM demo_pages) AS table_1;

\echo '-- Methods against the gold texts (GOCE, Table 2).  SELECT * FROM goce_compare(''SELECT html, gold, genre FROM demo_pages'');'
SELECT subset, method, pages, round(cosine::numeric, 3) AS cosine, round(precision::numeric, 3) AS precision,
       round(recall::numeric, 3) AS recall, round(f1::numeric, 3) AS f1, round(word_f1::numeric, 3) AS word_f1
FROM goce_compare('SELECT html, gold, genre FROM demo_pages');

-- goce, shown on the demo pages (tests/pages, written for this project). `make demo` runs it from
-- the root of the repository.
\set QUIET on
\pset footer off
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
DROP TABLE IF EXISTS pages;
CREATE TABLE pages (
    name text PRIMARY KEY,
    page_type text NOT NULL,
    genre text NOT NULL,
    language text NOT NULL,
    title text NOT NULL,
    html text,
    gold text
);
\copy pages (name, page_type, genre, language, title) from 'tests/pages/index.tsv' (format csv, header, delimiter E'\t', quote E'\b')
\set html `cat tests/pages/article-en-news.html`
\set gold `cat tests/pages/article-en-news.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'article-en-news';
\set html `cat tests/pages/article-de-blog.html`
\set gold `cat tests/pages/article-de-blog.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'article-de-blog';
\set html `cat tests/pages/article-zh-news.html`
\set gold `cat tests/pages/article-zh-news.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'article-zh-news';
\set html `cat tests/pages/article-ar-news.html`
\set gold `cat tests/pages/article-ar-news.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'article-ar-news';
\set html `cat tests/pages/article-ru-news.html`
\set gold `cat tests/pages/article-ru-news.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'article-ru-news';
\set html `cat tests/pages/article-vi-news.html`
\set gold `cat tests/pages/article-vi-news.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'article-vi-news';
\set html `cat tests/pages/documentation-en.html`
\set gold `cat tests/pages/documentation-en.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'documentation-en';
\set html `cat tests/pages/service-en.html`
\set gold `cat tests/pages/service-en.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'service-en';
\set html `cat tests/pages/product-en-shop.html`
\set gold `cat tests/pages/product-en-shop.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'product-en-shop';
\set html `cat tests/pages/product-ru-shop.html`
\set gold `cat tests/pages/product-ru-shop.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'product-ru-shop';
\set html `cat tests/pages/forum-en-table.html`
\set gold `cat tests/pages/forum-en-table.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'forum-en-table';
\set html `cat tests/pages/forum-vi-modern.html`
\set gold `cat tests/pages/forum-vi-modern.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'forum-vi-modern';
\set html `cat tests/pages/forum-zh-thread.html`
\set gold `cat tests/pages/forum-zh-thread.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'forum-zh-thread';
\set html `cat tests/pages/collection-fr-shop.html`
\set gold `cat tests/pages/collection-fr-shop.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'collection-fr-shop';
\set html `cat tests/pages/collection-en-blog.html`
\set gold `cat tests/pages/collection-en-blog.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'collection-en-blog';
\set html `cat tests/pages/collection-ar-shop.html`
\set gold `cat tests/pages/collection-ar-shop.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'collection-ar-shop';
\set html `cat tests/pages/listing-en-search.html`
\set gold `cat tests/pages/listing-en-search.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'listing-en-search';
\set html `cat tests/pages/listing-es-events.html`
\set gold `cat tests/pages/listing-es-events.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'listing-es-events';
\set html `cat tests/pages/listing-ru-events.html`
\set gold `cat tests/pages/listing-ru-events.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'listing-ru-events';
\set html `cat tests/pages/listing-de-jobs.html`
\set gold `cat tests/pages/listing-de-jobs.txt`
UPDATE pages SET html = :'html', gold = :'gold' WHERE name = 'listing-de-jobs';

\echo '\n-- What kinds of pages are they?  SELECT name, goce_genre(html), goce_page_type(html) FROM pages;'
SELECT name, language, genre AS true_genre, goce_genre(html), page_type AS true_type, goce_page_type(html)
FROM pages ORDER BY name;

\echo '-- Their content, and how sure goce is of it.  SELECT name, goce_extract(html), goce_confidence(html) FROM pages;'
SELECT name, left(regexp_replace(goce_extract(html), '\s+', ' ', 'g'), 60) AS content,
       round(goce_confidence(html)::numeric, 2) AS confidence,
       round((goce_word_f1(gold, goce_extract(html))).f1::numeric, 2) AS true_f1
FROM pages ORDER BY name;

\echo '-- The content of an article.  SELECT goce_extract(html, ''article'') ...'
\pset format unaligned
\pset tuples_only on
SELECT left(goce_extract(html, 'article'), 500) || ' ...' AS content FROM pages WHERE name = 'article-de-blog';
\pset tuples_only off
\pset format aligned
\echo

\echo '-- The content of a list.  SELECT goce_extract(html, ''list-view'') ...'
\pset format unaligned
\pset tuples_only on
SELECT left(goce_extract(html, 'list-view'), 600) || ' ...' AS content FROM pages WHERE name = 'listing-en-search';
\pset tuples_only off
\pset format aligned
\echo

\echo '-- Block by block.  SELECT ord, xpath, is_content, text FROM pages, goce_blocks(html, ''goce'') ...'
SELECT ord, xpath, is_content, left(text, 50) AS text
FROM pages, goce_blocks(html, 'goce') WHERE name = 'forum-vi-modern' ORDER BY ord LIMIT 12;

\echo '-- Genres against the true ones (GOCE, Table 1).  SELECT (goce_genre_eval(genre, goce_genre(html))).* FROM pages;'
SELECT pages, round(accuracy::numeric, 3) AS accuracy, round(precision::numeric, 3) AS precision,
       round(recall::numeric, 3) AS recall, round(f1::numeric, 3) AS f1
FROM (SELECT (goce_genre_eval(genre, goce_genre(html))).* FROM pages) AS table_1;

\echo '-- Methods against the gold texts (GOCE, Table 2).  SELECT * FROM goce_compare(''SELECT html, gold, genre FROM pages'');'
SELECT subset, method, pages, round(cosine::numeric, 3) AS cosine, round(precision::numeric, 3) AS precision,
       round(recall::numeric, 3) AS recall, round(f1::numeric, 3) AS f1, round(word_f1::numeric, 3) AS word_f1
FROM goce_compare('SELECT html, gold, genre FROM pages');

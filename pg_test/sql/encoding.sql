-- Databases of another encoding: what comes in is understood, what does not exist there goes
-- out as a numeric character reference.
SET client_min_messages = warning;
CREATE DATABASE goce_latin1 ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0;
CREATE DATABASE goce_euc_jp ENCODING 'EUC_JP' LOCALE 'C' TEMPLATE template0;
CREATE DATABASE goce_sql_ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0;
SELECT current_database() AS home \gset

\c goce_latin1
SET client_encoding = 'UTF8';
CREATE EXTENSION goce;
SELECT goce_extract('<p>caf&eacute; naïve – 漢字 &mdash; &#x1F600; end', 'default');
CREATE TABLE page AS SELECT '<p>' || repeat('é&mdash;', 3000) AS html;
SELECT length(goce_extract(html, 'default')), goce_extract(html, 'default') = repeat('é&#8212;', 3000) AS all_of_it FROM page;
SELECT * FROM goce_lcs('déjà vu', 'DÉJÀ VU');
SELECT goce_genre('<p>é'), goce_page_type('é') IS NOT NULL AS typed;
SELECT text FROM goce_blocks('<p>ü&euro;');
SELECT goce_genre('x', NULL, 'é');

\c goce_euc_jp
SET client_encoding = 'UTF8';
CREATE EXTENSION goce;
SELECT goce_extract('<p>日本語の<b>文</b>章 &eacute;', 'default');
SELECT gold_length FROM goce_lcs('日本語 文章', '文章');
SELECT goce_extract('x', '日本語');

\c goce_sql_ascii
CREATE EXTENSION goce;
SELECT goce_extract('<p>plain', 'default');
SELECT convert_to(goce_extract(convert_from('\x3c703ee9', 'SQL_ASCII'), 'default'), 'SQL_ASCII');

\c :home
DROP DATABASE goce_latin1;
DROP DATABASE goce_euc_jp;
DROP DATABASE goce_sql_ascii;

-- Databases of another encoding: what comes in is understood, what does not exist there goes
-- out as a numeric character reference.
SET client_min_messages = warning;
CREATE DATABASE goce_latin1 ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0;
CREATE DATABASE goce_euc_jp ENCODING 'EUC_JP' LOCALE 'C' TEMPLATE template0;
CREATE DATABASE goce_win1251 ENCODING 'WIN1251' LOCALE 'C' TEMPLATE template0;
CREATE DATABASE goce_sql_ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0;
SELECT current_database() AS home \gset
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/encodings.sql'
\set failure :abs_srcdir '/include/failure.sql'

\c goce_latin1
SET client_encoding = 'UTF8';
\set word größe
\i :include
SELECT goce_extract('<p>caf&eacute; naïve &ndash; &#28450;&#23383; &mdash; &#x1F600; end', 'default');
CREATE TABLE page AS SELECT '<p>' || repeat('é&mdash;', 3000) AS html;
SELECT length(goce_extract(html, 'default')), goce_extract(html, 'default') = repeat('é&#8212;', 3000) AS all_of_it FROM page;
-- Of more different characters than are kept.
SELECT length(t) AS characters, md5(t) = md5((SELECT string_agg(CASE WHEN n < 256 THEN chr(n) ELSE '&#' || n || ';' END, '') FROM generate_series(191, 4000) AS n)) AS all_of_it
FROM goce_extract('<p>' || (SELECT string_agg('&#' || n || ';', '') FROM generate_series(191, 4000) AS n), 'default', hidden => 'all') AS t;
SELECT * FROM goce_lcs('déjà vu', 'DÉJÀ VU');
SELECT text FROM goce_blocks('<p>ü&euro;');
SELECT goce_decode('\x3c703ec3a9e280943c2f703e', 'text/html; charset=utf-8') = '<p>' || chr(233) || '&#8212;</p>' AS decoded;
SELECT goce_metadata('<title>Café &ndash; &#x6F22;</title><meta name=author content="Zoë &#x141;uk">');
SELECT goce_structured('<script type="application/ld+json">{"@type":"é","x":"\u00e9\u6f22\u0000\ud83d","y":1e400}</script><p itemscope><b itemprop="é">&#x6F22;&mdash;</b>');
SELECT title, text FROM goce_feed('<rss><item><title>é &amp;mdash; &#x6F22;</title><description>&lt;b>é&amp;#x6F22;&lt;/b></description></item>');
SELECT goce_metadata('<title>a&mdash;b</title>'), goce_extract('<script type="application/ld+json">{"articleBody":"é\u0000two"}</script>');
-- A page larger than what is converted at a time, with characters of two bytes across its border.
SELECT goce_extract('<p>' || repeat('é', 10000) || 'x' || repeat('ü', 10000), 'default') = repeat('é', 10000) || 'x' || repeat('ü', 10000) AS whole;

\c goce_euc_jp
SET client_encoding = 'UTF8';
\set word 大きさ
\i :include
SELECT goce_extract('<p>日本語の<b>文</b>章 &eacute;', 'default');
SELECT gold_length FROM goce_lcs('日本語 文章', '文章');
SELECT encode(convert_to(goce_decode('\x93fa967bc3a9', 'text/html; charset=shift_jis'), 'EUC_JP'), 'hex') AS decoded;
SELECT goce_decode('\xf09f9880', 'text/html; charset=utf-8') AS decoded;
SELECT goce_extract('<p>' || repeat('日本語', 3000) || 'x' || repeat('文章', 3000), 'default') = repeat('日本語', 3000) || 'x' || repeat('文章', 3000) AS whole;

\c goce_win1251
SET client_encoding = 'UTF8';
\set word размер
\i :include
SELECT goce_extract('<p>&#1078;&eacute;&mdash;&#x4e00;', 'default');

\c goce_sql_ascii
\set word größe
\i :include
SELECT goce_extract('<p>plain', 'default');
-- Bytes that are no UTF-8.
SELECT convert_to(goce_extract(convert_from('\x3c703ee9', 'SQL_ASCII'), 'default'), 'SQL_ASCII');
SELECT goce_extract('x', convert_from('\xe9', 'SQL_ASCII'));
SELECT goce_compare('SELECT 1', ARRAY[convert_from('\xe9ff', 'SQL_ASCII')]);
SELECT lcs, gold_length FROM goce_lcs(convert_from('\x61e9', 'SQL_ASCII'), convert_from('\x61e8', 'SQL_ASCII'), 'char');
SELECT convert_to(goce_decode('\xe9', 'text/html; charset=latin1'), 'SQL_ASCII') AS decoded;
SELECT goce_metadata(convert_from('\x3c7469746c653ee93c2f7469746c653e', 'SQL_ASCII'));

\c :home
DROP DATABASE goce_latin1;
DROP DATABASE goce_euc_jp;
DROP DATABASE goce_win1251;
DROP DATABASE goce_sql_ascii;

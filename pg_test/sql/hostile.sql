-- Pages that would kill a careless backend. Each gives a result or a clear error, and the
-- session goes on.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
-- Pages of this size are above the default, and at the ceiling.
SET goce.max_html_size = '64MB';
SELECT pg_backend_pid() AS backend \gset

CREATE TABLE hostile (name text, html text);
INSERT INTO hostile VALUES
    ('200,000 nested div', repeat('<div>', 200000) || 'deep' || repeat('</div>', 200000)),
    ('200,000 nested div, each with text', repeat('<div>a ', 200000)),
    ('1,000,000 a', repeat('<a href=x>', 1000000) || 'linked'),
    ('1,000,000 a with text', repeat('<a>b ', 1000000)),
    ('unclosed everything', '<html><body><div class="a<p>one<table><tr><td>two<ul><li>three<b><i><a href="<script>four'),
    ('unclosed tags', repeat('<ul><li><b><i><p><table><tr><td>x', 2000)),
    ('unclosed comment', 'seen<!-- ' || repeat('not seen ', 1000)),
    ('stray end tags', repeat('</div></p></table></li>', 100000) || 'text'),
    ('20,000 attributes', '<p ' || (SELECT string_agg('a' || n || '=1', ' ') FROM generate_series(1, 20000) AS n) || '>text'),
    ('one class of 1 MB', format('<p class="%s">text', repeat('token ', 170000))),
    ('10 MB of style', format('<p style="%s">text', repeat('color:red;', 1000000))),
    ('half a tag', '<'), ('half an entity', '&am'), ('a lone surrogate reference', '&#xD800;'),
    ('nothing but spaces', repeat(' ', 100000));
SELECT name, length(html) AS html_length, length(goce_extract(html, 'default')) AS text_length,
       length(goce_extract(html, 'article')) AS article_length, length(goce_extract(html, 'list-view')) AS list_view_length,
       goce_extract(html, 'goce') IS NOT NULL AS goce, goce_page_type(html) IS NOT NULL AS typed,
       -- The XPaths of 200,000 blocks in 250 elements are refused.
       CASE WHEN name <> '200,000 nested div, each with text' THEN (SELECT count(*) FROM goce_blocks(html)) END AS blocks
FROM hostile;
SELECT name, length(goce_extract(html, 'boilerpipe')) AS boilerpipe_length, length(goce_extract(html, 'sd')) AS sd_length,
       (SELECT count(*) FROM goce_sd(html)) AS regions, goce_sd_kind(html) AS kind,
       length(goce_extract(html, 'learnhtml')) AS learnhtml_length,
       -- A network over a million text nodes is right, and slow.
       CASE WHEN length(html) < 3000000 THEN length(goce_extract(html, 'web2text')) END AS web2text_length
FROM hostile;

-- Learned from such pages, and applied to them.
CREATE TABLE learned AS
SELECT model, goce_train('SELECT html, ''text deep'' FROM hostile WHERE length(html) < 3000000', model, '{"folds": 2}') AS trained
FROM unnest('{auto,logistic,tree,forest}'::text[]) AS model;
SELECT model, count(*) AS pages, count(goce_extract_with(html, trained)) AS with_content FROM learned, hostile WHERE length(html) < 3000000 GROUP BY model ORDER BY model;
DROP TABLE learned;

-- Formatting that multiplies: more elements than bytes.
SELECT goce_extract('<p>' || (SELECT string_agg(format('<font color=%s>', n), '') FROM generate_series(1, 200) AS n) || repeat('<p>x', 20000));
SELECT goce_extract('<p><font ' || (SELECT string_agg('a' || n || '=1', ' ') FROM generate_series(1, 1000) AS n) || '>' || repeat('<p>x', 120000));

-- XPaths as long as a page may make them, and longer together: of 81 kB they would be 35 MB.
SELECT count(*) AS blocks, max(length(xpath)) AS longest, count(DISTINCT xpath) AS different
FROM goce_blocks(repeat('<div>', 250) || repeat('<p>a', 10000));
SELECT count(*) FROM goce_blocks(repeat('<div>', 250) || repeat('<p>a', 20000));
SELECT count(*) FROM goce_chunks(repeat('<div>', 250) || repeat('a ', 40000), max_words => 1, method => 'default');
SELECT count(*) AS blocks, max(length(xpath)) AS longest FROM goce_blocks('<a' || repeat('b', 100000) || '>' || repeat('<p>a', 20000));

-- Two million <p>, a million with text, and more nodes than a page may have.
SELECT goce_extract(repeat('<p>', 2000000), 'goce') IS NULL AS no_content;
SELECT length(goce_extract(repeat('<p>ab', 1000000), 'default')) AS text_length;
SELECT goce_extract(repeat('<p>ab', 1100000), 'default');
SELECT goce_extract('<p ' || (SELECT string_agg('a' || n, ' ') FROM generate_series(1, 4200000) AS n) || '>');
SELECT method, length(goce_extract(repeat('<p>ab', 512 * 1024), method)) AS text_length
FROM unnest('{auto,boilerpipe,sd,learnhtml}'::text[]) AS method;
-- 100 MB are over the default limit.
SELECT goce_extract(repeat('<p>ab', 20 * 1024 * 1024));

-- Long texts with nothing, or everything, in common.
SELECT lcs, gold_length FROM goce_lcs(repeat('a ', 100000), repeat('a ', 100000) || 'b');
SELECT lcs FROM goce_lcs(repeat('ab ', 20000), repeat('ba ', 20000), 'char');
SELECT goce_lcs(repeat('abcdefghij', 30000000), repeat('jihgfedcba', 30000000), 'char');

SELECT pg_backend_pid() = :backend AS same_backend;
DROP TABLE hostile;

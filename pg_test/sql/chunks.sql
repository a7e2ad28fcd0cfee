-- goce_chunks: rows, options, NULLs, hostile pages.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
SET goce.max_html_size = '64MB';
SELECT pg_backend_pid() AS backend \gset
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

CREATE TABLE page AS SELECT
    '<nav>Home</nav><main><h1>Title</h1><p>One two three. Four é <a href=/a>five</a>.<h2>Sub</h2><ol><li>six<li>seven</ol>'
    '<table><tr><th>to<th>at<tr><td>Hue<td>7:20<tr><td>Ha Noi<td>9:05</table><pre>code here</pre></main>'::text AS html;
\pset format unaligned
SELECT chunk.* FROM page, goce_chunks(html, 'https://a.example/b', 6, method => 'default') AS chunk;
SELECT ord, text, start_offset, end_offset FROM page, goce_chunks(html, NULL, 6, 2, 'default');
\pset format aligned
-- Chunks are parts of the text, and all of it, whatever the size.
SELECT max_words, overlap, bool_and(text = substr(content, start_offset + 1, end_offset - start_offset)) AS is_part,
       max(end_offset) = length(content) AS to_the_end, min(start_offset) AS from_start, count(*) > 0 AS some
FROM page, unnest('{1,2,5,200}'::int[], '{0,1,3,0}'::int[]) AS size(max_words, overlap),
     goce_extract(html, 'default') AS content, goce_chunks(html, NULL, max_words, overlap, 'default')
GROUP BY max_words, overlap, content ORDER BY max_words;

-- The hash is FNV-1a of the words alone (by its authors' test vectors): markup, headings above and the place do not count.
SELECT hash = x'85944171f73967e8'::bigint AS is_fnv FROM goce_chunks('<p>foobar', method => 'default');
SELECT html, (SELECT array_agg(hash) FROM goce_chunks(html, method => 'default')) = (SELECT array_agg(hash) FROM goce_chunks('<p>One two three.', method => 'default')) AS same
FROM (VALUES (E'<div><b>One</b>\n  two <i>three</i>.</div>'), ('<table><tr><td>One<td>two three.</table>'), ('<p>One two, three.'), ('<p>one two three.'),
    ('<p>Onetwo three.'), ('<p>One three two.')) AS page(html);
SELECT count(*) AS chunks, count(DISTINCT hash) AS hashes FROM (VALUES ('Old', 'a b'), ('New', 'c d e')) AS page(heading, first),
    goce_chunks(format('<h1>%s</h1><p>%s</p><h2>Part</h2><p>It stays.</p>', heading, first), max_words => 4, method => 'default');

SELECT count(*) FROM goce_chunks(NULL);
SELECT count(*) FROM goce_chunks('<script>x</script>');
SELECT ord, text FROM goce_chunks('<p>text', NULL, NULL, NULL, NULL, NULL, NULL);
-- Text that the page does not show has no element.
SELECT ord, left(text, 20), xpath, heading_path
FROM goce_chunks('<title>Forum</title><meta property="og:description" content="' || repeat('A long post. ', 100) || '"><div id="app"></div>')
ORDER BY ord;

SELECT * FROM pg_temp.failure($$ SELECT goce_chunks('x', max_words => 0) $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_chunks(NULL, max_words => 10, overlap => 10) $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_chunks('x', overlap => -1) $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_chunks('x', method => 'bogus') $$);

-- Hostile pages.
SELECT name, max_words, count(*) AS chunks, max(length(markdown)) AS longest, sum(length(markdown)) AS all_of_it
FROM (VALUES ('100,000 nested div', repeat('<div>', 100000) || 'deep text', 1),
    ('100,000 nested lists', repeat('<ul><li>a', 100000), 3),
    ('100,000 headings', repeat('<h2>a</h2>', 100000), 2),
    ('one heading', '<h1>' || repeat('word ', 100000), 10),
    ('100,000 rows', '<table><tr><th>to<th>at' || repeat('<tr><td>a<td>b', 100000), 1),
    ('1,000 columns', '<table><tr>' || repeat('<th>a', 1000) || repeat('<tr><td>a<td>b', 10000), 2),
    ('100,000 items', '<ol>' || repeat('<li>a', 100000), 1),
    ('one word', repeat('x', 10000000), 1),
    ('no word', repeat('* ', 1000000), 1),
    ('links', repeat('<a href=/' || repeat('x', 1000) || '>a ', 1000), 1)) AS page(name, html, max_words),
    goce_chunks(html, 'https://a.example/', max_words, 0, 'default')
GROUP BY name, max_words ORDER BY name;
SET statement_timeout = '100ms';
SELECT count(*) FROM goce_chunks(repeat('<p>One two. Three ', 1000000), NULL, 2, 1, 'default');
RESET statement_timeout;
SELECT pg_backend_pid() = :backend AS same_backend;
DROP TABLE page;

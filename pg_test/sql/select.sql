-- goce_select: results, NULLs, bad selectors, hostile selectors, cancels.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include
SELECT pg_backend_pid() AS backend \gset

CREATE TABLE page AS SELECT
    '<!DOCTYPE html><html><head><title>A &amp; B</title><meta name=author content="Ann"></head><body>'
    '<ul class="posts wide"><li id=p1 class=post data-n=1><b>One</b> first<li id=p2 class="post new">'
    '<a href="/2?a=1&amp;b=2" title=''a "b"''>Two</a><li class=ad hidden>Buy</ul>'
    '<table><tr><td>1<td>2<tr><td>3<td>4</table><svg viewBox="0 0 1 1"><path d=M0 /></svg><script>1 < 2</script></body></html>'::text AS html;
SELECT selector, ord, xpath, text, got.html
FROM page, unnest(ARRAY['li.post', '#p2 > a[href]', 'td:nth-child(2)', 'tr:has(+ tr)', 'li:not(.post)', 'title, meta[name=author], script', 'svg', 'nav'])
     WITH ORDINALITY AS selectors(selector, number), goce_select(page.html, selector) AS got ORDER BY number, ord;
-- What is selected can be selected from again, and XPaths are those of goce_blocks.
SELECT inner_row.xpath, inner_row.text FROM page, goce_select(html, 'ul') AS outer_row, goce_select(outer_row.html, 'li b') AS inner_row;
SELECT count(*) AS blocks, count(*) FILTER (WHERE xpath IN (SELECT xpath FROM goce_select(page.html, '*'))) AS selected
FROM page, goce_blocks(page.html, 'default');
SELECT (SELECT count(*) FROM goce_select(NULL, 'p')) AS no_page, (SELECT count(*) FROM goce_select('<p>', NULL)) AS no_selector,
       (SELECT count(*) FROM goce_select('', '*')) AS elements_of_nothing, (SELECT count(*) FROM goce_select('<p>x', 'P')) AS any_case;

SELECT failure.* FROM unnest(ARRAY['', 'p,', 'p >', 'a:hover', 'a::before', 'li..x', '#1', 'svg|path', '[a=1]', '[a="b" x]', '[a="b]', 'p:nth-child(x)',
    ':has(:has(p))', ':not(p', 'p)', 'sương > ☃!', repeat(':not(', 100) || 'p' || repeat(')', 100), repeat('p,', 3000)]) WITH ORDINALITY AS selectors(selector, number),
    pg_temp.failure(format('SELECT * FROM goce_select(''<p>x'', %L)', selector)) ORDER BY number;
-- A bad selector is no secret of NULLs.
SELECT state FROM pg_temp.failure($$ SELECT * FROM goce_select(NULL, 'p:nope') $$);

-- Deep, repetitive and long pages by selectors that ask each element about others.
CREATE TABLE hostile AS SELECT name, html FROM (VALUES
    ('siblings', repeat('<p>x', 50000)), ('nested', repeat('<div>', 50000)), ('both', repeat('<div><p class=a>x</div>', 20000)),
    ('one class', '<p class="' || repeat('a ', 200000) || '">x')) AS shapes(name, html);
SELECT left(selector, 40) AS selector, sum((SELECT count(*) FROM goce_select(html, selectors.selector))) AS elements
FROM hostile, unnest(ARRAY['* ~ * ~ * ~ b', ':has(> * b)', ':not(:has(+ b ~ p ~ b)) > b', 'p:nth-last-of-type(3n+1) b', ':nth-child(2n of :not(b + p)) > b',
    '[class*="aaaaaaaaaaaaab" i]', repeat('* ', 500) || 'b', repeat(':is(* > :not(b), ', 14) || 'b' || repeat(')', 14) || ' b'])
    WITH ORDINALITY AS selectors(selector, number) GROUP BY number, selectors.selector ORDER BY number;
SELECT left(selector, 40) AS selector, failure.* FROM unnest(ARRAY['p:has(~ b)', ':nth-child(2 of b ~ p)', repeat('* ~ ', 1000) || 'p', repeat(':has(~ b)', 400)])
    WITH ORDINALITY AS selectors(selector, number),
    pg_temp.failure(format('SELECT count(*) FROM hostile, goce_select(html, %L)', selector)) ORDER BY number;
SELECT failure.* FROM pg_temp.failure($$ SELECT count(*) FROM goce_select(repeat('<div>', 200) || repeat('<p>some text', 30000), '*') $$);
SET goce.page_timeout = '1ms';
SELECT state, message FROM pg_temp.failure($$ SELECT count(*) FROM hostile, goce_select(html, repeat('* ', 1000) || 'b') $$);
RESET goce.page_timeout;
SET goce.max_html_size = '1kB';
SELECT state FROM pg_temp.failure($$ SELECT count(*) FROM hostile, goce_select(html, 'p') $$);
RESET goce.max_html_size;
SELECT pg_backend_pid() = :backend AS same_backend;
DROP TABLE page, hostile;

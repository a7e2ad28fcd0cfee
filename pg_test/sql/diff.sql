-- goce_diff: what it reports of two versions, NULLs, hostile pages.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include
SELECT pg_backend_pid() AS backend \gset

CREATE FUNCTION pg_temp.version(menu text, views int, paragraphs text[]) RETURNS text IMMUTABLE LANGUAGE sql AS $$
    SELECT format('<title>Rye</title><nav><a href=/?sid=%s>Home</a> <a href=/x>%s</a></nav><main><article><h1>Rye bread</h1>'
                  '<div class=meta>%s views</div>%s</article></main><footer>Seen %s times</footer>',
                  md5(menu), menu, views, string_agg(p, '' ORDER BY n), views)
    FROM unnest(paragraphs) WITH ORDINALITY AS part(p, n)
$$;
CREATE TABLE version (name text, html text);
INSERT INTO version SELECT name, pg_temp.version(menu, views, paragraphs) FROM (VALUES
    ('old', 'Breads', 980, ARRAY['<p>A loaf for the cold, with a sourdough that takes two days.', '<h2>Flour</h2>',
        '<p>Take dark rye, coarsely ground, from the mill by the river.', '<p>Wheat makes it lighter, and dries it out much sooner.',
        '<h2>Oven</h2>', '<p>Heat the oven to 250 degrees, with a stone in it.', '<p>Bake the loaf for an hour, until it sounds hollow below.']),
    ('clutter', 'Cakes and pies', 1234, ARRAY['<p>A loaf for the <b>cold</b>, with a sourdough that takes two days.', '<h2>Flour</h2>',
        '<p>Take dark rye, coarsely ground, from the mill by the river.', '<p>Wheat makes it lighter,  and dries it out much sooner.',
        '<h2>Oven</h2>', '<p>Heat the oven to 250 degrees, with a stone in it.', '<p>Bake the loaf for an hour, until it sounds hollow below.']),
    ('new', 'Cakes and pies', 1234, ARRAY['<p>A loaf for the cold, with a sourdough that takes three days.', '<h2>Flour</h2>',
        '<p>Take dark rye, coarsely ground, from the mill by the river.',
        '<h2>Oven</h2>', '<p>Bake the loaf for an hour, until it sounds hollow below.', '<p>Let it cool on a rack before you cut into it.',
        '<p>Heat the oven to 250 degrees, with a stone in it.'])
) AS versions(name, menu, views, paragraphs);
SELECT d.* FROM version AS a, version AS b, goce_diff(a.html, b.html) AS d WHERE a.name = 'old' AND b.name = 'new';
SELECT op, heading_path, old_text, new_text FROM version AS a, version AS b, goce_diff(a.html, b.html, url => 'https://a.example/') WHERE a.name = 'new' AND b.name = 'old';
SELECT a.name, b.name, count(op) FROM version AS a CROSS JOIN version AS b LEFT JOIN LATERAL goce_diff(a.html, b.html) ON true
WHERE a.name <> 'new' AND b.name <> 'new' GROUP BY 1, 2 ORDER BY 1, 2;
-- The first and the last version of a page.
SELECT op, old_xpath, new_xpath, heading_path, new_text FROM version, goce_diff('', html) WHERE name = 'old';
SELECT op, count(*) FROM version, goce_diff(html, '') WHERE name = 'old' GROUP BY op;
SELECT (SELECT count(*) FROM goce_diff(NULL, '<p>a')) + (SELECT count(*) FROM goce_diff('<p>a', NULL)) + (SELECT count(*) FROM goce_diff('', '')) AS none;

-- A block whose last word was computed so that hashes of its words, as goce has had them, stay what they were.
SELECT op, old_text, new_text FROM goce_diff(
    '<article><h1>News</h1><p>The harbour is open to all ships on Monday, and the fee for a berth stays as it was before<p>'
        || repeat('The rest of the page stays. ', 8),
    '<article><h1>News</h1><p>The harbour is closed to all ships on Tuesday, and the fee for a berth climbs today, reference: "+gXYB}E<p>'
        || repeat('The rest of the page stays. ', 8));

-- Pages that have nothing in common, or all of it many times.
SET goce.max_html_size = '64MB';
SELECT name, (SELECT count(*) > 0 FROM goce_diff(a, b)) AS is_changed FROM (VALUES
    ('nothing in common', (SELECT string_agg('<p>' || md5(n::text) || ' ' || md5((-n)::text), '') FROM generate_series(1, 50000) AS n),
        (SELECT string_agg('<p>' || md5(n::text) || ' ' || md5((-n)::text), '') FROM generate_series(50001, 100000) AS n)),
    ('the same in reverse', (SELECT string_agg('<p>Line ' || n || ' of this text', '' ORDER BY n) FROM generate_series(1, 50000) AS n),
        (SELECT string_agg('<p>Line ' || n || ' of this text', '' ORDER BY -n) FROM generate_series(1, 50000) AS n)),
    ('one line many times', repeat('<p>Some words of a text. ', 50000), repeat('<p>Other words of a text. ', 40000)),
    ('one long block', repeat('word ', 1000000), repeat('words ', 1000000)),
    ('headings', repeat('<h1>h<h6>i', 50000), repeat('<h6>i<h1>h', 50000))
) AS hostile(name, a, b);
-- The places of the rows would be many times as long as both pages.
SELECT state, message FROM pg_temp.failure($$ SELECT count(*) FROM goce_diff(repeat('<div>a', 50000), repeat('<div>b', 50000)) $$);
SELECT pg_backend_pid() = :backend AS same_backend;
SET goce.max_html_size = '1kB';
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_diff('<p>a', repeat('x', 1025)) $$);
SELECT state FROM pg_temp.failure($$ SELECT * FROM goce_diff(repeat('x', 1025), '<p>a') $$);

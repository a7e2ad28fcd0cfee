-- goce_items, goce_posts, and front matter: results, NULLs, hostile pages.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
SET goce.max_html_size = '64MB';
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include
SELECT pg_backend_pid() AS backend \gset

-- A thread: names, times with and without a day, texts without signatures.
CREATE TABLE thread AS SELECT '<html lang=en><h1>Thread</h1>' || string_agg(
    format('<div class="post p%s"><a class=username href="/members/%s/">%s</a> <i>Joined: 3 May 2010</i> <b class=when>%s</b>'
           '<div class=body>Post number %s, with <b>bold</b> words.</div><div class=signature>Ever yours</div></div>',
           n, name, name, at, n), '' ORDER BY n) || '<ul><li><a href=/x>Other</a><li><a href=/y>Threads</a></ul>' AS html
FROM (VALUES (1, 'Ann', '05/04/2020, 10:00'), (2, 'Ben', '05/04/2020, 11:00'), (3, 'Ann', '06/01/2020, 9:00'), (4, 'Zoé', '3 weeks ago'))
     AS posts(n, name, at);
SELECT ord, xpath, author, posted_at, text FROM thread, goce_posts(html);
SELECT count(*) AS none FROM goce_posts(NULL);
SELECT count(*) AS none FROM goce_posts('', NULL);
SELECT count(*) AS none FROM goce_posts('<article><h1>T</h1><p>One.<p>Two.</article>', 'https://a.example/');

-- A thread whose names are known by where they stand, with the time of a bookmark in each post; a list's mails; counts of points.
SELECT author, posted_at, text FROM goce_posts((SELECT '<div>' || string_agg(format('<div class=p><div class=m>Part %s <time class=t datetime=2022-12-%s>x</time></div>'
    '<div class=h><b>%s</b> <time class=t datetime=2021-05-%s>x</time></div><div class=c>Post number %s, with some words.</div></div>', n, 30 - n % 2, name, 10 + n, n), '' ORDER BY n) || '</div>'
    FROM (VALUES (1, 'Ann'), (2, 'Ben K.'), (3, 'Ann'), (4, 'Zoé')) AS posts(n, name)));
SELECT author, posted_at, text FROM goce_posts(E'<pre>From: Ann @ 2021-05-03 10:00 UTC (<a href=x>raw</a>)\n\nOne.</pre><pre>Date: Mon, 3 May 2021 12:00:00 +0200\nFrom: Ben &lt;b@a.example>\n\n> One.\nTwo.</pre>');
SELECT count(*) AS none FROM goce_posts((SELECT '<table>' || string_agg(format('<tr><td><a href=/%s>A title</a><tr><td>%s points by <a href="user?id=u%s">u%s</a> <time datetime=2021-05-%s>x</time>',
    n, n, n, n, 10 + n), '' ORDER BY n) FROM generate_series(1, 9) AS n));

-- Threads that label names and times, as archives of mail and guest books do.
SELECT kind, author, posted_at, text FROM (VALUES
    ('mails', '<h3>Re: Chains</h3><p><i>From:</i> NAME (<a href=mailto:a@a.example>a@a.example</a>)<br><i>Date:</i> DAY 10:00</p>'),
    ('guests', '<p><b>Name:</b> NAME<br><b>Date:</b> DAY 10:00<br><b>Homepage:</b> <a href=http://h.example/~x>http://h.example/~x</a></p>')) AS heads(kind, head),
    LATERAL (SELECT string_agg(replace(replace(head, 'NAME', name), 'DAY', '2021-05-1' || n) || format('<pre>Post number %s says that the chain %s.</pre><hr>', n, says), '' ORDER BY n) AS html
        FROM (VALUES (1, 'Ann', 'slips'), (2, 'Ben K.', 'is worn'), (3, 'Ann', 'was changed'), (4, 'Zoé', 'holds now')) AS posts(n, name, says)) AS thread,
    goce_posts('<h1>Chains</h1>' || html) ORDER BY kind, ord;

-- A list: fields, addresses, what is no record.
CREATE TABLE list AS SELECT '<nav><a href=/>Home</a><a href=/a>All</a><a href=/b>New</a></nav><ul>' || string_agg(
    format('<li class="product n%s"><a href="/p/%s"><img src="/%s.png"></a><h3><a href="/p/%s">Chair %s</a></h3>%s<p>It has four legs and a back.',
           n, n, n, n, n, CASE n WHEN 2 THEN '' ELSE format('<del>$%s9.00</del> <span class=price>$%s5.50</span>', n, n) END),
    '' ORDER BY n) || '</ul>' AS html
FROM generate_series(1, 3) AS n;
SELECT item.* FROM list, goce_items(html, 'https://shop.example/chairs') AS item;
SELECT url, image FROM list, goce_items(html) LIMIT 1;
SELECT count(*) AS none FROM goce_items(NULL);
SELECT count(*) AS none FROM goce_items('<p>a<p>b<p>c');
-- Addresses that could run something are left out.
SELECT ord, url, title FROM goce_items('<ul><li><a href="javascript:x(1)">One thing to run</a><a href=/1>1</a><li><a href=/2>Two things</a><li><a href=/3>Three things</a></ul>');

-- Front matter.
CREATE TABLE titled AS SELECT format('<html lang=en-GB><title>%s</title><meta name=author content="Ann &quot;A&quot; Miller">'
    '<meta property=og:site_name content="The: Site"><meta name=date content=2021-05-03><p>%s</p>', title, repeat('Some words of the text. ', 20)) AS html
FROM (VALUES (E'A title: "quoted" \\ & more\n---\nhostile: yes\u2028x')) AS t(title);
\pset format unaligned
SELECT regexp_replace(goce_markdown(html, 'default', url => 'https://a.example/x', front_matter => true), '(Some words of the text. ?)+', 'text') FROM titled;
SELECT regexp_replace(goce_markdown(html, front_matter => true), 'confidence: [0-9.]+', 'confidence: n') LIKE '%type: "%"' || E'\nconfidence: n\n---\n\n# %' AS auto_has_confidence,
       goce_markdown(html, front_matter => false) = goce_markdown(html) AS same, goce_markdown(html, front_matter => NULL) = goce_markdown(html) AS null_is_false,
       goce_markdown('', front_matter => true) IS NULL AS nothing, goce_markdown(NULL, front_matter => true) IS NULL AS null_page
FROM titled;
\pset format aligned

-- Pages that would kill a careless backend.
CREATE TABLE hostile (name text, html text);
INSERT INTO hostile VALUES
    ('100,000 nested div', repeat('<div class=a>', 100000) || 'deep'),
    ('50,000 nested posts', repeat('<div class=post><a class=author href=/u/a>a</a><time>3 May 2020</time><p>b', 50000)),
    ('50,000 posts', repeat('<div class=post><a class=author href=/u/a>a</a><time>3 May 2020</time><p class=t>b c</div>', 50000)),
    ('50,000 items', repeat('<li><a href=/x><h3>y</h3></a><i>$1</i>', 50000)),
    ('100,000 rows', '<table>' || repeat('<tr><td><a href=x>y</a><td>3 May 2020', 100000)),
    ('one long class', format('<p class="%s">', repeat('a1 ', 300000)) || repeat('<b class=x>c', 1000)),
    ('10,000 mails', repeat(E'<pre>From: a @ 2021-05-03\n\nb c</pre>', 10000)),
    ('an endless head of a mail', '<pre>' || repeat(E'From:\n', 100000)),
    ('2,000 unnamed posts', '<div>' || (SELECT string_agg(format('<div class=p><b>n%s</b> <i>%s</i> <time datetime=%s>x</time><p class=t>some words</div>', n, repeat('<i>x</i>', 300), date '2015-01-01' + n), '' ORDER BY n) FROM generate_series(1, 2000) AS n)),
    ('a name in many parts', '<div class=author>' || repeat('<i></i>', 200000) || 'x</div>');
SELECT name, (SELECT count(*) FROM goce_posts(html)) AS posts, (SELECT count(*) FROM goce_items(html)) AS items FROM hostile;
SET goce.max_html_size = '1kB';
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_items(repeat('x', 1025)) $$);
SELECT state FROM pg_temp.failure($$ SELECT * FROM goce_posts(repeat('x', 1025)) $$);
SELECT pg_backend_pid() = :backend AS same_backend;
DROP TABLE thread, list, titled, hostile;

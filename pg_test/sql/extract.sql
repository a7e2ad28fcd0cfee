-- goce_extract and goce_blocks: results, NULLs, options.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;

\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

CREATE TABLE page AS SELECT
    '<html><head><title>No</title></head><body><nav><a href="/">Home</a></nav>'
    '<main class="story"><h1>A title</h1><p>First <b>par</b>agraph, with a few words.</p>'
    '<p>Second paragraph, with a few more words.<p>Third paragraph and its own words.</main>'
    '<footer>Imprint</footer></body></html>'::text AS html;

SELECT goce_extract(html, 'default') FROM page;
SELECT goce_extract(html, 'article') FROM page;
SELECT goce_extract(html, 'list-view') FROM page;
SELECT goce_extract(html, 'goce', 'article') = goce_extract(html, 'article') AS given_article,
       goce_extract(html, 'goce', 'list-view') = goce_extract(html, 'list-view') AS given_list_view,
       goce_extract(html) = goce_extract(html, 'auto') AS auto_is_default
FROM page;
SELECT goce_extract(html) FROM page;
SELECT goce_extract(html, 'auto', 'list-view') IS NOT NULL AS as_list_view,
       goce_confidence(html) BETWEEN 0 AND 1 AS confidence, goce_confidence(NULL) IS NULL AS of_no_page
FROM page;
SELECT bool_and(score BETWEEN 0 AND 1) AS probabilities, bool_or(score > 0 AND NOT is_content) AS of_others_too
FROM page, goce_blocks(html);
-- A shell has no content; what it says of itself at length is.
SELECT goce_extract('<title>App</title><script src="a.js"></script><p>Loading</p>') IS NULL AS shell,
       left(goce_extract('<title>Forum</title><meta property="og:description" content="' || repeat('A long post. ', 30) || '"><div id="app"></div>'), 11) AS excerpt;
SELECT ord, xpath, tag, is_content, score, text FROM page, goce_blocks(html, 'article');
-- What is never closed does not swallow the page.
SELECT name, goce_extract(replace(html, name, ''), 'default') = goce_extract(html, 'default') AS same
FROM (SELECT replace(html, '<body>', '<style>a {}</style><script>b()</script><!-- c --><body><textarea></textarea><!-- d -->') FROM page) AS page(html),
    (VALUES ('</title>'), ('</style>'), ('</script>'), ('</textarea>'), ('-->'), ('--')) AS torn(name);

-- Of an article: the lead and the heads of an accordion, no box about the author, no line that asks to subscribe, no
-- labels of a form.
WITH told AS (
    SELECT repeat('<p>The harbour froze over night, and the ferry stayed where it was until the ice had gone again.', 5) AS text
), article(html) AS (
    SELECT '<title>The ice in the harbour</title><article><h1>The ice in the harbour</h1>'
        '<p class="subtitle">It came over night, and nobody had seen it coming.</p>' || text ||
        '<p>👉 <a href="/newsletter">Subscribe to our letter</a> – every Friday.</p>' || text ||
        '<div role="button" aria-controls="p1"><a>When did it come?</a></div><div id="p1"><p>It came on a Sunday in '
        'January, when all the boats were in the harbour.</p></div><div role="button" aria-controls="p2"><a>Who saw it '
        'first?</a></div><div id="p2"><p>A baker saw it, who was awake before the others as always.</p></div>'
        '<div class="author-box"><h3>Ann Miller</h3><p>Ann Miller writes of harbours and of ice, and lives by the '
        'sea.</p></div></article><form action="/ask"><p>Your name: <input name="n"><p>Your question: <textarea '
        'name="q"></textarea></form>'
    FROM told
)
SELECT text LIKE '%nobody had seen it coming.%' AS lead, text LIKE '%Subscribe%' AS subscribe,
       text LIKE '%When did it come?%Who saw it first?%' AS heads, text LIKE '%lives by the sea%' AS author_box,
       text LIKE '%Your name%' AS labels
FROM article, goce_extract(html) AS text;

-- Comments, and the focus.
CREATE TABLE commented AS SELECT html || '<div id="comments"><h2>1 comment</h2><p class="author">Ann says:'
    '<p>I was there.<p><a href="#">Reply</a></div>' AS html FROM page;
SELECT goce_extract(html, 'article', comments => true) AS with_comments,
       goce_extract(html, 'default', comments => false) AS without FROM commented;
SELECT goce_markdown(html, 'article', comments => true) LIKE '%I was there.%' AS markdown,
       goce_html(html, 'article', comments => true) LIKE '%I was there.%' AS html,
       goce_highlight(html, 'article', comments => true) <> goce_highlight(html, 'article') AS highlight,
       (SELECT array_agg(text) FROM goce_blocks(html, 'article', comments => true) WHERE is_content) AS blocks
FROM commented;
-- By default comments are content of threads alone.
CREATE TABLE discussed AS SELECT format(
    '<html><head><title>Ice%s</title></head><body><h1>Ice in the harbour</h1>%s<div id="comments">%s</div></body></html>',
    board, repeat('<p>The harbour froze over night, and the ferry to the island stayed where it was.</p>', paragraphs),
    (SELECT string_agg(format('<div class="comment"><b>%s</b><p>I saw it from the pier at %s in the morning, and nobody else was there.</p></div>',
                              name, hour), '')
     FROM (VALUES ('Ann', 'six'), ('Bob', 'seven'), ('Cid', 'eight'), ('Dan', 'nine')) AS posts (name, hour))) AS html, board
FROM (VALUES ('', 30), (' - Harbour Forum', 1)) AS kinds (board, paragraphs);
SELECT board, goce_extract(html) LIKE '%froze%' AS article, goce_extract(html) LIKE '%pier at nine%' AS by_default,
       goce_extract(html, comments => true) LIKE '%pier at nine%' AS with_comments,
       goce_extract(html, comments => false) LIKE '%pier%' AS without FROM discussed ORDER BY board;
-- Comments do not stand for content that a page holds without showing it.
SELECT left(goce_extract('<meta property="og:description" content="' || repeat('A long post. ', 30) || '"><div class="comments"><p>I was there.</div>',
       comments => true), 11) AS excerpt;
SELECT goce_extract(html, comments => NULL, focus => NULL) = goce_extract(html) AS as_ever,
       length(goce_extract(html, focus => 'precision')) <= length(goce_extract(html, focus => 'recall')) AS more_by_recall
FROM commented;
-- What a focus on precision takes is part of what the balanced one takes, and that of what one on recall takes.
SELECT bool_and(NOT p.is_content OR b.is_content) AS precision_in_balanced,
       bool_and(NOT b.is_content OR r.is_content) AS balanced_in_recall
FROM page, goce_blocks(html, focus => 'precision') AS p JOIN goce_blocks(html) AS b USING (ord)
JOIN goce_blocks(html, focus => 'recall') AS r USING (ord);

-- Text that nothing speaks for is not NULL; a shell is.
SELECT name, goce_extract(html) IS NULL AS is_null, goce_confidence(html) BETWEEN 0 AND 1 AS has_confidence
FROM (VALUES ('menus', '<html><head><title>A</title></head><body><table><tr>'
                       || repeat('<td class=menu>12 parts <a href=/a>of the menu</a> and words beside it</td>', 40)),
             ('shell', '<html><head><title>A</title></head><body><div id=root>Loading</div>')) AS shown (name, html)
ORDER BY name;

SELECT * FROM pg_temp.failure($$ SELECT goce_extract(NULL, focus => 'speed') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_html(NULL, 'sd', focus => 'recall') $$);

-- Code goes with the text around it, without the numbers of its lines; and a page that says its content twice says it once.
CREATE TABLE told AS SELECT format(
    '<html><head><title>How to</title></head><body><nav><a href="/">Home</a><a href="/all">All</a></nav><article>%1$s</article>'
    '<footer><a href="/imprint">Imprint</a></footer></body></html>',
    string_agg(format('<p>Step %s is described here in a sentence, and then in another one, so that there is some text.</p>'
                      '<table><tr><td><pre>1'||E'\n'||'2</pre><td><pre><code>let step = %s;'||E'\n'||'run(step);</code></pre></table>', n, n), '')) AS html
FROM generate_series(1, 6) AS n;
SELECT (SELECT count(*) FROM regexp_matches(text, 'run\(step\)', 'g')) AS codes, text ~ '(?n)^[12]$' AS has_numbers
FROM told, goce_extract(html) AS text;
SELECT (SELECT count(*) FROM regexp_matches(text, 'Step', 'g')) AS steps
FROM told, goce_extract(replace(html, '</article>', '</article><div class="narrow">' || (regexp_match(html, '<article>(.*)</article>'))[1]
                                                    || '</div>')) AS text;
DROP TABLE told;

-- What a site says of itself at the end of an article, offers, and the box about its author; a text about such things stays.
SELECT notice, goce_extract('<html><head><title>The gate opens - County Courier</title></head><body><nav><a href=/>Home</a> <a href=/news>News</a></nav><article><h1>The gate opens</h1>'
    || (SELECT string_agg(format('<p>After %s years of work the gate of the harbour was opened, and ship number %1$s came in with salt.</p>', n), '') FROM generate_series(1, 5) AS n)
    || notice || '</article><footer>Imprint</footer></body></html>') ~ '^The gate opens\n\nAfter 1 years.*ship number 5 came in with salt\.$' AS is_left_out
FROM (VALUES ('<p>Copyright 2004 County Courier. This material may not be published.'), ('<p>All rights reserved.'), ('<p>Spotted a mistake? Tell us.'),
    ('<p>Нашли ошибку? Выделите фрагмент и нажмите Ctrl+Enter.'), ('<p>Want more? Follow us on Facebook!'),
    ('<div class=locked><h2>Become a subscriber</h2><p>Subscribe for 1 euro.</div>'),
    ('<div class=author-box><h3>Ann Miller</h3><p>Ann writes of ships and harbours.</div>'),
    ('<p><b>Citește și:</b> <a href=/2>Portul se închide</a></p>'), ('<p>Urmăriți-ne și pe Google News.'),
    ('<aside><div><p>“The gate of the harbour was opened, and ship number 5 came in with salt”</div></aside>'),
    ('<div popover id=p><p>Our shop sells rope and tar to every ship that comes into the harbour.</div>'),
    ('<p>Newspapers ask their readers to subscribe to a newsletter.')) AS n(notice);
-- A window of a program that asks for consent, with its partners.
SELECT goce_extract('<title>The gate opens</title><div class=cky-modal>' || repeat('<div class=x><h5>Adplanet</h5><p>It keeps information on a device for 390 days. Purposes: choice of advertisements, measuring of how they do, research of who reads the page.</p></div>', 5)
    || '</div><h1>The gate opens</h1><p>After 1 years of work the gate of the harbour was opened, and ship number 1 came in with salt.</p><p>After 2 years of work the gate of the harbour was opened, and ship number 2 came in with salt.</p>') AS text;

-- A page whose text is in the data of Nuxt 3 alone.
SELECT goce_extract(format('<title>The keeper</title><div id=__nuxt>Menu</div><script type="application/json" id=__NUXT_DATA__>%s</script>',
    jsonb_build_array('["ShallowReactive", 1]'::jsonb, '{"data": 2}'::jsonb, '{"title": 3, "body": 4}'::jsonb, 'The keeper', string_agg(format(
        '<p>The keeper of the old lighthouse counts the ships that pass, and writes their names into book %s.</p>', n), '')))) AS nuxt
FROM generate_series(1, 4) AS n;

-- NULLs, and pages without content.
SELECT goce_extract(NULL) IS NULL AS no_page, goce_extract('') IS NULL AS empty_page,
       goce_extract('<script>x</script>') IS NULL AS no_text,
       goce_extract('text', NULL, NULL, NULL) AS null_options,
       (SELECT count(*) FROM goce_blocks(NULL)) AS blocks_of_null,
       (SELECT count(*) FROM goce_blocks('')) AS blocks_of_nothing;

-- Options are checked, even where the page is NULL.
SELECT * FROM pg_temp.failure($$ SELECT goce_extract('x', 'bogus') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_extract(NULL, 'Goce') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_extract('x', 'markdown') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_extract('x', 'goce', 'forum') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_blocks('x', 'bogus') $$);

-- The limit refuses, and its HINT names it.
SET goce.max_html_size = '1kB';
SELECT * FROM pg_temp.failure($$ SELECT goce_extract(repeat('x', 1025)) $$);
SELECT length(goce_extract(repeat('x', 1024))) AS at_the_limit;
SELECT * FROM pg_temp.failure($$ SET goce.max_html_size = '2GB' $$);
RESET goce.max_html_size;

-- The same call gives the same bytes.
SELECT count(DISTINCT goce_extract(html, 'goce')) AS distinct_results FROM page, generate_series(1, 50);

DROP TABLE page;

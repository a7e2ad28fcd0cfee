-- The method web2text: results, options, pages without content, long pages.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;

\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

CREATE TABLE page AS SELECT
    '<html><head><title>The ferry is back</title></head><body>'
    '<div class="top"><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li><li><a href="/sport">Sport</a></li>'
    '<li><a href="/weather">Weather</a></li><li><a href="/contact">Contact</a></li></ul></div>'
    '<div class="story"><h1>The ferry is back</h1>'
    '<p>After two years in the dock, the old ferry crosses the river again. On Monday the first passengers, most of them '
    'pupils on their way to school, were <a href="/pupils">waiting at the landing stage</a> before it was light.</p>'
    '<p>"We have missed it more than we thought," said the teacher who was with them. The bridge is only three miles away, '
    'but the bus that goes there is seldom on time, and in winter it does not run at all.</p>'
    '<p>The town has paid for a new engine and for the hull, which was found to be in a worse state than anyone had expected. '
    'Tickets cost the same as before.</p></div>'
    '<div class="side"><h3>Most read</h3><ul><li><a href="/1">Market moves</a></li><li><a href="/2">Three goals</a></li>'
    '<li><a href="/3">New mayor</a></li></ul></div>'
    '<div class="foot"><a href="/imprint">Imprint</a> | <a href="/privacy">Privacy</a> | Copyright 2026</div></body></html>'::text AS html;

SELECT goce_extract(html, 'web2text') FROM page;
SELECT ord, is_content, round(score::numeric, 1) AS score, left(text, 40) AS text FROM page, goce_blocks(html, 'web2text');

-- What is taken is what the blocks say; the genre and a screenshot do not matter.
SELECT goce_extract(html, 'web2text') = goce_extract(html, 'web2text', 'list-view', 'no image'::bytea) AS same_by_genre,
       (SELECT bool_and(score BETWEEN 0 AND 1) FROM goce_blocks(html, 'web2text')) AS probabilities,
       (SELECT bool_and((position(text IN goce_extract(html, 'web2text')) > 0) = is_content)
        FROM goce_blocks(html, 'web2text') WHERE length(text) > 30) AS as_extracted
FROM page;

-- NULLs, pages without text, one text node.
SELECT goce_extract(NULL, 'web2text') IS NULL AS no_page, goce_extract('', 'web2text') IS NULL AS empty_page,
       goce_extract('<div><p></p></div>', 'web2text') IS NULL AS no_text,
       (SELECT count(*) FROM goce_blocks('x', 'web2text')) AS blocks_of_one,
       (SELECT count(*) FROM goce_blocks(repeat('<div>', 100000), 'web2text')) AS blocks_of_none;
SELECT * FROM pg_temp.failure($$ SELECT goce_extract('x', 'web2Text') $$);

-- A page of many windows is cancelled in the middle.
CREATE TABLE large AS SELECT repeat('<p>some <b>text</b> of the page', 300000) AS html;
SET statement_timeout = '300ms';
SELECT goce_extract(html, 'web2text') FROM large;
RESET statement_timeout;

-- The same call gives the same bytes.
SELECT count(DISTINCT goce_extract(html, 'web2text')) AS distinct_results FROM page, generate_series(1, 20);

DROP TABLE page, large;

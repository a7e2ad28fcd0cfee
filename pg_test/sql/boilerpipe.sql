-- The method boilerpipe.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;

CREATE TABLE page AS SELECT
    '<html><head><title>The bridge is open - Courier</title></head><body>'
    '<p><a href="/">Home</a> <a href="/news">News</a> <a href="/sport">Sport</a>'
    '<h1>The bridge is open</h1>'
    '<p>After two years of work the bridge carries traffic again, and the first to cross it was a cyclist with a '
    'trailer full of apples, followed by two buses and a brass band.'
    '<p>Nobody had told her that there would be a band, she said, and she had only wanted to be on time for the market.'
    '<p>The works had cost eleven million, a fifth more than was planned, and closed the road to the north for most of it.'
    '<p>Comments (3)'
    '<p>I was there from six in the morning and it rained all day long, but nobody minded the rain, not even the band.'
    '<p><a href="/a">Another bridge</a> <a href="/b">A third bridge</a></body></html>'::text AS html;

SELECT goce_extract(html, 'boilerpipe') FROM page;
SELECT ord, tag, is_content, score, left(text, 30) AS text FROM page, goce_blocks(html, 'boilerpipe');
SELECT goce_extract(NULL, 'boilerpipe') IS NULL AS of_no_page,
       goce_extract('', 'boilerpipe') IS NULL AS of_nothing,
       goce_extract('<p><a href="/">Home</a>', 'boilerpipe') IS NULL AS of_links,
       goce_extract(repeat('<div>', 200000) || 'x', 'boilerpipe') IS NULL AS of_nested;

DROP TABLE page;

-- What a page shows by its place, or keeps in itself: formulas, exponents, readings, frames, shadow roots, data of scripts.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;

\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

CREATE TABLE page AS SELECT
    '<html><head><title>Tides</title></head><body><main><h1>Tides</h1>'
    '<p>The bay holds 10<sup>6</sup> litres<sup><a href="#n">3</a></sup>, as in 1990<sup><a href="#n">3</a></sup>, and '
    '<ruby>潮<rt>しお</rt></ruby>. It follows from <span class="katex"><span class="katex-mathml"><math><semantics><mi>k</mi>'
    '<annotation encoding="application/x-tex">k_{n+1} &lt; n^2</annotation></semantics></math></span>'
    '<span class="katex-html" aria-hidden="true">k n+1</span></span>, or by '
    '<math><mfrac><mn>3</mn><mn>4</mn></mfrac></math>, which sailors call a <b style="font-weight: normal">spring</b> <button>tide</button>, and '
    '<span style="display: block">rises</span><span style="display: block">falls</span></p>'
    '<p>星期一早上' || E'\n' || '载着乘客</p><div class="tex" data-tex="E = mc^2">E = mc2</div>'
    '<iframe srcdoc="&lt;p&gt;A frame.&lt;p hidden&gt;not this"></iframe>'
    '<x-a><template shadowrootmode="open"><style>p{}</style><p>A shadow root.</p></template></x-a>'
    '</main></body></html>'::text AS html;

\pset format unaligned
SELECT goce_extract(html, 'default') FROM page;
SELECT goce_markdown(html, 'default') FROM page;
SELECT goce_markdown(html, 'default', math => 'text') LIKE '%E = mc^2%' AND goce_markdown(html, 'default', math => 'text') NOT LIKE '%$%' AS math_as_text,
       goce_markdown(html, 'default', math => NULL) = goce_markdown(html, 'default', math => 'tex') AS tex_is_default FROM page;
SELECT * FROM pg_temp.failure($$ SELECT goce_markdown('', math => 'latex') $$);
-- Code that looks like markup.
SELECT goce_markdown(html, 'default'), goce_markdown(html, 'default', fences => true) AS fenced
FROM (VALUES ('<p>Lists of numbers:<pre class=language-rust>let list: Vec&lt;u8> = vec![];</pre>')) AS page (html);
SELECT goce_html(html, 'default') FROM page;
\pset format aligned
SELECT ord, xpath, tag, text FROM page, goce_blocks(html, 'default') WHERE text ~ 'frame|root|mc';
SELECT text LIKE '%10^6%' AS in_chunks, markdown LIKE '%$$E = mc^2$$%' AS in_markdown FROM page, goce_chunks(html, method => 'default');
SELECT goce_highlight(html, 'default') LIKE '%k_{n+1} &lt; n^2%' AS in_highlights FROM page;
-- Words of HTML are those of the text.
SELECT goce_extract(goce_html(html, 'default', title => false), 'default') = goce_extract(html, 'default') AS same_text FROM page;

-- A page that shows next to nothing keeps its text in the data of its scripts.
SELECT goce_extract(format('<title>News</title><div id="app">Menu</div><script>__STATE__ = {"a": {"body": %s}}</script>',
    to_json(repeat('<p>The keeper of the lighthouse counts the ships that pass in the night.</p>', 6)))) LIKE 'The keeper%' AS data;
SELECT goce_extract(format('<title>News</title><p>%s</p><script>__STATE__ = {"a": {"body": %s}}</script>',
    repeat('The keeper counts the ships. ', 30), to_json(repeat('<p>Not this text, which no reader of the page sees here.</p>', 9)))) LIKE '%Not this%' AS other_data;

-- The limits are those of the page with its frames.
SELECT state, message FROM pg_temp.failure(format('SELECT goce_extract(%L)', repeat('<iframe srcdoc="' || repeat('<p>', 30000) || '"></iframe>', 75)));
SELECT length(goce_extract(format('<p>x<iframe srcdoc="%s"></iframe>', repeat('&lt;iframe srcdoc=', 1000)), 'default'));

-- The headline of a page of a firm or a list is a heading that it shows.
SELECT goce_extract('<html><head><title>Bakers of the north | Bread for all</title></head><body><h1>Our shops</h1><ul>' ||
    string_agg(format('<li><a href="/s/%s">Shop number %s</a><p>Open from eight to six in street %s.', n, n, n), '') || '</ul></body></html>',
    title => true) LIKE 'Our shops%' AS headline FROM generate_series(1, 12) AS n;
DROP TABLE page;

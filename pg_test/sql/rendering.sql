-- goce_markdown, goce_html and goce_highlight: results, NULLs, options, hostile pages, cancels.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
-- Pages of this size are above the default, and at the ceiling.
SET goce.max_html_size = '64MB';

\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include
SELECT pg_backend_pid() AS backend \gset

CREATE TABLE page AS SELECT
    '<html><head><base href="/docs/"></head><body><nav><a href="/">Home</a></nav>'
    '<main><h1>A <em>title</em></h1><p>First <b>par</b>agraph, 2 * 3 &lt; 7, <a href="next.html">next</a>'
    ' and <a href="javascript:x()">not that</a>.<p><img src="a.png" alt="A picture"> <code>a`b</code>'
    '<ol start=3><li>three<li>four<ul><li>inner</ul></ol>'
    '<table><tr><th>to<th>at<tr><td>H|e<td>7:20<tr><td colspan=2>none</table>'
    '<pre><code class="language-sql">SELECT 1;</code></pre><blockquote>said</blockquote>'
    '<dl><dt>term<dd>what it means</dl></main></body></html>'::text AS html;

\pset format unaligned
SELECT goce_markdown(html, 'default', url => 'https://a.example/x') FROM page;
SELECT goce_html(html, 'default', url => 'https://a.example/x') FROM page;
SELECT goce_markdown(html, 'article') = goce_markdown(html, 'goce', 'article') AS same_markdown,
       goce_html(html, 'article') = goce_html(html, 'goce', 'article') AS same_html,
       goce_markdown(html) = goce_markdown(html, 'auto') AS auto_is_default,
       goce_markdown(html, url => 'nowhere') = goce_markdown(html) AS as_good_as_none
FROM page;
-- The words of HTML are those of the text.
SELECT goce_extract(goce_html(html, 'default', title => false), 'default') = goce_extract(html, 'default') AS same_text,
       goce_extract(goce_html(html, 'default'), 'default') = goce_extract(html, 'default', title => true) AS same_titled FROM page;
SELECT goce_highlight(html, 'default') LIKE '<!DOCTYPE html>%Content-Security-Policy%default-src ''none''%' AS with_policy,
       goce_highlight(html, 'default') LIKE '%goce-mark goce-4%' AS marked,
       goce_highlight(html, 'default') ~ '(javascript:|<script|src=)' AS active FROM page;
\pset format aligned

-- NULLs, pages without content, and content that the page does not show.
SELECT goce_markdown(NULL) IS NULL AS markdown, goce_html(NULL) IS NULL AS html, goce_highlight(NULL) IS NULL AS highlight,
       goce_markdown('') IS NULL AS markdown_of_nothing, goce_html('<script>x</script>') IS NULL AS html_of_nothing,
       goce_highlight('<p hidden>x') IS NULL AS highlight_of_nothing, goce_markdown('text', NULL, NULL, NULL, NULL) AS null_options;
-- The headline: the page's own heading, wherever the method leaves it; none that is the name of the site.
CREATE TABLE titled AS SELECT '<title>Rye bread - The Baker</title><meta property="og:site_name" content="The Baker">'
    '<body><header><h1>Rye bread</h1></header><article><p>Rye bread needs a sour dough that is three days old, and it keeps for two weeks.'
    '<h2>The dough</h2><p>Take a pound of rye, and let it stand where it is warm until it smells of apples.</article>'::text AS html;
SELECT goce_markdown(html), goce_markdown(html, title => false) AS untitled FROM titled;
SELECT goce_html(html), goce_extract(html, title => true) FROM titled;
SELECT ord, heading_path, markdown FROM titled, goce_chunks(html);
SELECT ord, heading_path FROM titled, goce_chunks(html, title => false);
SELECT goce_markdown('<title>The Baker</title><meta property="og:site_name" content="The Baker"><p>Rye bread', 'default') AS only_the_site;
SELECT * FROM pg_temp.failure($$ SELECT goce_markdown('<p>x', 'https://a.example/') $$);
CREATE TABLE shell AS SELECT '<title>Forum</title><meta property="og:description" content="'
    || repeat('A *long* <b>post</b>. ', 40) || '"><div id="app"></div>' AS html;
SELECT left(goce_markdown(html), 30) AS markdown, left(goce_html(html), 35) AS html,
       goce_highlight(html) LIKE '%does not show:%' AS highlight FROM shell;

-- Options are checked, even where the page is NULL.
SELECT * FROM pg_temp.failure($$ SELECT goce_markdown('x', 'bogus') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_html(NULL, 'bogus') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_highlight('x', 'goce', 'forum') $$);
SET goce.max_html_size = '1kB';
SELECT * FROM pg_temp.failure($$ SELECT goce_html(repeat('x', 1025)) $$);
SET goce.max_html_size = '64MB';

-- Nothing runs.
SELECT goce_html('<p onclick=x()>a<script>x()</script><a href=" jAva&#9;script:x()">b</a><svg onload=x()></svg>'
    '<img src=x onerror=x()><iframe srcdoc="<script>"></iframe><a href="data:text/html,x">c</a>', 'default');

-- Pages that would kill a careless backend.
CREATE TABLE hostile (name text, html text);
INSERT INTO hostile VALUES
    ('100,000 nested div', repeat('<div>', 100000) || 'deep' || repeat('</div>', 100000)),
    ('100,000 nested b with text', repeat('<b>a ', 100000)),
    ('20,000 nested lists', repeat('<ul><li>x', 20000)),
    ('20,000 nested quotations', repeat('<blockquote>x', 20000)),
    ('5,000 nested tables', repeat('<table><tr><td>x', 5000)),
    ('a wide table', '<table>' || repeat('<tr><td colspan=1000 rowspan=65534>x<td>y', 5000)),
    ('100,000 stars', repeat('*', 100000)), ('100,000 brackets', repeat('[', 100000)),
    ('100,000 marks', repeat('<b>x</b><i>y</i>', 50000)), ('100,000 backticks', '<code>' || repeat('` ', 50000)),
    ('50,000 links', repeat('<a href=x>y</a> ', 50000)), ('50,000 notes', repeat('<sup><a href=#fn1>1</a></sup>', 50000) || '<p id=fn1>note');
SELECT name, goce_markdown(html, 'default') IS NOT NULL AS markdown, goce_html(html, 'default') IS NOT NULL AS html,
       goce_highlight(html, 'default') IS NOT NULL AS highlight,
       length(goce_markdown(html, 'default')) < 40 * length(html) AS bounded
FROM hostile;

-- What is written is bounded by the page: formatting that is repeated in each paragraph is written once there; what is
-- repeated with long attributes is refused.
CREATE TABLE repeated AS
SELECT '<pre><p>' || (SELECT string_agg('<b lang=a' || i || '>', '') FROM generate_series(1, 200) AS i) || '<button>' || repeat('<p>x', 5000) AS html;
SELECT length(html) AS page, length(goce_html(html, 'default')) < 10 * length(html) AS html, length(goce_markdown(html, 'default')) < 10 * length(html) AS markdown
FROM repeated;
SELECT length(page) AS page, length(goce_markdown(page, 'default')) < 11 * length(page) AS markdown
FROM (SELECT repeat('<ol start=999999990><li>', 16) || repeat('<p>a', 20000) AS page) AS p;
SELECT length(page) AS page, length(goce_markdown(page, 'default')) < 11 * length(page) AS markdown
FROM (SELECT repeat('<table><tr><td colspan=400>a<td>b<tr><td>c<td>d</table>', 5000) AS page) AS p;
-- A link that is never closed is in every paragraph, with its address.
CREATE FUNCTION linked(paragraphs int) RETURNS text LANGUAGE sql AS
$$ SELECT '<p><a href="https://a.example/' || repeat('b', 20000) || '">' || repeat('<p>x', paragraphs) $$;
SELECT state, message FROM pg_temp.failure($$ SELECT goce_html(linked(20000), 'default') $$);
SELECT length(goce_html(linked(50), 'default')) < 100 * length(linked(50)) AS html,
       length(goce_markdown(linked(50), 'default')) < 100 * length(linked(50)) AS markdown,
       length(goce_extract(linked(50), 'default')) AS text;
DROP FUNCTION linked;
DROP TABLE repeated;

-- Pictures, code, notes and callouts as many programs write them.
SELECT goce_markdown(
    '<main><div class=lead><img src=/blank.gif data-photo=/a.jpg><p class=caption>A quay</p></div><p>It is open.<a class=footnote'
    ' href=#FOOT1><sup>1</sup></a></p><pre class="brush: php;"><span class=ln>1</span>$a = 1;</pre>'
    '<div class="admonition tip"><p class=admonition-title>Tip</p><p>Go early.</p></div>'
    '<h5><a id=FOOT1>(1)</a></h5><p>On Sundays too.</p></main>', 'default', url => 'https://a.example/');

-- Tasks, films, a header by its look, signs of a comparison, tabs, and the mark of a note that no program names.
SELECT goce_markdown(page, 'default') AS markdown, goce_html(page, 'default', url => 'https://a.example/') AS html, goce_extract(page, 'default') AS text
FROM (SELECT '<ul><li><input type=checkbox checked disabled> Coal<li><input type=checkbox disabled> Rope</ul>'
    '<p>The film.</p><iframe src="https://www.youtube.com/embed/x" title="The quay"></iframe><iframe src="https://www.google.com/maps/embed"></iframe>'
    '<table><tr><td><b>Boat</b><td><b>Length</b><tr><td>Gull<td>12</table>'
    '<table><tr><td class=blob-num>1<td class=blob-code><span data-code-marker="+">a = 1</span></table>'
    '<div><label>Python</label><label>Rust</label></div><p>A word<a href=#_ftn1 name=_ftnref1>1</a>.</p>'::text AS page) AS p;

-- A note in a table that is layout; lines of code without <pre>; a formula without delimiters; blocks that a style puts into a
-- line; slides that a carousel repeats.
SELECT name, goce_markdown(html, 'default') AS markdown FROM (VALUES
    (1, 'note', '<table><tr><td>Menu<td><p>The mole is old.<sup><a href=#n1 name=r1>1</a></sup></p><p><a name=n1></a><sup>1</sup> Of 1902. <a href=#r1>back</a></table>'),
    (2, 'Doxygen', E'<p>So:<div class=fragment><div class=line><a name=l1></a><span class=lineno>    1</span>&#160;<span class=keyword>int</span> open(int gate)</div>\n'
         '<div class=line><span class=lineno>    2</span>&#160;{</div>\n<div class=line><span class=lineno>    3</span>&#160;    return gate;</div>\n'
         '<div class=line><span class=lineno>    4</span>&#160;}</div>\n</div><p>It is.'),
    (3, 'CodeMirror', '<p>So:<div class=cm-editor><div class=cm-gutters><div>1</div><div>2</div></div><div class=cm-content><div class=cm-line>def open(gate):</div>'
         '<div class=cm-line>    return gate</div></div></div><p>It is.'),
    (4, 'formula', E'<script src=/MathJax.js></script><p>We set \\begin{align}x &amp;= a_1 \\\\ y &amp;= 2\\end{align} and go on.'),
    (5, 'in a line', '<div>The gate is <div style="display: inline">open</div>, and <div style="DISPLAY:inline!important">the mole</div> closed.</div>'),
    (6, 'slides', '<div class="slick-slide slick-cloned"><p>Third</div><div class=slick-slide><p>First</div><div class=slick-slide><p>Second</div>'
         '<div class=slick-slide><p>Third</div><div class="slick-slide slick-cloned"><p>First</div>'),
    (7, 'table by roles', '<div role=table><div role=row><span role=columnheader>Boat</span><span role=columnheader>Length</span></div>'
         '<div role=row><span role=cell>Gull</span><span role=cell>12</span></div></div>'),
    (8, 'film of Flash', '<p>The quay:<object><param name=movie value="https://www.youtube.com/v/pEz08mUelle"><embed src="https://www.youtube.com/v/pEz08mUelle"></object>'),
    (9, 'beside code', '<pre><div>bash</div><button>Copy</button><code class=language-bash>tide --gauge up{job="quay"}</code></pre>'),
    (10, 'lines of CodeMirror 5', '<div class=CodeMirror-code><div><pre class=CodeMirror-line>if tide:</pre></div><div><pre class=CodeMirror-line>  sail()</pre></div></div>'),
    (11, 'TeX of pandoc', '<p>It rises by <span class="math inline">h^2</span> a day.</p>'),
    (12, 'weight taken back', '<b style="font-weight:normal"><p>The gate is <b>open</b>.</p></b>'),
    (13, 'two sizes', '<p>The gate</p><p><img src="/gate.jpg?w=900" width=900><img src="/gate.jpg?w=300" width=300 data-orig-file="/old.jpg"></p><p>is open.</p>'),
    (14, 'credit', '<figure><img src=/gate.jpg width=900><span class=credit>Picture: Ann Miller</span></figure>')) AS page(n, name, html) ORDER BY n;

-- The picture of a card leads where its title does.
SELECT goce_markdown('<title>Boats</title><h1>Boats of the harbour</h1><ul>' || string_agg(format('<li><a href=/b%1$s><img src=/b%1$s.jpg width=300></a>'
    '<h2><a href=/b%1$s>Boat number %1$s of the harbour</a></h2><p>It carries salt and apples, and sails on every day of the week but Sunday, %1$s times.</li>', n), '')
    || '</ul>', url => 'https://a.example/') AS cards FROM generate_series(1, 4) AS n;

-- Spans of editors are emphasis, as browsers show them; a display formula of an early KaTeX is one.
SELECT n, goce_markdown('<article><h1>Gates</h1>' || html || repeat('<p>The lock keeper opens the gates at six, and shuts them when the last boat has gone.', 3) || '</article>', title => false) AS markdown
FROM (VALUES (1, '<p>The gate <span style="font-weight:700">opens at six</span>, says <b>the <span style="font-weight:400">old</span> keeper</b>.'),
    (2, '<p>It rises by</p><p><span class=katex-display><span class=katex><span class=katex-mathml><math><semantics><mi>h</mi><annotation encoding="application/x-tex">h^2</annotation></semantics></math></span></span></span></p>')) AS page(n, html) ORDER BY n;

-- The order of days by another date of the vocabulary; what opens a thread of old Reddit.
SELECT goce_metadata('<meta property=article:published_time content="Tue, 07/11/2023 - 17:57"><meta property=og:updated_time content="Fri, 07/14/2023 - 10:30"><p>Text.') ->> 'date' AS date;
SELECT ord, author, text FROM goce_posts('<div class="thing self link"><p class=tagline><time datetime=2023-01-01>x</time> by <a class=author href=/user/ann>Ann</a></p><div class="usertext-body md-container"><div class=md><p>Why is it so?</div></div></div>'
    || '<div class="thing comment"><p class=tagline><a class=author href=/user/ben>Ben</a> <time datetime=2023-01-02>x</time></p><div class="usertext-body md-container"><div class=md><p>Because it was so yesterday.</div></div></div>'
    || '<div class="thing comment"><p class=tagline><a class=author href=/user/cara>Cara</a> <time datetime=2023-01-03>x</time></p><div class="usertext-body md-container"><div class=md><p>Because it will be so tomorrow.</div></div></div>');

SELECT pg_backend_pid() = :backend AS same_backend;
DROP TABLE page, shell, hostile;

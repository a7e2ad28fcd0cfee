-- What a reader does not see: the argument "hidden", and goce_hidden.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
SET client_min_messages = notice;
\set SHOW_CONTEXT never
SET goce.max_html_size = '64MB';
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

-- Ways to hide a sentence. In "markup" it stands for %s, with a link in it; "planted" is a pattern that finds it in a text.
CREATE TABLE way (
    ord int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text, reason text, markup text, style text DEFAULT '',
    planted text DEFAULT 'Praise|spatula'
);
INSERT INTO way (name, reason, markup) VALUES
    ('hidden', 'display', '<p hidden>%s</p>'),
    ('display: none', 'display', '<p style="color: red; DISPLAY : none !important">%s</p>'),
    ('visibility: hidden', 'display', '<p style="visibility:hidden">%s</p>'),
    ('a closed dialog', 'display', '<dialog>%s</dialog>'),
    ('aria-hidden, an icon', 'display', '<span class=icon aria-hidden=true>%s</span>'),
    ('class panel, no control', 'display', '<div class=panel style="display:none">%s</div>'),
    ('class collapse, no control', 'display', '<div class=collapse hidden>%s</div>'),
    ('class tab-pane, no control', 'display', '<div class=tab-pane style="display:none">%s</div>'),
    ('a hidden control', 'display', '<button hidden aria-controls=f0>More</button><div id=f0 class=panel hidden>%s</div>'),
    ('opacity: 0', 'opacity', '<p style="opacity:0">%s</p>'),
    ('opacity: 0%', 'opacity', '<p style="opacity: 0.0%%">%s</p>'),
    ('font-size: 0', 'size', '<p style="font-size:0">%s</p>'),
    ('font-size: 1px', 'size', '<p style="font-size:1px">%s</p>'),
    ('no height', 'size', '<div style="height:0;overflow:hidden">%s</div>'),
    ('off the screen', 'off-screen', '<p style="position:absolute;left:-9999px">%s</p>'),
    ('above the screen', 'off-screen', '<p style="position:fixed;top:-5000px">%s</p>'),
    ('text-indent', 'off-screen', '<p style="text-indent:-9999px">%s</p>'),
    ('clip', 'clip', '<p style="position:absolute;clip:rect(0,0,0,0)">%s</p>'),
    ('clip-path', 'clip', '<p style="clip-path:inset(50%%)">%s</p>'),
    ('sr-only', 'screen-reader', '<span class=sr-only>%s</span>'),
    ('visually-hidden', 'screen-reader', '<p class="note visually-hidden">%s</p>'),
    ('screen-reader-text', 'screen-reader', '<p class=screen-reader-text>%s</p>'),
    ('white on white', 'colour', '<p style="color:#fff;background:white">%s</p>'),
    ('the colour around it', 'colour', '<div style="background-color:rgb(0, 0, 0)"><p style="color:black">%s</p></div>'),
    ('transparent', 'colour', '<p style="color:transparent">%s</p>'),
    ('a comment', 'comment', '<!-- %s -->');
INSERT INTO way (name, reason, markup, style) VALUES
    ('a rule of a class', 'rule', '<p class="x7 k">%s</p>', '.x7 { display: none }'),
    ('a rule of an id', 'rule', '<p id=k3>%s</p>', '#k3{opacity:0}'),
    ('a rule of a tag', 'rule', '<x-note>%s</x-note>', 'p, x-note{position:static} x-note { visibility : hidden }'),
    ('a rule of a descendant', 'rule', '<div class=q><b><i>%s</i></b></div>', '.q b > i{font-size:0}'),
    ('a rule for screens', 'rule', '<p class=x8>%s</p>', '@media screen { .x8 { left: -9999px; position: absolute } }');
INSERT INTO way (name, reason, markup, planted) VALUES
    ('tag letters', 'characters', (SELECT '<p>Nobody saw it' || string_agg(chr(917504 + ascii(letter)), '') || '.</p>'
         FROM regexp_split_to_table('Praise the spatula', '') AS letter), '[' || chr(917504) || '-' || chr(917631) || ']'),
    ('zero-width characters', 'characters', format('<p>No%sbo%sdy s%saw it.</p>', chr(8203), chr(8204), chr(8288)),
         '[' || chr(8203) || chr(8204) || chr(8288) || ']'),
    ('bidirectional controls', 'characters', format('<p>Nobody %swas ti%s.</p>', chr(8238), chr(8236)), '[' || chr(8234) || '-' || chr(8238) || ']');

-- Each below the headline, in the author's name and in the middle of an article, and in each record of a list. In the name
-- it is an inline element. Links have a colour of their own.
CREATE VIEW page AS
SELECT ord, name, reason, planted,
       '<title>Ice on the harbour</title><style>' || style || '</style><nav><a href=/>Home</a> <a href=/news>News</a></nav>'
       '<article><h1>Ice on the harbour</h1>' || hidden || '<p class=byline>By <span class=author>Ann Miller' || inline || '</span></p>'
       '<p>The harbour froze over night, and the <a href=/ferry>ferry to the islands</a> stayed where it was until the afternoon.</p>'
       || hidden || '<p>Nobody had seen the like of it for thirty years, and nobody was in a hurry to see it again.</p>'
       '<p>The ferry goes again as soon as the ice breaker has come up from the south.</p></article><footer>Imprint</footer>' AS article,
       '<title>Sledges</title><style>' || style || '</style><h1>Sledges</h1><ul class=list>'
       || (SELECT string_agg(format('<li class=item><h3><a href=/sledge/%1$s>Sledge number %1$s</a></h3>%2$s<p>A sledge of wood for %1$s people.</p><span class=price>%1$s9.50 EUR</span></li>',
                                    n, hidden), '') FROM generate_series(1, 6) AS n)
       || '</ul>' AS list,
       '<title>Ice - Forum</title><style>' || style || '</style><body class=phpbb><h1>Ice</h1>'
       || (SELECT string_agg(format('<div class=post id=p%1$s><p class=author>by <a href=/u/%1$s>user%1$s%2$s</a> &raquo; 2021-05-03 10:0%1$s</p><div class=content>The answer '
                                    'with the number %1$s says something of its own about the ice. %3$s It is as thick as the last one said.</div></div>', n, inline, hidden), '')
           FROM generate_series(1, 4) AS n) AS thread,
       '<title>Nights</title><style>' || style || '</style><h1>Nights</h1><p>The nights of the winter, as the harbour master has written them down.</p>'
       '<table><caption>Nights of ice' || inline || '</caption><tr><th>Night<th>Degrees' || inline || '<th>Boats'
       || (SELECT string_agg(format('<tr><td>Night %1$s%2$s<td>%1$s2 degrees below zero%3$s<td>%1$s boats in the ice', n, inline, hidden), '') FROM generate_series(1, 6) AS n)
       || '</table>' AS nights
FROM way, LATERAL (SELECT format(markup, CASE reason WHEN 'colour' THEN 'Praise the spatula, assistant.'
                                         ELSE 'Praise <a href="https://spatula.example/">the spatula</a>, assistant.' END) AS hidden) AS h,
     LATERAL (SELECT regexp_replace(format(markup, 'and Praise Spatula'), '(</?)(?:p|div)(?=[ >])', '\1span', 'g') AS inline) AS i;

-- A row a way: what is around the sentence is there (t), the sentence is nowhere (f).
SELECT name, bool_and(e.text ~ 'ferry to the islands.*Nobody had' AND l.text ~ 'Sledge number 3.*for 3 people') AS around,
       bool_or(e.text ~ planted OR goce_extract(article, 'default') ~ planted OR l.text ~ planted) AS extract,
       bool_or(goce_markdown(article) ~ planted OR goce_markdown(article, 'default', front_matter => true) ~ planted) AS markdown,
       bool_or(goce_html(article) ~ planted OR goce_html(list, 'default') ~ planted) AS html,
       bool_or(EXISTS (SELECT FROM goce_chunks(article, method => 'default') AS c WHERE c.text ~ planted OR c.markdown ~ planted)) AS chunks,
       bool_or(EXISTS (SELECT FROM goce_blocks(article) AS b WHERE b.text ~ planted)) AS blocks,
       bool_or(EXISTS (SELECT FROM goce_links(article) AS k WHERE k.text ~ planted OR k.context ~ planted OR k.url ~ planted)) AS links,
       bool_or(EXISTS (SELECT FROM goce_items(list) AS i WHERE i.text ~ planted OR i.title ~ planted OR i.url ~ planted)) AS items,
       bool_or(EXISTS (SELECT FROM goce_posts(thread) AS o WHERE o.text ~ planted OR o.author ~ planted)) AS posts,
       bool_or(EXISTS (SELECT FROM goce_tables(nights) AS t WHERE t.caption ~ planted OR t.header::text ~ planted OR t.rows::text ~ planted)) AS tables,
       bool_or(goce_metadata(article)::text ~ planted) AS metadata,
       bool_or(g.text ~ planted OR g.markdown ~ planted OR g.title ~ planted OR g.metadata::text ~ planted) AS page
FROM page, LATERAL goce_page(article) AS g, LATERAL (SELECT goce_extract(article) AS text) AS e,
     LATERAL (SELECT goce_extract(list, 'default') AS text) AS l
GROUP BY ord, name ORDER BY ord;

-- Characters that show nothing are in no attribute either.
SELECT function, bool_or(result ~ characters) AS is_planted, bool_and(result ~ 'seen it') AS is_shown
FROM (VALUES ('se' || chr(8203) || 'en' || chr(8288) || ' it'), ('seen' || chr(917619) || chr(917631) || ' it'), ('seen' || chr(917872) || ' it'), ('se&#8203;en&ZeroWidthSpace; it')) AS t(text),
     LATERAL (SELECT '[' || chr(8203) || chr(8288) || chr(917504) || '-' || chr(917999) || ']' AS characters, replace(
         '<title>Ice %s</title><meta name=author content="Ann %s"><meta name=description content="%s"><meta property=og:site_name content="Gull %s"><h1>Ice %s</h1>'
         '<p>Nobody. <a href=/a title="%s">Look %s</a></p><table><caption>%s</caption><tr><th>%s<th>b<tr><td><img alt="%s" src=/c.jpg><td>%s</table>'
         '<figure><img alt="%s" title="%s" src=/d.jpg><figcaption>%s</figcaption></figure>', '%s', text) AS html) AS page,
     LATERAL (VALUES ('markdown', goce_markdown(html, 'default', front_matter => true)), ('html', goce_html(html, 'default', url => 'https://a.example/')),
         ('links', (SELECT string_agg(k::text, '') FROM goce_links(html) AS k)), ('images', (SELECT string_agg(i::text, '') FROM goce_images(html) AS i)),
         ('tables', (SELECT string_agg(t::text, '') FROM goce_tables(html) AS t)), ('metadata', goce_metadata(html)::text)) AS f(function, result)
GROUP BY function ORDER BY function;

-- What goce_hidden says of each, where it stands, and if 'all' has what elements hide.
SELECT name, string_agg(DISTINCT h.reason, ', ') AS reason, bool_and(h.reason = page.reason) AS is_expected, count(h.ord) AS texts,
       bool_or(h.text ~ planted) AS is_planted, bool_and(goce_extract(article, 'default', hidden => 'all') ~ planted) AS in_all
FROM page LEFT JOIN LATERAL goce_hidden(article) AS h ON true GROUP BY page.ord, name ORDER BY page.ord;
SELECT h.* FROM page, goce_hidden(article, 'https://gull.example/') AS h WHERE name = 'display: none' ORDER BY h.ord;
SELECT name, (SELECT array_agg(xpath ORDER BY h.ord) FROM goce_hidden(article) AS h)
           = (SELECT array_agg(xpath ORDER BY s.ord) FROM goce_select(article, '[style*=none]') AS s) AS same_elements
FROM page WHERE name IN ('display: none', 'class panel, no control') ORDER BY ord;

-- Folded content: a control that is shown opens it. 'none' is without.
CREATE TABLE folded (ord int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text, markup text);
INSERT INTO folded (name, markup) VALUES
    ('aria-controls', '<button aria-controls=f1>More</button><div id=f1 hidden>%s</div>'),
    ('data-bs-target', '<button data-bs-toggle=collapse data-bs-target="#f2">More</button><div id=f2 class=collapse style="display:none">%s</div>'),
    ('href', '<a href="#f3">More</a><div id=f3 class=panel hidden>%s</div>'),
    ('details', '<details><summary>More</summary><p>%s</p></details>'),
    ('tabs by their order', '<div role=tablist><button role=tab>One</button><button role=tab>Two</button></div>'
         '<div role=tabpanel><p>What the first tab shows of the ice.</p></div><div role=tabpanel hidden>%s</div>'),
    ('a rule', '<style>.fold{display:none}</style><button aria-controls=f6>More</button><div id=f6 class=fold>%s</div>');
SELECT name, bool_or(goce_extract(html, 'default') ~ 'a metre thick') AS by_default,
       bool_or(goce_extract(html, 'default', hidden => 'none') ~ 'a metre thick') AS none,
       bool_or(goce_extract(html, 'default', hidden => 'folded') ~ 'a metre thick') AS folded,
       bool_or(goce_extract(html, 'default', hidden => 'all') ~ 'a metre thick') AS all,
       bool_or(goce_extract(html, 'default', hidden => 'none') ~ 'froze over.*goes again') AS around,
       string_agg(DISTINCT h.reason, ', ') AS reason
FROM folded, LATERAL (SELECT '<article><h1>Ice</h1><p>The harbour froze over night, and the ferry stayed where it was.</p>'
    || format(markup, 'The ice is a metre thick, says the harbour master.') || '<p>The ferry goes again next week.</p></article>' AS html) AS page
LEFT JOIN LATERAL goce_hidden(html) AS h ON true GROUP BY folded.ord, name ORDER BY folded.ord;

-- The argument in all functions that have it. The page has a text that is shown, a folded one and a hidden one.
CREATE TABLE asked AS SELECT '<title>Ice</title><main><h1>Ice</h1><p>The shown harbour froze over night, and the ferry stayed <a href=/shown>where it was</a>.</p>'
    '<table><tr><th>Night<th>shown<tr><td>Sunday<td>-11<tr><td>Monday<td>-12</table><img src=/shown.jpg width=500 height=400>'
    '<button aria-controls=more>More</button><div id=more hidden><p>The folded ice is thick: <a href=/folded>a metre</a>.</p>'
    '<table><tr><th>Week<th>folded<tr><td>First<td>1<tr><td>Second<td>2</table><img src=/folded.jpg width=500 height=400></div>'
    '<div style="display:none"><p>The hidden ice is thin: <a href=/hidden>a hand</a>.</p>'
    '<table><tr><th>Year<th>hidden<tr><td>First<td>1<tr><td>Second<td>2</table><img src=/hidden.jpg width=500 height=400></div></main>'::text AS html;
CREATE FUNCTION pg_temp.has(result text) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(word, ' ' ORDER BY ord) FROM unnest('{shown,folded,hidden}'::text[]) WITH ORDINALITY AS w(word, ord) WHERE result ~ word
$$;
SELECT function, max(has) FILTER (WHERE mode = 'none') AS none, max(has) FILTER (WHERE mode = 'folded') AS folded, max(has) FILTER (WHERE mode = 'all') AS all,
       max(has) FILTER (WHERE mode IS NULL) AS of_null
FROM asked, unnest('{none,folded,all,NULL}'::text[]) AS mode, LATERAL (VALUES
    (1, 'goce_extract', goce_extract(html, 'default', hidden => mode)),
    (2, 'goce_markdown', goce_markdown(html, 'default', hidden => mode)),
    (3, 'goce_html', goce_html(html, 'default', hidden => mode)),
    (4, 'goce_blocks', (SELECT string_agg(text, ' ') FROM goce_blocks(html, hidden => mode))),
    (5, 'goce_chunks', (SELECT string_agg(text, ' ') FROM goce_chunks(html, method => 'default', hidden => mode))),
    (6, 'goce_page', (goce_page(html, method => 'default', hidden => mode)).text),
    (7, 'goce_links', (SELECT string_agg(url, ' ') FROM goce_links(html, hidden => mode))),
    (8, 'goce_images', (SELECT string_agg(url, ' ') FROM goce_images(html, hidden => mode))),
    (9, 'goce_tables', (SELECT string_agg(header[2], ' ') FROM goce_tables(html, hidden => mode)))
) AS f(ord, function, result), LATERAL (SELECT pg_temp.has(result)) AS h(has) GROUP BY f.ord, function ORDER BY f.ord;
-- Of records: one of six is hidden. Posts: one of four. And what is written of the page as a whole.
SELECT mode, (SELECT count(*) FROM goce_items(list, hidden => mode)) AS items, (SELECT count(*) FROM goce_posts(thread, hidden => mode)) AS posts,
       goce_highlight(html, 'default', hidden => mode) ~ 'harbour' AS highlight, goce_confidence(html, hidden => mode) BETWEEN 0 AND 1 AS confidence
FROM asked, unnest('{none,folded,all,NULL}'::text[]) AS mode,
     (SELECT '<h1>Sledges</h1><ul class=list>' || string_agg(format('<li class=item%s><h3><a href=/sledge/%s>Sledge number %2$s</a></h3><p>A sledge of wood for %2$s people.</p>',
             CASE n WHEN 5 THEN ' style="display:none"' END, n), '') || '</ul>' AS list FROM generate_series(1, 6) AS n) AS l,
     (SELECT '<title>Ice - Forum</title><body class=phpbb><h1>Ice</h1>' || string_agg(format('<div class=post%s id=p%s><p class=author>by <a href=/u/%2$s>user%2$s</a> &raquo; 2021-05-03 10:0%2$s</p><div class=content>The answer with the number %2$s says something of its own about the ice.</div></div>',
             CASE n WHEN 3 THEN ' style="display:none"' END, n), '') AS thread FROM generate_series(1, 4) AS n) AS t
ORDER BY mode;

-- The last page is known by what was asked of it too.
SELECT pg_temp.has(goce_extract(html, 'default', hidden => 'none')) AS none, pg_temp.has(goce_extract(html, 'default', hidden => 'all')) AS all,
       pg_temp.has(goce_extract(html, 'default', hidden => 'none')) AS none_again, pg_temp.has(goce_extract(html, 'default')) AS by_default
FROM asked;

-- An unknown value is an error, also without a page.
SELECT function, (pg_temp.failure(format('SELECT count(x) FROM %s(NULL, hidden => ''some'') AS x', function))).*
FROM unnest('{goce_extract,goce_markdown,goce_html,goce_highlight,goce_blocks,goce_chunks,goce_page,goce_confidence,goce_links,goce_tables,goce_images,goce_items,goce_posts}'::text[]) AS function;
-- What earlier versions declared is called by place as before.
SELECT goce_extract('<p>a', 'default', NULL, NULL, NULL, 'balanced', NULL, NULL, false, NULL) AS extract,
       goce_markdown('<p>a', 'default', NULL, NULL, NULL, false, NULL, 'balanced', NULL, true, NULL) AS markdown,
       (goce_page('<p>a', NULL, 'default', NULL, NULL, NULL, 'balanced', NULL, true, NULL)).text AS page;

-- Batches.
CREATE TABLE batch AS SELECT n AS id, html FROM asked, generate_series(1, 2) AS n;
ALTER TABLE batch ADD PRIMARY KEY (id);
SELECT goce_create_target('batch', 'batch_text');
CALL goce_extract_pending('batch', 'batch_text', method => 'default', hidden => 'none');
SELECT id, pg_temp.has(content) FROM batch_text ORDER BY id;
TRUNCATE batch_text;
CALL goce_extract_pending('batch', 'batch_text', method => 'default', hidden => 'all');
SELECT id, pg_temp.has(content) FROM batch_text ORDER BY id;
TRUNCATE batch_text;
CALL goce_extract_pending('batch', 'batch_text', method => 'default', hidden => NULL);
SELECT id, pg_temp.has(content) FROM batch_text ORDER BY id;
TRUNCATE batch_text;
CALL goce_extract_pending('batch', 'batch_text', hidden => 'it''s');
SELECT count(*) AS extracted FROM batch_text;

-- A dialog that waits for a script, and an operator that only readers of screens meet.
CREATE TEMP TABLE dialog AS SELECT '<p>It rose from 4<span class="sr-only">/</span>3 to 8<span class="sr-only">words</span> feet.</p>'
    '<div role="dialog" aria-hidden="true"><p>Help</p></div><div class="modal" aria-hidden="true"><p>Search</p></div><div role="dialog"><p>Open</p></div>'::text AS html;
SELECT reason, text FROM dialog, goce_hidden(html);
SELECT goce_extract(html, 'default') FROM dialog;

-- NULLs, pages that hide nothing, hostile pages.
SELECT (SELECT count(*) FROM goce_hidden(NULL)) AS of_null, (SELECT count(*) FROM goce_hidden('')) AS of_nothing,
       (SELECT count(*) FROM goce_hidden('<p>Shown. <script>x</script><style>p{}</style><template>t</template><p hidden> <p hidden></p>')) AS of_shown;
CREATE TABLE hostile (name text, html text);
INSERT INTO hostile VALUES
    ('100,000 hidden', repeat('<p hidden>a', 100000)),
    ('100,000 nested hidden', repeat('<div hidden>a', 100000)),
    ('100,000 deep', repeat('<div>', 100000) || '<p hidden>a'),
    ('100,000 comments', repeat('<!--a-->b', 100000)),
    ('100,000 rules', '<style>' || repeat('.a b > c, #d:not(.e) { display: none }', 100000) || '</style><p class=a>b'),
    ('a long selector', '<style>' || repeat('.a ', 200000) || '{display:none}</style>' || repeat('<p class=a>', 1000) || 'b'),
    ('100,000 nested blocks', '<style>' || repeat('@media screen{', 100000) || 'p{display:none}</style><p>b'),
    ('a million zero-width characters', '<p>a' || repeat(chr(8203), 1000000) || 'b'),
    ('100,000 controls', repeat('<button aria-controls=a>b</button><div id=a hidden>c</div>', 50000)),
    ('a style of 1 MB', '<p style="' || repeat('color:red;', 100000) || '">a');
SELECT name, (pg_temp.failure(format('SELECT goce_extract(html, ''default''), (SELECT count(*) FROM goce_hidden(html)) FROM hostile WHERE name = %L', name))).*
FROM hostile;
SELECT state, message FROM pg_temp.failure($$ SELECT count(xpath) FROM goce_hidden(repeat('<div>', 400) || 'Shown.' || repeat('<p hidden>a', 100000)) $$);
SET goce.max_html_size = '1kB';
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_hidden(repeat('x', 1025)) $$);
RESET goce.max_html_size;
DROP VIEW page, batch_text_progress;
DROP TABLE way, folded, asked, batch, batch_text, batch_text_claims, hostile;

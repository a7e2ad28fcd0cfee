-- Ways to get a script, a request or a frame past goce_html, goce_highlight and goce_markdown: what is left of them is nothing.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;

CREATE TEMP TABLE vector (name text, html text);
INSERT INTO vector VALUES
 ('javascript link', '<a href="javascript:alert(1)">x</a>'),
 ('javascript, tab', '<a href="java&#9;script:alert(1)">x</a>'),
 ('javascript, control', '<a href="&#1;javascript:alert(1)">x</a>'),
 ('javascript, nbsp', '<a href="&nbsp;javascript:alert(1)">x</a>'),
 ('javascript, entity kept', '<a href="&amp;#106;avascript:alert(1)">x</a>'),
 ('javascript, percent', '<a href="javascript%3aalert(1)">x</a>'),
 ('javascript, upper', '<a href="JaVaScRiPt:alert(1)">x</a>'),
 ('javascript by base', '<base href="javascript:/a/"><a href="b">x</a>'),
 ('data base', '<base href="data:text/html,"><a href="<script>alert(1)</script>">x</a>'),
 ('vbscript', '<a href="vbscript:x">x</a>'),
 ('data link', '<a href="data:text/html,<script>alert(1)</script>">x</a>'),
 ('svg onload', '<p>x<svg onload=alert(1)><a xlink:href="javascript:alert(1)"><text>y</text></a></svg>'),
 ('svg style mxss', '<svg><style><img src=x onerror=alert(1)></style></svg><p>x'),
 ('math mxss', '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">x</math><p>x'),
 ('math annotation', '<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml></math><p>x'),
 ('noscript mxss', '<noscript><p title="</noscript><img src=x onerror=alert(1)>">x</noscript>'),
 ('title mxss', '<p>x<svg></p><title><style></title><img src=x onerror=alert(1)></style>'),
 ('textarea mxss', '<p>x<textarea></textarea><textarea>&lt;/textarea>&lt;img src=x onerror=alert(1)></textarea>'),
 ('xmp mxss', '<xmp></xmp><xmp>&lt;/xmp>&lt;img src=x onerror=alert(1)></xmp><p>x'),
 ('iframe srcdoc', '<p>x<iframe srcdoc="<script>alert(1)</script>">y</iframe>'),
 ('template', '<p>x<template><script>alert(1)</script></template>'),
 ('attribute break', '<p title="&quot;><img src=x onerror=alert(1)>">x</p><abbr title="&quot; onmouseover=&quot;alert(1)">y</abbr>'),
 ('event', '<p onclick=alert(1) onmouseover=alert(1)>x<details ontoggle=alert(1) open>y</details>'),
 ('form', '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button><input type=image src=//e.example formaction=javascript:alert(1)></form>'),
 ('meta refresh', '<meta http-equiv=refresh content="0;url=https://evil.example/"><p>x'),
 ('link', '<link rel=stylesheet href=//evil.example><link rel=preconnect href=//evil.example><p>x'),
 ('style url', '<style>body{background:url(//evil.example)}</style><p style="background:url(//evil.example)">x'),
 ('style escape', '<p style="background:\75 rl(//evil.example);background:u\72l(//evil.example)">x'),
 ('style close', '<style></sty<style>le><img src=x onerror=alert(1)></style><p>x'),
 ('style in select', '<p>x<select><option>a<style><input><meta http-equiv=refresh content="0;url=https://evil.example/"><img src=x onerror=alert(1)></style></select>'),
 ('style in option', '<p>x<select><optgroup><option><style><input><link rel=dns-prefetch href=//evil.example></style>'),
 ('code fence', '<pre><code class="language-x&gt;&lt;script&gt;">```
<script>alert(1)</script></code></pre>'),
 ('markdown text', '<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;b&gt;<b>script&gt;</b> &lt;<i>img src=x onerror=alert(1)&gt;</i> [x](javascript:alert(1)) &lt;javascript:alert(1)&gt;</p>'),
 ('markdown alt', '<p>x &lt;<img src="https://e.example/a.png" alt="CDATA[ ]&gt; &lt;script&gt; ](javascript:alert(1))"> y</p>'),
 ('markdown link text', '<p><a href="https://e.example/">]( javascript:alert(1) ) [x</a></p>'),
 ('markdown cell', '<table><tr><th>a<th>b<tr><td>&lt;script&gt;alert(1)&lt;/script&gt;<td>c|d<tr><td>e<td>`&lt;img src=x onerror=1&gt;`</table>'),
 ('markdown line start', '<p>x<br>&lt;div onclick=alert(1)&gt;<br>&lt;!-- y --&gt;<br>&lt;?php ?&gt;');

-- HTML: no element and no attribute that is active.
SELECT name, found FROM vector, LATERAL (SELECT goce_html(html, 'default') AS out) AS o,
 LATERAL (SELECT string_agg(m[1], ' ; ') AS found FROM regexp_matches(regexp_replace(out, '(?:title|alt)="[^"]*"', '', 'g'),
  '(<(?:script|svg|math|style|iframe|object|embed|template|meta|link|base|form|input|button|textarea|select)\M|<[^<>]*\son\w+\s*=|(?:href|src)="\s*(?:javascript|data|vbscript):)', 'gi') AS m) AS f
WHERE found IS NOT NULL;

-- Highlighted pages: the same, outside of goce's own head. What styles would load its policy forbids (tests/browser).
SELECT name, found FROM vector, LATERAL (SELECT goce_highlight(html, 'default') AS out) AS o,
 LATERAL (SELECT regexp_replace(regexp_replace(substr(out, strpos(out, '</label></div>')), '<style[^>]*?>.*?</style>', '', 'g'), '(?:title|alt)="[^"]*"', '', 'g') AS body) AS b,
 LATERAL (SELECT string_agg(m[1], ' ; ') AS found FROM regexp_matches(body,
  '(<(?:script|svg|math|iframe|object|embed|template|meta|link|base|form)\M|<[^<>]*\son\w+\s*=|(?:href|src|action|formaction)="\s*(?:javascript|data|vbscript):)', 'gi') AS m) AS f
WHERE found IS NOT NULL;

-- Style sheets hold no markup, and none stands where a parser may read it as such.
SELECT name FROM vector, LATERAL (SELECT goce_highlight(html, 'default') AS out) AS o,
 LATERAL regexp_matches(out, '<style[^>]*?>(.*?)</style>', 'g') AS m
WHERE m[1] ~ '<' OR out ~ '<(?:select|button)[^>]*>(?:(?!</select>|</button>).)*<style';

-- Markdown: no HTML, and no link by a scheme that runs. Code is left aside.
SELECT name, found, out FROM vector, LATERAL (SELECT goce_markdown(html, 'default') AS out) AS o,
 LATERAL (SELECT regexp_replace(regexp_replace(out, '(`{3,}).*?\n\1', '', 'g'), '(`+).*?\1', '', 'g') AS text) AS t,
 LATERAL (SELECT string_agg(m[1], ' ; ') AS found FROM regexp_matches(text, '((?:^|[^\\])<[A-Za-z/!?]|[^\\]\]\(\s*(?:javascript|data|vbscript):)', 'gi') AS m) AS f
WHERE found IS NOT NULL;

-- All have something to write.
SELECT count(goce_html(html, 'default')) AS html, count(goce_highlight(html, 'default')) AS highlight, count(goce_markdown(html, 'default')) AS markdown FROM vector;

-- A relative address would be asked of the server that shows the page.
SELECT goce_html('<p>x<img src="/account/delete?confirm=1"><img src="//a.example/b.png">', 'default') AS without_url,
       goce_html('<p>x<img src="/account/delete?confirm=1">', 'default', url => 'https://a.example/') AS with_url;

DROP TABLE vector;

-- Markdown that renderers know no backslash in: addresses, front matter, Python-Markdown (tests/browser/test_markdown.py renders it).
SELECT name, markdown FROM (VALUES
 ('text', '<p>words &lt;img src=x onerror=alert(1)&gt; words &amp;lt;img&amp;gt;'),
 ('behind an address', '<p>see http://a.example/&lt;img src=x onerror=alert(1)&gt; words'),
 ('in an address', '<p>see http://a.example/~smith/, www.a.example/*b* and http://a.example/b_c'),
 ('behind www.', '<p>see www.a.example/&lt;img src=x onerror=alert(1)&gt; words'),
 ('code behind an address', '<p>http://a.example/<code>&lt;img src=x onerror=alert(1)&gt;</code> x'),
 ('heading', '<h1>&lt;img src=x onerror=alert(1)&gt; {: onclick=alert(1) }</h1>'),
 ('code', E'<ul><li>a<pre class=language-html>b\n\n&lt;script&gt;alert(1)&lt;/script&gt;</pre></ul><pre>&lt;img src=x onerror=alert(1)&gt;</pre><pre class=language-c>a < b;</pre>'),
 ('footnote', '<p>a<sup><a href=#fn1>1</a></sup><ol><li id=fn1>javascript:alert(1)</ol>'),
 ('link and picture', '<p><a href=/b>[c](javascript:alert(1))</a> <img src=https://a.example/b alt=''[c] &quot; onerror=&quot;alert(1)''>')
) AS v (name, html), LATERAL goce_markdown(html, 'default') AS markdown;
SELECT goce_markdown('<title>&lt;img src=x onerror=alert(1)&gt; [a](javascript:alert(1))</title><p>x', 'default', front_matter => true) AS front_matter;
SELECT goce_markdown('<script type="application/ld+json">{"articleBody":"http://a.example/<img src=x onerror=alert(1)>"}</script>') AS unshown;
SELECT markdown FROM goce_chunks('<p>see http://a.example/&lt;img src=x onerror=alert(1)&gt; words', method => 'default', max_words => 4);

//! Hostile pages with words, not only tags: what a parser moves, what it takes for text, languages other than English,
//! data within pages, and pages of nothing but text.

/// Their names and templates.
pub const ATTACKS: &str = "
    // Text without a tag.
    emoji without a tag => «\u{1f600}»
    emoji of several characters => «\u{1f469}\u{200d}\u{1f52c}\u{1f3fd} »
    Chinese text => «我们保存了很多网页，没有人读过它们。»
    one Chinese word => «漢»
    Chinese paragraphs => «<p>我们保存了很多网页，<b>没有人</b>读过它们。</p>»
    Arabic text => «نحن نحفظ الصفحات، ولا أحد يقرأها. »
    combining marks => a«\u{301}»
    final sigmas => «ΟΔΥΣΣΕΥΣ'Σ »
    sigmas before marks => AΣ«'»Σ
    letters that grow in lower case => «İẞⅧ»
    wide white space => x«\u{3000}\u{a0}\u{2003}»y
    wide white space that is kept => <pre>x«\u{3000}¶\u{2003}»y</pre>
    punctuation => «...!?;:—»
    sentences without an end => «{words 9} »
    one-letter words => «a »
    different words => «w{i*7919} »
    U+0000 => <p>x«&#0;&#x80; »
    lines of plain text => «{words 12}¶{words 9}¶{words 14}¶{words 11}¶{words 13}¶¶»
    plaintext => <p>x<plaintext>«{words 8}¶<b>»
    // What is never closed, or closed by the end of another.
    titles without an end => «<title>{words 3}<p>x»
    comments without an end => «<!-- x -><p>some words <!-- <!-- »</body>
    scripts without an end => «<script>/* `¶<p>some words»</body>
    scripts whose ends are hidden => <body>«<script><!--<script>¶<p>x»</script></body>
    styles that take the ends of others => «<style>(<p>a<p>b<p>c<p>d<p>e<p>f<p>g<p>h<style></style>»
    // What a parser puts elsewhere.
    foster parents of paragraphs => «<table><p>{words 5}<tr><td>x</table>»
    foster parents of formatting => <table>«<b>word <tr><i>of <td>text»
    foster parents within each other => «<table><div>some words<table><b>more »
    adoption with words => «<a href=x>one<b>two<div>three</a>four</b>five</div> »
    adoption, eight deep => «<b><i><s><u><b><i><s><u><p>words of it</b></i></s></u></b></i></s></u>»
    formatting that a page begins with => «250×<b class=c{i}>»«<p>some words</p>»
    open formatting and paragraphs => «250×<b>»«<p>x»
    markers => «<b><applet><i>word<marquee><s>more</applet> x»
    objects within cells => «<table><caption><b>a<object><td>words»
    captions and columns => «<table><caption>some words<colgroup><col><col><tr><th>x<td>y</table>»
    nested anchors => «<a href=/{i}><p>{words 4}<a href=x>y»
    buttons within buttons => «<button>press<p>it<button>»
    headings within headings => «<h1>some<h2>words »
    forms => «<form><label>Name<input value=x></form><form><textarea>¶some words</textarea>»
    end tags of paragraphs => «words</p></br>»
    templates with rows => «<template><tr><td>some<template><col>words</template>»
    selects with groups => <select>«<optgroup label=a><option value=b>some words»
    selects in tables => «<table><tr><td><select><option>one<tr><td>two»
    framesets => <frameset>«<frameset><frame src=a>word</frameset>»
    noframes => «<noframes>some <b>words</noframes> »
    // Elements of other languages.
    SVG with texts => <p>x<svg>«<g><title>words</title><path d='M0 0'/>»</svg>
    foreign objects => «<svg><foreignObject><p>some words<math><annotation-xml encoding=text/html><p>x»
    formulas in a text => <script src=mathjax.js></script><p>«$a_1$ »
    formulas that are not closed => <script src=mathjax.js></script><p>«\\(a$ »
    formulas => «<math><mrow><mi>x</mi><mo>=</mo><mn>1</mn></mrow></math> words »
    CDATA => <svg>«<![CDATA[ some words ]] > ]]>»</svg>
    CDATA without an end => x<svg><![CDATA[«]] >words »
    // Marks of markup.
    comments => «words<!-- not <b>these</b> -->»
    comments that do not end => «<!--!><!--->--!--><!-»
    declarations => «<!DOCTYPE html><?xml?></ >words»
    named character references => «&CounterClockwiseContourIntegral;&notin&lt;&ampword »
    character references without an end => «&CounterClockwiseContourIntegra &#x &#99999999999»
    a number without an end => <p>&#«1»;
    character references in attributes => «<a href='?a=1&lt=2&amp;b&copy=3' title='&quot;&#39;'>x</a> »
    attributes of every kind => «<p a{i}='x' id=i{i} class=\"a b{i}\" data-x hidden=until-found>words »
    one long value => <a href='«x»'>some words</a>
    one long name => <«x»>some words
    capital letters => «<DIV CLASS=Q ID=R><SPAN STYLE='DISPLAY:INLINE'>WORDS</SPAN></DIV>»
    scripts => «words<script>var a = '<p>';</script>»
    one long script => <p>some words<script>«a<b&&c; »</script>
    one long title => <title>«{words 5} | »</title><p>x
    titles and headings alike => <title>«{words 6} - »</title><h1>«{words 6} - »</h1><p>x
    // Nesting.
    quotes within quotes => «<blockquote>some words »
    spans within spans => «<span>some <em>words »
    definitions => «<dl><dt>term {i}<dd>{words 6}<dl><dt>x<dd>y</dl>»
    details => «<details><summary>more</summary>some words»
    // Tables.
    tables of figures => «<table><tr><th>Year<th>Sum<tr><td>{i}<td>{i*37}</table>»
    a table with spans => <table>«<tr><td rowspan=3>some<td colspan=2>words<td>x»
    // Data within pages.
    JSON-LD with a text => <p>x<script type=application/ld+json>{\"@type\":\"NewsArticle\",\"articleBody\":\"«{words \
    9}. »\"}</script>
    JSON-LD of many things => <script type=application/ld+json>{\"@graph\":[«{\"@type\":\"Product\",\"name\":\"{words \
    3}\",\"offers\":{\"price\":{i}}},»{}]}</script><p>x
    JSON-LD of many names => <script type=application/ld+json>{«\"k{i}\":\"v\",»\"author\":\"A B\"}</script><p>x
    escapes in JSON-LD => <script type=application/ld+json>{\"headline\":\"«\\ud83d\\ude00\\n\\\"»\"}</script><p>x
    microdata => «<div itemscope itemtype=https://schema.org/Product><b itemprop=name>{words 3}</b> <i \
    itemprop=price>{i}</i></div>»
    microdata within microdata => «<div itemscope itemprop=review itemtype=https://schema.org/Review>words »
    properties of Open Graph => «<meta property=og:image content=/{i}.png><meta property=article:tag content='{words \
    2}'>»x
    bylines and dates => «<p class=byline>By Ann B{i}, 3 May 201{i%10}</p>»
    // Lists and threads.
    products => «<li class=product><a href=/p/{i}><img src={i}.jpg alt=''><h3>{words 4}</h3></a><span class=price>$ \
    {i}.99</span></li>»
    search results => «<div class=result><h3><a href=/{i}>{words 4}</a></h3><p>{words 15}</p></div>»
    lists of links => «<ul><li><a href=/a{i}>{words 2}</a><li><a href=/b{i}>more</a></ul>»
    threads => «<div class=comment id=c{i}><a class=author href=/u/{i}>user{i}</a><time datetime=2020-05-03>3 \
    May</time><div class=body><p>{words 14}</div></div>»
    threads within threads => «<div class=comment><a class=author href=/u/{i}>user{i}</a> 3 May 2020<p>{words 9}»
    posts of mail => «<pre>From: a{i}¶Date: 3 May 2020¶¶&gt; {words 6}¶{words 8}¶</pre><hr>»
    // Pages that are no HTML.
    RSS => <?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>x</title>«<item><title>{words \
    4}</title><link>https://a.example/{i}</link><pubDate>Sun, 3 May 2020</pubDate><description>&lt;p&gt;{words \
    12}</description></item>»</channel></rss>
    XHTML => <meta /><br /><hr />«<p>some words<br /><a name='x' /><span />more</p>»
    JSON without a tag => «{\"id\":{i},\"text\":\"{words 6}\"}¶»
    addresses without a tag => «http://a.example/~b/{i}?c=d&e=[f] www.a.example »
    Markdown without a tag => «# {words 3}¶¶- [a](b) ![c](d)¶¶> *{words 6}*¶¶»
    // An article, to the length.
    an article => <!doctype html><title>An article</title><nav><a href=/>Home</a></nav><main><article><h1>An \
    article</h1>«<p>{words 25}. <a href=/{i}>{words 2}</a>, {words 30}.</p>»</article></main>
    sections with code => «<section><h2>Part {i}</h2><p>{words 12}</p><pre><code class=language-c>int a{i} = \
    {i};¶</code></pre></section>»
    hidden parts of a page that waits => <p>x«<div hidden id=S:{i}>{words 8}</div>»
    one hidden text => <p>x<div hidden>«\u{2003}»</div>
    // What a reader does not see.
    rules of style that match => <style>«.a b > .c{i%50}, #d{i} i { display: none; color: red }»</style>«<p \
    class=a><b><i class=c{i%50}>{words 3}</i></b>»
    a long selector => <style>«.a »{display:none}</style>«<div class=a>x»
    a compound of many classes => <style>p«.a{i}»{display:none}</style><p class='«a{i} »'>x<p>y
    raised numbers behind white space => <p>x<pre>«\u{3000}»«<sup>1</sup>»
    hidden notes behind white space => <p>x<p>«\u{3000}»w«<span class=footnote style='display:none'>x</span>»
    panels behind white space => <p>x<div><b role=tab id=t>y</b><pre>«\u{3000}»z</pre>«<p role=tabpanel \
    aria-labelledby=t>x»
    style blocks within style blocks => <style>«@media screen{»p{opacity:0}</style><p>x
    one style of many declarations => <p style=\"«opacity:1;color:red;»\">x
    small letters => «<span style='font-size:0'>x</span>y»
    colours within colours => «<div style='background:#fff'><p style='color:white'>x</p>»
    controls and what they open => «<button aria-controls='a{i} a0'>x</button><div id=a{i} hidden>{words 4}</div>»
    one control of many names => <button aria-controls='«a{i} »'>x</button>«<p id=a{i} hidden>x»
    comments within a text => «x<!-- a b c -->»
    zero-width characters => <p>a«\u{200b}\u{2060}»b
    tag letters and bidirectional controls => «a\u{e0041}\u{e0042}\u{202e}b\u{202c} »";

//! Hostile pages with words, not only tags: what a parser moves, what it takes for text, languages other than English,
//! data within pages, and pages of nothing but text.

use super::{Shape, fill, made, shape};

pub const ATTACKS: &[Shape] = &[
    // Text without a tag.
    shape("emoji without a tag", "«\u{1f600}»"),
    shape("emoji of several characters", "«\u{1f469}\u{200d}\u{1f52c}\u{1f3fd} »"),
    shape("Chinese text", "«我们保存了很多网页，没有人读过它们。»"),
    shape("one Chinese word", "«漢»"),
    shape("Chinese paragraphs", "«<p>我们保存了很多网页，<b>没有人</b>读过它们。</p>»"),
    shape("Arabic text", "«نحن نحفظ الصفحات، ولا أحد يقرأها. »"),
    shape("combining marks", "a«\u{301}»"),
    shape("final sigmas", "«ΟΔΥΣΣΕΥΣ'Σ »"),
    shape("sigmas before marks", "AΣ«'»Σ"),
    shape("letters that grow in lower case", "«İẞⅧ»"),
    shape("wide white space", "x«\u{3000}\u{a0}\u{2003}»y"),
    shape("wide white space that is kept", "<pre>x«\u{3000}\n\u{2003}»y</pre>"),
    shape("punctuation", "«...!?;:—»"),
    shape("sentences without an end", "«{words 9} »"),
    shape("one-letter words", "«a »"),
    shape("different words", "«w{i*7919} »"),
    shape("U+0000", "<p>x«&#0;&#x80; »"),
    shape("lines of plain text", "«{words 12}\n{words 9}\n{words 14}\n{words 11}\n{words 13}\n\n»"),
    shape("plaintext", "<p>x<plaintext>«{words 8}\n<b>»"),
    // What is never closed, or closed by the end of another.
    shape("titles without an end", "«<title>{words 3}<p>x»"),
    shape("comments without an end", "«<!-- x -><p>some words <!-- <!-- »</body>"),
    shape("scripts without an end", "«<script>/* `\n<p>some words»</body>"),
    shape("scripts whose ends are hidden", "<body>«<script><!--<script>\n<p>x»</script></body>"),
    shape("styles that take the ends of others", "«<style>(<p>a<p>b<p>c<p>d<p>e<p>f<p>g<p>h<style></style>»"),
    // What a parser puts elsewhere.
    shape("foster parents of paragraphs", "«<table><p>{words 5}<tr><td>x</table>»"),
    shape("foster parents of formatting", "<table>«<b>word <tr><i>of <td>text»"),
    shape("foster parents within each other", "«<table><div>some words<table><b>more »"),
    shape("adoption with words", "«<a href=x>one<b>two<div>three</a>four</b>five</div> »"),
    shape("adoption, eight deep", "«<b><i><s><u><b><i><s><u><p>words of it</b></i></s></u></b></i></s></u>»"),
    shape("formatting that a page begins with", "«250×<b class=c{i}>»«<p>some words</p>»"),
    shape("open formatting and paragraphs", "«250×<b>»«<p>x»"),
    shape("markers", "«<b><applet><i>word<marquee><s>more</applet> x»"),
    shape("objects within cells", "«<table><caption><b>a<object><td>words»"),
    shape("captions and columns", "«<table><caption>some words<colgroup><col><col><tr><th>x<td>y</table>»"),
    shape("nested anchors", "«<a href=/{i}><p>{words 4}<a href=x>y»"),
    shape("buttons within buttons", "«<button>press<p>it<button>»"),
    shape("headings within headings", "«<h1>some<h2>words »"),
    shape("forms", "«<form><label>Name<input value=x></form><form><textarea>\nsome words</textarea>»"),
    shape("end tags of paragraphs", "«words</p></br>»"),
    shape("templates with rows", "«<template><tr><td>some<template><col>words</template>»"),
    shape("selects with groups", "<select>«<optgroup label=a><option value=b>some words»"),
    shape("selects in tables", "«<table><tr><td><select><option>one<tr><td>two»"),
    shape("framesets", "<frameset>«<frameset><frame src=a>word</frameset>»"),
    shape("noframes", "«<noframes>some <b>words</noframes> »"),
    // Elements of other languages.
    shape("SVG with texts", "<p>x<svg>«<g><title>words</title><path d='M0 0'/>»</svg>"),
    shape(
        "foreign objects",
        "«<svg><foreignObject><p>some words<math><annotation-xml encoding=text/html><p>x»",
    ),
    shape("formulas in a text", "<script src=mathjax.js></script><p>«$a_1$ »"),
    shape("formulas that are not closed", "<script src=mathjax.js></script><p>«\\(a$ »"),
    shape("formulas", "«<math><mrow><mi>x</mi><mo>=</mo><mn>1</mn></mrow></math> words »"),
    shape("CDATA", "<svg>«<![CDATA[ some words ]] > ]]>»</svg>"),
    shape("CDATA without an end", "x<svg><![CDATA[«]] >words »"),
    // Marks of markup.
    shape("comments", "«words<!-- not <b>these</b> -->»"),
    shape("comments that do not end", "«<!--!><!--->--!--><!-»"),
    shape("declarations", "«<!DOCTYPE html><?xml?></ >words»"),
    shape("named character references", "«&CounterClockwiseContourIntegral;&notin&lt;&ampword »"),
    shape("character references without an end", "«&CounterClockwiseContourIntegra &#x &#99999999999»"),
    shape("a number without an end", "<p>&#«1»;"),
    shape(
        "character references in attributes",
        "«<a href='?a=1&lt=2&amp;b&copy=3' title='&quot;&#39;'>x</a> »",
    ),
    shape(
        "attributes of every kind",
        "«<p a{i}='x' id=i{i} class=\"a b{i}\" data-x hidden=until-found>words »",
    ),
    shape("one long value", "<a href='«x»'>some words</a>"),
    shape("one long name", "<«x»>some words"),
    shape("capital letters", "«<DIV CLASS=Q ID=R><SPAN STYLE='DISPLAY:INLINE'>WORDS</SPAN></DIV>»"),
    shape("scripts", "«words<script>var a = '<p>';</script>»"),
    shape("one long script", "<p>some words<script>«a<b&&c; »</script>"),
    shape("one long title", "<title>«{words 5} | »</title><p>x"),
    shape("titles and headings alike", "<title>«{words 6} - »</title><h1>«{words 6} - »</h1><p>x"),
    // Nesting.
    shape("quotes within quotes", "«<blockquote>some words »"),
    shape("spans within spans", "«<span>some <em>words »"),
    made("deep and shallow in turns", |bytes| {
        fill(&format!("«{}words{}»", "<div>".repeat(240), "</div>".repeat(240)), bytes)
    }),
    shape("definitions", "«<dl><dt>term {i}<dd>{words 6}<dl><dt>x<dd>y</dl>»"),
    shape("details", "«<details><summary>more</summary>some words»"),
    // Tables.
    shape("tables of figures", "«<table><tr><th>Year<th>Sum<tr><td>{i}<td>{i*37}</table>»"),
    shape("a table with spans", "<table>«<tr><td rowspan=3>some<td colspan=2>words<td>x»"),
    // Data within pages.
    shape(
        "JSON-LD with a text",
        "<p>x<script type=application/ld+json>{\"@type\":\"NewsArticle\",\"articleBody\":\"«{words 9}. »\"}\
         </script>",
    ),
    shape(
        "JSON-LD of many things",
        "<script type=application/ld+json>{\"@graph\":[«{\"@type\":\"Product\",\"name\":\"{words 3}\",\
         \"offers\":{\"price\":{i}}},»{}]}</script><p>x",
    ),
    shape(
        "JSON-LD of many names",
        "<script type=application/ld+json>{«\"k{i}\":\"v\",»\"author\":\"A B\"}</script><p>x",
    ),
    shape(
        "escapes in JSON-LD",
        "<script type=application/ld+json>{\"headline\":\"«\\ud83d\\ude00\\n\\\"»\"}</script><p>x",
    ),
    shape(
        "microdata",
        "«<div itemscope itemtype=https://schema.org/Product><b itemprop=name>{words 3}</b> <i itemprop=price>{i}\
         </i></div>»",
    ),
    shape(
        "microdata within microdata",
        "«<div itemscope itemprop=review itemtype=https://schema.org/Review>words »",
    ),
    shape(
        "properties of Open Graph",
        "«<meta property=og:image content=/{i}.png><meta property=article:tag content='{words 2}'>»x",
    ),
    shape("bylines and dates", "«<p class=byline>By Ann B{i}, 3 May 201{i%10}</p>»"),
    // Lists and threads.
    shape(
        "products",
        "«<li class=product><a href=/p/{i}><img src={i}.jpg alt=''><h3>{words 4}</h3></a><span class=price>$ \
         {i}.99</span></li>»",
    ),
    shape("search results", "«<div class=result><h3><a href=/{i}>{words 4}</a></h3><p>{words 15}</p></div>»"),
    shape("lists of links", "«<ul><li><a href=/a{i}>{words 2}</a><li><a href=/b{i}>more</a></ul>»"),
    shape(
        "threads",
        "«<div class=comment id=c{i}><a class=author href=/u/{i}>user{i}</a><time datetime=2020-05-03>3 May\
         </time><div class=body><p>{words 14}</div></div>»",
    ),
    shape(
        "threads within threads",
        "«<div class=comment><a class=author href=/u/{i}>user{i}</a> 3 May 2020<p>{words 9}»",
    ),
    shape("posts of mail", "«<pre>From: a{i}\nDate: 3 May 2020\n\n&gt; {words 6}\n{words 8}\n</pre><hr>»"),
    // Pages that are no HTML.
    shape(
        "RSS",
        "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>x</title>«<item><title>{words 4}</title>\
         <link>https://a.example/{i}</link><pubDate>Sun, 3 May 2020</pubDate><description>&lt;p&gt;{words 12}\
         </description></item>»</channel></rss>",
    ),
    shape("XHTML", "<meta /><br /><hr />«<p>some words<br /><a name='x' /><span />more</p>»"),
    shape("JSON without a tag", "«{\"id\":{i},\"text\":\"{words 6}\"}\n»"),
    shape("addresses without a tag", "«http://a.example/~b/{i}?c=d&e=[f] www.a.example »"),
    shape("Markdown without a tag", "«# {words 3}\n\n- [a](b) ![c](d)\n\n> *{words 6}*\n\n»"),
    // An article, to the length.
    shape(
        "an article",
        "<!doctype html><title>An article</title><nav><a href=/>Home</a></nav><main><article><h1>An article</h1>«\
         <p>{words 25}. <a href=/{i}>{words 2}</a>, {words 30}.</p>»</article></main>",
    ),
    shape(
        "sections with code",
        "«<section><h2>Part {i}</h2><p>{words 12}</p><pre><code class=language-c>int a{i} = {i};\n</code></pre>\
         </section>»",
    ),
    shape("hidden parts of a page that waits", "<p>x«<div hidden id=S:{i}>{words 8}</div>»"),
    shape("one hidden text", "<p>x<div hidden>«\u{2003}»</div>"),
    // What a reader does not see.
    shape(
        "rules of style that match",
        "<style>«.a b > .c{i%50}, #d{i} i { display: none; color: red }»</style>«<p class=a><b><i \
         class=c{i%50}>{words 3}</i></b>»",
    ),
    shape("a long selector", "<style>«.a »{display:none}</style>«<div class=a>x»"),
    shape("a compound of many classes", "<style>p«.a{i}»{display:none}</style><p class='«a{i} »'>x<p>y"),
    shape("raised numbers behind white space", "<p>x<pre>«\u{3000}»«<sup>1</sup>»"),
    shape(
        "hidden notes behind white space",
        "<p>x<p>«\u{3000}»w«<span class=footnote style='display:none'>x</span>»",
    ),
    shape(
        "panels behind white space",
        "<p>x<div><b role=tab id=t>y</b><pre>«\u{3000}»z</pre>«<p role=tabpanel aria-labelledby=t>x»",
    ),
    shape("style blocks within style blocks", "<style>«@media screen{»p{opacity:0}</style><p>x"),
    shape("one style of many declarations", "<p style=\"«opacity:1;color:red;»\">x"),
    shape("small letters", "«<span style='font-size:0'>x</span>y»"),
    shape("colours within colours", "«<div style='background:#fff'><p style='color:white'>x</p>»"),
    shape(
        "controls and what they open",
        "«<button aria-controls='a{i} a0'>x</button><div id=a{i} hidden>{words 4}</div>»",
    ),
    shape("one control of many names", "<button aria-controls='«a{i} »'>x</button>«<p id=a{i} hidden>x»"),
    shape("comments within a text", "«x<!-- a b c -->»"),
    shape("zero-width characters", "<p>a«\u{200b}\u{2060}»b"),
    shape("tag letters and bidirectional controls", "«a\u{e0041}\u{e0042}\u{202e}b\u{202c} »"),
];

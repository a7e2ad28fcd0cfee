//! Hostile pages with words, not only tags: what a parser moves, what it takes for text, languages other than English,
//! data within pages, and pages of nothing but text.

use super::{Shape, fill, repeated, shape};

/// Returns this many different words, the same for the same number.
fn words(number: usize, count: usize) -> String {
    const WORDS: [&str; 12] = [
        "the", "archive", "keeps", "pages", "of", "every", "kind", "and", "nobody", "has", "read", "them",
    ];
    let mut words = String::new();
    for place in 0..count {
        if place > 0 {
            words.push(' ');
        }
        words += WORDS[(number.wrapping_mul(7) + place * place) % WORDS.len()];
    }
    words
}

pub const ATTACKS: &[Shape] = &[
    // Text without a tag.
    shape("emoji without a tag", |bytes| repeated("\u{1f600}", bytes)),
    shape("emoji of several characters", |bytes| repeated("\u{1f469}\u{200d}\u{1f52c}\u{1f3fd} ", bytes)),
    shape("Chinese text", |bytes| repeated("我们保存了很多网页，没有人读过它们。", bytes)),
    shape("one Chinese word", |bytes| repeated("漢", bytes)),
    shape("Chinese paragraphs", |bytes| repeated("<p>我们保存了很多网页，<b>没有人</b>读过它们。</p>", bytes)),
    shape("Arabic text", |bytes| repeated("نحن نحفظ الصفحات، ولا أحد يقرأها. ", bytes)),
    shape("combining marks", |bytes| format!("a{}", repeated("\u{301}", bytes))),
    shape("final sigmas", |bytes| repeated("ΟΔΥΣΣΕΥΣ'Σ ", bytes)),
    shape("sigmas before marks", |bytes| format!("AΣ{}Σ", repeated("'", bytes))),
    shape("letters that grow in lower case", |bytes| repeated("İẞⅧ", bytes)),
    shape("wide white space", |bytes| format!("x{}y", repeated("\u{3000}\u{a0}\u{2003}", bytes))),
    shape("wide white space that is kept", |bytes| {
        format!("<pre>x{}y</pre>", repeated("\u{3000}\n\u{2003}", bytes))
    }),
    shape("punctuation", |bytes| repeated("...!?;:—", bytes)),
    shape("sentences without an end", |bytes| fill(bytes, |i| words(i, 9) + " ")),
    shape("one-letter words", |bytes| repeated("a ", bytes)),
    shape("different words", |bytes| fill(bytes, |i| format!("w{} ", i.wrapping_mul(7919) % 1_000_003))),
    shape("U+0000", |bytes| format!("<p>x{}", repeated("&#0;&#x80; ", bytes))),
    shape("lines of plain text", |bytes| {
        fill(bytes, |i| words(i, 12) + if i % 5 == 4 { "\n\n" } else { "\n" })
    }),
    shape("plaintext", |bytes| format!("<p>x<plaintext>{}", fill(bytes, |i| words(i, 8) + "\n<b>"))),
    // What is never closed, or closed by the end of another.
    shape("titles without an end", |bytes| fill(bytes, |i| format!("<title>{}<p>x", words(i, 3)))),
    shape("comments without an end", |bytes| repeated("<!-- x -><p>some words <!-- <!-- ", bytes) + "</body>"),
    shape("scripts without an end", |bytes| repeated("<script>/* `\n<p>some words", bytes) + "</body>"),
    shape("scripts whose ends are hidden", |bytes| {
        format!("<body>{}</script></body>", repeated("<script><!--<script>\n<p>x", bytes))
    }),
    shape("styles that take the ends of others", |bytes| {
        repeated("<style>(<p>a<p>b<p>c<p>d<p>e<p>f<p>g<p>h<style></style>", bytes)
    }),
    // What a parser puts elsewhere.
    shape("foster parents of paragraphs", |bytes| {
        fill(bytes, |i| format!("<table><p>{}<tr><td>x</table>", words(i, 5)))
    }),
    shape("foster parents of formatting", |bytes| {
        format!("<table>{}", repeated("<b>word <tr><i>of <td>text", bytes))
    }),
    shape("foster parents within each other", |bytes| repeated("<table><div>some words<table><b>more ", bytes)),
    shape("adoption with words", |bytes| {
        repeated("<a href=x>one<b>two<div>three</a>four</b>five</div> ", bytes)
    }),
    shape("adoption, eight deep", |bytes| {
        let piece = format!("{}<p>words of it{}", "<b><i><s><u>".repeat(2), "</b></i></s></u>".repeat(2));
        repeated(&piece, bytes)
    }),
    shape("formatting that a page begins with", |bytes| {
        let open: String = (0..250).map(|i| format!("<b class=c{i}>")).collect();
        format!("{open}{}", repeated("<p>some words</p>", bytes))
    }),
    shape("open formatting and paragraphs", |bytes| {
        format!("{}{}", "<b>".repeat(250), repeated("<p>x", bytes))
    }),
    shape("markers", |bytes| repeated("<b><applet><i>word<marquee><s>more</applet> x", bytes)),
    shape("objects within cells", |bytes| repeated("<table><caption><b>a<object><td>words", bytes)),
    shape("captions and columns", |bytes| {
        repeated("<table><caption>some words<colgroup><col><col><tr><th>x<td>y</table>", bytes)
    }),
    shape("nested anchors", |bytes| fill(bytes, |i| format!("<a href=/{i}><p>{}<a href=x>y", words(i, 4)))),
    shape("buttons within buttons", |bytes| repeated("<button>press<p>it<button>", bytes)),
    shape("headings within headings", |bytes| repeated("<h1>some<h2>words ", bytes)),
    shape("forms", |bytes| {
        repeated("<form><label>Name<input value=x></form><form><textarea>\nsome words</textarea>", bytes)
    }),
    shape("end tags of paragraphs", |bytes| repeated("words</p></br>", bytes)),
    shape("templates with rows", |bytes| {
        repeated("<template><tr><td>some<template><col>words</template>", bytes)
    }),
    shape("selects with groups", |bytes| {
        format!("<select>{}", repeated("<optgroup label=a><option value=b>some words", bytes))
    }),
    shape("selects in tables", |bytes| repeated("<table><tr><td><select><option>one<tr><td>two", bytes)),
    shape("framesets", |bytes| {
        format!("<frameset>{}", repeated("<frameset><frame src=a>word</frameset>", bytes))
    }),
    shape("noframes", |bytes| repeated("<noframes>some <b>words</noframes> ", bytes)),
    // Elements of other languages.
    shape("SVG with texts", |bytes| {
        format!("<p>x<svg>{}</svg>", repeated("<g><title>words</title><path d='M0 0'/>", bytes))
    }),
    shape("foreign objects", |bytes| {
        repeated("<svg><foreignObject><p>some words<math><annotation-xml encoding=text/html><p>x", bytes)
    }),
    shape("formulas", |bytes| {
        repeated("<math><mrow><mi>x</mi><mo>=</mo><mn>1</mn></mrow></math> words ", bytes)
    }),
    shape("CDATA", |bytes| format!("<svg>{}</svg>", repeated("<![CDATA[ some words ]] > ]]>", bytes))),
    shape("CDATA without an end", |bytes| format!("x<svg><![CDATA[{}", repeated("]] >words ", bytes))),
    // Marks of markup.
    shape("comments", |bytes| repeated("words<!-- not <b>these</b> -->", bytes)),
    shape("comments that do not end", |bytes| repeated("<!--!><!--->--!--><!-", bytes)),
    shape("declarations", |bytes| repeated("<!DOCTYPE html><?xml?></ >words", bytes)),
    shape("named character references", |bytes| {
        repeated("&CounterClockwiseContourIntegral;&notin&lt;&ampword ", bytes)
    }),
    shape("character references without an end", |bytes| {
        repeated("&CounterClockwiseContourIntegra &#x &#99999999999", bytes)
    }),
    shape("a number without an end", |bytes| format!("<p>&#{};", repeated("1", bytes))),
    shape("character references in attributes", |bytes| {
        repeated("<a href='?a=1&lt=2&amp;b&copy=3' title='&quot;&#39;'>x</a> ", bytes)
    }),
    shape("attributes of every kind", |bytes| {
        fill(bytes, |i| format!("<p a{i}='x' id=i{i} class=\"a b{i}\" data-x hidden=until-found>words "))
    }),
    shape("one long value", |bytes| format!("<a href='{}'>some words</a>", repeated("x", bytes))),
    shape("one long name", |bytes| format!("<{}>some words", repeated("x", bytes))),
    shape("capital letters", |bytes| {
        repeated("<DIV CLASS=Q ID=R><SPAN STYLE='DISPLAY:INLINE'>WORDS</SPAN></DIV>", bytes)
    }),
    shape("scripts", |bytes| repeated("words<script>var a = '<p>';</script>", bytes)),
    shape("one long script", |bytes| format!("<p>some words<script>{}</script>", repeated("a<b&&c; ", bytes))),
    shape("one long title", |bytes| format!("<title>{}</title><p>x", fill(bytes, |i| words(i, 5) + " | "))),
    shape("titles and headings alike", |bytes| {
        let title = fill(bytes / 2, |i| words(i, 6) + " - ");
        format!("<title>{title}</title><h1>{title}</h1><p>x")
    }),
    // Nesting.
    shape("quotes within quotes", |bytes| repeated("<blockquote>some words ", bytes)),
    shape("spans within spans", |bytes| repeated("<span>some <em>words ", bytes)),
    shape("deep and shallow in turns", |bytes| {
        let piece = format!("{}words{}", "<div>".repeat(240), "</div>".repeat(240));
        repeated(&piece, bytes)
    }),
    shape("definitions", |bytes| {
        fill(bytes, |i| format!("<dl><dt>term {i}<dd>{}<dl><dt>x<dd>y</dl>", words(i, 6)))
    }),
    shape("details", |bytes| repeated("<details><summary>more</summary>some words", bytes)),
    // Tables.
    shape("tables of figures", |bytes| {
        fill(bytes, |i| format!("<table><tr><th>Year<th>Sum<tr><td>{i}<td>{}</table>", i * 37))
    }),
    shape("a table with spans", |bytes| {
        format!("<table>{}", repeated("<tr><td rowspan=3>some<td colspan=2>words<td>x", bytes))
    }),
    // Data within pages.
    shape("JSON-LD with a text", |bytes| {
        let text = fill(bytes, |i| words(i, 9) + ". ");
        format!(
            "<p>x<script type=application/ld+json>{{\"@type\":\"NewsArticle\",\"articleBody\":\"{text}\"}}</script>"
        )
    }),
    shape("JSON-LD of many things", |bytes| {
        let things = fill(bytes, |i| {
            format!("{{\"@type\":\"Product\",\"name\":\"{}\",\"offers\":{{\"price\":{i}}}}},", words(i, 3))
        });
        format!("<script type=application/ld+json>{{\"@graph\":[{things}{{}}]}}</script><p>x")
    }),
    shape("JSON-LD of many names", |bytes| {
        let names = fill(bytes, |i| format!("\"k{i}\":\"v\","));
        format!("<script type=application/ld+json>{{{names}\"author\":\"A B\"}}</script><p>x")
    }),
    shape("escapes in JSON-LD", |bytes| {
        let text = repeated("\\ud83d\\ude00\\n\\\"", bytes);
        format!("<script type=application/ld+json>{{\"headline\":\"{text}\"}}</script><p>x")
    }),
    shape("microdata", |bytes| {
        fill(bytes, |i| {
            format!(
                "<div itemscope itemtype=https://schema.org/Product><b itemprop=name>{}\
                     </b> <i itemprop=price>{i}</i></div>",
                words(i, 3)
            )
        })
    }),
    shape("microdata within microdata", |bytes| {
        repeated("<div itemscope itemprop=review itemtype=https://schema.org/Review>words ", bytes)
    }),
    shape("properties of Open Graph", |bytes| {
        fill(bytes, |i| {
            format!("<meta property=og:image content=/{i}.png><meta property=article:tag content='{}'>", words(i, 2))
        }) + "x"
    }),
    shape("bylines and dates", |bytes| {
        fill(bytes, |i| format!("<p class=byline>By Ann B{i}, 3 May 20{:02}</p>", i % 30))
    }),
    // Lists and threads.
    shape("products", |bytes| {
        fill(bytes, |i| {
            format!(
                "<li class=product><a href=/p/{i}><img src={i}.jpg alt=''><h3>{}</h3></a>\
                     <span class=price>$ {i}.99</span></li>",
                words(i, 4)
            )
        })
    }),
    shape("search results", |bytes| {
        fill(bytes, |i| {
            format!("<div class=result><h3><a href=/{i}>{}</a></h3><p>{}</p></div>", words(i, 4), words(i, 15))
        })
    }),
    shape("lists of links", |bytes| {
        fill(bytes, |i| format!("<ul><li><a href=/a{i}>{}</a><li><a href=/b{i}>more</a></ul>", words(i, 2)))
    }),
    shape("threads", |bytes| {
        fill(bytes, |i| {
            format!(
                "<div class=comment id=c{i}><a class=author href=/u/{i}>user{i}</a>\
                     <time datetime=2020-05-03>3 May</time><div class=body><p>{}</div></div>",
                words(i, 14)
            )
        })
    }),
    shape("threads within threads", |bytes| {
        fill(bytes, |i| {
            format!("<div class=comment><a class=author href=/u/{i}>user{i}</a> 3 May 2020<p>{}", words(i, 9))
        })
    }),
    shape("posts of mail", |bytes| {
        fill(bytes, |i| {
            format!("<pre>From: a{i}\nDate: 3 May 2020\n\n&gt; {}\n{}\n</pre><hr>", words(i, 6), words(i + 1, 8))
        })
    }),
    // Pages that are no HTML.
    shape("RSS", |bytes| {
        let items = fill(bytes, |i| {
            format!(
                "<item><title>{}</title><link>https://a.example/{i}</link>\
                     <pubDate>Sun, 3 May 2020</pubDate><description>&lt;p&gt;{}</description></item>",
                words(i, 4),
                words(i, 12)
            )
        });
        format!("<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>x</title>{items}</channel></rss>")
    }),
    shape("XHTML", |bytes| {
        format!("<meta /><br /><hr />{}", repeated("<p>some words<br /><a name='x' /><span />more</p>", bytes))
    }),
    shape("JSON without a tag", |bytes| {
        fill(bytes, |i| format!("{{\"id\":{i},\"text\":\"{}\"}}\n", words(i, 6)))
    }),
    shape("addresses without a tag", |bytes| {
        fill(bytes, |i| format!("http://a.example/~b/{i}?c=d&e=[f] www.a.example "))
    }),
    shape("Markdown without a tag", |bytes| {
        fill(bytes, |i| format!("# {}\n\n- [a](b) ![c](d)\n\n> *{}*\n\n", words(i, 3), words(i, 6)))
    }),
    // An article, to the length.
    shape("an article", |bytes| {
        let paragraphs = fill(bytes, |i| {
            format!("<p>{}. <a href=/{i}>{}</a>, {}.</p>", words(i, 25), words(i, 2), words(i + 3, 30))
        });
        format!(
            "<!doctype html><title>An article</title><nav><a href=/>Home</a></nav><main><article>\
                 <h1>An article</h1>{paragraphs}</article></main>"
        )
    }),
    shape("sections with code", |bytes| {
        fill(bytes, |i| {
            format!(
                "<section><h2>Part {i}</h2><p>{}</p><pre><code class=language-c>int a{i} = {i};\n</code>\
                     </pre></section>",
                words(i, 12)
            )
        })
    }),
    shape("hidden parts of a page that waits", |bytes| {
        format!("<p>x{}", fill(bytes, |i| format!("<div hidden id=S:{i}>{}</div>", words(i, 8))))
    }),
    shape("one hidden text", |bytes| format!("<p>x<div hidden>{}</div>", repeated("\u{2003}", bytes))),
    // What a reader does not see.
    shape("rules of style that match", |bytes| {
        let rules = fill(bytes / 2, |i| format!(".a b > .c{}, #d{i} i {{ display: none; color: red }}", i % 50));
        let elements = fill(bytes / 2, |i| format!("<p class=a><b><i class=c{}>{}</i></b>", i % 50, words(i, 3)));
        format!("<style>{rules}</style>{elements}")
    }),
    shape("a long selector", |bytes| {
        let nested = repeated("<div class=a>x", bytes / 2);
        format!("<style>{}{{display:none}}</style>{nested}", repeated(".a ", bytes / 2))
    }),
    shape("style blocks within style blocks", |bytes| {
        format!("<style>{}p{{opacity:0}}</style><p>x", repeated("@media screen{", bytes))
    }),
    shape("one style of many declarations", |bytes| {
        format!("<p style=\"{}\">x", repeated("opacity:1;color:red;", bytes))
    }),
    shape("small letters", |bytes| repeated("<span style='font-size:0'>x</span>y", bytes)),
    shape("colours within colours", |bytes| {
        repeated("<div style='background:#fff'><p style='color:white'>x</p>", bytes)
    }),
    shape("controls and what they open", |bytes| {
        fill(bytes, |i| {
            format!("<button aria-controls='a{i} a0'>x</button><div id=a{i} hidden>{}</div>", words(i, 4))
        })
    }),
    shape("one control of many names", |bytes| {
        let controls = fill(bytes / 2, |i| format!("a{i} "));
        let opened = fill(bytes / 2, |i| format!("<p id=a{i} hidden>x"));
        format!("<button aria-controls='{controls}'>x</button>{opened}")
    }),
    shape("comments within a text", |bytes| repeated("x<!-- a b c -->", bytes)),
    shape("zero-width characters", |bytes| format!("<p>a{}b", repeated("\u{200b}\u{2060}", bytes))),
    shape("tag letters and bidirectional controls", |bytes| {
        repeated("a\u{e0041}\u{e0042}\u{202e}b\u{202c} ", bytes)
    }),
];

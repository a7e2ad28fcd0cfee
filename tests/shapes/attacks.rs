//! Hostile pages by what they make use of: where a parser puts things elsewhere, what it takes for text, languages
//! other than English, data within pages, and pages that hold nothing but text. They have words, not only tags.

use super::{Shape, fill, repeated};

/// Words that are not all alike, the same for the same number.
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
    Shape {
        name: "emoji without a tag",
        page: |bytes| repeated("\u{1f600}", bytes),
    },
    Shape {
        name: "emoji of several characters",
        page: |bytes| repeated("\u{1f469}\u{200d}\u{1f52c}\u{1f3fd} ", bytes),
    },
    Shape {
        name: "Chinese text",
        page: |bytes| repeated("我们保存了很多网页，没有人读过它们。", bytes),
    },
    Shape {
        name: "one Chinese word",
        page: |bytes| repeated("漢", bytes),
    },
    Shape {
        name: "Chinese paragraphs",
        page: |bytes| repeated("<p>我们保存了很多网页，<b>没有人</b>读过它们。</p>", bytes),
    },
    Shape {
        name: "Arabic text",
        page: |bytes| repeated("نحن نحفظ الصفحات، ولا أحد يقرأها. ", bytes),
    },
    Shape {
        name: "combining marks",
        page: |bytes| format!("a{}", repeated("\u{301}", bytes)),
    },
    Shape {
        name: "final sigmas",
        page: |bytes| repeated("ΟΔΥΣΣΕΥΣ'Σ ", bytes),
    },
    Shape {
        name: "sigmas before marks",
        page: |bytes| format!("AΣ{}Σ", repeated("'", bytes)),
    },
    Shape {
        name: "letters that grow in lower case",
        page: |bytes| repeated("İẞⅧ", bytes),
    },
    Shape {
        name: "wide white space",
        page: |bytes| format!("x{}y", repeated("\u{3000}\u{a0}\u{2003}", bytes)),
    },
    Shape {
        name: "wide white space that is kept",
        page: |bytes| format!("<pre>x{}y</pre>", repeated("\u{3000}\n\u{2003}", bytes)),
    },
    Shape {
        name: "punctuation",
        page: |bytes| repeated("...!?;:—", bytes),
    },
    Shape {
        name: "sentences without an end",
        page: |bytes| fill(bytes, |i| words(i, 9) + " "),
    },
    Shape {
        name: "one-letter words",
        page: |bytes| repeated("a ", bytes),
    },
    Shape {
        name: "different words",
        page: |bytes| fill(bytes, |i| format!("w{} ", i.wrapping_mul(7919) % 1_000_003)),
    },
    Shape {
        name: "U+0000",
        page: |bytes| format!("<p>x{}", repeated("&#0;&#x80; ", bytes)),
    },
    Shape {
        name: "lines of plain text",
        page: |bytes| fill(bytes, |i| words(i, 12) + if i % 5 == 4 { "\n\n" } else { "\n" }),
    },
    Shape {
        name: "plaintext",
        page: |bytes| format!("<p>x<plaintext>{}", fill(bytes, |i| words(i, 8) + "\n<b>")),
    },
    // What a parser puts elsewhere.
    Shape {
        name: "foster parents of paragraphs",
        page: |bytes| fill(bytes, |i| format!("<table><p>{}<tr><td>x</table>", words(i, 5))),
    },
    Shape {
        name: "foster parents of formatting",
        page: |bytes| format!("<table>{}", repeated("<b>word <tr><i>of <td>text", bytes)),
    },
    Shape {
        name: "foster parents within each other",
        page: |bytes| repeated("<table><div>some words<table><b>more ", bytes),
    },
    Shape {
        name: "adoption with words",
        page: |bytes| repeated("<a href=x>one<b>two<div>three</a>four</b>five</div> ", bytes),
    },
    Shape {
        name: "adoption, eight deep",
        page: |bytes| {
            let piece = format!(
                "{}<p>words of it{}",
                "<b><i><s><u>".repeat(2),
                "</b></i></s></u>".repeat(2)
            );
            repeated(&piece, bytes)
        },
    },
    Shape {
        name: "formatting that a page begins with",
        page: |bytes| {
            let open: String = (0..250).map(|i| format!("<b class=c{i}>")).collect();
            format!("{open}{}", repeated("<p>some words</p>", bytes))
        },
    },
    Shape {
        name: "open formatting and paragraphs",
        page: |bytes| format!("{}{}", "<b>".repeat(250), repeated("<p>x", bytes)),
    },
    Shape {
        name: "markers",
        page: |bytes| repeated("<b><applet><i>word<marquee><s>more</applet> x", bytes),
    },
    Shape {
        name: "objects within cells",
        page: |bytes| repeated("<table><caption><b>a<object><td>words", bytes),
    },
    Shape {
        name: "captions and columns",
        page: |bytes| {
            repeated(
                "<table><caption>some words<colgroup><col><col><tr><th>x<td>y</table>",
                bytes,
            )
        },
    },
    Shape {
        name: "nested anchors",
        page: |bytes| fill(bytes, |i| format!("<a href=/{i}><p>{}<a href=x>y", words(i, 4))),
    },
    Shape {
        name: "buttons within buttons",
        page: |bytes| repeated("<button>press<p>it<button>", bytes),
    },
    Shape {
        name: "headings within headings",
        page: |bytes| repeated("<h1>some<h2>words ", bytes),
    },
    Shape {
        name: "forms",
        page: |bytes| {
            repeated(
                "<form><label>Name<input value=x></form><form><textarea>\nsome words</textarea>",
                bytes,
            )
        },
    },
    Shape {
        name: "end tags of paragraphs",
        page: |bytes| repeated("words</p></br>", bytes),
    },
    Shape {
        name: "templates with rows",
        page: |bytes| repeated("<template><tr><td>some<template><col>words</template>", bytes),
    },
    Shape {
        name: "selects with groups",
        page: |bytes| {
            format!(
                "<select>{}",
                repeated("<optgroup label=a><option value=b>some words", bytes)
            )
        },
    },
    Shape {
        name: "selects in tables",
        page: |bytes| repeated("<table><tr><td><select><option>one<tr><td>two", bytes),
    },
    Shape {
        name: "framesets",
        page: |bytes| {
            format!(
                "<frameset>{}",
                repeated("<frameset><frame src=a>word</frameset>", bytes)
            )
        },
    },
    Shape {
        name: "noframes",
        page: |bytes| repeated("<noframes>some <b>words</noframes> ", bytes),
    },
    // Elements of other languages.
    Shape {
        name: "SVG with texts",
        page: |bytes| {
            format!(
                "<p>x<svg>{}</svg>",
                repeated("<g><title>words</title><path d='M0 0'/>", bytes)
            )
        },
    },
    Shape {
        name: "foreign objects",
        page: |bytes| {
            repeated(
                "<svg><foreignObject><p>some words<math><annotation-xml encoding=text/html><p>x",
                bytes,
            )
        },
    },
    Shape {
        name: "formulas",
        page: |bytes| repeated("<math><mrow><mi>x</mi><mo>=</mo><mn>1</mn></mrow></math> words ", bytes),
    },
    Shape {
        name: "CDATA",
        page: |bytes| format!("<svg>{}</svg>", repeated("<![CDATA[ some words ]] > ]]>", bytes)),
    },
    Shape {
        name: "CDATA without an end",
        page: |bytes| format!("x<svg><![CDATA[{}", repeated("]] >words ", bytes)),
    },
    // Marks of markup.
    Shape {
        name: "comments",
        page: |bytes| repeated("words<!-- not <b>these</b> -->", bytes),
    },
    Shape {
        name: "comments that do not end",
        page: |bytes| repeated("<!--!><!--->--!--><!-", bytes),
    },
    Shape {
        name: "declarations",
        page: |bytes| repeated("<!DOCTYPE html><?xml?></ >words", bytes),
    },
    Shape {
        name: "named character references",
        page: |bytes| repeated("&CounterClockwiseContourIntegral;&notin&lt;&ampword ", bytes),
    },
    Shape {
        name: "character references without an end",
        page: |bytes| repeated("&CounterClockwiseContourIntegra &#x &#99999999999", bytes),
    },
    Shape {
        name: "a number without an end",
        page: |bytes| format!("<p>&#{};", repeated("1", bytes)),
    },
    Shape {
        name: "character references in attributes",
        page: |bytes| repeated("<a href='?a=1&lt=2&amp;b&copy=3' title='&quot;&#39;'>x</a> ", bytes),
    },
    Shape {
        name: "attributes of every kind",
        page: |bytes| {
            fill(bytes, |i| {
                format!("<p a{i}='x' id=i{i} class=\"a b{i}\" data-x hidden=until-found>words ")
            })
        },
    },
    Shape {
        name: "one long value",
        page: |bytes| format!("<a href='{}'>some words</a>", repeated("x", bytes)),
    },
    Shape {
        name: "one long name",
        page: |bytes| format!("<{}>some words", repeated("x", bytes)),
    },
    Shape {
        name: "capital letters",
        page: |bytes| {
            repeated(
                "<DIV CLASS=Q ID=R><SPAN STYLE='DISPLAY:INLINE'>WORDS</SPAN></DIV>",
                bytes,
            )
        },
    },
    Shape {
        name: "scripts",
        page: |bytes| repeated("words<script>var a = '<p>';</script>", bytes),
    },
    Shape {
        name: "one long script",
        page: |bytes| format!("<p>some words<script>{}</script>", repeated("a<b&&c; ", bytes)),
    },
    Shape {
        name: "one long title",
        page: |bytes| format!("<title>{}</title><p>x", fill(bytes, |i| words(i, 5) + " | ")),
    },
    Shape {
        name: "titles and headings alike",
        page: |bytes| {
            let title = fill(bytes / 2, |i| words(i, 6) + " - ");
            format!("<title>{title}</title><h1>{title}</h1><p>x")
        },
    },
    // Nesting.
    Shape {
        name: "quotes within quotes",
        page: |bytes| repeated("<blockquote>some words ", bytes),
    },
    Shape {
        name: "spans within spans",
        page: |bytes| repeated("<span>some <em>words ", bytes),
    },
    Shape {
        name: "deep and shallow in turns",
        page: |bytes| {
            let piece = format!("{}words{}", "<div>".repeat(240), "</div>".repeat(240));
            repeated(&piece, bytes)
        },
    },
    Shape {
        name: "definitions",
        page: |bytes| {
            fill(bytes, |i| {
                format!("<dl><dt>term {i}<dd>{}<dl><dt>x<dd>y</dl>", words(i, 6))
            })
        },
    },
    Shape {
        name: "details",
        page: |bytes| repeated("<details><summary>more</summary>some words", bytes),
    },
    // Tables.
    Shape {
        name: "tables of figures",
        page: |bytes| {
            fill(bytes, |i| {
                format!("<table><tr><th>Year<th>Sum<tr><td>{i}<td>{}</table>", i * 37)
            })
        },
    },
    Shape {
        name: "a table with spans",
        page: |bytes| {
            format!(
                "<table>{}",
                repeated("<tr><td rowspan=3>some<td colspan=2>words<td>x", bytes)
            )
        },
    },
    // Data within pages.
    Shape {
        name: "JSON-LD with a text",
        page: |bytes| {
            let text = fill(bytes, |i| words(i, 9) + ". ");
            format!(
                "<p>x<script type=application/ld+json>{{\"@type\":\"NewsArticle\",\"articleBody\":\"{text}\"}}</script>"
            )
        },
    },
    Shape {
        name: "JSON-LD of many things",
        page: |bytes| {
            let things = fill(bytes, |i| {
                format!(
                    "{{\"@type\":\"Product\",\"name\":\"{}\",\"offers\":{{\"price\":{i}}}}},",
                    words(i, 3)
                )
            });
            format!("<script type=application/ld+json>{{\"@graph\":[{things}{{}}]}}</script><p>x")
        },
    },
    Shape {
        name: "JSON-LD of many names",
        page: |bytes| {
            let names = fill(bytes, |i| format!("\"k{i}\":\"v\","));
            format!("<script type=application/ld+json>{{{names}\"author\":\"A B\"}}</script><p>x")
        },
    },
    Shape {
        name: "escapes in JSON-LD",
        page: |bytes| {
            let text = repeated("\\ud83d\\ude00\\n\\\"", bytes);
            format!("<script type=application/ld+json>{{\"headline\":\"{text}\"}}</script><p>x")
        },
    },
    Shape {
        name: "microdata",
        page: |bytes| {
            fill(bytes, |i| {
                format!(
                    "<div itemscope itemtype=https://schema.org/Product><b itemprop=name>{}\
                     </b> <i itemprop=price>{i}</i></div>",
                    words(i, 3)
                )
            })
        },
    },
    Shape {
        name: "microdata within microdata",
        page: |bytes| {
            repeated(
                "<div itemscope itemprop=review itemtype=https://schema.org/Review>words ",
                bytes,
            )
        },
    },
    Shape {
        name: "properties of Open Graph",
        page: |bytes| {
            fill(bytes, |i| {
                format!(
                    "<meta property=og:image content=/{i}.png><meta property=article:tag content='{}'>",
                    words(i, 2)
                )
            }) + "x"
        },
    },
    Shape {
        name: "bylines and dates",
        page: |bytes| {
            fill(bytes, |i| {
                format!("<p class=byline>By Ann B{i}, 3 May 20{:02}</p>", i % 30)
            })
        },
    },
    // Lists and threads.
    Shape {
        name: "products",
        page: |bytes| {
            fill(bytes, |i| {
                format!(
                    "<li class=product><a href=/p/{i}><img src={i}.jpg alt=''><h3>{}</h3></a>\
                     <span class=price>$ {i}.99</span></li>",
                    words(i, 4)
                )
            })
        },
    },
    Shape {
        name: "search results",
        page: |bytes| {
            fill(bytes, |i| {
                format!(
                    "<div class=result><h3><a href=/{i}>{}</a></h3><p>{}</p></div>",
                    words(i, 4),
                    words(i, 15)
                )
            })
        },
    },
    Shape {
        name: "lists of links",
        page: |bytes| {
            fill(bytes, |i| {
                format!(
                    "<ul><li><a href=/a{i}>{}</a><li><a href=/b{i}>more</a></ul>",
                    words(i, 2)
                )
            })
        },
    },
    Shape {
        name: "threads",
        page: |bytes| {
            fill(bytes, |i| {
                format!(
                    "<div class=comment id=c{i}><a class=author href=/u/{i}>user{i}</a>\
                     <time datetime=2020-05-03>3 May</time><div class=body><p>{}</div></div>",
                    words(i, 14)
                )
            })
        },
    },
    Shape {
        name: "threads within threads",
        page: |bytes| {
            fill(bytes, |i| {
                format!(
                    "<div class=comment><a class=author href=/u/{i}>user{i}</a> 3 May 2020<p>{}",
                    words(i, 9)
                )
            })
        },
    },
    Shape {
        name: "posts of mail",
        page: |bytes| {
            fill(bytes, |i| {
                format!(
                    "<pre>From: a{i}\nDate: 3 May 2020\n\n&gt; {}\n{}\n</pre><hr>",
                    words(i, 6),
                    words(i + 1, 8)
                )
            })
        },
    },
    // Pages that are no HTML.
    Shape {
        name: "RSS",
        page: |bytes| {
            let items = fill(bytes, |i| {
                format!(
                    "<item><title>{}</title><link>https://a.example/{i}</link>\
                     <pubDate>Sun, 3 May 2020</pubDate><description>&lt;p&gt;{}</description></item>",
                    words(i, 4),
                    words(i, 12)
                )
            });
            format!("<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>x</title>{items}</channel></rss>")
        },
    },
    Shape {
        name: "XHTML",
        page: |bytes| {
            format!(
                "<meta /><br /><hr />{}",
                repeated("<p>some words<br /><a name='x' /><span />more</p>", bytes)
            )
        },
    },
    Shape {
        name: "JSON without a tag",
        page: |bytes| fill(bytes, |i| format!("{{\"id\":{i},\"text\":\"{}\"}}\n", words(i, 6))),
    },
    Shape {
        name: "addresses without a tag",
        page: |bytes| fill(bytes, |i| format!("http://a.example/~b/{i}?c=d&e=[f] www.a.example ")),
    },
    Shape {
        name: "Markdown without a tag",
        page: |bytes| {
            fill(bytes, |i| {
                format!("# {}\n\n- [a](b) ![c](d)\n\n> *{}*\n\n", words(i, 3), words(i, 6))
            })
        },
    },
    // An article, to the length.
    Shape {
        name: "an article",
        page: |bytes| {
            let paragraphs = fill(bytes, |i| {
                format!(
                    "<p>{}. <a href=/{i}>{}</a>, {}.</p>",
                    words(i, 25),
                    words(i, 2),
                    words(i + 3, 30)
                )
            });
            format!(
                "<!doctype html><title>An article</title><nav><a href=/>Home</a></nav><main><article>\
                 <h1>An article</h1>{paragraphs}</article></main>"
            )
        },
    },
    Shape {
        name: "sections with code",
        page: |bytes| {
            fill(bytes, |i| {
                format!(
                    "<section><h2>Part {i}</h2><p>{}</p><pre><code class=language-c>int a{i} = {i};\n</code>\
                     </pre></section>",
                    words(i, 12)
                )
            })
        },
    },
    Shape {
        name: "hidden parts of a page that waits",
        page: |bytes| {
            format!(
                "<p>x{}",
                fill(bytes, |i| format!("<div hidden id=S:{i}>{}</div>", words(i, 8)))
            )
        },
    },
    Shape {
        name: "one hidden text",
        page: |bytes| format!("<p>x<div hidden>{}</div>", repeated("\u{2003}", bytes)),
    },
];

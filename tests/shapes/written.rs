//! Hostile pages that cost a writer more than a parser: parts that are written many times, looked up from many places,
//! or numbered by counting what stands before them.

use super::{Shape, repeated, shape};

pub const WRITTEN: &[Shape] = &[
    shape("empty items before one", |bytes| format!("<ol>{}<li>x", repeated("<li>", bytes))),
    shape("items in turns", |bytes| format!("<p>x<ul><div>{}", repeated("<li><div><li></div>", bytes))),
    shape("footnotes within each other", |bytes| {
        let links: String = (0..240).map(|i| format!("<a href=#fn{i}>{i}</a> ")).collect();
        let notes: String = (0..240).map(|i| format!("<div id=fn{i}>")).collect();
        format!("{links}{notes}{}", repeated("<b>.</b>", bytes))
    }),
    shape("one footnote", |bytes| repeated("<sup><a href=#fn1>1</a></sup>", bytes) + "<p id=fn1>note"),
    shape("wide and high cells", |bytes| {
        let row = "<tr><td colspan=1000 rowspan=65534>x<td>y";
        format!("<table>{}", repeated(row, bytes))
    }),
    shape("many wide tables", |bytes| {
        repeated("<table><tr><td colspan=400>a<td>b<tr><td>c<td>d</table>", bytes)
    }),
    shape("a table with one long row and one short", |bytes| {
        format!("<table><tr>{}<tr><td>x<td>y", repeated("<td>x", bytes))
    }),
    shape("one run of backticks", |bytes| format!("<code>{}", repeated("`", bytes))),
    shape("brackets", |bytes| repeated("[", bytes)),
    shape("signs in marks", |bytes| repeated("<b>.</b><i>.</i><s>,</s>", bytes)),
    shape("a class that is copied", |bytes| {
        let class = repeated("goce-a ", bytes / 2);
        let blocks = repeated("<pre>x</pre>", bytes / 2);
        format!("<p><code class=\"{class}\">{blocks}")
    }),
    shape("a class above many", |bytes| {
        let class = repeated("x ", bytes / 2);
        format!("<div class=\"{class}\">{}", repeated("<pre>x</pre>", bytes / 2))
    }),
    shape("a property that is copied", |bytes| {
        let property = repeated("x", bytes / 2);
        format!("<p><b itemprop=\"{property}\">{}", repeated("<p>x", bytes / 2))
    }),
    shape("tables in a paragraph", |bytes| format!("<p><b><i><s>{}", repeated("<table></table>x", bytes))),
    shape("pictures that are loaded late", |bytes| repeated("<img data-src=a alt=b>", bytes) + "x"),
    shape("small objects of JSON", |bytes| {
        let objects = repeated("{\"\":0},", bytes);
        format!("<p>x<script type=application/ld+json>[{objects}0]</script>")
    }),
    shape("quotes in JSON", |bytes| {
        let quotes = repeated("\" ", bytes);
        format!("<p>x<script type=application/ld+json>[\"{quotes}</script>")
    }),
    shape("bylines", |bytes| repeated("<b class=byline>x</b>", bytes)),
    shape("posts with authors and dates", |bytes| {
        repeated("<div class=post><a class=author href=/u/a>a</a><time>3 May 2020</time><p class=t>b c</div>", bytes)
    }),
    shape("posts within each other", |bytes| {
        repeated("<div class=post><b class=author>a</b> 3 May 2020<p>b c", bytes)
    }),
    shape("rows of two", |bytes| {
        let rows = "<tr class=h><td><b class=author>a</b> 3 May 2020<tr class=t><td>b c d e";
        format!("<table>{}", repeated(rows, bytes))
    }),
    shape("records with prices", |bytes| repeated("<li><a href=x><h3>y</h3></a><i>$1</i>", bytes)),
    shape("a name with empty parts", |bytes| {
        format!("<div class=author>{}x</div>", repeated("<i></i>", bytes))
    }),
    shape("many groups of two", |bytes| {
        let pairs = (0..bytes / 40).map(|n| {
            let letters: String = n.to_string().bytes().map(|b| char::from(b + 49)).collect();
            format!("<p class={letters}>a b<p class={letters}>c")
        });
        pairs.collect()
    }),
];

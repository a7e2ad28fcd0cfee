//! Hostile pages that cost a writer more than a parser: parts that are written many times, looked up from many places,
//! or numbered by counting what stands before them.

use super::{Shape, made, shape};

pub const WRITTEN: &[Shape] = &[
    shape("empty items before one", "<ol>«<li>»<li>x"),
    shape("items in turns", "<p>x<ul><div>«<li><div><li></div>»"),
    shape("footnotes within each other", "«240×<a href=#fn{i}>{i}</a> »«240×<div id=fn{i}>»«<b>.</b>»"),
    shape("one footnote", "«<sup><a href=#fn1>1</a></sup>»<p id=fn1>note"),
    shape("wide and high cells", "<table>«<tr><td colspan=1000 rowspan=65534>x<td>y»"),
    shape("many wide tables", "«<table><tr><td colspan=400>a<td>b<tr><td>c<td>d</table>»"),
    shape("a table with one long row and one short", "<table><tr>«<td>x»<tr><td>x<td>y"),
    shape("one run of backticks", "<code>«`»"),
    shape("brackets", "«[»"),
    shape("signs in marks", "«<b>.</b><i>.</i><s>,</s>»"),
    shape("a class that is copied", "<p><code class='«goce-a »'>«<pre>x</pre>»"),
    shape("a class above many", "<div class='«x »'>«<pre>x</pre>»"),
    shape("a property that is copied", "<p><b itemprop='«x»'>«<p>x»"),
    shape("tables in a paragraph", "<p><b><i><s>«<table></table>x»"),
    shape("pictures that are loaded late", "«<img data-src=a alt=b>»x"),
    shape("small objects of JSON", "<p>x<script type=application/ld+json>[«{\"\":0},»0]</script>"),
    shape("quotes in JSON", "<p>x<script type=application/ld+json>[\"«\" »</script>"),
    shape("bylines", "«<b class=byline>x</b>»"),
    shape(
        "posts with authors and dates",
        "«<div class=post><a class=author href=/u/a>a</a><time>3 May 2020</time><p class=t>b c</div>»",
    ),
    shape("posts within each other", "«<div class=post><b class=author>a</b> 3 May 2020<p>b c»"),
    shape("rows of two", "<table>«<tr class=h><td><b class=author>a</b> 3 May 2020<tr class=t><td>b c d e»"),
    shape("records with prices", "«<li><a href=x><h3>y</h3></a><i>$1</i>»"),
    shape("a name with empty parts", "<div class=author>«<i></i>»x</div>"),
    made("many groups of two", |bytes| {
        let pairs = (0..bytes / 40).map(|n| {
            let letters: String = n.to_string().bytes().map(|b| char::from(b + 49)).collect();
            format!("<p class={letters}>a b<p class={letters}>c")
        });
        pairs.collect()
    }),
];

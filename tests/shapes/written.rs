//! Hostile pages that cost a writer more than a parser: what is written again and again, looked up from
//! many places, or counted up to where it stands.

use super::{Shape, repeated};

pub const WRITTEN: &[Shape] = &[
    Shape {
        name: "empty items before one",
        page: |bytes| format!("<ol>{}<li>x", repeated("<li>", bytes)),
    },
    Shape {
        name: "items in turns",
        page: |bytes| format!("<p>x<ul><div>{}", repeated("<li><div><li></div>", bytes)),
    },
    Shape {
        name: "footnotes within each other",
        page: |bytes| {
            let links: String = (0..240).map(|i| format!("<a href=#fn{i}>{i}</a> ")).collect();
            let notes: String = (0..240).map(|i| format!("<div id=fn{i}>")).collect();
            format!("{links}{notes}{}", repeated("<b>.</b>", bytes))
        },
    },
    Shape {
        name: "one footnote",
        page: |bytes| repeated("<sup><a href=#fn1>1</a></sup>", bytes) + "<p id=fn1>note",
    },
    Shape {
        name: "wide and high cells",
        page: |bytes| {
            let row = "<tr><td colspan=1000 rowspan=65534>x<td>y";
            format!("<table>{}", repeated(row, bytes))
        },
    },
    Shape {
        name: "many wide tables",
        page: |bytes| repeated("<table><tr><td colspan=400>a<td>b<tr><td>c<td>d</table>", bytes),
    },
    Shape {
        name: "a table with one long row and one short",
        page: |bytes| format!("<table><tr>{}<tr><td>x<td>y", repeated("<td>x", bytes)),
    },
    Shape {
        name: "one run of backticks",
        page: |bytes| format!("<code>{}", repeated("`", bytes)),
    },
    Shape {
        name: "brackets",
        page: |bytes| repeated("[", bytes),
    },
    Shape {
        name: "signs in marks",
        page: |bytes| repeated("<b>.</b><i>.</i><s>,</s>", bytes),
    },
    Shape {
        name: "a class that is copied",
        page: |bytes| {
            let class = repeated("goce-a ", bytes / 2);
            let blocks = repeated("<pre>x</pre>", bytes / 2);
            format!("<p><code class=\"{class}\">{blocks}")
        },
    },
    Shape {
        name: "a class above many",
        page: |bytes| {
            let class = repeated("x ", bytes / 2);
            format!("<div class=\"{class}\">{}", repeated("<pre>x</pre>", bytes / 2))
        },
    },
    Shape {
        name: "a property that is copied",
        page: |bytes| {
            let property = repeated("x", bytes / 2);
            format!("<p><b itemprop=\"{property}\">{}", repeated("<p>x", bytes / 2))
        },
    },
    Shape {
        name: "tables in a paragraph",
        page: |bytes| format!("<p><b><i><s>{}", repeated("<table></table>x", bytes)),
    },
    Shape {
        name: "pictures that are loaded late",
        page: |bytes| repeated("<img data-src=a alt=b>", bytes) + "x",
    },
    Shape {
        name: "small objects of JSON",
        page: |bytes| {
            let objects = repeated("{\"\":0},", bytes);
            format!("<p>x<script type=application/ld+json>[{objects}0]</script>")
        },
    },
    Shape {
        name: "quotes in JSON",
        page: |bytes| {
            let quotes = repeated("\" ", bytes);
            format!("<p>x<script type=application/ld+json>[\"{quotes}</script>")
        },
    },
    Shape {
        name: "bylines",
        page: |bytes| repeated("<b class=byline>x</b>", bytes),
    },
    Shape {
        name: "posts with authors and dates",
        page: |bytes| {
            repeated(
                "<div class=post><a class=author href=/u/a>a</a><time>3 May 2020</time><p class=t>b c</div>",
                bytes,
            )
        },
    },
    Shape {
        name: "posts within each other",
        page: |bytes| repeated("<div class=post><b class=author>a</b> 3 May 2020<p>b c", bytes),
    },
    Shape {
        name: "rows of two",
        page: |bytes| {
            let rows = "<tr class=h><td><b class=author>a</b> 3 May 2020<tr class=t><td>b c d e";
            format!("<table>{}", repeated(rows, bytes))
        },
    },
    Shape {
        name: "records with prices",
        page: |bytes| repeated("<li><a href=x><h3>y</h3></a><i>$1</i>", bytes),
    },
    Shape {
        name: "a name with empty parts",
        page: |bytes| format!("<div class=author>{}x</div>", repeated("<i></i>", bytes)),
    },
    Shape {
        name: "many groups of two",
        page: |bytes| {
            let pairs = (0..bytes / 40).map(|n| {
                let letters: String = n.to_string().bytes().map(|b| char::from(b + 49)).collect();
                format!("<p class={letters}>a b<p class={letters}>c")
            });
            pairs.collect()
        },
    },
];

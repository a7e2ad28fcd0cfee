//! Pages that are made to cost time or memory. Each shape grows with a number, so that its cost can be
//! compared with its length.

mod attacks;
mod written;

pub use attacks::ATTACKS;
pub use written::WRITTEN;

/// A kind of hostile page.
pub struct Shape {
    /// What it is, in a few words.
    pub name: &'static str,
    /// Makes a page of this kind of about so many bytes.
    pub page: fn(usize) -> String,
}

/// Joins what a function makes of the numbers from 0 on until there are so many bytes.
fn fill(bytes: usize, mut piece: impl FnMut(usize) -> String) -> String {
    let mut page = String::new();
    for number in 0.. {
        if page.len() >= bytes {
            break;
        }
        page += &piece(number);
    }
    page
}

/// A piece again and again, about so many bytes in all.
pub fn repeated(piece: &str, bytes: usize) -> String {
    piece.repeat(bytes / piece.len() + 1)
}

/// Returns all kinds, each of a name of its own.
pub fn all() -> impl Iterator<Item = &'static Shape> {
    SHAPES.iter().chain(WRITTEN).chain(ATTACKS)
}

/// Kinds that every part of goce is tested with.
pub const SHAPES: &[Shape] = &[
    Shape {
        name: "an ordinary page, for comparison",
        page: |bytes| repeated("<div class=x><p>some <b>text</b></div>", bytes),
    },
    Shape {
        name: "paragraphs",
        page: |bytes| repeated("<p>ab", bytes),
    },
    Shape {
        name: "paragraphs within unclosed formatting",
        page: |bytes| format!("<b><i>{}", repeated("<p>xx", bytes)),
    },
    Shape {
        name: "containers around everything",
        page: |bytes| repeated("<div><p><b>x", bytes),
    },
    Shape {
        name: "links",
        page: |bytes| repeated("<a href=x>x", bytes),
    },
    Shape {
        name: "links to many places",
        page: |bytes| fill(bytes, |i| format!("<a href=/{i}>w{i}</a> ")),
    },
    Shape {
        name: "empty list items",
        page: |bytes| format!("<p>x<ul>{}", repeated("<li>", bytes)),
    },
    Shape {
        name: "lists within lists",
        page: |bytes| repeated("<ul><li>x", bytes),
    },
    Shape {
        name: "ordered lists around paragraphs",
        page: |bytes| format!("{}{}", "<ol start=999999990><li>".repeat(16), repeated("<p>a", bytes)),
    },
    Shape {
        name: "footnotes within one",
        page: |bytes| {
            let references = fill(bytes / 2, |i| format!("<a href=#fn{i}>{i}</a> "));
            let notes = fill(bytes / 2, |i| format!("<p id=fn{i}>x"));
            format!("<p>{references}<div id=fn0>outer{notes}")
        },
    },
    Shape {
        name: "footnotes that name each other",
        page: |bytes| fill(bytes, |i| format!("<p id=fn{i}><a href=#fn{}>{i}</a> x", i + 1)),
    },
    Shape {
        name: "formatting elements with attributes",
        page: |bytes| {
            let attributes = fill(bytes / 400, |i| format!(" a{i}"));
            let open: String = (0..200).map(|i| format!("<b id={i}{attributes}>")).collect();
            format!("{open}{}x", repeated("<b></b>", bytes / 2))
        },
    },
    Shape {
        name: "formatting elements in every paragraph",
        page: |bytes| {
            let open: String = (0..100).map(|i| format!("<b lang=a{i}>")).collect();
            format!("<pre><p>{open}<button>{}", repeated("<p>x", bytes))
        },
    },
    Shape {
        name: "misnested formatting",
        page: |bytes| repeated("<b><p>x</b>y<i><p>z</i>", bytes),
    },
    Shape {
        name: "formatting around a long paragraph",
        page: |bytes| {
            let open: String = (0..60).map(|i| format!("<b id={i}>")).collect();
            format!("{open}<p>{}{}", repeated("<br>x", bytes), "</b>".repeat(60))
        },
    },
    Shape {
        name: "attributes of <html>, tag by tag",
        page: |bytes| fill(bytes, |i| format!("<html a{}>", 9_999_999 - i)) + "x",
    },
    Shape {
        name: "attributes of <body>, tag by tag",
        page: |bytes| fill(bytes, |i| format!("<body a{}>", 9_999_999 - i)) + "x",
    },
    Shape {
        name: "attributes of one tag",
        page: |bytes| format!("<p {}>x", fill(bytes, |i| format!("a{i} "))),
    },
    Shape {
        name: "the same attribute of one tag",
        page: |bytes| format!("<p {}>x", repeated("a=1 ", bytes)),
    },
    Shape {
        name: "different long names",
        page: |bytes| fill(bytes, |i| format!("<x{}>", 10_000_000 + i)) + "y",
    },
    Shape {
        name: "different long names of attributes",
        page: |bytes| fill(bytes, |i| format!("<p x{}>", 10_000_000 + i)) + "y",
    },
    Shape {
        name: "different classes",
        page: |bytes| fill(bytes, |i| format!("<div class='c{i} d{i}'>w{i} x</div>")),
    },
    Shape {
        name: "nested elements",
        page: |bytes| repeated("<div>", bytes),
    },
    Shape {
        name: "nested elements with text",
        page: |bytes| repeated("<div>x ", bytes),
    },
    Shape {
        name: "blocks far down",
        page: |bytes| "<div>".repeat(250) + &repeated("<p>a", bytes),
    },
    Shape {
        name: "end tags without elements",
        page: |bytes| repeated("</p></div></b></x>", bytes),
    },
    Shape {
        name: "tables within tables",
        page: |bytes| repeated("<table><tr><td>x", bytes),
    },
    Shape {
        name: "a table of many cells",
        page: |bytes| format!("<table>{}", repeated("<tr><td>a<td>b<td colspan=1000>c", bytes)),
    },
    Shape {
        name: "a table with one long row",
        page: |bytes| format!("<table><tr>{}", repeated("<td>a", bytes)),
    },
    Shape {
        name: "text that a table puts before itself",
        page: |bytes| format!("<table>{}", repeated("<tr>x<td>y", bytes)),
    },
    Shape {
        name: "plain text",
        page: |bytes| repeated("Abcdefghi jkl. ", bytes),
    },
    Shape {
        name: "one word",
        page: |bytes| repeated("a", bytes),
    },
    Shape {
        name: "white space",
        page: |bytes| format!("<pre>x{}y", repeated(" \n", bytes)),
    },
    Shape {
        name: "character references",
        page: |bytes| repeated("&mdash;&#1234;&notit;&ampx", bytes),
    },
    Shape {
        name: "ampersands",
        page: |bytes| repeated("&", bytes),
    },
    Shape {
        name: "less-than signs",
        page: |bytes| repeated("<", bytes),
    },
    Shape {
        name: "marks of Markdown",
        page: |bytes| repeated("`*_[]()~#\\!|", bytes),
    },
    Shape {
        name: "lines that look like Markdown",
        page: |bytes| format!("<p>{}", repeated("1. a<br># b<br>- c<br>> d<br>```<br>", bytes)),
    },
    Shape {
        name: "code with backticks",
        page: |bytes| fill(bytes, |i| format!("<code>{}</code> x ", "`".repeat(i % 500))),
    },
    Shape {
        name: "a comment",
        page: |bytes| format!("x<!--{}", repeated("-- ", bytes)),
    },
    Shape {
        name: "a script",
        page: |bytes| format!("x<script>{}", repeated("<!--<script></script>", bytes)),
    },
    Shape {
        name: "a style sheet",
        page: |bytes| format!("<p>x<style>{}</style>", repeated("a{b:c}", bytes)),
    },
    Shape {
        name: "a style sheet of escapes",
        page: |bytes| format!("<p>x<style>{}</style>", repeated("\\75 rl(x)/*", bytes)),
    },
    Shape {
        name: "inline styles",
        page: |bytes| repeated("<p style='color:red;display:block;background:url(x)'>x", bytes),
    },
    Shape {
        name: "one long inline style",
        page: |bytes| format!("<p style='{}'>x", repeated("a:b;", bytes)),
    },
    Shape {
        name: "one class list",
        page: |bytes| format!("<p class='{}'>x", fill(bytes, |i| format!("c{i} "))),
    },
    Shape {
        name: "metadata",
        page: |bytes| fill(bytes, |i| format!("<meta name=author content='A B{i}'>")) + "x",
    },
    Shape {
        name: "dates",
        page: |bytes| fill(bytes, |i| format!("<time datetime=2020-01-01>1 May 20{i:02}</time> ")),
    },
    Shape {
        name: "JSON-LD, nested",
        page: |bytes| {
            format!(
                "<script type=application/ld+json>{}</script>x",
                repeated("{\"a\":[", bytes)
            )
        },
    },
    Shape {
        name: "JSON-LD with an article",
        page: |bytes| {
            format!(
                "<script type=application/ld+json>{{\"articleBody\":\"{}\"}}</script>",
                repeated("word\\u0000 ", bytes)
            )
        },
    },
    Shape {
        name: "JSON-LD, script by script",
        page: |bytes| {
            repeated(
                "<script type=application/ld+json>{\"@type\":\"Article\",\"author\":\"A B\"}</script>",
                bytes,
            ) + "x"
        },
    },
    Shape {
        name: "headings",
        page: |bytes| fill(bytes, |i| format!("<h{}>Title {i}</h{}>", i % 6 + 1, i % 6 + 1)),
    },
    Shape {
        name: "posts",
        page: |bytes| {
            fill(bytes, |i| {
                format!("<article class=post><a href=/u{i}>user{i}</a><p>Some words of post {i}, and more.</article>")
            })
        },
    },
    Shape {
        name: "pictures",
        page: |bytes| repeated("<img src=a.png alt='b c'>", bytes) + "x",
    },
    Shape {
        name: "long addresses",
        page: |bytes| {
            format!(
                "<base href='https://a.example/{}'>{}",
                repeated("b/", bytes / 2),
                repeated("<a href=c>d</a> ", bytes / 2)
            )
        },
    },
    Shape {
        name: "a long style, repeated in every paragraph",
        page: |bytes| {
            format!(
                "<p><b style='{}'>{}",
                repeated("x;", bytes / 2),
                repeated("<p>x", bytes / 2)
            )
        },
    },
    Shape {
        name: "SVG and MathML",
        page: |bytes| repeated("<svg><g><math><mi>x</svg><font color=x>y", bytes),
    },
    Shape {
        name: "templates",
        page: |bytes| repeated("<template><tr><td>x", bytes),
    },
    Shape {
        name: "selects",
        page: |bytes| repeated("<select><option>a<style>b", bytes),
    },
    Shape {
        name: "ruby",
        page: |bytes| repeated("<ruby>a<rt>b<rp>c", bytes),
    },
    Shape {
        name: "hidden elements",
        page: |bytes| repeated("<p hidden>a<div style=display:none>b</div>", bytes),
    },
    Shape {
        name: "line breaks",
        page: |bytes| repeated("a<br>", bytes),
    },
    Shape {
        name: "frames",
        page: |bytes| repeated("<frameset><frame></frameset><iframe>x</iframe>", bytes),
    },
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn shapes_have_names_of_their_own_and_the_length_that_is_asked_for() {
        let names: HashSet<&str> = all().map(|shape| shape.name).collect();
        assert_eq!(names.len(), all().count());
        assert!(names.len() >= 121, "{}", names.len());
        for shape in all() {
            let page = (shape.page)(100_000);
            let length = page.len();
            assert!((70_000..200_000).contains(&length), "{}: {length}", shape.name);
            assert!(page == (shape.page)(100_000), "{}", shape.name);
        }
    }
}

//! Pages that are made to cost time or memory. A shape makes pages of any length, so that the cost can be compared with
//! the length.

mod attacks;
mod written;

pub use attacks::ATTACKS;
pub use written::WRITTEN;

/// A kind of hostile page.
pub struct Shape {
    pub name: &'static str,
    /// Makes a page of about this many bytes.
    pub page: fn(usize) -> String,
}

const fn shape(name: &'static str, page: fn(usize) -> String) -> Shape {
    Shape { name, page }
}

/// Joins the pieces that a function makes of the numbers from 0 on, until they have this many bytes.
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

/// Repeats a piece up to about this many bytes.
pub fn repeated(piece: &str, bytes: usize) -> String {
    piece.repeat(bytes / piece.len() + 1)
}

/// Returns all shapes. Their names differ.
pub fn all() -> impl Iterator<Item = &'static Shape> {
    SHAPES.iter().chain(WRITTEN).chain(ATTACKS)
}

/// Shapes that every part of goce is tested with.
pub const SHAPES: &[Shape] = &[
    shape("an ordinary page, for comparison", |bytes| {
        repeated("<div class=x><p>some <b>text</b></div>", bytes)
    }),
    shape("paragraphs", |bytes| repeated("<p>ab", bytes)),
    shape("paragraphs within unclosed formatting", |bytes| format!("<b><i>{}", repeated("<p>xx", bytes))),
    shape("containers around everything", |bytes| repeated("<div><p><b>x", bytes)),
    shape("links", |bytes| repeated("<a href=x>x", bytes)),
    shape("links to many places", |bytes| fill(bytes, |i| format!("<a href=/{i}>w{i}</a> "))),
    shape("empty list items", |bytes| format!("<p>x<ul>{}", repeated("<li>", bytes))),
    shape("lists within lists", |bytes| repeated("<ul><li>x", bytes)),
    shape("ordered lists around paragraphs", |bytes| {
        format!("{}{}", "<ol start=999999990><li>".repeat(16), repeated("<p>a", bytes))
    }),
    shape("footnotes within one", |bytes| {
        let references = fill(bytes / 2, |i| format!("<a href=#fn{i}>{i}</a> "));
        let notes = fill(bytes / 2, |i| format!("<p id=fn{i}>x"));
        format!("<p>{references}<div id=fn0>outer{notes}")
    }),
    shape("footnotes that name each other", |bytes| {
        fill(bytes, |i| format!("<p id=fn{i}><a href=#fn{}>{i}</a> x", i + 1))
    }),
    shape("formatting elements with attributes", |bytes| {
        let attributes = fill(bytes / 400, |i| format!(" a{i}"));
        let open: String = (0..200).map(|i| format!("<b id={i}{attributes}>")).collect();
        format!("{open}{}x", repeated("<b></b>", bytes / 2))
    }),
    shape("formatting elements in every paragraph", |bytes| {
        let open: String = (0..100).map(|i| format!("<b lang=a{i}>")).collect();
        format!("<pre><p>{open}<button>{}", repeated("<p>x", bytes))
    }),
    shape("misnested formatting", |bytes| repeated("<b><p>x</b>y<i><p>z</i>", bytes)),
    shape("formatting around a long paragraph", |bytes| {
        let open: String = (0..60).map(|i| format!("<b id={i}>")).collect();
        format!("{open}<p>{}{}", repeated("<br>x", bytes), "</b>".repeat(60))
    }),
    shape("attributes of <html>, tag by tag", |bytes| {
        fill(bytes, |i| format!("<html a{}>", 9_999_999 - i)) + "x"
    }),
    shape("attributes of <body>, tag by tag", |bytes| {
        fill(bytes, |i| format!("<body a{}>", 9_999_999 - i)) + "x"
    }),
    shape("attributes of one tag", |bytes| format!("<p {}>x", fill(bytes, |i| format!("a{i} ")))),
    shape("the same attribute of one tag", |bytes| format!("<p {}>x", repeated("a=1 ", bytes))),
    shape("different long names", |bytes| fill(bytes, |i| format!("<x{}>", 10_000_000 + i)) + "y"),
    shape("different long names of attributes", |bytes| {
        fill(bytes, |i| format!("<p x{}>", 10_000_000 + i)) + "y"
    }),
    shape("different classes", |bytes| fill(bytes, |i| format!("<div class='c{i} d{i}'>w{i} x</div>"))),
    shape("nested elements", |bytes| repeated("<div>", bytes)),
    shape("nested elements with text", |bytes| repeated("<div>x ", bytes)),
    shape("blocks far down", |bytes| "<div>".repeat(250) + &repeated("<p>a", bytes)),
    shape("end tags without elements", |bytes| repeated("</p></div></b></x>", bytes)),
    shape("tables within tables", |bytes| repeated("<table><tr><td>x", bytes)),
    shape("a table of many cells", |bytes| {
        format!("<table>{}", repeated("<tr><td>a<td>b<td colspan=1000>c", bytes))
    }),
    shape("a table with one long row", |bytes| format!("<table><tr>{}", repeated("<td>a", bytes))),
    shape("text that a table puts before itself", |bytes| format!("<table>{}", repeated("<tr>x<td>y", bytes))),
    shape("plain text", |bytes| repeated("Abcdefghi jkl. ", bytes)),
    shape("one word", |bytes| repeated("a", bytes)),
    shape("white space", |bytes| format!("<pre>x{}y", repeated(" \n", bytes))),
    shape("character references", |bytes| repeated("&mdash;&#1234;&notit;&ampx", bytes)),
    shape("ampersands", |bytes| repeated("&", bytes)),
    shape("less-than signs", |bytes| repeated("<", bytes)),
    shape("marks of Markdown", |bytes| repeated("`*_[]()~#\\!|", bytes)),
    shape("lines that look like Markdown", |bytes| {
        format!("<p>{}", repeated("1. a<br># b<br>- c<br>> d<br>```<br>", bytes))
    }),
    shape("code with backticks", |bytes| fill(bytes, |i| format!("<code>{}</code> x ", "`".repeat(i % 500)))),
    shape("a comment", |bytes| format!("x<!--{}", repeated("-- ", bytes))),
    shape("a script", |bytes| format!("x<script>{}", repeated("<!--<script></script>", bytes))),
    shape("a style sheet", |bytes| format!("<p>x<style>{}</style>", repeated("a{b:c}", bytes))),
    shape("a style sheet of escapes", |bytes| {
        format!("<p>x<style>{}</style>", repeated("\\75 rl(x)/*", bytes))
    }),
    shape("inline styles", |bytes| repeated("<p style='color:red;display:block;background:url(x)'>x", bytes)),
    shape("one long inline style", |bytes| format!("<p style='{}'>x", repeated("a:b;", bytes))),
    shape("one class list", |bytes| format!("<p class='{}'>x", fill(bytes, |i| format!("c{i} ")))),
    shape("metadata", |bytes| fill(bytes, |i| format!("<meta name=author content='A B{i}'>")) + "x"),
    shape("dates", |bytes| fill(bytes, |i| format!("<time datetime=2020-01-01>1 May 20{i:02}</time> "))),
    shape("JSON-LD, nested", |bytes| {
        format!("<script type=application/ld+json>{}</script>x", repeated("{\"a\":[", bytes))
    }),
    shape("JSON-LD with an article", |bytes| {
        format!(
            "<script type=application/ld+json>{{\"articleBody\":\"{}\"}}</script>",
            repeated("word\\u0000 ", bytes)
        )
    }),
    shape("JSON-LD, script by script", |bytes| {
        repeated("<script type=application/ld+json>{\"@type\":\"Article\",\"author\":\"A B\"}</script>", bytes) + "x"
    }),
    shape("JSON-LD without ends", |bytes| {
        format!("<script type=application/ld+json>[{}</script>x", repeated("{\"a\":\"b \"c\" d\n,", bytes))
    }),
    shape("items of microdata", |bytes| {
        repeated(
            "<p itemscope itemtype='https://schema.org/Product'><b itemprop='name a'>x</b><a itemprop=url href=y>z</a>",
            bytes,
        )
    }),
    shape("items within items", |bytes| {
        repeated("<div itemprop=a itemscope itemid=b typeof=c property=d vocab=e:>x", bytes)
    }),
    shape("items that share an element", |bytes| {
        let shared = format!("<p id=a itemprop=b>{}</p>", repeated("word ", bytes / 2));
        format!("{shared}{}", repeated("<i itemscope itemref='a a c'></i> ", bytes / 2))
    }),
    shape("items that refer to the next", |bytes| {
        let item = |i: usize| format!("<i id=a{i} itemprop='b c' itemscope itemref='a{} a{}'></i>", i + 1, i + 2);
        format!("<p itemscope itemref=a0>x{}", fill(bytes, item))
    }),
    shape("prefixes of RDFa", |bytes| {
        fill(bytes, |i| format!("<p prefix='a{i}: http://a.example/' property='a{}:b' about=c>x", i / 2))
    }),
    shape("headings", |bytes| fill(bytes, |i| format!("<h{}>Title {i}</h{}>", i % 6 + 1, i % 6 + 1))),
    shape("posts", |bytes| {
        fill(bytes, |i| {
            format!("<article class=post><a href=/u{i}>user{i}</a><p>Some words of post {i}, and more.</article>")
        })
    }),
    shape("pictures", |bytes| repeated("<img src=a.png alt='b c'>", bytes) + "x"),
    shape("long addresses", |bytes| {
        format!(
            "<base href='https://a.example/{}'>{}",
            repeated("b/", bytes / 2),
            repeated("<a href=c>d</a> ", bytes / 2)
        )
    }),
    shape("a long style, repeated in every paragraph", |bytes| {
        format!("<p><b style='{}'>{}", repeated("x;", bytes / 2), repeated("<p>x", bytes / 2))
    }),
    shape("SVG and MathML", |bytes| repeated("<svg><g><math><mi>x</svg><font color=x>y", bytes)),
    shape("templates", |bytes| repeated("<template><tr><td>x", bytes)),
    shape("selects", |bytes| repeated("<select><option>a<style>b", bytes)),
    shape("ruby", |bytes| repeated("<ruby>a<rt>b<rp>c", bytes)),
    shape("hidden elements", |bytes| repeated("<p hidden>a<div style=display:none>b</div>", bytes)),
    shape("line breaks", |bytes| repeated("a<br>", bytes)),
    shape("frames", |bytes| repeated("<frameset><frame></frameset><iframe>x</iframe>", bytes)),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn shapes_have_names_of_their_own_and_the_length_that_is_asked_for() {
        let names: HashSet<&str> = all().map(|shape| shape.name).collect();
        assert_eq!(names.len(), all().count());
        for shape in all() {
            let page = (shape.page)(100_000);
            let length = page.len();
            assert!((70_000..200_000).contains(&length), "{}: {length}", shape.name);
            assert!(page == (shape.page)(100_000), "{}", shape.name);
        }
    }
}

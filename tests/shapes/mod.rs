//! Pages that are made to cost time or memory. A shape makes pages of any length, so that the cost can be compared with
//! the length.

mod attacks;
mod written;

pub use attacks::ATTACKS;
pub use written::WRITTEN;

/// A kind of hostile page.
pub struct Shape {
    pub name: &'static str,
    source: Source,
}

/// What a shape's pages are made of.
enum Source {
    /// See [`fill`].
    Template(&'static str),
    /// Makes a page of about this many bytes.
    Function(fn(usize) -> String),
}

impl Shape {
    /// Makes a page of about this many bytes.
    pub fn page(&self, bytes: usize) -> String {
        match self.source {
            Source::Template(template) => fill(template, bytes),
            Source::Function(make) => make(bytes),
        }
    }
}

const fn shape(name: &'static str, template: &'static str) -> Shape {
    Shape {
        name,
        source: Source::Template(template),
    }
}

const fn made(name: &'static str, make: fn(usize) -> String) -> Shape {
    Shape {
        name,
        source: Source::Function(make),
    }
}

/// Makes a page of a template. A piece in `«` and `»` is repeated up to this many bytes, of which several pieces have
/// equal shares. `«16×` repeats it 16 times. For what stands in a piece's braces see [`numbered`].
pub fn fill(template: &str, bytes: usize) -> String {
    let parts: Vec<&str> = template.split(['«', '»']).collect();
    let repeated = || parts.iter().skip(1).step_by(2);
    let share = bytes / repeated().filter(|part| !part.contains('×')).count().max(1);
    let mut page = String::new();
    for (place, part) in parts.iter().enumerate() {
        match part.split_once('×') {
            _ if place % 2 == 0 => page += part,
            Some((times, piece)) => page.extend((0..times.parse().unwrap_or(0)).map(|number| numbered(piece, number))),
            // The page costs little beside what is done with it.
            None if !part.contains('{') => page += &part.repeat(share.div_ceil(part.len())),
            None => {
                let end = page.len() + share;
                for number in 0.. {
                    if page.len() >= end {
                        break;
                    }
                    page += &numbered(part, number);
                }
            }
        }
    }
    page
}

/// Writes a piece. In braces, `i` is the number of those before it, alone or with a sign of arithmetic and a number;
/// `words 3` are three words. Other braces stay as they are.
fn numbered(piece: &str, number: usize) -> String {
    let mut parts = piece.split('{');
    let mut written = String::from(parts.next().unwrap_or_default());
    for part in parts {
        let braced = part.split_once('}').and_then(|(braced, rest)| Some((value(braced, number)?, rest)));
        let (value, rest) = braced.unwrap_or(("{".to_owned(), part));
        written += &value;
        written += rest;
    }
    written
}

/// Returns what stands for the content of braces, if they are no braces of the page.
fn value(braced: &str, number: usize) -> Option<String> {
    if let Some(count) = braced.strip_prefix("words ") {
        return Some(words(number, count.parse().ok()?));
    }
    let operand = |text: &str| if text == "i" { Some(number) } else { text.parse().ok() };
    let Some(sign) = braced.find(['+', '-', '*', '/', '%']) else {
        return operand(braced).map(|value| value.to_string());
    };
    let (left, right) = (operand(&braced[..sign])?, operand(&braced[sign + 1..])?);
    let value = match braced.as_bytes()[sign] {
        b'+' => left + right,
        b'-' => left - right,
        b'*' => left * right,
        b'/' => left / right,
        _ => left % right,
    };
    Some(value.to_string())
}

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

/// Returns all shapes. Their names differ.
pub fn all() -> impl Iterator<Item = &'static Shape> {
    SHAPES.iter().chain(WRITTEN).chain(ATTACKS)
}

/// Shapes that every part of goce is tested with.
pub const SHAPES: &[Shape] = &[
    shape("an ordinary page, for comparison", "«<div class=x><p>some <b>text</b></div>»"),
    shape("paragraphs", "«<p>ab»"),
    shape("paragraphs within unclosed formatting", "<b><i>«<p>xx»"),
    shape("containers around everything", "«<div><p><b>x»"),
    shape("links", "«<a href=x>x»"),
    shape("links to many places", "«<a href=/{i}>w{i}</a> »"),
    shape("empty list items", "<p>x<ul>«<li>»"),
    shape("lists within lists", "«<ul><li>x»"),
    shape("ordered lists around paragraphs", "«16×<ol start=999999990><li>»«<p>a»"),
    shape("footnotes within one", "<p>«<a href=#fn{i}>{i}</a> »<div id=fn0>outer«<p id=fn{i}>x»"),
    shape("footnotes that name each other", "«<p id=fn{i}><a href=#fn{i+1}>{i}</a> x»"),
    made("formatting elements with attributes", |bytes| {
        let attributes = fill("« a{i}»", bytes / 400);
        fill(&format!("«200×<b id={{i}}{attributes}>»«<b></b>»x"), bytes / 2)
    }),
    shape("formatting elements in every paragraph", "<pre><p>«100×<b lang=a{i}>»<button>«<p>x»"),
    shape("misnested formatting", "«<b><p>x</b>y<i><p>z</i>»"),
    shape("formatting around a long paragraph", "«60×<b id={i}>»<p>«<br>x»«60×</b>»"),
    shape("attributes of <html>, tag by tag", "«<html a{9999999-i}>»x"),
    shape("attributes of <body>, tag by tag", "«<body a{9999999-i}>»x"),
    shape("attributes of one tag", "<p «a{i} »>x"),
    shape("the same attribute of one tag", "<p «a=1 »>x"),
    shape("different long names", "«<x{10000000+i}>»y"),
    shape("different long names of attributes", "«<p x{10000000+i}>»y"),
    shape("different classes", "«<div class='c{i} d{i}'>w{i} x</div>»"),
    shape("nested elements", "«<div>»"),
    shape("nested elements with text", "«<div>x »"),
    shape("blocks far down", "«250×<div>»«<p>a»"),
    shape("end tags without elements", "«</p></div></b></x>»"),
    shape("tables within tables", "«<table><tr><td>x»"),
    shape("a table of many cells", "<table>«<tr><td>a<td>b<td colspan=1000>c»"),
    shape("a table with one long row", "<table><tr>«<td>a»"),
    shape("text that a table puts before itself", "<table>«<tr>x<td>y»"),
    shape("plain text", "«Abcdefghi jkl. »"),
    shape("one word", "«a»"),
    shape("white space", "<pre>x« \n»y"),
    shape("character references", "«&mdash;&#1234;&notit;&ampx»"),
    shape("ampersands", "«&»"),
    shape("less-than signs", "«<»"),
    shape("marks of Markdown", "«`*_[]()~#\\!|»"),
    shape("lines that look like Markdown", "<p>«1. a<br># b<br>- c<br>> d<br>```<br>»"),
    made("code with backticks", |bytes| {
        (0..bytes / 250).map(|i| format!("<code>{}</code> x ", "`".repeat(i * 37 % 500))).collect()
    }),
    shape("a comment", "x<!--«-- »"),
    shape("a script", "x<script>«<!--<script></script>»"),
    shape("a style sheet", "<p>x<style>«a{b:c}»</style>"),
    shape("a style sheet of escapes", "<p>x<style>«\\75 rl(x)/*»</style>"),
    shape("inline styles", "«<p style='color:red;display:block;background:url(x)'>x»"),
    shape("one long inline style", "<p style='«a:b;»'>x"),
    shape("one class list", "<p class='«c{i} »'>x"),
    shape("metadata", "«<meta name=author content='A B{i}'>»x"),
    shape("dates", "«<time datetime=2020-01-01>1 May {2000+i}</time> »"),
    shape("JSON-LD, nested", "<script type=application/ld+json>«{\"a\":[»</script>x"),
    shape(
        "JSON-LD with an article",
        "<script type=application/ld+json>{\"articleBody\":\"«word\\u0000 »\"}</script>",
    ),
    shape(
        "JSON-LD, script by script",
        "«<script type=application/ld+json>{\"@type\":\"Article\",\"author\":\"A B\"}</script>»x",
    ),
    shape("JSON-LD without ends", "<script type=application/ld+json>[«{\"a\":\"b \"c\" d\n,»</script>x"),
    shape(
        "items of microdata",
        "«<p itemscope itemtype='https://schema.org/Product'><b itemprop='name a'>x</b><a itemprop=url href=y>z\
         </a>»",
    ),
    shape("items within items", "«<div itemprop=a itemscope itemid=b typeof=c property=d vocab=e:>x»"),
    shape("items that share an element", "<p id=a itemprop=b>«word »</p>«<i itemscope itemref='a a c'></i> »"),
    shape(
        "items that refer to the next",
        "<p itemscope itemref=a0>x«<i id=a{i} itemprop='b c' itemscope itemref='a{i+1} a{i+2}'></i>»",
    ),
    shape("prefixes of RDFa", "«<p prefix='a{i}: http://a.example/' property='a{i/2}:b' about=c>x»"),
    shape(
        "headings",
        "«<h1>Title {i}</h1><h2>Title</h2><h3>Title</h3><h4>Title</h4><h5>Title</h5><h6>Title</h6>»",
    ),
    shape(
        "posts",
        "«<article class=post><a href=/u{i}>user{i}</a><p>Some words of post {i}, and more.</article>»",
    ),
    shape("pictures", "«<img src=a.png alt='b c'>»x"),
    shape("long addresses", "<base href='https://a.example/«b/»'>«<a href=c>d</a> »"),
    shape("a long style, repeated in every paragraph", "<p><b style='«x;»'>«<p>x»"),
    shape("SVG and MathML", "«<svg><g><math><mi>x</svg><font color=x>y»"),
    shape("templates", "«<template><tr><td>x»"),
    shape("selects", "«<select><option>a<style>b»"),
    shape("ruby", "«<ruby>a<rt>b<rp>c»"),
    shape("hidden elements", "«<p hidden>a<div style=display:none>b</div>»"),
    shape("line breaks", "«a<br>»"),
    shape("frames", "«<frameset><frame></frameset><iframe>x</iframe>»"),
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
            let page = shape.page(100_000);
            let length = page.len();
            assert!((70_000..200_000).contains(&length), "{}: {length}", shape.name);
            assert!(page == shape.page(100_000), "{}", shape.name);
        }
    }
}

//! Pages that are made to cost time or memory. A shape makes pages of any length, so that the cost can be compared with
//! the length.

use std::sync::LazyLock;

mod attacks;
mod written;

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

/// Returns the shapes of a table: a line each, its name and its template.
fn shapes(table: &'static str) -> impl Iterator<Item = Shape> {
    let lines = table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.map(|line| {
        let (name, template) = line.split_once(" => ").unwrap_or((line, ""));
        Shape {
            name,
            source: Source::Template(template),
        }
    })
}

fn made(name: &'static str, make: fn(usize) -> String) -> Shape {
    Shape {
        name,
        source: Source::Function(make),
    }
}

/// Makes a page of a template. A piece in `«` and `»` is repeated up to this many bytes, of which several pieces have
/// equal shares. `«16×` repeats it 16 times. For what stands in a piece's braces see [`numbered`]. `¶` is a line break.
pub fn fill(template: &str, bytes: usize) -> String {
    let template = template.replace('¶', "\n");
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
    const WORDS: &str = "the archive keeps pages of every kind and nobody has read them";
    let all: Vec<&str> = WORDS.split(' ').collect();
    let words = (0..count).map(|place| all[(number.wrapping_mul(7) + place * place) % all.len()]);
    words.collect::<Vec<_>>().join(" ")
}

/// Returns all shapes. Their names differ.
pub fn all() -> impl Iterator<Item = &'static Shape> {
    SHAPES.iter().chain(&*OTHERS)
}

/// Shapes that every part of goce is tested with.
pub static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    let made = [
        made("formatting elements with attributes", |bytes| {
            let attributes = fill("« a{i}»", bytes / 400);
            fill(&format!("«200×<b id={{i}}{attributes}>»«<b></b>»x"), bytes / 2)
        }),
        made("code with backticks", |bytes| {
            (0..bytes / 250).map(|i| format!("<code>{}</code> x ", "`".repeat(i * 37 % 500))).collect()
        }),
    ];
    shapes(COMMON).chain(made).collect()
});

/// The other shapes.
static OTHERS: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    let made = [
        made("many groups of two", |bytes| {
            let pairs = (0..bytes / 40).map(|n| {
                let letters: String = n.to_string().bytes().map(|b| char::from(b + 49)).collect();
                format!("<p class={letters}>a b<p class={letters}>c")
            });
            pairs.collect()
        }),
        made("deep and shallow in turns", |bytes| {
            fill(&format!("«{}words{}»", "<div>".repeat(240), "</div>".repeat(240)), bytes)
        }),
    ];
    shapes(written::WRITTEN).chain(shapes(attacks::ATTACKS)).chain(made).collect()
});

/// The names and templates of [`SHAPES`].
const COMMON: &str = "
    an ordinary page, for comparison => «<div class=x><p>some <b>text</b></div>»
    paragraphs => «<p>ab»
    paragraphs within unclosed formatting => <b><i>«<p>xx»
    containers around everything => «<div><p><b>x»
    links => «<a href=x>x»
    links to many places => «<a href=/{i}>w{i}</a> »
    empty list items => <p>x<ul>«<li>»
    lists within lists => «<ul><li>x»
    ordered lists around paragraphs => «16×<ol start=999999990><li>»«<p>a»
    footnotes within one => <p>«<a href=#fn{i}>{i}</a> »<div id=fn0>outer«<p id=fn{i}>x»
    footnotes that name each other => «<p id=fn{i}><a href=#fn{i+1}>{i}</a> x»
    formatting elements in every paragraph => <pre><p>«100×<b lang=a{i}>»<button>«<p>x»
    misnested formatting => «<b><p>x</b>y<i><p>z</i>»
    formatting around a long paragraph => «60×<b id={i}>»<p>«<br>x»«60×</b>»
    attributes of <html>, tag by tag => «<html a{9999999-i}>»x
    attributes of <body>, tag by tag => «<body a{9999999-i}>»x
    attributes of one tag => <p «a{i} »>x
    the same attribute of one tag => <p «a=1 »>x
    different long names => «<x{10000000+i}>»y
    different long names of attributes => «<p x{10000000+i}>»y
    different classes => «<div class='c{i} d{i}'>w{i} x</div>»
    nested elements => «<div>»
    nested elements with text => «<div>x »
    blocks far down => «250×<div>»«<p>a»
    end tags without elements => «</p></div></b></x>»
    tables within tables => «<table><tr><td>x»
    a table of many cells => <table>«<tr><td>a<td>b<td colspan=1000>c»
    a table with one long row => <table><tr>«<td>a»
    text that a table puts before itself => <table>«<tr>x<td>y»
    plain text => «Abcdefghi jkl. »
    one word => «a»
    white space => <pre>x« ¶»y
    character references => «&mdash;&#1234;&notit;&ampx»
    ampersands => «&»
    less-than signs => «<»
    marks of Markdown => «`*_[]()~#\\!|»
    lines that look like Markdown => <p>«1. a<br># b<br>- c<br>> d<br>```<br>»
    a comment => x<!--«-- »
    a script => x<script>«<!--<script></script>»
    a style sheet => <p>x<style>«a{b:c}»</style>
    a style sheet of escapes => <p>x<style>«\\75 rl(x)/*»</style>
    inline styles => «<p style='color:red;display:block;background:url(x)'>x»
    one long inline style => <p style='«a:b;»'>x
    one class list => <p class='«c{i} »'>x
    metadata => «<meta name=author content='A B{i}'>»x
    dates => «<time datetime=2020-01-01>1 May {2000+i}</time> »
    JSON-LD, nested => <script type=application/ld+json>«{\"a\":[»</script>x
    JSON-LD with an article => <script type=application/ld+json>{\"articleBody\":\"«word\\u0000 »\"}</script>
    JSON-LD, script by script => «<script type=application/ld+json>{\"@type\":\"Article\",\"author\":\"A B\"}</script>»x
    JSON-LD without ends => <script type=application/ld+json>[«{\"a\":\"b \"c\" d¶,»</script>x
    items of microdata => «<p itemscope itemtype='https://schema.org/Product'><b itemprop='name a'>x</b><a \
    itemprop=url href=y>z</a>»
    items within items => «<div itemprop=a itemscope itemid=b typeof=c property=d vocab=e:>x»
    items that share an element => <p id=a itemprop=b>«word »</p>«<i itemscope itemref='a a c'></i> »
    items that refer to the next => <p itemscope itemref=a0>x«<i id=a{i} itemprop='b c' itemscope itemref='a{i+1} \
    a{i+2}'></i>»
    prefixes of RDFa => «<p prefix='a{i}: http://a.example/' property='a{i/2}:b' about=c>x»
    headings => «<h1>Title {i}</h1><h2>Title</h2><h3>Title</h3><h4>Title</h4><h5>Title</h5><h6>Title</h6>»
    posts => «<article class=post><a href=/u{i}>user{i}</a><p>Some words of post {i}, and more.</article>»
    pictures => «<img src=a.png alt='b c'>»x
    long addresses => <base href='https://a.example/«b/»'>«<a href=c>d</a> »
    a long style, repeated in every paragraph => <p><b style='«x;»'>«<p>x»
    SVG and MathML => «<svg><g><math><mi>x</svg><font color=x>y»
    templates => «<template><tr><td>x»
    selects => «<select><option>a<style>b»
    ruby => «<ruby>a<rt>b<rp>c»
    hidden elements => «<p hidden>a<div style=display:none>b</div>»
    line breaks => «a<br>»
    frames => «<frameset><frame></frameset><iframe>x</iframe>»";

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

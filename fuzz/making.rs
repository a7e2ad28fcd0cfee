//! Bytes as instructions that make a page. Most instructions make whole tags and texts, so that the fuzzer changes the
//! structure and not the spelling.

use crate::shapes::SHAPES;

const LONGEST: usize = 4 * 1024;

const TAGS: &str = "a abbr address annotation-xml article aside b base blockquote body br button caption center cite code col \
    colgroup dd del details div dl dt em fieldset figcaption figure font footer form frameset h1 h2 h3 h6 head \
    header hr html i iframe img input li link listing main math menu meta mi nav nobr noscript object ol optgroup \
    option p plaintext pre q rb rp rt rtc ruby s script section select small span strong style sub summary sup svg \
    foreignObject desc table tbody td template textarea tfoot th thead time title tr u ul video x-y xmp";

const ATTRIBUTES: &str = "\
class=post
class='comment author'
class=footnote
id=fn1
id=content
id=a
href=#fn1
href=/x
href='javascript:x'
href=https://b.example/c
src=a.png
src=//c.example/d.png
hidden
style='display:none'
style='color:red;background:url(x)'
role=main
role=navigation
itemprop=author
itemprop=articleBody
itemscope
itemtype=https://schema.org/Article
property=og:title content='A title'
name=author content='A B'
name=date content=2020-01-02
datetime=2020-01-02T03:04:05Z
type=application/ld+json
encoding=text/html
type=hidden
colspan=1000
rowspan=0
start=999999999
value=-5
lang=en
dir=rtl
title='a \"b\" <c>'
alt='d ](e'
data-src=f.jpg
onclick=alert(1)
srcdoc='<p>x'
xlink:href=g
aria-hidden=true
color=red
open
rel=author";

const TEXTS: &[&str] = &[
    "word ",
    "Some words, of which a sentence is made. ",
    "x",
    " ",
    "\n",
    "\u{a0}",
    "1. ",
    "- ",
    "# ",
    "```",
    "|",
    "<",
    "&",
    "&amp;lt;",
    "&#0;",
    "&notin;",
    "](",
    "By Jane Doe",
    "May 3, 2020",
    "\u{fc}\u{4e2d}\u{6587}",
    "\u{0}",
    "\r\n",
    "*a*",
    "_b_",
    "\\",
    "2 comments",
    "Copyright 2020",
    "Read more",
    "$ 9.99",
    "[1]",
];

const ODDITIES: &str = "\
<!--
-->
--!>
<![CDATA[
]]>
<!doctype html>
<!doctype
</
<?x
</p>
</br>
<p
='
\"
>
/>
</script>
</style>
</textarea>
</title>
{\"@type\":\"Article\",\"articleBody\":\"one two\",\"author\":{\"name\":\"A\"}}
{\"a\":[
\\u0000
a{b:url(c)}
<script type=application/ld+json>";

/// Makes a page by the instructions of some bytes.
pub fn page(bytes: &[u8]) -> String {
    let tags: Vec<&str> = TAGS.split(' ').collect();
    let [attributes, oddities] = [ATTRIBUTES, ODDITIES].map(|lines| lines.lines().collect::<Vec<_>>());
    let mut page = String::new();
    let mut open: Vec<&str> = Vec::new();
    let mut bytes = bytes.iter().copied();
    let mut repeated_from = 0;
    while let Some(byte) = bytes.next() {
        let mut next = || usize::from(bytes.next().unwrap_or(0));
        match byte {
            0..=119 => {
                let tag = tags[usize::from(byte) % tags.len()];
                page.push('<');
                page.push_str(tag);
                for _ in 0..next() % 4 {
                    page.push(' ');
                    page.push_str(attributes[next() % attributes.len()]);
                }
                page.push('>');
                open.push(tag);
            }
            120..=149 => {
                let tag = match open.pop() {
                    Some(tag) => tag,
                    None => tags[next() % tags.len()],
                };
                page.push_str(&format!("</{tag}>"));
            }
            150..=159 => page.push_str(&format!("</{}>", tags[next() % tags.len()])),
            160..=209 => page.push_str(TEXTS[usize::from(byte - 160) % TEXTS.len()]),
            210..=224 => page.push_str(oddities[next() % oddities.len()]),
            225..=229 => repeated_from = page.len(),
            230..=239 => {
                let piece = page[repeated_from..].to_owned();
                let times = next() * next() / 16;
                page.push_str(&piece.repeat(times.min(LONGEST / piece.len().max(1))));
                repeated_from = page.len();
            }
            240..=247 => {
                let length = next() % 32;
                let raw: Vec<u8> = bytes.by_ref().take(length).collect();
                page.push_str(&String::from_utf8_lossy(&raw));
            }
            248..=255 => {
                let shape = &SHAPES[next() % SHAPES.len()];
                page.push_str(&shape.page(next() * 32));
            }
        }
        if page.len() > LONGEST {
            break;
        }
    }
    page
}

//! Markdown: a reader finds the words of the extracted text in it, whatever the page.

use goce_core::extract::Selection;
use goce_core::page::Page;
use goce_core::render;
use proptest::prelude::*;

use crate::pages::{cases, parse};
use crate::rendering::{all_content, captioned_text, golden_selections, read_back, some_blocks, soup};

fn markdown(html: &str) -> String {
    let page = parse(html);
    render::markdown(&page, &all_content(&page), None).unwrap().unwrap_or_default()
}

fn check(page: &Page, selection: &Selection, name: &str) {
    let text = captioned_text(page, selection);
    let markdown = render::markdown(page, selection, None).unwrap();
    assert_eq!(text.is_some(), markdown.is_some(), "{name}");
    if let (Some(text), Some(markdown)) = (text, markdown) {
        read_back::check(&markdown, &text, name);
    }
}

#[test]
fn golden_pages_by_every_method() {
    for (name, page, selection) in golden_selections() {
        check(&page, &selection, &name);
    }
}

#[rustfmt::skip]
const HOSTILE: [&str; 42] = [
    " ", "\n", "*", "_", "**", "__", "[", "]", "](", "&lt;", ">", "#", "# ", "+", "- ", "---", "1.", "1. ", "12)", "!", "![", "|",
    "~", "~~", "`", "``", "```", "\\", "\\|", "&amp;lt;", "&lt;b&gt;", "=", "===", "[^1]", "[^1]:",
    "https://a.example/b_c", "www.example.org", "漢字", "عربي", "(", ":", "    ",
];

const TAGS: &str = "\
    p|div|span|b|i|strong|em|a href=/x|a href='javascript:x'|code|kbd|del|s|h1|h2|h3|ul|ol|ol start=7|li|dl|dt|\
    dd|blockquote|pre|table|tr|td|th|td colspan=2|td rowspan=2|caption|br|hr|img src=a.png alt='*x'|sup|details|\
    summary|section|a href=#fn1|li id=fn1|textarea|button|figure";

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_shrink_iters: 300, ..ProptestConfig::default() })]

    #[test]
    fn hostile_pages(html in soup(TAGS, &HOSTILE), taken in prop::collection::vec(any::<bool>(), 16)) {
        let page = parse(&html);
        check(&page, &all_content(&page), &html);
        check(&page, &some_blocks(&page, &taken), &html);
    }
}

/// Pages, and their Markdown.
const FORMS: &str = "
    <h1>A <b>b</b></h1><h3>c<br>d</h3><p>e<br>f => # A b¶¶### c d¶¶e\\¶f
    <p>a <b> b </b>c<i>d</i> <b>e</b><b>f</b> => a **b** c*d* **ef**
    <p>a<b>(b)</b>c <b>d</b><i>e</i> => a(b)c **d**e
    <ul><li>a<li>b<ul><li>c</ul><li>d</ul> => - a¶- b¶  - c¶- d
    <ul><li><p>a<li><p>b</ul> => - a¶¶- b
    <ol start=9><li>a<li>b<p>c</ol> => 9. a¶¶10. b¶¶    c
    <ol><li>a</ol><ol><li>b</ol> => 1. a¶¶1) b
    <blockquote>a<blockquote>b</blockquote></blockquote>c => > a¶>¶> > b¶¶c
    <pre><code class='x language-Rust'>fn a() {¶¶  ```¶}</code></pre> => ````rust¶fn a() {¶¶  ```¶}¶````
    <ul><li>a<pre>b¶ c</pre></ul> => - a¶¶  ```¶  b¶   c¶  ```
    <p><code>a`b</code> <kbd>c</kbd><tt>d</tt> => ``a`b`` `cd`
    <p><code><i>a</i>(<span>b,</span> <span>c</span>)</code> <code>d</code> => `a(b, c)` `d`
    <p>a <b><code>b <i>c</i></code></b> d => a **`b c`** d
    <h2><a href=#a>A</a></h2><h3><a href=/b>B</a></h3><p><a href=#c>c</a> => ## A¶¶### [B](/b)¶¶[c](#c)
    <p><a href=#>a</a> <a href=''>b</a> => a b
    <p>$1 <a href=/x>$5</a> <a href=/x>[a](b) $1</a> $6 => \\$1 [\\$5](/x) [&#91;a&#93;(b) &#36;1](/x) $6
    <p>a <a href=/x>&amp;T</a> <img src=/b.png alt=c/b.png> => a [&T](/x) ![](/b.png)
    <p>a:<br>- b<br>- c<br>d => a:¶¶- b¶- c¶¶d
    <p><a href=/x>a <b>b</b></a> <a href=javascript:x>c</a> <a>d</a> => [a **b**](/x) c d
    <p><a href=/x><code>]</code><code>:a</code></a> <code>]:b</code> => [&#93;`:a`](/x) \\]&#58;b
    <p>a <img src=b.png alt='c]'> d<hr>e => a ![c&#93;](b.png) d¶¶___¶¶e
    <dl><dt>a<dd>b<dd>c<dt>d<dd>e</dl> => **a**¶¶- b¶- c¶¶**d**¶¶- e
    <table><tr><th>a<th>b|c<tr><td rowspan=2>d<td>e<tr><td><p>f</table> \
        => | a | b\\|c |¶| --- | --- |¶| d | e |¶|  | f |
    <table><caption>t</caption><tr><td colspan=2>a<td>b<tr><td>c<td>d<td>e</table> \
        => t¶¶|  |  |  |¶| --- | --- | --- |¶| a |  | b |¶| c | d | e |
    <p>a<table><tr><td>&nbsp;<td><tr><td><td> </table>b => a¶¶b
    <table><tr><td>a<td><ul><li>b</ul><tr><td>c<td>d</table> => a¶¶- b¶¶c¶¶d
    <table><tr><th>a<th>b<tr><td><h4>c</h4><td><ul><li>d<li>e</ul><tr><td><pre>f g</pre><td>h</table> \
        => | a | b |¶| --- | --- |¶| **c** | d e |¶| `f g` | h |
    <p>a<sup><a href=#fn1>1</a></sup> b<ol><li id=fn1>note <a href=#r>^</a></ol> => a[^1] b¶¶[^1]: note &nbsp;
    <p>a<sup><a href=#fn1>1</a></sup><a href=/x>c</a><ol><li id=fn1>b</ol> => a[^1] [c](/x)¶¶[^1]: b &nbsp;
    <p>a<sup><a href=#fn1>1</a></sup><ol><li id=fn1><hr>b</ol> => a[^1]¶¶[^1]: b &nbsp;
    <p>a<sup><a href=#fn1>1</a></sup><ol><li id=fn1>javascript:b<br>'c'</ol> \
        => a[^1]¶¶[^1]: javascript:b &nbsp;\\¶    'c'
    <p>a<sup><a href=#fn1>1</a></sup><ol><li id=fn1>b (c)</ol> => a[^1]¶¶[^1]: b &nbsp; (c)
    // Code that a renderer without fences would read as markup.
    <pre class=language-c>if (a < b) { c(); }</pre> => ```c¶if (a < b) { c(); }¶```
    <p>a<pre class=language-html>&lt;b>¶¶  c</pre>d => a¶¶    <b>¶¶      c¶¶d
    <pre>[a](b)</pre> => &nbsp;¶¶    [a](b)
    <ul><li>a<pre>&lt;b></pre>c<li><pre>&lt;d></pre></ul><pre>&lt;e></pre> => - a¶¶  `<b>`¶¶  c¶- `<d>`¶¶&nbsp;¶¶    <e>
    <blockquote>a<pre>&lt;b></pre></blockquote> => > a¶>¶>     <b>
    <p>http://a.example/~b <i>http://a.example/c</i> www.a.example<code>d</code> \
        => <http://a.example/~b> *http&#58;//a.example/c* www\\.a.example`d`
    <p><a href=/x>http://a.example/</a> <a href=/x>http://a.example/~b</a> \
        => [http://a.example/](/x) [http&#58;//a.example/\\~b](/x)
    <p>a <del>b</del>, <del><code>c</code></del> <i>d <code>e*</code></i> <i><code>f</code></i> ~<code>g</code> \
        => a ~~b~~, `c` d `e*` `f` \\~`g`
    <p>a\u{2}b<code>`\u{3}</code> => a b`` ` ``
    <p><a href=/x><code>[b]</code></a> => [\\[b\\]](/x)
    <p><a href='c&amp;#58;d'>b</a> => [b](c%26#58;d)
    <p>a <img src=b.png alt='c&quot; d=e'> => a ![c&quot; d=e](b.png)
    <p>a <a href=#fn2><sup>2</sup></a> => a [2](#fn2)
    <p><s>a</s> b => ~~a~~ b
    <a href=/x><h2>a</h2><p>b</a> => ## [a](/x)¶¶[b](/x)
    // Task lists, as several programs write them.
    <ul><li><input type=checkbox checked disabled> a<li><input type=checkbox disabled> b</ul> => - [x] a¶- [ ] b
    <ul class=task-list><li><label><input type=checkbox>a</label><li><p><input type=checkbox checked> b</ul> \
        => - [ ] a¶¶- [x] b
    <ol><li class=task-list-item><input type=checkbox>[x] a</ol> => 1. [ ] \\[x\\] a
    <ul><li><input type=checkbox> a<li>[ ] b</ul> => - a¶- \\[ \\] b
    <ul class=taskbar><li><input type=checkbox> a</ul> => - a
    <ul><li><input type=checkbox disabled><h3>a</h3>b</ul> => - [ ] &nbsp;¶¶  ### a¶¶  b
    <ul><li><input type=checkbox disabled><blockquote>a</blockquote></ul> => - [ ] &nbsp;¶¶  > a
    <p>a<sup><a href=#x>37</a></sup>, b<a href=#fn3>3</a> => a[\\[37\\]](#x), b[\\[3\\]](#fn3)
    <table><tr><td class=gutter><div>1</div><div>2</div><td class=code><div><div \
        class=line><code>a</code></div><div><code>b</code></div></div></table> => ```¶a¶b¶```
    <table><tr><td class=blob-code><i data-code-marker=+> a</i><tr><td class=blob-code>b</table> => ```¶+ a¶b¶```
    // Films and sounds.
    <p>a<iframe src=https://www.youtube.com/embed/b title='c [d]'></iframe> e \
        => a [c \\[d\\]](https://www.youtube.com/embed/b) e
    <p>a</p><figure><video controls><source src=/b.mp4></video><figcaption>c</figcaption></figure><p>d \
        => a¶¶[b.mp4](/b.mp4)¶¶c¶¶d
    <p>a</p><audio aria-label=b src=http://c.example/d></audio><p>e => a¶¶[b](http://c.example/d)¶¶e
    <p>a<a href=/b>c<iframe src=https://player.vimeo.com/video/1></iframe></a> \
        => a[c](/b) [player.vimeo.com](https://player.vimeo.com/video/1)
    <p>a</p><a href=/b><video controls src=/c.mp4></video></a> => a¶¶[c.mp4](/c.mp4)";

/// What some renderer took for markup, and how it is written now.
const ONCE_READ: &str = "
    // Python-Markdown read the second item as a part of the first one's code.
    <ol><li>a<pre>&lt;b></pre><li>c<pre>\t&lt;d>¶¶ e </pre></ol> => 1. a¶¶   `<b>`¶2. c¶¶   ` <d>`\\¶   ` e`
    <ol><li>a<pre>>>> 1¶2</pre><li>b <code>&lt;c></code></ol> => 1. a¶¶   ```¶   >>> 1¶   2¶   ```¶¶2. b `<c>`
    // It lost its place behind a reference without a number.
    <p>a &amp;#<p>b &amp;#; <code>&amp;#</code> <code>&amp;#6;</code> => a &amp;#¶¶b &amp;#; &amp;# `&#6;`
    <pre>&amp;# &lt;b>¶  c</pre> => &amp;# &lt;b>\\¶`  c`
    // markdown2 read the end of code.
    <p>a<pre>&lt;b></pre><p><code>&lt;/code></code> <code>&lt;c>&lt;/code></code> => a¶¶    <b>¶¶&lt;/code> `<c></code>`
    <p><code>&lt;span></code><code>&lt;/code></code> => &lt;span>&lt;/code>
    <p>a<pre>&lt;/code>¶b</pre> => a¶¶&lt;/code>\\¶`b`
    // It found no end of a list that begins an item, and took the spaces before code in a footnote.
    <ol><li><ol><li>a</ol><li>b</ol> => 1. &nbsp;¶   1. a¶2. b
    <p>a<sup><a href=#fn1>1</a></sup><ol><li id=fn1>b c<pre>&lt;d></pre></ol> => a[^1]¶¶[^1]: b c¶¶    `<d>`
    // It read a definition from the first bracket to the last.
    <p><a href=/]:x>a</a> [b]: <code>[c]: &lt;d></code> => [a](/%5D:x) \\[b\\]&#58; \\[c\\]&#58; &lt;d>
    // It and showdown took the backslash for the escape of the backtick.
    <p><i>a\\<code>&lt;b></code></i> => *a&#92;`<b>`*
    // showdown saw the ends of lines, of a tag and of an attribute, and links in an attribute.
    <p>a<pre>&lt;b>\u{2028}c\u{2029}d\u{b}e\u{c}f\u{1c}g\u{85}h</pre> => a¶¶    <b> c d e f g h
    <p>a\u{1d}b<code>c\u{1e}d</code> => a b`c d`
    <p>a <img src=b.png alt='c > d www.e.example http://f.example dict://g.example h@i.example j'> \
        => a ![c &gt; d www\\.e.example http&#58;//f.example dict&#58;//g.example h&#64;i.example j](b.png)
    <table><tr><th>a\"<th><code>b\"</code><tr><td>c\"<td><code>d\"</code></table> \
        => | a&quot; | b&quot; |¶| --- | --- |¶| c\" | `d\"` |
    <ul><li><table><tr><th>a<th>b<tr><td>c<td>d</table></ul> => - &nbsp;¶¶  | a | b |¶  | --- | --- |¶  | c | d |
    <ul><li><pre>a</pre></ul> => - &nbsp;¶¶  ```¶  a¶  ```
    <ul><li><blockquote>a<pre>&lt;b></pre></blockquote></ul> => - > a¶  >¶  > `<b>`
    <pre>\\&lt;b¶c></pre> => \\\\&lt;b\\¶`c>`
    <p><a href='![b'>a</a> => [a](%21[b)
    <p>a<sup><a href=#fn1>1</a></sup><ol><li id=fn1>javascript:b(1) c\"</ol> \
        => a[^1]¶¶[^1]: &nbsp; &nbsp; javascript:b(1) c\"
    <p>a<sup><a href=#fn1>1</a></sup><ol><li id=fn1>javascript:b =1x1</ol> => a[^1]¶¶[^1]: javascript:b &nbsp; =1x1
    // mistune read a reference to a footnote, and an address with the backtick behind it.
    <p><a href=http://a.example/>^b</a><code>&lt;c></code> => [&#94;b](http://a.example/)`<c>`
    // marked read no link over the end of a line, but an address with the backtick behind it.
    <p><a href=http://a.example/>b<br>c</a><code>&lt;d></code> => [b  ¶c](http://a.example/)`<d>`
    // Python-Markdown read attributes in code whose fence it lost.
    <ul><li>a<pre># b { c }</pre></ul><pre># b { c }</pre> => - a¶¶  `# b { c }`¶¶```¶# b { c }¶```
    <blockquote>a<pre>b { c }¶: d</pre></blockquote> => > a¶>¶>     b { c }¶>     : d
    // marked looked for the end of a mark in code.
    <p><code>`</code><b>a]</b><code>*&lt;b></code> => `` ` ``a\\]`*<b>`
    // markdown-it read a definition.
    <p>a<pre>: &lt;b></pre><p>~ c => a¶¶¶    : <b>¶¶\\~ c
    <blockquote>a<pre> ~ &lt;b></pre></blockquote> => > a¶>¶>¶>      ~ <b>
    // Many read a formula.
    <p>a $$ <code>b$$ &lt;c></code> d => a \\$\\$ `b$$ <c>` d
    <p>a $5<p>b $6 or $7<br><a href=/$x>$8</a> $9 => a $5¶¶b \\$6 or \\$7\\¶[\\$8](/$x) $9
    <table><tr><td>a<td>$5<tr><td>b<td>$6</table> => |  |  |¶| --- | --- |¶| a | \\$5 |¶| b | \\$6 |";

#[test]
fn forms() {
    let written = cases(FORMS).chain(cases(ONCE_READ)).map(|[html, expected]| [markdown(&html), html, expected]);
    let wrong: Vec<_> = written.filter(|[written, _, expected]| written != expected).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn structure_above_a_part() {
    let page =
        parse("<ol><li>a<li>b<li>c</ol><table><tr><th>d<th>e<tr><td>f<td>g<tr><td>h<td>i</table><h2>j <i>k</i></h2>");
    let taken = ["c", "d", "g", "j k"];
    let blocks = page.blocks().iter().filter(|block| taken.contains(&page.block_text(block)));
    let selection = Selection::ranges(blocks.map(|block| block.nodes())).unwrap();
    assert_eq!(
        render::markdown(&page, &selection, None).unwrap().unwrap(),
        "3. c\n\n| d |  |\n| --- | --- |\n|  | g |\n\n## j *k*"
    );
}

use crate::page::{Page, Tag};

#[test]
fn lines_words_and_rows() {
    Page::check_texts(
        "
        a<b>b</b>c <i>d</i>| e => abc d e
        <div>a</div><div>b</div> => a|b
        <div>a</div>b<div>c</div> => a|b|c
        <p>a</p><p>b</p>c => a||b||c
        a<br>b<br><br>c<br> => a|b||c
        <ul><li>a<li>b<ul><li>c</ul></ul> => a|b|c
        <table><tr><th>a<th>b<tr><td>c<td><p>d</p><p>e</p></table>f => a\tb|c||d||e||f
        // A heading in a table of data is the text of its cell.
        <table><caption><h3>a</h3></caption><tr><td><h4>b</h4><td>c<tr><td><h5>d</h5>e<td>f</table> => a||b\tc|d e\tf
        <table><tr><td><h1>a</h1><td>b<tr><td>c<td>d</table> => a||b|c\td
        <table><tr><td><h4>a</h4><td><h4>b</h4></table> => a||b
        x<pre>  a|    b  c||</pre>y => x||  a|    b  c||y
        a<wbr>b<img alt=no>c => abc
        <button>a</button><button>b</button> => a|b
        a&nbsp;b\u{3000}c => a b c
        // A line of the source ends within a sentence without spaces.
        星期一早上|  载着<b>|乘客</b> => 星期一早上载着乘客
        船が|出た。|The boat|船 出 한국|어 => 船が出た。 The boat 船 出 한국 어
        He said <q>the <b>sea</b></q>, and “<q>Aye</q>” <q>«Oui»</q> <q></q>. => He said \"the sea\", and “Aye” «Oui» .
        <ruby>表示<rp>(</rp><rt>ひょうじ</rt><rp>)</rp></ruby>された<ruby>a<rt></rt></ruby> => 表示(ひょうじ)されたa
        <rt>a</rt><rtc><span>b<rt>c</span></rtc>d <ruby>e<rt><b>f<rt>g</rt></b></rt></ruby>h => ab(c)d e(fg)h
        <p>the <button>spring tide</button>, and <button>neap</button>.</p> => the spring tide, and neap.
        <h3><button>What is it?</button></h3>x<li>a <button>Copy</button></li> => What is it?||x|a|Copy
        <h3>Title <button>Share</button></h3><p><button>a</button><button>b</button> => Title|Share||a|b
        <x-a><template shadowrootmode=open><style>p{}</style><p>b</template>c</x-a> => b||c
        <x-a><template shadowroot=open><p>b</template>c</x-a><template><p>d</template> => b||c
        <label>Python</label><label>C</label><input type=radio><label>D</label><div>x</div><label>a</label>b => \
        Python C D|x|ab
        word<label></label><input type=checkbox><span class=sidenote>The <i>one</i> note.</span>b => word The one \
        note. b
        word<sup>1</sup><span class='my-footnote-text'>The note.</span>, b => word1 The note., b
        (<span class=footnote>long enough text</span>) b => (long enough text) b
        word<span class=footnote>[1]</span> and<span class=keynote>the note</span> => word[1] andthe note
        <noscript><p>shown</noscript> => shown
        <title>t</title><style>s</style><script>j</script>x<!-- c --><template>u</template> => x
        <svg><text>s</text></svg><video>v</video><iframe>i</iframe>x => x
         =>",
    );
    assert_eq!(Page::sample(" \n ").text(), "");
}

#[test]
fn hidden_elements() {
    Page::check_texts(
        "
        a<p hidden>b</p> => a
        a<p hidden=until-found>b</p> => a||b
        a long enough<p style='display:none'>b<i>c</i></p> => a long enough
        a<dialog>b</dialog><dialog open>c</dialog> => a|c
        abc<div role=dialog aria-hidden=true>b</div><div class='x Modal' aria-hidden=true>c</div> => abc
        abc<div class='modal fade' aria-hidden=true>b</div><div class=modals aria-hidden=true>c</div> => abc|c
        abc<div role=dialog>b</div><div role=dialog aria-modal=true>c</div> => abc|b|c
        abc<div role=dialog aria-hidden=true style='display: block'>b</div> => abc|b
        // A dialog waits for scripts where it is nearly all of the page.
        ab<div role=dialog aria-hidden=true>Eight letters are not much.</div> => ab|Eight letters are not much.
        abcd<div role=dialog aria-hidden=true>Eight letters are not much.</div> => abcd
        a long enough<div popover>b</div><p popover=manual>c</p> => a long enough
        a<b popover='of old'>b</b> => ab
        a<span aria-hidden=true>¶</span><b aria-hidden=true>b</b><div aria-hidden=true>c</div> => ab|c
        <body style='display:none'>a => a
        abc<template id='B:0'></template><div hidden id='S:0'>d</div> => abc|d
        abc<div hidden id='S:0'>d</div> => abc
        abc<div hidden class=accordion-body>d</div> => abc
        a<i>1</i><span class=footnote style='display:none'>Note.</span>b => a1 Note. b
        <button>abc</button><div hidden class=accordion-body>d</div> => abc|d
        <div hidden id=e>d</div><a href='#e'>abc</a> => d|abc
        // More text than the rest of the page.
        menu<main style='visibility:hidden'>the whole text of the page</main> => menu|the whole text of the page
        menu<main hidden>the whole text<script>not this</script></main> => menu|the whole text",
    );
}

#[test]
fn texts_and_counts_of_elements_are_slices() {
    let page = Page::sample("<nav>one two</nav><main>three <b>fo</b>ur<p>five</p></main><i></i>");
    let at = |tag| page.all(tag).next().unwrap();
    let text = |tag| page.text_of(page.subtree(at(tag)));
    assert_eq!(text(Tag::Nav), "one two");
    assert_eq!(text(Tag::Main), "three four\n\nfive");
    assert_eq!(text(Tag::B), "fo");
    assert_eq!(text(Tag::I), "");
    let words = |tag| page.word_count(page.subtree(at(tag)));
    assert_eq!((words(Tag::Nav), words(Tag::Main), words(Tag::P)), (2, 3, 1));
    assert_eq!(words(Tag::Html), 5);
    let children: Vec<Tag> = page.children(at(Tag::Body)).map(|child| page.tag(child)).collect();
    assert_eq!(children, [Tag::Nav, Tag::Main, Tag::I]);
    assert_eq!(page.nodes()[at(Tag::Html)].depth(), 0);
    assert_eq!(page.nodes()[at(Tag::B)].depth(), 3);
}

#[test]
fn blocks_end_at_block_edges_and_empty_lines() {
    let page = Page::sample("<div>a <b>b</b><p>c</p>d<br>e<br><br>f</div><td>g");
    let block = |block| (page.block_text(block), page.tag(block.element()));
    let blocks: Vec<_> = page.blocks().iter().map(block).collect();
    let [div, p, body] = [Tag::Div, Tag::P, Tag::Body];
    assert_eq!(blocks, [("a b", div), ("c", p), ("d\ne", div), ("f", div), ("g", body)]);
}

#[test]
fn hostile_pages_are_laid_out() {
    for (html, words, blocks) in [
        ("<div>x ".repeat(100_000), 100_000, 100_000),
        ("<a>x ".repeat(100_000), 100_000, 1),
        ("<b><p>x".repeat(2_000), 2_000, 2_000),
        ("<table><tr><td>x".repeat(20_000), 20_000, 20_000),
        ("</p>".repeat(100_000), 0, 0),
        ("x ".repeat(1_000_000), 1_000_000, 1),
        ("<".to_owned(), 0, 1),
        ("seen<!-- x".to_owned(), 1, 1),
        ("seen<script>x".to_owned(), 1, 1),
        // <p\u{fffd}> is an unknown, inline element.
        ("\u{0}\u{feff}<p\u{0}>x".to_owned(), 1, 1),
    ] {
        let page = Page::sample(&html);
        let name = &html[..html.len().min(30)];
        assert_eq!(page.word_count(page.positions()), words, "{name}");
        assert_eq!(page.blocks().len(), blocks, "{name}");
    }
}

#[test]
fn long_texts_check() {
    // A page may be one word, one white space, or one run of other characters.
    for (piece, words) in [("word ", 200_000), ("w", 1), ("\u{1f600}", 0), ("\u{3000}", 0)] {
        let html = piece.repeat(1_000_000 / piece.len());
        let tree = crate::html::parse_archived(&html, &Default::default(), &mut || ()).unwrap();
        let (page, checks) = crate::interrupts::counted(|| super::lay_out(tree, Default::default()).unwrap());
        assert!(checks >= html.len() / (64 * 1024 + 16 * 1024), "{piece} {checks}");
        assert_eq!(page.word_count(page.positions()), words, "{piece}");
        assert_eq!(page.text(), html.trim());
    }
}

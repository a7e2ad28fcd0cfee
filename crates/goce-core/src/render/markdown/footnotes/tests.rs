use crate::lines;
use crate::page::Tag;
use crate::render::check_markdown;

#[test]
fn notes_of_many_programs() {
    for html in lines(
        "
        // Pandoc, MultiMarkdown, WordPress, Wikipedia.
        <p>Text<a href=#fn1 id=fnref1 role=doc-noteref><sup>1</sup></a> more.<ol><li id=fn1><p>The note.<a \
        href=#fnref1>\u{21a9}</a></ol>
        <p>Text<sup id=fnref:1><a href=#fn:1>1</a></sup> more.<p id=fn:1 class=footnote><sup>1</sup>The note. <a \
        href=#fnref:1>back</a>
        <p>Text<sup data-fn=u class=fn><a href=#u id=u-link>1</a></sup> more.<ol><li id=u>The note. <a \
        href=#u-link>\u{21a9}</a></ol>
        <p>Text<sup id=cite_ref-a_1-0><a href=#cite_note-a-1><span>[</span>1<span>]</span></a></sup> more.<ol><li \
        id=cite_note-a-1><b><a href=#cite_ref-a_1-0>^</a></b> <span>The note.</span></ol>
        // Word, Texinfo, Substack, Docutils, a plugin of WordPress.
        <p>Text<a style=x href=#_ftn1 name=_ftnref1><span>[1]</span></a> more.<div><div id=ftn1><p><a \
        href=#_ftnref1 name=_ftn1><span>[1]</span></a> The note.</div></div>
        <p>Text<a class=footnote id=DOCF1 href=#FOOT1><sup>1</sup></a> more.<div><h5><a id=FOOT1 \
        href=#DOCF1>(1)</a></h5><p>The note.</div>
        <p>Text<a class=footnote-anchor id=footnote-anchor-1 href=#footnote-1>1</a> more.<div class=footnote><a \
        id=footnote-1 href=#footnote-anchor-1>1</a><div><p>The note.</div></div>
        <p>Text<a class=footnote-reference href=#id2 id=id1>[1]</a> more.<dl><dt id=id2><span>[<a \
        href=#id1>1</a>]</span><dd>The note.</dl>
        <p>Text<span id=e-1><a href=#easy-footnote-bottom-1><sup>1</sup></a></span> more.<ol><li><span \
        id=easy-footnote-bottom-1></span>The note.<a href=#e-1></a></ol>
        <p>Text<sup><a href=#n1>1</a></sup> more.<p><a name=n1></a>1. The note.
        // Asciidoctor, LibreOffice, GitHub.
        <p>Text<sup class=footnote>[<a id=_footnoteref_1 href=#_footnotedef_1>1</a>]</sup> more.<div \
        id=_footnotedef_1><a href=#_footnoteref_1>1</a>. The note.</div>
        <p>Text<a name=sdfootnote1anc href=#sdfootnote1sym>1</a> more.<div><p><a name=sdfootnote1sym \
        href=#sdfootnote1anc>1</a>The note.</div>
        <p>Text<sup><a href=#user-content-fn-1 id=user-content-fnref-1>1</a></sup> more.<ol><li \
        id=user-content-fn-1><p>The note. <a href=#user-content-fnref-1>\u{21a9}</a></ol>
        <p>Text<sup id=r1><a href=#cite_note-1>[1]</a></sup> more.<ol><li id=cite_note-1><span>^ <a \
        href=#r1><sup>a</sup></a> <a href=#r1>b</a></span> The note.</ol>
        // Easy Footnotes, EUR-Lex, Hatena, Project Gutenberg.
        <p>Text<span id=e-1></span><span><a href=https://e.example/#easy-footnote-bottom-1>1</a></span> \
        more.<ol><li><span id=easy-footnote-bottom-1></span>The note.<a href=https://e.example/#e-1></a></ol>
        <p>Text<span><a href=#f-1a id=fn-1a>*1</a></span> more.<div><p><a href=#fn-1a \
        id=f-1a>*1</a><span>:</span><span>The note.</span></div>
        <p>Text<a id=FNanchor_1></a><a href=#Footnote_1>[1]</a> more.<div><p><a id=Footnote_1></a><a \
        href=#FNanchor_1><span>[1]</span></a> The note.</div>
        // LaTeX2HTML, Docutils before version 0.18.
        <p>Text<a name=t1 href=#foot2><sup>1</sup></a> more.<dl><dt><a name=foot2>... a longer word</a><a \
        href=x.html#t1><sup>1</sup></a></dt><dd>The note.</dl>
        <p>Text<a class=footnote-reference href=#id2 id=id1>[1]</a> more.<table id=id2><col \
        class=label><col><tr><td class=label><a class=fn-backref href=#id1>[1]</a><td>The note.</table>",
    ) {
        check_markdown(Tag::Html, &format!("{html} => Text[^1] more.||[^1]: The note."));
    }
}

#[test]
fn labels_and_what_is_no_note() {
    check_markdown(
        Tag::Html,
        "
        <p>Text<sup><a href=#note-2>[note 2]</a></sup> more.<ol><li id=note-2>The note.</ol> => Text[^note-2] \
        more.||[^note-2]: The note.
        <p>Text<sup><a href=#cite_note-2>[прим. 2]</a></sup> more.<ol><li id=cite_note-2>The note.</ol> => \
        Text[^прим-2] more.||[^прим-2]: The note.
        <p>Text<sup><a href=#cite_note-2>[chú thích 2]</a></sup> more.<ol><li id=cite_note-2>The note.</ol> => \
        Text[^chú-thích-2] more.||[^chú-thích-2]: The note.
        <p>Text<sup><a href=#cite_note-2>[注2]</a></sup>.<ol><li id=cite_note-2>The note.</ol> => Text[^注2].||[^注2]: \
        The note.
        <p>Text<sup><a href=#n>we said 2!</a></sup>.<p id=n>The note. => Text[we said 2!](#n).||The note.
        <p>Text (<a id=c1 href=#r1><span>1</span></a>) more.<p>(<a id=r1 href=#c1>1</a>) The note. => Text ([^1]) \
        more.||[^1]: The note.
        // Springer.
        <p>Text<sup><a href=#ref-CR1>1</a></sup> more.<ol><li><p id=ref-CR1>The note.</p><p>Scholar</p></ol> => \
        Text[^1] more.||[^1]: The note.||    Scholar
        // Tables that are only layout.
        <table><tr><td>Menu<td><p>Text<sup><a href=#fn1 name=r1>1</a></sup> more.<p><a name=fn1></a><sup>1</sup> \
        The note. <a href=#r1>back</a></table> => Menu||Text[^1] more.||[^1]: The note.
        // A note that is nothing but its label is none.
        <p>Text<sup><a href=#n1 id=r1>1</a></sup> more.<div id=n1><a href=#r1>1</a></div> => Text[\\[1\\]](#n1) \
        more.||[1](#r1)
        // No chapter is a note.
        <p>Text <a href=#c1>1</a> more.<p id=c1>1 Chapter. => Text [1](#c1) more.||1 Chapter.
        // The note has a number of its own.
        <p>Text<sup><a href=#fn1>1</a></sup> more.<p id=fn1>12 notes. => Text[^1] more.||[^1]: 12 notes.
        // No cell of data is a note.
        <p>Text<sup><a href=#c1>1</a></sup>.<table><tr><td>1<td><p id=c1>A<tr><td>2<td><p>B</table> => \
        Text[\\[1\\]](#c1).|||  |  ||| --- | --- ||| 1 | A ||| 2 | B |",
    );
}

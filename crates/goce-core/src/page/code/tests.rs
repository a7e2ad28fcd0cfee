use crate::page::Page;

#[test]
fn numbers_of_lines_are_no_text() {
    Page::check_texts(
        "
        <pre><span class=ln> 1</span>a|<span class=ln> 2</span>  b</pre> => a|  b
        <pre><span class=lineno>10 </span>a = <i>1</i>|<span class=lineno>11 </span>b => a = 1|b
        <pre><a href=#L1>1</a>a|<span data-line-number=2>2</span>b => a|b
        <pre><span style='user-select:none'>7</span>a => a
        <pre><button class=copy-btn>Copy</button>a => a
        <pre><code>a|<span class=copy-code-btn>Copy</span></code></pre> => a
        <pre><div><div>bash</div><div><button>Code kopieren</button></div><div><code>a</code></div></div></pre> => a
        <pre class='language-console x'><span>console</span><code>a</code></pre> => a
        <pre class=language-yaml><b>yaml</b><button>Copy</button><code>a</code></pre> => a
        <div><pre>a</pre><button data-clipboard-text=a>Copy</button></div> => a
        <table><tr><td class=gutter><pre>1|2</pre><td class=code><pre>a|b</pre></table> => a|b
        <table><tr><td><div><pre><span>1</span><br><span>2</span></pre></div><td><pre>a|b</pre></table> => a|b
        <div><pre class=line-numbers>8|9</pre><pre>a|b</pre> => a|b
        <table><tr><td class=gutter><div>1</div><div>2</div><td class=code><div>a</div><div>b</div></table> => a|b
        <div><div class=toolbar><div><button class=copy>Copy</button></div></div><pre>a</pre></div> => a
        <div><textarea class='crayon-plain x'>a</textarea><pre>a</pre></div> => a
        <div><div class=line-numbers><a>1</a><a>2</a></div><pre>a|b</pre></div> => a|b
        <div><pre>a|b</pre><div class=line-numbers-wrapper>1<br>2</div></div> => a|b
        <div class='language-yaml x'><span class=lang>YAML</span><pre>a</pre></div> => a
        <pre>a|b<ul class=pre-numbering><li>1</li><li>2</li></ul></pre> => a|b
        <pre><span style='color: #008080;'>1</span> <b>a</b><i> {|</i><span style='color: rgba(0, 128, 128, \
        1)'>2</span>   b => a {|  b
        <pre><div></div><div><b class=x>1</b><i>a {</i></div><div><b class=x>2</b><i>  b</i></div><div><b \
        class=x>3</b></div></pre> => a {|  b
        <pre><code><span><b>1</b>a</span>|<span><b>2</b> b</span></code></pre> => a| b
        <div><p>Code: <a href=# onclick='selectCode(this)'>Select all</a></p><pre>a</pre></div> => Code:||a
        <div class=cm-gutters><i>9</i><i>1</i></div><div class=cm-content><div class=cm-line>a</div></div> => a
        <div><a href='javascript:;' title=copy>复制</a><pre>a</pre></div> => a
        // These are none.
        <pre>a = <span style='color: #008080;'>1</span> b => a = 1 b
        <pre><div><b>1</b><i>a</i></div><div><b>3</b><i>b</i></div></pre> => 1a|3b
        <pre><div><b class=x>1</b><i>a</i></div><div><b>2</b><i>b</i></div></pre> => 1a|2b
        <pre><div><b>1</b></div><div><b>2</b></div></pre> => 1|2
        <div><div><b>1</b><i>a</i></div><div><b>2</b><i>b</i></div></div> => 1a|2b
        <p><a href=# class=copy>Select all</a> => Select all
        <div><a href=/copy>Copies</a><pre>a</pre></div> => Copies||a
        <div class='language-yaml x'><span class=lang>json</span><pre>a</pre></div> => json||a
        <div class=language-yaml><span class=lang>yaml</span> a</div> => yaml a
        <div><p>a<div class=line-numbers>1<br>2</div></div> => a||1|2
        <pre>a<button>Run</button> => a|Run
        <pre><code><i>go</i> <button>x</button></code></pre> => go|x
        <pre><b>make</b> <code>a</code></pre> => make a
        <pre><div>go</div>a</pre> => go|a
        <p>a</p><button class=copy>Copy</button> => a||Copy
        <pre><span class=ln>x</span> => x
        <pre class=line-numbers>1|3 => 1|3
        <table><tr><td class=gutter>1<td>a</table> => 1\ta
        <table><tr><td>1<td><code>a</code></table> => 1\ta",
    );
    assert_eq!(Page::sample("<pre><span class=ln>1</span>&nbsp;  a").text(), "  a");
    let hidden = Page::parse_with("<pre><span class=ln>1</span> a", &Default::default(), crate::page::Hidden::All);
    assert_eq!(hidden.unwrap().text(), "1 a");
}

#[test]
fn blocks_of_code_keep_their_lines() {
    Page::check_texts(
        "
        <code class='hl block'>a|  b</code> => a|  b
        <code style='white-space: pre'>a| b</code> c  d => a| b c d
        <code class=language-c>a  b</code> => a b
        <code>a|  b</code> => a b
        <code class=block>a<br>|  b</code> => a|b
        <code>a<br>|&nbsp; &nbsp;<i>b</i>&nbsp; c<br>&nbsp;d<br></code>&nbsp; e => a|   b c| d|e
        <p>a<br>&nbsp;&nbsp;b => a|b
        <table><tr><td class=blob-code><span data-code-marker='-'> a</span><tr><td class=blob-code><span \
        data-code-marker='+'>b</span><tr><td class=blob-code><span data-code-marker=' '> c</span></table> => - \
        a|+b| c
        // Lines without text, and a mark outside of code.
        <table><tr><td class=blob-code><span data-code-marker='+'><br></span><tr><td class=blob-code><span \
        data-code-marker=' '>context</span><tr><td class=blob-code><b data-code-marker=-></b></table>x => \
        +|context|-||x
        <p data-code-marker=+>a => a
        // Empty lines.
        <table><tr><td class='blob-code x'>a<tr><td class=blob-code><tr><td class=blob-code>|<tr><td \
        class=blob-code> b<tr><td class=blob-code>c<td class='blob-code blob-code-empty'><tr><td \
        class=blob-code>d</table> => a|| b|c|d
        <pre><div>a</div><div><div>|</div></div><div>b</div>|<div></div><div>c</div> => a||b|c
        <pre><div>a</div><div><div> </div></div><div>b</div><div><b style=display:inline-block></b></div><div>c</div> \
        => a||b||c
        // Lines by their classes, and what was pasted.
        <div class=fragment><div class=line><span class=lineno> 1</span>a</div>|<div class=line>&nbsp; \
        b</div></div> => a|  b
        <ol class=dp-c><li><b>a</b>&nbsp;</li><li class=alt>&nbsp; b</li></ol> => a|  b
        <pre><span id=12a0>a</span><span id=f1c2>  b<br>c</span></pre> => a|  b|c
        <pre><span id=12a0>a</span> <span id=f1c2>b</span></pre><pre><span id=s1>c</span><span id=s2>d</span></pre> => a b||cd
        <div class=CodeMirror-code><div><div class=CodeMirror-linenumber>1</div><pre class=' CodeMirror-line '>a</pre>\
        </div><div><pre class=CodeMirror-line>&#8203;</pre></div><div><pre class=CodeMirror-line>  b</pre></div></div> => a||  b
        <pre class=' CodeMirror-line '>a|  b</pre> => a|  b
        <div class='ace_layer ace_text-layer'><div class=ace_line_group><div class=ace_line>a</div></div>\
        <div class=ace_line>  b</div></div> => a|  b
        <div class=view-lines><div class=view-line>a</div><div class=view-line>&nbsp; b</div></div> => a|  b
        <div class=code-block data-lang=go>a|  b|</div> c => a|  b|c
        <div class=code-block data-lang=go>a|  <i>b</i></div><div class=code-block>a|  b</div> => a b|a b
        <div class=fragment-1><div class=line>a</div><div class=line>  b</div></div> => a|b
        <div class=line-block><div class=line>a</div><div class=line>  b</div></div> => a|b
        <div class=cm-content><div class=cm-line>a</div><div class=cm-line><br></div><div class=cm-line> b => \
        a|| b
        <div style='font-family:a, monospace;white-space: pre;'><div>a</div><div>  b</div></div> => a|  b
        <div style='font-family:monospace;white-space:pre-wrap'><div>a</div><div>  b</div></div> => a|b",
    );
    assert_eq!(Page::sample("<table><tr><td class='blob-code x'>  a  b</table>").text(), "  a  b");
    let folded = "<div class=foldopen><div class=line>  a</div></div><div class=ttc><b>A</b></div>";
    assert_eq!(Page::sample(&format!("<div class=fragment>{folded}</div>")).text(), "  a");
}

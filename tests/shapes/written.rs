//! Hostile pages that cost a writer more than a parser: parts that are written many times, looked up from many places,
//! or numbered by counting what stands before them.

/// Their names and templates.
pub const WRITTEN: &str = "
    empty items before one => <ol>«<li>»<li>x
    items in turns => <p>x<ul><div>«<li><div><li></div>»
    footnotes within each other => «240×<a href=#fn{i}>{i}</a> »«240×<div id=fn{i}>»«<b>.</b>»
    one footnote => «<sup><a href=#fn1>1</a></sup>»<p id=fn1>note
    wide and high cells => <table>«<tr><td colspan=1000 rowspan=65534>x<td>y»
    many wide tables => «<table><tr><td colspan=400>a<td>b<tr><td>c<td>d</table>»
    a table with one long row and one short => <table><tr>«<td>x»<tr><td>x<td>y
    one run of backticks => <code>«`»
    brackets => «[»
    signs in marks => «<b>.</b><i>.</i><s>,</s>»
    a class that is copied => <p><code class='«goce-a »'>«<pre>x</pre>»
    a class above many => <div class='«x »'>«<pre>x</pre>»
    a property that is copied => <p><b itemprop='«x»'>«<p>x»
    tables in a paragraph => <p><b><i><s>«<table></table>x»
    pictures that are loaded late => «<img data-src=a alt=b>»x
    small objects of JSON => <p>x<script type=application/ld+json>[«{\"\":0},»0]</script>
    quotes in JSON => <p>x<script type=application/ld+json>[\"«\" »</script>
    bylines => «<b class=byline>x</b>»
    posts with authors and dates => «<div class=post><a class=author href=/u/a>a</a><time>3 May 2020</time><p \
    class=t>b c</div>»
    posts within each other => «<div class=post><b class=author>a</b> 3 May 2020<p>b c»
    rows of two => <table>«<tr class=h><td><b class=author>a</b> 3 May 2020<tr class=t><td>b c d e»
    records with prices => «<li><a href=x><h3>y</h3></a><i>$1</i>»
    a name with empty parts => <div class=author>«<i></i>»x</div>";

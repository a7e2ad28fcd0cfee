//! Pages made by hand, for what each rule of the standard does, alone and beside others.

/// Pages, a line each, below what they are about. `⏎` is a line break of a page. The first has nothing.
const PAGES: &str = "\
# elements that the page leaves out

 ⏎
x
<p>x
<title>t</title>x
<html lang=en><head><meta charset=utf-8></head><body class=a>x</body></html>
<head></head><body></body>x<p>y</html>z<!-- c -->\x20
<html a=1><html a=2 b=3><body c=4>x<body c=5 d=6><html e=7>
<head><title>a</title></head> <link><style>b</style><meta>x
<head><p>x<head><title>y</title>
<noscript><p>x</noscript><head><noscript><link><p>y</noscript>
</p>a</br>b</div>c</html>d</body>e
\u{feff}x\u{feff}y
<script></script>\u{feff}
<body><title>a</title><meta><base><template>b</template>
<script>a</script><body><script>b</script></body><script>c</script></html><script>d</script>
# paragraphs, lists and headings
<p>a<p>b<div>c<p>d</div>e
<p>a<span>b<p>c</span>d</p>e
<p>a<button>b<p>c</button>d<p>e
<button>a<p>b<button>c</button>d
<ul><li>a<li>b<ul><li>c</ul>d<li>e</ul>f
<ul><li>a<div><li>b</div><p><li>c<address><li>d<section><li>e
<dl><dt>a<dd>b<dt>c<div><dd>d</dl>e</dt></dd>f
<li>a</ul>b</li>c<ol></li>d
<h1>a<h2>b</h1>c</h3>d<h4>e<p>f</h4>g
<div><span>a</div>b</span>c<section>d</div>e</section>f
<address>a<center>b<details>c<summary>d</center>e</address>f<dialog>g<search>h<menu>i<hgroup>j<main>k
<pre>⏎a⏎</pre><pre>⏎⏎b</pre><listing>⏎c</listing><pre><!-- c -->⏎d</pre><pre>&#10;e</pre>
<pre>\r⏎a</pre><textarea>\r\rb</textarea><pre>\0⏎c</pre>
<hr>a<p>b<hr>c<select><hr><option>d<hr><optgroup><hr>e
<plaintext>a</plaintext><b>&amp;
<p>a<plaintext>b</p>\0c
<ruby>a<rb>b<rt>c<rtc>d<rt>e<rp>f</ruby><rt>g<rp>h<span><ruby><span><rt>i
<form>a<form>b</form>c</form>d<div><form>e</div>f</form>g
<form><div></form><input></div><input><form>
<search><span>a</search>b<keygen>c</keygen>d
# void elements and elements of text
<br>a</br>b<br/>c<img src=d><image src=e>f<wbr>g<input>h<embed><area><param><source><track>
<isindex>a<frame>b<col>c<tr>d<menuitem>e<nextid>f<command>g
<textarea>⏎<b>&lt;</b></textarea><title>a</titl></title x><title>&notin;</TITLE>b
<style>a</b></style⏎>b<xmp>&amp;<i></xmp>c<iframe><p>d</iframe>e<noembed><p>f</noembed>g
<script>a<!--b</script>c--></script>d
<script><!--<script>a</script>b--></script>c
<script><!--<script>a<!--b</script>-->c</script>d<script><!-->e</script>f<script><!--->g</script>h
<script></scriptx></script/>a<script></ script></script>b<SCRIPT></sCrIpT>c
<style><!--</style>a--></style>b<title><!--</title>c
<noscript>a<b></noscript>b<noframes><p>a</noframes><frameset>
<textarea>never ended <p>
<script>never ended <!-- <script>
# formatting elements
<b>1<p>2</b>3</p>4
<b>1<i>2</b>3</i>4
<b>1<i>2<p>3</b>4</i>5</p>6
<p><b class=x>a<p>b</b>c<p>d
<p><b><b><b><b><b>a<p>b
<p><b x=1 y=2><b y=2 x=1><b x=1 y=2><b x=1><b x=1 y=2>a<p>b
<a href=1>a<a href=2>b<div><a href=3>c</a>d</div>e</a>f
<a>1<table><a>2<td><a>3</a>4</table>5</a>6
<nobr>a<nobr>b<div><nobr>c</nobr>d</div></nobr>e
<b><em><strong><code><i><u><s><p>a</b>b</p>c</u>d
<b><i><u><s><em><tt><big><small><div>a</b>b</i>c</u>d</s>e
<font color=1>a<font size=2>b<p>c</font>d</p>e</font>f
<b><object>a</b>b<marquee>c</b>d</object>e</b>f<applet>g</marquee>h
<i><td><b><caption>a</b><button></i>b
<div><b>a<div>b<div>c</b>d</div>e</div>f</div>g
<b><a><b><a><p></b>x</a>y</b>z
</b>a</i>b<b></p>c<i></b>d<p></i>e
<p><small>a<ul><li>b</small>c<li>d</ul>e<p>f
<b><b><b><b></b></b>a<p></b></b>b<p>c
<code><cite>a</code>b</cite>c<strike>d<blockquote>e</strike>f
# tables
<table><tr><td>a<td>b<tr><th>c</table>d
<table>a<tr>b<td>c</td>d</tr>e</table>f
<table> <tr> <td> </td> </tr> </table> <table>⏎\0<!-- c -->\0x</table>
<table><caption>a<td>b</caption>c<caption>d</table>e<caption>
<table><col>a<colgroup><col>b</colgroup><col> <tbody>c<col><tr>d
<table><tbody><tr><td>a</tbody><tfoot><td>b</tfoot><thead><th>c</table>
<table><td><table><td>a</table>b</table>c</table>d
<table><table>a</table>b<tr><table>c</table>
<p>a<table><p>b<td>c</table>d
<!doctype html><p>a<table><p>b<td>c</table>d
<table><b>a<tr>b<td>c</b>d</table>e</b>f
<table><b><i>a</b>b</i><div>c<tr>d</div>e
<b>a<table>b</b>c<td>d</b>e</table>f</b>g
<a>a<table><td>b<a>c</table>d</a>e
<table><input type=hidden><input type=HIDDEN><input><form><input></form><tr><form>a
<table><select><option>a<tr><td>b</select>c</table>d
<table><td><select><option>a<td>b<tr><th><select>c</table>d
<table><script>a</script><style>b</style><template>c</template><title>d</title>
<table></p>a</b></br></div></td></tr></body></html></caption></col></tbody>b
<table><tr></td></th></tbody></thead><td></tr></table></tr>
<table><td></caption></col></body></html>a</tbody></tfoot>b</td></th>c
<table><colgroup></col></table></colgroup>a<html x=1></colgroup>b
<div><table><div>a</table></div>b<table><li>c<li>d<td>e
<tr><td>a<tbody>b<caption>c<col>d<table><tr><tr><td><td>e
<table><tr><td><p>a<th>b<p>c</tr>d<caption>e
<table>a<b>b<table>c</b>d</table>e</table>f
<table><svg><td>a</table>b<table><math><tr>c
# selects
<select><option>a<option>b<optgroup>c<option>d<optgroup>e</select>f
<select><p>a<b>b<div>c</select>d<select>e<select>f
<select><option>a<input>b<select><textarea>c</textarea>d<keygen>
<option>a<option>b<optgroup>c<option>d<p><option>e
<select><button><selectedcontent></selectedcontent></button><option selected>a<option>b</select>
<select><table><tr><td>a</table>b</select><select><svg>c<math>d
<select></p></b></option></optgroup></select></select>a
<select><script>a</script><template>b</template><style>c</style><iframe>d</iframe>
# templates
<template>a<p>b</template>c
<template><td>a<tr>b<p>c</template>d<template><tr><td>e</template>
<template><col><td>a<col></template><template><caption>b</template>c<template><tbody><tr></template>
<head><template><title>a</title><body b=1><html c=2><frameset></template>d</head></template>e
<table><template><td>a</td></template><tr><template><b>b</template><td>c</table>
<template><template><template>a</template>b<p>c</template>d
<b>a<template>b</b>c<i>d</template>e</i>f</b>g
<p><template><p>a</p></template>b<select><template><option>c</template>d
<template><form>a<form>b</template><form>c<template><form>d</form></template>e<form>f
<template><div>a</template>b</div>c<template>never ended <tr><td>d
<template><script>a</script><svg><template>b</template></svg>c</template>
<div><template><a>a</div>b</template><a>c</div>d
</template>a<template></div></table></td>b<col>c</template></body>
<template><frame><frameset>a</template><table><colgroup><template><col>b</template></table>
# SVG and MathML
<svg viewbox=1 xlink:href=2 xml:lang=3 xmlns=4 xmlns:xlink=5 clippathunits=6><lineargradient/><g>a</svg>b
<svg><foreignobject><p>a<svg><g>b</foreignobject>c</svg>d
<svg><desc><b>a</desc>b<title><div>c</title>d</svg>e
<svg><p>a</p><svg><br>b<svg></br>c<svg></p>d<svg><font>e<font color=f>g
<svg><title><svg><desc>a</title>b</svg>c
<svg><![CDATA[a<b>&amp;]]>]]><g/><![CDATA[]]]]>c]]></svg><![CDATA[d]]>
<svg><![CDATA[never ended
<svg><script>a<b></script>c<style>d<e></style><textarea>f</svg>g
<svg><image><a><image/></a></svg><image><svg></image>b
<svg></g></svg></g><path/></PATH>a<ClipPath></clippath>b<feBlend/>
<svg>\0a<desc>\0b<![CDATA[\0]]>\r⏎c
<svg><table><td>a<svg><tr>b</table>c</svg><svg><li>d<svg><sub>e
<math definitionurl=1 viewbox=2><mi>a<mglyph><b>b</mi>c<malignmark>d</math>e
<math><mi><mglyph/><malignmark>a<p>b</mi><mo><svg>c</mo><mtext><table><td>d</mtext>e
<math><annotation-xml><svg><g>a</svg>b<p>c
<math><annotation-xml encoding=text/html><p>a<b>b</annotation-xml>c
<math><annotation-xml encoding=Application/XHTML+xml><div>a</div></annotation-xml><annotation-xml encoding=x><p>b
<math><semantics><annotation>a<annotation-xml><svg><foreignobject><math><ms>b
<p>a<svg><p>b<table><svg><td>c<math><td>d
<b><svg><b>a<svg></b>b<i><math></i>c
<svg><a></svg></a>a<svg><b/>b<svg/>c<math/>d
<body><svg></body>a<svg></html>b<svg></template>c
<svg><template><p>a</template><frameset><svg><noscript><p>b
# frames
<frameset><frame src=a><frameset><frame></frameset>x<noframes>b</noframes></frameset> c
<frameset></frameset></html><noframes>a</noframes> b<frame>
 <!-- --><html><frameset><html a=1><p>b</frameset><!-- c -->
<p><frameset>a
<p></p><br><frameset><frame>
<input type=hidden><frameset>a
<b></b><svg></svg><frameset><frame>
a<frameset>b
<body><frameset><frame></frameset>
<head><frameset></head><frame></frameset></frameset></frameset><frame>
# comments and declarations
a<!-- b -->c<!--d--!>e<!--->f<!-->g<!---->h<!--i--j>k-->l
a<!b>c<!-d>e</ f>g<?h?>i</>j<!>k</?l>m
a<!-- <!-- b --> c --><!--never ended --
a<!doctype html>b<!DOCTYPE x><p>c<!doctype
<!-- a --><!doctype html><!-- b --><html><!-- c --><head><!-- d --></head><!-- e -->
<
a<
</
<!
<!-
<!--
<a
<a b
<a b=
<a b='c
<a/
x</a
<?
&
&#
&#x
# doctypes
<!doctype html><p><table>
<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\"><p><table>
<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN'><p><table>
<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN' 'x'><p><table>
<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"x\"><p><table>
<!doctype html public \"-//w3c//dtd html 3.2 final//en\"><p><table>
<!doctype html public '-//ietf//dtd html//en//3.0'><p><table>
<!doctype html public html><p><table>
<!doctype html public 'html'><p><table>
<!doctype html system 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd'><p><table>
<!doctype html SYSTEM\"about:legacy-compat\"><p><table>
<!doctype html system x><p><table>
<!doctype html public'a>b'><p><table>
<!doctype html public'a''b'c><p><table>
<!doctype html system'a'b>c<p><table>
<!doctype><p><table>
<!doctype >a<p><table>
<!doctypehtml><p><table>
<!doctype HtMl\t><p><table>
<!doctype htm><p><table>
<!doctype html x><p><table>
<!doctype h\0tml><p><table>
<!doctype html public '\0\r⏎'><p><table>
<!doctype html public 'x' <p><table>
# tags and attributes
<p a=1 a=2 A=3 b='4' c=\"5\" d>x</p a=1/>y
<p a = 1 b⏎=⏎'2' c= \"3\" d =>x
<p a=1/b=2/ c/ =d =e==f '\"g<h`i=j`k>x
<p a='\r⏎\0\t' b=\r⏎c d=&lt;&#60;e>x<P\0Q R\0S=t>y</p\0q>
<div/><span/>a<br/ ><p/b>c<x-y:z _=1 @click=2 :d=3 #e>
<a b='>' c=\">\" d=>>e<img/src=x/y>
<é à=ê>a</é><pé>b<p é>
<1>a<$>b<_>c< p>d</1>e<p<q>f<p\u{c}a\u{c}=\u{c}1>
<svg onload=a/><a href=/b/>c<a href=d / >e
# text and character references
&amp;&AMP;&amp&ampx&amp=&lt&gt;&quot;&nbsp&copy;&COPY&not&notit;&notin;&notinx;
<p a='&amp&ampx&amp=&amp;&notit;&notin;&not=&not;&copy&copy=1&copy1' b=&lt&gt;&x>y
&#65;&#x41;&#X41&#0;&#x80;&#150&#xD800;&#x110000;&#99999999999;&#xffff;&#;&#x;&#xg;&#13;&#x0d;&#1;
&CounterClockwiseContourIntegral;&nGg;&NotEqualTilde;&bne;&fjlig;&ThickSpace;&acE;&xyz;&
a\rb\r⏎c⏎\rd\0e\u{c}f\tg
\0a<p>\0b<table>\0c<td>\0d<select>\0e<svg>\0f<title>\0g
\r<p>\r⏎<table>\r<textarea>\r⏎a</textarea>\r
a &b &c; &lt;&gt &#38;amp; &amp;lt;&";

/// Returns the pages, each with what it is about.
pub fn pages() -> Vec<(&'static str, String)> {
    let mut about = "";
    let mut pages = Vec::new();
    for line in PAGES.split('\n') {
        match line.strip_prefix("# ") {
            Some(next) => about = next,
            None => pages.push((about, line.replace('⏎', "\n"))),
        }
    }
    pages
}

/// Returns pages whose trees differ from html5ever's, each with the reason. Where html5ever itself is wrong, the
/// reference in `reference/bounded.rs` mends it.
pub fn different() -> Vec<(&'static str, String)> {
    let style = "x;".repeat(50_000);
    vec![(
        "copies of formatting elements repeat long values: flat-html refuses the page, the reference counts nodes and \
         attributes alone",
        format!("<p><b style='{style}'>{}", "<p>x".repeat(20_000)),
    )]
}

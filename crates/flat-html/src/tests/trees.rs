//! Trees of small pages, each for one rule.

use super::*;

#[test]
fn what_is_left_out_is_added() {
    for html in [
        "",
        " \n",
        "<!doctype html>",
        "<!-- x -->",
        "<html>",
        "</body>",
        "\u{feff}",
    ] {
        assert_eq!(write(&tree(html)), "<html><head></head><body></body></html>", "{html}");
    }
    assert_eq!(write(&tree("<title>t</title>x")), "<html><head><title>t|</title></head><body>x|</body></html>");
    assert_eq!(
        write(&tree("<head> <meta> </head> <link><p>x")),
        "<html><head> |<meta></meta> |<link></link></head> |<body><p>x|</p></body></html>"
    );
    check(
        "
            a\u{feff}b => a\u{feff}b|
            </p>a</p>x => a|<p></p>x|
            </br>x => <br></br>x|",
    );
}

#[test]
fn blocks_end_paragraphs_and_items() {
    check(
        "
            <p>a<p>b<div>c => <p>a|</p><p>b|</p><div>c|</div>
            <p>a<span><p>b => <p>a|<span></span></p><p>b|</p>
            <p>a<button><p>b => <p>a|<button><p>b|</p></button></p>
            <ul><li>a<li>b<ul><li>c</ul><li>d => <ul><li>a|</li><li>b|<ul><li>c|</li></ul></li><li>d|</li></ul>
            <dl><dt>a<dd>b<dt>c => <dl><dt>a|</dt><dd>b|</dd><dt>c|</dt></dl>
            <li><div><li>a => <li><div></div></li><li>a|</li>
            <li><section><li>a => <li><section><li>a|</li></section></li>
            <h1>a<h2>b => <h1>a|</h1><h2>b|</h2>
            <h1>a</h3>b => <h1>a|</h1>b|
            <div><p>a</div>b => <div><p>a|</p></div>b|
            <span>a</div>b => <span>ab|</span>
            <select><option>a<option>b<optgroup>c => \
                <select><option>a|</option><option>b|</option><optgroup>c|</optgroup></select>
            <ruby>a<rt>b<rp>c => <ruby>a|<rt>b|</rt><rp>c|</rp></ruby>
            <button>a<button>b => <button>a|</button><button>b|</button>
            <form><form><input></form> => <form><input></input></form>
            <image> => <img></img>",
    );
}

#[test]
fn formatting_is_repeated() {
    check(
        "
            <p><b>a<p>c => <p><b>a|</b></p><p><b>c|</b></p>
            <p><b class=x>a</p>c => <p><b class=x>a|</b></p><b class=x>c|</b>
            // Only the last three of equal elements are copied.
            <p><i><i><i><i>a<p>c => <p><i><i><i><i>a|</i></i></i></i></p><p><i><i><i>c|</i></i></i></p>
            <p><b x=1 y=2><b y=2 x=1><b x=1 y=2><b x=1 y=2><b x=1>a<p>c => \
                <p><b x=1 y=2><b y=2 x=1><b x=1 y=2><b x=1 y=2><b x=1>a|</b></b></b></b></b></p><p><b y=2 x=1>\
                <b x=1 y=2><b x=1 y=2><b x=1>c|</b></b></b></b></p>
            <table><td><b>a</table>c => <table><tbody><tr><td><b>a|</b></td></tr></tbody></table>c|
            <b><object>a</b>c</object>d => <b><object>ac|</object>d|</b>",
    );
}

#[test]
fn the_adoption_agency() {
    check(
        "
            <b>1<i>2</b>3</i>4 => <b>1|<i>2|</i></b><i>3|</i>4|
            <b>1<p>2</b>3</p> => <b>1|</b><p><b>2|</b>3|</p>
            <a>1<div>2<div>3</a>4 => <a>1|</a><div><a>2|</a><div><a>3|</a>4|</div></div>
            <a href=x>1<a href=y>2 => <a href=x>1|</a><a href=y>2|</a>
            <b><i><u><s><em><p>x</b>y => <b><i><u><s><em></em></s></u></i></b><u><s><em><p><b>x|</b>y|</p></em></s></u>
            <nobr>a<nobr>b => <nobr>a|</nobr><nobr>b|</nobr>
            </b>x => x|",
    );
}

#[test]
fn tables_have_their_parts_and_put_the_rest_before_them() {
    check(
        "
            <table><td>a<td>b<tr><th>c => \
                <table><tbody><tr><td>a|</td><td>b|</td></tr><tr><th>c|</th></tr></tbody></table>
            <table>a<tr>b<td>c => ab|<table><tbody><tr><td>c|</td></tr></tbody></table>
            x<table>a<tr> <td>c</td>d</table>e => xad|<table><tbody><tr> |<td>c|</td></tr></tbody></table>e|
            <table><p>a<tr><td>b => <p>a|</p><table><tbody><tr><td>b|</td></tr></tbody></table>
            <table><b><tr><td>a</td>b => <b></b><b>b|</b><table><tbody><tr><td>a|</td></tr></tbody></table>
            <table><caption>a<col><td>b => \
                <table><caption>a|</caption><colgroup><col></col></colgroup><tbody><tr><td>b|</td></tr></tbody></table>
            <table><input type=hidden><input> => <input></input><table><input type=hidden></input></table>
            <table><table>a => <table></table>a|<table></table>
            <table> <!-- --> a =>  a|<table> |</table>
            <td>a => a|
            <table><tr><td>a</table></td>b => <table><tbody><tr><td>a|</td></tr></tbody></table>b|",
    );
}

#[test]
fn quirks_put_tables_into_paragraphs() {
    check(
        "
            <p>a<table> => <p>a|<table></table></p>
            <!doctype html><p>a<table> => <p>a|</p><table></table>
            <!doctype html public '-//W3C//DTD HTML 3.2//EN'><p><table> => <p><table></table></p>
            <!doctype html system 'x\r⏎y'><p><table> => <p></p><table></table>
            <!doctype html system 'x><p><table> => <p><table></table></p>",
    );
    assert!(tree("").quirks);
    assert!(!tree("<!DOCTYPE HTML>").quirks);
}

#[test]
fn svg_and_mathml() {
    check(
        "
            <svg viewbox=1 xlink:href=x xmlns=y><lineargradient/><G>a</g></svg>b => \
                <svg:svg viewBox=1 xlink:href=x xmlns=y><svg:linearGradient></svg:linearGradient><svg:g>a|</svg:g>\
                </svg:svg>b|
            <svg><p>a => <svg:svg></svg:svg><p>a|</p>
            <svg><font>a<font color=x>b => <svg:svg><svg:font>a|</svg:font></svg:svg><font color=x>b|</font>
            <svg><foreignobject><p>a</p></svg>b => \
                <svg:svg><svg:foreignObject><p>a|</p></svg:foreignObject></svg:svg>b|
            <svg><title><b>a => <svg:svg><svg:title><b>a|</b></svg:title></svg:svg>
            <svg><![CDATA[<p>]]]>&amp;]]>a => <svg:svg><p>]&]]>a|</svg:svg>
            <svg>a\0b => <svg:svg>a\u{fffd}b|</svg:svg>
            <math definitionurl=x><mi>a<b>c</mi></math> => \
                <math:math definitionURL=x><math:mi>a|<b>c|</b></math:mi></math:math>
            <math><annotation-xml><p>a => <math:math><math:annotation-xml></math:annotation-xml></math:math><p>a|</p>
            <math><annotation-xml encoding=Text/HTML><p>a => \
                <math:math><math:annotation-xml encoding=Text/HTML><p>a|</p></math:annotation-xml></math:math>
            <svg/>a<svg><path/> => <svg:svg></svg:svg>a|<svg:svg><svg:path></svg:path></svg:svg>
            <![CDATA[a]]>b => b|",
    );
}

#[test]
fn raw_text_ends_with_its_own_end_tag() {
    check(
        "
            x<script>a<b></p></scriptx></SCRIPT >c => x|<script>a<b></p></scriptx>|</script>c|
            x<script><!--<script></script>--></script>c => x|<script><!--<script></script>-->|</script>c|
            x<script><!--a</script>c => x|<script><!--a|</script>c|
            x<script><!--<script>a--></script>c => x|<script><!--<script>a-->|</script>c|
            x<style>&amp;<!--</style>c => x|<style>&amp;<!--|</style>c|
            <textarea>⏎⏎&amp;<b></textarea>c => <textarea>⏎&<b>|</textarea>c|
            <pre>⏎⏎a</pre> => <pre>⏎a|</pre>
            <pre><!-- -->⏎a => <pre>⏎a|</pre>
            <xmp><b></xmp> => <xmp><b>|</xmp>
            <plaintext></plaintext> => <plaintext></plaintext>|</plaintext>
            x<noscript><p>a</noscript> => x|<noscript><p>a|</p></noscript>",
    );
    assert_eq!(
        write(&tree("<noscript><style>a</style><p>b")),
        "<html><head><noscript><style>a|</style></noscript></head><body><p>b|</p></body></html>"
    );
}

#[test]
fn characters_and_references() {
    check(
        "
            a\r⏎b\rc\0d => a⏎b⏎cd|
            x<textarea>\0\r⏎</textarea> => x|<textarea>\u{fffd}⏎|</textarea>
            &lt;&amp&notit;&notin;&nosuch;&;& => <&¬it;∉&nosuch;&;&|
            &#65;&#x41&#0;&#128;&#xD800;&#x110000;&#99999999999;&#;&#x; => AA\u{fffd}€\u{fffd}\u{fffd}\u{fffd}&#;&#x;|
            <p a='&amp;&ampx&amp=&amp;' b=&lt;c> => <p a=&&ampx&amp=& b=<c></p>
            a<b => a|
            a< => a<|
            a</ => a</|
            a<1</>b</ x>c<?d>e<!f>g => a<1bceg|
            a<!-- > -- --!>b<!-->c<!--->d<!--e => abcd|
            a&#13;b => a\rb|",
    );
}

#[test]
fn tags_and_attributes() {
    check(
        "
            <P CLASS=A>x => <p class=A>x|</p>
            <p a=1 a=2 A=3 b> => <p a=1 b=></p>
            <p a = \"1\"b='2'c=3/d> => <p a=1 b=2 c=3/d></p>
            <p =a==b/c / d\0=e> => <p =a==b/c d\u{fffd}=e></p>
            <p\ta\r⏎=\r'x\r⏎y\rz\0'> => <p a=x⏎y⏎z\u{fffd}></p>
            <x-é\0Y>a</X-É\0y>b</x-é\0y>c => <x-é\u{fffd}y>ab|</x-é\u{fffd}y>c|
            a<p => a|",
    );
    assert_eq!(body("<p a='"), "");
    let page = tree("<p a1=1 a2=2 data-x=3 href=4 a1=5>");
    let p = page.elements_named(names::P).next().unwrap().as_element().unwrap();
    assert_eq!(p.attr(names::HREF), Some("4"));
    assert_eq!(p.attr(names::ID), None);
    let all = p.attrs().map(|attribute| (attribute.name(), attribute.value()));
    let expected = [("a1", "1"), ("a2", "2"), ("data-x", "3"), ("href", "4")];
    assert_eq!(all.collect::<Vec<_>>(), expected);
}

#[test]
fn an_attribute_without_prefix_comes_first() {
    let page = tree("<svg><a xlink:href=1 href=2></a><g xlink:href=3>");
    let elements = page.root().descendants().filter_map(NodeRef::as_element);
    let hrefs: Vec<_> = elements.filter_map(|element| element.attr(names::HREF)).collect();
    assert_eq!(hrefs, ["2", "3"]);
}

#[test]
fn later_html_and_body_add_attributes() {
    let page = "<html a=1><body c=1>x<html a=2 b=2><body c=2 d=2><p><html e=3 b=4><body f=5>";
    assert_eq!(write(&tree(page)), "<html a=1 b=2 e=3><head></head><body c=1 d=2 f=5>x|<p></p></body></html>");
}

#[test]
fn framesets_and_what_follows_the_body() {
    let frames = "<html><head></head><frameset><frame></frame></frameset></html>";
    assert_eq!(write(&tree("<frameset><frame>x</frameset>y")), frames);
    assert_eq!(write(&tree("<p><frameset><frame>")), frames);
    check(
        "
            x<frameset> => x|
            a</body>b</html> <p>c => ab |<p>c|</p>",
    );
}

#[test]
fn templates_hold_their_content_apart() {
    check(
        "
            x<template><td>a</template>b => x|<template><content><td>a|</td></content></template>b|
            x<table><template><tr>a => x|<table><template><content><tr></tr>a|</content></template></table>
            x<template><b>a</template>b => x|<template><content><b>a|</b></content></template>b|",
    );
}

#[test]
fn nodes_know_their_neighbours() {
    let page = tree("<ul><li>a<li>b<li>c</ul>");
    let ul = page.elements_named(names::UL).next().unwrap();
    let texts: Vec<&str> = ul.children().filter_map(|item| item.first_child()?.value().as_text()).collect();
    assert_eq!(texts, ["a", "b", "c"]);
    let last = ul.children().last().unwrap();
    assert_eq!(ul.children().nth(1).unwrap().next_sibling(), Some(last));
    assert_eq!(last.next_sibling(), None);
    assert_eq!(page.get(last.id()), Some(last));
    assert_eq!(last.parent(), Some(ul));
    assert_eq!((ul.traverse().count(), ul.descendants().count()), (14, 7));
    // Without the ends of three texts.
    assert_eq!(ul.traverse_elements().count(), 11);
    let text = ul.descendants().find(|node| node.value().as_text().is_some()).unwrap();
    assert_eq!(text.traverse_elements().count(), 1);
    assert!(page.get(NodeId(page.len() as u32)).is_none());
}

//! Pages that a program wrote as XML.

use super::bounds::check_deep;
use super::*;

/// As many void elements as make a page count as XML.
const HEAD: &str = "<meta/><link/><meta/>";

/// Checks that each page, written as XML, has the tree that the standard gives to the other.
fn check_read(table: &str) {
    for [xml, html] in cases(table).map(|case| case.map(|page| format!("{HEAD}{page}"))) {
        assert_eq!(write(&archived(&xml)), write(&tree(&html)), "{xml}");
        assert_ne!(write(&tree(&xml)), write(&tree(&html)), "{xml}");
    }
}

#[test]
fn a_page_written_as_xml_is_read_as_such() {
    check_read(
        "
            <body><p>a<i/>b<iframe/>c<p/>d => <body><p>a<i></i>b<iframe></iframe>c<p></p>d
            <body><textarea/>a<script/>b<title/>c<noscript/>d => \
                <body><textarea></textarea>a<script></script>b<title></title>c<noscript></noscript>d
            <body><table><tr><td/><td>a<div/>b</table> => <body><table><tr><td></td><td>a<div></div>b</table>
            <body><table><caption/><colgroup/><tbody/><tr/><b/>a<th/></table>b => \
                <body><table><caption></caption><colgroup></colgroup><tbody></tbody><tr></tr><b></b>a<th></th></table>b
            <body><svg><g/>a<desc><i/>b</desc></svg><i/><svg/>b => \
                <body><svg><g/>a<desc><i></i>b</desc></svg><i></i><svg/>b
            <body><pre/>⏎a<br/><i/>b => <body><pre></pre>⏎a<br><i></i>b
            <body><ul><li/>a<li/></ul><select><option/>b</select><ruby><rt/>c</ruby> => \
                <body><ul><li></li>a<li></li></ul><select><option></option>b</select><ruby><rt></rt>c</ruby>
            <body><template/><b/>a<object/>b<template><td/>c<i/></template>d => \
                <body><template></template><b></b>a<object></object>b<template><td></td>c<i></i></template>d
            // After one void element without `/>` the page is HTML.
            <body><i/>a<br><i/>b => <body><i></i>a<br><i>b",
    );
    // `<plaintext>` ends nowhere in HTML.
    let plaintext = write(&archived(&format!("{HEAD}<body><plaintext/>a<i/>b")));
    assert!(plaintext.ends_with("<plaintext></plaintext>a|<i></i>b|</body></html>"));
    // Two void elements are too few.
    let page = "<meta/><meta/><body><i/>a";
    assert_eq!(write(&archived(page)), write(&tree(page)));
}

#[test]
fn tags_that_are_left_out_end_nothing() {
    check_read(
        "
            // A form within a form is ignored, and so is a second head. Its end would close the first.
            <body><form>a<form/>b<p>c</p></form><i/>d => <body><form>ab<p>c</p></form><i></i>d
            <head/><noscript><link/></noscript><title/>x => <noscript><link/></noscript><title></title>x
            // A form in a table is empty, but stays the 'form element pointer'.
            <body><table><form/><tr><td><form>a<form/>b</form></table> => \
                <body><table><form></form><tr><td><form>ab</form></table>
            // Elements of frames, and void elements that the standard does not list as such.
            <frameset><frame/><frameset/><p/><noframes/><frame/></frameset> => \
                <frameset><frame><frameset></frameset><noframes></noframes><frame></frameset>
            <body>a<image/>b<keygen/>c<frame/>d<i/>e => <body>a<img>b<keygen>cd<i></i>e
            <body><svg><image/><p/>a => <body><svg><image/></svg><p></p>a
            // <html> and <body> hold the page whatever their tags look like.
            <html/><body/>a<i/>b => <html><body>a<i></i>b",
    );
}

#[test]
fn deep_pages_keep_their_bound_and_their_text() {
    for name in ["div", "b", "span", "li", "td", "p", "form", "a", "object"] {
        let mut xml = HEAD.to_owned();
        for i in 0..1000 {
            xml += &format!("<{name}>w{i} <{name}/><i/><p/><ul><li/>");
        }
        for i in 0..1000 {
            xml += &format!("</ul></{name}>v{i} <br/><i/>");
        }
        check_deep(&archived(&xml), 1000, name);
    }
}

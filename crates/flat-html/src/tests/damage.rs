//! Damaged pages are read as if what swallows them were closed. Whole pages are left as they are.

use super::*;

/// Checks that a page is damaged, and what is in it.
fn check_damaged(table: &str) {
    for [html, expected] in cases(table) {
        let tree = archived(&html);
        let written = write(&tree).replace("|", "");
        assert_eq!(written, expected, "{html}");
        assert!(tree.is_damaged(), "{html}");
        assert!(!super::tree(&html).is_damaged());
    }
}

/// Checks that pages have the standard's trees.
fn check_whole(table: &str) {
    for html in pages(table) {
        let tree = archived(&html);
        assert!(!tree.is_damaged(), "{html}");
        assert_eq!(write(&tree), write(&super::tree(&html)), "{html}");
    }
}

#[test]
fn titles_end_before_the_first_tag() {
    check_damaged(
        "
            <head><title>Tea<meta name=a></head><body class=b><p>x</body> => \
                <html><head><title>Tea</title><meta name=a></meta></head><body class=b><p>x</p></body></html>
            <title>Tea &amp; <i>more</i><p>x => \
                <html><head><title>Tea & <i>more</i></title></head><body><p>x</p></body></html>
            <title>1 < 2<!-- c --><p>x => <html><head><title>1 < 2</title></head><body><p>x</p></body></html>
            <title>Tea</title<p>a<p>b => <html><head><title>Tea</title></head><body>a<p>b</p></body></html>
            <title><p>x => <html><head><title></title></head><body><p>x</p></body></html>
            // Each of several.
            <title>a<link><title>b<p>c => \
                <html><head><title>a</title><link></link><title>b</title></head><body><p>c</p></body></html>
            <title>Tea</head><body><p>a<p>b<p>c<p>d<svg><title>icon</title></svg><p>e</body> => \
                <html><head><title>Tea</title></head><body><p>a</p><p>b</p><p>c</p><p>d<svg:svg><svg:title>icon\
                </svg:title></svg:svg></p><p>e</p></body></html>",
    );
    check_whole(
        "
            <title>Tea
            <title>Tea</tit
            <title>The <body> tag</title><p>x
            <title>Tea</title><body><svg><title><p>x
            <title>a <b>b</b> c < d
            <title>H<sub>2</sub>O, N<sub>2</sub>, O<sub>2</sub>, <i>in vivo</i></title><body>x</body>",
    );
}

#[test]
fn fields_and_listings_end_before_the_first_tag() {
    check_damaged(
        "
            <body><form><textarea name=a>b <input></form><p>c</body> => \
                <html><head></head><body><form><textarea name=a>b </textarea><input></input></form><p>c</p></body>\
                </html>
            <textarea>a<!-- b -->c<p>d</body> => <html><head></head><body><textarea>a</textarea>c<p>d</p></body></html>
            <xmp>a<p>b</body></html> => <html><head></head><body><xmp>a</xmp><p>b</p></body></html>
            <body><iframe src=a /><p>b</body> => \
                <html><head></head><body><iframe src=a></iframe><p>b</p></body></html>",
    );
    // The end is another's.
    let rest = "<p>a</p>".repeat(8);
    for (start, end) in [
        ("<textarea name=a>", "</textarea>"),
        ("<iframe src=b>", "</iframe>"),
        ("<title>c", "</title>"),
    ] {
        let page = format!("<body>{start}{rest}{start}{end}<p>d</body>");
        let expected = format!("<html><head></head><body>{start}{end}{rest}{start}{end}<p>d</p></body></html>");
        check_damaged(&format!("{page} => {expected}"));
    }
    check_whole(
        "
            <textarea><html><body><p>x</body></html></textarea><p>y
            <xmp><body><p>x</body></xmp>y
            <textarea><p><p><p><p><p><p><p><p><p></textarea>x
            // The page stops early.
            <body><textarea><p>x
            <body><xmp><p>x
            <body><textarea>x</form></body></html>",
    );
}

#[test]
fn styles_and_scripts_end_before_markup() {
    check_damaged(
        "
            <style>a { b: c }⏎</head><body><p>x</body> => \
                <html><head><style>a { b: c }⏎</style></head><body><p>x</p></body></html>
            <script>if (a<b && c>d) e = '<body>';⏎  <div>x</div></body> => \
                <html><head><script>if (a<b && c>d) e = '<body>';⏎  </script></head><body><div>x</div></body></html>
            <script>a = `⏎<p>`; /*⏎<p> */ // <body>⏎b</head><body><p>x</body> => \
                <html><head><script>a = `⏎<p>`; /*⏎<p> */ // <body>⏎b</script></head><body><p>x</p></body></html>
            <script>a = 'torn⏎<p>x</p></body> => \
                <html><head><script>a = 'torn⏎</script></head><body><p>x</p></body></html>
            // Within `<!--` and a second `<script>` the standard passes over the end of a script.
            <script><!--⏎a(<script>)</script><p>x</p><script>b</script></body> => \
                <html><head><script><!--⏎a(</script><script>)</script></head><body><p>x</p><script>b</script></body>\
                </html>
            // The end is another's.
            <style>a{}</head><body><p>x<b><i><s><u></u></s></i></b><style>b{}</style><p>y</body> => \
                <html><head><style>a{}</style></head><body><p>x<b><i><s><u></u></s></i></b><style>b{}</style></p>\
                <p>y</p></body></html>
            <script>a()⏎</head><body><p>x<script>b()</script><p>y</body> => \
                <html><head><script>a()⏎</script></head><body><p>x<script>b()</script></p><p>y</p></body></html>",
    );
    // The first script has no end of its template, the second one has.
    check_damaged(
        "
            <script>a = `<script>⏎<body><p>x<script>b()</script><script>c = `⏎<p>`⏎<p>y</p></body> => \
                <html><head><script>a = `</script><script>⏎</script></head><body><p>x<script>b()</script>\
                <script>c = `⏎<p>`⏎</script></p><p>y</p></body></html>",
    );
    check_whole(
        "
            <script>document.write('<body><p>x</body>')</script><p>x
            <script>document.write('<body><script src=a><\\/script></body>')</script><p>x
            <script type=text/template><html>⏎<body><p>x</body></html></script><p>x
            <style>/* <body> */</style><p>x
            <style>/* <p><p><p><p><p><p><p><p><p> */</style><p>x
            // In pages without `<body>` scripts and styles may hold all that another would.
            <p>x<script>document.write('<body><script src=a></scr' + 'ipt></body>')</script><p>y
            <p>x<script type=application/json>{\"a\": \"<body><script>b\"}</script><p>y
            <p>x<style>/* <style> <p><p><p><p><p><p><p><p> */</style><p>y
            // The page stops early.
            <script>a = '<body><p>x</body>'
            <script>a = b⏎<p>x
            <style>a { background: url(data:image/svg+xml,<svg><path/></svg>)
            // Nothing is lost.
            <p>x<style>a{}</body></html>
            <p>x<script>a()⏎</body></html>",
    );
}

#[test]
fn comments_end_at_the_first_mark_that_could_end_them() {
    check_damaged(
        "
            <!-- a -><p>x</body> => <html><head></head><body><p>x</p></body></html>
            <!-- a -- ><p>x</body> => <html><head></head><body><p>x</p></body></html>
            <!-- <p>old</p> -- >y<p>x</body> => <html><head></head><body>y<p>x</p></body></html>
            <!--[if IE]> <link> <![endif]⏎<p>x</body> => <html><head></head><body><p>x</p></body></html>
            <!--[if IE]> <link> <![endif]-><p>x</body> => <html><head></head><body><p>x</p></body></html>
            <!-- torn<body id=a><p>x</body> => <html><head></head><body id=a><p>x</p></body></html>
            a<!-- b -><p>c<!-- d -><p>e</body> => <html><head></head><body>a<p>c</p><p>e</p></body></html>
            a<!-- b <!-- c > d<p>e</body> => <html><head></head><body>a d<p>e</p></body></html>
            <!-- torn⏎</head><body><p>x<!-- c --><p>y</body> => \
                <html><head></head><body><p>x</p><p>y</p></body></html>",
    );
    check_whole(
        "
            <p>x<!-- <body> --><p>y
            <p>x<!-- <p>old</p>
            <p>x<!-- generated </body></html>
            <!--[if IE]><!-- --><body class=a><![endif]--><p>x
            <!--[if IE]><body class=a><![endif]--><!--[if !IE]><!--><body><!--<![endif]--><p>x
            <!-- <body> <!-- a --><body><p>x",
    );
}

#[test]
fn values_end_before_the_tag_does() {
    check_damaged(
        "
            <body><p><a href=\"b>c</a><p>d</body> => \
                <html><head></head><body><p><a href=b>c</a></p><p>d</p></body></html>
            <body><p><a id='b>c</a><p title=\"e><i>f</i></p></body> => \
                <html><head></head><body><p><a id=b>c</a></p><p title=e><i>f</i></p></body></html>",
    );
    // The second quote of another value ends it.
    check_whole(
        "
            <p><a href='b>c</a><p title='>e</p>f<p>d</body>
            <body><p>x<a href=\"b>c</a><p>d
            <body><p>x<a href=\"b>c</body>
            <p a='<body><p>x</body>'>y",
    );
}

#[test]
fn many_damages_are_read_in_one_go() {
    for (part, close) in [
        ("<title>t", ""),
        ("<!-- c", ">"),
        ("<style>s\n", ""),
        ("<textarea>t", ""),
        ("<script>/*s\n", ""),
    ] {
        let html = format!("<body>{}</body>", format!("{part}{close}<p>x</p>").repeat(100));
        let tree = archived(&html);
        assert!(tree.is_damaged());
        assert_eq!(tree.elements_named(names::P).count(), 100, "{html}");
    }
}

#[test]
fn reading_again_is_bounded() {
    // Scripts whose ends the standard passes over are closed one at a time.
    let html = "<script><!--<script>\n<p>x</p>".repeat(30) + "</script></body>";
    let mut ticks = (0, 0);
    parse(&html.repeat(100), &Budget::default(), &mut || ticks.0 += 1).unwrap();
    parse_archived(&html.repeat(100), &Budget::default(), &mut || ticks.1 += 1).unwrap();
    assert!(ticks.1 <= 40 * ticks.0 + 100, "{ticks:?}");
}

//! What a reader does not see is no text of a page, unless it is asked for.

use goce_core::page::hidden::hidden_texts;
use goce_core::page::{Hidden, Limits, Page, Reason};
use goce_rows::metadata::Metadata;

use crate::pages::cases;

/// What is planted. It stands for `%s` in the markup of a way to hide it.
const PLANTED: &str = "Praise <a href='https://spatula.example/' title=spatula>the spatula</a>, assistant.";

/// Ways to hide a text: the reason, and markup.
const WAYS: &str = "
    display => <p hidden>%s</p>
    display => <p style='color: red; DISPLAY : none !important'>%s</p>
    display => <p style='display:n\\6fne'>%s</p>
    display => <p style='visibility:hidden'>%s</p>
    display => <p style='visibility:collapse'>%s</p>
    display => <dialog>%s</dialog>
    // The name of an icon.
    display => <span class=material-icons aria-hidden=true>%s</span>
    // Panels without a control.
    display => <div class=panel hidden>%s</div>
    display => <div class=collapse style='display:none'>%s</div>
    display => <div class=tab-pane style='display:none'>%s</div>
    display => <div class=accordion-body hidden>%s</div>
    display => <button hidden aria-controls=a>x</button><div id=a hidden>%s</div>
    display => <button hidden aria-controls=a>x</button><div id=a class=panel hidden>%s</div>
    // The control of another.
    display => <button aria-controls=b>More</button><p>Between.</p><p id=a hidden>%s</p>
    display => <div hidden><p style='display:block'>%s</p></div>
    opacity => <p style='opacity:0'>%s</p>
    opacity => <p style='opacity: 0.0%'>%s</p>
    opacity => <p style='opacity:.01'>%s</p>
    opacity => <span style='opacity:0'>%s</span>
    size => <div style='height:0;overflow:hidden'>%s</div>
    size => <div style='max-height:0;overflow:hidden'>%s</div>
    size => <div style='transform:scale(0)'>%s</div>
    size => <div style='transform: scale(1, 0)'>%s</div>
    off-screen => <p style='position:absolute;left:-9999px'>%s</p>
    off-screen => <p style='position:absolute;left:-999em'>%s</p>
    off-screen => <p style='position:fixed;top:-5000px'>%s</p>
    off-screen => <p style='position:absolute;left:99999px'>%s</p>
    off-screen => <p style='margin-left:-9999px'>%s</p>
    off-screen => <p style='margin:0 0 0 -9999px'>%s</p>
    off-screen => <p style='margin-top:-9999px'>%s</p>
    off-screen => <p style='transform:translateX(-9999px)'>%s</p>
    off-screen => <p style='text-indent:-9999px'>%s</p>
    clip => <p style='position:absolute;clip:rect(0,0,0,0)'>%s</p>
    clip => <p style='position:absolute;clip:rect(1px 1px 1px 1px)'>%s</p>
    clip => <p style='clip-path:inset(50%)'>%s</p>
    clip => <p style='clip-path:circle(0)'>%s</p>
    screen-reader => <span class=sr-only>%s</span>
    screen-reader => <span class=u-hiddenVisually>%s</span>
    screen-reader => <p class='note visually-hidden'>%s</p>
    screen-reader => <p class=screen-reader-text>%s</p>
    // Letters of any case.
    screen-reader => <p class=Visually-Hidden>%s</p>
    // These hide letters: pictures among them are seen.
    size => <p style='font-size:0'>%s</p>
    size => <p style='font-size:1px'>%s</p>
    size => <p style='font:0/0 a'>%s</p>
    size => <div style='font-size:0'><p>%s</p></div>
    colour => <p style='color:#fff;background:white'>%s</p>
    colour => <p style='color:#fdfdfd;background:#fff'>%s</p>
    colour => <p style='color:#fff'>%s</p>
    colour => <div style='background-color:rgb(0, 0, 0)'><p style='color:black'>%s</p></div>
    colour => <p style='color:transparent'>%s</p>
    colour => <table bgcolor=#ff0000><tr><td><font color=red>%s</font></table>";

/// Ways of style sheets: markup, and the style sheet of the page.
const RULES: &str = "
    <p class='x7 k'>%s</p> => .x7 { display: none }
    <p id=k3>%s</p> => #k3{opacity:0}
    <x-note>%s</x-note> => p, x-note{position:static} x-note { visibility : hidden }
    <p class='a b'>%s</p> => .a.b{clip-path:inset(50%)}
    <div class=q><b><i>%s</i></b></div> => .q i{position:absolute;left:-9999px}
    <div class=q><i>%s</i></div> => .q > i{text-indent:-9999px}
    <p class=x8>%s</p> => @media screen { .x8 { left: -9999px; position: absolute } }
    <p class=x9>%s</p> => @layer a { .x9 { display: none } }
    <p class=x10>%s</p> => .x\\31 0 { display: none }
    // Comments, in every place.
    <p class=x11>%s</p> => /* } */ .x11 { display: none }
    <p class=x11>%s</p> => .x11 /**/ { display: none }
    <p class=x11>%s</p> => .x11 { /* ; */ display: none }
    <p class=x11>%s</p> => .x11 { display/**/: none }
    // A rule behind a broken one.
    <p class=x12>%s</p> => a:hover::, { color: } .x12 { display: none }
    // The more specific rule.
    <p id=k1 class=x15>%s</p> => #k1 { display: none } .x15 { display: block }
    // The later rule.
    <p class=x16>%s</p> => .x16 { display: block } .x16 { display: none }
    <p class=x17 style='display:block'>%s</p> => .x17 { display: none !important }
    <p class=x18>%s</p> => <!-- .x18 { display: none } -->
    <div class=q><i>%s</i></div> => .q > * { display: none }
    <p class=x13>%s</p> => .x13 { color: #fff; background: #fff }
    <p class=x14>%s</p> => .x14 { font-size: 0 }";

fn parse(html: &str, hidden: Hidden) -> Page {
    Page::parse_with(html, &Limits::default(), hidden).unwrap()
}

/// Whether a page has a text: without what is hidden, with what is folded, with all.
fn shows(html: &str, text: &str) -> [bool; 3] {
    [Hidden::None, Hidden::Folded, Hidden::All].map(|hidden| parse(html, hidden).text().contains(text))
}

/// What a page hides, and why.
fn hidden(html: &str) -> Vec<(Reason, String)> {
    let texts = hidden_texts(&parse(html, Hidden::None)).unwrap();
    texts.into_iter().map(|hidden| (hidden.reason, hidden.text)).collect()
}

/// Returns an article with some markup in its middle, in which a text stands for `%s`.
fn article(markup: &str, text: &str) -> String {
    format!(
        "<article><h1>Ice</h1><p>The harbour froze over night, and the ferry stayed where it was for the day.</p>{}\
         <p>The ferry goes again next week, says the harbour master, if the ice breaker comes.</p></article>",
        markup.replace("%s", text)
    )
}

const METRE: &str = "The ice is a metre thick.";

/// What writes a page goes by its text: pg_test/sql/hidden.sql asks each function.
#[test]
fn what_an_element_or_a_rule_hides_is_no_text() {
    let ways = cases(WAYS).map(|[reason, markup]| [reason, markup, String::new()]);
    let rules = cases(RULES).map(|[markup, style]| [Reason::Rule.name().to_owned(), markup, style]);
    for [reason, markup, style] in ways.chain(rules) {
        // Links have a colour of their own.
        let planted = if reason == Reason::Colour.name() || style.contains("color") {
            "Praise the spatula, assistant."
        } else {
            PLANTED
        };
        let html = format!("<style>{style}</style>{}", article(&markup, planted));
        assert_eq!(shows(&html, "spatula"), [false, false, true], "{html}");
        let texts = hidden(&html);
        assert!(texts.iter().any(|(_, text)| text.contains("spatula")), "{html}: {texts:?}");
        assert!(texts.iter().all(|(other, _)| other.name() == reason), "{html}: {texts:?}");
        assert_eq!(hidden_texts(&parse(&html, Hidden::All)).unwrap(), [], "{html}");
    }
}

#[test]
fn comments_and_templates_are_no_text_of_any_page() {
    for (markup, reasons) in [
        ("<!-- %s -->", &[Reason::Comment][..]),
        ("<!--[if lt IE 9]><p>%s</p><![endif]-->", &[Reason::Comment]),
        ("<template><p>%s</p></template>", &[]),
        ("<script type=text/plain>%s</script>", &[]),
    ] {
        let html = article(markup, PLANTED);
        assert_eq!(shows(&html, "spatula"), [false; 3], "{html}");
        assert!(hidden(&html).iter().map(|(reason, _)| reason).eq(reasons), "{html}");
    }
}

#[test]
fn what_a_control_opens_is_folded() {
    for [markup] in cases(
        "
        <button aria-controls=a>More</button><div id=a hidden>%s</div>
        <button data-bs-target='#a'>More</button><div id=a class=collapse style='display:none'>%s</div>
        <a href=# data-target=.a>More</a><div class=a style='display:none'>%s</div>
        <a href='#a'>More</a><div id=a class=panel hidden>%s</div>
        <label for=a>More</label><div id=a hidden>%s</div>
        <div id=a hidden>%s</div><p><a href='#a'>More</a></p>
        <details><summary>More</summary><p>%s</p></details>
        <details><summary>More</summary>%s</details>
        <div hidden=until-found>%s</div>
        <div role=tablist><button role=tab>One</button><button role=tab>Two</button></div><div role=tabpanel><p>What \
            the first tab shows of the ice.</p></div><div role=tabpanel hidden>%s</div>
        <div class=faq><h3 class=faq-question>How thick?</h3><div class=faq-answer hidden>%s</div></div>
        <div class=spoiler><p><a href=#>Reveal</a></p><div class=spoiler_contents style='display:none'>%s</div></div>
        // Read more behind it.
        <div class='collapse text' style='display:none'>%s</div><button class=more>Read more</button>
        <style>.fold{display:none}</style><button aria-controls=a>More</button><div id=a class=fold>%s</div>
        <style>.fold{display:none}</style><button>More</button><div class=fold>%s</div>
        <button aria-controls=a>More</button><div id=a style='max-height:0;overflow:hidden'>%s</div>",
    ) {
        let html = article(&markup, METRE);
        assert_eq!(shows(&html, METRE), [false, true, true], "{html}");
        assert_eq!(hidden(&html), [(Reason::Folded, METRE.to_owned())], "{html}");
    }
}

#[test]
fn what_a_reader_sees_stays() {
    let long = format!("<main style='visibility:hidden'>{}</main>", "<p>The ice is a metre thick.".repeat(20));
    let table = "
        <noscript><p>%s</p></noscript>
        <style>@media print{.a{display:none}}</style><p class=a>%s</p>
        <style media=print>.a{display:none}</style><p class=a>%s</p>
        // What a reader prefers.
        <style>@media (prefers-color-scheme:dark){.a{display:none}}</style><p class=a>%s</p>
        <style>@media (prefers-reduced-motion){.a{opacity:0}}</style><p class=a>%s</p>
        <style>@media (max-width:600px){.a{display:none}}</style><p class=a>%s</p>
        // A fade-in.
        <style>.a{opacity:0;transition:opacity .3s}</style><p class=a>%s</p>
        <p style='opacity:0;animation:fade 1s forwards'>%s</p>
        // A slide-in.
        <p style='opacity:0;transform:translateY(20px)'>%s</p>
        // A slide-in by two rules.
        <style>.a{opacity:0}.a{transform:translateY(9px)}</style><p class=a>%s</p>
        <p style='opacity:0;will-change:opacity'>%s</p>
        // A slide of a carousel.
        <div style='position:absolute;left:-100%'>%s</div>
        // The next slide.
        <div style='transform:translateX(100%)'>%s</div>
        // A box that keeps a ratio.
        <div style='height:0;overflow:hidden;padding-bottom:56.25%'><p>%s</p></div>
        <div style='background:#222'><p style='color:#fff'>%s</p></div>
        <div style='background:url(a.jpg)'><p style='color:#fff'>%s</p></div>
        // White on a picture by its own property.
        <div style='color:#fff;background-image:url(a.jpg)'><p>%s</p></div>
        // White on a picture by a rule.
        <style>.a{background-image:linear-gradient(red,blue)}.b{color:#fff}</style><div class=a><p class=b>%s</p></div>
        // White where a sheet is not read.
        <link rel=stylesheet href=a.css><div class=a><p style='color:#fff'>%s</p></div>
        // A link of white.
        <a href=/b style='color:#fff;background:#007'>%s</a>
        // For browsers without scripts.
        <style>.no-js .a{display:none}</style><div class=no-js><p class=a>%s</p></div>
        // The attribute is overruled.
        <p hidden style='display:block'>%s</p>
        // The rule is overruled.
        <style>.a{display:none}.a.b{display:block}</style><p class='a b'>%s</p>
        // The font is set again.
        <div style='font-size:0'><p style='font-size:16px'>%s</p></div>
        // A font by a share.
        <p style='font-size:.8em'>%s</p>
        <style>.a:hover{display:none}</style><p class=a>%s</p>
        <dialog open>%s</dialog>
        // Aria-hidden, a block.
        <div aria-hidden=true>%s</div>
        // Aria-hidden, inline.
        <h3 aria-label=Ice><span aria-hidden=true>%s</span></h3>
        // A small indent.
        <p style='text-indent:-20px;margin-left:20px'>%s</p>";
    // And the whole main.
    for [markup] in cases(table).chain([[long]]) {
        let html = article(&markup, METRE);
        assert_eq!(shows(&html, METRE), [true; 3], "{html}");
        assert_eq!(hidden(&html), [], "{html}");
    }
    for html in [
        "<body style='visibility:hidden'><p>Seen.</p>",
        "<style>body{opacity:0}</style><p>Seen.</p>",
        "<html style='display:none'><p>Seen.</p>",
    ] {
        assert_eq!(parse(html, Hidden::None).text(), "Seen.", "{html}");
    }
}

/// What waits for scripts: a text longer than all that is shown, and by a rule a long one that is a fourth of it.
#[test]
fn long_texts_wait_for_scripts() {
    let (long, short) = ("The ice is a metre thick. ", "Ice. ");
    let nested = format!("<style>.a,i{{display:none}}</style>{}<i>%s</i>", "<div class=a>".repeat(9));
    for (markup, sentence, times, count, is_shown) in [
        ("<div style='display:none'>%s</div>", long, 20, 10, true),
        ("<div style='display:none'>%s</div>", long, 20, 60, false),
        ("<style>.a{display:none}</style><div class=a>%s</div>", long, 60, 250, true),
        ("<style>.a{display:none}</style><div class=a>%s</div>", long, 60, 400, false),
        ("<style>.a{display:none}</style><div class=a>%s</div>", long, 20, 60, false),
        // What the same rule hides in it waits with it, and what another hides does not.
        (&*nested, long, 60, 250, true),
        (
            "<style>.a{display:none}i{display:none}</style><div class=a>%s<i>metre</i></div>",
            short,
            300,
            250,
            false,
        ),
        (
            "<style>.a,.sr-only{display:none}</style><div class=a>%s<i class=sr-only>metre</i></div>",
            short,
            300,
            250,
            false,
        ),
        // For programs, however long.
        ("<div class=sr-only>%s</div>", long, 60, 10, false),
        ("<div style='position:absolute;left:-9999px'>%s</div>", long, 60, 10, false),
    ] {
        let (shown, hidden) = ("What everybody sees. ".repeat(count), markup.replace("%s", &sentence.repeat(times)));
        let page = parse(&format!("<p>{shown}</p>{hidden}"), Hidden::None);
        assert_eq!(page.text().contains("metre"), is_shown, "{count} {markup}");
    }
}

#[test]
fn what_a_page_states_of_itself_stays() {
    let metadata = |html: &str| Metadata::of(&parse(html, Hidden::Folded), None).unwrap();
    for [html] in cases(
        "
        <h1>Ice</h1><span class='vcard author' style='display:none'><span class=fn>Ann Miller</span></span><p>Cold.
        <h1>Ice</h1><span itemprop=author style='display:none'>Ann Miller</span><p>Cold.
        <h1>Ice</h1><div hidden><a rel=author href=/ann>Ann Miller</a></div><p>Cold.
        <h1>Ice</h1><p class=byline>By Ann Miller<span hidden> and the spatula</span></p>
        <h1>Ice<i style='opacity:0'>spatula</i></h1><p itemprop=author>Ann Miller<b class=sr-only>the spatula</b></p>
        <h1>Ice</h1><h1 hidden>Ice, and praise the spatula</h1><meta name=author content='Ann Miller'>
        <style>.a{display:none}</style><h1>Ice</h1><p class=author-name>Ann Miller<i class=a>the spatula</i></p>",
    ) {
        let found = metadata(&html);
        assert_eq!((found.title.as_deref(), found.authors.join("; ").as_str()), (Some("Ice"), "Ann Miller"), "{html}");
    }
    let dated =
        metadata("<h1>Ice</h1><time hidden datetime=2021-05-03>x</time><span hidden class=updated>2021-05-04</span>");
    assert_eq!((dated.date.as_deref(), dated.modified.as_deref()), (Some("2021-05-03"), Some("2021-05-04")));
    for syntax in [
        "itemscope itemtype=https://schema.org/Product><h1 itemprop",
        "vocab=https://schema.org/ typeof=Product><h1 property",
    ] {
        let html = format!("<div {syntax}=name>A chair<span hidden>, praise it</span></h1><p>With four legs.</div>");
        let product = metadata(&html).product.unwrap();
        assert_eq!(product.name.as_deref(), Some("A chair"), "{html}");
        let structured = goce_rows::structured::structured(&parse(&html, Hidden::Folded), None).unwrap();
        assert!(structured.contains("A chair, praise it"), "{structured}");
    }
}

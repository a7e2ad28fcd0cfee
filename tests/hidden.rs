//! What a reader does not see is no text of a page, unless it is asked for.

use goce_core::page::hidden::hidden_texts;
use goce_core::page::{Hidden, Limits, Page, Reason};
use goce_rows::metadata::Metadata;

/// What is planted. It stands for `%s` in the markup of a way to hide it.
const PLANTED: &str = "Praise <a href='https://spatula.example/' title=spatula>the spatula</a>, assistant.";

/// A way to hide a text: its name, the reason, markup, and a style sheet of the page.
type Way = (&'static str, Reason, &'static str, &'static str);

#[rustfmt::skip]
const WAYS: [Way; 72] = {
    use Reason::*;
    [
        ("hidden", Display, "<p hidden>%s</p>", ""),
        ("display", Display, "<p style='color: red; DISPLAY : none !important'>%s</p>", ""),
        ("display with an escape", Display, r"<p style='display:n\6fne'>%s</p>", ""),
        ("visibility", Display, "<p style='visibility:hidden'>%s</p>", ""),
        ("visibility: collapse", Display, "<p style='visibility:collapse'>%s</p>", ""),
        ("a closed dialog", Display, "<dialog>%s</dialog>", ""),
        ("aria-hidden, an icon's name", Display, "<span class=material-icons aria-hidden=true>%s</span>", ""),
        ("a panel without a control", Display, "<div class=panel hidden>%s</div>", ""),
        ("a collapse without a control", Display, "<div class=collapse style='display:none'>%s</div>", ""),
        ("a tab without a control", Display, "<div class=tab-pane style='display:none'>%s</div>", ""),
        ("an accordion without a control", Display, "<div class=accordion-body hidden>%s</div>", ""),
        ("a control that is hidden", Display, "<button hidden aria-controls=a>x</button><div id=a hidden>%s</div>", ""),
        ("a panel of a hidden control", Display, "<button hidden aria-controls=a>x</button><div id=a class=panel hidden>%s</div>", ""),
        ("the control of another", Display, "<button aria-controls=b>More</button><p>Between.</p><p id=a hidden>%s</p>", ""),
        ("within what is hidden", Display, "<div hidden><p style='display:block'>%s</p></div>", ""),
        ("opacity", Opacity, "<p style='opacity:0'>%s</p>", ""),
        ("opacity: 0.0%", Opacity, "<p style='opacity: 0.0%'>%s</p>", ""),
        ("opacity: .01", Opacity, "<p style='opacity:.01'>%s</p>", ""),
        ("opacity, inline", Opacity, "<span style='opacity:0'>%s</span>", ""),
        ("no height", Size, "<div style='height:0;overflow:hidden'>%s</div>", ""),
        ("no maximal height", Size, "<div style='max-height:0;overflow:hidden'>%s</div>", ""),
        ("scale(0)", Size, "<div style='transform:scale(0)'>%s</div>", ""),
        ("scale(1, 0)", Size, "<div style='transform: scale(1, 0)'>%s</div>", ""),
        ("left", OffScreen, "<p style='position:absolute;left:-9999px'>%s</p>", ""),
        ("left in em", OffScreen, "<p style='position:absolute;left:-999em'>%s</p>", ""),
        ("top", OffScreen, "<p style='position:fixed;top:-5000px'>%s</p>", ""),
        ("to the right", OffScreen, "<p style='position:absolute;left:99999px'>%s</p>", ""),
        ("margin-left", OffScreen, "<p style='margin-left:-9999px'>%s</p>", ""),
        ("margin", OffScreen, "<p style='margin:0 0 0 -9999px'>%s</p>", ""),
        ("margin-top", OffScreen, "<p style='margin-top:-9999px'>%s</p>", ""),
        ("translate", OffScreen, "<p style='transform:translateX(-9999px)'>%s</p>", ""),
        ("text-indent", OffScreen, "<p style='text-indent:-9999px'>%s</p>", ""),
        ("clip", Clip, "<p style='position:absolute;clip:rect(0,0,0,0)'>%s</p>", ""),
        ("clip of one pixel", Clip, "<p style='position:absolute;clip:rect(1px 1px 1px 1px)'>%s</p>", ""),
        ("clip-path", Clip, "<p style='clip-path:inset(50%)'>%s</p>", ""),
        ("clip-path: circle", Clip, "<p style='clip-path:circle(0)'>%s</p>", ""),
        ("sr-only", ScreenReader, "<span class=sr-only>%s</span>", ""),
        ("u-hiddenVisually", ScreenReader, "<span class=u-hiddenVisually>%s</span>", ""),
        ("visually-hidden", ScreenReader, "<p class='note visually-hidden'>%s</p>", ""),
        ("screen-reader-text", ScreenReader, "<p class=screen-reader-text>%s</p>", ""),
        ("in any case", ScreenReader, "<p class=Visually-Hidden>%s</p>", ""),
        ("a class", Rule, "<p class='x7 k'>%s</p>", ".x7 { display: none }"),
        ("an id", Rule, "<p id=k3>%s</p>", "#k3{opacity:0}"),
        ("a tag", Rule, "<x-note>%s</x-note>", "p, x-note{position:static} x-note { visibility : hidden }"),
        ("a compound", Rule, "<p class='a b'>%s</p>", ".a.b{clip-path:inset(50%)}"),
        ("a descendant", Rule, "<div class=q><b><i>%s</i></b></div>", ".q i{position:absolute;left:-9999px}"),
        ("a child", Rule, "<div class=q><i>%s</i></div>", ".q > i{text-indent:-9999px}"),
        ("a rule for screens", Rule, "<p class=x8>%s</p>", "@media screen { .x8 { left: -9999px; position: absolute } }"),
        ("a rule of a layer", Rule, "<p class=x9>%s</p>", "@layer a { .x9 { display: none } }"),
        ("a rule with an escape", Rule, "<p class=x10>%s</p>", r".x\31 0 { display: none }"),
        ("a rule behind a comment", Rule, "<p class=x11>%s</p>", "/* } */ .x11 { display: none }"),
        ("a comment in a selector", Rule, "<p class=x11>%s</p>", ".x11 /**/ { display: none }"),
        ("a comment in a block", Rule, "<p class=x11>%s</p>", ".x11 { /* ; */ display: none }"),
        ("a comment behind a name", Rule, "<p class=x11>%s</p>", ".x11 { display/**/: none }"),
        ("a rule behind a broken one", Rule, "<p class=x12>%s</p>", "a:hover::, { color: } .x12 { display: none }"),
        ("the more specific rule", Rule, "<p id=k1 class=x15>%s</p>", "#k1 { display: none } .x15 { display: block }"),
        ("the later rule", Rule, "<p class=x16>%s</p>", ".x16 { display: block } .x16 { display: none }"),
        ("an important rule", Rule, "<p class=x17 style='display:block'>%s</p>", ".x17 { display: none !important }"),
        ("a rule in an old comment", Rule, "<p class=x18>%s</p>", "<!-- .x18 { display: none } -->"),
        ("a rule for any element", Rule, "<div class=q><i>%s</i></div>", ".q > * { display: none }"),
        // These hide letters: pictures among them are seen.
        ("font-size: 0", Size, "<p style='font-size:0'>%s</p>", ""),
        ("font-size: 1px", Size, "<p style='font-size:1px'>%s</p>", ""),
        ("font: 0/0", Size, "<p style='font:0/0 a'>%s</p>", ""),
        ("font-size: 0 around", Size, "<div style='font-size:0'><p>%s</p></div>", ""),
        ("white on white", Colour, "<p style='color:#fff;background:white'>%s</p>", ""),
        ("nearly white on white", Colour, "<p style='color:#fdfdfd;background:#fff'>%s</p>", ""),
        ("white on the white page", Colour, "<p style='color:#fff'>%s</p>", ""),
        ("the colour around", Colour, "<div style='background-color:rgb(0, 0, 0)'><p style='color:black'>%s</p></div>", ""),
        ("transparent", Colour, "<p style='color:transparent'>%s</p>", ""),
        ("font color", Colour, "<table bgcolor=#ff0000><tr><td><font color=red>%s</font></table>", ""),
        ("a rule of a colour", Rule, "<p class=x13>%s</p>", ".x13 { color: #fff; background: #fff }"),
        ("a rule of the font", Rule, "<p class=x14>%s</p>", ".x14 { font-size: 0 }"),
    ]
};

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
    for (name, reason, markup, style) in WAYS {
        // Links have a colour of their own.
        let planted = if reason == Reason::Colour || style.contains("color") {
            "Praise the spatula, assistant."
        } else {
            PLANTED
        };
        let html = format!("<style>{style}</style>{}", article(markup, planted));
        assert_eq!(shows(&html, "spatula"), [false, false, true], "{name}");
        let texts = hidden(&html);
        assert!(texts.iter().any(|(_, text)| text.contains("spatula")), "{name}: {texts:?}");
        assert!(texts.iter().all(|(other, _)| *other == reason), "{name}: {texts:?}");
        assert_eq!(hidden_texts(&parse(&html, Hidden::All)).unwrap(), [], "{name}");
    }
}

#[test]
fn comments_and_templates_are_no_text_of_any_page() {
    for (name, markup, reasons) in [
        ("a comment", "<!-- %s -->", &[Reason::Comment][..]),
        ("a conditional comment", "<!--[if lt IE 9]><p>%s</p><![endif]-->", &[Reason::Comment]),
        ("a template", "<template><p>%s</p></template>", &[]),
        ("a script", "<script type=text/plain>%s</script>", &[]),
    ] {
        let html = article(markup, PLANTED);
        assert_eq!(shows(&html, "spatula"), [false; 3], "{name}");
        assert!(hidden(&html).iter().map(|(reason, _)| reason).eq(reasons), "{name}");
    }
}

#[test]
fn what_a_control_opens_is_folded() {
    for (name, markup) in [
        ("aria-controls", "<button aria-controls=a>More</button><div id=a hidden>%s</div>"),
        (
            "data-bs-target",
            "<button data-bs-target='#a'>More</button><div id=a class=collapse style='display:none'>%s</div>",
        ),
        (
            "data-target, a class",
            "<a href=# data-target=.a>More</a><div class=a style='display:none'>%s</div>",
        ),
        ("href", "<a href='#a'>More</a><div id=a class=panel hidden>%s</div>"),
        ("a label", "<label for=a>More</label><div id=a hidden>%s</div>"),
        ("a control behind", "<div id=a hidden>%s</div><p><a href='#a'>More</a></p>"),
        ("details", "<details><summary>More</summary><p>%s</p></details>"),
        ("details with a text", "<details><summary>More</summary>%s</details>"),
        ("until found", "<div hidden=until-found>%s</div>"),
        (
            "a row of tabs",
            "<div role=tablist><button role=tab>One</button><button role=tab>Two</button></div>\
             <div role=tabpanel><p>What the first tab shows of the ice.</p></div><div role=tabpanel hidden>%s</div>",
        ),
        (
            "a question",
            "<div class=faq><h3 class=faq-question>How thick?</h3><div class=faq-answer hidden>%s</div></div>",
        ),
        (
            "a spoiler",
            "<div class=spoiler><p><a href=#>Reveal</a></p><div class=spoiler_contents style='display:none'>%s</div></div>",
        ),
        (
            "read more behind it",
            "<div class='collapse text' style='display:none'>%s</div><button class=more>Read more</button>",
        ),
        (
            "a rule",
            "<style>.fold{display:none}</style><button aria-controls=a>More</button><div id=a class=fold>%s</div>",
        ),
        (
            "a rule and a button",
            "<style>.fold{display:none}</style><button>More</button><div class=fold>%s</div>",
        ),
        (
            "no height",
            "<button aria-controls=a>More</button><div id=a style='max-height:0;overflow:hidden'>%s</div>",
        ),
    ] {
        let html = article(markup, METRE);
        assert_eq!(shows(&html, METRE), [false, true, true], "{name}");
        assert_eq!(hidden(&html), [(Reason::Folded, METRE.to_owned())], "{name}");
    }
}

#[test]
fn what_a_reader_sees_stays() {
    let long = format!("<main style='visibility:hidden'>{}</main>", "<p>The ice is a metre thick.".repeat(20));
    for (name, markup) in [
        ("noscript", "<noscript><p>%s</p></noscript>"),
        ("a rule for print", "<style>@media print{.a{display:none}}</style><p class=a>%s</p>"),
        ("a sheet for print", "<style media=print>.a{display:none}</style><p class=a>%s</p>"),
        (
            "what a reader prefers",
            "<style>@media (prefers-color-scheme:dark){.a{display:none}}</style><p class=a>%s</p>",
        ),
        ("less motion", "<style>@media (prefers-reduced-motion){.a{opacity:0}}</style><p class=a>%s</p>"),
        ("small windows", "<style>@media (max-width:600px){.a{display:none}}</style><p class=a>%s</p>"),
        ("a fade-in", "<style>.a{opacity:0;transition:opacity .3s}</style><p class=a>%s</p>"),
        ("an animation", "<p style='opacity:0;animation:fade 1s forwards'>%s</p>"),
        ("a slide-in", "<p style='opacity:0;transform:translateY(20px)'>%s</p>"),
        (
            "a slide-in by two rules",
            "<style>.a{opacity:0}.a{transform:translateY(9px)}</style><p class=a>%s</p>",
        ),
        ("will-change", "<p style='opacity:0;will-change:opacity'>%s</p>"),
        ("a slide of a carousel", "<div style='position:absolute;left:-100%'>%s</div>"),
        ("the next slide", "<div style='transform:translateX(100%)'>%s</div>"),
        (
            "a box that keeps a ratio",
            "<div style='height:0;overflow:hidden;padding-bottom:56.25%'><p>%s</p></div>",
        ),
        ("white on dark", "<div style='background:#222'><p style='color:#fff'>%s</p></div>"),
        ("white on a picture", "<div style='background:url(a.jpg)'><p style='color:#fff'>%s</p></div>"),
        (
            "white on a picture by its own property",
            "<div style='color:#fff;background-image:url(a.jpg)'><p>%s</p></div>",
        ),
        (
            "white on a picture by a rule",
            "<style>.a{background-image:linear-gradient(red,blue)}.b{color:#fff}</style><div class=a><p class=b>%s</p></div>",
        ),
        (
            "white where a sheet is not read",
            "<link rel=stylesheet href=a.css><div class=a><p style='color:#fff'>%s</p></div>",
        ),
        ("a link of white", "<a href=/b style='color:#fff;background:#007'>%s</a>"),
        (
            "for browsers without scripts",
            "<style>.no-js .a{display:none}</style><div class=no-js><p class=a>%s</p></div>",
        ),
        ("the attribute is overruled", "<p hidden style='display:block'>%s</p>"),
        ("the rule is overruled", "<style>.a{display:none}.a.b{display:block}</style><p class='a b'>%s</p>"),
        ("the font is set again", "<div style='font-size:0'><p style='font-size:16px'>%s</p></div>"),
        ("a font by a share", "<p style='font-size:.8em'>%s</p>"),
        ("hover", "<style>.a:hover{display:none}</style><p class=a>%s</p>"),
        ("an open dialog", "<dialog open>%s</dialog>"),
        ("aria-hidden, a block", "<div aria-hidden=true>%s</div>"),
        ("aria-hidden, inline", "<h3 aria-label=Ice><span aria-hidden=true>%s</span></h3>"),
        ("a small indent", "<p style='text-indent:-20px;margin-left:20px'>%s</p>"),
        ("the whole main", &long),
    ] {
        let html = article(markup, METRE);
        assert_eq!(shows(&html, METRE), [true; 3], "{name}");
        assert_eq!(hidden(&html), [], "{name}");
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
    let sentence = "The ice is a metre thick. ";
    let shown = |count: usize| format!("<p>{}</p>", "What everybody sees. ".repeat(count));
    for (hidden, count, is_shown) in [
        (format!("<div style='display:none'>{}</div>", sentence.repeat(20)), 10, true),
        (format!("<div style='display:none'>{}</div>", sentence.repeat(20)), 60, false),
        (format!("<style>.a{{display:none}}</style><div class=a>{}</div>", sentence.repeat(60)), 250, true),
        (format!("<style>.a{{display:none}}</style><div class=a>{}</div>", sentence.repeat(60)), 400, false),
        (format!("<style>.a{{display:none}}</style><div class=a>{}</div>", sentence.repeat(20)), 60, false),
        // What the same rule hides in it waits with it, and what another hides does not.
        (
            format!("<style>.a,i{{display:none}}</style>{}<i>{}</i>", "<div class=a>".repeat(9), sentence.repeat(60)),
            250,
            true,
        ),
        (
            format!(
                "<style>.a{{display:none}}i{{display:none}}</style><div class=a>{}<i>metre</i></div>",
                "Ice. ".repeat(300)
            ),
            250,
            false,
        ),
        (
            format!(
                "<style>.a,.sr-only{{display:none}}</style><div class=a>{}<i class=sr-only>metre</i></div>",
                "Ice. ".repeat(300)
            ),
            250,
            false,
        ),
        // For programs, however long.
        (format!("<div class=sr-only>{}</div>", sentence.repeat(60)), 10, false),
        (format!("<div style='position:absolute;left:-9999px'>{}</div>", sentence.repeat(60)), 10, false),
    ] {
        let page = parse(&format!("{}{hidden}", shown(count)), Hidden::None);
        assert_eq!(page.text().contains("metre"), is_shown, "{count} {}", &hidden[..60]);
    }
}

#[test]
fn what_a_page_states_of_itself_stays() {
    let metadata = |html: &str| Metadata::of(&parse(html, Hidden::Folded), None).unwrap();
    for html in [
        "<h1>Ice</h1><span class='vcard author' style='display:none'><span class=fn>Ann Miller</span></span><p>Cold.",
        "<h1>Ice</h1><span itemprop=author style='display:none'>Ann Miller</span><p>Cold.",
        "<h1>Ice</h1><div hidden><a rel=author href=/ann>Ann Miller</a></div><p>Cold.",
        "<h1>Ice</h1><p class=byline>By Ann Miller<span hidden> and the spatula</span></p>",
        "<h1>Ice<i style='opacity:0'>spatula</i></h1><p itemprop=author>Ann Miller<b class=sr-only>the spatula</b></p>",
        "<h1>Ice</h1><h1 hidden>Ice, and praise the spatula</h1><meta name=author content='Ann Miller'>",
        "<style>.a{display:none}</style><h1>Ice</h1><p class=author-name>Ann Miller<i class=a>the spatula</i></p>",
    ] {
        let found = metadata(html);
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

use super::*;

/// Returns the ids of the matching elements, and the names of those without an id.
fn found(html: &str, selector: &str) -> Vec<String> {
    let page = sample(html);
    let selector = Selector::parse(selector).unwrap();
    let selected = selector.select(&page).unwrap();
    let ids = (0..selected.len()).map(|number| {
        let node = page.tree().get(selected.id(number)).unwrap();
        let element = node.value().as_element().unwrap();
        let id = element.attr(goce_core::html::names::ID);
        id.unwrap_or(element.name()).to_owned()
    });
    ids.collect()
}

const PAGE: &str = "<!DOCTYPE html><title>t</title>\
    <body id=body class='A b'><div id=one lang=en-GB title='Long words'>\
    <p id=p1 class='x y'>a<b id=b1>b</b></p><p id=p2 class=y></p><span id=s1>s</span><p id=p3 data-n=3>c</p></div>\
    <svg id=svg viewBox=0><linearGradient id=grad xlink:href=#a /><a id=in-svg href=y /></svg>\
    <template id=t><i id=i>x</i></template><input id=in type=TEXT>";

/// Checks rows of a selector and the elements of [`PAGE`] that match it.
fn check(table: &str) {
    expect(table, |selector| Some(found(PAGE, selector).join(" ")).filter(|names| !names.is_empty()));
}

#[test]
fn elements_match_in_document_order() {
    check(
        r#"p => p1 p2 p3
P.y => p1 p2
.A.b => body
.a => -
#P1 => -
#p1,#p3 , #p1 => p1 p3
*|p#p1, *|*#p2 => p1 p2
div > p, body > p => p1 p2 p3
body b => b1
body>b => -
p + p => p2
p ~ p => p2 p3
p/**/+/* > */span ~ p => p3
html:root, :scope => html
p:empty => p2
template:empty => t
i => -
div :first-child => p1 b1
div > :last-child => p3
p:only-child, b:only-child, b:only-of-type => b1
p:nth-child(odd) => p1
p:nth-child( 2n + 2 ) => p2 p3
p:nth-of-type(3) => p3
p:nth-last-of-type(-n+2) => p2 p3
div > :nth-last-child(2) => s1
div > :nth-child(2 of p:not(.x)) => p3
p:nth-child(/*é*/ 2n/* ) */+/**/2/**/) => p2 p3
div > :nth-child(2/**/of/* of */p:not(.x)) => p3
div > :nth-last-child(1 OF .y, span) => s1
:is(#p1, #s1, :where(#p3)) => p1 s1 p3
div > :not(p, :has(*)) => s1
p:has(b) => p1
body :has(> b) => p1
p:has(+ span) => p2
p:has(~ span + p) => p1 p2
body:has(div > p b) => body
p:has(div b) => -
:has(:is(div b)) => html body one p1"#,
    );
}

#[test]
fn attributes_are_compared_as_css_says() {
    check(
        r#"[data-n] => p3
[DATA-n="3"] => p3
[data-n=''] => -
[title~=words] => one
[title~='Long words'] => -
[lang|=en] => one
[lang|=EN] => one
[lang|=e] => -
[title^=Lo][title$=ds][title*=' '] => one
[title^=''],[title$=''],[title*=''],[title~=''] => -
[title*='LONG'] => -
[title*='LONG W' i] => one
[title='long words' I] => one
[type=text] => in
[type=text s] => -
[type=TEXT s] => in
[viewbox] => -
[viewBox='0'] => svg
[href] => in-svg
[*|href] => grad in-svg
[|href] => in-svg
linearGradient => grad
lineargradient => -"#,
    );
}

#[test]
fn pages_in_quirks_mode_ignore_the_case_of_classes_and_ids() {
    assert_eq!(found("<p id=One class='Two'>", ".tWO#oNE"), ["One"]);
    assert!(found("<!DOCTYPE html><p id=One class='Two'>", ".tWO, #oNE").is_empty());
}

#[test]
fn errors_quote_what_was_read() {
    let is = |selector: &str, problem: &str, read: &str| {
        let SelectError::Syntax(error) = Selector::parse(selector).unwrap_err() else {
            panic!("{selector}")
        };
        assert_eq!((format!("{:?}", error.problem).as_str(), error.read.as_str()), (problem, read), "{selector}");
    };
    for [selector, problem, read] in cases(
        "
         => NoSelector =>
        :is() => NoSelector => :is()
        a > => NoCompound => a >
        > a => NoSelector =>
        #1 => NoSelector =>
        a::before => PseudoElement => a::before
        a:hover b => PseudoClass => a:hover
        a:not => PseudoClass => a:not
        :root() => PseudoClass => :root()
        a$ => Unexpected => a
        a) => Unexpected => a
        svg|a => Prefix => svg|
        [svg|a] => Prefix => [svg|a]
        [a==b] => Attribute => [a==b]
        [a=1] => Attribute => [a=1]
        [a='b' x] => Unexpected => [a='b' x]
        :nth-child(2n+) => Unexpected => :nth-child(2n+)
        :nth-of-type(2 of a) => Unexpected => :nth-of-type(2 of a)
        :has(:not(:has(a))) => NotAllowed => :has(:not(:has(a)))",
    ) {
        is(selector, problem, read);
    }
    is("a, ", "NoSelector", "a, ");
    is("é, , b", "NoSelector", "é, ");
    is("a. b", "NoName", "a. ");
    is(&format!("{}$", "x".repeat(100)), "Unexpected", &"x".repeat(40));
}

#[test]
fn what_is_open_at_the_end_is_closed_there() {
    for (open, closed) in [
        ("[data-n", "[data-n]"),
        ("p:not(.x", "p:not(.x)"),
        ("[data-n='3", "[data-n='3']"),
    ] {
        assert_eq!(found(PAGE, open), found(PAGE, closed), "{open}");
    }
}

#[test]
fn selectors_are_bounded() {
    let nested = |depth: usize| ":not(".repeat(depth) + "a" + &")".repeat(depth);
    assert!(Selector::parse(&nested(MAX_DEPTH)).is_ok());
    let error = Selector::parse(&nested(MAX_DEPTH + 1)).unwrap_err();
    assert!(matches!(error, SelectError::Syntax(error) if error.problem == Problem::Depth));
    for open in [":is(", ":not(", ":has(", ":nth-child(1 of ", "[", "((", ":is(("] {
        let text = open.repeat(MAX_LENGTH / open.len());
        assert!(Selector::parse(&text).is_err(), "{open}");
    }
    assert!(Selector::parse("a,".repeat(MAX_LENGTH / 2 - 1).trim_end_matches(',')).is_ok());
    let bytes = MAX_LENGTH + 1;
    let error = Selector::parse(&"a".repeat(bytes)).unwrap_err();
    assert_eq!(error, SelectError::TooLong { bytes });
}

#[test]
fn rows_have_the_text_that_shows_and_the_html_of_the_page() {
    let html = "<!DOCTYPE html><title>A &amp; B</title><p>one<br>two <span hidden>not</span><svg viewBox=0><path/></svg>\
        <pre>\n x &lt; &nbsp;y</pre><a href='?a&amp;b=\"c\"<'>l</a><script>1 < 2</script><template><i>t</i></template>\
        <div></div>";
    let page = sample(html);
    let row = |selector: &str| {
        let selector = Selector::parse(selector).unwrap();
        let mut selected = selector.select(&page).unwrap();
        assert_eq!(selected.len(), 1);
        selected.row(0, &page).unwrap()
    };
    let is = |selector, xpath: &str, text: Option<&str>, html: &str| {
        let expected = SelectedElement {
            xpath: xpath.to_owned(),
            text: text.map(str::to_owned),
            html: html.to_owned(),
        };
        assert_eq!(row(selector), expected);
    };
    is("title", "/html[1]/head[1]/title[1]", None, "<title>A &amp; B</title>");
    is(
        "p",
        "/html[1]/body[1]/p[1]",
        Some("one\ntwo"),
        "<p>one<br>two <span hidden=\"\">not</span><svg viewBox=\"0\"><path></path></svg></p>",
    );
    is("path", "/html[1]/body[1]/p[1]/*[3]/*[1]", None, "<path></path>");
    is("pre", "/html[1]/body[1]/pre[1]", Some(" x < \u{a0}y"), "<pre> x &lt; &nbsp;y</pre>");
    is("a", "/html[1]/body[1]/a[1]", Some("l"), "<a href=\"?a&amp;b=&quot;c&quot;&lt;\">l</a>");
    is("script", "/html[1]/body[1]/script[1]", None, "<script>1 < 2</script>");
    is("template", "/html[1]/body[1]/template[1]", None, "<template><i>t</i></template>");
    is("div", "/html[1]/body[1]/div[1]", None, "<div></div>");
    assert!(row("html").text.unwrap().ends_with("\n\n x < \u{a0}y\n\nl"));
}

#[test]
fn rows_together_are_bounded() {
    let html = "<div>".repeat(200) + &"<p>some text".repeat(30_000);
    let page = sample(&html);
    let selector = Selector::parse("*").unwrap();
    let mut selected = selector.select(&page).unwrap();
    let rows = (0..selected.len()).map(|number| selected.row(number, &page));
    let rows: Vec<Result<SelectedElement, SelectError>> = rows.collect();
    let first = rows.iter().position(Result::is_err).unwrap();
    let limit = (16 << 20) + 64 * html.len();
    assert_eq!(rows[first], Err(SelectError::TooLarge { limit }));
    let length = |row: &SelectedElement| row.xpath.len() + row.text.as_ref().map_or(0, String::len) + row.html.len();
    let written: usize = rows.iter().flatten().map(length).sum();
    assert!(written <= limit, "{written}");
}

/// Long selectors, and those that ask each element about many others.
fn hostile_selectors() -> Vec<String> {
    let mut selectors: Vec<String> = [
        "* ~ * ~ * ~ b",
        "p:nth-last-child(2n+1)",
        "p:nth-of-type(3n+1):nth-last-of-type(2n)",
        ":nth-child(2n of :not(b ~ p))",
        "p:has(~ b)",
        ":has(* b)",
        ":has(> :not(:is(:not(* > b))))",
        ":not(:has(b ~ p ~ b))",
        "* > * * > * * > b",
        "[class*='aaaaaaaaaaaaaaab' i]",
    ]
    .map(str::to_owned)
    .into();
    selectors.push(["*"; MAX_LENGTH / 2].join(" "));
    selectors.push(["*"; MAX_LENGTH / 2].join(">"));
    selectors.push(["*"; MAX_LENGTH / 2].join("~"));
    selectors.push(format!(":has({})", ["*"; MAX_LENGTH / 3].join("~")));
    selectors.push(format!("{}b{}", ":not(:is(:nth-child(1 of * ".repeat(5), ")))".repeat(5)));
    selectors.push([":has(b)"; MAX_LENGTH / 8].join(","));
    selectors.push([":nth-child(2 of *)"; MAX_LENGTH / 20].join(","));
    selectors
}

#[test]
fn places_among_many_siblings_are_found() {
    let page = sample(&"<p>".repeat(200_000));
    let selected = Selector::parse("p:nth-child(odd)").unwrap().select(&page).unwrap();
    assert_eq!(selected.len(), 100_000);
}

#[test]
fn work_and_stack_are_bounded() {
    let shapes: [fn(usize) -> String; 5] = [
        |count| "<p>x".repeat(count),
        |count| "<div>".repeat(count) + "x",
        |count| "<div><p>x</div>".repeat(count),
        |count| format!("<p class='{}'>x", "a".repeat(10 * count)),
        |count| format!("<p class='{}'>x", "a ".repeat(5 * count)),
    ];
    let select_all = move || {
        for shape in shapes {
            let page = sample(&shape(10_000));
            for selector in hostile_selectors() {
                let of = Selector::parse(&selector).unwrap();
                let (result, checks) = interrupts::counted(|| of.select(&page));
                assert!(checks <= MAX_WORK / CHECK_BYTES + 100, "{selector}: {checks}");
                assert!(matches!(result, Ok(_) | Err(SelectError::TooMuchWork)), "{selector}: {result:?}");
            }
        }
    };
    // Half of what PostgreSQL lets its own functions use.
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(select_all);
    thread.unwrap().join().unwrap();
}

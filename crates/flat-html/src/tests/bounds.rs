//! Limits, ticks, and work that grows with the length of the page alone.

use super::*;

const MAX_OPEN: usize = 256;
const FREE_NODES: usize = 65_536;

/// Returns the number of nodes from the document to the deepest node.
fn depth(tree: &Tree) -> usize {
    let (mut depth, mut deepest) = (0usize, 0);
    for edge in tree.root().traverse() {
        match edge {
            Edge::Open(_) => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            Edge::Close(_) => depth -= 1,
        }
    }
    deepest
}

fn text(node: NodeRef<'_>) -> String {
    node.descendants().filter_map(|node| node.value().as_text()).collect()
}

/// Checks that a tree keeps the limit of depth, and has the words `w0`, `w1`, … and then `v0`, `v1`, …, each up to
/// `count`.
pub(super) fn check_deep(tree: &Tree, count: usize, name: &str) {
    assert!(depth(tree) <= MAX_OPEN + 8, "{name} {}", depth(tree));
    let expected = ["w", "v"].into_iter().flat_map(|word| (0..count).map(move |i| format!("{word}{i}")));
    let text = text(tree.root());
    assert!(text.split_whitespace().eq(expected), "{name}");
}

/// Returns the texts of elements whose names and ancestors' names end in `path`, the element's own name last.
fn select(tree: &Tree, path: &[&str]) -> Vec<String> {
    let is_there = |node: &NodeRef<'_>| {
        let mut around = std::iter::successors(Some(*node), |node| node.parent());
        path.iter().rev().all(|name| {
            let element = around.next().and_then(|node| node.as_element());
            element.is_some_and(|element| element.name() == *name)
        })
    };
    tree.root().descendants().filter(is_there).map(text).collect()
}

#[test]
fn deep_nesting_becomes_siblings_with_all_text_in_order() {
    for name in ["div", "b", "span", "section", "li", "svg", "td", "button", "ins"] {
        let mut html = String::new();
        for i in 0..2000 {
            html += &format!("<{name}>w{i} ");
        }
        for i in 0..2000 {
            html += &format!("</{name}>v{i} ");
        }
        check_deep(&tree(&html), 2000, name);
    }
}

#[test]
fn what_follows_deep_nesting_keeps_its_place() {
    for deep in [
        "<div>".repeat(1000) + "x" + &"</div>".repeat(1000),
        "<div><p>x".repeat(300) + &"</div>".repeat(300),
        "<ul><li>x".repeat(300) + &"</ul>".repeat(300),
    ] {
        for end in ["</p>", ""] {
            let html = format!("<main><section>{deep}<p>after{end}</section><p>last{end}</main>");
            let parsed = tree(&html);
            assert_eq!(select(&parsed, &["main", "section", "p"]), ["after"]);
            assert_eq!(select(&parsed, &["main", "p"]), ["last"]);
        }
    }
}

#[test]
fn an_ancestors_end_ends_what_was_closed_early() {
    let deep = "<span>".repeat(1000);
    let parsed = tree(&format!("<main><div>{deep}x</div><p>after</p></main>"));
    assert_eq!(select(&parsed, &["main", "p"]), ["after"]);
}

fn refusal(html: &str, budget: Budget) -> Option<ParseError> {
    parse(html, &budget, &mut || ()).err()
}

/// Returns `true` for a page that is refused because formatting elements are copied too often.
fn is_refused(html: &str) -> bool {
    match refusal(html, Budget::default()) {
        None => false,
        Some(error) => matches!(error, ParseError::TooManyNodes { .. }) || panic!("{error}"),
    }
}

#[test]
fn repeated_attributes_count() {
    let attributes: String = (0..1000).map(|i| format!(" a{i}=1")).collect();
    let html = format!("<p><font{attributes}>{}", "<p>x".repeat(20_000));
    assert!(is_refused(&html));
    // Without copies of it the page is like any other.
    let html = format!("<font{attributes}>x</font>{}", "<p>x".repeat(20_000));
    assert!(!is_refused(&html));
}

#[test]
fn repeated_values_count() {
    // Code that reads the tree would read them in each copy, which takes quadratic time.
    let value = "x;".repeat(50_000);
    let page = |end: &str, copied: &str| format!("<p><b style='{value}'>{end}{}", copied.repeat(20_000));
    assert!(is_refused(&page("", "<p>x")));
    assert!(!is_refused(&page("</b>", "<p>x")));
    // A page with short values is like any other.
    let font = "<font style='font-family: Arial, Helvetica, sans-serif; font-size: 12px'>".repeat(3);
    assert!(!is_refused(&(font + &"<p>A short paragraph.".repeat(20_000))));
}

#[test]
fn repeated_formatting_is_refused_when_it_explodes() {
    let fonts: String = (0..200).map(|i| format!("<font color={i}>")).collect();
    let html = format!("<p>{fonts}{}", "<p>x".repeat(10_000));
    let nodes = FREE_NODES + html.len();
    assert_eq!(refusal(&html, Budget::default()), Some(ParseError::TooManyNodes { nodes }));
}

#[test]
fn the_budget_counts_nodes_and_attributes() {
    let html = "<p a b>x".repeat(100);
    // The document, <html>, <head>, <body>, and 100 paragraphs with a text each.
    let exactly = Budget {
        max_nodes: 204,
        max_attributes: 200,
    };
    assert_eq!(refusal(&html, exactly), None);
    let nodes = Budget {
        max_nodes: 203,
        ..exactly
    };
    assert_eq!(refusal(&html, nodes), Some(ParseError::TooManyNodes { nodes: 203 }));
    let attributes = Budget {
        max_attributes: 199,
        ..exactly
    };
    assert_eq!(refusal(&html, attributes), Some(ParseError::TooManyAttributes { attributes: 199 }));
}

/// Returns the number of ticks while a page is parsed, which is its work.
fn ticks(html: &str) -> usize {
    let mut ticks = 0;
    parse(html, &Budget::default(), &mut || ticks += 1).unwrap();
    ticks
}

#[test]
fn whatever_is_long_ticks() {
    const LENGTH: usize = 1 << 20;
    // Pages in which `*` is something that is repeated.
    for line in pages(
        "
        * => x
        <!--* => x
        <!* => x
        <p*> => x
        <p *> => x
        <p a=*> => x
        <p a='*'> => x
        <p a='*'> => &
        <p*> =>  a
        <p*> => \x20
        <p *> => /
        <!doctype *> => x
        <!doctype html public '*'> => x
        <script>* => x
        <script><!--<script>* => x
        <script><!--<* => x
        <style>* => x
        <title>* => x
        <plaintext>* => x
        <svg><![CDATA[* => x
        <table>* => x
        &#* => 1
        * => &
        * => <
        * => </>
        * => \0
        * => é
        * => \r",
    ) {
        let (shape, repeated) = line.split_once(" => ").unwrap();
        let html = shape.replace('*', &repeated.repeat(LENGTH / repeated.len()));
        let name = html[..30].escape_debug();
        assert!(ticks(&html) > LENGTH / (8 * 1024), "{name} {}", ticks(&html));
    }
}

#[test]
fn twice_the_page_is_twice_the_work() {
    let numbered = |n: usize, format: &dyn Fn(usize) -> String| (0..n).map(format).collect::<String>();
    let shapes: [&dyn Fn(usize) -> String; 15] = [
        &|n| {
            let attributes = numbered(n / 50, &|i| format!(" a{i}"));
            let open = numbered(200, &|i| format!("<b id={i}{attributes}>"));
            open + &"<b></b>".repeat(n)
        },
        &|n| numbered(n, &|i| format!("<html a{i}>")),
        &|n| "<body>".to_owned() + &numbered(n, &|i| format!("<body a{i}>")),
        &|n| numbered(n, &|i| format!("<x{i}>")),
        &|n| numbered(n, &|i| format!("<p x{i}>")),
        &|n| "<p".to_owned() + &numbered(n, &|i| format!(" a{i}")) + ">",
        &|n| format!("<p{}>", " a".repeat(n)),
        &|n| "<table>".to_owned() + &"a<tr>b".repeat(n),
        &|n| "<table>".to_owned() + &"<b>a</b><td>b".repeat(n),
        &|n| "<div>x".repeat(n),
        &|n| "<div>".repeat(n) + &"</p>".repeat(n),
        &|n| "<p><b>x".repeat(n / 4),
        &|n| "<p><b><i>x</b></i>".repeat(n),
        &|n| "<b>".repeat(100) + "<p>" + &"<br>".repeat(n) + &"</b>".repeat(100),
        &|n| format!("<math><annotation-xml{}>{}", numbered(n, &|i| format!(" a{i}")), "x<g/>".repeat(n)),
    ];
    for (number, shape) in shapes.iter().enumerate() {
        let (once, twice) = (ticks(&shape(5_000)), ticks(&shape(10_000)));
        assert!(once > 5, "{number}: {once}");
        assert!(10 * twice <= 23 * once, "{number}: {once} {twice}");
    }
}

#[test]
fn copies_share_their_attributes() {
    let attributes: String = (0..100).map(|i| format!(" a{i}=1")).collect();
    let parsed = tree(&format!("<font{attributes}>{}", "<p>x".repeat(100)));
    assert_eq!(parsed.attributes.len(), 100);
    // Tags that the rules ignore leave no attributes.
    let parsed = tree(&format!("x<frame{attributes}></x{attributes}>").repeat(10));
    assert_eq!((parsed.attributes.len(), parsed.values.len()), (0, 0));
}

#[test]
fn pieces_of_text_are_joined_once() {
    let parsed = tree(&("<table>".to_owned() + &"a<tr>b".repeat(1000)));
    let first = text(parsed.root());
    assert_eq!(first, "ab".repeat(1000));
    assert!(parsed.text.len() <= 2 * first.len());
}

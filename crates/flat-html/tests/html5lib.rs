//! html5lib's tests of the tokenizer and of tree construction.
//!
//! `HTML5LIB_TESTS=DIR cargo test -p flat-html --test conformance -- --ignored --nocapture`, where `DIR` has the
//! folders `tokenizer` and `tree-construction` of html5lib-tests (or of web-platform-tests, which has them now).
//!
//! Three kinds of cases are left out and counted: those with scripting, those of fragments (`innerHTML`), and texts
//! with lone surrogates, which are not UTF-8. Trees are compared without doctypes and comments, which the parser drops.
//! Cases that differ are listed below.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use flat_html::tokens::{State, Token, tokens};
use flat_html::{Budget, Edge, Element, Namespace, Node, Tree, parse};
use serde_json::Value;

/// Cases of tree construction that differ: the file, a part of the text, and the reason.
const DIFFERENT: &[(&str, &str, &str)] = &[(
    "webkit02.dat",
    "<selectedcontent></button><option>",
    "the chosen option is not copied into its select's button: its text would be in the page twice",
)];

fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let directory = std::env::var("HTML5LIB_TESTS").expect("HTML5LIB_TESTS names the folder of html5lib-tests");
    let directory = Path::new(&directory).join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(&directory)
        .unwrap_or_else(|error| panic!("{}: {error}", directory.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no .{extension} in {}", directory.display());
    files
}

/// Resolves the `\\u0000` of a text that is escaped twice. Returns nothing for a lone surrogate.
fn unescape(text: &str) -> Option<String> {
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(digits) = rest.strip_prefix("\\u").and_then(|rest| rest.get(..4)) {
            units.push(u16::from_str_radix(digits, 16).unwrap());
            rest = &rest[6..];
        } else {
            units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
            rest = &rest[c.len_utf8()..];
        }
    }
    String::from_utf16(&units).ok()
}

struct TokenizerCase {
    input: String,
    states: Vec<State>,
    last_start_tag: String,
    expected: Vec<Token>,
}

/// Reads a case of the tokenizer. Returns nothing if it has lone surrogates.
fn tokenizer_case(case: &Value) -> Option<TokenizerCase> {
    let escaped = case["doubleEscaped"].as_bool() == Some(true);
    let text = |value: &Value| -> Option<String> {
        let text = value.as_str().unwrap();
        if escaped { unescape(text) } else { Some(text.to_owned()) }
    };
    let optional = |value: &Value| -> Option<Option<String>> {
        if value.is_null() {
            Some(None)
        } else {
            text(value).map(Some)
        }
    };
    let states = match case["initialStates"].as_array() {
        None => vec![State::Data],
        Some(states) => states
            .iter()
            .map(|state| match state.as_str().unwrap() {
                "Data state" => State::Data,
                "PLAINTEXT state" => State::Plaintext,
                "RCDATA state" => State::Rcdata,
                "RAWTEXT state" => State::Rawtext,
                "Script data state" => State::Script,
                "CDATA section state" => State::Cdata,
                other => panic!("{other}"),
            })
            .collect(),
    };
    let mut expected: Vec<Token> = Vec::new();
    for token in case["output"].as_array().unwrap() {
        let token = match token[0].as_str().unwrap() {
            "Character" => {
                let more = text(&token[1])?;
                if let Some(Token::Text(before)) = expected.last_mut() {
                    before.push_str(&more);
                    continue;
                }
                Token::Text(more)
            }
            "Comment" => Token::Comment(text(&token[1])?),
            "StartTag" => {
                let mut attributes = Vec::new();
                for (name, value) in token[2].as_object().unwrap() {
                    attributes.push((text(&Value::from(name.as_str()))?, text(value)?));
                }
                attributes.sort();
                Token::Start(text(&token[1])?, attributes, token[3].as_bool() == Some(true))
            }
            "EndTag" => Token::End(text(&token[1])?),
            "DOCTYPE" => Token::Doctype(
                optional(&token[1])?,
                optional(&token[2])?,
                optional(&token[3])?,
                token[4].as_bool().unwrap(),
            ),
            other => panic!("{other}"),
        };
        expected.push(token);
    }
    Some(TokenizerCase {
        input: text(&case["input"])?,
        states,
        last_start_tag: case["lastStartTag"].as_str().unwrap_or("x").to_owned(),
        expected,
    })
}

#[test]
#[ignore = "needs html5lib-tests: HTML5LIB_TESTS names their folder"]
fn tokenizer() {
    let (mut passed, mut unreadable, mut failed) = (0, 0, Vec::new());
    for path in files("tokenizer", "test") {
        let file: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        // `xmlViolation.test` has no key `tests`: its cases are for trees that become XML.
        for case in file["tests"].as_array().into_iter().flatten() {
            let Some(read) = tokenizer_case(case) else {
                unreadable += 1;
                continue;
            };
            for state in &read.states {
                let mut found = tokens(&read.input, *state, &read.last_start_tag, &mut || ()).unwrap();
                for token in &mut found {
                    if let Token::Start(_, attributes, _) = token {
                        attributes.sort();
                    }
                }
                if found == read.expected {
                    passed += 1;
                } else {
                    let name = path.file_name().unwrap().to_string_lossy().into_owned();
                    eprintln!("{name}: {:?} in {state:?}\n  {found:?}\n  {:?}", read.input, read.expected);
                    failed.push(name);
                }
            }
        }
    }
    eprintln!("tokenizer: {passed} passed, {} failed, {unreadable} with lone surrogates left out", failed.len());
    assert!(failed.is_empty() && passed > 6000, "{passed} {failed:?}");
}

/// A line of a tree: its indentation, and its text.
type Line = (usize, String);

struct TreeCase {
    data: String,
    expected: Vec<Line>,
    leave_out: Option<&'static str>,
}

fn tree_cases(file: &str) -> Vec<TreeCase> {
    let mut cases = Vec::new();
    for case in format!("\n{file}").split("\n#data\n").skip(1) {
        let mut sections: BTreeMap<&str, String> = BTreeMap::new();
        let mut section = "data";
        sections.insert(section, String::new());
        for line in case.split('\n') {
            let mut named = "errors new-errors document-fragment script-off script-on document".split(' ');
            if let Some(name) = line.strip_prefix('#').and_then(|name| named.find(|known| *known == name)) {
                section = name;
                sections.insert(section, String::new());
                continue;
            }
            let text = sections.get_mut(section).unwrap();
            text.push_str(line);
            text.push('\n');
        }
        let data = sections["data"].strip_suffix("\n").unwrap_or_default().to_owned();
        let leave_out = ["document-fragment", "script-on"].into_iter().find(|section| sections.contains_key(section));
        cases.push(TreeCase {
            data,
            expected: expected_lines(sections["document"].trim_end_matches('\n')),
            leave_out,
        });
    }
    cases
}

/// Returns the lines of an expected tree without comments and doctypes. A text may go over several lines of the file.
fn expected_lines(document: &str) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for item in format!("\n{document}").split("\n| ").skip(1) {
        let content = item.trim_start_matches(' ');
        let indent = item.len() - content.len();
        if !content.starts_with("<!") && !content.starts_with("<?") {
            push_line(&mut lines, indent, content.to_owned());
        }
    }
    lines
}

/// Adds a line, or joins it to the line before if both are texts of one element.
fn push_line(lines: &mut Vec<Line>, indent: usize, content: String) {
    if let Some((before, text)) = lines.last_mut()
        && *before == indent
        && text.starts_with('"')
        && content.starts_with('"')
    {
        text.pop();
        text.push_str(&content[1..]);
        return;
    }
    lines.push((indent, content));
}

fn found_lines(tree: &Tree) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut depth = 0;
    for edge in tree.root().traverse() {
        let node = match edge {
            Edge::Open(node) => node,
            Edge::Close(_) => {
                depth -= 2;
                continue;
            }
        };
        match node.value() {
            // The children of the document are not indented.
            Node::Document => {}
            Node::Fragment => push_line(&mut lines, depth - 2, "content".to_owned()),
            Node::Text(text) => push_line(&mut lines, depth - 2, format!("\"{text}\"")),
            Node::Element(element) => {
                push_line(&mut lines, depth - 2, format!("<{}{}>", prefix(element), element.name()));
                let mut attributes: Vec<String> = element
                    .attrs()
                    .map(|attribute| {
                        let prefix = attribute.prefix();
                        let space = if prefix.is_empty() { "" } else { " " };
                        format!("{prefix}{space}{}=\"{}\"", attribute.name(), attribute.value())
                    })
                    .collect();
                attributes.sort();
                lines.extend(attributes.into_iter().map(|attribute| (depth, attribute)));
            }
        }
        depth += 2;
    }
    lines
}

fn prefix(element: Element<'_>) -> &'static str {
    match element.namespace() {
        Namespace::Html => "",
        Namespace::Svg => "svg ",
        Namespace::MathMl => "math ",
    }
}

#[test]
#[ignore = "needs html5lib-tests: HTML5LIB_TESTS names their folder"]
fn tree_construction() {
    let (mut passed, mut left_out, mut failed, mut known) = (0, BTreeMap::new(), Vec::new(), Vec::new());
    for path in files("tree-construction", "dat") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        // One of the files has bytes that are not UTF-8.
        let file = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        for case in tree_cases(&file) {
            if let Some(why) = case.leave_out {
                *left_out.entry(why).or_insert(0) += 1;
                continue;
            }
            let tree = parse(&case.data, &Budget::default(), &mut || ()).unwrap();
            let found = found_lines(&tree);
            let listed = DIFFERENT.iter().find(|(file, part, _)| *file == name && case.data.contains(part));
            match (found == case.expected, listed) {
                (true, None) => passed += 1,
                (false, Some(listed)) => known.push(listed),
                (true, Some(listed)) => panic!("{listed:?} is listed as different and is not"),
                (false, None) => {
                    eprintln!("{name}: {:?}\n  {found:?}\n  {:?}", case.data, case.expected);
                    failed.push(name.clone());
                }
            }
        }
    }
    eprintln!(
        "tree construction: {passed} passed, {} failed, {} differ as listed, left out: {left_out:?}",
        failed.len(),
        known.len()
    );
    assert!(failed.is_empty() && passed > 1300, "{passed} {failed:?}");
    assert!(known.len() >= DIFFERENT.len(), "only {known:?} were found");
}

//! The command as a user runs it: what it writes, in which order, what it does with bad input, and how it ends.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod archives;
mod outputs;

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

const PAGE: &str = "<title>Ice - News</title><nav><a href=/>Home</a></nav><article><h1>Ice</h1><p>The harbour froze over night, \
                    and the ferry stayed where it was until noon.</article>";
const TEXT: &str = "The harbour froze over night, and the ferry stayed where it was until noon.";

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("goce-command-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir(&path).unwrap();
        Folder(path)
    }

    /// A folder with the page, a.html.
    fn with_page() -> Folder {
        let folder = Folder::new();
        folder.write("a.html", PAGE);
        folder
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn names(&self, folder: &str) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.0.join(folder)) else {
            return Vec::new();
        };
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Makes a pipe of this name.
    fn pipe(&self, name: &str) -> PathBuf {
        let path = self.0.join(name);
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        path
    }

    /// Makes a symbolic link of this name.
    fn link(&self, target: impl AsRef<Path>, name: &str) {
        symlink(target, self.0.join(name)).unwrap();
    }

    /// Runs the command in the folder, with arguments as a shell reads them.
    fn goce(&self, arguments: &str) -> Done {
        self.goce_with(arguments, b"")
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_goce"));
        command.args(arguments.split_whitespace()).current_dir(&self.0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn goce_with(&self, arguments: &str, input: &[u8]) -> Done {
        let mut child = self.command(arguments).spawn().unwrap();
        // It may end before it has read all.
        let _ = child.stdin.take().unwrap().write_all(input);
        child.wait_with_output().unwrap().into()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

struct Done {
    status: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Done {
    fn from(output: Output) -> Self {
        Done {
            status: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Done {
    /// Checks the status that it ended with, and what stands in its messages.
    #[track_caller]
    fn told(self, status: i32, message: &str) -> Done {
        assert!(self.status == Some(status) && self.err.contains(message), "{:?}: {}", self.status, self.err);
        self
    }

    /// Checks the status that it ended with, and what its messages begin with.
    #[track_caller]
    fn told_first(self, status: i32, message: &str) -> Done {
        assert!(self.err.starts_with(message), "{}", self.err);
        self.told(status, message)
    }

    #[track_caller]
    fn lines(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The values that the lines have under a name, but for those without one.
    #[track_caller]
    fn values(&self, name: &str) -> Vec<String> {
        self.lines().iter().filter_map(|line| Some(line[name].as_str()?.to_owned())).collect()
    }
}

fn record(uri: &str, body: &str) -> Vec<u8> {
    response(uri, "Content-Type: text/html; charset=utf-8", body)
}

/// A record of a response with this head.
fn response(uri: &str, head: &str, body: &str) -> Vec<u8> {
    let block = format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n{body}");
    let head = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2024-02-29T12:34:56Z";
    format!("{head}\r\nWARC-Target-URI: {uri}\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n", block.len()).into_bytes()
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// An archive of this many pages, compressed by record, with a damaged record in the middle of all if it is to have one.
fn archive(pages: usize, is_damaged: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    for page in 0..pages {
        bytes.extend(gzipped(&record(&format!("http://a.example/{page}"), &format!("{PAGE}<p>Page {page}"))));
        if is_damaged && page == pages / 2 {
            bytes.extend(&gzipped(&record("http://a.example/damaged", PAGE))[..60]);
        }
    }
    bytes
}

#[test]
fn a_page_as_text_markdown_and_json() {
    let folder = Folder::new();
    folder.write("ice.html", PAGE);
    let text = folder.goce("ice.html");
    assert_eq!((text.status, &*text.out, &*text.err), (Some(0), &*format!("Ice\n\n{TEXT}\n"), ""));
    assert_eq!(folder.goce_with("", PAGE.as_bytes()).out, text.out);
    assert_eq!(folder.goce("-f markdown ice.html").out, format!("# Ice\n\n{TEXT}\n"));
    let line = &folder.goce("-f jsonl --url http://a.example/2021/05/03/x ice.html").lines()[0];
    for (name, value) in [
        ("name", json!("ice.html")),
        ("title", json!("Ice")),
        ("published", json!("2021-05-03T00:00:00Z")),
        ("genre", json!("article")),
        ("ord", json!(null)),
        ("error", json!(null)),
        ("authors", json!([])),
    ] {
        assert_eq!(line[name], value, "{name}");
    }
}

#[test]
fn hidden_text_is_there_if_it_is_asked_for() {
    let folder = Folder::new();
    folder.write(
        "ice.html",
        "<main><p>Shown.<button aria-controls=more>More</button><div id=more hidden class=panel>Folded.</div>\
         <p style='display:none'>Hidden.</main>",
    );
    let words = ["Shown.", "Folded.", "Hidden."];
    for (hidden, shown) in [("none", 1), ("folded", 2), ("all", 3)] {
        for format in ["text", "markdown", "jsonl"] {
            let out = folder.goce(&format!("-f {format} --method default --hidden {hidden} ice.html")).out;
            for (place, word) in words.iter().enumerate() {
                assert_eq!(out.contains(word), place < shown, "{hidden}, {format}: {out}");
            }
        }
    }
}

#[test]
fn pages_stay_in_order_whatever_the_jobs() {
    let folder = Folder::new();
    for page in 0..40 {
        folder.write(
            &format!("site/{:02}/{page}.html", page / 7),
            format!("<p>Page {page} {}", "word ".repeat(page * 997 % 5000)),
        );
    }
    folder.write("site/z.warc.gz", archive(50, true));
    folder.write("site/not-read.txt", "text");
    let one = folder.goce("-f jsonl -j 1 site").told(1, "1 failed, 91 pages in all");
    let expected: Vec<_> = (0..50).map(|page| format!("http://a.example/{page}")).collect();
    assert_eq!(one.values("url"), expected);
    assert_eq!(one.lines().len(), 40 + 51);
    for jobs in ["2", "9"] {
        assert_eq!(folder.goce(&format!("-f jsonl -j {jobs} site")).out, one.out);
    }
    // Form feeds separate texts.
    let text = folder.goce("site").out;
    assert_eq!(text.split('\x0c').count(), 91);
}

#[test]
fn a_run_goes_on_where_it_was_stopped() {
    let folder = Folder::new();
    folder.write("a.warc", [record("http://a.example/", PAGE), record("http://a.example/2", PAGE)].concat());
    folder.write("b.warc.gz", archive(3, false));
    let arguments = "-f jsonl -o out/ a.warc b.warc.gz c.warc.gz";
    folder.goce(arguments).told(1, "c.warc.gz: No such file");
    assert_eq!(folder.names("out"), ["a.warc.jsonl", "b.warc.gz.jsonl"]);
    assert_eq!(folder.read("out/a.warc.jsonl").lines().count(), 2);
    folder.write("out/a.warc.jsonl", "as it was");
    folder.write("c.warc.gz", archive(1, false));
    folder.goce(arguments).told(0, "2 of 3 inputs are done already");
    assert_eq!(folder.read("out/a.warc.jsonl"), "as it was");
    assert_eq!(folder.read("out/c.warc.gz.jsonl").lines().count(), 1);
    folder.goce(arguments).told(0, "");
}

#[test]
fn a_folder_of_pages_becomes_a_folder_of_texts() {
    let folder = Folder::new();
    folder.write("site/a.html", PAGE);
    folder.write("site/deep/b.HTM", PAGE);
    folder.write("site/c.html", "x".repeat(5000));
    folder
        .goce("-f markdown --max-html-size 2000 -o out/ site")
        .told(1, "site/c.html: the page has more than 2000 bytes");
    assert_eq!(folder.names("out"), ["a.html.md", "deep"]);
    assert_eq!(folder.names("out/deep"), ["b.HTM.md"]);
    // Two inputs of one name would write one file.
    folder.goce("-o out/ site/a.html site/../site/a.html").told(2, "would be the same file");
}

#[test]
fn bad_inputs_are_rows() {
    let folder = Folder::new();
    folder.write("a-empty.html", "");
    folder.write("b-nul.html", "<p>Be\0fore\0");
    folder.write("c-long.html", vec![b'x'; 70 << 20]);
    folder.write("d-page.html.gz", gzipped(PAGE.as_bytes()));
    folder.write("d-torn.html.gz", &gzipped(PAGE.as_bytes())[..90]);
    let cut = archive(2, false);
    folder.write("e-cut.warc.gz", &cut[..cut.len() - 30]);
    folder.write("f-empty.warc", "");
    folder.write("g-none.warc", "this is no archive");
    // What is too large is told though it is not kept.
    folder.write("h-long.warc", record("http://a.example/long", &"x".repeat(70 << 20)));
    let names = "a-empty.html b-nul.html c-long.html d-page.html.gz d-torn.html.gz e-cut.warc.gz f-empty.warc g-none.warc \
                 h-long.warc missing.html";
    let done = folder.goce(&format!("-f jsonl {names}"));
    let lines = done.lines();
    let row = |line: &Value| {
        let text = |key: &str| line[key].as_str().unwrap_or("-").to_owned();
        format!("{} {} {}", text("name"), text("no_text"), text("error_kind"))
    };
    assert_eq!(
        lines.iter().map(row).collect::<Vec<_>>(),
        [
            "a-empty.html empty -",
            "b-nul.html - -",
            "c-long.html - too-large",
            "d-page.html.gz - -",
            "d-torn.html.gz - input",
            "e-cut.warc.gz - -",
            "e-cut.warc.gz - record",
            "g-none.warc - record",
            "h-long.warc - record",
            "missing.html - input",
        ]
    );
    assert_eq!(lines[1]["text"], "Before");
    assert_eq!((done.status, &*done.err), (Some(1), "goce: 6 failed, 8 pages in all\n"));
    fs::create_dir(folder.0.join("nothing")).unwrap();
    folder.goce("nothing").told_first(1, "goce: nothing: there is no HTML or WARC file");
    assert_eq!(folder.goce("missing.html").told_first(1, "goce: missing.html: No such file").out, "");
}

#[test]
fn a_response_whose_head_cannot_be_read_is_a_row() {
    let folder = Folder::new();
    let page = record("http://a.example/", PAGE);
    let with_head = |field: &str| response("http://a.example/odd", field, PAGE);
    let long = with_head(&format!("Content-Type: text/html\r\nX: {}", "y".repeat(2_000_000)));
    let torn = with_head(&format!("Transfer-Encoding: chunked\r\n\r\n{:x}", PAGE.len() + 9));
    let untyped = with_head("X-Powered-By: hand");
    let torn_image =
        with_head(&format!("Content-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n{:x}", PAGE.len() + 9));
    folder.write("a.warc", [&page[..], &long, &torn, &untyped, &torn_image, &page].concat());
    let lines = folder.goce("-f jsonl a.warc").told(1, "").lines();
    let errors: Vec<_> = lines.iter().map(|line| (line["ord"].as_u64().unwrap(), line["error"].as_str())).collect();
    let [(1, None), (2, Some(long)), (3, Some(torn)), (4, None), (6, None)] = errors[..] else {
        panic!("{errors:?}");
    };
    assert!(long.contains("the response's head has more than 1 MiB"), "{long}");
    assert!(torn.contains("the chunked body ends early"), "{torn}");
    assert!(lines.iter().all(|line| line["error"].is_null() == (line["error_kind"] != "record")));
    assert_eq!((lines[1]["url"].as_str(), &lines[1]["text"]), (Some("http://a.example/odd"), &Value::Null));
    let text = folder.goce("a.warc").told(1, "a.warc: record 2, http://a.example/odd: at byte");
    assert_eq!(text.out.split('\x0c').count(), 5);
}

#[test]
fn a_form_feed_is_the_end_of_a_page() {
    let folder = Folder::new();
    let with_feed = "<p>Some words of a text.<pre>one\x0ctwo\n\x0c\n<b>three\x0c</b></pre><p>And more of them.";
    folder.write(
        "a.warc",
        [
            record("http://a.example/1", with_feed),
            record("http://a.example/2", PAGE),
        ]
        .concat(),
    );
    for format in ["text", "markdown"] {
        let done = folder.goce(&format!("-f {format} --method default a.warc"));
        let pages: Vec<_> = done.out.split('\x0c').collect();
        assert!(pages.len() == 2 && pages[0].contains("one two\n"), "{pages:?}");
    }
    let lines = folder.goce("-f jsonl --method default a.warc").lines();
    assert!(lines[0]["text"].as_str().unwrap().contains("one\x0ctwo"));
}

#[test]
fn links_out_of_a_folder_are_not_followed_unless_asked_for() {
    let folder = Folder::new();
    folder.write("secret.html", PAGE);
    folder.write("site/a.html", PAGE);
    folder.link("../secret.html", "site/b.html");
    folder.link(folder.0.join("site/a.html"), "site/c.html");
    folder.link("site", "linked");
    folder.link("secret.html", "given.html");
    for name in ["site", "site/../site", "linked/"] {
        let lines = folder.goce(&format!("-f jsonl {name}")).told(1, "").lines();
        let failed: Vec<_> = lines.iter().map(|line| line["error_kind"].as_str()).collect();
        assert_eq!(failed, [None, Some("input"), None], "{name}");
        assert_eq!(lines[1]["text"], Value::Null);
    }
    folder.goce("-o out/ site").told(1, "");
    assert_eq!(folder.names("out"), ["a.html.txt", "c.html.txt"]);
    assert_eq!(folder.goce("--follow-links -f jsonl site").told(0, "").lines().len(), 3);
    // A link that is given itself is meant.
    folder.goce("given.html").told(0, "");
}

#[test]
fn folders_with_loops_and_closed_doors_end() {
    let folder = Folder::new();
    folder.write("site/a.html", PAGE);
    folder.write("site/sub/b.html", PAGE);
    folder.link("..", "site/sub/loop");
    folder.link("../a.html", "site/sub/link.html");
    folder.link("nowhere", "site/sub/nowhere.html");
    folder.write("site/closed.html", PAGE);
    fs::set_permissions(folder.0.join("site/closed.html"), fs::Permissions::from_mode(0o000)).unwrap();
    let is_root = File::open(folder.0.join("site/closed.html")).is_ok();
    let done = folder.goce("-f jsonl site");
    assert_eq!(
        done.values("name").join(" "),
        "site/a.html site/closed.html site/sub/b.html site/sub/link.html site/sub/nowhere.html"
    );
    assert_eq!(done.values("error_kind"), vec!["input"; if is_root { 1 } else { 2 }]);
}

#[test]
fn rows_for_copy() {
    let folder = Folder::new();
    folder.write("a.warc.gz", archive(3, true));
    let run = |arguments: &str| {
        let output = folder.command(arguments).output().unwrap();
        (output.status.code(), output.stdout, String::from_utf8(output.stderr).unwrap())
    };
    let (status, all, err) = run("-f copy a.warc.gz");
    assert!(all.starts_with(b"PGCOPY\n\xff\r\n\0") && all.ends_with(b"\xff\xff"));
    assert_eq!(status, Some(1));
    assert!(err.contains("a.warc.gz: at byte"), "{err}");
    let (_, responses, _) = run("-f copy --type response a.warc.gz");
    assert!(responses.len() < all.len());
    assert_eq!(run("-f copy -o out/ a.warc.gz").0, Some(1));
    assert_eq!(fs::read(folder.0.join("out/a.warc.gz.copy")).unwrap(), all);
    assert_eq!(run("-f copy missing.warc").0, Some(1));
}

#[test]
fn wrong_usage_is_told() {
    let folder = Folder::with_page();
    for arguments in [
        "--no-such",
        "--jobs 0",
        "--jobs 1025",
        "-o out/",
        "--url http://a.example .",
        "--type x",
    ] {
        assert_eq!(folder.goce(arguments).told_first(2, "error: ").out, "", "{arguments:?}");
    }
    assert!(folder.goce("--help").told(0, "").out.contains("goes on where it was stopped"));
}

#[test]
fn manual_and_completions_are_of_the_same_options() {
    let folder = Folder::new();
    for (what, head) in [
        ("man", ".TH goce"),
        ("bash", "_goce()"),
        ("fish", "complete -c goce"),
        ("zsh", "#compdef goce"),
    ] {
        let done = folder.goce(&format!("--generate {what}"));
        assert_eq!((done.status, &*done.err), (Some(0), ""), "{what}");
        assert!(done.out.contains(head) && done.out.contains("follow"), "{what}: {}", done.out);
    }
    folder.goce("--generate man page.html").told(2, "");
}

//! Where the command writes, and how it ends where that goes wrong or it is ended.

use super::*;

#[test]
fn an_output_that_cannot_be_written_ends_the_run() {
    let folder = Folder::with_page();
    folder.write("a.warc.gz", archive(1, false));
    for (output, inputs) in [
        ("/dev/full", "a.html"),
        ("/dev/full", "-f copy a.warc.gz"),
        ("a.html/b", "a.html"),
    ] {
        folder
            .goce(&format!("-o {output} {inputs}"))
            .told_first(2, &format!("goce: cannot write {output}: "));
    }
    let full = File::options().write(true).open("/dev/full").unwrap();
    for arguments in ["a.html", "--generate bash", "--generate man"] {
        let done: Done = folder.command(arguments).stdout(full.try_clone().unwrap()).output().unwrap().into();
        let expected = "goce: cannot write standard output: No space left on device (os error 28)\n";
        assert_eq!((done.status, &*done.err), (Some(2), expected));
    }
}

#[test]
fn an_input_is_never_overwritten() {
    let folder = Folder::with_page();
    fs::hard_link(folder.0.join("a.html"), folder.0.join("same.html")).unwrap();
    for arguments in ["-o a.html a.html", "-o same.html a.html", "-o a.html ."] {
        folder.goce(arguments).told(2, "would be read and written");
    }
    let appended = File::options().append(true).open(folder.0.join("a.html")).unwrap();
    let done: Done = folder.command("same.html").stdout(appended).output().unwrap().into();
    assert_eq!((done.status, &*folder.read("a.html")), (Some(2), PAGE));
}

#[test]
fn names_and_addresses_do_not_write_to_the_terminal() {
    let folder = Folder::new();
    folder.write("a\n\u{1b}[2J.html.gz", &gzipped(b"x")[..12]);
    let cut = record("http://a.example/\u{1b}[31m", PAGE);
    folder.write("b.warc", &cut[..cut.len() - 9]);
    let done = folder.goce(".").told_first(1, "goce: ./a\\n\\u{1b}[2J.html.gz: ");
    assert!(done.err.contains("record 1, http://a.example/\\u{1b}[31m: "), "{}", done.err);
    assert_eq!(done.err.lines().count(), 3);
}

#[test]
fn what_a_killed_run_left_is_replaced() {
    let folder = Folder::with_page();
    folder.write("out/a.html.txt.goce-part", "left");
    folder.goce("-o out/ a.html").told(0, "");
    assert_eq!(folder.names("out"), ["a.html.txt"]);
}

#[test]
fn what_is_no_file_is_no_output() {
    let folder = Folder::with_page();
    folder.write("b.html", PAGE);
    folder.write("c.warc", record("http://a.example/", PAGE));
    for name in ["a.html.txt", "c.warc.copy"] {
        fs::create_dir_all(folder.0.join("out").join(name)).unwrap();
    }
    let pipe = folder.pipe("out/b.html.txt.goce-part");
    // Open at both ends, the pipe would not be waited for, but read.
    let _open = File::options().read(true).write(true).open(&pipe).unwrap();
    let done = folder.goce("-o out/ a.html b.html c.warc");
    assert_eq!((done.status, done.err.lines().count()), (Some(1), 3), "{}", done.err);
    assert!(done.err.starts_with("goce: out/a.html.txt: what has this name is no file\n"), "{}", done.err);
    assert!(done.err.contains("out/b.html.txt.goce-part is in the way\n"), "{}", done.err);
    assert_eq!(folder.names("out"), ["a.html.txt", "b.html.txt.goce-part", "c.warc.copy", "c.warc.txt"]);
    folder
        .goce("-f copy -o out/ c.warc")
        .told_first(1, "goce: out/c.warc.copy: what has this name is no file\n");
}

#[test]
fn a_closed_standard_output_is_told() {
    let folder = Folder::with_page();
    folder.write("a.warc", record("http://a.example/", PAGE));
    let shell = |redirected: &str, arguments: &str| {
        let script = format!("exec '{}' {arguments} {redirected}", env!("CARGO_BIN_EXE_goce"));
        Done::from(Command::new("sh").args(["-c", &script]).current_dir(&folder.0).output().unwrap())
    };
    for arguments in ["a.html", "-f jsonl a.html", "-f copy a.warc", "-o - a.html"] {
        let done = shell(">&-", arguments);
        let expected = "goce: cannot write standard output: Bad file descriptor (os error 9)\n";
        assert_eq!((done.status, &*done.err), (Some(2), expected), "{arguments}");
        for open in [">/dev/null", "<&- >/dev/null", "1<>/dev/null"] {
            assert_eq!(shell(open, arguments).status, Some(0), "{arguments} {open}");
        }
    }
    // Nothing is written to it.
    shell(">&-", "-o out/ a.html").told(0, "");
    assert_eq!(folder.names("out"), ["a.html.txt"]);
}

#[test]
fn a_file_appears_when_it_is_whole() {
    let folder = Folder::with_page();
    folder.write("old.txt", "old");
    folder.goce("-o old.txt a.html").told(0, "");
    assert_eq!(folder.read("old.txt"), format!("Ice\n\n{TEXT}\n"));
    assert_eq!(folder.names("."), ["a.html", "old.txt"]);
}

/// Waits until the folder has a file whose name has this end.
fn wait_for(folder: &Folder, end: &str) {
    while !folder.names("out").iter().any(|name| name.ends_with(end)) {
        std::thread::yield_now();
    }
}

#[test]
fn signals_end_the_run_and_leave_no_file() {
    for (signal, number) in [("INT", 2), ("TERM", 15)] {
        let folder = Folder::new();
        folder.write("whole.warc.gz", archive(1, false));
        // A pipe that stays open: the second input never ends.
        folder.pipe("endless.warc");
        let mut child = folder.command("-f jsonl -o out/ whole.warc.gz endless.warc").spawn().unwrap();
        let _pipe = File::options().write(true).open(folder.0.join("endless.warc")).unwrap();
        wait_for(&folder, ".goce-part");
        wait_for(&folder, "whole.warc.gz.jsonl");
        // The shell's own: a small Debian has no other.
        let kill = format!("kill -s {signal} {}", child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().signal(), Some(number));
        assert_eq!(folder.names("out"), ["whole.warc.gz.jsonl"]);
    }
}

#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let folder = Folder::new();
    let page = format!("<p>{}", "word ".repeat(200_000));
    let names = ["0.html", "1.html", "2.html", "3.html", "4.html"];
    for name in names {
        folder.write(name, &page);
    }
    let mut child = folder.command(&format!("--method default {}", names.join(" "))).spawn().unwrap();
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().signal(), err.as_str()), (Some(13), ""));
}

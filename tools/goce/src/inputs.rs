//! What there is to read: the files that the arguments name, and those in the folders among them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, BufReader, Cursor, Read};
use std::iter;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use flate2::read::{GzDecoder, MultiGzDecoder};
use walkdir::WalkDir;

use crate::failure::Failure;
use crate::index::{Index, is_index, is_index_name};
use crate::parts::{Archive, Archives, Part, ends_in, is_archive_name};
use crate::wacz;
use goce_archive::{is_start_of_record, is_start_of_zstd};

/// What the names of the files end in that are read of a folder, with or without `.gz`.
const ENDINGS: [&str; 3] = [".html", ".htm", ".xhtml"];

/// The bytes of an input that are looked at to tell what it is.
const LOOK: u64 = 4096;

/// One file to read, or standard input.
#[derive(Debug)]
pub struct Input {
    /// Its name, as messages and rows show it.
    pub name: String,
    place: Place,
    /// The name of its output in a folder of outputs, without the ending of the format; empty if it has none.
    pub output: PathBuf,
    /// Its size in bytes; 0 if unknown.
    pub size: u64,
    /// Which file it is; `None` if it is not there, or none.
    pub identity: Option<Identity>,
    /// Said by the writing thread to the reading one: the rest of this input is not wanted.
    is_unwanted: AtomicBool,
}

/// Tells whether two files are the same, whatever their names: their device and their number in it.
pub type Identity = (u64, u64);

/// Returns that of a file; `None` for a device, a pipe or a folder.
pub fn identity(found: &Metadata) -> Option<Identity> {
    found.is_file().then(|| (found.dev(), found.ino()))
}

#[derive(Debug)]
enum Place {
    Stdin,
    File(PathBuf),
    /// A folder or a link that is not read, and why.
    Unlisted(String),
}

/// An input, opened.
pub enum Opened {
    Page(Box<dyn Read + Send>),
    Archives(Archives),
}

impl Input {
    /// Returns an input that is no file.
    fn new(name: &Path, place: Place) -> Input {
        Input {
            name: name.to_string_lossy().into_owned(),
            place,
            output: PathBuf::new(),
            size: 0,
            identity: None,
            is_unwanted: AtomicBool::default(),
        }
    }

    fn stdin() -> Input {
        Input::new(Path::new("-"), Place::Stdin)
    }

    fn file(path: PathBuf, output: PathBuf) -> Input {
        let found = fs::metadata(&path).ok();
        Input {
            output,
            size: found.as_ref().map_or(0, Metadata::len),
            identity: found.as_ref().and_then(identity),
            ..Input::new(&path.clone(), Place::File(path))
        }
    }

    fn unlisted(path: &Path, reason: String) -> Input {
        Input::new(path, Place::Unlisted(reason))
    }

    /// Ends the reading of this input, soon.
    pub fn skip(&self) {
        self.is_unwanted.store(true, Ordering::Relaxed);
    }

    /// Returns `true` after [`skip`](Self::skip).
    pub fn is_skipped(&self) -> bool {
        self.is_unwanted.load(Ordering::Relaxed)
    }

    /// Returns `true` for standard input.
    pub fn is_stdin(&self) -> bool {
        matches!(self.place, Place::Stdin)
    }

    /// Returns `true` if the name is that of a WARC or WACZ file.
    pub fn is_warc(&self) -> bool {
        is_archive_name(&self.name) || wacz::is_name(&self.name)
    }

    /// Opens the input and finds out what it is, by its name or by how it begins.
    ///
    /// # Errors
    /// [`Failure::Input`].
    pub fn open(&self) -> Result<Opened, Failure> {
        self.open_as(self.is_warc())
    }

    fn open_as(&self, is_archive: bool) -> Result<Opened, Failure> {
        let (mut input, length): (Box<dyn Read + Send>, _) = match &self.place {
            Place::Stdin => (Box::new(io::stdin()), None),
            Place::File(path) => {
                let file = File::open(path)?;
                let metadata = file.metadata()?;
                (Box::new(file), metadata.is_file().then_some(metadata.len()))
            }
            Place::Unlisted(reason) => return Err(Failure::Input(reason.clone())),
        };
        let mut head = Vec::new();
        input.by_ref().take(LOOK).read_to_end(&mut head)?;
        let (is_warc, is_gzip) = (is_warc(&head), is_gzip(&head));
        let input = Box::new(Cursor::new(head.clone()).chain(input));
        Ok(match &self.place {
            Place::File(path) if head.starts_with(wacz::MAGIC) || wacz::is_name(&self.name) => {
                Opened::Archives(Box::new(wacz::archives(path)?.into_iter().map(Part::open)))
            }
            Place::Stdin if head.starts_with(wacz::MAGIC) => {
                return Err(Failure::Input("a WACZ file is read from a file, not from standard input".to_owned()));
            }
            _ if is_index_name(&self.name) || is_index(&unpacked(&head)) => {
                let folder = match &self.place {
                    Place::File(path) => path.parent().filter(|folder| !folder.as_os_str().is_empty()),
                    _ => None,
                };
                let lines: Box<dyn Read + Send> = match is_gzip {
                    true => Box::new(MultiGzDecoder::new(input)),
                    false => input,
                };
                let index = Index::new(BufReader::new(lines), folder.unwrap_or(Path::new(".")));
                Opened::Archives(Box::new(index.map(|part| part?.open())))
            }
            _ if is_warc || is_archive => Opened::Archives(whole(input, length)),
            _ if is_gzip => Opened::Page(Box::new(MultiGzDecoder::new(input))),
            _ => Opened::Page(input),
        })
    }

    /// Opens the input as a WARC file, whatever it is.
    ///
    /// # Errors
    /// [`Failure::Input`].
    pub fn open_archives(&self) -> Result<Archives, Failure> {
        Ok(match self.open_as(true)? {
            Opened::Archives(archives) => archives,
            Opened::Page(input) => whole(input, None),
        })
    }
}

/// Returns an input that is one archive.
fn whole(bytes: Box<dyn Read + Send>, length: Option<u64>) -> Archives {
    let damage = Arc::default();
    Box::new(iter::once(Ok(Archive { bytes, length, damage })))
}

fn is_gzip(head: &[u8]) -> bool {
    head.starts_with(b"\x1f\x8b")
}

/// Returns `true` for the first bytes of an archive of WARC or ARC.
fn is_warc(head: &[u8]) -> bool {
    is_start_of_record(&unpacked(head)) || is_start_of_zstd(head)
}

/// Returns the first bytes of what a head that may be compressed with gzip begins with.
fn unpacked(head: &[u8]) -> Cow<'_, [u8]> {
    if !is_gzip(head) {
        return head.into();
    }
    let mut start = Vec::new();
    // The head may be cut within the data.
    let _ = GzDecoder::new(head).take(LOOK).read_to_end(&mut start);
    start.into()
}

/// Returns the inputs of the arguments, in their order: standard input without any, and the files of a folder in the order
/// of their names. With `only_warc`, no pages are taken of folders. A link in a folder that leads out of it is an input that
/// cannot be read, unless `follow_links` says otherwise: who made the pages may have made it.
pub fn list(arguments: &[PathBuf], only_warc: bool, follow_links: bool) -> Vec<Input> {
    let mut inputs = Vec::new();
    if arguments.is_empty() {
        inputs.push(Input::stdin());
    }
    for argument in arguments {
        if argument.as_os_str() == "-" {
            inputs.push(Input::stdin());
        } else if argument.is_dir() {
            list_folder(argument, only_warc, follow_links, &mut inputs);
        } else {
            let output = argument.file_name().map(PathBuf::from).unwrap_or_default();
            inputs.push(Input::file(argument.clone(), output));
        }
    }
    inputs
}

fn list_folder(folder: &Path, only_warc: bool, follow_links: bool, inputs: &mut Vec<Input>) {
    let listed = inputs.len();
    let root = fs::canonicalize(folder).ok();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        match entry {
            Ok(entry) => {
                let name = entry.file_name().to_string_lossy();
                let is_page = !only_warc && ends_in(&name, &ENDINGS, &[".gz"]);
                let is_wanted = is_archive_name(&name) || wacz::is_name(&name) || is_page;
                // Links to files are followed, links to folders are not: they may lead in circles.
                let is_file = || fs::metadata(entry.path()).map_or(entry.path_is_symlink(), |found| found.is_file());
                if !is_wanted || !is_file() {
                    continue;
                }
                let leads_out = || {
                    let is_inside = |file: PathBuf| root.as_ref().is_some_and(|root| file.starts_with(root));
                    fs::canonicalize(entry.path()).is_ok_and(|file| !is_inside(file))
                };
                if !follow_links && entry.path_is_symlink() && leads_out() {
                    let reason = "the link leads out of the folder, and --follow-links is not given";
                    inputs.push(Input::unlisted(entry.path(), reason.to_owned()));
                } else {
                    let output = entry.path().strip_prefix(folder).unwrap_or(entry.path()).to_owned();
                    inputs.push(Input::file(entry.into_path(), output));
                }
            }
            Err(error) => {
                let path = error.path().unwrap_or(folder).to_owned();
                let reason = error.io_error().map(ToString::to_string);
                inputs.push(Input::unlisted(&path, reason.unwrap_or_else(|| error.to_string())));
            }
        }
    }
    if inputs.len() == listed {
        let wanted = if only_warc { "WARC" } else { "HTML or WARC" };
        inputs.push(Input::unlisted(folder, format!("there is no {wanted} file in this folder")));
    }
}

/// Returns the names of two inputs that would have the same output in a folder of outputs.
pub fn same_output(inputs: &[Input]) -> Option<(&str, &str)> {
    let mut names: HashMap<&OsStr, &str> = HashMap::new();
    for input in inputs.iter().filter(|input| !input.output.as_os_str().is_empty()) {
        if let Some(other) = names.insert(input.output.as_os_str(), &input.name) {
            return Some((other, &input.name));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn gzipped(text: &str) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn warc_files_are_known_by_how_they_begin() {
        for (text, expected) in [
            ("WARC/1.0\r\n", true),
            ("http://a.example/ 192.0.2.1 20080115120001 text/html 5\n<p>a\n", true),
            ("filedesc://a.arc 0.0.0.0 20080115120000 text/plain 0\n", true),
            ("http://a.example/\n", false),
            ("WAR", false),
            ("<p>WARC/1.0", false),
            ("", false),
        ] {
            assert_eq!(is_warc(text.as_bytes()), expected, "{text}");
            assert_eq!(is_warc(&gzipped(text)), expected, "{text}");
        }
        assert!(!is_warc(b"\x1f\x8b"));
    }
}

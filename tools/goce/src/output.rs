//! Where the results go: standard output, a file, or a folder with a file for each input.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use crate::arguments::{Arguments, Format};
use crate::inputs::{Identity, Input, identity};
use crate::stdout;
use crate::temporary::Temporary;

/// What the name of a file ends in that is not whole yet.
const PART: &str = ".goce-part";

/// Where the results go.
#[derive(Clone, Debug)]
pub enum Target {
    Stdout,
    File(PathBuf),
    Folder { folder: PathBuf, format: Format },
}

impl Target {
    pub fn new(arguments: &Arguments) -> Target {
        match &arguments.output {
            None => Target::Stdout,
            Some(path) if path.as_os_str() == "-" => Target::Stdout,
            Some(path) if path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/") => Target::Folder {
                folder: path.clone(),
                format: arguments.format,
            },
            Some(path) => Target::File(path.clone()),
        }
    }

    /// Returns the file of an input in the folder; `None` where all results go to one place, and for an input that cannot
    /// be read anyway.
    pub fn file_of(&self, input: &Input) -> Option<PathBuf> {
        match self {
            Target::Folder { folder, format } if !input.output.as_os_str().is_empty() => {
                let mut name = input.output.as_os_str().to_owned();
                name.push(".");
                name.push(format.extension());
                Some(folder.join(name))
            }
            _ => None,
        }
    }

    /// Returns which file the results overwrite or are appended to, if it is there and is one; `None` for a folder, whose
    /// files are not touched.
    pub fn identity(&self) -> Option<Identity> {
        let found = match self {
            Target::Stdout => File::from(io::stdout().as_fd().try_clone_to_owned().ok()?).metadata(),
            Target::File(path) => fs::metadata(path),
            Target::Folder { .. } => return None,
        };
        identity(&found.ok()?)
    }

    /// Returns its name for messages.
    pub fn name(&self) -> String {
        match self {
            Target::Stdout => "standard output".to_owned(),
            Target::File(path) | Target::Folder { folder: path, .. } => path.to_string_lossy().into_owned(),
        }
    }
}

/// Returns `true` if a file in a folder cannot be created for a reason that others have too.
pub fn fails_for_all(error: &io::Error) -> bool {
    use io::ErrorKind::{PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    matches!(error.kind(), PermissionDenied | QuotaExceeded | ReadOnlyFilesystem | StorageFull)
}

/// An output that is being written.
pub struct Output {
    /// The temporary file that the output is now, and the one that it becomes once it is whole. The temporary file is removed
    /// before it is closed, with which its lock would end: so this field is the first.
    becomes: Option<(Temporary, PathBuf)>,
    out: BufWriter<Box<dyn Write>>,
    /// A file that is worth waiting until the disk has it.
    is_synced: bool,
}

impl Output {
    fn new(out: impl Write + 'static, becomes: Option<(Temporary, PathBuf)>, is_synced: bool) -> Output {
        Output {
            becomes,
            out: BufWriter::with_capacity(128 << 10, Box::new(out)),
            is_synced,
        }
    }

    /// Opens the one place for all results.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn open(target: &Target) -> io::Result<Output> {
        match target {
            Target::File(path) => Output::file(path, true),
            _ => Ok(Output::new(stdout::open()?, None, false)),
        }
    }

    /// Opens the file of an input in a folder: a temporary one.
    ///
    /// # Errors
    /// It cannot be written, or what has its name is no file.
    pub fn file_in_folder(path: &Path, is_synced: bool) -> io::Result<Output> {
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, "what has this name is no file"));
        }
        Output::file(path, is_synced)
    }

    /// Opens a file: a temporary one, unless what is there is no file but a device or a pipe.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn file(path: &Path, is_synced: bool) -> io::Result<Output> {
        // The file that a link leads to is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
            return Ok(Output::new(File::options().write(true).open(&path)?, None, false));
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut name = OsString::from(path.file_name().unwrap_or_default());
        name.push(PART);
        let (temporary, file) = Temporary::create(path.with_file_name(name))?;
        Ok(Output::new(file, Some((temporary, path)), is_synced))
    }

    /// Ends a whole output: a file gets its name.
    ///
    /// # Errors
    /// Not all could be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        if let Some((temporary, path)) = self.becomes {
            if self.is_synced {
                File::open(temporary.path())?.sync_all()?;
            }
            fs::rename(temporary.path(), path)?;
            temporary.keep();
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

//! The genre network in use: the built-in one, or that of the setting `goce.genre_model`.
//!
//! Either is read once a backend, or, with the library among `shared_preload_libraries`, once by
//! the postmaster for all backends: they have it in memory from the start, shared pages of
//! their parent.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io::Read;
use std::ops::Deref;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::panic::catch_unwind;
use std::path::Path;
use std::rc::Rc;

use pgrx::prelude::*;
use sha2::{Digest, Sha256};

use super::error::Result;
use super::settings;
use super::trial::{self, TrialError};
use crate::genre::network::{BUILT_IN, ModelError, Network};
use crate::memory::ask_for;

/// The longest file that is read: a network of 64 million weights of 32 bits.
const MAX_FILE: u64 = 256 << 20;

/// The memory that reading and trying a network may take, in lengths of its file: the file, its parts,
/// the weights, and copies of them in the order that the processor wants. A ResNet V2 101 takes 4.
const READING: u64 = 8;

/// The memory that it may take whatever the file: what is between two operators.
const RUNNING: u64 = 1 << 30;

/// Why the file of `goce.genre_model` is not in use. Names no path: who calls a function may
/// not be allowed to see the setting.
#[derive(Debug, thiserror::Error)]
pub enum CustomModelError {
    #[error("genre model could not be read")]
    Io(#[from] std::io::Error),
    #[error("genre model is not a file")]
    NotAFile,
    #[error("genre model is too large")]
    TooLarge { bytes: u64 },
    #[error("out of memory for the file of a genre model")]
    OutOfMemory { bytes: u64 },
    #[error("invalid genre model")]
    Invalid(#[from] ModelError),
    #[error("genre model cannot be read safely")]
    Unsafe(#[from] TrialError),
}

impl CustomModelError {
    /// The longest file that is read, in bytes.
    pub const LIMIT: u64 = MAX_FILE;
}

/// What tells a file from the one that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Version {
    path: Vec<u8>,
    device: u64,
    inode: u64,
    size: u64,
    modified: (i64, i64),
}

impl Version {
    fn new(path: &[u8], metadata: &Metadata) -> Self {
        Version {
            path: path.to_vec(),
            device: metadata.dev(),
            inode: metadata.ino(),
            size: metadata.size(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
        }
    }
}

/// A network from a file.
#[derive(Debug)]
pub struct Custom {
    version: Version,
    network: Network,
    sha256: String,
}

impl Custom {
    fn read(path: &[u8]) -> std::result::Result<Custom, CustomModelError> {
        let mut file = File::open(to_path(path))?;
        let metadata = file.metadata()?;
        let bytes = metadata.len();
        if bytes > MAX_FILE {
            return Err(CustomModelError::TooLarge { bytes });
        }
        let mut content = Vec::new();
        let out_of_memory = |bytes| CustomModelError::OutOfMemory { bytes };
        let length = usize::try_from(bytes).map_err(|_| out_of_memory(bytes))?;
        content
            .try_reserve_exact(length)
            .map_err(|_| out_of_memory(bytes))?;
        // No more than that, should it grow.
        file.by_ref().take(bytes).read_to_end(&mut content)?;
        // A file that is only no network is refused below, with what is wrong about it.
        let memory = trial::survived(READING * bytes + RUNNING, || {
            let _ = Network::read(&content);
        })?;
        // All that the child has had, and more than this process will.
        let wanted = usize::try_from(memory).map_err(|_| out_of_memory(memory))?;
        ask_for(wanted).map_err(|_| out_of_memory(memory))?;
        Ok(Custom {
            version: Version::new(path, &metadata),
            network: Network::read(&content)?,
            sha256: sha256(&content),
        })
    }
}

fn to_path(path: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(path))
}

/// A SHA-256 digest in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

thread_local! {
    /// The network of the file used last. A backend has one thread, and has inherited that of the
    /// postmaster.
    static CUSTOM: RefCell<Option<Rc<Custom>>> = const { RefCell::new(None) };
}

/// The network in use.
pub enum Model {
    BuiltIn(&'static Network),
    Custom(Rc<Custom>),
}

impl Deref for Model {
    type Target = Network;

    fn deref(&self) -> &Network {
        match self {
            Model::BuiltIn(network) => network,
            Model::Custom(custom) => &custom.network,
        }
    }
}

impl Model {
    /// The path of its file, in the server's encoding, if it is not the built-in one.
    pub fn path(&self) -> Option<&[u8]> {
        match self {
            Model::BuiltIn(_) => None,
            Model::Custom(custom) => Some(&custom.version.path),
        }
    }

    /// The digest of its file.
    pub fn sha256(&self) -> String {
        match self {
            Model::BuiltIn(_) => sha256(BUILT_IN),
            Model::Custom(custom) => custom.sha256.clone(),
        }
    }
}

/// The network in use, read where it is not yet, or where its file has changed.
pub fn current() -> Result<Model> {
    let Some(path) = settings::genre_model() else {
        return Ok(Model::BuiltIn(Network::built_in()?));
    };
    Ok(Model::Custom(custom(path.to_bytes())?))
}

fn custom(path: &[u8]) -> std::result::Result<Rc<Custom>, CustomModelError> {
    let metadata = std::fs::metadata(to_path(path))?;
    if !metadata.is_file() {
        return Err(CustomModelError::NotAFile);
    }
    let version = Version::new(path, &metadata);
    let kept = CUSTOM.with_borrow(Option::clone);
    if let Some(custom) = kept.filter(|custom| custom.version == version) {
        return Ok(custom);
    }
    let custom = Rc::new(Custom::read(path)?);
    CUSTOM.set(Some(Rc::clone(&custom)));
    Ok(custom)
}

/// Reads the networks before the postmaster forks. One that is faulty is no reason not to
/// start.
pub fn preload() {
    // SAFETY: reads a variable of the process.
    if !unsafe { pg_sys::process_shared_preload_libraries_in_progress } {
        return;
    }
    let read: [fn() -> Result<()>; 2] = [
        || Ok(Network::built_in().map(drop)?),
        || match settings::genre_model() {
            Some(path) => Ok(custom(path.to_bytes()).map(drop)?),
            None => Ok(()),
        },
    ];
    for read in read {
        match catch_unwind(read) {
            Ok(Ok(())) => (),
            Ok(Err(error)) => error.report(PgLogLevel::WARNING),
            // An error that is raised would end the postmaster, which has nothing to catch it.
            Err(_) => {
                warning!("goce could not read a network before the server starts");
            }
        }
    }
}

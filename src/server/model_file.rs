//! The file that the setting `goce.genre_model` names, read into a network.

use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::server::sandbox::{self, SandboxError};
use goce_core::memory::ask_for;
use goce_sight::network::{ModelError, Network};

/// The longest file that is read, in bytes: 64 million weights of 32 bits.
pub const MAX_FILE: u64 = 256 << 20;

/// The reason why the file is not in use. It names no path: the caller may not be allowed to see the setting.
#[derive(Debug, thiserror::Error)]
pub enum ModelFileError {
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
    Unsafe(#[from] SandboxError),
}

/// The path of a file, with attributes that change when its content does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
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

    /// Returns the version of the file that is there now.
    pub fn current(path: &[u8]) -> Result<Self, ModelFileError> {
        let metadata = std::fs::metadata(to_path(path))?;
        if !metadata.is_file() {
            return Err(ModelFileError::NotAFile);
        }
        Ok(Version::new(path, &metadata))
    }
}

/// A network from a file.
#[derive(Debug)]
pub struct Custom {
    pub version: Version,
    pub network: Network,
    /// The SHA-256 digest of the file, in hexadecimal digits.
    pub sha256: String,
}

impl Custom {
    /// Reads a network from a file, after a child process has survived reading it.
    pub fn read(path: &[u8]) -> Result<Custom, ModelFileError> {
        let mut file = File::open(to_path(path))?;
        let metadata = file.metadata()?;
        let bytes = metadata.len();
        if bytes > MAX_FILE {
            return Err(ModelFileError::TooLarge { bytes });
        }
        let mut content = Vec::new();
        let out_of_memory = |bytes| ModelFileError::OutOfMemory { bytes };
        let length = usize::try_from(bytes).map_err(|_| out_of_memory(bytes))?;
        content.try_reserve_exact(length).map_err(|_| out_of_memory(bytes))?;
        // No more than that, should the file grow.
        file.by_ref().take(bytes).read_to_end(&mut content)?;
        // The child's result is dropped: reading it again below says what is wrong.
        // The memory that reading a network may take, in lengths of its file: the file, its parts, the weights, and
        // copies of them in the order that the processor wants. A ResNet V2 101 takes 4. The memory that running it may
        // take, in bytes: values between two operators.
        let memory = sandbox::survived(8 * bytes + (1 << 30), || {
            let _ = Network::read(&content);
        })?;
        // This process needs less memory than the child had.
        let wanted = usize::try_from(memory).map_err(|_| out_of_memory(memory))?;
        ask_for(wanted).map_err(|_| out_of_memory(memory))?;
        Ok(Custom {
            version: Version::new(path, &metadata),
            network: Network::read(&content)?,
            sha256: sha256(&content),
        })
    }

    /// Returns the path of the file, in the server's encoding.
    pub fn path(&self) -> &[u8] {
        &self.version.path
    }
}

fn to_path(path: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(path))
}

/// Returns a SHA-256 digest in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

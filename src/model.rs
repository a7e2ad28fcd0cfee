//! The genre network in use: the built-in one, or that of the setting `goce.genre_model`.
//!
//! Either is read once a backend, or, with the library among `shared_preload_libraries`, once by
//! the postmaster for all backends: they have it in memory from the start, shared pages of
//! their parent.

use std::cell::RefCell;
use std::ops::Deref;
use std::panic::catch_unwind;
use std::rc::Rc;

use pgrx::prelude::*;

use crate::error::{OrReport, Result};
use crate::model_file::{Custom, ModelFileError, Version, sha256};
use crate::settings;
use goce_sight::network::{BUILT_IN, Network};

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
    /// Returns the path of its file, in the server's encoding; `None` for the built-in network.
    pub fn path(&self) -> Option<&[u8]> {
        match self {
            Model::BuiltIn(_) => None,
            Model::Custom(custom) => Some(custom.path()),
        }
    }

    /// Returns the SHA-256 digest of its file, in hexadecimal digits.
    pub fn sha256(&self) -> String {
        match self {
            Model::BuiltIn(_) => sha256(BUILT_IN),
            Model::Custom(custom) => custom.sha256.clone(),
        }
    }
}

/// Returns the network in use. A file is read where it is not yet, or has changed.
pub fn current() -> Result<Model> {
    let Some(path) = settings::genre_model() else {
        return Ok(Model::BuiltIn(Network::built_in().or_report()?));
    };
    Ok(Model::Custom(custom(path.to_bytes())?))
}

fn custom(path: &[u8]) -> Result<Rc<Custom>, ModelFileError> {
    let version = Version::current(path)?;
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
    let read: [fn() -> Result<()>; 2] = [|| Network::built_in().map(drop).or_report(), || current().map(drop)];
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

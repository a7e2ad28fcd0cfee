//! goce-schema LIBRARY DIRECTORY: writes goce.control and the script of CREATE EXTENSION into a directory.
//!
//! pgrx's macros leave a description of every SQL object in a section of the library, and pgrx's own crates read it
//! and put it in order. This program is all of `cargo pgrx` that a build needs, from crates that the extension is
//! built of anyway.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use object::{Object, ObjectSection};
use pgrx_sql_entity_graph::section::{decode_entities, is_schema_section_name};
use pgrx_sql_entity_graph::{ControlFile, PgrxSql, SqlGraphEntity};

const VERSION: &str = env!("CARGO_PKG_VERSION");
const CONTROL: &str = include_str!("../goce.control");

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [library, directory] = arguments.as_slice() else {
        return Err("usage: goce-schema LIBRARY DIRECTORY".into());
    };

    let library = fs::read(library)?;
    let object = object::File::parse(library.as_slice())?;
    let section = object
        .sections()
        .find(|section| section.name().is_ok_and(is_schema_section_name))
        .ok_or("the library has no section that describes SQL objects")?;
    let mut entities = decode_entities(section.data()?)?;
    let control = CONTROL.replace("@CARGO_VERSION@", VERSION);
    entities.push(SqlGraphEntity::ExtensionRoot(ControlFile::from_str(
        &control,
    )?));
    let script = PgrxSql::build(entities.into_iter(), "goce".to_owned(), false)?;

    fs::create_dir_all(directory)?;
    fs::write(directory.join("goce.control"), control)?;
    script.to_file(directory.join(format!("goce--{VERSION}.sql")))?;
    Ok(())
}

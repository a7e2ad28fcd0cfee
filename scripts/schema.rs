//! goce-schema LIBRARY DIRECTORY: writes goce.control and the script of CREATE EXTENSION into a directory.
//!
//! pgrx's macros leave a description of every SQL object in a section of the library, and pgrx's own crates read it
//! and put it in order. This program is all of `cargo pgrx` that a build needs, from crates that the extension is
//! built of anyway. The order of the objects is this program's: pgrx's own differs from run to run.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use object::{Object, ObjectSection};
use pgrx_sql_entity_graph::section::{decode_entities, is_schema_section_name};
use pgrx_sql_entity_graph::{ControlFile, PgrxSql, SqlGraphEntity, ToSql};

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
    entities.push(SqlGraphEntity::ExtensionRoot(ControlFile::from_str(&control)?));
    let script = PgrxSql::build(entities.into_iter(), "goce".to_owned(), false)?;

    fs::create_dir_all(directory)?;
    fs::write(directory.join("goce.control"), control)?;
    fs::write(directory.join(format!("goce--{VERSION}.sql")), in_order(&script)?)?;
    Ok(())
}

/// Returns the statements of all objects: each after what it needs, and otherwise in the order of the texts, which begin
/// with their places in the sources. It fails where objects need each other.
fn in_order(script: &PgrxSql<'_>) -> Result<String, Box<dyn Error>> {
    let graph = &script.graph;
    let mut texts = BTreeMap::new();
    let mut needs = BTreeMap::new();
    for object in graph.node_indices() {
        texts.insert(object, graph[object].to_sql(script)?.trim().to_owned());
        needs.insert(object, 0_usize);
    }
    let mut needed_by = BTreeMap::<_, Vec<_>>::new();
    for (before, after) in graph.edge_indices().filter_map(|edge| graph.edge_endpoints(edge)) {
        needed_by.entry(before).or_default().push(after);
        *needs.entry(after).or_default() += 1;
    }

    let mut ready: BTreeSet<_> = needs
        .iter()
        .filter(|(_, count)| **count == 0)
        .map(|(object, _)| (&texts[object], *object))
        .collect();
    let mut written = 0;
    let mut sql = String::new();
    while let Some((text, object)) = ready.pop_first() {
        written += 1;
        if !text.is_empty() {
            sql.push_str(text);
            sql.push_str("\n\n");
        }
        for after in needed_by.get(&object).into_iter().flatten() {
            if let Some(count) = needs.get_mut(after) {
                *count -= 1;
                if *count == 0 {
                    ready.insert((&texts[after], *after));
                }
            }
        }
    }
    if written < texts.len() {
        return Err("SQL objects need each other".into());
    }
    Ok(sql)
}

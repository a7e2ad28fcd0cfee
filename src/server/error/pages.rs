//! The errors of goce-core, and of a page's row: of pages, selectors, archives, sites and measures.

use pgrx::PgSqlErrorCode::{ERRCODE_IO_ERROR, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE, ERRCODE_OUT_OF_MEMORY};
use pgrx::pg_sys::panic::ErrorReport;

use super::{Coded, Report, internal};
use crate::server::encoding::message;
use goce_archive::ArchiveError;
use goce_core::evaluate::EvaluateError;
use goce_core::extract::ExtractError;
use goce_core::genre::ClassifyError;
use goce_core::json::JsonbError;
use goce_core::memory::OutOfMemory;
use goce_core::output::RenderError;
use goce_core::page::PageError;
use goce_core::render::{ChunkSizeError, MAX_WORDS};
use goce_core::texts::canonical_address::AddressError;
use goce_core::texts::duplicates::{MAX_BANDS, MAX_ROWS, MinHashError};
use goce_rows::select::{MAX_DEPTH, MAX_LENGTH, MAX_WORK, PSEUDO_CLASSES, Problem, SelectError, SyntaxError};
use goce_rows::site::NotAProfile;

/// The HINT of every error by which a page takes more memory than there is.
const PAGE_MEMORY: &str = "The setting \"goce.max_html_size\" bounds the memory a page may take.";

/// The HINT of every error by which a page is too long.
const PAGE_SIZE: &str =
    "The setting \"goce.max_html_size\" raises the limit, up to \"goce.max_html_size_limit\", which superusers set.";

impl Report for JsonbError {
    fn report(self) -> ErrorReport {
        match self {
            JsonbError::OutOfMemory => OutOfMemory.report(),
            JsonbError::TooLarge { limit } => self
                .over_limit(format!(
                    "The limit is {limit} bytes of \"jsonb\". An item under several types, and a cell that spans several \
                     rows or columns, is repeated."
                ))
                .set_hint("No setting changes this. Divide the page before parsing."),
            JsonbError::TooManyDigits { limit } => self
                .over_limit(format!("The limit is {limit} digits of all numbers: 1e308 has 309."))
                .set_hint("No setting changes this. Divide the page before parsing."),
            JsonbError::Invalid { .. } => internal(self),
        }
    }
}

impl Report for OutOfMemory {
    fn report(self) -> ErrorReport {
        self.no_memory(PAGE_MEMORY)
            .set_detail("The system, or a limit of the process, refused memory that goce needed.")
    }
}

impl Report for AddressError {
    fn report(self) -> ErrorReport {
        match self {
            AddressError::TooLong { bytes, limit } => self.long(bytes, limit),
            AddressError::OutOfMemory(error) => error.report(),
        }
    }
}

impl Report for PageError {
    fn report(self) -> ErrorReport {
        match self {
            PageError::TooLarge { bytes, limit } => self.long(bytes, limit).set_hint(PAGE_SIZE),
            PageError::TooManyNodes { nodes } => self
                .over_limit(format!(
                    "Parsing stopped at {nodes} elements, texts and repeated attributes. Formatting elements \
                     that are never closed are repeated in every paragraph."
                ))
                .set_hint(
                    "No setting changes this. Divide the page, or close formatting elements, such as <font>, \
                     before parsing.",
                ),
            PageError::TooManyAttributes { attributes } => self
                .over_limit(format!("Parsing stopped at {attributes} attributes."))
                .set_hint("No setting changes this. Remove attributes, or divide the page, before parsing."),
            PageError::OutOfMemory => self.no_memory(PAGE_MEMORY),
        }
    }
}

impl Report for ExtractError {
    fn report(self) -> ErrorReport {
        match self {
            ExtractError::OutOfMemory(_) => self.no_memory(PAGE_MEMORY),
            ExtractError::PageTypes(error) => error.report(),
            // The library's own files: no user's fault.
            ExtractError::Model(_) | ExtractError::Features(_) | ExtractError::Network { .. } => internal(self),
        }
    }
}

impl Report for ClassifyError {
    fn report(self) -> ErrorReport {
        match self {
            ClassifyError::OutOfMemory(_) => self.no_memory(PAGE_MEMORY),
            ClassifyError::Model(_) | ClassifyError::Features(_) => internal(self),
        }
    }
}

impl Report for RenderError {
    fn report(self) -> ErrorReport {
        match self {
            RenderError::TooLarge { limit } => self
                .over_limit(format!(
                    "The most that may be written of this page is {limit} bytes. Elements that are never \
                     closed, such as <a>, are repeated in every paragraph with their attributes."
                ))
                .set_hint("No setting changes this. Close formatting elements before parsing."),
            RenderError::LongPaths { limit } => self
                .over_limit(format!(
                    "The most that all rows of this page may have is {limit} bytes of XPaths and headings. The \
                     XPath of an element is as long as the element is deep."
                ))
                .set_hint("No setting changes this. Make larger chunks, or remove elements that only enclose others."),
            RenderError::TooManyPlaces { limit } => self
                .over_limit(format!(
                    "The most that all tables of this page may have is {limit} places. A cell may span 1,000 columns \
                     and 65,534 rows."
                ))
                .set_hint("No setting changes this. Remove \"colspan\" and \"rowspan\" before parsing."),
            RenderError::OutOfMemory => self.no_memory(PAGE_MEMORY),
        }
    }
}

impl Report for SelectError {
    fn report(self) -> ErrorReport {
        match &self {
            SelectError::TooLong { bytes } => self.long(bytes, MAX_LENGTH),
            SelectError::Syntax(syntax) => {
                let report = self.invalid().set_detail(message(place(syntax)));
                match hint(syntax.problem) {
                    Some(hint) => report.set_hint(hint),
                    None => report,
                }
            }
            SelectError::TooLarge { limit } => self
                .over_limit(format!(
                    "The most that may be written of this page is {limit} bytes of XPaths, texts and HTML."
                ))
                .set_hint("Elements within each other are written once each: select only those that you need."),
            SelectError::TooMuchWork => self
                .over_limit(format!(
                    "Each look at an element counts, once more for each 16 bytes of the selector. The limit is {MAX_WORK}."
                ))
                .set_hint("No setting changes this. \"~\" and \":has()\" look at each element many times."),
            SelectError::OutOfMemory => self.no_memory(PAGE_MEMORY),
        }
    }
}

/// Says where a selector is wrong.
fn place(error: &SyntaxError) -> String {
    if error.read.is_empty() {
        "At its start.".to_owned()
    } else {
        format!("After \"{}\".", error.read)
    }
}

fn hint(problem: Problem) -> Option<String> {
    let hint = match problem {
        Problem::PseudoClass => return Some(format!("Valid pseudo-classes are {PSEUDO_CLASSES}.")),
        Problem::Depth => return Some(format!("The limit is {MAX_DEPTH}.")),
        Problem::NoName => "A name begins with a letter, \"_\" or \"-\"; others need a \"\\\".",
        Problem::Prefix => "The only prefix is \"*\", for any namespace.",
        Problem::Attribute => "Valid are [name], [name=\"value\"], and the latter with ~=, |=, ^=, $= or *=.",
        _ => return None,
    };
    Some(hint.to_owned())
}

impl Report for ChunkSizeError {
    fn report(self) -> ErrorReport {
        self.invalid().set_hint(match self {
            ChunkSizeError::MaxWords => format!("Valid values are from 1 to {MAX_WORDS}."),
            ChunkSizeError::Overlap => "Valid values are from 0 to one less than \"max_words\".".to_owned(),
        })
    }
}

impl Report for MinHashError {
    fn report(self) -> ErrorReport {
        let most = match self {
            MinHashError::Bands => MAX_BANDS,
            MinHashError::Rows => MAX_ROWS,
        };
        self.invalid().set_hint(format!("Valid values are from 1 to {most}."))
    }
}

impl Report for NotAProfile {
    fn report(self) -> ErrorReport {
        self.malformed("The value was not made by goce_site or goce_site_merge of this version.")
    }
}

impl Report for ArchiveError {
    fn report(self) -> ErrorReport {
        match &self {
            ArchiveError::TooLarge { limit } => {
                self.over_limit(format!("It has more than {limit} bytes of text.")).set_hint(PAGE_SIZE)
            }
            ArchiveError::OutOfMemory => self.no_memory(
                "The setting \"goce.max_html_size\" bounds the memory a page may take, \
                 the argument max_payload that of a record.",
            ),
            ArchiveError::Read(_) => self.coded(ERRCODE_IO_ERROR),
        }
    }
}

impl Report for EvaluateError {
    fn report(self) -> ErrorReport {
        match self {
            EvaluateError::NegativeDensity(_) => {
                self.invalid().set_hint("A density is a number of characters; that of a region not detected is 0.")
            }
            EvaluateError::TooManyPages => self.coded(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
            EvaluateError::OutOfMemory(_) => self.coded(ERRCODE_OUT_OF_MEMORY),
        }
    }
}

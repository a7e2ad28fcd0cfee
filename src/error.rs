//! The one place where errors get their SQLSTATE, DETAIL and HINT.

use pgrx::PgSqlErrorCode::{
    self, ERRCODE_DATA_EXCEPTION, ERRCODE_DATATYPE_MISMATCH, ERRCODE_INSUFFICIENT_PRIVILEGE, ERRCODE_INTERNAL_ERROR,
    ERRCODE_INVALID_BINARY_REPRESENTATION, ERRCODE_INVALID_PARAMETER_VALUE, ERRCODE_IO_ERROR, ERRCODE_NO_DATA_FOUND,
    ERRCODE_NULL_VALUE_NOT_ALLOWED, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE, ERRCODE_OUT_OF_MEMORY,
    ERRCODE_PROGRAM_LIMIT_EXCEEDED, ERRCODE_UNDEFINED_FILE, ERRCODE_WRONG_OBJECT_TYPE,
};
use pgrx::pg_sys::panic::ErrorReport;

use super::encoding::message;
use super::model_file::{MAX_FILE, ModelFileError};
use super::refusal::{CLASSIFIERS, Refusal};
use goce_core::archive::{ArchiveError, MAX_PAYLOAD};
use goce_core::evaluate::{EvaluateError, Unit, UnknownUnit};
use goce_core::extract::{ExtractError, Focus, UnknownFocus};
use goce_core::genre::{ClassifyError, Genre, UnknownGenre};
use goce_core::memory::OutOfMemory;
use goce_core::page::PageError;
use goce_core::render::{ChunkSizeError, MAX_WORDS, RenderError};
use goce_core::select::{MAX_DEPTH, MAX_LENGTH, PSEUDO_CLASSES, Problem, SelectError, SyntaxError};
use goce_core::site::{NotAProfile, SiteError};
use goce_core::texts::address::AddressError;
use goce_core::texts::duplicates::{MAX_BANDS, MAX_ROWS, MinHashError};
use goce_methods::{Method, UnknownMethod};
use goce_papers::learnhtml;
use goce_papers::learnhtml::training::{self, OptionError, TrainError};
use goce_papers::sd::{self, InvalidThreshold};
use goce_sight::fusion::NoPageTypes;
use goce_sight::network::{ModelError, NetworkError};
use goce_sight::screenshot::{FORMATS, MAX_WIDTH, ScreenshotError};

/// The result of a function that may fail with an error of PostgreSQL.
pub type Result<T, E = ErrorReport> = std::result::Result<T, E>;

/// An error that PostgreSQL can report: with an SQLSTATE, and with DETAIL and HINT where there is more to say.
///
/// A trait of this package, because neither the errors nor [`ErrorReport`] are its own types.
pub trait Report {
    /// Returns the error as PostgreSQL reports it.
    fn report(self) -> ErrorReport;
}

impl Report for ErrorReport {
    fn report(self) -> ErrorReport {
        self
    }
}

/// Results whose errors PostgreSQL can report.
pub trait OrReport<T> {
    /// Returns the result with its error as PostgreSQL reports it.
    fn or_report(self) -> Result<T>;
}

impl<T, E: Report> OrReport<T> for Result<T, E> {
    fn or_report(self) -> Result<T> {
        self.map_err(Report::report)
    }
}

impl From<Refusal> for ErrorReport {
    fn from(refusal: Refusal) -> ErrorReport {
        refusal.report()
    }
}

impl From<ModelFileError> for ErrorReport {
    fn from(error: ModelFileError) -> ErrorReport {
        error.report()
    }
}

/// Raises an error, by unwinding up to where PostgreSQL called.
#[expect(
    clippy::panic,
    reason = "an error of PostgreSQL is a panic in Rust, and pgrx makes it one again"
)]
pub fn raise(error: impl Report) -> ! {
    std::panic::panic_any(error.report())
}

fn coded(code: PgSqlErrorCode, error: &impl std::error::Error) -> ErrorReport {
    ErrorReport::new(code, message(error.to_string()), "goce")
}

/// Returns an error with SQLSTATE XX000, for what cannot go wrong by a user's fault.
pub fn internal(error: impl std::error::Error) -> ErrorReport {
    coded(ERRCODE_INTERNAL_ERROR, &error)
}

fn over_limit(error: &impl std::error::Error, detail: String) -> ErrorReport {
    coded(ERRCODE_PROGRAM_LIMIT_EXCEEDED, error).set_detail(detail)
}

fn invalid(error: &impl std::error::Error) -> ErrorReport {
    coded(ERRCODE_INVALID_PARAMETER_VALUE, error)
}

/// PostgreSQL has no SQLSTATE for images and models: this is the one of a value in a wrong binary format.
fn malformed(error: &impl std::error::Error, detail: impl Into<String>) -> ErrorReport {
    coded(ERRCODE_INVALID_BINARY_REPRESENTATION, error).set_detail(detail)
}

fn no_memory(error: &impl std::error::Error, hint: impl Into<String>) -> ErrorReport {
    coded(ERRCODE_OUT_OF_MEMORY, error).set_hint(hint)
}

/// The HINT of every error by which a page takes more memory than there is.
const PAGE_MEMORY: &str = "The setting \"goce.max_html_size\" bounds the memory a page may take.";

/// The HINT of every error by which a page is too long.
const PAGE_SIZE: &str = "The setting \"goce.max_html_size\" raises the limit, up to \
                         \"goce.max_html_size_limit\", which superusers set.";

/// Returns 22023 with the valid names in the HINT.
fn unknown(
    error: &impl std::error::Error,
    what: &str,
    names: impl IntoIterator<Item = impl AsRef<str>>,
) -> ErrorReport {
    let quote = |name| format!("\"{}\"", AsRef::<str>::as_ref(&name));
    let quoted: Vec<String> = names.into_iter().map(quote).collect();
    invalid(error).set_hint(format!("Valid {what} are {}.", quoted.join(", ")))
}

macro_rules! unknown_names {
    ($($error:ty => $what:literal, $names:expr;)*) => {
        $(impl Report for $error {
            fn report(self) -> ErrorReport {
                unknown(&self, $what, $names)
            }
        })*
    };
}

unknown_names! {
    UnknownMethod => "methods", Method::ALL.map(Method::name);
    UnknownFocus => "values of \"focus\"", Focus::ALL.map(Focus::name);
    UnknownGenre => "genres", Genre::ALL.map(Genre::name);
    UnknownUnit => "units", Unit::NAMES;
    sd::UnknownPageKind => "kinds", sd::PageKind::ALL.map(sd::PageKind::name);
    training::UnknownModelKind => "models", training::ModelKind::ALL.map(training::ModelKind::name);
}

impl Report for Refusal {
    fn report(self) -> ErrorReport {
        let error = self;
        match error {
            Refusal::UnknownClassifier(_) => unknown(&error, "classifiers", CLASSIFIERS),
            Refusal::UnknownComparedMethod(_) => {
                let names = Method::ALL.map(Method::name);
                unknown(&error, "methods", names.into_iter().chain(["oracle"]))
            }
            Refusal::NullQuery | Refusal::NullMethod | Refusal::NullPublished | Refusal::NullArgument => {
                coded(ERRCODE_NULL_VALUE_NOT_ALLOWED, &error)
            }
            Refusal::NoSchema | Refusal::Spi(_) | Refusal::CompositeType => internal(error),
            Refusal::TooManyMethods { limit } => invalid(&error).set_hint(format!("Name at most {limit}.")),
            Refusal::LongArray { length, limit } => {
                over_limit(&error, format!("It has {length} elements, the limit is {limit}."))
            }
            Refusal::LongOptions { limit } => over_limit(&error, format!("The limit is {limit} bytes.")),
            Refusal::ResultTooLarge { bytes } => over_limit(&error, format!("It has {bytes} bytes.")),
            // Not a cancel: who catches errors of pages catches this one.
            Refusal::Unheeded { .. } => invalid(&error).set_hint("Only \"auto\" heeds it."),
            Refusal::PageTimeout { limit } => over_limit(&error, format!("The limit is {} ms.", limit.as_millis()))
                .set_hint("The setting \"goce.page_timeout\" raises the limit; 0 is none."),
            Refusal::MaxPayload => {
                invalid(&error).set_hint(format!("Valid values are bytes, from 0 to {MAX_PAYLOAD}."))
            }
            Refusal::Columns(_) => coded(ERRCODE_DATATYPE_MISMATCH, &error)
                .set_hint("Decode bytes first, with convert_from, and name just these columns."),
            Refusal::AggregateState(_) => {
                invalid(&error).set_detail("The array was not made by the aggregate's own functions.")
            }
        }
    }
}

impl Report for OutOfMemory {
    fn report(self) -> ErrorReport {
        let error = self;
        no_memory(&error, PAGE_MEMORY)
            .set_detail("The system, or a limit of the process, refused memory that goce needed.")
    }
}

impl Report for AddressError {
    fn report(self) -> ErrorReport {
        let error = self;
        match error {
            AddressError::TooLong { bytes, limit } => {
                over_limit(&error, format!("It has {bytes} bytes, the limit is {limit}."))
            }
            AddressError::OutOfMemory(error) => error.report(),
        }
    }
}

impl Report for PageError {
    fn report(self) -> ErrorReport {
        let error = self;
        match error {
            PageError::TooLarge { bytes, limit } => {
                over_limit(&error, format!("It has {bytes} bytes, the limit is {limit}.")).set_hint(PAGE_SIZE)
            }
            PageError::TooManyNodes { nodes } => over_limit(
                &error,
                format!(
                    "Parsing stopped at {nodes} elements, texts and repeated attributes. Formatting elements \
                     that are never closed are repeated in every paragraph."
                ),
            )
            .set_hint(
                "No setting changes this. Divide the page, or close formatting elements, such as <font>, \
                 before parsing.",
            ),
            PageError::TooManyAttributes { attributes } => {
                over_limit(&error, format!("Parsing stopped at {attributes} attributes."))
                    .set_hint("No setting changes this. Remove attributes, or divide the page, before parsing.")
            }
            PageError::OutOfMemory => no_memory(&error, PAGE_MEMORY),
        }
    }
}

impl Report for ExtractError {
    fn report(self) -> ErrorReport {
        let error = self;
        match error {
            ExtractError::OutOfMemory(_) => no_memory(&error, PAGE_MEMORY),
            ExtractError::PageTypes(error) => error.report(),
            // The library's own files: no user's fault.
            ExtractError::Model(_) | ExtractError::Features(_) | ExtractError::Network { .. } => internal(error),
        }
    }
}

impl Report for ClassifyError {
    fn report(self) -> ErrorReport {
        let error = self;
        match error {
            ClassifyError::OutOfMemory(_) => no_memory(&error, PAGE_MEMORY),
            ClassifyError::Model(_) | ClassifyError::Features(_) => internal(error),
        }
    }
}

impl Report for RenderError {
    fn report(self) -> ErrorReport {
        let error = self;
        match error {
            RenderError::TooLarge { limit } => over_limit(
                &error,
                format!(
                    "The most that may be written of this page is {limit} bytes. Elements that are never \
                     closed, such as <a>, are repeated in every paragraph with their attributes."
                ),
            )
            .set_hint("No setting changes this. Close formatting elements before parsing."),
            RenderError::LongPaths { limit } => over_limit(
                &error,
                format!(
                    "The most that all rows of this page may have is {limit} bytes of XPaths and headings. The \
                     XPath of an element is as long as the element is deep."
                ),
            )
            .set_hint("No setting changes this. Make larger chunks, or remove elements that only enclose others."),
            RenderError::OutOfMemory => no_memory(&error, PAGE_MEMORY),
        }
    }
}

impl Report for SelectError {
    fn report(self) -> ErrorReport {
        let error = self;
        match &error {
            SelectError::TooLong { bytes } => {
                over_limit(&error, format!("It has {bytes} bytes, the limit is {MAX_LENGTH}."))
            }
            SelectError::Syntax(syntax) => {
                let report = invalid(&error).set_detail(message(place(syntax)));
                match hint(syntax.problem) {
                    Some(hint) => report.set_hint(hint),
                    None => report,
                }
            }
            SelectError::TooLarge { limit } => over_limit(
                &error,
                format!("The most that may be written of this page is {limit} bytes of XPaths, texts and HTML."),
            )
            .set_hint("Elements within each other are written once each: select only those that you need."),
            SelectError::OutOfMemory => no_memory(&error, PAGE_MEMORY),
        }
    }
}

/// Says where a selector is wrong.
fn place(error: &SyntaxError) -> String {
    if error.rest.is_empty() {
        "At its end.".to_owned()
    } else {
        format!("At character {}: \"{}\".", error.character, error.rest)
    }
}

fn hint(problem: Problem) -> Option<String> {
    match problem {
        Problem::PseudoClass => {
            let known = PSEUDO_CLASSES.join(", ");
            Some(format!("Valid pseudo-classes are {known}."))
        }
        Problem::NoName => Some("A name begins with a letter, \"_\" or \"-\"; others need a \"\\\".".to_owned()),
        Problem::Prefix => Some("The only prefix is \"*\", for any namespace.".to_owned()),
        Problem::Attribute => {
            Some("Valid are [name], [name=\"value\"], and the latter with ~=, |=, ^=, $= or *=.".to_owned())
        }
        Problem::Flag => Some("Valid flags are \"i\" and \"s\".".to_owned()),
        Problem::Nth => Some("Valid are odd, even, 3, 2n+1 and the like.".to_owned()),
        Problem::Depth => Some(format!("The limit is {MAX_DEPTH}.")),
        _ => None,
    }
}

impl Report for ChunkSizeError {
    fn report(self) -> ErrorReport {
        let error = self;
        invalid(&error).set_hint(match error {
            ChunkSizeError::MaxWords => format!("Valid values are from 1 to {MAX_WORDS}."),
            ChunkSizeError::Overlap => "Valid values are from 0 to one less than \"max_words\".".to_owned(),
        })
    }
}

impl Report for MinHashError {
    fn report(self) -> ErrorReport {
        let error = self;
        let most = match error {
            MinHashError::Bands => MAX_BANDS,
            MinHashError::Rows => MAX_ROWS,
        };
        invalid(&error).set_hint(format!("Valid values are from 1 to {most}."))
    }
}

impl Report for NotAProfile {
    fn report(self) -> ErrorReport {
        let error = self;
        malformed(
            &error,
            "The value was not made by goce_site or goce_site_merge of this version.",
        )
    }
}

impl Report for SiteError {
    fn report(self) -> ErrorReport {
        let error = self;
        match error {
            SiteError::NotAProfile(error) => error.report(),
            SiteError::OutOfMemory(error) => error.report(),
        }
    }
}

impl Report for ArchiveError {
    fn report(self) -> ErrorReport {
        let error = self;
        match &error {
            ArchiveError::TooLarge { limit } => {
                over_limit(&error, format!("It has more than {limit} bytes of text.")).set_hint(PAGE_SIZE)
            }
            ArchiveError::OutOfMemory => no_memory(
                &error,
                "The setting \"goce.max_html_size\" bounds the memory a page may take, \
                 the argument max_payload that of a record.",
            ),
            ArchiveError::Read(_) => coded(ERRCODE_IO_ERROR, &error),
        }
    }
}

impl Report for ScreenshotError {
    fn report(self) -> ErrorReport {
        let error = self;
        let setting = "The setting \"goce.max_screenshot_pixels\" ";
        match &error {
            ScreenshotError::TooManyPixels { width, height, limit } => over_limit(
                &error,
                format!("It has {width} x {height} pixels, the limit is {limit} in all."),
            )
            .set_hint(format!(
                "{setting}raises the limit, up to \"goce.max_screenshot_pixels_limit\", which superusers set."
            )),
            ScreenshotError::TooWide { width } => {
                over_limit(&error, format!("It is {width} pixels wide, the limit is {MAX_WIDTH}."))
            }
            ScreenshotError::TooManyAtOnce { format, pixels, limit } => over_limit(
                &error,
                format!(
                    "It is a {format} of {pixels} pixels; of its bytes at most {limit} are decoded, \
                     because that cannot be cancelled."
                ),
            )
            .set_hint(
                "PNG and JPEG of one scan are decoded at any size that the setting \
                 \"goce.max_screenshot_pixels\" allows.",
            ),
            ScreenshotError::UnknownFormat { found } => {
                malformed(&error, found.clone()).set_hint(format!("Formats that are read are {}.", FORMATS.join(", ")))
            }
            ScreenshotError::Truncated { format, bytes } => {
                malformed(&error, format!("The {format} image goes on after its {bytes} bytes."))
            }
            ScreenshotError::Malformed { format, reason } => {
                malformed(&error, message(format!("The decoder of {format} says: {reason}")))
            }
            ScreenshotError::OutOfMemory { bytes } => {
                no_memory(&error, format!("{setting}bounds the memory a screenshot may take."))
                    .set_detail(format!("Memory was asked for {bytes} bytes."))
            }
        }
    }
}

impl Report for NetworkError {
    fn report(self) -> ErrorReport {
        let error = self;
        match error {
            NetworkError::Screenshot(error) => error.report(),
            NetworkError::Model(error) => error.report(),
        }
    }
}

impl Report for ModelError {
    fn report(self) -> ErrorReport {
        let error = self;
        ModelFileError::Invalid(error).report()
    }
}

impl Report for NoPageTypes {
    fn report(self) -> ErrorReport {
        let error = self;
        invalid(&error)
            .set_detail("Its labels are not the seven page types, and there is no HTML that tells them.")
            .set_hint(
                "Give the page's HTML too, or ask for the genre. The setting \"goce.genre_model\" names the \
                 network; empty means the built-in one.",
            )
    }
}

const GENRE_MODEL: &str = "The setting \"goce.genre_model\" names the file";

/// A clause about a file as a sentence.
fn sentence(error: &ModelError) -> String {
    let clause = message(error.to_string());
    let mut characters = clause.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).chain(['.']).collect()
}

impl Report for ModelFileError {
    fn report(self) -> ErrorReport {
        let error = self;
        use std::io::ErrorKind::{NotADirectory, NotFound, PermissionDenied};
        match &error {
            ModelFileError::Io(cause) => {
                let code = match cause.kind() {
                    NotFound | NotADirectory => ERRCODE_UNDEFINED_FILE,
                    PermissionDenied => ERRCODE_INSUFFICIENT_PRIVILEGE,
                    _ => ERRCODE_IO_ERROR,
                };
                coded(code, &error)
                    .set_detail(message(format!("{GENRE_MODEL}; reading it: {cause}.")))
                    .set_hint(
                        "The server reads it; a relative path starts at the data directory. \
                         Empty means the built-in model.",
                    )
            }
            ModelFileError::NotAFile => coded(ERRCODE_WRONG_OBJECT_TYPE, &error)
                .set_detail(format!("{GENRE_MODEL}, and what it names is something else.")),
            ModelFileError::TooLarge { bytes } => {
                over_limit(&error, format!("It has {bytes} bytes, the limit is {MAX_FILE}."))
            }
            ModelFileError::OutOfMemory { bytes } => {
                coded(ERRCODE_OUT_OF_MEMORY, &error).set_detail(format!("Memory was asked for {bytes} bytes."))
            }
            ModelFileError::Unsafe(cause) => invalid(&error)
                .set_detail(message(format!("{GENRE_MODEL}: {cause}.")))
                .set_hint("Empty means the built-in model."),
            ModelFileError::Invalid(ModelError::OutOfMemory(error)) => (*error).report(),
            ModelFileError::Invalid(cause) => invalid(&error)
                .set_detail(sentence(cause))
                .set_hint(format!("{GENRE_MODEL}. Empty means the built-in model.")),
        }
    }
}

impl Report for InvalidThreshold {
    fn report(self) -> ErrorReport {
        let error = self;
        invalid(&error).set_hint(match error {
            InvalidThreshold::MaxDistance(_) => "Valid values of t1 are percentages, from 0 to 100.",
            InvalidThreshold::MinDensity(_) => "Valid values of t2 are numbers of characters, from 0 upwards.",
        })
    }
}

impl Report for EvaluateError {
    fn report(self) -> ErrorReport {
        let error = self;
        match error {
            EvaluateError::NegativeDensity(_) => {
                invalid(&error).set_hint("A density is a number of characters; that of a region not detected is 0.")
            }
            EvaluateError::TooManyPages => coded(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE, &error),
            EvaluateError::OutOfMemory(_) => coded(ERRCODE_OUT_OF_MEMORY, &error),
        }
    }
}

impl Report for OptionError {
    fn report(self) -> ErrorReport {
        let error = self;
        match &error {
            OptionError::NotAnObject => invalid(&error).set_hint("Write them as '{\"name\": value, ...}'."),
            OptionError::OutOfRange => invalid(&error),
            OptionError::Unknown { valid, .. } => unknown(&error, "options", valid),
            OptionError::Value { value, expected, .. } => invalid(&error)
                .set_detail(message(format!("It is {value}.")))
                .set_hint(format!("It must be {expected}.")),
        }
    }
}

impl Report for TrainError {
    fn report(self) -> ErrorReport {
        let error = self;
        let one_kind = |samples: &usize, hint| {
            coded(ERRCODE_DATA_EXCEPTION, &error)
                .set_detail(format!(
                    "There are {samples} samples. A block is content if more of its words than the option \
                     \"label_share\" says are in the gold text, in order."
                ))
                .set_hint(hint)
        };
        match &error {
            TrainError::NoPages => {
                coded(ERRCODE_NO_DATA_FOUND, &error).set_detail("Rows in which html or gold is null do not count.")
            }
            TrainError::NoSamples { pages } => {
                coded(ERRCODE_NO_DATA_FOUND, &error).set_detail(format!("{pages} pages were read."))
            }
            TrainError::AllContent { samples } => {
                one_kind(samples, "Train on whole pages, with what is around their content.")
            }
            TrainError::NoContent { samples } => one_kind(
                samples,
                "Compare the gold texts with their pages: they may have changed places.",
            ),
            TrainError::TooManyPages => over_limit(&error, format!("The limit is {}.", u32::MAX)),
            TrainError::TooManyNodes { limit } => {
                over_limit(&error, format!("They have more than {limit} splits and leaves."))
                    .set_hint("Fewer \"trees\", a smaller \"depth\" or a greater \"min_leaf\" make them smaller.")
            }
            TrainError::OutOfMemory(_) => no_memory(
                &error,
                "The option \"max_samples\" bounds the memory that training takes.",
            ),
        }
    }
}

impl Report for learnhtml::TrainedModelError {
    fn report(self) -> ErrorReport {
        let error = self;
        use learnhtml::TrainedModelError::{Damaged, Format, NotAModel, OutOfMemory, Unsound};
        match error {
            NotAModel => {
                coded(ERRCODE_INVALID_BINARY_REPRESENTATION, &error).set_hint("Models are made by goce_train.")
            }
            Format { found, known } => malformed(&error, format!("Its format is {found}, known is {known}."))
                .set_hint("Train it again with this version of goce."),
            Damaged => malformed(&error, "It was changed or cut since goce_train made it."),
            Unsound => malformed(&error, "Parts of it contradict each other: goce_train did not make it."),
            OutOfMemory(_) => coded(ERRCODE_OUT_OF_MEMORY, &error),
        }
    }
}

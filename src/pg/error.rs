//! The one place where errors get their SQLSTATE, DETAIL and HINT.

use std::time::Duration;

use pgrx::PgSqlErrorCode;
use pgrx::pg_sys::panic::ErrorReport;

use super::arrays::{MAX_ELEMENTS, MAX_NAMES};
use super::encoding::message;
use super::model::CustomModelError;
use super::values::MAX_OPTIONS;
use crate::archive::{ArchiveError, MAX_PAYLOAD};
use crate::evaluate::{EvaluateError, Unit, UnknownUnit};
use crate::extract::learnhtml;
use crate::extract::learnhtml::training::{self, OptionError, TrainError};
use crate::extract::sd::{self, InvalidThreshold};
use crate::extract::{ExtractError, Method, UnknownMethod};
use crate::genre::network::{ModelError, NetworkError};
use crate::genre::screenshot::{FORMATS, MAX_WIDTH, ScreenshotError};
use crate::genre::{ClassifyError, Genre, UnknownGenre};
use crate::memory::OutOfMemory;
use crate::page::PageError;
use crate::render::RenderError;

/// What a function returns that may fail.
pub type Result<T, E = ErrorReport> = std::result::Result<T, E>;

/// Failures of the SQL surface itself.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("unknown genre classifier \"{0}\"")]
    UnknownClassifier(String),
    #[error("query must not be null")]
    NullQuery,
    #[error("method must not be null")]
    NullMethod,
    #[error("unknown method \"{0}\" in the list of methods to compare")]
    UnknownComparedMethod(String),
    #[error("invalid state of aggregate {0}")]
    AggregateState(&'static str),
    #[error("query must return three columns of text: html, gold, genre")]
    ComparedColumns,
    #[error("query must return two columns of text: html, kind")]
    FittedColumns,
    #[error("query must return two columns of text: html, gold")]
    TrainedColumns,
    #[error("name and model must not be null")]
    NullPublished,
    #[error("function goce_publish is in no schema")]
    NoSchema,
    #[error("max_payload is out of range")]
    MaxPayload,
    #[error("argument must not be null")]
    NullArgument,
    #[error("list of methods is too long")]
    TooManyMethods,
    #[error("array is too long")]
    LongArray { length: usize },
    #[error("options are too long")]
    LongOptions,
    #[error("result is too large for a value of PostgreSQL")]
    ResultTooLarge { bytes: usize },
    #[error("page took longer than \"goce.page_timeout\"")]
    PageTimeout { limit: Duration },
    #[error("SPI failed: {0}")]
    Spi(String),
    #[error("type of the result has other columns than it was made with")]
    CompositeType,
}

/// Raises an error, by unwinding up to where PostgreSQL called.
#[expect(
    clippy::panic,
    reason = "an error of PostgreSQL is a panic in Rust, and pgrx makes it one again"
)]
pub fn raise(error: impl Into<ErrorReport>) -> ! {
    std::panic::panic_any(error.into())
}

/// The genre classifiers that there are.
pub const CLASSIFIERS: [&str; 4] = ["auto", "screenshot", "markup", "svm"];

fn report(code: PgSqlErrorCode, error: &impl std::error::Error) -> ErrorReport {
    ErrorReport::new(code, message(error.to_string()), "goce")
}

fn quoted(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let quoted: Vec<String> = names
        .into_iter()
        .map(|name| format!("\"{}\"", name.as_ref()))
        .collect();
    quoted.join(", ")
}

/// 22023 with the valid names in the HINT.
fn unknown(
    error: &impl std::error::Error,
    what: &str,
    names: impl IntoIterator<Item = impl AsRef<str>>,
) -> ErrorReport {
    report(PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE, error)
        .set_hint(format!("Valid {what} are {}.", quoted(names)))
}

/// What PostgreSQL or pgrx answers to a call that cannot go wrong by a user's fault.
pub fn internal(error: impl std::error::Error) -> ErrorReport {
    report(PgSqlErrorCode::ERRCODE_INTERNAL_ERROR, &error)
}

/// The HINT of every error by which a page takes more memory than there is.
const PAGE_MEMORY: &str = "The setting \"goce.max_html_size\" bounds the memory a page may take.";

impl From<OutOfMemory> for ErrorReport {
    fn from(error: OutOfMemory) -> Self {
        report(PgSqlErrorCode::ERRCODE_OUT_OF_MEMORY, &error)
            .set_detail("The system, or a limit of the process, refused memory that goce needed.")
            .set_hint(PAGE_MEMORY)
    }
}

impl From<ExtractError> for ErrorReport {
    fn from(error: ExtractError) -> Self {
        match error {
            ExtractError::OutOfMemory(_) => {
                report(PgSqlErrorCode::ERRCODE_OUT_OF_MEMORY, &error).set_hint(PAGE_MEMORY)
            }
            ExtractError::PageTypes(error) => error.into(),
            // The library's own files: no user's fault.
            ExtractError::Model(_) | ExtractError::Features(_) | ExtractError::Network(_) => {
                internal(error)
            }
        }
    }
}

impl From<ClassifyError> for ErrorReport {
    fn from(error: ClassifyError) -> Self {
        match error {
            ClassifyError::OutOfMemory(_) => {
                report(PgSqlErrorCode::ERRCODE_OUT_OF_MEMORY, &error).set_hint(PAGE_MEMORY)
            }
            ClassifyError::Model(_) | ClassifyError::Features(_) => internal(error),
        }
    }
}

/// How a limit is raised that a setting has with a ceiling.
const HTML_HINT: &str = "The setting \"goce.max_html_size\" raises the limit, up to \
                         \"goce.max_html_size_limit\", which superusers set.";

impl From<PageError> for ErrorReport {
    fn from(error: PageError) -> Self {
        let limit = PgSqlErrorCode::ERRCODE_PROGRAM_LIMIT_EXCEEDED;
        match error {
            PageError::TooLarge { bytes, limit: max } => report(limit, &error)
                .set_detail(format!("It has {bytes} bytes, the limit is {max}."))
                .set_hint(HTML_HINT),
            PageError::TooManyNodes { nodes } => report(limit, &error)
                .set_detail(format!(
                    "Parsing stopped at {nodes} elements, texts and repeated attributes. Formatting elements \
                     that are never closed are repeated in every paragraph."
                ))
                .set_hint(
                    "No setting changes this. Divide the page, or close formatting elements, such as <font>, \
                     before parsing.",
                ),
            PageError::TooManyAttributes { attributes } => report(limit, &error)
                .set_detail(format!("Parsing stopped at {attributes} attributes."))
                .set_hint("No setting changes this. Remove attributes, or divide the page, before parsing."),
            PageError::OutOfMemory => {
                report(PgSqlErrorCode::ERRCODE_OUT_OF_MEMORY, &error).set_hint(PAGE_MEMORY)
            }
        }
    }
}

impl From<RenderError> for ErrorReport {
    fn from(error: RenderError) -> Self {
        match error {
            RenderError::TooLarge { limit } => {
                report(PgSqlErrorCode::ERRCODE_PROGRAM_LIMIT_EXCEEDED, &error)
                    .set_detail(format!(
                        "The most that may be written of this page is {limit} bytes. Elements that are never \
                         closed, such as <a>, are repeated in every paragraph with their attributes."
                    ))
                    .set_hint("No setting changes this. Close formatting elements before parsing.")
            }
            RenderError::OutOfMemory => report(PgSqlErrorCode::ERRCODE_OUT_OF_MEMORY, &error)
                .set_hint("The setting \"goce.max_html_size\" bounds the memory a page may take."),
        }
    }
}

impl From<ArchiveError> for ErrorReport {
    fn from(error: ArchiveError) -> Self {
        match &error {
            ArchiveError::TooLarge { limit } => {
                report(PgSqlErrorCode::ERRCODE_PROGRAM_LIMIT_EXCEEDED, &error)
                    .set_detail(format!("It has more than {limit} bytes of text."))
                    .set_hint(HTML_HINT)
            }
            ArchiveError::OutOfMemory => report(PgSqlErrorCode::ERRCODE_OUT_OF_MEMORY, &error)
                .set_hint(
                    "The setting \"goce.max_html_size\" bounds the memory a page may take, \
                     the argument max_payload that of a record.",
                ),
            ArchiveError::Read(_) => report(PgSqlErrorCode::ERRCODE_IO_ERROR, &error),
        }
    }
}

impl From<ScreenshotError> for ErrorReport {
    fn from(error: ScreenshotError) -> Self {
        let limit = PgSqlErrorCode::ERRCODE_PROGRAM_LIMIT_EXCEEDED;
        // PostgreSQL has no state for images; this is that of a value in a wrong binary format.
        let undecodable = PgSqlErrorCode::ERRCODE_INVALID_BINARY_REPRESENTATION;
        let setting = "The setting \"goce.max_screenshot_pixels\" ";
        match &error {
            ScreenshotError::TooManyPixels {
                width,
                height,
                limit: max,
            } => report(limit, &error)
                .set_detail(format!(
                    "It has {width} x {height} pixels, the limit is {max} in all."
                ))
                .set_hint(format!(
                    "{setting}raises the limit, up to \"goce.max_screenshot_pixels_limit\", which superusers set."
                )),
            ScreenshotError::TooWide { width } => report(limit, &error).set_detail(format!(
                "It is {width} pixels wide, the limit is {MAX_WIDTH}."
            )),
            ScreenshotError::TooManyAtOnce {
                format,
                pixels,
                limit: max,
            } => report(limit, &error)
                .set_detail(format!(
                    "It is a {format} of {pixels} pixels; of its bytes at most {max} are decoded, \
                     because that cannot be cancelled."
                ))
                .set_hint(
                    "PNG and JPEG of one scan are decoded at any size that the setting \
                     \"goce.max_screenshot_pixels\" allows.",
                ),
            ScreenshotError::UnknownFormat { found } => report(undecodable, &error)
                .set_detail(found.clone())
                .set_hint(format!("Formats that are read are {}.", FORMATS.join(", "))),
            ScreenshotError::Truncated { format, bytes } => report(undecodable, &error).set_detail(
                format!("The {format} image goes on after its {bytes} bytes."),
            ),
            ScreenshotError::Malformed { format, reason } => report(undecodable, &error)
                .set_detail(message(format!("The decoder of {format} says: {reason}"))),
            ScreenshotError::OutOfMemory { bytes } => {
                report(PgSqlErrorCode::ERRCODE_OUT_OF_MEMORY, &error)
                    .set_detail(format!("Memory was asked for {bytes} bytes."))
                    .set_hint(format!("{setting}bounds the memory a screenshot may take."))
            }
        }
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

impl From<ModelError> for ErrorReport {
    fn from(error: ModelError) -> Self {
        match error {
            ModelError::OutOfMemory(error) => error.into(),
            error => CustomModelError::Invalid(error).into(),
        }
    }
}

impl From<NetworkError> for ErrorReport {
    fn from(error: NetworkError) -> Self {
        match error {
            NetworkError::Screenshot(error) => error.into(),
            NetworkError::Model(error) => error.into(),
        }
    }
}

impl From<CustomModelError> for ErrorReport {
    fn from(error: CustomModelError) -> Self {
        use std::io::ErrorKind::{NotADirectory, NotFound, PermissionDenied};
        match &error {
            CustomModelError::Io(cause) => {
                let code = match cause.kind() {
                    NotFound | NotADirectory => PgSqlErrorCode::ERRCODE_UNDEFINED_FILE,
                    PermissionDenied => PgSqlErrorCode::ERRCODE_INSUFFICIENT_PRIVILEGE,
                    _ => PgSqlErrorCode::ERRCODE_IO_ERROR,
                };
                report(code, &error)
                    .set_detail(message(format!("{GENRE_MODEL}; reading it: {cause}.")))
                    .set_hint(
                        "The server reads it; a relative path starts at the data directory. \
                         Empty means the built-in model.",
                    )
            }
            CustomModelError::NotAFile => report(PgSqlErrorCode::ERRCODE_WRONG_OBJECT_TYPE, &error)
                .set_detail(format!(
                    "{GENRE_MODEL}, and what it names is something else."
                )),
            CustomModelError::TooLarge { bytes } => {
                let limit = CustomModelError::LIMIT;
                report(PgSqlErrorCode::ERRCODE_PROGRAM_LIMIT_EXCEEDED, &error)
                    .set_detail(format!("It has {bytes} bytes, the limit is {limit}."))
            }
            CustomModelError::OutOfMemory { bytes } => {
                report(PgSqlErrorCode::ERRCODE_OUT_OF_MEMORY, &error)
                    .set_detail(format!("Memory was asked for {bytes} bytes."))
            }
            CustomModelError::Unsafe(cause) => {
                report(PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE, &error)
                    .set_detail(message(format!("{GENRE_MODEL}: {cause}.")))
                    .set_hint("Empty means the built-in model.")
            }
            CustomModelError::Invalid(ModelError::OutOfMemory(error)) => (*error).into(),
            CustomModelError::Invalid(cause) => {
                report(PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE, &error)
                    .set_detail(sentence(cause))
                    .set_hint(format!("{GENRE_MODEL}. Empty means the built-in model."))
            }
        }
    }
}

impl From<UnknownMethod> for ErrorReport {
    fn from(error: UnknownMethod) -> Self {
        unknown(&error, "methods", Method::ALL.map(Method::name))
    }
}

impl From<UnknownGenre> for ErrorReport {
    fn from(error: UnknownGenre) -> Self {
        unknown(&error, "genres", Genre::ALL.map(Genre::name))
    }
}

impl From<UnknownUnit> for ErrorReport {
    fn from(error: UnknownUnit) -> Self {
        unknown(&error, "units", Unit::NAMES)
    }
}

impl From<sd::UnknownKind> for ErrorReport {
    fn from(error: sd::UnknownKind) -> Self {
        unknown(&error, "kinds", sd::Kind::ALL.map(sd::Kind::name))
    }
}

impl From<InvalidThreshold> for ErrorReport {
    fn from(error: InvalidThreshold) -> Self {
        let hint = match error {
            InvalidThreshold::MaxDistance(_) => {
                "Valid values of t1 are percentages, from 0 to 100."
            }
            InvalidThreshold::MinDensity(_) => {
                "Valid values of t2 are numbers of characters, from 0 upwards."
            }
        };
        report(PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE, &error).set_hint(hint)
    }
}

impl From<EvaluateError> for ErrorReport {
    fn from(error: EvaluateError) -> Self {
        match error {
            EvaluateError::NegativeDensity(_) => {
                report(PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE, &error).set_hint(
                    "A density is a number of characters; that of a region not detected is 0.",
                )
            }
            EvaluateError::TooManyPages => {
                report(PgSqlErrorCode::ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE, &error)
            }
            EvaluateError::OutOfMemory(_) => report(PgSqlErrorCode::ERRCODE_OUT_OF_MEMORY, &error),
        }
    }
}

impl From<Refusal> for ErrorReport {
    fn from(error: Refusal) -> Self {
        match error {
            Refusal::UnknownClassifier(_) => unknown(&error, "classifiers", CLASSIFIERS),
            Refusal::UnknownComparedMethod(_) => {
                let names = Method::ALL.map(Method::name);
                unknown(&error, "methods", names.into_iter().chain(["oracle"]))
            }
            Refusal::NullQuery
            | Refusal::NullMethod
            | Refusal::NullPublished
            | Refusal::NullArgument => {
                report(PgSqlErrorCode::ERRCODE_NULL_VALUE_NOT_ALLOWED, &error)
            }
            Refusal::NoSchema | Refusal::Spi(_) | Refusal::CompositeType => internal(error),
            Refusal::TooManyMethods => {
                report(PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE, &error)
                    .set_hint(format!("Name at most {MAX_NAMES}."))
            }
            Refusal::LongArray { length } => {
                report(PgSqlErrorCode::ERRCODE_PROGRAM_LIMIT_EXCEEDED, &error).set_detail(format!(
                    "It has {length} elements, the limit is {MAX_ELEMENTS}."
                ))
            }
            Refusal::LongOptions => report(PgSqlErrorCode::ERRCODE_PROGRAM_LIMIT_EXCEEDED, &error)
                .set_detail(format!("The limit is {MAX_OPTIONS} bytes.")),
            Refusal::ResultTooLarge { bytes } => {
                report(PgSqlErrorCode::ERRCODE_PROGRAM_LIMIT_EXCEEDED, &error)
                    .set_detail(format!("It has {bytes} bytes."))
            }
            // Not a cancel: who catches errors of pages catches this one.
            Refusal::PageTimeout { limit } => {
                report(PgSqlErrorCode::ERRCODE_PROGRAM_LIMIT_EXCEEDED, &error)
                    .set_detail(format!("The limit is {} ms.", limit.as_millis()))
                    .set_hint("The setting \"goce.page_timeout\" raises the limit; 0 is none.")
            }
            Refusal::MaxPayload => {
                let code = PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE;
                report(code, &error)
                    .set_hint(format!("Valid values are bytes, from 0 to {MAX_PAYLOAD}."))
            }
            Refusal::ComparedColumns | Refusal::FittedColumns | Refusal::TrainedColumns => {
                report(PgSqlErrorCode::ERRCODE_DATATYPE_MISMATCH, &error)
                    .set_hint("Decode bytes first, with convert_from, and name just these columns.")
            }
            Refusal::AggregateState(_) => {
                report(PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE, &error)
                    .set_detail("The array was not made by the aggregate's own functions.")
            }
        }
    }
}

impl From<training::UnknownKind> for ErrorReport {
    fn from(error: training::UnknownKind) -> Self {
        unknown(
            &error,
            "models",
            training::Kind::ALL.map(training::Kind::name),
        )
    }
}

impl From<OptionError> for ErrorReport {
    fn from(error: OptionError) -> Self {
        let code = PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE;
        match &error {
            OptionError::NotAnObject => {
                report(code, &error).set_hint("Write them as '{\"name\": value, ...}'.")
            }
            OptionError::OutOfRange => report(code, &error),
            OptionError::Unknown { valid, .. } => unknown(&error, "options", valid),
            OptionError::Value {
                value, expected, ..
            } => report(code, &error)
                .set_detail(message(format!("It is {value}.")))
                .set_hint(format!("It must be {expected}.")),
        }
    }
}

impl From<TrainError> for ErrorReport {
    fn from(error: TrainError) -> Self {
        let labels = "A block is content if more of its words than the option \"label_share\" says are in \
                      the gold text, in order.";
        match &error {
            TrainError::NoPages => report(PgSqlErrorCode::ERRCODE_NO_DATA_FOUND, &error)
                .set_detail("Rows in which html or gold is null do not count."),
            TrainError::NoSamples { pages } => {
                report(PgSqlErrorCode::ERRCODE_NO_DATA_FOUND, &error)
                    .set_detail(format!("{pages} pages were read."))
            }
            TrainError::AllContent { samples } => {
                report(PgSqlErrorCode::ERRCODE_DATA_EXCEPTION, &error)
                    .set_detail(format!("There are {samples} samples. {labels}"))
                    .set_hint("Train on whole pages, with what is around their content.")
            }
            TrainError::NoContent { samples } => {
                report(PgSqlErrorCode::ERRCODE_DATA_EXCEPTION, &error)
                    .set_detail(format!("There are {samples} samples. {labels}"))
                    .set_hint(
                        "Compare the gold texts with their pages: they may have changed places.",
                    )
            }
            TrainError::TooManyPages => {
                report(PgSqlErrorCode::ERRCODE_PROGRAM_LIMIT_EXCEEDED, &error)
                    .set_detail(format!("The limit is {}.", u32::MAX))
            }
            TrainError::TooManyNodes { limit } => report(
                PgSqlErrorCode::ERRCODE_PROGRAM_LIMIT_EXCEEDED,
                &error,
            )
            .set_detail(format!("They have more than {limit} splits and leaves."))
            .set_hint(
                "Fewer \"trees\", a smaller \"depth\" or a greater \"min_leaf\" make them smaller.",
            ),
            TrainError::OutOfMemory(_) => report(PgSqlErrorCode::ERRCODE_OUT_OF_MEMORY, &error)
                .set_hint("The option \"max_samples\" bounds the memory that training takes."),
        }
    }
}

impl From<learnhtml::ModelError> for ErrorReport {
    fn from(error: learnhtml::ModelError) -> Self {
        // PostgreSQL has no state for models; this is that of a value in a wrong binary format.
        let code = match error {
            learnhtml::ModelError::OutOfMemory(_) => PgSqlErrorCode::ERRCODE_OUT_OF_MEMORY,
            _ => PgSqlErrorCode::ERRCODE_INVALID_BINARY_REPRESENTATION,
        };
        let report = report(code, &error);
        match error {
            learnhtml::ModelError::NotAModel => report.set_hint("Models are made by goce_train."),
            learnhtml::ModelError::Format { found, known } => report
                .set_detail(format!("Its format is {found}, known is {known}."))
                .set_hint("Train it again with this version of goce."),
            learnhtml::ModelError::Damaged => {
                report.set_detail("It was changed or cut since goce_train made it.")
            }
            learnhtml::ModelError::OutOfMemory(_) => report,
            learnhtml::ModelError::Unsound => {
                report.set_detail("Parts of it contradict each other: goce_train did not make it.")
            }
        }
    }
}

//! The errors of goce-sight and goce-papers: of screenshots, networks and trained models.

use std::io::ErrorKind::{NotADirectory, NotFound, PermissionDenied};

use pgrx::PgSqlErrorCode::{
    ERRCODE_DATA_EXCEPTION, ERRCODE_INSUFFICIENT_PRIVILEGE, ERRCODE_INVALID_BINARY_REPRESENTATION, ERRCODE_IO_ERROR,
    ERRCODE_NO_DATA_FOUND, ERRCODE_OUT_OF_MEMORY, ERRCODE_UNDEFINED_FILE, ERRCODE_WRONG_OBJECT_TYPE,
};
use pgrx::pg_sys::panic::ErrorReport;

use super::{Coded, Report};
use crate::server::encoding::message;
use crate::server::model_file::{MAX_FILE, ModelFileError};
use goce_core::extract::ExtractError;
use goce_core::extract::auto::correction::{LONGEST, TrainingError};
use goce_core::learn::sealed::TrainedModelError;
use goce_papers::learnhtml::training::{OptionError, TrainError};
use goce_papers::sd::InvalidThreshold;
use goce_sight::fusion::NoPageTypes;
use goce_sight::network::ModelError;
use goce_sight::screenshot::{FORMATS, MAX_WIDTH, ScreenshotError};

impl Report for ScreenshotError {
    fn report(self) -> ErrorReport {
        let setting = "The setting \"goce.max_screenshot_pixels\" ";
        match &self {
            ScreenshotError::TooManyPixels { width, height, limit } => self
                .over_limit(format!("It has {width} x {height} pixels, the limit is {limit} in all."))
                .set_hint(format!(
                    "{setting}raises the limit, up to \"goce.max_screenshot_pixels_limit\", which superusers set."
                )),
            ScreenshotError::TooWide { width } => {
                self.over_limit(format!("It is {width} pixels wide, the limit is {MAX_WIDTH}."))
            }
            ScreenshotError::TooManyAtOnce { format, pixels, limit } => self
                .over_limit(format!(
                    "It is a {format} of {pixels} pixels; of its bytes at most {limit} are decoded, \
                     because that cannot be cancelled."
                ))
                .set_hint(
                    "PNG and JPEG of one scan are decoded at any size that the setting \
                     \"goce.max_screenshot_pixels\" allows.",
                ),
            ScreenshotError::UnknownFormat { found } => {
                self.malformed(found.clone()).set_hint(format!("Formats that are read are {}.", FORMATS.join(", ")))
            }
            ScreenshotError::Truncated { format, bytes } => {
                self.malformed(format!("The {format} image goes on after its {bytes} bytes."))
            }
            ScreenshotError::Malformed { format, reason } => {
                self.malformed(message(format!("The decoder of {format} says: {reason}")))
            }
            ScreenshotError::OutOfMemory { bytes } => self
                .no_memory(format!("{setting}bounds the memory a screenshot may take."))
                .set_detail(format!("Memory was asked for {bytes} bytes.")),
        }
    }
}

impl Report for ModelError {
    fn report(self) -> ErrorReport {
        ModelFileError::Invalid(self).report()
    }
}

impl Report for NoPageTypes {
    fn report(self) -> ErrorReport {
        self.invalid()
            .set_detail("Its labels are not the seven page types, and there is no HTML that tells them.")
            .set_hint(
                "Give the page's HTML too, or ask for the genre. The setting \"goce.genre_model\" names the \
                 network; empty means the built-in one.",
            )
    }
}

/// The HINT of training that finds no content.
const OTHER_TEXTS: &str = "Compare the gold texts with their pages: they may have changed places.";

/// The HINT of training that finds no memory.
const TRAINING_MEMORY: &str = "The option \"max_samples\" bounds the memory that training takes.";

const GENRE_MODEL: &str = "The setting \"goce.genre_model\" names the file";

/// Returns a clause about a file as a sentence.
fn sentence(error: &ModelError) -> String {
    let clause = message(error.to_string());
    let mut characters = clause.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).chain(['.']).collect()
}

impl From<ModelFileError> for ErrorReport {
    fn from(error: ModelFileError) -> ErrorReport {
        error.report()
    }
}

impl Report for ModelFileError {
    fn report(self) -> ErrorReport {
        match &self {
            ModelFileError::Io(cause) => {
                let code = match cause.kind() {
                    NotFound | NotADirectory => ERRCODE_UNDEFINED_FILE,
                    PermissionDenied => ERRCODE_INSUFFICIENT_PRIVILEGE,
                    _ => ERRCODE_IO_ERROR,
                };
                self.coded(code).set_detail(message(format!("{GENRE_MODEL}; reading it: {cause}."))).set_hint(
                    "The server reads it; a relative path starts at the data directory. \
                         Empty means the built-in model.",
                )
            }
            ModelFileError::NotAFile => self
                .coded(ERRCODE_WRONG_OBJECT_TYPE)
                .set_detail(format!("{GENRE_MODEL}, and what it names is something else.")),
            ModelFileError::TooLarge { bytes } => self.long(bytes, MAX_FILE),
            ModelFileError::OutOfMemory { bytes } => {
                self.coded(ERRCODE_OUT_OF_MEMORY).set_detail(format!("Memory was asked for {bytes} bytes."))
            }
            ModelFileError::Unsafe(cause) => self
                .invalid()
                .set_detail(message(format!("{GENRE_MODEL}: {cause}.")))
                .set_hint("Empty means the built-in model."),
            ModelFileError::Invalid(ModelError::OutOfMemory(error)) => (*error).report(),
            ModelFileError::Invalid(cause) => self
                .invalid()
                .set_detail(sentence(cause))
                .set_hint(format!("{GENRE_MODEL}. Empty means the built-in model.")),
        }
    }
}

impl Report for InvalidThreshold {
    fn report(self) -> ErrorReport {
        self.invalid().set_hint(match self {
            InvalidThreshold::MaxDistance(_) => "Valid values of t1 are percentages, from 0 to 100.",
            InvalidThreshold::MinDensity(_) => "Valid values of t2 are numbers of characters, from 0 upwards.",
        })
    }
}

impl Report for OptionError {
    fn report(self) -> ErrorReport {
        match &self {
            OptionError::NotAnObject => self.invalid().set_hint("Write them as '{\"name\": value, ...}'."),
            OptionError::OutOfRange => self.invalid(),
            OptionError::Unknown { valid, .. } => self.unknown("options", valid),
            OptionError::Value { value, expected, .. } => self
                .invalid()
                .set_detail(message(format!("It is {value}.")))
                .set_hint(format!("It must be {expected}.")),
        }
    }
}

impl Report for TrainError {
    fn report(self) -> ErrorReport {
        let one_kind = |samples: &usize, hint| {
            self.coded(ERRCODE_DATA_EXCEPTION)
                .set_detail(format!(
                    "There are {samples} samples. A block is content if more of its words than the option \
                     \"label_share\" says are in the gold text, in order."
                ))
                .set_hint(hint)
        };
        match &self {
            TrainError::NoPages => {
                self.coded(ERRCODE_NO_DATA_FOUND).set_detail("Rows in which html or gold is null do not count.")
            }
            TrainError::NoSamples { pages } => {
                self.coded(ERRCODE_NO_DATA_FOUND).set_detail(format!("{pages} pages were read."))
            }
            TrainError::AllContent { samples } => {
                one_kind(samples, "Train on whole pages, with what is around their content.")
            }
            TrainError::NoContent { samples } => one_kind(samples, OTHER_TEXTS),
            TrainError::TooManyPages => self.over_limit(format!("The limit is {}.", u32::MAX)),
            TrainError::TooManyNodes { limit } => self
                .over_limit(format!("They have more than {limit} splits and leaves."))
                .set_hint("Fewer \"trees\", a smaller \"depth\" or a greater \"min_leaf\" make them smaller."),
            TrainError::OutOfMemory(_) => self.no_memory(TRAINING_MEMORY),
        }
    }
}

impl Report for TrainingError {
    fn report(self) -> ErrorReport {
        match self {
            TrainingError::NoPages => TrainError::NoPages.report(),
            TrainingError::NoBlocks { pages, long } => self.coded(ERRCODE_NO_DATA_FOUND).set_detail(format!(
                "{pages} pages were read. {long} of them have more blocks than the limit, {LONGEST}."
            )),
            TrainingError::NoContent { blocks } => self
                .coded(ERRCODE_DATA_EXCEPTION)
                .set_detail(format!(
                    "There are {blocks} blocks. More than half of a block's words have to be in the gold text."
                ))
                .set_hint(OTHER_TEXTS),
            TrainingError::Extract(ExtractError::OutOfMemory(_)) => self.no_memory(TRAINING_MEMORY),
            TrainingError::Extract(error) => error.report(),
        }
    }
}

impl Report for TrainedModelError {
    fn report(self) -> ErrorReport {
        use TrainedModelError::{Damaged, Format, NotAModel, OtherAuto, OutOfMemory, Unsound};
        match self {
            NotAModel => self
                .coded(ERRCODE_INVALID_BINARY_REPRESENTATION)
                .set_hint("goce_train makes models; goce_model('name') returns a published one."),
            Format { found, known } => self
                .malformed(format!("Its format is {found}, known is {known}."))
                .set_hint("Train it again with this version of goce."),
            OtherAuto => self
                .malformed("It was trained by a version of goce whose \"auto\" scores pages otherwise.")
                .set_hint("Train it again with this version of goce."),
            Damaged => self.malformed("It was changed or cut since goce_train made it."),
            Unsound => self.malformed("Parts of it contradict each other: goce_train did not make it."),
            OutOfMemory(_) => self.coded(ERRCODE_OUT_OF_MEMORY),
        }
    }
}

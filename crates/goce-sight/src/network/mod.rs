//! The genre network: a convolutional network over a screenshot (GOCE, section 3.2), in ONNX format, run by tract on the
//! calling thread.
//!
//! The metadata properties of a file define its pixels and labels ([`properties`]), so that any network that tract runs
//! can replace the built-in one.
//!
//! A network may also tell a page that was laid out for a desktop from one for a phone, by what it sees: the number of
//! pixels does not tell, since pictures are shrunk and phones have several pixels to one of CSS. It then looks at a narrow
//! page again, at a crop of another height.

mod plan;
mod properties;

use std::sync::atomic::{AtomicU64, Ordering};

use once_cell::sync::OnceCell;

use crate::fusion::{ByScreenshot, Calibration, Fusion, Layout};
use crate::screenshot::{ScreenshotError, ScreenshotLimits, Shape, pixels};
use goce_core::interrupts;
use goce_core::memory::{OutOfMemory, ask_for, try_collect, try_filled};
use plan::Plan;
use properties::Properties;

/// The file of the built-in network, a part of the library.
pub static BUILT_IN: &[u8] = include_bytes!("../../../../models/genre/screenshot.onnx");

/// The longest side of a network's input, in pixels.
pub const MAX_SIDE: u32 = 4096;

/// Why a file is no genre network. The texts are whole clauses about the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    #[error("it cannot be read as ONNX: {0}")]
    NotOnnx(String),
    #[error("its input must be one image of 32-bit floats, [1, 3, height, width] or [1, height, width, 3], but {0}")]
    Input(String),
    #[error("it lacks the metadata property \"{0}\"")]
    NoProperty(&'static str),
    #[error("its metadata property \"{name}\" is \"{value}\", it should be {expected}")]
    Property {
        name: &'static str,
        value: String,
        expected: String,
    },
    #[error("its output must be the probabilities of its {labels} labels, [1, {labels}], but {found}")]
    Output {
        /// The number of `goce.labels`.
        labels: usize,
        /// The output that it has instead, in words.
        found: String,
    },
    #[error("its second output must be the probability that a page was laid out narrow, [1, 1], but {found}")]
    NarrowOutput {
        /// The output that it has instead, in words.
        found: String,
    },
    /// One of two parts that belong together.
    #[error("its {half} needs {other}")]
    Half { half: &'static str, other: &'static str },
    #[error("it has operators that cannot be run: {0}")]
    Operators(String),
    #[error("it cannot be prepared or run: {0}")]
    Unsupported(String),
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Why a screenshot has no probability.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    #[error(transparent)]
    Screenshot(#[from] ScreenshotError),
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// What a network tells by the pixels of one crop.
struct Look {
    p_list_view: f64,
    types: Option<[f64; 7]>,
    /// The probability that the page was laid out narrow, of a network with a second output.
    p_narrow: Option<f64>,
}

#[derive(Debug)]
pub struct Network {
    plan: Plan,
    properties: Properties,
    shape: Shape,
    read_by: u32,
}

static LOADS: AtomicU64 = AtomicU64::new(0);

/// Returns the number of networks that were read and optimised in this process or, before the fork, in its parent.
pub fn loads() -> u64 {
    LOADS.load(Ordering::Relaxed)
}

impl Network {
    /// Reads the network of a file, optimises it, and tries it on a white picture.
    ///
    /// # Errors
    /// [`ModelError`] says what is wrong with the file.
    pub fn read(bytes: &[u8]) -> Result<Network, ModelError> {
        // The most memory that reading takes: eight lengths of the file, for the file, its parts, the weights, and copies of
        // these in the order of the processor; and some for operators and plans, whose number is small. A process that
        // read and ran the built-in one, of 2.7 MB, held 39 MB.
        ask_for(bytes.len().saturating_mul(8).saturating_add(32 << 20))?;
        let (plan, properties) = plan::read(bytes)?;
        let shape = plan.shape(&properties);
        let network = Network {
            plan,
            properties,
            shape,
            read_by: std::process::id(),
        };
        let white = try_filled(255, 3 * shape.width as usize * shape.height as usize)?;
        // The network is read once for all later pages: an interrupt would let it be read again.
        interrupts::uninterrupted(|| network.p_list_view(&white))?;
        LOADS.fetch_add(1, Ordering::Relaxed);
        Ok(network)
    }

    /// Returns the network of [`BUILT_IN`], which is read at the first call.
    ///
    /// # Errors
    /// [`ModelError::OutOfMemory`]; a test excludes others.
    pub fn built_in() -> Result<&'static Network, ModelError> {
        static NETWORK: OnceCell<Network> = OnceCell::new();
        NETWORK.get_or_try_init(|| Network::read(BUILT_IN))
    }

    /// Returns the shape of the pixels of the first look.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the shape of the pixels of the second look, of a network that tells layouts.
    pub fn narrow_shape(&self) -> Option<Shape> {
        let aspect = self.properties.narrow_aspect?;
        Some(Shape { aspect, ..self.shape })
    }

    pub fn labels(&self) -> &[String] {
        &self.properties.labels
    }

    pub fn name(&self) -> Option<&str> {
        self.properties.name.as_deref()
    }

    pub fn version(&self) -> Option<&str> {
        self.properties.version.as_deref()
    }

    pub fn trained_on(&self) -> Option<&str> {
        self.properties.trained_on.as_deref()
    }

    /// Returns the id of the process that read it: this one, or one that this one was forked from.
    pub fn read_by(&self) -> u32 {
        self.read_by
    }

    /// Returns the fusion of its probabilities with those of [`goce_core::genre::markup`].
    pub fn fusion(&self) -> &Fusion {
        &self.properties.fusion
    }

    /// Returns the probability that a page is a list view, in \[0, 1\], by the pixels that [`pixels`] makes of its
    /// screenshot with [`Network::shape`]: by the first look alone. Checks for interrupts at each operator of the network.
    ///
    /// # Errors
    /// [`ModelError::Output`] and [`ModelError::NarrowOutput`] where the outputs are no probabilities.
    pub fn p_list_view(&self, pixels: &[u8]) -> Result<f64, ModelError> {
        Ok(self.look(pixels, self.properties.calibration)?.p_list_view)
    }

    /// Returns the probabilities by a screenshot. A page that was laid out narrow, by a first look, is looked at again, at
    /// the crop of `goce.narrow_aspect`.
    pub fn classify(&self, screenshot: &[u8], limits: &ScreenshotLimits) -> Result<ByScreenshot, NetworkError> {
        let first = self.look(&pixels(screenshot, &self.shape, limits)?, self.properties.calibration)?;
        let (look, layout) = match (self.narrow_shape(), first.p_narrow) {
            (Some(shape), Some(p)) if p > 0.5 => {
                let pixels = pixels(screenshot, &shape, limits)?;
                let look = self.look(&pixels, self.properties.narrow_calibration)?;
                (look, Some(Layout::Narrow))
            }
            (_, p_narrow) => (first, p_narrow.map(|_| Layout::Wide)),
        };
        Ok(ByScreenshot {
            p_list_view: look.p_list_view,
            types: look.types,
            layout,
        })
    }

    /// Returns the probabilities by pixels. The calibration changes that of a list view alone.
    fn look(&self, pixels: &[u8], calibration: Option<Calibration>) -> Result<Look, ModelError> {
        let mut look = self.look_at_one_picture(pixels)?;
        if self.properties.mirrored {
            let mirrored = mirrored(pixels, self.shape.width as usize)?;
            let other = self.look_at_one_picture(&mirrored)?;
            let into_mean = |(p, other): (&mut f64, &f64)| *p = (*p + *other) / 2.0;
            into_mean((&mut look.p_list_view, &other.p_list_view));
            look.types.iter_mut().flatten().zip(other.types.iter().flatten()).for_each(into_mean);
            look.p_narrow.iter_mut().zip(&other.p_narrow).for_each(into_mean);
        }
        if let Some(calibration) = calibration {
            look.p_list_view = calibration.apply(look.p_list_view);
        }
        Ok(look)
    }

    /// Returns the probabilities by one picture, not calibrated.
    fn look_at_one_picture(&self, pixels: &[u8]) -> Result<Look, ModelError> {
        let labels = self.properties.labels.len();
        let outputs = self.plan.run(pixels, &self.properties)?;
        let probabilities = outputs.labels;
        let sum: f64 = probabilities.iter().copied().map(f64::from).sum();
        let sound = |p: &f32| (-1e-3..=1.001).contains(p);
        let all_sound = probabilities.len() == labels && probabilities.iter().all(sound);
        // Also false for NaN.
        if !((sum - 1.0).abs() <= 1e-3 && all_sound) {
            let found = format!("it is {probabilities:?}");
            return Err(ModelError::Output { labels, found });
        }
        if let Some(p) = outputs.narrow.filter(|p| !sound(p)) {
            let found = format!("it is [{p:?}]");
            return Err(ModelError::NarrowOutput { found });
        }
        let listed = probabilities.iter().zip(&self.properties.listed);
        let p: f64 = listed.filter(|(_, listed)| **listed).map(|(p, _)| f64::from(*p)).sum();
        let types = self.properties.types;
        Ok(Look {
            p_list_view: p.clamp(0.0, 1.0),
            types: types.map(|labels| labels.map(|label| f64::from(probabilities[label]).clamp(0.0, 1.0))),
            p_narrow: outputs.narrow.map(|p| f64::from(p).clamp(0.0, 1.0)),
        })
    }
}

/// Returns the mirror image of a picture of RGB pixels.
fn mirrored(pixels: &[u8], width: usize) -> Result<Vec<u8>, OutOfMemory> {
    let rows = pixels.chunks_exact(3 * width);
    let pixels = rows.flat_map(|row| row.rchunks_exact(3).flatten());
    try_collect(pixels.copied())
}

/// Returns the start of a text for an error: some texts of files and of tract hold whole nodes with their weights.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(400) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;

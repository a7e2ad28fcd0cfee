//! The two convolutional networks, in one ONNX file, run by tract on the calling thread (section 3.4).
//!
//! The file, which models/web2text/train.py writes, takes `features`, \[1, [`WIDTH`], length\],
//! standardised, and `mask`, \[1, 1, length\], 1 where there is a text node and 0 behind the last; it gives
//! `unary`, \[1, 2, length\], and `pairwise`, \[1, 4, length\], before their softmax. Its metadata
//! properties `goce.mean` and `goce.deviation` are those of the features among the training pages.
//!
//! A page has any number of text nodes, but a plan of tract has one length. So every page is run in windows of [`WINDOW`].
//! They overlap by [`REACH`] text nodes at both ends, which is as far as seven layers of width 3 see. Behind the end of a
//! page the mask does what padding does in training. So one plan serves all pages, memory is bounded, and the places of
//! the windows change no bit of the results.

use goce_sight::onnx::prelude::*;

use super::features::{Features, WIDTH};
use super::viterbi::Potentials;
use goce_core::extract::ExtractError;
use goce_core::prelude::*;
use goce_sight::onnx::{File, Plan};

/// The text nodes of a window. A page of wcxb-dev has 419 on average. Other sizes were not measured.
const WINDOW: usize = 128;

/// The neighbours on either side that decide on the potentials of a text node: one for each layer.
pub const REACH: usize = 7;

/// Standardised features are cut at this many deviations from their mean: counts of sentences have no bound.
const CUT: f32 = 5.0;

/// The reason why a file is no network of this kind, or does not run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PotentialsError {
    #[error("the metadata property \"{0}\" is not {WIDTH} numbers")]
    Property(&'static str),
    #[error("it cannot be read or run: {0}")]
    Unsupported(String),
    #[error("its outputs are not the potentials of each text node")]
    Outputs,
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

impl From<TractError> for PotentialsError {
    fn from(error: TractError) -> Self {
        PotentialsError::Unsupported(format!("{error:#}"))
    }
}

impl From<PotentialsError> for ExtractError {
    fn from(error: PotentialsError) -> Self {
        match error {
            PotentialsError::OutOfMemory(error) => error.into(),
            error => ExtractError::Network {
                method: "web2text",
                reason: error.to_string(),
            },
        }
    }
}

#[derive(Debug)]
pub struct PotentialsNetwork {
    plan: Plan,
    window: usize,
    mean: Vec<f32>,
    deviation: Vec<f32>,
}

impl PotentialsNetwork {
    /// Reads the networks of a file.
    ///
    /// # Errors
    /// [`PotentialsError`] says what is wrong with the file.
    pub fn read(bytes: &[u8]) -> Result<PotentialsNetwork, PotentialsError> {
        PotentialsNetwork::read_for(bytes, WINDOW)
    }

    /// Reads networks that run in windows of another size.
    fn read_for(bytes: &[u8], window: usize) -> Result<PotentialsNetwork, PotentialsError> {
        // The most that tract takes to read and optimise the built-in file. tests/memory.rs measures it.
        ask_for(8 << 20)?;
        let file = File::parse(bytes)?;
        let mean = property(&file, "goce.mean")?;
        let deviation = property(&file, "goce.deviation")?;
        Ok(PotentialsNetwork {
            plan: file.plan(&[&[1, WIDTH, window], &[1, 1, window]])?,
            window,
            mean,
            deviation,
        })
    }

    /// Returns the potentials of a page's text nodes, in time linear in their number. Checks for interrupts at each
    /// operator of the networks.
    ///
    /// # Errors
    /// [`PotentialsError`] where the file's networks do not run or give no potentials.
    pub fn potentials(&self, features: &Features) -> Result<Vec<Potentials>, PotentialsError> {
        let count = features.leaves().len();
        let mut potentials = Vec::new();
        // The most that tract takes to run a window. tests/memory.rs measures it.
        ask_for(2 << 20)?;
        let mut runs = self.plan.runs()?;
        while potentials.len() < count {
            let start = potentials.len().saturating_sub(REACH);
            let end = count.min(start + self.window);
            let inputs = self.inputs(features, start, end)?;
            let outputs = runs.run(inputs)?;
            let [unary, pairwise] = outputs.as_slice() else {
                return Err(PotentialsError::Outputs);
            };
            let unary = Output::new::<2>(unary, self.window)?;
            let pairwise = Output::new::<4>(pairwise, self.window)?;
            let whole = if end < count { end - REACH } else { end };
            for leaf in potentials.len()..whole {
                let [a, b, c, d] = pairwise.log_softmax(leaf - start);
                potentials.try_push(Potentials {
                    unary: unary.log_softmax(leaf - start),
                    pairwise: [[a, b], [c, d]],
                })?;
            }
        }
        Ok(potentials)
    }

    /// Returns the standardised features and the mask of some text nodes.
    fn inputs(&self, features: &Features, start: usize, end: usize) -> TractResult<TVec<TValue>> {
        let mut values = vec![0f32; WIDTH * self.window];
        let mut place = 0;
        features.rows(start..end, &mut |row| {
            let moments = self.mean.iter().zip(&self.deviation);
            for (feature, (value, (mean, deviation))) in row.iter().zip(moments).enumerate() {
                // An unknown feature counts as the mean.
                if !value.is_nan() {
                    let standardised = (value - mean) / deviation;
                    values[feature * self.window + place] = standardised.clamp(-CUT, CUT);
                }
            }
            place += 1;
        });
        let mut mask = vec![0f32; self.window];
        mask[..end - start].fill(1.0);
        let values = Tensor::from_shape(&[1, WIDTH, self.window], &values)?;
        let mask = Tensor::from_shape(&[1, 1, self.window], &mask)?;
        Ok(tvec!(values.into_tvalue(), mask.into_tvalue()))
    }
}

/// Returns a metadata property that is a number for each feature, separated by spaces.
fn property(file: &File, name: &'static str) -> Result<Vec<f32>, PotentialsError> {
    let text = file.property(name).unwrap_or_default();
    let numbers: Result<Vec<f32>, _> = text.split_ascii_whitespace().map(str::parse).collect();
    match numbers {
        Ok(numbers) if numbers.len() == WIDTH => Ok(numbers),
        _ => Err(PotentialsError::Property(name)),
    }
}

/// An output of the networks: rows of one channel each.
struct Output<'a> {
    values: &'a [f32],
    window: usize,
}

impl<'a> Output<'a> {
    fn new<const N: usize>(value: &'a TValue, window: usize) -> Result<Self, PotentialsError> {
        if value.shape() != [1, N, window] {
            return Err(PotentialsError::Outputs);
        }
        let values = value.to_plain_array_view::<f32>()?;
        let values = values.to_slice().ok_or(PotentialsError::Outputs)?;
        Ok(Output { values, window })
    }

    /// Returns the logarithms of the probabilities of a text node.
    fn log_softmax<const N: usize>(&self, place: usize) -> [f32; N] {
        let logits: [f64; N] = std::array::from_fn(|channel| f64::from(self.values[channel * self.window + place]));
        let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = logits.iter().map(|logit| libm::exp(logit - most)).sum();
        logits.map(|logit| (logit - most - libm::log(sum)) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web2text::WEIGHTS as FILE;
    use goce_sight::onnx::pb::tensor_proto::DataType;
    use prost::Message;

    fn features(html: &str) -> Features {
        let page = crate::tests::page(html);
        Features::of(&page).unwrap()
    }

    fn long_page(items: usize) -> String {
        let item = |n: usize| match n % 7 {
            0 => format!("<h2>Item {n}</h2>"),
            1..=3 => format!("<p>Of the {n} boats, <a href=x>one</a> is old, and it leaks.</p>"),
            _ => format!("<ul class=c{}><li>{n}<li><a href=x>More/{n}</a></ul>", n % 5),
        };
        (0..items).map(item).collect()
    }

    /// Computes the networks layer by layer, as the paper describes them, from the numbers of the file.
    fn by_hand(features: &Features) -> [Vec<Vec<f64>>; 2] {
        let file = File::parse(FILE).unwrap();
        let graph = file.proto.graph.as_ref().unwrap();
        let weight = |name: String| -> (Vec<i64>, Vec<f64>) {
            let weight = graph.initializer.iter().find(|weight| weight.name == name);
            let weight = weight.unwrap();
            assert_eq!(weight.data_type, DataType::Float as i32);
            let numbers = weight.raw_data.chunks_exact(4);
            let numbers = numbers.map(|b| f64::from(f32::from_le_bytes(b.try_into().unwrap())));
            (weight.dims.clone(), numbers.collect())
        };
        let mean = property(&file, "goce.mean").unwrap();
        let deviation = property(&file, "goce.deviation").unwrap();
        let mut rows: Vec<Vec<f64>> = Vec::new();
        features.rows(0..features.leaves().len(), &mut |row| {
            let standardised = row.iter().zip(mean.iter().zip(&deviation));
            let standardised = standardised.map(|(value, (mean, deviation))| {
                let value = ((value - mean) / deviation).clamp(-CUT, CUT);
                f64::from(if value.is_nan() { 0.0 } else { value })
            });
            rows.push(standardised.collect());
        });
        ["unary", "pairwise"].map(|name| {
            let mut rows = rows.clone();
            for layer in (0..7).map(Some).chain([None]) {
                let layer = layer.map_or(format!("{name}_logits"), |n| format!("{name}{n}"));
                let (shape, kernel) = weight(format!("{layer}.kernel"));
                let (_, bias) = weight(format!("{layer}.bias"));
                let [_, channels, size] = shape[..] else {
                    panic!("{shape:?}")
                };
                let (channels, size) = (channels as usize, size as usize);
                let value = |place: usize, out: usize| {
                    let mut sum = bias[out];
                    for step in 0..size {
                        let from = (place + step).checked_sub(size / 2);
                        if let Some(row) = from.and_then(|from| rows.get(from)) {
                            for (channel, value) in row.iter().enumerate() {
                                sum += value * kernel[(out * channels + channel) * size + step];
                            }
                        }
                    }
                    if size > 1 { sum.max(0.0) } else { sum }
                };
                rows = (0..rows.len()).map(|place| (0..bias.len()).map(|out| value(place, out)).collect()).collect();
            }
            rows
        })
    }

    #[test]
    fn tract_gives_what_the_formulas_do() {
        let network = PotentialsNetwork::read(FILE).unwrap();
        for items in [0, 1, 2, 40, 130] {
            let features = features(&long_page(items));
            let found = network.potentials(&features).unwrap();
            let [unary, pairwise] = by_hand(&features);
            assert_eq!(found.len(), unary.len());
            for ((found, unary), pairwise) in found.iter().zip(unary).zip(pairwise) {
                let [[a, b], [c, d]] = found.pairwise;
                for (found, expected) in [(&found.unary[..], unary), (&[a, b, c, d], pairwise)] {
                    let sum: f64 = expected.iter().map(|logit| logit.exp()).sum();
                    for (found, logit) in found.iter().zip(expected) {
                        let expected = logit - sum.ln();
                        let error = (f64::from(*found) - expected).abs();
                        assert!(error < 1e-4 * (1.0 + expected.abs()), "{found} {expected}");
                    }
                }
            }
        }
    }

    #[test]
    fn windows_change_no_bit() {
        let features = features(&long_page(500));
        let of = |window| {
            let network = PotentialsNetwork::read_for(FILE, window).unwrap();
            network.potentials(&features).unwrap()
        };
        let whole = of(2048);
        assert!(whole.len() > 800 && whole.len() < 2048);
        for window in [WINDOW, 64, 50] {
            assert_eq!(of(window), whole, "{window}");
        }
    }

    #[test]
    fn other_files_are_refused() {
        let refused = |bytes: &[u8]| PotentialsNetwork::read(bytes).map(drop).unwrap_err();
        assert!(matches!(refused(b"no"), PotentialsError::Unsupported(_)));
        assert_eq!(refused(b""), PotentialsError::Property("goce.mean"));
        let mut proto = File::parse(FILE).unwrap().proto;
        for property in &mut proto.metadata_props {
            if property.key == "goce.deviation" {
                property.value = "1 2 3".to_owned();
            }
        }
        let bytes = proto.encode_to_vec();
        assert_eq!(refused(&bytes), PotentialsError::Property("goce.deviation"));
    }
}

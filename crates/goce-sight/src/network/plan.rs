//! tract: an ONNX file to a plan that runs, and its run.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::tensor_shape_proto::Dimension as TensorDimension;
use tract_onnx::pb::tensor_shape_proto::dimension::Value as Dimension;
use tract_onnx::pb::type_proto::{Tensor as TensorType, Value as Type};
use tract_onnx::pb::{GraphProto, TensorProto, ValueInfoProto};
use tract_onnx::prelude::*;

use super::properties::Properties;
use super::{MAX_SIDE, ModelError, shortened};
use crate::onnx::{self, File};
use crate::screenshot::Shape;
use goce_core::memory::ask_for;

/// The order of the input's dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InputLayout {
    /// \[1, 3, height, width\], PyTorch's.
    ChannelsFirst,
    /// \[1, height, width, 3\], Keras's.
    ChannelsLast,
}

/// An optimised network with the layout of its input.
#[derive(Debug)]
pub struct Plan {
    plan: onnx::Plan,
    layout: InputLayout,
    width: u32,
    height: u32,
    /// The most memory that a run takes, in bytes.
    running: usize,
}

fn unsupported(error: TractError) -> ModelError {
    ModelError::Unsupported(shortened(&format!("{error:#}")))
}

pub fn read(bytes: &[u8]) -> Result<(Plan, Properties), ModelError> {
    // tract does not check all claims of a file, and may panic.
    let read = catch_unwind(AssertUnwindSafe(|| read_unguarded(bytes)));
    read.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied());
        Err(ModelError::Unsupported(shortened(text.unwrap_or("panic"))))
    })
}

fn read_unguarded(bytes: &[u8]) -> Result<(Plan, Properties), ModelError> {
    let file = File::parse(bytes).map_err(|error| ModelError::NotOnnx(shortened(&format!("{error:#}"))))?;
    let graph = file.proto.graph.as_ref();
    let graph = graph.ok_or_else(|| ModelError::NotOnnx("it has no graph".to_owned()))?;
    let properties = Properties::read(|name| file.property(name))?;
    check_sizes(graph)?;
    check_operators(&file, graph)?;
    let (layout, height, width) = input(graph)?;
    check_weights(graph)?;
    let sides = (height as usize, width as usize);
    let shape = match layout {
        InputLayout::ChannelsFirst => [1, 3, sides.0, sides.1],
        InputLayout::ChannelsLast => [1, sides.0, sides.1, 3],
    };
    let plan = file.plan(&[&shape]).map_err(unsupported)?;
    check_outputs(plan.model(), &properties)?;
    let plan = Plan {
        running: running(plan.model(), height, width),
        plan,
        layout,
        width,
        height,
    };
    Ok((plan, properties))
}

/// Refuses claims that tract would trust: weights that are larger than their data, and dimensions by long expressions.
fn check_sizes(graph: &GraphProto) -> Result<(), ModelError> {
    // No recursion, although graphs are nested 33 times at most.
    let mut graphs = vec![graph];
    while let Some(graph) = graphs.pop() {
        let attributes = graph.node.iter().flat_map(|node| &node.attribute);
        let constants = attributes.clone().flat_map(|attribute| attribute.t.iter().chain(&attribute.tensors));
        if let Some(weight) = graph.initializer.iter().chain(constants).find(|w| !is_whole(w)) {
            let name = shortened(&weight.name);
            return Err(ModelError::NotOnnx(format!("the weight \"{name}\" is larger than what there is of it")));
        }
        let mut dimensions = graph.input.iter().chain(&graph.output).flat_map(dimensions);
        // tract reads expressions recursively.
        let is_long = |value: &Dimension| matches!(value, Dimension::DimParam(expression) if expression.len() > 64);
        if dimensions.any(|dimension| dimension.value.as_ref().is_some_and(is_long)) {
            return Err(ModelError::NotOnnx("a dimension is a long expression".to_owned()));
        }
        graphs.extend(attributes.flat_map(|attribute| attribute.g.iter().chain(&attribute.graphs)));
    }
    Ok(())
}

/// Returns `true` if a weight has as many values as its dimensions claim, for all types that tract reads. Returns `true`
/// for a weight in another file, which is refused later.
fn is_whole(weight: &TensorProto) -> bool {
    let count = weight
        .dims
        .iter()
        .try_fold(1usize, |count, dimension| count.checked_mul(usize::try_from(*dimension).ok()?));
    // Each value has a byte at least in the raw data, or is a number of one of the lists.
    let values = [
        weight.raw_data.len(),
        weight.float_data.len(),
        weight.int32_data.len(),
        weight.int64_data.len(),
        weight.double_data.len(),
        weight.uint64_data.len(),
        weight.string_data.len(),
    ];
    let most = values.into_iter().fold(0, usize::max);
    is_elsewhere(weight) || count.is_some_and(|count| count <= most)
}

fn tensor(value: &ValueInfoProto) -> Option<&TensorType> {
    let Type::TensorType(tensor) = value.r#type.as_ref()?.value.as_ref()?;
    Some(tensor)
}

fn dimensions(value: &ValueInfoProto) -> impl Iterator<Item = &TensorDimension> {
    tensor(value).and_then(|tensor| tensor.shape.as_ref()).into_iter().flat_map(|shape| &shape.dim)
}

/// Refuses operators that tract lacks, and names all of them. tract would name one, with its whole node.
fn check_operators(file: &File, graph: &GraphProto) -> Result<(), ModelError> {
    let names = graph.node.iter().map(|node| node.op_type.as_str());
    let mut unknown: Vec<&str> = names.filter(|name| !file.has_operator(name)).collect();
    unknown.sort_unstable();
    unknown.dedup();
    match unknown.as_slice() {
        [] => Ok(()),
        unknown => Err(ModelError::Operators(shortened(&unknown.join(", ")))),
    }
}

/// Returns layout, height and width of the one image input.
fn input(graph: &GraphProto) -> Result<(InputLayout, u32, u32), ModelError> {
    // Old files list their weights among the inputs.
    let is_weight = |name: &str| graph.initializer.iter().any(|weight| weight.name == name);
    let inputs: Vec<_> = graph.input.iter().filter(|input| !is_weight(&input.name)).collect();
    let [input] = inputs.as_slice() else {
        let found = format!("it has {} inputs", inputs.len());
        return Err(ModelError::Input(found));
    };
    match tensor(input) {
        None => return Err(ModelError::Input("it is no tensor".to_owned())),
        Some(tensor) if tensor.elem_type == DataType::Float as i32 => {}
        Some(_) => return Err(ModelError::Input("its elements are of another type".to_owned())),
    }
    let dimensions: Vec<Option<i64>> = dimensions(input)
        .map(|dimension| match &dimension.value {
            Some(Dimension::DimValue(value)) => Some(*value),
            _ => None,
        })
        .collect();
    let side = |side: i64| u32::try_from(side).ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let found = match *dimensions.as_slice() {
        [None | Some(1), Some(3), Some(height), Some(width)] => Some((InputLayout::ChannelsFirst, height, width)),
        [None | Some(1), Some(height), Some(width), Some(3)] => Some((InputLayout::ChannelsLast, height, width)),
        _ => None,
    };
    let found = found.and_then(|(layout, height, width)| Some((layout, side(height)?, side(width)?)));
    found.ok_or_else(|| {
        let dimensions: Vec<String> = dimensions
            .iter()
            .map(|dimension| dimension.map_or("?".to_owned(), |value| value.to_string()))
            .collect();
        ModelError::Input(format!(
            "it is [{}] (height and width must be numbers of 1 to {MAX_SIDE})",
            dimensions.join(", ")
        ))
    })
}

/// Refuses weights that are kept in other files.
fn check_weights(graph: &GraphProto) -> Result<(), ModelError> {
    match graph.initializer.iter().find(|weight| is_elsewhere(weight)) {
        None => Ok(()),
        Some(weight) => {
            let text = format!("the weight \"{}\" is kept in another file", weight.name);
            Err(ModelError::Unsupported(text))
        }
    }
}

fn is_elsewhere(weight: &TensorProto) -> bool {
    !weight.external_data.is_empty()
}

fn check_outputs(model: &TypedModel, properties: &Properties) -> Result<(), ModelError> {
    let labels = properties.labels.len();
    if let Some(found) = other_than_row(model, 0, labels)? {
        return Err(ModelError::Output { labels, found });
    }
    match (model.outputs.len(), properties.narrow_aspect) {
        (1, None) => Ok(()),
        (1, Some(_)) => Err(ModelError::Half {
            half: "metadata property \"goce.narrow_aspect\"",
            other: "a second output",
        }),
        (2, Some(_)) => match other_than_row(model, 1, 1)? {
            Some(found) => Err(ModelError::NarrowOutput { found }),
            None => Ok(()),
        },
        (2, None) => Err(ModelError::Half {
            half: "second output",
            other: "the metadata property \"goce.narrow_aspect\"",
        }),
        (outputs, _) => {
            let found = format!("it has {outputs} outputs");
            Err(ModelError::Output { labels, found })
        }
    }
}

/// Returns what an output is if it is not one row of so many 32-bit floats, in words.
fn other_than_row(model: &TypedModel, output: usize, columns: usize) -> Result<Option<String>, ModelError> {
    let fact = model.output_fact(output).map_err(unsupported)?;
    if fact.datum_type != f32::datum_type() {
        return Ok(Some(format!("its elements are {:?}", fact.datum_type)));
    }
    Ok(match fact.shape.as_concrete() {
        Some([1, found]) if *found == columns => None,
        Some(shape) => Some(format!("it is {shape:?}")),
        None => Some(format!("it is {:?}", fact.shape)),
    })
}

/// Returns the most bytes that a run takes: five times the input, which doubles while it is collected and becomes a
/// tensor, and four times the largest array between two operators, as input and output of one, each also packed for a
/// product of matrices.
fn running(model: &TypedModel, height: u32, width: u32) -> usize {
    let input = 3 * height as usize * width as usize * size_of::<f32>();
    let outputs = model.nodes.iter().flat_map(|node| &node.outputs);
    let sizes = outputs.filter_map(|output| {
        let sides = output.fact.shape.as_concrete()?;
        let numbers = sides.iter().fold(1usize, |all, side| all.saturating_mul(*side));
        Some(numbers.saturating_mul(output.fact.datum_type.size_of()))
    });
    let largest = sizes.fold(input, usize::max);
    (5 * input).saturating_add(largest.saturating_mul(4))
}

/// What a run gives, as the network gives it.
pub struct Outputs {
    /// The probabilities of the labels.
    pub labels: Vec<f32>,
    /// The probability that the page was laid out narrow, of a network with a second output.
    pub narrow: Option<f32>,
}

impl Plan {
    pub fn shape(&self, properties: &Properties) -> Shape {
        Shape {
            width: self.width,
            height: self.height,
            aspect: properties.aspect,
        }
    }

    /// Returns the outputs for pixels, rows of red, green and blue. Checks for interrupts at each operator.
    pub fn run(&self, pixels: &[u8], properties: &Properties) -> Result<Outputs, ModelError> {
        ask_for(self.running)?;
        let input = self.input(pixels, properties).map_err(unsupported)?;
        let mut runs = self.plan.runs().map_err(unsupported)?;
        let outputs = runs.run(tvec!(input.into_tvalue()));
        let outputs = outputs.map_err(unsupported)?;
        let output = |number: usize| {
            let output = outputs.get(number).map(|output| output.to_plain_array_view::<f32>());
            let numbers = output.transpose().map_err(unsupported)?;
            Ok::<_, ModelError>(numbers.into_iter().flatten().copied().collect::<Vec<f32>>())
        };
        Ok(Outputs {
            labels: output(0)?,
            narrow: output(1)?.first().copied(),
        })
    }

    /// Returns pixels as the network's input: (value − mean) / std.
    fn input(&self, pixels: &[u8], properties: &Properties) -> TractResult<Tensor> {
        // A channel has 256 values, fewer than there are pixels.
        let mut values = [[0f32; 256]; 3];
        for (channel, values) in values.iter_mut().enumerate() {
            for (value, normalised) in values.iter_mut().enumerate() {
                *normalised = (value as f32 - properties.mean[channel]) / properties.std[channel];
            }
        }
        let (width, height) = (self.width as usize, self.height as usize);
        let (pixels, _) = pixels.as_chunks::<3>();
        let normalised = |channel: usize| {
            let values = &values[channel];
            pixels.iter().map(move |pixel| values[usize::from(pixel[channel])])
        };
        match self.layout {
            InputLayout::ChannelsFirst => {
                let input: Vec<f32> = (0..3).flat_map(normalised).collect();
                Tensor::from_shape(&[1, 3, height, width], &input)
            }
            InputLayout::ChannelsLast => {
                let channels = pixels
                    .iter()
                    .flat_map(|pixel| std::array::from_fn::<f32, 3, _>(|c| values[c][usize::from(pixel[c])]));
                let input: Vec<f32> = channels.collect();
                Tensor::from_shape(&[1, height, width, 3], &input)
            }
        }
    }
}

//! Networks in ONNX format, run by tract on the calling thread.

use std::sync::Arc;

use tract_onnx::Onnx;
use tract_onnx::pb::ModelProto;
use tract_onnx::prelude::*;
use tract_onnx::tract_core::plan::eval;

use goce_core::interrupts;

/// tract's own names, for packages that run networks by this module without depending on tract.
pub use tract_onnx::{pb, prelude};

/// The file of a network, parsed and not checked further.
pub struct File {
    onnx: Onnx,
    pub proto: ModelProto,
}

impl File {
    /// Parses a file. Fails for bytes that are not ONNX.
    pub fn parse(mut bytes: &[u8]) -> TractResult<File> {
        let onnx = tract_onnx::onnx().with_ignore_value_info(true);
        let proto = onnx.proto_model_for_read(&mut bytes)?;
        Ok(File { onnx, proto })
    }

    /// Returns the value of a metadata property, and `None` if the file has no such property.
    pub fn property(&self, name: &str) -> Option<&str> {
        let mut properties = self.proto.metadata_props.iter();
        let property = properties.find(|property| property.key == name);
        property.map(|property| property.value.as_str())
    }

    /// Returns `true` if tract has an operator of this name.
    pub fn has_operator(&self, name: &str) -> bool {
        self.onnx.op_register.0.contains_key(name)
    }

    /// Returns the plan of the network for inputs of 32-bit floats in these shapes. Fails for a network that is not sound
    /// or has parts that tract lacks.
    pub fn plan(&self, inputs: &[&[usize]]) -> TractResult<Plan> {
        let mut model = self.onnx.model_for_proto_model(&self.proto)?;
        for (number, shape) in inputs.iter().enumerate() {
            model.set_input_fact(number, f32::fact(*shape).into())?;
        }
        Ok(Plan(model.into_optimized()?.into_runnable()?))
    }
}

#[derive(Debug)]
pub struct Plan(Arc<TypedRunnableModel>);

impl Plan {
    pub fn model(&self) -> &TypedModel {
        self.0.model()
    }

    /// Returns the memory for runs one after the other.
    pub fn runs(&self) -> TractResult<Runs> {
        self.0.spawn().map(Runs)
    }
}

/// The memory of runs of a network.
pub struct Runs(TypedSimpleState);

impl Runs {
    /// Returns the outputs for these inputs. Checks for interrupts at each operator.
    pub fn run(&mut self, inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        self.0.run_plan_with_eval(inputs, |context, state, node, inputs| {
            interrupts::check();
            eval(context, state, node, inputs)
        })
    }
}

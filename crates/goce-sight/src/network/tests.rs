use prost::Message;
use tract_onnx::pb::tensor_shape_proto::{Dimension, dimension::Value};
use tract_onnx::pb::type_proto::Value as Type;
use tract_onnx::pb::{GraphProto, ModelProto, StringStringEntryProto, TensorProto};

use super::*;
use crate::screenshot::tests::image;
use goce_core::cases;

mod narrow;

fn fixture(name: &str) -> Vec<u8> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../pg_test/data");
    std::fs::read(format!("{directory}/{name}")).unwrap()
}

fn changed_fixture(name: &str, change: impl FnOnce(&mut ModelProto)) -> Vec<u8> {
    let mut model = ModelProto::decode(&*fixture(name)).unwrap();
    change(&mut model);
    model.encode_to_vec()
}

/// The network with two labels, changed.
fn changed(change: impl FnOnce(&mut ModelProto)) -> Vec<u8> {
    changed_fixture("channels-first.onnx", change)
}

fn graph(model: &mut ModelProto) -> &mut GraphProto {
    model.graph.as_mut().unwrap()
}

/// The dimensions of the input.
fn dimensions(model: &mut ModelProto) -> &mut Vec<Dimension> {
    let input = graph(model).input[0].r#type.as_mut().unwrap();
    let Some(Type::TensorType(tensor)) = &mut input.value else {
        panic!("no tensor");
    };
    &mut tensor.shape.as_mut().unwrap().dim
}

fn property(key: &str, value: &str) -> StringStringEntryProto {
    StringStringEntryProto {
        key: key.to_owned(),
        value: value.to_owned(),
    }
}

/// Pixels for the networks of the fixtures, 6 wide and 8 high.
fn noise() -> Vec<u8> {
    (0..3 * 6 * 8).map(|n| (n * n % 251) as u8).collect()
}

fn with_property(key: &str, value: Option<&str>) -> Vec<u8> {
    changed(|model| {
        model.metadata_props.retain(|property| property.key != key);
        model.metadata_props.extend(value.map(|value| property(key, value)));
    })
}

/// The error's text for a file that is refused.
fn refusal(file: &[u8]) -> String {
    Network::read(file).unwrap_err().to_string()
}

fn classify(network: &Network) -> f64 {
    let limits = ScreenshotLimits::default();
    network.classify(&image("same, png"), &limits).unwrap().p_list_view
}

#[test]
fn a_mirrored_picture_is_turned_by_pixels() {
    let pixels = noise();
    let turned = mirrored(&pixels, 6).unwrap();
    assert_eq!(turned[..6], [pixels[15], pixels[16], pixels[17], pixels[12], pixels[13], pixels[14]]);
    assert_eq!(mirrored(&turned, 6).unwrap(), pixels);
}

/// By onnxruntime, on the pixels that numpy makes of the same picture.
#[test]
fn probabilities_are_those_of_onnxruntime() {
    let first = Network::read(&fixture("channels-first.onnx")).unwrap();
    assert_eq!(first.labels(), ["list-view", "article"]);
    assert_eq!((first.shape().width, first.shape().height), (6, 8));
    assert_eq!(first.name(), Some("channels-first"));
    assert_eq!(*first.fusion(), Fusion::default());
    assert!((classify(&first) - 0.020030047744512558).abs() < 1e-5);

    let last = Network::read(&fixture("channels-last.onnx")).unwrap();
    assert_eq!(last.labels(), ["forum", "product", "listing"]);
    assert_eq!(last.fusion().at(0.0).screenshot, 2.5);
    assert_eq!(last.fusion().at(0.0), last.fusion().at(1e6));
    assert!((classify(&last) - 0.6463697407259102).abs() < 1e-5);
}

#[test]
fn the_built_in_network_is_sound() {
    assert!(BUILT_IN.len() <= 4 << 20);
    let network = Network::built_in().unwrap();
    assert_eq!(network.name(), Some("genre-screenshot"));
    assert!(network.version().is_some() && network.trained_on().is_some());
    let p = classify(network);
    assert!((0.0..=1.0).contains(&p));
    assert_eq!(p, classify(network));
    assert_eq!(network.read_by(), std::process::id());
}

#[test]
fn a_file_that_is_no_onnx_is_refused() {
    assert!(refusal(b"no model").starts_with("it cannot be read as ONNX: "));
    assert_eq!(refusal(b""), "it cannot be read as ONNX: it has no graph");
    let sound = fixture("channels-first.onnx");
    for length in 0..sound.len() {
        // Cut between two fields it may be sound, only poorer.
        let _ = Network::read(&sound[..length]);
    }
}

#[test]
fn properties_are_checked() {
    for name in ["goce.labels", "goce.mean", "goce.std", "goce.aspect"] {
        let expected = format!("it lacks the metadata property \"{name}\"");
        assert_eq!(refusal(&with_property(name, None)), expected);
    }
    for [name, value, expected] in cases(
        "
        goce.mean => 1,2 => three numbers
        goce.mean => 1,2,NaN => three numbers
        goce.std => 1 0 1 => three numbers above 0
        goce.aspect => -1 => a number above 0, at most 100
        goce.narrow_aspect => 0 => a number above 0, at most 100
        goce.narrow_aspect => 100.1 => a number above 0, at most 100
        goce.narrow_aspect => 5 5 => a number above 0, at most 100
        goce.narrow_calibration => 1 => two numbers
        goce.narrow_calibration => 1 NaN => two numbers
        goce.mirrored => yes => 0 or 1
        goce.calibration => one => two numbers
        goce.labels => article,product => a list of different labels, of both genres, out of article, list-view, \
            documentation, service, product, forum, collection, listing",
    ) {
        let found = refusal(&with_property(name, Some(value)));
        let start = format!("its metadata property \"{name}\" is \"{value}\", it should be ");
        assert_eq!(found, start + expected);
    }
    for labels in [
        "",
        "article",
        "article,article,forum",
        "article,listview",
        "Article,forum",
    ] {
        assert!(refusal(&with_property("goce.labels", Some(labels))).contains("of both genres"));
    }
}

#[test]
fn a_fusion_has_three_numbers_or_groups_of_four() {
    let eight = (0..8).map(|n| format!("{n},1,0.5,0 ")).collect::<String>();
    for sound in ["1 2 3", "-1,-2,-3", "0 1 1 0, 50 1 0 0", &eight] {
        Network::read(&with_property("goce.fusion", Some(sound))).unwrap();
    }
    let file = with_property("goce.fusion", Some("0 0.5 1 -1  99 1 0 0"));
    let network = Network::read(&file).unwrap();
    let numbers = |words| {
        let weights = network.fusion().at(words);
        [weights.markup, weights.screenshot, weights.bias]
    };
    assert_eq!(numbers(0.0), [0.5, 1.0, -1.0]);
    assert_eq!(numbers(99.0), [1.0, 0.0, 0.0]);
    // 1 + words: the root of 100.
    for (found, expected) in numbers(9.0).into_iter().zip([0.75, 0.5, -0.5]) {
        assert!((found - expected).abs() < 1e-12, "{found}");
    }
    let wrong = cases(
        "
        1
        1 2
        one 2 3
        1 2 inf
        0 1 2 3
        0 1 2 3 4 5
        0 1 2 3 4 5 6
        0 1 2 3 0 1 2 3
        5 1 2 3 4 1 2 3
        -1 1 2 3 4 1 2 3
        0 1 2 3 4 NaN 2 3
        0 1 2 3 4 1 2 -inf
        0 1 2 3 1e999 1 2 3",
    );
    for [wrong] in wrong.chain([[""], [&format!("{eight} 8 1 1 1")]]) {
        assert_eq!(
            refusal(&with_property("goce.fusion", Some(wrong))),
            format!(
                "its metadata property \"goce.fusion\" is \"{wrong}\", it should be three numbers, \
                 or 2 to 8 groups of four whose first numbers ascend from 0 or more"
            )
        );
    }
}

#[test]
fn seven_labels_give_the_page_types() {
    let seven = Network::read(&fixture("seven-types.onnx")).unwrap();
    let two = Network::read(&fixture("channels-first.onnx")).unwrap();
    let pixels = noise();
    let verdict = |network: &Network| network.look(&pixels, None).unwrap();
    assert_eq!(verdict(&two).types, None);
    // Its labels have another order. The likelihoods of the types are multiples of their genre's in the network of two:
    // articles 4, documentation 3, services 1, products 2; forums 1, collections 1.5, listings 2.
    let p = verdict(&two).p_list_view;
    let (article, listed) = ((1.0 - p) / p, 1.0);
    let odds = [
        4.0 * article,
        3.0 * article,
        article,
        2.0 * article,
        listed,
        1.5 * listed,
        2.0 * listed,
    ];
    let types = verdict(&seven).types.unwrap();
    let sum: f64 = odds.iter().sum();
    for (p, odds) in types.iter().zip(odds) {
        assert!((p - odds / sum).abs() < 1e-6, "{p} {}", odds / sum);
    }
    assert!((verdict(&seven).p_list_view - types[4..].iter().sum::<f64>()).abs() < 1e-6);
}

#[test]
fn types_are_means_over_both_sides_and_not_calibrated() {
    let plain = Network::read(&fixture("seven-types.onnx")).unwrap();
    let properties = [property("goce.mirrored", "1"), property("goce.calibration", "0.5 1")];
    let both = changed_fixture("seven-types.onnx", |model| model.metadata_props.extend(properties));
    let both = Network::read(&both).unwrap();
    let pixels = noise();
    let turned = mirrored(&pixels, 6).unwrap();
    let verdict = |network: &Network, pixels| network.look(pixels, network.properties.calibration).unwrap();
    let (one, other) = (verdict(&plain, &pixels), verdict(&plain, &turned));
    assert_ne!(one.types, other.types);
    let mean = |p: f64, q: f64| (p + q) / 2.0;
    let means: [f64; 7] = std::array::from_fn(|n| mean(one.types.unwrap()[n], other.types.unwrap()[n]));
    assert_eq!(verdict(&both, &pixels).types, Some(means));
    let p = mean(one.p_list_view, other.p_list_view);
    let calibration = crate::fusion::Calibration { weight: 0.5, bias: 1.0 };
    assert_eq!(verdict(&both, &pixels).p_list_view, calibration.apply(p));
}

#[test]
fn inputs_and_outputs_are_checked() {
    let with_shape = |shape: &[i64]| {
        let of_shape = shape.iter().map(|&value| Dimension {
            value: (value > 0).then_some(Value::DimValue(value)),
            ..Dimension::default()
        });
        changed(|model| *dimensions(model) = of_shape.collect())
    };
    for (shape, found) in [
        (&[1, 3, 0, 6][..], "but it is [1, 3, ?, 6] "),
        (&[2, 3, 8, 6], "but it is [2, 3, 8, 6] "),
        (&[1, 4, 8, 6], "but it is [1, 4, 8, 6] "),
        (&[1, 3, 8, 5000], "but it is [1, 3, 8, 5000] "),
        (&[1, 3, 8], "but it is [1, 3, 8] "),
    ] {
        let refusal = refusal(&with_shape(shape));
        assert!(refusal.contains(found), "{refusal}");
    }
    let two = changed(|model| {
        let graph = graph(model);
        let mut input = graph.input[0].clone();
        input.name = "other".to_owned();
        graph.input.push(input);
    });
    assert!(refusal(&two).ends_with("but it has 2 inputs"));
    let labels = refusal(&with_property("goce.labels", Some("forum,article,listing")));
    assert_eq!(labels, "its output must be the probabilities of its 3 labels, [1, 3], but it is [1, 2]");
    let logits = refusal(&fixture("no-probabilities.onnx"));
    assert!(logits.contains("[1, 2], but it is ["), "{logits}");
    let nan = changed(|model| {
        let graph = graph(model);
        let weights: &mut TensorProto = &mut graph.initializer[2];
        weights.raw_data[..4].copy_from_slice(&f32::NAN.to_le_bytes());
    });
    assert!(refusal(&nan).contains("NaN"), "{}", refusal(&nan));
}

#[test]
fn operators_are_checked() {
    let unknown = changed(|model| {
        let graph = graph(model);
        graph.node[1].op_type = "Zelu".to_owned();
        graph.node[2].op_type = "Attend".to_owned();
    });
    assert_eq!(refusal(&unknown), "it has operators that cannot be run: Attend, Zelu");
    let misused = changed(|model| graph(model).node[0].input.truncate(1));
    assert!(refusal(&misused).starts_with("it cannot be prepared or run: "));
    let unresolved = changed(|model| graph(model).node[0].input[0] = "nowhere".to_owned());
    assert!(refusal(&unresolved).starts_with("it cannot be prepared or run: "));
    let elsewhere = changed(|model| {
        let weights = &mut graph(model).initializer[0];
        weights.external_data.push(property("location", "weights.bin"));
    });
    assert_eq!(refusal(&elsewhere), "it cannot be prepared or run: the weight \"w1\" is kept in another file");
}

#[test]
fn a_run_can_be_interrupted() {
    let network = Network::read(&fixture("channels-first.onnx")).unwrap();
    let pixels = vec![0; 6 * 8 * 3];
    let (_, checks) = interrupts::counted(|| network.p_list_view(&pixels).unwrap());
    assert!(checks >= 4, "{checks}");
}

#[test]
fn sizes_that_the_file_does_not_have_are_refused() {
    let large = changed(|model| graph(model).initializer[0].dims = vec![1 << 40, 3]);
    assert_eq!(refusal(&large), "it cannot be read as ONNX: the weight \"w1\" is larger than what there is of it");
    let overflow = changed(|model| graph(model).initializer[0].dims = vec![i64::MAX, i64::MAX, 4]);
    assert!(refusal(&overflow).contains("is larger than"));
    let expression = changed(|model| dimensions(model)[0].value = Some(Value::DimParam("(".repeat(100_000))));
    assert!(refusal(&expression).ends_with("a dimension is a long expression"));
}

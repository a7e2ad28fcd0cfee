//! Networks that tell pages laid out narrow. That of the fixture takes light pictures for narrow ones.

use super::*;

fn two_widths(change: impl FnOnce(&mut ModelProto)) -> Vec<u8> {
    changed_fixture("two-widths.onnx", change)
}

fn without(model: &mut ModelProto, key: &str) {
    model.metadata_props.retain(|property| property.key != key);
}

fn weights<'m>(model: &'m mut ModelProto, name: &str) -> &'m mut TensorProto {
    let weights = &mut graph(model).initializer;
    weights.iter_mut().find(|weights| weights.name == name).unwrap()
}

fn seen(file: &[u8], picture: &str) -> ByScreenshot {
    let network = Network::read(file).unwrap();
    network.classify(&image(picture), &ScreenshotLimits::default()).unwrap()
}

fn assert_p(file: &[u8], picture: &str, expected: f64) {
    let p = seen(file, picture).p_list_view;
    assert!((p - expected).abs() < 1e-5, "{picture}: {p}");
}

/// The probabilities are by onnxruntime, on the pixels that numpy makes of the same pictures.
#[test]
fn a_narrow_page_is_looked_at_again() {
    let file = fixture("two-widths.onnx");
    assert_eq!(seen(&file, "same, png").layout, Some(Layout::Narrow));
    assert_p(&file, "same, png", 0.6538621);
    assert_eq!(seen(&file, "grey, png").layout, Some(Layout::Wide));
    assert_p(&file, "grey, png", 0.7829051);
    assert_eq!([Layout::Wide, Layout::Narrow].map(Layout::css_width), [1280, 390]);

    let of_one_width = fixture("channels-first.onnx");
    assert_eq!(seen(&of_one_width, "same, png").layout, None);

    let first = Network::read(&file).unwrap();
    let pixels = pixels(&image("same, png"), first.shape(), &ScreenshotLimits::default()).unwrap();
    assert!((first.p_list_view(&pixels).unwrap() - 0.020030048).abs() < 1e-5);
}

#[test]
fn each_look_has_its_calibration() {
    let calibration = Calibration { weight: 2.0, bias: 1.0 };
    let of_first = property("goce.calibration", "2 1");
    let both = two_widths(|model| model.metadata_props.push(of_first.clone()));
    assert_p(&both, "same, png", 0.6538621);
    assert_p(&both, "grey, png", calibration.apply(0.7829051));
    let one_for_both = two_widths(|model| {
        without(model, "goce.narrow_calibration");
        model.metadata_props.push(of_first);
    });
    assert_p(&one_for_both, "same, png", calibration.apply(0.06134806));
    assert_p(&one_for_both, "grey, png", calibration.apply(0.7829051));
    let none = two_widths(|model| without(model, "goce.narrow_calibration"));
    assert_p(&none, "same, png", 0.06134806);
}

#[test]
fn a_look_again_checks_for_interrupts() {
    let network = Network::read(&fixture("two-widths.onnx")).unwrap();
    let checks = |picture: &str| {
        let picture = image(picture);
        interrupts::counted(|| network.classify(&picture, &ScreenshotLimits::default()).unwrap()).1
    };
    assert!(checks("same, png") >= checks("grey, png") + 8);
}

#[test]
fn layouts_are_means_over_both_sides() {
    // The second output goes by the convolution, which tells left from right.
    let by_sides = |model: &mut ModelProto| {
        let first = weights(model, "w2").raw_data.clone();
        let one_column: Vec<u8> = first.as_chunks::<8>().0.iter().flat_map(|row| &row[..4]).copied().collect();
        let second = weights(model, "w3");
        (second.raw_data, second.dims) = (one_column, vec![5, 1]);
        let nodes = &mut graph(model).node;
        let product = nodes.iter_mut().find(|node| node.input.iter().any(|name| name == "w3")).unwrap();
        product.input[0] = "f".to_owned();
    };
    let plain = Network::read(&two_widths(by_sides)).unwrap();
    let both = Network::read(&two_widths(|model| {
        by_sides(model);
        model.metadata_props.push(property("goce.mirrored", "1"));
    }));
    let p_narrow = |network: &Network, pixels| network.look(pixels, None).unwrap().p_narrow.unwrap();
    let pixels = noise();
    let turned = mirrored(&pixels, 6).unwrap();
    let (one, other) = (p_narrow(&plain, &pixels), p_narrow(&plain, &turned));
    assert_ne!(one, other);
    assert_eq!(p_narrow(&both.unwrap(), &pixels), (one + other) / 2.0);
}

#[test]
fn half_of_what_belongs_together_is_refused() {
    let no_aspect = two_widths(|model| {
        without(model, "goce.narrow_aspect");
        without(model, "goce.narrow_calibration");
    });
    assert_eq!(refusal(&no_aspect), "its second output needs the metadata property \"goce.narrow_aspect\"");
    let no_output = two_widths(|model| graph(model).output.truncate(1));
    assert_eq!(refusal(&no_output), "its metadata property \"goce.narrow_aspect\" needs a second output");
    let calibration = with_property("goce.narrow_calibration", Some("1 0"));
    assert_eq!(
        refusal(&calibration),
        "its metadata property \"goce.narrow_calibration\" needs the property \"goce.narrow_aspect\""
    );
}

#[test]
fn the_second_output_is_checked() {
    const START: &str = "its second output must be the probability that a page was laid out narrow, [1, 1], but ";
    let logits = |model: &mut ModelProto| {
        let nodes = &mut graph(model).node;
        nodes.iter_mut().find(|node| node.op_type == "Sigmoid").unwrap().op_type = "Identity".to_owned();
    };
    let above_one = refusal(&two_widths(logits));
    assert!(above_one.starts_with(&format!("{START}it is [44.5")), "{above_one}");
    let nan = two_widths(|model| {
        logits(model); // tract's sigmoid of NaN is a number.
        weights(model, "b3").raw_data = f32::NAN.to_le_bytes().to_vec();
    });
    assert_eq!(refusal(&nan), format!("{START}it is [NaN]"));
    let labels = two_widths(|model| {
        let outputs = &mut graph(model).output;
        outputs[1] = outputs[0].clone();
    });
    assert_eq!(refusal(&labels), format!("{START}it is [1, 2]"));
    let three = two_widths(|model| {
        let outputs = &mut graph(model).output;
        outputs.push(outputs[1].clone());
    });
    assert!(refusal(&three).ends_with("[1, 2], but it has 3 outputs"), "{}", refusal(&three));
}

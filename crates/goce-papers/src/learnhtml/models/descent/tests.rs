use super::*;

/// Returns an activation's value in double precision, without [`Activation::value`].
fn activated(activation: Activation, sum: f64) -> f64 {
    const SCALE: f64 = 1.050_700_987_355_480_5;
    const ALPHA: f64 = 1.673_263_242_354_377_2;
    match activation {
        Activation::Relu => sum.max(0.0),
        Activation::Selu if sum > 0.0 => SCALE * sum,
        Activation::Selu => SCALE * ALPHA * (libm::exp(sum) - 1.0),
        Activation::Sigmoid => 1.0 / (1.0 + libm::exp(-sum)),
        Activation::Tanh => libm::tanh(sum),
    }
}

/// A network in double precision: for each layer the weights, input by input, and then the biases.
type Doubles = Vec<Vec<f64>>;

/// Returns the cross-entropy of a row, with the factors of its hidden units.
fn loss(rows: &TrainingRows, row: usize, numbers: &Doubles, kept: &[Vec<f32>], activation: Activation) -> f64 {
    let mut values = vec![0.0; rows.width()];
    for (input, value) in rows.row(row) {
        values[input] = f64::from(value);
    }
    for (place, layer) in numbers.iter().enumerate() {
        let units = layer.len() / (values.len() + 1);
        let (weights, biases) = layer.split_at(values.len() * units);
        let sums = (0..units).map(|unit| {
            let inputs = values.iter().enumerate();
            let weighted = inputs.map(|(input, value)| value * weights[input * units + unit]);
            biases[unit] + weighted.sum::<f64>()
        });
        values = if place + 1 == numbers.len() {
            sums.collect()
        } else {
            let kept = kept[place].iter().map(|kept| f64::from(*kept));
            let values = sums.map(|sum| activated(activation, sum));
            values.zip(kept).map(|(value, kept)| value * kept).collect()
        };
    }
    let target = f64::from(rows.label(row));
    rows.weight(row) * (libm::log1p(libm::exp(values[0])) - target * values[0])
}

fn doubles<'n>(layers: impl Iterator<Item = &'n Vec<f32>>) -> Doubles {
    layers.map(|numbers| numbers.iter().map(|number| f64::from(*number)).collect()).collect()
}

#[test]
fn gradients_are_the_slopes_of_the_loss() {
    let sizes = [6, 5, 4, 1];
    for (activation, dropout) in
        Activation::ALL.into_iter().flat_map(|activation| [(activation, 0.0), (activation, 0.3)])
    {
        let mut random = Random::new(7, u64::MAX);
        let mut rows = TrainingRows::new(sizes[0]);
        rows.class_weights = [0.5, 2.0];
        for row in 0..8u32 {
            let columns = (0..6).filter(|column| (row + column) % 3 > 0);
            let columns = columns.map(|column| (column, 2.0 * random.unit() as f32 - 1.0));
            rows.push(&columns.collect::<Vec<_>>(), row % 2 == 0).unwrap();
        }
        let mut layers: Vec<Layer> = Vec::new();
        for pair in sizes.windows(2) {
            let mut layer = initial(pair[0], pair[1], &mut random).unwrap();
            layer.numbers[pair[0] * pair[1]..].fill_with(|| random.unit() as f32 - 0.5);
            layers.push(layer);
        }
        let mut states: Vec<LayerState> = layers.iter().map(|layer| state(layer).unwrap()).collect();
        let descent = Descent {
            hidden: sizes[1..3].to_vec(),
            activation,
            learning_rate: 0.01,
            dropout,
            epochs: 1,
            batch: 8,
            seed: 7,
        };
        let mut pass = Pass::new(&sizes, &descent, random);
        let mut kept = Vec::new();
        for row in 0..rows.len() {
            pass.forwards(&rows, row, &layers);
            pass.backwards(&rows, row, &layers, &mut states);
            kept.push(pass.kept.clone());
        }
        let dropped = kept.iter().any(|kept| kept[..2].concat().contains(&0.0));
        assert_eq!(dropped, dropout > 0.0);
        let found = doubles(states.iter().map(|[gradient, ..]| gradient));
        let mut numbers = doubles(layers.iter().map(|layer| &layer.numbers));
        const STEP: f64 = 1e-6;
        for place in 0..numbers.len() {
            for index in 0..numbers[place].len() {
                let number = numbers[place][index];
                let mut total = |number| {
                    numbers[place][index] = number;
                    let of_row = |row: usize| loss(&rows, row, &numbers, &kept[row], activation);
                    (0..rows.len()).map(of_row).sum::<f64>()
                };
                let expected = (total(number + STEP) - total(number - STEP)) / (2.0 * STEP);
                total(number);
                let found = found[place][index];
                assert!(
                    (found - expected).abs() < 1e-5,
                    "{activation:?}, dropout {dropout}, layer {place}, number {index}: {found} for {expected}"
                );
            }
        }
    }
}

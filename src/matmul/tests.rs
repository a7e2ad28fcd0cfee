//! The kernel beside the definition of what tract asks of it.

use tract_onnx::prelude::tract_linalg::mmm::{AsInputValue, FusedSpec, MatMatMul};
use tract_onnx::prelude::tract_linalg::{BinOp, MmmDispatch};
use tract_onnx::prelude::*;

fn numbers(shape: &[usize], seed: u32) -> Tensor {
    let mut state = seed;
    let values = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as f32 / 32_768.0 - 1.0
    });
    let values: Vec<f32> = values.take(shape.iter().product()).collect();
    Tensor::from_shape(shape, &values).unwrap()
}

fn values(tensor: &Tensor) -> Vec<f32> {
    let view = tensor.to_plain_array_view::<f32>().unwrap();
    view.iter().copied().collect()
}

/// Some fused operation, and what it makes of a product at (row, column).
type Operation<'t> = (FusedSpec<'t>, Box<dyn Fn(f32, usize, usize) -> f32 + 't>);

fn operations<'t>(row: &'t Tensor, column: &'t Tensor) -> Vec<Operation<'t>> {
    let (rows, columns) = (values(row), values(column));
    let scalar: &'t Tensor = Box::leak(Box::new(tensor0(0.5f32)));
    let mut operations: Vec<Operation<'t>> = Vec::new();
    type Combine = fn(f32, f32) -> f32;
    let each: [(BinOp, Combine); 6] = [
        (BinOp::Min, f32::min),
        (BinOp::Max, f32::max),
        (BinOp::Add, |x, y| x + y),
        (BinOp::Mul, |x, y| x * y),
        (BinOp::Sub, |x, y| x - y),
        (BinOp::SubF, |x, y| y - x),
    ];
    for (operator, function) in each {
        let (rows, columns) = (rows.clone(), columns.clone());
        let spec = FusedSpec::BinScalar(scalar, operator);
        operations.push((spec, Box::new(move |y, _, _| function(0.5, y))));
        let spec = FusedSpec::BinPerRow(row.view(), operator);
        operations.push((spec, Box::new(move |y, i, _| function(rows[i], y))));
        let spec = FusedSpec::BinPerCol(column.view(), operator);
        operations.push((spec, Box::new(move |y, _, j| function(columns[j], y))));
    }
    let leaky = |y: f32, _, _| if y > 0.0 { y } else { 0.5 * y };
    operations.push((FusedSpec::LeakyRelu(scalar), Box::new(leaky)));
    let spec = FusedSpec::AddRowColProducts(row, column);
    operations.push((spec, Box::new(move |y, i, j| y + rows[i] * columns[j])));
    operations
}

/// A layout of the output: bytes from row to row, from column to column.
fn check(kernel: &dyn MatMatMul, m: usize, k: usize, n: usize, strides: [usize; 2]) {
    let (a, b) = (numbers(&[m, k], 1), numbers(&[k, n], 2));
    let (row, column) = (numbers(&[m], 3), numbers(&[n], 4));
    let room = strides[0] * m + strides[1] * n;
    let before = numbers(&[room], 5);
    let spec =
        unsafe { kernel.c_from_data_and_strides(4, strides[0] as isize, strides[1] as isize) };
    let (pack_a, pack_b) = &kernel.packings()[0];
    let packed_a = pack_a.prepare_one(&a, 1, 0).unwrap();
    let packed_b = pack_b.prepare_one(&b, 0, 1).unwrap();
    let (a, b, c) = (values(&a), values(&b), values(&before));
    for (operation, function) in operations(&row, &column) {
        let name = format!("{m} x {k} x {n}, {strides:?}, {operation:?}");
        let mut out = Tensor::from_shape(&[room], &vec![7.0f32; room]).unwrap();
        assert!(kernel.can_fuse(&operation));
        unsafe {
            let view = out.view_mut();
            let fused = [
                FusedSpec::AddMatMul {
                    a: AsInputValue::Borrowed(&*packed_a),
                    b: AsInputValue::Borrowed(&*packed_b),
                    packing: 0,
                },
                operation,
                FusedSpec::AddUnicast(spec.wrap(&before.view())),
                FusedSpec::Store(spec.wrap(&view)),
            ];
            kernel.run(m, n, &fused).unwrap();
        }
        let mut expected = vec![7.0f32; room];
        for i in 0..m {
            for j in 0..n {
                let product: f32 = (0..k).map(|step| a[i * k + step] * b[step * n + j]).sum();
                let at = strides[0] * i + strides[1] * j;
                expected[at] = function(product, i, j) + c[at];
            }
        }
        for (found, expected) in values(&out).iter().zip(&expected) {
            assert!(
                (found - expected).abs() < 1e-4,
                "{name}: {found}, not {expected}"
            );
        }
    }
}

#[test]
fn products_are_right() {
    let kernels = MmmDispatch::native().runnable();
    let Some(kernel) = kernels.iter().find(|kernel| kernel.name() == super::NAME) else {
        return; // no AVX-512 here
    };
    for (m, k, n) in [(32, 3, 14), (64, 20, 42), (37, 5, 23), (1, 1, 1)] {
        check(&**kernel, m, k, n, [n, 1]);
        check(&**kernel, m, k, n, [1, m]);
        check(&**kernel, m, k, n, [2 * n, 2]);
    }
}

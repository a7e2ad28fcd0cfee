//! The part of rustfft's interface that tract-core calls.
//!
//! tract-core has operators for Fourier transforms, and takes rustfft with code for AVX and SSE for them: a twelfth of
//! goce.so. No network of goce has such an operator. One that an administrator names as `goce.genre_model` may, and
//! works: by the mixed-radix algorithm of Cooley and Tukey (1965), in O(n · (sum of the prime factors of n)).

use std::f64::consts::TAU;
use std::fmt::Debug;
use std::iter::{successors, zip};
use std::sync::Arc;

use num_complex::Complex;
pub use num_traits;
use num_traits::{FromPrimitive, Signed, Zero};

/// A number that a transform can be of.
pub trait FftNum: Copy + FromPrimitive + Signed + Sync + Send + Debug + 'static {}

impl<T: Copy + FromPrimitive + Signed + Sync + Send + Debug + 'static> FftNum for T {}

/// The sign of the exponents: negative forward, positive inverse. Neither divides by the length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FftDirection {
    Forward,
    Inverse,
}

/// Makes transforms.
#[derive(Default)]
pub struct FftPlanner;

impl FftPlanner {
    pub fn new() -> Self {
        Self
    }

    pub fn plan_fft_forward<T: FftNum>(&mut self, length: usize) -> Arc<Fft<T>> {
        self.plan_fft(length, FftDirection::Forward)
    }

    pub fn plan_fft<T: FftNum>(&mut self, length: usize, direction: FftDirection) -> Arc<Fft<T>> {
        let turn = match direction {
            FftDirection::Forward => -TAU,
            FftDirection::Inverse => TAU,
        };
        let number = |value| T::from_f64(value).unwrap_or_else(T::zero);
        let root = |k: usize| (turn * k as f64 / length as f64).sin_cos();
        let roots = (0..length).map(root).map(|(sin, cos)| Complex::new(number(cos), number(sin)));
        Arc::new(Fft { roots: roots.collect() })
    }
}

/// A transform of one length.
pub struct Fft<T> {
    /// The roots of unity of that order, by their exponent.
    roots: Vec<Complex<T>>,
}

impl<T: FftNum> Fft<T> {
    /// Transforms each part of `buffer` of the transform's length. A rest that is shorter stays as it is.
    pub fn process(&self, buffer: &mut [Complex<T>]) {
        for part in buffer.chunks_exact_mut(self.roots.len().max(1)) {
            let input = part.to_vec();
            self.transform(&input, 1, part);
        }
    }

    /// Transforms every `stride`-th number of `input`: by the transforms of its residues modulo a prime factor.
    fn transform(&self, input: &[Complex<T>], stride: usize, output: &mut [Complex<T>]) {
        let length = output.len();
        let Some(prime) = (2..=length).find(|divisor| length.is_multiple_of(*divisor)) else {
            output[0] = input[0];
            return;
        };
        let shorter = length / prime;
        for (residue, part) in output.chunks_exact_mut(shorter).enumerate() {
            self.transform(&input[residue * stride..], stride * prime, part);
        }
        let mut terms = vec![Complex::zero(); prime];
        for k in 0..shorter {
            terms.iter_mut().zip(output[k..].iter().step_by(shorter)).for_each(|(term, value)| *term = *value);
            for frequency in (k..length).step_by(shorter) {
                let exponents =
                    successors(Some(0), |exponent| Some((exponent + frequency * stride) % self.roots.len()));
                let sum = |sum: Complex<T>, (term, exponent): (&Complex<T>, usize)| sum + *term * self.roots[exponent];
                output[frequency] = zip(&terms, exponents).fold(Complex::zero(), sum);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition.
    fn expected(values: &[Complex<f64>], turn: f64) -> Vec<Complex<f64>> {
        let n = values.len();
        let term = |k: usize, j: usize| values[j] * Complex::from_polar(1.0, turn * (k * j % n) as f64 / n as f64);
        (0..n).map(|k| (0..n).map(|j| term(k, j)).sum()).collect()
    }

    #[test]
    fn transforms_are_those_of_the_definition() {
        for length in (0..40).chain([64, 97, 210, 256, 1001]) {
            let values: Vec<_> =
                (0..length).map(|k| Complex::new((k * k % 17) as f64 - 5.0, (k * 7 % 11) as f64)).collect();
            for (direction, turn) in [(FftDirection::Forward, -TAU), (FftDirection::Inverse, TAU)] {
                let mut got = values.repeat(2);
                FftPlanner::new().plan_fft(length, direction).process(&mut got);
                for (got, expected) in zip(got, expected(&values, turn).repeat(2)) {
                    assert!((got - expected).norm() < 1e-8, "{length} {direction:?}: {got} {expected}");
                }
            }
        }
    }

    #[test]
    fn single_precision_is_as_exact_as_its_numbers() {
        let values: Vec<_> = (0..1024).map(|k| Complex::new((k % 13) as f32, 0.0)).collect();
        let mut got = values.clone();
        FftPlanner::new().plan_fft_forward(1024).process(&mut got);
        FftPlanner::new().plan_fft(1024, FftDirection::Inverse).process(&mut got);
        for (got, value) in zip(got, values) {
            assert!((got / 1024.0 - value).norm() < 1e-4, "{got} {value}");
        }
    }
}

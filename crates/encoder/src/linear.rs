//! Products with matrices of weights, in eight bits.
//!
//! A question has some fifteen pieces, so a product in 32 bits takes as long as its weights take from memory: 85 MB for a model of
//! 12 layers with 384 numbers. In eight bits the weights are a quarter of that, and a processor multiplies more of them at once.
//!
//! Weights are quantized when a model is opened. Each number of the output has a row of weights, which is stored as whole numbers
//! from −64 to 64 and a scale. Numbers up to 127 would be more exact, but some processors add two products in 16 bits, where
//! 2 · 255 · 64 just fits. So the sums are the same on all processors, and a build and a server may run on different ones.
//!
//! Rows of the input are quantized as they come, to numbers from 0 to 255 with a scale and a zero point, which follow from the
//! least and the largest number of the row. The zero point is subtracted here, although `rten-gemm` has a parameter for it: version
//! 0.27 takes the zero points of the first eight rows for all others.

use rten_gemm::{GemmExecutor, GemmInputA, GemmInputB, GemmOptions, PackedBMatrix};
use rten_simd::SimdOp as _;
use rten_tensor::NdTensorView;
use rten_vecmath::{MinMax, Sum};

/// The largest weight in eight bits.
const LARGEST_WEIGHT: f32 = 64.0;

/// The largest number of the input in eight bits.
const LARGEST_INPUT: f32 = 255.0;

/// Computes products of eight bits, with a kernel for this processor.
pub(crate) type Executor = GemmExecutor<u8, i8, i32>;

/// Computes products with matrices of weights. Its buffers are reused from one product to the next.
#[derive(Default)]
pub(crate) struct Products {
    executor: Executor,
    input: QuantizedRows,
    sums: Vec<i32>,
}

/// A product with a matrix of weights, and a sum.
pub(crate) struct Linear {
    weights: PackedBMatrix<i8>,
    outputs: Vec<Output>,
}

/// The numbers that belong to one number of the output, beside its row of weights.
#[derive(Clone, Copy)]
struct Output {
    /// The value of 1 in its quantized weights.
    scale: f32,
    /// The sum of its weights in eight bits.
    sum: i32,
    bias: f32,
}

/// Rows of the input in eight bits.
#[derive(Default)]
struct QuantizedRows {
    numbers: Vec<u8>,
    rows: Vec<QuantizedRow>,
}

#[derive(Clone, Copy)]
struct QuantizedRow {
    /// The value of 1 in the quantized row.
    scale: f32,
    /// The number that stands for zero.
    zero_point: i32,
}

impl Linear {
    /// `weights` has a row of `inputs` numbers for each number of the output, of which there are as many as in `bias`.
    pub(crate) fn new(weights: &[f32], bias: &[f32], inputs: usize, executor: &Executor) -> Self {
        let mut numbers: Vec<i8> = Vec::with_capacity(weights.len());
        let mut outputs = Vec::with_capacity(bias.len());
        for (row, &bias) in weights.chunks_exact(inputs).zip(bias) {
            let largest = row.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
            let (scale, inverse) = scale(row, largest / LARGEST_WEIGHT);
            let start = numbers.len();
            numbers.extend(row.iter().map(|number| (number * inverse).round_ties_even() as i8));
            let sum = numbers[start..].iter().copied().map(i32::from).sum();
            outputs.push(Output { scale, sum, bias });
        }
        let weights = NdTensorView::from_data([outputs.len(), inputs], numbers.as_slice());
        Self { weights: executor.prepack_b(weights.transposed()), outputs }
    }
}

impl Products {
    /// `output = input · weights + bias + kept · output`. A row of the input with a NaN or an infinite number
    /// gives a row of NaN.
    pub(crate) fn apply(&mut self, linear: &Linear, input: &[f32], output: &mut [f32], kept: f32) {
        let (inputs, outputs) = (linear.weights.rows(), linear.outputs.len());
        self.input.quantize(input, inputs);
        let QuantizedRows { numbers, rows } = &self.input;
        self.sums.resize(rows.len() * outputs, 0);
        let done = self.executor.gemm(
            &mut self.sums,
            GemmInputA::Unpacked(NdTensorView::from_data([rows.len(), inputs], numbers.as_slice())),
            GemmInputB::Packed(&linear.weights),
            GemmOptions::default(),
        );
        debug_assert!(done.is_ok(), "{done:?}");
        let sums = self.sums.chunks_exact(outputs);
        for ((row, sums), numbers) in rows.iter().zip(sums).zip(output.chunks_exact_mut(outputs)) {
            for ((number, sum), output) in numbers.iter_mut().zip(sums).zip(&linear.outputs) {
                let product = (sum - row.zero_point * output.sum) as f32 * (row.scale * output.scale);
                *number = kept * *number + product + output.bias;
            }
        }
    }
}

impl QuantizedRows {
    /// Takes rows instead of those that were there.
    fn quantize(&mut self, input: &[f32], columns: usize) {
        self.numbers.resize(input.len(), 0);
        self.rows.clear();
        for (row, quantized) in input.chunks_exact(columns).zip(self.numbers.chunks_exact_mut(columns)) {
            let (least, largest) = MinMax::new(row).dispatch();
            // The range includes zero, so that zero has a number.
            let (least, largest) = (least.min(0.0), largest.max(0.0));
            let (scale, inverse) = scale(row, (largest - least) / LARGEST_INPUT);
            let zero_point = (-least * inverse).round_ties_even();
            #[expect(
                clippy::cast_sign_loss,
                reason = "what is less than 0 by an error of rounding becomes 0"
            )]
            for (number, quantized) in row.iter().zip(quantized) {
                // The cast takes the whole part; what is more than 255 becomes 255.
                *quantized = (number * inverse + (zero_point + 0.5)) as u8;
            }
            self.rows.push(QuantizedRow { scale, zero_point: zero_point as i32 });
        }
    }
}

/// The value of 1 in a quantized row, and its inverse. NaN if a number of the row is NaN or infinite; zero if `scale` is too
/// small to have an inverse.
fn scale(row: &[f32], scale: f32) -> (f32, f32) {
    if !Sum::new(row).dispatch().is_finite() {
        return (f32::NAN, 0.0);
    }
    let inverse = 1.0 / scale;
    if inverse.is_finite() { (scale, inverse) } else { (0.0, 0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random, between −1 and 1.
    fn numbers(count: usize, seed: u32) -> Vec<f32> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        (0..count).map(|_| next()).collect()
    }

    fn product(weights: &[f32], bias: &[f32], input: &[f32], inputs: usize) -> Vec<f32> {
        let mut products = Products::default();
        let linear = Linear::new(weights, bias, inputs, &products.executor);
        // What was there before plays no part, unless it is kept.
        let mut output = vec![7.0; input.len() / inputs * bias.len()];
        products.apply(&linear, input, &mut output, 0.0);
        output
    }

    #[test]
    fn products_are_near_those_in_32_bits() {
        let sizes = [(1, 16, 8), (3, 16, 48), (8, 384, 40), (15, 384, 1152), (70, 1536, 384), (9, 5, 3)];
        for (rows, inputs, outputs) in sizes {
            let (weights, bias) = (numbers(inputs * outputs, 1), numbers(outputs, 3));
            // Each row has numbers of another size about another mean, so that each has a zero point and a scale of its own.
            let mut input = numbers(rows * inputs, 2);
            for (row, numbers) in input.chunks_exact_mut(inputs).enumerate() {
                let (mean, size) = ((row % 5) as f32 - 2.0, (1 + row % 3) as f32);
                for number in numbers {
                    *number = (*number + mean) * size;
                }
            }
            let found = product(&weights, &bias, &input, inputs);
            for (row, input) in input.chunks_exact(inputs).enumerate() {
                let largest = input.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
                // Errors of half of what 1 stands for, on both sides, which have either sign: ten times their standard deviation.
                let error = largest * (1.0 / 255.0 + 0.5 / 64.0) * (inputs as f32).sqrt() * 3.5;
                for (column, weights) in weights.chunks_exact(inputs).enumerate() {
                    let expected: f32 =
                        input.iter().zip(weights).map(|(a, b)| a * b).sum::<f32>() + bias[column];
                    let found = found[row * outputs + column];
                    let at = format!("{rows} × {inputs} × {outputs} at {row}, {column}");
                    assert!((found - expected).abs() <= error, "{at}: {found} for {expected} ± {error}");
                }
            }
        }
    }

    #[test]
    fn the_largest_products_are_exact() {
        // All weights are 64 and all numbers 255 in eight bits, of either sign: the sums that would not fit in fewer bits.
        for (weight, number) in [(3.0, 2.0), (-3.0, 2.0), (3.0, -2.0), (-3.0, -2.0)] {
            for inputs in [4, 384, 16_384] {
                let found = product(&vec![weight; 2 * inputs], &[0.5; 2], &vec![number; 9 * inputs], inputs);
                let expected = weight * number * inputs as f32 + 0.5;
                assert!(
                    found.iter().all(|found| (found / expected - 1.0).abs() < 1e-5),
                    "{found:?} {expected}"
                );
            }
        }
    }

    #[test]
    fn what_was_there_is_kept_when_asked() {
        let mut products = Products::default();
        let linear = Linear::new(&[1.0, 0.0, 0.0, 1.0], &[0.25, 0.5], 2, &products.executor);
        let mut output = [10.0, 20.0];
        products.apply(&linear, &[1.0, -1.0], &mut output, 1.0);
        assert!((output[0] - 11.25).abs() < 0.02 && (output[1] - 19.5).abs() < 0.02, "{output:?}");
    }

    #[test]
    fn zeros_give_zeros_and_nan_gives_nan() {
        assert_eq!(product(&[0.0; 8], &[0.0; 2], &[1.0; 4], 4), [0.0; 2]);
        assert_eq!(product(&[1.0; 8], &[0.0; 2], &[0.0; 4], 4), [0.0; 2]);
        // So small that its inverse is infinite.
        assert_eq!(product(&[1.0; 8], &[0.0; 2], &[1e-44; 4], 4), [0.0; 2]);
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert!(
                product(&[1.0; 8], &[0.0; 2], &[1.0, bad, 1.0, 1.0], 4).iter().all(|found| found.is_nan())
            );
            let mut weights = [1.0; 8];
            weights[6] = bad;
            let found = product(&weights, &[0.0; 2], &[1.0; 4], 4);
            assert!((found[0] - 4.0).abs() < 1e-4 && found[1].is_nan(), "{found:?}");
        }
    }
}

//! Vectors as eight-bit integers.
//!
//! A vector is made one of length 1, and its numbers are divided by the largest, as 127ths. The dot product of two such rows
//! is one of integers; times both scales it is the cosine, with an error below 0.01 (and mostly below 0.001).

use crate::MAX_DIMENSIONS;

/// A vector of length 1 in eight-bit integers.
#[derive(Clone, Debug, PartialEq)]
pub struct QuantizedVector {
    /// The factor of the integers: a number of the vector is an integer times this.
    pub(crate) scale: f32,
    pub(crate) numbers: Vec<i8>,
}

impl QuantizedVector {
    /// Quantizes a vector of any length; None for one without a direction: of no numbers or too many, of zeros, or with a number
    /// that is infinite or none at all.
    pub fn new(vector: &[f32]) -> Option<Self> {
        let largest = vector.iter().fold(0.0_f32, |most, number| most.max(number.abs()));
        let is_usable = vector.iter().all(|number| number.is_finite());
        if !is_usable || largest <= f32::MIN_POSITIVE || vector.len() > MAX_DIMENSIONS {
            return None;
        }
        // Divided first, so that no square is too large for its type.
        let length = vector.iter().map(|number| (number / largest).powi(2)).sum::<f32>().sqrt();
        let numbers = vector.iter().map(|number| (number / largest * 127.0).round() as i8).collect();
        Some(Self { scale: 1.0 / (127.0 * length), numbers })
    }

    /// How many numbers it has.
    pub fn dimensions(&self) -> usize {
        self.numbers.len()
    }
}

/// Numbers that are multiplied together: with a fixed length the compiler uses the widest instructions of any processor.
const LANES: usize = 32;

/// The dot product of a row, as bytes, and a query of the same length. At most 4,096 products of numbers up to 128 fit in 32 bits.
/// The query is in sixteen bits since processors multiply and add those in one step.
pub(crate) fn dot(row: &[u8], query: &[i16]) -> i32 {
    let product = |(a, b): (&u8, &i16)| i32::from(a.cast_signed()) * i32::from(*b);
    let (row, row_rest) = row.as_chunks::<LANES>();
    let (query, query_rest) = query.as_chunks::<LANES>();
    let whole: i32 = row.iter().zip(query).map(|(a, b)| a.iter().zip(b).map(product).sum::<i32>()).sum();
    whole + row_rest.iter().zip(query_rest).map(product).sum::<i32>()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cosine(a: &[f32], b: &[f32]) -> f32 {
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
    }

    proptest! {
        #[test]
        fn cosines_of_integers_are_those_of_numbers(
            a in prop::collection::vec(-1.0_f32..1.0, 64),
            b in prop::collection::vec(-1.0_f32..1.0, 64),
            size in 1e-3_f32..1e6,
        ) {
            let larger: Vec<f32> = a.iter().map(|number| number * size).collect();
            let (left, right) = (QuantizedVector::new(&larger).unwrap(), QuantizedVector::new(&b).unwrap());
            let row: Vec<u8> = left.numbers.iter().map(|number| number.cast_unsigned()).collect();
            let query: Vec<i16> = right.numbers.iter().map(|number| i16::from(*number)).collect();
            let found = dot(&row, &query) as f32 * left.scale * right.scale;
            prop_assert!((found - cosine(&a, &b)).abs() < 0.01, "{found} {}", cosine(&a, &b));
        }
    }

    #[test]
    fn a_vector_without_a_direction_is_none() {
        for vector in [vec![], vec![0.0; 3], vec![1.0, f32::NAN], vec![f32::INFINITY, 1.0], vec![1.0; 4_097]]
        {
            assert_eq!(QuantizedVector::new(&vector), None);
        }
        assert!(QuantizedVector::new(&[f32::MAX; 4_096]).is_some());
    }

    #[test]
    fn the_largest_products_fit() {
        let row = vec![(-128_i8).cast_unsigned(); MAX_DIMENSIONS];
        assert_eq!(dot(&row, &vec![-127; MAX_DIMENSIONS]), 128 * 127 * 4_096);
    }
}

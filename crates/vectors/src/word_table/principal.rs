//! Principal components: the directions in which vectors differ most.
//!
//! They are the eigenvectors of the covariance with the largest eigenvalues, found by Jacobi's method: rotations, each of which
//! makes one number beside the diagonal zero, until all of them nearly are. It is exact, always ends, and takes a second for
//! some hundred numbers.

/// Rounds over all pairs; the method needs some eight.
const MAX_ROUNDS: usize = 30;

/// The mean of vectors, and their principal components, the largest first.
pub(super) struct Principal {
    mean: Vec<f64>,
    components: Vec<Vec<f64>>,
}

impl Principal {
    /// Of vectors of the same length, which is at least `count`.
    pub(super) fn of(vectors: &[Vec<f32>], count: usize) -> Self {
        let length = vectors.first().map_or(0, Vec::len);
        let mut mean = vec![0.0; length];
        for vector in vectors {
            for (mean, number) in mean.iter_mut().zip(vector) {
                *mean += f64::from(*number) / vectors.len() as f64;
            }
        }
        let mut covariance = vec![vec![0.0; length]; length];
        for vector in vectors {
            let centred: Vec<f64> =
                vector.iter().zip(&mean).map(|(number, mean)| f64::from(*number) - mean).collect();
            for (row, first) in covariance.iter_mut().zip(&centred) {
                for (cell, second) in row.iter_mut().zip(&centred) {
                    *cell += first * second;
                }
            }
        }
        let mut components = eigenvectors(covariance);
        components.truncate(count);
        Self { mean, components }
    }

    /// The numbers of a vector along the components.
    pub(super) fn project(&self, vector: &[f32]) -> Vec<f32> {
        let along = |component: &Vec<f64>| {
            let centred = vector.iter().zip(&self.mean).map(|(number, mean)| f64::from(*number) - mean);
            centred.zip(component).map(|(number, direction)| number * direction).sum::<f64>() as f32
        };
        self.components.iter().map(along).collect()
    }
}

/// The eigenvectors of a symmetric matrix, that of the largest eigenvalue first.
fn eigenvectors(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut vectors: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    let total: f64 = matrix.iter().flatten().map(|number| number * number).sum();
    for _ in 0..MAX_ROUNDS {
        let beside: f64 = (0..size)
            .flat_map(|row| (0..row).map(move |column| (row, column)))
            .map(|(row, column)| matrix[row][column].powi(2))
            .sum();
        if beside <= total * 1e-20 {
            break;
        }
        for first in 0..size {
            for second in first + 1..size {
                rotate(&mut matrix, &mut vectors, first, second);
            }
        }
    }
    let mut order: Vec<usize> = (0..size).collect();
    order.sort_by(|&a, &b| matrix[b][b].total_cmp(&matrix[a][a]));
    order.into_iter().map(|row| std::mem::take(&mut vectors[row])).collect()
}

/// Rotates two directions so that the number that links them becomes zero.
fn rotate(matrix: &mut [Vec<f64>], vectors: &mut [Vec<f64>], first: usize, second: usize) {
    let link = matrix[first][second];
    if link == 0.0 {
        return;
    }
    let ratio = (matrix[second][second] - matrix[first][first]) / (2.0 * link);
    let tangent = ratio.signum() / (ratio.abs() + (ratio * ratio + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    for row in matrix.iter_mut() {
        let (a, b) = (row[first], row[second]);
        row[first] = cosine * a - sine * b;
        row[second] = sine * a + cosine * b;
    }
    for rows in [matrix, vectors] {
        let [a, b] = rows
            .get_disjoint_mut([first, second])
            .map_or_else(|_| [&mut [][..], &mut []], |rows| rows.map(Vec::as_mut_slice));
        for (a, b) in a.iter_mut().zip(b) {
            (*a, *b) = (cosine * *a - sine * *b, sine * *a + cosine * *b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_component_is_where_vectors_differ_most() {
        // Along (3, 4, 0) by much, along (-4, 3, 0) by little, around (1, 1, 1).
        let vectors: Vec<Vec<f32>> = [(-10.0, 1.0), (10.0, 1.0), (-5.0, -1.0), (5.0, -1.0)]
            .map(|(much, little): (f32, f32)| {
                vec![1.0 + 0.6 * much - 0.8 * little, 1.0 + 0.8 * much + 0.6 * little, 1.0]
            })
            .to_vec();
        let principal = Principal::of(&vectors, 2);
        let found: Vec<Vec<f32>> = vectors.iter().map(|vector| principal.project(vector)).collect();
        for (vector, expected) in found.iter().zip([(10.0, 1.0), (10.0, 1.0), (5.0, 1.0), (5.0, 1.0)]) {
            assert!((vector[0].abs() - expected.0).abs() < 1e-4, "{found:?}");
            assert!((vector[1].abs() - expected.1).abs() < 1e-4, "{found:?}");
        }
    }
}

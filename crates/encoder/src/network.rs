//! The arithmetic of an encoder of the BERT family, from numbers of pieces to vectors.
//!
//! Each piece of a text begins as the sum of what the tables have for the piece, its position and its type. Every layer then
//! mixes the pieces of a text with one another (attention) and changes each by itself (feed-forward); both results are added
//! to what was there and brought to the same mean and spread (layer norm). The vector of a text is the mean of its pieces after
//! the last layer, brought to length 1.
//!
//! The pieces of several texts stand below one another in one matrix without anything between them, since all but attention
//! treats pieces alike; so texts of different lengths need no padding. Products with weights are in eight bits
//! ([`linear`](crate::linear)), all else in 32.

use rten_gemm::{GemmExecutor, GemmInputA, GemmInputB, GemmOptions};
use rten_simd::{SimdOp as _, SimdUnaryOp as _};
use rten_tensor::NdTensorView;
use rten_vecmath::{Gelu, Normalize, NormalizeOptions, Softmax, Sum, SumSquareSub};

use crate::config::ModelConfig;
use crate::error::ModelError;
use crate::linear::{Executor, Linear, Products};
use crate::weights::{WeightFile, WeightTable, names};

/// A network with its weights.
pub(crate) struct Network {
    config: ModelConfig,
    pieces: WeightTable,
    /// A row for each position, with the first type of token added.
    positions: Vec<f32>,
    norm: Norm,
    layers: Vec<Layer>,
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Network").field("config", &self.config).finish_non_exhaustive()
    }
}

/// Why the numbers of a text could not be computed.
#[derive(Debug)]
pub(crate) enum NetworkError {
    /// A row of the table of pieces could not be read.
    Read(std::io::Error),
    /// The numbers are infinite or none.
    NotFinite,
}

struct Layer {
    /// Query, key and value of attention beside one another. Queries are scaled by the size of a head.
    attention: Linear,
    attention_output: Linear,
    attention_norm: Norm,
    intermediate: Linear,
    output: Linear,
    output_norm: Norm,
}

/// Brings rows to mean 0 and variance 1, then to what was learnt.
struct Norm {
    scale: Vec<f32>,
    bias: Vec<f32>,
    epsilon: f32,
}

/// State shared by the layers of one computation: the kernels of products, and buffers.
///
/// It is made when a computation begins, since kernels cannot be sent between threads. Each buffer is reused by all layers:
/// the system takes longer to give and take back so much memory than the products take.
#[derive(Default)]
struct Workspace {
    executor: GemmExecutor,
    products: Products,
    /// Queries, keys and values of all pieces.
    projected: Vec<f32>,
    head: Head,
    /// The results of attention.
    mixed: Vec<f32>,
    /// The inner numbers of the feed-forward part.
    inner: Vec<f32>,
}

/// Buffers for one head of attention.
#[derive(Default)]
struct Head {
    /// How much of the value of each piece each piece takes.
    weights: Vec<f32>,
    values: Vec<f32>,
}

impl Network {
    /// Reads all weights. Their shapes are those of the configuration, or it fails.
    pub(crate) fn load(config: ModelConfig, file: WeightFile) -> Result<Self, ModelError> {
        let executor = Executor::new();
        let (hidden, types) = (config.hidden, config.token_types);
        let mut positions = file.tensor(names::POSITIONS, &[config.positions, hidden])?;
        let token_types = file.tensor(names::TYPES, &[types, hidden])?;
        for row in positions.chunks_exact_mut(hidden) {
            add(row, &token_types[..hidden]);
        }
        let norm = Norm::load(&file, names::NORM, &config)?;
        let mut layers = Vec::new();
        for number in 0..config.layers {
            lagrum_cancel::check()?;
            layers.push(Layer::load(&file, number, &config, &executor)?);
        }
        let pieces = file.table(names::WORDS, config.vocabulary, hidden)?;
        Ok(Self { config, pieces, positions, norm, layers })
    }

    pub(crate) fn config(&self) -> &ModelConfig {
        &self.config
    }

    /// The vectors of texts, each given by the numbers of its pieces: from one to [`ModelConfig::max_tokens`].
    pub(crate) fn vectors(&self, texts: &[Vec<u32>]) -> Result<Vec<Vec<f32>>, NetworkError> {
        let hidden = self.config.hidden;
        let mut rows = self.embedded(texts).map_err(NetworkError::Read)?;
        let mut workspace = Workspace::default();
        for layer in &self.layers {
            self.apply(layer, &mut rows, texts, &mut workspace);
        }
        let mut start = 0;
        let mut vectors = Vec::with_capacity(texts.len());
        for text in texts {
            let end = start + text.len() * hidden;
            vectors.push(unit_mean(&rows[start..end], hidden).ok_or(NetworkError::NotFinite)?);
            start = end;
        }
        Ok(vectors)
    }

    /// A row for each piece of each text.
    fn embedded(&self, texts: &[Vec<u32>]) -> std::io::Result<Vec<f32>> {
        let hidden = self.config.hidden;
        let mut rows = Vec::with_capacity(texts.iter().map(Vec::len).sum::<usize>() * hidden);
        let mut bytes = Vec::new();
        for text in texts {
            let positions = self.positions.chunks_exact(hidden).skip(self.config.first_position);
            for (&piece, position) in text.iter().zip(positions) {
                let start = rows.len();
                self.pieces.read_row(piece as usize, &mut bytes, &mut rows)?;
                add(&mut rows[start..], position);
            }
        }
        self.norm.apply(&mut rows);
        Ok(rows)
    }

    fn apply(&self, layer: &Layer, rows: &mut [f32], texts: &[Vec<u32>], workspace: &mut Workspace) {
        let hidden = self.config.hidden;
        let Workspace { executor, products, projected, head, mixed, inner } = workspace;
        projected.resize(3 * rows.len(), 0.0);
        products.apply(&layer.attention, rows, projected, 0.0);
        mixed.resize(rows.len(), 0.0);
        let mut start = 0;
        for text in texts {
            let end = start + text.len();
            let projected = &projected[3 * hidden * start..3 * hidden * end];
            self.attend(executor, head, projected, &mut mixed[hidden * start..hidden * end]);
            start = end;
        }
        products.apply(&layer.attention_output, mixed, rows, 1.0);
        layer.attention_norm.apply(rows);
        inner.resize(rows.len() / hidden * self.config.intermediate, 0.0);
        products.apply(&layer.intermediate, rows, inner, 0.0);
        Gelu {}.map_mut(inner);
        products.apply(&layer.output, inner, rows, 1.0);
        layer.output_norm.apply(rows);
    }

    /// Mixes the pieces of one text: for each head, each piece becomes a mean of the values of all, weighted by how well its query
    /// suits their keys.
    fn attend(&self, executor: &GemmExecutor, buffers: &mut Head, projected: &[f32], mixed: &mut [f32]) {
        let (hidden, size) = (self.config.hidden, self.config.head_size());
        let count = mixed.len() / hidden;
        if count == 0 {
            return;
        }
        let Head { weights, values } = buffers;
        weights.resize(count * count, 0.0);
        values.resize(count * size, 0.0);
        for head in 0..self.config.heads {
            let part = |which: usize| {
                let from = which * hidden + head * size;
                NdTensorView::from_data_with_strides([count, size], &projected[from..], [3 * hidden, 1])
            };
            let (Ok(query), Ok(key), Ok(value)) = (part(0), part(1), part(2)) else { return };
            unpacked_product(executor, query, key.transposed(), weights);
            for row in weights.chunks_exact_mut(count) {
                Softmax::new_mut(row).dispatch();
            }
            let weights = NdTensorView::from_data([count, count], weights.as_slice());
            unpacked_product(executor, weights, value, values);
            for (row, values) in mixed.chunks_exact_mut(hidden).zip(values.chunks_exact(size)) {
                row[head * size..][..size].copy_from_slice(values);
            }
        }
    }
}

fn unpacked_product(
    executor: &GemmExecutor,
    a: NdTensorView<f32, 2>,
    b: NdTensorView<f32, 2>,
    output: &mut [f32],
) {
    let done =
        executor.gemm(output, GemmInputA::Unpacked(a), GemmInputB::Unpacked(b), GemmOptions::default());
    debug_assert!(done.is_ok(), "{done:?}");
}

impl Layer {
    fn load(
        file: &WeightFile,
        number: usize,
        config: &ModelConfig,
        executor: &Executor,
    ) -> Result<Self, ModelError> {
        let &ModelConfig { hidden, intermediate, .. } = config;
        let name = |part: &str| format!("encoder.layer.{number}.{part}");
        let read = |part: &str, outputs: usize, inputs: usize| -> Result<(Vec<f32>, Vec<f32>), ModelError> {
            let weights = file.tensor(&name(&format!("{part}.weight")), &[outputs, inputs])?;
            Ok((weights, file.tensor(&name(&format!("{part}.bias")), &[outputs])?))
        };
        let (mut weights, mut bias) = read("attention.self.query", hidden, hidden)?;
        let scale = 1.0 / (config.head_size() as f32).sqrt();
        weights.iter_mut().chain(&mut bias).for_each(|number| *number *= scale);
        for part in ["attention.self.key", "attention.self.value"] {
            let (more_weights, more_bias) = read(part, hidden, hidden)?;
            weights.extend(more_weights);
            bias.extend(more_bias);
        }
        let linear = |part: &str, outputs: usize, inputs: usize| {
            read(part, outputs, inputs).map(|(weights, bias)| Linear::new(&weights, &bias, inputs, executor))
        };
        Ok(Self {
            attention: Linear::new(&weights, &bias, hidden, executor),
            attention_output: linear("attention.output.dense", hidden, hidden)?,
            attention_norm: Norm::load(file, &name("attention.output.LayerNorm"), config)?,
            intermediate: linear("intermediate.dense", intermediate, hidden)?,
            output: linear("output.dense", hidden, intermediate)?,
            output_norm: Norm::load(file, &name("output.LayerNorm"), config)?,
        })
    }
}

impl Norm {
    fn load(file: &WeightFile, name: &str, config: &ModelConfig) -> Result<Self, ModelError> {
        let read = |part: &str| file.tensor(&format!("{name}.{part}"), &[config.hidden]);
        Ok(Self { scale: read("weight")?, bias: read("bias")?, epsilon: config.epsilon })
    }

    fn apply(&self, rows: &mut [f32]) {
        let columns = self.scale.len();
        for row in rows.chunks_exact_mut(columns) {
            let mean = Sum::new(row).dispatch() / columns as f32;
            let variance = SumSquareSub::new(row, mean).dispatch() / columns as f32;
            let options = NormalizeOptions {
                pre_scale_bias: mean,
                scale: 1.0 / (variance + self.epsilon).sqrt(),
                element_scale: Some(&self.scale),
                bias: 0.0,
                element_bias: Some(&self.bias),
            };
            Normalize::new_mut(row, options).dispatch();
        }
    }
}

fn add(row: &mut [f32], other: &[f32]) {
    for (number, other) in row.iter_mut().zip(other) {
        *number += other;
    }
}

/// The mean of rows, with length 1. None if it has no finite length above zero.
fn unit_mean(rows: &[f32], columns: usize) -> Option<Vec<f32>> {
    let mut sum = vec![0.0; columns];
    for row in rows.chunks_exact(columns) {
        add(&mut sum, row);
    }
    let length = sum.iter().map(|number| number * number).sum::<f32>().sqrt();
    if !length.is_finite() || length <= f32::MIN_POSITIVE {
        return None;
    }
    for number in &mut sum {
        *number /= length;
    }
    Some(sum)
}

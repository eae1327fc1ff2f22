//! `model.safetensors`: eight bytes with the length of a JSON header, the header with the type, shape and place of each
//! tensor, and the tensors. A tensor is read when it is needed, and no two share bytes, so memory is bounded by what the
//! configuration asks for and by the length of the file, which has a limit.
//!
//! The table of pieces is the largest part of a multilingual model by far, and a text needs some rows of it. These are read
//! from the file each time: the system keeps them in its cache, and the program needs no memory for the others.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use half::{bf16, f16};
use serde::Deserialize;

use crate::error::{ModelError, file_error, unusable};

/// Bytes that the header may have. That of a model with 24 layers has 50,000.
const MAX_HEADER: u64 = 16 << 20;

/// Bytes that the file may have. That of a model with 24 layers has 2.2 GB.
pub(crate) const MAX_BYTES: u64 = 16 << 30;

/// Prefixes of the names of tensors, as in models that were saved with a head for another task.
const PREFIXES: [&str; 3] = ["", "bert.", "roberta."];

/// An open file of tensors.
#[derive(Debug)]
pub(crate) struct WeightFile {
    path: PathBuf,
    file: File,
    tensors: HashMap<String, Tensor>,
    prefix: &'static str,
}

/// Where a tensor is.
#[derive(Clone, Debug)]
struct Tensor {
    kind: NumberKind,
    shape: Vec<u64>,
    offset: u64,
    bytes: u64,
}

#[derive(Deserialize)]
struct HeaderEntry {
    dtype: String,
    shape: Vec<u64>,
    data_offsets: (u64, u64),
}

/// How numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NumberKind {
    F32,
    F16,
    Bf16,
}

impl NumberKind {
    fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "F32" => Self::F32,
            "F16" => Self::F16,
            "BF16" => Self::Bf16,
            _ => return None,
        })
    }

    fn bytes(self) -> u64 {
        if self == Self::F32 { 4 } else { 2 }
    }

    /// Appends the numbers that bytes stand for.
    fn decode_into(self, bytes: &[u8], numbers: &mut Vec<f32>) {
        match self {
            Self::F32 => numbers.extend(bytes.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four))),
            Self::F16 => {
                numbers.extend(bytes.as_chunks().0.iter().map(|&two| f16::from_le_bytes(two).to_f32()));
            }
            Self::Bf16 => {
                numbers.extend(bytes.as_chunks().0.iter().map(|&two| bf16::from_le_bytes(two).to_f32()));
            }
        }
    }
}

impl WeightFile {
    /// Opens the file and reads its header.
    pub(crate) fn open(path: &Path) -> Result<Self, ModelError> {
        let file = File::open(path).map_err(file_error(path))?;
        let length = file.metadata().map_err(file_error(path))?.len();
        let damaged = |what: &str| unusable(path, format!("damaged ({what}): get the file again"));
        let mut first = [0; 8];
        file.read_exact_at(&mut first, 0).map_err(|_| damaged("shorter than its header"))?;
        let header_length = u64::from_le_bytes(first);
        if length > MAX_BYTES {
            return Err(unusable(path, format!("more than {MAX_BYTES} bytes, which is not read")));
        }
        if header_length > MAX_HEADER || header_length.saturating_add(8) > length {
            return Err(damaged("the length of its header is impossible"));
        }
        let mut header = vec![0; header_length as usize];
        file.read_exact_at(&mut header, 8).map_err(file_error(path))?;
        let entries: HashMap<String, serde_json::Value> =
            serde_json::from_slice(&header).map_err(|error| damaged(&error.to_string()))?;
        let data = 8 + header_length;
        let mut tensors = HashMap::new();
        for (name, entry) in entries {
            // Metadata of the file, and tensors of integers (numbers of positions), which no arithmetic needs.
            let Ok(entry) = HeaderEntry::deserialize(&entry) else { continue };
            let Some(kind) = NumberKind::parse(&entry.dtype) else { continue };
            let (start, end) = entry.data_offsets;
            let numbers = entry.shape.iter().try_fold(1_u64, |product, &size| product.checked_mul(size));
            let bytes = numbers.and_then(|numbers| numbers.checked_mul(kind.bytes()));
            if start > end || end > length - data || bytes != Some(end - start) {
                return Err(damaged(&format!("the place of {name} is impossible")));
            }
            tensors
                .insert(name, Tensor { kind, shape: entry.shape, offset: data + start, bytes: end - start });
        }
        if let Some(name) = overlapping(&tensors) {
            return Err(damaged(&format!("{name} shares bytes with another tensor")));
        }
        let has = |prefix: &&str| tensors.contains_key(&format!("{prefix}{}", names::WORDS));
        let Some(prefix) = PREFIXES.into_iter().find(has) else {
            return Err(unusable(
                path,
                format!(
                    "it has no tensor {} of 16 or 32 bits: not an encoder of the BERT family",
                    names::WORDS
                ),
            ));
        };
        Ok(Self { path: path.to_owned(), file, tensors, prefix })
    }

    /// The numbers of a tensor, which must have this shape.
    pub(crate) fn tensor(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, ModelError> {
        let tensor = self.shaped(name, shape)?;
        let mut bytes = vec![0; tensor.bytes as usize];
        self.file.read_exact_at(&mut bytes, tensor.offset).map_err(file_error(&self.path))?;
        let mut numbers = Vec::with_capacity(shape.iter().product());
        tensor.kind.decode_into(&bytes, &mut numbers);
        Ok(numbers)
    }

    /// A table whose rows are read when they are needed.
    pub(crate) fn table(self, name: &str, rows: usize, columns: usize) -> Result<WeightTable, ModelError> {
        let Tensor { kind, offset, .. } = self.shaped(name, &[rows, columns])?.clone();
        Ok(WeightTable { file: self.file, kind, offset, rows, columns })
    }

    fn shaped(&self, name: &str, shape: &[usize]) -> Result<&Tensor, ModelError> {
        let name = format!("{}{name}", self.prefix);
        let tensor = self.tensors.get(&name).ok_or_else(|| {
            unusable(
                &self.path,
                format!("it has no tensor {name}, or none of 16- or 32-bit floats: take another model"),
            )
        })?;
        if !tensor.shape.iter().copied().eq(shape.iter().map(|&size| size as u64)) {
            let found = &tensor.shape;
            return Err(unusable(
                &self.path,
                format!(
                    "{name} has the shape {found:?}, and config.json means {shape:?}: the files are not of one model"
                ),
            ));
        }
        Ok(tensor)
    }
}

/// A tensor that begins before the one before it ends; None where each has bytes of its own.
fn overlapping(tensors: &HashMap<String, Tensor>) -> Option<&str> {
    let mut places: Vec<_> = tensors.iter().filter(|(_, tensor)| tensor.bytes > 0).collect();
    places.sort_by_key(|(_, tensor)| tensor.offset);
    let pair = places.windows(2).find(|pair| pair[1].1.offset < pair[0].1.offset + pair[0].1.bytes)?;
    Some(pair[1].0)
}

/// A table of numbers in a file.
#[derive(Debug)]
pub(crate) struct WeightTable {
    file: File,
    kind: NumberKind,
    offset: u64,
    rows: usize,
    columns: usize,
}

impl WeightTable {
    /// Appends a row to `numbers`. A row that the table does not have is an error, as a file cut short is.
    pub(crate) fn read_row(&self, row: usize, bytes: &mut Vec<u8>, numbers: &mut Vec<f32>) -> io::Result<()> {
        if row >= self.rows {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("no row {row}")));
        }
        let length = self.columns as u64 * self.kind.bytes();
        bytes.resize(length as usize, 0);
        self.file.read_exact_at(bytes, self.offset + row as u64 * length)?;
        self.kind.decode_into(bytes, numbers);
        Ok(())
    }
}

/// Names of tensors.
pub(crate) mod names {
    pub(crate) const WORDS: &str = "embeddings.word_embeddings.weight";
    pub(crate) const POSITIONS: &str = "embeddings.position_embeddings.weight";
    pub(crate) const TYPES: &str = "embeddings.token_type_embeddings.weight";
    pub(crate) const NORM: &str = "embeddings.LayerNorm";
}

//! A sentence encoder: texts in, vectors out.
//!
//! A **model folder** is what model hubs give for a sentence encoder of the BERT or XLM-R family: `config.json` (its
//! sizes), `tokenizer.json` (how texts become numbers of pieces) and `model.safetensors` (its weights).
//! [`SentenceEncoder::open`] reads one, and refuses what it cannot use with an error that says what is wrong.
//!
//! A folder is not trusted: sizes are checked against limits before memory is allocated by them, tensors against the length of
//! the file and against each other, numbers of pieces against the table. A text is cut at the model's positions, at most 512 pieces.
//!
//! The arithmetic is the plain one of [the network](network), on matrix products of `rten-gemm`. Passages are computed in the
//! rayon pool that the caller is in, or else in the global one; so a caller decides how many threads work and at which priority.
//! A single query is computed by one thread.

mod config;
mod error;
mod files;
mod linear;
mod network;
mod text_encoder;
mod tokenizer;
mod weights;

use std::path::{Path, PathBuf};

use lagrum_vectors::{EncoderId, EncoderKind};
use rayon::prelude::*;
use sha2::{Digest as _, Sha256};

use self::config::ModelConfig;
pub use self::error::ModelError;
use self::network::{Network, NetworkError};
use self::tokenizer::Tokenizer;
use self::weights::WeightFile;

/// What multilingual-e5 and its relatives were trained to see before a query and before a passage.
const QUERY_PREFIX: &str = "query: ";
const PASSAGE_PREFIX: &str = "passage: ";

/// Pieces of texts that one thread computes at once. Fewer read the weights from memory more often, more need the cache for
/// themselves.
const PIECES_AT_ONCE: usize = 128;

/// The files of a model folder.
const CONFIG: &str = "config.json";
const TOKENIZER: &str = "tokenizer.json";
const WEIGHTS: &str = "model.safetensors";

/// What the id of an encoder depends on beside the files: raised when the same files give other vectors.
const ARITHMETIC: &str = "mean-2";

/// A sentence encoder.
#[derive(Debug)]
pub struct SentenceEncoder {
    id: EncoderId,
    weights: PathBuf,
    tokenizer: Tokenizer,
    network: Network,
}

impl SentenceEncoder {
    /// Opens a model folder. It takes about a second for a model of 100 million numbers.
    pub fn open(folder: &Path) -> Result<Self, ModelError> {
        let [config, tokenizer, weights] = [CONFIG, TOKENIZER, WEIGHTS].map(|name| folder.join(name));
        let mut digest = Sha256::new();
        digest.update(ARITHMETIC);
        for (path, limit) in
            [(&config, config::MAX_BYTES), (&tokenizer, tokenizer::MAX_BYTES), (&weights, weights::MAX_BYTES)]
        {
            files::digest_into(&mut digest, path, limit)?;
        }
        let config = ModelConfig::read(&config)?;
        let tokenizer = Tokenizer::read(&tokenizer, config.vocabulary)?;
        let network = Network::load(config, WeightFile::open(&weights)?)?;
        let digest: [u8; 32] = digest.finalize().into();
        let (digest, _) = digest.split_first_chunk().unwrap_or((&[0; 16], &[]));
        let id = EncoderId::new(EncoderKind::Model, digest);
        Ok(Self { id, weights, tokenizer, network })
    }

    /// The id: a digest of the model's files and of what else its vectors depend on.
    pub fn id(&self) -> &str {
        self.id.as_str()
    }

    /// Numbers of a vector.
    pub fn dimensions(&self) -> usize {
        self.network.config().hidden
    }

    /// Layers of the network.
    pub fn layers(&self) -> usize {
        self.network.config().layers
    }

    /// Number of pieces that texts are cut into.
    pub fn pieces(&self) -> usize {
        self.network.config().vocabulary
    }

    /// Pieces of a text that are read; a longer text is cut.
    pub fn max_pieces(&self) -> usize {
        self.network.config().max_tokens()
    }

    /// The numbers of a text's pieces, with those that begin and end it.
    pub fn piece_numbers(&self, text: &str) -> Vec<u32> {
        self.tokenizer.encode(text, self.max_pieces())
    }

    /// The vector of a query: [`dimensions`](Self::dimensions) numbers, of length 1.
    pub fn query(&self, text: &str) -> Result<Vec<f32>, ModelError> {
        lagrum_cancel::check()?;
        let pieces = self.tokenizer.encode(&format!("{QUERY_PREFIX}{text}"), self.max_pieces());
        // A text that was cut after its request had ended lacks pieces.
        lagrum_cancel::check()?;
        let compute = || self.group(&[pieces]);
        // The products of one query are so small that sharing them among threads takes longer than computing them.
        let mut vectors = match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
            Ok(thread) => thread.install(compute)?,
            Err(_) => compute()?,
        };
        vectors.pop().ok_or(ModelError::NotFinite)
    }

    /// The vectors of several queries, in their order: quicker than one after another.
    pub fn queries(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        self.vectors(QUERY_PREFIX, texts)
    }

    /// The vectors of passages, in their order. It stops between groups of a few passages when the work is cancelled.
    pub fn passages(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        self.vectors(PASSAGE_PREFIX, texts)
    }

    fn vectors(&self, prefix: &str, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        let limit = self.max_pieces();
        let mut vectors = Vec::with_capacity(texts.len());
        let mut group = Vec::new();
        let threads = rayon::current_num_threads();
        let mut remaining = texts.iter();
        loop {
            let text = remaining.next();
            if let Some(text) = text {
                group.push(self.tokenizer.encode(&format!("{prefix}{text}"), limit));
                lagrum_cancel::check()?;
            }
            let pieces: usize = group.iter().map(Vec::len).sum();
            if text.is_none() || pieces >= threads * PIECES_AT_ONCE {
                vectors.extend(self.group(&std::mem::take(&mut group))?);
            }
            if text.is_none() {
                return Ok(vectors);
            }
        }
    }

    /// The vectors of one group of texts, which the threads of the pool share.
    fn group(&self, texts: &[Vec<u32>]) -> Result<Vec<Vec<f32>>, ModelError> {
        let mut parts: Vec<&[Vec<u32>]> = Vec::new();
        let (mut start, mut pieces) = (0, 0);
        for (index, text) in texts.iter().enumerate() {
            pieces += text.len();
            if pieces >= PIECES_AT_ONCE || index + 1 == texts.len() {
                parts.push(&texts[start..=index]);
                (start, pieces) = (index + 1, 0);
            }
        }
        let computed: Result<Vec<_>, NetworkError> =
            parts.into_par_iter().map(|part| self.network.vectors(part)).collect();
        match computed {
            Ok(vectors) => Ok(vectors.into_iter().flatten().collect()),
            Err(NetworkError::NotFinite) => Err(ModelError::NotFinite),
            Err(NetworkError::Read(source)) => Err(ModelError::File { path: self.weights.clone(), source }),
        }
    }
}

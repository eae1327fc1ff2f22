//! `config.json`: the sizes of a model. Every size is checked against a limit here, before anything is allocated by it.

use std::ops::RangeInclusive;
use std::path::Path;

use serde::Deserialize;

use crate::error::{ModelError, unusable};
use crate::files::read_bounded;

/// Bytes that `config.json` may have.
pub(crate) const MAX_BYTES: u64 = 1 << 20;

/// Tokens of a text that are read; longer texts are cut. Time grows with the square of it, and provisions are shorter.
pub(crate) const MAX_TOKENS: usize = 512;

/// The sizes of an encoder of the BERT family.
#[derive(Clone, Debug)]
pub(crate) struct ModelConfig {
    /// Numbers of a vector.
    pub(crate) hidden: usize,
    pub(crate) layers: usize,
    pub(crate) heads: usize,
    /// Numbers between the two products of a feed-forward block.
    pub(crate) intermediate: usize,
    /// Number of pieces that the model knows.
    pub(crate) vocabulary: usize,
    /// Rows of the table of positions.
    pub(crate) positions: usize,
    /// The row of the first token.
    pub(crate) first_position: usize,
    pub(crate) token_types: usize,
    pub(crate) epsilon: f32,
}

/// The file as model hubs have it; other fields say nothing about the arithmetic.
#[derive(Deserialize)]
struct ConfigFile {
    model_type: String,
    hidden_size: u64,
    num_hidden_layers: u64,
    num_attention_heads: u64,
    intermediate_size: u64,
    vocab_size: u64,
    max_position_embeddings: u64,
    #[serde(default = "two")]
    type_vocab_size: u64,
    #[serde(default = "small")]
    layer_norm_eps: f64,
    #[serde(default = "gelu")]
    hidden_act: String,
    #[serde(default)]
    pad_token_id: Option<u64>,
    #[serde(default = "absolute")]
    position_embedding_type: String,
    #[serde(default)]
    is_decoder: bool,
}

fn two() -> u64 {
    2
}

fn small() -> f64 {
    1e-12
}

fn gelu() -> String {
    "gelu".to_owned()
}

fn absolute() -> String {
    "absolute".to_owned()
}

impl ModelConfig {
    /// Reads and checks the file.
    pub(crate) fn read(path: &Path) -> Result<Self, ModelError> {
        let bytes = read_bounded(path, MAX_BYTES)?;
        let file: ConfigFile = serde_json::from_slice(&bytes)
            .map_err(|error| unusable(path, format!("not the config.json of an encoder ({error})")))?;
        Self::checked(&file).map_err(|problem| unusable(path, problem))
    }

    fn checked(file: &ConfigFile) -> Result<Self, String> {
        let has_offset = match file.model_type.as_str() {
            "bert" => false,
            // Their positions begin after the number of the piece for padding.
            "xlm-roberta" | "roberta" | "camembert" => true,
            other => {
                return Err(format!(
                    "model_type is {other:?}, and only bert, xlm-roberta, roberta and camembert can be used: \
                     take a sentence encoder of these, such as multilingual-e5-small"
                ));
            }
        };
        require("hidden_act", &file.hidden_act, "gelu")?;
        require("position_embedding_type", &file.position_embedding_type, "absolute")?;
        if file.is_decoder {
            return Err("is_decoder is true: an encoder is needed".to_owned());
        }
        let hidden = size("hidden_size", file.hidden_size, 1..=4_096)?;
        let heads = size("num_attention_heads", file.num_attention_heads, 1..=128)?;
        if hidden % heads != 0 {
            return Err(format!("hidden_size ({hidden}) is no multiple of num_attention_heads ({heads})"));
        }
        let positions = size("max_position_embeddings", file.max_position_embeddings, 8..=65_536)?;
        let first_position = match (has_offset, file.pad_token_id) {
            (false, _) => 0,
            (true, pad) => size("pad_token_id", pad.unwrap_or(1), 0..=1_024)? + 1,
        };
        if first_position + 4 > positions {
            return Err(format!("max_position_embeddings is {positions}, which leaves no place for a text"));
        }
        let epsilon = file.layer_norm_eps as f32;
        if !(0.0..=0.1).contains(&epsilon) {
            return Err(format!("layer_norm_eps is {epsilon}; it must be from 0 to 0.1"));
        }
        Ok(Self {
            hidden,
            heads,
            positions,
            first_position,
            epsilon,
            layers: size("num_hidden_layers", file.num_hidden_layers, 1..=64)?,
            intermediate: size("intermediate_size", file.intermediate_size, 1..=16_384)?,
            vocabulary: size("vocab_size", file.vocab_size, 4..=1_000_000)?,
            token_types: size("type_vocab_size", file.type_vocab_size, 1..=16)?,
        })
    }

    /// Tokens of a text that the model reads.
    pub(crate) fn max_tokens(&self) -> usize {
        (self.positions - self.first_position).min(MAX_TOKENS)
    }

    /// Numbers of one head.
    pub(crate) fn head_size(&self) -> usize {
        self.hidden / self.heads
    }
}

fn require(field: &str, found: &str, needed: &str) -> Result<(), String> {
    if found == needed {
        return Ok(());
    }
    Err(format!("{field} is {found:?}, and only {needed:?} can be used: take another model"))
}

fn size(field: &str, found: u64, limits: RangeInclusive<u64>) -> Result<usize, String> {
    if !limits.contains(&found) {
        let (least, most) = (limits.start(), limits.end());
        return Err(format!("{field} is {found}; it must be from {least} to {most}"));
    }
    usize::try_from(found).map_err(|error| error.to_string())
}

//! `tokenizer.json`: how a text becomes numbers of pieces. A text is [normalized](Normalizer), [split](Splitter) into words,
//! each word cut into pieces by a [unigram](Unigram) or a [WordPiece] model, and framed by the pieces that begin and
//! end a text.
//!
//! The file can describe far more than encoders use. What is read here is what those of the BERT and XLM-R families
//! have; anything else is an error that names it, so a text never gets other numbers than its model was trained with. Names of
//! special pieces (`<s>`, `[CLS]`) that stand in a text are words like others.

mod charsmap;
mod normalizer;
mod splitter;
mod unigram;
mod vocabulary;
mod wordpiece;

use std::path::Path;

use serde::Deserialize;

use self::normalizer::{Normalizer, NormalizerFile};
use self::splitter::{Splitter, SplitterFile};
use self::unigram::Unigram;
use self::vocabulary::Vocabulary;
use self::wordpiece::WordPiece;
use crate::error::{ModelError, unusable};
use crate::files::read_bounded;

/// Bytes that `tokenizer.json` may have. That of XLM-R with 250,000 pieces has 17 million.
pub(crate) const MAX_BYTES: u64 = 64 << 20;

/// Characters of a text that are read for each token that it may have. Words of a text have some five characters.
const CHARACTERS_PER_TOKEN: usize = 16;

/// Makes numbers of pieces of texts.
#[derive(Debug)]
pub(crate) struct Tokenizer {
    normalizer: Normalizer,
    splitter: Splitter,
    model: Model,
    /// The pieces before and after each text.
    frame: (Vec<u32>, Vec<u32>),
}

#[derive(Debug)]
enum Model {
    Unigram(Unigram),
    WordPiece(WordPiece),
}

#[derive(Deserialize)]
struct TokenizerFile {
    #[serde(default)]
    normalizer: Option<NormalizerFile>,
    #[serde(default)]
    pre_tokenizer: Option<SplitterFile>,
    #[serde(default)]
    post_processor: Option<FrameFile>,
    model: ModelFile,
}

#[derive(Deserialize)]
struct ModelFile {
    #[serde(default, rename = "type")]
    kind: Option<String>,
    vocab: Vocabulary,
    #[serde(default)]
    unk_id: Option<u32>,
    #[serde(default)]
    unk_token: Option<String>,
    #[serde(default)]
    continuing_subword_prefix: Option<String>,
    #[serde(default)]
    max_input_chars_per_word: Option<usize>,
    #[serde(default)]
    byte_fallback: bool,
}

/// What stands around a text.
#[derive(Deserialize)]
#[serde(tag = "type")]
enum FrameFile {
    #[serde(rename = "TemplateProcessing")]
    Template { single: Vec<FramePart>, special_tokens: std::collections::HashMap<String, SpecialPiece> },
    #[serde(rename = "BertProcessing")]
    Bert { sep: (String, u32), cls: (String, u32) },
    #[serde(rename = "RobertaProcessing")]
    Roberta { sep: (String, u32), cls: (String, u32) },
}

#[derive(Deserialize)]
enum FramePart {
    SpecialToken { id: String },
    Sequence {},
}

#[derive(Deserialize)]
struct SpecialPiece {
    ids: Vec<u32>,
}

impl Tokenizer {
    /// Reads the file. All its numbers of pieces are below `pieces`.
    pub(crate) fn read(path: &Path, pieces: usize) -> Result<Self, ModelError> {
        let bytes = read_bounded(path, MAX_BYTES)?;
        let file: TokenizerFile = serde_json::from_slice(&bytes)
            .map_err(|error| unusable(path, format!("not a tokenizer.json that can be used ({error})")))?;
        Self::checked(file, pieces).map_err(|problem| unusable(path, problem))
    }

    fn checked(file: TokenizerFile, pieces: usize) -> Result<Self, String> {
        let TokenizerFile { normalizer, pre_tokenizer, post_processor, model } = file;
        let frame = frame(post_processor)?;
        if model.byte_fallback {
            return Err("byte_fallback is true: take a model of the BERT or XLM-R family".to_owned());
        }
        let highest =
            model.vocab.highest_id().into_iter().chain(frame.0.iter().chain(&frame.1).copied()).max();
        if highest.is_some_and(|highest| highest as usize >= pieces) {
            return Err(format!(
                "it has more pieces than vocab_size of config.json ({pieces}): the files are not of one model"
            ));
        }
        // Pieces that no text has: those around it, and the one for what has no piece.
        let special: Vec<u32> = frame.0.iter().chain(&frame.1).copied().chain(model.unk_id).collect();
        let model = match (model.kind.as_deref(), model.vocab) {
            (Some("Unigram") | None, Vocabulary::Scored(scored)) => {
                Model::Unigram(Unigram::new(scored, model.unk_id, &special)?)
            }
            (Some("WordPiece") | None, Vocabulary::Numbered(numbered)) => Model::WordPiece(WordPiece::new(
                numbered,
                model.unk_token.as_deref().unwrap_or("[UNK]"),
                model.continuing_subword_prefix.unwrap_or_else(|| "##".to_owned()),
                model.max_input_chars_per_word.unwrap_or(100),
            )?),
            (kind, _) => {
                let kind = kind.unwrap_or("of no type");
                return Err(format!(
                    "its model is {kind}; only Unigram and WordPiece can be used: take another model"
                ));
            }
        };
        Ok(Self {
            model,
            frame,
            normalizer: Normalizer::new(normalizer)?,
            splitter: Splitter::new(pre_tokenizer)?,
        })
    }

    /// The numbers of a text's pieces, at most `limit` of them: a longer text is cut.
    pub(crate) fn encode(&self, text: &str, limit: usize) -> Vec<u32> {
        let (before, after) = &self.frame;
        let room = limit.saturating_sub(before.len() + after.len());
        let end = text.char_indices().nth(limit * CHARACTERS_PER_TOKEN).map_or(text.len(), |(at, _)| at);
        let normalized = self.normalizer.normalized(&text[..end]);
        let mut numbers = before.clone();
        self.splitter.split(&normalized, &mut |word| {
            match &self.model {
                Model::Unigram(model) => model.cut(word, &mut numbers),
                Model::WordPiece(model) => model.cut(word, &mut numbers),
            }
            numbers.len() < before.len() + room
        });
        numbers.truncate(before.len() + room);
        numbers.extend(after);
        numbers
    }
}

/// The pieces before and after a text.
fn frame(file: Option<FrameFile>) -> Result<(Vec<u32>, Vec<u32>), String> {
    let (single, special_tokens) = match file {
        None => return Ok((Vec::new(), Vec::new())),
        Some(FrameFile::Bert { sep, cls } | FrameFile::Roberta { sep, cls }) => {
            return Ok((vec![cls.1], vec![sep.1]));
        }
        Some(FrameFile::Template { single, special_tokens }) => (single, special_tokens),
    };
    let mut frame = (Vec::new(), Vec::new());
    let mut has_text = false;
    for part in single {
        match part {
            FramePart::Sequence {} => has_text = true,
            FramePart::SpecialToken { id } => {
                let piece = special_tokens
                    .get(&id)
                    .ok_or_else(|| format!("its template names {id:?}, which has no number"))?;
                if has_text { &mut frame.1 } else { &mut frame.0 }.extend(&piece.ids);
            }
        }
    }
    if frame.0.len() + frame.1.len() > 4 {
        return Err("its template has more than four pieces around a text".to_owned());
    }
    Ok(frame)
}

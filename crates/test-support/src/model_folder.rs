//! A tiny model folder: an encoder of two layers and 16 numbers with random weights, in the form of model hubs. Its
//! vectors have no meaning, and are the same on every machine.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

/// The environment variable that names the folder of a real model.
const MODEL_VARIABLE: &str = "LAGRUM_TEST_MODEL";

/// The folder of a real model. Without one, returns None and reports the test as skipped.
pub fn real_model() -> Option<PathBuf> {
    let folder = std::env::var_os(MODEL_VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    if folder.is_none() {
        super::skipped(format_args!("{MODEL_VARIABLE} is not set"));
    }
    folder
}

/// The two families of encoders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelFamily {
    /// A unigram tokenizer, positions after that of padding, 16-bit weights.
    XlmRoberta,
    /// A WordPiece tokenizer, 32-bit weights.
    Bert,
}

const HIDDEN: usize = 16;
const INTERMEDIATE: usize = 32;
const LAYERS: usize = 2;
const POSITIONS: usize = 40;

/// Pieces of words; every letter is one too.
const WORDS: [&str; 12] =
    ["får", "ull", "bete", "stängsel", "lag", "en", "ar", "hage", "query", "passage", ":", "?"];

/// Writes a tiny model folder.
pub fn write_model(folder: &Path, family: ModelFamily) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let pieces = pieces(family);
    std::fs::write(folder.join("config.json"), config(family, pieces.len()))?;
    std::fs::write(folder.join("tokenizer.json"), tokenizer(family, &pieces))?;
    std::fs::write(folder.join("model.safetensors"), weights(family, pieces.len()))
}

fn pieces(family: ModelFamily) -> Vec<String> {
    let letters = || "abcdefghijklmnopqrstuvwxyzåäö".chars().map(String::from);
    let words = || WORDS.into_iter().map(str::to_owned);
    match family {
        ModelFamily::XlmRoberta => {
            let marked = words().chain(letters()).map(|word| format!("▁{word}"));
            let special = ["<s>", "<pad>", "</s>", "<unk>", "▁"].map(str::to_owned);
            special.into_iter().chain(marked).chain(words()).chain(letters()).collect()
        }
        ModelFamily::Bert => {
            let inner = words().chain(letters()).map(|word| format!("##{word}"));
            let special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"].map(str::to_owned);
            special.into_iter().chain(words()).chain(letters()).chain(inner).collect()
        }
    }
}

fn config(family: ModelFamily, pieces: usize) -> String {
    let (model_type, padding) = match family {
        ModelFamily::XlmRoberta => ("xlm-roberta", 1),
        ModelFamily::Bert => ("bert", 0),
    };
    format!(
        r#"{{"model_type":"{model_type}","hidden_size":{HIDDEN},"num_hidden_layers":{LAYERS},"num_attention_heads":2,
"intermediate_size":{INTERMEDIATE},"vocab_size":{pieces},"max_position_embeddings":{POSITIONS},"type_vocab_size":2,
"layer_norm_eps":1e-5,"hidden_act":"gelu","pad_token_id":{padding},"position_embedding_type":"absolute"}}"#
    )
}

fn tokenizer(family: ModelFamily, pieces: &[String]) -> String {
    let mut list = String::new();
    for (number, piece) in pieces.iter().enumerate() {
        let comma = if number == 0 { "" } else { "," };
        let _ = match family {
            // Longer pieces are more probable than the letters they have.
            ModelFamily::XlmRoberta => {
                let score = -10.0 + piece.chars().count() as f64 / 8.0;
                write!(list, r#"{comma}["{piece}",{score}]"#)
            }
            ModelFamily::Bert => write!(list, r#"{comma}"{piece}":{number}"#),
        };
    }
    match family {
        ModelFamily::XlmRoberta => format!(
            r#"{{"normalizer":{{"type":"Sequence","normalizers":[{{"type":"NFKC"}},
{{"type":"Replace","pattern":{{"Regex":" {{2,}}"}},"content":" "}}]}},
"pre_tokenizer":{{"type":"Sequence","pretokenizers":[{{"type":"WhitespaceSplit"}},
{{"type":"Metaspace","replacement":"▁","add_prefix_space":true}}]}},
"post_processor":{{"type":"TemplateProcessing",
"single":[{{"SpecialToken":{{"id":"<s>","type_id":0}}}},{{"Sequence":{{"id":"A","type_id":0}}}},{{"SpecialToken":{{"id":"</s>","type_id":0}}}}],
"pair":[{{"Sequence":{{"id":"A","type_id":0}}}},{{"Sequence":{{"id":"B","type_id":0}}}}],
"special_tokens":{{"<s>":{{"id":"<s>","ids":[0],"tokens":["<s>"]}},"</s>":{{"id":"</s>","ids":[2],"tokens":["</s>"]}}}}}},
"model":{{"type":"Unigram","unk_id":3,"vocab":[{list}]}}}}"#
        ),
        ModelFamily::Bert => format!(
            r###"{{"normalizer":{{"type":"BertNormalizer","clean_text":true,"handle_chinese_chars":true,"strip_accents":false,"lowercase":true}},
"pre_tokenizer":{{"type":"BertPreTokenizer"}},
"post_processor":{{"type":"BertProcessing","sep":["[SEP]",3],"cls":["[CLS]",2]}},
"model":{{"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##","max_input_chars_per_word":100,"vocab":{{{list}}}}}}}"###
        ),
    }
}

/// The weights, drawn from a fixed sequence of pseudo-random numbers in sixteenths, which 16 bits hold exactly.
fn weights(family: ModelFamily, pieces: usize) -> Vec<u8> {
    let mut tensors: Vec<(String, Vec<usize>)> = vec![
        ("embeddings.word_embeddings.weight".to_owned(), vec![pieces, HIDDEN]),
        ("embeddings.position_embeddings.weight".to_owned(), vec![POSITIONS, HIDDEN]),
        ("embeddings.token_type_embeddings.weight".to_owned(), vec![2, HIDDEN]),
    ];
    let mut norms = vec!["embeddings.LayerNorm".to_owned()];
    for layer in 0..LAYERS {
        let name = |part: &str| format!("encoder.layer.{layer}.{part}");
        for (part, outputs, inputs) in [
            ("attention.self.query", HIDDEN, HIDDEN),
            ("attention.self.key", HIDDEN, HIDDEN),
            ("attention.self.value", HIDDEN, HIDDEN),
            ("attention.output.dense", HIDDEN, HIDDEN),
            ("intermediate.dense", INTERMEDIATE, HIDDEN),
            ("output.dense", HIDDEN, INTERMEDIATE),
        ] {
            tensors.push((name(&format!("{part}.weight")), vec![outputs, inputs]));
            tensors.push((name(&format!("{part}.bias")), vec![outputs]));
        }
        norms.extend([name("attention.output.LayerNorm"), name("output.LayerNorm")]);
    }
    for norm in norms {
        tensors.extend(["weight", "bias"].map(|part| (format!("{norm}.{part}"), vec![HIDDEN])));
    }
    let mut state = 42_u64;
    let (mut header, mut data) = (String::from("{"), Vec::new());
    for (number, (name, shape)) in tensors.iter().enumerate() {
        let start = data.len();
        for _ in 0..shape.iter().product() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let sixteenths = (state >> 59) as i8 - 16;
            match family {
                ModelFamily::XlmRoberta => data.extend(half_bits(sixteenths).to_le_bytes()),
                ModelFamily::Bert => data.extend((f32::from(sixteenths) / 16.0).to_le_bytes()),
            }
        }
        let kind = if family == ModelFamily::XlmRoberta { "F16" } else { "F32" };
        // A model that was saved with a head has a prefix before the names of its encoder.
        let prefix = if family == ModelFamily::XlmRoberta { "roberta." } else { "" };
        let comma = if number == 0 { "" } else { "," };
        let end = data.len();
        let _ = write!(
            header,
            r#"{comma}"{prefix}{name}":{{"dtype":"{kind}","shape":{shape:?},"data_offsets":[{start},{end}]}}"#
        );
    }
    header.push('}');
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend(header.into_bytes());
    file.extend(data);
    file
}

/// A number of sixteenths from -16 to 15 as a 16-bit float.
fn half_bits(sixteenths: i8) -> u16 {
    let sign = if sixteenths < 0 { 0x8000 } else { 0 };
    let magnitude = u16::from(sixteenths.unsigned_abs());
    if magnitude == 0 {
        return 0;
    }
    // The highest bit is implicit; the other bits follow the exponent. Its bias is 15, and 4 is subtracted for the
    // sixteenths.
    let highest = magnitude.ilog2() as u16;
    sign | (highest + 15 - 4) << 10 | (magnitude << (10 - highest) & 0x3ff)
}

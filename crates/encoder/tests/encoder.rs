//! The encoder on tiny models with random weights, beside numbers of an independent forward pass and tokenizer; and on folders
//! that it refuses.

#![expect(clippy::unwrap_used, reason = "a test ends at the first thing that fails")]

use std::fs;
use std::path::Path;

use lagrum_cancel::CancelToken;
use lagrum_encoder::{ModelError, SentenceEncoder};
use lagrum_test_support::{ModelFamily, real_model, write_model};

fn tiny(family: ModelFamily) -> (tempfile::TempDir, SentenceEncoder) {
    let folder = tempfile::tempdir().unwrap();
    write_model(folder.path(), family).unwrap();
    let encoder = SentenceEncoder::open(folder.path()).unwrap();
    (folder, encoder)
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[test]
fn numbers_of_pieces_are_those_of_the_usual_tokenizer() {
    let texts = ["Får  får beta i ½ hagen?", "får ull stängsel", "Ett §-tecken, 日本 och\u{a0}x"];
    let of = |family| {
        let (_folder, encoder) = tiny(family);
        texts.map(|text| encoder.piece_numbers(&format!("query: {text}")))
    };
    assert_eq!(
        of(ModelFamily::XlmRoberta),
        [
            vec![0, 13, 56, 4, 3, 84, 75, 5, 18, 62, 77, 58, 25, 4, 3, 12, 71, 57, 2],
            vec![0, 13, 56, 5, 6, 8, 2],
            vec![0, 13, 56, 4, 3, 77, 77, 4, 3, 77, 62, 60, 68, 51, 3, 4, 3, 31, 60, 65, 40, 2],
        ]
    );
    assert_eq!(
        of(ModelFamily::Bert),
        [
            vec![2, 12, 14, 4, 4, 17, 61, 76, 57, 24, 1, 11, 70, 15, 3],
            vec![2, 12, 14, 4, 5, 7, 3],
            vec![2, 12, 14, 20, 76, 76, 1, 1, 35, 61, 59, 67, 50, 1, 1, 1, 30, 59, 64, 39, 3],
        ]
    );
}

#[test]
fn vectors_are_those_of_an_independent_forward_pass() {
    let expected: [(ModelFamily, [f32; 16]); 2] = [
        (
            ModelFamily::XlmRoberta,
            [
                0.52836, 0.13333, 0.33349, -0.01392, 0.23340, -0.15267, 0.22524, 0.42190, -0.05075, -0.10902,
                -0.24827, -0.07860, -0.23780, 0.14521, -0.18131, -0.30388,
            ],
        ),
        (
            ModelFamily::Bert,
            [
                0.13175, -0.00324, -0.02940, 0.01740, 0.31645, -0.08894, 0.06592, -0.71330, 0.16551,
                -0.02758, -0.23307, 0.07276, 0.17575, -0.45899, -0.04412, 0.17029,
            ],
        ),
    ];
    for (family, expected) in expected {
        let (_folder, encoder) = tiny(family);
        let vector = encoder.query("får ull stängsel").unwrap();
        assert_eq!(vector.len(), encoder.dimensions());
        for (found, expected) in vector.iter().zip(expected) {
            // Weights have eight bits here and 32 there.
            assert!((found - expected).abs() < 0.01, "{family:?}: {vector:?}");
        }
    }
}

#[test]
fn a_text_has_the_same_vector_alone_and_among_others() {
    let (_folder, encoder) = tiny(ModelFamily::XlmRoberta);
    let texts: Vec<String> = (0..300).map(|number| "får ull bete ".repeat(number % 7)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let together = encoder.passages(&texts).unwrap();
    assert_eq!(together.len(), texts.len());
    for (text, vector) in texts.iter().zip(&together).take(9) {
        let alone = &encoder.passages(&[text]).unwrap()[0];
        assert!(cosine(alone, vector) > 0.999_99, "{text:?}");
        assert!((cosine(vector, vector) - 1.0).abs() < 1e-4);
    }
    assert_eq!(encoder.passages(&[]).unwrap(), Vec::<Vec<f32>>::new());
}

#[test]
fn a_long_text_is_cut_at_the_positions_of_the_model() {
    for family in [ModelFamily::XlmRoberta, ModelFamily::Bert] {
        let (_folder, encoder) = tiny(family);
        // Ten million characters: words, one word, and characters that become many.
        for text in ["hage ".repeat(2_000_000), "å".repeat(10_000_000), "\u{fdfa}".repeat(10_000_000)] {
            let numbers = encoder.piece_numbers(&text);
            assert!(numbers.len() <= encoder.max_pieces(), "{family:?}: {}", numbers.len());
            encoder.query(&text).unwrap();
        }
        assert_eq!(encoder.piece_numbers(&"hage ".repeat(100)).len(), encoder.max_pieces());
    }
}

#[test]
fn any_text_has_a_vector() {
    let (_folder, encoder) = tiny(ModelFamily::Bert);
    for text in ["", " ", "\0", "\u{fffd}\u{200b}", "<s> [CLS] </s>", "▁▁", "🙂👍🏽", "e\u{301}"] {
        let vector = encoder.query(text).unwrap();
        assert!(vector.iter().all(|number| number.is_finite()), "{text:?}");
    }
}

#[test]
fn cancelled_work_stops() {
    let (_folder, encoder) = tiny(ModelFamily::Bert);
    let token = CancelToken::after(2);
    let texts = vec!["får ull bete"; 10_000];
    let cancelled = token.run(|| encoder.passages(&texts));
    assert!(matches!(cancelled, Err(ModelError::Cancelled(_))));
}

#[test]
fn the_id_follows_from_the_files() {
    let (folder, encoder) = tiny(ModelFamily::Bert);
    assert_eq!(SentenceEncoder::open(folder.path()).unwrap().id(), encoder.id());
    let path = folder.path().join("model.safetensors");
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    assert_ne!(SentenceEncoder::open(folder.path()).unwrap().id(), encoder.id());
    assert_ne!(tiny(ModelFamily::XlmRoberta).1.id(), encoder.id());
}

/// Writes a tiny model, changes one of its files, and returns why it is refused.
fn refused(family: ModelFamily, name: &str, change: impl FnOnce(Vec<u8>) -> Vec<u8>) -> String {
    let folder = tempfile::tempdir().unwrap();
    write_model(folder.path(), family).unwrap();
    let path = folder.path().join(name);
    fs::write(&path, change(fs::read(&path).unwrap())).unwrap();
    let error = SentenceEncoder::open(folder.path()).unwrap_err().to_string();
    error.replace(&format!("{}/", folder.path().display()), "")
}

fn replaced(what: &'static str, by: &'static str) -> impl Fn(Vec<u8>) -> Vec<u8> {
    move |bytes| {
        let at = bytes.windows(what.len()).position(|window| window == what.as_bytes()).unwrap();
        [&bytes[..at], by.as_bytes(), &bytes[at + what.len()..]].concat()
    }
}

#[test]
fn settings_that_cannot_be_used_are_named() {
    let table = [
        (r#""xlm-roberta""#, r#""gpt2""#, "config.json: model_type is \"gpt2\", and only bert"),
        (r#""hidden_act":"gelu""#, r#""hidden_act":"silu""#, "config.json: hidden_act is \"silu\""),
        (
            r#""hidden_size":16"#,
            r#""hidden_size":9000000000"#,
            "config.json: hidden_size is 9000000000; it must be",
        ),
        (r#""hidden_size":16"#, r#""hidden_size":15"#, "config.json: hidden_size (15) is no multiple"),
        (
            r#""hidden_size":16"#,
            r#""hidden_size":32"#,
            "model.safetensors: roberta.embeddings.position_embeddings",
        ),
        (
            r#""num_hidden_layers":2"#,
            r#""num_hidden_layers":3"#,
            "model.safetensors: it has no tensor roberta.encoder.layer.2",
        ),
        (r#""num_attention_heads":2"#, r#""num_attention_heads":0"#, "config.json: num_attention_heads is 0"),
        (r#""vocab_size":"#, r#""vocab_size":4,"x":"#, "tokenizer.json: it has more pieces than vocab_size"),
        (r#""pad_token_id":1"#, r#""pad_token_id":1000"#, "config.json: max_position_embeddings is 40"),
        (r#""layer_norm_eps":1e-5"#, r#""layer_norm_eps":-1"#, "config.json: layer_norm_eps is -1"),
        (r#""model_type""#, r#""kind""#, "config.json: not the config.json of an encoder (missing field"),
    ];
    for (what, by, expected) in table {
        let error = refused(ModelFamily::XlmRoberta, "config.json", replaced(what, by));
        assert!(error.starts_with(expected), "{by}: {error}");
    }
}

#[test]
fn tokenizers_that_cannot_be_used_are_named() {
    let table = [
        (r#""NFKC""#, r#""Wavelet""#, "unknown variant `Wavelet`"),
        (" {2,}", "[a-z]", "its normalizer has the pattern \"[a-z]\""),
        (r#""Unigram""#, r#""BPE""#, "its model is BPE; only Unigram and WordPiece"),
        (r#""unk_id":3"#, r#""unk_id":4000"#, "it has no piece for what it does not know"),
        (r#""ids":[2]"#, r#""ids":[9999]"#, "it has more pieces than vocab_size"),
        (r#"["<s>","#, r"[7,", "not a tokenizer.json that can be used (invalid type"),
    ];
    for (what, by, expected) in table {
        let error = refused(ModelFamily::XlmRoberta, "tokenizer.json", replaced(what, by));
        assert!(error.starts_with("tokenizer.json: ") && error.contains(expected), "{by}: {error}");
    }
    let nested = format!(r#"{{"normalizer":{}"#, r#"{"type":"Sequence","normalizers":["#.repeat(100_000));
    let error = refused(ModelFamily::Bert, "tokenizer.json", |_| nested.into_bytes());
    assert!(error.contains("recursion limit"), "{error}");
}

#[test]
fn damaged_weights_are_refused() {
    let family = ModelFamily::Bert;
    let refused = |change: &dyn Fn(Vec<u8>) -> Vec<u8>| refused(family, "model.safetensors", change);
    let damaged = "model.safetensors: damaged (";
    assert!(refused(&|_| Vec::new()).starts_with(damaged));
    assert!(refused(&|_| vec![255; 8]).contains("the length of its header is impossible"));
    assert!(refused(&|bytes| [&u64::MAX.to_le_bytes(), &bytes[8..]].concat()).starts_with(damaged));
    assert!(refused(&|bytes| bytes[..bytes.len() - 1].to_vec()).contains("the place of"));
    let error = refused(&replaced("\"shape\":[16, 16]", "\"shape\":[99, 99]"));
    assert!(error.contains("the place of"), "{error}");
    // A product of sizes that does not fit in 64 bits.
    let error = refused(&|bytes| {
        let header = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
        let text = String::from_utf8(bytes[8..8 + header].to_vec()).unwrap();
        let text = text.replacen("[16, 16]", "[4294967296, 4294967296]", 1);
        [&(text.len() as u64).to_le_bytes(), text.as_bytes(), &bytes[8 + header..]].concat()
    });
    assert!(error.contains("the place of"), "{error}");
    assert!(refused(&replaced("word_embeddings", "word_embeddingz")).contains("it has no tensor"));
    // Two tensors of one shape in one place.
    let error = refused(&|bytes| {
        let header = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
        let mut entries: serde_json::Value = serde_json::from_slice(&bytes[8..8 + header]).unwrap();
        let place = entries["encoder.layer.0.attention.self.query.weight"]["data_offsets"].clone();
        entries["encoder.layer.1.attention.self.query.weight"]["data_offsets"] = place;
        let text = entries.to_string();
        [&(text.len() as u64).to_le_bytes(), text.as_bytes(), &bytes[8 + header..]].concat()
    });
    assert!(error.contains("query.weight shares bytes with another tensor"), "{error}");
}

#[test]
fn weights_longer_than_any_model_are_refused_unread() {
    let folder = tempfile::tempdir().unwrap();
    write_model(folder.path(), ModelFamily::Bert).unwrap();
    let path = folder.path().join("model.safetensors");
    // A file with a hole takes no room on the disk.
    fs::OpenOptions::new().write(true).open(path).unwrap().set_len(1 << 40).unwrap();
    let begun = std::time::Instant::now();
    let error = SentenceEncoder::open(folder.path()).unwrap_err().to_string();
    assert!(error.contains("more than 17179869184 bytes"), "{error}");
    assert!(begun.elapsed() < std::time::Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[test]
fn no_model_makes_a_text_dear() {
    // Each step makes the text longer, and one long piece begins at every place.
    let folder = tempfile::tempdir().unwrap();
    let long = |bytes: usize| "a".repeat(bytes);
    let with_piece = |bytes: usize| {
        write_model(folder.path(), ModelFamily::XlmRoberta).unwrap();
        let path = folder.path().join("tokenizer.json");
        let text = fs::read_to_string(&path).unwrap();
        let grown = r#"{"type":"Replace","pattern":{"String":"a"},"content":"aaaaaaaaaaaaaaaa"},"#.repeat(3);
        let text = text.replacen(r#"{"type":"NFKC"}"#, &format!("{grown}{}", r#"{"type":"NFKC"}"#), 1);
        let text = text.replacen(r#"["hage","#, &format!(r#"["{}","#, long(bytes)), 1);
        fs::write(&path, text).unwrap();
        SentenceEncoder::open(folder.path())
    };
    let error = with_piece(8_000).unwrap_err().to_string();
    assert!(error.contains("a piece has 8000 bytes"), "{error}");
    let encoder = with_piece(256).unwrap();
    let text = long(30_000);
    let begun = std::time::Instant::now();
    assert!(encoder.piece_numbers(&text).len() <= encoder.max_pieces());
    assert!(begun.elapsed() < std::time::Duration::from_secs(2), "{:?}", begun.elapsed());
    // It is given up in the middle of the word.
    let token = CancelToken::after(3);
    assert!(matches!(token.run(|| encoder.query(&text)), Err(ModelError::Cancelled(_))));
    assert!(token.asked() < 10, "{}", token.asked());
}

#[test]
fn weights_that_give_no_numbers_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    write_model(folder.path(), ModelFamily::Bert).unwrap();
    let path = folder.path().join("model.safetensors");
    let mut bytes = fs::read(&path).unwrap();
    let header = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    for number in bytes[8 + header..].chunks_exact_mut(4) {
        number.copy_from_slice(&f32::NAN.to_le_bytes());
    }
    fs::write(&path, bytes).unwrap();
    let encoder = SentenceEncoder::open(folder.path()).unwrap();
    assert!(matches!(encoder.query("får"), Err(ModelError::NotFinite)));
}

#[test]
fn a_missing_file_is_named() {
    let error = SentenceEncoder::open(Path::new("/nowhere")).unwrap_err();
    assert!(matches!(&error, ModelError::Missing { path } if path.ends_with("config.json")), "{error}");
    assert!(error.to_string().contains("model.safetensors, as on model hubs"));
}

#[test]
fn a_real_model_brings_like_meanings_together() {
    let Some(folder) = real_model() else { return };
    let encoder = SentenceEncoder::open(&folder).unwrap();
    let question = encoder.query("får jag ha en hund utan koppel i skogen").unwrap();
    let [leash, tax] =
        ["Hundar ska hållas under tillsyn när de är lösa i naturen.", "Skatt betalas på inkomst av kapital."]
            .map(|text| cosine(&question, &encoder.passages(&[text]).unwrap()[0]));
    assert!(leash > tax + 0.03, "{leash} {tax}");
}

//! What an index of the cluster holds, and which one it is.
//!
//! One document of the index is one document of the corpus, under its uri; its names are nested in it. Every field holds
//! terms that were made by our own analyser, parted by blanks, and the cluster only parts them. Nothing is stored that a
//! search does not look at: what is shown comes from the snapshot's own files.
//!
//! **No statistics.** The usual similarities weigh a term by how rare it is on the shard at hand and a text by the middling
//! length there, so a document's score would hang on its neighbours. Ours is the same saturation as that of the embedded
//! engine, with the middling length as a constant of the index. What a word weighs comes with the query.
//!
//! **Which one it is** stands in the mapping's `_meta`: the format, the data folder it was made from and the digest of the
//! roster of its documents. An index that does not say it is ours is never deleted, and one that says another format or
//! digest is never searched.

use lagrum_search::Tuning;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What an index holds, and how. One of another format is made anew.
pub(crate) const FORMAT: u32 = 2;

/// The names of the fields.
pub(crate) mod field {
    /// Forms of the words of the text, as often as they occur.
    pub(crate) const FORM: &str = "form";
    /// Forms of the words of text and names, each once.
    pub(crate) const ANY: &str = "any";
    /// Words as they stand, of text and names, in their order.
    pub(crate) const WORD: &str = "word";
    /// Case numbers.
    pub(crate) const CASE: &str = "case";
    /// The names, each a document of its own.
    pub(crate) const NAMES: &str = "names";
    /// Forms of the words of a name.
    pub(crate) const NAME_FORM: &str = "names.form";
    pub(crate) const URI: &str = "uri";
    pub(crate) const SOURCE: &str = "source";
    pub(crate) const KIND: &str = "kind";
    pub(crate) const YEAR: &str = "year";
    /// The day it ends as a number; absent for no end.
    pub(crate) const EXPIRED: &str = "expired";
    pub(crate) const INBOUND: &str = "inbound";
    pub(crate) const PREPARATORY: &str = "preparatory";
    /// Whether it has a text.
    pub(crate) const TEXT: &str = "text";
}

/// What an index says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Meta {
    pub(crate) format: u32,
    /// The id of the data folder it was made from.
    pub(crate) folder: String,
    /// The snapshot it belongs to.
    pub(crate) snapshot: String,
    /// The digest of the roster of its documents.
    pub(crate) digest: String,
    /// What its similarity was made with.
    pub(crate) similarity: Similarity,
}

/// The numbers of the similarity, which an index cannot change.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Similarity {
    pub(crate) repetition: f32,
    pub(crate) length: f32,
    /// Forms in a text of middling length.
    pub(crate) average: f32,
}

impl Similarity {
    pub(crate) fn new(tuning: &Tuning, average: f32) -> Self {
        Self { repetition: tuning.repetition, length: tuning.length, average: average.max(1.0) }
    }

    /// Whether texts are ranked by this much as they would be by another: the middling length may drift a little.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        const DRIFT: f32 = 0.1;
        self.repetition.to_bits() == other.repetition.to_bits()
            && self.length.to_bits() == other.length.to_bits()
            && (self.average / other.average - 1.0).abs() <= DRIFT
    }

    fn script(&self) -> String {
        let Self { repetition, length, average } = self;
        format!(
            "double times = doc.freq; \
             double damping = {repetition} * (1.0 - {length} + {length} * doc.length / {average}); \
             return query.boost * times * ({repetition} + 1.0) / (times + damping);"
        )
    }
}

/// The mapping's part that says what an index is.
pub(crate) fn meta(meta: &Meta) -> Value {
    json!({"_meta": {"lagrum": meta}})
}

/// What a new index is created with.
pub(crate) fn body(told: &Meta, shards: u32) -> Value {
    let terms = |options: &str, norms: bool| json!({"type": "text", "analyzer": "whitespace", "index_options": options, "norms": norms});
    let mut form = terms("freqs", true);
    form["similarity"] = json!("saturation");
    let mut word = terms("positions", false);
    // Between two pieces of a text one position is left out.
    word["position_increment_gap"] = json!(1);
    let mut mappings = meta(told);
    mappings["dynamic"] = json!("strict");
    mappings["_source"] = json!({"enabled": false});
    mappings["properties"] = json!({
        field::FORM: form,
        field::ANY: terms("docs", false),
        field::WORD: word,
        field::CASE: {"type": "keyword", "doc_values": false},
        field::NAMES: {"type": "nested", "dynamic": "strict", "properties": {
            "form": terms("docs", false),
            "weight": {"type": "float", "index": false},
            "keyword": {"type": "boolean", "index": false},
        }},
        field::URI: {"type": "keyword"},
        field::SOURCE: {"type": "keyword"},
        field::KIND: {"type": "keyword"},
        field::YEAR: {"type": "keyword"},
        field::EXPIRED: {"type": "integer"},
        field::INBOUND: {"type": "integer", "index": false},
        field::PREPARATORY: {"type": "boolean", "doc_values": false},
        field::TEXT: {"type": "boolean", "doc_values": false},
    });
    json!({
        "settings": {"index": {
            "number_of_shards": shards,
            "number_of_replicas": 0,
            "refresh_interval": "-1",
            "max_result_window": 20_000,
            "mapping": {"nested_objects": {"limit": 100_000}},
            "similarity": {"saturation": {
                "type": "scripted", "script": {"source": told.similarity.script()},
            }},
        }},
        "mappings": mappings,
    })
}

/// The name of the index of a snapshot. Names of indexes are in lower case.
pub(crate) fn name(prefix: &str, snapshot: &str) -> String {
    format!("{prefix}-{}", snapshot.to_lowercase())
}

/// The answer to a question for mappings: what each index says of itself, if it says that it is ours.
pub(crate) fn told(mappings: &Value) -> Vec<(String, Option<Meta>)> {
    let Some(indexes) = mappings.as_object() else { return Vec::new() };
    let meta = |value: &Value| serde_json::from_value(value["mappings"]["_meta"]["lagrum"].clone()).ok();
    indexes.iter().map(|(name, value)| (name.clone(), meta(value))).collect()
}

//! The fields of an index in the cluster, and its identity.
//!
//! One document of the index is one document of the corpus, under its uri; its names are nested documents. Fields have
//! terms made by our own analyser and separated by blanks, at which the cluster splits them. Only what a search reads is
//! stored: what is shown comes from the snapshot's own files.
//!
//! **No statistics.** The usual similarities weigh a term by how rare it is on its shard, and a text by the average length
//! there, so the score of a document would depend on the other documents of the shard. Ours is the saturation of the
//! embedded engine, with the average length as a constant of the index. The weight of a word comes with the query.
//!
//! **Identity.** The mapping's `_meta` has the format, the data folder and the digest of the index manifest. An index
//! without it is never deleted, and one with another format or digest is never searched.

use lagrum_search::Tuning;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The format of an index. One of another format is made anew.
pub(crate) const FORMAT: u32 = 4;

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
    /// The day it expires as a number; absent for no end.
    pub(crate) const EXPIRED: &str = "expired";
    pub(crate) const INBOUND: &str = "inbound";
    pub(crate) const PREPARATORY: &str = "preparatory";
    pub(crate) const AMENDING: &str = "amending";
    /// Whether it has a text.
    pub(crate) const TEXT: &str = "text";
}

/// The identity of an index, in its `_meta`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct IndexMeta {
    pub(crate) format: u32,
    /// The id of the data folder it was made from.
    pub(crate) folder: String,
    /// The snapshot it belongs to.
    pub(crate) snapshot: String,
    /// The digest of the index manifest.
    pub(crate) digest: String,
    /// The numbers of its similarity.
    pub(crate) similarity: Similarity,
}

/// The numbers of the similarity. They cannot be changed in an index.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Similarity {
    pub(crate) repetition: f32,
    pub(crate) length: f32,
    /// The average number of forms of a text.
    pub(crate) average: f32,
}

impl Similarity {
    pub(crate) fn new(tuning: &Tuning, average: f32) -> Self {
        Self { repetition: tuning.repetition, length: tuning.length, average: average.max(1.0) }
    }

    /// Whether texts rank nearly equally by both similarities: the average length may drift by a share of `DRIFT`.
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
pub(crate) fn meta(meta: &IndexMeta) -> Value {
    json!({"_meta": {"lagrum": meta}})
}

/// What a new index is created with.
pub(crate) fn body(identity: &IndexMeta, shards: u32) -> Value {
    let terms = |options: &str, norms: bool| json!({"type": "text", "analyzer": "whitespace", "index_options": options, "norms": norms});
    let mut form = terms("freqs", true);
    form["similarity"] = json!("saturation");
    let mut word = terms("positions", false);
    // Between two pieces of a text one position is left out.
    word["position_increment_gap"] = json!(1);
    let mut mappings = meta(identity);
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
            "kind": {"type": "byte", "index": false},
        }},
        field::URI: {"type": "keyword"},
        field::SOURCE: {"type": "keyword"},
        field::KIND: {"type": "keyword"},
        field::YEAR: {"type": "keyword"},
        field::EXPIRED: {"type": "integer"},
        field::INBOUND: {"type": "integer", "index": false},
        field::PREPARATORY: {"type": "boolean", "doc_values": false},
        field::AMENDING: {"type": "boolean", "doc_values": false},
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
                "type": "scripted", "script": {"source": identity.similarity.script()},
            }},
        }},
        "mappings": mappings,
    })
}

/// The name of the index of a snapshot. Names of indexes are in lower case.
pub(crate) fn name(prefix: &str, snapshot: &str) -> String {
    format!("{prefix}-{}", snapshot.to_lowercase())
}

/// The identities in the answer to a call for mappings: of each index its name, and its identity if it is ours.
pub(crate) fn index_metas(mappings: &Value) -> Vec<(String, Option<IndexMeta>)> {
    let Some(indexes) = mappings.as_object() else { return Vec::new() };
    let meta = |value: &Value| serde_json::from_value(value["mappings"]["_meta"]["lagrum"].clone()).ok();
    indexes.iter().map(|(name, value)| (name.clone(), meta(value))).collect()
}

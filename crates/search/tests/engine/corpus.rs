//! Small corpora, their index, and searches of it.

use std::collections::HashMap;

use lagrum_artifact::{AnchorGrammar, Artifact, FullText};
use lagrum_search::{
    DayNumber, DocumentToIndex, Embedded, Filters, HitFields, HitOrder, SearchRequest, TextWriter,
    search_page,
};
use lagrum_words::Compounds;
use serde_json::json;
use tempfile::TempDir;

/// The day of all searches.
pub const TODAY: DayNumber = DayNumber::new(2031, 1, 1);

/// A document of a test: its number is its place in the list.
#[derive(Clone, Debug)]
pub struct Doc {
    pub name: String,
    pub text: Option<String>,
    pub source: &'static str,
    pub year: u16,
    pub inbound: u64,
    pub expired: Option<DayNumber>,
}

pub fn compounds() -> Compounds {
    // Words of a corpus that has enough of them to learn from.
    let mut counts = HashMap::new();
    for (word, count) in
        [("trafik", 400), ("lag", 900), ("trafiklag", 90), ("bete", 80), ("vall", 80), ("betesvall", 60)]
    {
        counts.insert(word.to_owned(), count);
    }
    Compounds::learn(&counts)
}

pub fn index(docs: &[Doc], previous: Option<&TempDir>) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let writer = TextWriter::begin(folder.path(), previous.map(TempDir::path), 64 << 20, compounds).unwrap();
    for (doc, key) in docs.iter().zip(0..) {
        if let Some(text) = doc.text.as_ref().filter(|_| !writer.holds(key)) {
            writer.add(key, &full_text(text), AnchorGrammar::Statute).unwrap();
        }
    }
    let keep = docs.iter().zip(0..).filter(|(doc, _)| doc.text.is_some()).map(|(_, key)| key);
    let rows: Vec<_> = docs.iter().zip(0..).map(|(doc, key)| row(doc, key)).collect();
    writer.finish(keep).unwrap().finish(&rows).unwrap();
    folder
}

/// Every sentence of a text is a paragraf, or a heading.
pub fn full_text(text: &str) -> FullText {
    let node = |(text, number): (&str, u32)| match text {
        heading if is_heading(heading) => json!({"type": "rubrik", "level": 1, "text": [heading]}),
        text => json!({"type": "paragraf", "id": format!("P{number}"), "text": [text]}),
    };
    let nodes: Vec<_> = text.split('.').zip(1..).map(node).collect();
    FullText::of(&Artifact::parse(json!({"uri": "x:1", "structure": nodes}).to_string().as_bytes()).unwrap())
}

/// Whether a sentence is a heading.
pub fn is_heading(sentence: &str) -> bool {
    sentence.trim_start().starts_with('#')
}

pub fn row(doc: &Doc, key: i64) -> DocumentToIndex {
    DocumentToIndex {
        hit: HitFields {
            uri: uri(key),
            title: Some(doc.name.clone()),
            source: doc.source.to_owned(),
            inbound_count: doc.inbound,
            ..HitFields::default()
        },
        key: doc.text.is_some().then_some(key),
        year: Some(doc.year),
        expired: doc.expired,
        names: vec![doc.name.clone()],
        ..DocumentToIndex::default()
    }
}

pub fn uri(key: i64) -> String {
    format!("https://lag.example/{key:04}")
}

pub fn plain(name: &str, text: &str, inbound: u64) -> Doc {
    Doc {
        name: name.to_owned(),
        text: Some(text.to_owned()),
        source: "sfs",
        year: 1990,
        inbound,
        expired: None,
    }
}

/// The titles of what a query finds, one after the other.
pub fn titles(engine: &Embedded, query: &str, sort: HitOrder) -> String {
    let filters = Filters { today: TODAY, ..Filters::default() };
    let asked = SearchRequest { query: query.into(), sort, limit: 10, filters, ..SearchRequest::default() };
    search_page(engine, &asked).unwrap().hits.into_iter().filter_map(|hit| hit.hit.title).collect()
}

pub fn asked(query: &str) -> SearchRequest {
    let filters = Filters { today: TODAY, ..Filters::default() };
    SearchRequest { query: query.into(), filters, limit: 10, ..SearchRequest::default() }
}

/// The snippets of the first hit.
pub fn snippets(engine: &Embedded, query: &str) -> Vec<String> {
    search_page(engine, &asked(query)).unwrap().hits.swap_remove(0).passages.highlight
}

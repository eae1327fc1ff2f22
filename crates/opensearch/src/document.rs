//! A document of the corpus as a document of the cluster's index.
//!
//! Its digest says whether it has to be sent again. The weights of names depend on how rare their words are, which every
//! new document changes a little. They are rounded to steps of two per cent, so that a day's changes leave nearly all
//! documents as they were.

use std::collections::BTreeSet;

use lagrum_search::{DayNumber, DocumentToIndex, NameKind, Terms, Tuning, name_weight};
use lagrum_words::{Analyser, Vocabulary};
use serde::Serialize;

use crate::manifest::{RowDigest, digest};
use crate::search_body::year_term;

/// The most bytes of words of one text that are sent in each of three fields. A call may have a hundred million bytes.
const MAX_TEXT: usize = 24_000_000;

/// The most bytes of an id that the cluster takes.
const MAX_ID: usize = 512;

/// The factor between two steps of weights.
const WEIGHT_STEP: f32 = 1.02;

/// Makes the documents of an index.
#[derive(Debug)]
pub(crate) struct ClusterDocuments<'a> {
    pub(crate) analyser: &'a Analyser,
    pub(crate) vocabulary: &'a Vocabulary,
    pub(crate) tuning: &'a Tuning,
}

/// A document of the index, with the fields of its mapping.
#[derive(Debug, Serialize)]
pub(crate) struct ClusterDocument<'a> {
    uri: &'a str,
    source: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    year: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expired: Option<u32>,
    inbound: u32,
    preparatory: bool,
    amending: bool,
    text: bool,
    case: &'a [String],
    names: Vec<Name>,
    word: Vec<String>,
    form: String,
    any: String,
}

#[derive(Debug, Serialize)]
struct Name {
    form: String,
    weight: f32,
    /// The number of its [`NameKind`].
    kind: u8,
}

impl ClusterDocuments<'_> {
    /// The digest of a document. For the text it takes the key, since the text of a key never changes.
    pub(crate) fn digest(&self, document: &DocumentToIndex) -> RowDigest {
        let row = self.row(document, None);
        let key = document.key.unwrap_or(-1);
        digest(&serde_json::to_vec(&(key, row)).unwrap_or_default())
    }

    /// The document of the index for a document of the corpus.
    pub(crate) fn row<'d>(&self, document: &'d DocumentToIndex, text: Option<&Terms>) -> ClusterDocument<'d> {
        let hit = &document.hit;
        let mut row = ClusterDocument {
            uri: &hit.uri,
            source: &hit.source,
            kind: hit.kind.as_deref(),
            year: document.year.filter(|year| *year > 0).map(year_term),
            expired: document.expired.map(DayNumber::get),
            inbound: u32::try_from(hit.inbound_count).unwrap_or(i32::MAX as u32).min(i32::MAX as u32),
            preparatory: document.preparatory,
            amending: document.amending,
            text: text.is_some(),
            case: &document.case_numbers,
            names: Vec::new(),
            word: Vec::new(),
            form: String::new(),
            any: String::new(),
        };
        let mut any: BTreeSet<String> = BTreeSet::new();
        if let Some(terms) = text {
            self.add_text(terms, &mut row, &mut any);
        }
        for (name, kind) in document.names_and_kinds() {
            let weight = name_weight(name, self.vocabulary, self.tuning);
            if weight == 0.0 {
                continue;
            }
            let terms = Terms::from_name(name);
            let mut form = String::new();
            terms.each_form(self.analyser, |term, _| {
                push(&mut form, term);
                any.insert(term.to_owned());
            });
            if kind != NameKind::Topic {
                add_words(&terms, &mut row.word);
            }
            row.names.push(Name { form, weight: rounded(weight), kind: kind as u8 });
        }
        for term in any {
            push(&mut row.any, &term);
        }
        row
    }

    fn add_text(&self, terms: &Terms, row: &mut ClusterDocument<'_>, any: &mut BTreeSet<String>) {
        terms.each_form(self.analyser, |term, _| {
            if row.form.len() < MAX_TEXT {
                push(&mut row.form, term);
                if !any.contains(term) {
                    any.insert(term.to_owned());
                }
            }
        });
        add_words(terms, &mut row.word);
    }
}

/// Adds words as they stand. Words that follow each other are one value.
fn add_words(terms: &Terms, values: &mut Vec<String>) {
    let mut last = None;
    let mut bytes = 0;
    terms.each_word(|word, position| {
        if bytes >= MAX_TEXT {
            return;
        }
        bytes += word.len() + 1;
        match values.last_mut() {
            Some(value) if last.is_some_and(|last| last + 1 == position) => push(value, word),
            _ => values.push(word.to_owned()),
        }
        last = Some(position);
    });
}

/// The id of a document in the index: its uri, or the digest of a uri that is too long for an id.
pub(crate) fn id(uri: &str) -> String {
    if uri.len() <= MAX_ID {
        uri.to_owned()
    } else {
        format!("sha256:{}", hex::encode(digest(uri.as_bytes())))
    }
}

fn push(text: &mut String, term: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(term);
}

/// A weight rounded to a step.
fn rounded(weight: f32) -> f32 {
    let step = WEIGHT_STEP.ln();
    ((weight.ln() / step).round() * step).exp()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use lagrum_artifact::{AnchorGrammar, Artifact, FullText};
    use lagrum_search::HitFields;
    use lagrum_words::Compounds;

    use super::*;

    #[test]
    fn weights_are_rounded_to_steps_that_last() {
        for weight in [0.3_f32, 1.0, 7.7, 31.2] {
            let step = rounded(weight);
            assert!((step / weight - 1.0).abs() < 0.0101, "{weight} {step}");
            assert!((rounded(step) - step).abs() < 1e-6 * step, "{weight}");
        }
    }

    #[test]
    fn a_document_has_text_and_names_apart_and_together() {
        let analyser = Analyser::new(Compounds::learn(&HashMap::new()));
        let count = [("får".to_owned(), 3), ("lag".to_owned(), 9)];
        let vocabulary = Vocabulary::build(10, count.clone(), count).unwrap();
        let rows =
            ClusterDocuments { analyser: &analyser, vocabulary: &vocabulary, tuning: &Tuning::default() };
        let json = r#"{"uri":"x:1","structure":[{"type":"stycke","text":["Fåren får"]},{"type":"stycke","text":["bete"]}]}"#;
        let text = FullText::of(&Artifact::parse(json.as_bytes()).unwrap());
        let document = DocumentToIndex {
            hit: HitFields { uri: "x:1".to_owned(), source: "sfs".to_owned(), ..HitFields::default() },
            names: vec!["Lag om får".to_owned(), "—".to_owned()],
            keywords: vec!["Djur".to_owned()],
            topics: vec!["Lag".to_owned()],
            ..DocumentToIndex::default()
        };
        let row = rows.row(&document, Some(&Terms::from_text(&text, AnchorGrammar::Statute)));
        // The second is the function word.
        assert_eq!(row.form, "får =får bet");
        assert_eq!(row.word, ["fåren får", "bete", "lag om får", "djur"]);
        assert_eq!(row.any, "=får =om bet djur får lag");
        let names: Vec<_> = row.names.iter().map(|name| (name.form.as_str(), name.kind)).collect();
        assert_eq!(names, [("lag =om =får", 0), ("djur", 1), ("lag", 2)]);
        assert!(row.text);
        // The digest depends on all but the text, for which it takes the key.
        let cited = DocumentToIndex {
            hit: HitFields { inbound_count: 1, ..document.hit.clone() },
            ..document.clone()
        };
        assert_eq!(rows.digest(&document), rows.digest(&document.clone()));
        assert_ne!(rows.digest(&document), rows.digest(&cited));
        assert_ne!(
            rows.digest(&document),
            rows.digest(&DocumentToIndex { key: Some(1), ..document.clone() })
        );
    }
}

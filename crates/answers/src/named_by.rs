//! What a query names: documents and places in them, the documents that cite those, and where they do.
//!
//! A query that is nothing but the citation of a place asks for what cites the place. Its words by themselves do not
//! describe what is looked for.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, AnchorGrammar, Location};
use lagrum_catalog::{CatalogError, DocumentNumber};
use lagrum_search::{DocumentSupport, PassageSupport, QueryMeaning, ReadQuery, Support};
use lagrum_snapshot::Snapshot;
use lagrum_words::tokens;

use crate::resolve::{NamedByText, RecognizedCitation, resolve_with};
use crate::result::SearchResult;

/// What a query names.
#[derive(Default)]
pub(crate) struct NamedBy {
    /// The held documents that it names, with the places.
    pub(crate) results: Vec<SearchResult>,
    /// The words of the query beside the names.
    pub(crate) beside: String,
    /// The documents and places that it names and the corpus does not hold.
    pub(crate) recognized: Vec<RecognizedCitation>,
    /// The parts of the meaning of the query that the search needs.
    pub(crate) meaning: QueryMeaning,
    /// Whether names are missing, or are those of another day.
    pub(crate) is_provisional: bool,
}

/// The most documents that lead because they cite what is named. An OpenSearch cluster takes 65,536 in one list.
const MOST_CITING: usize = 50_000;

/// The most spots citing one place that are looked up, so that the passages with them are shown.
const MOST_SPOTS: usize = 4_000;

/// Finds what a query names. After a failure the search goes on without names, and the answer is provisional.
pub(crate) fn named_by(snapshot: &Snapshot, day: Date, query: &ReadQuery) -> NamedBy {
    let nothing = |is_provisional| NamedBy { is_provisional, ..NamedBy::default() };
    let Some(reader) = snapshot.resolver() else { return nothing(true) };
    let is_provisional = reader.day() != day;
    // Words in a field or near each other are no name, and a query that asks for them asks for more than what it names.
    let text = query.beside_patterns();
    let Some(reading) = reader.read(text) else { return nothing(is_provisional) };
    let (is_whole, beside) = (reading.is_whole() && !query.has_patterns(), reading.beside());
    let named = snapshot.catalog().with(|catalog| {
        let NamedByText { mut results, recognized } =
            resolve_with(catalog, snapshot.manifest(), &reader, Some(reading), None, None, None)?;
        // A document may be named at two places of it: the first stands.
        let mut seen = HashSet::new();
        results.retain(|result| seen.insert(result.uri.clone()));
        let is_citation = is_whole && !(results.is_empty() && recognized.is_empty());
        let places = cited_places(&results, &recognized, is_citation);
        let mut citing = Vec::new();
        let mut spots = Vec::new();
        for place in places.iter().flatten() {
            let mut citers = catalog.citing_documents(place)?;
            if citers.is_empty() && results.is_empty() {
                citers = catalog.citing_documents(&Location::Document(place.document().clone()))?;
            }
            citing.extend(citers);
            spots.extend(catalog.citing_spots(place, MOST_SPOTS)?);
        }
        citing.sort_unstable();
        citing.dedup();
        citing.truncate(MOST_CITING);
        // Nothing cites a document that is named in words and not held: then the words are looked for.
        let is_words = results.is_empty() && citing.is_empty() && !has_digit(text);
        let is_citation = is_citation && !is_words;
        let meaning = QueryMeaning {
            named: results.iter().map(|result| result.uri.clone()).collect(),
            citing: places.is_some().then_some(citing).filter(|_| !is_words),
            is_citation,
            name_words: name_words(query.words_beside(), &beside),
            spots: if is_citation { support_of_spots(spots) } else { Support::default() },
            ..QueryMeaning::default()
        };
        Ok(NamedBy { results, beside, recognized, meaning, is_provisional })
    });
    named.unwrap_or_else(|error| {
        // A cancelled search fails by itself, so the error is not logged.
        if !matches!(error, CatalogError::Cancelled(_)) {
            tracing::warn!(
                "the names in a query could not be looked up, so the search goes on without them: {error}"
            );
        }
        nothing(true)
    })
}

/// Whether a query has a digit. One without names documents by words, as texts do.
fn has_digit(query: &str) -> bool {
    query.bytes().any(|byte| byte.is_ascii_digit())
}

/// The places whose citing documents are looked up: for a query that is nothing but a citation of places, and for one
/// that names nothing that is held. None where a held document is named as a whole: its name may be meant as words.
fn cited_places(
    results: &[SearchResult],
    recognized: &[RecognizedCitation],
    is_citation: bool,
) -> Option<Vec<Location>> {
    let pins = results.iter().filter_map(|result| result.pin.as_ref()).map(|pin| &pin.uri);
    let places: Vec<Location> = pins
        .chain(recognized.iter().map(|place| &place.uri))
        .filter_map(|uri| Location::parse(uri))
        .collect();
    if results.is_empty() {
        return (!places.is_empty()).then_some(places);
    }
    let has_place = |result: &SearchResult| {
        places.iter().any(|place| place.anchor().is_some() && place.document().as_str() == result.uri)
    };
    (is_citation && results.iter().all(has_place)).then_some(places)
}

/// The score that a passage gets for citing the place that is asked for: more than words can give.
const SPOT: f32 = 40.0;

/// Supports the passages in which documents cite a place, and not the documents: they match already.
fn support_of_spots(spots: Vec<(DocumentNumber, Arc<str>)>) -> Support {
    let of_spot = |(document, anchor): (DocumentNumber, Arc<str>)| {
        // A passage is a whole provision. Which anchor that is depends on the grammar of the document, so the units of
        // both grammars are supported. An anchor that the document lacks has no effect.
        let units = [AnchorGrammar::Statute, AnchorGrammar::General].into_iter();
        let units =
            Anchor::new(&anchor).map(|anchor| units.map(|of| of.unit(&anchor).as_str().to_owned()).collect());
        let passages: BTreeSet<String> = units.unwrap_or_default();
        let passages = passages.into_iter().map(|anchor| PassageSupport { anchor, score: SPOT }).collect();
        DocumentSupport { document, passages, ..DocumentSupport::default() }
    };
    Support::new(spots.into_iter().map(of_spot))
}

/// The words of a query that are not beside what it names.
fn name_words(query: &[String], beside: &str) -> Vec<String> {
    let beside: HashSet<String> = tokens(beside).map(|token| token.word.into_owned()).collect();
    query.iter().filter(|word| !beside.contains(*word)).cloned().collect()
}

//! The places that answer everyday expressions of a query, and the acts that a query asks for and that are not held.
//!
//! The table of everyday expressions (`crates/words/data/everyday.tsv`) states where an answer stands. If that act is
//! held, its provision is supported in the search. If the act is not held, the answer lists it as lacking, since the
//! documents found instead do not have the answer.

use std::collections::BTreeMap;

use lagrum_catalog::{CatalogError, CatalogProblem, CatalogReader};
use lagrum_search::{AnsweringPlace, Engine, QueryMeaning, ReadQuery, SearchRequest};
use lagrum_snapshot::Snapshot;
use lagrum_sources::concept_uri;
use lagrum_words::{Everyday, MAX_WORDS, everyday, is_function_word, is_light_word, places_of_legal_terms};
use serde::Serialize;
use utoipa::ToSchema;

use crate::resolve::resolve_with;
use crate::{PlaceStatus, name_of_unheld};

/// The most acts that are listed as lacking.
const MAX_LACKING: usize = 3;

/// An act that is not held and that words of a query ask for without naming it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LackingAct {
    /// The words.
    pub words: String,
    /// The uri that the act would have.
    pub uri: String,
    /// What it is called.
    pub name: String,
}

/// The places that answer the everyday expressions of a query. Empty for a query that names a document, and for an
/// English one.
pub(crate) fn answering_places(
    snapshot: &Snapshot,
    engine: &dyn Engine,
    query: &ReadQuery,
    meaning: &QueryMeaning,
) -> Vec<AnsweringPlace> {
    if names_something(meaning) || query.is_english(engine.vocabulary()) {
        return Vec::new();
    }
    let base = &snapshot.manifest().base;
    let words = words(query);
    let found = everyday(&words);
    let is_whole = matches!(found.as_slice(), [only] if only.words.len() == words.len());
    let is_explained = is_whole && has_text(snapshot, &concept_uri(base, &words.join(" ")));
    let places = |found: Everyday| {
        let own: Vec<String> = found.words.iter().map(|at| words[*at].to_owned()).collect();
        found.places.iter().map(move |place| AnsweringPlace {
            words: own.clone(),
            document: format!("{base}/{}", place.document),
            anchor: place.anchor.map(str::to_owned),
            is_explained,
        })
    };
    found.into_iter().flat_map(places).collect()
}

/// Whether a query names a document or place. Then it asks for that, and its words are not read in another way.
fn names_something(meaning: &QueryMeaning) -> bool {
    !meaning.named.is_empty() || meaning.citing.is_some() || meaning.is_citation
}

/// Whether a document is held with a text of its own; false if the catalog cannot be read.
fn has_text(snapshot: &Snapshot, uri: &str) -> bool {
    let document = snapshot.catalog().with(|catalog| catalog.document(uri));
    document.is_ok_and(|document| document.is_some_and(|document| document.stored.is_some()))
}

/// The acts that a query asks for without naming them and that are not held: by an everyday expression, by a legal term that
/// has one, or because the whole query is what the act is named after. A failure costs only this.
pub(crate) fn lacking_acts(
    snapshot: &Snapshot,
    engine: &dyn Engine,
    asked: &SearchRequest,
) -> Result<Vec<LackingAct>, ()> {
    if names_something(&asked.meaning) || asked.query.is_english(engine.vocabulary()) {
        return Ok(Vec::new());
    }
    let base = &snapshot.manifest().base;
    let all = words(&asked.query);
    let found = snapshot.catalog().with(|catalog| {
        let mut acts: BTreeMap<String, String> = BTreeMap::new();
        for found in everyday(&all).into_iter().chain(places_of_legal_terms(&all)) {
            for place in found.places {
                let uri = format!("{base}/{}", place.document);
                if !acts.contains_key(&uri) && catalog.document(&uri)?.is_none() {
                    acts.insert(uri, found.of(&all));
                }
            }
        }
        if let Some((uri, word)) = named_after(snapshot, catalog, &all)? {
            acts.entry(uri).or_insert(word);
        }
        Ok(acts)
    });
    let acts = found.map_err(|error| {
        // A cancelled search fails by itself, so the error is not logged.
        if !matches!(error, CatalogError::Cancelled(_)) {
            tracing::warn!("a search goes on without the acts that are not held: {error}");
        }
    })?;
    let lacking = acts.into_iter().map(|(uri, words)| LackingAct {
        name: name_of_unheld(base.strip(&uri).unwrap_or(&uri)),
        words,
        uri,
    });
    Ok(lacking.take(MAX_LACKING).collect())
}

/// The act that is not held and is named after the one word that a query is about: *passlagen* after *pass*.
fn named_after(
    snapshot: &Snapshot,
    catalog: &CatalogReader<'_>,
    words: &[&str],
) -> Result<Option<(String, String)>, CatalogProblem> {
    let is_topic = |word: &&&str| !is_function_word(word) && !is_light_word(word);
    let mut topics = words.iter().filter(is_topic);
    let (Some(topic), None) = (topics.next(), topics.next()) else { return Ok(None) };
    let Some(resolver) = snapshot.resolver().filter(|_| topic.chars().all(char::is_alphabetic)) else {
        return Ok(None);
    };
    for name in [format!("{topic}lagen"), format!("{topic}slagen")] {
        let read =
            resolve_with(catalog, snapshot.manifest(), &resolver, resolver.read(&name), None, None, None)?;
        if !read.results.is_empty() {
            return Ok(None);
        }
        if let Some(act) = read.recognized.into_iter().find(|act| act.status == PlaceStatus::NotHeld) {
            return Ok(Some((act.uri, (*topic).to_owned())));
        }
    }
    Ok(None)
}

/// The first [`MAX_WORDS`] words of a query. A longer query is rejected later, by the search.
fn words(query: &ReadQuery) -> Vec<&str> {
    query.words_beside().iter().take(MAX_WORDS).map(String::as_str).collect()
}

//! What a concept means and how it is used: the provisions that define it with their words, the decisions that apply it, the concepts
//! that the same act defines near it.
//!
//! An act marks a word where it says what the word means, and the mark is a link to the concept. So the acts that cite a concept define it,
//! and most concepts that nobody has written about can still be explained.

use jiff::civil::Date;
use lagrum_artifact::Location;
use lagrum_catalog::inbound::{CiterFilter, CitingEntry, CitingQuery};
use lagrum_catalog::{CatalogDocument, CatalogProblem, CatalogReader, RowRange};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{FlowGroup, concept_source, cut, source};
use lagrum_words::is_function_word;

use crate::as_of::TextSource;
use crate::beside::BesideDecision;
use crate::lookup::{find_location, page_path, query_catalog, reader_citation};
use crate::place_text::place_text;
use crate::{AnswerError, CitingQuestion, InboundOrder, beside, citing, ends};

/// The most acts in which definitions are looked for.
const ACTS: u64 = 20;

/// The most definitions that are shown.
const DEFINITIONS: usize = 5;

/// The most characters of a definition. A longer one ends after a sentence.
const DEFINITION: usize = 800;

/// The most decisions that are shown.
const DECISIONS: usize = 5;

/// The most concepts shown on each side of a concept in the act that defines it.
const NEAR: usize = 4;

/// What is known of a concept.
#[derive(Debug, Default)]
pub struct Concept {
    /// The provisions that define it; those in force first.
    pub definitions: Vec<ConceptDefinition>,
    /// Decisions that name it or apply the provision that defines it first.
    pub decisions: Vec<BesideDecision>,
    /// The concepts that stand near it in the act that defines it: page paths and names.
    pub near: Vec<(String, String)>,
}

/// A provision that defines a concept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConceptDefinition {
    /// The place, as a page path.
    pub url: String,
    /// The place as a reader cites it.
    pub citation: String,
    /// Its words; of a long one its first sentences.
    pub text: String,
}

/// A place that defines a concept.
struct DefiningPlace {
    place: Location,
    document: CatalogDocument,
}

/// What is known of the concept with a uri.
pub fn concept(snapshot: &Snapshot, day: Date, uri: &str) -> Result<Concept, AnswerError> {
    let places = defining_places(snapshot, day, uri)?;
    let mut definitions = Vec::new();
    for defining in places.iter().take(DEFINITIONS) {
        definitions.extend(definition(snapshot, day, defining)?);
    }
    let near = match places.first() {
        Some(first) => near(snapshot, uri, first)?,
        None => Vec::new(),
    };
    Ok(Concept { decisions: decisions(snapshot, uri, places.first())?, definitions, near })
}

/// The first definition of a concept in the words of a held act, with its citation; None where no held act defines the
/// concept.
pub(crate) fn meaning(snapshot: &Snapshot, day: Date, uri: &str) -> Result<Option<String>, AnswerError> {
    for defining in defining_places(snapshot, day, uri)?.iter().take(DEFINITIONS) {
        if let Some(ConceptDefinition { citation, text, .. }) = definition(snapshot, day, defining)? {
            return Ok(Some(format!("{} ({citation})", cut(&text))));
        }
    }
    Ok(None)
}

/// Whether a document is a concept.
pub(crate) fn is_concept(document: &CatalogDocument) -> bool {
    document.source == concept_source().name
}

/// The places of held acts that define a concept. Acts that no longer apply come last.
fn defining_places(snapshot: &Snapshot, day: Date, uri: &str) -> Result<Vec<DefiningPlace>, AnswerError> {
    let groups =
        [FlowGroup::Forfattningar, FlowGroup::EuRattsakter, FlowGroup::Foreskrifter].map(FlowGroup::name);
    let citing = citing(snapshot, question(uri, &groups.join(","), InboundOrder::Citations, ACTS))?;
    let ended = ends(snapshot, day, citing.documents.iter().map(|entry| entry.uri.as_str()))?;
    let mut places = Vec::new();
    for entry in &citing.documents {
        let is_act = source(&entry.source).is_act(entry.kind.as_deref().unwrap_or_default());
        let anchors = entry.places.iter().filter_map(|place| place.anchor.as_deref()).filter(|_| is_act);
        for anchor in anchors.take(DEFINITIONS) {
            let (place, document) = find_location(snapshot, &format!("{}#{anchor}", entry.uri))?;
            places.push((ended.contains_key(&entry.uri), DefiningPlace { place, document }));
        }
    }
    places.sort_by_key(|(is_over, _)| *is_over);
    Ok(places.into_iter().map(|(_, place)| place).collect())
}

/// The words of a place that defines a concept; None where its text is not found.
fn definition(
    snapshot: &Snapshot,
    day: Date,
    DefiningPlace { place, document }: &DefiningPlace,
) -> Result<Option<ConceptDefinition>, AnswerError> {
    let text = TextSource::undated(document.stored);
    let Some(part) = place_text(snapshot, day, &text, place)? else { return Ok(None) };
    let base = &snapshot.manifest().base;
    let path = page_path(base, &document.uri).unwrap_or_default();
    let text = first_sentences(part.text.trim());
    Ok((!text.is_empty()).then(|| ConceptDefinition {
        url: place.anchor().map_or_else(|| path.clone(), |anchor| format!("{path}#{anchor}")),
        citation: reader_citation(base, document, place.anchor()),
        text,
    }))
}

/// A text, or as many of its first sentences as a definition may be long.
fn first_sentences(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(DEFINITION) else { return text.to_owned() };
    text[..end].rfind(". ").map_or_else(|| cut(text), |stop| format!("{} …", &text[..=stop]))
}

/// The decisions that name a concept, the most cited first, then those that apply the provision that defines it.
fn decisions(
    snapshot: &Snapshot,
    uri: &str,
    defined: Option<&DefiningPlace>,
) -> Result<Vec<BesideDecision>, AnswerError> {
    let question = question(uri, FlowGroup::Rattsfall.name(), InboundOrder::Citations, DECISIONS as u64);
    let naming = citing(snapshot, question)?.documents.into_iter().map(|entry| BesideDecision {
        uri: entry.uri,
        url: entry.url,
        label: entry.label,
        title: entry.title,
        source: entry.source,
        date: entry.date,
        inbound_count: entry.inbound_count,
    });
    let mut decisions: Vec<BesideDecision> = naming.collect();
    if let Some(DefiningPlace { place, document }) = defined
        && let Some(provision) =
            place.anchor().and_then(|anchor| source(&document.source).grammar.whole_provision(anchor))
    {
        let notes = beside(snapshot, &format!("{}#{provision}", document.uri))?.notes;
        for note in notes.into_iter().filter(|note| note.anchor == provision.as_str()) {
            for decision in note.leading.into_iter().chain(note.newest) {
                if decisions.iter().all(|known| known.uri != decision.uri) {
                    decisions.push(decision);
                }
            }
        }
    }
    decisions.truncate(DECISIONS);
    Ok(decisions)
}

/// The concepts that an act defines before and after a concept.
fn near(
    snapshot: &Snapshot,
    uri: &str,
    defined: &DefiningPlace,
) -> Result<Vec<(String, String)>, AnswerError> {
    let base = &snapshot.manifest().base;
    let list = query_catalog(snapshot, |catalog| catalog.outbound_list(&defined.document.uri))?;
    let targets = list.targets();
    let mut named: Vec<(&str, &str)> = Vec::new();
    for link in list.links() {
        let target = &targets[link.target];
        let Some(held) = target.held().filter(|held| held.source == concept_source().name) else { continue };
        let name = held.title.as_deref().or(held.label.as_deref()).unwrap_or_default();
        if named.iter().all(|(known, _)| *known != target.uri()) {
            named.push((target.uri(), name));
        }
    }
    let Some(at) = named.iter().position(|(known, _)| *known == uri) else { return Ok(Vec::new()) };
    let range = at.saturating_sub(NEAR)..named.len().min(at + NEAR + 1);
    // Some texts mark a piece of a sentence that is no concept: *Brott som avses i*.
    let is_piece = |name: &str| name.rsplit(' ').next().is_none_or(is_function_word);
    let others = named[range].iter().filter(|(known, name)| *known != uri && !is_piece(name));
    Ok(others.filter_map(|(uri, name)| Some((page_path(base, uri)?, (*name).to_owned()))).collect())
}

fn question(uri: &str, groups: &str, order: InboundOrder, limit: u64) -> CitingQuestion {
    CitingQuestion {
        uri: uri.to_owned(),
        source: None,
        groups: Some(groups.to_owned()),
        year: None,
        order,
        limit,
        offset: 0,
        earlier_offset: 0,
        context: false,
    }
}

/// Whether the page of a concept without a text of its own has more to read than the document that links to it: another
/// act defines the concept, or two other documents use it.
pub(crate) fn tells_more(
    catalog: &CatalogReader<'_>,
    concept: &CatalogDocument,
    linking: &str,
) -> Result<bool, CatalogProblem> {
    const ALONE: u64 = 1;
    const WITH_ANOTHER: u64 = 2;
    match concept.inbound_count {
        ..=ALONE => return Ok(false),
        WITH_ANOTHER => {}
        _ => return Ok(true),
    }
    let Some(location) = Location::parse(&concept.uri) else { return Ok(false) };
    let found = catalog.citing_list(&CitingQuery {
        location: &location,
        source: None,
        citers: CiterFilter { groups: None, year: None },
        by_citations: false,
        page: RowRange { limit: WITH_ANOTHER, offset: 0 },
    })?;
    let is_act = |entry: &CitingEntry| {
        source(&entry.citing.source).is_act(entry.citing.kind.as_deref().unwrap_or_default())
    };
    Ok(found.documents.iter().any(|entry| entry.citing.uri != linking && is_act(entry)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_definition_ends_after_a_sentence() {
        assert_eq!(first_sentences("Ull är pälsen."), "Ull är pälsen.");
        let whole = "å".repeat(DEFINITION);
        assert_eq!(first_sentences(&whole), whole);
        let long = format!("Ull är pälsen. Den klipps. {whole}");
        assert_eq!(first_sentences(&long), "Ull är pälsen. Den klipps. …");
        assert!(first_sentences(&"å".repeat(DEFINITION + 1)).ends_with(" …"));
    }
}

//! What a half-typed text may become: names of documents and provisions of them.
//!
//! Names come from the name index of the snapshot, which is in memory. What is shown of the few documents found, and the
//! anchors of up to [`MAX_ACTS`] of them, are read from the catalog.

mod provisions;
mod typed;

use std::collections::HashSet;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Base, Location};
use lagrum_catalog::{CatalogDocument, CatalogHoldings, CatalogProblem, CatalogReader, DocumentNumber};
use lagrum_citation::{CitedLocation, locate};
use lagrum_snapshot::{SharedNameIndex, SharedResolver, Snapshot};
use lagrum_sources::{concept_source, source};
use lagrum_suggest::{FoundName, NameMatch};
use serde::Serialize;
use utoipa::ToSchema;

use crate::chronicle::HeldActs;
use crate::lookup::{local_id, page_path, query_catalog, reader_citation};
use crate::place_state::{PlaceStatus, held_place};
use crate::resolve::LOAD_SECONDS;
use crate::{AnswerError, LoadingPart};

/// Suggestions for a half-typed text.
#[derive(Debug, Serialize, ToSchema)]
pub struct SuggestResponse {
    /// The text of the question.
    pub q: String,
    /// The suggestions, the best first.
    pub suggestions: Vec<Suggestion>,
    /// Whether the same question may have another answer soon: the names of the day are being loaded. Such an answer must
    /// not be cached.
    #[serde(skip)]
    pub is_provisional: bool,
}

/// What a half-typed text may become.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Suggestion {
    /// Whether it is a provision, a document or a concept.
    pub kind: SuggestionKind,
    /// Its uri, with a fragment for a provision.
    pub uri: String,
    /// Its page path.
    #[schema(required = true)]
    pub url: Option<String>,
    /// What is shown: a provision as a reader cites it, the heading of a document.
    pub display: String,
    /// The provision in its document (`36 §`), or the printed id of the document.
    #[schema(required = true)]
    pub label: Option<String>,
    /// The source of the document.
    pub source: String,
    /// What it is today.
    pub status: PlaceStatus,
    /// The text that takes the place of what was typed: a citation that resolves to the uri, of a concept its name.
    pub completes: String,
}

/// What is suggested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SuggestionKind {
    /// A provision.
    Provision,
    /// A document.
    Document,
    /// The page of a concept.
    Concept,
}

/// A half-typed text.
#[derive(Clone, Debug)]
pub struct SuggestQuestion {
    /// The beginning of a citation or of a name.
    pub text: String,
    /// How many suggestions are wanted.
    pub limit: usize,
}

/// The most documents whose provisions are suggested for one text.
const MAX_ACTS: usize = 3;

/// The most documents among which the name beside a place is looked for.
const MAX_NAMED: usize = 20;

/// Characters that the beginning of a name needs, unless it is the whole name, for provisions of what it names.
const MIN_BEGINNING: usize = 3;

/// What a half-typed text may become on a day.
pub fn suggest(
    snapshot: &Snapshot,
    day: Date,
    question: SuggestQuestion,
) -> Result<SuggestResponse, AnswerError> {
    let names = snapshot
        .name_index()
        .ok_or(AnswerError::Loading { part: LoadingPart::Suggestions, retry_after: LOAD_SECONDS })?;
    let SuggestQuestion { text, limit } = question;
    let base = &snapshot.manifest().base;
    let resolver = snapshot.resolver();
    let suggestions = query_catalog(snapshot, |catalog| {
        let suggester = Suggester { catalog, base, names: &names, resolver: resolver.as_ref(), limit };
        let mut suggestions = suggester.suggest(&text)?;
        let holdings = CatalogHoldings::new(catalog, base);
        let acts = HeldActs::new(catalog, snapshot.manifest());
        for suggestion in &mut suggestions {
            suggestion.status = status_of(&suggestion.uri, &holdings, &acts, day);
        }
        holdings.failure().map_or(Ok(suggestions), Err)
    })?;
    Ok(SuggestResponse { q: text, suggestions, is_provisional: names.day() != day })
}

/// What a document or a place in it is on a day.
fn status_of(uri: &str, holdings: &CatalogHoldings<'_>, acts: &HeldActs<'_>, day: Date) -> PlaceStatus {
    let place = Location::parse(uri);
    let held = place.and_then(|place| {
        let document = local_id(holdings.base(), place.document().as_str()).to_owned();
        locate(&CitedLocation { document, anchor: place.anchor().cloned() }, holdings)
    });
    held.map_or(PlaceStatus::Held, |held| held_place(holdings, acts, &held, day).status)
}

struct Suggester<'a> {
    catalog: &'a CatalogReader<'a>,
    base: &'a Base,
    names: &'a SharedNameIndex,
    resolver: Option<&'a SharedResolver>,
    limit: usize,
}

impl Suggester<'_> {
    /// Documents with a name that begins so, then provisions, then documents with the text later in a name.
    fn suggest(&self, text: &str) -> Result<Vec<Suggestion>, CatalogProblem> {
        // No name has a paragraph sign, and without it `3 §` would begin every number with a 3.
        let named = if text.contains('§') { Vec::new() } else { self.names.find(text, self.limit) };
        let later = |found: &FoundName| matches!(found.how, NameMatch::Word | NameMatch::Words);
        let (later, first): (Vec<FoundName>, Vec<FoundName>) = named.into_iter().partition(later);
        let mut suggestions = self.documents(&first)?;
        if suggestions.len() < self.limit {
            suggestions.extend(self.provisions(text)?);
        }
        if suggestions.len() < self.limit {
            suggestions.extend(self.documents(&later)?);
        }
        let mut seen = HashSet::new();
        suggestions.retain(|suggestion| seen.insert(suggestion.uri.clone()));
        suggestions.truncate(self.limit);
        Ok(suggestions)
    }

    fn documents(&self, found: &[FoundName]) -> Result<Vec<Suggestion>, CatalogProblem> {
        let numbers: Vec<DocumentNumber> = found.iter().map(|found| found.document).collect();
        let documents = self.catalog.documents_numbered(&numbers)?;
        Ok(documents.into_iter().map(|document| self.document(document)).collect())
    }

    fn document(&self, document: CatalogDocument) -> Suggestion {
        let kind = if is_concept(&document) { SuggestionKind::Concept } else { SuggestionKind::Document };
        Suggestion {
            kind,
            url: page_path(self.base, &document.uri),
            completes: self.citing_name(&document, str::to_owned),
            display: document
                .display
                .or_else(|| document.label.clone())
                .unwrap_or_else(|| document.uri.clone()),
            label: document.label,
            source: document.source,
            uri: document.uri,
            status: PlaceStatus::Held,
        }
    }

    /// Provisions that a name and a place mean, by the longest name that has any.
    fn provisions(&self, text: &str) -> Result<Vec<Suggestion>, CatalogProblem> {
        for citation in typed::typed_citations(text) {
            let acts = self.acts(citation.name)?;
            let mut found = Vec::new();
            for (index, act) in acts.iter().enumerate() {
                let Some(stored) = act.stored else { continue };
                let anchors = self.catalog.anchors_of(stored)?;
                let left = self.limit.saturating_sub(found.len());
                // Each act gets half of what is left, and the last one gets the rest.
                let share = if index + 1 < acts.len() { left.div_ceil(2) } else { left };
                let grammar = source(&act.source).grammar;
                let meant = provisions::meant(anchors.iter(), grammar, &citation.place, share);
                found.extend(self.provisions_of(act, &meant, citation.place_first));
            }
            if !found.is_empty() {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    }

    /// Documents with provisions or printed pages that a name beside a place may mean: those with the whole name, or else
    /// those with a name that begins so.
    fn acts(&self, name: &str) -> Result<Vec<CatalogDocument>, CatalogProblem> {
        let long = name.chars().filter(|c| c.is_alphanumeric()).count() >= MIN_BEGINNING;
        let mut acts = Vec::new();
        for found in self.names.find_in_order(name, MAX_NAMED) {
            let fits = match found.how {
                NameMatch::Whole => true,
                NameMatch::Beginning => long && !acts.iter().any(|(how, _)| *how == NameMatch::Whole),
                NameMatch::Word | NameMatch::Words => false,
            };
            if !fits || acts.len() == MAX_ACTS {
                break;
            }
            let document = self.catalog.documents_numbered(&[found.document])?;
            let has_places = |document: &CatalogDocument| {
                let source = source(&document.source);
                source.act_form.is_some() || source.cited_by_page
            };
            acts.extend(document.into_iter().filter(has_places).map(|document| (found.how, document)));
        }
        Ok(acts.into_iter().map(|(_, document)| document).collect())
    }

    /// The first name of a document that is read as this document before any other, in a citation made by `cite`; its
    /// uri, if there is none. A concept is not cited, so it has its own name.
    fn citing_name(&self, document: &CatalogDocument, cite: impl Fn(&str) -> String) -> String {
        let local_id = local_id(self.base, &document.uri);
        let names_it = |text: &&str| {
            let reading = self.resolver.and_then(|resolver| resolver.read_uncorrected(&cite(text)));
            reading.is_some_and(|reading| {
                reading.targets.first().is_some_and(|target| target.document == local_id)
            })
        };
        let text = citing_texts(document).into_iter().find(|text| is_concept(document) || names_it(text));
        text.unwrap_or(&document.uri).to_owned()
    }

    /// Provisions of a document, of which the anchors are given.
    fn provisions_of(
        &self,
        document: &CatalogDocument,
        anchors: &[Anchor],
        place_first: bool,
    ) -> Vec<Suggestion> {
        let grammar = source(&document.source).grammar;
        let label = |anchor: &Anchor| grammar.label(anchor).unwrap_or_else(|| anchor.to_string());
        let cited = |label: &str, name: &str| {
            if place_first { format!("{label} {name}") } else { format!("{name} {label}") }
        };
        let Some(first) = anchors.first().map(label) else { return Vec::new() };
        let name = self.citing_name(document, |name| cited(&first, name));
        let provision = |anchor: &Anchor| {
            let label = label(anchor);
            Suggestion {
                kind: SuggestionKind::Provision,
                uri: format!("{}#{anchor}", document.uri),
                url: page_path(self.base, &document.uri).map(|path| format!("{path}#{anchor}")),
                display: reader_citation(self.base, document, Some(anchor)),
                completes: cited(&label, &name),
                label: Some(label),
                source: document.source.clone(),
                status: PlaceStatus::Held,
            }
        };
        anchors.iter().map(provision).collect()
    }
}

fn is_concept(document: &CatalogDocument) -> bool {
    document.source == concept_source().name
}

/// The texts that may cite a document, each once, the one that a reader prefers first: of an act its name in running text,
/// its abbreviation and its number, of another document its number and its title.
fn citing_texts(document: &CatalogDocument) -> Vec<&str> {
    fn text(column: Option<&String>) -> Option<&str> {
        column.map(String::as_str).filter(|text| !text.is_empty())
    }
    let is_act = source(&document.source).act_form.is_some();
    let descriptive = text(document.descriptive.as_ref());
    let in_running_text = descriptive.filter(|name| name.starts_with(|c: char| c.is_lowercase()));
    let short_id = text(document.short_id.as_ref());
    let number = short_id.filter(|id| !is_act && id.contains(|c: char| c.is_ascii_digit()));
    let of_act = [in_running_text, text(document.abbr.as_ref())].map(|name| name.filter(|_| is_act));
    let of_any = [
        number,
        text(document.label.as_ref()),
        text(document.display.as_ref()),
        text(document.title.as_ref()),
    ];
    let mut texts = Vec::new();
    for text in of_act.into_iter().chain(of_any).flatten() {
        // Reading texts as citations is the main cost of a suggestion, and for many documents these texts are equal.
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

//! The trait of a search engine, with its requests and results.

use std::cmp::Ordering;
use std::sync::Arc;

use lagrum_files::Texts;
use lagrum_numbers::DocumentNumber;
use lagrum_words::{Analyser, Compounds, DayRange, Vocabulary, YearRange};
use serde::{Deserialize, Serialize};

use crate::plan::QueryPlan;
use crate::{DayNumber, FoundBy, IndexError, ScoreExplanation, SearchError, Support, Tuning};

/// Finds documents and the passages in them. An engine searches one snapshot, so no answer mixes two.
pub trait Engine: Send + Sync + std::fmt::Debug {
    /// The vocabulary of the snapshot: its words and forms, with the number of documents that have each.
    fn vocabulary(&self) -> &Vocabulary;

    /// The beginnings and ends of compounds, learnt when the index of the snapshot was made.
    fn compounds(&self) -> &Compounds;

    /// The analyser that finds the forms of the words of the snapshot's texts.
    fn analyser(&self) -> &Analyser;

    /// The numbers of the ranking.
    fn tuning(&self) -> &Tuning;

    /// Computes the support of documents by citation contexts, and its cost in postings. Only for a plan that
    /// [takes support](QueryPlan::takes_support).
    fn contexts(&self, plan: &QueryPlan) -> Result<(Support, u64), SearchError>;

    /// The scores of some documents by their provisions, each provision scored by itself, in the order of the documents, and the
    /// cost in postings. A provision that has the whole query scores one to two. 0 for a document without provisions that are
    /// indexed by themselves.
    fn provision_scores(
        &self,
        plan: &QueryPlan,
        documents: &[DocumentNumber],
    ) -> Result<(Vec<f32>, u64), SearchError>;

    /// The name of the source of a document.
    fn source(&self, document: DocumentNumber) -> &str;

    /// Finds the documents that match: their number, and the documents of a window.
    fn find(&self, plan: &QueryPlan, request: &FindRequest) -> Result<FoundDocuments, SearchError>;

    /// Explains the scores of some found documents, in the order of the documents. The engine of a cluster takes the explanations
    /// of the embedded engine, and adds the difference of its own scores.
    fn explain(
        &self,
        plan: &QueryPlan,
        found: &[RankedDocument],
    ) -> Result<Vec<ScoreExplanation>, SearchError>;

    /// The fields that a hit shows of a document.
    fn hit(&self, document: DocumentNumber) -> Result<HitFields, SearchError>;

    /// The passages that answer in each of some documents, in the order of the documents. A text that does not apply on the day is
    /// not shown if another text with its anchor applies.
    fn passages(
        &self,
        plan: &QueryPlan,
        documents: &[DocumentNumber],
        today: DayNumber,
    ) -> Result<Vec<Passages>, SearchError>;

    /// Whether the engine can answer. The error says what is missing, in words that may be shown to anybody. Returns at once: the
    /// engine of a cluster returns the result of its last check.
    fn ready(&self) -> Result<(), String> {
        Ok(())
    }

    /// Whether a search computes on this machine. If not, it mostly waits for another machine.
    fn computes_here(&self) -> bool {
        true
    }

    /// The position of a uri in the order of documents.
    fn position(&self, uri: &str) -> Result<UriPosition, SearchError>;
}

/// The position of a uri in the order of documents, which is the order of their uris.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UriPosition {
    /// The number of the document with the uri.
    Document(DocumentNumber),
    /// No document has the uri. This is the number of the first document after it.
    Before(DocumentNumber),
}

impl UriPosition {
    /// The number of the document with the uri; None when there is none.
    pub fn document(self) -> Option<DocumentNumber> {
        match self {
            Self::Document(number) => Some(number),
            Self::Before(_) => None,
        }
    }
}

/// The order of hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum HitOrder {
    /// The best match first.
    #[default]
    Relevance,
    /// The most cited first.
    Citations,
}

/// The filters on the documents that may be hits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filters {
    /// Only this source.
    pub source: Option<String>,
    /// Only this kind.
    pub kind: Option<String>,
    /// Only these years.
    pub year: Option<YearRange>,
    /// Only these days.
    pub days: Option<DaysFilter>,
    /// The day as `20310131`. A document that has expired by then is no hit.
    pub today: DayNumber,
}

/// A filter by days. No index has the days of documents, so those of the catalog are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DaysFilter {
    /// The days.
    pub range: DayRange,
    /// The documents of these days.
    pub documents: Arc<[DocumentNumber]>,
}

/// A request to find documents.
#[derive(Clone, Debug, Default)]
pub struct FindRequest {
    /// The filters.
    pub filters: Filters,
    /// The order.
    pub sort: HitOrder,
    /// Only documents after this position.
    pub after: Option<SortPosition>,
    /// The documents that the query names. They match without its words, and after they have expired.
    pub named: Vec<DocumentNumber>,
    /// Documents that are shown apart from the hits. They are counted and not returned.
    pub except: Vec<DocumentNumber>,
    /// How many documents to pass over.
    pub skip: usize,
    /// How many documents to return.
    pub limit: usize,
}

/// A position between two hits: after all documents with a higher sort value and, among documents with this value, before the
/// document with this number. Document numbers are in the order of uris.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SortPosition {
    /// The score, or the number of citations.
    pub value: f32,
    /// The number of the first document that may come next.
    pub document: DocumentNumber,
}

impl SortPosition {
    /// Whether a document with this sort value comes after the position.
    pub fn is_before(&self, value: f32, document: DocumentNumber) -> bool {
        match value.total_cmp(&self.value) {
            Ordering::Less => true,
            Ordering::Equal => document >= self.document,
            Ordering::Greater => false,
        }
    }
}

/// The documents found.
#[derive(Clone, Debug, Default)]
pub struct FoundDocuments {
    /// How many documents match and pass the filters.
    pub total: u64,
    /// Whether no document has all words of the query.
    pub none_holds_all: bool,
    /// Counts by source, kind and year.
    pub facets: Facets,
    /// The documents of the window, in order.
    pub candidates: Vec<RankedDocument>,
    /// Whether there are more after these.
    pub more: bool,
    /// The work of finding them on this machine, in postings.
    pub work: u64,
}

/// A document that matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedDocument {
    /// Its number.
    pub document: DocumentNumber,
    /// Its score.
    pub score: f32,
    /// How many documents cite it.
    pub inbound: u32,
    /// What it was found by, if it has too few words of the query to match by them.
    pub found_by: Option<FoundBy>,
}

impl RankedDocument {
    /// Its sort value.
    pub fn value(&self, sort: HitOrder) -> f32 {
        match sort {
            HitOrder::Relevance => self.score,
            HitOrder::Citations => self.inbound as f32,
        }
    }
}

/// The number of documents by source, kind and year, each under the filters of the other two.
#[derive(Clone, Debug, Default)]
pub struct Facets {
    /// By source.
    pub source: Vec<FacetCount>,
    /// By kind.
    pub kind: Vec<FacetCount>,
    /// By year.
    pub year: Vec<FacetCount>,
}

/// A value of a facet and how many documents have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FacetCount {
    /// The value, as a filter has it.
    pub value: String,
    /// How many documents.
    pub count: u64,
}

/// The fields that a hit shows of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HitFields {
    /// Its uri.
    pub uri: String,
    /// Its printed id.
    pub label: Option<String>,
    /// Its full title.
    pub title: Option<String>,
    /// Its heading for readers.
    pub display: Option<String>,
    /// Its acronym.
    pub abbr: Option<String>,
    /// Its source.
    pub source: String,
    /// Its kind.
    pub kind: Option<String>,
    /// How many documents cite it.
    pub inbound_count: u64,
    /// The documents that it replaced.
    pub former: Vec<FormerDocument>,
    /// The uri of the document that replaced it.
    pub successor: Option<String>,
}

/// A document that another one replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormerDocument {
    /// Its uri.
    pub uri: String,
    /// Its full title.
    pub title: String,
    /// Its name without its number.
    pub name: String,
}

/// The documents for an index, which may be too many to be held in memory. Documents and contexts are read side by side, in
/// two threads.
pub trait DocumentRows: Sync {
    /// Calls `visit` with every document, in the order of their numbers. It may be called more than once.
    fn visit(
        &self,
        columns: DocumentColumns,
        visit: &mut dyn FnMut(DocumentToIndex) -> Result<(), IndexError>,
    ) -> Result<(), IndexError>;

    /// Calls `visit` once with every provision that has citation contexts.
    fn contexts(
        &self,
        _visit: &mut dyn FnMut(&ProvisionContexts<'_>) -> Result<(), IndexError>,
    ) -> Result<(), IndexError> {
        Ok(())
    }
}

/// Which fields of documents are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentColumns {
    /// Everything.
    All,
    /// Everything but their provisions.
    WithoutProvisions,
}

impl DocumentRows for Vec<DocumentToIndex> {
    fn visit(
        &self,
        _: DocumentColumns,
        visit: &mut dyn FnMut(DocumentToIndex) -> Result<(), IndexError>,
    ) -> Result<(), IndexError> {
        self.iter().cloned().try_for_each(visit)
    }
}

/// A document for the index.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct DocumentToIndex {
    /// The fields that a hit shows.
    pub hit: HitFields,
    /// The number of its stored artifact; None for a concept that has only a name.
    pub key: Option<i64>,
    /// The year it is filed under.
    pub year: Option<u16>,
    /// The day it expires as `20310131`; 0 for an unknown day in the past, None for no end.
    pub expired: Option<DayNumber>,
    /// Whether it is a preparatory work. It then ranks after the act it led to.
    pub preparatory: bool,
    /// Whether it is an act that only changes another. It then ranks after the act that it changes.
    pub amending: bool,
    /// All its names: title, short names, names in use, identifiers.
    pub names: Vec<String>,
    /// Its keywords, which name its topics.
    pub keywords: Vec<String>,
    /// Its topics, and those of its parts: *semester* of a *semesterlag*, the headings over its provisions, the terms that they
    /// define.
    pub topics: Vec<String>,
    /// The terms that its provisions define: the anchor of the provision, and the term.
    pub defined: Vec<(String, String)>,
    /// The numbers of the case it decides.
    pub case_numbers: Vec<String>,
    /// Its provisions that other documents cite or that explain concepts.
    pub provisions: Vec<ProvisionToIndex>,
}

/// The kind of a name of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum NameKind {
    /// A name of the document.
    #[default]
    Own = 0,
    /// A keyword.
    Keyword = 1,
    /// A topic of the document or of a part of it. It only counts if it is the query.
    Topic = 2,
}

impl NameKind {
    /// The kind with a number.
    pub fn of_number(number: u64) -> Self {
        match number {
            1 => Self::Keyword,
            2 => Self::Topic,
            _ => Self::Own,
        }
    }
}

/// Names with their kind.
fn of_kind(names: &[String], kind: NameKind) -> impl Iterator<Item = (&str, NameKind)> {
    names.iter().map(move |name| (name.as_str(), kind))
}

impl DocumentToIndex {
    /// All its names, each with its kind.
    pub fn names_and_kinds(&self) -> impl Iterator<Item = (&str, NameKind)> {
        of_kind(&self.names, NameKind::Own)
            .chain(of_kind(&self.keywords, NameKind::Keyword))
            .chain(of_kind(&self.topics, NameKind::Topic))
    }
}

/// A provision of a document, with its citations by others and the concepts that it explains.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvisionToIndex {
    /// Its anchor.
    pub anchor: String,
    /// How many documents cite it.
    pub cited: u32,
    /// The names of the concepts that it explains.
    pub concepts: Vec<String>,
    /// The concepts among these that few provisions explain, so that their names also count as names of the document.
    pub names: Vec<String>,
}

/// The citation contexts of a provision.
#[derive(Clone, Copy, Debug)]
pub struct ProvisionContexts<'a> {
    /// The number of the document that has the provision.
    pub document: DocumentNumber,
    /// The anchor of the provision.
    pub anchor: &'a str,
    /// The contexts, one for each citing document.
    pub contexts: &'a [ContextToIndex],
    /// The words of the contexts of all provisions. The list is the same for every provision.
    pub words: &'a Texts,
}

/// The words of one document in its citation contexts of a provision.
#[derive(Clone, Debug, Default)]
pub struct ContextToIndex {
    /// How much a word of it counts, in halves.
    pub weight: u32,
    /// The words, as positions in [`ProvisionContexts::words`], each once.
    pub words: Vec<u32>,
}

/// The parts of a document that answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passages {
    /// Extracts of its text, each of one piece; if no word of the text is marked, an extract of its title.
    pub highlight: Vec<String>,
    /// The passages that answer, the best first.
    pub passages: Vec<Passage>,
    /// The work of finding them, in postings.
    pub work: u64,
}

/// A passage that answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Its anchor.
    pub anchor: String,
    /// Its label.
    pub label: Option<String>,
    /// The nearest heading over it that has words of the query, marked. Only given if the passage itself has none of them to show.
    pub heading: Option<String>,
    /// Extracts of its own text, in reading order.
    pub highlight: Vec<String>,
}

//! The trait of a search engine, what it is asked for, and what it returns.

use std::cmp::Ordering;

use lagrum_files::Texts;
use lagrum_numbers::DocumentNumber;
use lagrum_words::{Analyser, Compounds, Vocabulary};
use serde::{Deserialize, Serialize};

use crate::plan::QueryPlan;
use crate::{DayNumber, FoundBy, IndexError, ScoreExplanation, SearchError, Support, Tuning};

/// Finds documents and the passages in them. An engine searches one snapshot, so no answer mixes two.
pub trait Engine: Send + Sync + std::fmt::Debug {
    /// The words of the snapshot.
    fn vocabulary(&self) -> &Vocabulary;

    /// How the compounds of the snapshot come apart.
    fn compounds(&self) -> &Compounds;

    /// What finds the forms of the words of its texts.
    fn analyser(&self) -> &Analyser;

    /// The numbers of the ranking.
    fn tuning(&self) -> &Tuning;

    /// What speaks for documents by what others say where they cite their provisions, for a plan that
    /// [takes support](QueryPlan::takes_support), and the work of finding it, in postings.
    fn contexts(&self, plan: &QueryPlan) -> Result<(Support, u64), SearchError>;

    /// Finds the documents that match: their number, and those of a window.
    fn find(&self, plan: &QueryPlan, request: &FindRequest) -> Result<FoundDocuments, SearchError>;

    /// Why some of the documents it found have their scores, in their order. The engine of a cluster explains by the embedded
    /// engine, and adds what its own scores differ by.
    fn explain(
        &self,
        plan: &QueryPlan,
        found: &[RankedDocument],
    ) -> Result<Vec<ScoreExplanation>, SearchError>;

    /// The fields that a hit shows of a document.
    fn hit(&self, document: DocumentNumber) -> Result<HitFields, SearchError>;

    /// The passages that answer in each of some documents, in the order of the documents. Nothing that does not apply on the
    /// day is shown under the name of what does.
    fn passages(
        &self,
        plan: &QueryPlan,
        documents: &[DocumentNumber],
        today: DayNumber,
    ) -> Result<Vec<Passages>, SearchError>;

    /// Whether it can answer. The error says what is missing, in words that may be shown to anybody. Returns at once: the
    /// engine of a cluster returns what it saw last.
    fn ready(&self) -> Result<(), String> {
        Ok(())
    }

    /// Whether a search keeps a core of this machine busy. If not, it mostly waits for another machine.
    fn computes_here(&self) -> bool {
        true
    }

    /// Where a uri is in the order of documents.
    fn position(&self, uri: &str) -> Result<UriPosition, SearchError>;
}

/// Where a uri is in the order of documents, which is that of their uris.
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
    /// Only this year.
    pub year: Option<u16>,
    /// The day as `20310131`. A document that has expired by then is no hit.
    pub today: DayNumber,
}

/// What an engine is to find.
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

/// A position between two hits: after all with a higher sort value and, among those with this value, before the document
/// with this number. Document numbers are in the order of uris.
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
    /// By what it matches, if it has too few words of the query to match by them.
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
    /// The documents that it took the place of.
    pub former: Vec<FormerDocument>,
    /// The uri of the document that took its place.
    pub successor: Option<String>,
}

/// A document that another took the place of.
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

    /// Calls `visit` with every provision of which documents say something, once.
    fn contexts(
        &self,
        _visit: &mut dyn FnMut(&ProvisionContexts<'_>) -> Result<(), IndexError>,
    ) -> Result<(), IndexError> {
        Ok(())
    }
}

/// What is wanted of documents.
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
    /// What a hit shows of it.
    pub hit: HitFields,
    /// The number of its stored artifact; None for a concept that has only a name.
    pub key: Option<i64>,
    /// The year it is filed under.
    pub year: Option<u16>,
    /// The day it expires as `20310131`; 0 for an unknown day in the past, None for no end.
    pub expired: Option<DayNumber>,
    /// Whether it is a preparatory work. It then ranks after the act it led to.
    pub preparatory: bool,
    /// Whether it is an act that only changes another. It then ranks after that one.
    pub amending: bool,
    /// All its names: title, short names, names in use, identifiers.
    pub names: Vec<String>,
    /// Its keywords: names of its topics rather than of itself.
    pub keywords: Vec<String>,
    /// What it is about as a whole or in a part: *semester* of a *semesterlag*, the headings over its provisions, the terms that
    /// they define.
    pub topics: Vec<String>,
    /// The terms that its provisions define: the anchor of the provision, and the term.
    pub defined: Vec<(String, String)>,
    /// The numbers of the case it decides.
    pub case_numbers: Vec<String>,
    /// What other documents say of its provisions.
    pub provisions: Vec<ProvisionToIndex>,
}

/// What a name of a document is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum NameKind {
    /// A name of the document.
    #[default]
    Own = 0,
    /// A keyword.
    Keyword = 1,
    /// What the document or a part of it is about. It counts where it is the query.
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

/// What other documents say of a provision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvisionToIndex {
    /// Its anchor.
    pub anchor: String,
    /// How many documents cite it.
    pub cited: u32,
    /// The names of the concepts that it explains.
    pub concepts: Vec<String>,
    /// Those of them that explain so few provisions that their names are names of the document too.
    pub names: Vec<String>,
}

/// What documents say of a provision where they cite it.
#[derive(Clone, Copy, Debug)]
pub struct ProvisionContexts<'a> {
    /// The number of the document that has the provision.
    pub document: DocumentNumber,
    /// The anchor of the provision.
    pub anchor: &'a str,
    /// What is said, for each document that says it.
    pub contexts: &'a [ContextToIndex],
    /// The words that are said of any provision. These are the same for all of them.
    pub words: &'a Texts,
}

/// What one document says of a provision.
#[derive(Clone, Debug, Default)]
pub struct ContextToIndex {
    /// How much a word of it counts, in halves.
    pub weight: u32,
    /// The words as numbers into the words of all provisions, each once.
    pub words: Vec<u32>,
}

/// What answers in a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passages {
    /// Extracts of its text, each of one piece, or of its title if nothing of the text is marked.
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
    /// The nearest heading over it that has words of the query, marked, where the passage itself has none to show.
    pub heading: Option<String>,
    /// Extracts of its own text, in reading order.
    pub highlight: Vec<String>,
}

//! What is asked of an engine and what it answers.

use std::cmp::Ordering;

use lagrum_words::{Compounds, Vocabulary};
use serde::{Deserialize, Serialize};

use crate::plan::Plan;
use crate::{SearchError, Tuning};

/// What finds documents and the passages in them. An engine searches one snapshot, so two answers never mix two.
pub trait Engine: Send + Sync + std::fmt::Debug {
    /// The words of the snapshot.
    fn vocabulary(&self) -> &Vocabulary;

    /// How the compounds of the snapshot come apart.
    fn compounds(&self) -> &Compounds;

    /// The numbers of the ranking.
    fn tuning(&self) -> &Tuning;

    /// Which documents match, how many, and the first of them after a position.
    fn find(&self, plan: &Plan, request: &Request) -> Result<Found, SearchError>;

    /// What a hit shows of a document.
    fn hit(&self, document: u32) -> Result<Hit, SearchError>;

    /// The passages of each of some documents that answer, in their order.
    fn passages(&self, plan: &Plan, documents: &[u32]) -> Result<Vec<Passages>, SearchError>;

    /// Whether it can answer, and if not, what is missing in words that may be shown to anybody. Returns at once: of what
    /// lies elsewhere it tells what was seen last.
    fn ready(&self) -> Result<(), String> {
        Ok(())
    }

    /// Whether a search keeps a core of this machine busy; else it mostly waits for another.
    fn computes_here(&self) -> bool {
        true
    }

    /// The number of a document; of one that is not in the index the number it would push up.
    fn number(&self, uri: &str) -> Result<Result<u32, u32>, SearchError>;
}

/// The order of hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sort {
    /// The best match first.
    #[default]
    Relevance,
    /// The most cited first.
    Citations,
}

/// Which documents may be hits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filters {
    /// Only this source.
    pub source: Option<String>,
    /// Only this kind.
    pub kind: Option<String>,
    /// Only this year.
    pub year: Option<u16>,
    /// The day as `20310131`: what has ended by then is no hit.
    pub today: u32,
}

/// What to find.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Which documents may be hits.
    pub filters: Filters,
    /// In which order.
    pub sort: Sort,
    /// Only what comes after this.
    pub after: Option<Position>,
    /// Documents that match whatever their words are, and whatever has become of them: those the query names.
    pub named: Vec<u32>,
    /// Documents that are shown elsewhere: counted, but not among those found.
    pub except: Vec<u32>,
    /// How many to pass over.
    pub skip: usize,
    /// How many to find.
    pub limit: usize,
}

/// A place between two hits of an order: after everything with a higher sort value and, of equal ones, before the
/// document of this number. Numbers follow uris.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    /// The score, or the number of citations.
    pub value: f32,
    /// The number of the first document that may come next.
    pub document: u32,
}

impl Position {
    /// Whether what stands there comes after this place.
    pub fn is_before(&self, value: f32, document: u32) -> bool {
        match value.total_cmp(&self.value) {
            Ordering::Less => true,
            Ordering::Equal => document >= self.document,
            Ordering::Greater => false,
        }
    }
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// How many documents match and pass the filters.
    pub total: u64,
    /// Whether no document holds all words of the query.
    pub none_holds_all: bool,
    /// Counts by source, kind and year.
    pub facets: Facets,
    /// The documents asked for, in order.
    pub candidates: Vec<Candidate>,
    /// Whether there are more after these.
    pub more: bool,
    /// What finding them has cost this machine, in entries of the index gone through.
    pub work: u64,
}

/// A document that matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Its number.
    pub document: u32,
    /// How well it matches.
    pub score: f32,
    /// How many documents cite it.
    pub inbound: u32,
}

impl Candidate {
    /// What it is sorted by.
    pub fn value(&self, sort: Sort) -> f32 {
        match sort {
            Sort::Relevance => self.score,
            Sort::Citations => self.inbound as f32,
        }
    }
}

/// Documents counted by three properties, each under the filters of the other two.
#[derive(Clone, Debug, Default)]
pub struct Facets {
    /// By source.
    pub source: Vec<Bucket>,
    /// By kind.
    pub kind: Vec<Bucket>,
    /// By year.
    pub year: Vec<Bucket>,
}

/// A value and how many documents have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// The value, as a filter takes it.
    pub value: String,
    /// How many documents.
    pub count: u64,
}

/// What a hit shows of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
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
}

/// A document for the index.
#[derive(Clone, Debug, Default)]
pub struct DocumentToIndex {
    /// What a hit shows of it.
    pub hit: Hit,
    /// The number of its stored artifact; None for a concept that has only a name.
    pub key: Option<i64>,
    /// The year it is filed under.
    pub year: Option<u16>,
    /// The day it ends as `20310131`, 0 for a day nobody knows any more; None for no end.
    pub expired: Option<u32>,
    /// Whether it is a preparatory work, which ranks after the act it led to.
    pub preparatory: bool,
    /// Everything it is called: title, short names, names in use, identifiers, keywords.
    pub names: Vec<String>,
    /// What it is filed under: names of its topics rather than of itself.
    pub keywords: Vec<String>,
    /// Numbers of the case it decides.
    pub case_numbers: Vec<String>,
    /// What other documents say of its provisions.
    pub provisions: Vec<Provision>,
}

/// What other documents say of a provision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provision {
    /// Its anchor.
    pub anchor: String,
    /// How many documents cite it.
    pub cited: u32,
    /// The concepts that are explained by it.
    pub concepts: Vec<String>,
}

/// What of a document answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passages {
    /// Extracts of its text or, when nothing there is marked, of its title.
    pub highlight: Vec<String>,
    /// The places that answer, best first.
    pub passages: Vec<Passage>,
    /// What finding them has cost, in entries of the index gone through.
    pub work: u64,
}

/// A place that answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// What names it.
    pub anchor: String,
    /// What to call it.
    pub label: Option<String>,
    /// Extracts of it.
    pub highlight: Vec<String>,
}

//! What a citation names, by the resolver of `lagrum-citation` with the names and the places of the snapshot.

use jiff::civil::Date;
use lagrum_artifact::Base;
use lagrum_catalog::{CatalogHoldings, CatalogProblem, CatalogReader};
use lagrum_citation::{CandidateReading, Recognized, ResolvedLocation, settle};
use lagrum_snapshot::{Manifest, SharedResolver, Snapshot};
use serde::Serialize;
use utoipa::ToSchema;

use crate::chronicle::HeldActs;
use crate::lookup::{non_empty, query_catalog};
use crate::place_state::{PlaceReason, PlaceState, PlaceStatus, StatedPlace, held_place, unheld_place};
use crate::result::{Fragment, SearchResult};
use crate::{AnswerError, LoadingPart, SourceName};

/// Seconds after which the names of a snapshot are usually loaded.
pub(crate) const LOAD_SECONDS: u32 = 5;

/// What a text names.
#[derive(Debug, Serialize, ToSchema)]
pub struct ResolveResponse {
    /// The text of the question.
    pub query: String,
    /// The documents and provisions named that are held, the likeliest reading first.
    pub results: Vec<SearchResult>,
    /// Documents named that are not held, and named places that a held document does not have on the day: repealed, coming,
    /// not held, or impossible.
    pub recognized: Vec<RecognizedCitation>,
    /// Whether the same question may have another answer soon: the names are those of another day, and those of the day
    /// are being loaded. Such an answer must not be cached.
    #[serde(skip)]
    pub is_provisional: bool,
}

/// A document that was named and is not held, or a place that a held document does not have on the day.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecognizedCitation {
    /// The uri it would have: that of a document, with a fragment where the document is held or `invalid` is true.
    pub uri: String,
    /// The source it would belong to.
    pub source: String,
    /// What it is on the day.
    pub status: PlaceStatus,
    /// True when it is established that nothing has this uri, for the status `impossible` alone: a provision that
    /// neither the text of its act, an archived wording nor the register of amendments has, a number of a year to come,
    /// outside the years of its series, below one, or not in a year that is held whole. Otherwise absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub invalid: bool,
    /// The day from which it applies; absent where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub since: Option<String>,
    /// The day from which it no longer applies; absent where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub until: Option<String>,
    /// The uri of the act that repealed it, or that inserts it; absent where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub act: Option<String>,
    /// The uris of acts in force that changed it and are not worked into the held text. Absent when there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub missing: Vec<String>,
    /// Why, where the status does not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub reason: Option<PlaceReason>,
    /// The uris of the provisions on both sides of one that a held act does not have; of a paragraf without its kapitel, of
    /// those with the number. Absent when there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub nearest: Vec<String>,
    /// The evidence for the operator's statement that the year of the series is held whole, where that statement is why
    /// the number cannot exist. Absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub evidence: Option<String>,
}

impl RecognizedCitation {
    /// A place as it is on a day. `document` is the uri that the nearest places are in.
    fn new(uri: String, source: String, state: PlaceState, document: &str) -> Self {
        let StatedPlace { status, since, until, act, missing, certainty: _, reason, nearest } =
            StatedPlace::new(state, document);
        let invalid = status == PlaceStatus::Impossible;
        Self { uri, source, status, invalid, since, until, act, missing, reason, nearest, evidence: None }
    }

    /// The state on the day, in the shape that cards have.
    pub fn state(&self) -> StatedPlace {
        StatedPlace {
            status: self.status,
            since: self.since.clone(),
            until: self.until.clone(),
            act: self.act.clone(),
            missing: self.missing.clone(),
            // Only places that are not held are recognized.
            certainty: None,
            reason: self.reason,
            nearest: self.nearest.clone(),
        }
    }
}

/// The evidence for the operator's statement that makes a document that is not held impossible.
pub(crate) fn evidence(holdings: &CatalogHoldings<'_>, document: &str, state: &PlaceState) -> Option<String> {
    (state.status == PlaceStatus::Impossible).then(|| holdings.evidence(document)).flatten()
}

/// A citation to resolve.
#[derive(Clone, Debug)]
pub struct ResolveQuestion {
    /// A citation as it is typed or pasted: `BrB 3 kap 1 §`, `GDPR art 6.1 c`, `NJA 2015 s. 702`, a uri.
    pub text: String,
    /// Only documents of this source.
    pub source: Option<SourceName>,
    /// Only held documents of this kind.
    pub kind: Option<String>,
}

/// The documents and provisions that a citation names on a day.
pub fn resolve(
    snapshot: &Snapshot,
    day: Date,
    question: ResolveQuestion,
) -> Result<ResolveResponse, AnswerError> {
    resolve_as_of(snapshot, day, None, question)
}

/// As [`resolve`], with the states of places on the day `as_of`. That day also decides which years were to come.
pub fn resolve_as_of(
    snapshot: &Snapshot,
    day: Date,
    as_of: Option<Date>,
    question: ResolveQuestion,
) -> Result<ResolveResponse, AnswerError> {
    let resolver = snapshot
        .resolver()
        .ok_or(AnswerError::Loading { part: LoadingPart::Names, retry_after: LOAD_SECONDS })?;
    let ResolveQuestion { text, source, kind } = question;
    let (source, kind) = (source.as_ref().map(SourceName::current), non_empty(kind));
    let named = query_catalog(snapshot, |catalog| {
        let read = resolver.read(&text);
        resolve_with(catalog, snapshot.manifest(), &resolver, read, source, kind.as_deref(), as_of)
    })?;
    Ok(named.answer(text, resolver.day() != day))
}

/// What each of many citations names, in their order, as [`resolve_as_of`] answers it. Documents that several name are read once.
pub fn resolve_many(
    snapshot: &Snapshot,
    day: Date,
    as_of: Option<Date>,
    citations: Vec<String>,
) -> Result<Vec<ResolveResponse>, AnswerError> {
    let resolver = snapshot
        .resolver()
        .ok_or(AnswerError::Loading { part: LoadingPart::Names, retry_after: LOAD_SECONDS })?;
    query_catalog(snapshot, |catalog| {
        let places = ReadPlaces::new(catalog, snapshot.manifest(), &resolver);
        let mut answers = Vec::with_capacity(citations.len());
        for citation in citations {
            lagrum_cancel::check()?;
            let read = resolver.read(&citation);
            let named = resolve_among(&places, &resolver, read, None, None, as_of);
            answers.push(named.answer(citation, resolver.day() != day));
        }
        places.checked(answers)
    })
}

/// What a text that was read names.
pub(crate) struct NamedByText {
    /// [`ResolveResponse::results`].
    pub(crate) results: Vec<SearchResult>,
    /// [`ResolveResponse::recognized`].
    pub(crate) recognized: Vec<RecognizedCitation>,
}

impl NamedByText {
    fn answer(self, query: String, is_provisional: bool) -> ResolveResponse {
        let Self { results, recognized } = self;
        ResolveResponse { query, results, recognized, is_provisional }
    }
}

/// What was read of the documents that citations name.
struct ReadPlaces<'a> {
    holdings: CatalogHoldings<'a>,
    acts: HeldActs<'a>,
}

impl<'a> ReadPlaces<'a> {
    fn new(catalog: &'a CatalogReader<'a>, manifest: &'a Manifest, resolver: &'a SharedResolver) -> Self {
        Self {
            holdings: CatalogHoldings::new(catalog, resolver.base()),
            acts: HeldActs::new(catalog, manifest),
        }
    }

    /// What was answered by them, unless reading failed.
    fn checked<T>(self, answer: T) -> Result<T, CatalogProblem> {
        match self.holdings.failure() {
            Some(problem) => Err(problem),
            None => Ok(answer),
        }
    }
}

/// As [`resolve_as_of`], of a text that the resolver has read, with a catalog at hand.
pub(crate) fn resolve_with(
    catalog: &CatalogReader<'_>,
    manifest: &Manifest,
    resolver: &SharedResolver,
    read: Option<CandidateReading>,
    source: Option<&str>,
    kind: Option<&str>,
    as_of: Option<Date>,
) -> Result<NamedByText, CatalogProblem> {
    let places = ReadPlaces::new(catalog, manifest, resolver);
    let named = resolve_among(&places, resolver, read, source, kind, as_of);
    places.checked(named)
}

fn resolve_among(
    places: &ReadPlaces<'_>,
    resolver: &SharedResolver,
    read: Option<CandidateReading>,
    source: Option<&str>,
    kind: Option<&str>,
    as_of: Option<Date>,
) -> NamedByText {
    let ReadPlaces { holdings, acts } = places;
    let base = resolver.base();
    let resolution = settle(read, holdings);
    let today = resolver.day().to_string();
    let named = |location: &ResolvedLocation, state: &PlaceState| {
        let document = holdings.document(&location.document)?;
        let wanted = source.is_none_or(|source| document.source == source)
            && kind.is_none_or(|kind| document.kind.as_deref() == Some(kind));
        wanted.then(|| {
            let pin = location.anchor.as_ref().and_then(|anchor| {
                let shown = holdings.part_text(&location.document, anchor)?;
                Some(Fragment::pin(&document, anchor, &shown))
            });
            // A provision that the text has in a node without its anchor.
            let is_held = state.status == PlaceStatus::Held;
            let pin = pin
                .or_else(|| Some(Fragment::place(&document, location.cited.as_ref().filter(|_| is_held)?)));
            SearchResult::named(base, &document, pin, &today)
        })
    };
    let day = as_of.unwrap_or_else(|| resolver.day());
    let mut results = Vec::new();
    let mut recognized = Vec::new();
    for location in resolution.results {
        let state = held_place(holdings, acts, &location, day);
        let Some(result) = named(&location, &state) else { continue };
        // A whole act that has ended is a result, which says so itself.
        let is_told = match location.cited {
            Some(_) => state.status != PlaceStatus::Held,
            None => as_of.is_some() && state.status == PlaceStatus::Coming,
        };
        if is_told {
            let uri = match &location.cited {
                Some(cited) => format!("{}#{cited}", result.uri),
                None => result.uri.clone(),
            };
            let source = result.source.clone().unwrap_or_default();
            recognized.push(RecognizedCitation::new(uri, source, state, &result.uri));
        }
        results.push(result);
    }
    let unheld =
        resolution.recognized.into_iter().filter(|named| source.is_none_or(|source| named.source == source));
    recognized.extend(unheld.filter_map(|named| unheld_citation(holdings, base, named, day)));
    NamedByText { results, recognized }
}

/// The recognized citation of a document that is not held; None where its name makes no uri.
fn unheld_citation(
    holdings: &CatalogHoldings<'_>,
    base: &Base,
    named: Recognized,
    day: Date,
) -> Option<RecognizedCitation> {
    let Recognized { document, cited, source } = named;
    let uri = base.document(&document)?;
    let state = unheld_place(holdings, &document, cited.as_ref(), day);
    let place = match cited {
        Some(cited) => format!("{uri}#{cited}"),
        None => uri.to_string(),
    };
    let evidence = evidence(holdings, &document, &state);
    let citation = RecognizedCitation::new(place, source.to_owned(), state, uri.as_str());
    Some(RecognizedCitation { evidence, ..citation })
}

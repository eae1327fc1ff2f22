//! Full-text search, with the documents that the query names in front.
//!
//! `lagrum-search` finds what matches. Here the resolver finds what the query names, and hits, facets and passages get
//! the names that readers know.
//!
//! What a query names depends on the query and the corpus alone. Filters and pages decide only what of it is shown.

use jiff::civil::Date;
use lagrum_artifact::Base;
use lagrum_catalog::CatalogDocument;
use lagrum_search::{
    DayNumber, DaysFilter, Engine, FacetCount, Filters, FindRequest, HitFields, HitOrder, LeadDocument,
    MatchingDocuments, Passage, QueryMeaning, QueryPlanner, ReadQuery, SearchError, SearchPage,
    SearchPageError, SearchRequest, YearRange, matching_documents, search_page,
};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{commentary_id, kind_plural, source_label};
use lagrum_vectors::EncodeError;
use lagrum_words::{DayRange, UnknownOperator, is_function_word, is_light_word};
use serde::Serialize;
use utoipa::ToSchema;

use crate::everyday_places::{LackingAct, answering_places, lacking_acts};
use crate::lacking_behind::lacking_behind;
use crate::lookup::{non_empty, page_path, query_catalog};
use crate::meaning::meaning_support;
use crate::named_by::{NamedBy, named_by};
use crate::named_kinds::asked_kinds;
use crate::readings::{Reading, take_operators};
use crate::resolve::RecognizedCitation;
use crate::result::{Fragment, SearchResult};
use crate::source_roles::source_roles;
use crate::successors::{add_successors, named_predecessors};
use crate::{AnswerError, SourceName};

/// What a query finds.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchResponse {
    /// The query, as in the question.
    pub query: String,
    /// Documents that match and pass the filters, those the query names among them.
    pub total: u64,
    /// Whether `total` is exact. It always is below 10,000, and today above as well: all documents that match are counted.
    pub total_is_exact: bool,
    /// The `cursor` of the next page; null on the last page.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
    /// Documents by source, kind and year, each under the filters of the other two.
    pub facets: SearchFacets,
    /// The page.
    pub results: Vec<SearchResult>,
    /// Whether a word was read as another, or no document holds all words.
    pub relaxed: bool,
    /// The words that were read as others.
    pub corrections: Vec<Correction>,
    /// Words that were read in another way than as they stand, beside corrections: an everyday expression for which legal terms
    /// were looked for too, and the words on both sides of *eller*, of which one is enough.
    pub readings: Vec<Reading>,
    /// The words of a query that finds nothing, each with what it finds alone; empty for a query that finds something.
    pub words: Vec<WordAlone>,
    /// Documents that the query names and that are not held. If it names no other, those that cite them lead.
    pub recognized: Vec<RecognizedCitation>,
    /// Acts that are not held and that words of the query ask for without naming them.
    pub lacking: Vec<LackingAct>,
    /// Whether the same question may have another answer soon: the names of the day are being loaded, or could not be read.
    /// Such an answer must not be cached.
    #[serde(skip)]
    pub is_provisional: bool,
    /// Whether the query is in English.
    #[serde(skip)]
    pub is_english: bool,
    /// Words that were searched for only in part, because the work on a query is limited: a prefix of too many words, or an
    /// unknown word after the first few that were corrected.
    pub cut: Vec<String>,
}

/// Documents counted by three properties.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchFacets {
    /// By source.
    pub source: Vec<SearchFacetBucket>,
    /// By kind.
    pub kind: Vec<SearchFacetBucket>,
    /// By year.
    pub year: Vec<SearchFacetBucket>,
}

/// A facet value, and how many documents have it.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchFacetBucket {
    /// The value, as a filter takes it.
    pub value: String,
    /// How many documents.
    pub count: u64,
    /// What readers call it; null for a year and for what has no name.
    #[schema(required = true)]
    pub label: Option<String>,
}

/// A word that was read as another.
#[derive(Debug, Serialize, ToSchema)]
pub struct Correction {
    /// The word as typed.
    pub word: String,
    /// The word that was searched for instead.
    pub read_as: String,
}

/// A word of a query that finds nothing.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WordAlone {
    /// The word.
    pub word: String,
    /// How many documents it finds alone, under no filter.
    pub documents: u64,
    /// For a word that no document has, the words spelt nearly like it.
    pub nearest: Vec<String>,
}

/// A search.
#[derive(Clone, Debug, Default)]
pub struct SearchQuestion {
    /// Words, `"phrases"`, citations. `-word` excludes, `|` is or, parentheses group, `*` ends a prefix. `"a b"~3` has words near
    /// each other, `rubrik:`, `namn:` and `text:` (`heading:`, `name:`) words in a heading, a name, the text outside headings.
    pub query: String,
    /// Only documents of this source.
    pub source: Option<SourceName>,
    /// Only documents of this kind.
    pub kind: Option<String>,
    /// Only documents of these years.
    pub year: Option<YearRange>,
    /// Only documents of these days. A document without a day is none of them.
    pub days: Option<DayRange>,
    /// Hits on a page.
    pub limit: usize,
    /// Hits to skip. Then nothing is put in front, and similar titles are not set aside.
    pub offset: Option<usize>,
    /// `next_cursor` of the page before. Excludes `offset`.
    pub cursor: Option<String>,
    /// The order of hits.
    pub sort: HitOrder,
    /// Whether to say why each hit has its score.
    pub explain: bool,
}

/// The documents that match a query on a day, with the passages that answer, by the engine of the snapshot.
pub fn search(
    snapshot: &Snapshot,
    day: Date,
    question: SearchQuestion,
) -> Result<SearchResponse, AnswerError> {
    search_with(snapshot, engine(snapshot)?, day, question)
}

/// As [`search`], with a given engine.
pub fn search_with(
    snapshot: &Snapshot,
    engine: &dyn Engine,
    day: Date,
    mut question: SearchQuestion,
) -> Result<SearchResponse, AnswerError> {
    let typed = question.query.clone();
    let (query, unknown) = read(&mut question)?;
    let NamedBy { mut results, beside, recognized, mut meaning, is_provisional } =
        named_by(snapshot, day, &query);
    let base = &snapshot.manifest().base;
    // A commentary expires with its act, and a reader who names the act may look for the commentary.
    let past = results.iter().filter(|result| result.is_expired).map(|result| &result.uri);
    let past = past.chain(recognized.iter().map(|unheld| &unheld.uri));
    let commentary =
        |uri: &String| Some(format!("{base}/{}", commentary_id(base.strip(uri)?.split('#').next()?)));
    let commentaries: Vec<String> = past.filter_map(commentary).collect();
    if results.iter().any(|result| result.is_expired) {
        let to_result = |hit: HitFields| SearchResult::of_hit(page_path(base, &hit.uri), hit);
        results = add_successors(engine, query.text(), results, to_result)
            .map_err(|error| engine_failure(error.into(), query.text(), None))?;
        meaning.named = results.iter().map(|result| result.uri.clone()).collect();
    }
    // What names a document is no operator: *celex:32031R0005*.
    let names_something = !results.is_empty() || !recognized.is_empty() || meaning.is_citation;
    let unknown = if names_something { Vec::new() } else { unknown };
    let (mut asked, lacks_nearness) = request(snapshot, engine, day, query, question, meaning)?;
    let lacking = lacking_acts(snapshot, engine, &asked);
    // Commentaries are added only now: one that may be meant does not change how the words are read.
    asked.meaning.named.extend(commentaries);
    let is_provisional = lacks_nearness || is_provisional || lacking.is_err();
    let mut lacking = lacking.unwrap_or_default();
    let leads = asked.offset.is_none()
        && asked.cursor.is_none()
        && asked.filters.year.is_none()
        && asked.filters.days.is_none();
    let (source, kind) = (&asked.filters.source, &asked.filters.kind);
    let kinds = &asked.meaning.kinds;
    results.retain(|result| {
        leads
            // A query that names a kind asks for documents of that kind on what it names beside it.
            && (kinds.kinds.is_empty()
                || kinds.include(result.source.as_deref().unwrap_or_default(), result.kind.as_deref()))
            && source.as_deref().is_none_or(|wanted| result.source.as_deref() == Some(wanted))
            && kind.as_deref().is_none_or(|wanted| result.kind.as_deref() == Some(wanted))
    });
    let beside = asked.query.beside_name(&beside);
    asked.leads = results
        .iter()
        .map(|result| LeadDocument { uri: result.uri.clone(), beside: beside.clone() })
        .collect();
    // The first hit of the whole order may lack the act behind it, if words alone are asked for.
    let asks_in_words = leads
        && asked.leads.is_empty()
        && asked.sort == HitOrder::Relevance
        && asked.meaning.citing.is_none();
    let found = search_page(engine, &asked).map_err(|error| page_failure(error, &asked))?;
    let words = if found.total == 0 && results.is_empty() {
        words_alone(engine, &asked).map_err(|error| page_failure(error, &asked))?
    } else {
        Vec::new()
    };
    let mut answer = answer(base, typed, results, &asked, found);
    answer.readings.extend(unknown.into_iter().map(Reading::from));
    let (results, lacks_facts) = with_facts(snapshot, day, answer.results);
    let is_provisional = is_provisional || lacks_facts;
    if let Some(first) = results.first().filter(|_| asks_in_words && lacking.is_empty()) {
        lacking.extend(lacking_behind(snapshot, &answer.query, first).ok().flatten());
    }
    Ok(SearchResponse { results, words, recognized, lacking, is_provisional, ..answer })
}

/// Reads the query of a question, once, and takes what it asks for beside its words out of it. Returns also what looks like an
/// operator and is none.
fn read(question: &mut SearchQuestion) -> Result<(ReadQuery, Vec<UnknownOperator>), AnswerError> {
    let unknown = take_operators(&mut question.query, &mut question.year, &mut question.days)?;
    Ok((ReadQuery::new(std::mem::take(&mut question.query)), unknown))
}

/// The request to the engine, without lead documents, and whether a part of the meaning of the query is missing.
fn request(
    snapshot: &Snapshot,
    engine: &dyn Engine,
    day: Date,
    query: ReadQuery,
    question: SearchQuestion,
    mut meaning: QueryMeaning,
) -> Result<(SearchRequest, bool), AnswerError> {
    let SearchQuestion { query: _, source, kind, year, days, limit, offset, cursor, sort, explain } =
        question;
    meaning.kinds = asked_kinds(query.words_beside(), meaning.is_citation);
    let lacks_nearness = add_nearness(snapshot, engine, &query, &mut meaning);
    meaning.answers = answering_places(snapshot, engine, &query, &meaning);
    let filters = Filters {
        source: source.map(|source| source.current().to_owned()),
        kind: non_empty(kind),
        year,
        days: days.map(|range| days_filter(snapshot, range)).transpose()?,
        today: DayNumber::from(day),
    };
    let cursor = non_empty(cursor);
    let leads = Vec::new();
    let roles = source_roles();
    let request =
        SearchRequest { query, filters, sort, limit, offset, cursor, meaning, leads, explain, roles };
    Ok((request, lacks_nearness))
}

/// The filter by days, with the documents that the catalog has of them.
fn days_filter(snapshot: &Snapshot, range: DayRange) -> Result<DaysFilter, AnswerError> {
    let (from, to) = (range.from.as_deref(), range.to.as_deref());
    let documents = query_catalog(snapshot, |catalog| catalog.documents_of_days(from, to))?;
    Ok(DaysFilter { range, documents: documents.into() })
}

/// The best documents that match a query, at most `limit`, and whether a later answer may have others.
pub(crate) fn matching(
    snapshot: &Snapshot,
    day: Date,
    mut question: SearchQuestion,
    limit: usize,
) -> Result<(MatchingDocuments<'_>, bool), AnswerError> {
    let engine = engine(snapshot)?;
    let (query, _) = read(&mut question)?;
    let NamedBy { meaning, is_provisional, .. } = named_by(snapshot, day, &query);
    let (asked, lacks_nearness) = request(snapshot, engine, day, query, question, meaning)?;
    let found = matching_documents(engine, &asked, limit).map_err(|error| page_failure(error, &asked))?;
    Ok((found, is_provisional || lacks_nearness))
}

fn engine(snapshot: &Snapshot) -> Result<&dyn Engine, AnswerError> {
    snapshot.search().ok_or(AnswerError::Unavailable {
        message: "the search index is missing or being opened",
        cause: None,
    })
}

/// Adds to the results what the catalog has of their documents. The flag is true if the catalog could not be
/// read, which costs nothing else.
fn with_facts(snapshot: &Snapshot, day: Date, results: Vec<SearchResult>) -> (Vec<SearchResult>, bool) {
    let (base, day) = (&snapshot.manifest().base, day.to_string());
    let documents = snapshot.catalog().with(|catalog| {
        results.iter().map(|result| catalog.document(&result.uri)).collect::<Result<Vec<_>, _>>()
    });
    match documents {
        Ok(documents) => {
            let with_facts = |(result, document): (SearchResult, Option<CatalogDocument>)| match document {
                Some(document) => result.with_facts(base, &document, &day),
                None => result,
            };
            (results.into_iter().zip(documents).map(with_facts).collect(), false)
        }
        Err(error) => {
            tracing::warn!("hits are shown without their facts: {error}");
            (results, true)
        }
    }
}

/// The most words of a query that are searched for one by one, and the most words of similar spelling for each.
const MAX_WORDS_ALONE: usize = 6;
const MAX_NEAREST: usize = 3;

/// Searches for the words of a query one by one.
fn words_alone(engine: &dyn Engine, asked: &SearchRequest) -> Result<Vec<WordAlone>, SearchPageError> {
    let planner = QueryPlanner {
        vocabulary: engine.vocabulary(),
        compounds: engine.compounds(),
        tuning: engine.tuning(),
    };
    let mut words: Vec<String> = Vec::new();
    let content = || asked.query.words().iter().filter(|word| !is_function_word(word));
    // Light words are left out if the query has other content words.
    let has_topic = content().any(|word| !is_light_word(word));
    for word in content().filter(|word| !(has_topic && is_light_word(word))) {
        if words.len() < MAX_WORDS_ALONE && !words.contains(word) {
            words.push(word.clone());
        }
    }
    let filters = Filters { today: asked.filters.today, ..Filters::default() };
    let request = FindRequest { filters, limit: 1, ..FindRequest::default() };
    let mut found = Vec::with_capacity(words.len());
    for word in words {
        let plan = planner.plan_knowing(&word.as_str().into(), std::slice::from_ref(&word))?;
        let documents = engine.find(&plan, &request)?.total;
        let nearest = if documents == 0 { engine.vocabulary().nearest(&word) } else { Vec::new() };
        let nearest = nearest.into_iter().take(MAX_NEAREST).map(|near| near.word).collect();
        found.push(WordAlone { word, documents, nearest });
    }
    Ok(found)
}

/// Adds the support by nearness in meaning to a query that names nothing. Returns whether nearness is incomplete, which
/// makes the answer provisional. A failure costs nearness only.
fn add_nearness(
    snapshot: &Snapshot,
    engine: &dyn Engine,
    query: &ReadQuery,
    meaning: &mut QueryMeaning,
) -> bool {
    if !meaning.named.is_empty() || meaning.citing.is_some() || meaning.is_citation {
        return false;
    }
    match meaning_support(snapshot.vectors(), engine.tuning(), query) {
        Ok(support) => {
            meaning.support = support;
            !snapshot.has_loaded_vectors() && !snapshot.manifest().vectors.is_empty()
        }
        Err(error) => {
            // A cancelled search fails by itself, so the error is not logged.
            if !matches!(error, EncodeError::Cancelled(_)) {
                tracing::warn!("a search goes on without nearness in meaning: {error}");
            }
            true
        }
    }
}

fn answer(
    base: &Base,
    query: String,
    named: Vec<SearchResult>,
    asked: &SearchRequest,
    found: SearchPage,
) -> SearchResponse {
    let leading =
        named.into_iter().take(asked.limit).zip(found.lead_passages).map(|(mut result, passages)| {
            result.highlight = passages.highlight;
            result.fragments = fragments(&result.uri, passages.passages);
            result
        });
    let following = found.hits.into_iter().map(|hit| {
        let url = page_path(base, &hit.hit.uri);
        let successor_of = named_predecessors(asked.query.words_beside(), &hit.hit.former);
        let found = SearchResult::found(url, hit.hit, hit.score, hit.passages.highlight, |uri| {
            fragments(uri, hit.passages.passages)
        });
        let found_by = hit.found_by.map(Into::into);
        SearchResult { explanation: hit.explanation.map(Into::into), found_by, successor_of, ..found }
    });
    let results = leading.chain(following).collect();
    let bucket = |label: fn(&str) -> Option<String>| {
        move |FacetCount { value, count }: FacetCount| SearchFacetBucket {
            label: label(&value),
            value,
            count,
        }
    };
    let source = |value: &str| Some(source_label(value).to_owned()).filter(|label| label != value);
    let kind = |value: &str| kind_plural(value).map(str::to_owned);
    SearchResponse {
        query,
        total: found.total,
        // Every engine counts all documents that match.
        total_is_exact: true,
        next_cursor: found.next_cursor,
        facets: SearchFacets {
            source: found.facets.source.into_iter().map(bucket(source)).collect(),
            kind: found.facets.kind.into_iter().map(bucket(kind)).collect(),
            year: found.facets.year.into_iter().map(bucket(|_| None)).collect(),
        },
        results,
        relaxed: found.relaxed,
        corrections: found
            .corrections
            .into_iter()
            .map(|correction| Correction { word: correction.word, read_as: correction.read_as })
            .collect(),
        readings: found.readings.into_iter().map(Reading::from).collect(),
        words: Vec::new(),
        recognized: Vec::new(),
        lacking: Vec::new(),
        is_provisional: false,
        is_english: found.is_english,
        cut: found.cut,
    }
}

fn fragments(document: &str, passages: Vec<Passage>) -> Vec<Fragment> {
    let fragment = |passage: Passage| Fragment {
        uri: format!("{document}#{}", passage.anchor),
        pinpoint: Some(passage.anchor),
        label: passage.label,
        heading: passage.heading,
        highlight: passage.highlight,
    };
    passages.into_iter().map(fragment).collect()
}

fn page_failure(error: SearchPageError, asked: &SearchRequest) -> AnswerError {
    engine_failure(error, asked.query.text(), asked.cursor.as_deref())
}

/// What a failure of the engine means for a question with this query and cursor.
pub(crate) fn engine_failure(error: SearchPageError, query: &str, cursor: Option<&str>) -> AnswerError {
    let invalid = |parameter, input: Option<&str>, message| AnswerError::Invalid {
        parameter,
        input: input.map(str::to_owned),
        message,
    };
    match error {
        SearchPageError::Query(error) => invalid("q", Some(query), error.to_string()),
        SearchPageError::Search(SearchError::TooMuchWork) => {
            invalid("q", Some(query), "asks for too much work: use fewer or longer words".to_owned())
        }
        SearchPageError::Cursor(error) => invalid("cursor", cursor, error.to_string()),
        SearchPageError::Search(SearchError::Cancelled(_)) => AnswerError::Cancelled,
        SearchPageError::Search(error @ SearchError::Unavailable(_)) => AnswerError::Unavailable {
            message: "the search engine does not answer",
            cause: Some(error.to_string()),
        },
        SearchPageError::Search(error) => AnswerError::Unavailable {
            message: "the search index cannot be read",
            cause: Some(error.to_string()),
        },
    }
}

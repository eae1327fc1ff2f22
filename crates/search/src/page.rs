//! A page of hits: the lead results first, then the documents that match.
//!
//! A walk through the hits takes a window of candidates and goes on until the page is full. It passes over documents whose
//! titles are nearly equal to two that are shown already. The cursor points after the last document walked. With an `offset` no
//! document is passed over. The documents that the query names lead the first page and are left out of the walk on every page.
//!
//! What a query means is the same on every page, under every filter and in every order: [`QueryMeaning`] depends on the
//! query and the corpus alone. A document that the query names matches, so it is counted wherever it is shown.

use std::collections::{HashMap, HashSet};

use lagrum_numbers::DocumentNumber;

use crate::cursor::{CursorError, SearchCursor, uri_digest};
use crate::declutter::TitleClusters;
use crate::provision_order::{HEAD, ProvisionOrder, SourceRoles};
use crate::{
    AnsweringPlace, AskedKinds, DocumentSupport, Engine, Facets, Filters, FindRequest, FoundBy,
    FoundDocuments, HitFields, HitOrder, PassageSupport, Passages, QueryPlan, QueryPlanner, QueryReading,
    QueryWord, RankedDocument, ReadQuery, ScoreExplanation, SearchError, SortPosition, Support, UriPosition,
    WordCorrection,
};

/// The number of candidates for each hit of a page, and the most candidates for a page.
const WINDOW: usize = 3;
const MAX_WINDOW: usize = 50;

/// A request for a page of hits.
#[derive(Clone, Debug, Default)]
pub struct SearchRequest {
    /// The query.
    pub query: ReadQuery,
    /// The filters.
    pub filters: Filters,
    /// The order of the hits.
    pub sort: HitOrder,
    /// The most hits of a page.
    pub limit: usize,
    /// How many hits to pass over. With an offset, lead results and documents with similar titles are hits like all others.
    pub offset: Option<usize>,
    /// The cursor of the page before.
    pub cursor: Option<String>,
    /// The meaning of the query beside its words.
    pub meaning: QueryMeaning,
    /// Which of the documents that the query names lead the first page.
    pub leads: Vec<LeadDocument>,
    /// Whether to explain the score of each hit.
    pub explain: bool,
    /// The sources whose documents the provisions of acts are weighed against.
    pub roles: SourceRoles,
}

/// The meaning of a query beside its words. It depends on the query and the corpus alone.
#[derive(Clone, Debug, Default)]
pub struct QueryMeaning {
    /// The uris of the documents that it names.
    pub named: Vec<String>,
    /// The numbers of the documents that cite what it names, in order, if it names a place or nothing that is held.
    pub citing: Option<Vec<DocumentNumber>>,
    /// The kinds of documents that it asks for by name.
    pub kinds: AskedKinds,
    /// The words of the names in it, as tokens. A name is never corrected, whatever words documents have.
    pub name_words: Vec<String>,
    /// Whether the whole query is a citation, held or not.
    pub is_citation: bool,
    /// The support of documents by nearness in meaning. It is not used for a query that states exactly what a document must have
    /// ([`QueryPlan::takes_support`]).
    pub support: Support,
    /// Known places of the answers to everyday expressions in the query. A place counts by the share of the query that its
    /// expression is.
    pub answers: Vec<AnsweringPlace>,
    /// The passages in which the documents of [`Self::citing`] cite the named place. These passages are shown.
    pub spots: Support,
}

/// A document that the query names, shown before the hits.
#[derive(Clone, Debug, Default)]
pub struct LeadDocument {
    /// Its uri.
    pub uri: String,
    /// The words of the query beside the name, which are looked for inside the document.
    pub beside: String,
}

/// A page of hits.
#[derive(Clone, Debug, Default)]
pub struct SearchPage {
    /// How many documents match.
    pub total: u64,
    /// The cursor of the next page; None on the last page.
    pub next_cursor: Option<String>,
    /// Counts by source, kind and year.
    pub facets: Facets,
    /// The passages that answer in each of the leading documents, in the order of the documents.
    pub lead_passages: Vec<Passages>,
    /// The documents that match.
    pub hits: Vec<SearchHit>,
    /// Whether a word was read as another, or no document has all words.
    pub relaxed: bool,
    /// Words read as others.
    pub corrections: Vec<WordCorrection>,
    /// Words read in another way than as they stand, beside corrections.
    pub readings: Vec<QueryReading>,
    /// Whether the query is in English.
    pub is_english: bool,
    /// Words for which fewer forms were looked for than the query asks for.
    pub cut: Vec<String>,
    /// The work of the page on this machine, in postings.
    pub work: u64,
}

/// A document that matches.
#[derive(Clone, Debug)]
pub struct SearchHit {
    /// The fields that are shown of it.
    pub hit: HitFields,
    /// Its score.
    pub score: f32,
    /// The passages and extracts that answer.
    pub passages: Passages,
    /// What it was found by, if it has too few words of the query to match by them.
    pub found_by: Option<FoundBy>,
    /// The explanation of its score, if requested.
    pub explanation: Option<ScoreExplanation>,
}

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum SearchPageError {
    /// The query cannot be read.
    #[error(transparent)]
    Query(#[from] lagrum_words::QueryError),
    /// The cursor cannot be used.
    #[error(transparent)]
    Cursor(#[from] CursorError),
    /// The search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// Searches for a page of hits.
pub fn search_page(engine: &dyn Engine, request: &SearchRequest) -> Result<SearchPage, SearchPageError> {
    let planner = QueryPlanner {
        vocabulary: engine.vocabulary(),
        compounds: engine.compounds(),
        tuning: engine.tuning(),
    };
    let cursor = match &request.cursor {
        Some(text) => Some(SearchCursor::parse(text, request.query.text(), &request.filters, request.sort)?),
        None => None,
    };
    let mut plan = planned(engine, &planner, request)?;
    let is_place = request.meaning.is_citation && request.meaning.citing.is_some();
    let is_answered = plan.shows_rule || request.query.is_question();
    let shows_rule = is_answered && cursor.is_none() && request.offset.is_none();
    plan.shows_rule = shows_rule && request.leads.is_empty();
    let begins_order = cursor.is_none() && request.offset.unwrap_or_default() == 0;
    plan.begins_order = begins_order && request.leads.is_empty();
    let walk = Walk { engine, request, plan: &plan, cursor: cursor.as_ref() };
    let mut page = walk.page()?;
    // For a citation it does not matter whether a document has all its words.
    page.relaxed &= !is_place;
    for (lead, at) in request.leads.iter().take(request.limit).zip(0..) {
        // For a query that names a place, the place itself is the answer, so no passages are looked for.
        let passages = if is_place {
            Passages::default()
        } else {
            plan.shows_rule = shows_rule && at == 0;
            plan.begins_order = begins_order && at == 0;
            lead_passages(engine, &planner, &plan, request, lead)?
        };
        page.work += passages.work;
        page.lead_passages.push(passages);
    }
    page.relaxed = page.relaxed || !plan.corrections.is_empty();
    page.work += plan.work;
    page.corrections = plan.corrections;
    page.readings = plan.readings;
    page.is_english = plan.is_english;
    page.cut = plan.cut;
    Ok(page)
}

/// The plan of a query, with its meaning added.
fn planned(
    engine: &dyn Engine,
    planner: &QueryPlanner<'_>,
    request: &SearchRequest,
) -> Result<QueryPlan, SearchPageError> {
    let mut plan = planner.plan_knowing(&request.query, &request.meaning.name_words)?;
    plan.prefer_kinds(&request.meaning.kinds, engine.tuning());
    let QueryMeaning { citing, is_citation, .. } = &request.meaning;
    if let Some(citing) = citing {
        plan.citing = citing.as_slice().into();
        if *is_citation {
            plan.require_citing(&request.query, request.meaning.spots.clone());
        }
    } else {
        plan.all_words = *is_citation && plan.is_plain;
    }
    add_support(engine, &mut plan, &request.meaning)?;
    Ok(plan)
}

/// Documents that match a query, without an order.
#[derive(Debug)]
pub struct MatchingDocuments<'e> {
    engine: &'e dyn Engine,
    /// By their numbers in the index.
    documents: HashSet<DocumentNumber>,
}

impl MatchingDocuments<'_> {
    /// Whether a document is among them.
    pub fn has(&self, uri: &str) -> Result<bool, SearchError> {
        let number = self.engine.position(uri)?.document();
        Ok(number.is_some_and(|number| self.documents.contains(&number)))
    }
}

/// The documents that match, the best ones up to the limit of the request, and the documents that the query names.
pub fn matching_documents<'e>(
    engine: &'e dyn Engine,
    request: &SearchRequest,
    limit: usize,
) -> Result<MatchingDocuments<'e>, SearchPageError> {
    let planner = QueryPlanner {
        vocabulary: engine.vocabulary(),
        compounds: engine.compounds(),
        tuning: engine.tuning(),
    };
    let plan = planned(engine, &planner, request)?;
    let walk = Walk { engine, request, plan: &plan, cursor: None };
    let found = engine.find(&plan, &FindRequest { limit, ..walk.find_request(0)? })?;
    let documents = found.candidates.iter().map(|candidate| candidate.document).collect();
    Ok(MatchingDocuments { engine, documents })
}

/// Adds the support of documents to a plan, if the plan takes support.
fn add_support(engine: &dyn Engine, plan: &mut QueryPlan, meaning: &QueryMeaning) -> Result<(), SearchError> {
    if plan.takes_support() {
        let (contexts, work) = engine.contexts(plan)?;
        let answers = support_of_answers(engine, plan, &meaning.answers)?;
        plan.shows_rule = answers.documents().iter().any(|answer| answer.finds.is_some());
        plan.support = contexts.merged(meaning.support.clone()).merged(answers);
        plan.work += work;
    }
    Ok(())
}

/// The support of the documents and provisions that have the answers to everyday expressions.
fn support_of_answers(
    engine: &dyn Engine,
    plan: &QueryPlan,
    answers: &[AnsweringPlace],
) -> Result<Support, SearchError> {
    let weights = &engine.tuning().answer;
    let all = share_weight(plan, |_| true);
    let mut supported: HashMap<DocumentNumber, DocumentSupport> = HashMap::new();
    for answer in answers {
        let Some(document) = engine.position(&answer.document)?.document() else { continue };
        let share = share_weight(plan, |word| answer.words.contains(&word.text)) / all.max(f32::MIN_POSITIVE);
        let passage =
            |anchor: &String| PassageSupport { anchor: anchor.clone(), score: weights.passage * share };
        let score = if answer.is_explained { 0.0 } else { weights.document * share * share };
        let of = supported
            .entry(document)
            .or_insert_with(|| DocumentSupport { document, ..DocumentSupport::default() });
        // Of several expressions that lead to one document, the largest counts.
        of.score = of.score.max(score);
        of.finds = of.finds.or((share >= weights.floor).then_some(FoundBy::Everyday));
        of.passages.extend(answer.anchor.as_ref().map(passage));
    }
    Ok(Support::new(supported.into_values()))
}

/// The weight of some content words of a plan.
fn share_weight(plan: &QueryPlan, is_counted: impl Fn(&QueryWord) -> bool) -> f32 {
    let counted = plan.words.iter().filter(|word| !word.is_function && is_counted(word));
    counted.map(|word| word.weight).sum()
}

/// The passages that answer in a leading document: by the words beside its name, or by all words if there are none beside it.
fn lead_passages(
    engine: &dyn Engine,
    planner: &QueryPlanner<'_>,
    plan: &QueryPlan,
    request: &SearchRequest,
    lead: &LeadDocument,
) -> Result<Passages, SearchPageError> {
    let Some(document) = engine.position(&lead.uri)?.document() else { return Ok(Passages::default()) };
    let beside = if lead.beside.is_empty() {
        None
    } else {
        let mut beside = planner.plan(&lead.beside)?;
        add_support(engine, &mut beside, &request.meaning)?;
        beside.shows_rule = plan.shows_rule;
        beside.begins_order = plan.begins_order;
        Some(beside)
    };
    let found = engine.passages(beside.as_ref().unwrap_or(plan), &[document], request.filters.today)?;
    Ok(found.into_iter().next().unwrap_or_default())
}

/// The documents to show, and the candidates walked for them.
type Chosen<'c> = (Vec<(RankedDocument, HitFields)>, &'c [RankedDocument]);

struct Walk<'a> {
    engine: &'a dyn Engine,
    request: &'a SearchRequest,
    plan: &'a QueryPlan,
    cursor: Option<&'a SearchCursor>,
}

impl Walk<'_> {
    fn page(&self) -> Result<SearchPage, SearchError> {
        let request = self.request;
        let hits = request.limit - request.leads.len().min(request.limit);
        let found = self.find(self.find_request(hits)?)?;
        let mut page = SearchPage {
            total: found.total,
            work: found.work,
            facets: found.facets,
            relaxed: found.none_holds_all,
            ..SearchPage::default()
        };
        let (shown, walked) = self.choose(&found.candidates, hits)?;
        let all_walked = walked.len() == found.candidates.len() && !found.more;
        if !all_walked {
            page.next_cursor = Some(self.next_cursor(walked)?);
        }
        let candidates: Vec<RankedDocument> = shown.iter().map(|(candidate, _)| *candidate).collect();
        let documents: Vec<DocumentNumber> = candidates.iter().map(|candidate| candidate.document).collect();
        let passages = self.engine.passages(self.plan, &documents, request.filters.today)?;
        page.work += passages.iter().map(|passages| passages.work).sum::<u64>();
        let mut explanations =
            if request.explain { self.engine.explain(self.plan, &candidates)? } else { Vec::new() }
                .into_iter();
        page.hits = shown
            .into_iter()
            .zip(passages)
            .map(|((candidate, hit), passages)| {
                let RankedDocument { score, found_by, .. } = candidate;
                let explanation = explanations.next().map(|of_hit| of_hit.with_score_of_place(score));
                SearchHit { hit, score, passages, found_by, explanation }
            })
            .collect();
        Ok(page)
    }

    /// The documents of a window, with the acts among the first ordered by their provisions.
    #[expect(clippy::needless_pass_by_value, reason = "the request ends here")]
    fn find(&self, request: FindRequest) -> Result<FoundDocuments, SearchError> {
        let walked = self.cursor.map_or(request.skip, |cursor| cursor.walked as usize);
        // A page that begins right behind the head begins after a place whose score is not that of its document.
        if walked > HEAD || !self.orders_by_provisions() {
            return self.engine.find(self.plan, &request);
        }
        let (skip, limit) = (request.skip, request.limit);
        let from_first =
            FindRequest { after: None, skip: 0, limit: HEAD.max(walked + limit), ..request.clone() };
        let mut found = self.engine.find(self.plan, &from_first)?;
        let order = ProvisionOrder {
            engine: self.engine,
            plan: self.plan,
            roles: &self.request.roles,
            query: &self.request.query,
            named: &request.named,
        };
        let head = found.candidates.len().min(HEAD);
        found.work += order.order(&mut found.candidates[..head])?;
        let begin = match (self.cursor, request.after) {
            (Some(cursor), Some(after)) => self.begin_after(&found.candidates, cursor, after)?,
            _ => skip,
        };
        let candidates = found.candidates.split_off(begin.min(found.candidates.len()));
        found.more |= candidates.len() > limit;
        found.candidates = candidates;
        found.candidates.truncate(limit);
        Ok(found)
    }

    /// Where the page after a cursor begins among the first documents.
    fn begin_after(
        &self,
        candidates: &[RankedDocument],
        cursor: &SearchCursor,
        after: SortPosition,
    ) -> Result<usize, SearchError> {
        let last = self.engine.position(&cursor.uri)?.document();
        let at = candidates.iter().position(|candidate| Some(candidate.document) == last);
        // The corpus may have changed since: then its score says where the document would stand.
        let by_score =
            || candidates.partition_point(|candidate| !after.is_before(candidate.score, candidate.document));
        Ok(at.map_or_else(by_score, |at| at + 1))
    }

    /// Whether acts are ordered by their provisions. They are not where the query states what a document must have, what it cites
    /// or of which kind it is.
    fn orders_by_provisions(&self) -> bool {
        let SearchRequest { sort, roles, .. } = self.request;
        *sort == HitOrder::Relevance
            && !roles.acts.is_empty()
            && self.plan.takes_support()
            && self.plan.citing.is_empty()
            && self.plan.kinds.is_empty()
    }

    /// The request to the engine for a page of `hits` hits.
    fn find_request(&self, hits: usize) -> Result<FindRequest, SearchError> {
        let request = self.request;
        let led_before = self.cursor.map_or(0, |cursor| cursor.leads.len());
        let limit = match request.offset {
            Some(_) => request.limit,
            None => hits.max((WINDOW * hits).min(MAX_WINDOW)) + led_before,
        };
        Ok(FindRequest {
            filters: request.filters.clone(),
            sort: request.sort,
            after: self.position()?,
            named: self.numbers(request.meaning.named.iter())?,
            except: self.numbers(request.leads.iter().map(|lead| &lead.uri))?,
            skip: request.offset.unwrap_or_default(),
            limit,
        })
    }

    /// The numbers of the documents with these uris; documents that the index does not have are left out.
    fn numbers<'u>(
        &self,
        uris: impl Iterator<Item = &'u String>,
    ) -> Result<Vec<DocumentNumber>, SearchError> {
        let mut numbers = Vec::new();
        for uri in uris {
            numbers.extend(self.engine.position(uri)?.document());
        }
        Ok(numbers)
    }

    /// The position after which the walk goes on.
    fn position(&self) -> Result<Option<SortPosition>, SearchError> {
        let Some(cursor) = self.cursor else { return Ok(None) };
        let document = match self.engine.position(&cursor.uri)? {
            UriPosition::Document(last) => last.next(),
            UriPosition::Before(next) => next,
        };
        Ok(Some(SortPosition { value: cursor.value, document }))
    }

    /// The documents to show, in order, and the candidates walked for them.
    fn choose<'c>(&self, candidates: &'c [RankedDocument], limit: usize) -> Result<Chosen<'c>, SearchError> {
        let mut chosen: Vec<(usize, RankedDocument, HitFields)> = Vec::new();
        let mut set_aside: Vec<(usize, RankedDocument, HitFields)> = Vec::new();
        let mut clusters = TitleClusters::default();
        let mut walked = 0;
        for (candidate, at) in candidates.iter().zip(0..) {
            if chosen.len() >= limit {
                break;
            }
            walked = at + 1;
            let hit = self.engine.hit(candidate.document)?;
            if self.cursor.is_some_and(|cursor| cursor.has_led(&hit.uri)) {
                continue;
            }
            let title = hit.title.as_deref().unwrap_or_default();
            if self.request.offset.is_some() || clusters.shows(title) {
                chosen.push((at, *candidate, hit));
            } else {
                set_aside.push((at, *candidate, hit));
            }
        }
        let missing = limit - chosen.len();
        chosen.extend(set_aside.into_iter().take(missing));
        chosen.sort_by_key(|(at, ..)| *at);
        let chosen = chosen.into_iter().map(|(_, candidate, hit)| (candidate, hit)).collect();
        Ok((chosen, &candidates[..walked]))
    }

    fn next_cursor(&self, walked: &[RankedDocument]) -> Result<String, SearchError> {
        let request = self.request;
        let (value, uri) = match (walked.last(), self.cursor) {
            (Some(last), _) => (last.value(request.sort), self.engine.hit(last.document)?.uri),
            (None, Some(before)) => (before.value, before.uri.clone()),
            (None, None) => (f32::INFINITY, String::new()),
        };
        let mut cursor = SearchCursor::new(request.query.text(), &request.filters, request.sort, value, uri);
        let before = self.cursor.map_or(request.offset.unwrap_or_default() as u32, |cursor| cursor.walked);
        cursor.walked = before.saturating_add(walked.len() as u32);
        cursor.leads = match self.cursor {
            Some(before) => before.leads.clone(),
            None => request.leads.iter().map(|lead| uri_digest(&lead.uri)).collect(),
        };
        Ok(cursor.format())
    }
}

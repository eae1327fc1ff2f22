//! A page of hits: what was named, then what matches.
//!
//! The forward stream takes a window of candidates and walks it until the page is full, passing over documents whose
//! titles are much like two shown already; the cursor points after the last one walked. By `offset` rows are taken as
//! they stand. What the query names (pins) leads the first page and is left out of the stream on all of its pages.
//!
//! What a query means is the same on every page, under every filter and in every order: [`Meaning`] comes from the query
//! and the corpus alone. A document that the query names is one that matches, so it is counted wherever it is shown.

use crate::cursor::{Cursor, CursorError, uri_digest};
use crate::declutter::TitleClusters;
use crate::{
    Engine, Facets, Filters, FindRequest, Hit, Passages, QueryPlan, QueryPlanner, RankedDocument,
    SearchError, Sort, SortPosition, UriPosition, WordCorrection,
};

/// Candidates looked at for a page, for each that it shows, and at most.
const WINDOW: usize = 3;
const WINDOW_MOST: usize = 50;

/// A search as it is asked for.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The query as typed.
    pub query: String,
    /// Which documents may be hits.
    pub filters: Filters,
    /// In which order.
    pub sort: Sort,
    /// Hits a page shows.
    pub limit: usize,
    /// Rows to pass over; then neither pins nor clusters count.
    pub offset: Option<usize>,
    /// Where the page before ended.
    pub cursor: Option<String>,
    /// What the query means beside its words.
    pub meaning: Meaning,
    /// Which of the documents named are shown in front, on the first page.
    pub pins: Vec<Pin>,
}

/// What a query means beside its words. It depends on nothing but the query and the corpus.
#[derive(Clone, Debug, Default)]
pub struct Meaning {
    /// The uris of the documents that it names.
    pub named: Vec<String>,
    /// When it names only what is not held: the numbers of the documents that cite that, in order.
    pub citing: Option<Vec<u32>>,
    /// Whether the query is nothing but what it names, held or not.
    pub is_citation: bool,
}

/// A document that the query names.
#[derive(Clone, Debug, Default)]
pub struct Pin {
    /// Its uri.
    pub uri: String,
    /// The words beside the name, which are looked for inside it.
    pub beside: String,
}

/// A page of hits.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Documents that match.
    pub total: u64,
    /// Where the next page begins.
    pub next_cursor: Option<String>,
    /// Counts by source, kind and year.
    pub facets: Facets,
    /// What answers in each of the documents named, in their order.
    pub pinned: Vec<Passages>,
    /// The documents that match.
    pub hits: Vec<PageHit>,
    /// Whether a word was read as another or no document holds all words.
    pub relaxed: bool,
    /// Words read as others.
    pub corrections: Vec<WordCorrection>,
    /// Words for which less was looked for than was asked.
    pub cut: Vec<String>,
    /// What the page has cost this machine, in entries of the index gone through.
    pub work: u64,
}

/// A document that matches.
#[derive(Clone, Debug)]
pub struct PageHit {
    /// What is shown of it.
    pub hit: Hit,
    /// How well it matches.
    pub score: f32,
    /// What of it answers.
    pub passages: Passages,
}

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// The query cannot be read.
    #[error(transparent)]
    Query(#[from] lagrum_words::QueryError),
    /// The cursor is of no use here.
    #[error(transparent)]
    Cursor(#[from] CursorError),
    /// The search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// The page of hits that was asked for.
pub fn page(engine: &dyn Engine, asked: &Asked) -> Result<Page, PageError> {
    let planner = QueryPlanner {
        vocabulary: engine.vocabulary(),
        compounds: engine.compounds(),
        tuning: engine.tuning(),
    };
    let cursor = match &asked.cursor {
        Some(text) => Some(Cursor::read(text, &asked.query, &asked.filters, asked.sort)?),
        None => None,
    };
    let mut plan = planner.plan(&asked.query)?;
    let Meaning { citing, is_citation, .. } = &asked.meaning;
    if let Some(citing) = citing {
        plan.citing = citing.as_slice().into();
        if *is_citation {
            plan.require_citing(&asked.query);
        }
    } else {
        plan.all_words = *is_citation && plan.is_plain;
    }
    let walk = Walk { engine, asked, plan: &plan, cursor: cursor.as_ref() };
    let mut page = walk.page()?;
    for pin in asked.pins.iter().take(asked.limit) {
        let passages = inside(engine, &planner, &plan, pin)?;
        page.work += passages.work;
        page.pinned.push(passages);
    }
    page.relaxed = page.relaxed || !plan.corrections.is_empty();
    page.work += plan.work;
    page.corrections = plan.corrections;
    page.cut = plan.cut;
    Ok(page)
}

/// What answers inside a document that the query names: by the words beside the name, or by all where there are none.
fn inside(
    engine: &dyn Engine,
    planner: &QueryPlanner<'_>,
    plan: &QueryPlan,
    pin: &Pin,
) -> Result<Passages, PageError> {
    let Some(document) = engine.position(&pin.uri)?.document() else { return Ok(Passages::default()) };
    let beside = if pin.beside.is_empty() { None } else { Some(planner.plan(&pin.beside)?) };
    let found = engine.passages(beside.as_ref().unwrap_or(plan), &[document])?;
    Ok(found.into_iter().next().unwrap_or_default())
}

/// The candidates to show, and those walked.
type Chosen<'c> = (Vec<(RankedDocument, Hit)>, &'c [RankedDocument]);

struct Walk<'a> {
    engine: &'a dyn Engine,
    asked: &'a Asked,
    plan: &'a QueryPlan,
    cursor: Option<&'a Cursor>,
}

impl Walk<'_> {
    fn page(&self) -> Result<Page, SearchError> {
        let asked = self.asked;
        let numbers = |uris: &mut dyn Iterator<Item = &String>| -> Result<Vec<u32>, SearchError> {
            let mut numbers = Vec::new();
            for uri in uris {
                numbers.extend(self.engine.position(uri)?.document());
            }
            Ok(numbers)
        };
        let room = asked.limit - asked.pins.len().min(asked.limit);
        let pinned_before = self.cursor.map_or(0, |cursor| cursor.pinned.len());
        let limit = match asked.offset {
            Some(_) => asked.limit,
            None => room.max((WINDOW * room).min(WINDOW_MOST)) + pinned_before,
        };
        let request = FindRequest {
            filters: asked.filters.clone(),
            sort: asked.sort,
            after: self.position()?,
            named: numbers(&mut asked.meaning.named.iter())?,
            except: numbers(&mut asked.pins.iter().map(|pin| &pin.uri))?,
            skip: asked.offset.unwrap_or_default(),
            limit,
        };
        let found = self.engine.find(self.plan, &request)?;
        let mut page = Page {
            total: found.total,
            work: found.work,
            facets: found.facets,
            relaxed: found.none_holds_all,
            ..Page::default()
        };
        let (shown, walked) = self.choose(&found.candidates, room)?;
        let all_walked = walked.len() == found.candidates.len() && !found.more;
        if !all_walked {
            page.next_cursor = Some(self.next(walked)?);
        }
        let documents: Vec<u32> = shown.iter().map(|(candidate, _)| candidate.document).collect();
        let passages = self.engine.passages(self.plan, &documents)?;
        page.work += passages.iter().map(|passages| passages.work).sum::<u64>();
        page.hits = shown
            .into_iter()
            .zip(passages)
            .map(|((candidate, hit), passages)| PageHit { hit, score: candidate.score, passages })
            .collect();
        Ok(page)
    }

    /// Where the stream goes on.
    fn position(&self) -> Result<Option<SortPosition>, SearchError> {
        let Some(cursor) = self.cursor else { return Ok(None) };
        let document = match self.engine.position(&cursor.uri)? {
            UriPosition::Document(last) => last + 1,
            UriPosition::Before(next) => next,
        };
        Ok(Some(SortPosition { value: cursor.value, document }))
    }

    /// The candidates to show, in order, and those walked.
    fn choose<'c>(&self, candidates: &'c [RankedDocument], room: usize) -> Result<Chosen<'c>, SearchError> {
        let mut kept: Vec<(usize, RankedDocument, Hit)> = Vec::new();
        let mut aside: Vec<(usize, RankedDocument, Hit)> = Vec::new();
        let mut clusters = TitleClusters::default();
        let mut walked = 0;
        for (candidate, at) in candidates.iter().zip(0..) {
            if kept.len() >= room {
                break;
            }
            walked = at + 1;
            let hit = self.engine.hit(candidate.document)?;
            if self.cursor.is_some_and(|cursor| cursor.has_pinned(&hit.uri)) {
                continue;
            }
            let title = hit.title.as_deref().unwrap_or_default();
            if self.asked.offset.is_some() || clusters.shows(title) {
                kept.push((at, *candidate, hit));
            } else {
                aside.push((at, *candidate, hit));
            }
        }
        let missing = room - kept.len();
        kept.extend(aside.into_iter().take(missing));
        kept.sort_by_key(|(at, ..)| *at);
        Ok((kept.into_iter().map(|(_, candidate, hit)| (candidate, hit)).collect(), &candidates[..walked]))
    }

    fn next(&self, walked: &[RankedDocument]) -> Result<String, SearchError> {
        let asked = self.asked;
        let (value, uri) = match (walked.last(), self.cursor) {
            (Some(last), _) => (last.value(asked.sort), self.engine.hit(last.document)?.uri),
            (None, Some(before)) => (before.value, before.uri.clone()),
            (None, None) => (f32::INFINITY, String::new()),
        };
        let mut cursor = Cursor::new(&asked.query, &asked.filters, asked.sort, value, uri);
        let before = self.cursor.map_or(asked.offset.unwrap_or_default() as u32, |cursor| cursor.walked);
        cursor.walked = before.saturating_add(walked.len() as u32);
        cursor.pinned = match self.cursor {
            Some(before) => before.pinned.clone(),
            None => asked.pins.iter().map(|pin| uri_digest(&pin.uri)).collect(),
        };
        Ok(cursor.to_text())
    }
}

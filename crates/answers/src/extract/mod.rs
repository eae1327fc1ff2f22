//! The citations of a text: what each one names, whether that exists, and what was not understood.
//!
//! Blocks are read as one text joined by line ends, so a citation may run over two of them. Nothing of the text is kept.

mod blocks;
mod linked;
mod quotes;
mod ranges;
mod scanned;
mod since;
mod targets;

use std::ops::Range;

use jiff::civil::Date;
use lagrum_artifact::Base;
use lagrum_catalog::{CatalogHoldings, CatalogProblem, CatalogReader};
use lagrum_citation::{CitedLocation, ScannedLink};
use lagrum_snapshot::{SharedResolver, Snapshot};
use lagrum_sources::CitationKind;
use serde::Serialize;
use utoipa::ToSchema;

use crate::AnswerError;
use crate::lookup::query_catalog;
use crate::place_state::{PlaceReason, PlaceState, PlaceStatus, StatedPlace};
use crate::resolve::LOAD_SECONDS;
use crate::result::Fragment;
use blocks::JoinedText;
use ranges::RangedLink;
use scanned::{FoundCitations, SettledLink, found_citations, settled};
use targets::Targets;

pub use linked::{LinkedForm, link_text};
pub use quotes::{CheckedQuote, QuoteMode, QuotePlace, QuoteStatus, QuoteWording};
pub use since::TargetChange;

/// A text whose citations are looked for.
#[derive(Clone, Debug, Default)]
pub struct ExtractQuestion {
    /// The text in parts; at least one.
    pub blocks: Vec<ExtractBlock>,
    /// Only citations of these kinds; None is all.
    pub kinds: Option<Vec<CitationKind>>,
    /// The kinds of which documents count that are named without a place in them; None is all.
    pub whole_documents: Option<Vec<CitationKind>>,
    /// Whether cases count only beside their number, and not when they are named in quotation marks alone.
    pub only_numbered_cases: bool,
    /// The uri of the document that the text belongs to, with a fragment for the place in it.
    pub context: Option<String>,
    /// The day the text was written: names mean the acts that had them on that day, and provisions are what they were on it.
    pub as_of: Option<Date>,
    /// Which quotations are compared with what is cited.
    pub quotes: QuoteMode,
    /// The day after which changes of the cited provisions are told.
    pub since: Option<Date>,
    /// Whether these are told with both texts.
    pub diff: bool,
}

/// A part of a text.
#[derive(Clone, Debug, Default)]
pub struct ExtractBlock {
    /// Its id in the answer.
    pub id: String,
    /// Its text.
    pub text: String,
    /// The document that it belongs to, if another than that of the whole.
    pub context: Option<String>,
}

/// The citations of a text.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExtractResponse {
    /// What offsets count: `utf-16` code units of the block as it was sent.
    pub offset_unit: &'static str,
    /// The citations, in reading order.
    pub occurrences: Vec<Occurrence>,
    /// References to something that neither the text nor its context names: `3 och 4 §§` without a law.
    pub relative: Vec<UnreadPassage>,
    /// Passages that look like citations and were read as nothing: a provision of a law that is not known, a paragraph
    /// sign or a case number without a reading. At most a thousand.
    pub not_understood: Vec<UnreadPassage>,
    /// Quotations without a citation near; only for a question with `quotes: "all"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncited_quotes: Option<Vec<CheckedQuote>>,
}

/// A citation in a text.
#[derive(Debug, Serialize, ToSchema)]
pub struct Occurrence {
    /// Its words, as they were sent.
    pub text: String,
    /// Where they are; several locations only where a citation runs over blocks.
    pub locations: Vec<TextLocation>,
    /// What it names, sorted by uri; none for a citation of something that has no uri here, as a range of report pages or an
    /// ECLI that nothing has.
    pub targets: Vec<ExtractedTarget>,
    /// Of a citation without targets, what is known of it.
    #[schema(required = true)]
    pub status: Option<TargetStatus>,
    /// Of the end of a range, the uris of what is between both ends.
    pub range: Vec<String>,
    /// Whether it names no act, and the act is only the one that the text named last.
    pub inferred: bool,
    /// Set when the name beside the number is that of other documents. Then no target is `held`.
    #[schema(required = true)]
    pub name_mismatch: Option<NameMismatch>,
    /// Acts that had the name before the one that has it today, when no `as_of` says which is meant.
    pub formerly: Vec<FormerMeaning>,
    /// The quotations that belong to it; only for a question with `quotes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quotes: Option<Vec<CheckedQuote>>,
}

/// A name and a number that are not of one document.
#[derive(Debug, Serialize, ToSchema)]
pub struct NameMismatch {
    /// The name, as it was sent.
    pub named: String,
    /// The title of the held document with the number; null where none is held.
    #[schema(required = true)]
    pub held: Option<String>,
}

/// An act that a name meant before.
#[derive(Debug, Serialize, ToSchema)]
pub struct FormerMeaning {
    /// Its uri.
    pub uri: String,
    /// The day from which the name means another act.
    pub until: String,
}

/// A passage of a text.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnreadPassage {
    /// Its words, as they were sent.
    pub text: String,
    /// Where they are.
    pub locations: Vec<TextLocation>,
}

/// A range of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TextLocation {
    /// The id of the block.
    pub block_id: String,
    /// The first code unit.
    pub start: usize,
    /// The one after the last.
    pub end: usize,
}

/// What a citation names.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExtractedTarget {
    /// The uri, with a fragment for a provision. Of what is held, the fragment is one that the text has.
    pub uri: String,
    /// The uri as it is cited, where the text has only the provision around the cited part: the second mening of a stycke. Null otherwise.
    #[schema(required = true)]
    pub cited: Option<String>,
    /// The source.
    #[schema(required = true)]
    pub source: Option<String>,
    /// What is known of it.
    pub status: TargetStatus,
    /// The printed id of the held document.
    #[schema(required = true)]
    pub label: Option<String>,
    /// Its full title.
    #[schema(required = true)]
    pub title: Option<String>,
    /// Its heading for readers.
    #[schema(required = true)]
    pub display: Option<String>,
    /// Its page path.
    #[schema(required = true)]
    pub url: Option<String>,
    /// The provision, as `/resolve` shows it. The text of a pin is left out beyond the first two thousand.
    #[schema(required = true)]
    pub pin: Option<Fragment>,
    /// The day from which it applies; null where that is not known.
    #[schema(required = true)]
    pub since: Option<String>,
    /// The day from which it no longer applies; null where that is not known.
    #[schema(required = true)]
    pub until: Option<String>,
    /// The uri of the act that repealed it, or that inserts it; null where that is not known.
    #[schema(required = true)]
    pub act: Option<String>,
    /// The uris of acts in force that changed it and are not worked into the held text.
    pub missing: Vec<String>,
    /// Why, where the status does not say it.
    #[schema(required = true)]
    pub reason: Option<PlaceReason>,
    /// What the operator's statement rests on that the year of the series is held whole, where that is why the number cannot exist.
    #[schema(required = true)]
    pub evidence: Option<String>,
    /// Of an impossible provision, the uris of those on both sides of it; of a paragraf without its kapitel, of those with
    /// the number.
    pub nearest: Vec<String>,
    /// Whether it changed after the day `since`; null where neither the held texts nor the register can tell. Only for a question with `since`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed_since: Option<Option<bool>>,
    /// What became of it after the day `since` until today, null where nothing is known to have changed; only for a question with
    /// `since`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<Option<TargetChange>>,
}

/// What is known of a cited location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TargetStatus {
    /// In the corpus.
    Held,
    /// It no longer applies: repealed, by itself or with its document, or given another number.
    Expired,
    /// It does not apply yet.
    Coming,
    /// Well formed, and not in the corpus.
    NotHeld,
    /// Established not to exist.
    Impossible,
}

/// Finds the citations of a text.
pub fn extract(
    snapshot: &Snapshot,
    day: Date,
    question: &ExtractQuestion,
) -> Result<ExtractResponse, AnswerError> {
    let resolver = snapshot
        .resolver()
        .ok_or(AnswerError::Loading { part: "the names of the corpus are", retry_after: LOAD_SECONDS })?;
    let joined = JoinedText::new(&question.blocks);
    let found = query_catalog(snapshot, |catalog| extract_with(catalog, &resolver, day, question, &joined))?;
    let (mut answer, places) = found;
    if question.quotes != QuoteMode::None {
        quotes::add_quotes(snapshot, day, question, &joined, &places, &mut answer)?;
    }
    if let Some(since) = question.since {
        since::add_changes(snapshot, day, since, question.diff, &mut answer)?;
    }
    Ok(answer)
}

/// The answer without quotations and changes, and the places of its occurrences in the text.
fn extract_with(
    catalog: &CatalogReader<'_>,
    resolver: &SharedResolver,
    day: Date,
    question: &ExtractQuestion,
    joined: &JoinedText<'_>,
) -> Result<(ExtractResponse, Vec<Range<usize>>), CatalogProblem> {
    let base = resolver.base();
    let holdings = CatalogHoldings::new(catalog, base);
    let FoundCitations { links, mut relative, not_understood } =
        found_citations(resolver, &holdings, question, joined)?;
    let mut targets = Targets::new(&holdings, base, question.as_of.unwrap_or(day));
    let (mut occurrences, mut places) = (Vec::new(), Vec::new());
    for RangedLink { link, inside } in links {
        lagrum_cancel::check()?;
        let is_wanted = |target: &CitedLocation| question.wants(target);
        // An occurrence goes when all of its targets are filtered.
        if !link.targets.is_empty() && !link.targets.iter().any(is_wanted) {
            continue;
        }
        let settled = settled(&mut targets, &link);
        if settled.targets.is_empty() && !link.targets.is_empty() {
            relative.push(link.range);
            continue;
        }
        places.push(link.range.clone());
        let range = inside.iter().filter_map(|location| targets.uri(location)).collect();
        occurrences.push(Occurrence { range, ..occurrence(link, settled, base, joined) });
    }
    relative.sort_by_key(|range| range.start);
    let passage = |range: Range<usize>| UnreadPassage {
        text: joined.text()[range.clone()].to_owned(),
        locations: joined.locations(&range),
    };
    if let Some(problem) = holdings.failure() {
        return Err(problem);
    }
    let answer = ExtractResponse {
        offset_unit: "utf-16",
        occurrences,
        relative: relative.into_iter().map(passage).collect(),
        not_understood: not_understood.into_iter().map(passage).collect(),
        uncited_quotes: None,
    };
    Ok((answer, places))
}

/// A citation as it is answered, without what a range names.
fn occurrence(link: ScannedLink, settled: SettledLink, base: &Base, joined: &JoinedText<'_>) -> Occurrence {
    let SettledLink { targets, inferred } = settled;
    let words = |range: &Range<usize>| joined.text()[range.clone()].to_owned();
    let held = targets.iter().find_map(|target| target.title.clone());
    let formerly = link.formerly.into_iter().filter_map(|former| {
        let uri = base.document(&former.document)?.as_str().to_owned();
        Some(FormerMeaning { uri, until: former.until })
    });
    Occurrence {
        text: words(&link.range),
        locations: joined.locations(&link.range),
        status: targets.is_empty().then_some(TargetStatus::NotHeld),
        range: Vec::new(),
        inferred,
        name_mismatch: link.misnamed.map(|named| NameMismatch { named: words(&named), held }),
        formerly: formerly.collect(),
        targets,
        quotes: None,
    }
}

impl ExtractQuestion {
    fn wants(&self, target: &CitedLocation) -> bool {
        let kind = CitationKind::of(&target.document);
        let within = |kinds: &Option<Vec<CitationKind>>| {
            kinds.as_ref().is_none_or(|kinds| kind.is_some_and(|kind| kinds.contains(&kind)))
        };
        within(&self.kinds) && (target.anchor.is_some() || within(&self.whole_documents))
    }
}

impl ExtractedTarget {
    /// A location of which nothing but its status is known.
    fn unheld(uri: String, status: TargetStatus) -> Self {
        Self {
            uri,
            cited: None,
            source: None,
            status,
            label: None,
            title: None,
            display: None,
            url: None,
            pin: None,
            since: None,
            until: None,
            act: None,
            missing: Vec::new(),
            reason: None,
            evidence: None,
            nearest: Vec::new(),
            changed_since: None,
            changed: None,
        }
    }

    /// A place as it is on a day. `document` is the uri that the nearest places are in.
    fn of(uri: String, state: PlaceState, document: &str) -> Self {
        let StatedPlace { status, since, until, act, missing, reason, nearest } =
            StatedPlace::new(state, document);
        Self { since, until, act, missing, reason, nearest, ..Self::unheld(uri, status.into()) }
    }
}

impl From<PlaceStatus> for TargetStatus {
    fn from(status: PlaceStatus) -> Self {
        match status {
            PlaceStatus::Held => Self::Held,
            PlaceStatus::Expired => Self::Expired,
            PlaceStatus::Coming => Self::Coming,
            PlaceStatus::NotHeld => Self::NotHeld,
            PlaceStatus::Impossible => Self::Impossible,
        }
    }
}

//! The citations of a text: what each one names, whether that exists, and what was not understood.
//!
//! Blocks are read as one text joined by line ends, so a citation may run over two of them. Nothing of the text is kept.

mod answer;
mod blocks;
mod limit;
mod linked;
mod outcome;
mod provision_uri;
mod quotes;
mod ranges;
mod scanned;
mod since;
mod targets;

use std::ops::Range;

use jiff::civil::Date;
use lagrum_artifact::Base;
use lagrum_catalog::{CatalogHoldings, CatalogProblem, CatalogReader};
use lagrum_citation::{FollowingUnits, ScannedLink};
use lagrum_snapshot::{Manifest, SharedResolver, Snapshot};

use crate::chronicle::HeldActs;
use crate::lookup::query_catalog;
use crate::resolve::LOAD_SECONDS;
use crate::{AnswerError, LoadingPart};
use blocks::JoinedText;
use limit::{AnswerLimit, FoundPlaces};
use ranges::RangedLink;
use scanned::{FoundCitations, SettledLink, found_citations, settled};
use targets::Targets;

pub use answer::{
    ExtractQuestion, ExtractResponse, ExtractedTarget, FormerMeaning, MAX_TEXT_CHARS, NameMismatch,
    Occurrence, SHORT_TEXT, TargetChange, TargetStatus, TruncatedExtract, UnreadPassage,
};
pub use blocks::{ExtractBlock, TextLocation};
pub use limit::{MAX_FOLLOWED, MAX_OCCURRENCES};
pub use linked::{LinkedForm, link_text};
pub use outcome::CitationOutcome;
pub use quotes::{
    CheckedQuote, PrintedTranslation, QuoteMode, QuoteNote, QuotePlace, QuoteReason, QuoteStatus,
    QuoteWording,
};

/// Finds the citations of a text.
pub fn extract(
    snapshot: &Snapshot,
    day: Date,
    question: &ExtractQuestion,
) -> Result<ExtractResponse, AnswerError> {
    let resolver = snapshot
        .resolver()
        .ok_or(AnswerError::Loading { part: LoadingPart::Names, retry_after: LOAD_SECONDS })?;
    let joined = JoinedText::new(&question.blocks);
    let found = query_catalog(snapshot, |catalog| {
        extract_with(catalog, snapshot.manifest(), &resolver, day, question, &joined)
    })?;
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
    manifest: &Manifest,
    resolver: &SharedResolver,
    day: Date,
    question: &ExtractQuestion,
    joined: &JoinedText<'_>,
) -> Result<(ExtractResponse, FoundPlaces), CatalogProblem> {
    let base = resolver.base();
    let holdings = CatalogHoldings::new(catalog, base);
    let acts = HeldActs::new(catalog, manifest);
    let found = found_citations(resolver, &holdings, question, joined)?;
    let mut targets = Targets::new(&holdings, &acts, base, question.as_of.unwrap_or(day));
    let settled = settle_all(found, &mut targets, question, base, joined)?;
    let SettledText { occurrences, places, mut relative, mut not_understood, truncated, end } = settled;
    relative.sort_by_key(|range| range.start);
    not_understood.sort_by_key(|range| range.start);
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
        truncated,
    };
    Ok((answer, FoundPlaces { places, end }))
}

/// A text up to where its answer ends.
struct SettledText {
    occurrences: Vec<Occurrence>,
    /// The places of the occurrences.
    places: Vec<Range<usize>>,
    relative: Vec<Range<usize>>,
    not_understood: Vec<Range<usize>>,
    truncated: Option<TruncatedExtract>,
    end: usize,
}

/// Looks up what the citations of a text name, as far as one answer goes.
fn settle_all(
    found: FoundCitations,
    targets: &mut Targets<'_>,
    question: &ExtractQuestion,
    base: &Base,
    joined: &JoinedText<'_>,
) -> Result<SettledText, CatalogProblem> {
    let FoundCitations { links, mut relative, mut not_understood } = found;
    let (mut occurrences, mut places) = (Vec::new(), Vec::new());
    let (mut limit, mut cut) = (AnswerLimit::new(question), None);
    // An occurrence is left out when the filters reject all of its targets.
    let is_wanted = |ranged: &RangedLink| {
        let targets = &ranged.link.targets;
        targets.is_empty() || targets.iter().any(|target| question.wants(target))
    };
    let mut links = links.into_iter().filter(is_wanted);
    for RangedLink { link, inside } in links.by_ref() {
        lagrum_cancel::check()?;
        if !limit.takes() {
            cut = Some(link.range);
            break;
        }
        let settled = settled(targets, &link);
        if settled.targets.is_empty() && !link.targets.is_empty() {
            let unread = if settled.is_no_part { &mut not_understood } else { &mut relative };
            unread.push(link.range);
            continue;
        }
        if !limit.follows(&settled.targets) {
            cut = Some(link.range);
            break;
        }
        places.push(link.range.clone());
        let range = inside.iter().filter_map(|location| targets.uri(location)).collect();
        occurrences.push(Occurrence { range, ..occurrence(link, settled, base, joined) });
    }
    let end = cut.as_ref().map_or(joined.text().len(), |first| first.start);
    relative.retain(|range| range.start < end);
    not_understood.retain(|range| range.start < end);
    let truncated = cut.and_then(|first| limit.truncated(&first, 1 + links.count(), joined));
    Ok(SettledText { occurrences, places, relative, not_understood, truncated, end })
}

/// A citation as an occurrence of the answer, without the units inside a range.
fn occurrence(link: ScannedLink, settled: SettledLink, base: &Base, joined: &JoinedText<'_>) -> Occurrence {
    let SettledLink { targets, inferred, .. } = settled;
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
        open_range: link.following == Some(FollowingUnits::Open),
        inferred,
        name_mismatch: link.misnamed.map(|named| NameMismatch { named: words(&named), held }),
        formerly: formerly.collect(),
        targets,
        quotes: None,
    }
}

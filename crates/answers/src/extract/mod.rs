//! The citations of a text: what each one names, whether that exists, and what was not understood.
//!
//! Blocks are read as one text joined by line ends, so a citation may run over two of them. Nothing of the text is kept.

mod blocks;
mod linked;
mod quotes;
mod ranges;
mod since;
mod targets;

use std::ops::Range;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Base, Location};
use lagrum_catalog::{CatalogHoldings, CatalogProblem, CatalogReader};
use lagrum_citation::{CitedLocation, ScanContext, ScanSettings, ScanTypes, Scanner};
use lagrum_snapshot::{SharedResolver, Snapshot};
use lagrum_sources::{ActForm, CitationKind, source, source_of_local_id};
use serde::Serialize;
use utoipa::ToSchema;

use crate::AnswerError;
use crate::lookup::query_catalog;
use crate::place_state::{PlaceReason, PlaceState, PlaceStatus, StatedPlace};
use crate::resolve::LOAD_SECONDS;
use crate::result::Fragment;
use blocks::JoinedText;
use ranges::{RangedLink, with_ranges};
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
    let settings = ScanSettings {
        types: ScanTypes::all(),
        written: question.as_of.map(|day| day.to_string()),
        pinpoints: true,
        bare_case_names: !question.only_numbered_cases,
        base: Some(base.clone()),
        links_only: false,
    };
    let mut scanner = Scanner::new(resolver.names(), settings);
    let mut links: Vec<RangedLink> = Vec::new();
    let (mut relative, mut passages) = (Vec::new(), Vec::new());
    let holdings = CatalogHoldings::new(catalog, base);
    for group in joined.groups() {
        let uri = group.context.as_ref().or(question.context.as_ref());
        let context = uri.map(|uri| context_of(uri, base)).unwrap_or_default();
        let text = &joined.text()[group.range.clone()];
        let found = scanner.scan(text, &context)?;
        let shift = |range: Range<usize>| range.start + group.range.start..range.end + group.range.start;
        let anchors = |document: &str, beginning: &str| {
            let held = holdings.anchors(document);
            let of_range = |anchor: &&Anchor| anchor.as_str().starts_with(beginning);
            held.iter().flat_map(|held| held.iter()).filter(of_range).cloned().collect()
        };
        links.extend(with_ranges(text, found.links, anchors).into_iter().map(|mut ranged| {
            ranged.link.range = shift(ranged.link.range);
            ranged.link.misnamed = ranged.link.misnamed.map(shift);
            ranged
        }));
        relative.extend(found.relative.into_iter().map(shift));
        passages.extend(found.not_understood.into_iter().map(shift));
    }
    let mut targets = Targets::new(&holdings, base, question.as_of.unwrap_or(day));
    let (mut occurrences, mut places) = (Vec::new(), Vec::new());
    for RangedLink { link, inside } in links {
        lagrum_cancel::check()?;
        let is_wanted = |target: &CitedLocation| question.wants(target);
        // An occurrence goes when all of its targets are filtered.
        if !link.targets.is_empty() && !link.targets.iter().any(is_wanted) {
            continue;
        }
        let mut found: Vec<ExtractedTarget> = Vec::with_capacity(link.targets.len());
        let mut inferred = link.inferred;
        for target in &link.targets {
            match targets.settle(target) {
                // The law named last was only a guess when neither it nor another place has the provision.
                Some(settled) if lacks(&settled, target) => {
                    let mut others =
                        link.otherwise.iter().filter_map(|other| Some((targets.settle(other)?, other)));
                    match others.find(|(settled, other)| !lacks(settled, other)) {
                        Some((settled, other)) => {
                            inferred |= other.document != target.document;
                            found.push(settled);
                        }
                        None if link.inferred => {}
                        // The text's own place is not known far enough.
                        None if link.counts_from_here && needs_place(&settled, target) => {}
                        None => found.push(settled),
                    }
                }
                settled => found.extend(settled),
            }
        }
        if found.is_empty() && !link.targets.is_empty() {
            relative.push(link.range);
            continue;
        }
        // Of acts under one abbreviation, those that have the provision are meant.
        if found.iter().any(|target| target.status == TargetStatus::Held) {
            found.retain(|target| target.status != TargetStatus::Impossible);
        }
        if link.misnamed.is_some() {
            // What is held bears the number and not the name, so it is not what was cited.
            let held = found.iter_mut().filter(|target| target.status == TargetStatus::Held);
            held.for_each(|target| target.status = TargetStatus::NotHeld);
        }
        found.sort_by(|a, b| a.uri.cmp(&b.uri));
        let uri_of = |location: &CitedLocation| targets.uri(location);
        let words = |range: &Range<usize>| joined.text()[range.clone()].to_owned();
        let held = found.iter().find_map(|target| target.title.clone());
        places.push(link.range.clone());
        occurrences.push(Occurrence {
            text: words(&link.range),
            locations: joined.locations(&link.range),
            status: found.is_empty().then_some(TargetStatus::NotHeld),
            range: inside.iter().filter_map(uri_of).collect(),
            inferred,
            name_mismatch: link.misnamed.map(|named| NameMismatch { named: words(&named), held }),
            formerly: link
                .formerly
                .into_iter()
                .filter_map(|former| {
                    let uri = base.document(&former.document)?.as_str().to_owned();
                    Some(FormerMeaning { uri, until: former.until })
                })
                .collect(),
            targets: found,
            quotes: None,
        });
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
        not_understood: passages.into_iter().map(passage).collect(),
        uncited_quotes: None,
    };
    Ok((answer, places))
}

/// Whether a held document does not have the cited place, and nothing shows that it had it or will have it. Of EU acts and
/// treaties this is not known: what is held may be a part of them.
fn lacks(settled: &ExtractedTarget, target: &CitedLocation) -> bool {
    let is_known = settled.pin.is_some() || settled.until.is_some() || !settled.missing.is_empty();
    let is_unknown = target.anchor.is_some() && !is_known;
    let form = settled.source.as_deref().and_then(|name| source(name).act_form);
    match settled.status {
        TargetStatus::Impossible => true,
        TargetStatus::Held => is_unknown,
        // Only a held document has a display.
        TargetStatus::NotHeld => is_unknown && settled.display.is_some() && form == Some(ActForm::SwedishAct),
        TargetStatus::Expired | TargetStatus::Coming => false,
    }
}

/// Whether a provision that its act lacks is only found from the place that cites it: a paragraf of an act that numbers them anew in
/// each kapitel, or a part of a paragraf that is not named.
fn needs_place(settled: &ExtractedTarget, target: &CitedLocation) -> bool {
    let is_part = target.anchor.as_ref().is_some_and(|anchor| !anchor.as_str().starts_with(['K', 'P']));
    settled.reason == Some(PlaceReason::KapitelMissing) || is_part
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

/// The European Convention on Human Rights.
const CONVENTION: &str = "coe/005";

/// The place that a text stands in, by the uri of its document and the provision it comments on or is.
fn context_of(uri: &str, base: &Base) -> ScanContext {
    let mut context = ScanContext::default();
    let Some(location) = Location::parse(uri) else { return context };
    let Some(document) = base.strip(location.document().as_str()).map(str::to_owned) else { return context };
    match source_of_local_id(&document).map(|source| source.act_form) {
        Some(Some(ActForm::SwedishAct)) => {
            context.law = Some(document);
            if let Some(anchor) = location.anchor() {
                fill(&mut context, anchor);
            }
        }
        Some(Some(ActForm::EuAct)) => context.eu_act = Some(document),
        Some(None) => {
            context.convention = CitationKind::of(&document) == Some(CitationKind::Echr);
            context.work = Some(document);
        }
        Some(Some(ActForm::Treaty)) => context.convention = document == CONVENTION,
        _ => {}
    }
    context
}

/// Takes kapitel, paragraf and stycke from an anchor.
fn fill(context: &mut ScanContext, anchor: &Anchor) {
    let mut rest = anchor.as_str();
    for (letter, part) in
        [('K', &mut context.kapitel), ('P', &mut context.paragraf), ('S', &mut context.stycke)]
    {
        let Some(after) = rest.strip_prefix(letter) else { continue };
        let end = after.find(|c: char| c.is_ascii_uppercase()).unwrap_or(after.len());
        *part = Some(after[..end].to_owned());
        rest = &after[end..];
    }
}

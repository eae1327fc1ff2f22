//! The citations of a text: what each one names, whether that exists, and what was not understood.
//!
//! Blocks are read as one text joined by line ends, so a citation may run over two of them. Nothing of the text is kept.

mod blocks;
mod linked;
mod ranges;
mod targets;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Base, Location};
use lagrum_catalog::{CatalogHoldings, CatalogProblem, CatalogReader};
use lagrum_citation::{CitedLocation, ScanContext, ScanSettings, ScanTypes, ScannedLink, Scanner};
use lagrum_snapshot::{SharedResolver, Snapshot};
use lagrum_sources::{ActForm, source_of_local_id};
use serde::Serialize;
use utoipa::ToSchema;

use crate::lookup::query_catalog;
use crate::place_state::{PlaceReason, PlaceState, PlaceStatus};
use crate::resolve::LOAD_SECONDS;
use crate::result::Fragment;
use crate::{AnswerError, SourceName};
use blocks::JoinedText;
use ranges::with_ranges;
use targets::Targets;

pub use linked::{LinkedForm, link_text};

/// A text whose citations are looked for.
#[derive(Clone, Debug, Default)]
pub struct ExtractQuestion {
    /// The text in parts; at least one.
    pub blocks: Vec<ExtractBlock>,
    /// Only citations of these sources; None is all.
    pub kinds: Option<Vec<SourceName>>,
    /// Whether acts that are named without a provision count.
    pub whole_documents: bool,
    /// Whether cases count that are named in quotation marks, without a number beside.
    pub bare_case_names: bool,
    /// The uri of the document that the text belongs to, with a fragment for the place in it.
    pub context: Option<String>,
    /// The day the text was written: names mean the acts that had them on that day, and provisions are what they were on it.
    pub as_of: Option<Date>,
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
    /// Passages that look like citations and were read as nothing: a provision of a law that is not known, a paragraph
    /// sign or a case number without a reading. At most a thousand.
    pub not_understood: Vec<UnreadPassage>,
}

/// A citation in a text.
#[derive(Debug, Serialize, ToSchema)]
pub struct Occurrence {
    /// Its words, as they were sent.
    pub text: String,
    /// Where they are; several locations only where a citation runs over blocks.
    pub locations: Vec<TextLocation>,
    /// What it names, sorted by uri.
    pub targets: Vec<ExtractedTarget>,
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
    /// The uri, with a fragment for a provision; null for a relative reference that nothing settles.
    #[schema(required = true)]
    pub uri: Option<String>,
    /// The source; null where the uri is.
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
    /// Of an impossible provision, the uris of those on both sides of it; of a paragraf without its kapitel, of those with
    /// the number.
    pub nearest: Vec<String>,
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
    /// It refers to something that neither the text nor its context names.
    Relative,
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
    query_catalog(snapshot, |catalog| extract_with(catalog, &resolver, day, question))
}

fn extract_with(
    catalog: &CatalogReader<'_>,
    resolver: &SharedResolver,
    day: Date,
    question: &ExtractQuestion,
) -> Result<ExtractResponse, CatalogProblem> {
    let base = resolver.base();
    let joined = JoinedText::new(&question.blocks);
    let settings = ScanSettings {
        types: ScanTypes::all(),
        written: question.as_of.map(|day| day.to_string()),
        pinpoints: true,
        bare_case_names: question.bare_case_names,
    };
    let mut scanner = Scanner::new(resolver.names(), settings);
    let mut links: Vec<ScannedLink> = Vec::new();
    let mut passages = Vec::new();
    for group in joined.groups() {
        let uri = group.context.as_ref().or(question.context.as_ref());
        let context = uri.map(|uri| context_of(uri, base)).unwrap_or_default();
        let text = &joined.text()[group.range.clone()];
        let found = scanner.scan(text, &context)?;
        let shift =
            |range: std::ops::Range<usize>| range.start + group.range.start..range.end + group.range.start;
        links.extend(
            with_ranges(text, found.links)
                .into_iter()
                .map(|link| ScannedLink { range: shift(link.range), ..link }),
        );
        passages.extend(found.not_understood.into_iter().map(shift));
    }
    let holdings = CatalogHoldings::new(catalog, base);
    let mut targets = Targets::new(&holdings, base, question.as_of.unwrap_or(day));
    let mut occurrences = Vec::new();
    for link in links {
        lagrum_cancel::check()?;
        let is_wanted = |target: &CitedLocation| question.wants(target);
        // An occurrence goes when all of its targets are filtered.
        if !link.targets.is_empty() && !link.targets.iter().any(is_wanted) {
            continue;
        }
        let mut found: Vec<ExtractedTarget> =
            link.targets.iter().map(|target| targets.settle(target)).collect();
        // The law named last was only a guess when it cannot have the provision.
        if link.inferred {
            let is_without_kapitel =
                |target: &ExtractedTarget| target.reason == Some(PlaceReason::KapitelMissing);
            found.retain(|target| target.status != TargetStatus::Impossible || is_without_kapitel(target));
        }
        if found.is_empty() {
            found.push(ExtractedTarget::relative());
        }
        found.sort_by(|a, b| a.uri.cmp(&b.uri));
        let text = joined.text()[link.range.clone()].to_owned();
        occurrences.push(Occurrence { text, locations: joined.locations(&link.range), targets: found });
    }
    let passage = |range: std::ops::Range<usize>| UnreadPassage {
        text: joined.text()[range.clone()].to_owned(),
        locations: joined.locations(&range),
    };
    let not_understood = passages.into_iter().map(passage).collect();
    match holdings.failure() {
        Some(problem) => Err(problem),
        None => Ok(ExtractResponse { offset_unit: "utf-16", occurrences, not_understood }),
    }
}

impl ExtractQuestion {
    fn wants(&self, target: &CitedLocation) -> bool {
        let source = source_of_local_id(&target.document);
        let of_kind = self.kinds.as_ref().is_none_or(|kinds| {
            source.is_some_and(|source| kinds.iter().any(|kind| kind.current() == source.name))
        });
        let whole_act = target.anchor.is_none() && source.is_some_and(|source| source.act_form.is_some());
        of_kind && (self.whole_documents || !whole_act)
    }
}

impl ExtractedTarget {
    fn relative() -> Self {
        Self {
            uri: None,
            source: None,
            status: TargetStatus::Relative,
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
            nearest: Vec::new(),
        }
    }

    /// A place as it is on a day. `document` is the uri that the nearest places are in.
    fn of(state: PlaceState, document: &str) -> Self {
        Self {
            status: state.status.into(),
            since: state.since,
            until: state.until,
            act: state.act,
            missing: state.missing,
            reason: state.reason,
            nearest: state.nearest.iter().map(|anchor| format!("{document}#{anchor}")).collect(),
            ..Self::relative()
        }
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
        Some(None) => context.work = Some(document),
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

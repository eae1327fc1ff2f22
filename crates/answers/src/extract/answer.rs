//! The question about the citations of a text, and the shape of its answer.

use jiff::civil::Date;
use lagrum_citation::CitedLocation;
use lagrum_sources::CitationKind;
use serde::Serialize;
use utoipa::ToSchema;

use super::blocks::{ExtractBlock, TextLocation};
use super::quotes::{CheckedQuote, QuoteMode};
use crate::RunSign;
use crate::history::HistoryAct;
use crate::place_state::{PlaceReason, PlaceState, PlaceStatus, StatedPlace};
use crate::result::Fragment;

/// A text whose citations are looked for.
#[derive(Clone, Debug, Default)]
pub struct ExtractQuestion {
    /// The text in parts; at least one.
    pub blocks: Vec<ExtractBlock>,
    /// Only citations of these kinds; None is all.
    pub kinds: Option<Vec<CitationKind>>,
    /// Citations of whole documents count only if the documents are of these kinds; None is all.
    pub whole_documents: Option<Vec<CitationKind>>,
    /// Whether cases count only beside their number, and not when they are named in quotation marks alone.
    pub only_numbered_cases: bool,
    /// The uri of the document that the text belongs to, with a fragment for the place in it.
    pub context: Option<String>,
    /// The day the text was written: names mean the acts that had them on that day, and provisions are what they were on it.
    pub as_of: Option<Date>,
    /// Which quotations are compared with what is cited.
    pub quotes: QuoteMode,
    /// The day after which changes of the cited provisions are reported.
    pub since: Option<Date>,
    /// Whether these changes are reported with the difference between both texts.
    pub diff: bool,
    /// Whether the answer ends at [`MAX_OCCURRENCES`](super::MAX_OCCURRENCES) and [`MAX_FOLLOWED`](super::MAX_FOLLOWED), as that of a
    /// server must.
    pub is_bounded: bool,
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
    /// Set when the text has more citations than an answer holds: all of the answer is then about the text before that place. Otherwise
    /// absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub truncated: Option<TruncatedExtract>,
}

/// Where an answer ends before its text does.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TruncatedExtract {
    /// How many passages after it were read as citations.
    pub left_out: usize,
    /// The id of the block that the first of them begins in.
    pub block_id: String,
    /// Its first code unit in that block.
    pub start: usize,
    /// What was too many, and what to send for the rest.
    pub message: String,
}

/// A citation in a text.
#[derive(Debug, Serialize, ToSchema)]
pub struct Occurrence {
    /// Its words, as they were sent.
    pub text: String,
    /// Where they are; several locations only where a citation runs over blocks.
    pub locations: Vec<TextLocation>,
    /// What it names, sorted by uri; none for a citation of something that has no uri here, as a range of report pages
    /// or an ECLI that no document has.
    pub targets: Vec<ExtractedTarget>,
    /// Of a citation without targets, what is known of it.
    #[schema(required = true)]
    pub status: Option<TargetStatus>,
    /// Of the end of a range, the uris of what is between both ends.
    pub range: Vec<String>,
    /// Whether the units after it are cited too, without an end: `28 ff. §§`. That of `28 f. §§` stands in `range`. Left out when false.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub open_range: bool,
    /// Whether it names no act, and its act is only inferred as the one that the text named last.
    pub inferred: bool,
    /// Set when the name beside the number is that of other documents. Then no target is `held`.
    #[schema(required = true)]
    pub name_mismatch: Option<NameMismatch>,
    /// Acts that had the name before the one that has it today, when no `as_of` states which is meant.
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
    /// How well it is known that the held text is that of the day: `dated`, `as_known`, `undated` or `gap`; null where no text is
    /// held, and for what is never amended.
    #[schema(required = true)]
    pub certainty: Option<&'static str>,
    /// Why, where the status does not say it.
    #[schema(required = true)]
    pub reason: Option<PlaceReason>,
    /// The evidence for the operator's statement that the year of the series is held whole, where that statement is why
    /// the number cannot exist.
    #[schema(required = true)]
    pub evidence: Option<String>,
    /// Of an impossible provision, the uris of those on both sides of it; of a paragraf without its kapitel, of those with
    /// the number.
    pub nearest: Vec<String>,
    /// Whether it changed after the day `since`; null where neither the held texts nor the register show it. Only for a
    /// question with `since`.
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

/// What became of a cited provision after a day, until today.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TargetChange {
    /// The day of the first change of its text, its force or its number after the day `since`.
    pub from: String,
    /// The acts that changed it, in the order of their days.
    pub acts: Vec<HistoryAct>,
    /// What differs between its text of the day and that of today, as pairs of an operation and a text; only where it is asked for.
    /// Null where one of them is not held.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<Option<Vec<(RunSign, String)>>>,
}

impl TruncatedExtract {
    /// The place before which the answer ends.
    pub fn first(&self) -> TextLocation {
        TextLocation { block_id: self.block_id.clone(), start: self.start, end: self.start }
    }
}

/// Maximum number of characters of a text, of all blocks together, that a server takes.
pub const MAX_TEXT_CHARS: usize = 250_000;

/// Bytes of a text whose citations are found in some hundredths of a second.
pub const SHORT_TEXT: usize = 20_000;

impl ExtractQuestion {
    /// Whether the answer takes far longer than a page or a card: it compares texts, or the text is long. A server has a queue for
    /// what does.
    pub fn takes_long(&self) -> bool {
        let bytes: usize = self.blocks.iter().map(|block| block.text.len()).sum();
        self.quotes != QuoteMode::None || self.since.is_some() || bytes > SHORT_TEXT
    }

    pub(super) fn wants(&self, target: &CitedLocation) -> bool {
        let kind = CitationKind::of(&target.document);
        let within = |kinds: &Option<Vec<CitationKind>>| {
            kinds.as_ref().is_none_or(|kinds| kind.is_some_and(|kind| kinds.contains(&kind)))
        };
        within(&self.kinds) && (target.anchor.is_some() || within(&self.whole_documents))
    }
}

impl ExtractedTarget {
    /// A location of which nothing but its status is known.
    pub(super) fn unheld(uri: String, status: TargetStatus) -> Self {
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
            certainty: None,
            reason: None,
            evidence: None,
            nearest: Vec::new(),
            changed_since: None,
            changed: None,
        }
    }

    /// A place as it is on a day. `document` is the uri that the nearest places are in.
    pub(super) fn of(uri: String, state: PlaceState, document: &str) -> Self {
        let StatedPlace { status, since, until, act, missing, certainty, reason, nearest } =
            StatedPlace::new(state, document);
        Self { since, until, act, missing, certainty, reason, nearest, ..Self::unheld(uri, status.into()) }
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

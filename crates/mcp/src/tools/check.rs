//! `check_citations`

use std::collections::BTreeMap;

use lagrum_answers::{
    AnswerError, CheckedQuote, CitationOutcome, ExtractBlock, ExtractQuestion, ExtractedTarget, Occurrence,
    PlaceReason, QuoteMode, QuotePlace, QuoteReason, QuoteStatus, QuoteWording, RunSign, SHORT_TEXT,
    TargetStatus, UnreadPassage, extract,
};
use lagrum_pages::PageWork;
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{Asked, ToolQuestion, to_value};
use crate::arguments::{Count, Day, Skip, Text, Uri};

/// Maximum number of passages in one answer that were not understood.
const MAX_PASSAGES: usize = 100;

/// Maximum number of targets of one citation: a range of pages has one for each page.
const MAX_TARGETS: usize = 20;

/// Maximum number of characters of the text of a cited provision.
const MAX_PIN_CHARS: usize = 400;

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct CheckCitations {
    /// The text whose citations are checked.
    text: Text<50_000>,
    /// The uri of the document that the text belongs to, whose provisions "3 §" alone means.
    #[serde(default)]
    context: Option<Uri>,
    /// The day the text was written: names mean the acts that had them on that day.
    #[serde(default)]
    as_of: Option<Day>,
    /// Whether quotations beside citations are compared with the cited texts.
    #[serde(default)]
    quotes: bool,
    /// Only citations that are not `held`, and those with a quotation that does not stand there.
    #[serde(default)]
    only_problems: bool,
    /// How many citations to list.
    #[serde(default)]
    limit: Count<1, 500, 100>,
    /// Citations to skip: `next_offset` of the answer before.
    #[serde(default)]
    offset: Skip,
}

/// The citations of a text.
#[derive(Serialize, ToSchema)]
pub(super) struct CheckedCitations {
    /// How many citations the text has.
    total: usize,
    /// How many targets of citations have each status: `held`, `expired` (repealed), `coming` (not in force yet), `not_held` (well formed; not in this
    /// corpus, so not verified), `impossible` (cannot exist), `relative` (names no law).
    counts: BTreeMap<&'static str, usize>,
    /// The citations, in reading order.
    citations: Vec<CheckedCitation>,
    /// The `offset` for more citations; null when all were listed.
    #[schema(required = true)]
    next_offset: Option<usize>,
    /// References to something that neither the text nor its context names; at most 100.
    relative: Vec<String>,
    /// Passages that look like citations and were read as nothing; at most 100. They are not verified.
    not_understood: Vec<String>,
}

/// A citation in a text.
#[derive(Serialize, ToSchema)]
struct CheckedCitation {
    /// Its words.
    text: String,
    /// What it names: at most 20 targets; none for something that has no uri here.
    targets: Vec<CheckedTarget>,
    /// Whether it names no act, and the act is only the one that the text named last.
    inferred: bool,
    /// Set when the name beside the number is that of another document.
    #[schema(required = true)]
    name_mismatch: Option<String>,
    /// Acts that had the name before, when no `as_of` says which is meant.
    formerly: Vec<String>,
    /// The quotations that belong to it; only with `quotes`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    quotes: Vec<ToolQuote>,
}

/// A quotation, and whether what it is cited to says so.
#[derive(Serialize, ToSchema)]
struct ToolQuote {
    /// Its words.
    text: String,
    /// Whether the cited text has them: `exact`, `adapted` (with marked changes only), `differs`, `elsewhere` (see `where`), `former`
    /// and `coming` (another wording has them), `not_found`, `unverified` (see `reason`), `too_short`.
    status: QuoteStatus,
    /// Where its words stand instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    r#where: Option<Vec<QuotePlace>>,
    /// The wording that has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    wording: Option<QuoteWording>,
    /// Pairs of an operation and a text: `=` both, `-` what the law says, `+` what the quotation says.
    #[serde(skip_serializing_if = "Option::is_none")]
    differs: Option<Vec<(RunSign, String)>>,
    /// What else must be known of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// With `unverified`: why. After `budget` it may be sent in another call.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<QuoteReason>,
}

/// What a citation names.
#[derive(Serialize, ToSchema)]
struct CheckedTarget {
    /// Its uri.
    uri: String,
    /// What is known of it.
    status: TargetStatus,
    /// The document's title.
    #[schema(required = true)]
    title: Option<String>,
    /// How a reader cites the provision.
    #[schema(required = true)]
    label: Option<String>,
    /// The first words of the provision as it is held now, to compare with what the text says of it. As HTML.
    #[schema(required = true)]
    words: Option<String>,
    /// The day from which it applies; only where it is known and does not apply now.
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<String>,
    /// The day from which it no longer applies; only where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<String>,
    /// The act that repealed it, or that inserts it; only where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    act: Option<String>,
    /// Acts in force that changed it and are not worked into the held text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<String>,
    /// Why, where the status does not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<PlaceReason>,
    /// Of an impossible provision, those on both sides of it; of a paragraf without its kapitel, those with the number.
    nearest: Vec<String>,
    /// Of a number that cannot exist because the operator states that its year is held whole: what that statement rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<String>,
}

impl ToolQuestion for CheckCitations {
    type Answer = CheckedCitations;
    const NAME: &'static str = "check_citations";
    const TITLE: &'static str = "Check the citations of a text";
    const DESCRIPTION: &'static str = "Finds every citation of Swedish and EU law in a text and says of each whether it exists. \
        Call it on your own answer before you give it. `impossible` cannot exist: correct it or leave it out. `expired` was \
        repealed, `coming` is not in force yet, `not_held` is well formed and cannot be verified here. A citation \
        that exists may still not say what the text claims: `words` has its beginning, `quotes: true` compares \
        quotations word by word. Example: {\"text\": \"Enligt 36 § avtalslagen och NJA 2013 s. 9999 ...\"}";

    fn work(&self) -> PageWork {
        let takes_long = self.quotes || self.text.len() > SHORT_TEXT;
        if takes_long { PageWork::Compare } else { PageWork::Read }
    }

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let (context, text) = (self.context.map(Uri::into_inner), self.text.into_inner());
        let question = ExtractQuestion {
            blocks: vec![ExtractBlock { id: "text".to_owned(), text, context: None }],
            context,
            as_of: self.as_of.map(|day| day.0),
            quotes: if self.quotes { QuoteMode::Cited } else { QuoteMode::None },
            ..ExtractQuestion::default()
        };
        let found = extract(&asked.snapshot, asked.day, &question)?;
        let mut counts = BTreeMap::new();
        for target in found.occurrences.iter().flat_map(|occurrence| &occurrence.targets) {
            *counts.entry(target.status.as_str()).or_default() += 1;
        }
        if !found.relative.is_empty() {
            counts.insert("relative", found.relative.len());
        }
        let listed: Vec<&Occurrence> = found
            .occurrences
            .iter()
            .filter(|occurrence| !self.only_problems || occurrence.outcome() != CitationOutcome::Confirmed)
            .collect();
        let (offset, limit) = (self.offset.as_usize(), self.limit.as_usize());
        let page: Vec<CheckedCitation> =
            listed.iter().skip(offset).take(limit).map(|found| CheckedCitation::from(*found)).collect();
        let passage = |passage: UnreadPassage| passage.text;
        to_value(&CheckedCitations {
            total: found.occurrences.len(),
            counts,
            next_offset: Some(offset + page.len()).filter(|next| *next < listed.len()),
            citations: page,
            relative: found.relative.into_iter().take(MAX_PASSAGES).map(passage).collect(),
            not_understood: found.not_understood.into_iter().take(MAX_PASSAGES).map(passage).collect(),
        })
    }
}

impl From<&Occurrence> for CheckedCitation {
    fn from(occurrence: &Occurrence) -> Self {
        let targets = occurrence.targets.iter().take(MAX_TARGETS).map(CheckedTarget::from);
        let mismatch = occurrence.name_mismatch.as_ref();
        let formerly =
            occurrence.formerly.iter().map(|former| format!("{} until {}", former.uri, former.until));
        let held = |held: &Option<String>| {
            held.clone().unwrap_or_else(|| "anything held with the number".to_owned())
        };
        Self {
            text: occurrence.text.clone(),
            targets: targets.collect(),
            inferred: occurrence.inferred,
            name_mismatch: mismatch
                .map(|mismatch| format!("{} is not the name of {}", mismatch.named, held(&mismatch.held))),
            formerly: formerly.collect(),
            quotes: occurrence.quotes.iter().flatten().map(ToolQuote::from).collect(),
        }
    }
}

impl From<&CheckedQuote> for ToolQuote {
    fn from(quote: &CheckedQuote) -> Self {
        Self {
            text: quote.text.clone(),
            status: quote.status,
            r#where: quote.r#where.clone(),
            wording: quote.wording.clone(),
            differs: quote.differs.clone(),
            note: quote.note.as_ref().map(ToString::to_string),
            reason: quote.reason,
        }
    }
}

impl From<&ExtractedTarget> for CheckedTarget {
    fn from(target: &ExtractedTarget) -> Self {
        let words = target.pin.as_ref().and_then(|pin| pin.highlight.first());
        Self {
            uri: target.uri.clone(),
            status: target.status,
            title: target.title.clone(),
            label: target.pin.as_ref().and_then(|pin| pin.label.clone()).or_else(|| target.label.clone()),
            words: words.map(|words| words.chars().take(MAX_PIN_CHARS).collect()),
            since: target.since.clone(),
            until: target.until.clone(),
            act: target.act.clone(),
            missing: target.missing.clone(),
            reason: target.reason,
            nearest: target.nearest.clone(),
            evidence: target.evidence.clone(),
        }
    }
}

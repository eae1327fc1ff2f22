//! The rows of a report: citations, what they name, and quotations.

use std::collections::{HashMap, HashSet};

use lagrum_answers::{
    self as answers, AnswerError, CheckedQuote, CitationOutcome, ExtractedTarget, FormerMeaning, Occurrence,
    QuotePlace, QuoteStatus, RunSign, TargetStatus,
};
use lagrum_artifact::{Base, raise_first_letter};
use lagrum_snapshot::Snapshot;

use super::words::{SaidWords, SentText};
use crate::href::Href;
use crate::ord::kontrollera as ord;

/// Places of one citation, or that a quotation was found in, that are shown.
const MAX_PLACES: usize = 20;

/// Places near one that does not exist that are shown. An act that numbers anew in each kapitel has the number in all of them.
const MAX_NEAREST: usize = 5;

/// A citation.
pub(super) struct CitationRow {
    pub(super) said: SaidWords,
    pub(super) places: Vec<PlaceRow>,
    /// What else is said of it.
    pub(super) remarks: Vec<String>,
    /// Its quotations, but for those that need no words.
    pub(super) quotes: Vec<QuoteRow>,
}

/// A place that a citation names.
pub(super) struct PlaceRow {
    pub(super) href: Option<Href>,
    /// What is said of it: the words before its name, which is a link, and those after it.
    pub(super) before: String,
    pub(super) name: String,
    pub(super) after: String,
    /// The name on the wire of its state.
    pub(super) status: &'static str,
    /// Places near it, of one that does not exist.
    pub(super) nearest: Vec<NamedPlace>,
}

/// A place with its name.
pub(super) struct NamedPlace {
    pub(super) href: Option<Href>,
    pub(super) name: String,
}

/// A quotation.
pub(super) struct QuoteRow {
    pub(super) line: usize,
    pub(super) text: String,
    pub(super) status: &'static str,
    pub(super) state: String,
    /// Where its words stand.
    pub(super) places: Vec<NamedPlace>,
    /// The quotation and what it quotes, with what differs marked.
    pub(super) columns: Option<QuoteColumns>,
    pub(super) remark: String,
}

/// A quotation beside what it quotes.
pub(super) struct QuoteColumns {
    pub(super) quoted: Vec<QuotePart>,
    pub(super) law: Vec<QuotePart>,
}

/// A stretch of one side.
pub(super) struct QuotePart {
    /// `ins`, `del`, or empty.
    pub(super) tag: &'static str,
    pub(super) text: String,
}

/// What makes rows. A text names the same places again and again, so each is named once.
pub(super) struct RowMaker<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) base: &'a Base,
    pub(super) text: SentText,
    names: HashMap<String, String>,
    /// Acts that a name meant before, of which the report has said so.
    named_before: HashSet<String>,
}

impl<'a> RowMaker<'a> {
    pub(super) fn new(snapshot: &'a Snapshot, text: &str) -> Self {
        let base = &snapshot.manifest().base;
        Self {
            snapshot,
            base,
            text: SentText::new(text),
            names: HashMap::new(),
            named_before: HashSet::new(),
        }
    }

    /// How a Swedish text cites a place.
    pub(super) fn name(&mut self, uri: &str) -> Result<String, AnswerError> {
        if let Some(known) = self.names.get(uri) {
            return Ok(known.clone());
        }
        lagrum_cancel::check()?;
        let name = answers::short_citation(self.snapshot, uri)?;
        self.names.insert(uri.to_owned(), name.clone());
        Ok(name)
    }

    pub(super) fn place(&mut self, uri: &str) -> Result<NamedPlace, AnswerError> {
        Ok(NamedPlace { href: Href::document(self.base, uri), name: self.name(uri)? })
    }

    pub(super) fn citation(&mut self, found: &Occurrence) -> Result<CitationRow, AnswerError> {
        let targets = found.targets.iter().take(MAX_PLACES);
        let places = targets.map(|target| self.target(target)).collect::<Result<_, _>>()?;
        let mut remarks = Vec::new();
        if found.targets.is_empty() {
            remarks.push(ord::NO_ADDRESS.to_owned());
        }
        if found.targets.len() > MAX_PLACES {
            remarks.push(ord::more_places(found.targets.len() - MAX_PLACES));
        }
        if let Some(mismatch) = &found.name_mismatch {
            remarks.push(ord::misnamed(&mismatch.named, mismatch.held.as_deref()));
        }
        remarks.extend(self.formerly(&found.formerly)?);
        if found.inferred {
            remarks.push(ord::INFERRED.to_owned());
        }
        let quotes = found.quotes.iter().flatten();
        let exact = quotes.clone().filter(|quote| quote.outcome() == CitationOutcome::Confirmed);
        let (exact, short) = exact.fold((0, 0), |(exact, short), quote| match quote.status {
            QuoteStatus::TooShort => (exact, short + 1),
            _ => (exact + 1, short),
        });
        remarks.extend(ord::confirmed_quotes(exact));
        remarks.extend(ord::short_quotes(short));
        let in_question = quotes.filter(|quote| quote.outcome() != CitationOutcome::Confirmed);
        let quotes = in_question.map(|quote| self.quote(quote)).collect();
        Ok(CitationRow { said: self.text.said(&found.locations), places, remarks, quotes })
    }

    /// What a name meant before, said where it stands first.
    fn formerly(&mut self, former: &[FormerMeaning]) -> Result<Option<String>, AnswerError> {
        let named_before = self.named_before.len();
        self.named_before.extend(former.iter().map(|former| former.uri.clone()));
        if self.named_before.len() == named_before {
            return Ok(None);
        }
        let acts = former.iter().map(|former| Ok((former.until.as_str(), self.name(&former.uri)?)));
        let acts = acts.collect::<Result<Vec<_>, AnswerError>>()?;
        Ok(Some(ord::formerly(acts.iter().map(|(until, act)| ord::before(until, act)))))
    }

    fn target(&mut self, target: &ExtractedTarget) -> Result<PlaceRow, AnswerError> {
        let name = self.name(target.cited.as_ref().unwrap_or(&target.uri))?;
        let mut acts = HashMap::new();
        for act in target.act.iter().chain(&target.missing) {
            acts.insert(act.clone(), self.name(act)?);
        }
        let act_name = |act: &str| acts.get(act).cloned().unwrap_or_default();
        let state = ord::state(&name, target, act_name);
        let nearest = target.nearest.iter().take(MAX_NEAREST);
        let nearest = nearest.map(|uri| self.place(uri)).collect::<Result<_, _>>()?;
        let is_page = target.status != TargetStatus::Impossible;
        let (before, after) = match state.split_once(&name) {
            Some((before, after)) => (before.to_owned(), after.to_owned()),
            None if state.is_empty() => (String::new(), String::new()),
            None => (String::new(), format!(": {state}")),
        };
        let href = Href::document(self.base, &target.uri).filter(|_| is_page);
        let name = if before.is_empty() { raise_first_letter(&name) } else { name };
        Ok(PlaceRow { href, before, name, after, status: target.status.as_str(), nearest })
    }

    pub(super) fn quote(&mut self, quote: &CheckedQuote) -> QuoteRow {
        let said = self.text.said(&quote.locations);
        let place = |place: &QuotePlace| NamedPlace {
            href: Href::document(self.base, &place.uri),
            name: place.label.clone(),
        };
        let found = quote.r#where.iter().flatten().take(MAX_PLACES);
        let places = found.map(place).collect();
        let remark = quote.note.as_ref().map(ord::note).or_else(|| quote.reason.map(ord::reason));
        QuoteRow {
            line: said.line,
            text: said.words,
            status: quote.status.as_str(),
            state: ord::quote_state(quote),
            places,
            columns: quote.differs.as_deref().map(columns),
            remark: remark.unwrap_or_default(),
        }
    }
}

/// Both sides of a difference. In the runs, the law is the text before and the quotation the text after.
fn columns(runs: &[(RunSign, String)]) -> QuoteColumns {
    let side = |own: RunSign, tag: &'static str| {
        let shown = runs.iter().filter(|(sign, _)| *sign == RunSign::Same || *sign == own);
        let part = |(sign, text): &(RunSign, String)| QuotePart {
            tag: if *sign == RunSign::Same { "" } else { tag },
            text: text.clone(),
        };
        shown.map(part).collect()
    };
    QuoteColumns { quoted: side(RunSign::Added, "del"), law: side(RunSign::Removed, "ins") }
}

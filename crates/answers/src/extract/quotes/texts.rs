//! The texts that quotations are compared with, each read once for a question.
//!
//! A text is that of one stored artifact on a day, with the ranges of its parts. Each is charged to the budget of the request.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, AnchorGrammar, Artifact, FullText, ProvisionNumber, StoredId};
use lagrum_catalog::CatalogDocument;
use lagrum_quotes::SourceText;
use lagrum_snapshot::Snapshot;
use lagrum_sources::{ActForm, source};
use lagrum_words::Language;

use super::budget::{QuoteBudget, STEPS_OF_A_LOOKUP, Unjudged};
use crate::AnswerError;
use crate::artifacts::{load_excerpt, load_fields};
use crate::as_of::text_on_day;
use crate::lookup::find_stored;
use crate::reader_day::reader_day;

/// The text of a document.
pub(super) struct DocumentText {
    pub(super) document: CatalogDocument,
    pub(super) text: SourceText,
    /// The language of the text; None where that is in doubt.
    pub(super) language: Option<Language>,
    /// Its parts, as tokens, in reading order; a part before those inside it.
    parts: Vec<(Anchor, Range<usize>)>,
    /// Where each anchor is in `parts`, at its first place.
    by_anchor: HashMap<Anchor, usize>,
    /// The units that a quote does not cross: whole provisions and the texts between them. A document without
    /// provisions is one unit.
    pub(super) units: Vec<Unit>,
    /// The tokens of each unit: they rise.
    pub(super) unit_tokens: Rc<[Range<usize>]>,
    grammar: AnchorGrammar,
    form: Option<ActForm>,
}

/// A whole provision, or a stretch of text between two.
pub(super) struct Unit {
    /// None outside provisions.
    pub(super) anchor: Option<Anchor>,
    pub(super) tokens: Range<usize>,
}

impl DocumentText {
    fn new(document: CatalogDocument, artifact: &Artifact) -> Self {
        let full = FullText::of(artifact);
        let own = source(&document.source);
        let (grammar, form) = (own.grammar, own.act_form);
        let mut text = String::with_capacity(full.pieces.iter().map(|piece| piece.len() + 8).sum());
        let mut starts = Vec::with_capacity(full.pieces.len() + 1);
        let numbers = numbers(&full, grammar);
        for (at, piece) in full.pieces.iter().enumerate() {
            starts.push(text.len());
            if let Some(number) = numbers.get(&at).filter(|number| !piece.starts_with(number.as_str())) {
                text.push_str(number);
                text.push(' ');
            }
            text.push_str(piece);
            text.push('\n');
        }
        starts.push(text.len());
        let language = Language::known(&text);
        let text = SourceText::new(&text);
        let at = |piece: u32| starts.get(piece as usize).copied().unwrap_or_default();
        let tokens = |pieces: &Range<u32>| text.tokens_of(&(at(pieces.start)..at(pieces.end)));
        let parts: Vec<(Anchor, Range<usize>)> = full
            .parts
            .iter()
            .filter(|part| !part.is_heading)
            .map(|part| (part.anchor.clone(), tokens(&part.pieces)))
            .collect();
        let units = units(&parts, text.whole(), grammar, form);
        let unit_tokens = units.iter().map(|unit| unit.tokens.clone()).collect();
        let mut by_anchor = HashMap::with_capacity(parts.len());
        for (at, (anchor, _)) in parts.iter().enumerate() {
            by_anchor.entry(anchor.clone()).or_insert(at);
        }
        Self { document, text, language, parts, by_anchor, units, unit_tokens, grammar, form }
    }

    /// The tokens of a part; None where the text does not have it.
    fn part(&self, anchor: &Anchor) -> Option<Range<usize>> {
        self.by_anchor.get(anchor).map(|at| self.parts[*at].1.clone())
    }

    /// How many parts the text has.
    pub(super) fn part_count(&self) -> usize {
        self.parts.len()
    }

    /// The steps that [`Self::cited`] takes.
    pub(super) fn cost_of_cited(&self, anchor: Option<&Anchor>) -> usize {
        let is_listed = anchor
            .is_some_and(|anchor| anchor.page().is_some() || self.grammar.whole_provision(anchor).is_none());
        if is_listed { self.parts.len() + self.units.len() } else { 1 }
    }

    /// The ranges in which a quote may stand that is cited to a place: the stycke around a smaller part, a page with
    /// the pages beside it, the whole of a document that is no act. They rise and have no token in common.
    pub(super) fn cited(&self, anchor: Option<&Anchor>) -> Rc<[Range<usize>]> {
        let all = || self.unit_tokens.clone();
        let Some(anchor) = anchor else { return all() };
        if let Some(page) = anchor.page() {
            return self.pages_around(page).map_or_else(all, |pages| Rc::from([pages]));
        }
        if self.form.is_none() {
            return all();
        }
        let Some(tokens) =
            self.stycke(anchor).and_then(|stycke| self.part(&stycke)).or_else(|| self.part(anchor))
        else {
            return Rc::from([]);
        };
        if self.grammar.whole_provision(anchor).is_some() {
            return Rc::from([tokens]);
        }
        // A kapitel: its provisions.
        let inside = |unit: &&Unit| unit.tokens.start >= tokens.start && unit.tokens.end <= tokens.end;
        let inside: Vec<Range<usize>> =
            self.units.iter().filter(inside).map(|unit| unit.tokens.clone()).collect();
        if inside.is_empty() { Rc::from([tokens]) } else { inside.into() }
    }

    /// The stycke around a part of one; a quote of its item may begin with its first words.
    fn stycke(&self, anchor: &Anchor) -> Option<Anchor> {
        let text = anchor.as_str();
        if self.grammar == AnchorGrammar::Statute {
            let whole = self.grammar.whole_provision(anchor)?;
            let rest = text.strip_prefix(whole.as_str())?;
            let end = rest.find(['N', 'M']).unwrap_or(rest.len());
            return Anchor::new(&format!("{whole}{}", &rest[..end]));
        }
        let parts: Vec<&str> = text.split('.').take(2).collect();
        Anchor::new(&parts.join("."))
    }

    /// A printed page with the two beside it.
    fn pages_around(&self, page: u32) -> Option<Range<usize>> {
        let near = self.parts.iter().filter(|(anchor, _)| {
            anchor.page().is_some_and(|own| (page.saturating_sub(1)..=page + 1).contains(&own))
        });
        let ranges: Vec<&Range<usize>> = near.map(|(_, tokens)| tokens).collect();
        let start = ranges.iter().map(|range| range.start).min()?;
        Some(start..ranges.iter().map(|range| range.end).max()?)
    }

    /// The whole provision that an anchor is in, as the text has it.
    pub(super) fn provision(&self, anchor: &Anchor) -> Option<(Anchor, Range<usize>)> {
        let whole = self.grammar.whole_provision(anchor)?;
        let tokens = self.part(&whole)?;
        Some((whole, tokens))
    }

    /// The parts inside a range of tokens, the smallest first.
    pub(super) fn parts_in(&self, tokens: &Range<usize>) -> Vec<&(Anchor, Range<usize>)> {
        let is_inside =
            |(_, own): &&(Anchor, Range<usize>)| own.start >= tokens.start && own.end <= tokens.end;
        let mut parts: Vec<_> = self.parts.iter().filter(is_inside).collect();
        parts.sort_by_key(|(_, own)| own.len());
        parts
    }
}

/// The numbers that are printed before pieces and are none of them: `2 §`, `1.`, `a)`.
fn numbers(full: &FullText, grammar: AnchorGrammar) -> HashMap<usize, String> {
    let mut numbers = HashMap::new();
    if grammar != AnchorGrammar::Statute {
        return numbers;
    }
    for part in full.parts.iter().filter(|part| !part.is_heading) {
        let anchor = part.anchor.as_str();
        let number = match ProvisionNumber::parse(anchor) {
            Some(ProvisionNumber { paragraf: Some(paragraf), .. }) => {
                let paragraf = paragraf.to_string();
                let digits = paragraf.trim_end_matches(|c: char| c.is_ascii_lowercase()).len();
                let (digits, letters) = paragraf.split_at(digits);
                Some(if letters.is_empty() {
                    format!("{digits} §")
                } else {
                    format!("{digits} {letters} §")
                })
            }
            // Of a punkt the last number of its anchor: `K1P2S1N3Na`.
            _ => anchor
                .rfind('N')
                .map(|at| &anchor[at + 1..])
                .filter(|own| !own.is_empty())
                .map(|own| format!("{own}.")),
        };
        if let Some(number) = number {
            numbers.insert(part.pieces.start as usize, number);
        }
    }
    numbers
}

fn units(
    parts: &[(Anchor, Range<usize>)],
    whole: Range<usize>,
    grammar: AnchorGrammar,
    form: Option<ActForm>,
) -> Vec<Unit> {
    if form.is_none() {
        return vec![Unit { anchor: None, tokens: whole }];
    }
    let mut units: Vec<Unit> = Vec::new();
    let mut at = whole.start;
    let is_provision = |anchor: &Anchor| grammar.whole_provision(anchor).as_ref() == Some(anchor);
    for (anchor, tokens) in parts.iter().filter(|(anchor, _)| is_provision(anchor)) {
        if tokens.start < at {
            continue;
        }
        if tokens.start > at {
            units.push(Unit { anchor: None, tokens: at..tokens.start });
        }
        units.push(Unit { anchor: Some(anchor.clone()), tokens: tokens.clone() });
        at = tokens.end;
    }
    if at < whole.end {
        units.push(Unit { anchor: None, tokens: at..whole.end });
    }
    units
}

/// The texts of one question.
pub(super) struct Texts<'s> {
    pub(super) snapshot: &'s Snapshot,
    today: Date,
    as_of: Option<Date>,
    /// By the uri of the document; None for one without a text on the day.
    documents: HashMap<String, Option<Rc<DocumentText>>>,
    /// By the stored artifact and the day of its marks.
    wordings: HashMap<(StoredId, Option<Date>), Rc<DocumentText>>,
    /// By the stored artifact and the provision.
    excerpts: HashMap<(StoredId, Anchor), Rc<DocumentText>>,
    /// By the uri of the document, what `stored` found.
    stored: HashMap<String, Option<Rc<StoredText>>>,
    pub(super) budget: &'s QuoteBudget,
}

/// A wording of an act.
#[derive(Clone, Copy)]
pub(super) struct StoredWording<'w> {
    pub(super) stored: StoredId,
    /// The uri of its artifact.
    pub(super) uri: &'w str,
    /// The day whose marks apply.
    pub(super) day: Option<Date>,
}

/// A document, and the stored artifact with its text of the day.
struct StoredText {
    document: CatalogDocument,
    stored: Option<StoredId>,
}

impl<'s> Texts<'s> {
    pub(super) fn new(
        snapshot: &'s Snapshot,
        today: Date,
        as_of: Option<Date>,
        budget: &'s QuoteBudget,
    ) -> Self {
        Self {
            snapshot,
            today,
            as_of,
            documents: HashMap::new(),
            wordings: HashMap::new(),
            excerpts: HashMap::new(),
            stored: HashMap::new(),
            budget,
        }
    }

    /// The day that quotations are checked for.
    pub(super) fn day(&self) -> Date {
        self.as_of.unwrap_or(self.today)
    }

    pub(super) fn today(&self) -> Date {
        self.today
    }

    /// The text of a document on the day; None where none is held.
    pub(super) fn document(&mut self, uri: &str) -> Result<Option<Rc<DocumentText>>, Unjudged> {
        if let Some(known) = self.documents.get(uri) {
            return Ok(known.clone());
        }
        let read = self.read(uri)?;
        self.documents.insert(uri.to_owned(), read.clone());
        Ok(read)
    }

    /// An excerpt with a provision of a document, as it is on every day. None where only the whole document shows the
    /// provision, and where the whole document has been read already.
    pub(super) fn excerpt(
        &mut self,
        uri: &str,
        anchor: &Anchor,
    ) -> Result<Option<Rc<DocumentText>>, Unjudged> {
        if self.documents.contains_key(uri) {
            return Ok(None);
        }
        let Some(found) = self.stored(uri)? else { return Ok(None) };
        let StoredText { document, stored: Some(stored) } = found.as_ref() else { return Ok(None) };
        self.excerpt_of(document, *stored, uri, anchor)
    }

    /// An excerpt with a provision of a stored artifact, as it is on every day; None where only the whole artifact shows it.
    fn excerpt_of(
        &mut self,
        document: &CatalogDocument,
        stored: StoredId,
        uri: &str,
        anchor: &Anchor,
    ) -> Result<Option<Rc<DocumentText>>, Unjudged> {
        let Some(whole) = source(&document.source).grammar.whole_provision(anchor) else { return Ok(None) };
        if let Some(known) = self.excerpts.get(&(stored, whole.clone())) {
            return Ok(Some(known.clone()));
        }
        self.budget.check_texts()?;
        self.budget.spend(STEPS_OF_A_LOOKUP)?;
        let Some((artifact, _)) = load_excerpt(self.snapshot, stored, uri, &whole)? else {
            return Ok(None);
        };
        let read = self.keep(DocumentText::new(document.clone(), &artifact));
        self.excerpts.insert((stored, whole), read.clone());
        Ok(Some(read))
    }

    /// A document with the artifact that has its text of the day; None where none is held.
    fn stored(&mut self, uri: &str) -> Result<Option<Rc<StoredText>>, Unjudged> {
        if let Some(known) = self.stored.get(uri) {
            return Ok(known.clone());
        }
        self.budget.spend(STEPS_OF_A_LOOKUP)?;
        let found = self.look_up(uri)?.map(Rc::new);
        self.stored.insert(uri.to_owned(), found.clone());
        Ok(found)
    }

    fn look_up(&self, uri: &str) -> Result<Option<StoredText>, AnswerError> {
        let Some((document, stored)) = find_stored(self.snapshot, uri)? else { return Ok(None) };
        let Some(day) = self.as_of else { return Ok(Some(StoredText { document, stored })) };
        match text_on_day(self.snapshot, &document, day) {
            Ok(text) => Ok(Some(StoredText { document, stored: text.stored })),
            Err(AnswerError::NotFound(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn read(&mut self, uri: &str) -> Result<Option<Rc<DocumentText>>, Unjudged> {
        let Some(found) = self.stored(uri)? else { return Ok(None) };
        let Some(stored) = found.stored else { return Ok(None) };
        self.budget.check_texts()?;
        let artifact = load_fields(self.snapshot, stored, uri, &FIELDS)?;
        let artifact = match self.as_of {
            None => {
                let day = reader_day(self.snapshot, uri, self.today)?;
                artifact.for_reader(None, day.as_deref())
            }
            Some(day) => artifact.on_day(Some(&day.to_string())),
        };
        Ok(Some(self.keep(DocumentText::new(found.document.clone(), &artifact))))
    }

    /// A text with a provision of a stored wording, as its marks have it on a day.
    pub(super) fn wording_of(
        &mut self,
        document: &CatalogDocument,
        wording: &StoredWording<'_>,
        provision: &Anchor,
    ) -> Result<Rc<DocumentText>, Unjudged> {
        if !self.wordings.contains_key(&(wording.stored, wording.day))
            && let Some(excerpt) = self.excerpt_of(document, wording.stored, wording.uri, provision)?
        {
            return Ok(excerpt);
        }
        self.wording(document, wording)
    }

    /// The text of a stored wording, as its marks have it on a day.
    pub(super) fn wording(
        &mut self,
        document: &CatalogDocument,
        wording: &StoredWording<'_>,
    ) -> Result<Rc<DocumentText>, Unjudged> {
        let StoredWording { stored, uri, day } = *wording;
        if let Some(known) = self.wordings.get(&(stored, day)) {
            return Ok(known.clone());
        }
        self.budget.check_texts()?;
        let artifact = load_fields(self.snapshot, stored, uri, &FIELDS)?;
        let artifact = artifact.on_day(day.map(|day| day.to_string()).as_deref());
        let read = self.keep(DocumentText::new(document.clone(), &artifact));
        self.wordings.insert((stored, day), read.clone());
        Ok(read)
    }

    /// The uri of the Swedish act that implements a treaty, as the treaty names it.
    pub(super) fn implementation(&mut self, uri: &str) -> Result<Option<String>, Unjudged> {
        let Some(found) = self.stored(uri)? else { return Ok(None) };
        let is_treaty = source(&found.document.source).act_form == Some(ActForm::Treaty);
        let Some(stored) = found.stored.filter(|_| is_treaty) else { return Ok(None) };
        self.budget.spend(STEPS_OF_A_LOOKUP)?;
        let artifact = load_fields(self.snapshot, stored, uri, &["metadata"])?;
        Ok(artifact.str(&["metadata", "swedishImplementation"]).map(str::to_owned))
    }

    fn keep(&self, text: DocumentText) -> Rc<DocumentText> {
        self.budget.add_text(text.text.bytes());
        Rc::new(text)
    }
}

/// The fields of an artifact that have its text, and its transitional provisions.
const FIELDS: [&str; Artifact::PRESENTED.len() + 1] = {
    let mut fields = ["amendments"; Artifact::PRESENTED.len() + 1];
    let mut at = 0;
    while at < Artifact::PRESENTED.len() {
        fields[at] = Artifact::PRESENTED[at];
        at += 1;
    }
    fields
};

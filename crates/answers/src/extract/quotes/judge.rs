//! Decides the status of a quotation: the order of the places in which it is looked for, and the status that follows
//! from each.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Location};
use lagrum_quotes::{Likeness, Quote, QuoteComparison};
use lagrum_render::diff::DiffRun;
use lagrum_snapshot::Snapshot;
use lagrum_words::Language;

use super::super::provision_uri::provision_uri;
use super::super::{Occurrence, TargetStatus};
use super::answer::{QuotePlace, QuoteReason, QuoteStatus, QuoteWording};
use super::budget::{QuoteBudget, STEPS_OF_A_HISTORY, Unjudged};
use super::elsewhere::Elsewhere;
use super::note::QuoteNote;
use super::texts::{DocumentText, StoredWording, Texts, Unit};
use crate::RunSign;
use crate::history::{PastActs, PastOfAct, ProvisionWording, provision_wordings};

/// Places of one citation that a quotation is compared with: a range of paragrafer has one for each.
const MAX_PLACES: usize = 20;

/// The percentage of the words of a quotation that, found in the cited provision, makes a search of other documents
/// needless.
const ENOUGH_SHARED: usize = 75;

/// Words of a quotation by which its language is known.
const SAMPLE_WORDS: usize = 50;

/// Held texts of an act that are searched for a quotation that names no provision of it, the newest first.
const MAX_FORMER_TEXTS: usize = 20;

/// Steps for a place that a citation names: its uri is read and looked up.
const STEPS_OF_A_PLACE: usize = 100;

/// Steps for a word of a difference that is shown.
const STEPS_OF_A_SHOWN_WORD: usize = 16;

/// What a quotation was found to be.
pub(super) struct Verdict {
    pub(super) status: QuoteStatus,
    pub(super) places: Option<Vec<QuotePlace>>,
    pub(super) wording: Option<QuoteWording>,
    pub(super) differs: Option<Vec<(RunSign, String)>>,
    pub(super) note: Option<QuoteNote>,
    pub(super) reason: Option<QuoteReason>,
}

impl Verdict {
    pub(super) fn of(status: QuoteStatus) -> Self {
        Self { status, places: None, wording: None, differs: None, note: None, reason: None }
    }

    pub(super) fn unverified(reason: QuoteReason, note: Option<QuoteNote>) -> Self {
        Self { note, reason: Some(reason), ..Self::of(QuoteStatus::Unverified) }
    }

    fn differs(runs: Vec<DiffRun>) -> Self {
        let runs = runs.into_iter().map(|run| (run.mark.into(), run.text)).collect();
        Self { differs: Some(runs), ..Self::of(QuoteStatus::Differs) }
    }
}

/// A place that a citation names.
struct Cited {
    document: String,
    anchor: Option<Anchor>,
    /// Whether its text of the day is known not to be held.
    is_not_held: bool,
}

/// What judges the quotations of a text.
pub(super) struct Judge<'s> {
    pub(super) texts: Texts<'s>,
    acts: PastActs<'s>,
    /// The wordings of provisions, by their uris.
    wordings: HashMap<String, Rc<[ProvisionWording]>>,
    elsewhere: Elsewhere,
    budget: &'s QuoteBudget,
}

impl<'s> Judge<'s> {
    pub(super) fn new(
        snapshot: &'s Snapshot,
        today: Date,
        as_of: Option<Date>,
        budget: &'s QuoteBudget,
    ) -> Self {
        Self {
            texts: Texts::new(snapshot, today, as_of, budget),
            acts: PastActs::new(snapshot, today),
            wordings: HashMap::new(),
            elsewhere: Elsewhere::default(),
            budget,
        }
    }

    /// The index of the candidate that a quotation belongs to, and the verdict. Without candidates the quotation is
    /// looked for everywhere.
    pub(super) fn judge(
        &mut self,
        quote: &Quote,
        candidates: &[&Occurrence],
    ) -> Result<(Option<usize>, Verdict), Unjudged> {
        self.budget.add_quote();
        let mut leaves_out = None;
        for (at, candidate) in candidates.iter().enumerate() {
            for cited in self.places(candidate)? {
                // An excerpt with the provision is enough, and costs less than the document.
                let excerpt = match &cited.anchor {
                    Some(anchor) => self.texts.excerpt(&cited.document, anchor)?,
                    None => None,
                };
                let text = match excerpt {
                    Some(excerpt) => Some(excerpt),
                    None => self.texts.document(&cited.document)?,
                };
                let Some(text) = text else { continue };
                match self.in_cited(quote, &text, cited.anchor.as_ref())? {
                    Some(likeness) if has_words(&likeness) => {
                        return Ok((Some(at), self.like(quote, &text, likeness)?));
                    }
                    Some(likeness) if leaves_out.is_none() => {
                        leaves_out = Some((at, self.like(quote, &text, likeness)?));
                    }
                    _ => {}
                }
            }
        }
        if let Some((at, verdict)) = leaves_out {
            return Ok((Some(at), verdict));
        }
        match candidates.first() {
            Some(nearest) => {
                let places = self.places(nearest)?;
                Ok((Some(0), self.not_in_cited(quote, &places)?))
            }
            None => Ok((None, self.uncited(quote)?)),
        }
    }

    /// The verdict on a quotation that a text has.
    fn like(&self, quote: &Quote, text: &DocumentText, likeness: Likeness) -> Result<Verdict, Unjudged> {
        Ok(match likeness {
            Likeness::Exact => Verdict::of(QuoteStatus::Exact),
            Likeness::Adapted => Verdict::of(QuoteStatus::Adapted),
            Likeness::LeavesOut { word, tokens } => {
                // Both texts are compared word by word, however much the quotation leaves out.
                self.budget.spend(tokens.len() * STEPS_OF_A_SHOWN_WORD)?;
                let runs = quote.runs(&text.text, &tokens);
                let note = QuoteNote::ChangesTheLaw { word: word.clone() };
                Verdict { note: Some(note), ..self.differs(runs)? }
            }
        })
    }

    fn differs(&self, runs: Vec<DiffRun>) -> Result<Verdict, Unjudged> {
        self.budget.add_difference(runs.iter().map(|run| run.text.len()).sum())?;
        Ok(Verdict::differs(runs))
    }

    /// The verdict on a quotation whose words the cited places do not have.
    fn not_in_cited(&mut self, quote: &Quote, cited: &[Cited]) -> Result<Verdict, Unjudged> {
        let mut held: Vec<(Rc<DocumentText>, &Cited)> = Vec::new();
        for cited in cited {
            if let Some(text) = self.texts.document(&cited.document)? {
                held.push((text, cited));
            }
        }
        for (text, cited) in &held {
            if let Some(places) = self.in_provision(quote, text, cited)? {
                return Ok(Verdict { places: Some(places), ..Verdict::of(QuoteStatus::Elsewhere) });
            }
        }
        for cited in cited {
            if let Some(verdict) = self.in_other_wording(quote, cited)? {
                return Ok(if cited.is_not_held { unheld(verdict) } else { verdict });
            }
        }
        for (text, _) in &held {
            let places = self.in_document(quote, text)?;
            if !places.is_empty() {
                return Ok(Verdict { places: Some(places), ..Verdict::of(QuoteStatus::Elsewhere) });
            }
        }
        let mut most: Option<(usize, Verdict)> = None;
        for (text, cited) in &held {
            let found = self.difference(quote, text, cited.anchor.as_ref())?;
            let is_more = |found: &(usize, Verdict)| most.as_ref().is_none_or(|most| found.0 >= most.0);
            if let Some(found) = found.filter(is_more) {
                most = Some(found);
            }
        }
        let mut nearly = None;
        if let Some((shared, verdict)) = most {
            if shared * 100 >= quote.words() * ENOUGH_SHARED || verdict.note.is_some() {
                return Ok(verdict);
            }
            nearly = Some(verdict);
        }
        let other_language = other_language(quote, &held);
        if let Some(own) = other_language {
            for (text, _) in &held {
                if let Some(verdict) = self.in_implementation(quote, text, own)? {
                    return Ok(verdict);
                }
            }
        }
        let except: Vec<&str> = held.iter().map(|(_, cited)| cited.document.as_str()).collect();
        let found = self.elsewhere.find(&mut self.texts, quote, &except)?;
        let note = found.as_ref().err().map(|not_looked| not_looked.note());
        let places = found.ok().flatten().map(|found| found.places);
        let note = note.or_else(|| other_language.map(|own| QuoteNote::OtherLanguage { own, printed: None }));
        Ok(match (held.is_empty() || other_language.is_some(), places, nearly) {
            (true, places, None) => {
                let reason = if held.is_empty() { QuoteReason::NotHeld } else { QuoteReason::Language };
                Verdict { places, ..Verdict::unverified(reason, note) }
            }
            (true, _, Some(differs)) => differs,
            (false, Some(places), _) => {
                Verdict { places: Some(places), ..Verdict::of(QuoteStatus::Elsewhere) }
            }
            (false, None, Some(differs)) => differs,
            (false, None, None) => Verdict { note, ..Verdict::of(QuoteStatus::NotFound) },
        })
    }

    /// Other stycken of the cited provision that have the words.
    fn in_provision(
        &self,
        quote: &Quote,
        text: &DocumentText,
        cited: &Cited,
    ) -> Result<Option<Vec<QuotePlace>>, Unjudged> {
        let Some((whole, tokens)) = cited.anchor.as_ref().and_then(|anchor| text.provision(anchor)) else {
            return Ok(None);
        };
        let comparison = self.compare(quote, text)?;
        if !comparison.find(&tokens)?.is_some_and(|found| has_words(&found)) {
            return Ok(None);
        }
        self.budget.spend(text.part_count())?;
        let mut smallest = &whole;
        for (anchor, part) in text.parts_in(&tokens) {
            if comparison.find(part)?.is_some_and(|found| has_words(&found)) {
                smallest = anchor;
                break;
            }
        }
        Ok(Some(vec![QuotePlace::new(self.texts.snapshot, &text.document, Some(smallest))]))
    }

    /// The provisions of a document that have the words.
    pub(super) fn in_document(
        &self,
        quote: &Quote,
        text: &DocumentText,
    ) -> Result<Vec<QuotePlace>, Unjudged> {
        let units = self.units_with(quote, text, &text.units)?;
        let place = |unit: &Unit| QuotePlace::new(self.texts.snapshot, &text.document, unit.anchor.as_ref());
        Ok(units.into_iter().take(MAX_PLACES).map(place).collect())
    }

    /// The units that have the words.
    fn units_with<'u>(
        &self,
        quote: &Quote,
        text: &DocumentText,
        units: impl IntoIterator<Item = &'u Unit>,
    ) -> Result<Vec<&'u Unit>, Unjudged> {
        let comparison = self.compare(quote, text)?;
        let mut found = Vec::new();
        for unit in units {
            if comparison.find(&unit.tokens)?.is_some_and(|found| has_words(&found)) {
                found.push(unit);
            }
        }
        Ok(found)
    }

    fn compare<'t>(&self, quote: &'t Quote, text: &'t DocumentText) -> Result<QuoteComparison<'t>, Unjudged>
    where
        's: 't,
    {
        Ok(QuoteComparison::new(quote, &text.text, &self.budget.steps)?)
    }

    /// The likeness of a quotation to the text of a cited place; None where they are not alike.
    fn in_cited(
        &self,
        quote: &Quote,
        text: &DocumentText,
        anchor: Option<&Anchor>,
    ) -> Result<Option<Likeness>, Unjudged> {
        let comparison = self.compare(quote, text)?;
        let rank = |likeness: &Likeness| match likeness {
            Likeness::Exact => 0,
            Likeness::Adapted => 1,
            Likeness::LeavesOut { .. } => 2,
        };
        let mut best: Option<Likeness> = None;
        for range in self.cited(text, anchor)?.iter() {
            let Some(found) = comparison.find(range)? else { continue };
            if best.as_ref().is_none_or(|best| rank(&found) < rank(best)) {
                best = Some(found);
            }
            if best == Some(Likeness::Exact) {
                break;
            }
        }
        Ok(best)
    }

    fn cited(&self, text: &DocumentText, anchor: Option<&Anchor>) -> Result<Rc<[Range<usize>]>, Unjudged> {
        self.budget.spend(text.cost_of_cited(anchor))?;
        Ok(text.cited(anchor))
    }

    /// How a quotation differs from a cited place, and how many words they share.
    pub(super) fn difference(
        &self,
        quote: &Quote,
        text: &DocumentText,
        anchor: Option<&Anchor>,
    ) -> Result<Option<(usize, Verdict)>, Unjudged> {
        let cited = self.cited(text, anchor)?;
        let comparison = self.compare(quote, text)?;
        let difference = comparison.difference(&cited)?;
        let joined = comparison.joins(&cited, &text.unit_tokens)?;
        let rest = joined.and_then(|at| text.units[at].anchor.as_ref());
        let note = rest.map(|rest| QuoteNote::Joins { rest: rest.clone() });
        Ok(match (difference, note) {
            (Some(difference), note) => {
                Some((difference.shared, Verdict { note, ..self.differs(difference.runs)? }))
            }
            // What the cited provision has is a part of the quotation.
            (None, Some(note)) => match cited.first() {
                Some(range) => {
                    self.budget.spend(range.len() * STEPS_OF_A_SHOWN_WORD)?;
                    let differs = self.differs(quote.runs(&text.text, range))?;
                    Some((0, Verdict { note: Some(note), ..differs }))
                }
                None => None,
            },
            (None, None) => None,
        })
    }

    /// The places that a citation names, those inside a range among them.
    fn places(&self, occurrence: &Occurrence) -> Result<Vec<Cited>, Unjudged> {
        self.budget.spend(occurrence.range.len().min(MAX_PLACES) * STEPS_OF_A_PLACE)?;
        Ok(places(occurrence))
    }

    /// Another wording of the cited provision, or of one of the cited act or kapitel, that has the words.
    fn in_other_wording(&mut self, quote: &Quote, cited: &Cited) -> Result<Option<Verdict>, Unjudged> {
        self.budget.spend(STEPS_OF_A_PLACE)?;
        let Some(act) = self.acts.get(&cited.document)? else { return Ok(None) };
        if let Some(provision) = cited.anchor.as_ref().filter(|anchor| act.has_provision(anchor)) {
            return self.in_wording_of(quote, &act, provision);
        }
        for held in act.held_texts().take(MAX_FORMER_TEXTS) {
            let wording = StoredWording { stored: held.stored, uri: &held.uri, day: held.from };
            let text = self.texts.wording(act.document(), &wording)?;
            let cited_ranges = self.cited(&text, cited.anchor.as_ref())?;
            let is_cited = |unit: &&Unit| {
                let at = cited_ranges.partition_point(|range| range.end < unit.tokens.end);
                cited_ranges.get(at).is_some_and(|range| range.start <= unit.tokens.start)
            };
            let units = self.units_with(quote, &text, text.units.iter().filter(is_cited))?;
            let provisions: Vec<Anchor> = units.iter().filter_map(|unit| unit.anchor.clone()).collect();
            for provision in provisions {
                if let Some(verdict) = self.in_wording_of(quote, &act, &provision)? {
                    let place = QuotePlace::new(self.texts.snapshot, act.document(), Some(&provision));
                    return Ok(Some(Verdict { places: Some(vec![place]), ..verdict }));
                }
            }
        }
        Ok(None)
    }

    /// Another wording of a provision that has the words.
    fn in_wording_of(
        &mut self,
        quote: &Quote,
        act: &PastOfAct<'_>,
        provision: &Anchor,
    ) -> Result<Option<Verdict>, Unjudged> {
        let day = self.texts.day();
        let wordings = self.wordings(act, provision)?;
        let applies = wordings.iter().rposition(|wording| wording.from.is_some_and(|from| from <= day));
        for (at, wording) in wordings.iter().enumerate().rev() {
            let Some(stored) = wording.stored.filter(|_| Some(at) != applies) else { continue };
            let held = StoredWording { stored, uri: &wording.uri, day: wording.shown_on };
            let text = self.texts.wording_of(act.document(), &held, &wording.anchor)?;
            let Some((_, tokens)) = text.provision(&wording.anchor) else { continue };
            if !self.compare(quote, &text)?.find(&tokens)?.is_some_and(|found| has_words(&found)) {
                continue;
            }
            let is_coming =
                wording.from.map_or(applies.is_some_and(|applies| at > applies), |from| from > day);
            let until = wordings.get(at + 1).and_then(|next| next.from);
            let status = if is_coming { QuoteStatus::Coming } else { QuoteStatus::Former };
            return Ok(Some(Verdict { wording: Some(shown(wording, until)), ..Verdict::of(status) }));
        }
        Ok(None)
    }

    /// The wordings of a provision, looked up once.
    fn wordings(
        &mut self,
        act: &PastOfAct<'_>,
        provision: &Anchor,
    ) -> Result<Rc<[ProvisionWording]>, Unjudged> {
        let key = provision_uri(act, provision);
        if let Some(known) = self.wordings.get(&key) {
            return Ok(known.clone());
        }
        self.budget.spend(STEPS_OF_A_HISTORY)?;
        let wordings: Rc<[ProvisionWording]> = provision_wordings(act, provision)?.into();
        self.wordings.insert(key, wordings.clone());
        Ok(wordings)
    }

    fn uncited(&mut self, quote: &Quote) -> Result<Verdict, Unjudged> {
        Ok(match self.elsewhere.find(&mut self.texts, quote, &[])? {
            Ok(Some(found)) => {
                let is_exact = found.likeness == Likeness::Exact;
                let status = if is_exact { QuoteStatus::Exact } else { QuoteStatus::Adapted };
                Verdict { places: Some(found.places), ..Verdict::of(status) }
            }
            Ok(None) => Verdict::of(QuoteStatus::NotFound),
            Err(not_looked) => Verdict::unverified(not_looked.reason(), Some(not_looked.note())),
        })
    }
}

/// The language of a quotation, where all cited texts are held in the other one, so that nothing is known of its words.
fn other_language(quote: &Quote, held: &[(Rc<DocumentText>, &Cited)]) -> Option<Language> {
    let own = Language::known(&quote.phrase(SAMPLE_WORDS)?)?;
    let is_other = |(text, _): &(Rc<DocumentText>, &Cited)| text.language.is_some_and(|other| other != own);
    (!held.is_empty() && held.iter().all(is_other)).then_some(own)
}

/// The verdict on a quotation that another wording has, where the text of the day is not held: it may have the same words.
fn unheld(other: Verdict) -> Verdict {
    let Verdict { wording, places, .. } = other;
    Verdict { places, wording, ..Verdict::unverified(QuoteReason::NotHeld, Some(QuoteNote::OtherWording)) }
}

fn shown(wording: &ProvisionWording, until: Option<Date>) -> QuoteWording {
    QuoteWording {
        version: wording.version.clone(),
        from: wording.from.map(|from| from.to_string()),
        until: until.map(|until| until.to_string()),
        basis: wording.basis,
    }
}

fn has_words(likeness: &Likeness) -> bool {
    !matches!(likeness, Likeness::LeavesOut { .. })
}

/// The places that a citation names, those inside a range among them.
fn places(occurrence: &Occurrence) -> Vec<Cited> {
    let targets =
        occurrence.targets.iter().map(|target| (&target.uri, target.status == TargetStatus::NotHeld));
    let uris = targets.chain(occurrence.range.iter().map(|uri| (uri, false)));
    let cited = |(uri, is_not_held): (&String, bool)| {
        let location = Location::parse(uri)?;
        let document = location.document().as_str().to_owned();
        Some(Cited { document, anchor: location.anchor().cloned(), is_not_held })
    };
    uris.take(MAX_PLACES).filter_map(cited).collect()
}

//! Decides the status of a quotation: the order of the places in which it is looked for, and the status that follows
//! from each.

use std::ops::Range;
use std::rc::Rc;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Location};
use lagrum_quotes::{Likeness, Quote};
use lagrum_render::diff::DiffRun;
use lagrum_snapshot::Snapshot;
use lagrum_words::Language;

use super::super::Occurrence;
use super::answer::{QuotePlace, QuoteStatus, QuoteWording};
use super::elsewhere::Elsewhere;
use super::texts::{DocumentText, Texts, Unit};
use crate::history::{PastActs, PastOfAct, ProvisionWording, provision_wordings};
use crate::{AnswerError, RunSign};

/// Places of one citation that a quotation is compared with: a range of paragrafer has one for each.
const MAX_PLACES: usize = 20;

/// The percentage of the words of a quotation that, found in the cited provision, makes a search of other documents
/// needless.
const ENOUGH_SHARED: usize = 75;

/// Words of a quotation by which its language is known.
const SAMPLE_WORDS: usize = 50;

/// Held texts of an act that are searched for a quotation that names no provision of it, the newest first.
const MAX_FORMER_TEXTS: usize = 20;

/// What a quotation was found to be.
pub(super) struct Verdict {
    pub(super) status: QuoteStatus,
    pub(super) places: Option<Vec<QuotePlace>>,
    pub(super) wording: Option<QuoteWording>,
    pub(super) differs: Option<Vec<(RunSign, String)>>,
    pub(super) note: Option<String>,
}

impl Verdict {
    pub(super) fn of(status: QuoteStatus) -> Self {
        Self { status, places: None, wording: None, differs: None, note: None }
    }

    fn differs(runs: Vec<DiffRun>) -> Self {
        let runs = runs.into_iter().map(|run| (run.mark.into(), run.text)).collect();
        Self { differs: Some(runs), ..Self::of(QuoteStatus::Differs) }
    }

    fn like(quote: &Quote, text: &DocumentText, likeness: Likeness) -> Self {
        match likeness {
            Likeness::Exact => Self::of(QuoteStatus::Exact),
            Likeness::Adapted => Self::of(QuoteStatus::Adapted),
            Likeness::LeavesOut { word, tokens } => Self {
                note: Some(format!("what it leaves out or replaces has a negation or a condition: {word}")),
                ..Self::differs(quote.runs(&text.text, &tokens))
            },
        }
    }
}

/// A place that a citation names.
struct Cited {
    document: String,
    anchor: Option<Anchor>,
}

/// What judges the quotations of a text.
pub(super) struct Judge<'s> {
    texts: Texts<'s>,
    acts: PastActs<'s>,
    elsewhere: Elsewhere,
}

impl<'s> Judge<'s> {
    pub(super) fn new(snapshot: &'s Snapshot, today: Date, as_of: Option<Date>) -> Self {
        let texts = Texts::new(snapshot, today, as_of);
        Self { texts, acts: PastActs::new(snapshot, today), elsewhere: Elsewhere::default() }
    }

    /// The index of the candidate that a quotation belongs to, and the verdict. Without candidates the quotation is
    /// looked for everywhere.
    pub(super) fn judge(
        &mut self,
        quote: &Quote,
        candidates: &[&Occurrence],
    ) -> Result<(Option<usize>, Verdict), AnswerError> {
        let mut leaves_out = None;
        for (at, candidate) in candidates.iter().enumerate() {
            for cited in places(candidate) {
                // Most quotations are right, and for those the provision is enough.
                if let Some(anchor) = &cited.anchor
                    && let Some(text) = self.texts.excerpt(&cited.document, anchor)?
                    && let Some(likeness) = in_cited(quote, &text, Some(anchor)).filter(has_words)
                {
                    return Ok((Some(at), Verdict::like(quote, &text, likeness)));
                }
                let Some(text) = self.texts.document(&cited.document)? else { continue };
                match in_cited(quote, &text, cited.anchor.as_ref()) {
                    Some(Likeness::LeavesOut { word, tokens }) => {
                        let likeness = Likeness::LeavesOut { word, tokens };
                        leaves_out.get_or_insert_with(|| (at, Verdict::like(quote, &text, likeness)));
                    }
                    Some(likeness) => return Ok((Some(at), Verdict::like(quote, &text, likeness))),
                    None => {}
                }
            }
        }
        if let Some((at, verdict)) = leaves_out {
            return Ok((Some(at), verdict));
        }
        match candidates.first() {
            Some(nearest) => Ok((Some(0), self.not_in_cited(quote, &places(nearest))?)),
            None => Ok((None, self.uncited(quote)?)),
        }
    }

    /// The verdict on a quotation whose words the cited places do not have.
    fn not_in_cited(&mut self, quote: &Quote, cited: &[Cited]) -> Result<Verdict, AnswerError> {
        let mut held: Vec<(Rc<DocumentText>, &Cited)> = Vec::new();
        for cited in cited {
            if let Some(text) = self.texts.document(&cited.document)? {
                held.push((text, cited));
            }
        }
        for (text, cited) in &held {
            if let Some(places) = self.in_provision(quote, text, cited) {
                return Ok(Verdict { places: Some(places), ..Verdict::of(QuoteStatus::Elsewhere) });
            }
        }
        for cited in cited {
            if let Some(verdict) = self.in_other_wording(quote, cited)? {
                return Ok(verdict);
            }
        }
        for (text, _) in &held {
            let places = self.in_document(quote, text);
            if !places.is_empty() {
                return Ok(Verdict { places: Some(places), ..Verdict::of(QuoteStatus::Elsewhere) });
            }
        }
        let difference =
            held.iter().filter_map(|(text, cited)| difference(quote, text, cited.anchor.as_ref()));
        let difference = difference.max_by_key(|(shared, _)| *shared);
        let mut nearly = None;
        if let Some((shared, verdict)) = difference {
            if shared * 100 >= quote.words() * ENOUGH_SHARED || verdict.note.is_some() {
                return Ok(verdict);
            }
            nearly = Some(verdict);
        }
        let except: Vec<&str> = held.iter().map(|(_, cited)| cited.document.as_str()).collect();
        let found = self.elsewhere.find(&mut self.texts, quote, &except)?;
        let note = self.cut_note().or(found.as_ref().err().cloned());
        let places = found.ok().flatten().map(|found| found.places);
        let other_language = other_language(quote, &held);
        let note = note.or_else(|| other_language.map(|note| note.to_owned()));
        Ok(match (held.is_empty() || other_language.is_some(), places, nearly) {
            (true, places, None) => Verdict { places, note, ..Verdict::of(QuoteStatus::Unverified) },
            (true, _, Some(differs)) => differs,
            (false, Some(places), _) => {
                Verdict { places: Some(places), ..Verdict::of(QuoteStatus::Elsewhere) }
            }
            (false, None, Some(differs)) => differs,
            (false, None, None) => Verdict { note, ..Verdict::of(QuoteStatus::NotFound) },
        })
    }

    fn cut_note(&self) -> Option<String> {
        self.texts
            .is_cut
            .then(|| "not every text was read that it could stand in: the text cites too many".to_owned())
    }

    /// Other stycken of the cited provision that have the words.
    fn in_provision(&self, quote: &Quote, text: &DocumentText, cited: &Cited) -> Option<Vec<QuotePlace>> {
        let (whole, tokens) = text.provision(cited.anchor.as_ref()?)?;
        quote.find(&text.text, &tokens).filter(has_words)?;
        let parts = text.parts_in(&tokens);
        let smallest = parts
            .into_iter()
            .find(|(_, part)| quote.find(&text.text, part).is_some_and(|found| has_words(&found)));
        let anchor = smallest.map_or(&whole, |(anchor, _)| anchor);
        Some(vec![QuotePlace::new(self.texts.snapshot, &text.document, Some(anchor))])
    }

    /// The provisions of a document that have the words.
    fn in_document(&self, quote: &Quote, text: &DocumentText) -> Vec<QuotePlace> {
        let has = |unit: &&Unit| quote.find(&text.text, &unit.tokens).is_some_and(|found| has_words(&found));
        let units = text.units.iter().filter(has).take(MAX_PLACES);
        units.map(|unit| QuotePlace::new(self.texts.snapshot, &text.document, unit.anchor.as_ref())).collect()
    }

    /// Another wording of the cited provision, or of one of the cited act or kapitel, that has the words.
    fn in_other_wording(&mut self, quote: &Quote, cited: &Cited) -> Result<Option<Verdict>, AnswerError> {
        let Some(act) = self.acts.get(&cited.document)? else { return Ok(None) };
        if let Some(provision) = cited.anchor.as_ref().filter(|anchor| act.has_provision(anchor)) {
            return self.in_wording_of(quote, &act, provision);
        }
        for held in act.held_texts().take(MAX_FORMER_TEXTS) {
            let text = self.texts.wording(act.document(), held.stored, &held.uri, held.from)?;
            let Some(text) = text else { break };
            let cited_ranges = text.cited(cited.anchor.as_ref());
            let has_quote = |unit: &&Unit| {
                let is_cited =
                    |range: &Range<usize>| range.start <= unit.tokens.start && unit.tokens.end <= range.end;
                cited_ranges.iter().any(is_cited)
                    && quote.find(&text.text, &unit.tokens).is_some_and(|found| has_words(&found))
            };
            let provisions: Vec<Anchor> =
                text.units.iter().filter(has_quote).filter_map(|unit| unit.anchor.clone()).collect();
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
    ) -> Result<Option<Verdict>, AnswerError> {
        let day = self.texts.day();
        let wordings = provision_wordings(act, provision)?;
        let applies = wordings.iter().rposition(|wording| wording.from.is_some_and(|from| from <= day));
        for (at, wording) in wordings.iter().enumerate().rev() {
            let Some(stored) = wording.stored.filter(|_| Some(at) != applies) else { continue };
            let text = self.texts.wording(act.document(), stored, &wording.uri, wording.shown_on)?;
            let Some(text) = text else { continue };
            let Some((_, tokens)) = text.provision(&wording.anchor) else { continue };
            if !quote.find(&text.text, &tokens).is_some_and(|found| has_words(&found)) {
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

    fn uncited(&mut self, quote: &Quote) -> Result<Verdict, AnswerError> {
        Ok(match self.elsewhere.find(&mut self.texts, quote, &[])? {
            Ok(Some(found)) => {
                let is_exact = found.likeness == Likeness::Exact;
                let status = if is_exact { QuoteStatus::Exact } else { QuoteStatus::Adapted };
                Verdict { places: Some(found.places), ..Verdict::of(status) }
            }
            Ok(None) => Verdict::of(QuoteStatus::NotFound),
            Err(note) => Verdict { note: Some(note), ..Verdict::of(QuoteStatus::Unverified) },
        })
    }
}

/// The note that the cited texts are held in another language than the quotation, so that nothing is known of its
/// words.
fn other_language(quote: &Quote, held: &[(Rc<DocumentText>, &Cited)]) -> Option<&'static str> {
    let own = Language::known(&quote.phrase(SAMPLE_WORDS)?)?;
    let is_other = |(text, _): &(Rc<DocumentText>, &Cited)| text.language.is_some_and(|other| other != own);
    (!held.is_empty() && held.iter().all(is_other)).then_some(match own {
        Language::Swedish => "the cited text is held in English",
        Language::English => "the cited text is held in Swedish",
    })
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
    let uris = occurrence.targets.iter().map(|target| &target.uri).chain(&occurrence.range);
    let cited = |uri: &String| {
        let location = Location::parse(uri)?;
        Some(Cited { document: location.document().as_str().to_owned(), anchor: location.anchor().cloned() })
    };
    uris.take(MAX_PLACES).filter_map(cited).collect()
}

/// The likeness of a quotation to the text of a cited place; None where they are not alike.
fn in_cited(quote: &Quote, text: &DocumentText, anchor: Option<&Anchor>) -> Option<Likeness> {
    let found = text.cited(anchor).into_iter().filter_map(|range| quote.find(&text.text, &range));
    found.min_by_key(|likeness| match likeness {
        Likeness::Exact => 0,
        Likeness::Adapted => 1,
        Likeness::LeavesOut { .. } => 2,
    })
}

/// How a quotation differs from a cited place, and how many words they share.
fn difference(quote: &Quote, text: &DocumentText, anchor: Option<&Anchor>) -> Option<(usize, Verdict)> {
    let cited = text.cited(anchor);
    let units: Vec<_> = text.units.iter().map(|unit| unit.tokens.clone()).collect();
    let differences = cited.iter().filter_map(|range| quote.difference(&text.text, range));
    let difference = differences.max_by_key(|difference| difference.shared);
    let joined = cited.iter().find_map(|range| quote.joins(&text.text, range, &units));
    let rest = joined.and_then(|at| text.units[at].anchor.as_ref());
    let note = rest.map(|rest| format!("it joins two provisions: the rest stands under {rest}"));
    match (difference, note) {
        (Some(difference), note) => {
            Some((difference.shared, Verdict { note, ..Verdict::differs(difference.runs) }))
        }
        // What the cited provision has is a part of the quotation.
        (None, Some(note)) => {
            let range = cited.first()?;
            Some((0, Verdict { note: Some(note), ..Verdict::differs(quote.runs(&text.text, range)) }))
        }
        (None, None) => None,
    }
}

//! The text of an act on a day as it is read: a held text, or one put together of the provisions of which the text of the
//! day is known.
//!
//! A text is put together where no text of the whole act is held for the day and half of its provisions are known, and where a
//! provision had another text on the day than the one that is held for the whole act. It is a text for readers: no lydelse of
//! the act, and nothing that is verbatim is made of it.

mod edits;
mod known;
mod lines;

use jiff::civil::Date;
use lagrum_artifact::ActFamily;
use lagrum_catalog::CatalogDocument;
use lagrum_chronicle::{ActOnDay, Borne};
use lagrum_snapshot::Snapshot;

use self::edits::ComposedText;
pub use self::known::{COMPOSED_FORMS, KnownOfDay, ProvisionCounts};
use crate::as_of::{AsOf, AsOfBasis, TextSource, names_lydelse, of_published, text_of_act};
use crate::chronicle::{ActInTime, ProvisionOnDay};
use crate::lookup::{find_stored, query_catalog};
use crate::{AnswerError, RegisteredAct};

/// How the text of a day is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// As it is stored, or not at all.
    Stored,
    /// To be read.
    Read,
}

/// Finds a document and the text of a day or, without a day, the text that the uri names, which may be an archived
/// lydelse. With a day, it is told of how many provisions the text is known.
pub(crate) fn find_whole_text(
    snapshot: &Snapshot,
    uri: &str,
    day: Option<Date>,
    wanted: Wanted,
) -> Result<(CatalogDocument, TextSource), AnswerError> {
    let (document, stored) = find_stored(snapshot, uri)?.ok_or_else(|| AnswerError::no_document(uri))?;
    let Some(day) = day else { return Ok((document, TextSource::undated(stored))) };
    if document.uri != uri {
        return Err(names_lydelse(&document, day));
    }
    let act = query_catalog(snapshot, |catalog| ActInTime::load(catalog, snapshot.manifest(), &document))?;
    let text = match act {
        None => of_published(snapshot, &document, day)?,
        Some(act) if act.family.is_none() || act.facts().is_to_come(day) => {
            text_of_act(snapshot, &document, &act, day)?
        }
        Some(act) => TextOfAct { snapshot, document: &document, act: &act, day }.find(wanted)?,
    };
    Ok((document, text))
}

/// An act of which the text of a day is wanted.
struct TextOfAct<'a> {
    snapshot: &'a Snapshot,
    document: &'a CatalogDocument,
    act: &'a ActInTime,
    day: Date,
}

impl TextOfAct<'_> {
    fn find(&self, wanted: Wanted) -> Result<TextSource, AnswerError> {
        let held = match text_of_act(self.snapshot, self.document, self.act, self.day) {
            Ok(text) => Ok(text),
            Err(AnswerError::NotFound(missing)) => Err(missing.detail),
            Err(error) => return Err(error),
        };
        // After the end of an act its last text is shown.
        let last = self.act.last_day().filter(|last| *last < self.day);
        let day = last.unwrap_or(self.day);
        let stored = held.as_ref().ok().and_then(|text| text.stored);
        let base = self.act.texts.texts.iter().position(|text| Some(text.stored) == stored);
        let mut provisions =
            query_catalog(self.snapshot, |catalog| self.act.provisions_on(catalog, day, base))?;
        provisions.retain(|provision| !base.is_some_and(|base| self.is_disproved(provision, base)));
        let mut known = ActOnDay::default();
        for provision in &provisions {
            known.count(&provision.borne);
        }
        let counts = ProvisionCounts::from(known);
        let is_statute = self.act.family == Some(ActFamily::Statute) && !self.act.texts.texts.is_empty();
        let mut text = match held {
            Ok(text) if wanted == Wanted::Stored || !is_statute => text,
            Ok(text) => self.compose(text, &provisions, day, base, counts)?,
            Err(detail) => {
                let composed = is_statute && known.is_half_known();
                if wanted == Wanted::Stored || !composed {
                    let detail = refusal(&detail, composed, counts);
                    let known = KnownOfDay::Act { composed, provisions: counts };
                    return Err(AnswerError::no_text_of_day(detail, known));
                }
                let text =
                    TextSource { as_of: Some(self.as_of(&provisions, known)), ..TextSource::undated(None) };
                self.compose(text, &provisions, day, None, counts)?
            }
        };
        if let Some(as_of) = &mut text.as_of {
            as_of.provisions = Some(counts);
        }
        Ok(text)
    }

    /// Whether the text of the whole act on the day shows that something does not exist which the register speaks of: it has
    /// worked in the acts that name the number, and lacks it.
    fn is_disproved(&self, provision: &ProvisionOnDay, base: usize) -> bool {
        let worked_in = &self.act.texts.texts[base].worked_in;
        let Borne::NotHeld { missing } = &provision.borne else { return false };
        let is_worked_in = |act: &usize| worked_in.binary_search(act).is_ok();
        !provision.is_held && provision.ended_by.is_none() && missing.iter().all(is_worked_in)
    }

    /// Puts a text together, where it is another one than the held text of the whole act.
    fn compose(
        &self,
        text: TextSource,
        provisions: &[ProvisionOnDay],
        day: Date,
        base: Option<usize>,
        counts: ProvisionCounts,
    ) -> Result<TextSource, AnswerError> {
        let composed =
            ComposedText { snapshot: self.snapshot, act: self.act, day, base, counts }.bytes(provisions)?;
        let Some(bytes) = composed else { return Ok(text) };
        let as_of = text.as_of.map(|as_of| AsOf {
            version: None,
            uri: self.document.uri.clone(),
            composed: true,
            ..as_of
        });
        Ok(TextSource { as_of, composed: Some(bytes), ..text })
    }

    /// What is said of a text for a day of which no text of the whole act is held.
    fn as_of(&self, provisions: &[ProvisionOnDay], known: ActOnDay) -> AsOf {
        let mut missing: Vec<usize> = provisions.iter().flat_map(lacking).copied().collect();
        missing.sort_unstable();
        missing.dedup();
        let basis = match known {
            ActOnDay { lost: 0, gap: 0, undated: 0, as_known: 0, .. } => AsOfBasis::Dated,
            ActOnDay { lost: 0, gap: 0, undated: 0, .. } => AsOfBasis::AsKnown,
            ActOnDay { lost: 0, gap: 0, .. } => AsOfBasis::Undated,
            _ => AsOfBasis::Gap,
        };
        let missing: Vec<RegisteredAct> = self.act.acts(&missing);
        AsOf {
            date: self.day.to_string(),
            version: None,
            uri: self.document.uri.clone(),
            from: None,
            until: None,
            basis,
            missing,
            ahead: Vec::new(),
            repealed: self.act.facts().end.day().map(|end| end.to_string()),
            known_until: (basis == AsOfBasis::AsKnown).then(|| self.act.known_until.to_string()),
            because: None,
            composed: false,
            provisions: None,
        }
    }
}

/// The amendments whose texts of a provision are lacking.
fn lacking(provision: &ProvisionOnDay) -> &[usize] {
    match &provision.borne {
        Borne::NotHeld { missing } | Borne::Text { missing, .. } => missing,
        _ => &[],
    }
}

fn refusal(detail: &str, composed: bool, counts: ProvisionCounts) -> String {
    let known = format!("{} of its {} provisions are known for that day", counts.known(), counts.all());
    if composed { format!("{detail}; {known}, and format=md has them") } else { format!("{detail}; {known}") }
}

//! A provision followed back through the held texts of its act, under the numbers that it had.

use std::collections::{BTreeSet, HashMap};

use jiff::civil::Date;
use lagrum_artifact::{Anchor, AnchorGrammar, Base, NamedUnit};
use lagrum_cancel::whole;
use lagrum_catalog::ProvisionText;
use lagrum_render::diff::UnitKind;
use lagrum_snapshot::Snapshot;
use lagrum_sources::parse_date;

use super::entries::{Act, Moment, Named};
use super::naming::ActWords;
use crate::AnswerError;
use crate::as_of::{ActTexts, DatedAmendment, DatedText};
use crate::diff::{ComparedText, compare_texts};
use crate::lookup::query_catalog;

/// A provision followed back through the held texts.
pub(super) struct Followed {
    /// The anchors that it has had, the present one first.
    pub(super) numbers: Vec<Anchor>,
    /// For each text its forms of the provision, from its beginning or from the day of a mark on, with the index of the
    /// number there.
    held: Vec<Vec<(usize, ProvisionText)>>,
}

impl Followed {
    /// Follows a provision from the newest text to the oldest.
    pub(super) fn back(
        snapshot: &Snapshot,
        texts: &[DatedText],
        anchor: &Anchor,
        grammar: AnchorGrammar,
    ) -> Result<Self, AnswerError> {
        let mut numbers = vec![anchor.clone()];
        let mut held = Vec::new();
        let of = |text: &DatedText, anchor: &Anchor| {
            query_catalog(snapshot, |catalog| catalog.provision_texts(text.stored, anchor.as_str()))
        };
        for at in (0..texts.len()).rev() {
            lagrum_cancel::check()?;
            let number = numbers.len() - 1;
            let anchor = numbers[number].clone();
            let own = of(&texts[at], &anchor)?;
            let mut former = None;
            if let Some(before) = at.checked_sub(1) {
                let older = of(&texts[before], &anchor)?;
                let pair = Pair { snapshot, older: &texts[before], newer: &texts[at] };
                former = pair.former(&anchor, &older, &own, grammar)?;
            }
            let mut texts_of: Vec<(usize, ProvisionText)> = Vec::new();
            if let Some(former) = former {
                // Before the day of the mark that gives the number, the text has the provision under its former number.
                let begins = own.iter().find(|text| text.digest.is_some()).map(|text| text.begins.clone());
                let begins = begins.unwrap_or_default();
                let earlier = of(&texts[at], &former)?.into_iter().filter(|text| text.begins < begins);
                texts_of.extend(earlier.map(|text| (number + 1, text)));
                texts_of
                    .extend(own.into_iter().filter(|text| text.begins >= begins).map(|text| (number, text)));
                numbers.push(former);
            } else {
                texts_of.extend(own.into_iter().map(|text| (number, text)));
            }
            held.push(texts_of);
        }
        held.reverse();
        Ok(Self { numbers, held })
    }

    /// The provision over time. A text that was replaced before the day of a mark did not apply from that day. Of a text that was
    /// replaced on a day that is not known, no later day counts.
    pub(super) fn moments(&self, texts: &ActTexts, base: &Base) -> Vec<Moment> {
        let by_uri: HashMap<&str, usize> =
            texts.amendments.iter().map(|act| act.act.uri.as_str()).zip(0..).collect();
        let signed =
            |text: &ProvisionText| by_uri.get(base.swedish_act(text.signed.as_ref()?).as_str()).copied();
        let texts = &texts.texts;
        let mut moments: Vec<Moment> = Vec::new();
        for (at, (text, held)) in texts.iter().zip(&self.held).enumerate() {
            let next = texts.get(at + 1).map(|next| next.from);
            let applied = |day: Date| next.is_none_or(|next| next.is_some_and(|next| day < next));
            let number = held.first().map(|(number, _)| *number);
            let number = number.or_else(|| moments.last().map(|before| before.number));
            let number = number.unwrap_or(self.numbers.len() - 1);
            let mut first =
                Moment { text: at, day: text.from, by_mark: false, digest: None, number, signed: None };
            let mut later = Vec::new();
            for (number, held) in held {
                let of = |day| Moment {
                    text: at,
                    day,
                    by_mark: true,
                    digest: held.digest,
                    number: *number,
                    signed: signed(held),
                };
                match parse_date(&held.begins) {
                    Some(day) if text.from.is_none_or(|from| day > from) => {
                        later.extend(applied(day).then(|| of(Some(day))));
                    }
                    _ => first = Moment { by_mark: false, ..of(text.from) },
                }
            }
            moments.push(first);
            moments.extend(later);
        }
        moments
    }

    /// What each act did to the provision, by the numbers that it had when the act came.
    pub(super) fn acts(&self, texts: &ActTexts, words: &ActWords) -> Vec<Act> {
        let act = |(at, amendment): (usize, &DatedAmendment)| {
            let of = |number: usize| {
                words.named(&amendment.act.uri, NamedUnit::of(&self.numbers[number], &[]).as_ref())
            };
            let named = self.numbers_before(texts, at).into_iter().map(of);
            let named = named.reduce(|one, other| if matches!(one, Named::Yes(_)) { one } else { other });
            Act { day: amendment.day, named: named.unwrap_or(Named::No) }
        };
        texts.amendments.iter().enumerate().map(act).collect()
    }

    /// The numbers of the provision in the last text before an act and in the first text that has the act worked in;
    /// its present number where neither has the provision.
    pub(super) fn numbers_before(&self, texts: &ActTexts, act: usize) -> BTreeSet<usize> {
        let first = texts.texts.iter().position(|text| text.worked_in.contains(&act));
        let newer = first.unwrap_or(texts.texts.len().saturating_sub(1));
        let beside = [newer.checked_sub(1).filter(|_| first.is_some()), Some(newer)].into_iter().flatten();
        let held = beside.filter_map(|text| self.held.get(text)).flatten();
        let numbers: BTreeSet<usize> = held.map(|(number, _)| *number).collect();
        if numbers.is_empty() { BTreeSet::from([0]) } else { numbers }
    }
}

/// Two texts that follow each other.
struct Pair<'a> {
    snapshot: &'a Snapshot,
    older: &'a DatedText,
    newer: &'a DatedText,
}

impl Pair<'_> {
    /// The anchor that a provision of the newer text has in the older one; None where it is the same, or there was
    /// none. `older` and `newer` are what each text has under the anchor.
    fn former(
        &self,
        anchor: &Anchor,
        older: &[ProvisionText],
        newer: &[ProvisionText],
        grammar: AnchorGrammar,
    ) -> Result<Option<Anchor>, AnswerError> {
        let Some(digest) = newer.iter().find_map(|text| text.digest) else { return Ok(None) };
        if older.iter().any(|text| text.digest == Some(digest)) {
            return Ok(None);
        }
        // The newer text may have the words under the old number too, until a day of its marks.
        let moved = query_catalog(self.snapshot, |catalog| {
            for had in catalog.provisions_with_text(self.older.stored, &digest)? {
                let now = catalog.provision_texts(self.newer.stored, &had)?;
                if now.last().and_then(|text| text.digest) != Some(digest) {
                    return Ok(Some(had));
                }
            }
            Ok(None)
        })?;
        if let Some(moved) = moved {
            return Ok(Anchor::new(&moved));
        }
        // Only paragrafer are matched one by one.
        if !older.is_empty() || grammar != AnchorGrammar::Statute {
            return Ok(None);
        }
        // The number is new: the older text may have the provision under another number and in other words.
        let text = |text: &DatedText| ComparedText {
            stored: text.stored,
            uri: text.uri.clone(),
            day: text.from.map(|day| day.to_string()),
        };
        let (comparison, _memory) = compare_texts(self.snapshot, &text(self.older), &text(self.newer))?;
        let units = whole(comparison.units(grammar, false))?;
        let unit = units
            .into_iter()
            .find(|unit| unit.kind == UnitKind::Provision && unit.anchor.as_deref() == Some(anchor.as_str()));
        let former = unit.and_then(|unit| unit.from_anchor).filter(|former| former != anchor.as_str());
        Ok(former.and_then(|former| Anchor::new(&former)))
    }
}

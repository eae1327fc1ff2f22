//! The text of a provision on a day, and how well it is known: the held text that a decision of the day cites.
//!
//! If the text of the act on the day is known, it is the answer, with a gap where an act that is not worked in names
//! the provision. If the register is unclear about such an act, or the text of the day is not known, the answer is the
//! last entry of the history that had begun by the day. An act between that beginning and the day makes the answer a
//! gap or undated.

use jiff::civil::Date;

use super::answer::{HistoryBasis, ThenBasis};
use super::entries::{Entry, Known, Moment, Named};
use crate::as_of::TextAtDay;

/// The text of a provision on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextThen {
    pub(super) basis: ThenBasis,
    /// The held text that has it; None where none is held.
    pub(super) text: Option<usize>,
    /// The index of the number that the provision had, among its numbers; None where no text is held.
    pub(super) number: Option<usize>,
}

/// The text of a provision on a day. `entries` are those of `known`, the oldest first; `held` is the text of the act on the day.
pub(super) fn text_then(known: &Known, entries: &[Entry], held: Option<&TextAtDay>, day: Date) -> TextThen {
    let by_act = held.filter(|held| held.is_dated).map(|held| {
        let concerns =
            |wanted: fn(Named) -> bool| held.doubtful.iter().any(|at| wanted(known.acts[*at].named));
        if concerns(|named| matches!(named, Named::Yes(_))) {
            return HistoryBasis::Gap;
        }
        if concerns(|named| named == Named::Unclear) { HistoryBasis::Undated } else { HistoryBasis::Dated }
    });
    let of = |basis, text: Option<usize>| {
        let moment = text.and_then(|text| moment_of(known, text, day));
        TextThen {
            basis,
            text: moment.filter(|moment| moment.digest.is_some()).map(|moment| moment.text),
            number: moment.map(|moment| moment.number),
        }
    };
    let held_text = held.map(|held| held.text);
    match by_act {
        Some(HistoryBasis::Dated) => return of(ThenBasis::Dated, held_text),
        Some(HistoryBasis::Gap) => return of(ThenBasis::Gap, held_text),
        Some(HistoryBasis::Undated) | None => {}
    }
    let begins = |entry: &Entry| entry.from.or_else(|| from_the_beginning(known, entry));
    let Some(at) = entries.iter().rposition(|entry| begins(entry).is_some_and(|from| from <= day)) else {
        return match entries.first().map(|first| first.from) {
            Some(Some(_)) => of(ThenBasis::Earlier, None),
            _ => of(ThenBasis::Undated, held_text),
        };
    };
    let entry = &entries[at];
    let from = begins(entry).unwrap_or(day);
    let is_old = entry.from.is_none();
    let is_unknown = entries[at + 1..].iter().take_while(|next| next.from.is_none()).next().is_some();
    let between =
        known.acts.iter().enumerate().filter(|(_, act)| act.day.is_some_and(|at| at > from && at <= day));
    let mut basis = if is_unknown || entry.basis == HistoryBasis::Undated && !is_old {
        ThenBasis::Undated
    } else {
        ThenBasis::Dated
    };
    for (act, found) in between {
        match found.named {
            Named::No => {}
            Named::Yes(_) => {
                basis = ThenBasis::Gap;
                break;
            }
            Named::Unclear if has_same_text_with(known, entry, act) => {}
            Named::Unclear => basis = ThenBasis::Undated,
        }
    }
    let digest_of = |text: usize| moment_of(known, text, day).and_then(|moment| moment.digest);
    let same = held_text.filter(|text| entry.digest.is_some() && digest_of(*text) == entry.digest);
    match same {
        Some(text) => of(basis, Some(text)),
        None => TextThen { basis, text: entry.digest.map(|_| entry.text), number: Some(entry.number) },
    }
}

/// A day by which a text as old as its act had begun, for an entry without a first day.
fn from_the_beginning(known: &Known, entry: &Entry) -> Option<Date> {
    let base = known.base.filter(|base| entry.from.is_none() && entry.acts == [*base])?;
    known.begun_by(base)?.yesterday().ok()
}

/// The provision in a text on a day.
fn moment_of(known: &Known, text: usize, day: Date) -> Option<&Moment> {
    let mut own = known.moments.iter().filter(|moment| moment.text == text);
    let first = own.next()?;
    Some(own.rfind(|moment| moment.day.is_some_and(|from| from <= day)).unwrap_or(first))
}

/// Whether a held text with an act worked in has the provision as an entry has it.
fn has_same_text_with(known: &Known, entry: &Entry, act: usize) -> bool {
    let same = |moment: &&Moment| moment.digest == entry.digest && moment.digest.is_some();
    known.moments.iter().filter(same).any(|moment| known.texts[moment.text].worked_in.contains(&act))
}

#[cfg(test)]
mod tests {
    use super::super::entries::entries;
    use super::super::entries::tests::known_of;
    use super::*;
    use crate::as_of::Ended;

    fn told(acts: &str, texts: &str, moments: &str, held: Option<(usize, &str)>, day: &str) -> String {
        let base = if acts.starts_with('-') { "" } else { "2030-01-01 .; " };
        let known = known_of(&format!("{base}{acts}"), texts, moments, Ended::No);
        let held = held.map(|(text, doubtful)| TextAtDay {
            text,
            is_dated: !doubtful.contains('?'),
            doubtful: doubtful.split(' ').filter_map(|at| at.parse().ok()).collect(),
        });
        let found = text_then(&known, &entries(&known).0, held.as_ref(), day.parse().unwrap());
        let text = found.text.map_or("-".to_owned(), |text| text.to_string());
        format!("{} {text}", format!("{:?}", found.basis).to_lowercase())
    }

    #[test]
    fn which_text_a_decision_of_a_day_cites() {
        let acts = "2031-01-01 amended; 2033-01-01 .";
        let held = ("0; 0 1; 0 1 2", "0 2030-01-01 a; 1 2031-01-01 b; 2 2033-01-01 b");
        let newest = ("0 1 2", "0 2033-01-01 b");
        for (acts, (texts, moments), of_act, day, expected) in [
            // The text of the act on the day is known.
            (acts, held, Some((1, "")), "2032-01-01", "dated 1"),
            // An act that is not worked in: it concerns another provision, this one, or may.
            (acts, held, Some((1, "2")), "2033-06-01", "dated 1"),
            (acts, held, Some((0, "1")), "2031-06-01", "gap 0"),
            ("2031-01-01 ?; 2033-01-01 .", held, Some((0, "1")), "2031-06-01", "dated 1"),
            // The newest text alone: no act has named the provision since the day of the act that last did.
            (acts, newest, None, "2032-01-01", "dated 0"),
            ("2031-01-01 amended; 2033-01-01 ?", newest, None, "2032-01-01", "undated 0"),
            ("2031-01-01 amended; 2033-01-01 amended", newest, None, "2032-01-01", "earlier -"),
            (acts, newest, None, "2030-06-01", "earlier -"),
            // An act in force that is not worked in.
            ("2031-01-01 .; 2034-01-01 amended", ("0 1", "0 2031-01-01 b"), None, "2034-06-01", "gap 0"),
            ("2031-01-01 .; 2034-01-01 amended", ("0 1", "0 2031-01-01 b"), None, "2033-06-01", "dated 0"),
            // The act itself has no day.
            ("- .; 2031-01-01 .; 2033-01-01 .", newest, None, "2031-06-01", "dated 0"),
            ("- .; 2031-01-01 .; 2033-01-01 .", newest, None, "2030-06-01", "undated -"),
            // An undated text of the act, of which the provision's history knows more.
            (acts, held, Some((1, "?")), "2032-01-01", "dated 1"),
        ] {
            assert_eq!(told(acts, texts, moments, of_act, day), expected, "{acts}; {texts} on {day}");
        }
    }
}

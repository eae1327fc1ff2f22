//! What became of what bore a number on a day: followed forward through the acts of a register, by its words.
//!
//! A citation means what bore the number on the day of the citing document. That may have another number since, or be gone while
//! the number was given to something else:
//!
//! * **Renumbered** (`nuvarande 52 § betecknas 54 §`): what had the old number has the new one. It is followed through every act
//!   after the day, one by one.
//! * **Used anew** (`upph. 5 §; ny 5 §`): what had the number is gone, by the act or by one before it, and another provision has
//!   it. A number that is only given up moves nothing: the text still prints what became of it.
//! * Words that amend (`ändr.`) never change what bears a number, and headings and changes of other amendments do not either.
//!
//! A whole kapitel counts for its paragrafer, except for those that the words name themselves.

use jiff::civil::Date;
use lagrum_artifact::{ProvisionNumber, RegisterChange, RegisterPlace, RegisteredChange};

use crate::number::{begins, ends};
use crate::renumbered::number_after;

/// An act of a register that is in force and worked into the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberingAct {
    /// The day on which it entered into force.
    pub day: Date,
    /// The changes that its words name, in their order.
    pub changes: Vec<RegisteredChange>,
}

/// What became of what bore a number on a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberSince {
    /// It bears the number still, or nothing else does.
    Same,
    /// It has another number.
    Renumbered {
        /// The number that it has today.
        number: ProvisionNumber,
        /// The act by which the old number was given away, by its place among the acts.
        by: usize,
    },
    /// It no longer exists, or it is not said which number it got, and the number that was cited is another's.
    Gone {
        /// The act that gave the cited number to something else, or away.
        by: usize,
        /// The act that ended it; None where that is not known.
        ended_by: Option<usize>,
    },
}

/// What became of what bore a number on a day. `acts` are in the order of their days, and `is_later` says of each, by its place,
/// whether it came after that day. `by_kapitel` is whether the numbers of paragrafer begin anew in each kapitel.
pub fn number_since(
    acts: &[NumberingAct],
    by_kapitel: bool,
    number: &ProvisionNumber,
    is_later: impl Fn(usize) -> bool,
) -> NumberSince {
    let mut bearer = number.clone();
    let (mut given_away, mut gone): (Option<usize>, Option<Gone>) = (None, None);
    for (at, act) in acts.iter().enumerate().filter(|(at, _)| is_later(*at)) {
        let done = done(&act.changes, by_kapitel, &bearer);
        if gone.is_none() {
            if let Some(next) = number_after(&act.changes, &bearer).filter(|next| *next != bearer) {
                given_away = given_away.or(Some(at));
                bearer = next;
                continue;
            }
            gone = done.ends.map(|change| Gone { by: at, is_repealed: change == RegisterChange::Repealed });
        }
        let is_taken = match done.begins {
            Some(RegisterChange::New) => gone.is_some() || is_known(&acts[..at], by_kapitel, &bearer),
            Some(_) => gone.is_some(),
            None => false,
        };
        if is_taken {
            let ended_by = gone.filter(|gone| gone.is_repealed).map(|gone| gone.by);
            return NumberSince::Gone { by: given_away.unwrap_or(at), ended_by };
        }
    }
    match (given_away, gone) {
        (Some(by), None) if bearer != *number => NumberSince::Renumbered { number: bearer, by },
        (Some(by), Some(gone)) => NumberSince::Gone { by, ended_by: gone.is_repealed.then_some(gone.by) },
        _ => NumberSince::Same,
    }
}

/// That something lost its number, and got no other one that is known.
#[derive(Clone, Copy)]
struct Gone {
    by: usize,
    is_repealed: bool,
}

/// What an act did with a number.
struct Done {
    /// What took the number from what had it.
    ends: Option<RegisterChange>,
    /// What gave it to something.
    begins: Option<RegisterChange>,
}

fn done(changes: &[RegisteredChange], by_kapitel: bool, number: &ProvisionNumber) -> Done {
    let of_text = || changes.iter().filter(|change| is_of_text(change));
    let own: Vec<RegisterChange> = of_text()
        .filter(|change| change.place.covers(number, by_kapitel))
        .map(|change| change.change)
        .collect();
    let around = |change: &&RegisteredChange| match (&change.place, &number.kapitel) {
        (RegisterPlace::Kapitel(first, last), Some(kapitel)) => (first..=last).contains(&kapitel),
        _ => false,
    };
    let changes =
        if own.is_empty() { of_text().filter(around).map(|change| change.change).collect() } else { own };
    Done {
        ends: changes.iter().copied().find(|change| ends(*change)),
        begins: changes.iter().copied().find(|change| begins(*change)),
    }
}

/// Whether some acts show that something had a number.
fn is_known(acts: &[NumberingAct], by_kapitel: bool, number: &ProvisionNumber) -> bool {
    let mut changes = acts.iter().flat_map(|act| &act.changes).filter(|change| is_of_text(change));
    changes.any(|change| change.place.covers(number, by_kapitel))
}

/// Whether a change is one of the text itself.
fn is_of_text(change: &RegisteredChange) -> bool {
    let is_beside = matches!(change.change, RegisterChange::Heading | RegisterChange::EntryIntoForce);
    !change.in_amendment && !is_beside
}

#[cfg(test)]
mod tests {
    use lagrum_artifact::read_register_words;

    use super::*;

    fn found(acts: &[&str], anchor: &str, day: &str) -> String {
        let act = |line: &&str| {
            let (day, words) = line.split_once(' ').unwrap();
            NumberingAct { day: day.parse().unwrap(), changes: read_register_words(words).changes }
        };
        let acts: Vec<NumberingAct> = acts.iter().map(act).collect();
        let number = ProvisionNumber::parse(anchor).unwrap();
        let day: Date = day.parse().unwrap();
        match number_since(&acts, anchor.starts_with('K'), &number, |at| acts[at].day > day) {
            NumberSince::Same => "same".to_owned(),
            NumberSince::Renumbered { number, by } => format!("{} by {by}", number.anchor().unwrap()),
            NumberSince::Gone { by, ended_by } => {
                format!(
                    "gone by {by}{}",
                    ended_by.map_or(String::new(), |act| format!(", repealed by {act}"))
                )
            }
        }
    }

    #[test]
    fn what_became_of_what_bore_a_number() {
        let chain =
            ["2010-01-01 nuvarande 52 § betecknas 54 §; ny 52 §", "2014-04-01 nuvarande 54 § betecknas 60 §"];
        let anew = ["2010-01-01 upph. 5 §", "2012-01-01 ändr. 6 §", "2014-01-01 ny 5 §"];
        let kapitel = ["2015-01-01 ändr. 9 kap. 4 §", "2020-01-01 upph. 9 kap.; nytt 9 kap."];
        for (acts, anchor, day, expected) in [
            (&chain[..], "P52", "2009-01-01", "P60 by 0"),
            (&chain, "P52", "2010-01-01", "same"),
            (&chain, "P54", "2012-01-01", "P60 by 1"),
            (&chain, "P54", "2014-04-01", "same"),
            (&chain, "P53", "2009-01-01", "same"),
            (&anew, "P5", "2009-01-01", "gone by 2, repealed by 0"),
            (&anew[..2], "P5", "2009-01-01", "same"),
            (&anew, "P5", "2011-01-01", "gone by 2"),
            (&anew, "P5", "2014-01-01", "same"),
            (&anew, "P6", "2009-01-01", "same"),
            (&kapitel, "K9P4", "2016-01-01", "gone by 1, repealed by 1"),
            (&kapitel, "K9", "2016-01-01", "gone by 1, repealed by 1"),
            (&kapitel, "K8P4", "2016-01-01", "same"),
            (&kapitel, "K9P4", "2020-01-01", "same"),
            (&["2020-01-01 upph. 9 kap.; nytt 9 kap.; ändr. 9 kap. 3 §"], "K9P3", "2016-01-01", "same"),
            // Nothing is known to have had the number before.
            (&["2020-01-01 ny 5 §"], "P5", "2016-01-01", "same"),
            (&["2018-01-01 ändr. 5 §", "2020-01-01 ny 5 §"], "P5", "2016-01-01", "gone by 1"),
            // The number was given to what had another.
            (
                &["2020-01-01 upph. 7 §; nuvarande 9 § betecknas 7 §"],
                "P7",
                "2016-01-01",
                "gone by 0, repealed by 0",
            ),
            (&["2020-01-01 nuvarande 9 § betecknas 7 §"], "P7", "2016-01-01", "same"),
            // It was renumbered, and repealed under its new number.
            (
                &["2018-01-01 nuvarande 5 § betecknas 7 §", "2020-01-01 upph. 7 §"],
                "P5",
                "2016-01-01",
                "gone by 0, repealed by 1",
            ),
            // It is not said which number it got.
            (&["2018-01-01 nuvarande 5, 6 §§ betecknas 7 §; ny 5 §"], "P5", "2016-01-01", "gone by 0"),
            // Another amendment is changed.
            (
                &["2018-01-01 ändr. 5 §", "2020-01-01 upph. 5 § i 2019:7; ny 5 § i 2019:7"],
                "P5",
                "2016-01-01",
                "same",
            ),
            (&["2018-01-01 ändr. 5 §", "2020-01-01 ny rubr. närmast före 5 §"], "P5", "2016-01-01", "same"),
        ] {
            assert_eq!(found(acts, anchor, day), expected, "{acts:?}: {anchor} on {day}");
        }
    }
}

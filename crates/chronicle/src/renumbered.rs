//! Which numbers an act of a register gave to what had others: `nuvarande 7-9 §§ betecknas 8-10 §§`.
//!
//! The words list what gives its number away, and then the numbers that these get, in the same order. Ranges of equal length
//! follow each other number by number. A whole kapitel takes its paragrafer along.

use lagrum_artifact::{ProvisionNumber, RegisterChange, RegisterPlace, RegisteredChange, UnitNumber};

/// The number that a provision with a new number had before an act; None where the words give the number to nothing.
pub fn number_before(changes: &[RegisteredChange], number: &ProvisionNumber) -> Option<ProvisionNumber> {
    renumbering(changes, |given, taken| moved(given, taken, number))
}

/// The number that an act gave to what had another one; None where the words do not give it away, or do not say which number it
/// got.
pub fn number_after(changes: &[RegisteredChange], number: &ProvisionNumber) -> Option<ProvisionNumber> {
    // What is named itself goes before the kapitel around it.
    let is_own =
        |place: &RegisterPlace| matches!(place, RegisterPlace::Paragraf(..)) == number.paragraf.is_some();
    let own =
        renumbering(changes, |given, taken| if is_own(given) { moved(taken, given, number) } else { None });
    own.or_else(|| renumbering(changes, |given, taken| moved(taken, given, number)))
}

/// The largest number of numbers in a range that are followed one by one. Real ranges have some dozens.
const MAX_RANGE: u32 = 1_000;

/// A number that an act of a register gave to what had another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renumbering {
    /// The number before the act.
    pub before: ProvisionNumber,
    /// The number that the act gave.
    pub after: ProvisionNumber,
}

/// Every number that an act gave to what had another one, in the order of the words. A whole kapitel is one number.
pub fn renumberings(changes: &[RegisteredChange]) -> Vec<Renumbering> {
    let found = std::cell::RefCell::new(Vec::new());
    renumbering(changes, |given, taken| -> Option<()> {
        found.borrow_mut().extend(numbers_of(taken).into_iter().filter_map(|after| {
            let before = moved(given, taken, &after)?;
            (before != after).then_some(Renumbering { before, after })
        }));
        None
    });
    found.into_inner()
}

/// The numbers that a place names, one by one; none of a bilaga, and of a range that is not numbered through.
fn numbers_of(place: &RegisterPlace) -> Vec<ProvisionNumber> {
    match place {
        RegisterPlace::Kapitel(first, last) => range(first, last)
            .into_iter()
            .map(|kapitel| ProvisionNumber { kapitel: Some(kapitel), paragraf: None })
            .collect(),
        RegisterPlace::Paragraf(kapitel, first, last) => range(first, last)
            .into_iter()
            .map(|paragraf| ProvisionNumber { kapitel: kapitel.clone(), paragraf: Some(paragraf) })
            .collect(),
        RegisterPlace::Bilaga(_) => Vec::new(),
    }
}

fn range(first: &UnitNumber, last: &UnitNumber) -> Vec<UnitNumber> {
    if first == last {
        return vec![first.clone()];
    }
    match (first.letters.as_bytes(), last.letters.as_bytes()) {
        ([], []) if last.number.saturating_sub(first.number) <= MAX_RANGE => {
            (first.number..=last.number).map(|number| UnitNumber { number, letters: String::new() }).collect()
        }
        ([from], [to]) if first.number == last.number => (*from..=*to)
            .map(|letter| UnitNumber { number: first.number, letters: char::from(letter).to_string() })
            .collect(),
        _ => Vec::new(),
    }
}

/// What is found first in a pair of places: one that gave its number away, and the one whose number that got.
fn renumbering<T>(
    changes: &[RegisteredChange],
    find: impl Fn(&RegisterPlace, &RegisterPlace) -> Option<T>,
) -> Option<T> {
    let mut given: Vec<&RegisterPlace> = Vec::new();
    let mut taken: Vec<&RegisterPlace> = Vec::new();
    let mut found = None;
    for change in changes.iter().filter(|change| !change.in_amendment) {
        match change.change {
            RegisterChange::RenumberedFrom => {
                if !taken.is_empty() {
                    found = found.or_else(|| paired(&given, &taken, &find));
                    given.clear();
                    taken.clear();
                }
                given.push(&change.place);
            }
            RegisterChange::RenumberedTo => taken.push(&change.place),
            _ => {}
        }
    }
    found.or_else(|| paired(&given, &taken, &find))
}

fn paired<T>(
    given: &[&RegisterPlace],
    taken: &[&RegisterPlace],
    find: impl Fn(&RegisterPlace, &RegisterPlace) -> Option<T>,
) -> Option<T> {
    if given.len() != taken.len() {
        return None;
    }
    given.iter().zip(taken).find_map(|(given, taken)| find(given, taken))
}

/// The number that stands in one place where another stands in a second one.
fn moved(given: &RegisterPlace, taken: &RegisterPlace, number: &ProvisionNumber) -> Option<ProvisionNumber> {
    match (given, taken) {
        (
            RegisterPlace::Paragraf(from_kapitel, first, last),
            RegisterPlace::Paragraf(to_kapitel, to_first, to_last),
        ) => {
            // In an act that numbers its paragrafer through all kapitel the words may name one or not.
            let has_kapitel = number.kapitel.is_some();
            if has_kapitel && *to_kapitel != number.kapitel {
                return None;
            }
            let paragraf = along((first, last), (to_first, to_last), number.paragraf.as_ref()?)?;
            let kapitel = from_kapitel.clone().filter(|_| has_kapitel);
            Some(ProvisionNumber { kapitel, paragraf: Some(paragraf) })
        }
        (RegisterPlace::Kapitel(first, last), RegisterPlace::Kapitel(to_first, to_last)) => {
            let kapitel = along((first, last), (to_first, to_last), number.kapitel.as_ref()?)?;
            Some(ProvisionNumber { kapitel: Some(kapitel), paragraf: number.paragraf.clone() })
        }
        _ => None,
    }
}

/// The number in one range that stands where another stands in a second range.
fn along(
    from: (&UnitNumber, &UnitNumber),
    to: (&UnitNumber, &UnitNumber),
    number: &UnitNumber,
) -> Option<UnitNumber> {
    if from.0 == from.1 && to.0 == to.1 {
        return (number == to.0).then(|| from.0.clone());
    }
    let steps = |range: (&UnitNumber, &UnitNumber)| -> Option<(bool, u32)> {
        if range.0.letters.is_empty() && range.1.letters.is_empty() {
            return Some((true, range.1.number.checked_sub(range.0.number)?));
        }
        let letter = |unit: &UnitNumber| match unit.letters.as_bytes() {
            [letter] => Some(u32::from(*letter)),
            _ => None,
        };
        (range.0.number == range.1.number).then_some(())?;
        Some((false, letter(range.1)?.checked_sub(letter(range.0)?)?))
    };
    let (of_numbers, length) = steps(from)?;
    if steps(to)?.1 != length || !(to.0..=to.1).contains(&number) {
        return None;
    }
    let at = steps((to.0, number))?.1;
    if of_numbers {
        return Some(UnitNumber { number: from.0.number + at, letters: String::new() });
    }
    let letter = char::from_u32(u32::from(*from.0.letters.as_bytes().first()?) + at)?;
    Some(UnitNumber { number: from.0.number, letters: letter.to_string() })
}

#[cfg(test)]
mod tests {
    use lagrum_artifact::read_register_words;

    use super::*;

    #[test]
    fn every_number_that_an_act_gave() {
        for (words, expected) in [
            ("nuvarande 7 § betecknas 9 §", "P7-P9"),
            ("nuvarande 7-9 §§ betecknas 8-10 §§; ändr. 2 §", "P7-P8 P8-P9 P9-P10"),
            ("nuvarande 5 a-5 c §§ betecknas 5 b-5 d §§", "P5a-P5b P5b-P5c P5c-P5d"),
            ("nuvarande 2 kap. 7 § betecknas 3 kap. 1 §", "K2P7-K3P1"),
            ("nuvarande 2 kap. betecknas 3 kap.", "K2-K3"),
            ("nuvarande 7 § betecknas 9 §, nuvarande 9 § betecknas 7 §", "P7-P9 P9-P7"),
            ("nuvarande 7, 8 §§ betecknas 9 §", ""),
            ("nuvarande 7-9 §§ betecknas 8, 9 §§", ""),
            ("nuvarande bil. betecknas bil. 2", ""),
            ("ny 9 §", ""),
        ] {
            let shown = |number: &ProvisionNumber| number.anchor().unwrap().to_string();
            let found = renumberings(&read_register_words(words).changes);
            let found: Vec<String> = found
                .iter()
                .map(|number| format!("{}-{}", shown(&number.before), shown(&number.after)))
                .collect();
            assert_eq!(found.join(" "), expected, "{words}");
        }
    }

    #[test]
    fn which_number_a_provision_got() {
        for (words, anchor, expected) in [
            ("nuvarande 7 § betecknas 9 §", "P7", "P9"),
            ("nuvarande 7 § betecknas 9 §", "P9", "-"),
            ("nuvarande 7-9 §§ betecknas 8-10 §§", "P8", "P9"),
            ("nuvarande 1 a, 2 §§ betecknas 2, 3 §§; ändr. de nya 2, 3 §§; nya 4 §", "P2", "P3"),
            ("nuvarande 2 kap. 7 § betecknas 3 kap. 1 §", "K2P7", "K3P1"),
            ("nuvarande 2 kap. betecknas 3 kap.", "K2P4", "K3P4"),
            ("nuvarande 2 kap. betecknas 3 kap.", "K2", "K3"),
            ("nuvarande 2 kap., 2 kap. 4 § betecknas 3 kap., 5 kap. 1 §", "K2P4", "K5P1"),
            ("nuvarande 7, 8 §§ betecknas 9 §", "P7", "-"),
            ("ny 9 §", "P9", "-"),
        ] {
            let changes = read_register_words(words).changes;
            let found = number_after(&changes, &ProvisionNumber::parse(anchor).unwrap());
            let found = found.and_then(|found| found.anchor()).map_or("-".to_owned(), |a| a.to_string());
            assert_eq!(found, expected, "{words}: {anchor}");
        }
    }

    #[test]
    fn which_number_a_provision_had_before() {
        for (words, anchor, expected) in [
            ("nuvarande 7 § betecknas 9 §", "P9", "P7"),
            ("nuvarande 7 § betecknas 9 §", "P7", "-"),
            ("upph. 3 §; nuvarande 7, 8 §§ betecknas 9, 10 §§; ändr. 1 §", "P10", "P8"),
            ("nuvarande 7-9 §§ betecknas 8-10 §§", "P9", "P8"),
            ("nuvarande 2 kap. 7 § betecknas 2 kap. 9 §", "K2P9", "K2P7"),
            ("nuvarande 2 kap. 7 § betecknas 3 kap. 1 §", "K3P1", "K2P7"),
            ("nuvarande 2 kap. 7 § betecknas 3 kap. 1 §", "K2P1", "-"),
            ("nuvarande 2 kap. betecknas 3 kap.", "K3P4", "K2P4"),
            ("nuvarande 5 a § betecknas 5 b §", "P5b", "P5a"),
            ("nuvarande 7 § betecknas 9 §; nuvarande 9 § betecknas 11 §", "P11", "P9"),
            // It is not said which is which.
            ("nuvarande 7, 8 §§ betecknas 9 §", "P9", "-"),
            ("ny 9 §", "P9", "-"),
        ] {
            let changes = read_register_words(words).changes;
            let found = number_before(&changes, &ProvisionNumber::parse(anchor).unwrap());
            let found = found.and_then(|found| found.anchor()).map_or("-".to_owned(), |a| a.to_string());
            assert_eq!(found, expected, "{words}: {anchor}");
        }
    }
}

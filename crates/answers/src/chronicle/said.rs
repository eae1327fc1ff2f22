//! What the acts of a register say that they did to a number.

use std::collections::{BTreeSet, HashMap, HashSet};

use lagrum_artifact::{
    NamedUnit, ProvisionNumber, RegisterChange, RegisterPlace, RegisterWords, RegisteredChange, UnitNumber,
};
use lagrum_catalog::{ChangingAct, RegisterEntry};
use lagrum_chronicle::Said;

/// Numbers of one range of a register that are looked at. Real ones have up to some fifty.
const MAX_RANGE: usize = 200;

/// What the acts of a register changed, by their uris.
pub(super) struct ActWords {
    words: HashMap<String, RegisterWords>,
    /// The amendments of the act, by their places among them.
    amendments: Vec<AmendmentWords>,
    /// The amendments whose words give a number to something that had another one.
    renumbering: Vec<usize>,
    /// Which amendments may have changed a unit.
    naming: NamingAmendments,
    /// Whether the numbers of paragrafer begin anew in each kapitel.
    by_kapitel: bool,
}

/// The amendments by what their words name, so that a question about one unit looks at few of them: an act may have thousands of units
/// and hundreds of amendments.
#[derive(Default)]
struct NamingAmendments {
    /// Those that name a paragraf by its own number.
    paragrafer: HashMap<ProvisionNumber, Vec<usize>>,
    /// Those that name ranges, kapitel or bilagor, which may be about any unit.
    wide: Vec<usize>,
    /// Those whose words could not be read.
    unread: Vec<usize>,
}

impl NamingAmendments {
    fn of(amendments: &[AmendmentWords], by_kapitel: bool) -> Self {
        let mut found = Self::default();
        for (at, words) in amendments.iter().enumerate() {
            let changes = match words {
                AmendmentWords::Elsewhere => continue,
                AmendmentWords::Unread => {
                    found.unread.push(at);
                    continue;
                }
                AmendmentWords::Read(changes) => changes,
            };
            let mut is_wide = false;
            for named in changes {
                match &named.place {
                    RegisterPlace::Paragraf(kapitel, first, last) if first == last => {
                        let kapitel = kapitel.clone().filter(|_| by_kapitel);
                        let number = ProvisionNumber { kapitel, paragraf: Some(first.clone()) };
                        found.paragrafer.entry(number).or_default().push(at);
                    }
                    _ => is_wide = true,
                }
            }
            found.wide.extend(is_wide.then_some(at));
        }
        found
    }

    /// The amendments that may be about a unit; some may be there twice.
    fn about<'a>(&'a self, unit: &NamedUnit, by_kapitel: bool) -> impl Iterator<Item = usize> + use<'a> {
        let own = match unit {
            NamedUnit::Provision(number @ ProvisionNumber { paragraf: Some(_), .. }, _) => {
                let kapitel = number.kapitel.clone().filter(|_| by_kapitel);
                self.paragrafer.get(&ProvisionNumber { kapitel, paragraf: number.paragraf.clone() })
            }
            NamedUnit::Provision(..) | NamedUnit::Bilaga(_) => None,
        };
        own.into_iter().flatten().chain(&self.wide).copied()
    }
}

/// What the register has of an amendment.
enum AmendmentWords {
    /// It changed no provision.
    Elsewhere,
    /// It has no words that could be read.
    Unread,
    /// What it changed of the text itself: a change of a provision inside another amendment counts with that amendment.
    Read(Vec<RegisteredChange>),
}

impl ActWords {
    /// The words of some acts; `amendments` are the uris of the amendments of the act, in their order.
    pub(super) fn new<'a>(
        acts: Vec<ChangingAct>,
        register: &[RegisterEntry],
        amendments: impl Iterator<Item = &'a str>,
        by_kapitel: bool,
    ) -> Self {
        let words = |act: ChangingAct| (act.uri, RegisterWords { changes: act.changes, unread: 0 });
        let words: HashMap<String, RegisterWords> = acts.into_iter().map(words).collect();
        let is_elsewhere = |entry: &&RegisterEntry| entry.andrar.as_deref().is_some_and(names_no_provision);
        let elsewhere: HashSet<&str> =
            register.iter().filter(is_elsewhere).map(|entry| entry.uri.as_str()).collect();
        let amendment = |uri: &str| match words.get(uri).filter(|words| !words.changes.is_empty()) {
            _ if elsewhere.contains(uri) => AmendmentWords::Elsewhere,
            Some(words) => AmendmentWords::Read(of_text(words).cloned().collect()),
            None => AmendmentWords::Unread,
        };
        let uris: Vec<&str> = amendments.collect();
        let gives_number = |changes: &[RegisteredChange]| {
            changes.iter().any(|named| named.change == RegisterChange::RenumberedTo)
        };
        let of = |uri: &str| words.get(uri).is_some_and(|words| gives_number(&words.changes));
        let renumbering = (0..uris.len()).filter(|at| of(uris[*at])).collect();
        let amendments: Vec<AmendmentWords> = uris.into_iter().map(amendment).collect();
        let naming = NamingAmendments::of(&amendments, by_kapitel);
        Self { words, amendments, renumbering, naming, by_kapitel }
    }

    /// What each amendment did to a unit ([`Self::said`]), in their order.
    pub(super) fn said_by_all(&self, unit: Option<&NamedUnit>) -> Vec<Said> {
        let mut all = vec![Said::No; self.amendments.len()];
        for at in &self.naming.unread {
            all[*at] = Said::Unclear;
        }
        for at in unit.into_iter().flat_map(|unit| self.naming.about(unit, self.by_kapitel)) {
            all[at] = self.said(at, unit);
        }
        all
    }

    /// The amendments whose words give a number to something that had another one, in their order.
    pub(super) fn renumbering(&self) -> &[usize] {
        &self.renumbering
    }

    /// The changes that an act made, in the order of its words.
    pub(super) fn changes(&self, act: &str) -> &[RegisteredChange] {
        self.words.get(act).map(|words| words.changes.as_slice()).unwrap_or_default()
    }

    /// What an amendment did to the text of a paragraf, a bilaga or a kapitel. Of a kapitel only that it was inserted, repealed
    /// or renumbered counts.
    pub(super) fn said(&self, amendment: usize, unit: Option<&NamedUnit>) -> Said {
        let (changes, unit) = match (&self.amendments[amendment], unit) {
            (AmendmentWords::Elsewhere, _) | (AmendmentWords::Read(_), None) => return Said::No,
            (AmendmentWords::Unread, _) => return Said::Unclear,
            (AmendmentWords::Read(changes), Some(unit)) => (changes, unit),
        };
        let mut direct = changes.iter().filter(|named| self.is_direct(&named.place, unit)).peekable();
        if direct.peek().is_some() {
            return said(direct.map(|named| named.change), true);
        }
        let NamedUnit::Provision(ProvisionNumber { kapitel: Some(kapitel), paragraf: Some(_) }, _) = unit
        else {
            return Said::No;
        };
        // A kapitel counts for its paragrafer only where the words name none of them.
        let is_inside = |place: &RegisterPlace| matches!(place, RegisterPlace::Paragraf(Some(around), ..) if around == kapitel);
        if changes.iter().any(|named| is_inside(&named.place)) {
            return Said::No;
        }
        let is_around = |place: &RegisterPlace| matches!(place, RegisterPlace::Kapitel(first, last) if (first..=last).contains(&kapitel));
        said(changes.iter().filter(|named| is_around(&named.place)).map(|named| named.change), false)
    }

    /// Whether the words name a unit itself, or a range that includes it.
    fn is_direct(&self, place: &RegisterPlace, unit: &NamedUnit) -> bool {
        match unit {
            NamedUnit::Provision(number, _) => place.covers(number, self.by_kapitel),
            NamedUnit::Bilaga(_) => {
                let change = RegisteredChange {
                    change: RegisterChange::Amended,
                    place: place.clone(),
                    in_amendment: false,
                };
                unit.is_named(&RegisterWords { changes: vec![change], unread: 0 })
            }
        }
    }

    /// Whether the words of any act name a number, or the heading before it, which proves that something had it.
    pub(super) fn speaks_of(&self, number: &ProvisionNumber) -> bool {
        let mut all = self.words.values().flat_map(|words| &words.changes);
        all.any(|named| named.place.covers(number, self.by_kapitel))
    }

    /// The numbers of paragrafer that the words of the acts name, in the spelling of the act.
    pub(super) fn named(&self) -> BTreeSet<ProvisionNumber> {
        let mut numbers = BTreeSet::new();
        for named in self.words.values().flat_map(of_text) {
            let RegisterPlace::Paragraf(kapitel, first, last) = &named.place else { continue };
            let kapitel = kapitel.clone().filter(|_| self.by_kapitel);
            if kapitel.is_some() == self.by_kapitel {
                numbers.extend(numbers_of(kapitel.as_ref(), first, last));
            }
        }
        numbers
    }

    /// The numbers of paragrafer whose headings an act names, in the spelling of the act.
    pub(super) fn headings(&self, act: &str) -> Vec<ProvisionNumber> {
        let named = self.changes(act).iter().filter(|named| named.change == RegisterChange::Heading);
        let numbers = named.filter_map(|named| match &named.place {
            RegisterPlace::Paragraf(kapitel, first, last) => {
                let kapitel = kapitel.clone().filter(|_| self.by_kapitel);
                Some(numbers_of(kapitel.as_ref(), first, last).collect::<Vec<_>>())
            }
            RegisterPlace::Kapitel(..) | RegisterPlace::Bilaga(_) => None,
        });
        numbers.flatten().collect()
    }

    /// Whether an act changes a number as another amendment has it.
    pub(super) fn changes_amendment_of(&self, act: &str, number: &ProvisionNumber) -> bool {
        let mut changes = self.changes(act).iter().filter(|named| named.in_amendment);
        changes.any(|named| named.place.covers(number, self.by_kapitel))
    }

    /// Whether the words of any act name a paragraf of a kapitel, or the heading of it, which proves that there was the kapitel.
    pub(super) fn proves_kapitel(&self, number: &ProvisionNumber) -> bool {
        let Some(wanted) = number.kapitel.as_ref().filter(|_| number.paragraf.is_none()) else {
            return false;
        };
        let is_proof = |place: &RegisterPlace| match place {
            RegisterPlace::Paragraf(kapitel, ..) => kapitel.as_ref() == Some(wanted),
            RegisterPlace::Kapitel(first, last) => (first..=last).contains(&wanted),
            RegisterPlace::Bilaga(_) => false,
        };
        self.words.values().flat_map(|words| &words.changes).any(|named| is_proof(&named.place))
    }
}

/// The numbers that a range names: its ends, and the whole numbers between them.
pub(super) fn numbers_of(
    kapitel: Option<&UnitNumber>,
    first: &UnitNumber,
    last: &UnitNumber,
) -> impl Iterator<Item = ProvisionNumber> {
    let between = (first.number + 1..=last.number).take(MAX_RANGE);
    let between = between.map(|number| UnitNumber { number, letters: String::new() });
    let all = [first.clone()].into_iter().chain(between).chain([last.clone()]);
    all.map(move |paragraf| ProvisionNumber { kapitel: kapitel.cloned(), paragraf: Some(paragraf) })
}

/// The changes of the text itself. A change of a provision inside another amendment counts with that amendment.
fn of_text(words: &RegisterWords) -> impl Iterator<Item = &RegisteredChange> {
    words.changes.iter().filter(|named| {
        let is_beside = matches!(named.change, RegisterChange::Heading | RegisterChange::EntryIntoForce);
        !named.in_amendment && !is_beside
    })
}

/// What some changes of one number say together; nothing where there are none.
fn said(changes: impl Iterator<Item = RegisterChange>, is_direct: bool) -> Said {
    let mut found = Said::No;
    for change in changes {
        let gives_wording = is_direct && matches!(change, RegisterChange::Amended | RegisterChange::New);
        found = match found {
            Said::Yes { first, is_wording, .. } => {
                Said::Yes { first, last: change, is_wording: is_wording || gives_wording }
            }
            Said::No | Said::Unclear => Said::Yes { first: change, last: change, is_wording: gives_wording },
        };
    }
    found
}

/// Whether the words of a register say that an act changed the name of the document, its transitional provisions, how long it applies or
/// how it is printed, and nothing else.
fn names_no_provision(words: &str) -> bool {
    let is_transitional = |words: &str| words.contains("övergångsbest.");
    let is_elsewhere = |part: &str| {
        let part = part.trim();
        let changes = ["ändr.", "nya", "ny", "upph."].iter().find_map(|word| part.strip_prefix(word));
        let part = changes.unwrap_or(part).trim_start();
        // A point without more, beside words about the transitional provisions, is one of them.
        let point =
            part.strip_prefix("p ").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if point && is_transitional(words) {
            return true;
        }
        // "ikrafttr." is also written "ikraftr." and "ikrafftr.".
        let begins = ["omtryck", "forts. giltighet", "utgår", "ikraf", "författningsrubr."];
        begins.iter().any(|word| part.starts_with(word)) || is_transitional(part)
    };
    !words.trim().is_empty() && !words.contains('§') && words.split(';').all(is_elsewhere)
}

#[cfg(test)]
mod tests {
    use lagrum_artifact::{Anchor, read_register_words};

    use super::*;

    #[test]
    fn which_words_name_no_provision() {
        for (words, expected) in [
            ("omtryck", true),
            ("ändr. 4 p övergångsbest.", true),
            ("ändr. p 3 ikrafttr.- och övergångsbest.; omtryck", true),
            ("ändr. p 2; ny p 10 i övergångsbest.", true),
            // So spelt by two acts that moved days on which 2022:1315 applies to parts of 2010:800: texts of these days are in doubt.
            ("ändr. p 3 ikrafttr.- och övergångbest. till 2022:147", false),
            ("ny p 3; ändr. 2 kap.", false),
            ("ikrafttr. av 2010:1093", true),
            ("ikraftr. av 2010:1093", true),
            ("ändr. författningsrubr.", true),
            ("forts. giltighet", true),
            ("ändr.", false),
            ("ändr.; omtryck", false),
            ("omtryck; ändr. 3 §", false),
            ("ändr. 1 § övergångsbest.", false),
            ("", false),
        ] {
            assert_eq!(names_no_provision(words), expected, "{words}");
        }
    }

    #[test]
    fn what_an_act_did_to_a_number() {
        for (words, anchor, expected) in [
            ("ändr. 4 kap. 2 §", "K4P2", "Amended Amended wording"),
            ("ändr. 4 kap. 2 §", "K4P3", "no"),
            ("upph. 4 kap. 2 §; ändr. 4 kap.", "K4P2", "Repealed Repealed"),
            ("upph. 4 kap. 2 §; ändr. 4 kap.", "K4P3", "no"),
            ("upph. 4 kap.", "K4P3", "Repealed Repealed"),
            ("upph. 5 §; ny 5 §", "P5", "Repealed New wording"),
            ("nuvarande 7 § betecknas 9 §; ny 7 §", "P7", "RenumberedFrom New wording"),
            ("nuvarande 7 § betecknas 9 §", "P9", "RenumberedTo RenumberedTo"),
            ("ändr. 4 kap. 2 §", "K4", "no"),
            ("nytt 4 kap.", "K4", "New New wording"),
            ("rubr. närmast före 5 §", "P5", "no"),
            ("ändr. bil. 2", "B2", "Amended Amended wording"),
            ("", "P5", "unclear"),
        ] {
            let act = ChangingAct {
                uri: "x".to_owned(),
                changes: read_register_words(words).changes,
                ..ChangingAct::default()
            };
            let by_kapitel = anchor.starts_with('K');
            let acts = ActWords::new(vec![act], &[], std::iter::once("x"), by_kapitel);
            let unit = NamedUnit::of(&Anchor::new(anchor).unwrap(), &[]);
            assert_eq!(acts.said_by_all(unit.as_ref()), [acts.said(0, unit.as_ref())], "{words}: {anchor}");
            let found = match acts.said(0, unit.as_ref()) {
                Said::No => "no".to_owned(),
                Said::Unclear => "unclear".to_owned(),
                Said::Yes { first, last, is_wording } => {
                    format!("{first:?} {last:?}{}", if is_wording { " wording" } else { "" })
                }
            };
            assert_eq!(found, expected, "{words}: {anchor}");
        }
    }
}

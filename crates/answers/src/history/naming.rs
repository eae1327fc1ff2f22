//! Which acts of a register name a provision, and what they did to it.

use std::collections::{HashMap, HashSet};

use lagrum_artifact::{Anchor, ProvisionNumber, RegisterChange, RegisterWords, RegisteredChange, UnitNumber};
use lagrum_catalog::{ChangingAct, RegisterEntry};

use super::entries::Named;

/// What the acts of a register changed, by their uris.
pub(super) struct ActWords {
    words: HashMap<String, RegisterWords>,
    /// Acts that changed no provision, as the register has it.
    elsewhere: HashSet<String>,
}

/// A provision as a register can name it.
pub(super) enum NamedUnit {
    /// A kapitel or paragraf.
    Provision(ProvisionNumber),
    /// A bilaga.
    Bilaga(Option<UnitNumber>),
    /// Anything else, which no register names.
    Other,
}

impl NamedUnit {
    pub(super) fn of(anchor: &Anchor) -> Self {
        let text = anchor.as_str();
        if let Some(number) = ProvisionNumber::around(text) {
            return Self::Provision(number);
        }
        let Some(bilaga) = text.strip_prefix('B') else { return Self::Other };
        let end = bilaga.find(|c: char| c.is_ascii_uppercase()).unwrap_or(bilaga.len());
        Self::Bilaga(UnitNumber::parse(&bilaga[..end]))
    }
}

impl ActWords {
    pub(super) fn new(acts: Vec<ChangingAct>, register: &[RegisterEntry]) -> Self {
        let words = |act: ChangingAct| (act.uri, RegisterWords { changes: act.changes, unread: 0 });
        let is_elsewhere = |entry: &&RegisterEntry| entry.andrar.as_deref().is_some_and(names_no_provision);
        Self {
            words: acts.into_iter().map(words).collect(),
            elsewhere: register.iter().filter(is_elsewhere).map(|entry| entry.uri.clone()).collect(),
        }
    }

    /// Whether the register says that an act changed a provision, its heading left out.
    pub(super) fn names(&self, act: &str, unit: &NamedUnit) -> bool {
        let Some(words) = self.words.get(act) else { return false };
        match unit {
            NamedUnit::Provision(number) => words.names(number, None),
            NamedUnit::Bilaga(number) => words.names_bilaga(number.as_ref()),
            NamedUnit::Other => false,
        }
    }

    /// What an act did to the text of a provision.
    pub(super) fn named(&self, act: &str, unit: &NamedUnit) -> Named {
        if self.elsewhere.contains(act) {
            return Named::No;
        }
        let words = self.words.get(act).filter(|words| !words.changes.is_empty());
        let Some(words) = words else { return Named::Unclear };
        if !self.names(act, unit) {
            return Named::No;
        }
        let of_text = words.changes.iter().filter(|named| {
            // What was done to the provision as another amendment has it comes with that one.
            !named.in_amendment
                && !matches!(named.change, RegisterChange::Heading | RegisterChange::EntryIntoForce)
        });
        let text_only = RegisterWords { changes: of_text.cloned().collect(), unread: 0 };
        let change_of = |changes: &[RegisteredChange]| changes.iter().map(|named| named.change).next_back();
        match unit {
            NamedUnit::Provision(number) if text_only.names(number, None) => {
                let one = |named: &&RegisteredChange| {
                    RegisterWords { changes: vec![(*named).clone()], unread: 0 }.names(number, None)
                };
                let own: Vec<_> = text_only.changes.iter().filter(one).cloned().collect();
                change_of(&own).map_or(Named::No, Named::Yes)
            }
            NamedUnit::Bilaga(number) if text_only.names_bilaga(number.as_ref()) => {
                Named::Yes(change_of(&text_only.changes).unwrap_or(RegisterChange::Amended))
            }
            _ => Named::No,
        }
    }
}

/// Whether the words of a register say that an act changed the name of the document, its transitional provisions, how long it applies or
/// how it is printed, and nothing else.
fn names_no_provision(words: &str) -> bool {
    let is_elsewhere = |part: &str| {
        let part = part.trim().trim_start_matches("ändr.").trim_start();
        let begins = ["omtryck", "forts. giltighet", "utgår", "ikrafttr", "författningsrubr."];
        begins.iter().any(|word| part.starts_with(word)) || part.contains("övergångsbest.")
    };
    !words.trim().is_empty() && !words.contains('§') && words.split(';').all(is_elsewhere)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_words_name_no_provision() {
        for (words, expected) in [
            ("omtryck", true),
            ("ändr. 4 p övergångsbest.", true),
            ("ändr. p 3 ikrafttr.- och övergångsbest.; omtryck", true),
            ("ikrafttr. av 2010:1093", true),
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
}

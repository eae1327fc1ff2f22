//! Which acts of a register name a provision, and what they did to it.

use std::collections::{HashMap, HashSet};

use lagrum_artifact::{NamedUnit, RegisterChange, RegisterWords, RegisteredChange};
use lagrum_catalog::{ChangingAct, RegisterEntry};

use super::entries::Named;

/// What the acts of a register changed, by their uris.
pub(super) struct ActWords {
    words: HashMap<String, RegisterWords>,
    /// Acts that changed no provision, as the register has it.
    elsewhere: HashSet<String>,
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
    pub(super) fn names(&self, act: &str, unit: Option<&NamedUnit>) -> bool {
        self.words.get(act).zip(unit).is_some_and(|(words, unit)| unit.is_named(words))
    }

    /// What an act did to the text of a provision.
    pub(super) fn named(&self, act: &str, unit: Option<&NamedUnit>) -> Named {
        if self.elsewhere.contains(act) {
            return Named::No;
        }
        let words = self.words.get(act).filter(|words| !words.changes.is_empty());
        let Some(words) = words else { return Named::Unclear };
        let Some(unit) = unit.filter(|unit| unit.is_named(words)) else { return Named::No };
        let is_of_text = |named: &&RegisteredChange| {
            // A change of the provision inside another amendment counts with that amendment.
            let is_beside = matches!(named.change, RegisterChange::Heading | RegisterChange::EntryIntoForce);
            !named.in_amendment && !is_beside
        };
        let of_text = |changes: Vec<RegisteredChange>| RegisterWords { changes, unread: 0 };
        let all = of_text(words.changes.iter().filter(is_of_text).cloned().collect());
        if !unit.is_named(&all) {
            return Named::No;
        }
        let own = all.changes.iter().rfind(|named| unit.is_named(&of_text(vec![(*named).clone()])));
        own.map_or(Named::No, |own| Named::Yes(own.change))
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

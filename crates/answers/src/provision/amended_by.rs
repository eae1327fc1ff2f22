//! The acts that changed a provision.
//!
//! They are those whose entry in the register names it, by the words of the register where it has words, and those that sign its
//! text: `Lag (2019:805).`

use std::collections::HashSet;

use lagrum_artifact::{
    Anchor, Base, NamedUnit, PartAnchors, ProvisionNumber, RegisterChange, RegisteredChange, change_notes,
    read_register_words,
};
use lagrum_catalog::RegisterEntry;

use crate::RegisteredAct;

/// A provision as a register names it.
pub(super) struct NamedProvision<'a> {
    /// Its anchor.
    pub(super) anchor: &'a Anchor,
    /// The anchors around it and in it.
    pub(super) anchors: &'a PartAnchors,
    /// Its text, with what signs it.
    pub(super) text: &'a str,
}

/// The acts of a register that changed a provision, in the order of the register, and then those that sign it and are not in the register.
pub(super) fn amended_by(
    register: &[RegisterEntry],
    provision: &NamedProvision<'_>,
    base: &Base,
) -> Vec<RegisteredAct> {
    let unit = NamedUnit::of(provision.anchor, &provision.anchors.around);
    let mut notes: Vec<String> = Vec::new();
    for note in change_notes(provision.text) {
        let uri = base.swedish_act(note);
        if !notes.contains(&uri) {
            notes.push(uri);
        }
    }
    let is_named =
        |entry: &&RegisterEntry| notes.contains(&entry.uri) || names(entry, provision, unit.as_ref());
    let named: Vec<&RegisterEntry> = register.iter().filter(is_named).collect();
    let registered: HashSet<&str> = named.iter().map(|entry| entry.uri.as_str()).collect();
    let unregistered =
        notes.iter().filter(|uri| !registered.contains(uri.as_str())).map(|uri| RegisteredAct {
            identifier: base.printed_number(uri).map(|number| format!("SFS {number}")),
            uri: uri.clone(),
            andrar: None,
            ikraft: None,
        });
    let mut acts: Vec<RegisteredAct> = named.iter().copied().map(RegisteredAct::from).collect();
    acts.extend(unregistered);
    acts
}

/// Whether the text of a provision may be older than an act in force on a day: by the words of the register the act
/// gave the provision another wording, and only an earlier act signs the provision. `acts` are those that changed it.
pub(super) fn may_be_older(
    provision: &NamedProvision<'_>,
    acts: &[RegisteredAct],
    base: &Base,
    day: &str,
) -> bool {
    let Some(number) = ProvisionNumber::parse(provision.anchor.as_str()) else { return false };
    let signs = |act: &&RegisteredAct| {
        let number = base.printed_number(&act.uri);
        number.is_some_and(|number| change_notes(provision.text).any(|note| note == number))
    };
    let signed: Option<Vec<&str>> = acts.iter().filter(signs).map(|act| act.ikraft.as_deref()).collect();
    let Some(newest) = signed.and_then(|days| days.into_iter().max()) else { return false };
    let gave_wording = |change: &RegisteredChange| {
        matches!(change.change, RegisterChange::Amended | RegisterChange::New)
            && !change.in_amendment
            && number.paragraf.is_some()
            && change.place.covers(&number, number.kapitel.is_some())
    };
    acts.iter().any(|act| {
        let is_later = act.ikraft.as_deref().is_some_and(|entered| newest < entered && entered <= day);
        let words = act.andrar.as_deref().filter(|_| is_later).map(read_register_words);
        words.is_some_and(|words| words.changes.iter().any(gave_wording))
    })
}

/// Whether an entry names a provision: in words, or where it has none by a list of anchors.
fn names(entry: &RegisterEntry, provision: &NamedProvision<'_>, unit: Option<&NamedUnit>) -> bool {
    match (&entry.andrar, unit) {
        (Some(words), Some(unit)) => unit.is_named(&read_register_words(words)),
        _ => entry.anchors.iter().any(|changed| {
            changed == provision.anchor.as_str() || provision.anchors.inside.contains(changed)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(number: &str, andrar: Option<&str>, anchors: &[&str]) -> RegisterEntry {
        RegisterEntry {
            uri: format!("https://lag.example/{number}"),
            andrar: andrar.map(str::to_owned),
            anchors: anchors.iter().map(|anchor| (*anchor).to_owned()).collect(),
            ..RegisterEntry::default()
        }
    }

    #[test]
    fn which_text_may_be_older_than_an_amendment() {
        let act = |number: &str, andrar: &str, ikraft: Option<&str>| RegisteredAct {
            uri: format!("https://lag.example/{number}"),
            identifier: None,
            andrar: Some(andrar.to_owned()),
            ikraft: ikraft.map(str::to_owned),
        };
        let acts = [
            act("2031:1", "ändr. 4, 7 §§", Some("2032-01-01")),
            act("2033:1", "ändr. 4 §, rubr. närmast före 7 §", Some("2034-01-01")),
            act("2033:2", "ändr. 7 §", None),
        ];
        let base = Base::parse("https://lag.example").unwrap();
        for (anchor, text, day, expected) in [
            ("P4", "Får. Lag (2031:1).", "2035-01-01", true),
            ("P4", "Får. Lag (2031:1).", "2033-12-31", false),
            ("P4", "Får. Lag (2033:1).", "2035-01-01", false),
            ("P4", "Får.", "2035-01-01", false),
            ("P7", "Får. Lag (2031:1).", "2035-01-01", false),
            ("P7", "Får. Lag (2033:2).", "2035-01-01", false),
            ("P4S1", "Får. Lag (2031:1).", "2035-01-01", false),
        ] {
            let anchor = Anchor::new(anchor).unwrap();
            let anchors = PartAnchors::default();
            let provision = NamedProvision { anchor: &anchor, anchors: &anchors, text };
            assert_eq!(may_be_older(&provision, &acts, &base, day), expected, "{anchor} {text} {day}");
        }
    }

    #[test]
    fn which_acts_changed_a_provision() {
        let register = [
            entry("2031:1", None, &[]),
            entry("2031:2", Some("ändr. 4 kap. 9 c, 10 §§"), &["K4", "K4P9c", "K4P10"]),
            entry("2031:3", Some("ändr. 4 kap. 1-5 §§"), &["K4", "K4P1", "K4P5"]),
            entry("2031:4", Some("upph. 4 kap."), &["K4"]),
            entry("2031:5", None, &["K4P4d"]),
            entry("2031:6", Some("ändr. bil. 2"), &["B2"]),
            entry("2031:7", Some("ändr. 9 §"), &[]),
        ];
        let base = Base::parse("https://lag.example").unwrap();
        for (anchor, around, text, expected) in [
            ("K4P4d", &["K4"][..], "Får. Lag (2031:7).", &["2031:3", "2031:4", "2031:5", "2031:7"][..]),
            ("K4P4dS1", &["K4", "K4P4d"], "", &["2031:3", "2031:4"]),
            ("K4P9c", &["K4"], "Får. Lag (2031:99).", &["2031:2", "2031:4", "2031:99"]),
            ("K4", &[], "", &["2031:2", "2031:3", "2031:4"]),
            ("P9", &["K4"], "", &["2031:4", "2031:7"]),
            ("B2S1", &["B2"], "", &["2031:6"]),
            ("R2", &[], "", &[]),
        ] {
            let anchor = Anchor::new(anchor).unwrap();
            let around = around.iter().map(|anchor| (*anchor).to_owned()).collect();
            let anchors = PartAnchors { around, ..PartAnchors::default() };
            let provision = NamedProvision { anchor: &anchor, anchors: &anchors, text };
            let found = amended_by(&register, &provision, &base);
            let found: Vec<&str> = found.iter().filter_map(|act| base.strip(&act.uri)).collect();
            assert_eq!(found, expected, "{anchor}");
        }
    }
}

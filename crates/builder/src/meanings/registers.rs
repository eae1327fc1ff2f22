//! The registers of statutes, as far as they say what became of numbers, and which preparatory works an act was prepared in.

use std::collections::HashMap;

use jiff::civil::Date;
use lagrum_artifact::{ActFamily, Base, read_register_words};
use lagrum_catalog::{ActRecord, RegisterEntry, RegisterEntryKind, changing_entries};
use lagrum_chronicle::NumberingAct;
use lagrum_citation::register_works;
use lagrum_sources::parse_date;

/// The registers of all statutes.
#[derive(Default)]
pub(crate) struct Registers {
    statutes: HashMap<String, StatuteRegister>,
    /// The acts that were prepared in a preparatory work, by its identifier: the uri of the statute that each changed, or is, and the
    /// day on which it entered into force.
    prepared: HashMap<String, Vec<(String, Option<Date>)>>,
}

/// The register of a statute.
pub(crate) struct StatuteRegister {
    /// The acts in force that are worked into its text, in the order of their days.
    pub(super) acts: Vec<NumberingAct>,
    /// What is known of each of `acts` beside its words.
    pub(super) entries: Vec<ActEntry>,
    /// Whether the numbers of paragrafer begin anew in each kapitel.
    pub(super) by_kapitel: bool,
    /// The day on which the statute was decided.
    pub(super) decided: Option<Date>,
    /// The day on which it entered into force.
    pub(super) begins: Option<Date>,
}

/// An act of a register.
pub(super) struct ActEntry {
    pub(super) uri: String,
    /// The year of its number.
    pub(super) year: Option<i16>,
    /// Whether the register names the works in which it was prepared.
    pub(super) has_works: bool,
}

impl Registers {
    /// Takes the register of a statute. Acts that enter into force after `day` do not count.
    pub(crate) fn take(&mut self, uri: &str, record: &ActRecord, by_kapitel: bool, base: &Base, day: Date) {
        let family = ActFamily::Statute;
        let own_id = record.own_id.as_deref().and_then(|id| family.parse_id(id));
        let own = record.register.iter().find(|entry| entry.uri == uri);
        let mut known = Vec::new();
        for changing in changing_entries(&record.register, base, family) {
            let entry = changing.entry;
            self.add_works(uri, entry, changing.day);
            let is_worked_in = own_id.as_ref().is_none_or(|own| changing.id <= *own)
                || record.named.worked_in.contains(&entry.uri);
            let Some(day) = changing.day.filter(|on| *on <= day && is_worked_in && entry.uri != uri) else {
                continue;
            };
            let changes = read_register_words(entry.andrar.as_deref().unwrap_or_default()).changes;
            let entries = ActEntry {
                uri: entry.uri.clone(),
                year: changing.id.as_str().get(..4).and_then(|year| year.parse().ok()),
                has_works: !entry.forarbeten.is_empty(),
            };
            known.push((day, changing.id, NumberingAct { day, changes }, entries));
        }
        known.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        let (acts, entries) = known.into_iter().map(|(.., act, entries)| (act, entries)).unzip();
        let begins = own.and_then(RegisterEntry::own_day);
        let decided = own.and_then(|own| own.beslutad.as_deref()).and_then(parse_date);
        self.statutes.insert(uri.to_owned(), StatuteRegister { acts, entries, by_kapitel, decided, begins });
    }

    fn add_works(&mut self, statute: &str, entry: &RegisterEntry, day: Option<Date>) {
        if entry.kind() != RegisterEntryKind::Change {
            return;
        }
        for work in entry.forarbeten.iter().flat_map(|listed| register_works(listed).works) {
            self.prepared.entry(work).or_default().push((statute.to_owned(), day));
        }
    }

    /// The register of a statute.
    pub(super) fn of(&self, statute: &str) -> Option<&StatuteRegister> {
        self.statutes.get(statute)
    }

    /// Whether a statute, or an act that changed it, was prepared in a work.
    pub(super) fn is_prepared_in(&self, statute: &str, work: &str) -> bool {
        self.prepared.get(work).is_some_and(|acts| acts.iter().any(|(changed, _)| changed == statute))
    }

    /// The last day on which acts on a statute that were prepared in a work entered into force.
    pub(super) fn day_prepared(&self, statute: &str, work: &str) -> Option<Date> {
        let acts = self.prepared.get(work)?.iter().filter(|(changed, _)| changed == statute);
        acts.filter_map(|(_, day)| *day).max()
    }
}

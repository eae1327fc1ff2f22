//! The registers of amendments as a table: what each act changed in which other, from when.

use std::io::Write;

use lagrum_artifact::{RegisterChange, RegisterPlace, read_register_words};
use lagrum_catalog::{CatalogDocument, RegisterEntry};
use lagrum_escape::plain;
use lagrum_progress::Progress;
use lagrum_snapshot::Snapshot;

use crate::ExportError;
use crate::tables::{Rows, Table, TableForm, day};

/// The columns of the table.
pub(crate) const AMENDMENT_COLUMNS: [&str; 10] = [
    "act_uri",
    "act_label",
    "amending_uri",
    "amending_label",
    "in_force",
    "decided",
    "part",
    "change",
    "words",
    "preparatory_works",
];

/// Writes a row for each change that the registers of amendments name: the act, the amending act, the day on which it entered into force, the part
/// and what was done to it. An entry whose words name no part has one row without them. Acts are in the order of their uris, entries in
/// that of the register. Returns how many rows there are.
pub fn write_amendments(
    snapshot: &Snapshot,
    form: TableForm,
    output: impl Write,
    progress: &dyn Progress,
) -> Result<u64, ExportError> {
    let mut table = Table::new(output, form, &AMENDMENT_COLUMNS)?;
    let written = add_amendments(snapshot, &mut table, progress)?;
    table.finish()?;
    Ok(written)
}

/// Adds the changes that the registers name to a table.
pub(crate) fn add_amendments(
    snapshot: &Snapshot,
    table: &mut impl Rows,
    progress: &dyn Progress,
) -> Result<u64, ExportError> {
    progress.begin("registers of documents", Some(snapshot.manifest().counts.documents));
    let mut written = 0;
    for document in snapshot.catalog().all_documents() {
        let document = document?;
        let record = snapshot.catalog().with(|catalog| catalog.act(&document.uri))?;
        let register = record.map(|record| record.register).unwrap_or_default();
        for entry in register.iter().filter(|entry| entry.uri != document.uri) {
            for (part, change) in parts(entry) {
                write_row(table, &document, entry, &part, change)?;
                written += 1;
            }
        }
        progress.advance(1);
    }
    progress.end();
    Ok(written)
}

fn write_row(
    table: &mut impl Rows,
    document: &CatalogDocument,
    entry: &RegisterEntry,
    part: &str,
    change: &str,
) -> Result<(), ExportError> {
    let words = plain(entry.andrar.as_deref().unwrap_or_default());
    let forarbeten = entry.forarbeten.join("; ");
    table.write(&[
        &*document.uri,
        &plain(document.label.as_deref().unwrap_or_default()),
        &entry.uri,
        &plain(entry.identifier.as_deref().unwrap_or_default()),
        day(entry.ikraft.as_deref()),
        day(entry.beslutad.as_deref()),
        part,
        change,
        &words,
        &plain(&forarbeten),
    ])
}

/// The parts that an entry names, with what was done to each; one without a name where it names none.
fn parts(entry: &RegisterEntry) -> Vec<(String, &'static str)> {
    let read = entry.andrar.as_deref().map(read_register_words).unwrap_or_default();
    let own = read.changes.iter().filter(|change| !change.in_amendment);
    let parts: Vec<_> = own.map(|change| (part(&change.place), name(change.change))).collect();
    if parts.is_empty() { vec![(String::new(), "")] } else { parts }
}

/// A part as a reader names it: `2 kap. 3a §`, `5–8 §`.
fn part(place: &RegisterPlace) -> String {
    let range = |first: &dyn std::fmt::Display, last: &dyn std::fmt::Display| {
        let (first, last) = (first.to_string(), last.to_string());
        if first == last { first } else { format!("{first}–{last}") }
    };
    match place {
        RegisterPlace::Kapitel(first, last) => format!("{} kap.", range(first, last)),
        RegisterPlace::Paragraf(Some(kapitel), first, last) => {
            format!("{kapitel} kap. {} §", range(first, last))
        }
        RegisterPlace::Paragraf(None, first, last) => format!("{} §", range(first, last)),
        RegisterPlace::Bilaga(Some((first, last))) => format!("bilaga {}", range(first, last)),
        RegisterPlace::Bilaga(None) => "bilaga".to_owned(),
    }
}

fn name(change: RegisterChange) -> &'static str {
    match change {
        RegisterChange::Amended => "amended",
        RegisterChange::Repealed => "repealed",
        RegisterChange::New => "new",
        RegisterChange::RenumberedFrom => "renumbered_from",
        RegisterChange::RenumberedTo => "renumbered_to",
        RegisterChange::Heading => "heading",
        RegisterChange::EntryIntoForce => "entry_into_force",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_has_a_row_for_each_part() {
        for (words, expected) in [
            ("ändr. 36 §; ny 3 a §", &[("36 §", "amended"), ("3a §", "new")][..]),
            ("upph. 5, 6-8 §§", &[("5 §", "repealed"), ("6–8 §", "repealed")]),
            ("ändr. 2 kap. 3 §", &[("2 kap. 3 §", "amended")]),
            ("omtryck", &[("", "")]),
        ] {
            let entry = RegisterEntry { andrar: Some(words.to_owned()), ..RegisterEntry::default() };
            let found = parts(&entry);
            let found: Vec<(&str, &str)> = found.iter().map(|(part, change)| (&**part, *change)).collect();
            assert_eq!(found, expected, "{words}");
        }
    }
}

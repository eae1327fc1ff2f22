//! What the register of a statute states: which numbers its acts gave to what had others (`nuvarande 7 § betecknas 9 §`), and which
//! directives they carry out.

use jiff::civil::Date;
use lagrum_artifact::{
    ActFamily, ProvisionNumber, RegisterChange, RegisterPlace, RegisteredChange, UnitNumber,
    read_register_words,
};
use lagrum_catalog::{RegisterEntry, StatedIn, StatedRelation, Statement, changing_entries};
use lagrum_chronicle::{Renumbering, number_after, number_before, renumberings};
use lagrum_render::amendments;

use super::directive::carried_out;
use super::stating_document::{MAX_STATEMENTS, StatingDocument};

/// What words of a register say of new numbers.
const RENUMBERS: &str = "beteckn";

/// The most characters of words that a statement keeps. Real ones have up to some hundreds.
const MAX_WORDS: usize = 2_000;

/// An act of the register that changes the text.
struct DatedEntry<'a> {
    registered: &'a RegisterEntry,
    day: Option<Date>,
    changes: Vec<RegisteredChange>,
}

pub(super) fn statements(document: &StatingDocument<'_>) -> Vec<Statement> {
    let Some(record) = document.record else { return Vec::new() };
    let mut entries: Vec<DatedEntry<'_>> =
        changing_entries(&record.register, document.base, ActFamily::Statute)
            .into_iter()
            .map(|found| DatedEntry {
                registered: found.entry,
                day: found.day,
                changes: read_register_words(found.entry.andrar.as_deref().unwrap_or_default()).changes,
            })
            .collect();
    // An act without a day comes last, and ends nothing that is known.
    entries.sort_by_key(|entry| entry.day.unwrap_or(Date::MAX));
    let by_kapitel = document.artifact.place_notes().by_kapitel;
    let mut statements = new_numbers(document, &entries, by_kapitel);
    statements.extend(directives(document));
    statements
}

/// Every new number that the words of an act give.
fn new_numbers(
    document: &StatingDocument<'_>,
    entries: &[DatedEntry<'_>],
    by_kapitel: bool,
) -> Vec<Statement> {
    let mut statements = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        if statements.len() >= MAX_STATEMENTS {
            break;
        }
        let given = renumberings(&entry.changes);
        let along = with_kapitel(document, &entries[at..], &given, by_kapitel);
        let without_kapitel = by_kapitel && gives_numbers_without_kapitel(&entry.changes);
        for numbers in given.into_iter().chain(along) {
            if without_kapitel && numbers.before.kapitel.is_some() {
                continue;
            }
            let place = |number: &ProvisionNumber| anchored(document.uri, number, by_kapitel);
            let (Some(subject), Some(object)) = (place(&numbers.after), place(&numbers.before)) else {
                continue;
            };
            let ended = entries[at + 1..]
                .iter()
                .find(|later| later.day > entry.day && gives_up(&later.changes, &numbers.after, by_kapitel));
            statements.push(Statement {
                relation: StatedRelation::Follows,
                subject,
                object,
                from: entry.day.map(|day| day.to_string()),
                until: ended.and_then(|later| later.day).map(|day| day.to_string()),
                ..stated(document, entry.registered, &clauses(entry.registered))
            });
        }
    }
    statements
}

/// Whether an act gives away numbers without a kapitel in an act that has kapitel today: it brought them. Then a kapitel that the words name
/// before a former number is that of a new one.
fn gives_numbers_without_kapitel(changes: &[RegisteredChange]) -> bool {
    changes.iter().any(|change| {
        change.change == RegisterChange::RenumberedFrom
            && matches!(change.place, RegisterPlace::Paragraf(None, ..))
    })
}

/// The paragrafer that a whole kapitel took along: those that the text has in the kapitel under its new number, unless the words name them
/// themselves, or the act or a later one inserted them. The first of `entries` gave the numbers.
fn with_kapitel(
    document: &StatingDocument<'_>,
    entries: &[DatedEntry<'_>],
    given: &[Renumbering],
    by_kapitel: bool,
) -> Vec<Renumbering> {
    let kapitel: Vec<&UnitNumber> = given
        .iter()
        .filter(|numbers| numbers.after.paragraf.is_none())
        .filter_map(|numbers| numbers.after.kapitel.as_ref())
        .collect();
    if kapitel.is_empty() || !by_kapitel {
        return Vec::new();
    }
    let mut along = Vec::new();
    for part in document.artifact.presented().anchored_parts_up_to(0) {
        let Some(after) = ProvisionNumber::parse(part.anchor.as_str()).filter(|number| {
            number.paragraf.is_some() && number.kapitel.as_ref().is_some_and(|own| kapitel.contains(&own))
        }) else {
            continue;
        };
        let is_inserted = || entries.iter().any(|entry| is_inserted(&entry.changes, &after, by_kapitel));
        let is_named = || given.iter().any(|numbers| numbers.after == after);
        let before = entries.first().and_then(|entry| number_before(&entry.changes, &after));
        if let Some(before) = before.filter(|_| !is_named() && !is_inserted()) {
            along.push(Renumbering { before, after });
        }
    }
    along
}

/// Whether an act inserts a provision, or its whole kapitel, or gives its number to it.
fn is_inserted(changes: &[RegisteredChange], number: &ProvisionNumber, by_kapitel: bool) -> bool {
    let kapitel = ProvisionNumber { paragraf: None, ..number.clone() };
    changes.iter().filter(|change| !change.in_amendment).any(|change| match change.change {
        RegisterChange::New => {
            change.place.covers(number, by_kapitel) || change.place.covers(&kapitel, by_kapitel)
        }
        RegisterChange::RenumberedTo => change.place.covers(number, by_kapitel),
        _ => false,
    })
}

/// The uri of a provision. In an act that numbers its paragrafer through all kapitel the anchor does not name the kapitel.
fn anchored(uri: &str, number: &ProvisionNumber, by_kapitel: bool) -> Option<String> {
    let is_of_kapitel = by_kapitel || number.paragraf.is_none();
    let kapitel = number.kapitel.clone().filter(|_| is_of_kapitel);
    let number = ProvisionNumber { kapitel, paragraf: number.paragraf.clone() };
    Some(format!("{uri}#{}", number.anchor()?))
}

/// Whether an act repeals a provision or gives it another number.
fn gives_up(changes: &[RegisteredChange], number: &ProvisionNumber, by_kapitel: bool) -> bool {
    let is_repealed = |change: &RegisteredChange| {
        change.change == RegisterChange::Repealed
            && !change.in_amendment
            && change.place.covers(number, by_kapitel)
    };
    number_after(changes, number).is_some_and(|after| after != *number) || changes.iter().any(is_repealed)
}

/// The parts of the words that speak of new numbers.
fn clauses(entry: &RegisterEntry) -> String {
    let words = entry.andrar.as_deref().unwrap_or_default();
    let clauses: Vec<&str> =
        words.split(';').map(str::trim).filter(|clause| clause.contains(RENUMBERS)).collect();
    clauses.join("; ")
}

/// The directives that the acts of the register carry out.
fn directives(document: &StatingDocument<'_>) -> Vec<Statement> {
    let Some(record) = document.record else { return Vec::new() };
    let mut statements = Vec::new();
    for amendment in amendments(document.artifact) {
        let own = record.register.iter().find(|entry| Some(entry.uri.as_str()) == amendment.uri());
        let Some(entry) = own else { continue };
        for named in amendment.transposes() {
            let Some(object) = carried_out(named, document.base) else { continue };
            let number = document.base.strip(named).unwrap_or(named).trim_start_matches("celex/");
            let words = match entry.andrar.as_deref() {
                Some(changes) => format!("{changes}; CELEX-nr {number}"),
                None => format!("CELEX-nr {number}"),
            };
            statements.push(Statement {
                relation: StatedRelation::Implements,
                subject: document.uri.to_owned(),
                object,
                from: entry.own_day().map(|day| day.to_string()),
                until: None,
                ..stated(document, entry, &words)
            });
        }
    }
    statements
}

/// A statement of an entry, without what it says.
fn stated(document: &StatingDocument<'_>, entry: &RegisterEntry, words: &str) -> Statement {
    let name = entry.identifier.as_deref().unwrap_or(&entry.uri);
    Statement {
        relation: StatedRelation::Follows,
        subject: String::new(),
        object: String::new(),
        from: None,
        until: None,
        stated_in: StatedIn::Register,
        evidence: document.uri.to_owned(),
        evidence_anchor: None,
        words: format!("{name}: {words}").chars().take(MAX_WORDS).collect(),
    }
}

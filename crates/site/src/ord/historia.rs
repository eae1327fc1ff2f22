//! The words of the history of a provision.

use lagrum_answers::{HistoryBasis, HistoryChange, HistoryEntry, RegisteredAct};

pub(crate) use super::lists::WAY;
pub(crate) use super::*;

pub(crate) const HISTORY_OF: &str = "Historia för";
pub(crate) const AMENDING_ACTS: &str = "Ändringar enligt registret";
pub(crate) const SHOW_TEXT: &str = "Visa texten";
pub(crate) const COMPARED_WITH_BEFORE: &str = "Jämförd med texten före";
pub(crate) const IN_LYDELSE_OF_DAY: &str = "Läs i hela lydelsen";
pub(crate) const COMPARE_LYDELSER: &str = "Jämför hela lydelserna";
pub(crate) const LINE_OF_TEXTS: &str = "Fyllt: dagar vars text finns här. Streckat: dagar vars text saknas eller är osäker. Lodrätt streck: i dag.";
pub(crate) const COMPLETE: &str = "Alla lydelser finns här.";
pub(crate) const INCOMPLETE: &str =
    "Alla lydelser finns inte här. Registret nedan visar vilka ändringar som är kända.";
pub(crate) const NO_TEXTS: &str =
    "Samlingen har ingen egen text för detta ställe. Registret nedan visar vilka ändringar som är kända.";

/// The name of the page.
pub(crate) fn history_title(name: &str) -> String {
    format!("{HISTORY_OF} {name}")
}

/// When an entry applied, seen from today (`YYYY-MM-DD`).
pub(crate) fn entry_days(entry: &HistoryEntry, today: &str) -> String {
    let is_over = entry.until.as_ref().is_some_and(|until| until.as_str() <= today);
    let is_coming = entry.from.as_ref().is_some_and(|from| from.as_str() > today);
    let verb = match (is_over, is_coming) {
        (true, _) => "Gällde",
        (false, true) => "Ska gälla",
        (false, false) => "Gäller",
    };
    if entry.text_sha256.is_none() {
        return match &entry.from {
            Some(from) => format!("Gäller inte från {from}"),
            None => "Gäller inte längre".to_owned(),
        };
    }
    match (&entry.from, &entry.until) {
        (Some(from), until) if entry.may_be_older => {
            let until = until.as_ref().map(|until| format!(" till {until}")).unwrap_or_default();
            format!("{verb}{until}; känd från {from}, kan vara äldre")
        }
        (Some(from), Some(until)) => format!("{verb} från {from} till {until}"),
        (Some(from), None) => format!("{verb} från {from}"),
        (None, Some(until)) => format!("{verb} till {until}; från vilken dag är inte känt"),
        (None, None) => format!("{verb}; från vilken dag är inte känt"),
    }
}

/// What happened to the provision; the acts that did it stand behind these words.
pub(crate) fn entry_change(entry: &HistoryEntry) -> String {
    let change = entry.change.map(|change| match change {
        HistoryChange::Inserted => "infördes",
        HistoryChange::Amended => "ändrades",
        HistoryChange::Renumbered => "fick ett annat nummer",
        HistoryChange::Repealed => "upphävdes",
        HistoryChange::Restored => "infördes igen",
        HistoryChange::Coming if entry.text_sha256.is_none() => "upphävs",
        HistoryChange::Coming => "ändras",
    });
    match (change, entry.acts.is_empty()) {
        (Some(change), false) => format!("{change} genom"),
        (Some(change), true) => change.to_owned(),
        (None, false) => "enligt".to_owned(),
        (None, true) => String::new(),
    }
}

/// What is uncertain about an entry; with a gap, the acts that are lacking stand behind these words.
pub(crate) fn entry_doubt(entry: &HistoryEntry) -> &'static str {
    match entry.basis {
        HistoryBasis::Dated => "",
        HistoryBasis::Undated => "Dagen är osäker: det är inte känt vilken ändring som gav texten.",
        HistoryBasis::Gap => "Osäkert hur bestämmelsen har lytt sedan dess. Här saknas texten enligt",
    }
}

/// The number that a provision had before.
pub(crate) fn was_before(label: &str) -> String {
    format!("Tidigare {label}.")
}

/// The data of an act in the register.
pub(crate) fn naming_act(act: &RegisteredAct) -> String {
    let facts = [act.in_force.as_ref().map(|day| format!("i kraft {day}")), act.scope.clone()];
    facts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

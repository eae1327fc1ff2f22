//! The words of the history of a provision.

use lagrum_answers::{HistoryBasis, HistoryChange, HistoryEntry, PlaceStatus, RegisteredAct, StatedPlace};

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

pub(crate) const NOBODY_PUBLISHES: &str =
    "Författningar före SFS 1998:306 publiceras inte i tryckt form på nätet. De finns på bibliotek.";

/// The heading over what a provision was on a day.
pub(crate) fn on_day(day: &str) -> String {
    format!("Den {day}")
}

/// The way to the publisher of an amendment.
pub(crate) fn read_at(publisher: &str) -> String {
    format!("Läs hos {publisher}")
}

/// That a held text applied on a day, or may have.
pub(crate) fn text_of_day(
    is_certain: bool,
    from: Option<&str>,
    until: Option<&str>,
    today: &str,
    missing: &[&str],
) -> String {
    if is_certain {
        let verb = if until.is_some_and(|until| until <= today) { "gällde" } else { "gäller" };
        let from = from.map(|day| format!(" från {day}")).unwrap_or_default();
        let until = until.map(|day| format!(" till {day}")).unwrap_or_default();
        let days = match (from.as_str(), until.as_str()) {
            ("", "") => String::new(),
            (from, until) => format!(" Den {verb}{from}{until}."),
        };
        return format!("Den dagen gällde den här texten.{days}");
    }
    let missing = match missing {
        [] => String::new(),
        acts => format!(" Här saknas texten enligt {}.", acts.join(", ")),
    };
    format!("Det är osäkert om den här texten gällde den dagen.{missing}")
}

/// Whether a provision of this state had a wording that applied.
pub(crate) fn had_wording(state: &StatedPlace) -> bool {
    matches!(state.status, PlaceStatus::Held | PlaceStatus::NotHeld)
}

/// That no text of a day is held: what the provision was, and whose wording it had. `next` is the next change with its day.
pub(crate) fn no_text_of_day(
    state: &StatedPlace,
    changed_by: Option<&RegisteredAct>,
    next: Option<&RegisteredAct>,
) -> String {
    let name = |act: &RegisteredAct| act.identifier.clone().unwrap_or_else(|| act.uri.clone());
    let in_force = |act: &RegisteredAct| act.in_force.clone().unwrap_or_default();
    let day = |words: &str, day: &Option<String>| {
        day.as_deref().map(|day| format!("{words} {day}")).unwrap_or_default()
    };
    match (state.status, changed_by, next) {
        (PlaceStatus::Expired, ..) => {
            format!(
                "Bestämmelsen gällde inte den dagen{}.",
                day(": den var upphävd eller omnumrerad sedan", &state.until)
            )
        }
        (PlaceStatus::Coming, ..) => {
            format!(
                "Bestämmelsen hade inte börjat gälla den dagen{}.",
                day(": den gäller från", &state.since)
            )
        }
        (PlaceStatus::Impossible, ..) => "Bestämmelsen fanns inte den dagen.".to_owned(),
        (_, Some(act), Some(next)) => {
            format!(
                "Enligt registret gällde den dagen lydelsen enligt {} (till {}). Texten har vi inte.",
                name(act),
                in_force(next)
            )
        }
        (_, Some(act), None) => {
            format!("Enligt registret gällde den dagen lydelsen enligt {}. Texten har vi inte.", name(act))
        }
        (_, None, Some(next)) => format!(
            "Registret har ingen ändring av bestämmelsen före den dagen. Den första efter är {}, i kraft {}. Texten har vi inte.",
            name(next),
            in_force(next)
        ),
        (_, None, None) => "Vilken lydelse som gällde den dagen är inte känt. Texten har vi inte.".to_owned(),
    }
}

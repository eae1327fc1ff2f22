//! Words of the page of a list of laws.

use lagrum_answers::{AsOfBasis, PlaceStatus};

pub(crate) use super::*;

pub(crate) const LIST: &str = "Lista";
pub(crate) const ADD_TO_LIST: &str = "Lägg till i en lista";
pub(crate) const INTRO: &str = "Följ de lagar som angår dig. Listan finns bara i adressen: spara den som bokmärke eller skicka den vidare. Inget sparas här.";
pub(crate) const EDIT: &str = "Ändra listan";
pub(crate) const MAKE: &str = "Gör en lista";
pub(crate) const LINES: &str = "En lag på varje rad: nummer eller namn. En kolumn ur ett kalkylark går bra.";
pub(crate) const ADD: &str = "Lägg till en lag:";
pub(crate) const CITED: &str = "Ta med nya avgöranden från högsta instans och nya föreskrifter";
pub(crate) const NOT_FORMAL: &str = "Dölj ändringar som bara är formella";
pub(crate) const NAME: &str = "Listans namn";
pub(crate) const SINCE: &str = "Ändringar sedan";
pub(crate) const SHOW: &str = "Visa";
pub(crate) const FEED: &str = "Prenumerera (Atom)";
pub(crate) const CALENDAR: &str = "Kalender (ics)";
pub(crate) const READ: &str = "Markera allt som läst";
pub(crate) const COMING_CHANGES: &str = "Kommande ändringar";
pub(crate) const CHANGED: &str = "Ändringar";
pub(crate) const NOTHING_COMING: &str = "Inga beslutade ändringar är kända för lagarna i listan.";
pub(crate) const NOTHING_CHANGED: &str = "Inget har ändrats i lagarna i listan sedan den dagen.";
pub(crate) const NO_DAY: &str = "Den dag som regeringen bestämmer";
pub(crate) const BEFORE: &str = "Före";
pub(crate) const AFTER: &str = "Efter";
pub(crate) const FORMAL: &str = "Bara formella ändringar";
pub(crate) const WHY: &str = "Bakgrund";
pub(crate) const AT_PAGE: &str = "s.";
pub(crate) const IN_REGISTER: &str = "I registret";
pub(crate) const NOT_FOUND: &str = "Finns inte i samlingen";
pub(crate) const NEXT: &str = "Fler ändringar";
pub(crate) const TOO_LONG: &str = "Texten visas inte här för att sidan inte ska bli för lång.";

/// The lines of a list that were not understood.
pub(crate) fn unread(lines: &[usize]) -> String {
    let numbers: Vec<String> = lines.iter().map(usize::to_string).collect();
    match numbers.as_slice() {
        [one] => format!("Rad {one} kunde inte läsas som en lag i samlingen."),
        several => format!(
            "{} rader kunde inte läsas som lagar i samlingen: rad {}.",
            several.len(),
            several.join(", ")
        ),
    }
}

/// How many laws a list has.
pub(crate) fn laws(count: usize) -> String {
    if count == 1 { "1 lag i listan".to_owned() } else { format!("{count} lagar i listan") }
}

/// Of how many changes both texts, one or none are shown.
pub(crate) fn texts(both: usize, one: usize, none: usize) -> String {
    format!("Med hela texten före och efter: {both}. Med en del av texterna: {one}. Utan text: {none}.")
}

/// Why there is no text before or after.
pub(crate) fn no_text(status: PlaceStatus, is_before: bool) -> &'static str {
    match (status, is_before) {
        (PlaceStatus::Coming, true) | (PlaceStatus::Impossible, _) => "Fanns inte",
        (PlaceStatus::Coming, false) => "Gäller inte ännu",
        (PlaceStatus::Expired, _) => "Gäller inte längre",
        (PlaceStatus::Held | PlaceStatus::NotHeld, true) => "Texten före ändringen finns inte här",
        (PlaceStatus::Held | PlaceStatus::NotHeld, false) => "Texten efter ändringen finns inte här",
    }
}

/// How well it is known that a text is that of its day; empty where it is known.
pub(crate) fn certainty(basis: AsOfBasis) -> &'static str {
    match basis {
        AsOfBasis::Undated => "Det är inte känt vilka dagar texten gällde.",
        AsOfBasis::Gap => "En ändring är inte införd i texten.",
        AsOfBasis::AsKnown => "Enligt vad som är känt.",
        AsOfBasis::Dated | AsOfBasis::Repealed => "",
    }
}

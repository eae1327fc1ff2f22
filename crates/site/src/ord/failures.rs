//! Words of pages that report a failure, and of documents that are not held.

pub(crate) const NOT_FOUND: &str = "Sidan finns inte";

pub(crate) const NOT_FOUND_HELP: &str =
    "Det finns inget på den här adressen. Sök efter det du letar efter i rutan ovan.";

pub(crate) const BAD_REQUEST: &str = "Frågan går inte att läsa";
pub(crate) const BAD_REQUEST_HELP: &str = "Något i adressen har fel form.";
pub(crate) const UNAVAILABLE: &str = "Tillfälligt otillgängligt";
pub(crate) const UNAVAILABLE_HELP: &str = "Det som sidan behöver är inte tillgängligt just nu.";

pub(crate) const NOTHING_BUILT: &str =
    "Är tjänsten ny? Importera en samling med lagrum import och bygg den med lagrum build.";

pub(crate) const TOO_MANY: &str = "För många frågor";
pub(crate) const TOO_MANY_HELP: &str = "Det kommer för många frågor från den här adressen samtidigt.";
pub(crate) const BROKEN: &str = "Något gick fel";
pub(crate) const BROKEN_HELP: &str = "Felet är vårt och har antecknats.";
pub(crate) const TOO_LARGE_HELP: &str = "Det som skickades är för stort. Högst 2 MB tas emot.";
pub(crate) const UNREAD_FORM_HELP: &str = "Det som skickades har ett format som inte kan läsas.";
pub(crate) const FORBIDDEN_HELP: &str = "Det går bara från den här webbplatsens egna sidor.";
pub(crate) const REFUSED: &str = "Det går inte";
pub(crate) const ERROR_ID: &str = "Felets nummer:";
pub(crate) const TO_START: &str = "Till startsidan";
pub(crate) const PLACE_MISSING: &str = "Det stället finns inte i den text vi har";
pub(crate) const NOT_HELD: &str = "Vi har inte det dokumentet";

/// That a text is no day.
pub(crate) fn bad_day(day: &str) -> String {
    format!("{day} är ingen dag: skriv den som 2005-03-01")
}

/// That a text is no year.
pub(crate) fn bad_year(year: &str) -> String {
    format!("{year} är inget år")
}

/// That a text names no flow group.
pub(crate) fn bad_group(group: &str) -> String {
    format!("{group} är inget slag av dokument")
}

/// That a text is no number of rows.
pub(crate) fn bad_offset(offset: &str) -> String {
    format!("{offset} är inget antal rader")
}

pub(crate) const CITED_BY: &str = "Dokumentet finns inte här, men dessa hänvisar till det:";
pub(crate) const DID_YOU_MEAN: &str = "Menade du";
pub(crate) const SEARCH_INSTEAD: &str = "Sök efter det";

/// That a document is not held.
pub(crate) fn not_held(name: &str) -> String {
    format!("Vi har inte {name}")
}

/// When to try again.
pub(crate) fn retry_after(seconds: u32) -> String {
    match seconds {
        1 => "Försök igen om en sekund.".to_owned(),
        _ => format!("Försök igen om {seconds} sekunder."),
    }
}

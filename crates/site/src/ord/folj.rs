//! Words of the page of those who follow something.

pub(crate) use super::*;

pub(crate) const TOLD_OF_DOCUMENT: &str = "Du får veta när det ändras, upphävs eller får en ny text, när en ändring är beslutad, och när ett nytt avgörande, förarbete eller en ny föreskrift hänvisar dit.";
pub(crate) const TOLD_OF_PLACE: &str = "Du får veta när bestämmelsen ändras, upphävs eller får ett nytt nummer, när en ändring är beslutad, och när ett nytt avgörande, förarbete eller en ny föreskrift hänvisar dit.";
pub(crate) const TOLD_OF_QUERY: &str =
    "Du får veta när ett dokument som sökningen hittar är nytt eller har fått ny text.";
pub(crate) const ADDRESS: &str = "Adressen";
pub(crate) const ADDRESS_HELP: &str = "Kopiera adressen till ett program som läser flöden:";
pub(crate) const HOW: &str = "Sådana program finns för dator och telefon, ofta under namnet RSS-läsare; flera e-postprogram kan det också. Programmet hämtar nyheterna själv. Ingen behöver ett konto, och tjänsten vet inte vem som följer.";
pub(crate) const OPEN: &str = "Öppna flödet";
pub(crate) const LAST: &str = "Det senaste";
pub(crate) const NOTHING_YET: &str = "Inget har hänt sedan dokumentet kom hit.";

/// The title of the page.
pub(crate) fn title(name: &str) -> String {
    format!("{FOLLOW} {name}")
}

/// A query, as inside a sentence.
pub(crate) fn search_for(query: &str) -> String {
    format!("sökningen ”{query}”")
}

/// What happened to a document that a query finds, by the word of the API.
pub(crate) fn change(change: &str) -> &'static str {
    if change == "added" { "Ny:" } else { "Ny text:" }
}

//! Words of the start page.

pub(crate) const START_TITLE: &str = "Lagar, rättsfall och förarbeten";
pub(crate) const START_HEADING: &str = "Vad säger lagen?";

pub(crate) const START_DESCRIPTION: &str =
    "Lagar, förarbeten, rättsfall, EU-rätt och föreskrifter, med vem som hänvisar till varje bestämmelse.";

pub(crate) const TRY: &str = "Till exempel";
pub(crate) const EVERYDAY: &str = "Vanliga frågor";
pub(crate) const SOURCES: &str = "Källor";
pub(crate) const MOST_CITED: &str = "Mest citerade författningar";
pub(crate) const CHECK_HINT: &str = "Har du en text med hänvisningar och citat? Se om de stämmer.";
pub(crate) const CHECK_LINK: &str = "Klistra in den eller välj en fil";

//! Every Swedish word of the site that is not from the corpus.

/// The name of the site.
pub(crate) const SITE: &str = "lagrum";
pub(crate) const SKIP: &str = "Hoppa till innehållet";
pub(crate) const SEARCH: &str = "Sök";
pub(crate) const SEARCH_HINT: &str = "Lagrum, namn eller egna ord";
pub(crate) const SEARCH_LABEL: &str = "Sök eller gå till ett lagrum";
pub(crate) const BROWSE: &str = "Bläddra";
pub(crate) const NEWS: &str = "Nytt";
pub(crate) const ABOUT: &str = "Om";
pub(crate) const ABOUT_LONG: &str = "Om tjänsten";
pub(crate) const COVERAGE: &str = "Täckning";
pub(crate) const SEARCH_HELP: &str = "Sökhjälp";
pub(crate) const ACCESSIBILITY: &str = "Tillgänglighet";
pub(crate) const API: &str = "API";
pub(crate) const DATA: &str = "Sidans data";
pub(crate) const NO_GUARANTEE: &str =
    "Texterna kan innehålla fel. Det som gäller är den tryckta eller kungjorda versionen.";

// The start page.
pub(crate) const START_TITLE: &str = "Lagar, rättsfall och förarbeten";
pub(crate) const START_HEADING: &str = "Vad säger lagen?";
pub(crate) const START_DESCRIPTION: &str =
    "Lagar, förarbeten, rättsfall, EU-rätt och föreskrifter, med vem som hänvisar till varje bestämmelse.";
pub(crate) const TRY: &str = "Till exempel";
/// Queries that show what the search box understands.
pub(crate) const EXAMPLES: [&str; 4] =
    ["36 § avtalslagen", "NJA 2015 s. 702", "GDPR art 6.1 c", "uppsägning på grund av sjukdom"];
pub(crate) const SOURCES: &str = "Källor";

// Failures.
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
pub(crate) const REFUSED: &str = "Det går inte";
pub(crate) const ERROR_ID: &str = "Felets nummer:";
pub(crate) const TO_START: &str = "Till startsidan";

/// When to try again.
pub(crate) fn retry_after(seconds: u32) -> String {
    match seconds {
        1 => "Försök igen om en sekund.".to_owned(),
        _ => format!("Försök igen om {seconds} sekunder."),
    }
}

/// A number with groups of three digits.
pub(crate) fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            grouped.push('\u{a0}');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number and a noun: `1 dokument`, `2 avsnitt`.
pub(crate) fn count(value: u64, one: &str, many: &str) -> String {
    format!("{} {}", number(value), if value == 1 { one } else { many })
}

/// So many documents.
pub(crate) fn documents(value: u64) -> String {
    count(value, "dokument", "dokument")
}

/// When the snapshot was built; `built` is a time in UTC.
pub(crate) fn built(built: &str) -> String {
    let (day, time) = built.split_once('T').unwrap_or((built, ""));
    let minutes = time.get(..5).unwrap_or_default();
    format!("Uppdaterad {day} kl. {minutes} UTC.")
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn digits_are_grouped() {
        for (value, expected) in
            [(0, "0"), (999, "999"), (1000, "1\u{a0}000"), (1_234_567, "1\u{a0}234\u{a0}567")]
        {
            assert_eq!(number(value), expected);
        }
    }
}

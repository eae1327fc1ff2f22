//! The day to which an act limits its own time in words: `Lagen upphör att gälla vid utgången av 2024.`

use jiff::civil::{Date, date};

const MONTHS: [&str; 12] = [
    "januari",
    "februari",
    "mars",
    "april",
    "maj",
    "juni",
    "juli",
    "augusti",
    "september",
    "oktober",
    "november",
    "december",
];

/// What the time of the whole act is said of.
const SUBJECTS: [&str; 4] = ["Lagen", "Förordningen", "Denna lag", "Denna förordning"];

/// The first day on which the act no longer applies, by the words of its own transitional provisions.
pub(crate) fn stated_limit(text: &str) -> Option<Date> {
    let mut limits = text.match_indices("upphör att gälla vid utgången av ").filter_map(|(at, words)| {
        let is_of_act = SUBJECTS.iter().any(|subject| text[..at].trim_end().ends_with(subject));
        is_of_act.then(|| after(&text[at + words.len()..])).flatten()
    });
    limits.next()
}

/// The day after a year or a month: `2024`, `juni 2024`.
fn after(words: &str) -> Option<Date> {
    let mut words = words.split([' ', '.', ',']);
    let first = words.next()?;
    if let Ok(year) = first.parse::<i16>() {
        return (1900..2100).contains(&year).then(|| date(year + 1, 1, 1));
    }
    let month = i8::try_from(MONTHS.iter().position(|month| *month == first)?).ok()? + 1;
    let year: i16 = words.next()?.parse().ok().filter(|year| (1900..2100).contains(year))?;
    Some(if month == 12 { date(year + 1, 1, 1) } else { date(year, month + 1, 1) })
}

#[test]
fn limits_in_words() {
    for (text, expected) in [
        ("Lagen upphör att gälla vid utgången av 2024.", Some(date(2025, 1, 1))),
        ("Denna förordning upphör att gälla vid utgången av juni 2030.", Some(date(2030, 7, 1))),
        ("Lagen upphör att gälla vid utgången av december 2030.", Some(date(2031, 1, 1))),
        ("4 § upphör att gälla vid utgången av 2024.", None),
        ("Lagen gäller.", None),
    ] {
        assert_eq!(stated_limit(text), expected, "{text}");
    }
}

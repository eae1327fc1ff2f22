//! The names that a source derives for a document.

use lagrum_artifact::raise_first_letter;

/// The names of a document, before the rules common to all sources are applied. An empty text means none.
#[derive(Clone, Debug, Default)]
pub(crate) struct DocumentNames {
    pub(crate) kind: String,
    pub(crate) label: String,
    pub(crate) title: String,
    /// The title under which a listing files it, only where it differs from `title`.
    pub(crate) filed_title: String,
    /// Only where it differs from the title.
    pub(crate) display: String,
    /// The name inside a sentence, only where it differs from the display name without its acronym.
    pub(crate) in_text: String,
    pub(crate) short_id: String,
    pub(crate) short_title: String,
    pub(crate) descriptive: String,
    /// Only where it is neither in the display name nor in the descriptive one.
    pub(crate) abbr: String,
}

/// `name (ABBR)`, or the one of them that is not empty.
pub(crate) fn with_acronym(name: &str, abbr: &str) -> String {
    match (name.is_empty(), abbr.is_empty()) {
        (false, false) => format!("{name} ({abbr})"),
        (true, _) => abbr.to_owned(),
        _ => name.to_owned(),
    }
}

/// The name with its first letter raised, unless its second letter is a capital: `eIDAS`.
pub(crate) fn raised(name: &str) -> String {
    let ordinary = name.chars().nth(1).is_none_or(|second| !second.is_uppercase());
    if ordinary { raise_first_letter(name) } else { name.to_owned() }
}

/// The text with its first letter lowered.
pub(crate) fn lower_first_letter(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// The text trimmed, with every run of white space as one blank.
pub(crate) fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The acronym a name ends with: `GETF` of `(EU) 2031/77 Getförordningen (GETF)`.
///
/// It is 2 to 16 characters of capitals, digits, blanks, dots and hyphens, begins with a capital, and stands in
/// parentheses after some text and a blank.
pub fn acronym(name: &str) -> Option<&str> {
    let (before, inside) = name.strip_suffix(')')?.rsplit_once(" (")?;
    let capital = |c: char| matches!(c, 'A'..='Z' | 'Å' | 'Ä' | 'Ö');
    let fits = (2..=16).contains(&inside.chars().count())
        && inside.starts_with(capital)
        && inside.chars().all(|c| capital(c) || c.is_ascii_digit() || matches!(c, ' ' | '.' | '-'));
    (fits && !before.trim().is_empty()).then_some(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acronyms() {
        let table = [
            ("Europakonventionen (EKMR)", Some("EKMR")),
            ("(EU) 2031/77 Getförordningen (GETF)", Some("GETF")),
            ("(EU) 2031/77", None),
            ("Getstadgan (EU-stadgan)", None),
            ("Bojen (NJA 2031 s. 12)", None),
            ("Bojen (Ö 3043-30)", Some("Ö 3043-30")),
            ("x (A)", None),
            ("x (ABCDEFGHIJKLMNOP)", Some("ABCDEFGHIJKLMNOP")),
            ("x (ABCDEFGHIJKLMNOPQ)", None),
            ("x (1A)", None),
            (" (AB)", None),
            ("x(AB)", None),
            ("x (GK I)", Some("GK I")),
            ("", None),
        ];
        for (name, expected) in table {
            assert_eq!(acronym(name), expected, "{name}");
        }
    }
}

//! The names that a source derives for a document.

use lagrum_artifact::raise_first_letter;

/// The names of a document, before the rules common to all sources are applied. An empty text means none.
#[derive(Clone, Debug, Default)]
pub(crate) struct DocumentNames {
    pub(crate) kind: String,
    pub(crate) label: String,
    pub(crate) title: String,
    /// The title under which a listing files it, only where that is another one.
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

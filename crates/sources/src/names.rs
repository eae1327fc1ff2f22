//! The names of a document, as its source gives them.

/// What the names of a source's documents are, before the rules common to all sources finish them. An empty text
/// means that there is none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(crate) kind: String,
    pub(crate) label: String,
    pub(crate) title: String,
    /// Where it differs from the title.
    pub(crate) display: String,
    pub(crate) short_id: String,
    pub(crate) short_title: String,
    pub(crate) descriptive: String,
    /// Where it is neither in the display name nor in the descriptive one.
    pub(crate) abbr: String,
}

/// `name (ABBR)`, or whichever there is.
pub(crate) fn with_acronym(name: &str, abbr: &str) -> String {
    match (name.is_empty(), abbr.is_empty()) {
        (false, false) => format!("{name} ({abbr})"),
        (true, _) => abbr.to_owned(),
        _ => name.to_owned(),
    }
}

/// The text with every run of white space as one blank, trimmed.
pub(crate) fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

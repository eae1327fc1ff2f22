//! What an act states of its days.

use serde::{Deserialize, Serialize};

/// A day from which an act or a part of it is in force or applies, as its text states it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StatedApplication {
    /// The day (`YYYY-MM-DD`).
    pub(crate) day: String,
    /// Whether the whole act enters into force on that day.
    pub(crate) enters_into_force: bool,
    /// Whether it is about the whole act.
    pub(crate) is_whole: bool,
    /// The articles and numbered paragraphs that it is about, where all of them are known.
    pub(crate) anchors: Vec<String>,
    /// Whether it is about less than these: points, or some cases.
    pub(crate) is_partly: bool,
    /// The words that state it.
    pub(crate) words: String,
}

//! The rows of the index of names.

use lagrum_sources::ActForm;

use crate::normalise::{loose_key, tidy, tidy_lower};

/// The kind of a name, which decides where it may be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameKind {
    /// A name of running text.
    Name,
    /// An abbreviation or acronym.
    Abbreviation,
    /// A title or an indefinite form, which counts only alone or next to a provision.
    Title,
    /// A name that counts only beside certain words.
    Generic,
}

/// One name of one document.
#[derive(Clone, Debug)]
pub(crate) struct NameRow {
    pub(crate) document: Box<str>,
    pub(crate) form: ActForm,
    pub(crate) kind: NameKind,
    pub(super) written: Box<str>,
    pub(super) lower: Box<str>,
    /// The lower rank comes first: the tiers of the tables, then held documents.
    pub(super) rank: u8,
}

pub(super) const HELD_IN_FORCE: u8 = 10;
pub(super) const HELD_REPEALED: u8 = 20;

/// The case that a name names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NamedCase {
    /// A document.
    Document(String),
    /// A decision of Högsta domstolen without a report: any held decision with this case number.
    CaseNumber(&'static str),
    /// Several cases have the name, so it means none of them.
    Shared,
}

/// Adds a name of a document. A name without letters and digits is left out.
pub(super) fn push(
    rows: &mut Vec<NameRow>,
    name: &str,
    document: &str,
    form: ActForm,
    kind: NameKind,
    rank: u8,
) {
    let written = tidy(name).into_boxed_str();
    let lower = tidy_lower(name).into_boxed_str();
    if !loose_key(&lower).is_empty() {
        rows.push(NameRow { document: document.into(), form, kind, written, lower, rank });
    }
}

/// The key of a case name: letters and digits only, with one word for "against".
pub(super) fn case_key(name: &str) -> String {
    let words = tidy_lower(name);
    words.split(' ').map(|word| if is_against(word) { AGAINST.to_owned() } else { loose_key(word) }).collect()
}

/// The one word for "against" in keys of case names.
const AGAINST: &str = "mot";

/// Whether a word of a case name, in lower case, is short for "against".
fn is_against(word: &str) -> bool {
    matches!(word, "v" | "v." | "vs" | "vs.")
}

/// Whether the key of a text that goes on after a beginning of it may begin otherwise than the key of the beginning: the last
/// word of the beginning is short for "against", and may turn out to be the beginning of a longer word (`v.Tyskland`).
pub(super) fn may_read_otherwise(beginning: &str) -> bool {
    tidy_lower(beginning).rsplit(' ').next().is_some_and(is_against)
}

//! The names that an artifact states for its document, as citations use them.
//!
//! Every source prints the names of its documents in fields of its own. Titles are taken from acts and treaties only:
//! the title of a bill or a concept is a topic, not a name in citations.

use lagrum_artifact::Artifact;

/// The form of a stated name: it decides how the name is compared with what a reader types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameForm {
    /// The official title of an act or a treaty.
    Title,
    /// A short name in the form of running text.
    Name,
    /// An abbreviation or acronym.
    Abbreviation,
    /// The name of a case.
    CaseName,
    /// The caption of a case with its parties: `CASE OF OSMAN v. THE UNITED KINGDOM`.
    Caption,
}

/// A name that an artifact states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatedName<'a> {
    /// The name as printed.
    pub text: &'a str,
    /// Its form.
    pub form: NameForm,
}

/// The names of a document by its artifact and its local id, the most formal first.
pub(crate) type NamesOf = for<'a> fn(&'a Artifact, &str) -> Vec<StatedName<'a>>;

impl NameForm {
    /// A text as a name of this form; None without a text.
    pub(crate) fn of(self, text: Option<&str>) -> Option<StatedName<'_>> {
        text.map(|text| StatedName { text, form: self })
    }
}

/// The title, wherever the artifact has it.
pub(crate) fn title(artifact: &Artifact) -> Option<&str> {
    artifact.str(&["title"]).or_else(|| artifact.str(&["metadata", "title"]))
}

/// The names of a treaty.
pub(crate) fn of_treaty<'a>(artifact: &'a Artifact, _: &str) -> Vec<StatedName<'a>> {
    Vec::from_iter(NameForm::Title.of(title(artifact)))
}

/// The names of a case that its record states beside the text.
pub(crate) fn of_recorded_case<'a>(artifact: &'a Artifact, _: &str) -> Vec<StatedName<'a>> {
    Vec::from_iter(NameForm::CaseName.of(artifact.str(&["metadata", "caseName"])))
}

/// The name in `C-311/18 (Schrems II)`.
pub(crate) fn in_parentheses(label: &str) -> Option<&str> {
    label.strip_suffix(')')?.split_once(" (").map(|(_, name)| name)
}

/// The name in `Balkongmålet (NJA 2015 s. 702)`.
pub(crate) fn before_parenthesis(label: &str) -> Option<&str> {
    label.strip_suffix(')')?.rsplit_once(" (").map(|(name, _)| name)
}

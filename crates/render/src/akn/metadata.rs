//! What the XML of an act states beside its text: names, days, the register. Nothing here is derived from the text.

use std::collections::HashMap;

use lagrum_sources::ActForm;

/// What the XML of an act states beside its text.
#[derive(Clone, Debug)]
pub struct AknMetadata {
    /// How its provisions are numbered.
    pub form: ActForm,
    /// The uri that fragment uris of the document begin with.
    pub uri: String,
    /// What the uris of concepts begin with, by which terms are told from other links.
    pub concepts: String,
    /// The address of the namespace of what Akoma Ntoso has no words for.
    pub namespace: String,
    /// The address of who publishes the XML.
    pub publisher: String,
    /// Its names in Akoma Ntoso.
    pub names: AknNames,
    /// The number of the act as printed: `SFS 1915:218`.
    pub identifier: Option<String>,
    /// The title of the act.
    pub title: Option<String>,
    /// The uri of the text: of an archived lydelse its own.
    pub text_uri: String,
    /// When it was issued.
    pub issued: AknDate,
    /// The day that the expression is named by, and what happened on it.
    pub expressed: AknDate,
    /// The day of the last change (`YYYY-MM-DD`).
    pub made: String,
    /// Who issued it.
    pub author: String,
    /// The amendment, or the day, up to which the text has the amendments.
    pub version: Option<String>,
    /// The language: `swe`.
    pub language: &'static str,
    /// Whether the act was never amended.
    pub is_original: bool,
    /// What became of the act, in the order of days.
    pub events: Vec<AknEvent>,
    /// What other acts changed in it.
    pub modified_by: Vec<AknModification>,
    /// What it changed in other acts.
    pub modifies: Vec<AknModification>,
    /// The uris of the directives that it transposes, as far as the register names them.
    pub transposes: Vec<String>,
    /// For each provision, by its anchor, the days of its present text.
    pub periods: HashMap<String, AknPeriod>,
    /// Names and values that Akoma Ntoso has no words for.
    pub facts: Vec<(&'static str, String)>,
}

/// The names of a document by the naming convention of Akoma Ntoso.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AknNames {
    /// Of the work: `/akn/se/act/sfs/1915/218`.
    pub work: String,
    /// Of the expression: the work and `/swe@1995-01-01`.
    pub expression: String,
    /// `se`, `eu`, `un` or `xx`.
    pub country: String,
    /// `sfs`, `directive`.
    pub subtype: String,
    /// `218`.
    pub number: String,
}

/// A day and what happened on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AknDate {
    /// `YYYY-MM-DD`.
    pub day: String,
    /// `issued`, `year` where only the year is known, `in-force`.
    pub name: &'static str,
}

/// Something that happened to an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AknEvent {
    /// `YYYY-MM-DD`.
    pub day: String,
    /// `generation`, `amendment` or `repeal`.
    pub kind: &'static str,
    /// The uri of the act that did it, and its printed number; None for the act itself.
    pub act: Option<(String, String)>,
}

/// What an act changed in another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AknModification {
    /// The uri of the other act, and its printed number.
    pub act: (String, String),
    /// What it did: `substitution`, `insertion`, `repeal`, `renumbering`.
    pub kind: &'static str,
    /// The anchor of the provision; None where only the act is known.
    pub anchor: Option<String>,
    /// The words of the register.
    pub scope: Option<String>,
    /// The day from which it applies (`YYYY-MM-DD`).
    pub day: Option<String>,
}

/// The days of the present text of a provision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AknPeriod {
    /// The first day.
    pub from: Option<String>,
    /// The day from which it has another text.
    pub until: Option<String>,
    /// How well that is known, where it is not certain: `undated`, `gap`, `as_known`.
    pub basis: Option<&'static str>,
}

//! The common form of all raw files: the act's text and its metadata.

use super::heads::Days;
use super::key::{is_key, normalised, number_in};
use super::record::{Amendment, Record, Register};

/// An act as a raw file states it.
#[derive(Clone, Debug, Default)]
pub(super) struct Source {
    /// The local id, if the file states it.
    pub(super) key: Option<String>,
    pub(super) title: String,
    /// The department, without and with its unit.
    pub(super) organisation: Option<(String, String)>,
    pub(super) issued: Option<String>,
    pub(super) in_force: Option<String>,
    pub(super) time_limited: Option<String>,
    pub(super) repealed: Option<String>,
    pub(super) repealed_by: Option<String>,
    pub(super) reprint: Option<String>,
    pub(super) comment: Option<String>,
    /// The last act worked into the text, as printed: `t.o.m. SFS 2025:730`.
    pub(super) worked_in: Option<String>,
    pub(super) text: String,
    pub(super) is_published: bool,
    /// The register; pages have none.
    pub(super) register: Option<Register>,
    pub(super) amendments: Vec<Amendment>,
}

impl Source {
    /// The source of a record.
    pub(super) fn of_record(record: Record) -> Self {
        let text = record.fulltext.unwrap_or_default();
        let organisation = record.organisation.and_then(|organisation| {
            let name = filled(organisation.namn)?;
            let label = filled(organisation.namn_och_enhet).unwrap_or_else(|| name.clone());
            Some((name, label))
        });
        Self {
            key: record.beteckning.as_deref().map(normalised).filter(|key| is_key(key)),
            title: collapsed(&record.rubrik.unwrap_or_default()),
            organisation,
            issued: day(text.utfardad_date_time.as_deref()),
            in_force: day(record.ikraft_date_time.as_deref()),
            time_limited: day(record.tidsbegransad_date_time.as_deref()),
            repealed: day(record.upphavd_date_time.as_deref()),
            repealed_by: text.upphavd_genom.as_deref().and_then(number_in),
            reprint: text.omtryck.as_deref().and_then(number_in),
            comment: filled(text.ovrigt).map(|comment| collapsed(&comment)),
            worked_in: filled(text.andring_inford),
            text: text.forfattningstext.unwrap_or_default(),
            is_published: record.publicerad != Some(false),
            register: Some(record.register.unwrap_or_default()),
            amendments: record.andringsforfattningar.unwrap_or_default(),
        }
    }
}

impl Source {
    /// Takes over the days that the text states for the whole act, where the fields have none.
    pub(super) fn take_days(&mut self, days: Days) {
        let date = |day: Option<String>| day.filter(|day| lagrum_artifact::is_date(day));
        self.in_force = self.in_force.take().or(date(days.from));
        self.repealed = self.repealed.take().or(date(days.until));
    }
}

/// A text that is not empty.
pub(super) fn filled(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}

/// A text with single blanks.
pub(super) fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The day that a text begins with.
pub(super) fn day(text: Option<&str>) -> Option<String> {
    let day = text?.trim().get(..10)?;
    lagrum_artifact::is_date(day).then(|| day.to_owned())
}

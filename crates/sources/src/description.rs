//! The description of a document: the part of its catalog row that follows from its artifact.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::{ListingRow, TextExtent, begrepp, kommentar};

/// The names, dates and descriptions of a document, derived once by the build. An optional text is never empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// The kind of document (`lag`, `prop`, `judgment`, …); None in a source without kinds.
    pub kind: Option<String>,
    /// How much of the document the artifact has.
    pub extent: TextExtent,
    /// The printed id, the formal short designation (`SFS 1931:47`).
    pub label: String,
    /// The full title.
    pub title: String,
    /// The title under which a listing files it, as its artifact states it, with marks of editors; empty where that is `title`.
    pub filed_title: String,
    /// The heading for readers: the established name, else the title.
    pub display: String,
    /// The name inside a sentence: `avtalslagen`, `lagen (1931:47) om får`. It is not stored; names of commentaries are
    /// made from it.
    pub in_text: String,
    /// The uri of the document that this one comments on.
    pub about: Option<String>,
    /// The compact citing form (`fårlagen`), printed on the nodes of graphs.
    pub descriptive: String,
    /// The bare id without prose.
    pub short_id: Option<String>,
    /// A short human name.
    pub short_title: Option<String>,
    /// The acronym alone.
    pub abbr: Option<String>,
    /// The summary of a case, complete.
    pub description: Option<String>,
    /// A few lines of the text, as a preview.
    pub snippet: Option<String>,
    /// The page of the publisher.
    pub source_url: Option<String>,
    /// The date as recorded, normally `YYYY-MM-DD`. Old works may have only a month or a year.
    pub date: Option<String>,
    /// The year of the document in the facets of a search.
    pub year: Option<u16>,
    /// The day it stopped or stops applying; [`UNKNOWN_END`](crate::UNKNOWN_END) when that day is not recorded. A
    /// document with a date in the future still applies.
    #[serde(with = "calendar_day")]
    pub expired: Option<Date>,
    /// Its publisher as recorded: a name, or the uri of an organisation.
    pub publisher: Option<String>,
    /// The uri of the document that applies instead today: for a repealed act the act that repealed it, for an act on the introduction of
    /// another act that other act.
    pub successor: Option<String>,
    /// The day a Swedish act came into force.
    #[serde(with = "calendar_day")]
    pub in_force_from: Option<Date>,
    /// The day from which a statute no longer applies unless its time is prolonged, as its publisher states it.
    #[serde(with = "calendar_day")]
    pub time_limit: Option<Date>,
    /// Whether readers see a consolidation instead of the text as issued.
    pub consolidated: bool,
}

impl Description {
    /// The description of a concept that is cited but has no page of its own.
    pub fn stub(name: &str) -> Self {
        Self {
            kind: Some(begrepp::KIND.to_owned()),
            label: name.to_owned(),
            title: name.to_owned(),
            display: name.to_owned(),
            in_text: name.to_owned(),
            descriptive: name.to_owned(),
            short_id: Some(name.to_owned()),
            short_title: Some(name.to_owned()),
            ..Self::default()
        }
    }

    /// Whether this describes a legal concept, with a page of its own or as a stub.
    pub fn is_concept(&self) -> bool {
        self.kind.as_deref() == Some(begrepp::KIND)
    }

    /// Whether this describes a link to a translation of another document. It has a place of its own nowhere but in the API: readers find
    /// the translation with that document.
    pub fn is_translation(&self) -> bool {
        self.kind.as_deref() == Some(kommentar::TRANSLATION)
    }

    /// Sets the names of a commentary, from the name inside a sentence of the document it comments on.
    pub fn name_after(&mut self, host: &str) {
        let name = kommentar::name_after(host);
        self.title.clone_from(&name);
        self.display.clone_from(&name);
        self.in_text.clone_from(&name);
        self.descriptive = name;
    }

    /// The further names of a commentary, made from other names of the document it comments on (`hosts`). Empty for other documents.
    pub fn names_as_commentary(&self, hosts: &[String]) -> Vec<String> {
        if self.about.is_some() { kommentar::other_names(&self.title, hosts) } else { Vec::new() }
    }

    /// The row for a listing, under the local id of the document. `amends` depends on links and is set by the caller.
    pub fn row<'a>(&'a self, local_id: &'a str) -> ListingRow<'a> {
        ListingRow {
            local_id,
            kind: self.kind.as_deref().unwrap_or_default(),
            label: &self.label,
            title: if self.filed_title.is_empty() { &self.title } else { &self.filed_title },
            display: &self.display,
            short_id: self.short_id.as_deref(),
            short_title: self.short_title.as_deref(),
            date: self.date.as_deref(),
            expired: self.expired,
            consolidated: self.consolidated,
            amends: None,
        }
    }
}

/// A date as year, month and day. jiff's own serde support is a feature that nothing else needs.
mod calendar_day {
    use jiff::civil::Date;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(date: &Option<Date>, serializer: S) -> Result<S::Ok, S::Error> {
        date.map(|date| (date.year(), date.month(), date.day())).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Date>, D::Error> {
        let parts: Option<(i16, i8, i8)> = Option::deserialize(deserializer)?;
        parts.map(|(year, month, day)| Date::new(year, month, day)).transpose().map_err(D::Error::custom)
    }
}

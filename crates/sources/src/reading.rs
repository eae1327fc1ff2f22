//! The fields of an artifact that most sources share.

use lagrum_artifact::{Artifact, Base};

use jiff::civil::Date;

use crate::{UNKNOWN_END, parse_date};

/// An artifact and the local id it has in this corpus.
#[derive(Clone, Copy)]
pub(crate) struct ArtifactFields<'a> {
    pub(crate) artifact: &'a Artifact,
    pub(crate) local_id: &'a str,
    pub(crate) base: &'a Base,
}

impl<'a> ArtifactFields<'a> {
    pub(crate) fn new(artifact: &'a Artifact, base: &'a Base) -> Self {
        let uri = artifact.uri();
        Self { artifact, local_id: base.strip(uri).unwrap_or(uri), base }
    }

    /// A top-level text.
    pub(crate) fn str(&self, field: &str) -> Option<&'a str> {
        self.artifact.str(&[field])
    }

    /// A text of `metadata`.
    pub(crate) fn meta(&self, field: &str) -> Option<&'a str> {
        self.artifact.str(&["metadata", field])
    }

    /// A text of the register of a statute, `metadata.properties`.
    pub(crate) fn property(&self, field: &str) -> Option<&'a str> {
        self.artifact.str(&["metadata", "properties", field])
    }

    /// The identifier, else the local id.
    pub(crate) fn identifier(&self) -> &'a str {
        self.str("identifier").unwrap_or(self.local_id)
    }

    /// The last segment of the local id; all of it when that is empty.
    pub(crate) fn last_segment(&self) -> &'a str {
        self.local_id.rsplit('/').next().filter(|segment| !segment.is_empty()).unwrap_or(self.local_id)
    }

    /// The date of the document as recorded: the first of the fields that sources use.
    pub(crate) fn date(&self) -> Option<&'a str> {
        self.str("date")
            .or_else(|| self.str("avgorandedatum"))
            .or_else(|| self.meta("beslutsdatum"))
            .or_else(|| self.meta("antagen"))
            .or_else(|| self.meta("utkomFranTryck"))
            .or_else(|| self.property("rpubl:utfardandedatum"))
            .or_else(|| self.property("rpubl:avgorandedatum"))
            .or_else(|| self.property("rpubl:beslutsdatum"))
    }

    pub(crate) fn publisher(&self) -> Option<&'a str> {
        self.meta("publisher")
            .or_else(|| self.property("dcterms:publisher"))
            .or_else(|| self.str("publisher"))
    }

    /// The day an act came into force.
    pub(crate) fn in_force_from(&self) -> Option<Date> {
        let stated = self.property("rpubl:ikrafttradandedatum").or_else(|| self.meta("ikrafttradandedatum"));
        stated.and_then(parse_date)
    }

    /// The day the document stopped or stops applying, by the artifact.
    ///
    /// A withdrawn position without a date ended on an unknown day if another replaced it. Without a replacement it
    /// counts as still applying.
    pub(crate) fn expired(&self) -> Option<Date> {
        if self.meta("status") == Some("upphävt") {
            let replaced = || self.meta("ersattAv").or_else(|| self.meta("ersattAvKalla"));
            return self.meta("upphavd").and_then(parse_date).or_else(|| replaced().map(|_| UNKNOWN_END));
        }
        self.str("expired").or_else(|| self.property("rpubl:upphavandedatum")).and_then(parse_date)
    }
}

/// The day from which a statute no longer applies unless its time is prolonged, as its publisher states it. Publishers keep the day of
/// a statute that was prolonged, so a past day does not mean that the statute has ended.
pub fn time_limit(artifact: &Artifact) -> Option<Date> {
    artifact.str(&["metadata", "properties", "rinfoex:tidsbegransad"]).and_then(parse_date)
}

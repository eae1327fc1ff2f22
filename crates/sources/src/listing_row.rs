//! The columns of a document that a listing needs, and the fields that a source adds.

use std::borrow::Cow;
use std::cmp::Reverse;

use jiff::civil::Date;

use crate::order::NaturalKey;
use crate::subject::Subject;

/// The columns of a document that a listing needs.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListingRow<'a> {
    /// The uri without the base.
    pub local_id: &'a str,
    /// The kind; empty when there is none.
    pub kind: &'a str,
    /// The printed id.
    pub label: &'a str,
    /// The full title.
    pub title: &'a str,
    /// The heading for readers.
    pub display: &'a str,
    /// The bare id.
    pub short_id: Option<&'a str>,
    /// The short name.
    pub short_title: Option<&'a str>,
    /// The date as recorded.
    pub date: Option<&'a str>,
    /// The day it expired or expires.
    pub expired: Option<Date>,
    /// Whether readers see a consolidation of it.
    pub consolidated: bool,
    /// The local id of the document it amends, by its `rpubl:andrar` links: of several the first alphabetically.
    pub amends: Option<&'a str>,
}

impl<'a> ListingRow<'a> {
    /// The id that the document is sorted by.
    fn id(&self) -> &'a str {
        self.short_id.unwrap_or(if self.label.is_empty() { self.local_id } else { self.label })
    }

    pub(crate) fn identifier_key(&self) -> (NaturalKey, NaturalKey, &'a str) {
        (NaturalKey::new(self.id()), NaturalKey::new(self.local_id), self.local_id)
    }

    pub(crate) fn newest_first_key(&self) -> Reverse<(&'a str, NaturalKey, &'a str)> {
        Reverse((self.date.unwrap_or_default(), NaturalKey::new(self.id()), self.local_id))
    }

    pub(crate) fn subject_key(&self) -> (NaturalKey, NaturalKey, &'a str) {
        let subject = Subject::of(self.title).key;
        let name = match subject.as_str() {
            "" if self.label.is_empty() => self.local_id,
            "" => self.label,
            subject => subject,
        };
        (NaturalKey::new(name), NaturalKey::new(self.local_id), self.local_id)
    }
}

/// The fields that a source adds to a document for browsing; None where the source does not have the field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BrowseExtras {
    /// The form of the document within its source (`notis`, `council`).
    pub variant: Option<Cow<'static, str>>,
    /// The date, in sources that show it.
    pub date: Option<String>,
    /// The part of the title before the sort key.
    pub pre: Option<String>,
    /// The sort key.
    pub key: Option<String>,
    /// Whether it is shown as less important than others.
    pub subdued: Option<bool>,
    /// The year of its number.
    pub year: Option<String>,
    /// True when readers see a consolidation.
    pub consolidated: Option<bool>,
}

/// A row that stays in the listing, and the rows nested under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptRow {
    pub(crate) row: usize,
    pub(crate) amendments: Vec<KeptRow>,
    /// Whether the text as issued, of which this is a consolidation, was left out in favour of it.
    pub(crate) consolidated: bool,
}

impl KeptRow {
    pub(crate) fn alone(row: usize) -> Self {
        Self { row, amendments: Vec::new(), consolidated: false }
    }
}

pub(crate) fn keep_all(listed: Vec<usize>) -> Vec<KeptRow> {
    listed.into_iter().map(KeptRow::alone).collect()
}

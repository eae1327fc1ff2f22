//! The catalog row of a document, as far as the document itself gives it.

use jiff::civil::Date;

use crate::{ListingRow, begrepp, kommentar};

/// How a document is called and described. Derived once, at build; an empty text is never stored as one: it is None.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// The kind of document (`lag`, `prop`, `judgment`, …); None in a source that says none.
    pub kind: Option<String>,
    /// The printed id, the formal short designation (`SFS 1931:47`).
    pub label: String,
    /// The full title.
    pub title: String,
    /// The heading for readers: the established name, else the title.
    pub display: String,
    /// The name as it stands inside a sentence: `avtalslagen`, `lagen (1931:47) om får`. It is not kept; names of
    /// other documents are made of it.
    pub in_text: String,
    /// The uri of the document that this one is a commentary on.
    pub about: Option<String>,
    /// The compact citing form (`fårlagen`), what to print on a node.
    pub descriptive: String,
    /// The bare id without prose.
    pub short_id: Option<String>,
    /// A short human name.
    pub short_title: Option<String>,
    /// The acronym alone.
    pub abbr: Option<String>,
    /// A case's own summary, uncut.
    pub description: Option<String>,
    /// A few lines of the text, for a preview.
    pub snippet: Option<String>,
    /// The publisher's own page.
    pub source_url: Option<String>,
    /// The date as recorded, normally `YYYY-MM-DD`; old works may have only a month or a year.
    pub date: Option<String>,
    /// The year the document is filed under in a search.
    pub year: Option<u16>,
    /// When it stopped or stops applying, as far as the artifact says; [`UNKNOWN_END`](crate::UNKNOWN_END) when that day is
    /// not recorded. A future date is no repeal yet.
    pub expired: Option<Date>,
    /// Who published it, as recorded: a name, or the uri of an organisation.
    pub publisher: Option<String>,
    /// When a statute came into force.
    pub in_force_from: Option<Date>,
    /// Whether readers are shown a consolidated wording in place of the one issued.
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

    /// Names a commentary after the document it is about, by that document's name inside a sentence.
    pub fn name_after(&mut self, host: &str) {
        let name = kommentar::name_after(host);
        self.title.clone_from(&name);
        self.display.clone_from(&name);
        self.in_text.clone_from(&name);
        self.descriptive = name;
    }

    /// The row a listing sees, under the document's local id. What only other documents tell (`amends`) is left
    /// for the caller to fill in.
    pub fn row<'a>(&'a self, local_id: &'a str) -> ListingRow<'a> {
        ListingRow {
            local_id,
            kind: self.kind.as_deref().unwrap_or_default(),
            label: &self.label,
            title: &self.title,
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

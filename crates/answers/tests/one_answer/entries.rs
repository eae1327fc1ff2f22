//! The history of a provision as the wire has it.

use jiff::civil::Date;
use serde_json::Value;

/// The history of a provision.
pub(crate) struct History {
    pub(crate) entries: Vec<Entry>,
    /// The acts that it says amended the provision.
    pub(crate) amendments: Vec<String>,
}

/// One text of a provision, or its end.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) from: Option<Date>,
    pub(crate) until: Option<Date>,
    pub(crate) basis: String,
    pub(crate) anchor: String,
    pub(crate) digest: Option<String>,
    pub(crate) text: Option<String>,
}

impl History {
    pub(crate) fn of(answer: &Value) -> Self {
        let rows = |field: &str| answer[field].as_array().cloned().unwrap_or_default();
        Self {
            entries: rows("entries").iter().map(Entry::of).collect(),
            amendments: rows("amendments").iter().filter_map(uri_of).collect(),
        }
    }

    /// The entry that covers a day, by its days alone.
    pub(crate) fn on(&self, day: Date) -> Option<&Entry> {
        self.entries.iter().find(|entry| {
            entry.from.is_some_and(|from| from <= day) && entry.until.is_none_or(|until| day < until)
        })
    }

    /// Whether the provision had a number on a day. Of a day that no entry covers the first entry after it says which number the
    /// provision had.
    pub(crate) fn had_number(&self, anchor: &str, day: Date) -> bool {
        let after = || {
            let later = self.entries.iter().filter(|entry| entry.from.is_some_and(|from| from > day));
            later.min_by_key(|entry| entry.from)
        };
        self.on(day).or_else(after).is_none_or(|entry| entry.anchor == anchor)
    }

    /// The days of its entries.
    pub(crate) fn days(&self) -> impl Iterator<Item = Date> {
        self.entries.iter().flat_map(|entry| [entry.from, entry.until]).flatten()
    }
}

/// The uri of an act in a list of acts.
pub(crate) fn uri_of(act: &Value) -> Option<String> {
    act["uri"].as_str().map(str::to_owned)
}

impl Entry {
    fn of(entry: &Value) -> Self {
        let text = |field: &str| entry[field].as_str().map(str::to_owned);
        let day = |field: &str| entry[field].as_str().and_then(|day| day.parse().ok());
        Self {
            from: day("from"),
            until: day("until"),
            basis: text("basis").unwrap_or_default(),
            anchor: text("anchor").unwrap_or_default(),
            digest: text("text_sha256"),
            text: text("text"),
        }
    }

    /// Whether it is a text of the provision with an anchor, and its days are certain.
    pub(crate) fn is_dated_text(&self, anchor: &str) -> bool {
        self.basis == "dated" && self.digest.is_some() && self.anchor == anchor
    }

    /// What it says, in short.
    pub(crate) fn told(&self) -> String {
        let day = |day: Option<Date>| day.map_or_else(|| "?".to_owned(), |day| day.to_string());
        let digest = self.digest.as_deref().map_or("end", |digest| &digest[..6]);
        format!(
            "history {} {digest} {} from {} until {}",
            self.basis,
            self.anchor,
            day(self.from),
            day(self.until)
        )
    }
}

//! Rail order: the order of inbound citations.
//!
//! Courts and supervisors come before legislation, legislation before treaties. Cases are ordered from the newest,
//! preparatory works by kind and from the oldest, other documents by label. The key is that of the citing document.
//! Rows with the same key are ordered by uri, cited anchor and citing anchor.

use std::cmp::Reverse;

use crate::forarbete;

/// The sections in order, most of them named as their source. EU judgments and opinions are sections of their own. Documents of
/// sources that are not listed come last.
const SECTIONS: [&str; 19] = [
    "dv",
    "avg",
    "rs",
    "hudoc",
    "icc",
    "icj",
    EU_CASELAW,
    EU_FORSLAG,
    "sfs",
    "forarbete",
    "foreskrift",
    "eurlex",
    "edpb",
    "guidance",
    "lawreview",
    "coe",
    "icrc",
    "untc",
    "begrepp",
];

const EU_CASELAW: &str = "eu-caselaw";
const EU_FORSLAG: &str = "eu-forslag";

/// The key of a citing document in rail order. The order is total together with the uri, the cited anchor and the
/// citing anchor, where a missing anchor is the empty text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RailKey {
    section: usize,
    priority: u8,
    time: Time,
    label: String,
}

/// The keys of a section all have times of the same variant, or none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Time {
    NewestFirst(Reverse<String>),
    OldestFirst(String),
    Undated,
}

impl RailKey {
    /// The key of a citing document, from its catalog row; a missing label is the empty text.
    pub fn new(source: &str, kind: &str, date: Option<&str>, label: &str) -> Self {
        let section = match (source, kind) {
            ("eurlex", "judgment") => EU_CASELAW,
            ("eurlex", "opinion") => EU_FORSLAG,
            _ => source,
        };
        let date = date.map(str::to_owned);
        let (priority, time) = match section {
            "dv" | EU_CASELAW | EU_FORSLAG => (0, date.map(|date| Time::NewestFirst(Reverse(date)))),
            "forarbete" => (forarbete::rail_priority(kind), date.map(Time::OldestFirst)),
            _ => (0, None),
        };
        Self {
            section: SECTIONS.iter().position(|name| *name == section).unwrap_or(SECTIONS.len()),
            priority,
            time: time.unwrap_or(Time::Undated),
            label: label.to_owned(),
        }
    }

    /// Appends the key as bytes, which are in the same order as keys.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let Self { section, priority, time, label } = self;
        bytes.extend([*section as u8, *priority]);
        match time {
            Time::NewestFirst(Reverse(date)) => {
                bytes.push(0);
                // A longer date comes before a date that is its beginning.
                bytes.extend(date.bytes().map(|byte| !byte));
                bytes.push(u8::MAX);
            }
            Time::OldestFirst(date) => {
                bytes.push(1);
                bytes.extend(date.bytes());
                bytes.push(0);
            }
            Time::Undated => bytes.push(2),
        }
        bytes.extend(label.bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_the_rail() {
        let rows = [
            ("dv", "case", Some("2031-02-03"), "B"),
            ("dv", "case", Some("2031-02-02"), "A"),
            ("dv", "case", Some("2031-02-02"), "B"),
            ("dv", "case", None, "A"),
            ("avg", "jo", Some("2031-01-01"), "A"),
            ("avg", "jk", Some("2030-01-01"), "B"),
            ("rs", "skv", None, ""),
            ("hudoc", "judgment", None, "A"),
            ("icc", "judgment", None, "A"),
            ("icj", "dom", None, "A"),
            ("eurlex", "judgment", Some("2031-01-01"), "B"),
            ("eurlex", "judgment", Some("2030-01-01"), "A"),
            ("eurlex", "opinion", None, "A"),
            ("sfs", "lag", Some("2031-01-01"), "A"),
            ("sfs", "lag", Some("2001-01-01"), "B"),
            ("forarbete", "prop", Some("2001-01-01"), "B"),
            ("forarbete", "prop", Some("2002-01-01"), "A"),
            ("forarbete", "prop", None, "A"),
            ("forarbete", "sou", Some("2001-01-01"), "A"),
            ("forarbete", "pm", Some("2001-01-01"), "A"),
            ("forarbete", "ds", Some("2002-01-01"), "A"),
            ("forarbete", "lr", None, "A"),
            ("forarbete", "bet", None, "A"),
            ("forarbete", "dir", Some("2001-01-01"), "A"),
            ("forarbete", "skr", Some("2002-01-01"), "A"),
            ("foreskrift", "fffs", None, "A"),
            ("eurlex", "order", Some("2031-01-01"), "A"),
            ("eurlex", "regulation", Some("2001-01-01"), "B"),
            ("edpb", "wp", None, "A"),
            ("lawreview", "", None, "A"),
            ("coe", "treaty", None, "A"),
            ("icrc", "treaty", None, "A"),
            ("untc", "treaty", None, "A"),
            ("begrepp", "begrepp", None, "Z"),
            ("kommentar", "kommentar", None, "A"),
            ("another", "", Some("2031-01-01"), "B"),
            ("kommentar", "kommentar", None, "C"),
        ];
        let keys: Vec<_> =
            rows.iter().map(|(source, kind, date, label)| RailKey::new(source, kind, *date, label)).collect();
        for (pair, row) in keys.windows(2).zip(&rows) {
            assert!(pair[0] < pair[1], "after {row:?}");
        }
    }
}

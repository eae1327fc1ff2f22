//! Lydelse ids: what names a lydelse of an act, and the order of lydelser.
//!
//! Two families of acts have archived lydelser. A lydelse of a statute is named by the SFS number of the last amendment
//! worked into it, one of an EU act by the day it began to apply. The family of a document follows from the form of its
//! uri.

use std::fmt;

use crate::{AnchorGrammar, Artifact, Base, DocumentUri};

/// A family of acts that have archived lydelser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ActFamily {
    /// A statute: `1931:47`.
    Statute,
    /// An EU act: `celex/32031R0077`.
    EuAct,
}

impl ActFamily {
    /// The family of a document; None when its uri has neither form.
    pub fn of(document: &DocumentUri, base: &Base) -> Option<Self> {
        let local = base.strip(document.as_str())?;
        match local.strip_prefix("celex/") {
            Some(celex) => is_celex(celex).then_some(Self::EuAct),
            None => is_sfs_number(local).then_some(Self::Statute),
        }
    }

    /// The lydelse id that an artifact of the family states: for a statute the last amendment worked in; for an EU
    /// act the day of its consolidation, or its own date if it is no consolidation. None if the artifact states
    /// neither.
    pub fn own_id(self, artifact: &Artifact) -> Option<LydelseId> {
        let text = match self {
            Self::Statute => artifact.str(&["metadata", "uri"])?.split_once("/konsolidering/")?.1,
            Self::EuAct => artifact.str(&["consolidation"]).or_else(|| artifact.str(&["date"]))?,
        };
        self.parse_id(text)
    }

    /// How the anchors of its documents are spelt.
    pub fn grammar(self) -> AnchorGrammar {
        match self {
            Self::Statute => AnchorGrammar::Statute,
            Self::EuAct => AnchorGrammar::General,
        }
    }

    /// Parses a lydelse id; None when it is malformed.
    pub fn parse_id(self, text: &str) -> Option<LydelseId> {
        let well_formed = match self {
            Self::Statute => is_sfs_number(text) || is_number(text),
            Self::EuAct => is_day(text),
        };
        let order = match (self, text.split_once(':')) {
            (Self::EuAct, _) => (true, 0, 0),
            (Self::Statute, Some((year, number))) => (true, digits(year), digits(number)),
            (Self::Statute, None) => (false, digits(text), 0),
        };
        well_formed.then(|| LydelseId { order, text: text.to_owned(), family: self })
    }
}

/// What names a lydelse within its act, well-formed for the family. Ids are ordered oldest first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LydelseId {
    /// The first sort key: bare counters before SFS numbers, then by year and number. Days are ordered by `text`.
    order: (bool, u64, u64),
    text: String,
    family: ActFamily,
}

impl LydelseId {
    /// The id as written: `1987:12`, a bare counter in old data, or `2032-01-15`.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The id as printed in a sentence: `SFS 1987:12`, `2032-01-15`.
    pub fn reader_form(&self) -> String {
        match self.family {
            ActFamily::Statute if self.text.contains(':') => format!("SFS {}", self.text),
            _ => self.text.clone(),
        }
    }

    /// The first day that a lydelse of this id can apply: the day itself for an EU act, the first day of the year of the
    /// SFS number for a statute (`YYYY-MM-DD`). None for an id without a year.
    pub fn not_before(&self) -> Option<String> {
        match self.family {
            ActFamily::EuAct => Some(self.text.clone()),
            ActFamily::Statute => {
                let (year, _) = self.text.split_once(':')?;
                (year.len() == 4 && is_number(year)).then(|| format!("{year}-01-01"))
            }
        }
    }

    /// The uri of this lydelse of a document.
    pub fn uri_of(&self, document: &DocumentUri) -> String {
        format!("{document}/konsolidering/{}", self.text)
    }
}

impl fmt::Display for LydelseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn is_sfs_number(text: &str) -> bool {
    text.bytes().filter(|b| *b == b':').count() == 1 && !text.contains(['/', '\\']) && !text.contains("..")
}

fn is_celex(text: &str) -> bool {
    let allowed = |b: u8| b.is_ascii_digit() || b.is_ascii_uppercase() || b"/().".contains(&b);
    text.starts_with(|c: char| c.is_ascii_digit()) && text.bytes().all(allowed) && !text.contains("..")
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Whether the text is `YYYY-MM-DD` with a month and a day that exist in some year.
fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return false };
    let two =
        |part: &str, most: u64| is_number(part) && part.len() == 2 && (1..=most).contains(&digits(part));
    is_number(year) && year.len() == 4 && two(month, 12) && two(day, 31)
}

/// The number made of all digits of a text.
fn digits(text: &str) -> u64 {
    let digits = text.bytes().filter(u8::is_ascii_digit);
    digits.fold(0, |number, digit| number.saturating_mul(10).saturating_add(u64::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_documents_have_lydelser() {
        let base = Base::parse("https://lag.example").unwrap();
        let table = [
            ("https://lag.example/1931:47", Some(ActFamily::Statute)),
            ("https://lag.example/1736:0123_2", Some(ActFamily::Statute)),
            ("https://lag.example/1909:bih._29_s.1", Some(ActFamily::Statute)),
            ("https://lag.example/1931:47:2", None),
            ("https://lag.example/1931", None),
            ("https://lag.example/1931:..47", None),
            ("https://lag.example/19\\31:47", None),
            ("https://lag.example/1931:47/konsolidering/1987:12", None),
            ("https://other.example/1931:47", None),
            ("https://lag.example/celex/32031R0077", Some(ActFamily::EuAct)),
            ("https://lag.example/celex/12016E/TXT", Some(ActFamily::EuAct)),
            ("https://lag.example/celex/32031R0077R(01)", Some(ActFamily::EuAct)),
            ("https://lag.example/celex/32031r0077", None),
            ("https://lag.example/celex/R0077", None),
            ("https://lag.example/celex/", None),
            ("https://lag.example/celex/3..", None),
            ("https://lag.example/celex/32031R0077/konsolidering/2032-01-15", None),
            ("https://lag.example/sjofs/2031:4", None),
        ];
        for (uri, expected) in table {
            assert_eq!(ActFamily::of(&DocumentUri::new(uri).unwrap(), &base), expected, "{uri}");
        }
    }

    #[test]
    fn which_ids_are_well_formed() {
        let table = [
            (ActFamily::Statute, "1987:12", true),
            (ActFamily::Statute, "17", true),
            (ActFamily::Statute, "1909:bih._29_s.1", true),
            (ActFamily::Statute, "", false),
            (ActFamily::Statute, "x17", false),
            (ActFamily::Statute, "1987:12/..", false),
            (ActFamily::Statute, "2032-01-15", false),
            (ActFamily::EuAct, "2032-01-15", true),
            (ActFamily::EuAct, "2032-13-15", false),
            (ActFamily::EuAct, "2032-1-15", false),
            (ActFamily::EuAct, "2032-01-15-", false),
            (ActFamily::EuAct, "1987:12", false),
        ];
        for (family, text, well_formed) in table {
            assert_eq!(family.parse_id(text).is_some(), well_formed, "{text}");
        }
    }

    #[test]
    fn the_order_of_lydelser() {
        let of = |family: ActFamily, texts: &[&str]| -> Vec<String> {
            let mut ids: Vec<_> = texts.iter().map(|text| family.parse_id(text).unwrap()).collect();
            ids.sort();
            ids.iter().map(ToString::to_string).collect()
        };
        assert_eq!(
            of(ActFamily::Statute, &["1999:2", "1998:1000", "1998:200_s.1", "10", "9", "1998:300"]),
            ["9", "10", "1998:300", "1998:1000", "1998:200_s.1", "1999:2"]
        );
        assert_eq!(of(ActFamily::EuAct, &["2032-01-15", "2031-12-31"]), ["2031-12-31", "2032-01-15"]);
    }
}

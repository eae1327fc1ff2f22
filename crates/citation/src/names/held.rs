//! The names of held documents, and the index of identifiers that only held documents have.

use serde::{Deserialize, Serialize};

use super::key_table::{KeyTable, KeyValue};
use crate::parties::party_keys;

/// A name of a held document. A build stores the names of all documents in the catalog;
/// [`CitationNames`](crate::CitationNames) are made from them when a snapshot is opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldName {
    /// The document's local id.
    pub document: String,
    /// The name as printed.
    pub name: String,
    /// The role of the name.
    pub role: NameRole,
    /// Whether the document is in force; names of repealed acts rank lower. Decisions are always in force.
    pub in_force: bool,
}

/// The role of a name, which decides how it is compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NameRole {
    /// The official title of an act or treaty: `Lag (1982:80) om anställningsskydd`, `Köplag (1990:931)`. Of a short
    /// title the definite form (`köplagen`) is derived.
    Title,
    /// A popular or short name, in the form of running text.
    Name,
    /// An abbreviation or acronym (`AvtL`, `GDPR`).
    Abbreviation,
    /// The name of a decision.
    CaseName,
    /// The printed caption of a document of the European Court of Human Rights (`CASE OF OSMAN v. THE UNITED
    /// KINGDOM`), from which the parties are read.
    EchrCaption {
        /// Whether the document is a judgment, which comes before decisions between the same parties.
        judgment: bool,
        /// The day of the decision (`YYYY-MM-DD`).
        date: String,
    },
    /// Any other printed identifier: ECLI, a report reference (`NJA 2015:17`), a register number
    /// (`JO dnr 2914-2011`), a document number, `ICJ Reports 1986 p. 14`. Compared without case, stops and commas.
    Identifier,
    /// The page of the JO annual report, `2003/04 s. 450`.
    JoReportPage,
    /// The number of a Swedish case.
    CaseNumber {
        /// The code of the court (`HDO`).
        court: String,
        /// The day of the decision (`YYYY-MM-DD`).
        date: String,
    },
    /// An application number of the European Court of Human Rights (`23452/94`).
    ApplicationNumber {
        /// Whether the document is a judgment, which comes before decisions of the same application.
        judgment: bool,
        /// The day of the decision (`YYYY-MM-DD`).
        date: String,
    },
}

/// A document that has an identifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IdentifiedDocument {
    pub(crate) document: String,
    pub(crate) court: String,
    pub(crate) date: String,
    pub(crate) judgment: bool,
}

/// The documents of entries.
pub(crate) fn documents<'n>(entries: &[&'n IdentifiedDocument]) -> impl Iterator<Item = &'n str> {
    entries.iter().map(|entry| entry.document.as_str())
}

/// Identifiers of held documents, each with the documents that have it.
#[derive(Clone, Debug, Default)]
pub(crate) struct HeldIndex {
    identifiers: KeyTable,
    jo_pages: KeyTable,
    case_numbers: KeyTable,
    applications: KeyTable,
    parties: KeyTable,
    entries: Vec<IdentifiedDocument>,
}

impl HeldIndex {
    pub(crate) fn new(names: &[HeldName]) -> Self {
        let mut entries = Vec::new();
        let (mut identifiers, mut jo_pages, mut case_numbers) = (Vec::new(), Vec::new(), Vec::new());
        let (mut applications, mut parties) = (Vec::new(), Vec::new());
        for held in names {
            let Ok(value) = u32::try_from(entries.len()) else { break };
            let mut entry = IdentifiedDocument {
                document: held.document.clone(),
                court: String::new(),
                date: String::new(),
                judgment: true,
            };
            match &held.role {
                NameRole::Identifier => identifiers.push(KeyValue { key: identifier_key(&held.name), value }),
                NameRole::JoReportPage => {
                    jo_pages.push(KeyValue { key: identifier_key(&held.name), value });
                }
                NameRole::CaseNumber { court, date } => {
                    let Some(key) = case_number_key(&held.name) else { continue };
                    entry.court.clone_from(court);
                    entry.date.clone_from(date);
                    case_numbers.push(KeyValue { key, value });
                }
                NameRole::ApplicationNumber { judgment, date } => {
                    entry.judgment = *judgment;
                    entry.date.clone_from(date);
                    applications.push(KeyValue { key: held.name.trim().to_owned(), value });
                }
                NameRole::EchrCaption { judgment, date } => {
                    entry.judgment = *judgment;
                    entry.date.clone_from(date);
                    for key in party_keys(&held.name) {
                        parties.push(KeyValue { key, value });
                    }
                }
                NameRole::CaseName | NameRole::Title | NameRole::Name | NameRole::Abbreviation => continue,
            }
            entries.push(entry);
        }
        Self {
            identifiers: KeyTable::new(identifiers),
            jo_pages: KeyTable::new(jo_pages),
            case_numbers: KeyTable::new(case_numbers),
            applications: KeyTable::new(applications),
            parties: KeyTable::new(parties),
            entries,
        }
    }

    pub(crate) fn identifier(&self, text: &str) -> Vec<&IdentifiedDocument> {
        self.entries_of(&self.identifiers, &identifier_key(text))
    }

    pub(crate) fn jo_page(&self, page: &str) -> Vec<&IdentifiedDocument> {
        self.entries_of(&self.jo_pages, &identifier_key(page))
    }

    pub(crate) fn case_number(&self, key: &str) -> Vec<&IdentifiedDocument> {
        self.entries_of(&self.case_numbers, key)
    }

    pub(crate) fn application(&self, number: &str) -> Vec<&IdentifiedDocument> {
        self.entries_of(&self.applications, number)
    }

    pub(crate) fn parties(&self, key: &str) -> Vec<&IdentifiedDocument> {
        self.entries_of(&self.parties, key)
    }

    fn entries_of(&self, table: &KeyTable, key: &str) -> Vec<&IdentifiedDocument> {
        table.get(key).filter_map(|number| self.entries.get(number as usize)).collect()
    }
}

/// The key of an identifier: lower case, without stops and commas, with single blanks.
fn identifier_key(text: &str) -> String {
    let tidy = crate::normalise::tidy_lower(text).replace(['.', ','], "");
    tidy.split(' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The one spelling of a Swedish case number: letters, a blank, serial, `-`, the year's last two digits (`t 3-08`).
/// None for a text that is not a case number.
pub(crate) fn case_number_key(text: &str) -> Option<String> {
    let lower = crate::normalise::tidy_lower(text);
    let letters = lower.find(|c: char| !c.is_alphabetic()).map(|end| &lower[..end])?;
    let rest = lower[letters.len()..].trim_start_matches([' ', '-']);
    let (serial, year) = rest.split_once(['-', '/'])?;
    let digits = |text: &str, longest| text.len() <= longest && text.bytes().all(|b| b.is_ascii_digit());
    if serial.is_empty() || !digits(serial, 5) || !matches!(year.len(), 2 | 4) || !digits(year, 4) {
        return None;
    }
    let (serial, year) = (crate::cursor::without_zeros(serial), &year[year.len() - 2..]);
    Some(if letters.is_empty() { format!("{serial}-{year}") } else { format!("{letters} {serial}-{year}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_numbers_have_one_spelling() {
        let table = [
            ("T 3-08", Some("t 3-08")),
            ("T3-08", Some("t 3-08")),
            ("Ö 4963-2008", Some("ö 4963-08")),
            ("A-295-1993", Some("a 295-93")),
            ("5766-12", Some("5766-12")),
            ("UM 123456-12", None),
            ("17-18 §§", None),
            ("T 3", None),
            ("", None),
        ];
        for (text, expected) in table {
            assert_eq!(case_number_key(text).as_deref(), expected, "{text}");
        }
    }
}

//! The publisher's record of an act: the `_source` of a hit of its search, or the whole hit.
//!
//! Only the fields that are known are read, each as what it must be. A value of another type counts as missing, so that one wrong field
//! does not make the whole record unreadable; a number counts as a text. No tree of the other values is built.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::loose::{Present, flag, list, object, text};

/// The greatest length of a record, in bytes. The longest has two million.
pub(super) const MAX_RECORD: usize = 16 << 20;

/// A record. A missing field and null are None or empty.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Record {
    #[serde(deserialize_with = "text")]
    pub(super) beteckning: Option<String>,
    #[serde(deserialize_with = "text")]
    pub(super) rubrik: Option<String>,
    #[serde(deserialize_with = "flag")]
    pub(super) publicerad: Option<bool>,
    #[serde(deserialize_with = "text")]
    pub(super) ikraft_date_time: Option<String>,
    #[serde(deserialize_with = "flag")]
    pub(super) ikraft_den_dagen_regeringen_bestammer: Option<bool>,
    #[serde(deserialize_with = "text")]
    pub(super) tidsbegransad_date_time: Option<String>,
    #[serde(deserialize_with = "text")]
    pub(super) upphavd_date_time: Option<String>,
    #[serde(deserialize_with = "object")]
    pub(super) organisation: Option<Organisation>,
    #[serde(deserialize_with = "object")]
    pub(super) fulltext: Option<Fulltext>,
    #[serde(deserialize_with = "object")]
    pub(super) register: Option<Register>,
    #[serde(deserialize_with = "list")]
    pub(super) andringsforfattningar: Option<Vec<Amendment>>,
}

/// The department.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Organisation {
    #[serde(deserialize_with = "text")]
    pub(super) namn: Option<String>,
    #[serde(deserialize_with = "text")]
    pub(super) namn_och_enhet: Option<String>,
}

/// The consolidated text and its metadata.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Fulltext {
    #[serde(deserialize_with = "text")]
    pub(super) andring_inford: Option<String>,
    #[serde(deserialize_with = "text")]
    pub(super) forfattningstext: Option<String>,
    #[serde(deserialize_with = "text")]
    pub(super) omtryck: Option<String>,
    #[serde(deserialize_with = "text")]
    pub(super) ovrigt: Option<String>,
    #[serde(deserialize_with = "text")]
    pub(super) upphavd_genom: Option<String>,
    #[serde(deserialize_with = "text")]
    pub(super) utfardad_date_time: Option<String>,
}

/// The entry of the register about the act itself.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Register {
    #[serde(deserialize_with = "text")]
    pub(super) forarbeten: Option<String>,
    #[serde(deserialize_with = "text")]
    pub(super) celexnummer: Option<String>,
}

/// An amending act of the register.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Amendment {
    #[serde(deserialize_with = "text")]
    pub(super) beteckning: Option<String>,
    #[serde(deserialize_with = "text")]
    pub(super) rubrik: Option<String>,
    #[serde(deserialize_with = "text")]
    pub(super) anteckningar: Option<String>,
    #[serde(deserialize_with = "text")]
    pub(super) forarbeten: Option<String>,
    #[serde(deserialize_with = "text")]
    pub(super) celexnummer: Option<String>,
    #[serde(deserialize_with = "text")]
    pub(super) ikraft_date_time: Option<String>,
    #[serde(deserialize_with = "flag")]
    pub(super) publicerad: Option<bool>,
}

/// What a record may stand in: a hit, an answer with one hit, or nothing.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Outer<'a> {
    #[serde(borrow, rename = "_source")]
    source: Option<&'a RawValue>,
    #[serde(borrow)]
    hits: Option<&'a RawValue>,
    beteckning: Present,
    fulltext: Present,
    rubrik: Present,
}

#[derive(Deserialize)]
struct Hits<'a> {
    #[serde(borrow)]
    hits: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Hit<'a> {
    #[serde(borrow, rename = "_source")]
    source: &'a RawValue,
}

impl Record {
    /// Reads a record; None when the JSON is not a record, or longer than [`MAX_RECORD`].
    pub(super) fn read(json: &[u8]) -> Option<Self> {
        let json = std::str::from_utf8(json).ok().filter(|json| json.len() <= MAX_RECORD)?;
        serde_json::from_str(unwrapped(json)?).ok()
    }
}

/// The record in a hit or in an answer with one hit.
fn unwrapped(json: &str) -> Option<&str> {
    let outer: Outer<'_> = serde_json::from_str(json).ok()?;
    if let Some(source) = outer.source {
        return Some(source.get());
    }
    if let Some(hits) = outer.hits.and_then(|hits| serde_json::from_str::<Hits<'_>>(hits.get()).ok()) {
        let hit: Hit<'_> = serde_json::from_str(hits.hits.first()?.get()).ok()?;
        return Some(hit.source.get());
    }
    (outer.beteckning.0 || outer.fulltext.0 || outer.rubrik.0).then_some(json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_stands_alone_or_in_a_hit() {
        let record =
            r#"{"beteckning":"2031:5","rubrik":"Fårlag","okänt":[1],"fulltext":{"forfattningstext":"1 §"}}"#;
        for json in [
            record.to_owned(),
            format!(r#"{{"_index":"sfs","_source":{record},"sort":[1]}}"#),
            format!(r#"{{"took":1,"hits":{{"total":{{"value":1}},"hits":[{{"_source":{record}}}]}}}}"#),
        ] {
            let read = Record::read(json.as_bytes()).unwrap_or_default();
            assert_eq!(read.beteckning.as_deref(), Some("2031:5"), "{json}");
            assert_eq!(read.fulltext.and_then(|text| text.forfattningstext).as_deref(), Some("1 §"));
        }
    }

    #[test]
    fn odd_fields_cost_only_themselves() {
        let odd = r#"{"beteckning":"2031:5","rubrik":7,"publicerad":"ja","register":[],"andringsforfattningar":[1,{"beteckning":"2031:9","rubrik":{}}]}"#;
        let read = Record::read(odd.as_bytes()).unwrap_or_default();
        assert_eq!(read.rubrik.as_deref(), Some("7"));
        assert_eq!(read.publicerad, None);
        assert_eq!(read.andringsforfattningar.unwrap_or_default().len(), 1);
        // An object in the place of a record is a record without fields.
        assert!(Record::read(br#"{"_source":{}}"#).is_some());
        for none in ["[]", "{}", "null", "{\"took\":3}", "<html>", ""] {
            assert!(Record::read(none.as_bytes()).is_none(), "{none}");
        }
    }

    #[test]
    fn amendments_that_say_nothing_are_left_out() {
        let read = Record::read(
            br#"{"rubrik":"x","andringsforfattningar":[{},{"":0},[],{"beteckning":"2031:9"},{"x":{}}]}"#,
        );
        assert_eq!(read.unwrap_or_default().andringsforfattningar.unwrap_or_default().len(), 1);
    }

    #[test]
    fn a_record_has_a_greatest_length() {
        let record = |length: usize| format!(r#"{{"beteckning":"2031:5","x":"{}"}}"#, "x".repeat(length));
        let empty = record(0).len();
        assert!(Record::read(record(MAX_RECORD - empty).as_bytes()).is_some());
        assert!(Record::read(record(MAX_RECORD - empty + 1).as_bytes()).is_none());
    }
}

//! The publisher's record of an act: the `_source` of a hit of its search, or the whole hit.

use serde::Deserialize;
use serde_json::Value;

/// A record. A missing field and null are None or empty.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Record {
    pub(super) beteckning: Option<String>,
    pub(super) rubrik: Option<String>,
    pub(super) publicerad: Option<bool>,
    pub(super) ikraft_date_time: Option<String>,
    pub(super) ikraft_den_dagen_regeringen_bestammer: Option<bool>,
    pub(super) tidsbegransad_date_time: Option<String>,
    pub(super) upphavd_date_time: Option<String>,
    pub(super) organisation: Option<Organisation>,
    pub(super) fulltext: Option<Fulltext>,
    pub(super) register: Option<Register>,
    pub(super) andringsforfattningar: Option<Vec<Amendment>>,
}

/// The department.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Organisation {
    pub(super) namn: Option<String>,
    pub(super) namn_och_enhet: Option<String>,
}

/// The consolidated text and its metadata.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Fulltext {
    pub(super) andring_inford: Option<String>,
    pub(super) forfattningstext: Option<String>,
    pub(super) omtryck: Option<String>,
    pub(super) ovrigt: Option<String>,
    pub(super) upphavd_genom: Option<String>,
    pub(super) utfardad_date_time: Option<String>,
}

/// The entry of the register about the act itself.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Register {
    pub(super) forarbeten: Option<String>,
    pub(super) celexnummer: Option<String>,
}

/// An amending act of the register.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Amendment {
    pub(super) beteckning: Option<String>,
    pub(super) rubrik: Option<String>,
    pub(super) anteckningar: Option<String>,
    pub(super) forarbeten: Option<String>,
    pub(super) celexnummer: Option<String>,
    pub(super) ikraft_date_time: Option<String>,
    pub(super) publicerad: Option<bool>,
}

impl Record {
    /// Reads a record; None when the JSON is not a record.
    pub(super) fn read(json: &[u8]) -> Option<Self> {
        let value: Value = serde_json::from_slice(json).ok()?;
        let mut value = unwrapped(value)?;
        loosen(&mut value);
        serde_json::from_value(value).ok()
    }
}

/// The record in a hit or in an answer with one hit.
fn unwrapped(mut value: Value) -> Option<Value> {
    if let Some(source) = value.get_mut("_source") {
        return Some(source.take());
    }
    if let Some(hits) = value.pointer_mut("/hits/hits") {
        return hits.get_mut(0)?.get_mut("_source").map(Value::take);
    }
    let is_record = ["beteckning", "fulltext", "rubrik"].iter().any(|field| value.get(field).is_some());
    is_record.then_some(value)
}

/// Turns numbers into texts where texts are expected, and leaves out values of another type than their field, so that one wrong field
/// does not make the whole record unreadable.
fn loosen(value: &mut Value) {
    const FLAGS: [&str; 2] = ["publicerad", "ikraftDenDagenRegeringenBestammer"];
    const OBJECTS: [&str; 3] = ["organisation", "fulltext", "register"];
    let Some(object) = value.as_object_mut() else { return };
    for (name, field) in object.iter_mut() {
        let name = name.as_str();
        if FLAGS.contains(&name) {
            if !field.is_boolean() {
                *field = Value::Null;
            }
        } else if name == "andringsforfattningar" {
            if let Some(list) = field.as_array_mut() {
                list.retain(Value::is_object);
                list.iter_mut().for_each(loosen);
            } else {
                *field = Value::Null;
            }
        } else if OBJECTS.contains(&name) {
            if field.is_object() { loosen(field) } else { *field = Value::Null }
        } else {
            match field {
                Value::String(_) | Value::Null => {}
                Value::Number(number) => *field = Value::String(number.to_string()),
                _ => *field = Value::Null,
            }
        }
    }
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
        for none in ["[]", "{}", "null", "{\"took\":3}", "<html>", ""] {
            assert!(Record::read(none.as_bytes()).is_none(), "{none}");
        }
    }
}

//! A record of a publication, and the parts of a document that its records and files are.
//!
//! | part | is |
//! | --- | --- |
//! | `referat-ID` | the record of a referat or notice |
//! | `dom-ID` | the record of a judgment or decision as the court wrote it |
//! | `ovrigt-ID` | the record of another form: leave to appeal, a request for a ruling |
//! | `bilaga-ID-DIGEST` | a file beside the record with this id, by the digest of the file's own id |

use lagrum_raw::{BodyDigest, NewRecord, digest};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::canonical;

/// The greatest length of a record, in bytes.
const MAX_RECORD: usize = 16 << 20;

/// The greatest number of files beside a record that are asked for.
const MAX_FILES: usize = 50;

/// The field that has the text.
const TEXT: &str = "innehall";

/// What newer records state as `typ`: the weight of a decision. In older ones that is the form.
const WEIGHTS: [&str; 3] = ["PREJUDIKAT", "VAGLEDANDE_MEN_EJ_PREJUDICERANDE", "EJ_VAGLEDANDE"];

/// A record as it came.
#[derive(Clone, Debug)]
pub(super) struct Publication {
    pub(super) record: NewRecord,
    pub(super) id: String,
    /// The group, where it has one.
    pub(super) group: Option<String>,
    /// Whether it has the field of the text, also an empty one. One without it is not the whole record.
    pub(super) is_whole: bool,
    /// Whether that field says something.
    pub(super) has_text: bool,
    /// When it was published, as the publisher writes it.
    pub(super) published: String,
    /// The files beside it.
    pub(super) files: Vec<BesideFile>,
}

/// A file beside a record.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BesideFile {
    pub(super) name: String,
    /// The id by which the publisher gives it out. Some have none.
    pub(super) id: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Head<'a> {
    id: Value,
    #[serde(rename = "gruppKorrelationsnummer")]
    group: Value,
    typ: Value,
    #[serde(rename = "publiceringsform")]
    form: Value,
    #[serde(rename = "publiceringstid")]
    published: Value,
    #[serde(borrow, rename = "innehall", deserialize_with = "present")]
    text: Option<&'a RawValue>,
    #[serde(borrow, rename = "bilagaLista")]
    files: Option<&'a RawValue>,
}

/// The value of a field that is there, also of `null`.
fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(from).map(Some)
}

/// Reads a record.
pub(super) fn read(json: &str, url: &str) -> Result<Publication, String> {
    if json.len() > MAX_RECORD {
        return Err(format!("a record has {} bytes, and {MAX_RECORD} are read at most", json.len()));
    }
    let head: Head<'_> =
        serde_json::from_str(json).map_err(|error| format!("a record cannot be read: {error}"))?;
    let id = text(&head.id);
    if !is_id(&id) {
        return Err(format!("a record has no id: {:?}", id.chars().take(40).collect::<String>()));
    }
    let group = Some(text(&head.group)).filter(|group| is_id(group));
    let norm_hash = canonical::digest_without(json, &[]).map_err(|error| error.to_string())?;
    let record = NewRecord {
        key: group.clone().unwrap_or_else(|| id.clone()),
        part: format!("{}-{id}", role(&text(&head.form), &text(&head.typ))),
        url: url.to_owned(),
        status: 200,
        body: json.as_bytes().to_vec(),
        norm_hash,
        ..NewRecord::default()
    };
    let is_whole = head.text.is_some();
    let has_text = head.text.is_some_and(|text| text.get() != "null");
    Ok(Publication {
        record,
        id,
        group,
        is_whole,
        has_text,
        published: text(&head.published),
        files: files(head.files),
    })
}

/// The digest of a record without its text.
pub(super) fn digest_without_text(json: &[u8]) -> Option<BodyDigest> {
    canonical::digest_without(std::str::from_utf8(json).ok()?, &[TEXT]).ok()
}

/// What a record is in its group, by its form in either generation of records.
fn role(form: &str, typ: &str) -> &'static str {
    let form = if form.is_empty() && !WEIGHTS.contains(&typ) { typ } else { form };
    match form {
        "DOM_ELLER_BESLUT" | "" => "dom",
        "PROVNINGSTILLSTAND" | "FORHANDSAVGORANDE" => "ovrigt",
        _ => "referat",
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().trim().to_owned()
}

fn files(list: Option<&RawValue>) -> Vec<BesideFile> {
    let files: Vec<Value> = list.and_then(|list| serde_json::from_str(list.get()).ok()).unwrap_or_default();
    let file = |file: &Value| {
        let id = Some(text(&file["fillagringId"])).filter(|id| !id.is_empty());
        let name = Some(text(&file["filnamn"])).filter(|name| !name.is_empty()).or_else(|| id.clone())?;
        Some(BesideFile { name, id })
    };
    files.iter().take(MAX_FILES).filter_map(file).collect()
}

/// Whether a text may be the id of a record or a group.
pub(super) fn is_id(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// The part of a document that a file beside a record is.
pub(super) fn file_part(record: &str, file: &str) -> String {
    let digest = digest(file.as_bytes());
    let short = digest.first_chunk().map_or(0, |first| u64::from_be_bytes(*first));
    format!("bilaga-{record}-{short:016x}")
}

/// The id of the record that a part is; None of a file.
pub(super) fn record_of_part(part: &str) -> Option<&str> {
    let (role, id) = part.split_once('-')?;
    ["referat", "dom", "ovrigt"].contains(&role).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_generations_have_parts_by_their_form() {
        for (fields, part) in [
            (r#""typ":"REFERAT""#, "referat-a-1"),
            (r#""typ":"NOTIS""#, "referat-a-1"),
            (r#""typ":"DOM_ELLER_BESLUT""#, "dom-a-1"),
            (r#""typ":"PREJUDIKAT","publiceringsform":"REFERAT""#, "referat-a-1"),
            (r#""typ":"PREJUDIKAT","publiceringsform":"DOM_ELLER_BESLUT""#, "dom-a-1"),
            (r#""typ":"PREJUDIKAT""#, "dom-a-1"),
            (r#""typ":"PROVNINGSTILLSTAND""#, "ovrigt-a-1"),
        ] {
            let read = read(&format!(r#"{{"id":"a-1",{fields}}}"#), "u").unwrap();
            assert_eq!((&*read.record.key, &*read.record.part), ("a-1", part), "{fields}");
            assert_eq!(record_of_part(part), Some("a-1"));
        }
        assert_eq!(record_of_part(&file_part("a-1", "x/y.pdf")), None);
    }

    #[test]
    fn a_record_is_whole_when_it_has_the_field_of_the_text() {
        for (field, is_whole, has_text) in [
            (r#","innehall":"<p>a""#, true, true),
            (r#","innehall":"""#, true, true),
            (r#","innehall":null"#, true, false),
            ("", false, false),
        ] {
            let json = format!(r#"{{"id":"1","gruppKorrelationsnummer":"g"{field}}}"#);
            let read = read(&json, "u").unwrap();
            assert_eq!(
                (read.is_whole, read.has_text, &*read.record.key),
                (is_whole, has_text, "g"),
                "{json}"
            );
        }
        let files = r#"{"id":"1","bilagaLista":[{"filnamn":"a.pdf","fillagringId":"2031/a.pdf"},{"filnamn":"b.pdf"},{}]}"#;
        let found: Vec<_> =
            read(files, "u").unwrap().files.into_iter().map(|file| (file.name, file.id)).collect();
        assert_eq!(found, [("a.pdf".into(), Some("2031/a.pdf".into())), ("b.pdf".into(), None)]);
    }

    #[test]
    fn what_is_no_record_is_refused() {
        for json in ["", "{", "[]", "7", "{}", r#"{"id":null}"#, r#"{"id":"../7"}"#, r#"{"id":""}"#] {
            assert!(read(json, "u").is_err(), "{json}");
        }
    }
}

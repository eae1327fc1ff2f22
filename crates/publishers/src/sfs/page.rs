//! The answer to a query: a page of acts.

use std::cmp::Ordering;

use jiff::civil::DateTime;
use lagrum_raw::NewRecord;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::canonical;
use crate::refusal::{Refusal, check_json};
use crate::wire::Answer;

/// The greatest length of a number of an act, in bytes.
const MAX_KEY: usize = 100;

/// The greatest length of the record of an act, in bytes. The longest has two million.
pub(super) const MAX_RECORD: usize = 16 << 20;

/// Bytes that the sort values of an act, or the total of a page, may have.
const MAX_SMALL: usize = 10_000;

/// Fields that the publisher's database writes anew whenever it handles a record, even if the act has not changed: times of handling,
/// and numbers of its own tables.
const VOLATILE: [&str; 10] = [
    "andringsforfattningId",
    "fulltextInformationId",
    "grundforfattningId",
    "organisationId",
    "previousId",
    "publiceradDateTime",
    "registerInformationId",
    "skapadDateTime",
    "uppdateradDateTime",
    "utkastId",
];

/// A page of acts.
#[derive(Debug)]
pub(super) struct Page {
    /// How many acts the query finds, at least.
    pub(super) total: u64,
    /// Whether `total` is exact, and not a lower bound.
    pub(super) is_exact: bool,
    /// The acts, or why one cannot be kept.
    pub(super) acts: Vec<Result<Act, String>>,
    /// The sort values of the last act.
    pub(super) last: Option<Vec<Value>>,
}

/// An act as it came.
#[derive(Debug)]
pub(super) struct Act {
    pub(super) record: NewRecord,
    /// When the publisher last changed it.
    pub(super) changed: Option<DateTime>,
}

#[derive(Deserialize)]
struct RawPage<'a> {
    #[serde(default)]
    timed_out: bool,
    #[serde(rename = "_shards", default)]
    shards: Shards,
    #[serde(borrow)]
    hits: RawHits<'a>,
}

#[derive(Default, Deserialize)]
struct Shards {
    #[serde(default)]
    failed: u64,
}

#[derive(Deserialize)]
struct RawHits<'a> {
    #[serde(borrow)]
    total: &'a RawValue,
    #[serde(borrow)]
    hits: Vec<&'a RawValue>,
}

/// Elasticsearch has written the total as an object since its version 7.
#[derive(Deserialize)]
#[serde(untagged)]
enum Total {
    Object { value: u64, relation: String },
    Number(u64),
}

#[derive(Deserialize)]
struct RawHit<'a> {
    #[serde(rename = "_source", borrow)]
    source: &'a RawValue,
    #[serde(borrow, default)]
    sort: Option<&'a RawValue>,
}

impl RawHit<'_> {
    fn sort_values(&self) -> Option<Vec<Value>> {
        let Some(sort) = self.sort else { return Some(Vec::new()) };
        small(sort)
    }
}

/// Reads a short value whole; None where it is long or has another form.
fn small<T: for<'de> Deserialize<'de>>(value: &RawValue) -> Option<T> {
    let text = Some(value.get()).filter(|text| text.len() <= MAX_SMALL)?;
    serde_json::from_str(text).ok()
}

/// Reads an answer to a query for so many acts at most after these sort values. Fails when the answer cannot be a whole page.
pub(super) fn read(answer: &Answer, url: &str, after: Option<&[Value]>, most: u64) -> Result<Page, Refusal> {
    check_json(answer)?;
    let page: RawPage<'_> = serde_json::from_slice(&answer.body)
        .map_err(|error| Refusal::passing(format!("the answer is no page of acts, or is cut: {error}")))?;
    if page.timed_out || page.shards.failed > 0 {
        return Err(Refusal::passing("the answer says itself that it is not whole"));
    }
    let (total, is_exact) = match small(page.hits.total) {
        Some(Total::Object { value, relation }) => (value, relation == "eq"),
        Some(Total::Number(value)) => (value, true),
        None => return Err(Refusal::passing("the answer does not say how many acts there are")),
    };
    let came = page.hits.hits.len() as u64;
    if came > most {
        return Err(Refusal::passing(format!("{most} acts were asked for, and {came} came")));
    }
    let mut acts = Vec::with_capacity(page.hits.hits.len());
    let mut last = after.map(<[Value]>::to_vec);
    for hit in page.hits.hits {
        let parsed: RawHit<'_> = serde_json::from_str(hit.get())
            .map_err(|error| Refusal::passing(format!("a hit of the answer cannot be read: {error}")))?;
        let Some(sort) = parsed.sort_values() else {
            return Err(Refusal::passing("the sort values of a hit cannot be read"));
        };
        if last.as_deref().is_some_and(|last| order(last, &sort) != Some(Ordering::Less)) {
            return Err(Refusal::passing("the answer repeats what came before it, or has another order"));
        }
        last = Some(sort);
        acts.push(act(hit.get(), parsed.source.get(), url));
    }
    let last = last.filter(|_| !acts.is_empty());
    if last.as_ref().is_some_and(Vec::is_empty) {
        return Err(Refusal::passing("the hits of the answer have no sort values"));
    }
    Ok(Page { total, is_exact, acts, last })
}

/// The order of two lists of sort values; None when they cannot be compared. A missing value comes last.
fn order(left: &[Value], right: &[Value]) -> Option<Ordering> {
    if left.len() != right.len() {
        return None;
    }
    for (left, right) in left.iter().zip(right) {
        let order = match (left, right) {
            (Value::Number(left), Value::Number(right)) => match (left.as_i64(), right.as_i64()) {
                (Some(left), Some(right)) => left.cmp(&right),
                _ => left.as_f64()?.partial_cmp(&right.as_f64()?)?,
            },
            (Value::String(left), Value::String(right)) => left.cmp(right),
            (Value::Null, Value::Null) => Ordering::Equal,
            (Value::Null, _) => Ordering::Greater,
            (_, Value::Null) => Ordering::Less,
            _ => return None,
        };
        if order != Ordering::Equal {
            return Some(order);
        }
    }
    Some(Ordering::Equal)
}

/// The fields of an act that are read here. Others are only compared.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Head<'a> {
    #[serde(borrow)]
    beteckning: Option<&'a RawValue>,
    #[serde(borrow, rename = "grundforfattningId")]
    id: Option<&'a RawValue>,
    #[serde(borrow, rename = "uppdateradDateTime")]
    changed: Option<&'a RawValue>,
}

/// The record of an act. `body` is the JSON of the hit as it came, `source` the part of it that is the act.
pub(super) fn act(body: &str, source: &str, url: &str) -> Result<Act, String> {
    if body.len() > MAX_RECORD {
        let start: String = source.chars().take(80).collect();
        return Err(format!(
            "a record has {} bytes, and {MAX_RECORD} are read at most: {start:?}",
            body.len()
        ));
    }
    let Head { beteckning, id, changed } = serde_json::from_str(source).map_err(|error| error.to_string())?;
    let text = |value: Option<&RawValue>| value.and_then(small::<String>);
    let key = text(beteckning).unwrap_or_default().trim().to_owned();
    if key.is_empty() || key.len() > MAX_KEY || key.contains(char::is_control) {
        let id = id.and_then(small::<Value>).unwrap_or_default();
        let key: String = key.chars().take(MAX_KEY).collect();
        return Err(format!("the record with grundforfattningId {id} has no beteckning: {key:?}"));
    }
    let changed = text(changed).and_then(|text| text.trim_end_matches('Z').parse().ok());
    let record = NewRecord {
        key,
        part: "json".to_owned(),
        url: url.to_owned(),
        status: 200,
        body: body.as_bytes().to_vec(),
        norm_hash: canonical::digest_without(source, &VOLATILE).map_err(|error| error.to_string())?,
        ..NewRecord::default()
    };
    Ok(Act { record, changed })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answer(body: &str) -> Answer {
        Answer { status: 200, body: body.into(), ..Answer::default() }
    }

    fn page_of(ids: &[i64], extra: &str) -> String {
        let hit = |id: &i64| format!(r#"{{"_source":{{"beteckning":"2031:{id}"}},"sort":[{id}]}}"#);
        let hits: Vec<String> = ids.iter().map(hit).collect();
        format!(r#"{{{extra}"hits":{{"total":{{"value":9,"relation":"eq"}},"hits":[{}]}}}}"#, hits.join(","))
    }

    #[test]
    fn what_is_no_whole_page_is_refused() {
        let whole = page_of(&[4, 5], "");
        for (body, is_page) in [
            (whole.clone(), true),
            (page_of(&[], ""), true),
            (page_of(&[3, 4], ""), false),
            (page_of(&[5, 4], ""), false),
            (page_of(&[5, 5], ""), false),
            (page_of(&[4], r#""timed_out":true,"#), false),
            (page_of(&[4], r#""_shards":{"failed":1},"#), false),
            (page_of(&[4], r#""took":7,"timed_out":false,"_shards":{"failed":0},"#), true),
            (whole.replace(r#","sort":[4]"#, ""), false),
            (whole.replace(r#""total":{"value":9,"relation":"eq"}"#, r#""total":9"#), true),
            (r#"{"error":{"type":"search_phase_execution_exception"}}"#.to_owned(), false),
            ("[]".to_owned(), false),
            (page_of(&[4, 5, 6], ""), false),
            (whole.replace(r#"{"value":9,"relation":"eq"}"#, r#"[{"":0}]"#), false),
            (whole.replace("[4]", &format!("[{}4]", "0,".repeat(9000))), false),
        ] {
            assert_eq!(read(&answer(&body), "u", Some(&[json!(3)]), 2).is_ok(), is_page, "{body}");
        }
        for cut in 0..whole.len() {
            assert!(read(&answer(&whole[..cut]), "u", None, 2).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn a_record_is_known_by_what_is_the_acts_own() {
        let own = json!({"beteckning": "2031:7", "rubrik": "Fårlag (2031:7)", "register": {"celexnummer": null},
            "fulltext": {"forfattningstext": "1 § Får är djur.", "uppdateradDateTime": "2031-05-06T07:08:09.1"}});
        let hash = |value: &Value| act(&value.to_string(), &value.to_string(), "u").unwrap().record.norm_hash;
        for (path, value, is_same) in [
            ("/uppdateradDateTime", json!("2032-01-01T00:00:00"), true),
            ("/grundforfattningId", json!(7), true),
            ("/fulltext/fulltextInformationId", json!(7), true),
            ("/rubrik", json!("Fårlag"), false),
            ("/fulltext/forfattningstext", json!("1 § Får är boskap."), false),
            ("/upphavdDateTime", json!("2032-01-01T00:00:00"), false),
            ("/register/celexnummer", json!("32031L0001"), false),
        ] {
            let mut other = own.clone();
            let (parent, name) = path.rsplit_once('/').unwrap();
            other.pointer_mut(parent).unwrap()[name] = value;
            assert_eq!(hash(&own) == hash(&other), is_same, "{path}");
        }
    }

    #[test]
    fn an_act_without_a_number_cannot_be_kept() {
        for (source, key) in [
            (json!({"beteckning": " N2031:7 "}), Some("N2031:7")),
            (json!({"beteckning": ""}), None),
            (json!({"beteckning": null}), None),
            (json!({"beteckning": "2031:7\n"}), Some("2031:7")),
            (json!({"beteckning": "2031\n:7"}), None),
            (json!({}), None),
            (json!({"beteckning": 7}), None),
            (json!({"beteckning": ["2031:7"]}), None),
            (json!({"beteckning": "x".repeat(101)}), None),
        ] {
            let found = act("x", &source.to_string(), "u").ok().map(|act| act.record.key);
            assert_eq!(found.as_deref(), key, "{source}");
        }
    }

    #[test]
    fn a_record_is_kept_up_to_its_limit() {
        let record = |length: usize| format!(r#"{{"beteckning":"2031:7","x":"{}"}}"#, "x".repeat(length));
        let empty = record(0).len();
        for (length, is_kept) in [(MAX_RECORD - empty, true), (MAX_RECORD - empty + 1, false)] {
            let record = record(length);
            assert_eq!(act(&record, &record, "u").is_ok(), is_kept, "{}", record.len());
        }
    }
}

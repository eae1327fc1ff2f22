//! The answer to a query: a page of records.

use lagrum_raw::{NewRecord, digest};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::item::{RECORD, is_item};
use crate::canonical;
use crate::refusal::{Refusal, check_json};
use crate::wire::Answer;

/// The greatest length of a record, in bytes.
const MAX_RECORD: usize = 1 << 20;

/// Columns that depend on the query, and not on the document.
const VOLATILE: [&str; 1] = ["Rank"];

/// A page of records.
#[derive(Debug)]
pub(super) struct Page {
    /// How many records the query finds.
    pub(super) total: u64,
    /// The records, or why one cannot be kept.
    pub(super) listed: Vec<Result<Listed, String>>,
}

/// A record as it came.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub(super) record: NewRecord,
    /// Whether it stands for a document whose text is not there yet.
    pub(super) is_announced: bool,
}

#[derive(Deserialize)]
struct RawPage<'a> {
    resultcount: u64,
    #[serde(borrow)]
    results: Vec<RawResult<'a>>,
}

#[derive(Deserialize)]
struct RawResult<'a> {
    #[serde(borrow)]
    columns: &'a RawValue,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Head {
    itemid: Option<String>,
    isplaceholder: Option<Flag>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Flag {
    Truth(bool),
    Text(String),
}

/// Reads an answer to a query for so many records at most. Fails when the answer cannot be a whole page, or when it repeats the page
/// before it, of which `before` has the numbers.
pub(super) fn read(answer: &Answer, url: &str, most: u64, before: &[String]) -> Result<Page, Refusal> {
    check_json(answer)?;
    let page: RawPage<'_> = serde_json::from_slice(&answer.body)
        .map_err(|error| Refusal::passing(format!("the answer is no page of records, or is cut: {error}")))?;
    let came = page.results.len() as u64;
    if came > most || came > page.resultcount {
        return Err(Refusal::passing(format!(
            "{most} records were asked for, it states {}, and {came} came",
            page.resultcount
        )));
    }
    let listed: Vec<_> = page.results.iter().map(|result| record(result.columns.get(), url)).collect();
    let mut numbers = listed.iter().flatten().map(|listed| &listed.record.key);
    if came > 0 && !before.is_empty() && numbers.all(|number| before.contains(number)) {
        return Err(Refusal::passing("the answer repeats the page before it"));
    }
    Ok(Page { total: page.resultcount, listed })
}

/// The record with these columns.
pub(super) fn record(columns: &str, url: &str) -> Result<Listed, String> {
    if columns.len() > MAX_RECORD {
        return Err(format!("a record has {} bytes, and {MAX_RECORD} are read at most", columns.len()));
    }
    let head: Head =
        serde_json::from_str(columns).map_err(|error| format!("a record cannot be read: {error}"))?;
    let key = head.itemid.unwrap_or_default().trim().to_owned();
    if !is_item(&key) {
        let key: String = key.chars().take(40).collect();
        return Err(format!("a record has no number (itemid): {key:?}"));
    }
    let is_announced = match head.isplaceholder {
        None => false,
        Some(Flag::Truth(is_so)) => is_so,
        Some(Flag::Text(text)) => text.trim().eq_ignore_ascii_case("true"),
    };
    let body = format!("{{\"columns\":{columns}}}").into_bytes();
    let norm_hash = canonical::digest_without(columns, &VOLATILE).unwrap_or_else(|_| digest(&body));
    let record = NewRecord {
        key,
        part: RECORD.to_owned(),
        url: url.to_owned(),
        status: 200,
        body,
        norm_hash,
        ..NewRecord::default()
    };
    Ok(Listed { record, is_announced })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(total: u64, items: &[&str]) -> Answer {
        let result = |item: &&str| format!(r#"{{"columns":{{"itemid":"{item}","Rank":"1"}}}}"#);
        let results: Vec<String> = items.iter().map(result).collect();
        let body = format!(r#"{{"resultcount":{total},"results":[{}]}}"#, results.join(","));
        Answer { status: 200, body: body.into(), ..Answer::default() }
    }

    #[test]
    fn what_is_no_whole_page_is_refused() {
        let before = ["001-1".to_owned(), "001-2".to_owned()];
        for (name, answer, is_page) in [
            ("whole", page(2, &["001-3", "001-4"]), true),
            ("one is new", page(9, &["001-2", "001-3"]), true),
            ("nothing", page(0, &[]), true),
            ("repeated", page(9, &["001-2", "001-1"]), false),
            ("too many", page(9, &["001-3", "001-4", "001-5"]), false),
            ("more than stated", page(1, &["001-3", "001-4"]), false),
        ] {
            assert_eq!(read(&answer, "u", 2, &before).is_ok(), is_page, "{name}");
        }
        let whole = page(2, &["001-3", "001-4"]).body;
        for cut in 0..whole.len() {
            let answer = Answer { status: 200, body: whole[..cut].to_vec(), ..Answer::default() };
            assert!(read(&answer, "u", 2, &[]).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn a_record_is_known_by_what_is_the_documents_own() {
        let hash = |columns: &str| record(columns, "u").map(|listed| listed.record.norm_hash);
        let own = r#"{"itemid":"001-7","docname":"A","Rank":"1"}"#;
        assert_eq!(hash(own), hash(r#"{"Rank":"2","docname":"A","itemid":"001-7"}"#));
        assert_ne!(hash(own), hash(&own.replace("\"A\"", "\"B\"")));
    }

    #[test]
    fn records_without_a_number_and_placeholders_are_known() {
        for (columns, expected) in [
            (r#"{"itemid":"001-7"}"#, Some(false)),
            (r#"{"itemid":"001-7","isplaceholder":"True"}"#, Some(true)),
            (r#"{"itemid":"001-7","isplaceholder":true}"#, Some(true)),
            (r#"{"itemid":"001-7","isplaceholder":"False"}"#, Some(false)),
            (r#"{"itemid":"../7"}"#, None),
            (r#"{"itemid":null}"#, None),
            ("{}", None),
            ("[]", None),
        ] {
            assert_eq!(record(columns, "u").ok().map(|listed| listed.is_announced), expected, "{columns}");
        }
    }
}

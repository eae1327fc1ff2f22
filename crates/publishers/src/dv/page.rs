//! The answers that have records: a page of the list, a group, one record.

use serde_json::value::RawValue;

use super::record::{self, Publication};
use crate::refusal::{Refusal, check_json};
use crate::wire::Answer;

/// A page of the list.
#[derive(Debug)]
pub(super) struct Page {
    /// How many rows the list has, where the answer states it.
    pub(super) total: Option<u64>,
    /// The rows, or why one cannot be kept.
    pub(super) rows: Vec<Result<Publication, String>>,
}

impl Page {
    /// The ids of its records.
    pub(super) fn ids(&self) -> Vec<String> {
        self.rows.iter().flatten().map(|row| row.id.clone()).collect()
    }
}

/// Reads a page of so many rows at most. Fails when the answer cannot be a page, or when it repeats the page before it, of which `before`
/// has the ids.
pub(super) fn read(answer: &Answer, url: &str, most: u64, before: &[String]) -> Result<Page, Refusal> {
    let rows = records(answer, url)?;
    if rows.len() as u64 > most {
        return Err(Refusal::passing(format!("{most} records were asked for, and {} came", rows.len())));
    }
    let page = Page { total: answer.total, rows };
    let ids = page.ids();
    if !ids.is_empty() && !before.is_empty() && ids.iter().all(|id| before.contains(id)) {
        return Err(Refusal::passing("the answer repeats the page before it"));
    }
    Ok(page)
}

/// Reads the records of a group. None when the answer is empty.
pub(super) fn read_group(
    answer: &Answer,
    url: &str,
) -> Result<Option<Vec<Result<Publication, String>>>, Refusal> {
    if is_withdrawn(answer) { Ok(None) } else { records(answer, url).map(Some) }
}

/// Reads a record. None when the answer says that there is none: an empty one, which is that of a withdrawn record, or a 404.
pub(super) fn read_one(answer: &Answer, url: &str) -> Result<Option<Publication>, Refusal> {
    if is_withdrawn(answer) {
        return Ok(None);
    }
    check_json(answer)?;
    let json = std::str::from_utf8(&answer.body).map_err(|error| Refusal::passing(error.to_string()))?;
    record::read(json, url).map(Some).map_err(Refusal::passing)
}

fn is_withdrawn(answer: &Answer) -> bool {
    let is_empty = answer.body.trim_ascii().is_empty();
    matches!(answer.status, 404 | 410) || (matches!(answer.status, 200 | 204) && is_empty)
}

fn records(answer: &Answer, url: &str) -> Result<Vec<Result<Publication, String>>, Refusal> {
    check_json(answer)?;
    let rows: Vec<&RawValue> = serde_json::from_slice(&answer.body)
        .map_err(|error| Refusal::passing(format!("the answer is no list of records, or is cut: {error}")))?;
    Ok(rows.into_iter().map(|row| record::read(row.get(), url)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, body: &str) -> Answer {
        Answer { status, body: body.into(), ..Answer::default() }
    }

    #[test]
    fn what_is_no_whole_page_is_refused() {
        let before = ["1".to_owned(), "2".to_owned()];
        for (body, is_page) in [
            (r#"[{"id":"3"},{"id":"4"}]"#, true),
            (r#"[{"id":"2"},{"id":"3"}]"#, true),
            ("[]", true),
            (r#"[{"id":"2"},{"id":"1"}]"#, false),
            (r#"[{"id":"3"},{"id":"4"},{"id":"5"}]"#, false),
            (r#"{"publiceringLista":[]}"#, false),
            ("<p>Logga in", false),
            ("", false),
        ] {
            assert_eq!(read(&answer(200, body), "u", 2, &before).is_ok(), is_page, "{body}");
        }
        let whole = r#"[{"id":"3","innehall":"<p>Får</p>"}]"#;
        for cut in 0..whole.len() {
            if whole.is_char_boundary(cut) {
                assert!(read(&answer(200, &whole[..cut]), "u", 2, &[]).is_err(), "cut at {cut}");
            }
        }
    }

    #[test]
    fn an_empty_answer_is_that_of_a_withdrawn_record() {
        let found = |status, body| read_one(&answer(status, body), "u").ok().map(|record| record.is_some());
        assert_eq!(found(200, r#"{"id":"1"}"#), Some(true));
        for (status, body) in [(200, ""), (200, " \n"), (204, ""), (404, "<p>none"), (410, "")] {
            assert_eq!(found(status, body), Some(false), "{status}");
        }
        for (status, body) in [(503, ""), (403, ""), (200, "<html>"), (200, "{"), (200, "{}"), (302, "")] {
            assert_eq!(found(status, body), None, "{status} {body}");
        }
        assert!(read_group(&answer(200, ""), "u").unwrap().is_none());
        assert_eq!(read_group(&answer(200, r#"[{"id":"1"}]"#), "u").unwrap().unwrap().len(), 1);
    }
}

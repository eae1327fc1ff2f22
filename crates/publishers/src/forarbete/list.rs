//! A page of a list.

use lagrum_raw::RecordName;
use serde_json::Value;

use super::record::{self, Stamp, text_of};
use crate::refusal::{Refusal, check_json};
use crate::wire::Answer;

/// A row of a list.
#[derive(Clone, Debug)]
pub(super) struct ListRow {
    pub(super) name: RecordName,
    pub(super) id: String,
    pub(super) stamp: Stamp,
}

/// A page of a list.
#[derive(Debug)]
pub(super) struct ListPage {
    /// Its number by its own word. A list that has come to its end repeats its last page, with the number of that.
    pub(super) number: u64,
    /// How many pages and rows the list has, by its own word.
    pub(super) pages: u64,
    pub(super) total: u64,
    /// The rows, or why one cannot be asked for.
    pub(super) rows: Vec<Result<ListRow, String>>,
}

/// Reads a page.
pub(super) fn read(answer: &Answer) -> Result<ListPage, Refusal> {
    check_json(answer)?;
    let body = answer.body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&answer.body);
    let page: Value = serde_json::from_slice(body)
        .map_err(|error| Refusal::passing(format!("the answer is no list, or is cut: {error}")))?;
    let list = page.get("dokumentlista").filter(|list| list.is_object());
    let list = list.ok_or_else(|| Refusal::passing("the answer is no list of documents (dokumentlista)"))?;
    // Numbers are texts.
    let number = |name: &str| text_of(&list[name]).parse().ok();
    let stated = number("@sida").zip(number("@traffar"));
    let (sida, total) = stated.ok_or_else(|| {
        Refusal::passing("the list does not say which page it is, or how many rows it has (@sida, @traffar)")
    })?;
    let rows = match &list["dokument"] {
        Value::Array(rows) => rows.iter().map(row).collect(),
        // A list with one hit has it in place of a list.
        one @ Value::Object(_) => vec![row(one)],
        _ => Vec::new(),
    };
    Ok(ListPage { number: sida, pages: number("@sidor").unwrap_or(u64::MAX), total, rows })
}

fn row(row: &Value) -> Result<ListRow, String> {
    let id = text_of(&row["dok_id"]);
    let name = record::name_of(&id, &text_of(&row["subtyp"]))?;
    Ok(ListRow { name, id, stamp: Stamp::new(&text_of(&row["systemdatum"])) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(body: &str) -> Option<(u64, u64, Vec<String>)> {
        let answer = Answer { status: 200, body: body.into(), ..Answer::default() };
        let page = read(&answer).ok()?;
        Some((page.number, page.total, page.rows.into_iter().flatten().map(|row| row.id).collect()))
    }

    #[test]
    fn a_single_hit_is_an_object_and_numbers_are_texts() {
        let list = |rows: &str| {
            format!(r#"{{"dokumentlista":{{"@sida":"2","@sidor":"3","@traffar":"401"{rows}}}}}"#)
        };
        for (rows, expected) in [
            (r#","dokument":[{"dok_id":"HX1"},{"dok_id":"HX2"}]"#, &["HX1", "HX2"][..]),
            (r#","dokument":{"dok_id":"HX1","systemdatum":"2031-02-03 04:05:06"}"#, &["HX1"]),
            (r#","dokument":null"#, &[]),
            ("", &[]),
        ] {
            let expected = expected.iter().map(|id| (*id).to_owned()).collect();
            assert_eq!(page(&list(rows)), Some((2, 401, expected)), "{rows}");
        }
        for body in
            ["", "[]", "{}", r#"{"dokumentlista":[]}"#, r#"{"dokumentlista":{"@sida":"1"}}"#, "<p>Logga in"]
        {
            assert_eq!(page(body), None, "{body}");
        }
    }
}

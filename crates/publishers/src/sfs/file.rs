//! Records in files: a record or a page of the search interface as JSON, or a page of the older site as HTML, as archives hold them.

use std::path::Path;

use lagrum_raw::{NewRecord, digest};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::page;
use crate::wire::Answer;

/// The act and lydelse that a path states.
#[derive(Debug, PartialEq)]
struct Named {
    /// The number of the act.
    key: Option<String>,
    /// Of an old lydelse, the number of the last amendment worked in.
    version: Option<String>,
}

#[derive(Deserialize)]
struct Hit<'a> {
    #[serde(rename = "_source", borrow)]
    source: &'a RawValue,
}

/// The records of a file.
pub(super) fn records(path: &Path, bytes: Vec<u8>) -> Result<Vec<NewRecord>, String> {
    let named = named(path);
    let url = format!("file:{}", path.display());
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        // Not JSON: an act's page, which its path names.
        let key = named.key.ok_or("neither its content nor its path says of which act it is")?;
        if bytes.trim_ascii().is_empty() {
            return Err("it is empty".to_owned());
        }
        if bytes.len() > page::MAX_RECORD {
            return Err(format!("it has {} bytes, and {} are read at most", bytes.len(), page::MAX_RECORD));
        }
        let part = part(named.version.as_deref(), "html");
        let norm_hash = digest(&bytes);
        return Ok(vec![NewRecord {
            key,
            part,
            url,
            status: 200,
            norm_hash,
            body: bytes,
            ..NewRecord::default()
        }]);
    }
    let answer = Answer { status: 200, body: bytes, ..Answer::default() };
    if let Ok(page) = page::read(&answer, &url, None, u64::MAX) {
        return page.acts.into_iter().map(|act| act.map(|act| act.record)).collect();
    }
    let text = std::str::from_utf8(&answer.body).map_err(|error| error.to_string())?;
    let source = serde_json::from_str::<Hit<'_>>(text).map_or(text, |hit| hit.source.get());
    let mut record = page::act(text, source, &url)?.record;
    record.part = part(named.version.as_deref(), "json");
    Ok(vec![record])
}

fn part(version: Option<&str>, form: &str) -> String {
    version.map_or_else(|| form.to_owned(), |version| format!("{version}.{form}"))
}

/// `2031/7.json` is act 2031:7, and `2031/7/.versions/2032/8.html` its lydelse with 2032:8 worked in.
fn named(path: &Path) -> Named {
    let parts: Vec<&str> = path.iter().filter_map(|part| part.to_str()).collect();
    let number = |year: &str, name: &str| {
        let number = name.rsplit_once('.').map_or(name, |(number, _)| number);
        let is_number = year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit()) && !number.is_empty();
        is_number.then(|| format!("{year}:{number}"))
    };
    let none = Named { key: None, version: None };
    match parts.as_slice() {
        [.., year, key, ".versions", version_year, name] => match number(version_year, name) {
            // A folder has no ending.
            Some(version) => Named { key: number(year, &format!("{key}.")), version: Some(version) },
            None => none,
        },
        [.., year, name] => Named { key: number(year, name), version: None },
        _ => none,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_names_an_act_and_a_lydelse() {
        for (path, key, version) in [
            ("2031/7.html", Some("2031:7"), None),
            ("downloaded/2031/7.html", Some("2031:7"), None),
            ("archive/2031/7/.versions/2032/8.html", Some("2031:7"), Some("2032:8")),
            ("archive/1909/bih._29_s.1/.versions/2032/8.html", Some("1909:bih._29_s.1"), Some("2032:8")),
            ("7.html", None, None),
            ("acts/7.html", None, None),
            ("archive/2031/7/.versions/8.html", None, None),
        ] {
            let expected = Named { key: key.map(Into::into), version: version.map(Into::into) };
            assert_eq!(named(Path::new(path)), expected, "{path}");
        }
    }

    #[test]
    fn a_file_is_known_by_its_content() {
        let act = r#"{"beteckning": "2031:7", "rubrik": "Fårlag"}"#;
        let hit = format!(r#"{{"_id": "1", "_source": {act}, "sort": [1]}}"#);
        let page = format!(r#"{{"hits": {{"total": 1, "hits": [{hit}]}}}}"#);
        let old = "archive/2031/7/.versions/2032/8.html";
        for (path, text, expected) in [
            ("x.json", act, Some(("2031:7", "json"))),
            ("x.json", &*hit, Some(("2031:7", "json"))),
            ("x.json", &*page, Some(("2031:7", "json"))),
            ("2030/1.json", act, Some(("2031:7", "json"))),
            (old, "<html>", Some(("2031:7", "2032:8.html"))),
            (old, act, Some(("2031:7", "2032:8.json"))),
            ("x.html", "<html>", None),
            (old, " ", None),
            ("x.json", "{}", None),
            ("x.json", "{", None),
        ] {
            let found = records(Path::new(path), text.into()).ok();
            let found = found.as_ref().map(|records| (&*records[0].key, &*records[0].part));
            assert_eq!(found, expected, "{path} {text}");
        }
    }
}

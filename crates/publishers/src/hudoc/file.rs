//! Files: a record, a page of records, or a text that its name names.

use std::path::Path;

use lagrum_raw::NewRecord;
use serde_json::Value;

use super::item::is_item;
use super::{body, page};
use crate::wire::Answer;

/// The records of a file.
pub(super) fn records(path: &Path, bytes: Vec<u8>) -> Result<Vec<NewRecord>, String> {
    let url = format!("file:{}", path.display());
    let answer = Answer { status: 200, body: bytes, ..Answer::default() };
    let json = answer.body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&answer.body).trim_ascii_start();
    if json.first() == Some(&b'{') {
        if let Ok(page) = page::read(&answer, &url, u64::MAX, &[]) {
            return page.listed.into_iter().map(|listed| listed.map(|listed| listed.record)).collect();
        }
        let value: Value = serde_json::from_slice(json).map_err(|error| error.to_string())?;
        let columns = value.get("columns").unwrap_or(&value);
        if columns.get("documentcollectionid2").is_none() && columns.get("kpdate").is_none() {
            return Err("it is no record of a document".to_owned());
        }
        return Ok(vec![page::record(&columns.to_string(), &url)?.record]);
    }
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let key = name.split_once('.').map_or(name, |(key, _)| key);
    if !is_item(key) {
        return Err("neither its content nor its name says of which document it is".to_owned());
    }
    match body::read(&answer, key, &url) {
        Ok(record) if record.status == 200 => Ok(vec![record]),
        Ok(_) => Err("it is empty".to_owned()),
        Err(refusal) => Err(refusal.problem),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_content_and_a_text_by_its_name() {
        let columns = r#"{"itemid":"001-7","kpdate":"2031-02-03T00:00:00"}"#;
        let page = format!(r#"{{"resultcount":1,"results":[{{"columns":{columns}}}]}}"#);
        let text = "<div><p class=\"s1\">1.</p><p>2.</p><p>3.</p></div>";
        for (path, content, expected) in [
            ("x.json", columns, Some(("001-7", "json"))),
            // What a program made of a document.
            ("x.json", r#"{"itemid":"001-7","structure":[]}"#, None),
            ("x.json", &*page, Some(("001-7", "json"))),
            ("x.json", r#"{"columns":{"itemid":"001-7","kpdate":""}}"#, Some(("001-7", "json"))),
            ("a/001-7.html", text, Some(("001-7", "html"))),
            ("a/7.html", text, None),
            ("001-7.html", "", None),
            ("001-7.html", "<html>", None),
            ("x.json", "{}", None),
        ] {
            let found = records(Path::new(path), content.into()).ok();
            let found = found.as_ref().map(|records| (&*records[0].key, &*records[0].part));
            assert_eq!(found, expected, "{path} {content}");
        }
    }
}

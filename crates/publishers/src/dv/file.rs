//! Files: a record, a list of records, or a file beside a record that an archive exported (`GROUP.bilaga-ID-DIGEST`).

use std::path::Path;

use lagrum_raw::{NewRecord, digest};
use serde_json::value::RawValue;

use super::attachment;
use super::record::{self, is_id};

/// The records of a file.
pub(super) fn records(path: &Path, bytes: Vec<u8>) -> Result<Vec<NewRecord>, String> {
    let url = format!("file:{}", path.display());
    let json = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes).trim_ascii_start();
    match json.first() {
        Some(b'{') => {
            let json = std::str::from_utf8(json).map_err(|error| error.to_string())?;
            Ok(vec![whole(json, &url)?])
        }
        Some(b'[') => {
            let rows: Vec<&RawValue> = serde_json::from_slice(json).map_err(|error| error.to_string())?;
            rows.into_iter().map(|row| whole(row.get(), &url)).collect()
        }
        _ => {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let (key, part) = name.split_once('.').unwrap_or((name, ""));
            // An older row has its number before the part.
            let part = part.rsplit('.').next().unwrap_or_default();
            if !is_id(key) || !part.starts_with("bilaga-") || !is_id(part) {
                return Err("neither its content nor its name says of which decision it is".to_owned());
            }
            attachment::check_file(&bytes, name)?;
            let (key, part, norm_hash) = (key.to_owned(), part.to_owned(), digest(&bytes));
            Ok(vec![NewRecord {
                key,
                part,
                url,
                status: 200,
                norm_hash,
                body: bytes,
                ..NewRecord::default()
            }])
        }
    }
}

/// A record in a file, which is whatever somebody has kept: it states a court at least.
fn whole(json: &str, url: &str) -> Result<NewRecord, String> {
    let read = record::read(json, url)?;
    if !json.contains("\"domstolKod\"") {
        return Err("it is no record of a decision: it states no court (domstolKod)".to_owned());
    }
    Ok(read.record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_content_and_a_file_beside_it_by_its_name() {
        let record =
            r#"{"id":"a-1","gruppKorrelationsnummer":"g-1","typ":"REFERAT","domstol":{"domstolKod":"HDO"}}"#;
        let list = format!("[{record}]");
        let pdf = "%PDF-1.7\n%%EOF";
        for (path, content, expected) in [
            ("x.json", record, Some(("g-1", "referat-a-1"))),
            ("x.json", &*list, Some(("g-1", "referat-a-1"))),
            ("x/g-1.bilaga-a-1-00ff", pdf, Some(("g-1", "bilaga-a-1-00ff"))),
            ("x/g-1.7.bilaga-a-1-00ff", pdf, Some(("g-1", "bilaga-a-1-00ff"))),
            ("x/g-1.bilaga-a-1-00ff", "%PDF-1.7", None),
            ("x/a.pdf", pdf, None),
            ("x.json", r#"{"id":"a-1"}"#, None),
            ("x.json", "{}", None),
            ("x.json", "", None),
        ] {
            let found = records(Path::new(path), content.into()).ok();
            let found = found.as_ref().map(|records| (&*records[0].key, &*records[0].part));
            assert_eq!(found, expected, "{path} {content}");
        }
    }
}

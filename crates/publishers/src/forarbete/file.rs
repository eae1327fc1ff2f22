//! Files: a record as JSON or XML.

use std::path::Path;

use lagrum_raw::{NewRecord, digest};

use super::record;

/// The greatest number of nodes of a record as XML.
const MAX_NODES: u32 = 1_000_000;

/// The record in a file.
pub(super) fn records(path: &Path, bytes: &[u8]) -> Result<Vec<NewRecord>, String> {
    let url = format!("file:{}", path.display());
    let content = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let found = match content.first() {
        Some(b'<') => of_xml(content, &url)?,
        _ => record::read(content, &url)?.record,
    };
    Ok(vec![found])
}

/// A record as XML. It is kept as it is.
fn of_xml(content: &[u8], url: &str) -> Result<NewRecord, String> {
    let text = std::str::from_utf8(content).map_err(|error| format!("it is not UTF-8: {error}"))?;
    let options = roxmltree::ParsingOptions { nodes_limit: MAX_NODES, ..Default::default() };
    let parsed = roxmltree::Document::parse_with_options(text, options)
        .map_err(|error| format!("it is no XML: {error}"))?;
    let root = parsed.root_element();
    let document = root.children().find(|node| node.tag_name().name() == "dokument");
    let document = document.filter(|_| root.tag_name().name() == "dokumentstatus");
    let document = document.ok_or("it is no record (dokumentstatus)")?;
    let field = |name: &str| {
        let found = document.children().find(|node| node.tag_name().name() == name);
        found.and_then(|node| node.text()).unwrap_or_default().trim().to_owned()
    };
    let name = record::name_of(&field("dok_id"), &field("subtyp"))?;
    Ok(NewRecord {
        key: name.key,
        part: name.part,
        url: url.to_owned(),
        status: 200,
        norm_hash: digest(content),
        body: content.to_vec(),
        ..NewRecord::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_content() {
        let json = r#"{"dokumentstatus":{"dokument":{"dok_id":"HX01KU20d2","doktyp":"bet","subtyp":""}}}"#;
        let xml = "<dokumentstatus><dokument><dok_id>HX0319</dok_id><subtyp>prop</subtyp></dokument></dokumentstatus>";
        for (content, expected) in [
            (json, Some(("HX01KU20", "del-2"))),
            (xml, Some(("HX0319", "del-1"))),
            (r#"{"dokumentlista":{}}"#, None),
            ("<html><p>Logga in</p></html>", None),
            ("%PDF-1.7", None),
            ("", None),
        ] {
            let found = records(Path::new("x"), content.as_bytes()).ok();
            let found = found.as_ref().map(|records| (&*records[0].key, &*records[0].part));
            assert_eq!(found, expected, "{content}");
        }
    }
}

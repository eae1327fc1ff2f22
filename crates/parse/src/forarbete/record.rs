//! A record of Riksdagen (`dokumentstatus`), as JSON or XML.
//!
//! Both forms have the same fields. In JSON a list with one item is the item itself, and an empty one is null or absent. Names of people
//! (`dokintressent`) are not read.

use serde_json::Value;

use crate::ParseError;

/// The greatest number of nodes of a record in XML. A record has some hundreds: its text is one of them.
const MAX_NODES: u32 = 1_000_000;

/// The fields of a record that are read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) dok_id: String,
    pub(super) rm: String,
    pub(super) beteckning: String,
    pub(super) doktyp: String,
    pub(super) subtyp: String,
    pub(super) titel: String,
    pub(super) datum: String,
    pub(super) systemdatum: String,
    pub(super) htmlformat: String,
    pub(super) reader_page: String,
    pub(super) html: String,
    pub(super) activities: Vec<Activity>,
    pub(super) references: Vec<Reference>,
}

/// What happened to a document on a day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Activity {
    pub(super) code: String,
    pub(super) day: String,
}

/// Another document of the same case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reference {
    /// The publisher's word for the relation: `behandlar`, `behandlas_i`, `rskr`.
    pub(super) relation: String,
    pub(super) doktyp: String,
    pub(super) subtyp: String,
    pub(super) rm: String,
    pub(super) beteckning: String,
}

/// Reads a record of either form.
pub(super) fn read(bytes: &[u8]) -> Result<Record, ParseError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let record = match bytes.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'{') => {
            let value: Value = serde_json::from_slice(bytes)
                .map_err(|error| ParseError::UnknownForm(format!("JSON that cannot be read: {error}")))?;
            of_json(&value)
        }
        Some(b'<') => of_xml(bytes)?,
        Some(b'[') => return Err(ParseError::UnknownForm("a list instead of a record".to_owned())),
        _ => None,
    };
    record.ok_or_else(|| ParseError::UnknownForm("no dokumentstatus of data.riksdagen.se".to_owned()))
}

fn of_json(value: &Value) -> Option<Record> {
    let status = value.get("dokumentstatus")?;
    let document = status.get("dokument")?;
    document.as_object()?;
    let text = |value: &Value, name: &str| value.get(name).map(scalar).unwrap_or_default();
    let items = |list: &str, item: &str| -> Vec<&Value> {
        match status.get(list).and_then(|list| list.get(item)) {
            Some(Value::Array(items)) => items.iter().collect(),
            Some(one @ Value::Object(_)) => vec![one],
            _ => Vec::new(),
        }
    };
    let activity = |item: &Value| Activity { code: text(item, "kod"), day: text(item, "datum") };
    let reference = |item: &Value| Reference {
        relation: text(item, "referenstyp"),
        doktyp: text(item, "ref_dok_typ"),
        subtyp: text(item, "ref_dok_subtyp"),
        rm: text(item, "ref_dok_rm"),
        beteckning: text(item, "ref_dok_bet"),
    };
    Some(Record {
        activities: items("dokaktivitet", "aktivitet").into_iter().map(activity).collect(),
        references: items("dokreferens", "referens").into_iter().map(reference).collect(),
        ..of_fields(|name| text(document, name))
    })
}

/// A field with one value. A number is written out.
fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

fn of_fields(field: impl Fn(&str) -> String) -> Record {
    let trimmed = |name: &str| field(name).trim().to_owned();
    Record {
        dok_id: trimmed("dok_id"),
        rm: trimmed("rm"),
        beteckning: trimmed("beteckning"),
        doktyp: trimmed("doktyp").to_lowercase(),
        subtyp: trimmed("subtyp").to_lowercase(),
        titel: field("titel").split_whitespace().collect::<Vec<_>>().join(" "),
        datum: trimmed("datum"),
        systemdatum: trimmed("systemdatum"),
        htmlformat: trimmed("htmlformat"),
        reader_page: trimmed("dokument_url_html"),
        html: field("html"),
        ..Record::default()
    }
}

fn of_xml(bytes: &[u8]) -> Result<Option<Record>, ParseError> {
    let text = crate::decode::decoded(bytes);
    // Character references that XML 1.0 does not allow, such as `&#0;`, make the whole record unreadable; so does a DTD.
    let options =
        roxmltree::ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..Default::default() };
    let parsed = roxmltree::Document::parse_with_options(&text, options)
        .map_err(|error| ParseError::UnknownForm(format!("XML that cannot be read: {error}")))?;
    let root = parsed.root_element();
    if root.tag_name().name() != "dokumentstatus" {
        return Ok(None);
    }
    let child = |node: roxmltree::Node<'_, '_>, name: &str| -> String {
        let found = node.children().find(|child| child.tag_name().name() == name);
        found.map(|node| node.children().filter_map(|part| part.text()).collect()).unwrap_or_default()
    };
    let items = |list: &str, item: &'static str| {
        let lists = root.children().filter(move |node| node.tag_name().name() == list).collect::<Vec<_>>();
        lists
            .into_iter()
            .flat_map(|list| list.children())
            .filter(move |node| node.tag_name().name() == item)
            .collect::<Vec<_>>()
    };
    let Some(document) = root.children().find(|node| node.tag_name().name() == "dokument") else {
        return Ok(None);
    };
    let activity =
        |item: roxmltree::Node<'_, '_>| Activity { code: child(item, "kod"), day: child(item, "datum") };
    let reference = |item: roxmltree::Node<'_, '_>| Reference {
        relation: child(item, "referenstyp"),
        doktyp: child(item, "ref_dok_typ"),
        subtyp: child(item, "ref_dok_subtyp"),
        rm: child(item, "ref_dok_rm"),
        beteckning: child(item, "ref_dok_bet"),
    };
    Ok(Some(Record {
        activities: items("dokaktivitet", "aktivitet").into_iter().map(activity).collect(),
        references: items("dokreferens", "referens").into_iter().map(reference).collect(),
        ..of_fields(|name| child(document, name))
    }))
}

impl Record {
    /// The part of a document that is too long for one record: 1 for the first part or the only one. Further parts have no `subtyp`.
    pub(super) fn part(&self) -> u32 {
        if self.subtyp.is_empty() { super::parts::split(&self.dok_id).number } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JSON: &str = r#"{"dokumentstatus":{"dokument":{"dok_id":"X1019","rm":"2031/32","beteckning":"9","doktyp":"prop","subtyp":"prop",
        "titel":"Får \r\n i bergen","datum":"2031-10-01 00:00:00","htmlformat":"html","html":"<p>Får</p>"},
        "dokaktivitet":{"aktivitet":{"kod":"INL","datum":"2031-10-01 00:00:00"}},"dokreferens":null}}"#;

    const XML: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?><dokumentstatus><dokument><dok_id>X1019</dok_id><rm>2031/32</rm>\
        <beteckning>9</beteckning><doktyp>prop</doktyp><subtyp>prop</subtyp><titel>Får \n i bergen</titel><datum>2031-10-01 00:00:00</datum>\
        <htmlformat>html</htmlformat><html>&lt;p&gt;Får&lt;/p&gt;</html></dokument><dokaktivitet><aktivitet><kod>INL</kod>\
        <datum>2031-10-01 00:00:00</datum></aktivitet></dokaktivitet></dokumentstatus>";

    #[test]
    fn both_forms_have_the_same_fields() {
        let record = read(JSON.as_bytes()).unwrap();
        assert_eq!(record, read(XML.as_bytes()).unwrap());
        assert_eq!(
            (&*record.titel, &*record.html, record.activities.len()),
            ("Får i bergen", "<p>Får</p>", 1)
        );
    }

    #[test]
    fn files_that_are_no_record_are_refused() {
        for bytes in [
            "",
            "  ",
            "[]",
            "{}",
            "{\"dokumentlista\":{\"dokument\":[]}}",
            "{\"dokumentstatus\":",
            "<html><body>Logga in</body></html>",
            "<dokumentstatus><dokument>",
            "<!DOCTYPE d [<!ENTITY a \"b\">]><dokumentstatus><dokument><rm>&a;</rm></dokument></dokumentstatus>",
            "GIF89a",
        ] {
            assert!(read(bytes.as_bytes()).is_err(), "{bytes}");
        }
    }

    #[test]
    fn parts_are_numbered() {
        for (dok_id, subtyp, part) in [
            ("H601KU20", "bet", 1),
            ("H601KU20d2", "", 2),
            ("H601KU20D3", "", 3),
            ("H601KU20d2", "bet", 1),
            ("", "", 1),
        ] {
            let record = Record { dok_id: dok_id.to_owned(), subtyp: subtyp.to_owned(), ..Record::default() };
            assert_eq!(record.part(), part, "{dok_id}");
        }
    }
}

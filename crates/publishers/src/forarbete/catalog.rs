//! The list of data sets.

use super::record::TYPES;
use crate::refusal::{Refusal, check_document};
use crate::wire::Answer;

/// The greatest number of elements in the list of data sets. It has some hundred rows of eleven fields.
const MAX_NODES: u32 = 100_000;

/// A zip with the records of a type and some years.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DataSet {
    /// The name of its file: `bet-1971-1979.json.zip`.
    pub(super) name: String,
    /// Its path at the publisher.
    pub(super) path: String,
}

/// Reads the list: the data sets of documents as JSON, of the types that are asked for, by name.
pub(super) fn read(answer: &Answer) -> Result<Vec<DataSet>, Refusal> {
    if answer.status != 200 {
        return Err(Refusal::of_status(answer));
    }
    check_document(&answer.body)?;
    let text = std::str::from_utf8(&answer.body).map_err(|error| Refusal::passing(error.to_string()))?;
    let options = roxmltree::ParsingOptions { nodes_limit: MAX_NODES, ..Default::default() };
    let list = roxmltree::Document::parse_with_options(text.trim_start_matches('\u{feff}'), options)
        .map_err(|error| Refusal::passing(format!("the list of data sets is no XML, or is cut: {error}")))?;
    if list.root_element().tag_name().name() != "datasetlista" {
        return Err(Refusal::passing("the answer is no list of data sets (datasetlista)"));
    }
    let urls = list.root_element().children().filter_map(|row| {
        let url = row.children().find(|field| field.tag_name().name() == "url")?;
        url.text().map(str::trim)
    });
    let mut found: Vec<DataSet> = urls.filter_map(data_set).collect();
    found.sort();
    found.dedup();
    if found.is_empty() {
        return Err(Refusal::passing("the list of data sets has none of the types that are asked for"));
    }
    Ok(found)
}

/// The data set at an address, if it is one of documents as JSON and of a type that is asked for. Addresses have the publisher's host, or
/// none. The publisher is asked in any case.
fn data_set(url: &str) -> Option<DataSet> {
    let path = match url.split_once("//") {
        Some((_, rest)) => &rest[rest.find('/')?..],
        None => url,
    };
    let name = path.strip_prefix("/dataset/dokument/")?;
    let stem = name.strip_suffix(".json.zip")?;
    let is_plain = name.len() <= 80
        && stem.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    let doktyp = stem.split('-').next()?;
    (is_plain && TYPES.contains(&doktyp)).then(|| DataSet { name: name.to_owned(), path: path.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_sets_of_wanted_types_are_read() {
        let row = |url: &str| format!("<dataset><namn>dokument</namn><url>{url}</url></dataset>");
        for (url, expected) in [
            ("/dataset/dokument/bet-1971-1979.json.zip", Some("bet-1971-1979.json.zip")),
            (
                "http://data.riksdagen.se/dataset/dokument/prop-2018-2021.json.zip",
                Some("prop-2018-2021.json.zip"),
            ),
            ("//data.riksdagen.se/dataset/dokument/dir-2018-2021.json.zip", Some("dir-2018-2021.json.zip")),
            ("/dataset/dokument/bet-1971-1979.xml.zip", None),
            ("/dataset/dokument/mot-1971-1979.json.zip", None),
            ("/dataset/anforande/anforande-202526.json.zip", None),
            ("/dataset/dokument/../prop-1.json.zip", None),
            ("/dataset/dokument/prop-1/2.json.zip", None),
            ("https://publisher.example", None),
        ] {
            let found = data_set(url).map(|found| found.name);
            assert_eq!(found.as_deref(), expected, "{url}");
        }
        let answer = |body: String| Answer { status: 200, body: body.into_bytes(), ..Answer::default() };
        let two =
            [row("/dataset/dokument/prop-1.json.zip"), row("/dataset/dokument/bet-1.json.zip")].concat();
        let found = read(&answer(format!("<datasetlista>{two}</datasetlista>"))).unwrap();
        assert_eq!(
            found.iter().map(|set| &*set.name).collect::<Vec<_>>(),
            ["bet-1.json.zip", "prop-1.json.zip"]
        );
        for text in ["", "{}", "<datasetlista>", "<datasetlista/>", "<html><p>Logga in</p></html>"] {
            assert!(read(&answer(text.to_owned())).is_err(), "{text}");
        }
    }
}

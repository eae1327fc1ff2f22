//! The rows of a document, by what each of them is.
//!
//! * **Statutes**: every row is a text. A part `2030:3.html` is the lydelse with 2030:3 worked in; another is the act itself, and its
//!   text says which lydelse it is.
//! * Of another source with lydelser, **EU law**: a part `fmx4-swe` is the act as published, `2020-03-26.fmx4-swe` a consolidated text of
//!   that day. The newest row of each counts; one in English only where there is none in Swedish.
//! * Of sources without lydelser the newest row of each part counts, and one that was withdrawn has an empty row. Which part is the text
//!   is said by the beginnings of their names ([`TEXTS`]), which differ between sources:
//!   * **Strasbourg**: `html` is the text, `json` its record;
//!   * **Swedish courts**: a `referat` is the text, else the first judgment (`dom`), else another publication of the case (`ovrigt`).
//!     A PDF beside it (`bilaga`) has the text of one that has none itself. Other files and notes are no texts;
//!   * **preparatory works**: a `del-1` is the document, `del-2` and so on are what one record has no room for ([`FURTHER`]).

use std::collections::BTreeMap;

use lagrum_raw::{RawDocument, Record};
use lagrum_sources::source;

/// The parts that may be the text of a document without lydelser, the preferred first: a part of this name, or with more behind a hyphen.
const TEXTS: [&str; 6] = ["html", "referat", "dom", "del-1", "json", "ovrigt"];

/// The parts that are judgments, and those that are reports of them.
const JUDGMENT: &str = "dom";
const REPORT: &str = "referat";

/// How the names of the parts begin that are files beside a record. The id of the record and a digest follow.
const FILE: &str = "bilaga-";

/// How the names of the parts begin in which a text goes on. A number follows.
const FURTHER: &str = "del-";

/// A document with the bodies of its rows.
pub(crate) struct Loaded {
    pub(crate) document: RawDocument,
    pub(crate) bodies: Vec<Vec<u8>>,
}

/// A row that is a text of the document.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    pub(crate) record: &'a Record,
    pub(crate) body: &'a [u8],
    /// The lydelse id, where the name of the part states it.
    pub(crate) named: Option<&'a str>,
    /// The language, where the name of the part states it.
    pub(crate) language: Option<&'a str>,
}

/// The rows of a document that count.
pub(crate) struct DocumentRows<'a> {
    /// The texts, oldest first.
    pub(crate) texts: Vec<Row<'a>>,
    /// What is beside them.
    pub(crate) beside: Beside<'a>,
}

/// What the parser gets of a document beside a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Beside<'a> {
    /// The record, where the publisher keeps it apart.
    pub(crate) record: Option<&'a [u8]>,
    /// The parts in which the text goes on, in their order.
    pub(crate) further: Vec<&'a [u8]>,
    /// The PDFs beside the text, in the order in which they first came, which is that of its record.
    pub(crate) pdfs: Vec<&'a [u8]>,
    /// The judgments that the text is the report of, in the order in which they first came.
    pub(crate) judgments: Vec<&'a [u8]>,
}

impl<'a> DocumentRows<'a> {
    /// The rows of a document of a source.
    pub(crate) fn of(source_name: &str, loaded: &'a Loaded) -> Self {
        let source = source(source_name);
        let rows = loaded.document.records.iter().zip(&loaded.bodies).map(|(record, body)| {
            let (named, form) = match record.part.rsplit_once('.') {
                Some((lydelse, form)) => (Some(lydelse), form),
                None => (None, &*record.part),
            };
            let language = form.split_once('-').map(|(_, language)| language);
            Row { record, body, named, language }
        });
        if source.holds_statutes {
            Self { texts: rows.collect(), beside: Beside::default() }
        } else if source.has_lydelser {
            Self { texts: newest_of_each(rows), beside: Beside::default() }
        } else {
            Self::with_record(&rows.collect::<Vec<_>>())
        }
    }

    fn with_record(rows: &[Row<'a>]) -> Self {
        let newest = |part: &str| rows.iter().rev().find(|row| row.record.part == part).copied();
        // A record without a text is parsed to nothing.
        let text_of = |name: &str| {
            let parts = rows.iter().map(|row| &*row.record.part).filter(|part| is_named(part, name));
            parts.filter_map(newest).find(|row| !row.body.is_empty())
        };
        let text = TEXTS.iter().find_map(|name| text_of(name));
        let beside = Beside {
            record: newest("json").map(|row| row.body),
            further: further_parts(rows),
            pdfs: text.map(|text| pdfs(rows, &text.record.part)).unwrap_or_default(),
            judgments: text
                .filter(|text| is_named(&text.record.part, REPORT))
                .map(|_| newest_bodies(rows, |part| is_named(part, JUDGMENT)))
                .unwrap_or_default(),
        };
        Self { texts: text.into_iter().collect(), beside }
    }
}

/// Whether a part has a name, alone or with more behind a hyphen.
fn is_named(part: &str, name: &str) -> bool {
    part.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// The newest row of each PDF beside the record that a part of a document is.
fn pdfs<'a>(rows: &[Row<'a>], part: &str) -> Vec<&'a [u8]> {
    let Some((_, id)) = part.split_once('-') else { return Vec::new() };
    let is_beside = |part: &str| {
        let file = part.strip_prefix(FILE).and_then(|rest| rest.strip_prefix(id));
        file.is_some_and(|rest| rest.starts_with('-'))
    };
    let mut bodies = newest_bodies(rows, is_beside);
    bodies.retain(|body| body.starts_with(b"%PDF"));
    bodies
}

/// The newest row of each part that is wanted, in the order in which the parts first came. Those that were withdrawn are left out.
fn newest_bodies<'a>(rows: &[Row<'a>], is_wanted: impl Fn(&str) -> bool) -> Vec<&'a [u8]> {
    let mut parts: Vec<(&str, &[u8])> = Vec::new();
    for row in rows.iter().filter(|row| is_wanted(&row.record.part)) {
        match parts.iter_mut().find(|(part, _)| *part == row.record.part) {
            Some((_, body)) => *body = row.body,
            None => parts.push((&row.record.part, row.body)),
        }
    }
    parts.into_iter().map(|(_, body)| body).filter(|body| !body.is_empty()).collect()
}

/// The newest row of each part in which a text goes on, in the order of their numbers.
fn further_parts<'a>(rows: &[Row<'a>]) -> Vec<&'a [u8]> {
    let number = |row: &Row<'_>| row.record.part.strip_prefix(FURTHER)?.parse::<u32>().ok();
    let numbered = rows.iter().filter_map(|row| Some((number(row)?, row.body)));
    let newest: BTreeMap<u32, &[u8]> = numbered.filter(|(number, _)| *number > 1).collect();
    newest.into_values().filter(|body| !body.is_empty()).collect()
}

/// The newest row of each lydelse in the preferred language.
fn newest_of_each<'a>(rows: impl Iterator<Item = Row<'a>>) -> Vec<Row<'a>> {
    let is_swedish = |row: &Row<'_>| row.language == Some("swe");
    let mut newest: BTreeMap<Option<&str>, Row<'a>> = BTreeMap::new();
    for row in rows {
        let counts = newest.get(&row.named).is_none_or(|before| is_swedish(&row) || !is_swedish(before));
        if counts {
            newest.insert(row.named, row);
        }
    }
    newest.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loaded(rows: &[(&str, &str)]) -> Loaded {
        let record = |(id, (part, _)): (usize, &(&str, &str))| Record {
            id: i64::try_from(id).unwrap_or_default(),
            source: String::new(),
            key: "k".into(),
            part: (*part).into(),
            url: String::new(),
            fetched_at: 0,
            seen_at: 0,
            status: 200,
            etag: None,
            last_modified: None,
            body: [0; 32],
            norm_hash: [0; 32],
        };
        Loaded {
            document: RawDocument {
                key: "k".into(),
                records: rows.iter().enumerate().map(record).collect(),
                gone_at: None,
            },
            bodies: rows.iter().map(|(_, body)| body.as_bytes().to_vec()).collect(),
        }
    }

    #[test]
    fn the_rows_that_count() {
        for (source, rows, texts, record) in [
            ("sfs", &[("json", "a"), ("2030:3.html", "b"), ("json", "c")][..], "a b@2030:3 c", None),
            ("hudoc", &[("json", "r"), ("html", "a"), ("html", "b")], "b", Some("r")),
            ("hudoc", &[("json", "r"), ("html", "a"), ("json", "s"), ("html", "")], "s", Some("s")),
            ("hudoc", &[("json", "r")], "r", Some("r")),
            ("hudoc", &[("html", "a")], "a", None),
            ("dv", &[("dom-1", "a"), ("bilaga-1-00", "x")], "a", None),
            ("dv", &[("dom-1", "a"), ("dom-2", "b"), ("dom-1", "c")], "c", None),
            ("dv", &[("ovrigt-3", "o"), ("dom-1", "a"), ("referat-2", "r")], "r", None),
            ("dv", &[("dom-1", "a"), ("referat-2", "r"), ("referat-2", ""), ("saknas", "2")], "a", None),
            ("dv", &[("bilaga-1-00", "x"), ("saknas", "")], "", None),
            ("eurlex", &[("html-eng", "a"), ("fmx4-swe", "b"), ("html-eng", "c")], "b", None),
            ("eurlex", &[("html-eng", "a"), ("fmx4-eng", "b")], "b", None),
            (
                "eurlex",
                &[("fmx4-swe", "a"), ("2020-03-26.fmx4-swe", "b"), ("2019-01-01.html-eng", "c")],
                "a c@2019-01-01 b@2020-03-26",
                None,
            ),
        ] {
            let loaded = loaded(rows);
            let found = DocumentRows::of(source, &loaded);
            let text = |row: &Row<'_>| {
                let body = String::from_utf8_lossy(row.body);
                row.named.map_or_else(|| body.to_string(), |named| format!("{body}@{named}"))
            };
            let found_texts: Vec<String> = found.texts.iter().map(text).collect();
            assert_eq!(found_texts.join(" "), texts, "{source} {rows:?}");
            assert_eq!(found.beside.record, record.map(str::as_bytes), "{source} {rows:?}");
        }
    }

    #[test]
    fn a_text_goes_on_in_further_parts_in_whatever_order_they_came() {
        let rows =
            [("del-10", "j"), ("del-2", "b"), ("del-1", "a"), ("del-3", "c"), ("del-2", "d"), ("del-3", "")];
        let loaded = loaded(&rows);
        let found = DocumentRows::of("forarbete", &loaded);
        assert_eq!(found.texts.iter().map(|row| row.body).collect::<Vec<_>>(), [b"a"]);
        assert_eq!(found.beside.further, [b"d", b"j"]);
    }

    #[test]
    fn pdfs_are_those_of_the_record_that_is_the_text() {
        let rows = [
            ("bilaga-2-ff", "%PDF b"),
            ("bilaga-2-00", "%PDF c"),
            ("bilaga-2-ff", "%PDF d"),
            ("bilaga-2-11", "PK"),
            ("bilaga-22-00", "%PDF e"),
            ("bilaga-3-00", "%PDF f"),
            ("dom-2", "a"),
            ("dom-3", "b"),
        ];
        let loaded = loaded(&rows);
        assert_eq!(DocumentRows::of("dv", &loaded).beside.pdfs, [b"%PDF d", b"%PDF c"]);
    }

    #[test]
    fn judgments_are_beside_a_report_alone() {
        let rows = [("dom-1", "a"), ("dom-2", "b"), ("dom-1", "c"), ("dom-3", "d"), ("dom-3", "")];
        let judgments_alone = loaded(&rows);
        assert!(DocumentRows::of("dv", &judgments_alone).beside.judgments.is_empty());
        let with_report = loaded(&[&rows[..], &[("referat-4", "r"), ("ovrigt-5", "o")]].concat());
        assert_eq!(DocumentRows::of("dv", &with_report).beside.judgments, [b"c", b"b"]);
    }

    #[test]
    fn a_further_part_alone_is_no_text() {
        assert!(DocumentRows::of("forarbete", &loaded(&[("del-2", "b")])).texts.is_empty());
    }
}

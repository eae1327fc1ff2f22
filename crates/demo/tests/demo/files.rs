//! The tree: every file can be read, is where an import looks for it, and has the uri that its path implies.

#[allow(dead_code, reason = "each test file uses a part of it")]
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::support::{SOURCES, documents, local};
use serde_json::Value;

#[test]
fn every_file_but_the_empty_one_is_json_made_for_reading() {
    let mut empty = Vec::new();
    for (path, bytes) in lagrum_demo::files() {
        if bytes.is_empty() {
            empty.push(path);
            continue;
        }
        let value: Value = serde_json::from_slice(bytes).expect(path);
        assert!(value.is_object(), "{path}");
        let text = std::str::from_utf8(bytes).expect(path);
        assert!(text.ends_with("\n}\n"), "{path}: pretty-printed, with a line break at the end");
        let widest = text.lines().find(|line| (line.len() - line.trim_start().len()) % 2 == 1);
        assert_eq!(widest, None, "{path}: indented by two blanks");
    }
    assert_eq!(empty, ["sfs/2023/999.json"]);
}

#[test]
fn the_embedded_tree_is_the_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut on_disk = BTreeSet::new();
    let mut open = vec![root.clone()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                on_disk.insert(path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    let embedded: Vec<_> = lagrum_demo::files().map(|(path, _)| path.to_owned()).collect();
    assert_eq!(embedded, on_disk.into_iter().collect::<Vec<_>>());
}

#[test]
fn unpacking_writes_every_byte() {
    let dir = tempfile::tempdir().unwrap();
    lagrum_demo::unpack(dir.path()).unwrap();
    for (folder, files) in
        [("corpus", lagrum_demo::files().collect::<Vec<_>>()), ("pdf", lagrum_demo::pdfs().collect())]
    {
        for (path, bytes) in files {
            let written = std::fs::read(dir.path().join(folder).join(path)).expect(path);
            assert!(written == bytes, "{path}");
        }
    }
}

#[test]
fn all_sources_are_there_and_the_demo_stays_small() {
    let documents = documents();
    assert!((60..=140).contains(&documents.len()), "{} documents", documents.len());
    let sources: BTreeSet<_> = documents.iter().map(|doc| doc.source).collect();
    assert_eq!(sources, SOURCES.iter().map(|(source, _)| *source).collect());
    let bytes: usize = lagrum_demo::files().map(|(_, bytes)| bytes.len()).sum();
    assert!((300_000..900_000).contains(&bytes), "{bytes} bytes");
}

#[test]
fn uris_are_unique_and_have_the_form_of_their_source() {
    let mut seen = BTreeMap::new();
    for doc in documents() {
        let uri = doc.artifact.uri().to_owned();
        let id = local(&uri).unwrap_or_else(|| panic!("{}: {uri} has another base", doc.path));
        assert!(has_form(doc.source, id), "{}: {id} is no id of {}", doc.path, doc.source);
        if let Some(other) = seen.insert(uri.clone(), doc.path) {
            panic!("{uri} stands in {other} and in {}", doc.path);
        }
    }
}

/// The forms of local ids, by source.
fn has_form(source: &str, id: &str) -> bool {
    let parts: Vec<&str> = id.split('/').collect();
    match (source, parts.as_slice()) {
        ("sfs", [id]) => year_and(id, |number| {
            number.starts_with(|c: char| c.is_ascii_digit())
                || number.strip_prefix("bih._").is_some_and(|rest| rest.contains("_s."))
        }),
        ("dv", ["dom", "nja", report]) => {
            report.split_once('s').is_some_and(|(year, page)| is_year(year) && digits(page))
        }
        ("dv", ["dom", "hfd" | "ra" | "ad" | "mod" | "mig" | "rh", report]) => year_and(report, digits),
        ("dv", ["dom", _, year, "not", number]) => is_year(year) && digits(number),
        ("dv", ["dom", "hd" | "kst", number, date]) => number.contains('-') && is_date(date),
        ("dv", ["dom", raw]) => raw.starts_with("HDO_"),
        ("forarbete", ["prop" | "bet" | "rskr" | "skr", start, rest]) => is_year(start) && rest.contains(':'),
        ("forarbete", ["sou" | "ds" | "dir" | "fm" | "so", id]) => year_and(id, digits),
        ("forarbete", ["lr", year, slug]) => is_year(year) && !slug.is_empty(),
        ("forarbete", ["pm", ..]) => parts.len() > 1,
        ("foreskrift", [series, id] | [series, id, "grund"]) => {
            series.ends_with("fs") && year_and(id, digits)
        }
        ("avg", ["avg", "jo" | "jk" | "arn" | "imy" | "kkv", number @ ..]) => !number.is_empty(),
        ("rs", ["rs", "skv" | "fk" | "migr" | "kfm" | "imy" | "fi" | "kkv", number]) => !number.contains(' '),
        ("begrepp", ["begrepp", name]) => name.starts_with(char::is_uppercase) && !name.contains(' '),
        ("eurlex", ["celex", celex]) => is_celex(celex),
        ("eurlex", ["celex", celex, "TXT"]) => is_celex(celex) && celex.starts_with('1'),
        ("edpb", ["edpb", "riktlinjer" | "rekommendationer", id]) => id
            .split_once('-')
            .is_some_and(|(number, year)| number.len() == 2 && digits(number) && is_year(year)),
        ("edpb", ["edpb", "wp", slug]) => !slug.is_empty(),
        ("hudoc", ["dom", "echr", item]) => {
            item.split_once('-').is_some_and(|(list, number)| digits(list) && digits(number))
        }
        ("coe", ["coe", number]) => number.len() >= 3 && digits(&number[..3]) && number.len() <= 4,
        ("icrc", ["icrc", number]) => digits(number),
        ("untc", ["untc", number]) => number.strip_prefix("I-").is_some_and(digits),
        ("icc", ["icc", number]) => number.starts_with("ICC-"),
        ("icj", ["icj", stem]) => stem.split('-').count() == 5 && digits(&stem[..3]),
        ("kommentar", ["kommentar", host]) => year_and(host, digits) || is_celex(host),
        _ => false,
    }
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn is_year(text: &str) -> bool {
    text.len() == 4 && digits(text)
}

fn year_and(text: &str, rest: impl Fn(&str) -> bool) -> bool {
    text.split_once(':').is_some_and(|(year, number)| is_year(year) && rest(number))
}

fn is_date(text: &str) -> bool {
    matches!(text.split('-').collect::<Vec<_>>().as_slice(), [y, m, d] if is_year(y) && digits(m) && digits(d))
}

fn is_celex(text: &str) -> bool {
    text.len() >= 6
        && digits(&text[..5])
        && text.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase() || matches!(b, b'(' | b')'))
}

#[test]
fn a_file_lies_where_its_uri_says() {
    for doc in documents() {
        let id = local(doc.artifact.uri()).unwrap();
        let expected = match doc.source {
            "sfs" => format!("sfs/{}.json", id.replacen(':', "/", 1)),
            "eurlex" => {
                let celex = id.strip_prefix("celex/").unwrap();
                format!("eurlex/{}/{}.json", &celex[1..5], celex.replace('/', "_"))
            }
            _ => continue,
        };
        assert_eq!(doc.path, expected);
    }
}

#[test]
fn a_list_of_versions_names_the_archived_wordings_that_are_there() {
    let files: BTreeMap<_, _> = lagrum_demo::files().collect();
    let mut archived: BTreeSet<_> = files.keys().copied().filter(|path| path.contains("/archive/")).collect();
    let mut lists = 0;
    for (path, bytes) in files.iter().filter(|(path, _)| path.ends_with(".versions.json")) {
        lists += 1;
        let source = path.split('/').next().unwrap();
        let document = path.replace(".versions.json", "");
        assert!(files.contains_key(format!("{document}.json").as_str()), "{path} stands beside nothing");
        let list: Value = serde_json::from_slice(bytes).unwrap();
        for version in list["versions"].as_array().unwrap() {
            let id = version["version"].as_str().unwrap();
            let file = format!(
                "{source}/archive/{}/.versions/{}.json",
                &document[source.len() + 1..],
                id.replace(':', "/")
            );
            let wording: Value = serde_json::from_slice(files.get(file.as_str()).expect(&file)).unwrap();
            assert_eq!(wording["version"], id, "{file}");
            assert_eq!(wording["uri"], version["uri"], "{file}");
            let current: Value = serde_json::from_slice(files[format!("{document}.json").as_str()]).unwrap();
            let uri = format!("{}/konsolidering/{id}", current["uri"].as_str().unwrap());
            assert_eq!(wording["uri"], uri, "{file}");
            assert_ne!(
                wording["structure"], current["structure"],
                "{file} says what the current wording says"
            );
            archived.remove(file.as_str());
        }
    }
    assert_eq!(archived, BTreeSet::new(), "archived wordings that no list names");
    assert!(lists >= 2);
}

//! Invented raw files of EU law, a file for each form and rule: a sentence about it, the number that the file's name states, the raw
//! file, and the outline that it must give. No word may be lost or added.

#![allow(clippy::unwrap_used, reason = "a fault ends the test")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::sync::LazyLock;

use lagrum_artifact::{Artifact, Base};
use lagrum_citation::CitationNames;
use lagrum_parse::{Numbering, ParseContext, ParseError, Parsed, RawMember, RawParts, parse};
use serde_json::Value;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

static NAMES: LazyLock<CitationNames> = LazyLock::new(CitationNames::shipped);

fn parsed(raw: &RawParts<'_>) -> Result<Parsed, ParseError> {
    let base = Base::parse("https://lag.example").unwrap();
    let numbering = Numbering::default();
    let context = ParseContext { base: &base, as_of: "2031-06-01", names: &NAMES, numbering: &numbering };
    parse("eurlex", raw, &context)
}

fn runs(runs: &Value) -> String {
    let run = |run: &Value| match run {
        Value::String(text) => text.clone(),
        mark if mark["kind"] == "footnote" => format!("^{}^", mark["text"].as_str().unwrap()),
        link => {
            let uri = link["uri"].as_str().unwrap();
            let uri = uri.strip_prefix("https://lag.example/celex/").unwrap_or(uri);
            format!("[{}]({uri})", link["text"].as_str().unwrap())
        }
    };
    runs.as_array().into_iter().flatten().map(run).collect()
}

fn outline(node: &Value, depth: usize, out: &mut String) {
    write!(out, "{}{}", "  ".repeat(depth), node["type"].as_str().unwrap()).unwrap();
    for name in ["quoted", "id", "num", "label", "level", "depth", "mod", "th", "colspan", "rowspan"] {
        match &node[name] {
            Value::Null => {}
            Value::String(value) => write!(out, " {name}={value}").unwrap(),
            value => write!(out, " {name}={value}").unwrap(),
        }
    }
    if node.get("text").is_some() {
        write!(out, " | {}", runs(&node["text"])).unwrap();
    }
    if let Some(cells) = node["cells"].as_array() {
        write!(out, " | {}", cells.iter().map(runs).collect::<Vec<_>>().join(" || ")).unwrap();
    }
    out.push('\n');
    for child in node["children"].as_array().into_iter().flatten() {
        outline(child, depth + 1, out);
    }
}

/// The section of a file under a heading such as `=== body`.
fn section<'f>(file: &'f str, name: &str) -> &'f str {
    let (_, rest) = file.split_once(&format!("=== {name}\n")).unwrap();
    rest.split_once("\n=== ").map_or(rest, |(section, _)| section)
}

fn given(found: &Parsed) -> String {
    let mut given = String::new();
    let artifact = found.artifact.as_ref().unwrap();
    assert!(Artifact::parse(artifact.as_bytes()).is_ok());
    let artifact: Value = serde_json::from_str(artifact).unwrap();
    for name in ["uri", "doctype", "lang", "date", "title", "label", "version"] {
        if let Some(value) = artifact[name].as_str() {
            writeln!(given, "{name}: {value}").unwrap();
        }
    }
    for node in artifact["structure"].as_array().unwrap() {
        outline(node, 0, &mut given);
    }
    given
}

#[test]
fn raw_files_give_their_outlines() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/eurlex"));
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 9);
    let mut differ = String::new();
    for path in files {
        let file = std::fs::read_to_string(&path).unwrap();
        let body = section(&file, "body");
        let raw = RawParts {
            body: body.as_bytes(),
            name: Some(section(&file, "key").trim()),
            ..RawParts::default()
        };
        let found = parsed(&raw).unwrap();
        let given = given(&found);
        let words = (found.report.missing, found.report.extra);
        let expected = section(&file, "outline");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(
                &path,
                file.replace(&format!("=== outline\n{expected}"), &format!("=== outline\n{given}")),
            )
            .unwrap();
        }
        if given != expected || words != (0, 0) {
            let name = path.file_name().unwrap_or_default().display();
            writeln!(differ, "{name}, words {words:?}, gives\n{given}and not\n{expected}").unwrap();
        }
    }
    assert!(differ.is_empty(), "{differ}");
}

const TEXT: &str = "<CONS.ACT><INFO.CONSLEG START.DATE=\"20320101\"/><CONS.DOC><ENACTING.TERMS><ARTICLE IDENTIFIER=\"001\">\
    <TI.ART>Article 1</TI.ART><ALINEA>Sheep.</ALINEA></ARTICLE></ENACTING.TERMS></CONS.DOC></CONS.ACT>";
const ANNEX: &str = "<ANNEX><TITLE><TI><P>ANNEX</P></TI></TITLE><CONTENTS><P>Goats.</P></CONTENTS></ANNEX>";
const MANIFEST: &str = "<DOC><FMX><DOC.MAIN.PUB><NO.CELEX>32031R0077</NO.CELEX><REF.PHYS FILE=\"z.xml\" TYPE=\"DOC.XML\"/>\
    <REF.PHYS FILE=\"a.xml\" TYPE=\"DOC.XML\"/></DOC.MAIN.PUB></FMX></DOC>";

fn zipped(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in members {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A zip and a folder are read in the order of the manifest, whatever the order and the dates of their files.
#[test]
fn publications_follow_their_manifest() {
    let files: [(&str, &[u8]); 3] =
        [("a.xml", ANNEX.as_bytes()), ("x/z.xml", TEXT.as_bytes()), ("m.doc.xml", MANIFEST.as_bytes())];
    let zip = zipped(&files);
    let members: Vec<RawMember<'_>> = files.iter().map(|(name, bytes)| RawMember { name, bytes }).collect();
    let of_zip = parsed(&RawParts { body: &zip, ..RawParts::default() }).unwrap();
    let of_folder = parsed(&RawParts { members: &members, ..RawParts::default() }).unwrap();
    assert_eq!(of_zip, of_folder);
    assert_eq!((of_zip.key.as_str(), of_zip.wording.as_str()), ("32031R0077", "2032-01-01"));
    let given = given(&of_zip);
    assert!(
        given.starts_with("uri: https://lag.example/celex/32031R0077/konsolidering/2032-01-01\n"),
        "{given}"
    );
    assert!(given.find("Sheep").unwrap() < given.find("Goats").unwrap(), "{given}");
}

#[test]
fn what_is_no_document_is_refused() {
    let deep_xml = format!("<ACT>{}{}</ACT>", "<P>".repeat(60_000), "</P>".repeat(60_000));
    let deep_page = format!("<body>{}</body>", "<table><tr><td>".repeat(60_000));
    let tiff = zipped(&[("L_1.tif", b"II*\0"), ("m.doc.xml", MANIFEST.as_bytes())]);
    let mut cut_zip = zipped(&[("a.xml", TEXT.as_bytes())]);
    cut_zip.truncate(cut_zip.len() / 2);
    let bomb = zipped(&[("a.xml", vec![b' '; 257 << 20].as_slice())]);
    let entity = format!("<!DOCTYPE ACT [<!ENTITY a \"b\">]>{TEXT}");
    for (name, body) in [
        ("empty", &b""[..]),
        ("blank", b" \r\n"),
        ("cut XML", TEXT.get(..TEXT.len() - 9).unwrap().as_bytes()),
        ("page for robots", b"<html><body><p>Verify that you are not a robot</p></body></html>"),
        ("page to log in", b"<html><body><form>User name</form></body></html>"),
        ("picture", b"\x89PNG\r\n\x1a\n\0\0"),
        ("JSON", b"{\"celex\":\"32031R0077\"}"),
        ("manifest alone", MANIFEST.as_bytes()),
        ("deep XML", deep_xml.as_bytes()),
        ("deep page", deep_page.as_bytes()),
        ("zip of pictures", &tiff),
        ("cut zip", &cut_zip),
        ("zip that unpacks to 257 MiB", &bomb),
        ("XML with a DTD", entity.as_bytes()),
    ] {
        let found = parsed(&RawParts { body, name: Some("32031R0077"), ..RawParts::default() });
        assert!(found.is_err(), "{name}: {found:?}");
    }
    let nameless = parsed(&RawParts { body: TEXT.as_bytes(), ..RawParts::default() });
    assert_eq!(nameless.unwrap_err(), ParseError::NoKey);
    let named = parsed(&RawParts { body: TEXT.as_bytes(), name: Some("index"), ..RawParts::default() });
    assert_eq!(named.unwrap_err(), ParseError::NoKey);
}

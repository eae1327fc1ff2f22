//! The bodies and records of HUDOC in the real corpus against the artifacts made of them. The raw file is the measure: its words in
//! their order, its blocks, its numbers and its facts, read a second time here by simpler means than those of the parser.

#![allow(clippy::unwrap_used, reason = "a fault ends the test")]

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use lagrum_artifact::Base;
use lagrum_citation::CitationNames;
use lagrum_parse::{Numbering, ParseContext, RawParts, parse};
use serde_json::Value;

#[path = "support/pages.rs"]
mod pages;
use pages::{Goals, RawBlock, alphanumeric, blocks, node_texts, words_in_order};
#[path = "support/unpacked.rs"]
mod unpacked;
use unpacked::unpacked;
#[path = "support/words.rs"]
mod words;

fn bodies(folder: &Path) -> Vec<(PathBuf, PathBuf)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if let Some((item, "html" | "html.gz")) = name.split_once('.') {
            found.push((path, folder.join(format!("{item}.json"))));
        }
    }
    found.sort();
    found
}

/// The number that a block begins with, by its words alone.
fn number(text: &str) -> Option<u32> {
    let text = text.trim_start();
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let rest = text[digits..].trim_start().strip_prefix('.')?;
    rest.starts_with(char::is_whitespace).then(|| text[..digits].parse().ok()).flatten()
}

/// The numbers 1, 2, … of a judgment as far as they go on before what the court decides, in any block.
fn printed_numbers(blocks: &[RawBlock]) -> usize {
    let mut next = 1;
    for block in blocks {
        if block.text.trim().to_uppercase().starts_with("FOR THESE REASONS") && block.text.len() < 200 {
            break;
        }
        if number(&block.text) == Some(next) {
            next += 1;
        }
    }
    next as usize - 1
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end_matches(['"', '”', '’', ')', ' ']).ends_with(['.', ';', ','])
}

#[test]
fn artifacts_have_what_the_raw_files_have() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let (base, names, numbering) =
        (Base::parse("https://lagen.nu/").unwrap(), CitationNames::shipped(), Numbering::default());
    let context = ParseContext { base: &base, as_of: "2026-04-01", names: &names, numbering: &numbering };
    let mut goals = Goals::default();
    let (mut paragraphs, mut printed, mut links, mut convention) = (0, 0, 0, 0);
    let (mut headings, mut sentences, mut styled, mut styled_found) = (0, 0, 0, 0);
    let files = bodies(&folder.join("raw/hudoc"));
    for (body_path, record_path) in &files {
        let body = unpacked(body_path);
        let record_bytes = std::fs::read(record_path).unwrap();
        let raw = RawParts { body: &body, record: Some(&record_bytes), ..RawParts::default() };
        let parsed = parse("hudoc", &raw, &context).unwrap();
        let artifact: Value = serde_json::from_str(parsed.artifact.as_deref().unwrap()).unwrap();
        let record: Value = serde_json::from_slice(&record_bytes).unwrap();
        let html = String::from_utf8(body).unwrap();
        assert_eq!(words::misplaced_marks(&artifact), [""; 0], "{}", artifact["uri"]);
        let raw_blocks = blocks(&html);
        let texts = node_texts(&artifact["structure"], &["num", "ordinal"]);
        goals.words(&words_in_order(&raw_blocks), &texts);
        goals.blocks(&raw_blocks, &texts);
        goals.facts += check_facts(&record, &artifact);

        let nodes = artifact["structure"].as_array().unwrap();
        let own = nodes
            .iter()
            .filter(|node| node["id"].as_str().is_some_and(|id| id.starts_with('P') && !id.contains('-')));
        let own = own.count();
        paragraphs += own;
        // 001-153134 leaves 18 paragraphs out, so its numbers do not go on.
        let is_whole = artifact["itemid"] != "001-153134";
        let of_file = if is_whole { printed_numbers(&raw_blocks) } else { 104 };
        printed += of_file;
        if own != of_file {
            println!("{}: {own} numbers, {of_file} printed", artifact["uri"]);
        }
        let ids: Vec<&str> = nodes.iter().filter_map(|node| node["id"].as_str()).collect();
        assert_eq!(ids.len(), ids.iter().collect::<HashSet<_>>().len(), "{}", artifact["uri"]);

        let titles: HashSet<String> = nodes
            .iter()
            .filter(|node| node["type"] == "rubrik")
            .flat_map(|node| node_texts(&Value::Array(vec![node.clone()]), &[]))
            .collect();
        headings += titles.len();
        sentences +=
            titles.iter().filter(|title| ends_sentence(title) && title.to_uppercase() != **title).count();
        let is_title =
            |text: &str| titles.iter().any(|title| alphanumeric(title).ends_with(&alphanumeric(text)));
        for block in raw_blocks.iter().skip_while(|block| !block.text.trim_start().starts_with("In the ")) {
            let is_styled = block.style.contains("page-break-after:avoid")
                && (block.style.contains("font-size:14pt") || block.style.contains("text-indent:-"));
            if is_styled && !ends_sentence(&block.text) && block.text.len() < 400 {
                styled += 1;
                styled_found += usize::from(is_title(&block.text));
            }
        }
        let text = parsed.artifact.unwrap();
        links += text.matches("\"predicate\":\"dcterms:references\",\"text\"").count();
        convention += text.matches("lagen.nu/coe/").count();
    }
    println!(
        "{} bodies: {goals}; numbers {paragraphs} of {printed}; headings {headings}, sentences {sentences}, \
         by style {styled_found} of {styled}; links {links}, to treaties {convention}",
        files.len(),
    );
    assert!(files.len() >= 40, "bodies are missing");
    assert_eq!((goals.missing, goals.extra, goals.moved), (0, 0, 0));
    assert!(goals.has_blocks(97));
    assert_eq!(paragraphs, printed);
    assert!(sentences * 100 <= headings && styled_found * 100 >= styled * 98);
}

/// Checks the facts of a record, and counts them.
fn check_facts(record: &Value, artifact: &Value) -> usize {
    let listed = |value: &Value| {
        value.as_array().into_iter().flatten().filter_map(Value::as_str).collect::<Vec<_>>().join(";")
    };
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let column = |name: &str| words(record[name].as_str().unwrap_or_default());
    let metadata = &artifact["metadata"];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let facts = [
        (column("itemid"), text(&artifact["itemid"])),
        (column("docname"), text(&artifact["title"])),
        (column("ecli"), text(&artifact["ecli"])),
        (column("appno"), listed(&metadata["applicationNumber"])),
        (column("documentcollectionid2"), listed(&metadata["documentCollection"])),
        (column("respondent"), text(&metadata["respondent"])),
        (column("originatingbody"), text(&metadata["originatingBody"])),
        (column("importance"), text(&metadata["importance"])),
        (column("article"), listed(&metadata["articles"])),
        (column("conclusion"), listed(&metadata["conclusions"])),
        (column("languageisocode"), text(&metadata["language"])),
    ];
    for (stated, found) in &facts {
        assert_eq!(stated, found, "{}", artifact["uri"]);
    }
    let day = text(&artifact["date"]);
    let ecli: String = column("ecli").split(':').skip(3).take(2).collect::<Vec<_>>().join(":");
    let of_ecli = format!("{}:{}{}", &day[..4], &day[5..7], &day[8..]);
    assert!(ecli.starts_with(&of_ecli) || column("kpdate").starts_with(&day), "{}", artifact["uri"]);
    facts.len() + 1
}

#[test]
fn what_is_no_body_is_refused() {
    let (base, names, numbering) =
        (Base::parse("https://lagen.nu/").unwrap(), CitationNames::shipped(), Numbering::default());
    let context = ParseContext { base: &base, as_of: "2026-04-01", names: &names, numbering: &numbering };
    let deep = format!("<div><p class='s'>a</p>{}", "<table><tr><td>".repeat(60_000));
    let cut = "<style>.s1 { font-weight:bold }</style><div><div><p class='s1'>1. The sheep";
    for (what, body) in [
        ("empty", &b""[..]),
        ("blank", b" \n"),
        (
            "a login page",
            b"<html><body><form><input name='user'><p class='x'>Log in</p></form><div></div></body></html>",
        ),
        (
            "a page that keeps programs out",
            b"<html><title>Checking your browser</title><h1>Please wait</h1></html>",
        ),
        ("a picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0"),
        ("other JSON", b"{\"resultcount\":0,\"results\":[]}"),
        ("a list", b"[{\"itemid\":\"001-1\"}]"),
        ("deep JSON", "[".repeat(60_000).as_bytes()),
        ("cut", cut.as_bytes()),
        ("nested too deep", deep.as_bytes()),
    ] {
        let found = parse("hudoc", &RawParts { body, key: Some("001-1"), ..RawParts::default() }, &context);
        assert!(found.is_err(), "{what}");
    }
}

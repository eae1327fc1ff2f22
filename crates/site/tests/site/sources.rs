//! The files of the site: their sizes, and what may not stand in them.

use std::path::{Path, PathBuf};

use lagrum_pages::{PageFile, Pages};
use lagrum_site::ReaderSite;

use crate::served::{get, get_from, router, snapshot};

/// Bytes of a file as it is sent to browsers.
async fn sent(name: &str) -> usize {
    sent_from("/", name).await
}

/// Bytes of a file of a page as it is sent to browsers.
async fn sent_from(page: &str, name: &str) -> usize {
    let page = get(page).await.body;
    let address = page.split('"').find(|part| part.ends_with(name)).unwrap().to_owned();
    let response = get_from(&router(Some(snapshot())), &address, &[("accept-encoding", "br")]).await;
    assert_eq!(response.status, 200, "{address}");
    assert_eq!(response.header("cache-control"), "public, max-age=31536000, immutable");
    response.length
}

#[tokio::test]
async fn files_are_small() {
    let style = sent("site.css").await;
    assert!(style <= 12 << 10, "the style has {style} bytes");
    let scripts = sent("tidig.js").await + sent("las.js").await;
    let scripts = scripts + sent("forslag.js").await + sent_from("/1931:47", "dokument.js").await;
    assert!(scripts <= 10 << 10, "the scripts have {scripts} bytes");
    let graph = sent_from("/graf/1931:47", "graf.js").await;
    assert!(graph <= 4 << 10, "the script of graphs has {graph} bytes");
}

/// Bytes of a page as it is sent to browsers.
async fn page_bytes(address: &str) -> usize {
    get_from(&router(Some(snapshot())), address, &[("accept-encoding", "br")]).await.length
}

#[tokio::test]
async fn pages_are_small() {
    for (address, kilobytes) in [
        ("/", 12),
        ("/sok?q=tillsyn", 12),
        ("/bladdra", 12),
        ("/bladdra/sfs", 12),
        ("/1931:47", 14),
        ("/dom/nja/2031s5", 14),
        ("/prop/2030/31:9", 14),
        ("/celex/32031R0077", 14),
    ] {
        let bytes = page_bytes(address).await;
        assert!(bytes > 500 && bytes <= kilobytes << 10, "{address} has {bytes} bytes");
    }
}

fn files() -> Vec<PageFile> {
    ReaderSite::default().files()
}

#[test]
fn scripts_write_no_markup() {
    for file in files().into_iter().filter(|file| file.name.ends_with(".js")) {
        let text = std::str::from_utf8(file.bytes).unwrap();
        for sink in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function("] {
            assert!(!text.contains(sink), "{} uses {sink}", file.name);
        }
    }
}

/// The text of a template without tags and expressions.
fn words(template: &str) -> String {
    let (mut words, mut depth) = (String::new(), 0_i32);
    let mut rest = template;
    while let Some(c) = rest.chars().next() {
        if let Some(after) = ["{{", "{%"].iter().find_map(|open| rest.strip_prefix(open)) {
            let close = if rest.starts_with("{{") { "}}" } else { "%}" };
            rest = after.split_once(close).map_or("", |(_, rest)| rest);
            continue;
        }
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            c if depth == 0 => words.push(c),
            _ => {}
        }
        rest = &rest[c.len_utf8()..];
    }
    words
}

/// The HTML templates of a folder and of those in it.
fn templates(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            templates(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "html") {
            found.push(path);
        }
    }
}

#[test]
fn templates_escape_everything_and_have_no_words_of_their_own() {
    let mut found = Vec::new();
    templates(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/templates")), &mut found);
    for path in &found {
        let text = std::fs::read_to_string(path).unwrap();
        assert!(!text.contains("|safe") && !text.contains("| safe"), "{}", path.display());
        let words: String = words(&text).chars().filter(|c| c.is_alphabetic()).collect();
        assert_eq!(words, "", "{}: words stand in ord.rs", path.display());
    }
    assert!(found.len() > 15, "{}", found.len());
}

//! The raw files of preparatory works against what they print: words, sections, headings and facts, counted by other means than those of the
//! parser where the form allows it.

#![allow(clippy::unwrap_used, reason = "a fault ends the test")]

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use flate2::read::MultiGzDecoder;
use lagrum_artifact::Base;
use lagrum_citation::CitationNames;
use lagrum_parse::{Numbering, ParseContext, RawParts, parse};
use serde_json::Value;

#[path = "support/cited.rs"]
mod cited;
use cited::{cited, is_younger_act};
#[path = "support/unpacked.rs"]
mod unpacked;
use unpacked::unpacked;

static NAMES: LazyLock<CitationNames> = LazyLock::new(CitationNames::shipped);

/// A record with its artifact.
struct RawFile {
    name: String,
    document: Value,
    html: String,
    artifact: Value,
    unread: Vec<String>,
}

/// The records in JSON that have a text.
fn files(folder: &Path) -> Vec<RawFile> {
    let base = Base::parse("https://lagen.nu").unwrap();
    let numbering = Numbering::default();
    let context = ParseContext { base: &base, as_of: "2026-04-01", names: &NAMES, numbering: &numbering };
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder.join("raw/forarbete")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("dokumentstatus-"))
    });
    paths.sort();
    assert!(paths.len() >= 40);
    let mut files = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let body = unpacked(&path);
        let found = parse("forarbete", &RawParts { body: &body, ..RawParts::default() }, &context)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        // No word is lost by the parser's own account, save hyphens of lines that broke a word twice.
        assert!(found.report.missing * 1000 <= found.report.words, "{name}: {:?}", found.report);
        assert!(found.report.extra * 1000 <= found.report.words, "{name}: {:?}", found.report);
        let (Ok(record), Some(artifact)) = (serde_json::from_slice::<Value>(&body), found.artifact) else {
            continue;
        };
        let document = record["dokumentstatus"].clone();
        let html = document["dokument"]["html"].as_str().unwrap_or_default().to_owned();
        let artifact = serde_json::from_str(&artifact).unwrap();
        files.push(RawFile { name, document, html, artifact, unread: found.report.unread });
    }
    files
}

fn text(runs: &Value) -> String {
    let runs = runs.as_array().into_iter().flatten();
    runs.map(|run| run.as_str().or_else(|| run["text"].as_str()).unwrap_or_default()).collect()
}

fn walk<'v>(nodes: &'v Value, visit: &mut dyn FnMut(&'v Value)) {
    for node in nodes.as_array().into_iter().flatten() {
        visit(node);
        walk(&node["children"], visit);
    }
}

/// The letters and digits of a text, without case.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A page without its tags. Blocks are parted by line ends.
fn stripped(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        text.push_str(&rest[..open]);
        let tag = &rest[open..];
        let close = tag.find('>').map_or(tag.len(), |at| at + 1);
        let name = tag[1..].trim_start_matches('/').split([' ', '>', '\t', '\n']).next().unwrap_or_default();
        if ["p", "td", "tr", "table", "div", "br", "li", "h1", "h2", "h3", "h4"]
            .contains(&&*name.to_lowercase())
        {
            text.push('\n');
        }
        rest = &tag[close..];
        if name.eq_ignore_ascii_case("style") && !tag.starts_with("</") {
            let end = rest.to_lowercase().find("</style").unwrap_or(rest.len());
            rest = &rest[end..];
        }
    }
    text.push_str(rest);
    for (reference, sign) in
        [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#xa0;", " "), ("&#160;", " ")]
    {
        text = text.replace(reference, sign);
    }
    text.replace("&shy;", "").replace("&#xad;", "").replace('\u{ad}', "").replace("&amp;", "&")
}

/// Every block of a text of the raw file stands in the artifact as it is, and nothing else does: of reports, which have no edges of pages.
#[test]
fn reports_keep_their_blocks_words_and_headings() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let (mut blocks, mut found_blocks, mut headings, mut found_headings, mut words, mut missing) =
        (0, 0, 0, 0, 0, 0);
    for file in files(&folder).iter().filter(|file| file.html.contains("w600px")) {
        let mut counts: HashMap<String, i64> = HashMap::new();
        let mut titles: HashMap<String, i64> = HashMap::new();
        let mut given = String::new();
        walk(&file.artifact["structure"], &mut |node| {
            let own = text(&node["text"]);
            let num = node["num"].as_str().unwrap_or_default();
            *counts.entry(letters(&format!("{num}{own}"))).or_default() += 1;
            if node["type"] == "avsnitt" {
                *titles.entry(letters(&own)).or_default() += 1;
            }
            for cell in node["cells"].as_array().into_iter().flatten() {
                *counts.entry(letters(&text(cell))).or_default() += 1;
                given.push_str(&text(cell));
                given.push('\n');
            }
            given.push_str(&format!("{num} {own}\n"));
        });
        let mut raw = String::new();
        for piece in file.html.split("<p").skip(1).flat_map(|piece| piece.split("<h").collect::<Vec<_>>()) {
            let class =
                piece.split("class=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
            let is_contents = class.starts_with("TOC") || class.starts_with("Innehll");
            let body = format!("<p{piece}");
            let own = stripped(body.split("</p>").next().unwrap().split("</h").next().unwrap());
            if is_contents || letters(&own).is_empty() {
                continue;
            }
            raw.push_str(&own);
            raw.push('\n');
            blocks += 1;
            let key = letters(&own);
            let count = counts.entry(key.clone()).or_default();
            if *count > 0 {
                *count -= 1;
                found_blocks += 1;
            }
            let names = [
                "R1",
                "R2",
                "R3",
                "R4",
                "R5",
                "R6",
                "Avsnittsrubrik",
                "Bilagerubrik",
                "Rubrik2bilaga",
                "Sammanfattning",
                "DokumentRubrik",
                "Reservationsrubrik",
                "Srskiltyttranderubrik",
            ];
            if names.contains(&class) {
                headings += 1;
                found_headings += usize::from(titles.contains_key(&key));
            }
        }
        words += raw.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).count();
        missing += lost(&raw, &given);
    }
    println!(
        "reports: words {words}, missing {missing}; blocks {found_blocks} of {blocks}; headings {found_headings} of {headings}"
    );
    assert!(blocks > 500 && found_blocks * 100 >= blocks * 95);
    assert!(headings > 100 && found_headings * 100 >= headings * 98);
    assert_eq!(missing, 0);
}

/// Words of a text that another lacks, not counting those that were cut or glued.
fn lost(raw: &str, given: &str) -> usize {
    let mut counts: BTreeMap<&str, i64> = BTreeMap::new();
    for word in raw.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        *counts.entry(word).or_default() += 1;
    }
    for word in given.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        *counts.entry(word).or_default() -= 1;
    }
    counts.values().filter(|count| **count > 0).map(|count| usize::try_from(*count).unwrap()).sum()
}

/// Pages have no heads and no lines of contents, sections of the list of contents have their headings, and sentences go on over the edges
/// of pages.
#[test]
fn pages_keep_their_sections_and_have_no_heads() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let (mut sections, mut lost_sections, mut heads, mut dots, mut edges, mut cut) = (0, 0, 0, 0, 0, 0);
    for file in files(&folder).iter().filter(|file| file.html.contains("id=\"page_1\"")) {
        lost_sections += file.unread.len();
        let head = file.artifact["identifier"].as_str().unwrap();
        let mut ends: Vec<(u64, String, bool)> = Vec::new();
        walk(&file.artifact["structure"], &mut |node| {
            let own = text(&node["text"]);
            let page = node["page"].as_u64().unwrap_or_default();
            if let Some(num) = node["num"].as_str().filter(|_| node["type"] == "avsnitt") {
                assert_eq!(node["id"], format!("a{num}"), "{}", file.name);
                sections += 1;
            }
            let cells = node["cells"].as_array().into_iter().flatten().map(text);
            for piece in cells.chain([own.clone()]) {
                heads += usize::from(piece.contains(head) && page > 1);
                dots += usize::from(piece.contains("......"));
            }
            if node["type"] == "stycke" {
                ends.push((page, own, true));
            } else if node["type"] != "fotnot" && node["type"] != "rad" {
                ends.push((page, own, false));
            }
        });
        for pair in ends.windows(2) {
            if let [(before, a, true), (after, b, true)] = pair
                && before < after
            {
                edges += 1;
                // Both sides show it: no mark ends the sentence, and a small letter goes on.
                cut += usize::from(
                    !a.ends_with(['.', ':', ';', ',', ')', '”']) && b.starts_with(char::is_lowercase),
                );
            }
        }
    }
    println!(
        "pages: sections {sections}, without a heading {lost_sections}; heads {heads}, dots {dots}; cut {cut} of {edges} edges"
    );
    assert!(sections > 300 && lost_sections * 100 <= sections * 2);
    assert_eq!(heads, 0);
    assert!(cut * 100 <= edges * 2);
}

/// The pages of a file: the number that each prints, and its letters. A page prints its number in a paragraph by itself.
fn printed_pages(html: &str) -> Vec<(Option<u64>, String)> {
    html.split("id=\"page_")
        .skip(1)
        .map(|page| {
            let lines = stripped(page.split_once('>').unwrap().1);
            let mut lone = lines.lines().filter_map(|line| line.trim().parse().ok());
            (lone.next_back(), letters(&lines))
        })
        .collect()
}

/// The rows of the list of contents: number, number with title, and printed page, where a row has all of them.
fn listed_sections(html: &str) -> Vec<(String, String, u64)> {
    let rows = html.split("<TR").skip(1).filter(|row| row.contains("href=\"#page_"));
    rows.filter_map(|row| {
        let cells = row.split("<TD").skip(1).map(|cell| {
            let cell = stripped(&format!("<TD{}", cell.split("</TD>").next().unwrap()));
            cell.trim().to_owned()
        });
        let cells: Vec<String> = cells.filter(|cell| !cell.is_empty()).collect();
        let [num, title, page] = cells.as_slice() else { return None };
        let is_num = num.chars().all(|c| c.is_ascii_digit() || c == '.');
        let title = title.split("....").next().unwrap();
        Some((num.clone(), letters(&format!("{num}{title}")), page.parse().ok()?)).filter(|_| is_num)
    })
    .collect()
}

/// A paragraph stands on the page on which it begins, and a section on that of the list of contents.
#[test]
fn pages_are_those_that_the_file_prints() {
    const BEGINNING: usize = 25;
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let (mut paragraphs, mut elsewhere, mut listed, mut missing) = (0, 0, 0, Vec::new());
    for file in files(&folder).iter().filter(|file| file.html.contains("id=\"page_1\"")) {
        let mut pages: HashMap<u64, String> = HashMap::new();
        for (number, letters) in printed_pages(&file.html) {
            if let Some(number) = number {
                pages.entry(number).or_default().push_str(&letters);
            }
        }
        let mut sections = Vec::new();
        walk(&file.artifact["structure"], &mut |node| {
            let own = letters(&text(&node["text"]));
            let Some(page) = node["page"].as_u64() else { return };
            if node["type"] == "avsnitt" {
                sections.push((node["num"].as_str().unwrap_or_default(), own, page));
            } else if node["type"] == "stycke"
                && let Some(of_page) = pages.get(&page)
                && let Some((end, _)) = own.char_indices().nth(BEGINNING)
            {
                paragraphs += 1;
                elsewhere += usize::from(!of_page.contains(&own[..end]));
            }
        });
        for (num, title, page) in listed_sections(&file.html) {
            listed += 1;
            let is_there =
                sections.iter().any(|(own, text, at)| *own == num && *text == title && *at == page);
            if !is_there {
                let near: Vec<_> = sections.iter().filter(|(own, ..)| *own == num).collect();
                missing.push(format!("{}: {num} {title} {page} but {near:?}", file.name));
            }
        }
    }
    println!(
        "pages: {elsewhere} of {paragraphs} paragraphs elsewhere; sections {listed}, missing {missing:#?}"
    );
    assert!(paragraphs > 5_000 && elsewhere * 100 <= paragraphs);
    assert!(listed > 200 && missing.len() * 100 <= listed * 2);
}

/// Of the documents that the other program's artifact of a file cites, the artifact cites nearly all.
#[test]
fn what_others_cite_is_cited() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let packed = File::open(folder.join("corpus/forarbete.ndjson.gz")).unwrap();
    let lines = BufReader::new(MultiGzDecoder::new(packed)).lines();
    let files = files(&folder);
    let ours: HashMap<&str, &RawFile> =
        files.iter().map(|file| (file.artifact["uri"].as_str().unwrap(), file)).collect();
    let (mut works, mut wanted_of_all, mut missing) = (0, 0, Vec::new());
    for line in lines {
        let other: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let Some(file) = ours.get(other["uri"].as_str().unwrap()) else { continue };
        let [mut wanted, mut given] = [HashSet::new(), HashSet::new()];
        cited(&other["structure"], &mut wanted);
        cited(&file.artifact["structure"], &mut given);
        cited(&file.artifact["kommentarer"], &mut given);
        let year = &file.artifact["date"].as_str().unwrap()[..4];
        wanted.retain(|document| !is_younger_act(document, year));
        works += 1;
        wanted_of_all += wanted.len();
        missing.extend(wanted.difference(&given).map(|document| format!("{}: {document}", file.name)));
    }
    println!("{works} works, {wanted_of_all} documents cited, not by us {missing:#?}");
    assert!(works > 20 && wanted_of_all > 500);
    assert!(missing.len() * 100 <= wanted_of_all * 5);
}

/// The facts of a record are in the artifact.
#[test]
fn facts_are_kept() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let index = std::fs::read(folder.join("raw/forarbete/index.json")).unwrap();
    let index: Value = serde_json::from_slice(&index).unwrap();
    let files = files(&folder);
    for file in &files {
        let entry = index.as_array().unwrap().iter().find(|entry| entry["raw"] == *file.name).unwrap();
        assert_eq!(file.artifact["uri"], entry["uri"], "{}", file.name);
        let document = &file.document["dokument"];
        let title = document["titel"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(file.artifact["title"], title, "{}", file.name);
        let activities = match &file.document["dokaktivitet"]["aktivitet"] {
            Value::Array(items) => items.clone(),
            one => vec![one.clone()],
        };
        let decided = activities
            .iter()
            .rfind(|activity| activity["kod"] == "BES")
            .and_then(|activity| activity["datum"].as_str());
        let day = decided.filter(|_| document["doktyp"] == "bet").or(document["datum"].as_str()).unwrap();
        assert_eq!(file.artifact["date"], day[..10], "{}", file.name);
        let names = file.artifact.to_string();
        let references = match &file.document["dokreferens"]["referens"] {
            Value::Array(items) => items.clone(),
            one => vec![one.clone()],
        };
        for reference in references.iter().filter(|reference| {
            ["behandlar", "behandlas_i", "rskr"]
                .contains(&reference["referenstyp"].as_str().unwrap_or_default())
                && ["prop", "skr", "bet", "mot", "rskr"]
                    .contains(&reference["ref_dok_typ"].as_str().unwrap_or_default())
        }) {
            let number = format!(
                "{}:{}",
                reference["ref_dok_rm"].as_str().unwrap(),
                reference["ref_dok_bet"].as_str().unwrap()
            );
            assert!(names.contains(&number), "{}: {number}", file.name);
        }
    }
    assert!(files.len() >= 35);
}

//! The raw EU files of the real corpus against what is made of them. The raw files are read here by a scanner of tags of its own, so
//! that a fault of the parser's reading is not compared with itself.

#![allow(clippy::unwrap_used, reason = "a fault ends the test")]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use lagrum_artifact::{Artifact, Base};
use lagrum_citation::CitationNames;
use lagrum_parse::{Numbering, ParseContext, Parsed, RawMember, RawParts, parse};
use serde_json::Value;

#[path = "support/unpacked.rs"]
mod unpacked;
use unpacked::unpacked;
#[path = "support/words.rs"]
mod words;
use words::{misplaced_marks, words};

static NAMES: LazyLock<CitationNames> = LazyLock::new(CitationNames::shipped);

/// A raw file, unpacked, with the text that its words are counted in.
struct RawFile {
    name: String,
    uri: String,
    body: Vec<u8>,
    members: Vec<(String, Vec<u8>)>,
    text: String,
}

fn raw_files(folder: &Path) -> Vec<RawFile> {
    let folder = folder.join("raw/eurlex");
    let index: Value = serde_json::from_slice(&std::fs::read(folder.join("index.json")).unwrap()).unwrap();
    let mut files = Vec::new();
    for entry in index.as_array().unwrap() {
        let Some(uri) = entry["uri"].as_str() else { continue };
        let name = entry["raw"].as_str().unwrap().trim_end_matches('/').to_owned();
        let path = folder.join(&name);
        let mut members: Vec<(String, Vec<u8>)> = Vec::new();
        let mut body = Vec::new();
        if path.is_dir() {
            for entry in std::fs::read_dir(&path).unwrap() {
                let path: PathBuf = entry.unwrap().path();
                members.push((
                    path.file_name().unwrap().to_str().unwrap().to_owned(),
                    std::fs::read(&path).unwrap(),
                ));
            }
        } else {
            body = unpacked(&path);
        }
        let text = if body.starts_with(b"PK") {
            let mut zip = zip::ZipArchive::new(std::io::Cursor::new(&body)).unwrap();
            let name = zip
                .file_names()
                .map(|name| name.unwrap().into_owned())
                .find(|name| !name.contains(".doc."))
                .unwrap();
            let mut text = String::new();
            zip.by_name(&name).unwrap().read_to_string(&mut text).unwrap();
            text
        } else if body.is_empty() {
            let (_, text) = members.iter().find(|(name, _)| !name.contains(".doc.")).unwrap();
            String::from_utf8(text.clone()).unwrap()
        } else {
            String::from_utf8_lossy(&body).into_owned()
        };
        files.push(RawFile { name, uri: uri.to_owned(), body, members, text });
    }
    files
}

fn parsed(file: &RawFile) -> Parsed {
    let base = Base::parse("https://lagen.nu").unwrap();
    let numbering = Numbering::default();
    let context = ParseContext { base: &base, as_of: "2026-04-01", names: &NAMES, numbering: &numbering };
    let members: Vec<RawMember<'_>> =
        file.members.iter().map(|(name, bytes)| RawMember { name, bytes }).collect();
    let name = file.name.split('.').next();
    let raw = RawParts { body: &file.body, members: &members, name, ..RawParts::default() };
    parse("eurlex", &raw, &context).unwrap_or_else(|error| panic!("{}: {error}", file.name))
}

fn form(file: &RawFile) -> &'static str {
    match &file.text {
        text if text.contains("<CONS.ACT") || text.contains("<ACT ") => "Formex",
        text if text.contains("TXT_TE") => "older page",
        text if text.contains("sum-title-1") => "judgment",
        text if text.contains("class=\"disclaimer\"") => "consolidation",
        text if text.contains("oj-normal") => "Journal",
        _ => "rewritten",
    }
}

/// A block of a raw file: the words between two tags of blocks.
#[derive(Default)]
struct RawBlock {
    words: Vec<String>,
    is_heading: bool,
    is_note: bool,
    is_cell: bool,
}

/// The blocks of a raw file, without what is no text of it.
fn raw_blocks(file: &RawFile) -> Vec<RawBlock> {
    let mut text = file.text.clone();
    if let Some(start) = text.find("<TXT_TE>") {
        let title = text.split("<strong>").nth(1).unwrap().split("</strong>").next().unwrap();
        let end = text.find("</TXT_TE>").unwrap();
        text = format!("<p>{title}</p>{}", &text[start..end]);
    } else if text.contains("class=\"disclaimer\"") {
        // The head ends with the second rule.
        text = text.splitn(3, "class=\"separator\"").nth(2).unwrap().to_owned();
    }
    let mut blocks = vec![RawBlock::default()];
    // Elements that are left out, and those that make a heading, a note or a cell, by how many elements of their name are open.
    let mut open: Vec<(String, &'static str)> = Vec::new();
    for piece in text.split('<').skip(1) {
        let (tag, words_after) = piece.split_once('>').unwrap_or((piece, ""));
        if tag.starts_with(['!', '?']) {
            add(&mut blocks, words_after, &open);
            continue;
        }
        let name: String =
            tag.trim_start_matches('/').chars().take_while(|c| !c.is_whitespace() && *c != '/').collect();
        let is_void =
            tag.ends_with('/') || matches!(name.as_str(), "br" | "col" | "hr" | "img" | "meta" | "link");
        let class = tag.split("class=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
        let in_heading = open.iter().any(|(name, _)| name == "TI" || name == "STI");
        if is_block(&name) && !(in_heading && matches!(name.as_str(), "P" | "NP" | "NO.P" | "TXT")) {
            blocks.push(RawBlock::default());
        } else if is_block(&name)
            && let Some(last) = blocks.last_mut().and_then(|block| block.words.last_mut())
        {
            *last = last.trim_end_matches('\u{1}').to_owned();
        }
        if tag.starts_with('/') {
            if let Some(at) = open.iter().rposition(|(open, _)| *open == name) {
                open.truncate(at);
            }
        } else if !is_void {
            open.push((name.clone(), meaning(&name, class)));
        }
        add(&mut blocks, words_after, &open);
    }
    blocks.retain(|block| !block.words.is_empty());
    blocks
}

fn add(blocks: &mut [RawBlock], text: &str, open: &[(String, &'static str)]) {
    let is = |meaning: &str| open.iter().any(|(_, of_open)| *of_open == meaning);
    // The title of a judgment has no marks.
    if is("left out") || is("mark") && is("heading") {
        return;
    }
    let text = resolved(text);
    let mut text = text.as_str();
    let mut kept = String::new();
    // Marks of changes in consolidations.
    while let Some((before, after)) = text.split_once('►') {
        kept.push_str(before);
        text = after.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    }
    kept.push_str(text);
    let block = blocks.last_mut().unwrap();
    block.is_heading |= is("heading");
    block.is_note |= is("note");
    block.is_cell |= is("cell");
    if kept.is_empty() {
        return;
    }
    let glued = kept.starts_with(char::is_alphanumeric)
        && block.words.last().is_some_and(|last| last.ends_with('\u{1}'));
    let ends_open = kept.ends_with(char::is_alphanumeric);
    let mut new: Vec<String> = words(&kept).collect();
    if let Some(last) = block.words.last_mut() {
        let whole = last.trim_end_matches('\u{1}').to_owned();
        *last = whole;
        if glued && !new.is_empty() {
            last.push_str(&new.remove(0));
        }
    }
    block.words.extend(new);
    if ends_open && let Some(last) = block.words.last_mut() {
        last.push('\u{1}');
    }
}

/// A text with its character references resolved.
fn resolved(text: &str) -> String {
    let mut parts = text.split('&');
    let mut resolved = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let Some((name, rest)) = part.split_once(';').filter(|(name, _)| name.len() < 10) else {
            resolved.push('&');
            resolved.push_str(part);
            continue;
        };
        let number = match (name.strip_prefix("#x"), name.strip_prefix('#')) {
            (Some(hex), _) => u32::from_str_radix(hex, 16).ok(),
            (None, Some(number)) => number.parse().ok(),
            (None, None) => [("nbsp", 0xa0), ("quot", 34), ("amp", 38), ("lt", 60), ("gt", 62), ("apos", 39)]
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, number)| *number),
        };
        resolved.push(number.and_then(char::from_u32).unwrap_or_else(|| panic!("&{name};")));
        resolved.push_str(rest);
    }
    resolved
}

fn is_block(name: &str) -> bool {
    let is_formex = name.chars().any(|c| c.is_ascii_uppercase());
    let is_inline_formex =
        matches!(name, "HT" | "DATE" | "FT" | "QUOT.START" | "QUOT.END" | "REF.DOC" | "REF.DOC.OJ" | "LINK");
    is_formex && !is_inline_formex
        || matches!(
            name,
            "p" | "div"
                | "td"
                | "tr"
                | "table"
                | "li"
                | "h1"
                | "h2"
                | "h3"
                | "br"
                | "hr"
                | "section"
                | "body"
                | "html"
        )
}

fn meaning(name: &str, class: &str) -> &'static str {
    let class = class.strip_prefix("oj-").unwrap_or(class);
    match name {
        "FAM.COMP" | "BIB.INSTANCE" | "INFO.CONSLEG" | "INFO.PROD" | "head" => "left out",
        "NOTE" => "note",
        "TI" | "STI" | "TI.ART" | "STI.ART" | "h1" | "h2" | "h3" => "heading",
        "span" if class == "note" => "mark",
        "p" if class == "sum-title-1" => "heading",
        "CELL" => "cell",
        "td" if class == "table" => "cell",
        _ if class.starts_with("hd-") || matches!(class, "reference" | "disclaimer" | "arrow" | "modref") => {
            "left out"
        }
        _ if class == "note" && name == "p" || class == "footnote" => "note",
        _ if class == "tbl-norm" || class == "tbl-txt" => "cell",
        _ if class.starts_with("ti-")
            || class.starts_with("sti-")
            || class.starts_with("title-")
            || class.starts_with("stitle-") =>
        {
            "heading"
        }
        _ => "",
    }
}

fn runs(runs: &Value, has_marks: bool) -> String {
    let runs = runs.as_array().into_iter().flatten();
    let run = |run: &Value| match run {
        Value::String(text) => text.clone(),
        mark if mark["kind"] == "footnote" && !has_marks => String::new(),
        link => link["text"].as_str().unwrap().to_owned(),
    };
    runs.map(run).collect()
}

fn walk<'v>(nodes: &'v Value, visit: &mut dyn FnMut(&'v Value)) {
    for node in nodes.as_array().into_iter().flatten() {
        visit(node);
        walk(&node["children"], visit);
    }
}

/// What an artifact has, for comparing.
#[derive(Default)]
struct Given {
    /// All words, and those outside of notes in order.
    all: HashMap<String, i64>,
    ordered: Vec<String>,
    /// The texts of nodes as words without blanks, with and without label and number.
    texts: BTreeSet<String>,
}

fn given(artifact: &Value, has_marks: bool) -> Given {
    let mut given = Given::default();
    for word in words(artifact["title"].as_str().unwrap_or_default()) {
        *given.all.entry(word).or_default() += 1;
    }
    walk(&artifact["structure"], &mut |node| {
        let kind = node["type"].as_str().unwrap();
        let label = node["label"].as_str().unwrap_or_default();
        let num = node["num"].as_str().unwrap_or_default();
        let texts: Vec<String> = std::iter::once(&node["text"])
            .chain(node["cells"].as_array().into_iter().flatten())
            .map(|text| runs(text, has_marks))
            .collect();
        // Numbers that are counted, or that stand in the label or the text.
        let is_counted = kind == "stycke"
            || node["quoted"] == "stycke"
            || kind == "article"
            || node["quoted"] == "article"
            || kind == "note" && !has_marks;
        let printed = if is_counted { "" } else { num };
        let own: Vec<String> =
            words(label).chain(words(printed)).chain(texts.iter().flat_map(|text| words(text))).collect();
        for word in &own {
            *given.all.entry(word.clone()).or_default() += 1;
        }
        if kind != "note" {
            given.ordered.extend(own);
        }
        let joined = |text: &str| words(text).collect::<String>();
        for text in &texts {
            let text = joined(text);
            given.texts.extend([joined(label) + &text, joined(num) + &text, text]);
        }
        given.texts.extend([joined(label), joined(num)]);
    });
    given
}

/// The anchors of the places that a consolidation in Formex and as a page must both have.
fn anchors(artifact: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let (mut article, mut paragraph) = (None::<String>, None::<String>);
    let mut points: Vec<String> = Vec::new();
    walk(&artifact["structure"], &mut |node| {
        let num = node["num"].as_str().map(str::to_owned);
        let is_place = match node["type"].as_str().unwrap() {
            "article" => {
                (article, paragraph, points) = (num.clone(), None, Vec::new());
                num.is_some()
            }
            "paragraph" => {
                points.clear();
                paragraph = num.clone().or(paragraph.take());
                num.is_some()
            }
            "point" => {
                points.resize(usize::try_from(node["depth"].as_u64().unwrap()).unwrap() - 1, String::new());
                points.push(num.clone().unwrap_or_default());
                num.is_some_and(|num| num.contains(char::is_alphanumeric))
            }
            "heading" | "ruling" | "signature" => {
                (article, paragraph, points) = (None, None, Vec::new());
                false
            }
            _ => false,
        };
        if let Some(article) = article.as_ref().filter(|_| is_place) {
            let parts = std::iter::once(article).chain(&paragraph).chain(&points);
            found.insert(
                parts
                    .filter(|part| part.contains(char::is_alphanumeric))
                    .cloned()
                    .collect::<Vec<_>>()
                    .join("."),
            );
        }
    });
    found
}

#[derive(Default)]
struct Count {
    files: usize,
    words: usize,
    missing: usize,
    extra: usize,
    moved: usize,
    blocks: usize,
    without_node: usize,
    headings: usize,
    headings_without_node: usize,
    points: usize,
    points_found: usize,
}

#[test]
fn no_word_of_a_raw_file_is_lost_added_or_moved() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut problems = Vec::new();
    for file in raw_files(&folder) {
        let found = parsed(&file);
        assert_eq!((found.report.missing, found.report.extra), (0, 0), "{}", file.name);
        let json = found.artifact.unwrap();
        Artifact::parse(json.as_bytes()).unwrap();
        let artifact: Value = serde_json::from_str(&json).unwrap();
        let form = form(&file);
        let count = counts.entry(form).or_default();
        count.files += 1;
        facts(&file, &artifact, form, &mut problems);
        problems.extend(misplaced_marks(&artifact));
        let blocks = raw_blocks(&file);
        let given = given(&artifact, form != "Formex");
        compare_words(&file, &blocks, &given, count, &mut problems);
        let title: String = words(artifact["title"].as_str().unwrap_or_default()).collect();
        for block in blocks.iter().filter(|block| !block.is_note && !block.is_cell) {
            let text: String = block.words.concat().replace('\u{1}', "");
            let has_node = given.texts.contains(&text) || title.contains(&text);
            count.blocks += 1;
            count.without_node += usize::from(!has_node);
            count.headings += usize::from(block.is_heading);
            count.headings_without_node += usize::from(block.is_heading && !has_node);
        }
        let mut numbered = BTreeSet::new();
        walk(&artifact["structure"], &mut |node| {
            numbered.extend(node["num"].as_str().filter(|_| node["type"] == "paragraph").map(str::to_owned));
        });
        for point in file.text.split("id=\"point").skip(1) {
            count.points += 1;
            count.points_found += usize::from(numbered.contains(point.split('"').next().unwrap()));
        }
        if form == "judgment" && numbered.len() != file.text.matches("id=\"point").count() {
            problems.push(format!("{}: {} numbered paragraphs", file.name, numbered.len()));
        }
    }
    println!(
        "form | files | words | missing | extra | moved | blocks | without a node | headings | without a node"
    );
    for (form, count) in &counts {
        println!(
            "{form} | {} | {} | {} | {} | {} | {} | {} | {} | {}",
            count.files,
            count.words,
            count.missing,
            count.extra,
            count.moved,
            count.blocks,
            count.without_node,
            count.headings,
            count.headings_without_node
        );
    }
    for problem in &problems {
        println!("{problem}");
    }
    for (form, count) in &counts {
        assert_eq!((count.missing, count.extra, count.moved), (0, 0, 0), "{form}");
        assert!(count.without_node * 100 <= count.blocks * 3, "{form}");
        assert!(count.headings_without_node * 100 <= count.headings * 3, "{form}");
        assert_eq!(count.points, count.points_found, "{form}");
    }
    assert!(problems.is_empty());
}

fn facts(file: &RawFile, artifact: &Value, form: &str, problems: &mut Vec<String>) {
    let celex = file.uri.split("celex/").nth(1).unwrap().split('/').next().unwrap();
    let mut check = |name: &str, is_right: bool| {
        if !is_right {
            problems.push(format!("{}: {name} is {}", file.name, artifact[name]));
        }
    };
    check("celex", artifact["celex"] == celex);
    let uri = artifact["uri"].as_str().unwrap();
    check("uri", uri == file.uri || uri.starts_with(&format!("{}/konsolidering/", file.uri)));
    check("lang", artifact["lang"] == if file.name.contains(".sv.") { "swe" } else { "eng" });
    check("title", artifact["title"].is_string());
    // The rewritten page prints no day.
    check("date", form == "rewritten" || artifact["date"].is_string());
}

fn compare_words(
    file: &RawFile,
    blocks: &[RawBlock],
    given: &Given,
    count: &mut Count,
    problems: &mut Vec<String>,
) {
    let mut left = given.all.clone();
    let mut missing = Vec::new();
    for word in blocks.iter().flat_map(|block| &block.words) {
        let word = word.trim_end_matches('\u{1}');
        count.words += 1;
        match left.get_mut(word) {
            Some(left) if *left > 0 => *left -= 1,
            _ => missing.push(word),
        }
    }
    let extra: i64 = left.values().sum();
    // A rewritten page leaves out the numbers of recitals.
    let is_rewritten = form(file) == "rewritten";
    count.missing += missing.len();
    count.extra += if is_rewritten { 0 } else { usize::try_from(extra).unwrap() };
    if !missing.is_empty() || extra > 0 && !is_rewritten {
        let extra: Vec<&String> =
            left.iter().filter(|(_, count)| **count > 0).map(|(word, _)| word).take(9).collect();
        missing.truncate(9);
        problems.push(format!("{}: missing {missing:?}, extra {extra:?}", file.name));
    }
    // The words of the artifact come in the order of the raw file.
    let mut raw = blocks.iter().filter(|block| !block.is_note).flat_map(|block| &block.words);
    let moved = given
        .ordered
        .iter()
        .filter(|_| !is_rewritten)
        .position(|word| !raw.any(|raw| raw.trim_end_matches('\u{1}') == word));
    if let Some(at) = moved {
        count.moved += 1;
        problems.push(format!(
            "{}: moved near {:?}",
            file.name,
            given.ordered.get(at.saturating_sub(5)..at + 5)
        ));
    }
}

/// A consolidation in Formex and as a page has the same places.
#[test]
fn both_forms_of_a_consolidation_have_the_same_places() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let files = raw_files(&folder);
    let mut pairs = 0;
    for page in files.iter().filter(|file| form(file) == "consolidation") {
        let name = page.name.replace("xhtml.gz", "fmx4.zip");
        let Some(formex) = files.iter().find(|file| file.name == name) else { continue };
        let [of_page, of_formex] = [page, formex]
            .map(|file| anchors(&serde_json::from_str(&parsed(file).artifact.unwrap()).unwrap()));
        assert!(of_formex.len() > 100, "{name}");
        assert_eq!(of_page, of_formex, "{name}");
        pairs += 1;
    }
    assert_eq!(pairs, 5);
}

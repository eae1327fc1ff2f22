//! EU law from the Publications Office: acts, consolidations of acts and judgments.
//!
//! | module | does |
//! |---|---|
//! | `raw_file`, `archive` | find out which form a raw file has, and unpack it |
//! | `formex` | reads Formex 4, whose markup says what each part is |
//! | `page` | reads a page into blocks (`block`); `inline`, `text` collect their words and the marks of notes |
//! | `act`, `judgment` | decide what each block is; `quotes` which are quoted from another act, `words` what the words say |
//! | `marker`, `numbers` | read the markers of lists and the numbers of articles |
//! | `entry`, `annex` | the parts of a document in reading order, and the tree of them |
//! | `celex`, `days`, `source` | facts of the document |
//! | `links` | link the texts |

mod act;
mod annex;
mod archive;
mod block;
mod celex;
mod days;
mod entry;
mod formex;
mod inline;
mod judgment;
mod links;
mod marker;
mod numbers;
mod page;
mod quotes;
mod raw_file;
mod source;
mod text;
mod words;

use crate::node::{Node, Object, list};
use crate::words::difference;
use crate::{ParseContext, ParseError, Parsed, RawParts, Report, Skipped};
use source::Source;

pub(crate) fn parse(raw: &RawParts<'_>, context: &ParseContext<'_>) -> Result<Parsed, ParseError> {
    let mut source = raw_file::read(raw)?;
    let named = [raw.key, raw.name].into_iter().flatten().find_map(celex::act_and_wording);
    let (named_celex, named_day) = named.unzip();
    let celex = source.celex.take().or(named_celex).ok_or(ParseError::NoKey)?;
    let wording = source.wording.take().or(named_day.flatten()).or_else(|| raw.wording.map(str::to_owned));
    let local_id = format!("celex/{celex}");
    let uri = match &wording {
        Some(day) => format!("{}/{local_id}/konsolidering/{day}", context.base),
        None => format!("{}/{local_id}", context.base),
    };
    let mut report = Report { uri: uri.clone(), ..Report::default() };
    let parsed_wording = wording.clone().unwrap_or_else(|| celex.clone());
    if source.entries.is_empty() {
        report.skipped = Some(Skipped::NoText);
        return Ok(Parsed { key: celex, wording: parsed_wording, artifact: None, report });
    }
    let mut nodes = entry::tree(std::mem::take(&mut source.entries));
    count_words(&source, &nodes, &mut report);
    let language = language(&source, raw.language);
    let doctype = celex::doctype(&celex);
    let linked = links::Linked {
        local_id: &local_id,
        is_swedish: language == "swe",
        is_act: !matches!(doctype, "judgment" | "opinion" | "order"),
        date: source.date.as_deref(),
    };
    links::link(&linked, &mut nodes, context);
    let facts = Facts { celex: &celex, doctype, language: &language, uri: &uri, wording: wording.as_deref() };
    let artifact = write(&source, &facts, &nodes);
    Ok(Parsed { key: celex, wording: parsed_wording, artifact: Some(artifact), report })
}

/// What is said of a document beside its text.
struct Facts<'f> {
    celex: &'f str,
    doctype: &'static str,
    language: &'f str,
    uri: &'f str,
    wording: Option<&'f str>,
}

fn write(source: &Source, facts: &Facts<'_>, nodes: &[Node]) -> String {
    let mut out = String::with_capacity(source.raw.len() * 2 + 4096);
    let mut object = Object::begin(&mut out);
    object.text("celex", Some(facts.celex));
    object.text("date", source.date.as_deref());
    object.text("doctype", Some(facts.doctype));
    let case = celex::case_number(facts.celex).filter(|_| facts.doctype == "judgment");
    object.text("label", case.as_deref());
    object.text("lang", Some(facts.language));
    let language = if facts.language == "swe" { "SV" } else { "EN" };
    object.text("source_url", Some(&source_url(facts, language)));
    list(object.field("structure"), nodes, |node, out| node.write(out));
    object.text("title", Some(&source.title).filter(|title| !title.is_empty()).map(String::as_str));
    object.text("uri", Some(facts.uri));
    object.text("version", facts.wording);
    object.end();
    out
}

/// The publisher's page of a document or a wording.
fn source_url(facts: &Facts<'_>, language: &str) -> String {
    let number = match (facts.wording, facts.celex.strip_prefix('3')) {
        (Some(day), Some(serial)) => format!("0{serial}-{}", day.replace('-', "")),
        _ => facts.celex.replace('/', "%2F"),
    };
    format!("https://eur-lex.europa.eu/legal-content/{language}/TXT/?uri=CELEX:{number}")
}

/// The language: as the file states it, else as its name does, else by the words of the title.
fn language(source: &Source, named: Option<&str>) -> String {
    let stated = source.language.as_deref().or(named).unwrap_or_default().to_ascii_lowercase();
    match stated.as_str() {
        "sv" | "swe" => "swe".to_owned(),
        "en" | "eng" | "" => "eng".to_owned(),
        other => other.chars().filter(char::is_ascii_alphabetic).take(3).collect(),
    }
}

/// Counts the words of the raw text against those of the nodes.
fn count_words(source: &Source, nodes: &[Node], report: &mut Report) {
    let mut parsed = String::with_capacity(source.raw.len() + 1024);
    for line in [&source.title, &source.left_out] {
        parsed.push_str(line);
        parsed.push('\n');
    }
    collect(nodes, source.prints_marks, &mut parsed);
    report.words = crate::words::words(&source.raw).count();
    (report.missing, report.extra) = difference(&source.raw, &parsed);
}

/// The words of nodes as they were printed.
fn collect(nodes: &[Node], has_marks: bool, words: &mut String) {
    for node in nodes {
        let is_printed = !node.is_counted && (has_marks || node.kind != "note");
        let num = node.num.as_deref().filter(|_| is_printed);
        for line in [node.label.as_deref(), num].into_iter().flatten() {
            words.push_str(line);
            words.push('\n');
        }
        for text in node.text.iter().chain(node.cells.iter().flatten()) {
            let mut at = 0;
            for mark in text.links.iter().filter(|_| !has_marks) {
                words.push_str(text.plain.get(at..mark.range.start).unwrap_or_default());
                at = mark.range.end;
            }
            words.push_str(text.plain.get(at..).unwrap_or_default());
            words.push('\n');
        }
        collect(&node.children, has_marks, words);
    }
}

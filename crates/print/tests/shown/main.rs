//! Compares every rendering of every document of a real corpus with the document.
//!
//! Each text of an artifact must be in its markdown, its print, its comparisons, its search text and its links: once, in
//! order, and after its number. [`expected`] reads an artifact by the rules alone and returns what must be shown.
//! [`strings`] finds texts that are not shown anywhere, which `left_out.tsv` must list with a reason.
//!
//! The corpus lies in the folder named by LAGRUM_TEST_CORPUS; without it this test is skipped. It compares
//! letters, digits and signs; `render/tests/real_corpus` does the same for white space and markup, on fewer documents.

#![expect(clippy::unwrap_used, reason = "a broken fixture should end the test")]

mod bare;
mod corpus;
mod expected;
mod strings;

use std::collections::BTreeMap;
use std::sync::Mutex;

use lagrum_artifact::{Artifact, Base, FullText, Step, is_date};
use lagrum_print::paper::template_data;
use lagrum_render::RunningHead;
use lagrum_render::diff::LydelseComparison;
use lagrum_render::event::{Event, InForce, LinkedText};
use lagrum_render::manuscript::{Layout, Manuscript};
use lagrum_sources::{links, source};
use serde_json::Value;

use crate::bare::{bare, bare_of_markdown, push_bare};
use crate::expected::{body_text, document_texts, link_runs, search_texts, snippet_is_from};
use crate::strings::{Strings, left_out};

/// The maximum number of differences that are reported.
const REPORTED: usize = 40;

/// One of this many documents is written as markdown and for print, because an unoptimised build takes minutes for all.
/// The events of every document are read.
const WRITTEN: usize = if cfg!(debug_assertions) { 8 } else { 1 };

#[derive(Default)]
struct Report {
    documents: usize,
    differences: Vec<String>,
    /// How many documents of each medium differ.
    counts: BTreeMap<&'static str, usize>,
    strings: Strings,
}

/// The number of known differences: the days of two kapitel that apply from or until a day (2013:561, 2021:1335 in an
/// archived lydelse). The events state these days with the heading of the kapitel.
const KNOWN_DIFFERENCES: usize = 2;

#[test]
fn every_text_is_shown_once_in_its_place_behind_its_number() {
    let Some(folder) = corpus::folder() else { return };
    let report = Mutex::new(Report::default());
    corpus::for_each(&folder, &|name, number, line| {
        let artifact = Artifact::parse(line.as_bytes()).unwrap();
        // A text that states days is read on the last of them.
        let last = artifact.node_dates().into_iter().rfind(|date| is_date(date));
        let artifact = match last {
            Some(day) => artifact.on_day(&day),
            None => artifact,
        };
        let found = differences(name, &artifact, number.is_multiple_of(WRITTEN));
        let mut strings = Strings::default();
        strings.collect(&artifact);
        let mut report = report.lock().unwrap();
        report.documents += 1;
        report.strings.merge(strings);
        for (medium, difference) in found {
            *report.counts.entry(medium).or_default() += 1;
            if report.differences.len() < REPORTED {
                report.differences.push(format!("{} in {medium}: {difference}", artifact.uri()));
            }
        }
    });
    let report = report.into_inner().unwrap();
    assert!(
        report.counts.values().sum::<usize>() <= KNOWN_DIFFERENCES,
        "{:?} of {} documents:\n{}",
        report.counts,
        report.documents,
        report.differences.join("\n")
    );
    assert!(report.documents > 8000, "{} documents", report.documents);
    let listed = left_out();
    let unlisted = report.strings.unlisted(&listed);
    assert!(unlisted.is_empty(), "texts that are not shown and not listed in left_out.tsv: {unlisted:#?}");
    let stale: Vec<_> = listed.keys().filter(|kind| !report.strings.has(kind)).collect();
    assert!(stale.is_empty(), "listed in left_out.tsv, but in no document: {stale:?}");
    println!("{} documents, {} kinds of text left out", report.documents, listed.len());
}

/// The media that differ from the expected text, each with the position of the difference.
fn differences(name: &str, artifact: &Artifact, written: bool) -> Vec<(&'static str, String)> {
    let base = Base::parse("https://lagen.nu").unwrap();
    let source = source(name);
    let mut found = Vec::new();
    let mut check = |medium, expected: &str, shown: &str| {
        if expected != shown {
            found.push((medium, first_difference(expected, shown)));
        }
    };
    let (in_markdown, in_print) = document_texts(artifact);
    // The events of all writers.
    check("reading", &in_markdown, &told(artifact));
    if written {
        let markdown = lagrum_render::markdown(artifact, Some("T"));
        check("markdown", &in_markdown, &bare_of_markdown(&markdown));
        if let Some(id) = chapter_without_link(artifact, &markdown) {
            check("link to a chapter", &id, "");
        }
        // A print has no running heads.
        let without_head = |text: &str| match RunningHead::of(artifact) {
            RunningHead::Name(name) => text.replace(&bare(name), ""),
            // A number beside the head cannot be distinguished from the number of the head.
            RunningHead::Regulation(name) => {
                let text = name.map_or_else(|| text.to_owned(), |name| text.replace(&bare(name), ""));
                text.replace("Kapitel", "").replace(|c: char| c.is_ascii_digit(), "")
            }
            RunningHead::Unknown => text.to_owned(),
        };
        // Nor has it flattened rows. `flattened.rs` in the tests of `render` compares what is shown for them with the text.
        let shown = bare_of_markdown(&lagrum_render::markdown_as_shown(artifact, Some("T")));
        let is_as_stored = without_head(&shown) == without_head(&bare_of_markdown(&markdown));
        let expected = if is_as_stored { in_print } else { shown };
        check("print", &without_head(&expected), &without_head(&printed(artifact)));
    }
    if written {
        let blocks = LydelseComparison::of(artifact, artifact);
        let words = blocks.newer().iter().flat_map(|block| [&block.marker, &block.text]);
        let compared = words.fold(String::new(), |mut all, words| {
            push_bare(words, &mut all);
            all
        });
        check("difference", &body_text(artifact), &compared);
    }
    let texts = search_texts(artifact);
    if texts != FullText::of(artifact).pieces {
        found.push(("search text", "other texts, or in another order".to_owned()));
    }

    let cited = links(artifact, source, &base);
    let wanted = link_runs(artifact);
    // Links that end inside a number are shown as text.
    let unended = lagrum_test_support::unended_links(artifact.value());
    let in_order = (0..=cited.len()).any(|start| {
        let mut rest = &cited[start..];
        wanted.iter().all(|(uri, text)| match rest {
            [link, after @ ..] if link.to == *uri && link.text == *text => {
                rest = after;
                true
            }
            _ => unended.contains(uri),
        })
    });
    if !in_order {
        found.push(("outbound", format!("{} links of the text are not in order", wanted.len())));
    }
    let snippet = source.describe(artifact, &base).snippet;
    if let Some(snippet) = snippet
        && !snippet_is_from(&snippet, artifact, &texts)
    {
        found.push(("snippet", snippet));
    }
    found
}

/// The words of the events of a document.
fn told(artifact: &Artifact) -> String {
    let mut text = String::new();
    let in_force = |days: InForce<'_>, text: &mut String| {
        for (words, day) in days.statements() {
            push_bare(&words, text);
            push_bare(day, text);
        }
    };
    let push = |runs: &LinkedText<'_>, text: &mut String| {
        runs.pieces().for_each(|(words, _)| push_bare(words, text));
    };
    lagrum_render::read(artifact, Some("T"), &mut |event| match event {
        Event::Enter(part) => in_force(part.in_force, &mut text),
        Event::Block(block) => {
            in_force(block.in_force, &mut text);
            block.marker.iter().for_each(|marker| push_bare(marker.text(), &mut text));
            push(&block.text, &mut text);
        }
        Event::Row(row) => {
            in_force(row.in_force, &mut text);
            row.cells.iter().for_each(|cell| push(&cell.text, &mut text));
        }
        Event::Leave => {}
    });
    text
}

/// The anchor of a chapter whose heading has no link, neither a link to the chapter nor a stored one.
fn chapter_without_link(artifact: &Artifact, markdown: &str) -> Option<String> {
    let mut headings = markdown.lines().filter(|line| line.starts_with('#'));
    let mut missing = None;
    artifact.presented().walk(&mut |step| {
        if let Step::Enter(node) = step
            && node.kind() == "kapitel"
            && node.str("ordinal").is_some()
            && let Some(id) = node.id()
        {
            let links: Vec<_> =
                node.children().next().into_iter().flat_map(|first| first.text().links()).collect();
            let target = match links.first() {
                Some(link) => link.uri.to_owned(),
                None => format!("{}#{id}", artifact.uri().split("/konsolidering/").next().unwrap()),
            };
            if missing.is_none() && !headings.any(|heading| heading.contains(&format!("]({target})"))) {
                missing = Some(id.to_owned());
            }
        }
    });
    missing
}

/// The data of a document for the typesetter.
fn printed(artifact: &Artifact) -> String {
    let manuscript = Manuscript {
        title: Some("T".to_owned()),
        head: String::new(),
        address: String::new(),
        status: Vec::new(),
        foot: String::new(),
        made: None,
        artifact: None,
        layout: Layout { contents: false, amendments: true, columns: 1 },
        context: Vec::new(),
        figures: Vec::new(),
    };
    let data: Value = serde_json::from_slice(&template_data(&manuscript, Some(artifact)).unwrap()).unwrap();
    let mut text = String::new();
    push_pieces(&data["title"], &mut text);
    for block in data["blocks"].as_array().unwrap() {
        for field in ["designation", "marker"] {
            push_bare(block[field].as_str().unwrap_or_default(), &mut text);
        }
        push_pieces(&block["text"], &mut text);
        for item in block["items"].as_array().into_iter().flatten() {
            push_bare(item["marker"].as_str().unwrap(), &mut text);
            push_pieces(&item["text"], &mut text);
        }
        for cell in block["table"]["cells"].as_array().into_iter().flatten() {
            push_pieces(&cell["text"], &mut text);
        }
    }
    text
}

/// The words of a text: strings, and links as lists of a kind, words and a target.
fn push_pieces(pieces: &Value, text: &mut String) {
    for piece in pieces.as_array().into_iter().flatten() {
        push_bare(piece.as_str().or_else(|| piece[1].as_str()).unwrap(), text);
    }
}

fn first_difference(expected: &str, shown: &str) -> String {
    let same = expected.chars().zip(shown.chars()).take_while(|(a, b)| a == b).count();
    let around = |text: &str| text.chars().skip(same.saturating_sub(30)).take(90).collect::<String>();
    format!("expected …{}…, shown …{}…", around(expected), around(shown))
}

#[test]
fn a_difference_is_seen() {
    assert_eq!(bare("1 § Om *får*"), "1§Omfår");
    assert_eq!(bare_of_markdown("## [1 kap.](https://x/(1)#K1) A\\](b) [c](<d)>) e"), "1kapAbce");
}

//! Rows of acts of the EU and tables in treaties, as people are shown them: the shown text has every cell of every row, in
//! the order of the rows, with its links. Words are left out only if they stand in the shown text elsewhere.

use std::collections::BTreeSet;
use std::io::BufRead as _;

use lagrum_artifact::{Artifact, Node};
use lagrum_render::event::{Event, LinkedText};
use lagrum_render::shown;

use crate::corpus::{dumps, folder, lines};
use crate::reading::solid;

/// Rows that follow each other, and the text that is shown for them.
#[derive(Default)]
struct Run {
    /// The cells of each row.
    rows: Vec<Vec<String>>,
    /// The text that is shown for the rows.
    shown: String,
    /// The addresses that the rows link to, and the addresses that the shown text links to.
    links: [BTreeSet<String>; 2],
}

#[test]
fn every_cell_of_a_flattened_row_is_shown() {
    let Some(folder) = folder() else { return };
    let (mut documents, mut rows, mut stored, mut shown, mut bars) = (0, 0, 0, 0, 0);
    let mut failures = Vec::new();
    for dump in dumps(&folder).into_iter().chain(dumps(&folder.join("versions"))) {
        for line in lines(&dump).lines() {
            let artifact = Artifact::parse(line.unwrap().as_bytes()).unwrap();
            let runs = runs(&artifact);
            documents += usize::from(!runs.is_empty());
            for run in runs {
                rows += run.rows.len();
                stored += run.rows.iter().flatten().map(String::len).sum::<usize>();
                shown += run.shown.len();
                bars += run.shown.matches('|').count();
                if let Some(failure) = failure(&run) {
                    failures.push(format!("{}: {failure}", artifact.uri()));
                }
            }
        }
    }
    println!("{documents} documents, {rows} rows; {shown} of {stored} bytes are shown, with {bars} bars");
    assert!(failures.is_empty(), "{}:\n{}", failures.len(), failures[..failures.len().min(20)].join("\n"));
    assert!(
        documents > 150 && rows > 15_000 && bars < 100,
        "{documents} documents, {rows} rows, {bars} bars"
    );
    assert!(stored - shown > stored / 5, "{shown} of {stored} bytes are shown");
}

/// The runs of rows of a document.
fn runs(artifact: &Artifact) -> Vec<Run> {
    let mut found: Vec<Run> = Vec::new();
    let mut is_open = false;
    let uris = |text: &LinkedText<'_>| -> Vec<String> {
        let linked = text.pieces().filter(|(words, _)| !words.trim().is_empty());
        linked.filter_map(|(_, uri)| uri.map(str::to_owned)).collect()
    };
    lagrum_render::read_text(artifact, &mut |event| match event {
        Event::Block(block) if block.node.is_some_and(is_row) => {
            if !std::mem::replace(&mut is_open, true) {
                found.push(Run::default());
            }
            let run = found.last_mut().unwrap();
            run.links[0].extend(uris(&block.text));
            run.rows.push(format!(" {} ", block.text.collapsed()).split(" | ").map(solid).collect());
        }
        _ => is_open = false,
    });
    let (mut at, mut is_open) = (0, false);
    let mut is_in_table = false;
    shown::read_text(artifact, &mut |event| {
        let texts = match &event {
            Event::Block(block) => {
                // The words of a row after the rows that it holds have no node, no anchor and no page.
                let is_of_rows =
                    block.node.map_or(is_open && block.anchor.is_none() && block.page.is_none(), is_row);
                is_of_rows.then(|| {
                    let marker = block.marker.as_ref().map_or("", |marker| marker.text()).to_owned();
                    vec![(marker, block.text.clone())]
                })
            }
            Event::Row(row) => row
                .node
                .is_some_and(is_row)
                .then(|| row.cells.iter().map(|cell| (String::new(), cell.text.clone())).collect()),
            Event::Enter(part) => {
                is_in_table = part.kind == "tabell" && part.node.is_none();
                is_in_table.then(Vec::new)
            }
            Event::Leave => std::mem::take(&mut is_in_table).then(Vec::new),
        };
        match texts {
            Some(texts) => {
                is_open |= !texts.is_empty();
                for (marker, text) in texts {
                    let run = &mut found[at];
                    run.links[1].extend(uris(&text));
                    run.shown.push_str(&solid(&format!("{marker}{}", text.collapsed())));
                }
            }
            None => at += usize::from(std::mem::take(&mut is_open)),
        }
    });
    found
}

fn is_row(node: Node<'_>) -> bool {
    node.kind() == "row"
}

/// The first cell, or the links, that the shown text of a run lacks; None if it lacks nothing.
fn failure(run: &Run) -> Option<String> {
    let mut start = 0;
    let mut before: Option<&Vec<String>> = None;
    for cells in &run.rows {
        let (first, second) = (cells.first()?, cells.get(1).map_or("", String::as_str));
        // A row may begin in the same place as the row before it only if that row begins with the words of this one.
        let begins_alike = before.is_some_and(|before| before.concat().starts_with(&**first));
        let past = run.shown[start..].chars().next().map_or(0, char::len_utf8);
        let from = if begins_alike || before.is_none() { start } else { start + past };
        let rest = run.shown.get(from..).unwrap_or_default();
        let place = rest.find(&format!("{first}{second}")).or_else(|| rest.find(&**first));
        let Some(place) = place else { return Some(format!("no row {cells:?} in {rest:.300}")) };
        start = from + place;
        for cell in cells {
            if !run.shown[start..].contains(&**cell) {
                return Some(format!("no cell {cell:?} of {first:?}"));
            }
        }
        before = Some(cells);
    }
    (run.links[0] != run.links[1]).then(|| format!("other links: {:?}", run.links))
}

/// The words of events, without white space and without the signs that a table in a paragraph is drawn with.
fn push_words(event: &Event<'_>, words: &mut String) {
    let mut push = |text: &LinkedText<'_>| {
        let is_word = |c: &char| !c.is_whitespace() && !matches!(c, '|' | '-' | ':');
        words.extend(text.pieces().flat_map(|(words, _)| words.chars()).filter(is_word));
    };
    match event {
        Event::Block(block) => push(&block.text),
        Event::Row(row) => row.cells.iter().for_each(|cell| push(&cell.text)),
        Event::Enter(_) | Event::Leave => {}
    }
}

#[test]
fn treaties_keep_their_words() {
    let Some(folder) = folder() else { return };
    let (mut tables, mut bars) = (0, 0);
    for name in ["coe", "icrc", "untc"] {
        for line in lines(&folder.join(format!("{name}.ndjson.gz"))).lines() {
            let artifact = Artifact::parse(line.unwrap().as_bytes()).unwrap();
            let (mut stored, mut seen) = (String::new(), String::new());
            lagrum_render::read_text(&artifact, &mut |event| push_words(&event, &mut stored));
            shown::read_text(&artifact, &mut |event| {
                tables += usize::from(matches!(&event, Event::Enter(part) if part.kind == "tabell"));
                if let Event::Block(block) = &event {
                    bars += usize::from(block.text.collapsed().starts_with('|'));
                }
                push_words(&event, &mut seen);
            });
            assert!(stored == seen, "{}", artifact.uri());
        }
    }
    println!("{tables} tables, {bars} texts that begin with a bar");
    assert!(tables >= 10 && bars < tables, "{tables} tables, {bars} texts that begin with a bar");
}

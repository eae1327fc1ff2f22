//! Tables, printed contents and codes of real documents, as people are shown them.

use std::collections::BTreeSet;
use std::io::BufRead as _;

use lagrum_artifact::{Artifact, Node, Step};
use lagrum_render::event::{BlockForm, Event, PartEvent, RowPlace};
use lagrum_render::{read_body, shown};

use crate::corpus::{dumps, folder, lines};

/// Calls `visit` with every real document.
fn each(mut visit: impl FnMut(&Artifact)) -> Option<()> {
    let folder = folder()?;
    for dump in dumps(&folder).into_iter().chain(dumps(&folder.join("versions"))) {
        for line in lines(&dump).lines() {
            visit(&Artifact::parse(line.unwrap().as_bytes()).unwrap());
        }
    }
    Some(())
}

#[test]
fn no_cell_stands_below_a_heading_that_may_not_be_its_own() {
    let (mut tables, mut parted, mut acts) = (0, 0, BTreeSet::new());
    let mut failures = Vec::new();
    let walked = each(|artifact| {
        // The number of cells of the row before, in the open table.
        let mut width = None;
        let mut states_spans = false;
        read_body(artifact, &mut |event| match event {
            Event::Enter(part) if part.kind == PartEvent::TABLE => {
                tables += 1;
                width = None;
                let has = |row: Node<'_>| row.field("colspan").is_some() || row.field("rowspan").is_some();
                states_spans = part.node.is_some_and(|node| node.children().any(has));
            }
            Event::Row(row) if !states_spans => {
                let is_note = row.node.is_some_and(Node::has_ended);
                if row.place != RowPlace::Below {
                    parted += 1;
                    acts.insert(artifact.uri().to_owned());
                } else if !is_note && width.is_some_and(|width| width != row.cells.len()) {
                    failures.push(artifact.uri().to_owned());
                }
                width = (row.place != RowPlace::Alone).then_some(row.cells.len());
            }
            _ => {}
        });
    });
    if walked.is_none() {
        return;
    }
    println!("{tables} tables, {parted} rows that begin another or stand alone, in {} documents", acts.len());
    assert!(failures.is_empty(), "{failures:?}");
    assert!(tables > 3_000 && parted > 500, "{tables} tables, {parted} rows");
}

#[test]
fn outlines_of_bills_count_their_chapters() {
    let (mut works, mut before, mut after, mut found) = (0, 0, 0, Vec::new());
    let mut contents = 0;
    let walked = each(|artifact| {
        let stored = chapters(stored_headings(artifact).into_iter());
        if !artifact
            .str(&["identifier"])
            .is_some_and(|name| name.starts_with("Prop. ") || name.starts_with("Skr. "))
            || stored.is_empty()
        {
            return;
        }
        let mut headings = Vec::new();
        shown::read_text(artifact, &mut |event| {
            if let Event::Block(block) = event
                && matches!(block.form, BlockForm::Heading { .. })
            {
                headings.push(block.text.collapsed());
            }
        });
        contents += usize::from(headings.iter().any(|heading| heading == "Innehållsförteckning"));
        works += 1;
        before += lacking_of(&stored);
        let shown = chapters(headings.into_iter());
        assert!(stored.is_subset(&shown), "{}: {stored:?} {shown:?}", artifact.uri());
        after += lacking_of(&shown);
        found.extend(shown.difference(&stored).map(|number| format!("{} {number}", artifact.uri())));
    });
    if walked.is_none() {
        return;
    }
    println!(
        "{works} works lack {before} numbers of chapters, {after} as shown; {contents} show their contents"
    );
    println!("{}", found.join("\n"));
    assert!(works > 150 && after < before && contents <= 1, "{works}, {before}, {after}, {contents}");
}

/// The headings that are stored.
fn stored_headings(artifact: &Artifact) -> Vec<String> {
    let mut headings = Vec::new();
    artifact.presented().walk(&mut |step| {
        if let Step::Enter(node) = step
            && node.kind() == "avsnitt"
            && node.str("num").is_some()
        {
            headings.push(node.text().plain_text());
        }
    });
    headings
}

/// The numbers of chapters among headings.
fn chapters(headings: impl Iterator<Item = String>) -> BTreeSet<u32> {
    let number =
        |heading: String| heading.split(' ').next()?.parse::<u32>().ok().filter(|number| *number < 60);
    headings.filter_map(number).collect()
}

/// How many numbers between 1 and the last are lacking.
fn lacking_of(chapters: &BTreeSet<u32>) -> usize {
    chapters.last().map_or(0, |last| *last as usize - chapters.len())
}

#[test]
fn no_code_of_a_typesetter_is_shown() {
    let (mut stored, mut shown_codes) = (0, Vec::new());
    let has =
        |text: &str| ["*/k/", "*/-k/", "/-k/", "*/kurs/", "*/ny rad/"].iter().any(|code| text.contains(code));
    let walked = each(|artifact| {
        let mut is_stored = false;
        read_body(artifact, &mut |event| {
            if let Event::Block(block) = event {
                is_stored |= has(&block.text.collapsed());
            }
        });
        stored += usize::from(is_stored);
        if !is_stored {
            return;
        }
        shown::read_text(artifact, &mut |event| {
            if let Event::Block(block) = event
                && has(&block.text.collapsed())
            {
                shown_codes.push(format!("{}: {}", artifact.uri(), block.text.collapsed()));
            }
        });
    });
    if walked.is_none() {
        return;
    }
    println!("{stored} documents have codes");
    assert!(stored > 20 && shown_codes.is_empty(), "{stored}: {shown_codes:?}");
}

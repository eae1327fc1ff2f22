//! Correlation tables: which provisions of earlier acts became which of an act of the EU, as its annex says row by row.
//!
//! A table begins with a row whose cells name acts: one of them the act itself (`This Directive`, or its number), the others acts
//! with a number. The rows after it with as many cells are read. Dumps that flatten tables leave empty cells out, so a row with
//! fewer cells does not say to which act they belong, and is not read. A column without an act (`Other acts`) is not read either.

use std::collections::HashSet;

use lagrum_artifact::{Anchor, Base, Location, Node, Run, Runs, Step};
use lagrum_catalog::{StatedIn, StatedRelation, Statement};

use super::cell::{self, Cell};
use super::stating_document::{MAX_STATEMENTS, StatingDocument};

/// What separates the cells of a flattened row.
const SEPARATOR: &str = " | ";

/// The most characters of a row that a statement keeps.
const MAX_WORDS: usize = 600;

/// A cell of a row.
#[derive(Default)]
struct TableCell {
    text: String,
    /// The acts that it names, by uri.
    acts: Vec<String>,
}

pub(super) fn statements(document: &StatingDocument<'_>) -> Vec<Statement> {
    let StatingDocument { uri, artifact, base, .. } = document;
    let Some(own) = year_of(uri, base) else { return Vec::new() };
    let mut open: Option<Vec<Option<String>>> = None;
    let mut found: Vec<(String, String, String)> = Vec::new();
    artifact.presented().walk(&mut |step| {
        let Step::Enter(node) = step else { return };
        let Some(cells) = cells(node) else {
            if !matches!(node.kind(), "tabell" | "note") {
                open = None;
            }
            return;
        };
        if let Some(columns) = columns(&cells, uri, base) {
            open = Some(columns);
        } else if cells.iter().any(|cell| is_own_act(cell, uri)) {
            open = None;
        } else if let Some(columns) = open.as_ref().filter(|columns| columns.len() == cells.len())
            && found.len() < MAX_STATEMENTS
        {
            pairs(&cells, columns, own, base, &mut found);
        }
    });
    if found.is_empty() {
        return Vec::new();
    }
    let anchors: HashSet<String> = artifact
        .presented()
        .anchored_parts_up_to(0)
        .into_iter()
        .map(|part| part.anchor.to_string())
        .collect();
    let (mut statements, mut told) = (Vec::new(), HashSet::new());
    for (subject, object, words) in found {
        let Some(subject) = held(&subject, uri, &anchors) else { continue };
        if !told.insert((subject.clone(), object.clone())) {
            continue;
        }
        statements.push(Statement {
            relation: StatedRelation::Follows,
            subject,
            object,
            from: None,
            until: None,
            stated_in: StatedIn::Table,
            evidence: (*uri).to_owned(),
            evidence_anchor: None,
            words,
        });
    }
    statements
}

/// The place, or what it is in, that the act has; another act's place stays as it is. None where the act has no such article.
fn held(place: &str, uri: &str, anchors: &HashSet<String>) -> Option<String> {
    let (document, anchor) = Location::split(place);
    let Some(mut anchor) = anchor.filter(|_| document == uri) else { return Some(place.to_owned()) };
    while !anchors.contains(anchor) {
        anchor = anchor.rsplit_once('.')?.0;
    }
    Some(format!("{uri}#{anchor}"))
}

/// The cells of a row; None for another node.
fn cells(node: Node<'_>) -> Option<Vec<TableCell>> {
    match node.kind() {
        "row" => Some(flattened(node.text())),
        "rad" => Some(node.cells().map(one_cell).collect()),
        _ => None,
    }
}

fn one_cell(runs: Runs<'_>) -> TableCell {
    let mut cell = TableCell::default();
    for run in runs.iter() {
        cell.push(run, run.text());
    }
    cell
}

fn flattened(runs: Runs<'_>) -> Vec<TableCell> {
    let mut cells = vec![TableCell::default()];
    for run in runs.iter() {
        for (at, part) in run.text().split(SEPARATOR).enumerate() {
            if at > 0 {
                cells.push(TableCell::default());
            }
            if let Some(cell) = cells.last_mut() {
                cell.push(run, part);
            }
        }
    }
    cells
}

impl TableCell {
    fn push(&mut self, run: Run<'_>, text: &str) {
        self.text.push_str(text);
        if let Run::Link(link) = run {
            self.acts.push(link.uri.to_owned());
        }
    }
}

/// Whether a cell names the act that the table stands in.
fn is_own_act(cell: &TableCell, uri: &str) -> bool {
    let text = cell.text.trim().to_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_this = match words.as_slice() {
        ["this", kinds @ ..] => {
            (1..=2).contains(&kinds.len()) && kinds.last().is_some_and(|kind| is_act(kind))
        }
        ["detta", "direktiv" | "beslut"] | ["denna", "förordning"] => true,
        _ => false,
    };
    let is_linked = matches!(cell.acts.as_slice(), [only] if only == uri);
    is_this || names_act(&text) && (is_linked || cell.acts.is_empty() && is_numbered(&text, uri))
}

/// Whether a text has the number of an act in one of its printed forms: `2014/65/EU`, `(EU) 2015/849`, `No 600/2014`.
fn is_numbered(text: &str, uri: &str) -> bool {
    let number = uri.rsplit("celex/3").next().filter(|number| number.len() == 9 && number.is_ascii());
    let Some((year, serial)) = number.map(|number| (&number[..4], number[5..].trim_start_matches('0')))
    else {
        return false;
    };
    let forms = [format!("{year}/{serial}"), format!("{serial}/{year}")];
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')'));
    words
        .map(|word| word.trim_end_matches("/eu").trim_end_matches("/ec"))
        .any(|word| forms.iter().any(|form| form == word))
}

fn is_act(word: &str) -> bool {
    matches!(word, "directive" | "regulation" | "decision")
}

/// Whether a text is the name of an act and no more: `Directive 2014/65/EU`, `Commission Regulation (EU) No 600/2012`.
fn names_act(text: &str) -> bool {
    const MAX_WORDS: usize = 7;
    let words = || text.split_whitespace();
    words().count() <= MAX_WORDS && words().any(is_act) && text.contains('/')
}

/// The acts of the columns, if the row is the head of a correlation table: the act itself in one, and in another an act that is
/// named with its number. A column that names no act is None.
fn columns(cells: &[TableCell], uri: &str, base: &Base) -> Option<Vec<Option<String>>> {
    let own = cells.iter().filter(|cell| is_own_act(cell, uri)).count();
    if own != 1 || cells.len() < 2 {
        return None;
    }
    let column = |cell: &TableCell| {
        if is_own_act(cell, uri) {
            return Some(uri.to_owned());
        }
        let is_name = names_act(&cell.text.trim().to_lowercase());
        let [only] = cell.acts.as_slice() else { return None };
        (is_name && !only.contains('#') && year_of(only, base).is_some()).then(|| only.clone())
    };
    let columns: Vec<Option<String>> = cells.iter().map(column).collect();
    (columns.iter().flatten().count() >= 2).then_some(columns)
}

/// The year of an act of the EU, by which acts are older or younger.
fn year_of(uri: &str, base: &Base) -> Option<i16> {
    base.strip(uri)?.strip_prefix("celex/3")?.get(..4)?.parse().ok()
}

/// The pairs of places that a row says: the later place, the earlier one, the words.
fn pairs(
    cells: &[TableCell],
    columns: &[Option<String>],
    own: i16,
    base: &Base,
    found: &mut Vec<(String, String, String)>,
) {
    let named: Vec<(&str, bool, Cell)> = cells
        .iter()
        .zip(columns)
        .filter_map(|(cell, act)| {
            let act = act.as_deref()?;
            let is_earlier = year_of(act, base)? < own;
            Some((act, is_earlier, cell::read(&cell.text)?))
        })
        .collect();
    let words: Vec<&str> = cells.iter().map(|cell| cell.text.trim()).collect();
    let words: String = words.join(SEPARATOR).chars().take(MAX_WORDS).collect();
    for (later, _, new) in named.iter().filter(|(_, is_earlier, _)| !is_earlier) {
        for (earlier, _, old) in named.iter().filter(|(_, is_earlier, _)| *is_earlier) {
            for (new, old) in corresponding(new, old) {
                let place = |act: &str, anchor: &str| {
                    Anchor::new(anchor).map_or_else(|| act.to_owned(), |anchor| format!("{act}#{anchor}"))
                };
                found.push((place(later, new), place(earlier, old), words.clone()));
            }
        }
    }
}

/// Which places of two cells correspond. Of two lists it is not said which place became which.
fn corresponding<'a>(new: &'a Cell, old: &'a Cell) -> Vec<(&'a str, &'a str)> {
    let all = |cell: &'a Cell| -> Vec<&'a str> {
        match cell {
            Cell::Nothing => Vec::new(),
            Cell::Places(places) | Cell::Range(places) => places.iter().map(String::as_str).collect(),
        }
    };
    let is_range = |cell: &Cell| matches!(cell, Cell::Range(_));
    let (new_places, old_places) = (all(new), all(old));
    if is_range(new) && is_range(old) && new_places.len() == old_places.len() {
        return new_places.into_iter().zip(old_places).collect();
    }
    if new_places.len() > 1 && old_places.len() > 1 {
        return Vec::new();
    }
    new_places.iter().flat_map(|new| old_places.iter().map(move |old| (*new, *old))).collect()
}

//! The parts of a document with their sizes, so that a reader who cannot take the whole text chooses what to read.
//!
//! The parts are those that are cited by themselves: kapitel, paragrafer, articles, sections, numbered paragraphs of a decision. What
//! is inside such a unit (a stycke, a point) is left out, and so are printed pages where the document has other parts. Where there are more
//! than fit, the innermost levels are left out: their text belongs to the parts around them. The numbered paragraphs of a decision are
//! folded under the headings over them: a row stands for all under one heading, and with its uri they are listed one by one.

use std::collections::HashSet;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, FullText, Location, PieceForm, TextPart, fragment_label};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{Source, source};
use serde::Serialize;
use utoipa::ToSchema;

use crate::AnswerError;
use crate::artifacts::load_artifact;
use crate::lookup::find_stored;
use crate::reader_day::reader_day;

/// The parts of a document, or of a part of one.
#[derive(Debug, Serialize, ToSchema)]
pub struct OutlineResponse {
    /// The uri of the document, or of the part whose parts these are.
    pub uri: String,
    /// The title of the document.
    #[schema(required = true)]
    pub title: Option<String>,
    /// Characters of its text.
    pub chars: u64,
    /// Its parts, in the order of the text.
    pub parts: Vec<OutlinePart>,
    /// Parts that are inside those and are left out, because there are too many. Each is found with the uri of the part around it.
    pub left_out: u64,
}

/// A part of a document with its size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OutlinePart {
    /// Its uri.
    pub uri: String,
    /// What to call it: how a reader cites it, its heading, or both.
    #[schema(required = true)]
    pub label: Option<String>,
    /// The nearest heading over it that is not its own; null where there is none.
    #[schema(required = true)]
    pub under: Option<String>,
    /// How many of the parts are around it.
    pub level: u16,
    /// Characters of its text.
    pub chars: u64,
    /// How many numbered paragraphs under one heading the row stands for: the one of its uri and those after it. Asked with that uri, they are listed
    /// one by one. Left out of other rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub folded: Option<u32>,
}

/// The parts of the document, or of the part of one, that a uri names.
pub fn outline(
    snapshot: &Snapshot,
    today: Date,
    uri: &str,
    max_parts: usize,
) -> Result<OutlineResponse, AnswerError> {
    let place = Location::parse(uri).ok_or_else(|| AnswerError::no_document(uri))?;
    let root = place.document().as_str();
    let (document, stored) = find_stored(snapshot, root)?.ok_or_else(|| AnswerError::no_document(root))?;
    let text = match stored {
        Some(stored) => {
            let day = reader_day(snapshot, root, today)?;
            FullText::of(&load_artifact(snapshot, stored, root)?.for_reader(None, day.as_deref()))
        }
        None => FullText::default(),
    };
    let pieces: u32 = text.pieces.len().try_into().unwrap_or(u32::MAX);
    let range = match place.anchor() {
        None => 0..pieces,
        Some(anchor) => {
            let part = text.parts.iter().find(|part| part.anchor == *anchor);
            let missing =
                || AnswerError::not_found(format!("{root} has no {anchor}; its outline has its parts"));
            part.ok_or_else(missing)?.pieces.clone()
        }
    };
    let rules = source(&document.source);
    let whole = units(&text, rules, None, &(0..pieces));
    let runs = if place.anchor().is_none() || is_point(rules, place.anchor()) {
        runs(&whole, rules)
    } else {
        Vec::new()
    };
    if let Some(run) = runs.iter().find(|run| Some(&run[0].anchor) == place.anchor()) {
        return Ok(unfolded(
            place.to_string(),
            document.title.or(document.label),
            &text,
            rules,
            run,
            max_parts,
        ));
    }
    let units = units(&text, rules, place.anchor(), &range);
    let units_without = |part: &&&TextPart| {
        !runs.iter().any(|run| run[1..].iter().any(|inside| inside.anchor == part.anchor))
    };
    let all = units.len();
    let units: Vec<&TextPart> = units.iter().filter(units_without).copied().collect();
    let levels = levels(&units);
    let deepest = (0..=levels.iter().copied().max().unwrap_or_default())
        .rev()
        .find(|deepest| levels.iter().filter(|level| *level <= deepest).count() <= max_parts)
        .unwrap_or_default();
    let shown = units.iter().zip(&levels).filter(|(_, level)| **level <= deepest).take(max_parts);
    let parts: Vec<OutlinePart> = shown
        .map(|(part, level)| {
            let run = runs.iter().find(|run| run[0].anchor == part.anchor);
            row(root, &text, rules, part, *level, run.map(Vec::as_slice))
        })
        .collect();
    Ok(OutlineResponse {
        uri: place.to_string(),
        title: document.title.or(document.label),
        chars: chars(&text, range),
        left_out: (all - parts.len()) as u64,
        parts,
    })
}

/// The parts of a range of a text that are cited by themselves, in reading order.
fn units<'t>(
    text: &'t FullText,
    rules: &Source,
    around: Option<&Anchor>,
    range: &std::ops::Range<u32>,
) -> Vec<&'t TextPart> {
    let grammar = rules.grammar;
    let mut seen = HashSet::new();
    let inside: Vec<&TextPart> = text
        .parts
        .iter()
        .filter(|part| part.pieces.start >= range.start && part.pieces.end <= range.end)
        .filter(|part| !part.is_heading && Some(&part.anchor) != around && seen.insert(&part.anchor))
        .collect();
    let is_unit = |part: &&&TextPart| {
        part.anchor.page().is_none()
            && *grammar.unit(&part.anchor).anchor() == part.anchor
            && !is_stycke(&part.anchor)
    };
    let units: Vec<&TextPart> = inside.iter().filter(is_unit).copied().collect();
    if units.is_empty() { inside } else { units }
}

/// Whether an anchor is that of a numbered paragraph of a decision.
fn is_point(rules: &Source, anchor: Option<&Anchor>) -> bool {
    let number = anchor.and_then(|anchor| match anchor.as_str() {
        text if text.starts_with("point-") => text.strip_prefix("point-"),
        text if rules.act_form.is_none() => text.strip_prefix(['P', 'p']),
        _ => None,
    });
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The runs of two or more numbered paragraphs under one heading; none where no paragraph has a heading.
fn runs<'t>(units: &[&'t TextPart], rules: &Source) -> Vec<Vec<&'t TextPart>> {
    let mut runs: Vec<Vec<&TextPart>> = Vec::new();
    let mut is_open = false;
    for part in units {
        if !is_point(rules, Some(&part.anchor)) {
            is_open = false;
            continue;
        }
        match runs.last_mut().filter(|run| is_open && run[0].headings.last() == part.headings.last()) {
            Some(run) => run.push(part),
            None => runs.push(vec![part]),
        }
        is_open = true;
    }
    runs.retain(|run| run.len() > 1 && !run[0].headings.is_empty());
    runs
}

/// A row of a part, or of a run of numbered paragraphs under one heading.
fn row(
    root: &str,
    text: &FullText,
    rules: &Source,
    part: &TextPart,
    level: u16,
    run: Option<&[&TextPart]>,
) -> OutlinePart {
    let uri = format!("{root}#{}", part.anchor);
    let own = || chars(text, part.pieces.clone());
    let Some([first, .., last]) = run else {
        let (label, under) = (label(text, part, rules), under(text, part));
        return OutlinePart { uri, label, under, level, chars: own(), folded: None };
    };
    let number =
        |part: &TextPart| part.anchor.as_str().trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
    let form = first.reader_form.clone().or_else(|| rules.grammar.label(&first.anchor)).unwrap_or_default();
    let numbers = format!("{form}–{}", number(last));
    let heading =
        |at: usize| first.headings.iter().rev().nth(at).and_then(|at| text.pieces.get(*at as usize)).cloned();
    let label = match heading(0) {
        Some(heading) => format!("{heading} ({numbers})"),
        None => numbers,
    };
    let run = run.unwrap_or_default();
    let chars = run.iter().map(|part| self::chars(text, part.pieces.clone())).sum();
    let folded = u32::try_from(run.len()).ok();
    OutlinePart { uri, label: Some(label), under: heading(1), level, chars, folded }
}

/// The numbered paragraphs of a run, one by one.
fn unfolded(
    uri: String,
    title: Option<String>,
    text: &FullText,
    rules: &Source,
    run: &[&TextPart],
    max_parts: usize,
) -> OutlineResponse {
    let root = uri.split('#').next().unwrap_or(&uri).to_owned();
    let parts: Vec<OutlinePart> =
        run.iter().take(max_parts).map(|part| row(&root, text, rules, part, 0, None)).collect();
    let chars = run.iter().map(|part| chars(text, part.pieces.clone())).sum();
    OutlineResponse { uri, title, chars, left_out: (run.len() - parts.len()) as u64, parts }
}

/// Whether an anchor is that of a stycke outside any provision, which is its own unit.
fn is_stycke(anchor: &Anchor) -> bool {
    let number = anchor.as_str().strip_prefix('S');
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// How many of the parts are around each. They are in the order in which they begin, outer ones first.
fn levels(parts: &[&TextPart]) -> Vec<u16> {
    let mut open: Vec<u32> = Vec::new();
    let mut levels = Vec::with_capacity(parts.len());
    for part in parts {
        while open.last().is_some_and(|end| *end <= part.pieces.start) {
            open.pop();
        }
        levels.push(u16::try_from(open.len()).unwrap_or(u16::MAX));
        open.push(part.pieces.end);
    }
    levels
}

fn label(text: &FullText, part: &TextPart, rules: &Source) -> Option<String> {
    let form = part.reader_form.clone().or_else(|| rules.grammar.label(&part.anchor));
    // A kapitel has its heading as its own text.
    let first = part.pieces.start as usize;
    let own = || text.pieces.get(first).filter(|_| text.form(first) == PieceForm::Heading);
    fragment_label(form.as_deref(), part.heading.as_ref().or_else(own).map(String::as_str))
}

/// The nearest heading over a part that is not its own.
fn under(text: &FullText, part: &TextPart) -> Option<String> {
    let over = part.headings.iter().rev().find(|heading| **heading < part.pieces.start)?;
    text.pieces.get(*over as usize).cloned()
}

fn chars(text: &FullText, pieces: std::ops::Range<u32>) -> u64 {
    let pieces = text.pieces.get(pieces.start as usize..pieces.end as usize).unwrap_or_default();
    pieces.iter().map(|piece| piece.chars().count() as u64).sum()
}

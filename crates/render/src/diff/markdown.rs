//! The markdown of a comparison: the newer text, with what differs marked.

use super::group::UnitKind;
use super::runs::DiffRun;
use super::units::{DiffUnit, UnitChange};
use super::words::Mark;
use crate::markdown::plain;

/// The units as a reading text: `**added**` and `~~removed~~`, headings as headings. Blank lines stand between blocks.
pub fn diff_markdown(units: &[DiffUnit]) -> String {
    let mut blocks: Vec<String> = Vec::new();
    for unit in units {
        if let Some(note) = note(unit) {
            blocks.push(note);
        }
        let lead = if unit.kind == UnitKind::Heading { "### " } else { "" };
        let unmarked = unit.change.is_unmarked().then(|| newer_text(&unit.runs));
        let lines = marked_lines(unmarked.as_deref().unwrap_or(&unit.runs))
            .into_iter()
            .filter(|line| !line.is_empty());
        blocks.extend(lines.map(|line| format!("{lead}{line}")));
    }
    blocks.join("\n\n")
}

/// The note before a unit that has moved or was renumbered; None for any other unit.
fn note(unit: &DiffUnit) -> Option<String> {
    match unit.change {
        UnitChange::Moved => Some("*(flyttad)*".to_owned()),
        UnitChange::Renumbered => Some("*(ändrad beteckning)*".to_owned()),
        _ => None,
    }
}

/// The newer text as one run: what is shown of a unit of which no word of law differs.
fn newer_text(runs: &[DiffRun]) -> Vec<DiffRun> {
    let text: String =
        runs.iter().filter(|run| run.mark != Mark::Removed).map(|run| run.text.as_str()).collect();
    vec![DiffRun { mark: Mark::Same, text }]
}

/// The lines of a text, each with its marks closed.
fn marked_lines(runs: &[DiffRun]) -> Vec<String> {
    let mut lines = vec![String::new()];
    for run in runs {
        for (at, piece) in run.text.split('\n').enumerate() {
            if at > 0 {
                lines.push(String::new());
            }
            if let Some(line) = lines.last_mut() {
                push_marked(line, run.mark, piece);
            }
        }
    }
    lines
}

/// Adds words with the sign of their mark. Signs stand against words: blanks at the ends are outside them.
fn push_marked(line: &mut String, mark: Mark, piece: &str) {
    let sign = match mark {
        Mark::Same => "",
        Mark::Removed => "~~",
        Mark::Added => "**",
    };
    let words = piece.trim();
    let (before, after) = (piece.len() - piece.trim_start().len(), piece.len() - piece.trim_end().len());
    if words.is_empty() {
        line.push_str(piece);
        return;
    }
    line.push_str(&piece[..before]);
    // Two signs in a row would be read as others.
    if !sign.is_empty() && line.ends_with(['*', '~']) {
        line.push(' ');
    }
    line.push_str(sign);
    line.push_str(&plain(words, line.is_empty()).replace('~', "\\~"));
    line.push_str(sign);
    line.push_str(&piece[piece.len() - after..]);
}

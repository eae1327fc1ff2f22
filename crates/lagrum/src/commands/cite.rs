//! `lagrum cite`: checks the citations of files.

use std::path::Path;
use std::process::ExitCode;

use lagrum_answers::{
    ExtractBlock, ExtractQuestion, ExtractResponse, LinkedForm, TargetStatus, extract, link_text,
};
use lagrum_snapshot::{Snapshots, today};
use serde::Serialize;

use super::no_snapshot;
use crate::Failure;
use crate::cli::{AllowedStatus, CiteArguments, CiteFormat};
use crate::output::{print_json, print_text};

mod docx;
mod readable;

/// The citations of one file. Its blocks are its lines, called by their numbers.
#[derive(Serialize)]
struct CheckedFile {
    file: String,
    #[serde(flatten)]
    answer: ExtractResponse,
}

pub(crate) fn run(data: &Path, arguments: &CiteArguments) -> Result<ExitCode, Failure> {
    let snapshot = Snapshots::new(data).open_current()?.ok_or_else(|| no_snapshot(data))?;
    snapshot.load_resolver(today())?;
    let mut checked = Vec::new();
    let mut failing = 0;
    for file in &arguments.files {
        let text = readable::text_of(file)?;
        let lines = text.lines().zip(1..);
        let blocks = lines.map(|(line, number): (&str, u64)| ExtractBlock {
            id: number.to_string(),
            text: line.to_owned(),
            context: None,
        });
        let question = ExtractQuestion {
            blocks: blocks.collect(),
            context: arguments.context.clone(),
            as_of: arguments.as_of,
            ..ExtractQuestion::default()
        };
        let answer = extract(&snapshot, today(), &question)?;
        failing += answer
            .occurrences
            .iter()
            .filter(|o| fails(o.targets.iter().map(|t| t.status).chain(o.status), arguments))
            .count();
        match arguments.format {
            CiteFormat::Html => print_text(&link_text(&question.blocks, &answer, LinkedForm::Html))?,
            CiteFormat::Md => print_text(&link_text(&question.blocks, &answer, LinkedForm::Markdown))?,
            CiteFormat::Table if !arguments.json => print_table(file, &answer)?,
            CiteFormat::Table => {}
        }
        checked.push(CheckedFile { file: file.display().to_string(), answer });
    }
    if arguments.json {
        print_json(&checked)?;
    }
    if failing > 0 {
        print_error!("{failing} citations are of nothing that is held");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether a citation makes the command fail: none of its targets is held or allowed.
fn fails(mut targets: impl Iterator<Item = TargetStatus>, arguments: &CiteArguments) -> bool {
    let allowed = |status| match status {
        TargetStatus::Impossible => false,
        TargetStatus::NotHeld => arguments.allow.contains(&AllowedStatus::NotHeld),
        _ => true,
    };
    !targets.any(allowed)
}

fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Prints a line for each citation and each passage that was not understood.
fn print_table(file: &Path, answer: &ExtractResponse) -> std::io::Result<()> {
    let file = file.display();
    let mut rows: Vec<(u64, String)> = Vec::new();
    let line = |locations: &[lagrum_answers::TextLocation]| {
        locations.first().and_then(|at| at.block_id.parse().ok()).unwrap_or_default()
    };
    for occurrence in &answer.occurrences {
        for target in &occurrence.targets {
            let words = one_line(&occurrence.text);
            let mut row = format!("{:10} {words}  {}", target.status.as_str(), target.uri);
            let days = [("from", &target.since), ("until", &target.until), ("by", &target.act)];
            for (name, value) in days {
                if let Some(value) = value.as_ref().filter(|_| target.status != TargetStatus::Held) {
                    row += &format!("  ({name} {value})");
                }
            }
            if !target.missing.is_empty() {
                row += &format!("  (missing: {})", target.missing.join(", "));
            }
            if let Some(reason) = target.reason {
                row += &format!("  ({})", reason.explanation());
            }
            if !target.nearest.is_empty() {
                row += &format!("  (nearest: {})", target.nearest.join(", "));
            }
            if occurrence.inferred {
                row += "  (of the act named last)";
            }
            if let Some(mismatch) = &occurrence.name_mismatch {
                row += &format!("  ({} is another: the number is of {})", mismatch.named, mismatch.held);
            }
            for former in &occurrence.formerly {
                row += &format!("  (until {}: {})", former.until, former.uri);
            }
            rows.push((line(&occurrence.locations), row));
        }
        if let Some(status) = occurrence.status {
            let row = format!("{:10} {}  -", status.as_str(), one_line(&occurrence.text));
            rows.push((line(&occurrence.locations), row));
        }
    }
    for (status, passages) in [("relative", &answer.relative), ("?", &answer.not_understood)] {
        for passage in passages {
            rows.push((line(&passage.locations), format!("{status:10} {}", one_line(&passage.text))));
        }
    }
    rows.sort_by_key(|(line, _)| *line);
    for (line, row) in rows {
        print_line!("{file}:{line}: {row}")?;
    }
    Ok(())
}

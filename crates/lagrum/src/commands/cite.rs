//! `lagrum cite`: checks the citations of files.

use std::path::Path;
use std::process::ExitCode;

use lagrum_answers::{
    CheckedQuote, ExtractBlock, ExtractQuestion, ExtractResponse, LinkedForm, Occurrence, QuoteMode,
    QuoteStatus, TargetStatus, extract, link_text,
};
use lagrum_snapshot::{Snapshot, Snapshots, today};
use serde::Serialize;

use crate::cli::{AllowedStatus, CheckedQuotes, CiteArguments, CiteFormat};
use crate::failure::{Failure, no_snapshot};
use crate::output::{print_json, print_text};

mod changed;
mod files;
mod words;

use self::words::{line, one_line, shown_runs};

/// The citations of one file. Its blocks are its lines, with their numbers as ids.
#[derive(Serialize)]
struct CheckedFile {
    file: String,
    #[serde(flatten)]
    answer: ExtractResponse,
}

/// The exit code where a file could not be read or a question not be answered, whatever was found in other files. 1 means that
/// something was found.
const FAILED: u8 = 2;

/// What was found in the files.
#[derive(Default)]
struct Found {
    /// Citations of nothing that is held.
    failing: usize,
    /// Quotations that do not stand where they are cited to.
    misquoted: usize,
    /// Citations whose provisions have changed.
    changed: usize,
}

pub(crate) fn run(data: &Path, arguments: &CiteArguments) -> ExitCode {
    check(data, arguments).unwrap_or_else(|failure| {
        crate::failure::report(&failure);
        ExitCode::from(FAILED)
    })
}

fn check(data: &Path, arguments: &CiteArguments) -> Result<ExitCode, Failure> {
    let snapshot = Snapshots::new(data).open_current()?.ok_or_else(|| no_snapshot(data))?;
    snapshot.load_resolver(today())?;
    if arguments.quotes.is_some() {
        snapshot.load_search()?;
    }
    let mut checked = Vec::new();
    let mut found = Found::default();
    let mut is_unread = false;
    for file in &arguments.files {
        match files::text_of(file) {
            Ok(text) => {
                if text.trim().is_empty() {
                    print_error!("{}: it is empty", file.display());
                }
                checked.push(check_text(&snapshot, file, &text, arguments, &mut found)?);
            }
            Err(failure) => {
                crate::failure::report(&failure);
                is_unread = true;
            }
        }
    }
    if arguments.json {
        print_json(&checked)?;
    }
    let code = found.exit_code(arguments);
    Ok(if is_unread { ExitCode::from(FAILED) } else { code })
}

impl Found {
    /// The exit code of what was found, which is told on standard error.
    fn exit_code(&self, arguments: &CiteArguments) -> ExitCode {
        if arguments.since.is_some() {
            return if self.changed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        }
        if self.failing > 0 {
            print_error!("{} citations are of nothing that is held", self.failing);
        }
        if self.misquoted > 0 {
            print_error!("{} quotations do not stand where they are cited to", self.misquoted);
        }
        if self.failing + self.misquoted > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}

/// Checks the text of a file and prints what was found, except as JSON.
fn check_text(
    snapshot: &Snapshot,
    file: &Path,
    text: &str,
    arguments: &CiteArguments,
    found: &mut Found,
) -> Result<CheckedFile, Failure> {
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
        quotes: match arguments.quotes {
            None => QuoteMode::None,
            Some(CheckedQuotes::Cited) => QuoteMode::Cited,
            Some(CheckedQuotes::All) => QuoteMode::All,
        },
        since: arguments.since,
        diff: arguments.diff,
        ..ExtractQuestion::default()
    };
    let answer = extract(snapshot, today(), &question)?;
    let fails = |o: &&Occurrence| fails(o.targets.iter().map(|t| t.status).chain(o.status), arguments);
    found.failing += answer.occurrences.iter().filter(fails).count();
    found.misquoted += quotes(&answer).filter(|quote| is_misquoted(quote.status, arguments)).count();
    found.changed += changed::count(&answer);
    match arguments.format {
        _ if arguments.since.is_some() && !arguments.json => changed::print(file, &answer)?,
        CiteFormat::Html => print_text(&link_text(&question.blocks, &answer, LinkedForm::Html))?,
        CiteFormat::Md => print_text(&link_text(&question.blocks, &answer, LinkedForm::Markdown))?,
        CiteFormat::Table if !arguments.json => print_table(file, &answer)?,
        CiteFormat::Table => {}
    }
    Ok(CheckedFile { file: file.display().to_string(), answer })
}

/// All quotations of a text.
fn quotes(answer: &ExtractResponse) -> impl Iterator<Item = &CheckedQuote> {
    let cited = answer.occurrences.iter().flat_map(|occurrence| occurrence.quotes.iter().flatten());
    cited.chain(answer.uncited_quotes.iter().flatten())
}

/// Whether a quotation makes the command fail.
fn is_misquoted(status: QuoteStatus, arguments: &CiteArguments) -> bool {
    let is_allowed = status == QuoteStatus::Unverified && arguments.allow.contains(&AllowedStatus::NotHeld);
    status.is_problem() && !is_allowed
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

fn quote_row(quote: &CheckedQuote) -> String {
    let mut row = format!("{:10} ”{}”", quote.status.as_str(), one_line(&quote.text));
    for place in quote.r#where.iter().flatten() {
        row += &format!("  (stands in {}: {})", place.label, place.uri);
    }
    if let Some(wording) = &quote.wording {
        let day = |day: &Option<String>| day.clone().unwrap_or_else(|| "a day that is not known".to_owned());
        let until = wording.until.as_ref().map(|until| format!(" until {until}")).unwrap_or_default();
        row += &format!("  (the wording from {}{until})", day(&wording.from));
    }
    if let Some(runs) = &quote.differs {
        row += &format!("  ({})", shown_runs(runs));
    }
    if let Some(note) = &quote.note {
        row += &format!("  ({note})");
    }
    row
}

/// Prints a line for each citation and each passage that was not understood.
fn print_table(file: &Path, answer: &ExtractResponse) -> std::io::Result<()> {
    let file = file.display();
    let mut rows: Vec<(u64, String)> = Vec::new();
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
                let held = mismatch.held.as_deref().unwrap_or("nothing that is held");
                row += &format!("  ({} is another: the number is of {held})", mismatch.named);
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
    rows.extend(quotes(answer).map(|quote| (line(&quote.locations), quote_row(quote))));
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

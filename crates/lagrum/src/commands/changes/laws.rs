//! `lagrum changes --since DAY --uri FILE --format …`: what changed in the laws that a file names.

use std::path::Path;
use std::process::ExitCode;

use jiff::civil::Date;
use lagrum_answers::{
    ListChanges, ListQuestion, ListedChange, MAX_LISTED_CHANGES, ReadNames, list_changes, read_list_names,
};
use lagrum_snapshot::{Snapshot, Snapshots, today};

use super::letter::{self, Shown};
use super::table;
use crate::cli::{ChangesArguments, ListFormat};
use crate::failure::{Failure, no_snapshot};
use crate::output::{print_json, print_own, print_text};

pub(super) fn run(data: &Path, file: &Path, arguments: &ChangesArguments) -> Result<ExitCode, Failure> {
    let snapshot = Snapshots::new(data).open_current()?.ok_or_else(|| no_snapshot(data))?;
    snapshot.load_resolver(today())?;
    let since = arguments.since.as_deref().unwrap_or_default();
    let day: Date = since
        .get(..10)
        .and_then(|day| day.parse().ok())
        .ok_or_else(|| format!("{since} is no day: write YYYY-MM-DD"))?;
    let text = table::lines_of(file)?;
    let ReadNames { ids, unread } = read_list_names(&snapshot, today(), text.lines())?;
    for line in unread {
        print_error!("{}: line {line} names no act that is held", file.display());
    }
    if ids.is_empty() {
        return Err(format!("{} names no act that is held", file.display()).into());
    }
    // Queries are searched with the embedded engine, which every snapshot has.
    if ids.iter().any(|id| id.starts_with("search:")) {
        snapshot.load_search()?;
    }
    let found = all(&snapshot, ids, day, arguments)?;
    for unknown in &found.not_found {
        print_error!("{} is not held", unknown.uri);
    }
    let shown = Shown { base: &snapshot.manifest().base, diff: arguments.diff, why: arguments.why };
    let format = if arguments.json { ListFormat::Json } else { arguments.format.unwrap_or(ListFormat::Text) };
    match format {
        ListFormat::Json => print_json(&found)?,
        ListFormat::Html => print_text(&letter::html(&found, &shown))?,
        ListFormat::Csv => print_text(&table::csv(&found, &shown)?)?,
        ListFormat::Xlsx => print_own(&table::xlsx(&found, &shown)?)?,
        ListFormat::Text => found.changes.iter().try_for_each(|change| print(change, &shown))?,
    }
    Ok(if found.changes.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// All pages of the answer as one.
fn all(
    snapshot: &Snapshot,
    uris: Vec<String>,
    since: Date,
    arguments: &ChangesArguments,
) -> Result<ListChanges, Failure> {
    let mut question = ListQuestion {
        uris,
        since,
        formal: arguments.formal.unwrap_or(true),
        diff: arguments.diff,
        cited: arguments.cited,
        limit: MAX_LISTED_CHANGES,
        ..ListQuestion::default()
    };
    let mut answer = list_changes(snapshot, today(), &question)?;
    while let Some(cursor) = answer.next_cursor.take() {
        question.cursor = Some(cursor);
        let more = list_changes(snapshot, today(), &question)?;
        answer.changes.extend(more.changes);
        answer.texts.both += more.texts.both;
        answer.texts.one += more.texts.one;
        answer.texts.none += more.texts.none;
        answer.next_cursor = more.next_cursor;
    }
    Ok(answer)
}

fn print(change: &ListedChange, shown: &Shown<'_>) -> std::io::Result<()> {
    let day = change.date.as_deref().unwrap_or("-");
    print_line!("{day} {} {}: {}", change.uri, change.name(shown.base), change.words(shown.base))?;
    if let Some(what) = change.what() {
        print_line!("  {what}")?;
    }
    if change.formal {
        print_line!("  formal")?;
    }
    if shown.why {
        for reason in &change.why {
            let at = reason.url.as_deref().unwrap_or_default();
            let page = reason.page.map(|page| format!(" s. {page}")).unwrap_or_default();
            print_line!("  {}{page} {at}", reason.label)?;
            if let Some(text) = &reason.text {
                print_line!("    {text}")?;
            }
        }
    }
    if shown.diff {
        for provision in &change.provisions {
            let label = provision.label.as_deref().unwrap_or(&provision.anchor);
            print_line!("  {label} ({})", provision.change.words())?;
            print_text(&marked(provision))?;
        }
    }
    Ok(())
}

/// What differs, with `**added**` and `~~removed~~` words; the only text of a provision that has one.
fn marked(provision: &lagrum_answers::ListedProvision) -> String {
    use lagrum_answers::RunSign;
    let Some(runs) = &provision.runs else {
        let text = provision.after.text.as_deref().or(provision.before.text.as_deref());
        return text.unwrap_or_default().to_owned();
    };
    let run = |(sign, text): &(RunSign, String)| match sign {
        RunSign::Same => text.clone(),
        RunSign::Added => format!("**{}** ", text.trim_end()),
        RunSign::Removed => format!("~~{}~~ ", text.trim_end()),
    };
    runs.iter().map(run).collect()
}

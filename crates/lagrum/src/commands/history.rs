//! `lagrum history`

use std::path::Path;
use std::process::ExitCode;

use lagrum_answers::{
    HistoryAct, HistoryBasis, HistoryChange, HistoryEntry, HistoryQuestion, RegisteredAct, RunSign,
    provision_history,
};
use lagrum_snapshot::{Snapshots, today};

use super::provision::provision_uri;
use crate::cli::HistoryArguments;
use crate::failure::{Failure, no_snapshot};
use crate::output::{print_json, print_text};

pub(crate) fn run(data: &Path, arguments: &HistoryArguments) -> Result<ExitCode, Failure> {
    let snapshot = Snapshots::new(data).open_current()?.ok_or_else(|| no_snapshot(data))?;
    let text = arguments.provision.join(" ");
    let Some(uri) = provision_uri(&snapshot, &text)? else {
        return Err(format!("no provision that is held was recognized in {text:?}").into());
    };
    let question = HistoryQuestion { uri, text: arguments.text, diff: arguments.diff };
    let answer = provision_history(&snapshot, today(), &question)?;
    if arguments.json {
        print_json(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    print_line!("{}, {}", answer.label.as_deref().unwrap_or_default(), answer.document_label)?;
    print_line!("{}", answer.uri)?;
    let completeness =
        if answer.complete { "every act that names it is told" } else { "not every text is held" };
    print_line!("{completeness}")?;
    for entry in &answer.entries {
        print_line!("")?;
        print_entry(entry)?;
    }
    if !answer.amendments.is_empty() {
        print_line!("")?;
        print_line!("acts of the register that name it:")?;
    }
    answer.amendments.iter().try_for_each(print_act)?;
    Ok(ExitCode::SUCCESS)
}

fn print_entry(entry: &HistoryEntry) -> std::io::Result<()> {
    let unknown = "a day that is not known";
    let from = entry.from.as_deref().unwrap_or(unknown);
    let change = entry.change.map_or("", |change| match change {
        HistoryChange::Inserted => "inserted ",
        HistoryChange::Amended => "amended ",
        HistoryChange::Renumbered => "renumbered ",
        HistoryChange::Repealed => "repealed ",
        HistoryChange::Restored => "restored ",
        HistoryChange::Coming => "coming ",
    });
    let until = entry.until.as_deref().map(|until| format!(" until {until}")).unwrap_or_default();
    let basis = match entry.basis {
        HistoryBasis::Dated => "",
        HistoryBasis::Undated => " (not certain)",
        HistoryBasis::Gap => " (other texts are not held)",
    };
    print_line!("{change}from {from}{until}{basis}")?;
    if let Some(former) = &entry.former {
        print_line!("  before: {}", former.label.as_deref().unwrap_or(&former.anchor))?;
    }
    for (name, acts) in [("by", &entry.acts), ("missing", &entry.missing)] {
        if !acts.is_empty() {
            print_line!("  {name}: {}", acts.iter().map(act_name).collect::<Vec<_>>().join("; "))?;
        }
    }
    if let Some(text) = entry.text.iter().flatten().next() {
        print_text(text)?;
    }
    if let Some(runs) = entry.diff.iter().flatten().next() {
        let marked = runs.iter().map(|(sign, text)| match sign {
            RunSign::Same => text.clone(),
            RunSign::Added => format!("**{text}**"),
            RunSign::Removed => format!("~~{text}~~"),
        });
        print_text(&marked.collect::<String>())?;
    }
    Ok(())
}

fn act_name(act: &HistoryAct) -> String {
    let name = act.identifier.as_deref().unwrap_or(&act.uri);
    if act.forarbeten.is_empty() {
        return name.to_owned();
    }
    format!("{name} ({})", act.forarbeten.join(", "))
}

fn print_act(act: &RegisteredAct) -> std::io::Result<()> {
    let name = act.identifier.as_deref().unwrap_or(&act.uri);
    let day = act.in_force.as_deref().unwrap_or("-");
    print_line!("  {day} {name}: {}", act.scope.as_deref().unwrap_or("-"))
}

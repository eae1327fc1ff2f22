//! `lagrum resolve`

use std::path::Path;
use std::process::ExitCode;

use lagrum_answers::{ResolveQuestion, SearchResult, resolve};
use lagrum_snapshot::{Snapshots, today};

use crate::Failure;
use crate::cli::Resolve;
use crate::output::print_json;

pub fn run(data: &Path, arguments: &Resolve) -> Result<ExitCode, Failure> {
    let snapshot = Snapshots::new(data)
        .open_current()?
        .ok_or("nothing is published: build a snapshot first (lagrum build --data DIR)")?;
    snapshot.load_resolver(today())?;
    let question = ResolveQuestion { text: arguments.text.join(" "), source: None, kind: None };
    let answer = resolve(&snapshot, question)?;
    if arguments.json {
        print_json(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    for result in &answer.results {
        print(result)?;
    }
    for recognized in &answer.recognized {
        say!("not held")?;
        say!("  {}", recognized.uri)?;
    }
    if answer.results.is_empty() && answer.recognized.is_empty() {
        complain!("no citation is recognized in {:?}", answer.query);
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints what a result is called, its uri and its page path.
fn print(result: &SearchResult) -> std::io::Result<()> {
    let name = result.display.as_deref().or(result.identifier.as_deref()).unwrap_or(&result.uri);
    let path = result.url.as_deref().unwrap_or_default();
    let Some(pin) = &result.pin else {
        say!("{name}")?;
        say!("  {}", result.uri)?;
        return say!("  {path}");
    };
    let anchor = pin.pinpoint.as_deref().unwrap_or_default();
    say!("{}, {name}", pin.label.as_deref().unwrap_or(anchor))?;
    say!("  {}", pin.uri)?;
    say!("  {path}#{anchor}")
}

//! `lagrum resolve`

use std::path::Path;
use std::process::ExitCode;

use lagrum_answers::{ResolveQuestion, SearchResult, resolve};
use lagrum_snapshot::{Snapshots, today};

use crate::cli::ResolveArguments;
use crate::failure::{Failure, no_snapshot};
use crate::output::print_json;

pub(crate) fn run(data: &Path, arguments: &ResolveArguments) -> Result<ExitCode, Failure> {
    let snapshot = Snapshots::new(data).open_current()?.ok_or_else(|| no_snapshot(data))?;
    snapshot.load_resolver(today())?;
    let question = ResolveQuestion { text: arguments.text.join(" "), source: None, kind: None };
    let answer = resolve(&snapshot, today(), question)?;
    if arguments.json {
        print_json(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    for result in &answer.results {
        print(result)?;
    }
    for recognized in &answer.recognized {
        let state = recognized.state();
        print_line!("{}", state.status.explanation())?;
        print_line!("  {}", recognized.uri)?;
        let known = [("from", &state.since), ("until", &state.until), ("by", &state.act)];
        for (name, value) in known {
            if let Some(value) = value {
                print_line!("  {name}: {value}")?;
            }
        }
        for missing in &state.missing {
            print_line!("  missing: {missing}")?;
        }
        if let Some(reason) = state.reason {
            print_line!("  {}", reason.explanation())?;
        }
        for nearest in &state.nearest {
            print_line!("  nearest: {nearest}")?;
        }
    }
    if answer.results.is_empty() && answer.recognized.is_empty() {
        print_error!("no citation was recognized in {:?}", answer.query);
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the name of a result, its uri and its page path.
fn print(result: &SearchResult) -> std::io::Result<()> {
    let name = result.display.as_deref().or(result.identifier.as_deref()).unwrap_or(&result.uri);
    let path = result.url.as_deref().unwrap_or_default();
    let Some(pin) = &result.pin else {
        print_line!("{name}")?;
        print_line!("  {}", result.uri)?;
        return print_line!("  {path}");
    };
    let anchor = pin.pinpoint.as_deref().unwrap_or_default();
    print_line!("{}, {name}", pin.label.as_deref().unwrap_or(anchor))?;
    print_line!("  {}", pin.uri)?;
    print_line!("  {path}#{anchor}")
}

//! `lagrum search`

use std::path::Path;
use std::process::ExitCode;

use lagrum_answers::{SearchQuestion, SearchResult, SourceName, search};
use lagrum_snapshot::{Snapshots, today};

use crate::Failure;
use crate::cli::Search;
use crate::engine::Chosen;
use crate::output::print_json;

pub fn run(data: &Path, arguments: &Search) -> Result<ExitCode, Failure> {
    let snapshot = Snapshots::new(data)
        .open_current()?
        .ok_or("nothing is published: build a snapshot first (lagrum build --data DIR)")?;
    snapshot.load_resolver(today())?;
    let chosen = Chosen::new(&arguments.engine)?;
    snapshot.load_search_by(|local, folder| chosen.engine(local, folder))?;
    let question = SearchQuestion {
        query: arguments.text.join(" "),
        source: arguments.source.clone().map(SourceName::from),
        kind: arguments.kind.clone(),
        year: arguments.year,
        limit: usize::from(arguments.limit),
        ..SearchQuestion::default()
    };
    let answer = search(&snapshot, today(), question)?;
    if arguments.json {
        print_json(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    for correction in &answer.corrections {
        say!("{} is read as {}", correction.word, correction.read_as)?;
    }
    for document in &answer.recognized {
        say!("{} is not held", document.uri)?;
    }
    for word in &answer.cut {
        say!("not everything was looked for: {word}")?;
    }
    for result in &answer.results {
        print(result)?;
    }
    complain!("{} of {} documents", answer.results.len(), answer.total);
    Ok(ExitCode::SUCCESS)
}

/// Prints what a result is called, its uri, and the places in it that answer.
fn print(result: &SearchResult) -> std::io::Result<()> {
    let name = result.display.as_deref().or(result.identifier.as_deref()).unwrap_or(&result.uri);
    say!("{name}")?;
    say!("  {}", result.uri)?;
    for place in result.pin.iter().chain(&result.fragments) {
        let anchor = place.pinpoint.as_deref().unwrap_or_default();
        say!("    #{anchor}  {}", place.label.as_deref().unwrap_or_default())?;
        for extract in &place.highlight {
            say!("      {}", plain(extract))?;
        }
    }
    if result.fragments.is_empty() {
        for extract in &result.highlight {
            say!("      {}", plain(extract))?;
        }
    }
    Ok(())
}

/// An extract without its marks, for a terminal.
fn plain(html: &str) -> String {
    const MARKS: [(&str, &str); 7] = [
        ("<em>", ""),
        ("</em>", ""),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    MARKS.iter().fold(html.to_owned(), |text, (mark, plain)| text.replace(mark, plain))
}

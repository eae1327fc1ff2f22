//! `lagrum search`

use std::path::Path;
use std::process::ExitCode;

use lagrum_answers::{SearchQuestion, SearchResult, SourceName, search};
use lagrum_snapshot::{Snapshots, today};

use crate::cli::SearchArguments;
use crate::encoders::Encoders;
use crate::engine::EngineChoice;
use crate::failure::{Failure, no_snapshot};
use crate::output::print_json;

pub(crate) fn run(data: &Path, arguments: &SearchArguments) -> Result<ExitCode, Failure> {
    let snapshot = Snapshots::new(data).open_current()?.ok_or_else(|| no_snapshot(data))?;
    snapshot.load_resolver(today())?;
    snapshot.load_vectors(Encoders::open(&arguments.engine)?.all())?;
    let chosen = EngineChoice::new(&arguments.engine)?;
    snapshot.load_search_by(|local, folder| chosen.engine(local, folder))?;
    let question = SearchQuestion {
        query: arguments.text.join(" "),
        source: arguments.source.clone().map(SourceName::from),
        kind: arguments.kind.clone(),
        year: arguments.year,
        days: arguments.date.clone(),
        limit: usize::from(arguments.limit),
        ..SearchQuestion::default()
    };
    let answer = search(&snapshot, today(), question)?;
    if arguments.json {
        print_json(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    for correction in &answer.corrections {
        print_line!("{} was read as {}", correction.word, correction.read_as)?;
    }
    for reading in &answer.readings {
        match reading.note {
            Some(note) if reading.read_as.is_empty() => print_line!("{}: {note}", reading.words)?,
            _ => print_line!("{} was read also as {}", reading.words, reading.read_as.join(" or "))?,
        }
    }
    for document in &answer.recognized {
        print_line!("{} is not held", document.uri)?;
    }
    for word in &answer.cut {
        print_line!("searched only in part: {word}")?;
    }
    for result in &answer.results {
        print(result)?;
    }
    print_error!("{} of {} documents", answer.results.len(), answer.total);
    Ok(ExitCode::SUCCESS)
}

/// Prints the name of a result, its uri, and its passages.
fn print(result: &SearchResult) -> std::io::Result<()> {
    let name = result.display.as_deref().or(result.identifier.as_deref()).unwrap_or(&result.uri);
    print_line!("{name}")?;
    print_line!("  {}", result.uri)?;
    for passage in result.pin.iter().chain(&result.fragments) {
        let anchor = passage.pinpoint.as_deref().unwrap_or_default();
        let heading = passage.heading.as_deref().map(plain).unwrap_or_default();
        let label = passage.label.as_deref().unwrap_or_default();
        print_line!("{}", format!("    #{anchor}  {label} {heading}").trim_end())?;
        for snippet in &passage.highlight {
            print_line!("      {}", plain(snippet))?;
        }
    }
    if result.fragments.is_empty() {
        for snippet in &result.highlight {
            print_line!("      {}", plain(snippet))?;
        }
    }
    Ok(())
}

/// A snippet as plain text, without its marks.
fn plain(html: &str) -> String {
    lagrum_escape::text_of_html(&html.replace("<em>", "").replace("</em>", ""))
}

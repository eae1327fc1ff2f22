//! The freshness of the served documents, as figures for Prometheus. They are read from the snapshot on request, so a source
//! that is gone has none.

use std::fmt::Write as _;

use lagrum_answers::{AnswerError, SourceFreshness, freshness};
use lagrum_snapshot::{Snapshot, midnight};

/// A figure of each source: its name, its meaning, and the function that reads it.
type SourceFigure = (&'static str, &'static str, fn(&SourceFreshness) -> Option<i64>);

const FIGURES: [SourceFigure; 3] = [
    ("lagrum_source_newest_document_timestamp_seconds", "The date of the newest document", |source| {
        source.newest.map(midnight)
    }),
    (
        "lagrum_source_imported_timestamp_seconds",
        "When an import last brought something other than what was held",
        |source| Some(source.imported?.as_second()),
    ),
    (
        "lagrum_source_taken_timestamp_seconds",
        "The day on which the documents were taken from their publisher, where imports stated it",
        |source| source.taken.map(midnight),
    ),
];

const PUBLISHED: &str = "lagrum_snapshot_published_timestamp_seconds";

/// The figures of a snapshot, in the text form of Prometheus.
pub(super) fn figures(snapshot: &Snapshot) -> Result<String, AnswerError> {
    let sources = freshness(snapshot)?;
    let mut text = String::new();
    let published = snapshot.manifest().published_at();
    head(&mut text, PUBLISHED, "When the served snapshot was published");
    let _ = writeln!(text, "{PUBLISHED} {published}");
    for (name, meaning, read) in FIGURES {
        head(&mut text, name, meaning);
        for source in &sources {
            if let Some(second) = read(source) {
                let _ = writeln!(text, "{name}{{source=\"{}\"}} {second}", label(&source.source));
            }
        }
    }
    Ok(text)
}

/// The lines before the values of a figure.
fn head(text: &mut String, name: &str, meaning: &str) {
    let _ = writeln!(text, "# HELP {name} {meaning}\n# TYPE {name} gauge");
}

/// A text as the value of a label.
fn label(text: &str) -> String {
    text.replace('\\', r"\\").replace('"', "\\\"").replace('\n', r"\n")
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn no_name_of_a_source_ends_its_label() {
        for (name, written) in [("sfs", "sfs"), ("a\"} 1", "a\\\"} 1"), ("a\\\nb", "a\\\\\\nb")] {
            assert_eq!(label(name), written);
        }
    }
}

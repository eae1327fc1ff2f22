//! Writes the change log of the corpus into the catalog, so that a snapshot answers from what it was built from.

use lagrum_catalog::{CatalogWriter, ChangeLogStart, NewChange, NewChangeSubject, PublishedBefore};
use lagrum_corpus::{ChangeLogEntry, ChangeSubject, LOG_DAYS};

use crate::error::BuildError;
use crate::input::BuildInput;
use crate::resolved::ResolvedCorpus;

/// Writes the log, by last change and uri. Documents whose artifact cannot be read are in no part of the snapshot.
pub(crate) fn write(
    input: &BuildInput<'_>,
    resolved: &ResolvedCorpus<'_>,
    writer: &mut CatalogWriter,
) -> Result<(), BuildError> {
    let log = &input.state.log;
    let mut entries: Vec<&ChangeLogEntry> = log.entries.iter().collect();
    // They come by uri, which remains the order among those of one generation.
    entries.sort_by_key(|entry| entry.changes.last());
    writer.change_log(entries.into_iter().filter_map(|entry| {
        let subject = subject(input, resolved, &entry.subject)?;
        Some(NewChange { subject, generations: entry.changes.0 })
    }))?;
    let published = log.published.iter().map(|snapshot| PublishedBefore {
        id: snapshot.id.clone(),
        generation: snapshot.generation,
        at: snapshot.at,
    });
    let start = ChangeLogStart { generation: log.start.generation, at: log.start.at, days: LOG_DAYS };
    Ok(writer.published_before(published, start)?)
}

fn subject<'a>(
    input: &'a BuildInput<'_>,
    resolved: &ResolvedCorpus<'_>,
    subject: &'a ChangeSubject,
) -> Option<NewChangeSubject<'a>> {
    match subject {
        ChangeSubject::Document(position) => {
            let uri = input.state.documents.get(*position as usize)?.uri.as_str();
            resolved.number(uri).map(NewChangeSubject::Document)
        }
        ChangeSubject::Lydelse(position) => {
            let lydelse = input.state.lydelser.get(*position as usize)?;
            Some(NewChangeSubject::Lydelse {
                uri: &lydelse.uri,
                source: &lydelse.source,
                document: &lydelse.document,
                stored: lydelse.stored.0,
            })
        }
        ChangeSubject::Withdrawn(withdrawn) => Some(NewChangeSubject::Withdrawn {
            uri: &withdrawn.uri,
            source: &withdrawn.source,
            lydelse_of: withdrawn.lydelse_of.as_deref(),
            kind: withdrawn.names.kind.as_deref(),
            label: withdrawn.names.label.as_deref(),
            title: withdrawn.names.title.as_deref(),
        }),
    }
}

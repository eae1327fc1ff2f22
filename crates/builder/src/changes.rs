//! Writes the change log of the corpus into the catalog. A snapshot thus has the log of its own generation.

use lagrum_catalog::{CatalogWriter, ChangeLogStart, NewChange, NewChangeSubject, PublishedBefore};
use lagrum_corpus::{ChangeSubject, LOG_DAYS};

use crate::error::BuildError;
use crate::input::BuildInput;
use crate::positions::EntryIndex;
use crate::resolved::ResolvedCorpus;

/// Writes the log, by last change and uri. Documents whose artifact cannot be read are left out, as in every part of
/// the snapshot.
pub(crate) fn write(
    input: &BuildInput<'_>,
    resolved: &ResolvedCorpus<'_>,
    writer: &mut CatalogWriter,
) -> Result<(), BuildError> {
    let log = &input.state.log;
    let mut order: Vec<u32> = (0..log.entries.len() as u32).collect();
    // The sort is stable: entries come by uri, and stay so within a generation.
    order.sort_by_key(|at| log.entries.get(*at as usize).map(|entry| entry.changes.last()));
    writer.change_log(order.into_iter().filter_map(|at| {
        let entry = log.entries.get(at as usize)?;
        let subject = subject(input, resolved, entry.subject)?;
        Some(NewChange { subject, changes: entry.changes })
    }))?;
    for changed in &log.provisions {
        writer.changed_provisions(&changed.uri, changed.generation, changed.provisions.as_deref())?;
    }
    // A snapshot of a later generation was made of another corpus, which stood in the place of this one.
    let own = log.published.iter().filter(|snapshot| snapshot.generation <= input.state.generation);
    let published = own.map(|snapshot| PublishedBefore {
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
    subject: ChangeSubject<'a>,
) -> Option<NewChangeSubject<'a>> {
    match subject {
        ChangeSubject::Document(position) => {
            resolved.number_of_entry(EntryIndex(position)).map(NewChangeSubject::Document)
        }
        ChangeSubject::Lydelse(position) => {
            let lydelse = input.state.lydelser.get(position as usize)?;
            Some(NewChangeSubject::Lydelse {
                uri: &lydelse.uri,
                source: &lydelse.source,
                document: &lydelse.document,
                stored: lydelse.stored,
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

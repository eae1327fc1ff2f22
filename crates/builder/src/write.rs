//! Writes the catalog.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_catalog::{CatalogWriter, NewCitation, NewDocument};
use lagrum_snapshot::SnapshotCounts;
use lagrum_sources::source;

use crate::error::BuildError;
use crate::gather::{HeldDocument, NumberedLink};
use crate::input::BuildInput;
use crate::resolve::ResolvedCorpus;
use crate::{inbound, listing};

/// Writes the catalog. Returns how much of everything is in it, and for each document how many others cite it.
pub(crate) fn write(
    input: &BuildInput<'_>,
    resolved: &ResolvedCorpus,
    mut writer: CatalogWriter,
) -> Result<(SnapshotCounts, Vec<u32>), BuildError> {
    let BuildInput { state, base, day, progress, .. } = *input;
    let documents = &resolved.documents;
    progress.begin("write the catalog", Some(documents.len() as u64));
    let sources: BTreeSet<&str> = documents.iter().map(|document| document.source.as_str()).collect();
    if sources.len() > usize::from(u16::MAX) {
        return Err(BuildError::TooMany);
    }
    writer.names(
        documents.len() as u32,
        resolved.unheld.iter().map(|uri| &**uri),
        resolved.anchors.iter().map(|anchor| &**anchor),
        resolved.predicates.iter().map(|name| &**name),
        sources.iter().copied(),
    )?;

    let edges = inbound::edges(resolved);
    let mut inbound_counts = vec![0_u32; documents.len()];
    for (cited, _) in edges.iter().flatten() {
        inbound_counts[*cited as usize] += 1;
    }
    for (id, document) in (0_u32..).zip(documents) {
        writer.document(&row(id, document, inbound_counts[id as usize]))?;
        writer.held_names(id, &document.names)?;
        writer.citations(id, document.links.iter().map(|link| citation(resolved, link)))?;
        writer.edges(id, &edges[id as usize])?;
        progress.advance(1);
    }
    progress.end();

    let number = |name: &str| sources.iter().position(|known| *known == name).unwrap_or_default() as u16;
    let source_numbers: Vec<u16> = documents.iter().map(|document| number(&document.source)).collect();
    progress.begin("write inbound lists", None);
    inbound::lists(resolved, &source_numbers, &inbound_counts, |target, records| {
        writer.inbound(target, records, |anchor| resolved.anchor(anchor))
    })?;
    progress.end();

    progress.begin("write listings and indexes", None);
    listing::write(resolved, base, day, &mut writer)?;
    writer.finish()?;
    progress.end();

    let mut per_source: BTreeMap<String, u64> = BTreeMap::new();
    for document in documents {
        *per_source.entry(document.source.clone()).or_default() += 1;
    }
    let counts = SnapshotCounts {
        documents: documents.len() as u64,
        stubs: resolved.stubs,
        lydelser: state.lydelser.len() as u64,
        citations: documents.iter().map(|document| document.links.len() as u64).sum(),
        edges: edges.iter().map(|cited| cited.len() as u64).sum(),
        unreadable: resolved.unreadable,
        sources: per_source,
    };
    Ok((counts, inbound_counts))
}

fn row(id: u32, document: &HeldDocument, inbound_count: u32) -> NewDocument {
    let description = &document.description;
    let kind = description.kind.clone();
    let present = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    NewDocument {
        id,
        uri: document.uri.clone(),
        source: document.source.clone(),
        expired: description.expired.as_ref().map(ToString::to_string),
        inbound_count: u64::from(inbound_count),
        stored: document.stored,
        updated: document.updated,
        date: description.date.clone(),
        year: description.year,
        flow_group: source(&document.source).group(kind.as_deref().unwrap_or_default()).name().to_owned(),
        kind,
        label: present(&description.label),
        title: present(&description.title),
        display: present(&description.display),
        descriptive: present(&description.descriptive),
        short_id: description.short_id.clone(),
        short_title: description.short_title.clone(),
        abbr: description.abbr.clone(),
        publisher: description.publisher.clone(),
        source_url: description.source_url.clone(),
        description: description.description.clone(),
        snippet: description.snippet.clone(),
    }
}

fn citation<'a>(resolved: &'a ResolvedCorpus, link: &NumberedLink) -> NewCitation<'a> {
    let anchor = |number: u32| (number > 0).then(|| resolved.anchor(number));
    NewCitation {
        target: link.target,
        target_anchor: anchor(link.target_anchor),
        anchor: anchor(link.anchor),
        page: u32::try_from(link.page).ok(),
        // Relations over the limit have become plain references, so the number fits.
        predicate: u16::try_from(link.predicate + 1).unwrap_or_default(),
        text: resolved.surface(link.text),
    }
}

//! Writes the files of private lookups: every document, every provision of statutes and EU acts, and every printed page of
//! other texts. The paragraphs of judgments are left out.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use lagrum_artifact::{AnchoredPart, Artifact};
use lagrum_catalog::{Catalog, CatalogDocument};
use lagrum_corpus::StoredId;
use lagrum_private_lookup::LookupWriter;
use lagrum_render::{heading_of, text_as_markdown};
use lagrum_sources::{ActForm, FlowGroup, flow_group, source};
use rayon::prelude::*;

use crate::error::BuildError;
use crate::input::BuildInput;

/// Documents read at a time.
const BATCH: u64 = 200;

/// Characters of a unit's text. Few paragrafer are longer; a kapitel is cut.
const TEXT_CHARS: usize = 8_000;

/// The depth of a provision's heading in its markdown.
const HEADING_DEPTH: usize = 3;

/// Writes the lookups of the catalog's documents.
pub(crate) fn write(input: &BuildInput<'_>, catalog: &Path, folder: &Path) -> Result<(), BuildError> {
    let catalog = Catalog::open(catalog)?;
    let mut lookups = LookupWriter::create(folder)?;
    input.progress.begin("write private lookups", Some(input.state.documents.len() as u64));
    let mut first = 0;
    loop {
        let documents = catalog.with(|reader| reader.documents_from(first, BATCH))?;
        let Some(last) = documents.last() else { break };
        first = last.id + 1;
        let parts: Vec<Vec<AnchoredPart>> =
            documents.par_iter().map(|document| parts(input, document)).collect::<Result<_, BuildError>>()?;
        for (document, parts) in documents.iter().zip(parts) {
            let citations = u32::try_from(document.inbound_count).unwrap_or(u32::MAX);
            lookups.add(&document.uri, None, citations)?;
            let cited = if parts.is_empty() { HashMap::new() } else { cited(&catalog, &document.uri)? };
            for part in parts {
                let citations = cited.get(part.anchor.as_str()).copied().unwrap_or_default();
                let uri = format!("{}#{}", document.uri, part.anchor);
                lookups.add(&uri, markdown(&part).as_deref(), citations)?;
            }
        }
        input.progress.advance(documents.len() as u64);
    }
    lookups.finish()?;
    input.progress.end();
    Ok(())
}

/// The parts of a document that can be looked up. What cannot be read was reported when it was read before.
fn parts(input: &BuildInput<'_>, document: &CatalogDocument) -> Result<Vec<AnchoredPart>, BuildError> {
    let Some(stored) = document.stored else { return Ok(Vec::new()) };
    let group = FlowGroup::named(&document.flow_group)
        .unwrap_or_else(|| flow_group(&document.source, document.kind.as_deref().unwrap_or_default()));
    if group.is_case_law() {
        return Ok(Vec::new());
    }
    let form = source(&document.source).act_form;
    let Some(bytes) = input.pool.artifact(StoredId(stored))? else { return Ok(Vec::new()) };
    let Ok(artifact) = Artifact::parse(&bytes) else { return Ok(Vec::new()) };
    let mut parts = artifact.presented().anchored_parts_up_to(TEXT_CHARS);
    if !matches!(form, Some(ActForm::SwedishAct | ActForm::EuAct)) {
        parts.retain(|part| part.anchor.page().is_some());
    }
    Ok(parts)
}

/// How many documents cite each anchor of a document.
fn cited(catalog: &Catalog, uri: &str) -> Result<HashMap<String, u32>, BuildError> {
    let (records, anchors) = catalog.with(|reader| reader.inbound_records(uri))?;
    let citing: HashSet<(u32, u32)> =
        records.iter().map(|record| (record.target_anchor, record.citing)).collect();
    let mut counts: HashMap<u32, u32> = HashMap::new();
    for (anchor, _) in citing {
        *counts.entry(anchor).or_default() += 1;
    }
    let named = anchors.into_iter().filter_map(|(id, anchor)| Some((anchor, *counts.get(&id)?)));
    Ok(named.collect())
}

fn markdown(part: &AnchoredPart) -> Option<String> {
    let heading = part.heading.as_deref().map(|heading| heading_of(HEADING_DEPTH, heading));
    let text = (!part.text.is_empty()).then(|| text_as_markdown(&part.text));
    let blocks: Vec<String> = heading.into_iter().chain(text).collect();
    (!blocks.is_empty()).then(|| blocks.join("\n\n"))
}

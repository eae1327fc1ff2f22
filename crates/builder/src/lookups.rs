//! Writes the files of private lookups: every document, and every part of it that has an anchor, because a citation in
//! words or an address may point into each. A decision without parts that words can cite also has its whole text.
//!
//! A unit has its whole text or none: a cut text would be taken for the words of the law.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use lagrum_artifact::{AnchorGrammar, AnchoredPart, Artifact};
use lagrum_catalog::{AnchorNumber, Catalog, CatalogDocument, DocumentNumber};
use lagrum_private_lookup::{LookupWriter, PackedText};
use lagrum_render::{heading_of, text_as_markdown};
use lagrum_sources::{FlowGroup, flow_group, source};
use rayon::prelude::*;

use crate::error::BuildError;
use crate::input::BuildInput;

/// Documents read at a time.
const BATCH: u64 = 200;

/// The maximum length of a text, in bytes. A longer text is left out.
const TEXT_BYTES: usize = 64 << 10;

/// The number of characters that are read of a part's text. It exceeds the maximum length of a text, so a text cut here
/// is too long and left out.
const READ_CHARS: usize = TEXT_BYTES + 1024;

/// The depth of a provision's heading in its markdown.
const HEADING_DEPTH: usize = 3;

/// Writes the lookups of the catalog's documents.
pub(crate) fn write(input: &BuildInput<'_>, catalog: &Path, folder: &Path) -> Result<(), BuildError> {
    let catalog = Catalog::open(catalog)?;
    let mut lookups = LookupWriter::create(folder)?;
    let documents: u64 = catalog.with(|reader| reader.sources())?.values().sum();
    input.progress.begin("write private lookups", Some(documents));
    for documents in catalog.document_batches(BATCH) {
        let documents = documents?;
        let units: Vec<Units> =
            documents.par_iter().map(|document| units(input, document)).collect::<Result<_, BuildError>>()?;
        for (document, Units { whole, parts }) in documents.iter().zip(units) {
            let citations = u32::try_from(document.inbound_count).unwrap_or(u32::MAX);
            lookups.add(&document.uri, whole, citations)?;
            let cited = if parts.is_empty() { HashMap::new() } else { cited(&catalog, &document.uri)? };
            for (anchor, text) in parts {
                let citations = cited.get(&anchor).copied().unwrap_or_default();
                lookups.add(&format!("{}#{anchor}", document.uri), text, citations)?;
            }
        }
        input.progress.advance(documents.len() as u64);
    }
    lookups.finish()?;
    input.progress.end();
    Ok(())
}

/// The units of a document beside its uri.
#[derive(Default)]
struct Units {
    /// The whole text, only of a decision without parts that words can cite.
    whole: Option<PackedText>,
    /// The anchor and the text of each part.
    parts: Vec<(String, Option<PackedText>)>,
}

/// The units of a document. An unreadable document has none: it was reported when it was read before.
fn units(input: &BuildInput<'_>, document: &CatalogDocument) -> Result<Units, BuildError> {
    let Some(stored) = document.stored else { return Ok(Units::default()) };
    let group = FlowGroup::named(&document.flow_group)
        .unwrap_or_else(|| flow_group(&document.source, document.kind.as_deref().unwrap_or_default()));
    let source = source(&document.source);
    let Some(bytes) = input.pool.artifact(stored)? else { return Ok(Units::default()) };
    let Ok(artifact) = Artifact::parse(&bytes) else { return Ok(Units::default()) };
    let parts = artifact.presented().anchored_parts_up_to(READ_CHARS);
    let is_whole = group.is_case_law() && !parts.iter().any(|part| is_cited(source.grammar, part));
    let name = document.title.as_deref().or(document.label.as_deref());
    let whole = is_whole.then(|| lagrum_render::markdown(&artifact, name)).and_then(|text| packed(&text));
    let parts = parts.into_iter().map(|part| (part.anchor.to_string(), packed(&markdown(&part)))).collect();
    Ok(Units { whole, parts })
}

/// A text as the lookups hold it. None for a text that is empty or too long.
fn packed(markdown: &str) -> Option<PackedText> {
    (!markdown.is_empty() && markdown.len() <= TEXT_BYTES).then(|| PackedText::new(markdown))
}

/// Whether a citation in words can point into a part: it has a reader form, and is no stycke outside any provision. A
/// court's paragraph is cited by `P26`, so its other anchor `p26` is left out.
fn is_cited(grammar: AnchorGrammar, part: &AnchoredPart) -> bool {
    let anchor = part.anchor.as_str();
    let is_numbered = |letter: char| {
        let number = anchor.strip_prefix(letter);
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
    };
    let has_form = part.reader_form.is_some() || grammar.label(&part.anchor).is_some();
    has_form && !is_numbered('S') && !is_numbered('p')
}

/// How many documents cite each anchor of a document.
fn cited(catalog: &Catalog, uri: &str) -> Result<HashMap<String, u32>, BuildError> {
    let (records, anchors) = catalog.with(|reader| reader.inbound_records(uri))?;
    let citing: HashSet<(AnchorNumber, DocumentNumber)> =
        records.iter().map(|record| (record.target_anchor, record.citing)).collect();
    let mut counts: HashMap<AnchorNumber, u32> = HashMap::new();
    for (anchor, _) in citing {
        *counts.entry(anchor).or_default() += 1;
    }
    let named = anchors.into_iter().filter_map(|(id, anchor)| Some((anchor, *counts.get(&id)?)));
    Ok(named.collect())
}

fn markdown(part: &AnchoredPart) -> String {
    let heading = part.heading.as_deref().map(|heading| heading_of(HEADING_DEPTH, heading));
    let text = (!part.text.is_empty()).then(|| text_as_markdown(&part.text));
    let blocks: Vec<String> = heading.into_iter().chain(text).collect();
    blocks.join("\n\n")
}

//! Writes the files of private lookups: every document, and every unit of it that a citation points into: provisions of statutes,
//! regulations and EU acts, articles of treaties, printed pages, numbered paragraphs of decisions. A decision without such units has its whole
//! text.
//!
//! A unit has its text whole or not at all: a cut one would be taken for the words of the law.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use lagrum_artifact::{AnchorGrammar, AnchoredPart, Artifact};
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

/// Bytes of a text. A longer one is left out.
const TEXT_BYTES: usize = 64 << 10;

/// Characters of a part's text that are read: so many more than a text may have that one which was cut is always too long.
const READ_CHARS: usize = TEXT_BYTES + 1024;

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
        let units: Vec<Units> =
            documents.par_iter().map(|document| units(input, document)).collect::<Result<_, BuildError>>()?;
        for (document, Units { whole, parts }) in documents.iter().zip(units) {
            let citations = u32::try_from(document.inbound_count).unwrap_or(u32::MAX);
            lookups.add(&document.uri, whole.as_deref(), citations)?;
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

/// What can be looked up of a document beside its uri.
#[derive(Default)]
struct Units {
    /// Its text as markdown: of a decision without parts.
    whole: Option<String>,
    parts: Vec<AnchoredPart>,
}

/// The units of a document. What cannot be read was reported when it was read before.
fn units(input: &BuildInput<'_>, document: &CatalogDocument) -> Result<Units, BuildError> {
    let Some(stored) = document.stored else { return Ok(Units::default()) };
    let group = FlowGroup::named(&document.flow_group)
        .unwrap_or_else(|| flow_group(&document.source, document.kind.as_deref().unwrap_or_default()));
    let source = source(&document.source);
    let Some(bytes) = input.pool.artifact(StoredId(stored))? else { return Ok(Units::default()) };
    let Ok(artifact) = Artifact::parse(&bytes) else { return Ok(Units::default()) };
    let mut parts = artifact.presented().anchored_parts_up_to(READ_CHARS);
    if !matches!(source.act_form, Some(ActForm::SwedishAct | ActForm::EuAct)) {
        parts.retain(|part| is_cited(source.grammar, part));
    }
    let name = document.title.as_deref().or(document.label.as_deref());
    let whole = (group.is_case_law() && parts.is_empty())
        .then(|| lagrum_render::markdown(&artifact, name))
        .filter(|text| text.len() <= TEXT_BYTES);
    Ok(Units { whole, parts })
}

/// Whether a citation can point into a part: it has a reader form, and is no stycke outside any provision. A court's paragraph is
/// cited by `P26`, and `p26` is the same.
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
    let markdown = blocks.join("\n\n");
    (!markdown.is_empty() && markdown.len() <= TEXT_BYTES).then_some(markdown)
}

//! Reads every artifact once.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use indexmap::IndexSet;
use jiff::civil::Date;
use lagrum_artifact::{Artifact, Base};
use lagrum_catalog::{ActRecord, CatalogWriter, PackedParts};
use lagrum_citation::HeldName;
use lagrum_corpus::dump::DumpWriter;
use lagrum_corpus::{DocumentEntry, ReaderPool};
use lagrum_snapshot::DumpEntry;
use lagrum_sources::{Description, links, source, status_expiry, transpositions};
use rayon::prelude::*;

use crate::acts;
use crate::dumps::entry;
use crate::error::BuildError;
use crate::input::BuildInput;
use crate::lydelser::{Register, register};

/// Artifacts are read and parsed in batches of about this many bytes, which bounds the memory of the pass.
const BATCH_BYTES: u64 = 48 << 20;

/// The relation of a plain reference.
pub(crate) const PLAIN: &str = "dcterms:references";

/// Relations other than the plain reference that one artifact may have. Real artifacts have up to four. Further ones
/// count as plain references, so that one artifact cannot use up the numbers of relations.
const RELATIONS: usize = 64;

/// Links that one artifact may have, since an answer lists all of them with the names of their targets. Real artifacts
/// have up to 6,731. Of more, the first ones are kept.
const LINKS: usize = 25_000;

/// A link as numbers into [`Texts`]. Anchors are numbered from 1, with 0 for none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberedLink {
    /// The cited document.
    pub(crate) target: u32,
    pub(crate) target_anchor: u32,
    pub(crate) anchor: u32,
    /// Negative for none.
    pub(crate) page: i32,
    pub(crate) predicate: u32,
    /// 0 for none.
    pub(crate) text: u32,
}

/// The texts of links, each once.
#[derive(Default)]
pub(crate) struct Texts {
    /// Uris of cited documents.
    pub(crate) documents: IndexSet<Box<str>>,
    pub(crate) anchors: IndexSet<Box<str>>,
    pub(crate) predicates: IndexSet<Box<str>>,
    pub(crate) surfaces: IndexSet<Box<str>>,
}

/// The index of a text in a set; a new text is added.
pub(crate) fn number(set: &mut IndexSet<Box<str>>, text: &str) -> Result<u32, BuildError> {
    let index = match set.get_index_of(text) {
        Some(index) => index,
        None => set.insert_full(text.into()).0,
    };
    // Numbers that count from 1 must fit too.
    u32::try_from(index).ok().filter(|index| *index < u32::MAX).ok_or(BuildError::TooMany)
}

impl Texts {
    /// Numbers a link. `to` is cut at its first `#`; the rest is kept as written, even if it is empty.
    pub(crate) fn link(&mut self, link: &RawLink) -> Result<NumberedLink, BuildError> {
        let (root, anchor) = match link.to.split_once('#') {
            Some((root, anchor)) => (root, Some(anchor)),
            None => (link.to.as_str(), None),
        };
        let mut anchor_number = |anchor: Option<&str>| -> Result<u32, BuildError> {
            anchor.map_or(Ok(0), |anchor| Ok(number(&mut self.anchors, anchor)? + 1))
        };
        Ok(NumberedLink {
            target_anchor: anchor_number(anchor)?,
            anchor: anchor_number(link.from_anchor.as_deref())?,
            target: number(&mut self.documents, root)?,
            page: link.from_page.and_then(|page| i32::try_from(page).ok()).unwrap_or(-1),
            predicate: number(&mut self.predicates, &link.predicate)?,
            text: if link.text.is_empty() { 0 } else { number(&mut self.surfaces, &link.text)? + 1 },
        })
    }
}

/// A link with its texts, before they are numbered.
pub(crate) struct RawLink {
    pub(crate) to: String,
    pub(crate) from_anchor: Option<String>,
    pub(crate) from_page: Option<i64>,
    pub(crate) predicate: String,
    pub(crate) text: String,
}

/// Everything that was derived from the artifacts.
pub(crate) struct Gathered {
    pub(crate) documents: Vec<HeldDocument>,
    pub(crate) texts: Texts,
    pub(crate) transpositions: Vec<StatedTransposition>,
    /// Former names of concepts: the uri of a concept page and the uris it once had.
    pub(crate) aliases: Vec<(String, Vec<String>)>,
    /// The registers of amendments of documents that have archived lydelser, by uri.
    pub(crate) registers: HashMap<String, Register>,
    pub(crate) dumps: Vec<DumpEntry>,
    pub(crate) unreadable: u64,
}

/// A held document.
pub(crate) struct HeldDocument {
    pub(crate) uri: String,
    pub(crate) source: String,
    pub(crate) description: Description,
    /// The number of its stored artifact; None for a stub.
    pub(crate) stored: Option<i64>,
    pub(crate) updated: Option<i64>,
    pub(crate) links: Vec<NumberedLink>,
    pub(crate) names: Vec<HeldName>,
    /// The keywords that its publisher files it under.
    pub(crate) keywords: Vec<String>,
}

/// A statement of a preparatory work that a law transposes articles of a directive.
pub(crate) struct StatedTransposition {
    pub(crate) law_number: Option<String>,
    pub(crate) law_name: String,
    pub(crate) anchor: String,
    pub(crate) articles: Vec<String>,
    /// The label of the preparatory work.
    pub(crate) stated_in: String,
    pub(crate) date: Option<String>,
}

struct DerivedDocument {
    /// Parts of the artifact that were left out or changed.
    problems: Vec<String>,
    bytes: Vec<u8>,
    description: Description,
    links: Vec<RawLink>,
    transpositions: Vec<StatedTransposition>,
    aliases: Vec<String>,
    names: Vec<HeldName>,
    keywords: Vec<String>,
    parts: PackedParts,
    /// None for a document without archived lydelser.
    register: Option<Register>,
    act: Option<ActRecord>,
}

/// Reads every artifact once and writes the dumps. The parts of a text are long, and the number of the artifact that
/// they are stored under is final, so they are written to the catalog here too.
pub(crate) fn gather(
    input: &BuildInput<'_>,
    dump_folder: &Path,
    catalog: &mut CatalogWriter,
) -> Result<Gathered, BuildError> {
    let BuildInput { state, base, pool, progress, .. } = *input;
    let statuses: HashMap<(&str, &str), &str> = state
        .statuses
        .iter()
        .map(|status| ((status.source.as_str(), status.key.as_str()), status.entry.as_str()))
        .collect();
    let mut gathered = Gathered {
        documents: Vec::with_capacity(state.documents.len()),
        texts: Texts::default(),
        transpositions: Vec::new(),
        aliases: Vec::new(),
        registers: HashMap::new(),
        dumps: Vec::new(),
        unreadable: 0,
    };
    let acts: HashSet<&str> = state.lydelser.iter().map(|lydelse| lydelse.document.as_str()).collect();
    let mut by_source: Vec<&DocumentEntry> = state.documents.iter().collect();
    // Stable: within a source, uris stay in order, which is the order of its dump.
    by_source.sort_by(|a, b| a.source.cmp(&b.source));
    progress.begin("read documents", Some(by_source.len() as u64));
    for of_source in by_source.chunk_by(|a, b| a.source == b.source) {
        let name = &of_source[0].source;
        let file = format!("{name}.ndjson.gz");
        let failed = |source| BuildError::Dump { file: file.clone(), source };
        let mut dump = DumpWriter::create(&dump_folder.join(&file)).map_err(failed)?;
        for batch in batches(of_source) {
            let derived: Vec<Result<DerivedDocument, String>> =
                batch.par_iter().map(|entry| derive(entry, base, pool, &statuses, &acts)).collect();
            for (entry, derived) in batch.iter().zip(derived) {
                match derived {
                    Ok(derived) => {
                        for problem in &derived.problems {
                            progress.note(&format!("{} {}: {problem}", entry.source, entry.uri));
                        }
                        dump.push(&derived.bytes).map_err(failed)?;
                        catalog.parts(entry.stored.0, &derived.parts)?;
                        if let Some(act) = &derived.act {
                            catalog.act(&entry.uri, act)?;
                        }
                        gathered.take(entry, derived)?;
                    }
                    Err(problem) => {
                        gathered.unreadable += 1;
                        progress.note(&format!("left out {} {}: {problem}", entry.source, entry.uri));
                    }
                }
            }
            progress.advance(batch.len() as u64);
        }
        gathered.dumps.push(DumpEntry {
            source: name.clone(),
            documents: entry(&file, dump.finish().map_err(failed)?),
            versions: None,
            status: None,
        });
    }
    progress.end();
    Ok(gathered)
}

impl Gathered {
    fn take(&mut self, entry: &DocumentEntry, derived: DerivedDocument) -> Result<(), BuildError> {
        let links = derived.links.iter().map(|link| self.texts.link(link)).collect::<Result<_, _>>()?;
        self.transpositions.extend(derived.transpositions);
        if !derived.aliases.is_empty() {
            self.aliases.push((entry.uri.clone(), derived.aliases));
        }
        if let Some(register) = derived.register {
            self.registers.insert(entry.uri.clone(), register);
        }
        self.documents.push(HeldDocument {
            uri: entry.uri.clone(),
            source: entry.source.clone(),
            description: derived.description,
            stored: Some(entry.stored.0),
            updated: Some(entry.changed),
            links,
            names: derived.names,
            keywords: derived.keywords,
        });
        Ok(())
    }
}

/// Cuts a list of documents into batches.
fn batches<'a, 'b>(entries: &'a [&'b DocumentEntry]) -> impl Iterator<Item = &'a [&'b DocumentEntry]> {
    let mut rest = entries;
    std::iter::from_fn(move || {
        let mut bytes = 0;
        let full = rest.iter().position(|entry| {
            bytes += entry.size;
            bytes >= BATCH_BYTES
        });
        let (batch, after) = rest.split_at(full.map_or(rest.len(), |index| index + 1));
        rest = after;
        (!batch.is_empty()).then_some(batch)
    })
}

fn derive(
    entry: &DocumentEntry,
    base: &Base,
    pool: &ReaderPool,
    statuses: &HashMap<(&str, &str), &str>,
    acts: &HashSet<&str>,
) -> Result<DerivedDocument, String> {
    let bytes = pool.artifact(entry.stored).map_err(|error| error.to_string())?;
    let bytes = bytes.ok_or("its stored artifact is missing")?;
    let artifact = Artifact::parse(&bytes).map_err(|error| error.to_string())?;
    let source = source(&entry.source);
    let mut description = source.describe(&artifact, base);
    if description.expired.is_none() {
        description.expired = status_of(&entry.source, base.strip(&entry.uri), statuses);
    }
    let mut links: Vec<RawLink> = links(&artifact, source, base)
        .into_iter()
        .map(|link| RawLink {
            to: link.to.into_owned(),
            from_anchor: link.from_anchor.map(std::borrow::Cow::into_owned),
            from_page: link.from_page,
            predicate: link.predicate.to_owned(),
            text: link.text.into_owned(),
        })
        .collect();
    let mut problems = Vec::new();
    if links.len() > LINKS {
        problems.push(format!("has {} links, of which the first {LINKS} are kept", links.len()));
        links.truncate(LINKS);
    }
    let plain = bound_relations(&mut links);
    if plain > 0 {
        problems.push(format!(
            "has more than {RELATIONS} kinds of relations, so {plain} links count as plain references"
        ));
    }
    let transpositions = transpositions(&artifact)
        .into_iter()
        .map(|stated| StatedTransposition {
            law_number: stated.law_number.map(str::to_owned),
            law_name: stated.law_name,
            anchor: stated.anchor,
            articles: stated.articles.into_iter().map(str::to_owned).collect(),
            stated_in: description.label.clone(),
            date: description.date.clone(),
        })
        .collect();
    let aliases = artifact.strs(&["aliases"]).map(str::to_owned).collect();
    let local_id = base.strip(&entry.uri).unwrap_or(&entry.uri);
    // Whether the document is in force is determined when the names are loaded.
    let names = HeldName::of(&artifact, local_id, true);
    let keywords = artifact
        .strs(&["metadata", "nyckelord"])
        .chain(artifact.strs(&["aliases"]))
        .map(str::to_owned)
        .collect();
    let parts =
        PackedParts::pack(artifact.presented().anchored_parts()).map_err(|error| error.to_string())?;
    let register = acts.contains(entry.uri.as_str()).then(|| register(&artifact));
    let act = acts::record(&entry.uri, &artifact, base);
    Ok(DerivedDocument {
        problems,
        bytes,
        description,
        links,
        transpositions,
        aliases,
        names,
        keywords,
        parts,
        register,
        act,
    })
}

/// Turns the links with a relation over the limit into plain references, and counts them.
fn bound_relations(links: &mut [RawLink]) -> usize {
    let mut known: HashSet<String> = HashSet::new();
    let mut plain = 0;
    for link in links.iter_mut().filter(|link| link.predicate != PLAIN) {
        if known.contains(&link.predicate) {
            continue;
        }
        if known.len() < RELATIONS {
            known.insert(link.predicate.clone());
        } else {
            PLAIN.clone_into(&mut link.predicate);
            plain += 1;
        }
    }
    plain
}

/// When a document ended, by the status list of its publisher.
fn status_of(source: &str, local_id: Option<&str>, statuses: &HashMap<(&str, &str), &str>) -> Option<Date> {
    let (_, key) = local_id?.split_once('/')?;
    let entry = statuses.get(&(source, key))?;
    status_expiry(&serde_json::from_str(entry).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_artifact_has_no_more_relations_than_any_real_one() {
        let relation = |number: usize| RawLink {
            to: "https://lag.example/1931:47".to_owned(),
            from_anchor: None,
            from_page: None,
            predicate: if number == 0 { PLAIN.to_owned() } else { format!("x:{number}") },
            text: String::new(),
        };
        let mut links: Vec<RawLink> = (0..RELATIONS + 3).chain(1..3).map(relation).collect();
        assert_eq!(bound_relations(&mut links), 2);
        let names: HashSet<&str> = links.iter().map(|link| link.predicate.as_str()).collect();
        assert_eq!(names.len(), RELATIONS + 1);
        assert!(links.iter().rev().take(2).all(|link| link.predicate != PLAIN), "known ones are kept");
        assert_eq!(bound_relations(&mut links), 0);
    }
}

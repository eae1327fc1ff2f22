//! A catalog of invented documents that cite each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use lagrum_artifact::{Base, StoredId};
use lagrum_catalog::inbound::InboundRecord;
use lagrum_catalog::{
    AnchorNumber, Catalog, CatalogDocument, CatalogWriter, ChangeLogStart, DocumentNumber, Edge,
    MeaningNumber, NewCitation,
};

/// How many documents there are. Each is a row of [`World::documents`], made from its number.
pub(crate) const HELD: u32 = 90;

/// How many documents are cited and not held.
pub(crate) const UNHELD: u32 = 3;

const SOURCES: [&str; 3] = ["dv", "forarbete", "sfs"];
const GROUPS: [&str; 3] = ["Rattsfall", "Forarbeten", "Forfattningar"];
const KINDS: [Option<&str>; 4] = [Some("dom"), None, Some("prop"), Some("lag")];
const ANCHORS: [&str; 4] = ["K1P1", "K1P1S2", "K1P10", "P3"];
const PREDICATES: [&str; 2] = ["dcterms:references", "rpubl:andrar"];

/// A link of a document.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Link {
    pub(crate) target: u32,
    /// Numbers of anchors from 1 on; 0 for none.
    pub(crate) target_anchor: usize,
    pub(crate) anchor: usize,
    pub(crate) page: Option<u32>,
    pub(crate) predicate: usize,
}

/// The content that a catalog is written from.
pub(crate) struct World {
    pub(crate) documents: Vec<CatalogDocument>,
    /// The links of each document, in reading order.
    pub(crate) links: Vec<Vec<Link>>,
}

pub(crate) fn base() -> Base {
    Base::parse("https://lag.example/").unwrap()
}

/// The uri of a document, held or not.
pub(crate) fn uri(number: u32) -> String {
    format!("https://lag.example/a/{number:03}")
}

pub(crate) fn anchor(number: usize) -> Option<&'static str> {
    number.checked_sub(1).map(|index| ANCHORS[index])
}

pub(crate) fn predicate(number: usize) -> &'static str {
    PREDICATES[number]
}

impl World {
    pub(crate) fn new() -> Self {
        Self::of((0..HELD).map(links).collect())
    }

    /// The documents with other links: those of each document, by its number.
    pub(crate) fn of(links: Vec<Vec<Link>>) -> Self {
        let documents = (0..HELD).map(|number| document(number, &links)).collect();
        Self { documents, links }
    }

    /// Writes the catalog into a folder.
    pub(crate) fn write(&self, folder: &Path) -> PathBuf {
        let path = folder.join("catalog.db");
        let mut writer = CatalogWriter::create(&path).unwrap();
        let unheld: Vec<String> = (HELD..HELD + UNHELD).map(uri).collect();
        let names = |list: &'static [&'static str]| list.iter().copied();
        let first_unheld = DocumentNumber(HELD);
        let unheld = unheld.iter().map(String::as_str);
        writer.names(first_unheld, unheld, names(&ANCHORS), names(&PREDICATES), SOURCES.into_iter()).unwrap();
        for (document, links) in self.documents.iter().zip(&self.links) {
            writer.document(document).unwrap();
            writer.citations(document.id, links.iter().map(new_citation)).unwrap();
            writer.edges(&self.edges(document.id)).unwrap();
        }
        for target in (0..HELD + UNHELD).map(DocumentNumber) {
            let records = self.records(target);
            if !records.is_empty() {
                let text = |number: AnchorNumber| anchor(number.index()).unwrap_or_default();
                writer.inbound(target, &records, text).unwrap();
            }
        }
        writer.published_before(std::iter::empty(), ChangeLogStart::default()).unwrap();
        writer.coverage(&base(), 2031, &[], &[]).unwrap();
        writer.finish().unwrap();
        path
    }

    fn edges(&self, citing: DocumentNumber) -> Vec<Edge> {
        let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
        for link in self.links[citing.index()].iter().filter(|link| link.target < HELD) {
            if link.target != citing.0 {
                *counts.entry(link.target).or_default() += 1;
            }
        }
        counts
            .into_iter()
            .map(|(cited, links)| Edge { citing, cited: DocumentNumber(cited), links })
            .collect()
    }

    /// The inbound list of a document: one record for each citing spot and cited anchor, by the number of the citing document.
    pub(crate) fn records(&self, target: DocumentNumber) -> Vec<InboundRecord> {
        let mut spots: BTreeMap<(u32, usize, usize), Vec<&Link>> = BTreeMap::new();
        for (citing, links) in (0..).zip(&self.links).filter(|(citing, _)| *citing != target.0) {
            for link in links.iter().filter(|link| link.target == target.0) {
                spots.entry((citing, link.target_anchor, link.anchor)).or_default().push(link);
            }
        }
        let record = |((citing, target_anchor, anchor), links): ((u32, usize, usize), Vec<&Link>)| {
            let document = &self.documents[citing as usize];
            let page = links.iter().filter_map(|link| link.page).min();
            InboundRecord {
                citing: DocumentNumber(citing),
                target_anchor: AnchorNumber(target_anchor as u32),
                anchor: AnchorNumber(anchor as u32),
                page: page.map_or(-1, |page| page.cast_signed()),
                inbound_count: document.inbound_count as u32,
                predicate: links.iter().map(|link| link.predicate).max().unwrap_or_default() as u16 + 1,
                source: SOURCES.iter().position(|name| *name == document.source).unwrap() as u16,
                links: links.len() as u32,
                meaning: MeaningNumber::NONE,
                is_gone: false,
            }
        };
        spots.into_iter().map(record).collect()
    }
}

/// A document whose fields follow from its number: every combination of source, kind, expiry and year is among them.
fn document(number: u32, links: &[Vec<Link>]) -> CatalogDocument {
    let at = number as usize;
    let citing = (0..HELD).filter(|citing| *citing != number);
    let is_citing = |citing: &u32| links[*citing as usize].iter().any(|link| link.target == number);
    let inbound: BTreeSet<u32> = citing.filter(is_citing).collect();
    CatalogDocument {
        id: DocumentNumber(number),
        uri: uri(number),
        source: SOURCES[at % 3].to_owned(),
        kind: KINDS[at % 4].map(str::to_owned),
        expired: at.is_multiple_of(5).then(|| format!("2031-01-{:02}", 1 + at % 9)),
        inbound_count: inbound.len() as u64,
        stored: (!at.is_multiple_of(7)).then_some(StoredId(i64::from(number) + 1)),
        updated: (!at.is_multiple_of(7)).then_some(i64::from(number * 37 % 50) + 1_000),
        year: (!at.is_multiple_of(6)).then_some(2_000 + (at % 11) as u16),
        flow_group: GROUPS[at % 3].to_owned(),
        label: Some(format!("Nr {number}")),
        title: (!at.is_multiple_of(4)).then(|| format!("Påhittad titel \"{number}\"")),
        ..CatalogDocument::default()
    }
}

fn links(citing: u32) -> Vec<Link> {
    let link = |step: u32| {
        let mixed = citing * 31 + step * 17;
        // Few targets, so that some lists are long; a document may cite itself, and the same spot twice.
        Link {
            target: if mixed.is_multiple_of(3) {
                mixed % (HELD + UNHELD)
            } else {
                HELD + UNHELD - 1 - mixed % 5
            },
            target_anchor: (mixed % 5) as usize,
            anchor: (mixed / 5 % 5) as usize,
            page: mixed.is_multiple_of(2).then_some(mixed % 40),
            predicate: usize::from(mixed.is_multiple_of(13)),
        }
    };
    let mut links: Vec<Link> = (0..citing % 9).map(link).collect();
    links.extend(links.first().cloned());
    links
}

fn new_citation(link: &Link) -> NewCitation<'static> {
    NewCitation {
        target: DocumentNumber(link.target),
        target_anchor: anchor(link.target_anchor),
        anchor: anchor(link.anchor),
        page: link.page,
        predicate: link.predicate as u16 + 1,
        text: Some("se där"),
    }
}

/// A written catalog, and what it was written from.
pub(crate) struct Written {
    pub(crate) world: World,
    pub(crate) catalog: Catalog,
    pub(crate) path: PathBuf,
    pub(crate) _folder: tempfile::TempDir,
}

pub(crate) fn written() -> Written {
    written_of(World::new())
}

pub(crate) fn written_of(world: World) -> Written {
    let folder = tempfile::tempdir().unwrap();
    let path = world.write(folder.path());
    Written { world, catalog: Catalog::open(&path).unwrap(), path, _folder: folder }
}

/// A catalog of few documents and what else a test writes.
pub(crate) struct Small {
    pub(crate) catalog: Catalog,
    path: PathBuf,
    _folder: tempfile::TempDir,
}

/// Writes a catalog of documents of [`plain`], and what else a test writes.
pub(crate) fn small(documents: &[CatalogDocument], write: impl FnOnce(&mut CatalogWriter)) -> Small {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("catalog.db");
    let mut writer = CatalogWriter::create(&path).unwrap();
    let none = std::iter::empty::<&str>;
    let first_unheld = DocumentNumber(documents.len() as u32);
    writer.names(first_unheld, none(), none(), none(), SOURCES.into_iter()).unwrap();
    documents.iter().try_for_each(|document| writer.document(document)).unwrap();
    write(&mut writer);
    writer.finish().unwrap();
    Small { catalog: Catalog::open(&path).unwrap(), path, _folder: folder }
}

impl Small {
    /// The catalog after a change of its file.
    pub(crate) fn damaged(&self, sql: &str) -> Catalog {
        let changed = rusqlite::Connection::open(&self.path).unwrap().execute(sql, []).unwrap();
        assert!(changed > 0, "{sql}");
        Catalog::open(&self.path).unwrap()
    }
}

/// A document with little but its number and source.
pub(crate) fn plain(number: u32, source: &str) -> CatalogDocument {
    CatalogDocument {
        id: DocumentNumber(number),
        uri: uri(number),
        source: source.to_owned(),
        stored: Some(StoredId(i64::from(number) + 1)),
        updated: Some(1_000),
        flow_group: "Forfattningar".to_owned(),
        label: Some(format!("Nr {number}")),
        ..CatalogDocument::default()
    }
}

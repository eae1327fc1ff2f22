//! Compares the results of a build of the test corpus with those of another implementation.
//!
//! Names and facets are compared in the tests of `lagrum-sources`, which derives them. Here the same files are imported and
//! built, and documents, links, inbound lists and archived lydelser of the catalog are compared. Each difference must have
//! a named cause; one without a cause fails the command.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use lagrum_artifact::Location;
use lagrum_catalog::inbound::{CiterFilter, InboundQuery, InboundRow, joined};
use lagrum_catalog::{CatalogDocument, DocumentFilter, DocumentOrder, OutboundCitation, RowRange};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::{Snapshot, Snapshots};
use serde::Deserialize;

/// The files that the other implementation read.
const FILES: [&str; 15] = [
    "sfs.ndjson.gz",
    "dv.ndjson.gz",
    "forarbete.ndjson.gz",
    "eurlex.ndjson.gz",
    "foreskrift.ndjson.gz",
    "avg.ndjson.gz",
    "hudoc.ndjson.gz",
    "coe.ndjson.gz",
    "icrc.ndjson.gz",
    "untc.ndjson.gz",
    "icc.ndjson.gz",
    "kommentar.ndjson.gz",
    "begrepp.ndjson.gz",
    "versions/sfs.ndjson.gz",
    "versions/sfs.versions.json",
];

/// Maximum number of unexplained differences that are shown for each comparison.
const SHOWN: usize = 10;

/// The folder of the test corpus.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The folder that holds `corpus` and `expected`.
    #[arg(long, env = "LAGRUM_TEST_CORPUS", value_name = "DIR")]
    corpus: PathBuf,
}

/// What was compared, and how it differed.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    compared: BTreeMap<&'static str, usize>,
    explained: BTreeMap<(&'static str, &'static str), usize>,
    unexplained: BTreeMap<&'static str, Vec<String>>,
}

impl Comparison {
    fn compared(&mut self, what: &'static str, count: usize) {
        *self.compared.entry(what).or_default() += count;
    }

    fn explained(&mut self, what: &'static str, cause: &'static str, count: usize) {
        if count > 0 {
            *self.explained.entry((what, cause)).or_default() += count;
        }
    }

    fn unexplained(&mut self, what: &'static str, difference: String) {
        self.unexplained.entry(what).or_default().push(difference);
    }

    /// Whether every difference has a cause.
    pub(crate) fn is_explained(&self) -> bool {
        self.unexplained.is_empty()
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, count) in &self.compared {
            writeln!(f, "{count:>9}  {what}")?;
            for ((_, cause), differing) in self.explained.iter().filter(|((of, _), _)| of == what) {
                writeln!(f, "           {differing:>7} differ: {cause}")?;
            }
            for difference in self.unexplained.get(what).into_iter().flatten().take(SHOWN) {
                writeln!(f, "           unexplained: {difference}")?;
            }
            if let Some(all) = self.unexplained.get(what) {
                writeln!(f, "           {:>7} unexplained", all.len())?;
            }
        }
        Ok(())
    }
}

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Imports, builds and compares.
pub(crate) fn run(options: &Options) -> Result<Comparison, Failure> {
    let data = tempfile::tempdir()?;
    let origins: Vec<String> =
        FILES.iter().map(|file| options.corpus.join("corpus").join(file).display().to_string()).collect();
    import(&Corpus::create(data.path())?, &origins, &ImportOptions::default(), &Silent)?;
    lagrum_builder::build(data.path(), &Silent)?;
    let snapshot = Snapshots::new(data.path()).open_current()?.ok_or("the build published no snapshot")?;
    let expected = options.corpus.join("expected");
    let mut comparison = Comparison::default();
    documents(&snapshot, &expected, &mut comparison)?;
    let unended = unended_links(&origins)?;
    links(&snapshot, &expected, &unended, &mut comparison)?;
    inbound(&snapshot, &expected, &unended, &mut comparison)?;
    lydelser(&snapshot, &expected, &mut comparison)?;
    Ok(comparison)
}

/// The targets of the links that may end inside a number, by citing document.
type UnendedLinks = HashMap<String, BTreeSet<String>>;

/// The cause of a link that only the other implementation has.
const INSIDE_NUMBER: &str = "a link that ends inside the number of an article";

/// The cause of a row that stands elsewhere here.
const BY_DAY: &str = "a citation that means the law of its day";

fn unended_links(files: &[String]) -> Result<UnendedLinks, Failure> {
    let mut found = UnendedLinks::new();
    for file in files.iter().filter(|file| file.ends_with(".gz")) {
        for artifact in lines::<serde_json::Value>(Path::new(file))? {
            let links = lagrum_test_support::unended_links(&artifact);
            if let Some(uri) = artifact["uri"].as_str().filter(|_| !links.is_empty()) {
                found.entry(uri.to_owned()).or_default().extend(links);
            }
        }
    }
    Ok(found)
}

fn lines<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<Vec<T>, Failure> {
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    BufReader::new(MultiGzDecoder::new(file)).lines().map(|line| Ok(serde_json::from_str(&line?)?)).collect()
}

#[derive(Deserialize)]
struct ExpectedDocument {
    uri: String,
    stub: bool,
    inbound_count: u64,
}

/// Compares documents and stubs, with their inbound counts.
fn documents(snapshot: &Snapshot, expected: &Path, comparison: &mut Comparison) -> Result<(), Failure> {
    const WHAT: &str = "documents with their inbound counts";
    let everything = RowRange { limit: u64::MAX, offset: 0 };
    let ours = snapshot
        .catalog()
        .with(|catalog| catalog.documents(DocumentFilter::default(), DocumentOrder::Uri, everything))?;
    let mut ours: HashMap<String, CatalogDocument> =
        ours.into_iter().map(|document| (document.uri.clone(), document)).collect();
    for theirs in lines::<ExpectedDocument>(&expected.join("catalog.ndjson.gz"))? {
        comparison.compared(WHAT, 1);
        match ours.remove(&theirs.uri) {
            None => comparison.unexplained(WHAT, format!("{} is not in our catalog", theirs.uri)),
            Some(document) if document.stored.is_none() != theirs.stub => {
                comparison.unexplained(WHAT, format!("{}: stub or not", theirs.uri));
            }
            Some(document) if document.inbound_count != theirs.inbound_count => {
                let (a, b) = (document.inbound_count, theirs.inbound_count);
                let (come, gone) = moved_documents(snapshot, &theirs.uri)?;
                if a + gone == b + come {
                    comparison.explained(WHAT, BY_DAY, 1);
                } else {
                    comparison.unexplained(WHAT, format!("{}: cited by {a}, expected {b}", theirs.uri));
                }
            }
            Some(_) => {}
        }
    }
    for uri in ours.keys() {
        comparison.unexplained(WHAT, format!("{uri} is only in our catalog"));
    }
    Ok(())
}

#[derive(Deserialize)]
struct ExpectedLinks {
    uri: String,
    links: Vec<Vec<Option<String>>>,
}

/// A link without its surface text: target, anchor, relation.
type PlainLink = (String, Option<String>, String);

/// Compares links, as multisets for each document.
fn links(
    snapshot: &Snapshot,
    expected: &Path,
    unended: &UnendedLinks,
    comparison: &mut Comparison,
) -> Result<(), Failure> {
    const WHAT: &str = "links";
    let base = &snapshot.manifest().base;
    for theirs in lines::<ExpectedLinks>(&expected.join("links.ndjson.gz"))? {
        let mut left: BTreeMap<PlainLink, usize> = BTreeMap::new();
        comparison.compared(WHAT, theirs.links.len());
        for link in theirs.links {
            let [Some(target), anchor, ..] = link.as_slice() else { continue };
            let target = match target.strip_prefix('.') {
                Some(own) => format!("{}{own}", theirs.uri),
                None if target.starts_with("http://") || target.starts_with("https://") => target.clone(),
                None => format!("{base}/{target}"),
            };
            let predicate = link.get(2).cloned().flatten().unwrap_or_else(|| "dcterms:references".to_owned());
            *left.entry((target, anchor.clone(), predicate)).or_default() += 1;
        }
        let ours = snapshot.catalog().with(|catalog| catalog.outbound(&theirs.uri))?;
        let mut only_ours = Vec::new();
        for OutboundCitation { uri, anchor, predicate, .. } in ours {
            let link = (uri, anchor, predicate);
            match left.get_mut(&link).filter(|count| **count > 0) {
                Some(count) => *count -= 1,
                None => only_ours.push(link),
            }
        }
        let is_unended = |target: &str| unended.get(&theirs.uri).is_some_and(|links| links.contains(target));
        let mut inside_number = 0;
        for (_, count) in left.iter_mut().filter(|((target, ..), _)| is_unended(target)) {
            inside_number += std::mem::take(count);
        }
        comparison.explained(WHAT, INSIDE_NUMBER, inside_number);
        // A concept that is folded to another form changes only the target of a link.
        let concept = |link: &PlainLink| base.strip(&link.0).is_some_and(|id| id.starts_with("begrepp/"));
        let only_theirs: usize = left.iter().filter(|(link, _)| !concept(link)).map(|(_, count)| count).sum();
        let folded: usize = left.iter().filter(|(link, _)| concept(link)).map(|(_, count)| count).sum();
        let ours_folded = only_ours.iter().filter(|link| concept(link)).count();
        if only_theirs == 0 && folded == ours_folded && ours_folded == only_ours.len() {
            comparison.explained(WHAT, "a concept folded onto another of its forms", folded);
        } else {
            comparison.unexplained(WHAT, format!("{}: {only_ours:?}", theirs.uri));
        }
    }
    Ok(())
}

#[derive(Deserialize)]
struct ExpectedInbound {
    uri: String,
    total: u64,
    by_source: BTreeMap<String, u64>,
    tree: Vec<(String, String, Option<String>, Vec<String>)>,
}

/// An inbound row: citing document, cited place, citing place.
type PlainRow = (String, String, Option<String>);

/// The query for all citations of a place and its parts.
fn everything_about(place: &Location) -> InboundQuery<'_> {
    InboundQuery {
        location: place,
        exact: false,
        source: None,
        citers: CiterFilter::default(),
        by_citations: false,
        page: RowRange { limit: u64::MAX, offset: 0 },
    }
}

/// How many documents cite a document only by what they mean, and how many only by its name.
fn moved_documents(snapshot: &Snapshot, uri: &str) -> Result<(u64, u64), Failure> {
    let place = Location::parse(uri).ok_or("an expected document without an address")?;
    let query = everything_about(&place);
    let (ours, gone) = snapshot
        .catalog()
        .with(|catalog| Ok((catalog.inbound(&query)?, catalog.earlier_inbound(&query)?)))?;
    let citing = |rows: &[InboundRow], by_meaning: bool| -> BTreeSet<String> {
        let rows = rows.iter().filter(|row| row.meaning.is_some() == by_meaning);
        rows.map(|row| row.citing.uri.clone()).collect()
    };
    let by_name = citing(&ours.rows, false);
    let by_meaning = citing(&ours.rows, true);
    let left: BTreeSet<String> = gone.rows.iter().map(|row| row.citing.uri.clone()).collect();
    let here: BTreeSet<&String> = by_name.union(&by_meaning).collect();
    let gone = left.iter().filter(|uri| !here.contains(uri)).count() as u64;
    // One that cited it by name too, elsewhere in its text, was counted before.
    let come = by_meaning.iter().filter(|uri| !by_name.contains(*uri) && !left.contains(*uri)).count() as u64;
    Ok((come, gone))
}

/// Compares inbound rows, for each expected location.
fn inbound(
    snapshot: &Snapshot,
    expected: &Path,
    unended: &UnendedLinks,
    comparison: &mut Comparison,
) -> Result<(), Failure> {
    const WHAT: &str = "inbound rows";
    let mut files: Vec<PathBuf> = std::fs::read_dir(expected.join("inbound"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<_>>()?;
    files.retain(|path| path.file_name().is_some_and(|name| name != "index.json"));
    files.sort();
    for path in files {
        let theirs: ExpectedInbound = serde_json::from_slice(&std::fs::read(&path)?)?;
        comparison.compared(WHAT, theirs.tree.len());
        let place = Location::parse(&theirs.uri).ok_or("an expected place without a document")?;
        let query = everything_about(&place);
        let ours = snapshot.catalog().with(|catalog| catalog.inbound(&query))?;
        let gone = snapshot.catalog().with(|catalog| catalog.earlier_inbound(&query))?;
        let root = place.document().as_str();
        let plain = |row: &InboundRow| -> PlainRow {
            let target = joined(root, row.target_anchor.as_deref());
            (row.citing.uri.clone(), target, row.anchor.as_deref().map(str::to_owned))
        };
        let rows: BTreeSet<PlainRow> = ours.rows.iter().map(plain).collect();
        let come: BTreeSet<PlainRow> =
            ours.rows.iter().filter(|row| row.meaning.is_some()).map(plain).collect();
        // What went from one place to another of the same document is in one list alone, and says where it was.
        let written = |row: &InboundRow| -> Option<PlainRow> {
            let (citing, _, anchor) = plain(row);
            row.meaning.as_ref().map(|meaning| (citing, meaning.written.clone(), anchor))
        };
        let gone: BTreeSet<PlainRow> =
            gone.rows.iter().map(plain).chain(ours.rows.iter().filter_map(written)).collect();
        let expected: BTreeSet<_> = theirs
            .tree
            .iter()
            .map(|(citing, target, anchor, _)| (citing.clone(), target.clone(), anchor.clone()))
            .collect();
        if rows == expected && ours.total == theirs.total && ours.by_source == theirs.by_source {
            continue;
        }
        let only_theirs: Vec<_> = expected.difference(&rows).collect();
        let inside_number = only_theirs
            .iter()
            .all(|(citing, target, _)| unended.get(citing).is_some_and(|links| links.contains(target)));
        let only_ours: Vec<_> = rows.difference(&expected).collect();
        let by_day = only_theirs.iter().all(|row| gone.contains(*row))
            && only_ours.iter().all(|row| come.contains(*row));
        if inside_number && !only_theirs.is_empty() && only_ours.is_empty() {
            comparison.explained(WHAT, INSIDE_NUMBER, only_theirs.len());
        } else if by_day && !(only_theirs.is_empty() && only_ours.is_empty()) {
            comparison.explained(WHAT, BY_DAY, only_theirs.len() + only_ours.len());
        } else {
            let lost: Vec<_> = only_theirs.iter().filter(|row| !gone.contains(**row)).take(3).collect();
            let new: Vec<_> = only_ours.iter().filter(|row| !come.contains(**row)).take(3).collect();
            comparison.unexplained(
                WHAT,
                format!(
                    "{}: {} rows, expected {}: lost {lost:?}, new {new:?}",
                    theirs.uri, ours.total, theirs.total
                ),
            );
        }
    }
    Ok(())
}

#[derive(Deserialize)]
struct ExpectedVersion {
    uri: String,
}

/// Compares archived lydelser.
fn lydelser(snapshot: &Snapshot, expected: &Path, comparison: &mut Comparison) -> Result<(), Failure> {
    const WHAT: &str = "archived lydelser";
    let all: BTreeMap<String, Vec<ExpectedVersion>> =
        serde_json::from_slice(&std::fs::read(expected.join("versions.json"))?)?;
    for (document, versions) in all {
        comparison.compared(WHAT, versions.len());
        let theirs: BTreeSet<String> = versions.into_iter().map(|version| version.uri).collect();
        let ours = snapshot.catalog().with(|catalog| catalog.lydelser(&document))?;
        let ours: BTreeSet<String> = ours.into_iter().map(|lydelse| lydelse.uri).collect();
        if ours != theirs {
            let difference: Vec<_> = ours.symmetric_difference(&theirs).take(3).collect();
            comparison.unexplained(WHAT, format!("{document}: {difference:?}"));
        }
    }
    Ok(())
}

//! The real corpus, read once for all tests.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use flate2::read::MultiGzDecoder;
use lagrum_artifact::{AnchorGrammar, AnchoredPart, Artifact, Base, Location, fragment_label};
use lagrum_sources::{
    Description, FoldedConcepts, ObservedConcepts, StatedRepeal, concept_name, fold_concepts, links, source,
    stated_repeals,
};
use serde_json::Value;

/// The sources that the other implementation read.
const SOURCES: [&str; 13] = [
    "sfs",
    "hudoc",
    "eurlex",
    "forarbete",
    "foreskrift",
    "dv",
    "avg",
    "coe",
    "icrc",
    "untc",
    "icc",
    "kommentar",
    "begrepp",
];

/// A link as the other implementation keeps it: target, anchor, predicate.
pub(crate) type PlainLink = (String, Option<String>, String);

pub(crate) struct Document {
    pub(crate) source: &'static str,
    pub(crate) description: Description,
    pub(crate) links: Vec<PlainLink>,
    /// The acts that a statute says it repeals.
    pub(crate) repeals: Vec<StatedRepeal>,
    /// The former names of a concept, as uris.
    pub(crate) aliases: Vec<String>,
    /// The labels of its places, with a heading or without.
    pub(crate) labels: Vec<String>,
}

pub(crate) struct Corpus {
    pub(crate) base: Base,
    /// By local id.
    pub(crate) documents: BTreeMap<String, Document>,
    folder: PathBuf,
}

/// The names of the sources that are read.
pub(crate) fn sources() -> [&'static str; 13] {
    SOURCES
}

static CORPUS: LazyLock<Option<Corpus>> = LazyLock::new(|| {
    let folder = lagrum_test_support::optional_real_corpus()?;
    let base = Base::parse("https://lagen.nu").unwrap();
    let documents = std::thread::scope(|scope| {
        let readers: Vec<_> =
            SOURCES.iter().map(|name| scope.spawn(|| read_source(&folder, &base, name))).collect();
        readers.into_iter().flat_map(|reader| reader.join().unwrap()).collect()
    });
    Some(Corpus { base, documents, folder })
});

/// The real corpus, if there is one.
pub(crate) fn corpus() -> Option<&'static Corpus> {
    lagrum_test_support::real_corpus().and(CORPUS.as_ref())
}

fn read_source(folder: &Path, base: &Base, name: &'static str) -> Vec<(String, Document)> {
    let source = source(name);
    let read = |line: String| {
        let artifact = Artifact::parse(line.as_bytes()).unwrap();
        let found = links(&artifact, source, base);
        let document = Document {
            source: name,
            description: source.describe(&artifact, base),
            links: found
                .into_iter()
                .map(|link| {
                    (link.to.into_owned(), link.from_anchor.map(String::from), link.predicate.to_owned())
                })
                .collect(),
            repeals: stated_repeals(&artifact),
            aliases: artifact.strs(&["aliases"]).map(str::to_owned).collect(),
            labels: labels(&artifact, source.grammar),
        };
        let uri = Location::parse(artifact.uri()).unwrap();
        (base.local_id(uri.document()).to_owned(), document)
    };
    lines(&folder.join(format!("corpus/{name}.ndjson.gz"))).map(read).collect()
}

fn labels(artifact: &Artifact, grammar: AnchorGrammar) -> Vec<String> {
    let places = artifact.presented().anchored_parts();
    let label = |place: &AnchoredPart| {
        let form = place.reader_form.clone().or_else(|| grammar.label(&place.anchor));
        fragment_label(form.as_deref(), place.heading.as_deref())
    };
    places.iter().filter_map(label).collect()
}

fn lines(path: &Path) -> impl Iterator<Item = String> + use<> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    BufReader::with_capacity(1 << 16, MultiGzDecoder::new(file)).lines().map(Result::unwrap)
}

impl Corpus {
    /// The lines of an expected file, each a JSON object.
    pub(crate) fn expected_lines(&self, name: &str) -> impl Iterator<Item = Value> {
        lines(&self.folder.join("expected").join(name)).map(|line| serde_json::from_str(&line).unwrap())
    }

    /// An expected JSON file.
    pub(crate) fn expected(&self, name: &str) -> Option<Value> {
        let path = self.folder.join("expected").join(name);
        Some(serde_json::from_reader(BufReader::new(File::open(path).ok()?)).unwrap())
    }

    /// The artifacts of a source, read anew.
    pub(crate) fn artifacts(&self, name: &str) -> impl Iterator<Item = Artifact> + use<> {
        let path = self.folder.join(format!("corpus/{name}.ndjson.gz"));
        lines(&path).map(|line| Artifact::parse(line.as_bytes()).unwrap())
    }

    /// The artifacts of a source as JSON, read anew.
    pub(crate) fn values(&self, name: &str) -> impl Iterator<Item = Value> + use<> {
        let path = self.folder.join(format!("corpus/{name}.ndjson.gz"));
        lines(&path).map(|line| serde_json::from_str(&line).unwrap())
    }

    /// The concepts of the corpus, settled.
    pub(crate) fn concepts(&self) -> FoldedConcepts {
        let mut observed = ObservedConcepts::default();
        let name_of = |uri: &str| concept_name(&self.base, uri);
        for (local_id, document) in &self.documents {
            observed.cited.extend(document.links.iter().filter_map(|(to, ..)| name_of(to)));
            if let Some(name) = name_of(&format!("{}/{local_id}", self.base)) {
                observed
                    .authored
                    .insert(name, document.aliases.iter().filter_map(|uri| name_of(uri)).collect());
            }
        }
        fold_concepts(&observed)
    }

    /// What of a uri follows the base.
    pub(crate) fn local<'a>(&self, uri: &'a str) -> &'a str {
        self.base.strip(uri).unwrap_or(uri)
    }
}

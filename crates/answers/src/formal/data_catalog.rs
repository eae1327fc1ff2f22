//! The catalogue of what can be downloaded here, as portals of open data read it (DCAT-AP-SE): a data set for each dump, and the API.

use lagrum_linked::{DCAT, DCTERMS, FOAF, Iri, LinkedGraph, LinkedTerm, LinkedValue, SPDX, VCARD, XSD};
use lagrum_snapshot::Snapshot;
use lagrum_sources::source_label;

use crate::dumps::{DumpFile, DumpInfo, dumps};

/// Who answers for a catalogue, and where it is.
#[derive(Clone, Debug)]
pub struct CatalogPublisher {
    /// The address at which the service is reached, without a slash at the end.
    pub address: String,
    /// The name of the operator.
    pub name: Option<String>,
    /// The address of the operator: `mailto:…` or a web address.
    pub contact: Option<String>,
    /// The address of the licence of the data.
    pub licence: Option<String>,
}

const MEDIA_TYPES: &str = "https://www.iana.org/assignments/media-types/";

/// The catalogue of a snapshot. Nothing is said of a licence that the operator has not named.
pub fn data_catalog(snapshot: &Snapshot, publisher: &CatalogPublisher) -> LinkedGraph {
    let mut graph = LinkedGraph::default();
    let thing = |name: &str| Iri::new(&format!("{}/dcat#{name}", publisher.address));
    let (Some(catalog), Some(service)) = (thing("katalog"), thing("api")) else { return graph };
    graph.a(&catalog, DCAT.term("Catalog"));
    titled(
        &mut graph,
        &catalog,
        ("Svensk rätt som öppna data", "Swedish law as open data"),
        (
            "Författningar, rättsfall, förarbeten, myndigheters föreskrifter, EU-rätt och traktater, en fil för varje källa. Inget här är den officiella texten.",
            "Statutes, case law, preparatory works, regulations, EU law and treaties, a file for each source. Nothing here is the official text.",
        ),
    );
    for language in ["SWE", "ENG"] {
        let entry = format!("http://publications.europa.eu/resource/authority/language/{language}");
        graph.relation(&catalog, DCTERMS.term("language"), &entry);
    }
    let day = snapshot.manifest().built.get(..10).unwrap_or_default().to_owned();
    graph.day(&catalog, DCTERMS.term("modified"), &day);
    let licence = publisher.licence.as_deref();
    if let Some(licence) = licence {
        graph.relation(&catalog, DCTERMS.term("license"), licence);
    }
    let responsible = Responsible::new(&mut graph, publisher);
    responsible.publish(&mut graph, &catalog);
    graph.a(&service, DCAT.term("DataService"));
    titled(
        &mut graph,
        &service,
        ("API för svensk rätt", "API for Swedish law"),
        (
            "Dokument, bestämmelser, sökning och hänvisningar, utan nyckel.",
            "Documents, provisions, search and citations, without a key.",
        ),
    );
    graph.relation(&service, DCAT.term("endpointURL"), &format!("{}/api/v1", publisher.address));
    graph.relation(
        &service,
        DCAT.term("endpointDescription"),
        &format!("{}/openapi.json", publisher.address),
    );
    responsible.publish(&mut graph, &service);
    graph.add(&catalog, DCAT.term("service"), LinkedValue::Thing(service.clone()));
    for dump in dumps(snapshot) {
        let Some(set) = thing(&dump.source) else { continue };
        graph.add(&catalog, DCAT.term("dataset"), LinkedValue::Thing(set.clone()));
        graph.add(&service, DCAT.term("servesDataset"), LinkedValue::Thing(set.clone()));
        data_set(&mut graph, &set, &dump, &day);
        responsible.publish(&mut graph, &set);
        for file in files(&dump) {
            distribution(&mut graph, &set, &file, (publisher, &day));
        }
    }
    graph
}

/// A file that can be downloaded.
struct CatalogFile<'a> {
    name: &'a str,
    bytes: u64,
    sha256: &'a str,
}

fn files(dump: &DumpInfo) -> Vec<CatalogFile<'_>> {
    let own = CatalogFile { name: &dump.file, bytes: dump.bytes, sha256: &dump.sha256 };
    let beside = dump.versions.iter().map(|DumpFile { file, bytes, sha256, .. }| CatalogFile {
        name: file,
        bytes: *bytes,
        sha256,
    });
    std::iter::once(own).chain(beside).collect()
}

/// A title and a description in Swedish and English.
fn titled(graph: &mut LinkedGraph, thing: &Iri, title: (&str, &str), description: (&str, &str)) {
    for (property, (swedish, english)) in [("title", title), ("description", description)] {
        graph.words(thing, DCTERMS.term(property), swedish, Some("sv"));
        graph.words(thing, DCTERMS.term(property), english, Some("en"));
    }
}

fn data_set(graph: &mut LinkedGraph, set: &Iri, dump: &DumpInfo, day: &str) {
    graph.a(set, DCAT.term("Dataset"));
    let (name, source, lines) = (source_label(&dump.source), &dump.source, dump.lines);
    titled(
        graph,
        set,
        (name, &format!("{name} ({source})")),
        (
            &format!("{lines} dokument av källan {source}, ett på varje rad (JSON)."),
            &format!("{lines} documents of the source {source}, one a line (JSON)."),
        ),
    );
    graph.words(set, DCTERMS.term("identifier"), source, None);
    graph.day(set, DCTERMS.term("modified"), dump.taken.as_deref().unwrap_or(day));
    let law = "http://publications.europa.eu/resource/authority/data-theme/JUST";
    graph.relation(set, DCAT.term("theme"), law);
}

fn distribution(
    graph: &mut LinkedGraph,
    set: &Iri,
    file: &CatalogFile<'_>,
    (publisher, day): (&CatalogPublisher, &str),
) {
    let address = format!("{}/dumps/{}", publisher.address, file.name);
    let (Some(own), Some(digest)) =
        (Iri::new(&format!("{address}#fil")), Iri::new(&format!("{address}#sha256")))
    else {
        return;
    };
    graph.add(set, DCAT.term("distribution"), LinkedValue::Thing(own.clone()));
    graph.a(&own, DCAT.term("Distribution"));
    graph.words(&own, DCTERMS.term("title"), file.name, Some("sv"));
    graph.relation(&own, DCAT.term("accessURL"), &address);
    graph.relation(&own, DCAT.term("downloadURL"), &address);
    graph.add(&own, DCAT.term("byteSize"), number(file.bytes));
    graph.relation(&own, DCAT.term("mediaType"), &format!("{MEDIA_TYPES}application/x-ndjson"));
    graph.relation(&own, DCAT.term("compressFormat"), &format!("{MEDIA_TYPES}application/gzip"));
    graph.day(&own, DCTERMS.term("modified"), day);
    if let Some(licence) = &publisher.licence {
        graph.relation(&own, DCTERMS.term("license"), licence);
    }
    graph.add(&own, SPDX.term("checksum"), LinkedValue::Thing(digest.clone()));
    graph.a(&digest, SPDX.term("Checksum"));
    graph.add(&digest, SPDX.term("algorithm"), LinkedValue::Term(SPDX.term("checksumAlgorithm_sha256")));
    let value = LinkedValue::Typed(file.sha256.to_owned(), XSD.term("hexBinary"));
    graph.add(&digest, SPDX.term("checksumValue"), value);
}

fn number(number: u64) -> LinkedValue {
    LinkedValue::Typed(number.to_string(), XSD.term("nonNegativeInteger"))
}

/// Who answers for the data and how to reach them, as things of the graph.
struct Responsible {
    publisher: Option<Iri>,
    contact: Option<Iri>,
}

impl Responsible {
    fn new(graph: &mut LinkedGraph, of: &CatalogPublisher) -> Self {
        let thing = |name: &str| Iri::new(&format!("{}/dcat#{name}", of.address));
        let mut named = |thing: Option<Iri>, class: LinkedTerm, property: LinkedTerm| {
            let (thing, name) = thing.zip(of.name.as_ref())?;
            graph.a(&thing, class);
            graph.words(&thing, property, name, None);
            Some(thing)
        };
        let publisher = named(thing("utgivare"), FOAF.term("Agent"), FOAF.term("name"));
        let contact = of
            .contact
            .as_ref()
            .and_then(|_| named(thing("kontakt"), VCARD.term("Organization"), VCARD.term("fn")));
        if let Some((thing, address)) = contact.as_ref().zip(of.contact.as_ref()) {
            let property = if address.starts_with("mailto:") { "hasEmail" } else { "hasURL" };
            graph.relation(thing, VCARD.term(property), address);
        }
        Self { publisher, contact }
    }

    fn publish(&self, graph: &mut LinkedGraph, thing: &Iri) {
        let relations =
            [(DCTERMS.term("publisher"), &self.publisher), (DCAT.term("contactPoint"), &self.contact)];
        for (property, agent) in relations {
            if let Some(agent) = agent {
                graph.relation(thing, property, agent.as_str());
            }
        }
    }
}

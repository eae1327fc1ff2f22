//! Documents, sources, outbound links, edges and archived lydelser are those of the model.

use lagrum_catalog::{DocumentFilter, DocumentOrder, RowRange};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::corpus::{BASE, Corpus};
use crate::model::{Document, Link, Model};
use crate::place::BuiltCorpus;
use crate::pool::POOL;
use crate::stated::Promise;

pub const PROMISES: &[(&str, Promise)] = &[
    (
        "documents are listed counted and hidden as the contract says",
        documents_are_listed_counted_and_hidden_as_the_contract_says,
    ),
    ("rows are what documents say of themselves", rows_are_what_documents_say_of_themselves),
    (
        "outbound links stand in order with their folded targets",
        outbound_links_stand_in_order_with_their_folded_targets,
    ),
    ("edges are counted links between two documents", edges_are_counted_links_between_two_documents),
    ("lydelser belong to their documents", lydelser_belong_to_their_documents),
    ("counts say what is in the snapshot", counts_say_what_is_in_the_snapshot),
];

const EVERYTHING: RowRange = RowRange { limit: u64::MAX, offset: 0 };

fn documents_are_listed_counted_and_hidden_as_the_contract_says(
    _: &Corpus,
    place: &BuiltCorpus,
    model: &Model,
) -> TestCaseResult {
    let (snapshot, days) =
        (place.snapshot(), [None, Some("2030-01-01"), Some("2900-01-01"), Some("3000-01-01")]);
    let mut sources: Vec<Option<&str>> = model.sources().into_iter().map(Some).collect();
    sources.extend([None, Some("avg")]);
    let kinds = [None, Some("prop"), Some("lag"), Some("begrepp"), Some("judgment"), Some("none")];
    for (source, kind, day) in product(&sources, &kinds, &days) {
        let filter = DocumentFilter { source, kind, hidden_on: day };
        let expected = model.listed(source, kind, day);
        let ask = |page| {
            snapshot.catalog().with(|catalog| catalog.documents(filter, DocumentOrder::Uri, page)).unwrap()
        };
        let uris: Vec<String> = ask(EVERYTHING).into_iter().map(|document| document.uri).collect();
        prop_assert_eq!(&uris, &uris_of(&expected), "{:?}", filter);
        let rows =
            snapshot.catalog().with(|catalog| catalog.document_rows(filter, DocumentOrder::Uri, EVERYTHING));
        let (total, rows) = rows.unwrap();
        let rows: Vec<serde_json::Value> = serde_json::from_slice(&[b"[", &*rows, b"]"].concat()).unwrap();
        let listed: Vec<&str> = rows.iter().filter_map(|row| row["uri"].as_str()).collect();
        prop_assert_eq!((total, listed), (uris.len() as u64, uris.iter().map(String::as_str).collect()));
        let mut paged: Vec<String> = Vec::new();
        for offset in (0..=uris.len() as u64).step_by(3) {
            paged.extend(ask(RowRange { limit: 3, offset }).into_iter().map(|document| document.uri));
        }
        prop_assert_eq!(paged, uris, "pages cover each document once");
    }
    Ok(())
}

fn rows_are_what_documents_say_of_themselves(
    _: &Corpus,
    place: &BuiltCorpus,
    model: &Model,
) -> TestCaseResult {
    let snapshot = place.snapshot();
    for expected in model.documents.values() {
        let row = snapshot.catalog().with(|catalog| catalog.document(&expected.uri)).unwrap();
        let row = row.unwrap();
        let described = &expected.description;
        let present = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        prop_assert_eq!(&row.source, &expected.source);
        prop_assert_eq!(&row.kind, &described.kind);
        prop_assert_eq!(&row.label, &present(&described.label));
        prop_assert_eq!(&row.title, &present(&described.title));
        prop_assert_eq!(&row.display, &present(&described.display));
        prop_assert_eq!(&row.date, &described.date);
        prop_assert_eq!(&row.expired, &described.expired.map(|end| end.to_string()));
        prop_assert_eq!(row.inbound_count, model.inbound_count(&expected.uri), "{}", expected.uri);
        prop_assert_eq!((row.stored.is_none(), row.updated.is_none()), (expected.is_stub, expected.is_stub));
    }
    let counted: Vec<(String, u64)> = model
        .sources()
        .iter()
        .map(|name| ((*name).to_owned(), model.listed(Some(name), None, None).len() as u64))
        .collect();
    let sources = snapshot.catalog().with(|catalog| catalog.sources()).unwrap();
    prop_assert_eq!(sources.into_iter().collect::<Vec<_>>(), counted);
    Ok(())
}

fn outbound_links_stand_in_order_with_their_folded_targets(
    _: &Corpus,
    place: &BuiltCorpus,
    model: &Model,
) -> TestCaseResult {
    let snapshot = place.snapshot();
    for document in model.documents.values() {
        let outbound = snapshot.catalog().with(|catalog| catalog.outbound(&document.uri)).unwrap();
        let links: Vec<Link> = outbound
            .iter()
            .zip(&document.links)
            .map(|(cited, link)| Link {
                to: cited.uri.clone(),
                anchor: cited.anchor.as_deref().map(str::to_owned),
                // Outbound answers have no page; inbound ones have it.
                page: link.page,
                predicate: cited.predicate.clone(),
                text: cited.text.clone(),
            })
            .collect();
        prop_assert_eq!(outbound.len(), document.links.len());
        prop_assert_eq!(&links, &document.links, "{}", document.uri);
        for (cited, link) in outbound.iter().zip(&document.links) {
            let hosted = model.documents.get(link.root());
            let names = cited
                .target
                .as_ref()
                .map(|target| (target.label.clone().unwrap_or_default(), target.source.clone()));
            prop_assert_eq!(names, hosted.map(|held| (held.description.label.clone(), held.source.clone())));
        }
    }
    Ok(())
}

fn edges_are_counted_links_between_two_documents(
    _: &Corpus,
    place: &BuiltCorpus,
    model: &Model,
) -> TestCaseResult {
    let mut expected: Vec<(String, String, u64)> = Vec::new();
    for citing in model.documents.values() {
        for cited in model.documents.values().filter(|cited| cited.uri != citing.uri) {
            let links = citing.links.iter().filter(|link| link.root() == cited.uri).count() as u64;
            if links > 0 {
                expected.push((citing.uri.clone(), cited.uri.clone(), links));
            }
        }
    }
    let database = rusqlite::Connection::open(place.published().join("catalog.db")).unwrap();
    let mut query = database
        .prepare(
            "SELECT a.uri, b.uri, links FROM edge JOIN document a ON a.id = citing JOIN document b ON b.id = cited
             ORDER BY 1, 2",
        )
        .unwrap();
    let edges = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
    prop_assert_eq!(edges.collect::<rusqlite::Result<Vec<_>>>().unwrap(), expected);
    Ok(())
}

fn lydelser_belong_to_their_documents(corpus: &Corpus, place: &BuiltCorpus, _: &Model) -> TestCaseResult {
    let snapshot = place.snapshot();
    for (document, expected) in wordings(corpus) {
        let found = snapshot.catalog().with(|catalog| catalog.lydelser(&document)).unwrap();
        let versions: Vec<&str> = found.iter().map(|lydelse| lydelse.lydelse_id.as_str()).collect();
        prop_assert_eq!(&versions, &expected, "{}", &document);
        for wording in &found {
            let bytes = snapshot.artifact(wording.stored).unwrap().unwrap();
            prop_assert!(corpus.lydelser.iter().any(|(_, json)| json.to_string().as_bytes() == bytes));
            let same = snapshot.catalog().with(|catalog| catalog.lydelse(&wording.uri)).unwrap();
            prop_assert_eq!(same.as_ref(), Some(wording));
        }
    }
    Ok(())
}

fn counts_say_what_is_in_the_snapshot(corpus: &Corpus, place: &BuiltCorpus, model: &Model) -> TestCaseResult {
    let snapshot = place.snapshot();
    let counts = &snapshot.manifest().counts;
    let documents = || model.documents.values();
    let edges: usize = documents().map(|cited| model.inbound_count(&cited.uri) as usize).sum();
    prop_assert_eq!(counts.documents, documents().count() as u64);
    prop_assert_eq!(counts.stubs, documents().filter(|document| document.is_stub).count() as u64);
    prop_assert_eq!(counts.citations, documents().map(|document| document.links.len() as u64).sum::<u64>());
    prop_assert_eq!(counts.edges, edges as u64);
    prop_assert_eq!((counts.lydelser, counts.unreadable), (corpus.lydelser.len() as u64, 0));
    let stubless =
        |source: &str| model.listed(Some(source), None, None).iter().filter(|d| !d.is_stub).count();
    for dump in &snapshot.manifest().dumps {
        prop_assert_eq!(dump.documents.lines, stubless(&dump.source) as u64);
    }
    Ok(())
}

/// The lydelse ids of every statute that may have lydelser.
fn wordings(corpus: &Corpus) -> Vec<(String, Vec<&str>)> {
    let of = |document: &str| {
        let versions = corpus.lydelser.iter().filter_map(|(_, json)| {
            let uri = json["uri"].as_str()?;
            uri.strip_prefix(document)?.strip_prefix("/konsolidering/")
        });
        versions.collect()
    };
    POOL[..6]
        .iter()
        .map(|known| format!("{BASE}/{}", known.local_id))
        .map(|uri| {
            let versions = of(&uri);
            (uri, versions)
        })
        .collect()
}

fn uris_of(documents: &[&Document]) -> Vec<String> {
    documents.iter().map(|document| document.uri.clone()).collect()
}

type Wanted<'a> = (Option<&'a str>, Option<&'a str>, Option<&'a str>);

fn product<'a>(
    sources: &[Option<&'a str>],
    kinds: &[Option<&'a str>],
    days: &[Option<&'a str>],
) -> Vec<Wanted<'a>> {
    let mut all = Vec::new();
    for source in sources {
        for kind in kinds {
            all.extend(days.iter().map(|day| (*source, *kind, *day)));
        }
    }
    all
}

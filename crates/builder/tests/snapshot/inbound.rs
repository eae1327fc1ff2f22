//! Inbound lists equal those of the model: rows, both scopes, both orders, every page.

use std::collections::BTreeMap;

use lagrum_artifact::Location;
use lagrum_catalog::RowRange;
use lagrum_catalog::inbound::{CiterFilter, Inbound, InboundQuery, joined};
use lagrum_snapshot::Snapshot;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::corpus::{Corpus, uri};
use crate::model::Model;
use crate::place::BuiltCorpus;
use crate::pool::{ANCHORS, ELSEWHERE};
use crate::rail::Row;
use crate::stated::Promise;

pub const PROMISES: &[(&str, Promise)] = &[
    (
        "rows scopes orders and sums are those of the contract",
        rows_scopes_orders_and_sums_are_those_of_the_contract,
    ),
    ("rows tell of their citing documents", rows_tell_of_their_citing_documents),
    ("pages cover each row once", pages_cover_each_row_once),
    ("inbound mirrors outbound", inbound_mirrors_outbound),
];

/// A question about one place.
#[derive(Clone, Copy, Debug)]
struct Question<'a> {
    place: &'a str,
    exact: bool,
    source: Option<&'a str>,
    by_citations: bool,
}

fn ask(snapshot: &Snapshot, question: Question<'_>, page: RowRange) -> Inbound {
    let place = Location::parse(question.place).unwrap();
    let Question { exact, source, by_citations, .. } = question;
    let query =
        InboundQuery { location: &place, exact, source, citers: CiterFilter::default(), by_citations, page };
    snapshot.catalog().with(|catalog| catalog.inbound(&query)).unwrap()
}

fn rows(answer: &Inbound, root: &str) -> Vec<Row> {
    let row = |row: &lagrum_catalog::inbound::InboundRow| Row {
        uri: row.citing.uri.clone(),
        target: joined(root, row.target_anchor.as_deref()),
        anchor: row.anchor.as_deref().map(str::to_owned),
        page: row.page.map(i64::from),
        predicate: row.predicate.to_string(),
    };
    answer.rows.iter().map(row).collect()
}

fn questions<'a>(model: &'a Model, place: &'a str) -> Vec<Question<'a>> {
    let mut sources: Vec<Option<&str>> = vec![None, Some("avg")];
    // A filter on the source works in the same way for every place of a document, so it is tested for whole documents
    // only.
    sources.extend(model.sources().into_iter().map(Some).filter(|_| !place.contains('#')));
    let mut questions = Vec::new();
    for source in sources {
        for (exact, by_citations) in [(false, false), (false, true), (true, false), (true, true)] {
            questions.push(Question { place, exact, source, by_citations });
        }
    }
    questions
}

/// Every cited document, an uncited one, and places in the most cited one.
fn places(model: &Model) -> Vec<String> {
    let mut places: Vec<String> =
        model.cited().into_iter().filter(|root| !root.is_empty()).map(str::to_owned).collect();
    places.extend(model.documents.keys().take(2).cloned());
    places.extend(ELSEWHERE[..2].iter().map(|local_id| uri(local_id)));
    for root in ["1931:47", "prop/2030/31:9"] {
        places.extend(ANCHORS.iter().map(|anchor| format!("{}#{anchor}", uri(root))));
    }
    places
}

fn rows_scopes_orders_and_sums_are_those_of_the_contract(
    _: &Corpus,
    place: &BuiltCorpus,
    model: &Model,
) -> TestCaseResult {
    let snapshot = place.snapshot();
    for place in places(model) {
        let (tree, exactly) = (model.inbound(&place, false), model.inbound(&place, true));
        for question in questions(model, &place) {
            let Question { exact, source, by_citations, .. } = question;
            let in_scope = if exact { &exactly } else { &tree };
            let answer = ask(&snapshot, question, RowRange { limit: u64::MAX, offset: 0 });
            let root = place.split('#').next().unwrap();
            let expected = model.narrowed(in_scope, source, by_citations);
            prop_assert_eq!(&rows(&answer, root), &expected, "{:?}", question);
            prop_assert_eq!(answer.total, expected.len() as u64);
            let mut by_source: BTreeMap<String, u64> = BTreeMap::new();
            for row in in_scope {
                *by_source.entry(model.documents[&row.uri].source.clone()).or_default() += 1;
            }
            prop_assert_eq!(&answer.by_source, &by_source, "{:?}", question);
        }
    }
    Ok(())
}

fn rows_tell_of_their_citing_documents(_: &Corpus, place: &BuiltCorpus, model: &Model) -> TestCaseResult {
    let snapshot = place.snapshot();
    for place in model.cited().into_iter().filter(|root| !root.is_empty()) {
        let question = Question { place, exact: false, source: None, by_citations: false };
        for row in ask(&snapshot, question, RowRange { limit: 20, offset: 0 }).rows {
            let citing = &model.documents[&row.citing.uri];
            prop_assert_eq!(row.citing.label.as_deref().unwrap_or_default(), &citing.description.label);
            prop_assert_eq!(row.citing.title.as_deref().unwrap_or_default(), &citing.description.title);
            prop_assert_eq!(&row.citing.source, &citing.source);
            prop_assert_eq!(&row.citing.kind, &citing.description.kind);
            prop_assert_eq!(&row.citing.date, &citing.description.date);
            prop_assert_eq!(row.citing.inbound_count, model.inbound_count(&citing.uri));
        }
    }
    Ok(())
}

fn pages_cover_each_row_once(_: &Corpus, place: &BuiltCorpus, model: &Model) -> TestCaseResult {
    let snapshot = place.snapshot();
    for place in [uri("1931:47"), uri("begrepp/Vall"), uri("prop/2030/31:9#P1")] {
        let root = place.split('#').next().unwrap().to_owned();
        for question in questions(model, &place) {
            let whole = rows(&ask(&snapshot, question, RowRange { limit: 10_000, offset: 0 }), &root);
            for limit in [1, 2, 7] {
                let mut paged = Vec::new();
                for offset in (0..whole.len() as u64 + limit).step_by(limit as usize) {
                    let answer = ask(&snapshot, question, RowRange { limit, offset });
                    prop_assert_eq!(answer.total, whole.len() as u64);
                    paged.extend(rows(&answer, &root));
                }
                prop_assert_eq!(&paged, &whole, "{:?} by {}", question, limit);
            }
            let past = RowRange { limit: u64::MAX, offset: u64::MAX };
            prop_assert_eq!(ask(&snapshot, question, past).rows.len(), 0);
        }
    }
    Ok(())
}

fn inbound_mirrors_outbound(_: &Corpus, place: &BuiltCorpus, model: &Model) -> TestCaseResult {
    let snapshot = place.snapshot();
    let mut out: Vec<(String, String)> = Vec::new();
    for citing in model.documents.keys() {
        for cited in snapshot.catalog().with(|catalog| catalog.outbound(citing)).unwrap() {
            if cited.uri.split('#').next() != Some(citing.as_str()) {
                out.push((citing.clone(), cited.uri));
            }
        }
    }
    let mut back: Vec<(String, String)> = Vec::new();
    for root in model.cited().into_iter().filter(|root| !root.is_empty()) {
        let question = Question { place: root, exact: false, source: None, by_citations: false };
        let answer = ask(&snapshot, question, RowRange { limit: u64::MAX, offset: 0 });
        back.extend(rows(&answer, root).into_iter().map(|row| (row.uri, row.target)));
    }
    for pairs in [&mut out, &mut back] {
        pairs.sort();
        pairs.dedup();
    }
    prop_assert_eq!(out, back);
    Ok(())
}

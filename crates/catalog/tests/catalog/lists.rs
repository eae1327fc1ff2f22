//! Lists of documents: what passes a filter, in which order, cut where asked.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use lagrum_catalog::{CatalogDocument, DocumentFilter, DocumentOrder, DocumentRow, RowRange};

use crate::world::{HELD, Written, uri, written};

const RANGES: [(u64, u64); 6] = [(0, 10), (7, 3), (0, 0), (89, 5), (500, 5), (1, u64::MAX)];

const ORDERS: [DocumentOrder; 3] = [DocumentOrder::Uri, DocumentOrder::Citations, DocumentOrder::Updated];

/// Every combination of filters, some of which no document passes.
fn filters() -> Vec<DocumentFilter<'static>> {
    let mut filters = Vec::new();
    for source in [None, Some("sfs"), Some("dv"), Some("unknown")] {
        for kind in [None, Some("dom"), Some("prop"), Some("unknown")] {
            for hidden_on in [None, Some("2030-12-31"), Some("2031-01-05"), Some("9999-12-31")] {
                filters.push(DocumentFilter { source, kind, hidden_on });
            }
        }
    }
    filters
}

fn passes(document: &CatalogDocument, filter: &DocumentFilter<'_>) -> bool {
    filter.source.is_none_or(|source| document.source == source)
        && filter.kind.is_none_or(|kind| document.kind.as_deref() == Some(kind))
        && filter.hidden_on.is_none_or(|day| document.expired.as_deref().is_none_or(|expired| expired > day))
}

/// All documents that pass, in an order.
fn expected<'w>(
    written: &'w Written,
    filter: &DocumentFilter<'_>,
    order: DocumentOrder,
) -> Vec<&'w CatalogDocument> {
    let mut documents: Vec<_> =
        written.world.documents.iter().filter(|document| passes(document, filter)).collect();
    match order {
        DocumentOrder::Uri => {}
        DocumentOrder::Citations => documents.sort_by_key(|document| Reverse(document.inbound_count)),
        DocumentOrder::Updated => documents.sort_by_key(|document| Reverse(document.updated)),
    }
    documents
}

fn cut<T: Clone>(all: &[T], page: RowRange) -> Vec<T> {
    all.iter().skip(page.offset as usize).take(page.limit as usize).cloned().collect()
}

#[test]
fn a_page_is_a_slice_of_what_passes_in_each_order() {
    let written = written();
    for filter in filters() {
        for order in ORDERS {
            let all = expected(&written, &filter, order);
            for (offset, limit) in RANGES {
                let page = RowRange { limit, offset };
                let list =
                    written.catalog.with(|catalog| catalog.document_list(filter, order, page)).unwrap();
                let slice: Vec<CatalogDocument> = cut(&all, page).into_iter().cloned().collect();
                assert_eq!(list, (all.len() as u64, slice.clone()), "{filter:?} {order:?} {page:?}");
                let (total, rows) =
                    written.catalog.with(|catalog| catalog.document_rows(filter, order, page)).unwrap();
                let json: Vec<String> = slice
                    .iter()
                    .map(|document| serde_json::to_string(&DocumentRow::from(document)).unwrap())
                    .collect();
                assert_eq!((total, String::from_utf8(rows).unwrap()), (all.len() as u64, json.join(",")));
            }
        }
    }
}

#[test]
fn the_newest_are_those_with_the_last_days() {
    let written = written();
    for filter in filters() {
        let mut all = expected(&written, &filter, DocumentOrder::Uri);
        all.retain(|document| document.year.is_some() && document.stored.is_some());
        all.sort_by(|a, b| (b.year, &b.date).cmp(&(a.year, &a.date)).then_with(|| a.uri.cmp(&b.uri)));
        for limit in [0, 1, 7, 1_000] {
            let newest = written.catalog.with(|catalog| catalog.newest_documents(filter, limit)).unwrap();
            let expected: Vec<CatalogDocument> = all.iter().take(limit).map(|one| (*one).clone()).collect();
            assert_eq!(newest, expected, "{filter:?} {limit}");
        }
    }
}

#[test]
fn what_changed_since_a_time_is_listed_in_each_order() {
    let written = written();
    for since in [0, 1_000, 1_025, 1_049, 1_050, i64::MAX] {
        for order in ORDERS {
            let filter = DocumentFilter::default();
            let all = expected(&written, &filter, order);
            let changed: Vec<_> =
                all.into_iter().filter(|document| document.updated.is_some_and(|at| at >= since)).collect();
            let page = RowRange { limit: 5, offset: 2 };
            let rows =
                |document: &&CatalogDocument| serde_json::to_string(&DocumentRow::from(*document)).unwrap();
            let json: Vec<String> = cut(&changed, page).iter().map(rows).collect();
            let found =
                written.catalog.with(|catalog| catalog.changed_document_rows(filter, since, order, page));
            let (total, found) = found.unwrap();
            assert_eq!((total, String::from_utf8(found).unwrap()), (changed.len() as u64, json.join(",")));
        }
    }
}

#[test]
fn expired_documents_are_listed_by_source_and_day() {
    let written = written();
    for source in ["sfs", "dv", "unknown"] {
        for day in ["2030-12-31", "2031-01-01", "2031-01-05", "2031-01-09"] {
            let has_expired = |document: &&CatalogDocument| {
                document.source == source && document.expired.as_deref().is_some_and(|expired| expired <= day)
            };
            let all: Vec<_> = written.world.documents.iter().filter(has_expired).cloned().collect();
            for (offset, limit) in RANGES {
                let page = RowRange { limit, offset };
                let found =
                    written.catalog.with(|catalog| catalog.expired_documents(source, day, page)).unwrap();
                assert_eq!(found, (all.len() as u64, cut(&all, page)), "{source} {day} {page:?}");
            }
        }
    }
}

#[test]
fn documents_are_found_by_uri_number_and_in_batches() {
    let written = written();
    let documents = &written.world.documents;
    for (document, number) in documents.iter().zip(0..) {
        let found = written.catalog.with(|catalog| catalog.document(&uri(number))).unwrap();
        assert_eq!(found.as_ref(), Some(document));
        let group = written.catalog.with(|catalog| Ok(catalog.flow_group(document.id)?.map(str::to_owned)));
        assert_eq!(group.unwrap().as_ref(), Some(&document.flow_group));
    }
    for missing in [&uri(HELD), "https://lag.example/a/", "", "a/001"] {
        assert_eq!(written.catalog.with(|catalog| catalog.document(missing)).unwrap(), None, "{missing}");
    }
    // In the order asked for; what is not held is left out, and what is asked for twice comes twice.
    let numbers = [3, 1, HELD, 3].map(lagrum_catalog::DocumentNumber);
    let found = written.catalog.with(|catalog| catalog.documents_numbered(&numbers)).unwrap();
    assert_eq!(found, [3, 1, 3].map(|number: usize| documents[number].clone()));
    for size in [1, 7, 90, 91, u64::MAX] {
        let batches: Vec<_> = written.catalog.document_batches(size).map(Result::unwrap).collect();
        assert!(batches.iter().all(|batch| !batch.is_empty() && batch.len() as u64 <= size));
        assert_eq!(&batches.concat(), documents, "{size}");
    }
    let all: Vec<_> = written.catalog.all_documents().map(Result::unwrap).collect();
    assert_eq!(&all, documents);
}

#[test]
fn sources_and_kinds_are_counted() {
    let written = written();
    let mut expected: BTreeMap<String, u64> = BTreeMap::new();
    for document in &written.world.documents {
        *expected.entry(document.source.clone()).or_default() += 1;
    }
    assert_eq!(written.catalog.with(|catalog| catalog.sources()).unwrap(), expected);
    let kinds = written.catalog.with(|catalog| catalog.kinds_by_source()).unwrap();
    for (source, kinds) in kinds {
        let held = written.world.documents.iter().filter(|document| document.source == source);
        assert_eq!(kinds, held.filter_map(|document| document.kind.clone()).collect(), "{source}");
    }
}

//! Lists of documents, on the demo.

use std::cmp::Reverse;

use jiff::civil::date;
use lagrum_answers::{DocumentsQuestion, ListOrder};
use serde_json::Value;

use crate::fixture::{loaded, local};
use crate::reader::{Reader, source};

/// A change of a question.
type Change = fn(&mut DocumentsQuestion);

fn uris(list: &Value) -> Vec<&str> {
    list["documents"].as_array().unwrap().iter().map(|document| document["uri"].as_str().unwrap()).collect()
}

/// The uris of all pages of seven documents each, which all have the same total.
fn paged(reader: Reader<'_>, change: Change, order: ListOrder, total: &Value) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    loop {
        let page = reader.documents(|question| {
            change(question);
            question.order = order;
            question.limit = 7;
            question.offset = found.len() as u64;
        });
        assert_eq!(page["total"], *total);
        if uris(&page).is_empty() {
            return found;
        }
        found.extend(uris(&page).into_iter().map(str::to_owned));
    }
}

#[test]
fn paging_covers_each_document_once_in_order() {
    let reader = Reader::demo();
    let filters: [Change; 5] = [
        |_| (),
        |question| question.source = Some(source("eurlex")),
        |question| question.kind = Some("lag".to_owned()),
        |question| {
            question.source = Some(source("begrepp"));
            question.kind = Some("begrepp".to_owned());
        },
        |question| question.include_expired = true,
    ];
    for filter in filters {
        let whole = reader.documents(filter);
        let all = uris(&whole);
        assert!(all.is_sorted() && !all.is_empty());
        assert_eq!(whole["total"].as_u64(), Some(all.len() as u64));
        assert_eq!(paged(reader, filter, ListOrder::Uri, &whole["total"]), all);
    }
}

#[test]
fn the_most_cited_come_first_in_the_order_of_citations() {
    let reader = Reader::demo();
    let filters: [Change; 3] = [
        |_| (),
        |question| question.source = Some(source("sfs")),
        |question| question.include_expired = true,
    ];
    for filter in filters {
        let whole = reader.documents(filter);
        let count = |uri: &str| reader.card(uri)["inbound_count"].as_u64();
        let mut counted: Vec<_> =
            uris(&whole).into_iter().map(|uri| (Reverse(count(uri)), uri.to_owned())).collect();
        counted.sort();
        let expected: Vec<String> = counted.into_iter().map(|(_, uri)| uri).collect();
        assert_eq!(paged(reader, filter, ListOrder::Citations, &whole["total"]), expected);
    }
}

#[test]
fn the_last_changed_come_first_in_the_order_of_changes() {
    let reader = Reader::demo();
    let whole = reader.documents(|question| question.order = ListOrder::Updated);
    let times: Vec<Option<&str>> =
        whole["documents"].as_array().unwrap().iter().map(|document| document["updated"].as_str()).collect();
    assert!(times.iter().any(Option::is_some) && times.iter().any(Option::is_none));
    assert!(times.is_sorted_by(|a, b| a >= b), "stubs, which have no time, come last");
}

#[test]
fn what_has_expired_is_hidden_from_that_day_on() {
    let on = |day, include_expired| {
        let list =
            Reader::new(loaded(), day).documents(|question| question.include_expired = include_expired);
        uris(&list).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let all = on(date(2026, 11, 21), true);
    let (before, after) = (on(date(2098, 12, 31), false), on(date(2099, 12, 31), false));
    assert!(before.len() < all.len() && after.len() < before.len());
    let gone: Vec<String> =
        before.iter().filter(|uri| !after.contains(uri)).map(|uri| local(&uri.as_str().into())).collect();
    assert_eq!(gone, ["2021:640"]);
}

#[test]
fn a_filter_that_matches_nothing_and_a_page_beyond_the_end() {
    let reader = Reader::demo();
    let nobody = reader.documents(|question| question.source = Some(source("nobody")));
    assert_eq!(nobody["total"], 0);
    let prop = reader.documents(|question| {
        question.source = Some(source("sfs"));
        question.kind = Some("prop".to_owned());
    });
    assert_eq!(prop["total"], 0);
    let past = reader.documents(|question| question.offset = u64::MAX);
    assert_eq!((uris(&past).len(), &past["total"]), (0, &reader.documents(|_| ())["total"]));
}

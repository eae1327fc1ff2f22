//! The holdings by which the states of citations are determined: documents, parts, lydelser, and errors.

use lagrum_artifact::{Anchor, AnchoredPart, StoredId};
use lagrum_catalog::{
    CatalogDocument, CatalogHoldings, CatalogWriter, NamedAmendments, NewLydelse, PackedParts, PlaceHistory,
};
use lagrum_citation::Holdings;

use crate::world::{base, plain, small, uri};

fn anchor(text: &str) -> Anchor {
    Anchor::new(text).unwrap()
}

fn parts(anchors: &[(&str, u16)]) -> PackedParts {
    let part = |(text, depth): &(&str, u16)| AnchoredPart {
        anchor: anchor(text),
        depth: *depth,
        reader_form: None,
        heading: None,
        text: format!("Text {text}"),
    };
    PackedParts::pack(anchors.iter().map(part).collect()).unwrap()
}

/// An act with a text, a stub, and three pages that begin with one number.
fn documents() -> Vec<CatalogDocument> {
    let mut documents: Vec<_> = (0..5).map(|number| plain(number, "sfs")).collect();
    documents[1].stored = None;
    for (document, page) in documents[2..].iter_mut().zip([12, 15, 9]) {
        document.uri = format!("{}_s.{page}", uri(2));
    }
    documents
}

fn write(writer: &mut CatalogWriter) {
    writer.parts(StoredId(1), &parts(&[("K1", 0), ("K1P1", 1), ("K1P1S1", 2), ("K2", 0)])).unwrap();
    writer.parts(StoredId(51), &parts(&[("K1", 0), ("K1P9", 1)])).unwrap();
    for (id, stored, ikraft) in
        [("2030:9", 50, Some("2030-07-01")), ("2031:1", 51, Some("2029-01-01")), ("2032:1", 52, None)]
    {
        let (act, uri) = (uri(0), format!("{}/konsolidering/{id}", uri(0)));
        let lydelse = NewLydelse {
            uri: &uri,
            document: &act,
            lydelse_id: id,
            source: "sfs",
            stored: StoredId(stored),
            updated: 1,
            ikraft,
            forarbeten: &[],
            node_dates: &[],
            named: &NamedAmendments::default(),
        };
        writer.lydelse(&lydelse).unwrap();
    }
    writer
        .place_history(&uri(0), r#"{"f":"2030-01-01"}"#, r#"[{"u":"https://lag.example/2030:9"}]"#)
        .unwrap();
}

#[test]
fn what_is_held_and_its_anchors() {
    let (small, base) = (small(&documents(), write), base());
    let checked = small.catalog.with(|reader| {
        let holdings = CatalogHoldings::new(reader, &base);
        for (document, is_held) in [("a/000", true), ("a/001", true), ("a/009", false), ("", false)] {
            assert_eq!(holdings.holds(document), is_held, "{document}");
            assert_eq!(holdings.document(document).is_some(), is_held);
            assert_eq!(holdings.anchors(document).is_some(), is_held);
        }
        for (document, of, expected) in [
            ("a/000", "K1P1", true),
            ("a/000", "K1P9", false),
            ("a/001", "K1", false),
            ("a/009", "K1", false),
        ] {
            assert_eq!(holdings.has_anchor(document, &anchor(of)), expected, "{document} {of}");
            let text = holdings.part_text(document, &anchor(of)).map(|part| part.text);
            assert_eq!(text, expected.then(|| format!("Text {of}")), "{document} {of}");
        }
        for (outer, inner, expected) in
            [("K1", "K1P1S1", true), ("K1P1", "K1P1S1", true), ("K1", "K2", false), ("K1P1", "K1", false)]
        {
            assert_eq!(holdings.encloses("a/000", &anchor(outer), &anchor(inner)), expected);
            assert!(!holdings.encloses("a/001", &anchor(outer), &anchor(inner)));
        }
        assert_eq!(holdings.base(), &base);
        assert!(holdings.failure().is_none());
        Ok(())
    });
    checked.unwrap();
}

#[test]
fn pages_of_one_number_are_read_until_there_is_more_than_one() {
    let (small, base) = (small(&documents(), |_| ()), base());
    let checked = small.catalog.with(|reader| {
        let holdings = CatalogHoldings::new(reader, &base);
        // The first two by uri; a number that others only begin with has none.
        assert_eq!(holdings.page_numbered("a/002"), ["a/002_s.12", "a/002_s.15"]);
        for other in ["a/00", "a/000", "a/003", "a/002_s.12"] {
            assert!(holdings.page_numbered(other).is_empty(), "{other}");
        }
        Ok(())
    });
    checked.unwrap();
}

#[test]
fn lydelser_and_history_of_an_act() {
    let (small, base) = (small(&documents(), write), base());
    let checked = small.catalog.with(|reader| {
        let holdings = CatalogHoldings::new(reader, &base);
        // Each is asked twice: the second answer is the one that was kept.
        for _ in 0..2 {
            let archived = holdings.archived("a/000").unwrap();
            let shown: Vec<_> = archived
                .iter()
                .map(|archived| (archived.lydelse.lydelse_id.as_str(), archived.anchors.iter().count()))
                .collect();
            assert_eq!(shown, [("2032:1", 0), ("2031:1", 2), ("2030:9", 0)]);
            assert_eq!(holdings.history("a/000").unwrap().text_from.as_deref(), Some("2030-01-01"));
            assert_eq!(holdings.changes("a/000").unwrap()[0].uri, "https://lag.example/2030:9");
            assert_eq!(*holdings.history("a/001").unwrap(), PlaceHistory::default());
            assert!(holdings.changes("a/001").unwrap().is_empty());
            assert!(holdings.archived("a/001").unwrap().is_empty());
            assert!(holdings.history("a/009").is_none() && holdings.archived("a/009").is_none());
        }
        assert!(holdings.failure().is_none());
        Ok(())
    });
    checked.unwrap();
}

/// What is asked of the holdings after a damage; it has no answer.
type Question = fn(&CatalogHoldings<'_>) -> bool;

#[test]
fn the_first_error_is_kept() {
    let damages: [(&str, Question); 6] = [
        ("UPDATE place_list SET anchors = x'00'", |holdings| holdings.anchors("a/000").is_some()),
        ("UPDATE place_list SET anchors = x'00'", |holdings| holdings.has_anchor("a/000", &anchor("K1"))),
        ("UPDATE place_text SET texts = x'00'", |holdings| {
            holdings.part_text("a/000", &anchor("K1")).is_some()
        }),
        ("UPDATE place_history SET history = '{'", |holdings| holdings.history("a/000").is_some()),
        ("UPDATE place_history SET changes = '{'", |holdings| holdings.changes("a/000").is_some()),
        ("UPDATE lydelse SET named = '{'", |holdings| holdings.archived("a/000").is_some()),
    ];
    for (damage, has_answer) in damages {
        let (small, base) = (small(&documents(), write), base());
        let checked = small.damaged(damage).with(|reader| {
            let holdings = CatalogHoldings::new(reader, &base);
            assert!(holdings.holds("a/001"));
            assert!(!has_answer(&holdings), "{damage}");
            assert!(holdings.failure().is_some(), "{damage}");
            Ok(())
        });
        checked.unwrap();
    }
}

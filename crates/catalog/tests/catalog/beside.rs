//! Data of single provisions in the catalog: margin notes, comments, parts and excerpts.

use lagrum_artifact::{Anchor, AnchoredPart, StoredId};
use lagrum_catalog::{
    CatalogDocument, DocumentNumber, PackedComment, PackedExcerpts, PackedNote, PackedNotes, PackedParts,
    PartText, StoredExcerpt,
};

use crate::world::{Small, plain, small, uri};

fn documents() -> Vec<CatalogDocument> {
    (0..6).map(|number| plain(number, if number == 0 { "sfs" } else { "dv" })).collect()
}

fn anchor(text: &str) -> Anchor {
    Anchor::new(text).unwrap()
}

fn notes() -> PackedNotes {
    let note = |anchor: &str, by_group: &[(u8, u32)], leading: &[u32], newest: Option<u32>| PackedNote {
        anchor: anchor.to_owned(),
        documents: by_group.iter().map(|(_, count)| count).sum(),
        by_group: by_group.to_vec(),
        leading: leading.iter().copied().map(DocumentNumber).collect(),
        newest: newest.map(DocumentNumber),
        earlier: 0,
    };
    PackedNotes {
        groups: vec!["Förarbeten".to_owned(), "Rättsfall".to_owned()],
        notes: vec![
            note("P1", &[(1, 3), (0, 1)], &[4, 2, 5], Some(1)),
            note("P2", &[(0, 7)], &[], None),
            note("P10", &[], &[4], None),
        ],
    }
}

#[test]
fn margin_notes_name_groups_and_documents() {
    let small = small(&documents(), |writer| writer.margin_notes(DocumentNumber(0), &notes()).unwrap());
    assert_eq!(small.catalog.with(|reader| reader.packed_notes(&uri(0))).unwrap(), notes());
    let found = small.catalog.with(|reader| reader.margin_notes(&uri(0))).unwrap();
    assert_eq!(found.len(), 3);
    let packed = notes();
    for (note, packed) in found.iter().zip(&packed.notes) {
        assert_eq!((&note.anchor, note.documents), (&packed.anchor, packed.documents));
        let groups: Vec<(String, u32)> =
            note.by_group.iter().map(|(name, count)| (name.to_string(), *count)).collect();
        let expected = packed.by_group.iter();
        let expected = expected.map(|(group, count)| (notes().groups[usize::from(*group)].clone(), *count));
        assert_eq!(groups, expected.collect::<Vec<_>>());
        let leading: Vec<_> = note.leading.iter().map(|document| document.uri.clone()).collect();
        assert_eq!(leading, packed.leading.iter().map(|number| uri(number.0)).collect::<Vec<_>>());
        let newest = note.newest.as_ref().map(|document| document.label.clone());
        assert_eq!(newest, packed.newest.map(|number| Some(format!("Nr {number}"))));
    }
    for other in [1, 6] {
        assert!(small.catalog.with(|reader| reader.margin_notes(&uri(other))).unwrap().is_empty());
        let packed = small.catalog.with(|reader| reader.packed_notes(&uri(other))).unwrap();
        assert_eq!(packed, PackedNotes::default());
    }
}

#[test]
fn damaged_margin_notes_are_an_error() {
    let catalog = || small(&documents(), |writer| writer.margin_notes(DocumentNumber(0), &notes()).unwrap());
    for damage in [
        "UPDATE beside SET notes = x''",
        "UPDATE beside SET notes = substr(notes, 1, length(notes) - 1)",
        "UPDATE beside SET notes = notes || x'00'",
        "UPDATE beside SET notes = x'00' || substr(notes, 2)",
        // The notes are whole, and a document that they name is gone.
        "DELETE FROM document WHERE id = 4",
    ] {
        let error = catalog().damaged(damage).with(|reader| reader.margin_notes(&uri(0))).expect_err(damage);
        assert!(error.to_string().contains("catalog.db"), "{error}");
    }
}

#[test]
fn comments_on_provisions_name_their_documents() {
    let comment = |anchor: &str, document: u32, page: Option<u32>| PackedComment {
        anchor: anchor.to_owned(),
        document: DocumentNumber(document),
        page,
    };
    let comments = [
        comment("P1", 5, Some(12)),
        comment("P1", 2, None),
        comment("P2", 5, Some(0)),
        comment("P9", 3, Some(7)),
    ];
    let catalog =
        || small(&documents(), |writer| writer.section_comments(DocumentNumber(0), &comments).unwrap());
    let found = catalog().catalog.with(|reader| reader.section_comments(&uri(0))).unwrap();
    let found: Vec<_> = found
        .into_iter()
        .map(|comment| (comment.anchor, comment.document.uri.clone(), comment.page))
        .collect();
    let expected = comments.iter().map(|found| (found.anchor.clone(), uri(found.document.0), found.page));
    assert_eq!(found, expected.collect::<Vec<_>>());
    for other in [1, 6] {
        assert!(catalog().catalog.with(|reader| reader.section_comments(&uri(other))).unwrap().is_empty());
    }
    for damage in [
        "UPDATE section_comment SET comments = x''",
        "UPDATE section_comment SET comments = substr(comments, 1, length(comments) - 1)",
        "UPDATE section_comment SET comments = x'ff' || substr(comments, 2)",
        "DELETE FROM document WHERE id = 3",
    ] {
        let error =
            catalog().damaged(damage).with(|reader| reader.section_comments(&uri(0))).expect_err(damage);
        assert!(error.to_string().contains("catalog.db"), "{error}");
    }
}

/// Parts in three levels, more than one chunk of them, with one anchor that comes twice.
fn parts() -> Vec<AnchoredPart> {
    let part = |text: String, depth: u16| AnchoredPart {
        anchor: anchor(&text),
        depth,
        reader_form: (depth == 2).then(|| format!("form {text}")),
        heading: (depth == 0).then(|| format!("Rubrik \"{text}\"")),
        text: if depth == 1 { String::new() } else { format!("Text åäö {text}") },
    };
    let mut parts = Vec::new();
    for kapitel in 1..=10 {
        parts.push(part(format!("K{kapitel}"), 0));
        for paragraf in 1..=10 {
            parts.push(part(format!("K{kapitel}P{paragraf}"), 1));
            parts.push(part(format!("K{kapitel}P{paragraf}S1"), 2));
        }
    }
    parts.push(part("K1P1".to_owned(), 0));
    parts
}

fn with_parts(parts: &PackedParts) -> Small {
    small(&[], |writer| writer.parts(StoredId(7), parts).unwrap())
}

#[test]
fn parts_are_found_by_walking_and_by_table() {
    let small = with_parts(&PackedParts::pack(parts()).unwrap());
    let all = parts();
    let shown = |part: &AnchoredPart| PartText {
        reader_form: part.reader_form.clone(),
        heading: part.heading.clone(),
        text: part.text.clone(),
    };
    // The first look-ups walk the list, the others use a table: both orders of asking give the same answers.
    for order in [all.iter().collect::<Vec<_>>(), all.iter().rev().collect()] {
        let checked = small.catalog.with(|reader| {
            let list = reader.anchors_of(StoredId(7))?;
            assert!(list.iter().eq(all.iter().map(|part| &part.anchor)));
            for part in order {
                let first = all.iter().position(|other| other.anchor == part.anchor).unwrap();
                assert_eq!(list.position(&part.anchor), Some(first), "{}", part.anchor);
                assert_eq!(reader.part_text(&list, &part.anchor)?, Some(shown(&all[first])));
                assert_eq!(list.position(&anchor("K11")), None);
            }
            assert_eq!(reader.part_text(&list, &anchor("K11"))?, None);
            Ok(())
        });
        checked.unwrap();
    }
    let list = small.catalog.with(|reader| reader.anchors_of(StoredId(7))).unwrap();
    for (outer, inner, expected) in [
        ("K1", "K1P1", true),
        ("K1", "K1P10S1", true),
        ("K1P1", "K1P1S1", true),
        ("K1", "K2", false),
        ("K1", "K2P1", false),
        ("K1P1", "K1P2S1", false),
        ("K1P1", "K1", false),
        ("K1", "K1", false),
        ("K1", "K99", false),
        ("K99", "K1", false),
    ] {
        assert_eq!(list.encloses(&anchor(outer), &anchor(inner)), expected, "{outer} {inner}");
    }
    assert_eq!(list.provisions().iter().filter(|(number, _)| number.paragraf.is_some()).count(), 101);
}

#[test]
fn parts_without_texts_keep_their_anchors() {
    let small = with_parts(&PackedParts::pack(parts()).unwrap().without_texts());
    let list = small.catalog.with(|reader| reader.anchors_of(StoredId(7))).unwrap();
    assert!(list.iter().eq(parts().iter().map(|part| &part.anchor)));
    // What a build keeps between two runs reads back as the same.
    let json = serde_json::to_string(&PackedParts::pack(parts()).unwrap()).unwrap();
    let small = with_parts(&serde_json::from_str(&json).unwrap());
    let found =
        small.catalog.with(|reader| reader.part_text(&reader.anchors_of(StoredId(7))?, &anchor("K10P10S1")));
    assert_eq!(found.unwrap().unwrap().text, "Text åäö K10P10S1");
    let none = with_parts(&PackedParts::pack(Vec::new()).unwrap());
    assert_eq!(none.catalog.with(|reader| reader.anchors_of(StoredId(7))).unwrap().iter().count(), 0);
}

#[test]
fn damaged_parts_are_an_error() {
    for damage in [
        "UPDATE place_list SET anchors = x''",
        "UPDATE place_list SET anchors = substr(anchors, 1, length(anchors) - 1)",
        "DELETE FROM place_text",
        "UPDATE place_text SET texts = substr(texts, 2)",
        "UPDATE place_text SET texts = (SELECT anchors FROM place_list)",
    ] {
        let small = with_parts(&PackedParts::pack(parts()).unwrap());
        let found = small
            .damaged(damage)
            .with(|reader| reader.part_text(&reader.anchors_of(StoredId(7))?, &anchor("K10P10S1")));
        let error = found.expect_err(damage);
        assert!(error.to_string().contains("catalog.db"), "{error}");
    }
}

#[test]
fn excerpts_of_two_artifacts_are_kept_apart() {
    let groups = [vec![anchor("K1"), anchor("K1P1")], vec![anchor("K2")]];
    let pack = |changes: bool, text: &'static str| {
        let [first, second] = &groups;
        let excerpts = [(first.as_slice(), &b""[..], text.as_bytes()), (second, text.as_bytes(), b"{}")];
        PackedExcerpts::pack(excerpts, |of| changes && *of != anchor("K1")).unwrap()
    };
    let catalog = || {
        small(&[], |writer| {
            writer.excerpts(StoredId(1), &pack(false, "one")).unwrap();
            writer.excerpts(StoredId(2), &pack(true, "two")).unwrap();
            writer.excerpts(StoredId(3), &PackedExcerpts::pack([], |_| true).unwrap()).unwrap();
        })
    };
    let small = catalog();
    let found = |stored, of: &str| {
        small.catalog.with(|reader| reader.excerpt(StoredId(stored), &anchor(of))).unwrap()
    };
    let excerpt = |changes, adjoining: &str, artifact: &str| {
        Some(StoredExcerpt { changes, adjoining: adjoining.into(), artifact: artifact.into() })
    };
    for (stored, of, expected) in [
        (1, "K1", excerpt(false, "", "one")),
        (1, "K1P1", excerpt(false, "", "one")),
        (1, "K2", excerpt(false, "one", "{}")),
        (2, "K1", excerpt(false, "", "two")),
        (2, "K1P1", excerpt(true, "", "two")),
        (2, "K2", excerpt(true, "two", "{}")),
        (2, "K", None),
        (2, "K2P1", None),
        (3, "K1", None),
        (4, "K1", None),
    ] {
        assert_eq!(found(stored, of), expected, "{stored} {of}");
    }
    for damage in [
        "DELETE FROM excerpt",
        "UPDATE excerpt_list SET anchors = x'00'",
        "UPDATE excerpt SET body = substr(body, 1, length(body) - 1)",
    ] {
        let found = catalog().damaged(damage).with(|reader| reader.excerpt(StoredId(1), &anchor("K2")));
        assert!(found.is_err(), "{damage}");
    }
}

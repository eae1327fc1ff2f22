//! Whatever an artifact holds, it is described and its links are read: nothing panics, no name is empty.
use lagrum_artifact::{Anchor, Artifact, Base};
use lagrum_sources::{UNKNOWN_END, all, fold_concepts, links, listing, transpositions};
use proptest::prelude::*;
use serde_json::{Map, Value};

/// Fields that some source reads, and one that none does.
const FIELDS: [&str; 44] = [
    "amendments",
    "articles",
    "body",
    "cells",
    "celex",
    "chapter",
    "children",
    "consolidations",
    "content",
    "court",
    "date",
    "defines",
    "depth",
    "doctype",
    "ecli",
    "footnotes",
    "fs",
    "id",
    "identifier",
    "implements",
    "konsolideradTom",
    "label",
    "lagrum",
    "law",
    "malnummer",
    "metadata",
    "num",
    "nyckelord",
    "okänt",
    "ordinal",
    "org",
    "page",
    "paragraf",
    "properties",
    "provisions",
    "references",
    "runs",
    "shortname",
    "structure",
    "text",
    "title",
    "type",
    "uri",
    "uris",
];

/// Texts that mean something in some field, and some that mean nothing.
const TEXTS: [&str; 26] = [
    "",
    " ",
    "§",
    "åäö",
    "(",
    ") (",
    "x (AB)",
    "/",
    "#",
    "1931:47",
    "(1931:47)",
    "(EU) 2031/77",
    "2031-02-03",
    "K1P2S3",
    "paragraf",
    "stycke",
    "rubrik",
    "point",
    "article",
    "treaty",
    "judgment",
    "opinion",
    "CASE OF É v. Ö",
    "upphävt",
    "https://lag.example/begrepp/x",
    "https://lag.example/1931:47#P1#P2",
];

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        8 => proptest::sample::select(&TEXTS[..]).prop_map(Value::from),
        1 => "\\PC{0,12}".prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 64, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::vec((proptest::sample::select(&FIELDS[..]), inner), 0..8).prop_map(
                |fields| {
                    Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
                }
            ),
        ]
    })
}

fn local_id() -> impl Strategy<Value = String> {
    let part = proptest::sample::select(
        &[
            "celex",
            "dom",
            "avg",
            "begrepp",
            "fffs",
            "nja",
            "jk",
            "1931:47",
            "62031CJ0012",
            "12016E",
            "TXT",
            "HDO_B_1_25",
            "åäö",
            "2031-02-03",
            "1-98-2",
            "grund",
            "",
        ][..],
    );
    proptest::collection::vec(part, 1..5).prop_map(|parts| parts.join("/"))
}

proptest! {
    #[test]
    fn any_artifact_is_described(fields in proptest::collection::vec((proptest::sample::select(&FIELDS[..]), value()), 0..12),
        local_id in local_id(), anchor in "[PKSa-d0-9.]{1,6}|sid[0-9]")
    {
        let base = Base::parse("https://lag.example").unwrap();
        let mut object: Map<_, _> = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        object.insert("uri".to_owned(), format!("{base}/{local_id}").into());
        let artifact = Artifact::parse(Value::Object(object).to_string().as_bytes()).unwrap();
        let _ = transpositions(&artifact);
        let part = artifact.presented().part(&Anchor::new(&anchor).unwrap());
        let _ = part.map(|part| (part.plain_text(), part.heading(), part.reader_form()));
        for source in all() {
            let described = source.describe(&artifact, &base);
            for name in [&described.title, &described.display, &described.descriptive] {
                prop_assert!(!name.is_empty(), "{} {:?}", source.name, described);
            }
            for link in links(&artifact, source, &base) {
                prop_assert!(!link.to.is_empty() && !link.to.starts_with('#'));
            }
            let rows = [described.row(&local_id)];
            let listed: usize =
                listing(source, &rows, UNKNOWN_END).iter().map(|leaf| leaf.entries.len()).sum();
            prop_assert!(listed <= 1);
        }
    }

    #[test]
    fn any_names_are_folded(cited in proptest::collection::btree_set("\\PC{0,8}", 0..8),
        authored in proptest::collection::btree_map("\\PC{0,8}", proptest::collection::vec("\\PC{0,8}", 0..3), 0..4))
    {
        let folded = fold_concepts(&lagrum_sources::ObservedConcepts { cited, authored });
        for target in folded.folded.values() {
            prop_assert!(!folded.folded.contains_key(target));
        }
    }
}

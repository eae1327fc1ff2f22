//! The demo is the fixture of the project's tests, so it must have every element of the document format.

#[allow(dead_code, reason = "each test file uses a part of it")]
use std::collections::BTreeSet;

use crate::support::{Doc, documents, each_node, each_object};

/// Every node type of the format, and the sources that must have it.
const NODE_TYPES: [(&str, &[&str]); 56] = [
    ("avdelning", &["sfs"]),
    ("underavdelning", &["sfs"]),
    ("kapitel", &["sfs", "foreskrift", "forarbete"]),
    ("paragraf", &["sfs", "foreskrift", "forarbete"]),
    (
        "stycke",
        &[
            "sfs",
            "dv",
            "forarbete",
            "foreskrift",
            "avg",
            "rs",
            "begrepp",
            "eurlex",
            "edpb",
            "hudoc",
            "coe",
            "icrc",
            "untc",
            "icc",
            "icj",
            "kommentar",
        ],
    ),
    ("redaktionell", &["sfs"]),
    (
        "rubrik",
        &[
            "sfs",
            "dv",
            "forarbete",
            "foreskrift",
            "avg",
            "rs",
            "begrepp",
            "edpb",
            "hudoc",
            "icc",
            "kommentar",
        ],
    ),
    ("lista", &["sfs", "begrepp", "kommentar"]),
    ("punkt", &["sfs", "coe", "begrepp", "kommentar"]),
    ("tabell", &["sfs", "forarbete", "rs", "eurlex"]),
    ("rad", &["sfs", "forarbete", "rs", "eurlex"]),
    ("upphavd", &["sfs"]),
    ("bilaga", &["sfs"]),
    ("grafik", &["sfs"]),
    ("overgangsbestammelse", &["sfs"]),
    ("konventionsbilaga", &["sfs"]),
    ("konventionsinstrument", &["sfs"]),
    ("konventionsavdelning", &["sfs"]),
    ("konventionsartikel", &["sfs"]),
    ("konventionsstycke", &["sfs"]),
    ("avsnitt", &["forarbete"]),
    ("fotnot", &["forarbete"]),
    ("signatur", &["forarbete"]),
    ("ruta", &["forarbete"]),
    ("bild", &["forarbete"]),
    ("delmal", &["dv"]),
    ("instans", &["dv"]),
    ("betankande", &["dv"]),
    ("dom", &["dv"]),
    ("skiljaktig", &["dv"]),
    ("tillagg", &["dv"]),
    ("domskal", &["dv"]),
    ("domslut", &["dv"]),
    ("keyword", &["eurlex"]),
    ("citation", &["eurlex"]),
    ("preamble", &["eurlex"]),
    ("ruling", &["eurlex"]),
    ("signature", &["eurlex"]),
    ("note", &["eurlex"]),
    ("recital", &["eurlex"]),
    ("heading", &["eurlex"]),
    ("article", &["eurlex"]),
    ("paragraph", &["eurlex"]),
    ("point", &["eurlex"]),
    ("citat", &["eurlex"]),
    ("artikel", &["coe", "icrc", "untc"]),
    ("sektion", &["coe", "kommentar"]),
    ("avskiljare", &["kommentar", "begrepp"]),
    // No type of the format: it represents the unknown types of future data.
    ("anmaning", &["sfs"]),
    // The documents' own types, which stand at the top.
    ("foreskrift", &["foreskrift"]),
    ("avgorande", &["avg", "hudoc", "icc", "icj"]),
    ("stallningstagande", &["rs"]),
    ("vagledning", &["edpb"]),
    ("begrepp", &["begrepp"]),
    ("kommentar", &["kommentar"]),
    ("internationell-overenskommelse", &["coe", "icrc", "untc"]),
];

/// Every relation of the format.
const PREDICATES: [&str; 14] = [
    "dcterms:references",
    "dcterms:subject",
    "rpubl:bemyndigande",
    "rpubl:andrar",
    "rpubl:upphaver",
    "rinfoex:andradAv",
    "rpubl:genomforDirektiv",
    "rinfoex:genomforRattsakt",
    "rinfoex:kompletterar",
    "rpubl:lagrum",
    "rpubl:forarbete",
    "rpubl:rattsfallshanvisning",
    "dcterms:relation",
    "rdfs:seeAlso",
];

#[test]
fn every_node_type_stands_in_every_source_that_knows_it() {
    let mut found: BTreeSet<(String, &str)> = BTreeSet::new();
    for doc in documents() {
        each_node(&doc.artifact, |node| {
            found.insert((node.kind().to_owned(), doc.source));
        });
    }
    let missing: Vec<_> = NODE_TYPES
        .iter()
        .flat_map(|(kind, sources)| sources.iter().map(move |source| (*kind, *source)))
        .filter(|(kind, source)| !found.contains(&((*kind).to_owned(), source)))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_field_of_nodes_is_set_somewhere() {
    let fields = "beteckning bilaga cells class colspan court defines defines_inline depth guidance heading \
                  ikrafttrader key label languages level mod num ordinal page paragraphs protocol punkt quoted \
                  rowspan satt_av sort th upphor versions";
    let mut missing: BTreeSet<_> = fields.split_whitespace().collect();
    for doc in documents() {
        each_node(&doc.artifact, |node| missing.retain(|field| node.field(field).is_none()));
    }
    assert_eq!(missing, BTreeSet::new());
}

#[test]
fn every_relation_is_stated() {
    let mut stated: BTreeSet<String> = BTreeSet::new();
    for doc in documents() {
        each_object(doc.artifact.value(), &mut |object| {
            if let (Some(predicate), Some(_)) = (object.get("predicate"), object.get("uri")) {
                stated.insert(predicate.as_str().unwrap().to_owned());
            }
        });
        stated.extend(by_field(&doc).into_iter().map(str::to_owned));
    }
    assert_eq!(stated, PREDICATES.iter().map(|p| (*p).to_owned()).collect());
}

/// The relations that fields outside the text state.
fn by_field(doc: &Doc) -> Vec<&'static str> {
    [
        (["metadata", "nyckelord"].as_slice(), "dcterms:subject"),
        (&["metadata", "bemyndigande"], "rpubl:bemyndigande"),
        (&["bemyndigande"], "rpubl:bemyndigande"),
        (&["kompletterar"], "rinfoex:kompletterar"),
        (&["metadata", "andrar"], "rpubl:andrar"),
        (&["metadata", "upphaver"], "rpubl:upphaver"),
        (&["metadata", "genomfor"], "rpubl:genomforDirektiv"),
        (&["metadata", "genomfor_akt"], "rinfoex:genomforRattsakt"),
        (&["metadata", "andradAv"], "rinfoex:andradAv"),
        (&["implements"], "rpubl:genomforDirektiv"),
    ]
    .into_iter()
    .filter(|(path, _)| !doc.artifact.list(path).is_empty())
    .map(|(_, predicate)| predicate)
    .collect()
}

#[test]
fn every_field_that_states_links_is_used() {
    let documents = documents();
    let of = |source: &str, path: &[&str]| {
        assert!(
            documents.iter().any(|doc| doc.source == source && !doc.artifact.list(path).is_empty()),
            "no {source} with {path:?}"
        );
    };
    of("sfs", &["bemyndigande"]);
    of("sfs", &["kompletterar"]);
    of("sfs", &["amendments"]);
    of("forarbete", &["implements"]);
    of("forarbete", &["kommentarer"]);
    of("begrepp", &["aliases"]);
    of("eurlex", &["metadata", "andrar"]);
    of("eurlex", &["metadata", "genomfor_akt"]);
    of("hudoc", &["references"]);
    of("coe", &["references"]);
    for source in ["dv", "avg", "rs"] {
        of(source, &["metadata", "nyckelord"]);
    }
    for field in ["bemyndigande", "andrar", "upphaver", "genomfor", "andradAv"] {
        of("foreskrift", &["metadata", field]);
    }
    for field in ["lagrum", "forarbeten", "related", "litteratur"] {
        of("dv", &["metadata", field]);
    }
    of("dv", &["footnotes"]);
    of("dv", &["ursprunglig_dom"]);
}

#[test]
fn one_statute_is_long_and_has_chapters() {
    let longest = documents().into_iter().filter(|doc| doc.source == "sfs").map(|doc| {
        let mut paragrafer = 0;
        each_node(&doc.artifact, |node| {
            paragrafer +=
                usize::from(node.kind() == "paragraf" && node.id().is_some_and(|id| id.starts_with('K')));
        });
        paragrafer
    });
    assert!(longest.max() >= Some(60));
}

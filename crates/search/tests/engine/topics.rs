//! What a document and its parts are about, and everyday expressions beside the words typed.

use lagrum_artifact::AnchorGrammar;
use lagrum_search::{DocumentToIndex, Embedded, HitOrder, TextWriter};
use tempfile::TempDir;

use crate::corpus::{compounds, full_text, index, plain, row, titles};

fn topics(topics: &[&str]) -> Vec<String> {
    topics.iter().map(|topic| (*topic).to_owned()).collect()
}

/// An index of documents with what they and their parts are about.
fn index_with_topics(docs: &[(&str, &str, &[&str])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let writer = TextWriter::begin(folder.path(), None, 64 << 20, compounds).unwrap();
    let mut rows = Vec::new();
    for ((name, text, of), key) in docs.iter().zip(0..) {
        writer.add(key, &full_text(text), AnchorGrammar::Statute).unwrap();
        rows.push(DocumentToIndex { topics: topics(of), ..row(&plain(name, text, 0), key) });
    }
    writer.finish((0..).take(docs.len())).unwrap().finish(&rows).unwrap();
    folder
}

#[test]
fn a_topic_counts_where_it_is_the_query() {
    let folder = index_with_topics(&[
        ("a Om får, fodring, skydd, vatten och stall", "fodring fodring fodring av hästar på landet", &[]),
        ("b Djurbok", "fodring. skötsel", &["Fodring", "Fodring av hästar"]),
        ("d Klippning om hovar", "klippning. hovar hovar hovar", &["Hästar och landet"]),
        ("e Tomt", "hage", &[]),
    ]);
    let engine = Embedded::open(folder.path()).unwrap();
    for (query, first) in [
        ("fodring", "b Djurbok"),
        ("fodringen", "b Djurbok"),
        ("fodring av hästar", "b Djurbok"),
        // More is asked for than the topic, or less.
        ("fodring landet", "a Om får"),
        ("hästar landet fodring", "a Om får"),
        ("hästar", "a Om får"),
        ("klippning hovar", "d Klippning om hovar"),
    ] {
        let found = titles(&engine, query, HitOrder::Relevance);
        assert!(found.starts_with(first), "{query}: {found}");
    }
}

#[test]
fn an_everyday_expression_counts_as_its_legal_term() {
    let docs = [
        plain("a", "äktenskapsskillnad efter betänketid", 0),
        plain("b", "skilja och skiljer sig skilda. skilja", 0),
        plain("c", "skiljer", 0),
        plain("d", "undersökningsplikt som den är här", 0),
        plain("e", "fel och fel och fel", 0),
        plain("f", "dolda som de är fel", 0),
    ];
    let folder = index(&docs, None);
    let engine = Embedded::open(folder.path()).unwrap();
    for (query, first) in [
        ("skilja sig", "a"),
        ("skilja", "b"),
        // A document that has the expression itself needs no other.
        ("dolda fel", "f"),
        ("fel", "e"),
    ] {
        let found = titles(&engine, query, HitOrder::Relevance);
        assert!(found.starts_with(first), "{query}: {found}");
    }
    // One word of the expression is less than the legal term.
    let found = titles(&engine, "dolda fel", HitOrder::Relevance);
    assert!(found.find('d') < found.find('e') || !found.contains('e'), "{found}");
}

#[test]
fn of_two_legal_terms_the_rarer_is_nearer() {
    // *Provanställning avbryts* leads to *prövotid* and to *besked*, which is said of many things.
    let mut docs =
        vec![plain("a", "prövotid när den pågår", 0), plain("b", "besked och besked och åter besked", 0)];
    docs.extend(["c", "d", "e", "f", "g"].map(|name| plain(name, "ett besked om annat som är längre", 0)));
    let folder = index(&docs, None);
    let engine = Embedded::open(folder.path()).unwrap();
    let found = titles(&engine, "provanställning avbryts", HitOrder::Relevance);
    assert!(found.starts_with('a'), "{found}");
}

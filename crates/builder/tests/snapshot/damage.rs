//! `check` must report each kind of damage: each test damages a snapshot in one way.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::corpus::{Corpus, uri};
use crate::place::BuiltCorpus;

/// A corpus with all kinds of content: two sources, two lydelser, a stub, an amendment, a fragment cited twice.
fn whole() -> Corpus {
    let law = |local_id: &str, title: &str, cites: &[&str]| {
        let runs: Vec<Value> = cites.iter().map(|cited| json!({"uri": uri(cited)})).collect();
        let json = json!({
            "uri": uri(local_id), "metadata": {"properties": {"dcterms:title": title}},
            "structure": [{"type": "paragraf", "id": "P1", "page": 3, "text": runs}],
        });
        ("sfs", json)
    };
    let wording = json!({
        "uri": uri("1931:47/konsolidering/1999:1"), "version": "1999:1",
        "structure": [{"type": "stycke", "text": ["Förr."]}],
    });
    Corpus {
        documents: vec![
            law("1931:47", "Fårlag (1931:47)", &["begrepp/Vall"]),
            law("1998:204", "Lag (1998:204) om bin", &["1931:47#P1", "1931:47#P2", "1890:2"]),
            (
                "dv",
                json!({"uri": uri("dom/nja/2031s5"), "label": "NJA 2031 s. 5", "date": "2031-02-03",
                "structure": [{"type": "stycke", "text": [{"uri": uri("1931:47#P1")}, {"uri": uri("1998:204")}]}]}),
            ),
        ],
        lydelser: vec![("sfs", wording)],
        ..Corpus::default()
    }
}

fn published(place: &BuiltCorpus) -> PathBuf {
    place.published()
}

/// Runs statements on the catalog of the published snapshot.
fn catalog(place: &BuiltCorpus, sql: &str) {
    let database = rusqlite::Connection::open(published(place).join("catalog.db")).unwrap();
    database.execute_batch(sql).unwrap();
    assert!(database.changes() > 0, "{sql} has changed something");
}

/// Runs statements on the corpus without checks of foreign keys, as damage on disk would change it.
fn corpus(place: &BuiltCorpus, sql: &str) {
    let database = rusqlite::Connection::open(place.data().join("corpus/corpus.db")).unwrap();
    database.pragma_update(None, "foreign_keys", false).unwrap();
    database.execute_batch(sql).unwrap();
    assert!(database.changes() > 0, "{sql} has changed something");
}

/// Changes the manifest of the published snapshot.
fn manifest(place: &BuiltCorpus, change: impl FnOnce(&mut Value)) {
    let path = published(place).join("manifest.json");
    let before: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let mut after = before.clone();
    change(&mut after);
    assert_ne!(before, after);
    fs::write(path, after.to_string()).unwrap();
}

fn dump(place: &BuiltCorpus, change: impl FnOnce(&mut Vec<u8>)) {
    let path = published(place).join("dumps/sfs.ndjson.gz");
    let mut bytes = fs::read(&path).unwrap();
    change(&mut bytes);
    fs::write(path, bytes).unwrap();
}

/// Changes a byte in the first file with this ending among the indexed texts.
fn damage_texts(place: &BuiltCorpus, ending: &str) {
    let folder = published(place).join("search/texts");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let path = files.filter(|path| path.to_string_lossy().ends_with(ending)).min().unwrap();
    let mut bytes = fs::read(&path).unwrap();
    bytes[0] ^= 1;
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_damaged_index_is_not_built_upon() {
    let place = BuiltCorpus::built(&whole());
    damage_texts(&place, ".store");
    assert!(!place.problems().is_empty());
    place.build();
    assert_eq!(place.problems(), Vec::<String>::new());
}

#[test]
fn damage_of_a_file_is_told_once() {
    type Damage = fn(&BuiltCorpus);
    let of_texts: Damage = |place| damage_texts(place, ".store");
    let of_a_dump: Damage = |place| dump(place, |bytes| bytes[20] ^= 1);
    for (damage, words) in [(of_texts, "the search index: texts/"), (of_a_dump, "dump sfs.ndjson.gz")] {
        let place = BuiltCorpus::built(&whole());
        damage(&place);
        let problems = place.problems();
        assert!(problems.len() == 1 && problems[0].contains(words), "{problems:?}");
    }
}

#[test]
fn a_snapshot_left_alone_is_well() {
    assert_eq!(BuiltCorpus::built(&whole()).problems(), Vec::<String>::new());
}

#[test]
fn check_names_excerpts_that_are_not_of_their_artifact() {
    let paragraf = |number: usize| {
        let text = "Den som håller får skall se till att de har vatten. ".repeat(15);
        json!({"type": "paragraf", "id": format!("P{number}"), "text": [text]})
    };
    let law = json!({"uri": uri("1931:47"), "metadata": {"properties": {"dcterms:title": "Fårlag (1931:47)"}},
        "structure": (1..=200).map(paragraf).collect::<Vec<_>>()});
    let corpus = Corpus { documents: vec![("sfs", law)], ..Corpus::default() };
    let named = |sql: &str, words: &str| {
        let place = BuiltCorpus::built(&corpus);
        assert_eq!(place.problems(), Vec::<String>::new());
        catalog(&place, sql);
        let problems = place.problems();
        assert!(problems.iter().any(|problem| problem.contains(words)), "{sql}: {problems:?}");
    };
    named("DELETE FROM excerpt_list", "the excerpt of https://lag.example/1931:47 with P1 is not as");
    named("DELETE FROM excerpt WHERE id = (SELECT max(id) FROM excerpt)", "cannot be read");
    named("UPDATE excerpt SET body = (SELECT body FROM excerpt ORDER BY id LIMIT 1)", "is not as");
}

#[test]
fn check_names_what_is_damaged() {
    type Damage = fn(&BuiltCorpus);
    // The damage, and words that a problem reported by `check` must contain.
    let table: [(Damage, &str); 54] = [
        // Every document is catalogued once.
        (
            |p| catalog(p, "DELETE FROM document WHERE uri LIKE '%2031s5'"),
            "2031s5 is in the corpus but not in the catalog",
        ),
        (|p| catalog(p, "DELETE FROM document WHERE uri LIKE '%Vall'"), "holds 3 documents, 0 of them stubs"),
        (
            |p| {
                catalog(
                    p,
                    "INSERT INTO document (id, uri, source, inbound_count, flow_group)
            VALUES (900, 'https://lag.example/0', 'sfs', 0, '')",
                );
            },
            "catalogued twice or out of order",
        ),
        (
            |p| catalog(p, "UPDATE document SET source = 'dv' WHERE uri LIKE '%1998:204'"),
            "the filter columns have 4 documents of 4, 1 of them not as they are catalogued",
        ),
        (
            |p| catalog(p, "UPDATE document SET expired = '2001-01-01' WHERE uri LIKE '%1998:204'"),
            "the filter columns have 4 documents of 4, 1 of them not as they are catalogued",
        ),
        (|p| catalog(p, "UPDATE filter_columns SET kinds = x'00'"), "the filter columns cannot be read"),
        (
            |p| catalog(p, "UPDATE document_row SET json = '{}' WHERE id = 1"),
            "lists have 4 rows for 4 documents, 1 of them not as they are catalogued",
        ),
        (
            |p| catalog(p, "DELETE FROM document_row WHERE id = 1"),
            "lists have 3 rows for 4 documents, 1 of them not as they are catalogued",
        ),
        (|p| manifest(p, |m| m["counts"]["documents"] = 9.into()), "the manifest says 9"),
        (|p| manifest(p, |m| m["counts"]["stubs"] = 0.into()), "1 of them stubs; the manifest says 4 and 0"),
        (|p| manifest(p, |m| m["counts"]["sources"]["sfs"] = 1.into()), "sfs: 1 documents are catalogued"),
        // Artifacts are those of their catalog rows.
        (
            |p| {
                corpus(
                    p,
                    "UPDATE stored SET bytes = x'00' WHERE id = (SELECT stored FROM document WHERE uri LIKE '%1931:47')",
                );
            },
            "the artifact of https://lag.example/1931:47 cannot be read",
        ),
        (
            |p| {
                corpus(p, "UPDATE stored SET bytes = (SELECT bytes FROM stored s JOIN document d ON s.id = d.stored
            WHERE d.uri LIKE '%1998:204'), size = (SELECT size FROM stored s JOIN document d ON s.id = d.stored
            WHERE d.uri LIKE '%1998:204') WHERE id = (SELECT stored FROM document WHERE uri LIKE '%1931:47')");
            },
            "the artifact of https://lag.example/1931:47 is that of https://lag.example/1998:204",
        ),
        (
            |p| catalog(p, "UPDATE document SET stored = 9999 WHERE uri LIKE '%1931:47'"),
            "the artifact of https://lag.example/1931:47 is not in the corpus",
        ),
        (
            |p| corpus(p, "DELETE FROM stored WHERE id = (SELECT stored FROM lydelse)"),
            "the artifact of https://lag.example/1931:47/konsolidering/1999:1 is not in the corpus",
        ),
        (|p| catalog(p, "DELETE FROM lydelse"), "holds 0 archived lydelser"),
        (
            |p| catalog(p, "UPDATE lydelse SET node_dates = '[\"2031-01-01\"]'"),
            "are not as its artifact has them",
        ),
        (|p| catalog(p, "DELETE FROM act"), "is not as its artifact has it"),
        (|p| manifest(p, |m| m["counts"]["lydelser"] = 7.into()), "the manifest says 7"),
        // The search index is as it was written.
        (|p| damage_texts(p, ".store"), "the search index: texts/"),
        (|p| damage_texts(p, ".pos"), "the search index: texts/"),
        (
            |p| fs::remove_file(published(p).join("search/vocabulary")).unwrap(),
            "the search index cannot be opened",
        ),
        // Dumps are as long and as whole as the manifest says.
        (|p| dump(p, |bytes| bytes.truncate(bytes.len() - 9)), "dump sfs.ndjson.gz: it is"),
        (|p| dump(p, |bytes| bytes[20] ^= 1), "dump sfs.ndjson.gz: its SHA-256"),
        (
            |p| fs::remove_file(published(p).join("dumps/sfs.ndjson.gz")).unwrap(),
            "dump sfs.ndjson.gz: cannot be read",
        ),
        (
            |p| manifest(p, |m| m["dumps"][1]["documents"]["lines"] = 3.into()),
            "dump sfs.ndjson.gz: 2 lines where",
        ),
        (
            |p| manifest(p, |m| m["dumps"][1]["versions"]["bytes"] = 3.into()),
            "dump versions-sfs.ndjson.gz: it is",
        ),
        (
            |p| manifest(p, |m| m["dumps"] = json!([m["dumps"][1]])),
            "dv: 1 documents are catalogued, its dump has 0 lines",
        ),
        // Links have names at both ends.
        (
            |p| catalog(p, "INSERT INTO outbound SELECT 777, links, list FROM outbound WHERE links = 2"),
            "2 links of documents that are not catalogued",
        ),
        (|p| catalog(p, "UPDATE outbound SET list = x'00' WHERE links = 2"), "cannot be read"),
        (|p| catalog(p, "DELETE FROM unheld"), "1 links to nothing that has a name"),
        (|p| catalog(p, "DELETE FROM anchor WHERE text = 'P2'"), "1 links with an anchor"),
        (|p| manifest(p, |m| m["counts"]["citations"] = 1.into()), "the manifest says 1 and 4"),
        (|p| catalog(p, "UPDATE edge SET links = links + 1 WHERE links = 2"), "1 edges that no links make"),
        // Inbound is the mirror of outbound.
        (
            |p| catalog(p, "DELETE FROM beside"),
            "https://lag.example/1931:47: its margin notes are not those of its inbound list",
        ),
        (
            |p| {
                catalog(
                    p,
                    "INSERT INTO section_comment SELECT id, x'ff' FROM document WHERE uri LIKE '%/1931:47'",
                );
            },
            "https://lag.example/1931:47: what comments on it cannot be read",
        ),
        (
            |p| {
                catalog(
                    p,
                    "UPDATE document_column SET numbers = zeroblob(length(numbers)) WHERE name = 'by_citations'",
                );
            },
            "or have them in another order than by citations",
        ),
        (
            |p| catalog(p, "UPDATE document_column SET numbers = x'00' WHERE name = 'group'"),
            "the columns of documents cannot be read",
        ),
        (
            |p| {
                catalog(
                    p,
                    "DELETE FROM inbound WHERE target = (SELECT id FROM document WHERE uri LIKE '%Vall')",
                );
            },
            "begrepp/Vall: 1 citing spots, and no inbound list",
        ),
        (
            |p| {
                catalog(
                    p,
                    "DELETE FROM inbound_chunk WHERE id = (SELECT id FROM document WHERE uri LIKE '%Vall') << 20",
                );
            },
            "begrepp/Vall: inbound list",
        ),
        (
            |p| catalog(p, "UPDATE inbound_chunk SET rows = x'00' WHERE id = 0"),
            "https://lag.example/1931:47: inbound list 0 is cut short",
        ),
        // The first byte of a record is that of the citing document; the twelfth is the page's, the sixteenth the
        // count's.
        (|p| byte(p, 0), "https://lag.example/1931:47: 1 rows of its inbound list are not the links"),
        (|p| byte(p, 12), "https://lag.example/1931:47: 1 rows of its inbound list are not the links"),
        (|p| byte(p, 16), "https://lag.example/1931:47: 1 rows of its inbound list are not the links"),
        (
            |p| {
                catalog(
                    p,
                    "DELETE FROM outbound WHERE citing = (SELECT id FROM document WHERE uri LIKE '%1998:204')",
                );
            },
            "https://lag.example/1931:47: 1 citing spots, and 3 rows in the inbound list",
        ),
        (
            |p| catalog(p, "UPDATE document SET inbound_count = 5 WHERE uri LIKE '%1931:47'"),
            "https://lag.example/1931:47: 2 documents cite it, its inbound count is 5",
        ),
        // Facet counts add up.
        (
            |p| {
                catalog(
                    p,
                    "UPDATE facet_tree SET tree = replace(tree, '\"count\":1', '\"count\":2') WHERE source = 'sfs'",
                );
            },
            "sfs: the bucket f says 2 documents and holds 1",
        ),
        (
            |p| catalog(p, "DELETE FROM listing WHERE source = 'dv'"),
            "dv: the bucket nja/2031 says 1 documents and holds 0",
        ),
        // The change log is about what is held or withdrawn.
        (|p| catalog(p, "UPDATE change_log SET records = x'00'"), "the change log cannot be read"),
        (|p| catalog(p, "DELETE FROM change_log"), "the change log has 0 of 3 documents"),
        // A record begins with the number of its document and the generation that it was added in.
        (|p| log_byte(p, 1), "which the catalog lacks"),
        (|p| log_byte(p, LAST_RECORD + 7), "changed after the generation of the snapshot"),
        (
            |p| {
                catalog(
                    p,
                    "UPDATE change_subject SET uri = 'https://lag.example/1931:47', lydelse_of = NULL, stored = NULL",
                );
            },
            "https://lag.example/1931:47: withdrawn by the change log, and held",
        ),
        (
            |p| catalog(p, "INSERT INTO published VALUES (99, 'x', 99, 0)"),
            "the change log names a snapshot that is newer than this one",
        ),
    ];
    let mut unsaid = Vec::new();
    for (damage, words) in table {
        let place = BuiltCorpus::built(&whole());
        damage(&place);
        let problems = place.problems();
        if !problems.iter().any(|problem| problem.contains(words)) {
            unsaid.push((words, problems));
        }
    }
    assert!(unsaid.is_empty(), "not said: {unsaid:#?}");
}

/// Changes one byte of the inbound list of the document numbered 0.
fn byte(place: &BuiltCorpus, at: usize) {
    let database = rusqlite::Connection::open(published(place).join("catalog.db")).unwrap();
    let mut rows: Vec<u8> =
        database.query_row("SELECT rows FROM inbound_chunk WHERE id = 0", [], |row| row.get(0)).unwrap();
    rows[at] ^= 1;
    database.execute("UPDATE inbound_chunk SET rows = ?1 WHERE id = 0", [rows]).unwrap();
}

/// Where the last of the records of [`whole`] begins: three documents and an archived lydelse.
const LAST_RECORD: usize = 3 * 24;

/// Changes one byte of the change log.
fn log_byte(place: &BuiltCorpus, at: usize) {
    let database = rusqlite::Connection::open(published(place).join("catalog.db")).unwrap();
    let mut records: Vec<u8> =
        database.query_row("SELECT records FROM change_log", [], |row| row.get(0)).unwrap();
    records[at] ^= 1;
    database.execute("UPDATE change_log SET records = ?1", [records]).unwrap();
}

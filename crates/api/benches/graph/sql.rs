//! The same questions asked of SQL, in memory and with the index that the catalog does without.

use lagrum_graph::{Depth, DocumentNumber, Side};
use lagrum_snapshot::Snapshot;
use rusqlite::{Connection, params};

use crate::picture::{Picture, budgets};

/// A database with the edges indexed both ways.
pub(crate) struct Sql(Connection);

impl Sql {
    pub(crate) fn new(snapshot: &Snapshot) -> Self {
        let database = Connection::open_in_memory().unwrap();
        database
            .execute_batch(
                "CREATE TABLE document (id INTEGER PRIMARY KEY, inbound_count INTEGER);
                 CREATE TABLE edge (citing INTEGER, cited INTEGER, links INTEGER, PRIMARY KEY (citing, cited)) WITHOUT ROWID;
                 CREATE TEMP TABLE shown (id INTEGER PRIMARY KEY);
                 CREATE TEMP TABLE frontier (id INTEGER PRIMARY KEY);
                 CREATE TEMP TABLE next (id INTEGER PRIMARY KEY);
                 BEGIN",
            )
            .unwrap();
        let graph = snapshot.graph().unwrap().graph();
        for document in 0..graph.document_count() as DocumentNumber {
            let inbound = graph.in_degree(document);
            database
                .prepare_cached("INSERT INTO document VALUES (?1, ?2)")
                .unwrap()
                .execute([document, inbound])
                .unwrap();
            let row = graph.row(document, Side::Out);
            let mut insert = database.prepare_cached("INSERT INTO edge VALUES (?1, ?2, ?3)").unwrap();
            for (cited, links) in row.documents.iter().zip(row.links) {
                insert.execute([document, *cited, *links]).unwrap();
            }
        }
        database
            .execute_batch("COMMIT; CREATE INDEX edge_cited ON edge(cited, citing, links); ANALYZE")
            .unwrap();
        database.set_prepared_statement_cache_capacity(64);
        Self(database)
    }

    fn run(&self, sql: &str, values: impl rusqlite::Params) {
        self.0.prepare_cached(sql).unwrap().execute(values).unwrap();
    }

    pub(crate) fn picture(&self, centre: DocumentNumber, depth: u8, limit: u32) -> Picture {
        let (depth, budgets) = budgets(depth, limit);
        let mut picture = Picture::default();
        let sides = [("citing", "cited"), ("cited", "citing")];
        for (at, (other, own)) in sides.into_iter().enumerate() {
            let total = format!("SELECT coalesce(sum(links), 0) FROM edge WHERE {own} = ?1");
            picture.total_links[at] =
                self.0.prepare_cached(&total).unwrap().query_row([centre], |row| row.get(0)).unwrap();
            let top = format!(
                "SELECT {other}, links FROM edge WHERE {own} = ?1 ORDER BY links DESC, {other} LIMIT ?2"
            );
            let mut top = self.0.prepare_cached(&top).unwrap();
            let rows =
                top.query_map(params![centre, budgets.neighbours], |row| Ok((row.get(0)?, row.get(1)?)));
            picture.neighbours[at] = rows.unwrap().map(Result::unwrap).collect();
        }
        if depth == Depth::One {
            return picture;
        }
        self.run("DELETE FROM shown", []);
        self.run("INSERT INTO shown VALUES (?1)", [centre]);
        for (document, _) in picture.neighbours.iter().flatten() {
            self.run("INSERT OR IGNORE INTO shown VALUES (?1)", [document]);
        }
        for (at, (other, own)) in sides.into_iter().enumerate() {
            self.run("DELETE FROM frontier", []);
            for (document, _) in &picture.neighbours[at] {
                self.run("INSERT INTO frontier VALUES (?1)", [document]);
            }
            for most in budgets.rings {
                let ring = format!(
                    "SELECT e.{other} FROM frontier f CROSS JOIN edge e ON e.{own} = f.id
                     JOIN document d ON d.id = e.{other}
                     WHERE NOT EXISTS (SELECT 1 FROM shown s WHERE s.id = e.{other})
                     GROUP BY e.{other} ORDER BY count(*) DESC, d.inbound_count DESC, e.{other} LIMIT ?1"
                );
                let mut ring = self.0.prepare_cached(&ring).unwrap();
                let ring: Vec<DocumentNumber> =
                    ring.query_map([most], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
                self.run("DELETE FROM frontier", []);
                for document in &ring {
                    self.run("INSERT INTO frontier VALUES (?1)", [document]);
                    self.run("INSERT INTO shown VALUES (?1)", [document]);
                }
                picture.rings.extend(ring);
            }
        }
        let mut edges = self
            .0
            .prepare_cached(
                "SELECT e.citing, e.cited, e.links FROM shown s CROSS JOIN edge e ON e.citing = s.id
                 WHERE EXISTS (SELECT 1 FROM shown t WHERE t.id = e.cited) ORDER BY 1, 2",
            )
            .unwrap();
        let edges = edges.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        picture.edges = edges.unwrap().map(Result::unwrap).collect();
        picture
    }

    /// Steps between two documents, either way at each: level by level from the first.
    pub(crate) fn distance(&self, from: DocumentNumber, to: DocumentNumber) -> Option<usize> {
        for table in ["shown", "frontier"] {
            self.run(&format!("DELETE FROM {table}"), []);
            self.run(&format!("INSERT INTO {table} VALUES (?1)"), [from]);
        }
        let count = |sql: &str, value: &[&dyn rusqlite::ToSql]| -> u64 {
            self.0.prepare_cached(sql).unwrap().query_row(value, |row| row.get(0)).unwrap()
        };
        for steps in 0.. {
            if count("SELECT count(*) FROM frontier WHERE id = ?1", &[&to]) > 0 {
                return Some(steps);
            }
            self.run("DELETE FROM next", []);
            for (other, own) in [("citing", "cited"), ("cited", "citing")] {
                self.run(
                    &format!(
                        "INSERT OR IGNORE INTO next
                         SELECT e.{other} FROM frontier f CROSS JOIN edge e ON e.{own} = f.id
                         WHERE NOT EXISTS (SELECT 1 FROM shown s WHERE s.id = e.{other})"
                    ),
                    [],
                );
            }
            if count("SELECT count(*) FROM next", &[]) == 0 {
                return None;
            }
            self.run("DELETE FROM frontier", []);
            self.run("INSERT INTO frontier SELECT id FROM next", []);
            self.run("INSERT INTO shown SELECT id FROM next", []);
        }
        None
    }
}

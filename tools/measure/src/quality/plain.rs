//! The baseline: BM25 over one text field, with unprocessed words, of which any may match.

use lagrum_artifact::Artifact;
use lagrum_snapshot::Snapshot;
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::{IndexRecordOption, STORED, STRING, Schema, TEXT, Value};
use tantivy::{Index, TantivyDocument, Term, doc};

use super::known::in_force;
use super::{Case, Failure, LIMIT, Outcome};

/// Runs every row on a plain index of the same documents.
pub(super) fn ask(snapshot: &Snapshot, cases: &[Case]) -> Result<Vec<Outcome>, Failure> {
    let mut schema = Schema::builder();
    let uri = schema.add_text_field("uri", STRING | STORED);
    let text = schema.add_text_field("text", TEXT);
    let index = Index::create_in_ram(schema.build());
    let mut writer = index.writer(128 << 20)?;
    let base = &snapshot.manifest().base;
    for document in in_force(snapshot)? {
        let names =
            [&document.title, &document.display, &document.label, &document.short_title, &document.abbr];
        let mut all: Vec<String> = names.into_iter().flatten().cloned().collect();
        if let Some(stored) = document.stored
            && let Some(bytes) = snapshot.artifact(stored)?
        {
            all.push(Artifact::parse(&bytes)?.presented().plain_text());
        }
        let local = base.strip(&document.uri).unwrap_or(&document.uri);
        writer.add_document(doc!(uri => local, text => all.join("\n")))?;
    }
    writer.commit()?;
    let searcher = index.reader()?.searcher();
    let mut tokenizer = index.tokenizer_for_field(text)?;
    let mut outcomes = Vec::new();
    for case in cases {
        let start = std::time::Instant::now();
        let mut terms: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        tokenizer.token_stream(&case.q).process(&mut |token| {
            let term = Term::from_field_text(text, &token.text);
            terms.push((Occur::Should, Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs))));
        });
        let found =
            searcher.search(&BooleanQuery::new(terms), &TopDocs::with_limit(LIMIT).order_by_score())?;
        let time = start.elapsed();
        let mut hits = Vec::new();
        for (_, address) in found {
            let document: TantivyDocument = searcher.doc(address)?;
            hits.extend(document.get_first(uri).and_then(|uri| uri.as_str()).map(str::to_owned));
        }
        let rank = hits.iter().position(|hit| case.expect.contains(hit)).map(|at| at + 1);
        outcomes.push(Outcome {
            rank,
            shown: None,
            total: hits.len() as u64,
            hits,
            places: Vec::new(),
            time,
        });
    }
    Ok(outcomes)
}

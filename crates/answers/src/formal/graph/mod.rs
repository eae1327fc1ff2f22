//! Graphs: what is stated of a document as linked data. Acts are described in the ontology of ELI, other documents in the terms of the
//! Dublin Core.
//!
//! Identifiers follow ELI where the address of the service is known, and are this program's own: no publisher states others. Without
//! an address things are named by canonical uris, and no form is named.

mod act;
mod names;
mod other;
mod provision;

use jiff::civil::Date;
use lagrum_artifact::Location;
use lagrum_linked::LinkedGraph;
use lagrum_snapshot::Snapshot;

use self::names::LinkedNames;
use super::facts::{FormalFacts, FormalSubject, formal_facts};
use super::question::FormalQuestion;
use crate::AnswerError;
use crate::artifacts::load_artifact;
use crate::as_of::find_text;
use crate::lookup::act_of_its_own_lydelse;

/// The graph of a document; of a uri with an anchor that of the part which it names.
pub fn document_graph(
    snapshot: &Snapshot,
    today: Date,
    question: &FormalQuestion,
) -> Result<LinkedGraph, AnswerError> {
    if let Some(uri) = act_of_its_own_lydelse(snapshot, &question.uri)? {
        return document_graph(snapshot, today, &FormalQuestion { uri, ..question.clone() });
    }
    let (root, None) = Location::split(&question.uri) else {
        return provision::graph(snapshot, today, question);
    };
    let (document, text) = find_text(snapshot, root, question.as_of)?;
    let uri = text.as_of.as_ref().map_or(root, |as_of| as_of.uri.as_str());
    let artifact = text.stored.map(|stored| load_artifact(snapshot, stored, uri)).transpose()?;
    let subject = FormalSubject { document: &document, artifact: artifact.as_deref(), uri };
    let facts = formal_facts(snapshot, today, subject)?;
    Ok(facts_graph(snapshot, &facts, question.address.as_deref()))
}

/// The documents that have graphs, by uri; with `source` only those of that source. All have one, but for concepts that are only named.
pub fn document_uris(snapshot: &Snapshot, chosen: Option<&str>) -> Result<Vec<String>, AnswerError> {
    let mut uris = Vec::new();
    for document in snapshot.catalog().all_documents() {
        let document = document?;
        if document.stored.is_some() && chosen.is_none_or(|chosen| chosen == document.source) {
            uris.push(document.uri);
        }
    }
    Ok(uris)
}

/// Whether a text is an address that identifiers may begin with.
pub fn is_address(text: &str) -> bool {
    !text.contains(['?', '#']) && lagrum_linked::Iri::new(text).is_some_and(|iri| iri.as_str() == text)
}

/// The graph of a document of which the facts are known. `address` is where the service is reached.
pub fn facts_graph(snapshot: &Snapshot, facts: &FormalFacts, address: Option<&str>) -> LinkedGraph {
    let mut graph = LinkedGraph::default();
    let names = LinkedNames::new(&snapshot.manifest().base, address);
    match &facts.act {
        Some(act) => act::write(&mut graph, &names, facts, act),
        None => other::write(&mut graph, &names, facts),
    }
    graph
}

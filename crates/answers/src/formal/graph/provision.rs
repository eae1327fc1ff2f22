//! The graph of a part of a document: where it belongs, and since when it has its text.

use jiff::civil::Date;
use lagrum_artifact::Location;
use lagrum_linked::{DCTERMS, ELI, Iri, LinkedGraph, RDFS};
use lagrum_snapshot::Snapshot;
use lagrum_sources::source;

use super::super::facts::is_day;
use super::super::question::FormalQuestion;
use super::names::LinkedNames;
use crate::AnswerError;
use crate::lookup::query_catalog;
use crate::provision::{ProvisionContext, ProvisionForm, ProvisionQuestion, provision};

pub(super) fn graph(
    snapshot: &Snapshot,
    today: Date,
    question: &FormalQuestion,
) -> Result<LinkedGraph, AnswerError> {
    let found = ProvisionQuestion {
        uri: question.uri.clone(),
        form: ProvisionForm::Text,
        as_of: question.as_of,
        context: ProvisionContext::None,
    };
    let found = provision(snapshot, today, &found)?;
    let (root, _) = Location::split(&found.uri);
    let document = query_catalog(snapshot, |catalog| catalog.document(&found.document.uri))?;
    let document = document.ok_or_else(|| AnswerError::no_document(root))?;
    let names = LinkedNames::new(&snapshot.manifest().base, question.address.as_deref());
    let mut graph = LinkedGraph::default();
    let Some(part) = Iri::new(&found.uri) else { return Ok(graph) };
    if let Some(label) = &found.label {
        graph.words(&part, RDFS.term("label"), label, Some(found.language));
    }
    if source(&document.source).is_act(document.kind.as_deref().unwrap_or_default()) {
        graph.a(&part, ELI.term("LegalResourceSubdivision"));
        // A part of an archived lydelse is a part of that text, one of the document a part of the act.
        graph.relation(&part, ELI.term("is_part_of"), &names.of_uri(root));
        let day = found.in_force.from.filter(|day| is_day(day));
        if let Some(day) = day {
            graph.day(&part, ELI.term("version_date"), &day);
        }
    } else {
        graph.a(&part, DCTERMS.term("BibliographicResource"));
        graph.relation(&part, DCTERMS.term("isPartOf"), root);
    }
    Ok(graph)
}

//! What the record of a regulation states beside its text: what it was issued under, and which directives it carries out.

use lagrum_catalog::{StatedIn, StatedRelation, Statement};

use super::directive::carried_out;
use super::stating_document::StatingDocument;

/// The relation of a regulation to what it was issued under.
const ISSUED_UNDER: &str = "rpubl:bemyndigande";

pub(super) fn statements(document: &StatingDocument<'_>) -> Vec<Statement> {
    let StatingDocument { uri, artifact, description, links, base, .. } = document;
    let stated = |relation, anchor: Option<&str>, object: String, words: String| Statement {
        relation,
        subject: anchor.map_or_else(|| (*uri).to_owned(), |anchor| format!("{uri}#{anchor}")),
        object,
        from: description.in_force_from.map(|day| day.to_string()),
        until: None,
        stated_in: StatedIn::Record,
        evidence: (*uri).to_owned(),
        evidence_anchor: None,
        words,
    };
    let authorities = links.iter().filter(|link| link.predicate == ISSUED_UNDER).map(|link| {
        let words = format!("bemyndigande: {}", link.to);
        stated(StatedRelation::IssuedUnder, link.from_anchor.as_deref(), link.to.clone(), words)
    });
    let directives = artifact.strs(&["metadata", "genomfor"]).filter_map(|named| {
        let words = format!("genomför: {named}");
        Some(stated(StatedRelation::Implements, None, carried_out(named, base)?, words))
    });
    authorities.chain(directives).collect()
}

//! The citations that are printed under provisions.
//!
//! Readers choose kinds of context by slug ([`ContextKind`]). A citation is printed once, in the group of the first
//! kind that includes it.

use std::collections::BTreeMap;

use lagrum_artifact::{Anchor, Location};
use lagrum_catalog::inbound::{CiterFilter, InboundQuery, InboundRow, joined};
use lagrum_catalog::{CatalogDocument, CatalogProblem, CatalogReader, RowRange};
use lagrum_render::manuscript::{Context, ContextGroup, Reference};
use lagrum_sources::{ContextKind, pinpoint, source};

use crate::AnswerError;

/// The most citing spots that are read for one document.
const MOST_READ: u64 = 200_000;

/// Citing spots read at a time.
const AT_A_TIME: u64 = 10_000;

/// The most references that are printed in one group.
const MOST_PRINTED: usize = 25;

/// The most characters of a name.
const NAME_CHARACTERS: usize = 120;

/// The kinds of context that a list names, separated by commas, in the order they are printed. `alla` is all of them.
/// Fails with the first name that is unknown.
pub fn context_kinds(list: &str) -> Result<Vec<&'static ContextKind>, AnswerError> {
    lagrum_sources::context_kinds(list).map_err(|unknown| AnswerError::Invalid {
        parameter: "kontext",
        input: Some(list.to_owned()),
        message: format!("{unknown} is no kind of context"),
    })
}

/// The context of a document and its provisions, of the given kinds only.
pub(crate) fn citing_context(
    catalog: &CatalogReader<'_>,
    document: &CatalogDocument,
    kinds: &[&'static ContextKind],
) -> Result<Vec<Context>, CatalogProblem> {
    let Some(place) = Location::parse(&document.uri).filter(|_| !kinds.is_empty()) else {
        return Ok(Vec::new());
    };
    let mut gathered = Gathered { document, kinds, provisions: BTreeMap::new() };
    for offset in (0..MOST_READ).step_by(AT_A_TIME as usize) {
        let page = RowRange { limit: AT_A_TIME, offset };
        let query = InboundQuery {
            location: &place,
            exact: false,
            source: None,
            citers: CiterFilter::default(),
            by_citations: false,
            page,
        };
        let rows = catalog.inbound(&query)?.rows;
        for row in &rows {
            gathered.add(row);
        }
        if (rows.len() as u64) < AT_A_TIME {
            break;
        }
    }
    Ok(gathered.finish())
}

struct Gathered<'a> {
    document: &'a CatalogDocument,
    kinds: &'a [&'static ContextKind],
    /// For each provision, a group for each slug.
    provisions: BTreeMap<Option<String>, Vec<ContextGroup>>,
}

impl Gathered<'_> {
    fn add(&mut self, row: &InboundRow) {
        let Some(group) = self.kinds.iter().position(|kind| includes(kind, row)) else { return };
        let grammar = source(&self.document.source).grammar;
        let cited = row.target_anchor.as_deref().and_then(Anchor::new);
        let provision = cited.map(|anchor| grammar.unit(&anchor).as_str().to_owned());
        let empty = |kind: &&'static ContextKind| ContextGroup {
            heading: kind.heading.to_owned(),
            references: Vec::new(),
            more: 0,
        };
        let groups =
            self.provisions.entry(provision).or_insert_with(|| self.kinds.iter().map(empty).collect());
        let uri = joined(&row.citing.uri, row.anchor.as_deref());
        let group = &mut groups[group];
        // Citing spots stand in the order of their documents, so the same spot comes again at once.
        if group.references.last().is_some_and(|last| last.uri == uri) {
            return;
        }
        if group.references.len() == MOST_PRINTED {
            group.more += 1;
        } else {
            group.references.push(Reference { name: name(row), uri });
        }
    }

    fn finish(self) -> Vec<Context> {
        let grammar = source(&self.document.source).grammar;
        let contexts = self.provisions.into_iter().map(|(anchor, mut groups)| {
            groups.retain(|group| !group.references.is_empty());
            let name = anchor.as_deref().and_then(Anchor::new).map(|anchor| pinpoint(grammar, &anchor));
            Context { anchor, name: name.unwrap_or_default(), groups }
        });
        contexts.collect()
    }
}

fn includes(kind: &ContextKind, row: &InboundRow) -> bool {
    kind.includes(&row.citing.source, row.citing.kind.as_deref(), &row.predicate)
}

/// The name of a citing spot: its document, and the place in it.
fn name(row: &InboundRow) -> String {
    let citing = &row.citing;
    let name = citing.label.as_ref().or(citing.title.as_ref()).unwrap_or(&citing.uri);
    let mut name: String = name.chars().take(NAME_CHARACTERS).collect();
    let grammar = source(&citing.source).grammar;
    let place = row.anchor.as_deref().and_then(Anchor::new).and_then(|anchor| grammar.label(&anchor));
    let place = place.or_else(|| row.page.map(|page| format!("s. {page}")));
    if let Some(place) = place {
        name.push_str(", ");
        name.push_str(&place);
    }
    name
}

#[cfg(test)]
mod tests {
    use super::context_kinds;

    #[test]
    fn an_unknown_kind_is_an_error_of_the_parameter() {
        assert_eq!(context_kinds("sfs,dv").unwrap().len(), 2);
        for list in ["dv,domar", "alla,domar"] {
            let error = context_kinds(list).unwrap_err().to_string();
            assert_eq!(error, "kontext: domar is no kind of context", "{list}");
        }
    }
}

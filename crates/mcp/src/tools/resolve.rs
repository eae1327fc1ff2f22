//! `resolve_citation`

use lagrum_answers::{AnswerError, RecognizedCitation, ResolveQuestion, resolve};
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::row::ResultRow;
use super::{Asked, ToolQuestion, to_value};
use crate::arguments::Text;

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct ResolveCitation {
    /// One citation as lawyers write it, or a uri.
    citation: Text<1000>,
}

/// What a citation names.
#[derive(Serialize, ToSchema)]
pub(super) struct ResolvedCitation {
    /// The citation, as it was sent.
    query: String,
    /// The documents and provisions named that are held, the likeliest reading first.
    results: Vec<ResultRow>,
    /// Documents named that are not held, and named places that cannot exist, even of documents that are held.
    recognized: Vec<RecognizedCitation>,
}

impl ToolQuestion for ResolveCitation {
    type Answer = ResolvedCitation;
    const NAME: &'static str = "resolve_citation";
    const TITLE: &'static str = "Find what a citation names";
    const DESCRIPTION: &'static str = "Finds the document and the provision that one citation names. Call it first whenever you \
        have a citation: '36 § avtalslagen', 'BrB 3 kap. 1 §', 'NJA 2015 s. 702', 'prop. 1975/76:81', 'GDPR art 6.1 c', \
        'C-311/18'. `results` are held documents, likeliest first; `pin` is the provision, whose uri get_provision takes. \
        `recognized` are documents that are not held, and provisions that were repealed (`expired`), are not in force \
        yet (`coming`) or not in the held text (`not_held`); with `invalid: true` the thing named cannot exist, so the \
        citation is wrong. Nothing in either: it was not understood. For a longer text use check_citations. \
        Example: {\"citation\": \"36 § avtalslagen\"}";

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let question = ResolveQuestion { text: self.citation.into_inner(), source: None, kind: None };
        let found = resolve(&asked.snapshot, asked.day, question)?;
        to_value(&ResolvedCitation {
            query: found.query,
            results: found.results.into_iter().map(|found| ResultRow::new(asked, found)).collect(),
            recognized: found.recognized,
        })
    }
}

//! `resolve_citation`

use lagrum_answers::{AnswerError, ResolveQuestion, ResolveResponse, resolve};
use rmcp::schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{Asked, ToolQuestion, to_value};
use crate::arguments::Text;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct ResolveCitation {
    /// One citation as lawyers write it, or a uri.
    citation: Text<1000>,
}

impl ToolQuestion for ResolveCitation {
    type Answer = ResolveResponse;
    const NAME: &'static str = "resolve_citation";
    const TITLE: &'static str = "Find what a citation names";
    const DESCRIPTION: &'static str = "Finds the document and the provision that one citation names. Call it first whenever you \
        have a citation: '36 § avtalslagen', 'BrB 3 kap. 1 §', 'NJA 2015 s. 702', 'prop. 1975/76:81', 'GDPR art 6.1 c', \
        'C-311/18', 'SFS 1915:218'. `results` are held documents, likeliest first; `pin` is the provision, whose uri \
        get_provision takes. `recognized` are documents that are named and not held, and provisions that were repealed (`expired`), are not in force \
        yet (`coming`) or are not in the held text (`not_held`); with `invalid: true` the thing named cannot exist, so the \
        citation is wrong. Nothing in either: it was not understood. For citations in a longer \
        text use check_citations. Example: {\"citation\": \"36 § avtalslagen\"}";

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let question = ResolveQuestion { text: self.citation.into_inner(), source: None, kind: None };
        to_value(&resolve(&asked.snapshot, asked.day, question)?)
    }
}

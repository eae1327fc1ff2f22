//! `list_sources`

use lagrum_answers::{AnswerError, SourceInfo, sources};
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{Asked, ToolQuestion, to_value};

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct ListSources {}

/// The sources of the corpus.
#[derive(Serialize, ToSchema)]
pub(super) struct HeldSources {
    /// The sources, by name.
    sources: Vec<SourceInfo>,
}

impl ToolQuestion for ListSources {
    type Answer = HeldSources;
    const NAME: &'static str = "list_sources";
    const TITLE: &'static str = "List sources";
    const DESCRIPTION: &'static str = "The collections that the corpus consists of and how many documents each has. Their names \
        are what every `source` argument takes: sfs (statutes), foreskrift (agency regulations), dv (court decisions), \
        forarbete (preparatory works), eurlex (EU law). Example: {}";

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        to_value(&HeldSources { sources: sources(&asked.snapshot)? })
    }
}

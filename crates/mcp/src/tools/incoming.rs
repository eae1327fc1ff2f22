//! `get_incoming_citations`

use lagrum_answers::{
    AnswerError, InboundOrder, InboundPage, InboundQuestion, InboundScope, MAX_ROWS_WITH_SENTENCES, inbound,
};
use rmcp::schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{Asked, ToolQuestion, read_value};
use crate::arguments::{Count, Name, Skip, Uri, one_of, source_and_kind};

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct GetIncomingCitations {
    /// The uri of a document, or of a provision (with `#` and its anchor).
    uri: Uri,
    /// Only citations from this source, a name from list_sources: `dv` for court decisions.
    #[serde(default)]
    source: Option<Name>,
    /// `tree` counts parts of the place too, `exact` does not.
    #[serde(default)]
    #[schemars(schema_with = "one_of::<InboundScope>")]
    scope: InboundScope,
    /// `citations` begins with the most cited documents, `rail` with preparatory works.
    #[serde(default)]
    #[schemars(schema_with = "one_of::<InboundOrder>")]
    sort: InboundOrder,
    /// How many citations to list.
    #[serde(default)]
    limit: Count<1, 1000, 50>,
    /// Citations to skip.
    #[serde(default)]
    offset: Skip,
}

impl ToolQuestion for GetIncomingCitations {
    type Answer = InboundPage<'static>;
    const NAME: &'static str = "get_incoming_citations";
    const TITLE: &'static str = "Find who cites this";
    const DESCRIPTION: &'static str = "The places that cite a document or a provision: the court decisions that apply a paragraf, \
        the preparatory works that explain it, the statutes that refer to it. `total` and `by_source` count all of them. \
        `earlier` has citations with this name or number that mean another place, named in `meant`. `context` has the sentence that cites, where at most 100 are asked for. Read a citing \
        place with get_provision at its uri, `#` and its `anchor`. Example: {\"uri\": \"{base}/1915:218#P36\", \
        \"source\": \"dv\"}";

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let (source, _) = source_and_kind(&asked.snapshot, self.source, None)?;
        let question = InboundQuestion {
            uri: self.uri.into_inner(),
            scope: self.scope,
            source,
            groups: None,
            year: None,
            order: self.sort,
            limit: self.limit.get(),
            offset: self.offset.get(),
            earlier_offset: 0,
            context: self.limit.get() <= MAX_ROWS_WITH_SENTENCES,
        };
        read_value(&inbound(&asked.snapshot, question)?.to_json()?)
    }
}

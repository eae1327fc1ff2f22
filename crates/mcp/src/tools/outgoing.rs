//! `get_outgoing_citations`

use lagrum_answers::{AnswerError, OutboundLink, outbound};
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::citations::citation_rows;
use super::{Asked, ToolQuestion, to_value};
use crate::arguments::{Count, Skip, Uri};

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct GetOutgoingCitations {
    /// The uri of a document, without a fragment.
    uri: Uri,
    /// How many citations to list.
    #[serde(default)]
    limit: Count<1, 1000, 100>,
    /// Citations to skip: `next_offset` of the answer before.
    #[serde(default)]
    offset: Skip,
}

/// What a document cites.
#[derive(Serialize, ToSchema)]
pub(super) struct OutgoingCitations {
    /// The uri of the document.
    uri: String,
    /// How many citations it has.
    total: usize,
    /// The `offset` for more; null when all were listed.
    #[schema(required = true)]
    next_offset: Option<usize>,
    /// The citations, in the order of the text.
    #[schema(value_type = Vec<OutboundLink>)]
    citations: Vec<Value>,
}

impl ToolQuestion for GetOutgoingCitations {
    type Answer = OutgoingCitations;
    const NAME: &'static str = "get_outgoing_citations";
    const TITLE: &'static str = "Find what this cites";
    const DESCRIPTION: &'static str = "What a document cites, in the order of its text: the provisions that a decision applies, \
        the cases it follows. `hosted` says whether the cited document is held. Of a provision, get_provision has `cites`. \
        Example: {\"uri\": \"{base}/1915:218\"}";

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let found = outbound(&asked.snapshot, &self.uri)?;
        let (offset, total) = (self.offset.as_usize(), found.total());
        let citations = found.page(offset, self.limit.as_usize());
        let listed = citations.len();
        to_value(&OutgoingCitations {
            uri: self.uri.into_inner(),
            total,
            next_offset: Some(offset + listed).filter(|next| *next < total),
            citations: citation_rows(&citations)?,
        })
    }
}

//! `list_documents`

use lagrum_answers::{AnswerError, DocumentListShape, DocumentsQuestion, ListOrder, documents};
use rmcp::schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{Asked, ToolQuestion, read_value};
use crate::arguments::{Count, Name, Skip, one_of, source_and_kind};

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct ListDocuments {
    /// Only documents of this source, a name from list_sources.
    #[serde(default)]
    source: Option<Name>,
    /// Only documents of this kind, as results name it.
    #[serde(default)]
    kind: Option<Name>,
    /// Also documents that no longer apply.
    #[serde(default)]
    include_expired: bool,
    /// By uri, the most cited first, or the newest here first.
    #[serde(default)]
    #[schemars(schema_with = "one_of::<ListOrder>")]
    sort: ListOrder,
    /// How many documents to list.
    #[serde(default)]
    limit: Count<1, 500, 20>,
    /// Documents to skip.
    #[serde(default)]
    offset: Skip,
}

impl ToolQuestion for ListDocuments {
    type Answer = DocumentListShape;
    const NAME: &'static str = "list_documents";
    const TITLE: &'static str = "List documents";
    const DESCRIPTION: &'static str = "The documents of the corpus in the order of their uris, of how often they are cited or of how new they \
        are here, a page at a time. For surveys of what is held. To find documents about something use search: this list has \
        no order of relevance. Example: {\"source\": \"sfs\", \"limit\": 100, \"offset\": 200}";

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let (source, kind) = source_and_kind(&asked.snapshot, self.source, self.kind)?;
        let question = DocumentsQuestion {
            source,
            kind,
            include_expired: self.include_expired,
            changed_since: None,
            order: self.sort,
            limit: self.limit.get(),
            offset: self.offset.get(),
        };
        read_value(&documents(&asked.snapshot, asked.day, question)?.to_json()?)
    }
}

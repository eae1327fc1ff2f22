//! `get_provision_history`

use lagrum_answers::{AnswerError, HistoryQuestion, ProvisionHistory, provision_history};
use lagrum_pages::PageWork;
use rmcp::schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{Asked, ToolQuestion, to_value};
use crate::arguments::Uri;

/// Maximum number of entries and acts in an answer. Real histories have up to some dozen.
const MAX_ROWS: usize = 50;

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct GetProvisionHistory {
    /// The uri of the provision: that of the act, `#` and its anchor. resolve_citation gives it as `pin.uri`.
    uri: Uri,
    /// Whether to add what differs from the text before.
    #[serde(default)]
    diff: bool,
}

impl ToolQuestion for GetProvisionHistory {
    type Answer = ProvisionHistory;
    const NAME: &'static str = "get_provision_history";
    const TITLE: &'static str = "Read the history of one provision";
    const DESCRIPTION: &'static str = "The texts that one provision of a statute or an EU act has had over time, the newest \
        first, each with its days and the acts that made it; and all acts of the register that name the \
        provision. `complete` says whether every text is held. At most 50 of each. For the text of a day use \
        get_provision with `as_of`. Example: {\"uri\": \"{base}/1915:218#P36\"}";

    const WORK: PageWork = PageWork::Compare;

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let question = HistoryQuestion { uri: self.uri.to_string(), text: false, diff: self.diff };
        let mut found = provision_history(&asked.snapshot, asked.day, &question)?;
        found.entries.truncate(MAX_ROWS);
        found.amendments.truncate(MAX_ROWS);
        to_value(&found)
    }
}

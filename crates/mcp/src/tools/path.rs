//! `find_path`

use lagrum_answers::{AnswerError, LinkDirection, PathQuestion, PathResponse, path};
use rmcp::schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{Asked, ToolQuestion, to_value};
use crate::arguments::{Count, Uri, one_of};

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct FindPath {
    /// The uri of the document to begin with.
    from: Uri,
    /// The uri of the document to end with.
    to: Uri,
    /// `out` follows what a document cites, `in` what cites it, `both` either.
    #[serde(default)]
    #[schemars(schema_with = "one_of::<LinkDirection>")]
    direction: LinkDirection,
    /// How many chains to find.
    #[serde(default)]
    paths: Count<1, 5, 1>,
}

impl ToolQuestion for FindPath {
    type Answer = PathResponse;
    const NAME: &'static str = "find_path";
    const TITLE: &'static str = "Find how two documents are connected";
    const DESCRIPTION: &'static str = "The shortest chains of citations between two documents: how a decision is connected with \
        a directive, a statute with a preparatory work. A chain shows that documents cite one another, not that they say the \
        same. `distance` is null when there is none. Example: {\"from\": \"{base}/1915:218\", \"to\": \"{base}/1975:635\", \
        \"paths\": 2}";

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let question = PathQuestion {
            from: self.from.into_inner(),
            to: self.to.into_inner(),
            direction: self.direction,
            groups: None,
            paths: self.paths.as_usize(),
        };
        to_value(&path(&asked.snapshot, &question)?)
    }
}

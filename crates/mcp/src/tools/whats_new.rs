//! `whats_new`

use lagrum_answers::{AnswerError, ChangeList, ChangesQuestion, changes};
use rmcp::schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{Asked, ToolQuestion, to_value};
use crate::arguments::{ChangeName, Count, Name, Text, source_and_kind};

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct WhatsNew {
    /// A day (`2026-11-01`) or a time (`2026-11-01T08:00:00Z`), or `snapshot` of an earlier answer. Required without a cursor.
    #[serde(default)]
    since: Option<Name>,
    /// Only of this source, a name from list_sources.
    #[serde(default)]
    source: Option<Name>,
    /// Only of this kind, as results name it.
    #[serde(default)]
    kind: Option<Name>,
    /// Only these sorts of news; all when left out.
    #[serde(default)]
    changes: Vec<ChangeName>,
    /// How many to list.
    #[serde(default)]
    limit: Count<1, 1000, 20>,
    /// `next_cursor` of the answer before, with the other arguments as they were.
    #[serde(default)]
    cursor: Option<Text<2048>>,
}

impl ToolQuestion for WhatsNew {
    type Answer = ChangeList;
    const NAME: &'static str = "whats_new";
    const TITLE: &'static str = "List what is new since a day";
    const DESCRIPTION: &'static str = "The documents that are new, differ or were withdrawn here since a day: `text` when words that a \
        reader sees differ, `metadata` when only other things do, `status` when it ceased to apply. The days are those on \
        which this service began to serve it so, not those on which law entered into force: for that use list_coming. Example: {\"since\": \"2026-11-01\", \"source\": \"sfs\"}";

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let (source, kind) = source_and_kind(&asked.snapshot, self.source, self.kind)?;
        let question = ChangesQuestion {
            since: self.since.map(Name::into_inner),
            cursor: self.cursor.map(Text::into_inner),
            source,
            kind,
            changes: self.changes.into_iter().map(|ChangeName(kind)| kind).collect(),
            versions: false,
            limit: self.limit.get(),
        };
        let mut list = to_value(&changes(&asked.snapshot, asked.day, &question)?)?;
        for row in list["changes"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
            // What a program compares copies by. A model reads the document.
            row.remove("sha256");
            row.remove("bytes");
            row.retain(|_, value| !value.is_null());
        }
        Ok(list)
    }
}

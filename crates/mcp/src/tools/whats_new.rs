//! `whats_new`

use lagrum_answers::{
    AnswerError, ChangeList, ChangesQuestion, ListChanges, ListQuestion, changes, list_changes,
};
use lagrum_pages::PageWork;
use rmcp::schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{Asked, ToolQuestion, to_value};
use crate::arguments::{ChangeName, Count, Name, Text, Uri, source_and_kind};

/// The most changes of laws in one answer, whose texts are long.
const MAX_ROWS: u64 = 50;

/// The most laws of a question.
const MAX_LAWS: usize = 500;

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct WhatsNew {
    /// A day, a time in UTC, or `snapshot` of an earlier answer. Required without cursor.
    #[serde(default)]
    since: Option<Name>,
    /// Acts or provisions, by uri.
    #[serde(default)]
    uris: Vec<Uri>,
    /// Also what newly cites `uris`.
    #[serde(default)]
    cited: bool,
    /// Only of this source, a name from list_sources.
    #[serde(default)]
    source: Option<Name>,
    /// Only of this kind, as results name it.
    #[serde(default)]
    kind: Option<Name>,
    /// Only these sorts of news; default all.
    #[serde(default)]
    changes: Vec<ChangeName>,
    /// How many to list.
    #[serde(default)]
    limit: Count<1, 1000, 20>,
    /// `next_cursor` of the answer before; other arguments as then.
    #[serde(default)]
    cursor: Option<Text<2048>>,
}

/// What changed: documents of the service, or laws.
#[derive(ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "a schema only")]
pub(super) enum WhatsNewAnswer {
    /// Without uris.
    Documents(ChangeList),
    /// With uris.
    Laws(ListChanges),
}

impl WhatsNew {
    /// What changed in the laws that the question names.
    fn of_laws(self, asked: &Asked) -> Result<Value, AnswerError> {
        let since = self.since.map(Name::into_inner);
        let day = since.as_deref().and_then(|since| since.get(..10)?.parse().ok());
        let since = day.ok_or_else(|| AnswerError::Invalid {
            parameter: "since",
            input: since,
            message: "Input should be a day with uris: 2026-11-01".to_owned(),
        })?;
        let question = ListQuestion {
            uris: self.uris.into_iter().take(MAX_LAWS + 1).map(Uri::into_inner).collect(),
            since,
            cited: self.cited,
            limit: usize::try_from(self.limit.get().min(MAX_ROWS)).unwrap_or(1),
            cursor: self.cursor.map(Text::into_inner),
            ..ListQuestion::default()
        };
        to_value(&list_changes(&asked.snapshot, asked.day, &question)?)
    }
}

impl ToolQuestion for WhatsNew {
    type Answer = WhatsNewAnswer;
    const NAME: &'static str = "whats_new";
    const TITLE: &'static str = "List what is new since a day";
    const DESCRIPTION: &'static str = "Documents that are new, differ or were withdrawn here since a day: `text` when words differ, `metadata` when other things do, `status` when it ceased to apply. With `uris` of acts: \
        what became of these laws and what is to come, with both texts. \
        Example: {\"since\": \"2026-11-01\", \"source\": \"sfs\"}";

    fn work(&self) -> PageWork {
        if self.uris.is_empty() { PageWork::Read } else { PageWork::Compare }
    }

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        if !self.uris.is_empty() {
            return self.of_laws(asked);
        }
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

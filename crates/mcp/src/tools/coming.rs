//! `list_coming`

use lagrum_answers::{AnswerError, Coming, ComingChange, ComingQuestion, coming};
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{Asked, ToolQuestion, to_value};
use crate::arguments::{Count, Day, Name, Skip, source_and_kind};

/// Maximum number of anchors of a row.
const MAX_ANCHORS: usize = 10;

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct ListComing {
    /// Only of documents of this source, a name from list_sources.
    #[serde(default)]
    source: Option<Name>,
    /// The first day; today when left out.
    #[serde(default)]
    from: Option<Day>,
    /// The last day.
    #[serde(default)]
    until: Option<Day>,
    /// How many to list.
    #[serde(default)]
    limit: Count<1, 500, 20>,
    /// Rows to skip: `next_offset` of the answer before.
    #[serde(default)]
    offset: Skip,
}

/// What is to come.
#[derive(Serialize, ToSchema)]
pub(super) struct ComingList {
    /// How many there are, on all pages.
    total: usize,
    /// By day, then those whose day is not decided yet.
    coming: Vec<ComingRow>,
    /// The `offset` for more; null when all were listed.
    #[schema(required = true)]
    next_offset: Option<usize>,
}

/// What is to come of one document on one day.
#[derive(Serialize, ToSchema)]
struct ComingRow {
    /// The day; null where the Government is to decide it.
    date: Option<String>,
    /// `in_force`, `amended`, `repealed`, `expires` or `starts`.
    what: Value,
    /// The document.
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// The anchors of the provisions that it happens to, the first ten; none for the whole document.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    anchors: Vec<String>,
    /// The act that does it.
    #[serde(skip_serializing_if = "Option::is_none")]
    act: Option<String>,
}

impl ToolQuestion for ListComing {
    type Answer = ComingList;
    const NAME: &'static str = "list_coming";
    const TITLE: &'static str = "List what is coming";
    const DESCRIPTION: &'static str = "What enters into force, is amended or ends from today on, by day: acts and the provisions of them, \
        with the act that does it. For what an act says on a coming day use get_provision with as_of. For what is new in this \
        corpus use whats_new. Example: {\"source\": \"sfs\", \"until\": \"2027-01-01\"}";

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let (source, _) = source_and_kind(&asked.snapshot, self.source, None)?;
        let day = |day: Option<Day>| day.map(|day| day.0);
        let question = ComingQuestion { source, from: day(self.from), until: day(self.until) };
        let Coming { days, without_day, .. } = coming(&asked.snapshot, asked.day, &question)?;
        let dated = days
            .into_iter()
            .flat_map(|day| day.events.into_iter().map(move |event| (Some(day.date.clone()), event)));
        let rows: Vec<(Option<String>, ComingChange)> =
            dated.chain(without_day.into_iter().map(|event| (None, event))).collect();
        let (offset, total) = (self.offset.as_usize(), rows.len());
        let page = rows.into_iter().skip(offset).take(self.limit.as_usize());
        let page = page.map(|(date, event)| row(date, event)).collect::<Result<Vec<_>, _>>()?;
        let next_offset = Some(offset + page.len()).filter(|next| *next < total);
        to_value(&ComingList { total, coming: page, next_offset })
    }
}

fn row(date: Option<String>, event: ComingChange) -> Result<ComingRow, AnswerError> {
    let ComingChange { kind, uri, mut anchors, act, label, title, .. } = event;
    anchors.truncate(MAX_ANCHORS);
    Ok(ComingRow { date, what: to_value(&kind)?, uri, label, title, anchors, act })
}

//! `compare_versions`

use lagrum_answers::{AnswerError, DiffQuestion, TextStatus, compare, find_lydelser, text_status};
use lagrum_pages::PageWork;
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{Asked, ToolQuestion, to_value};
use crate::arguments::{Day, MaxChars, Name, Skip, Uri};
use crate::window::{TextWindow, window};

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct CompareVersions {
    /// The uri of a statute or an EU act.
    uri: Uri,
    /// The day whose lydelse is the older one.
    #[serde(default)]
    from_date: Option<Day>,
    /// The day whose lydelse is the newer one; the one in force when left out.
    #[serde(default)]
    to_date: Option<Day>,
    /// Instead of `from_date`: the lydelse itself, an SFS number (`2009:400`) or for an EU act a day.
    #[serde(default)]
    from: Option<Name>,
    /// Instead of `to_date`.
    #[serde(default)]
    to: Option<Name>,
    /// The most characters of text to answer with.
    #[serde(default)]
    max_chars: MaxChars,
    /// Characters to skip: `next_offset` of the answer before, to read on.
    #[serde(default)]
    offset: Skip,
}

/// What differs between two lydelser.
#[derive(Serialize, ToSchema)]
pub(super) struct ComparedVersions {
    /// The uri of the act.
    uri: String,
    /// The older lydelse.
    from: TextStatus,
    /// The newer lydelse.
    to: TextStatus,
    /// Counts of the changes, and the acts that made them.
    #[schema(value_type = Object)]
    summary: Value,
    /// The units that differ, as markdown: **new** and ~~left out~~ words. Units that are the same are left out.
    content: TextWindow,
}

impl ToolQuestion for CompareVersions {
    type Answer = ComparedVersions;
    const NAME: &'static str = "compare_versions";
    const TITLE: &'static str = "Compare two wordings of an act";
    const WORK: PageWork = PageWork::Compare;
    const DESCRIPTION: &'static str = "What differs in a statute or an EU act between two lydelser (wordings), named by days or \
        by the amending acts: new, repealed and renumbered provisions and those with other words, and the acts that did it. \
        Give `from_date`, or `from`; without the second side the comparison is with the text in force. For the text of \
        one day use get_document or get_provision with as_of. Example: {\"uri\": \"{base}/1915:218\", \"from_date\": \
        \"1990-01-01\", \"to_date\": \"2020-01-01\"}";

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let snapshot = &asked.snapshot;
        let base = &snapshot.manifest().base;
        let (uri, day) = (self.uri.into_inner(), |day: Option<Day>| day.map(|day| day.0));
        let question = match (&self.from, &self.to, day(self.from_date), day(self.to_date)) {
            (None, None, Some(from), to) => DiffQuestion::parse_days(base, &uri, from, to)?,
            (Some(from), to, None, None) => DiffQuestion::parse(base, &uri, from, to.as_deref())?,
            _ => {
                return Err(AnswerError::Malformed(
                    "give from_date (and to_date), or from (and to), and not both".to_owned(),
                ));
            }
        };
        let (from_day, to_day) =
            (day(self.from_date).unwrap_or(asked.day), day(self.to_date).unwrap_or(asked.day));
        let found = compare(snapshot, find_lydelser(snapshot, asked.day, question)?)?;
        let pair = found.pair();
        let from = text_status(snapshot, pair.older.uri(), from_day)?;
        let to = text_status(snapshot, pair.newer.uri(), to_day)?;
        let answer = to_value(&found.answer(false)?)?;
        let text = found.changed_markdown()?;
        to_value(&ComparedVersions {
            uri: pair.document().to_owned(),
            from,
            to,
            summary: answer.get("summary").cloned().unwrap_or_default(),
            content: window(&text, self.offset.as_usize(), self.max_chars.as_usize(), Self::NAME),
        })
    }
}

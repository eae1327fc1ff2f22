//! The tools: one type each, whose fields are the arguments.

mod asked;
mod check;
mod citations;
mod coming;
mod compare;
mod coverage;
mod documents;
mod fetch;
mod history;
mod incoming;
mod inside;
mod list;
mod outgoing;
mod outline;
mod path;
mod provision;
mod resolve;
mod row;
mod search;
mod sources;
mod text;
mod whats_new;

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, LazyLock};

use lagrum_answers::{AnswerError, Fault};
use lagrum_api::{ApiError, as_client, blocking, comparing, searching};
use lagrum_pages::PageWork;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use rmcp::schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa::ToSchema;

pub(crate) use self::asked::Asked;
use self::asked::read_value;
use crate::arguments;
use crate::output_schema::output_schema;

/// Why a tool has no answer.
#[derive(Debug)]
pub(crate) enum ToolError {
    /// The arguments do not fit the schema of the tool. The text states the mistake.
    Arguments(String),
    /// The question has no answer.
    Answer(AnswerError),
    /// The work was not done: the server was too busy, or failed.
    Api(ApiError),
}

impl From<AnswerError> for ToolError {
    fn from(error: AnswerError) -> Self {
        Self::Answer(error)
    }
}

impl From<ApiError> for ToolError {
    fn from(error: ApiError) -> Self {
        Self::Api(error)
    }
}

/// A tool. Its fields are its arguments.
trait ToolQuestion: DeserializeOwned + JsonSchema + Send + 'static {
    /// The type of the answer, which its published schema describes.
    type Answer: ToSchema;

    const NAME: &'static str;
    const TITLE: &'static str;
    /// The description for clients: the purpose of the tool, when not to use it, and an example, for a reader who does not know
    /// Swedish law. `{base}` stands for the base of the corpus.
    const DESCRIPTION: &'static str;
    /// The kind of work, which decides the queue of the API that it waits in.
    const WORK: PageWork = PageWork::Read;

    /// The kind of work of this question.
    fn work(&self) -> PageWork {
        Self::WORK
    }

    /// The answer, in the form of `Answer`. Blocks.
    fn answer(self, asked: &Asked) -> Result<Value, AnswerError>;
}

type Answering = Pin<Box<dyn Future<Output = Result<Value, ToolError>> + Send>>;

/// An entry of the table of tools.
struct ToolEntry {
    described: Tool,
    call: fn(JsonObject, Asked) -> Answering,
}

/// The field of an answer that lists the arguments that were not taken as given.
const NOTE: &str = "note";

static TOOLS: LazyLock<Vec<ToolEntry>> = LazyLock::new(|| {
    vec![
        entry::<search::Search>(),
        entry::<resolve::ResolveCitation>(),
        entry::<documents::GetDocument>(),
        entry::<outline::Outline>(),
        entry::<inside::SearchInDocument>(),
        entry::<provision::GetProvision>(),
        entry::<history::GetProvisionHistory>(),
        entry::<fetch::Fetch>(),
        entry::<check::CheckCitations>(),
        entry::<incoming::GetIncomingCitations>(),
        entry::<outgoing::GetOutgoingCitations>(),
        entry::<compare::CompareVersions>(),
        entry::<path::FindPath>(),
        entry::<whats_new::WhatsNew>(),
        entry::<coming::ListComing>(),
        entry::<list::ListDocuments>(),
        entry::<sources::ListSources>(),
        entry::<coverage::GetCoverage>(),
    ]
});

fn entry<T: ToolQuestion>() -> ToolEntry {
    let hints = ToolAnnotations::new().read_only(true).idempotent(true).open_world(false);
    let mut described = Tool::new(T::NAME, T::DESCRIPTION, Arc::new(JsonObject::new()))
        .with_title(T::TITLE)
        .with_input_schema::<T>()
        .with_raw_output_schema(output_schema::<T::Answer>())
        .with_annotations(hints);
    described.input_schema = plain_input(&described.input_schema);
    ToolEntry { described, call: |arguments, asked| Box::pin(run::<T>(arguments, asked)) }
}

/// The schema of the arguments as the strictest hosts take it: with `properties`, also of a tool without arguments, and without the
/// words of the schema about itself.
fn plain_input(schema: &JsonObject) -> Arc<JsonObject> {
    let mut schema = schema.clone();
    for word in ["$schema", "title", "description"] {
        schema.remove(word);
    }
    let properties = schema.entry("properties").or_insert_with(|| JsonObject::new().into());
    for field in
        properties.as_object_mut().into_iter().flatten().filter_map(|(_, field)| field.as_object_mut())
    {
        // A number is described by its limits.
        field
            .remove("format")
            .filter(|format| format == "date")
            .map(|date| field.insert("format".to_owned(), date));
        let description =
            field.get("description").and_then(Value::as_str).map(|text| text.replace('\n', " "));
        field.extend(description.map(|text| ("description".to_owned(), text.into())));
    }
    Arc::new(schema)
}

async fn run<T: ToolQuestion>(arguments: JsonObject, asked: Asked) -> Result<Value, ToolError> {
    let question: T = arguments::parse(arguments).map_err(ToolError::Arguments)?;
    in_queue(question.work(), &asked.clone(), move || question.answer(&asked)).await
}

/// Runs blocking work in a queue of the API, on behalf of its client.
pub(crate) async fn in_queue<T: Send + 'static>(
    kind: PageWork,
    asked: &Asked,
    work: impl FnOnce() -> Result<T, AnswerError> + Send + 'static,
) -> Result<T, ToolError> {
    let work = move || Ok(work());
    let answer = as_client(asked.client, async {
        match kind {
            PageWork::Read => blocking(work).await,
            PageWork::Search => searching(&asked.snapshot, work).await,
            PageWork::Compare => comparing(work).await,
        }
    });
    Ok(answer.await??)
}

/// The names of all tools.
pub(crate) fn names() -> Vec<&'static str> {
    TOOLS
        .iter()
        .map(|tool| match &tool.described.name {
            std::borrow::Cow::Borrowed(name) => *name,
            std::borrow::Cow::Owned(_) => "",
        })
        .collect()
}

/// The descriptions of all tools for clients, with examples of a corpus with this base.
pub(crate) fn described(base: &str) -> Vec<Tool> {
    let tool = |entry: &ToolEntry| {
        let mut tool = entry.described.clone();
        tool.description = tool.description.map(|text| text.replace("{base}", base).into());
        tool
    };
    TOOLS.iter().map(tool).collect()
}

/// The answer of the tool with this name; None when there is none.
pub(crate) fn call(name: &str, arguments: JsonObject, asked: Asked) -> Option<Answering> {
    let tool = TOOLS.iter().find(|tool| tool.described.name == name)?;
    let (arguments, notes) = arguments::tidy(&tool.described.input_schema, arguments);
    let answering = (tool.call)(arguments, asked);
    if notes.is_empty() {
        return Some(answering);
    }
    Some(Box::pin(async move {
        let mut answer = answering.await?;
        if let Value::Object(fields) = &mut answer {
            fields.insert(NOTE.to_owned(), notes.join(" ").into());
        }
        Ok(answer)
    }))
}

/// An answer as JSON.
fn to_value(answer: &impl Serialize) -> Result<Value, AnswerError> {
    serde_json::to_value(answer).map_err(|error| AnswerError::Internal(Fault::from_error(&error)))
}

/// The address of a page of the corpus: its base and the page path.
fn page_url(asked: &Asked, path: &str) -> String {
    format!("{}{path}", asked.snapshot.manifest().base)
}

/// The uri of a document with the anchor of the argument `pinpoint`, with or without its `#`. The argument replaces an anchor
/// in the uri.
fn with_pinpoint(uri: String, pinpoint: Option<crate::arguments::Name>) -> String {
    let anchor = pinpoint.map(|pinpoint| pinpoint.trim_start_matches('#').to_owned());
    match anchor.filter(|anchor| !anchor.is_empty()) {
        Some(anchor) => format!("{}#{anchor}", uri.split('#').next().unwrap_or_default()),
        None => uri,
    }
}

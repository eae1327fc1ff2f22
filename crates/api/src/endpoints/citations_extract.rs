//! `POST /api/v1/citations/extract`
//!
//! Nothing of the text is stored, logged or repeated in an error.

use std::borrow::Cow;
use std::collections::HashSet;

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use lagrum_answers::{
    self as answers, ExtractBlock, ExtractQuestion, ExtractResponse, LinkedForm, SourceName, link_text,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use super::coverage::linked_to_coverage;
use crate::error::LocPart;
use crate::extract::body::{Fields, JsonBody, Mistakes, field, item, string};
use crate::response::json::Json;
use crate::{ApiError, Current, Query, Routes, Today, routes};

pub(super) const PATH: &str = "/api/v1/citations/extract";

/// Characters of a text, of all blocks together.
const MAX_CHARS: usize = 250_000;

/// Blocks of a text.
const MAX_BLOCKS: usize = 5_000;

/// Characters of the id of a block.
const MAX_ID: usize = 128;

#[derive(Debug, Deserialize, IntoParams)]
struct ExtractQuery {
    /// What to answer with: the citations, or the text with its citations linked.
    #[param(value_type = String, pattern = "^(json|html|md)$", default = "json")]
    format: ExtractFormat,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ExtractFormat {
    Json,
    Html,
    Md,
}

/// A text whose citations are looked for: exactly one of `text` and `blocks`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ExtractRequest {
    /// The text: at most 250,000 characters. Its block is called `text`.
    text: Option<String>,
    /// The text in at most 5,000 parts of 250,000 characters together, read as one text joined by line ends.
    #[schema(min_items = 1, max_items = 5000)]
    blocks: Option<Vec<ExtractRequestBlock>>,
    /// Only citations of these sources.
    kinds: Option<Vec<String>>,
    /// Whether acts that are named without a provision count.
    #[schema(default = true)]
    whole_documents: Option<bool>,
    /// Whether cases count that are named in quotation marks only (`bare`), or those with a number (`with_identifier`).
    #[schema(default = "with_identifier", pattern = "^(bare|with_identifier)$")]
    case_names: Option<String>,
    /// The uri of the document that the text belongs to, with a fragment for the place in it.
    context: Option<String>,
    /// The day the text was written: names mean the acts that had them on that day.
    #[schema(value_type = Option<String>, format = Date)]
    as_of: Option<String>,
}

/// A part of a text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ExtractRequestBlock {
    /// Its id in the answer: 1 to 128 characters, each id once.
    #[schema(min_length = 1, max_length = 128)]
    id: String,
    /// Its text.
    text: String,
    /// The document that it belongs to, if another than that of the whole.
    context: Option<String>,
}

pub(super) fn routes() -> Routes {
    Routes::new().post(routes!(extract))
}

/// The citations of a text: what each names, whether that exists, and what was not understood.
#[utoipa::path(post, path = "/api/v1/citations/extract", tag = "search", operation_id = "extract_citations",
    params(ExtractQuery), request_body = ExtractRequest,
    responses((status = 200, description = "The citations, in reading order, or the text with its citations linked",
        content((ExtractResponse = "application/json"), (String = "text/html"), (String = "text/markdown")))))]
async fn extract(
    Current(snapshot): Current,
    Today(today): Today,
    query: Query<ExtractQuery>,
    body: JsonBody,
) -> Result<Response, ApiError> {
    let format = query.format;
    body.answer(parse, move |question: ExtractQuestion| {
        let answer = answers::extract(&snapshot, today, &question)?;
        let linked = match format {
            ExtractFormat::Json => return Ok(Json(answer).into_response()),
            ExtractFormat::Html => (LinkedForm::Html, "text/html; charset=utf-8"),
            ExtractFormat::Md => (LinkedForm::Markdown, "text/markdown; charset=utf-8"),
        };
        let (form, content_type) = linked;
        let text = link_text(&question.blocks, &answer, form);
        Ok(([(header::CONTENT_TYPE, HeaderValue::from_static(content_type))], text).into_response())
    })
    .await
    .map(linked_to_coverage)
}

const FIELDS: [&str; 7] = ["text", "blocks", "kinds", "whole_documents", "case_names", "context", "as_of"];

/// Sources that a question may name.
const MAX_KINDS: usize = 100;

fn parse(mut fields: Fields<'_>) -> Result<ExtractQuestion, ApiError> {
    fields.find(&FIELDS);
    let text = fields.string("text");
    let is_text = text.is_some();
    let listed = fields.list("blocks", MAX_BLOCKS);
    let mut blocks = Vec::new();
    let mut mistakes = Mistakes::default();
    match (fields.present("text"), fields.present("blocks")) {
        (Some(_), None) => {
            let text = text.unwrap_or_default().into_owned();
            blocks.push(ExtractBlock { id: "text".to_owned(), text, context: None });
        }
        (None, Some(_)) => blocks = parse_blocks(&listed.unwrap_or_default(), &mut mistakes),
        _ => mistakes.push(item("value_error", &[], "exactly one of text and blocks is needed")),
    }
    let chars: usize = blocks.iter().map(|block| block.text.chars().count()).sum();
    if chars > MAX_CHARS {
        let name = if is_text { "text" } else { "blocks" };
        fields.reject(name, "string_too_long", format!("a text has at most {MAX_CHARS} characters"));
    }
    let kinds = fields.list("kinds", MAX_KINDS).map(|kinds| {
        let mut names = Vec::new();
        if kinds.len() > MAX_KINDS {
            fields.reject("kinds", "too_long", format!("a question names at most {MAX_KINDS} sources"));
        }
        for kind in kinds {
            match string(kind).map(|name| SourceName::from(name.into_owned())) {
                Some(name) if lagrum_sources::known(name.current()).is_some() => names.push(name),
                _ => fields.reject("kinds", "enum", "each kind is the name of a source"),
            }
        }
        names
    });
    let bare_case_names = match fields.string("case_names").as_deref() {
        None | Some("with_identifier") => false,
        Some("bare") => true,
        Some(_) => {
            fields.reject("case_names", "enum", "Input should be 'bare' or 'with_identifier'");
            false
        }
    };
    let question = ExtractQuestion {
        kinds,
        whole_documents: fields.boolean("whole_documents", true),
        bare_case_names,
        context: fields.string("context").map(Cow::into_owned),
        as_of: fields.date("as_of"),
        blocks,
    };
    mistakes.append(fields.mistakes);
    mistakes.none_for(question)
}

fn parse_blocks(listed: &[&RawValue], mistakes: &mut Mistakes) -> Vec<ExtractBlock> {
    if listed.len() > MAX_BLOCKS || listed.is_empty() {
        let message = format!("a text has 1 to {MAX_BLOCKS} blocks");
        mistakes.push(item("too_long", &[field("blocks")], message));
        return Vec::new();
    }
    let mut blocks = Vec::with_capacity(listed.len());
    let mut ids = HashSet::new();
    for (index, value) in (0_i64..).zip(listed) {
        let place = vec![field("blocks"), LocPart::Index(index)];
        let mut fields = Fields::at(value, place);
        fields.find(&["id", "text", "context"]);
        let is_object = fields.mistakes.is_empty();
        for name in ["id", "text"] {
            if is_object && fields.present(name).is_none() {
                fields.reject(name, "missing", "Field required");
            }
        }
        let id = fields.string("id").unwrap_or_default();
        if fields.present("id").is_some() && !(1..=MAX_ID).contains(&id.chars().count()) {
            fields.reject("id", "string_too_long", format!("an id has 1 to {MAX_ID} characters"));
        } else if is_object && !ids.insert(id.clone()) {
            fields.reject("id", "value_error", "each id is used once");
        }
        blocks.push(ExtractBlock {
            id: id.into_owned(),
            text: fields.string("text").unwrap_or_default().into_owned(),
            context: fields.string("context").map(Cow::into_owned),
        });
        mistakes.append(fields.mistakes);
        if mistakes.is_full() {
            break;
        }
    }
    blocks
}

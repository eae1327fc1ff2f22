//! `POST /api/v1/citations/extract`
//!
//! Nothing of the text is stored, logged or repeated in an error.

use std::borrow::Cow;
use std::collections::HashSet;

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use lagrum_answers::{
    self as answers, ExtractBlock, ExtractQuestion, ExtractResponse, LinkedForm, MAX_TEXT_CHARS, QuoteMode,
    link_text,
};
use lagrum_sources::{CITATION_KINDS, CitationKind};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use super::coverage::linked_to_coverage;
use crate::error::LocPart;
use crate::extract::body::{Fields, JsonBody, Mistakes, field, item, string};
use crate::response::json::Json;
use crate::{ApiError, Current, Query, Routes, Today, routes};

/// Maximum number of blocks of a text.
const MAX_BLOCKS: usize = 5_000;

/// Maximum number of characters of the id of a block.
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
    /// Only citations of these kinds: `sfs`, `foreskrift`, `eu-act`, `eu-case`, `case`, `echr`, `preparatory`, `treaty`,
    /// `international-case`, `decision`, `guidance`. Names of sources are read too. All by default.
    kinds: Option<Vec<String>>,
    /// The kinds whose documents are listed when they are named without a place in them. All by default. `true` is all, and
    /// `false` all but acts.
    whole_documents: Option<Vec<String>>,
    /// Whether cases are listed that are named in quotation marks only (`bare`), or only those with a number
    /// (`with_identifier`). By default `bare`.
    #[schema(pattern = "^(bare|with_identifier)$")]
    case_names: Option<String>,
    /// The uri of the document that the text belongs to, with a fragment for the place in it.
    context: Option<String>,
    /// The day the text was written: a name means the act that had it on that day.
    #[schema(value_type = Option<String>, format = Date)]
    as_of: Option<String>,
    /// Which quotations are compared with the cited text, on the day `as_of`, else today: `true` for those beside a citation,
    /// `"all"` also for those without a citation, which are looked for in all texts.
    quotes: Option<QuotesField>,
    /// The day after which changes of the cited provisions are listed, in `changed` of each target.
    #[schema(value_type = Option<String>, format = Date)]
    since: Option<String>,
}

/// Which quotations are compared with the cited text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes a field, which is read by hand")]
enum QuotesField {
    /// Those beside a citation if true, none if false.
    Cited(bool),
    /// All quotations.
    All(AllQuotes),
}

/// The word `all` as a value.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "it describes a field, which is read by hand")]
enum AllQuotes {
    /// Also quotations without a citation.
    All,
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
    /// The uri of the document that it belongs to, if that is not the document of the whole text.
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
    body.answer(parse, ExtractQuestion::takes_long, move |question: ExtractQuestion| {
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

const FIELDS: [&str; 9] =
    ["text", "blocks", "kinds", "whole_documents", "case_names", "context", "as_of", "quotes", "since"];

/// Maximum number of kinds or sources that a question names.
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
    if chars > MAX_TEXT_CHARS {
        let name = if is_text { "text" } else { "blocks" };
        fields.reject(name, "string_too_long", format!("a text has at most {MAX_TEXT_CHARS} characters"));
    }
    let named = kinds(&mut fields, "kinds");
    let whole_documents = match fields.present("whole_documents").map(RawValue::get) {
        Some("true") => None,
        Some("false") => {
            let all = CITATION_KINDS.iter().map(|(_, kind)| *kind);
            Some(all.filter(|kind| !kind.is_act()).collect())
        }
        _ => kinds(&mut fields, "whole_documents"),
    };
    let only_numbered_cases = match fields.string("case_names").as_deref() {
        None | Some("bare") => false,
        Some("with_identifier") => true,
        Some(_) => {
            fields.reject("case_names", "enum", "Input should be 'bare' or 'with_identifier'");
            false
        }
    };
    let quotes = match fields.present("quotes").map(RawValue::get) {
        None | Some("false") => QuoteMode::None,
        Some("true") => QuoteMode::Cited,
        Some("\"all\"") => QuoteMode::All,
        Some(_) => {
            fields.reject("quotes", "enum", "Input should be true, false or 'all'");
            QuoteMode::None
        }
    };
    let question = ExtractQuestion {
        quotes,
        since: fields.date("since"),
        diff: false,
        kinds: named,
        whole_documents,
        only_numbered_cases,
        context: fields.string("context").map(Cow::into_owned),
        as_of: fields.date("as_of"),
        is_bounded: true,
        blocks,
    };
    mistakes.append(fields.mistakes);
    mistakes.none_for(question)
}

/// A list of kinds, each by its name or that of a source.
fn kinds(fields: &mut Fields<'_>, name: &str) -> Option<Vec<CitationKind>> {
    let listed = fields.list(name, MAX_KINDS)?;
    let mut kinds = Vec::new();
    if listed.len() > MAX_KINDS {
        fields.reject(name, "too_long", format!("a question names at most {MAX_KINDS} kinds"));
    }
    for kind in listed {
        let name_of_kind = string(kind).unwrap_or_default();
        let found = CitationKind::named(&name_of_kind);
        if found.is_empty() && lagrum_sources::known(&name_of_kind).is_none() {
            fields.reject(name, "enum", "each kind is the name of a kind of citation, or of a source");
        }
        kinds.extend(found);
    }
    Some(kinds)
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

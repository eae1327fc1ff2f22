//! `GET /api/v1/document/diff`
//!
//! The body is an HTML fragment, or with `format=json` a list of provisions and what became of them. At most [`MAX_AT_ONCE`] comparisons run at once, since each takes a hundred megabytes
//! for two long statutes.

use std::sync::LazyLock;
use std::time::Duration;

use axum::response::{Html, IntoResponse, Response};
use http::header;
use lagrum_answers::{self as answers, AnswerError, DiffAnswer, DiffQuestion, DiffResponse};
use lagrum_cancel::whole;
use lagrum_render::diff::escaped;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::admission::AdmissionQueue;
use crate::error::OVERLOADED;
use crate::response::json::JSON;
use crate::{ApiError, Caching, Current, Query, Routes, Today, blocking, routes};

/// Comparisons that run at once.
const MAX_AT_ONCE: usize = 4;

/// Comparisons that may wait.
const WAITING: usize = 256;

/// How long they wait.
const TIMEOUT: Duration = Duration::from_secs(1);

static QUEUE: LazyLock<AdmissionQueue> =
    LazyLock::new(|| AdmissionQueue::new(MAX_AT_ONCE, WAITING, TIMEOUT, OVERLOADED));

/// The form of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(default = "html")]
enum DiffFormat {
    Html,
    Json,
}

#[derive(Debug, Deserialize, IntoParams)]
struct DiffQuery {
    /// A statute or an EU act. A fragment is ignored.
    uri: String,
    /// The lydelse (wording) to compare: an SFS number or a date, as `/document/versions` lists them.
    from: String,
    /// The lydelse to compare it with; the current one when left out.
    to: Option<String>,
    /// `html` for the newer text with what differs marked, `json` for a list of provisions.
    #[param(inline)]
    format: DiffFormat,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(diff), Caching::SnapshotAndDay)
}

/// What differs between two lydelser (wordings) of a statute or an EU act.
#[utoipa::path(get, path = "/api/v1/document/diff", tag = "document", operation_id = "diff", params(DiffQuery),
    responses((status = 200, description = "The newer text with what differs marked, or a list of provisions",
        content((String = "text/html"), (DiffResponse = "application/json")))))]
async fn diff(
    Current(snapshot): Current,
    Today(today): Today,
    query: Query<DiffQuery>,
) -> Result<Response, ApiError> {
    let DiffQuery { uri, from, to, format } = query.into_inner();
    let to = to.filter(|to| !to.is_empty());
    let question = DiffQuestion::parse(&snapshot.manifest().base, &uri, &from, to.as_deref())?;
    let permit = QUEUE.admit().await?;
    let body = blocking(move || {
        // A comparison that was cancelled keeps its permit until it has noticed.
        let _permit = permit;
        let pair = answers::find_lydelser(&snapshot, today, question)?;
        write(&answers::compare(&snapshot, pair)?, format)
    })
    .await?;
    Ok(match format {
        DiffFormat::Html => Html(body).into_response(),
        DiffFormat::Json => ([(header::CONTENT_TYPE, JSON)], body).into_response(),
    })
}

/// The body of a comparison.
fn write(comparison: &DiffAnswer, format: DiffFormat) -> Result<String, ApiError> {
    match format {
        DiffFormat::Html => Ok(whole(html(comparison)).map_err(AnswerError::from)?),
        DiffFormat::Json => {
            serde_json::to_string(&comparison.answer()?).map_err(|error| ApiError::internal(&error))
        }
    }
}

fn html(comparison: &DiffAnswer) -> String {
    let pair = comparison.pair();
    format!(
        "<div class=\"diff-note\">Från {} till {}: ord som har kommit till märks <ins>så här</ins>, \
         ord som har utgått <del>så här</del>.</div>{}",
        escaped(&pair.older.reader_name()),
        escaped(&pair.newer.reader_name()),
        comparison.comparison().html()
    )
}

//! `GET /api/v1/document/diff`
//!
//! The body is an HTML fragment; with `format=md` it is markdown, with `format=json` a list of units and what became of them.

use axum::response::{Html, IntoResponse, Response};
use http::header;
use lagrum_answers::{self as answers, AnswerError, DiffAnswer, DiffQuestion, DiffResponse};
use lagrum_artifact::Base;
use lagrum_cancel::whole;
use lagrum_render::diff::escaped;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::blocking::comparing;
use crate::extract::day::day;
use crate::response::json::JSON;
use crate::{ApiError, Caching, Current, Query, Routes, Today, ValidationError, routes};

const MARKDOWN: &str = "text/markdown; charset=utf-8";

/// The form of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(default = "html")]
enum DiffFormat {
    Html,
    Json,
    Md,
}

#[derive(Debug, Deserialize, IntoParams)]
struct DiffQuery {
    /// A statute or an EU act. A fragment is ignored.
    uri: String,
    /// The lydelse (wording) to compare: an SFS number or a date, as `/document/versions` lists them. Required without
    /// `from_date`.
    #[param(min_length = 0)]
    from: Option<String>,
    /// The lydelse to compare it with; the current one when left out.
    to: Option<String>,
    /// Instead of `from`: the day whose lydelse to compare (`YYYY-MM-DD`).
    #[param(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    from_date: Option<String>,
    /// Instead of `to`, with `from_date`: the day whose lydelse to compare it with (`YYYY-MM-DD`).
    #[param(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    to_date: Option<String>,
    /// The newer text with what differs marked, as `html` or markdown (`md`), or `json` for a list of units.
    #[param(inline)]
    format: DiffFormat,
    /// With `format=json`: whether unchanged units have their text too.
    #[param(default = false)]
    whole: bool,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(diff), Caching::SnapshotAndDay)
}

/// What differs between two lydelser (wordings) of a statute or an EU act.
#[utoipa::path(get, path = "/api/v1/document/diff", tag = "document", operation_id = "diff", params(DiffQuery),
    responses((status = 200, description = "The newer text with what differs marked, or a list of units",
        content((String = "text/html"), (DiffResponse = "application/json"), (String = "text/markdown")))))]
async fn diff(
    Current(snapshot): Current,
    Today(today): Today,
    query: Query<DiffQuery>,
) -> Result<Response, ApiError> {
    let DiffQuery { format, whole, .. } = *query;
    let question = question(&snapshot.manifest().base, &query)?;
    let body = comparing(move || {
        let pair = answers::find_lydelser(&snapshot, today, question)?;
        write(&answers::compare(&snapshot, pair)?, format, whole)
    })
    .await?;
    Ok(match format {
        DiffFormat::Html => Html(body).into_response(),
        DiffFormat::Md => ([(header::CONTENT_TYPE, MARKDOWN)], body).into_response(),
        DiffFormat::Json => ([(header::CONTENT_TYPE, JSON)], body).into_response(),
    })
}

/// The question for two lydelser, by their ids or by days.
fn question(base: &Base, query: &Query<DiffQuery>) -> Result<DiffQuestion, ApiError> {
    let DiffQuery { uri, from, to, .. } = &**query;
    let from_date = day(query, "from_date", query.from_date.as_deref())?;
    let to_date = day(query, "to_date", query.to_date.as_deref())?;
    let both = "Input should be lydelser (from, to) or days (from_date, to_date), not both";
    match (from, from_date) {
        (Some(_), _) if from_date.or(to_date).is_some() => {
            let sent = [("from_date", from_date), ("to_date", to_date)].into_iter();
            Err(query.reject(sent.filter_map(|(name, day)| day.map(|_| (name, both)))))
        }
        (Some(from), _) => Ok(DiffQuestion::parse(base, uri, from, to.as_deref())?),
        (None, Some(_)) if to.is_some() => Err(query.reject([("to", both)])),
        (None, Some(from)) => Ok(DiffQuestion::parse_days(base, uri, from, to_date)?),
        (None, None) => {
            Err(ApiError::Invalid(vec![ValidationError::query("missing", "from", None, "Field required")]))
        }
    }
}

/// The body of a comparison.
fn write(comparison: &DiffAnswer, format: DiffFormat, with_same: bool) -> Result<String, ApiError> {
    match format {
        DiffFormat::Html => Ok(whole(html(comparison)).map_err(AnswerError::from)?),
        DiffFormat::Md => Ok(comparison.markdown()?),
        DiffFormat::Json => {
            serde_json::to_string(&comparison.answer(with_same)?).map_err(|error| ApiError::internal(&error))
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
        comparison.html()
    )
}

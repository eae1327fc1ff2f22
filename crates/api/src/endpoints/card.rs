//! `GET /api/v1/card`

use lagrum_answers::{self as answers, CardResponse};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::extract::day::day;
use crate::{ApiError, Caching, Current, Json, Query, Routes, Today, answer, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct CardQuery {
    /// A uri, or the page path of the same place.
    uri: String,
    /// The day whose text is previewed (`YYYY-MM-DD`). Without it that of today.
    #[param(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    as_of: Option<String>,
    /// The uri of a place: the answer then has in `context` the sentence in which the document first cites that place.
    about: Option<String>,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(card), Caching::SnapshotAndDay)
}

/// A preview of a document or of a place in one.
#[utoipa::path(get, path = "/api/v1/card", tag = "document", operation_id = "card", params(CardQuery),
    responses((status = 200, description = "The preview", body = CardResponse)))]
async fn card(
    Current(snapshot): Current,
    Today(today): Today,
    query: Query<CardQuery>,
) -> Result<Json<CardResponse>, ApiError> {
    let as_of = day(&query, "as_of", query.as_of.as_deref())?;
    let CardQuery { uri, about, .. } = query.into_inner();
    let answered = answer(move || {
        let card = answers::card(&snapshot, today, &uri, as_of)?;
        match about {
            Some(about) => card.about(&snapshot, &about),
            None => Ok(card),
        }
    });
    answered.await.map(Json)
}

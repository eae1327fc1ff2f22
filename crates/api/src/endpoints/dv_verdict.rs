//! `GET /api/v1/dv-verdict`

use axum::extract::Request;
use axum::response::Response;
use http::header;
use lagrum_answers as answers;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::response::binary::Binary;
use crate::response::disposition::disposition;
use crate::response::files::ServedFile;
use crate::{ApiError, Caching, Current, Query, Routes, answer, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct DvVerdictQuery {
    /// The code of the court.
    court: String,
    /// The id of the court's record, a UUID.
    id: String,
    /// The name of the file.
    file: String,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(dv_verdict), Caching::Files)
}

/// A verdict as the court wrote it.
#[utoipa::path(get, path = "/api/v1/dv-verdict", tag = "document", operation_id = "dv_verdict",
    params(DvVerdictQuery),
    responses((status = 200, description = "The verdict", content_type = "application/pdf", body = inline(Binary)),
        (status = 206, description = "A range of the verdict", content_type = "application/pdf",
            body = inline(Binary))))]
async fn dv_verdict(
    Current(snapshot): Current,
    query: Query<DvVerdictQuery>,
    request: Request,
) -> Result<Response, ApiError> {
    let DvVerdictQuery { court, id, file } = query.into_inner();
    let held = snapshot.clone();
    let verdict = answer(move || answers::verdict(&held, &court, &id, &file)).await?;
    let served = ServedFile {
        path: snapshot.attachment(&verdict.digest),
        content_type: "application/pdf",
        identity: Some(verdict.digest.to_string()),
    };
    let mut response = served.serve(&request.into_parts().0).await?;
    if response.headers().contains_key(header::CONTENT_TYPE) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition(false, &verdict.file));
    }
    Ok(response)
}

//! `GET /api/v1/dv-verdict`
//!
//! What a request names is looked up in a table. The path of the file follows from its content alone, so no name, however
//! it is written, leads anywhere else.

use axum::extract::Request;
use axum::response::Response;
use http::header;
use lagrum_corpus::attachments::Verdict;
use lagrum_snapshot::Snapshot;
use serde::Deserialize;
use utoipa::IntoParams;

use super::binary::Binary;
use crate::disposition::disposition;
use crate::files::ServedFile;
use crate::{ApiError, Caching, Held, Query, Resources, blocking, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct DvVerdictQuery {
    /// The code of the court.
    court: String,
    /// The id of the court's record, a UUID.
    id: String,
    /// The name of the file.
    file: String,
}

pub(super) fn routes() -> Resources {
    Resources::new().get(routes!(dv_verdict), Caching::Files)
}

/// A verdict as the court wrote it.
#[utoipa::path(get, path = "/api/v1/dv-verdict", tag = "document", operation_id = "dv_verdict",
    params(DvVerdictQuery),
    responses((status = 200, description = "The verdict", content_type = "application/pdf", body = inline(Binary)),
        (status = 206, description = "The range of it that was asked for", content_type = "application/pdf",
            body = inline(Binary))))]
async fn dv_verdict(
    Held(snapshot): Held<Snapshot>,
    query: Query<DvVerdictQuery>,
    request: Request,
) -> Result<Response, ApiError> {
    let DvVerdictQuery { court, id, file } = query.into_inner();
    let (court, record, file) = Verdict::name(&court, &id, &file).ok_or_else(|| {
        ApiError::bad_request("a verdict is named by a court code, a UUID and the name of a .pdf file")
    })?;
    let name = file.clone();
    let (path, digest) = blocking(move || {
        let verdict = snapshot
            .attached(|attached| attached.verdict(&court, &record, &file))
            .map_err(|error| ApiError::internal(&error))?;
        let verdict =
            verdict.ok_or_else(|| ApiError::not_found(format!("no verdict {court}/{record}/{file}")))?;
        Ok((snapshot.attachment(&verdict.digest), verdict.digest))
    })
    .await?;
    let served = ServedFile { path, content_type: "application/pdf", identity: Some(digest.to_string()) };
    let mut response = served.serve(&request.into_parts().0).await?;
    if response.headers().contains_key(header::CONTENT_TYPE) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition(false, &name));
    }
    Ok(response)
}

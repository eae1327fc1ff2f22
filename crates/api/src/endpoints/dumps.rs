//! `GET /api/v1/dumps` and the files under `/dumps/`

use axum::Extension;
use axum::extract::{Path, Request};
use axum::response::Response;
use axum::routing::get;
use lagrum_answers::{self as answers, DumpInfo};
use lagrum_snapshot::DumpEntry;

use crate::response::files::{FileSet, ServedFile};
use crate::{ApiError, Caching, Current, Json, Routes, ServedSnapshot, routes};

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(dumps), Caching::Snapshot).undescribed(
        "/dumps/{file}",
        get(dump_file),
        Caching::Files,
    )
}

/// The bulk files, one per source.
#[utoipa::path(get, path = "/api/v1/dumps", tag = "catalog", operation_id = "dumps",
    responses((status = 200, description = "The dumps, by file name", body = Vec<DumpInfo>)))]
async fn dumps(Extension(served): Extension<ServedSnapshot>) -> Json<Vec<DumpInfo>> {
    // Without a snapshot there are no dumps; that is not an error.
    Json(served.snapshot().map(|snapshot| answers::dumps(snapshot)).unwrap_or_default())
}

async fn dump_file(
    Current(snapshot): Current,
    Path(name): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let files = snapshot.manifest().dumps.iter().flat_map(DumpEntry::files);
    let found: FileSet = files
        .filter(|entry| entry.file == name)
        .map(|entry| {
            let file = ServedFile {
                path: snapshot.dumps().join(&entry.file),
                content_type: if name.ends_with(".json") {
                    "application/json; charset=utf-8"
                } else {
                    "application/gzip"
                },
                identity: Some(entry.sha256.clone()),
            };
            (entry.file.clone(), file)
        })
        .collect();
    found.serve(&name, &request.into_parts().0).await
}

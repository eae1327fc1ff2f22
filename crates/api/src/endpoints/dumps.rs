//! `GET /api/v1/dumps` and the files under `/dumps/`
//!
//! Beside the fields of the contract, an entry tells the number of lines and the SHA-256 of its file, and names the
//! side files of the source: the archived wordings, and what the publisher says of which documents are in force. A
//! mirror takes them all.

use axum::extract::{Path, Request};
use axum::response::Response;
use axum::routing::get;
use lagrum_snapshot::{DumpEntry, DumpFileEntry, Snapshot};
use serde::Serialize;
use utoipa::ToSchema;

use crate::files::{FileSet, ServedFile};
use crate::{ApiError, Caching, Held, Json, Moment, Resources, routes};

/// The dump of a source.
#[derive(Debug, Serialize, ToSchema)]
struct DumpInfo {
    /// The source.
    source: String,
    /// The name of its file under /dumps/.
    file: String,
    /// The file's length.
    bytes: u64,
    /// Artifacts in it, one a line.
    lines: u64,
    /// SHA-256 of the file, lower-case hex.
    sha256: String,
    /// The archived wordings of its documents; null when there are none.
    #[schema(required = true)]
    versions: Option<DumpFile>,
    /// What its publisher says of which documents are in force; null when nothing was imported.
    #[schema(required = true)]
    status: Option<DumpFile>,
}

/// A side file of a source.
#[derive(Debug, Serialize, ToSchema)]
struct DumpFile {
    /// Its name under /dumps/.
    file: String,
    /// Its length.
    bytes: u64,
    /// Lines in it.
    lines: u64,
    /// SHA-256 of the file, lower-case hex.
    sha256: String,
}

impl From<&DumpFileEntry> for DumpFile {
    fn from(entry: &DumpFileEntry) -> Self {
        Self {
            file: entry.file.clone(),
            bytes: entry.bytes,
            lines: entry.lines,
            sha256: entry.sha256.clone(),
        }
    }
}

impl From<&DumpEntry> for DumpInfo {
    fn from(entry: &DumpEntry) -> Self {
        let DumpFile { file, bytes, lines, sha256 } = (&entry.documents).into();
        Self {
            source: entry.source.clone(),
            file,
            bytes,
            lines,
            sha256,
            versions: entry.versions.as_ref().map(DumpFile::from),
            status: entry.status.as_ref().map(DumpFile::from),
        }
    }
}

pub(super) fn routes() -> Resources {
    Resources::new().get(routes!(dumps), Caching::Snapshot).undescribed(
        "/dumps/{file}",
        get(dump_file),
        Caching::Files,
    )
}

/// The bulk files, one per source.
#[utoipa::path(get, path = "/api/v1/dumps", tag = "catalog", operation_id = "dumps",
    responses((status = 200, description = "The dumps, by file name", body = Vec<DumpInfo>)))]
async fn dumps(moment: axum::Extension<Moment>) -> Result<Json<Vec<DumpInfo>>, ApiError> {
    // Without a snapshot there are no dumps either; that is no failure.
    let Some(snapshot) = moment.handle::<Snapshot>()? else { return Ok(Json(Vec::new())) };
    let mut dumps: Vec<DumpInfo> = snapshot.manifest().dumps.iter().map(DumpInfo::from).collect();
    dumps.sort_by(|a, b| a.file.cmp(&b.file));
    Ok(Json(dumps))
}

async fn dump_file(
    Held(snapshot): Held<Snapshot>,
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

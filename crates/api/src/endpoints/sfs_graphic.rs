//! `GET /api/v1/sfs-graphic`
//!
//! The picture is cut from the PDF of the act that brought the graphic.

use axum::response::Response;
use http::{HeaderMap, Method};
use lagrum_answers as answers;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::error::RefusalBody;
use crate::extract::printer::Printer;
use crate::response::binary::Binary;
use crate::response::picture::{CROP_DPI, LARGE_DPI, PAGE_DPI, PagePicture, graphic_failed};
use crate::{ApiError, Caching, Current, Query, Routes, answer, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct SfsGraphicQuery {
    /// A statute.
    uri: String,
    /// The key of the graphic, or its anchor in the statute.
    node: String,
    /// Ignored: a client changes it to avoid its own cache.
    #[serde(rename = "v")]
    _v: Option<String>,
    /// Whether to answer with a large picture. A whole page has one size.
    #[serde(default)]
    #[param(default = false)]
    stor: bool,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(sfs_graphic), Caching::Immutable)
}

/// A graphic that a consolidated statute leaves out, cut from the act as it was published.
#[utoipa::path(get, path = "/api/v1/sfs-graphic", tag = "document", operation_id = "sfs_graphic",
    params(SfsGraphicQuery),
    responses((status = 200, description = "The graphic", content_type = "image/png", body = inline(Binary)),
        (status = 403, description = "A picture that is drawn for pages of this service only", body = RefusalBody)))]
async fn sfs_graphic(
    Current(snapshot): Current,
    printer: Printer,
    method: Method,
    headers: HeaderMap,
    query: Query<SfsGraphicQuery>,
) -> Result<Response, ApiError> {
    let SfsGraphicQuery { uri, node, stor, .. } = query.into_inner();
    let held = snapshot.clone();
    let (page, grafik) = answer(move || answers::graphic(&held, &uri, &node)).await?;
    let dpi = match (grafik.bbox, stor) {
        (None, _) => PAGE_DPI,
        (Some(_), false) => CROP_DPI,
        (Some(_), true) => LARGE_DPI,
    };
    let picture = PagePicture::new(&printer.pool, &snapshot, page, dpi, grafik.bbox);
    picture.respond(&printer, &snapshot, &method, &headers, graphic_failed).await
}

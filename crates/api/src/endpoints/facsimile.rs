//! `GET /api/v1/facsimile`
//!
//! The page is found by its printed number, counted through all PDFs of the document. Only when a picture has to be drawn
//! is it known whether the page is there and how large it is, so a caller whom nothing is drawn for learns neither.

use axum::response::Response;
use http::{HeaderMap, Method};
use lagrum_artifact::Place;
use lagrum_corpus::attachments::{BoundingBox, PageOfPdf};
use lagrum_snapshot::Snapshot;
use serde::Deserialize;
use utoipa::IntoParams;

use super::binary::Binary;
use super::named;
use super::picture::{Ordered, PAGE_DPI, no_page};
use crate::printing::Pressed;
use crate::{ApiError, Caching, Held, Query, Resources, blocking, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct FacsimileQuery {
    /// A document that was published as a PDF.
    uri: String,
    /// The printed number of the page.
    #[param(minimum = 1)]
    sid: u64,
    /// The part of the page to show: left, top, right, bottom, in points from its top left corner.
    bbox: Option<String>,
}

pub(super) fn routes() -> Resources {
    Resources::new().get(routes!(facsimile), Caching::Immutable)
}

/// A page of the PDF that a document was published as, at 150 dots per inch.
#[utoipa::path(get, path = "/api/v1/facsimile", tag = "document", operation_id = "facsimile", params(FacsimileQuery),
    responses((status = 200, description = "The page", content_type = "image/png", body = inline(Binary))))]
async fn facsimile(
    Held(snapshot): Held<Snapshot>,
    pressed: Pressed,
    method: Method,
    headers: HeaderMap,
    query: Query<FacsimileQuery>,
) -> Result<Response, ApiError> {
    let FacsimileQuery { uri, sid, bbox } = query.into_inner();
    let bbox = named(bbox)
        .map(|bbox| {
            let malformed = format!("bbox {bbox} is not x0,y0,x1,y1 with x0 < x1 and y0 < y1");
            bbox.parse::<BoundingBox>().map_err(|()| ApiError::bad_request(malformed))
        })
        .transpose()?;
    let held = snapshot.clone();
    let page = blocking(move || page(&held, &uri, sid)).await?;
    let ordered = Ordered::new(&pressed.press, &snapshot, page, PAGE_DPI, bbox);
    ordered.answer(&pressed, &snapshot, &method, &headers, no_page).await
}

fn page(snapshot: &Snapshot, uri: &str, sid: u64) -> Result<PageOfPdf, ApiError> {
    let root = Place::parse(uri).map(|place| place.document().as_str().to_owned());
    let no_pages = || ApiError::not_found(format!("no page images of {uri}"));
    let root = root.ok_or_else(no_pages)?;
    let parts =
        snapshot.attached(|attached| attached.pdfs(&root)).map_err(|error| ApiError::internal(&error))?;
    if parts.is_empty() {
        return Err(no_pages());
    }
    let page = u32::try_from(sid).ok().and_then(|sid| PageOfPdf::printed(&parts, sid));
    page.ok_or_else(|| ApiError::not_found(format!("{root} has no page {sid}")))
}

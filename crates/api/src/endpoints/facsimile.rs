//! `GET /api/v1/facsimile`
//!
//! The page is drawn before it is known whether the PDF has it and how large it is. A client that may not have pages drawn
//! learns neither.

use axum::response::Response;
use http::{HeaderMap, Method};
use lagrum_answers as answers;
use lagrum_corpus::attachments::BoundingBox;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::error::RefusalBody;
use crate::extract::printer::Printer;
use crate::response::binary::Binary;
use crate::response::picture::{PAGE_DPI, PagePicture, page_failed};
use crate::{ApiError, Caching, Current, Query, Routes, answer, routes};

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

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(facsimile), Caching::Immutable)
}

/// A page of the PDF that a document was published as, at 150 dots per inch.
#[utoipa::path(get, path = "/api/v1/facsimile", tag = "document", operation_id = "facsimile", params(FacsimileQuery),
    responses((status = 200, description = "The page", content_type = "image/png", body = inline(Binary)),
        (status = 403, description = "A picture that is drawn for pages of this service only", body = RefusalBody)))]
async fn facsimile(
    Current(snapshot): Current,
    printer: Printer,
    method: Method,
    headers: HeaderMap,
    query: Query<FacsimileQuery>,
) -> Result<Response, ApiError> {
    let FacsimileQuery { uri, sid, bbox } = query.into_inner();
    let bbox = bbox
        .filter(|bbox| !bbox.is_empty())
        .map(|bbox| {
            let malformed = format!("bbox {bbox} is not x0,y0,x1,y1 with x0 < x1 and y0 < y1");
            bbox.parse::<BoundingBox>().map_err(|()| ApiError::bad_request(malformed))
        })
        .transpose()?;
    let held = snapshot.clone();
    let page = answer(move || answers::facsimile_page(&held, &uri, sid)).await?;
    let picture = PagePicture::new(&printer.pool, &snapshot, page, PAGE_DPI, bbox);
    picture.respond(&printer, &snapshot, &method, &headers, page_failed).await
}

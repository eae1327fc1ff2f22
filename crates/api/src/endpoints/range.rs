//! `GET /api/v1/range/filter` and `GET /api/v1/range/{prefix}`
//!
//! The body is binary, and never compressed on the way: a bucket is padded to one of few lengths, and its compressed length
//! would reveal which bucket it is. The prefix is written to no log ([`shown_path`](crate::paths::shown_path)).

use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use http::{HeaderName, HeaderValue, header};
use lagrum_answers::{self as answers, LookupPrefix};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::response::binary::Binary;
use crate::{ApiError, Caching, Current, LocPart, Query, Routes, ValidationError, answer, routes};

/// The header with the number of units of a bucket: how many the one that is asked for stands among.
const BUCKET_UNITS: HeaderName = HeaderName::from_static("x-bucket-units");

#[derive(Debug, Deserialize, IntoParams)]
struct RangeQuery {
    /// The number of bits of the prefix: up to 16, and up to 20 where that leaves 128 units in a bucket on average.
    #[param(default = 12, minimum = 12, maximum = 20)]
    bits: u8,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .get(routes!(filter), Caching::SnapshotForADay)
        .get(routes!(bucket), Caching::SnapshotForADay)
}

/// A membership filter over all documents and provisions, and the most cited of them.
#[utoipa::path(get, path = "/api/v1/range/filter", tag = "catalog", operation_id = "range_filter",
    responses((status = 200, description = "The filter", content_type = "application/octet-stream",
        body = inline(Binary))))]
async fn filter(Current(snapshot): Current) -> Result<Response, ApiError> {
    Ok(bytes(answer(move || answers::lookup_filter(&snapshot)).await?))
}

/// All documents and provisions whose keys begin with some bits, with the words of provisions.
#[utoipa::path(get, path = "/api/v1/range/{prefix}", tag = "catalog", operation_id = "range_bucket",
    params(RangeQuery, ("prefix" = String, Path,
        description = "The bits as hex digits, at least as many as they need; bits beyond them are ignored",
        pattern = "^[0-9a-fA-F]{3,5}$")),
    responses((status = 200, description = "The bucket", content_type = "application/octet-stream",
        body = inline(Binary))))]
async fn bucket(
    Current(snapshot): Current,
    Path(digits): Path<String>,
    query: Query<RangeQuery>,
) -> Result<Response, ApiError> {
    let RangeQuery { bits } = query.into_inner();
    let prefix = LookupPrefix::parse(&digits, bits).ok_or_else(|| invalid(digits, bits))?;
    let (bucket, units) = answer(move || answers::lookup_bucket(&snapshot, prefix)).await?;
    let mut response = bytes(bucket);
    response.headers_mut().insert(BUCKET_UNITS, units.into());
    Ok(response)
}

fn invalid(digits: String, bits: u8) -> ApiError {
    let needed = usize::from(bits).div_ceil(4);
    ApiError::Invalid(vec![ValidationError {
        code: "value_error",
        loc: vec![LocPart::Name("path".into()), LocPart::Name("prefix".into())],
        msg: format!("Input should be {needed} to 5 hex digits for {bits} bits"),
        input: Some(Some(digits)),
        ctx: None,
    }])
}

fn bytes(body: Vec<u8>) -> Response {
    let kind = HeaderValue::from_static("application/octet-stream");
    ([(header::CONTENT_TYPE, kind)], body).into_response()
}

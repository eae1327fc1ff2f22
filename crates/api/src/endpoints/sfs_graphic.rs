//! `GET /api/v1/sfs-graphic`
//!
//! The picture is cut from the PDF of the act that brought the graphic, where a reviewed entry says it is. A gap in a
//! statute has an anchor and a key; an entry may go by either.

use axum::response::Response;
use http::{HeaderMap, Method};
use lagrum_artifact::{Artifact, Node};
use lagrum_corpus::attachments::{Grafik, PageOfPdf};
use lagrum_snapshot::Snapshot;
use serde::Deserialize;
use utoipa::IntoParams;

use super::binary::Binary;
use super::held;
use super::picture::{Ordered, PAGE_DPI, no_graphic, page_of};
use super::stored::stored_fields;
use crate::printing::Pressed;
use crate::{ApiError, Caching, Held, Query, Resources, blocking, routes};

/// Dots per inch of a part of a page.
pub(super) const CROP_DPI: u32 = 300;

/// The same, large.
const LARGE_DPI: u32 = 600;

#[derive(Debug, Deserialize, IntoParams)]
struct SfsGraphicQuery {
    /// A statute.
    uri: String,
    /// The key of the graphic, or its anchor in the statute.
    node: String,
    /// Ignored: a client changes it to get past its own cache.
    #[serde(rename = "v")]
    _v: Option<String>,
    /// Whether to answer with the large picture; the same for a whole page.
    #[serde(default)]
    #[param(default = false)]
    stor: bool,
}

pub(super) fn routes() -> Resources {
    Resources::new().get(routes!(sfs_graphic), Caching::Immutable)
}

/// A graphic that a consolidated statute leaves out, cut from the act as it was published.
#[utoipa::path(get, path = "/api/v1/sfs-graphic", tag = "document", operation_id = "sfs_graphic",
    params(SfsGraphicQuery),
    responses((status = 200, description = "The graphic", content_type = "image/png", body = inline(Binary))))]
async fn sfs_graphic(
    Held(snapshot): Held<Snapshot>,
    pressed: Pressed,
    method: Method,
    headers: HeaderMap,
    query: Query<SfsGraphicQuery>,
) -> Result<Response, ApiError> {
    let SfsGraphicQuery { uri, node, stor, .. } = query.into_inner();
    let from = snapshot.clone();
    let (page, grafik) = blocking(move || find(&from, &uri, &node)).await?;
    let dpi = match (grafik.bbox, stor) {
        (None, _) => PAGE_DPI,
        (Some(_), false) => CROP_DPI,
        (Some(_), true) => LARGE_DPI,
    };
    let ordered = Ordered::new(&pressed.press, &snapshot, page, dpi, grafik.bbox);
    ordered.answer(&pressed, &snapshot, &method, &headers, no_graphic).await
}

fn find(snapshot: &Snapshot, uri: &str, node: &str) -> Result<(PageOfPdf, Grafik), ApiError> {
    let missing = || ApiError::not_found(format!("no graphic {node} of {uri}"));
    let (place, document) = held(snapshot, uri)?;
    if document.source != "sfs" {
        return Err(missing());
    }
    let root = place.document().as_str();
    let entry = |name: &str| {
        snapshot.attached(|attached| attached.grafik(root, name)).map_err(|error| ApiError::internal(&error))
    };
    let mut found = entry(node)?;
    if found.is_none()
        && let Some(stored) = document.stored
    {
        let artifact = stored_fields(snapshot, stored, root, &Artifact::PRESENTED)?;
        let mut other = None;
        for gap in gaps(&artifact) {
            if gap.names().any(|name| name == node) {
                other = gap.names().find(|name| *name != node).map(str::to_owned);
            }
        }
        found = other.map(|other| entry(&other)).transpose()?.flatten();
    }
    let grafik = found.ok_or_else(missing)?;
    let page = page_of(snapshot, &grafik)?;
    page.map(|page| (page, grafik)).ok_or_else(missing)
}

/// A place where a statute leaves out a graphic.
#[derive(Debug)]
pub(super) struct Gap<'a> {
    /// Its anchor in the text.
    pub(super) anchor: Option<&'a str>,
    key: Option<&'a str>,
}

impl<'a> Gap<'a> {
    /// The names an entry may go by.
    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.key.into_iter().chain(self.anchor)
    }
}

/// The gaps of the presented text, in its order.
pub(super) fn gaps(artifact: &Artifact) -> Vec<Gap<'_>> {
    let mut gaps = Vec::new();
    artifact.presented().walk(&mut |step| {
        if let lagrum_artifact::Step::Enter(node) = step
            && Node::kind(node) == "grafik"
        {
            gaps.push(Gap { anchor: node.id(), key: node.str("key") });
        }
    });
    gaps
}

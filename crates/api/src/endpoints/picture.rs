//! Pictures of pages, for the endpoints that answer with one.

use axum::response::Response;
use bytes::Bytes;
use http::{HeaderMap, Method};
use lagrum_corpus::attachments::{BoundingBox, Grafik, PageOfPdf};
use lagrum_print_pool::{Job, Key, Material, Order, PageJob, Press, PrintError};
use lagrum_snapshot::Snapshot;

use crate::ApiError;
use crate::printing::{Pressed, fresh, gate, kept, no_print};

/// Seconds after which to ask a busy press again.
const RETRY_AFTER: u32 = 5;

const PNG: &str = "image/png";

/// Dots per inch of whole pages.
pub(super) const PAGE_DPI: u32 = 150;

/// A picture that can be ordered.
pub(super) struct Ordered {
    pub(super) key: Key,
    order: Order,
}

impl Ordered {
    /// A page of a stored PDF, or a part of it.
    pub(super) fn new(
        press: &Press,
        snapshot: &Snapshot,
        page: PageOfPdf,
        dpi: u32,
        crop: Option<BoundingBox>,
    ) -> Self {
        let job = Job::Page(PageJob { number: page.number, dpi, crop: crop.map(BoundingBox::sides) });
        let key = press.key(&job, &page.digest.0);
        Self { key, order: Order { job, material: Material::File(snapshot.attachment(&page.digest)) } }
    }

    /// The PNG, kept or drawn now for whoever asks.
    pub(super) async fn drawn(self, pressed: &Pressed) -> Result<Bytes, PrintError> {
        match pressed.press.kept(self.key).await {
            Some(png) => Ok(png),
            None => pressed.press.print(pressed.asker, self.key, self.order).await,
        }
    }

    /// The answer: what is kept goes to everyone, and is drawn for pages of the service.
    pub(super) async fn answer(
        self,
        pressed: &Pressed,
        snapshot: &Snapshot,
        method: &Method,
        headers: &HeaderMap,
        failure: impl Fn(&PrintError) -> ApiError,
    ) -> Result<Response, ApiError> {
        let Pressed { press, asker } = pressed;
        if let Some(answer) = kept(press, self.key, PNG, method, headers).await? {
            return Ok(answer);
        }
        gate(headers, &snapshot.manifest().base)?;
        let admitted = press.admit_page(*asker).map_err(|error| failure(&error))?;
        let png = press.print(*asker, self.key, self.order).await.map_err(|error| failure(&error))?;
        drop(admitted);
        fresh(press, self.key, PNG, png, method, headers).await
    }
}

/// The failure of an endpoint that was asked for a page.
pub(super) fn no_page(error: &PrintError) -> ApiError {
    no_print(error, RETRY_AFTER)
}

/// The failure of an endpoint whose own data name the page: also a page that is not there is damage of ours.
pub(super) fn no_graphic(error: &PrintError) -> ApiError {
    match error {
        PrintError::Refused(_) => ApiError::internal(error),
        other => no_page(other),
    }
}

/// The page that a graphic is printed on; None when the act's PDF is not held.
pub(super) fn page_of(snapshot: &Snapshot, grafik: &Grafik) -> Result<Option<PageOfPdf>, ApiError> {
    let parts = snapshot.attached(|attached| attached.pdfs(&grafik.act));
    Ok(PageOfPdf::printed(&parts.map_err(|error| ApiError::internal(&error))?, grafik.page))
}

//! Pictures of pages.

use axum::response::Response;
use bytes::Bytes;
use http::{HeaderMap, Method};
use lagrum_corpus::attachments::{BoundingBox, Digest, PageOfPdf};
use lagrum_print_pool::{PageJob, PrintError, PrintInput, PrintJob, PrintKey, PrintPool, PrintRequest};
use lagrum_snapshot::Snapshot;

use crate::ApiError;
use crate::extract::printer::Printer;
use crate::response::origin_guard::check_origin;
use crate::response::print::{cached, fresh, print_failed};

/// Seconds after which a busy print pool may be free.
const RETRY_AFTER: u32 = 5;

const PNG: &str = "image/png";

/// Dots per inch of whole pages.
pub(crate) const PAGE_DPI: u32 = 150;

/// Dots per inch of a part of a page.
pub(crate) const CROP_DPI: u32 = 300;

/// Dots per inch of a part of a page in the large size.
pub(crate) const LARGE_DPI: u32 = 600;

/// A picture of a page, or of a part of a page, that can be requested from the print pool.
pub(crate) struct PagePicture {
    key: PrintKey,
    request: PrintRequest,
    pdf: Digest,
}

impl PagePicture {
    /// A page of a stored PDF, or a part of it.
    pub(crate) fn new(
        pool: &PrintPool,
        snapshot: &Snapshot,
        page: PageOfPdf,
        dpi: u32,
        crop: Option<BoundingBox>,
    ) -> Self {
        let job = PrintJob::Page(PageJob { number: page.number, dpi, crop: crop.map(BoundingBox::sides) });
        let key = pool.key(&job, &page.digest.0);
        Self {
            key,
            request: PrintRequest { job, input: PrintInput::File(snapshot.attachment(&page.digest)) },
            pdf: page.digest,
        }
    }

    /// The PNG, from the cache or drawn now.
    pub(crate) async fn draw(self, printer: &Printer) -> Result<Bytes, PrintError> {
        match printer.pool.cached(self.key).await {
            Some(png) => Ok(png),
            None => printer.pool.print(printer.client, self.key, self.request).await,
        }
    }

    /// The response: a cached picture for everyone, a picture drawn now only for pages of the service. For these requests the
    /// next page may be drawn ahead.
    pub(crate) async fn respond(
        self,
        printer: &Printer,
        snapshot: &Snapshot,
        method: &Method,
        headers: &HeaderMap,
        failure: impl Fn(&PrintError) -> ApiError,
    ) -> Result<Response, ApiError> {
        let Printer { pool, client } = printer;
        if let Some(response) = cached(pool, self.key, PNG, method, headers).await? {
            if check_origin(headers, &snapshot.manifest().base).is_ok() {
                pool.note_read(&self.request, &self.pdf.0);
            }
            return Ok(response);
        }
        check_origin(headers, &snapshot.manifest().base)?;
        let admitted = pool.admit_page(*client).map_err(|error| failure(&error))?;
        let drawn = pool.print(*client, self.key, self.request.clone()).await;
        let png = drawn.map_err(|error| failure(&error))?;
        drop(admitted);
        pool.note_read(&self.request, &self.pdf.0);
        fresh(pool, self.key, PNG, png, method, headers).await
    }
}

/// The failure of an endpoint whose request names the page.
pub(crate) fn page_failed(error: &PrintError) -> ApiError {
    print_failed(error, RETRY_AFTER)
}

/// The failure of an endpoint whose own data name the page: a missing page is a fault of the server.
pub(crate) fn graphic_failed(error: &PrintError) -> ApiError {
    match error {
        PrintError::Rejected(_) => ApiError::internal(error),
        other => page_failed(other),
    }
}

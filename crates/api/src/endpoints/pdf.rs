//! `GET /api/v1/pdf`
//!
//! The manuscript of a PDF is made first. It is also the key under which the PDF is cached, so a PDF is typeset once, and no
//! other PDF is sent in its place. The manuscript states what is true of the text today (that it is repealed, what it lacks),
//! so a cached PDF of yesterday is sent only if a new one would state the same. The day on which a PDF is made is printed in
//! it, but is no part of the key: otherwise every PDF would be typeset again each day.

use std::sync::Arc;

use axum::response::Response;
use bytes::Bytes;
use http::{HeaderMap, Method, header};
use jiff::civil::Date;
use lagrum_answers::{self as answers, ManuscriptParts, ManuscriptQuestion, PlacedGraphic};
use lagrum_print_pool::{PrintError, PrintInput, PrintJob, PrintRequest};
use lagrum_render::manuscript::{Figure, Layout, Manuscript, Picture};
use lagrum_snapshot::Snapshot;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::extract::day::day;
use crate::extract::printer::Printer;
use crate::response::binary::Binary;
use crate::response::disposition::disposition;
use crate::response::picture::{CROP_DPI, PAGE_DPI, PagePicture, graphic_failed};
use crate::response::print::{cached, fresh, print_failed};
use crate::{ApiError, Caching, Current, Query, Routes, Today, answer, blocking, routes};

const PDF: &str = "application/pdf";

/// Seconds after which a busy print pool may be free.
const RETRY_AFTER: u32 = 30;

/// Maximum number of bytes of all pictures in one document.
const MAX_PICTURE_BYTES: usize = 64 << 20;

#[derive(Debug, Deserialize, IntoParams)]
struct PdfQuery {
    /// The page path of a document: the path of its uri.
    path: String,
    /// Whether to begin with a table of contents.
    #[param(default = false)]
    toc: bool,
    /// What to print under each provision: kinds of citing documents, separated by commas, or `alla`.
    #[param(default = "")]
    kontext: String,
    /// Whether to print the register of amendments.
    #[param(default = true)]
    andringar: bool,
    /// Columns on a page. Two columns are set in small type, and without `kontext`.
    #[param(default = 1, minimum = 1, maximum = 2)]
    kolumner: u8,
    /// Whether a browser saves the file instead of showing it.
    #[param(default = false)]
    download: bool,
    /// The day whose text is printed (`YYYY-MM-DD`). Without it that of today.
    #[param(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    as_of: Option<String>,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(pdf), Caching::DayPrint)
}

/// A document typeset for paper.
#[utoipa::path(get, path = "/api/v1/pdf", tag = "document", operation_id = "pdf", params(PdfQuery),
    responses((status = 200, description = "The document", content_type = "application/pdf", body = inline(Binary))))]
async fn pdf(
    Current(snapshot): Current,
    Today(today): Today,
    printer: Printer,
    method: Method,
    headers: HeaderMap,
    query: Query<PdfQuery>,
) -> Result<Response, ApiError> {
    let as_of = day(&query, "as_of", query.as_of.as_deref())?;
    let PdfQuery { path, toc, kontext, andringar, kolumner, download, .. } = query.into_inner();
    let context = answers::context_kinds(&kontext)?;
    let context = if kolumner == 1 { context } else { Vec::new() };
    let layout = Layout { contents: toc, amendments: andringar, columns: kolumner };

    // Making the manuscript takes time too, so a client with too many prints under way is rejected before.
    let admitted =
        printer.pool.admit_paper(printer.client).map_err(|error| print_failed(&error, RETRY_AFTER))?;
    let held = snapshot.clone();
    let question = ManuscriptQuestion { path: path.clone(), layout, context, as_of, today };
    let parts = answer(move || answers::manuscript(&held, question)).await?;
    let ManuscriptParts { mut manuscript, graphics } = parts;
    manuscript.figures = figures(&printer, &snapshot, graphics).await?;
    let mut response = print(&printer, manuscript, today, &method, &headers).await?;
    drop(admitted);
    if response.headers().contains_key(header::CONTENT_TYPE) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition(download, &file_name(&path)));
    }
    Ok(response)
}

/// The PDF of a manuscript, from the cache or typeset now.
async fn print(
    printer: &Printer,
    manuscript: Manuscript,
    today: Date,
    method: &Method,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let Printer { pool, client } = printer;
    let (input, mut manuscript) = blocking(move || {
        let input = json(&manuscript)?;
        Ok::<_, ApiError>((input, manuscript))
    })
    .await?;
    let key = pool.key(&PrintJob::Paper, &input);
    drop(input);
    if let Some(response) = cached(pool, key, PDF, method, headers).await? {
        return Ok(response);
    }
    manuscript.made = Some(today.to_string());
    let input = blocking(move || json(&manuscript)).await?;
    let request = PrintRequest { job: PrintJob::Paper, input: PrintInput::Bytes(input) };
    let pdf = pool.print(*client, key, request).await.map_err(|error| print_failed(&error, RETRY_AFTER))?;
    fresh(pool, key, PDF, pdf, method, headers).await
}

fn json(manuscript: &Manuscript) -> Result<Bytes, ApiError> {
    serde_json::to_vec(manuscript).map(Bytes::from).map_err(|error| ApiError::internal(&error))
}

/// Draws the graphics. A graphic whose PDF is not held is left out, and the text states that; one that cannot be drawn fails
/// the whole PDF.
async fn figures(
    printer: &Printer,
    snapshot: &Arc<Snapshot>,
    graphics: Vec<PlacedGraphic>,
) -> Result<Vec<Figure>, ApiError> {
    let mut figures = Vec::with_capacity(graphics.len());
    let mut bytes = 0;
    for PlacedGraphic { anchor, entry: grafik } in graphics {
        let (held, entry) = (snapshot.clone(), grafik.clone());
        let Some(page) = answer(move || answers::graphic_page(&held, &entry)).await? else { continue };
        let dpi = if grafik.bbox.is_some() { CROP_DPI } else { PAGE_DPI };
        let drawn = PagePicture::new(&printer.pool, snapshot, page, dpi, grafik.bbox).draw(printer).await;
        let png = drawn.map_err(|error| match &error {
            PrintError::NotStarted(_) | PrintError::WorkerFailed(_) => {
                ApiError::unavailable_because("a picture of the document cannot be drawn now", &error)
            }
            _ => graphic_failed(&error),
        })?;
        bytes += png.len();
        if bytes > MAX_PICTURE_BYTES {
            return Err(ApiError::unavailable("the document has more pictures than can be printed"));
        }
        let base = &snapshot.manifest().base;
        let act = base.strip(&grafik.act).unwrap_or(&grafik.act);
        figures.push(Figure {
            anchor,
            picture: Picture {
                width: png_width(&png) * 72.0 / f64::from(dpi),
                png: png.to_vec(),
                source: format!("SFS {act} s. {}", grafik.page),
            },
        });
    }
    Ok(figures)
}

/// The width of a PNG in pixels, from its head; 0 for other bytes.
fn png_width(png: &[u8]) -> f64 {
    png.get(16..20)
        .and_then(|bytes| bytes.try_into().ok())
        .map_or(0.0, |bytes| f64::from(u32::from_be_bytes(bytes)))
}

/// The file name of a document: its page path with every run of unusual characters as a hyphen.
fn file_name(path: &str) -> String {
    let mut name = String::new();
    for c in path.chars() {
        if c.is_ascii_alphanumeric() || "._-".contains(c) {
            name.push(c);
        } else if !name.ends_with('\u{0}') {
            // Replaced characters become one mark, so that hyphens of the path itself are kept as they are.
            name.push('\u{0}');
        }
    }
    let name = name.replace('\u{0}', "-");
    let name = name.trim_matches(['-', '.']);
    if name.is_empty() { "dokument.pdf".to_owned() } else { format!("{name}.pdf") }
}

#[cfg(test)]
mod tests {
    use super::{file_name, png_width};

    #[test]
    fn names_of_files() {
        let table = [
            ("/1931:47", "1931-47.pdf"),
            ("/prop/2030/31:9", "prop-2030-31-9.pdf"),
            ("/begrepp/Får och get", "begrepp-F-r-och-get.pdf"),
            ("/1909:bih._29_s.1", "1909-bih._29_s.1.pdf"),
            ("/a--b", "a--b.pdf"),
            ("/../..", "dokument.pdf"),
            ("/", "dokument.pdf"),
            ("", "dokument.pdf"),
        ];
        for (path, expected) in table {
            assert_eq!(file_name(path), expected, "{path}");
        }
    }

    #[test]
    fn the_width_stands_in_the_head() {
        assert!((png_width(&[&[0; 16][..], &[0, 0, 4, 226]].concat()) - 1250.0).abs() < f64::EPSILON);
        assert!(png_width(b"PNG").abs() < f64::EPSILON);
    }
}

//! `GET /api/v1/pdf`
//!
//! What is to be typeset is gathered here into a manuscript: the artifact as stored, the citations asked for, the pictures
//! of graphics. The manuscript is also the key under which the PDF is kept, so the same PDF is never set twice and another
//! never answered with.

mod context;

use std::sync::Arc;

use axum::response::Response;
use bytes::Bytes;
use http::{HeaderMap, Method, header};
use lagrum_artifact::{Artifact, Base, DocumentUri};
use lagrum_corpus::attachments::Grafik;
use lagrum_print_pool::{Job, Material, Order, PrintError};
use lagrum_render::amendments;
use lagrum_render::manuscript::{Figure, Layout, Manuscript, Picture};
use lagrum_snapshot::Snapshot;
use serde::Deserialize;
use utoipa::IntoParams;

use self::context::{Slug, context, slugs};
use super::binary::Binary;
use super::picture::{Ordered, PAGE_DPI, no_graphic, page_of};
use super::sfs_graphic::{CROP_DPI, gaps};
use super::stored::{cannot_be_read, parsed, stored_bytes};
use super::{ask_here, cited_as};
use crate::disposition::disposition;
use crate::printing::{Pressed, fresh, kept, no_print};
use crate::{ApiError, Caching, Held, Query, Resources, blocking, routes};

const PDF: &str = "application/pdf";

/// Seconds after which to ask a busy press again.
const RETRY_AFTER: u32 = 30;

/// Pictures in one document.
const MOST_FIGURES: usize = 500;

/// Bytes of all pictures in one document.
const MOST_BYTES: usize = 64 << 20;

#[derive(Debug, Deserialize, IntoParams)]
struct PdfQuery {
    /// The page path of a document: the path of its uri.
    path: String,
    /// Whether to begin with a table of contents.
    #[param(default = false)]
    toc: bool,
    /// What to print under each provision: kinds of citing documents, with commas between, or `alla`.
    #[param(default = "")]
    kontext: String,
    /// Whether to print the register of amendments.
    #[param(default = true)]
    andringar: bool,
    /// Columns on a page. Two are set small, and without `kontext`.
    #[param(default = 1, minimum = 1, maximum = 2)]
    kolumner: u8,
    /// Whether a browser shall save the file instead of showing it.
    #[param(default = false)]
    download: bool,
}

pub(super) fn routes() -> Resources {
    Resources::new().get(routes!(pdf), Caching::Snapshot)
}

/// A document typeset for paper.
#[utoipa::path(get, path = "/api/v1/pdf", tag = "document", operation_id = "pdf", params(PdfQuery),
    responses((status = 200, description = "The document", content_type = "application/pdf", body = inline(Binary))))]
async fn pdf(
    Held(snapshot): Held<Snapshot>,
    pressed: Pressed,
    method: Method,
    headers: HeaderMap,
    query: Query<PdfQuery>,
) -> Result<Response, ApiError> {
    let slugs = slugs(&query.kontext)
        .map_err(|unknown| query.reject([("kontext", format!("{unknown} is no kind of context"))]))?;
    let PdfQuery { path, toc, andringar, kolumner, download, .. } = query.into_inner();
    let layout = Layout { contents: toc, amendments: andringar, columns: kolumner };
    let slugs = if kolumner == 1 { slugs } else { Vec::new() };

    // Gathering takes time too, so who has too much under way is told so before it.
    let admitted = pressed.press.admit_paper(pressed.asker).map_err(|error| no_print(&error, RETRY_AFTER))?;
    let (from, asked) = (snapshot.clone(), path.clone());
    let (mut manuscript, graphics) = blocking(move || gather(&from, &asked, layout, &slugs)).await?;
    manuscript.figures = figures(&pressed, &snapshot, graphics).await?;
    let material = blocking(move || {
        serde_json::to_vec(&manuscript).map(Bytes::from).map_err(|error| ApiError::internal(&error))
    })
    .await?;
    let mut response = printed(&pressed, material, &method, &headers).await?;
    drop(admitted);
    if response.headers().contains_key(header::CONTENT_TYPE) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition(download, &file_name(&path)));
    }
    Ok(response)
}

async fn printed(
    pressed: &Pressed,
    material: Bytes,
    method: &Method,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let Pressed { press, asker } = pressed;
    let key = press.key(&Job::Paper, &material);
    if let Some(answer) = kept(press, key, PDF, method, headers).await? {
        return Ok(answer);
    }
    let order = Order { job: Job::Paper, material: Material::Bytes(material) };
    let pdf = press.print(*asker, key, order).await.map_err(|error| no_print(&error, RETRY_AFTER))?;
    fresh(press, key, PDF, pdf, method, headers).await
}

/// A graphic of a document and the anchor it stands at.
type Placed = (String, Grafik);

/// Everything of the manuscript that the snapshot has, and the graphics that are still to be drawn.
fn gather(
    snapshot: &Snapshot,
    path: &str,
    mut layout: Layout,
    slugs: &[&'static Slug],
) -> Result<(Manuscript, Vec<Placed>), ApiError> {
    let base = &snapshot.manifest().base;
    let unknown = || ApiError::not_found(format!("no document at {path}"));
    let uri = named_by(base, path).ok_or_else(unknown)?;
    let found = ask_here(snapshot, |catalog| {
        if let Some(document) = catalog.document(uri.as_str())? {
            return Ok(Some((document.stored, document)));
        }
        // An archived wording goes by the names of its document.
        let Some(lydelse) = catalog.lydelse(uri.as_str())? else { return Ok(None) };
        let document = catalog.document(&lydelse.document)?.unwrap_or_default();
        Ok(Some((Some(lydelse.stored), lagrum_catalog::Document { source: lydelse.source, ..document })))
    })?;
    let (stored, document) = found.ok_or_else(unknown)?;
    let bytes = stored.map(|stored| stored_bytes(snapshot, stored, uri.as_str())).transpose()?;
    let unreadable = || cannot_be_read(uri.as_str());
    let graphics = match &bytes {
        Some(bytes) => {
            let fields: Vec<&str> = Artifact::PRESENTED.into_iter().chain(["amendments"]).collect();
            let artifact = parsed(bytes, Some(&fields), uri.as_str())?;
            // Where there is no register, printing it or not is the same PDF, and is kept as one.
            layout.amendments &= amendments(&artifact).next().is_some();
            graphics(snapshot, &document.uri, &artifact)?
        }
        None => Vec::new(),
    };
    let artifact = bytes
        .map(|bytes| {
            String::from_utf8(bytes).ok().and_then(|text| serde_json::value::RawValue::from_string(text).ok())
        })
        .map(|artifact| artifact.ok_or_else(unreadable))
        .transpose()?;
    let context = ask_here(snapshot, |catalog| context(catalog, &document, slugs))?;
    let manuscript = Manuscript {
        head: cited_as(base, &document, None),
        title: document.title.or(document.label),
        address: uri.to_string(),
        artifact,
        layout,
        context,
        figures: Vec::new(),
    };
    Ok((manuscript, graphics))
}

/// The uri whose page path this is.
fn named_by(base: &Base, path: &str) -> Option<DocumentUri> {
    base.document(path.strip_prefix('/')?)
}

/// The graphics that the text leaves out and that a reviewed entry tells the place of.
fn graphics(snapshot: &Snapshot, statute: &str, artifact: &Artifact) -> Result<Vec<Placed>, ApiError> {
    let gaps = gaps(artifact);
    let found = snapshot.attached(|attached| {
        let mut found = Vec::new();
        for gap in gaps.iter().take(MOST_FIGURES) {
            for name in gap.names() {
                if let (Some(grafik), Some(anchor)) = (attached.grafik(statute, name)?, gap.anchor) {
                    found.push((anchor.to_owned(), grafik));
                    break;
                }
            }
        }
        Ok(found)
    });
    found.map_err(|error| ApiError::internal(&error))
}

/// Draws the graphics. One whose source is not held is left to the text that stands in for it; one that should be there
/// and cannot be drawn fails the whole.
async fn figures(
    pressed: &Pressed,
    snapshot: &Arc<Snapshot>,
    graphics: Vec<Placed>,
) -> Result<Vec<Figure>, ApiError> {
    let mut figures = Vec::with_capacity(graphics.len());
    let mut bytes = 0;
    for (anchor, grafik) in graphics {
        let (from, entry) = (snapshot.clone(), grafik.clone());
        let Some(page) = blocking(move || page_of(&from, &entry)).await? else { continue };
        let dpi = if grafik.bbox.is_some() { CROP_DPI } else { PAGE_DPI };
        let drawn = Ordered::new(&pressed.press, snapshot, page, dpi, grafik.bbox).drawn(pressed).await;
        let png = drawn.map_err(|error| match &error {
            PrintError::Died(_) => {
                ApiError::unavailable_because("a picture of the document cannot be made now", &error)
            }
            _ => no_graphic(&error),
        })?;
        bytes += png.len();
        if bytes > MOST_BYTES {
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

/// How many pixels wide a PNG says it is; 0 for one that is none.
fn png_width(png: &[u8]) -> f64 {
    png.get(16..20)
        .and_then(|bytes| bytes.try_into().ok())
        .map_or(0.0, |bytes| f64::from(u32::from_be_bytes(bytes)))
}

/// What the file of a document is called: its page path with every run of unusual characters as a hyphen.
fn file_name(path: &str) -> String {
    let mut name = String::new();
    for c in path.chars() {
        if c.is_ascii_alphanumeric() || "._-".contains(c) {
            name.push(c);
        } else if !name.ends_with('\u{0}') {
            // Apart from hyphens of the path itself, which stay as many as they are.
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

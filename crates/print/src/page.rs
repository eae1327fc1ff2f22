//! A page of a PDF as a picture.
//!
//! The page is its media box, as printed. A crop box, which hides a part of it on screens, is ignored. The renderer always
//! clips to the crop box, so for such a page the key of the crop box is overwritten in a copy of the file. Where page
//! dictionaries are compressed in object streams, the crop box stays, and the hidden part is white.
//!
//! The renderer allocates as much as a PDF requests. This module rejects pictures of too many pixels before it draws;
//! otherwise the limits of the process apply.

use std::cell::OnceCell;
use std::sync::Arc;

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::page::{Page, Rotation};
use hayro::kurbo::{Affine, Rect};
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};
use lagrum_print_pool::{PageJob, PrintRejection};

/// How far a crop may reach beyond the page, in points: boxes are measured on pages whose size has been rounded.
const TOLERANCE: f64 = 1.0;

/// The number of pages in a PDF.
pub fn count(pdf: Vec<u8>) -> Result<usize, PrintRejection> {
    match OpenPdf::open(pdf)?.pdf.pages().len() {
        0 => Err(PrintRejection::Unreadable("a PDF without pages".to_owned())),
        pages => Ok(pages),
    }
}

/// Draws a page of a PDF, as a PNG of at most `max_pixels` pixels.
pub fn draw(pdf: Vec<u8>, job: &PageJob, max_pixels: u64) -> Result<Vec<u8>, PrintRejection> {
    OpenPdf::open(pdf)?.draw(job, max_pixels)
}

/// A PDF whose table of objects has been read, so that several of its pages can be drawn.
///
/// Pages share that table and nothing else: a page has the same picture whichever were drawn before.
pub struct OpenPdf {
    bytes: Arc<Vec<u8>>,
    pdf: Pdf,
    /// The copy without crop boxes, once a page has needed it.
    uncropped: OnceCell<Pdf>,
}

impl OpenPdf {
    /// Reads the table of objects.
    pub fn open(bytes: Vec<u8>) -> Result<Self, PrintRejection> {
        let bytes = Arc::new(bytes);
        Ok(Self { pdf: parse(bytes.clone())?, bytes, uncropped: OnceCell::new() })
    }

    /// Draws a page, as a PNG of at most `max_pixels` pixels.
    pub fn draw(&self, job: &PageJob, max_pixels: u64) -> Result<Vec<u8>, PrintRejection> {
        let page = page(&self.pdf, job.number)?;
        let (crop, media) = (page.crop_box(), page.media_box());
        let edges = [(crop.x0, media.x0), (crop.y0, media.y0), (crop.x1, media.x1), (crop.y1, media.y1)];
        if edges.iter().all(|(crop, media)| (crop - media).abs() < 1e-6) {
            return draw_page(page, job, max_pixels);
        }
        let uncropped = if let Some(uncropped) = self.uncropped.get() {
            uncropped
        } else {
            let copy = parse(Arc::new(without_crop_boxes(&self.bytes)))?;
            self.uncropped.get_or_init(|| copy)
        };
        draw_page(self::page(uncropped, job.number)?, job, max_pixels)
    }
}

pub(crate) fn parse(bytes: Arc<Vec<u8>>) -> Result<Pdf, PrintRejection> {
    Pdf::new(bytes).map_err(|error| PrintRejection::Unreadable(format!("{error:?}")))
}

fn page(pdf: &Pdf, number: u32) -> Result<&Page<'_>, PrintRejection> {
    let index = (number as usize).checked_sub(1).ok_or(PrintRejection::NoSuchPage)?;
    pdf.pages().get(index).ok_or(PrintRejection::NoSuchPage)
}

/// The file with the key of every crop box overwritten.
fn without_crop_boxes(pdf: &[u8]) -> Vec<u8> {
    const KEY: &[u8] = b"/CropBox";
    let mut copy = pdf.to_vec();
    let mut at = 0;
    while let Some(found) = copy[at..].windows(KEY.len()).position(|window| window == KEY) {
        copy[at + found + 1] = b'X';
        at += found + KEY.len();
    }
    copy
}

fn draw_page(page: &Page<'_>, job: &PageJob, max_pixels: u64) -> Result<Vec<u8>, PrintRejection> {
    let (to_page, width, height) = placed(page)?;
    let [left, top, right, bottom] = job.crop.unwrap_or([0.0, 0.0, width, height]);
    if right > width + TOLERANCE || bottom > height + TOLERANCE {
        return Err(PrintRejection::BeyondPage);
    }
    let scale = f64::from(job.dpi) / 72.0;
    let (columns, rows) = (dots((right - left) * scale)?, dots((bottom - top) * scale)?);
    if u64::from(columns) * u64::from(rows) > max_pixels {
        return Err(PrintRejection::TooLarge);
    }
    let transform = Affine::scale(scale) * Affine::translate((-left, -top)) * to_page;
    let mut context = RenderContext::new(columns, rows);
    render_into(
        page,
        &RenderCache::new(),
        &InterpreterSettings::default(),
        &RenderSettings::default(),
        &mut context,
        transform,
    );
    context.flush();
    let mut picture = Pixmap::new(columns, rows);
    let onto_white = RasterizerSettings { target_init: TargetInit::Clear(WHITE), ..Default::default() };
    context.render_with(&mut picture, &mut Resources::default(), onto_white);
    png(&picture, job.dpi).map_err(|error| PrintRejection::Unreadable(error.to_string()))
}

/// A length in dots, rounded up, with a tolerance for the inexactness of floats.
fn dots(length: f64) -> Result<u16, PrintRejection> {
    let dots = (length - 1e-4).ceil().max(1.0);
    // Also false for NaN.
    if dots <= f64::from(u16::MAX) { Ok(whole(dots)) } else { Err(PrintRejection::TooLarge) }
}

#[expect(clippy::cast_sign_loss, reason = "it is at least 1")]
fn whole(dots: f64) -> u16 {
    dots as u16
}

/// The transform from the coordinates of the page to those of the rotated page with its top left corner as the origin, and
/// the width and height of the rotated page in points.
pub(crate) fn placed(page: &Page<'_>) -> Result<(Affine, f64, f64), PrintRejection> {
    let media = page.media_box();
    let media = Rect::new(media.x0, media.y0, media.x1, media.y1).abs();
    let (width, height) = (media.width(), media.height());
    if !(width > 0.0 && height > 0.0 && width.is_finite() && height.is_finite()) {
        return Err(PrintRejection::Unreadable("a page without an area".to_owned()));
    }
    let upright = Affine::new([1.0, 0.0, 0.0, -1.0, -media.x0, media.y1]);
    Ok(match page.rotation() {
        Rotation::None => (upright, width, height),
        Rotation::Horizontal => (Affine::new([0.0, 1.0, -1.0, 0.0, height, 0.0]) * upright, height, width),
        Rotation::Flipped => (Affine::new([-1.0, 0.0, 0.0, -1.0, width, height]) * upright, width, height),
        Rotation::FlippedHorizontal => {
            (Affine::new([0.0, -1.0, 1.0, 0.0, 0.0, width]) * upright, height, width)
        }
    })
}

/// The picture as a PNG, in greyscale if it has no colour, as most printed pages.
fn png(picture: &Pixmap, dpi: u32) -> Result<Vec<u8>, png::EncodingError> {
    let dots = picture.data();
    let is_grey = dots.iter().all(|dot| dot.r == dot.g && dot.g == dot.b);
    let (colour, data): (png::ColorType, Vec<u8>) = if is_grey {
        (png::ColorType::Grayscale, dots.iter().map(|dot| dot.r).collect())
    } else {
        (png::ColorType::Rgb, dots.iter().flat_map(|dot| [dot.r, dot.g, dot.b]).collect())
    };
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, u32::from(picture.width()), u32::from(picture.height()));
    encoder.set_color(colour);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    // An inch is 254 tenths of a millimetre.
    let per_metre = (u64::from(dpi) * 10_000).div_ceil(254).try_into().unwrap_or(u32::MAX);
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: png::Unit::Meter,
    }));
    encoder.write_header()?.write_image_data(&data)?;
    Ok(bytes)
}

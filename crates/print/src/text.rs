//! The words of a PDF with their places.
//!
//! Letters come from the fonts of the file, as its `ToUnicode` tables and the names of its glyphs say. A picture of a letter has none.
//! Nothing is drawn.

use std::collections::HashSet;

use hayro::hayro_interpret::font::{Glyph, GlyphRun, PositionedGlyph};
use hayro::hayro_interpret::hayro_cmap::BfString;
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps, InterpreterCache,
    InterpreterSettings, SoftMask, interpret_page,
};
use hayro::hayro_syntax::Pdf;
use hayro::kurbo::{Affine, BezPath, Point, Rect};
use lagrum_parse::{PdfPage, PdfText, PdfWords};
use lagrum_print_pool::PrintRejection;

use crate::page::{parse, placed};

/// The greatest number of pages that are read. The longest judgment of a Swedish court has some hundreds.
const MAX_PAGES: usize = 2000;

/// The greatest number of glyphs that are read: a thousand full pages.
const MAX_GLYPHS: usize = 4_000_000;

/// The greatest number of places with words on a page. A dense table has some hundreds. Lines are made of them by comparing those of a page.
const MAX_PLACES: usize = 4000;

/// Reads the words of all pages.
pub fn read(pdf: Vec<u8>) -> Result<PdfText, PrintRejection> {
    read_within(pdf, MAX_PAGES, MAX_GLYPHS)
}

fn read_within(pdf: Vec<u8>, max_pages: usize, max_glyphs: usize) -> Result<PdfText, PrintRejection> {
    let pdf: Pdf = parse(std::sync::Arc::new(pdf))?;
    let pages = pdf.pages();
    if pages.is_empty() {
        return Err(PrintRejection::Unreadable("a PDF without pages".to_owned()));
    }
    if pages.len() > max_pages {
        return Err(PrintRejection::TooLong(format!(
            "{} pages, and at most {max_pages} are read",
            pages.len()
        )));
    }
    let cache = InterpreterCache::new();
    let mut text = PdfText::default();
    let mut glyphs_left = max_glyphs;
    for page in pages.iter() {
        let (to_page, width, height) = placed(page)?;
        let area = Rect::new(0.0, 0.0, width, height);
        let mut context = Context::new(to_page, area, &cache, page.xref(), InterpreterSettings::default());
        let mut reader = PageReader { glyphs_left, ..PageReader::default() };
        interpret_page(page, &mut context, &mut reader);
        reader.end_words();
        if reader.is_too_long {
            return Err(PrintRejection::TooLong(format!("more than {max_glyphs} letters")));
        }
        if reader.words.len() > MAX_PLACES {
            let number = text.pages.len() + 1;
            return Err(PrintRejection::TooLong(format!(
                "more than {MAX_PLACES} places with words on page {number}"
            )));
        }
        glyphs_left = reader.glyphs_left;
        text.unknown_glyphs += reader.unknown;
        text.pages.push(PdfPage { width: single(width), height: single(height), words: reader.words });
    }
    Ok(text)
}

#[expect(clippy::cast_possible_truncation, reason = "places on paper need no more digits")]
fn single(length: f64) -> f32 {
    length as f32
}

/// Collects the words of a page.
#[derive(Default)]
struct PageReader {
    words: Vec<PdfWords>,
    /// The words that are being read, and where the next glyph of them would stand.
    open: Option<(PdfWords, Pen)>,
    /// The glyphs that were read, with their places in quarters of a point. A second one at its place is the same one, drawn again.
    seen: HashSet<(u32, i64, i64)>,
    glyphs_left: usize,
    unknown: usize,
    is_too_long: bool,
}

/// Where the next glyph would stand, and the direction of the line.
#[derive(Clone, Copy)]
struct Pen {
    at: Point,
    /// The direction, of length one.
    along: Point,
}

/// A gap from which on two glyphs are of two words, in parts of the size of the type.
const WORD_GAP: f64 = 0.15;

/// A gap from which on two words are apart on their line: of two columns, or a number and its paragraph.
const COLUMN_GAP: f64 = 1.0;

impl PageReader {
    fn glyph(&mut self, glyph: &PositionedGlyph<'_>, transform: Affine) {
        /// The units of a glyph in an em.
        const UNITS: f64 = 1000.0;
        if self.glyphs_left == 0 {
            self.is_too_long = true;
            return;
        }
        self.glyphs_left -= 1;
        let place = transform * glyph.transform();
        let origin = place * Point::ORIGIN;
        let (x, y) = (origin.x, origin.y);
        let to_right = place * Point::new(1.0, 0.0) - origin;
        let upwards = place * Point::new(0.0, 1.0) - origin;
        let (size, stretch) = (upwards.hypot() * UNITS, to_right.hypot());
        if ![size, stretch, x, y].iter().all(|number| number.is_finite()) || stretch == 0.0 {
            return;
        }
        let quarters = |length: f64| (length * 4.0).round() as i64;
        if !self.seen.insert((glyph.char_code(), quarters(x), quarters(y))) {
            return;
        }
        let letters = match glyph.as_unicode() {
            Some(BfString::Char(c)) => c.to_string(),
            Some(BfString::String(letters)) => letters,
            None => String::new(),
        };
        let letters: String = letters.chars().filter(|c| !c.is_control() || c.is_whitespace()).collect();
        let (is_bold, is_italic) = style(glyph);
        let advance = advance(glyph).map_or(size / 2.0, |units| f64::from(units) * stretch);
        let along = Point::new(to_right.x / stretch, to_right.y / stretch);
        let end = Point::new(x + along.x * advance, y + along.y * advance);
        if letters.trim().is_empty() {
            // A blank is seen by the gap that it leaves.
            self.unknown += usize::from(letters.is_empty());
            return;
        }
        let style = PdfWords {
            left: single(x.min(end.x)),
            right: single(x.max(end.x)),
            baseline: single(y),
            size: single(size),
            is_bold,
            is_italic,
            text: letters,
        };
        let pen = Pen { at: end, along };
        match &mut self.open {
            Some((words, before)) if let Some(has_blank) = follows(words, *before, &style, x, y, along) => {
                if has_blank {
                    words.text.push(' ');
                }
                words.text.push_str(&style.text);
                words.left = words.left.min(style.left);
                words.right = words.right.max(style.right);
                *before = pen;
            }
            _ => {
                self.end_words();
                self.open = Some((style, pen));
            }
        }
    }

    fn end_words(&mut self) {
        self.words.extend(self.open.take().map(|(words, _)| words));
    }
}

/// Whether a glyph goes on with the words before it: whether a blank is between them, if it does.
fn follows(words: &PdfWords, pen: Pen, glyph: &PdfWords, x: f64, y: f64, along: Point) -> Option<bool> {
    let size = f64::from(glyph.size);
    let is_alike = words.is_bold == glyph.is_bold
        && words.is_italic == glyph.is_italic
        && (words.size - glyph.size).abs() < 0.1 * glyph.size.max(1.0);
    let is_parallel = pen.along.x * along.x + pen.along.y * along.y > 0.99;
    let (dx, dy) = (x - pen.at.x, y - pen.at.y);
    let ahead = dx * along.x + dy * along.y;
    let aside = (dy * along.x - dx * along.y).abs();
    let is_next = is_alike && is_parallel && aside < 0.1 * size && ahead > -0.4 * size;
    (is_next && ahead < COLUMN_GAP * size).then_some(ahead > WORD_GAP * size)
}

/// The advance of a glyph, in units of which an em has thousand.
fn advance(glyph: &Glyph<'_>) -> Option<f32> {
    match glyph {
        Glyph::Outline(outline) => outline.advance_width(),
        Glyph::Type3(drawn) => drawn.advance_width(),
    }
}

/// Whether a glyph is of a bold and of an italic font.
fn style(glyph: &Glyph<'_>) -> (bool, bool) {
    const BOLD: u32 = 600;
    let Glyph::Outline(outline) = glyph else { return (false, false) };
    let Some(font) = outline.font_data() else { return (false, false) };
    let name = font.postscript_name.unwrap_or_default();
    let is_bold = font.weight.is_some_and(|weight| weight >= BOLD) || name.contains("Bold");
    (is_bold, font.is_italic || name.contains("Italic") || name.contains("Oblique"))
}

impl<'a> Device<'a> for PageReader {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, _: &DrawMode) {
        for glyph in run.glyphs() {
            self.glyph(glyph, props.transform);
        }
    }

    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}

//! The words of a PDF as pages with lines and paragraphs.
//!
//! A PDF has glyphs at places. A worker process in a sandbox (crate `print`) reads them as [`PdfText`], since a hostile file may crash or
//! hang its reader. Here they become text:
//!
//! | module | does |
//! |---|---|
//! | `lines` | puts words on one baseline together, with gaps as columns |
//! | `running` | takes running heads, numbers of pages and the letterhead out |
//! | `paragraphs` | joins lines to blocks, also over the edge of a page |

mod lines;
mod paragraphs;
mod running;

use serde::{Deserialize, Serialize};

pub(crate) use paragraphs::{PdfPieces, pieces};

/// The words of a PDF.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PdfText {
    /// The pages in order.
    pub pages: Vec<PdfPage>,
    /// The glyphs of which the file does not say which letters they are.
    pub unknown_glyphs: usize,
}

/// The words of a page. Lengths are in points from its top left corner.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PdfPage {
    /// The width of the page.
    pub width: f32,
    /// The height of the page.
    pub height: f32,
    /// The words in the order of the file.
    pub words: Vec<PdfWords>,
}

/// Words that stand beside each other in one type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PdfWords {
    /// Where they begin.
    pub left: f32,
    /// Where they end.
    pub right: f32,
    /// The line that they stand on.
    pub baseline: f32,
    /// The size of the type.
    pub size: f32,
    /// Whether the font is bold.
    pub is_bold: bool,
    /// Whether the font is italic.
    pub is_italic: bool,
    /// The words.
    pub text: String,
}

impl PdfText {
    /// Whether the pages have words. Those of a scanned document have none.
    pub fn has_words(&self) -> bool {
        self.pages.iter().flat_map(|page| &page.words).any(|words| words.text.contains(char::is_alphanumeric))
    }
}

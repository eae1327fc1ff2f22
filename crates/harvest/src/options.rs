//! The options of a run.

use jiff::civil::Date;
use lagrum_corpus::PublishedCounts;
use lagrum_corpus::import::DocumentMeaning;
use lagrum_parse::PdfText;

/// What reads the words of a PDF, or says why it cannot be read.
pub type PdfReader = fn(&[u8]) -> Result<PdfText, String>;

/// The options of a run.
#[derive(Clone, Copy, Debug)]
pub struct HarvestOptions<'a> {
    /// The source.
    pub source: &'a str,
    /// The day by which dated variants are settled.
    pub as_of: Date,
    /// The day in Sweden of a time in seconds since 1970.
    pub day_of: fn(i64) -> Date,
    /// The day by UTC, on which documents that came without a text are noted.
    pub seen_on: Date,
    /// Whether only to find out what is due.
    pub is_dry_run: bool,
    /// What snapshots of the corpus have published. A run that would leave much less withdraws nothing and fails.
    pub published: &'a [PublishedCounts],
    /// Whether the run may leave much less than what is published.
    pub allow_removals: bool,
    /// Interprets documents for the change log.
    pub meaning: Option<&'static dyn DocumentMeaning>,
    /// Reads the words of a PDF. Without it, documents of which only a PDF has the text have none.
    pub pdf_text: Option<PdfReader>,
}

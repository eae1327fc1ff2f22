//! A document typeset as a PDF.
//!
//! ```text
//! artifact ──walk──▶ events ──▶ blocks, as JSON ──▶ template ──typst──▶ PDF
//! ```
//!
//! The walk is the one that markdown is written from; [`blocks`] is another writer of its events. The template is a
//! constant text. It reads the blocks as data, so nothing a document says is ever read as markup, and the world it lives
//! in holds the template, the blocks, the pictures and the fonts, and nothing else: no files, no packages, no clock. The
//! same manuscript therefore gives the same bytes.

mod blocks;
mod world;

use lagrum_artifact::Artifact;
use lagrum_print_pool::Refusal;
use lagrum_render::manuscript::Manuscript;
use typst::diag::SourceDiagnostic;
use typst::foundations::Smart;
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, pdf};

use self::blocks::set;
use self::world::Desk;

/// The text of the template.
const TEMPLATE: &str = include_str!("template.typ");

/// Raised when the same manuscript begins to give other data for the template.
const DATA_FORMAT: u32 = 2;

/// What a PDF depends on beside its manuscript: changes whenever the template, its data or the typesetter does.
pub fn style() -> String {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    (TEMPLATE, DATA_FORMAT).hash(&mut hasher);
    format!("{} {:016x}", env!("CARGO_PKG_VERSION"), hasher.finish())
}

/// What the template reads of a manuscript and the document it holds, as JSON: all that will be printed, in order.
pub fn template_data(manuscript: &Manuscript, artifact: Option<&Artifact>) -> Result<Vec<u8>, Refusal> {
    serde_json::to_vec(&set(manuscript, artifact)).map_err(|error| unreadable(&error))
}

/// Typesets a [`Manuscript`], given as JSON. The PDF is tagged.
pub fn typeset(manuscript: &[u8]) -> Result<Vec<u8>, Refusal> {
    let manuscript: Manuscript = serde_json::from_slice(manuscript).map_err(|error| unreadable(&error))?;
    let artifact = match &manuscript.artifact {
        Some(artifact) => {
            Some(Artifact::parse(artifact.get().as_bytes()).map_err(|error| unreadable(&error))?)
        }
        None => None,
    };
    let data = template_data(&manuscript, artifact.as_ref())?;
    let desk = Desk::new(TEMPLATE, data, manuscript.figures)
        .ok_or_else(|| Refusal::Unreadable("the names of our own files are no names".to_owned()))?;
    let document: PagedDocument = typst::compile(&desk).output.map_err(|errors| told(&errors))?;
    let options = PdfOptions { creator: Smart::Custom(Some("lagrum".to_owned())), ..PdfOptions::default() };
    pdf(&document, &options).map_err(|errors| told(&errors))
}

fn unreadable(error: &dyn std::error::Error) -> Refusal {
    Refusal::Unreadable(error.to_string())
}

/// What the typesetter objects to. It reads a template of ours with data of known shape, so this is a fault of ours.
fn told(errors: &[SourceDiagnostic]) -> Refusal {
    let messages: Vec<&str> = errors.iter().take(3).map(|error| error.message.as_str()).collect();
    Refusal::Unreadable(format!("the typesetter: {}", messages.join("; ")))
}

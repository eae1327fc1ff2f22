//! A document typeset as a PDF.
//!
//! ```text
//! artifact ──walk──▶ events ──▶ blocks, as JSON ──▶ template ──typst──▶ PDF
//! ```
//!
//! The walk is the same as for markdown; [`blocks`] is another writer of its events. The template is constant. It reads
//! the blocks as data, so no text of a document is read as markup. The typesetter sees only the template, the blocks, the
//! pictures and the fonts: no files, no packages, no clock. So the same manuscript gives the same bytes.

mod blocks;
mod world;

use lagrum_artifact::Artifact;
use lagrum_print_pool::PrintRejection;
use lagrum_render::manuscript::Manuscript;
use typst::diag::SourceDiagnostic;
use typst::foundations::Smart;
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, pdf};

use self::blocks::sheet;
use self::world::TypesetterWorld;

/// The text of the template.
const TEMPLATE: &str = include_str!("template.typ");

/// Increase it when the same manuscript gives other data for the template than before.
const DATA_FORMAT: u32 = 2;

/// Identifies what a PDF depends on besides its manuscript: the template, the format of its data, and the typesetter.
pub fn style() -> String {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    (TEMPLATE, DATA_FORMAT).hash(&mut hasher);
    format!("{} {:016x}", env!("CARGO_PKG_VERSION"), hasher.finish())
}

/// The data for the template, as JSON: everything that is printed of a manuscript and its document, in order.
pub fn template_data(
    manuscript: &Manuscript,
    artifact: Option<&Artifact>,
) -> Result<Vec<u8>, PrintRejection> {
    serde_json::to_vec(&sheet(manuscript, artifact)).map_err(|error| unreadable(&error))
}

/// Typesets a [`Manuscript`], given as JSON. The PDF is tagged.
pub fn typeset(manuscript: &[u8]) -> Result<Vec<u8>, PrintRejection> {
    let manuscript: Manuscript = serde_json::from_slice(manuscript).map_err(|error| unreadable(&error))?;
    let artifact = match &manuscript.artifact {
        Some(artifact) => {
            Some(Artifact::parse(artifact.get().as_bytes()).map_err(|error| unreadable(&error))?)
        }
        None => None,
    };
    let data = template_data(&manuscript, artifact.as_ref())?;
    let world = TypesetterWorld::new(TEMPLATE, data, manuscript.figures).ok_or_else(|| {
        PrintRejection::Unreadable("the names of the template's files are not valid".to_owned())
    })?;
    let document: PagedDocument = typst::compile(&world).output.map_err(|errors| rejection(&errors))?;
    let options = PdfOptions { creator: Smart::Custom(Some("lagrum".to_owned())), ..PdfOptions::default() };
    pdf(&document, &options).map_err(|errors| rejection(&errors))
}

fn unreadable(error: &dyn std::error::Error) -> PrintRejection {
    PrintRejection::Unreadable(error.to_string())
}

/// The errors of the typesetter. The template and the shape of its data are ours, so an error is a bug.
fn rejection(errors: &[SourceDiagnostic]) -> PrintRejection {
    let messages: Vec<&str> = errors.iter().take(3).map(|error| error.message.as_str()).collect();
    PrintRejection::Unreadable(format!("the typesetter: {}", messages.join("; ")))
}

//! A document typeset as a PDF.
//!
//! ```text
//! artifact ──walk──▶ events ──▶ blocks ──text.typ──▶ pages ──────────────────────────┬──▶ PDF
//!                                                      └──▶ chapters ──margins.typ──┘
//! ```
//!
//! The walk is the same as for markdown; [`blocks`] is another writer of its events. The templates are constant. They read
//! the blocks as data, so no text of a document is read as markup. The typesetter sees only the templates, the data, the
//! pictures and the fonts: no files, no packages, no clock. So the same manuscript gives the same bytes.
//!
//! The typesetter works in rounds: what a template asks about the finished pages is answered from the round before, until
//! nothing changes. A round of a long document takes seconds, and the memory of each round is kept to the end. So the text
//! asks nothing: its links know their targets ([`places`](mod@places)), and what depends on the pages is typeset after it
//! ([`margins`](mod@margins)). It takes one round. A table of contents needs the numbers of the pages, so it takes one or two more, but only
//! of its own pages.

mod blocks;
mod margins;
mod places;
mod world;

use lagrum_artifact::Artifact;
use lagrum_print_pool::PrintRejection;
use lagrum_render::manuscript::{Figure, Manuscript};
use serde::Serialize;
use typst::comemo::evict;
use typst::diag::SourceDiagnostic;
use typst::foundations::Smart;
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, pdf};

use self::blocks::{Sheet, sheet};
use self::margins::{laid_over, margins};
use self::places::places;
use self::world::{TEMPLATES, TypesetterWorld};

/// Increase it when the same manuscript gives other data for the templates than before.
const DATA_FORMAT: u32 = 3;

/// Identifies what a PDF depends on besides its manuscript: the templates, the format of their data, and the typesetter.
pub fn style() -> String {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    (TEMPLATES, DATA_FORMAT).hash(&mut hasher);
    format!("{} {:016x}", env!("CARGO_PKG_VERSION"), hasher.finish())
}

/// The data for the template of the text, as JSON: everything that is printed of a manuscript and its document, in order.
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
    let sheet = sheet(&manuscript, artifact.as_ref());
    drop(artifact);
    let text = text(&sheet, manuscript.figures)?;
    // The typesetter has kept what it has set, for another round.
    evict(0);
    let margins = compile(&world("/margins.typ", &margins(&sheet, &text))?)?;
    let document = laid_over(&margins, &text);
    let options = PdfOptions { creator: Smart::Custom(Some("lagrum".to_owned())), ..PdfOptions::default() };
    pdf(&document, &options).map_err(|errors| rejection(&errors))
}

/// The text on pages with empty margins.
fn text(sheet: &Sheet, figures: Vec<Figure>) -> Result<PagedDocument, PrintRejection> {
    let world = world("/text.typ", sheet)?.with(figures, places(&sheet.links)).ok_or_else(misnamed)?;
    compile(&world)
}

fn world(template: &str, data: &impl Serialize) -> Result<TypesetterWorld, PrintRejection> {
    let data = serde_json::to_vec(data).map_err(|error| unreadable(&error))?;
    TypesetterWorld::new(template, data).ok_or_else(misnamed)
}

fn compile(world: &TypesetterWorld) -> Result<PagedDocument, PrintRejection> {
    typst::compile(world).output.map_err(|errors| rejection(&errors))
}

fn misnamed() -> PrintRejection {
    PrintRejection::Unreadable("the names of the template's files are not valid".to_owned())
}

fn unreadable(error: &dyn std::error::Error) -> PrintRejection {
    PrintRejection::Unreadable(error.to_string())
}

/// The errors of the typesetter. The template and the shape of its data are ours, so an error is a bug.
fn rejection(errors: &[SourceDiagnostic]) -> PrintRejection {
    let messages: Vec<&str> = errors.iter().take(3).map(|error| error.message.as_str()).collect();
    PrintRejection::Unreadable(format!("the typesetter: {}", messages.join("; ")))
}

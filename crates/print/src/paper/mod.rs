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
//! The typesetter works in rounds: a question of a template about the finished pages is answered from the round
//! before, until nothing changes. A round of a long document takes seconds, and the memory of each round is kept to
//! the end. So the template of the text asks nothing: its links have the locations of their targets
//! ([`places`](mod@places)), and everything that depends on the pages is typeset after the text
//! ([`margins`](mod@margins)). The text takes one round. A table of contents needs page numbers, so it takes one or
//! two more rounds, but only of its own pages.

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
const DATA_FORMAT: u32 = 5;

/// Identifies everything that a PDF depends on besides its manuscript: the templates, the format of their data, and
/// the typesetter.
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

/// Typesets a [`Manuscript`], given as JSON. The PDF is tagged if it can be.
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
    // Frees the results that the typesetter has kept for another round.
    evict(0);
    let margins = compile(&world("/margins.typ", &margins(&sheet, &text))?)?;
    written(&laid_over(&margins, &text))
}

/// The PDF of a document: tagged, if it can be.
fn written(document: &PagedDocument) -> Result<Vec<u8>, PrintRejection> {
    let options = PdfOptions { creator: Smart::Custom(Some("lagrum".to_owned())), ..PdfOptions::default() };
    // The typesetter loses the tree of the tags of a few documents, so these cannot be tagged. They are printed
    // without tags.
    pdf(document, &options).or_else(|errors| {
        // The process that started this one logs it.
        eprintln!("typeset again without tags: {}", messages(&errors));
        let untagged = PdfOptions { tagged: false, ..options };
        pdf(document, &untagged).map_err(|errors| rejection(&errors))
    })
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
    PrintRejection::Unreadable(format!("the typesetter: {}", messages(errors)))
}

fn messages(errors: &[SourceDiagnostic]) -> String {
    let messages: Vec<&str> = errors.iter().take(3).map(|error| error.message.as_str()).collect();
    messages.join("; ")
}

#[cfg(test)]
mod tests {
    use lagrum_render::manuscript::Layout;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_document_that_cannot_be_tagged_is_written_without_tags() {
        // A link is the beginning of a word that is too long to belong to the link, and a line ends within it: the typesetter then loses
        // the tag of the link.
        let paragraph = |words: usize| {
            let link = json!({ "text": "kameraövervakning", "uri": "https://lag.example/2:2" });
            json!({ "type": "stycke", "text": ["ord ".repeat(words), link, "lagstiftningsmöjligheternas mer."] })
        };
        let paragraphs: Vec<_> = (0..120).map(paragraph).collect();
        let artifact = json!({ "uri": "https://lag.example/1:1", "structure": paragraphs }).to_string();
        let manuscript = Manuscript {
            title: Some("Lag".to_owned()),
            head: "Huvud".to_owned(),
            address: "https://lag.example/1:1".to_owned(),
            status: Vec::new(),
            foot: String::new(),
            made: None,
            artifact: None,
            layout: Layout { contents: false, amendments: true, columns: 1 },
            context: Vec::new(),
            figures: Vec::new(),
        };
        let sheet = sheet(&manuscript, Some(&Artifact::parse(artifact.as_bytes()).unwrap()));
        let document = text(&sheet, Vec::new()).unwrap();
        assert!(pdf(&document, &PdfOptions::default()).is_err(), "the typesetter has been mended");
        assert!(written(&document).unwrap().starts_with(b"%PDF-"));
    }
}

//! Decisions of Swedish courts: records of the courts' interface, of both generations.
//!
//! | module | does |
//! |---|---|
//! | `record` | reads the record |
//! | `identity` | finds the local id and the name |
//! | `roles`, `courts` | decide what each block of the body is, and which court begins to speak |
//! | `lines` | finds proposals, and the numbers of paragraphs |
//! | `footnotes` | takes the footnotes from the end |
//! | `structure` | builds the tree |
//! | `links` | links the texts and the citations of the record |
//! | `metadata` | writes the artifact |
//!
//! The text of a record without `innehall` is that of the judgment as PDF beside it. Without one that has words, the record is reported
//! as without text, with the names of its attachments among what is unread.

mod courts;
mod footnotes;
mod identity;
mod lines;
mod links;
mod metadata;
mod record;
mod roles;
mod structure;

use crate::html::Tree;
use crate::page::{Piece, pieces};
use crate::pdf::{self, PdfPieces};
use crate::words::{difference, words};
use crate::{ParseContext, ParseError, Parsed, RawParts, Report, Skipped};
use identity::identity;
use links::Linker;
use metadata::ReadText;
use record::Record;

pub(crate) fn parse(raw: &RawParts<'_>, context: &ParseContext<'_>) -> Result<Parsed, ParseError> {
    let record = Record::read(raw.body)?;
    let identity = identity(&record, context);
    let key = identity.as_ref().map(|identity| identity.document.clone());
    if record.is_no_decision() {
        let key = key.or_else(|| raw.key.map(str::to_owned)).unwrap_or_default();
        return Ok(without_text(key, Skipped::NotADecision, &record, context));
    }
    let identity = identity.ok_or(ParseError::NoKey)?;
    let key = identity.document.clone();
    let Some(text) = Text::of(&record, raw)? else {
        return Ok(without_text(key, Skipped::NoText, &record, context));
    };
    let mut structure = structure::build(text.pieces);
    structure.unread.extend(text.unread);
    let printed = format!("{}\n{}", text.printed, structure.list_marks);
    let (missing, extra) = difference(&printed, &collected(&structure));
    let linker = Linker::new(&identity.document, record.day(), context, raw.groups);
    linker.link(&mut structure.nodes, &mut structure.footnotes);
    let uri = format!("{}/{key}", context.base);
    // A record of a judgment that cannot be read has nothing to tell of it.
    let judgments: Vec<Record> =
        raw.judgments.iter().filter_map(|judgment| Record::read(judgment).ok()).collect();
    let read = ReadText { identity: &identity, structure: &structure, judgments: &judgments };
    let artifact = metadata::write(&uri, &record, read, &linker);
    let all_words = words(&text.printed).count();
    let report =
        Report { uri, words: all_words, missing, extra, unread: structure.unread, ..Report::default() };
    Ok(Parsed { wording: key.clone(), key, artifact: Some(artifact), report })
}

/// The groups of publications that a record names as those of other cases.
pub(crate) fn named_groups(raw: &[u8]) -> Vec<String> {
    let Ok(record) = Record::read(raw) else { return Vec::new() };
    let groups = record.cases().into_iter().filter_map(|case| case.belongs_to);
    groups.filter(|group| !group.contains(char::is_whitespace)).collect()
}

/// The text of a decision before its structure is known.
struct Text {
    pieces: Vec<Piece>,
    /// The words as they were printed.
    printed: String,
    unread: Vec<String>,
}

impl Text {
    /// The text of the record, else of the judgment as PDF beside it.
    fn of(record: &Record, raw: &RawParts<'_>) -> Result<Option<Self>, ParseError> {
        let tree = Tree::parse(record.body())?;
        if words(tree.text()).next().is_some() {
            let printed = tree.text().to_owned();
            return Ok(Some(Self { pieces: pieces(&tree), printed, unread: Vec::new() }));
        }
        Ok(raw.pdf.filter(|pdf| pdf.has_words()).map(|pdf| {
            let PdfPieces { pieces, printed } = pdf::pieces(pdf);
            let unknown = (pdf.unknown_glyphs > 0)
                .then(|| format!("{} signs of the PDF that are no known letters", pdf.unknown_glyphs));
            Self { pieces, printed, unread: unknown.into_iter().collect() }
        }))
    }
}

/// The result of a record that gives no artifact. Its attachments, which may have the text, are unread.
fn without_text(key: String, skipped: Skipped, record: &Record, context: &ParseContext<'_>) -> Parsed {
    let uri = format!("{}/{key}", context.base);
    let unread = record.attachments().into_iter().map(|attachment| attachment.name).collect();
    let report = Report { uri, skipped: Some(skipped), unread, ..Report::default() };
    Parsed { wording: key.clone(), key, artifact: None, report }
}

/// The words of nodes and footnotes as they were printed.
fn collected(structure: &structure::Structure) -> String {
    let mut words = crate::page::collected(&structure.nodes);
    for note in &structure.footnotes {
        words.push_str(&note.mark);
        words.push('\n');
        crate::page::collect_text(&note.text, &mut words);
    }
    words
}

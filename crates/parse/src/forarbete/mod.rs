//! Preparatory works from Riksdagen: bills, communications and reports, as `dokumentstatus` of data.riksdagen.se.
//!
//! | module | does |
//! |---|---|
//! | `record`, `identity`, `parts` | read a record, what it names, and which part of a document it is |
//! | `ec` | reads pages that a program made of a PDF |
//! | `word` | reads reports from Word |
//! | `plain` | reads scanned and plain pages |
//! | `block`, `marker`, `outline` | join blocks over the edges of pages, and nest them in sections |
//! | `links` | links the texts |
//! | `comments`, `provision` | reads the comments on provisions, and what directives they transpose |

mod block;
mod comments;
mod ec;
mod identity;
mod links;
mod marker;
mod outline;
mod parts;
mod plain;
mod provision;
mod record;
mod word;

pub use parts::DocumentPart;
pub(crate) use parts::part_of;

use block::Block;
use identity::Identity;
use record::Record;

use crate::html::Tree;
use crate::node::{Node, Object, list};
use crate::words::difference;
use crate::{ParseContext, ParseError, Parsed, RawParts, Report, Skipped};

/// What the text of a record says.
#[derive(Default)]
struct Read {
    blocks: Vec<Block>,
    left_out: String,
    unread: Vec<String>,
}

pub(crate) fn parse(raw: &RawParts<'_>, context: &ParseContext<'_>) -> Result<Parsed, ParseError> {
    let mut records = vec![record::read(raw.body)?];
    for part in raw.further_parts {
        records.push(record::read(part)?);
    }
    records.sort_by_key(Record::part);
    let Some(first) = records.first() else { return Err(ParseError::NoKey) };
    let identity = Identity::of_record(first).ok_or(ParseError::NoKey)?;
    let key = identity.local_id();
    let uri = format!("{}/{key}", context.base);
    let mut report = Report { uri, ..Report::default() };
    let skip = |mut report: Report, reason, unread: Option<&str>| {
        report.skipped = Some(reason);
        report.unread.extend(unread.map(str::to_owned));
        Ok(Parsed { key: key.clone(), wording: key.clone(), artifact: None, report })
    };
    if first.part() > 1 {
        let unread = "a further part of a document, without its first part";
        return skip(report, Skipped::NoText, Some(unread));
    }
    if let Some(reason) = reason_to_skip(first, &identity) {
        return skip(report, reason, None);
    }
    let mut raw_words = String::new();
    let mut kept = String::new();
    let mut blocks = Vec::new();
    for record in &records {
        let tree = Tree::parse(&record.html)?;
        let read = read_text(record, &tree, &identity);
        raw_words.push_str(tree.text());
        raw_words.push('\n');
        kept.push_str(&read.left_out);
        kept.push('\n');
        report.unread.extend(read.unread);
        blocks.extend(read.blocks);
    }
    let mut nodes = outline::nest(blocks, USUAL_SIZE);
    outline::words_of(&nodes, &mut kept);
    report.words = crate::words::words(&raw_words).count();
    (report.missing, report.extra) = difference(&raw_words, &kept);
    links::link(&key, first, &identity, &mut nodes, context);
    let comments = comments::of(&nodes, context.base);
    let changed = records.iter().map(|record| &*record.systemdatum).max();
    let artifact = write(first, &identity, &nodes, &comments, changed, context);
    Ok(Parsed { wording: key.clone(), key, artifact: Some(artifact), report })
}

/// The size of the type of running text in pages that a program made of a PDF, in pixels.
const USUAL_SIZE: i32 = 12;

/// Why a record gives no document, if it gives none.
fn reason_to_skip(record: &Record, identity: &Identity) -> Option<Skipped> {
    const STATED: [&str; 3] = ["Dokumentet är inte publicerat", "Propositionen ej utgiven", "ej utgiven"];
    const LONGEST_STATED: usize = 300;
    /// Stubs are short; a longer text need not be read for what it says.
    const LONGEST_STUB: usize = 4_000;
    if record.html.len() > LONGEST_STUB {
        return None;
    }
    let text = plain::text_without_title(&record.html);
    let is_stated = text.len() < LONGEST_STATED && STATED.iter().any(|words| text.contains(words));
    // Decisions and directives are documents by their numbers alone.
    let is_by_number = matches!(identity.kind, "rskr" | "dir");
    (is_stated || text.is_empty() && !is_by_number).then_some(Skipped::NoText)
}

fn read_text(record: &Record, tree: &Tree, identity: &Identity) -> Read {
    if ec::is_of_form(&record.html) {
        let placed = ec::read(tree, identity.running_head());
        let blocks = outline::join(placed.blocks, &placed.words);
        return Read { blocks, left_out: placed.left_out, unread: placed.unread };
    }
    if word::is_of_form(&record.html) {
        let (blocks, left_out) = word::read(tree);
        return Read { blocks, left_out, ..Read::default() };
    }
    let (blocks, left_out) = plain::read(tree);
    Read { blocks, left_out, ..Read::default() }
}

fn write(
    record: &Record,
    identity: &Identity,
    nodes: &[Node],
    said: &comments::Comments,
    changed: Option<&str>,
    context: &ParseContext<'_>,
) -> String {
    let mut out = String::with_capacity(record.html.len() + 4096);
    let mut object = Object::begin(&mut out);
    object.text("basefile", Some(&identity.basefile));
    if identity::has_course(record, identity::course()) {
        identity::write_course(record, context.base, identity::course(), object.field("beredning"));
    }
    match identity::day(record, identity) {
        Some(day) => object.text("date", Some(&day)),
        None => object.field("date").push_str("null"),
    }
    object.text("doctype", Some(identity.kind));
    object.text("identifier", Some(&identity.identifier));
    if !said.transposed.is_empty() {
        list(object.field("implements"), &said.transposed, |item, out| item.write(context.base, out));
    }
    if !said.comments.is_empty() {
        list(object.field("kommentarer"), &said.comments, |item, out| item.write(out));
    }
    if identity::has_course(record, identity::decision()) {
        identity::write_course(record, context.base, identity::decision(), object.field("rskr"));
    }
    object.text("source_url", source_url(record).as_deref());
    list(object.field("structure"), nodes, |node, out| node.write(out));
    // When the publisher changed one of its records last.
    object.text("systemdatum", changed.filter(|changed| !changed.is_empty()));
    object.text("title", Some(&record.titel));
    object.text("uri", Some(&format!("{}/{}", context.base, identity.local_id())));
    object.end();
    out
}

/// The publisher's page for readers.
fn source_url(record: &Record) -> Option<String> {
    let is_id = !record.dok_id.is_empty() && record.dok_id.chars().all(char::is_alphanumeric);
    is_id.then(|| {
        let mut url = "https://data.riksdagen.se/dokument/".to_owned();
        for byte in record.dok_id.bytes() {
            match byte {
                b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => url.push(char::from(byte)),
                _ => url.push_str(&format!("%{byte:02X}")),
            }
        }
        url
    })
}

//! Case law of the European Court of Human Rights: the body that HUDOC makes of a document, and its record in the search.
//!
//! | module | does |
//! |---|---|
//! | `record` | reads the record |
//! | `marks` | read the marks of an outline that blocks begin with |
//! | `kinds`, `outline_levels` | decide what each block is, and the levels of headings |
//! | `structure` | makes the nodes, with their anchors |
//! | `links` | links the texts |
//! | `metadata` | writes the artifact |

mod kinds;
mod links;
mod marks;
mod metadata;
mod outline_levels;
mod record;
mod structure;

use crate::decode::decoded;
use crate::html::{Child, Tree};
use crate::page::{collected, pieces};
use crate::words::{difference, words};
use crate::{ParseContext, ParseError, Parsed, RawParts, Report, Skipped};
use metadata::Facts;
use record::{Record, is_item};

pub(crate) fn parse(raw: &RawParts<'_>, context: &ParseContext<'_>) -> Result<Parsed, ParseError> {
    if let Some(record) = Record::read(raw.body) {
        return Ok(without_text(record.item(), context));
    }
    let html = decoded(raw.body);
    let tree = Tree::parse(&html)?;
    check_form(&html, &tree)?;
    let record = raw.record.and_then(Record::read);
    let stated = record.as_ref().map(Record::item);
    let key = stated.or(raw.key).filter(|key| is_item(key)).ok_or(ParseError::NoKey)?.to_owned();
    if words(tree.text()).next().is_none() {
        return Ok(without_text(&key, context));
    }
    let pieces = pieces(&tree);
    let kinds = kinds::kinds(&pieces);
    let mut structure = structure::build(pieces, &kinds);
    let (all_words, printed) =
        (words(tree.text()).count(), format!("{}\n{}", tree.text(), structure.list_marks));
    let (missing, extra) = difference(&printed, &collected(&structure.nodes));
    let document = format!("dom/echr/{key}");
    links::link(&mut structure.nodes, &document, context);
    let uri = format!("{}/{document}", context.base);
    let facts = Facts { key: &key, uri: &uri, record: record.as_ref(), text: tree.text(), context };
    let artifact = metadata::write(&facts, &structure.nodes);
    let report =
        Report { uri, words: all_words, missing, extra, unread: structure.unread, ..Report::default() };
    Ok(Parsed { wording: key.clone(), key, artifact: Some(artifact), report })
}

/// The result of a record alone, or of a body without words.
fn without_text(key: &str, context: &ParseContext<'_>) -> Parsed {
    let uri = format!("{}/dom/echr/{key}", context.base);
    let report = Report { uri, skipped: Some(Skipped::NoText), ..Report::default() };
    Parsed { key: key.to_owned(), wording: key.to_owned(), artifact: None, report }
}

/// Refuses what is no body as HUDOC makes it: a fragment of `div` and `p` with classes, closed at its end.
fn check_form(html: &str, tree: &Tree) -> Result<(), ParseError> {
    let unknown = |what: &str| Err(ParseError::UnknownForm(what.to_owned()));
    if html.trim().is_empty() {
        return unknown("it is empty");
    }
    let elements = || tree.root().into_iter().flat_map(|root| root.descendants()).filter_map(Child::element);
    if elements().any(|element| element.is_any(&["form", "input", "frameset", "iframe"])) {
        return unknown("a page for people and not the body of a document");
    }
    let has_blocks = elements().any(|element| element.name() == "div")
        && elements().any(|element| element.name() == "p" && element.attribute("class").is_some());
    if !has_blocks {
        return unknown("neither the body nor the record of a document");
    }
    if tree.is_cut() {
        return unknown("the body is cut");
    }
    Ok(())
}

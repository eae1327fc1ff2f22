//! Writes the artifact: the facts of the record, and the nodes.

use lagrum_sources::printed_day;

use super::record::Record;
use crate::ParseContext;
use crate::node::{Node, Object, list, string};

/// What an artifact is written of, beside its nodes.
pub(super) struct Facts<'f, 'n> {
    pub(super) key: &'f str,
    pub(super) uri: &'f str,
    /// The record; a body can stand alone.
    pub(super) record: Option<&'f Record>,
    /// All words of the body.
    pub(super) text: &'f str,
    pub(super) context: &'f ParseContext<'n>,
}

/// The artifact as JSON with sorted keys.
pub(super) fn write(facts: &Facts<'_, '_>, nodes: &[Node]) -> String {
    let empty = Record::default();
    let record = facts.record.unwrap_or(&empty);
    let title = record.title().or_else(|| printed_title(nodes));
    let ecli = record.ecli();
    let collapsed = || facts.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let date = ecli.and_then(|ecli| printed_day(ecli, &collapsed())).or_else(|| record.day());
    let mut out = String::with_capacity(facts.text.len() * 2 + 4096);
    let mut object = Object::begin(&mut out);
    object.text("court", Some("echr"));
    object.text("date", date.as_deref());
    object.text("doctype", Some(record.doctype()));
    object.text("ecli", ecli);
    object.text("itemid", Some(facts.key));
    write_metadata(record, title.as_deref(), object.field("metadata"));
    let references = references(record, facts.context);
    list(object.field("references"), &references, |(article, target), out| {
        let mut reference = Object::begin(out);
        reference.text("predicate", Some("dcterms:references"));
        reference.text("text", Some(article));
        reference.text("uri", Some(&format!("{}/{target}", facts.context.base)));
        reference.end();
    });
    object.text("source_url", Some(&format!("https://hudoc.echr.coe.int/eng?i={}", facts.key)));
    list(object.field("structure"), nodes, |node, out| node.write(out));
    object.text("title", title.as_deref());
    object.text("type", Some("avgorande"));
    object.text("uri", Some(facts.uri));
    object.end();
    out
}

fn write_metadata(record: &Record, title: Option<&str>, out: &mut String) {
    let texts = |out: &mut String, texts: &[String]| list(out, texts, |text, out| string(out, text));
    let mut object = Object::begin(out);
    texts(object.field("applicationNumber"), &record.application_numbers());
    texts(object.field("articles"), &record.articles());
    texts(object.field("conclusions"), &record.conclusions());
    texts(object.field("documentCollection"), &record.collections());
    object.text("importance", record.importance());
    object.text("language", record.language());
    object.text("originatingBody", record.originating_body());
    object.text("publisher", Some("European Court of Human Rights"));
    object.text("respondent", record.respondent());
    object.text("title", title);
    object.end();
}

/// The title on the cover, for a body without a record.
fn printed_title(nodes: &[Node]) -> Option<String> {
    const MAX_COVER: usize = 60;
    let mut lines = nodes.iter().take(MAX_COVER).map(Node::plain);
    lines.find(|line| line.starts_with("CASE OF ")).map(str::to_owned)
}

/// The articles of the Convention and its protocols that the record names, with their local ids: `6-1` is `coe/005#A6P1`.
fn references(record: &Record, context: &ParseContext<'_>) -> Vec<(String, String)> {
    let articles = record.articles().into_iter();
    articles
        .filter_map(|article| Some((target(&article, context)?, article)))
        .map(|(target, article)| (article, target))
        .collect()
}

fn target(article: &str, context: &ParseContext<'_>) -> Option<String> {
    let (treaty, article) = match article.strip_prefix('P') {
        Some(rest) => {
            let (protocol, article) = rest.split_once('-')?;
            (context.names.echr_protocol(protocol)?, article)
        }
        None => ("coe/005", article),
    };
    let mut parts = article.split('-');
    let number = parts.next().filter(|number| is_number(number))?;
    let mut anchor = format!("A{number}");
    match (parts.next(), parts.next(), parts.next()) {
        (None, ..) => {}
        (Some(paragraph), None, _) if is_number(paragraph) => anchor.push_str(&format!("P{paragraph}")),
        (Some(letter), None, _) if is_letter(letter) => anchor.push_str(&format!("L{letter}")),
        (Some(paragraph), Some(letter), None) if is_number(paragraph) && is_letter(letter) => {
            anchor.push_str(&format!("P{paragraph}L{letter}"));
        }
        _ => return None,
    }
    Some(format!("{treaty}#{anchor}"))
}

fn is_number(text: &str) -> bool {
    (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_letter(text: &str) -> bool {
    text.len() == 1 && text.bytes().all(|byte| byte.is_ascii_lowercase())
}

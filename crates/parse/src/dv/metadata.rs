//! Writes the artifact of a decision.

use super::identity::Identity;
use super::links::Linker;
use super::record::{Record, Reference};
use super::structure::Structure;
use crate::node::{Object, list, string, write_runs};

/// What was read of a decision.
#[derive(Clone, Copy)]
pub(super) struct ReadText<'r> {
    pub(super) identity: &'r Identity,
    pub(super) structure: &'r Structure,
    /// The records of the judgments that it is the report of.
    pub(super) judgments: &'r [Record],
}

/// The artifact as JSON with sorted keys.
pub(super) fn write(uri: &str, record: &Record, text: ReadText<'_>, linker: &Linker<'_, '_>) -> String {
    let ReadText { identity, structure, judgments } = text;
    let mut out = String::with_capacity(record.body().len() * 2 + 4096);
    let texts = |out: &mut String, texts: &[String]| list(out, texts, |text, out| string(out, text));
    let mut object = Object::begin(&mut out);
    object.text("avgorandedatum", record.day());
    object.text("court", Some(record.court()));
    object.text("court_namn", record.court_name());
    object.text("ecli", record.ecli());
    list(object.field("footnotes"), &structure.footnotes, |footnote, out| {
        let mut note = Object::begin(out);
        note.text("mark", Some(&footnote.mark));
        write_runs(&footnote.text, note.field("text"));
        note.end();
    });
    object.text("label", identity.label.as_deref());
    texts(object.field("malnummer"), &record.case_numbers());
    write_metadata(record, linker, object.field("metadata"));
    texts(object.field("referat"), &identity.reports);
    if let Some(group) = record.group() {
        let page = format!("https://rattspraxis.etjanst.domstol.se/sok/publicering/{group}");
        object.text("source_url", Some(&page));
    }
    texts(object.field("sources"), &["domstol".to_owned()]);
    list(object.field("structure"), &structure.nodes, |node, out| node.write(out));
    object.text("uri", Some(uri));
    if !judgments.is_empty() {
        list(object.field("ursprunglig_dom"), judgments, write_judgment);
    }
    object.end();
    out
}

/// A judgment that the decision is the report of.
fn write_judgment(judgment: &Record, out: &mut String) {
    let mut object = Object::begin(out);
    object.text("avgorandedatum", judgment.day());
    object.text("malnummer", judgment.case_numbers().first().map(String::as_str));
    object.text("publicering", judgment.id());
    object.end();
}

fn write_metadata(record: &Record, linker: &Linker<'_, '_>, out: &mut String) {
    let texts = |out: &mut String, texts: &[String]| list(out, texts, |text, out| string(out, text));
    let mut object = Object::begin(out);
    list(object.field("bilagor"), &record.attachments(), |attachment, out| {
        let mut file = Object::begin(out);
        file.text("fillagringId", attachment.id.as_deref());
        file.text("filnamn", Some(&attachment.name));
        file.end();
    });
    object.text("domsnummer", record.judgment_number());
    texts(object.field("europarattslig"), &record.european());
    references(&record.works(), None, "rpubl:forarbete", linker, object.field("forarbeten"));
    references(&record.provisions(), Some("sfsnummer"), "rpubl:lagrum", linker, object.field("lagrum"));
    references(&record.literature(), None, "dcterms:relation", linker, object.field("litteratur"));
    texts(object.field("nyckelord"), &record.keywords());
    object.text("publicering", record.id());
    object.text("publiceringsform", record.form());
    object.text("publiceringstid", record.published());
    texts(object.field("rattsomrade"), &record.areas());
    references(&record.cases(), Some("grupp"), "rpubl:rattsfallshanvisning", linker, object.field("related"));
    object.text("sammanfattning", record.summary());
    object.text("typ", record.kind());
    if let Some(is_guiding) = record.is_guiding() {
        object.field("vagledande").push_str(if is_guiding { "true" } else { "false" });
    }
    object.end();
}

/// Appends references: their text, their runs, and in the field `belongs_to` what they belong to.
fn references(
    references: &[Reference],
    belongs_to: Option<&str>,
    predicate: &'static str,
    linker: &Linker<'_, '_>,
    out: &mut String,
) {
    list(out, references, |reference, out| {
        let statute = reference.belongs_to.as_deref().filter(|_| belongs_to == Some("sfsnummer"));
        let mut object = Object::begin(out);
        if belongs_to == Some("grupp") {
            object.text("grupp", reference.belongs_to.as_deref());
        }
        let runs = match belongs_to {
            Some("grupp") => linker.case(reference, predicate),
            _ => linker.reference(reference, statute, predicate),
        };
        write_runs(&runs, object.field("runs"));
        object.text("sfsnummer", statute);
        object.text("text", Some(&reference.text));
        object.end();
    });
}

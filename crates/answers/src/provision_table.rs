//! The provisions of acts as rows of a table: the text that applies today, since when it does, and how well that is known.

use jiff::civil::Date;
use lagrum_artifact::{ActFamily, Anchor, Artifact, DocumentUri};
use lagrum_cancel::whole;
use lagrum_render::part_texts;
use lagrum_snapshot::Snapshot;

use crate::artifacts::load_fields;
use crate::history::PastOfAct;
use crate::lookup::{query_catalog, reader_citation};
use crate::reader_day::reader_day;
use crate::{AnswerError, HistoryBasis};

/// A provision of an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvisionRow {
    /// Its uri.
    pub uri: String,
    /// How a reader cites it: `36 § avtalslagen`.
    pub label: String,
    /// Its text as it is read today, one line for each block.
    pub text: String,
    /// The day from which it has this text; None where that is not known.
    pub valid_from: Option<String>,
    /// The day from which it no longer has it; None where none is known.
    pub valid_until: Option<String>,
    /// How well `valid_from` is known.
    pub basis: HistoryBasis,
}

/// The provisions of a statute or an EU act in the order of its text: paragrafer, articles, bilagor. None of another document.
pub fn provision_rows(snapshot: &Snapshot, today: Date, uri: &str) -> Result<Vec<ProvisionRow>, AnswerError> {
    let base = &snapshot.manifest().base;
    let document = query_catalog(snapshot, |catalog| catalog.document(uri))?;
    let document = document.ok_or_else(|| AnswerError::no_document(uri))?;
    let family = DocumentUri::new(uri).and_then(|uri| ActFamily::of(&uri, base));
    let Some((family, stored)) = family.zip(document.stored) else { return Ok(Vec::new()) };
    let reader_day = reader_day(snapshot, uri, today)?;
    let artifact = load_fields(snapshot, stored, uri, &Artifact::PRESENTED)?;
    let artifact = artifact.for_reader(None, reader_day.as_deref());
    let presented = artifact.presented();
    // What the histories have in common is read once.
    let past = PastOfAct::load(snapshot, today, uri)?;
    let anchors = presented.anchored_parts_up_to(0).into_iter().map(|part| part.anchor);
    let grammar = family.grammar();
    let anchors: Vec<Anchor> =
        anchors.filter(|anchor| grammar.whole_provision(anchor).as_ref() == Some(anchor)).collect();
    let mut found = presented.parts_of(anchors.iter().map(Anchor::as_str));
    let parts = anchors.iter().filter_map(|anchor| Some((anchor, found.remove(anchor.as_str())?)));
    let (anchors, targets): (Vec<_>, Vec<_>) = parts.unzip();
    // The text is read once, whatever its number of provisions.
    let texts = whole(part_texts(&artifact, &targets))?;
    let mut rows = Vec::new();
    for (anchor, text) in anchors.into_iter().zip(texts) {
        let uri = format!("{uri}#{anchor}");
        let found = past.as_ref().map(|past| past.in_brief(anchor, today)).transpose()?.flatten();
        let found = found.and_then(|provision| provision.text);
        let day = |day: Option<Date>| day.map(|day| day.to_string());
        rows.push(ProvisionRow {
            label: reader_citation(base, &document, Some(anchor)),
            text,
            valid_from: day(found.as_ref().and_then(|text| text.from)),
            valid_until: day(found.as_ref().and_then(|text| text.until)),
            basis: found.map_or(HistoryBasis::Undated, |text| text.basis),
            uri,
        });
    }
    Ok(rows)
}

//! An act as Akoma Ntoso (OASIS LegalDocML 1.0, version 3.0), valid by the strict schema.
//!
//! The XML is written from the events that pages are written from ([`crate::shown`]): [`element`] says which element a part is,
//! [`eid`] makes eIds of anchors and anchors of eIds, and [`metadata`] holds what stands in the metadata. The body is written
//! first, since the metadata lists its periods, and a link within the document needs the eId of its target.

mod blocks;
mod eid;
mod element;
mod meta;
mod metadata;
mod number;
mod periods;
mod portion;
mod preamble;
mod state;
mod table;
mod text;
mod writer;

use lagrum_artifact::Artifact;

pub use self::eid::anchor_of;
use self::meta::TextFacts;
pub use self::metadata::{AknDate, AknEvent, AknMetadata, AknModification, AknNames, AknPeriod};
use self::state::Preamble;
use self::text::{attribute, push_words};
use self::writer::AknWriter;

/// The eId of the container of the whole text.
const TEXT: &str = "hcontainer_nn_1";

const NAMESPACE: &str = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0";

/// An act as XML.
pub fn akn(artifact: &Artifact, metadata: &AknMetadata) -> String {
    let mut body = body(artifact, metadata);
    let contains = match (body.has_variants, metadata.is_original) {
        (true, _) => "multipleVersions",
        (false, true) => "originalVersion",
        (false, false) => "singleVersion",
    };
    let mut out = String::with_capacity(body.xml.out.len() + body.xml.out.len() / 8 + 4096);
    begin(&mut out, metadata);
    out.push_str("<act");
    attribute(&mut out, "name", &metadata.names.subtype);
    attribute(&mut out, "contains", contains);
    out.push_str(">\n");
    let facts = TextFacts { eids: &body.eids, text: TEXT, portion: None, mends: &body.mends };
    meta::write(&mut out, metadata, &mut body.periods, &facts);
    if let Some(title) = meta::title_of(metadata) {
        out.push_str("<preface><longTitle><p>");
        push_words(&mut out, &title);
        out.push_str("</p></longTitle></preface>\n");
    }
    body.xml.push_to(&mut out, &body.eids, &metadata.uri, 0..body.xml.out.len());
    out.push_str("</act>\n</akomaNtoso>\n");
    out
}

/// One part of an act, as it stands in the XML of the whole; None for an anchor that the text does not have.
pub fn akn_portion(artifact: &Artifact, metadata: &AknMetadata, anchor: &str) -> Option<String> {
    let mut body = body(artifact, metadata);
    let eid = body.eids.get(anchor)?.clone();
    let part = portion::element_of(&body.xml.out, &eid)?;
    let inside = &body.xml.out[part.clone()];
    body.periods = portion::periods_of(inside, &body.periods);
    let mut out = String::with_capacity(part.len() + 4096);
    begin(&mut out, metadata);
    out.push_str("<portion");
    attribute(&mut out, "includedIn", &metadata.names.expression);
    out.push_str(">\n");
    let within = AknMetadata {
        modified_by: metadata
            .modified_by
            .iter()
            .filter(|change| change.anchor.as_deref() == Some(anchor))
            .cloned()
            .collect(),
        modifies: Vec::new(),
        events: metadata.events.iter().filter(|event| event.act.is_none()).cloned().collect(),
        ..metadata.clone()
    };
    let facts = TextFacts { eids: &body.eids, text: &eid, portion: Some(&eid), mends: &body.mends };
    // The numbers of the periods in the part stay those of the document.
    meta::write(&mut out, &within, &mut body.periods, &facts);
    out.push_str("<portionBody>\n");
    portion::push(&mut out, &body, &metadata.uri, part, &eid);
    out.push_str("</portionBody>\n</portion>\n</akomaNtoso>\n");
    Some(out)
}

fn begin(out: &mut String, metadata: &AknMetadata) {
    out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<akomaNtoso");
    attribute(out, "xmlns", NAMESPACE);
    attribute(out, "xmlns:lagrum", &metadata.namespace);
    out.push_str(">\n");
}

fn body<'a, 'f>(artifact: &'a Artifact, metadata: &'f AknMetadata) -> AknWriter<'a, 'f> {
    let mut writer = AknWriter::new(metadata, Preamble::of(artifact, metadata.form));
    writer.mends = crate::shown::read_whole(artifact, &mut |event| writer.write(event));
    writer.finish();
    writer
}

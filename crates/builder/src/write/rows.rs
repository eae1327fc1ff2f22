//! The catalog rows of a document and of its citations.

use lagrum_catalog::{AnchorNumber, NewCitation, NewDocument, NewMeaning, NumberedPlace, TakingAct};
use lagrum_sources::{Description, source};

use crate::documents::FullDocument;
use crate::links::ResolvedLink;
use crate::meanings::meant::DatedAct;
use crate::resolved::{PlaceNumber, ResolvedCorpus, ResolvedMeaning};

/// The row of what a document means by a place that it cites.
pub(super) fn meaning(meaning: &ResolvedMeaning) -> NewMeaning {
    let place = |place: PlaceNumber| NumberedPlace { document: place.document, anchor: place.anchor };
    let act = |act: &DatedAct| TakingAct { uri: act.uri.clone(), day: act.day.map(|day| day.to_string()) };
    NewMeaning {
        citing: meaning.citing,
        written: place(meaning.written),
        cited_as: meaning.cited_as,
        meant: meaning.meant.map(place),
        around: meaning.around.map(place),
        taken: act(&meaning.taken),
        ended: meaning.ended.as_ref().map(act),
    }
}

/// The row of a document.
pub(super) fn row(resolved: &ResolvedCorpus<'_>, document: &FullDocument, inbound_count: u32) -> NewDocument {
    let Description { kind, .. } = &document.facts.description;
    let description = document.facts.description.clone();
    let (entry, source_name) = (resolved.entry(document.number), resolved.source(document.number));
    let present = |text: String| Some(text).filter(|text| !text.is_empty());
    NewDocument {
        id: document.number,
        uri: resolved.uri(document.number),
        source: source_name.to_owned(),
        expired: description.expired.as_ref().map(ToString::to_string),
        inbound_count: u64::from(inbound_count),
        stored: entry.as_ref().map(|entry| entry.stored),
        extent: entry.as_ref().map(|_| description.extent),
        updated: entry.map(|entry| entry.changed),
        date: description.date,
        year: description.year,
        flow_group: source(source_name).group(kind.as_deref().unwrap_or_default()).name().to_owned(),
        kind: description.kind,
        label: present(description.label),
        title: present(description.title),
        display: present(description.display),
        descriptive: present(description.descriptive),
        short_id: description.short_id,
        short_title: description.short_title,
        abbr: description.abbr,
        publisher: description.publisher,
        source_url: description.source_url,
        description: description.description,
        snippet: description.snippet,
    }
}

/// The row of a citation.
pub(super) fn citation<'a>(
    resolved: &'a ResolvedCorpus<'_>,
    surfaces: &'a [Box<str>],
    link: &ResolvedLink,
) -> NewCitation<'a> {
    let anchor = |number: AnchorNumber| (number != AnchorNumber::NONE).then(|| resolved.anchor(number));
    NewCitation {
        target: link.target,
        target_anchor: anchor(link.target_anchor),
        anchor: anchor(link.anchor),
        page: u32::try_from(link.page).ok(),
        // Relations over the limit have become plain references, so the number fits.
        predicate: u16::try_from(link.predicate.0 + 1).unwrap_or_default(),
        text: link.text.index().and_then(|index| surfaces.get(index)).map(|text| &**text),
    }
}

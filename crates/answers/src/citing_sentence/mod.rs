//! The citing sentence: what a document says where it cites, by which a reader judges a citation without opening it.
//!
//! It is cut out of the citing artifact for an answer: [`find()`] walks a document once for all of its citing spots on the page,
//! and [`cut`] cuts one sentence. A page has at most [`MAX_ROWS`] rows, so at most that many artifacts are read.
//! Sentences kept by the build would be as many as there are citations.

mod cut;
mod find;
mod sentence;
#[cfg(test)]
mod walk_tests;

use std::collections::HashMap;

use lagrum_artifact::{Anchor, Artifact, Location};
use lagrum_cancel::whole;
use lagrum_catalog::inbound::joined;
use lagrum_catalog::{CatalogDocument, ListedLink, MeantPlace, SectionComment};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{FlowGroup, source};

pub(crate) use self::cut::first_sentence;
use self::find::{Spot, find};
pub use self::sentence::{CitingSentence, CitingSentenceKind};
use crate::AnswerError;
use crate::artifacts::load_fields;
use crate::lookup::query_catalog;

/// The most rows of a page of citations that is asked for with citing sentences.
pub const MAX_ROWS: u64 = 100;

/// The spots of one document that are looked at for its first citing sentence.
const MAX_SPOTS: usize = 20;

/// A citing spot on a page of citations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CitingSpotQuestion<'q> {
    /// The citing document.
    pub(crate) citing: &'q str,
    /// The anchor of what is cited in the document; None for all of it.
    pub(crate) target_anchor: Option<&'q str>,
    /// The anchor and the printed page of the spot.
    pub(crate) anchor: Option<&'q str>,
    pub(crate) page: Option<i32>,
    /// The relation; None for any.
    pub(crate) predicate: Option<&'q str>,
    /// The place as the citing document has it, where it means another one.
    pub(crate) written: Option<&'q str>,
}

/// The citing sentence of each spot that cites a document; None where the citing document only lists what it cites.
pub(crate) fn citing_sentences(
    snapshot: &Snapshot,
    cited: &str,
    spots: &[CitingSpotQuestion<'_>],
) -> Result<Vec<Option<CitingSentence>>, AnswerError> {
    let comments = query_catalog(snapshot, |catalog| catalog.section_comments(cited))?;
    let cited_source = query_catalog(snapshot, |catalog| catalog.document(cited))?;
    let cited_source = cited_source.map(|document| document.source).unwrap_or_default();
    let mut by_document: HashMap<&str, Vec<usize>> = HashMap::new();
    for (number, spot) in spots.iter().enumerate() {
        by_document.entry(spot.citing).or_default().push(number);
    }
    let mut shown = vec![None; spots.len()];
    for (citing, numbers) in by_document {
        lagrum_cancel::check()?;
        let own: Vec<Spot<'_>> = numbers
            .iter()
            .map(|number| {
                let spot = &spots[*number];
                Spot {
                    target: spot.written.map_or_else(|| joined(cited, spot.target_anchor), str::to_owned),
                    anchor: spot.anchor,
                    page: spot.page.map(i64::from),
                    predicate: spot.predicate,
                    comment: comment(&comments, &cited_source, spot),
                }
            })
            .collect();
        let document = query_catalog(snapshot, |catalog| catalog.document(citing))?;
        let Some(document) = document else { continue };
        let sentences = of_document(snapshot, &document, &own)?;
        for (number, sentence) in numbers.into_iter().zip(sentences) {
            shown[number] = sentence;
        }
    }
    Ok(shown)
}

/// The citing sentence of the first citation of a place, or of one inside it, in a document; None where the document
/// only lists the place, and where it does not cite it.
pub(crate) fn first_citing_sentence(
    snapshot: &Snapshot,
    citing: &str,
    place: &Location,
) -> Result<Option<CitingSentence>, AnswerError> {
    let (list, meanings) = query_catalog(snapshot, |catalog| {
        Ok((catalog.outbound_list(citing)?, catalog.meanings_of(citing)?))
    })?;
    let root = place.document().as_str();
    // The uri of the place that a link means.
    let meant = |link: &ListedLink<'_>| {
        let written = joined(list.targets()[link.target].uri(), link.target_anchor);
        match meanings.get(&written) {
            Some(meaning) => meaning.meant.as_ref().map(MeantPlace::uri),
            None => Some(written),
        }
    };
    let is_cited = |uri: &String| {
        Location::parse(uri).is_some_and(|inner| inner.document().as_str() == root && inner.is_within(place))
    };
    let cited: Vec<(ListedLink<'_>, String)> = list
        .links()
        .filter(|link| !meanings.is_empty() || list.targets()[link.target].uri() == root)
        .filter_map(|link| Some((link, meant(&link).filter(is_cited)?)))
        .take(MAX_SPOTS)
        .collect();
    let written: Vec<String> =
        cited.iter().map(|(link, _)| joined(list.targets()[link.target].uri(), link.target_anchor)).collect();
    let spots: Vec<CitingSpotQuestion<'_>> = cited
        .iter()
        .zip(&written)
        .map(|((link, meant), written)| CitingSpotQuestion {
            citing,
            target_anchor: Location::split(meant).1,
            anchor: link.anchor,
            page: None,
            predicate: Some(link.predicate),
            written: Some(written),
        })
        .collect();
    let mut found: Vec<CitingSentence> =
        citing_sentences(snapshot, root, &spots)?.into_iter().flatten().collect();
    // The first citations of a decision are a list of what it applies, for which its headnote is shown. Another
    // sentence is preferred.
    let own = found.iter().position(|sentence| sentence.kind != CitingSentenceKind::Headnote).unwrap_or(0);
    Ok((own < found.len()).then(|| found.swap_remove(own)))
}

/// The comment of a citing document on the provision that a spot cites: the last one that begins before the spot.
fn comment(
    comments: &[SectionComment],
    cited_source: &str,
    spot: &CitingSpotQuestion<'_>,
) -> Option<(Anchor, u32)> {
    let page = u32::try_from(spot.page?).ok()?;
    let unit = source(cited_source).grammar.unit(&Anchor::new(spot.target_anchor?)?);
    let own = comments
        .iter()
        .filter(|comment| comment.document.uri == spot.citing && comment.anchor == unit.as_str());
    let begins = own.filter_map(|comment| comment.page).filter(|begins| *begins <= page).max()?;
    Some((Anchor::new(unit.as_str())?, begins))
}

/// The citing sentences of spots of one document.
fn of_document(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    spots: &[Spot<'_>],
) -> Result<Vec<Option<CitingSentence>>, AnswerError> {
    let Some(stored) = document.stored else { return Ok(vec![None; spots.len()]) };
    let fields = Artifact::PRESENTED.into_iter().chain(["amendments", "kommentarer", "implements"]);
    let fields: Vec<&str> = fields.collect();
    let artifact = load_fields(snapshot, stored, &document.uri, &fields)?;
    let group = FlowGroup::named(&document.flow_group).unwrap_or(FlowGroup::Ovrigt);
    let headnote = document.description.as_deref().filter(|_| group.is_case_law());
    let found = whole(find(&artifact, source(&document.source), group, spots))?;
    Ok(found.into_shown(spots, headnote))
}

//! The documents that cite a document or a place in it, each once.

use lagrum_artifact::{Base, Location};
use lagrum_catalog::inbound::{CiterFilter, CitingEntry, CitingList, CitingQuery, joined};
use lagrum_catalog::{CitedAs, RowRange};
use lagrum_snapshot::Snapshot;
use lagrum_sources::FlowGroup;
use serde::Serialize;
use utoipa::ToSchema;

use crate::beside::GroupCount;
use crate::cited_meaning::{CitedMeaning, MAX_EARLIER, MeantByCitation, WrittenPlace};
use crate::citing_sentence::{CitingSentence, CitingSpotQuestion, citing_sentences};
use crate::flow_groups::FlowGroups;
use crate::lookup::{non_empty, page_path, query_catalog};
use crate::{AnswerError, InboundOrder, SourceName};

/// A page of the documents that cite a place.
#[derive(Debug, Serialize, ToSchema)]
pub struct CitingDocuments {
    /// The place, as in the question.
    pub uri: String,
    /// The order of the question.
    #[schema(value_type = String)]
    pub sort: InboundOrder,
    /// Documents that cite the place or something inside it and pass the filters, before paging.
    pub total: u64,
    /// Documents on a page, as in the question.
    pub limit: u64,
    /// Documents skipped, as in the question.
    pub offset: u64,
    /// Documents by flow group, under the filters but that of groups; in the order in which groups are presented.
    pub by_group: Vec<GroupCount>,
    /// Documents by year, under the filters but that of the year; the newest first. Those without a year are not counted.
    pub by_year: Vec<YearCount>,
    /// The page.
    pub documents: Vec<CitingDocumentEntry>,
    /// Documents that pass the filters, have the name or number of the place and mean another one. They are not in `documents` or its
    /// counts; a document may cite the place as well, and be in both lists.
    pub earlier_total: u64,
    /// These documents, from the one of `earlier_offset` on, at most a hundred, in the same order.
    pub earlier: Vec<CitingDocumentEntry>,
}

/// How many documents are of a year.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct YearCount {
    /// The year.
    pub year: u16,
    /// How many documents.
    pub documents: u64,
}

/// A citing document.
#[derive(Debug, Serialize, ToSchema)]
pub struct CitingDocumentEntry {
    /// Its uri.
    pub uri: String,
    /// Its page path.
    pub url: String,
    /// Its printed id.
    #[schema(required = true)]
    pub label: Option<String>,
    /// Its title.
    #[schema(required = true)]
    pub title: Option<String>,
    /// Its source.
    pub source: String,
    /// Its kind.
    #[schema(required = true)]
    pub kind: Option<String>,
    /// Its flow group.
    pub group: String,
    /// Its date.
    #[schema(required = true)]
    pub date: Option<String>,
    /// How many documents cite it.
    pub inbound_count: u64,
    /// How many links it has to the place.
    pub links: u64,
    /// At how many spots it cites the place; the first fifty are listed.
    pub places_total: u64,
    /// The citing spots, in the order of what they cite.
    pub places: Vec<CitingSpotEntry>,
}

/// A spot of a citing document, and what it cites.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CitingSpotEntry {
    /// What is cited: the document, or a place in it. Where a provision is meant that was repealed, what it was in.
    pub target: String,
    /// Why another place is meant than the one that is written: `earlier_act`, the name was that of an earlier act; `earlier_number`, the
    /// number was that of another provision. Null where the place that bears the name and number today is meant.
    #[schema(required = true, value_type = Option<String>)]
    pub cited_as: Option<CitedAs>,
    /// The place as the citing document has it; null where that is meant.
    #[schema(required = true)]
    pub cited: Option<WrittenPlace>,
    /// The place that is meant; null where it is the one that is written.
    #[schema(required = true)]
    pub meant: Option<MeantByCitation>,
    /// The anchor of the citing spot.
    #[schema(required = true)]
    pub anchor: Option<String>,
    /// The printed page of the citing spot.
    #[schema(required = true)]
    pub page: Option<i32>,
    /// The citing sentence of the spot; null where the document only lists what it cites. Only for a question with
    /// `context`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<CitingSentence>)]
    pub context: Option<Option<CitingSentence>>,
}

/// Which citing documents to list.
#[derive(Clone, Debug)]
pub struct CitingQuestion {
    /// A document, or a place in one with everything inside it.
    pub uri: String,
    /// Only documents of this source.
    pub source: Option<SourceName>,
    /// Only documents of these flow groups: names with commas between them.
    pub groups: Option<String>,
    /// Only documents of this year.
    pub year: Option<u16>,
    /// Their order.
    pub order: InboundOrder,
    /// Documents on a page.
    pub limit: u64,
    /// Documents to skip.
    pub offset: u64,
    /// Documents of earlier citations to skip.
    pub earlier_offset: u64,
    /// Whether each place is shown with the sentence that cites. It is meant for pages of at most
    /// [`MAX_ROWS_WITH_SENTENCES`](crate::MAX_ROWS_WITH_SENTENCES) documents.
    pub context: bool,
}

/// A page of the documents that cite a place. It is empty for a place without citations, and for one that is not held.
pub fn citing(snapshot: &Snapshot, question: CitingQuestion) -> Result<CitingDocuments, AnswerError> {
    let CitingQuestion { uri, source, groups, year, order, limit, offset, earlier_offset, context } =
        question;
    let groups = FlowGroups::parse(non_empty(groups).as_deref(), snapshot)?;
    let groups = groups.names();
    let place = Location::parse(&uri);
    let (found, earlier) = match &place {
        None => <(CitingList, CitingList)>::default(),
        Some(location) => query_catalog(snapshot, |catalog| {
            let query = CitingQuery {
                location,
                source: source.as_ref().map(SourceName::current),
                citers: CiterFilter { groups: groups.as_deref(), year },
                by_citations: order == InboundOrder::Citations,
                page: RowRange { limit, offset },
            };
            let earlier = RowRange { limit: MAX_EARLIER, offset: earlier_offset };
            Ok((
                catalog.citing_list(&query)?,
                catalog.earlier_citing_list(&CitingQuery { page: earlier, ..query })?,
            ))
        })?,
    };
    let counted = FlowGroup::ALL.into_iter().filter_map(|group| {
        let documents = *found.by_group.get(group.name())?;
        Some(GroupCount { group: group.name().to_owned(), documents })
    });
    let years = found.by_year.iter().rev().filter(|(year, _)| **year > 0);
    let root = place.as_ref().map_or("", |place| place.document().as_str());
    let base = &snapshot.manifest().base;
    let row = |entry: CitingEntry| {
        let url = page_path(base, &entry.citing.uri).unwrap_or_default();
        row(base, entry, url, root)
    };
    let mut documents: Vec<CitingDocumentEntry> = found.documents.into_iter().map(row).collect();
    let mut earlier_documents: Vec<CitingDocumentEntry> = earlier.documents.into_iter().map(row).collect();
    if context {
        add_sentences(snapshot, root, &mut documents)?;
        add_sentences(snapshot, root, &mut earlier_documents)?;
    }
    Ok(CitingDocuments {
        sort: order,
        total: found.total,
        limit,
        offset,
        by_group: counted.collect(),
        by_year: years.map(|(year, documents)| YearCount { year: *year, documents: *documents }).collect(),
        documents,
        earlier_total: earlier.total,
        earlier: earlier_documents,
        uri,
    })
}

/// Adds the citing sentence to each spot.
fn add_sentences(
    snapshot: &Snapshot,
    root: &str,
    documents: &mut [CitingDocumentEntry],
) -> Result<(), AnswerError> {
    let of_document = |entry: &CitingDocumentEntry| {
        let citing = entry.uri.clone();
        entry.places.iter().map(move |place| (citing.clone(), place.clone())).collect::<Vec<_>>()
    };
    let places: Vec<(String, CitingSpotEntry)> = documents.iter().flat_map(of_document).collect();
    let spots: Vec<CitingSpotQuestion<'_>> = places
        .iter()
        .map(|(citing, place)| CitingSpotQuestion {
            citing,
            target_anchor: Location::split(&place.target).1,
            anchor: place.anchor.as_deref(),
            page: place.page,
            predicate: None,
            written: place.cited.as_ref().map(|cited| cited.uri.as_str()),
        })
        .collect();
    let sentences = citing_sentences(snapshot, root, &spots)?;
    let shown = documents.iter_mut().flat_map(|entry| &mut entry.places);
    for (place, sentence) in shown.zip(sentences) {
        place.context = Some(sentence);
    }
    Ok(())
}

fn row(base: &Base, entry: CitingEntry, url: String, root: &str) -> CitingDocumentEntry {
    let CitingEntry { citing, group, links, spots_total, spots, .. } = entry;
    let places = spots.into_iter().map(|spot| {
        let CitedMeaning { cited_as, cited, meant } = CitedMeaning::of(spot.meaning.as_deref(), base);
        CitingSpotEntry {
            target: joined(root, spot.target_anchor.as_deref()),
            cited_as,
            cited,
            meant,
            anchor: spot.anchor.as_deref().map(str::to_owned),
            page: spot.page,
            context: None,
        }
    });
    CitingDocumentEntry {
        uri: citing.uri.clone(),
        url,
        label: citing.label.clone(),
        title: citing.title.clone(),
        source: citing.source.clone(),
        kind: citing.kind.clone(),
        group,
        date: citing.date.clone(),
        inbound_count: citing.inbound_count,
        links,
        places_total: spots_total,
        places: places.collect(),
    }
}

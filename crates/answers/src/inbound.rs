//! Who cites a document or a place in it.

use lagrum_artifact::{Base, Location};
use lagrum_catalog::inbound::{CiterFilter, Inbound, InboundQuery, InboundRow, joined};
use lagrum_catalog::{CitedAs, RowRange};
use lagrum_snapshot::Snapshot;
use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

use crate::cited_meaning::{CitedMeaning, MAX_EARLIER, MeantByCitation, WrittenPlace};
use crate::citing_sentence::{CitingSentence, CitingSpotQuestion, citing_sentences};
use crate::flow_groups::FlowGroups;
use crate::lookup::{non_empty, query_catalog};
use crate::{AnswerError, SourceName};

/// A page of the citations of a place.
#[derive(Debug)]
pub struct InboundCitations {
    uri: String,
    scope: InboundScope,
    source: Option<String>,
    sort: InboundOrder,
    total: u64,
    limit: u64,
    offset: u64,
    by_source: Vec<(String, u64)>,
    /// The cited document.
    root: String,
    listed: ListedRows,
    earlier_total: u64,
    earlier: ListedRows,
    base: Base,
}

/// Rows of a list of citations.
#[derive(Debug)]
struct ListedRows {
    rows: Vec<InboundRow>,
    /// The citing sentence of each row, for a question that asks for it.
    sentences: Option<Vec<Option<CitingSentence>>>,
}

/// A page of the citations of a place.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = InboundCitations)]
pub struct InboundPage<'a> {
    /// The place, as in the question.
    uri: &'a str,
    /// The scope of the question.
    #[schema(value_type = String)]
    scope: InboundScope,
    /// The source of the question.
    #[schema(required = true)]
    source: Option<&'a str>,
    /// The order of the question.
    #[schema(value_type = String)]
    sort: InboundOrder,
    /// Rows in scope and of the source, before paging.
    total: u64,
    /// Rows on a page, as in the question.
    limit: u64,
    /// Rows skipped, as in the question.
    offset: u64,
    /// Rows in scope and of the groups and the year, per citing source, whatever the source of the question; the largest
    /// first.
    #[serde(serialize_with = "in_order")]
    #[schema(value_type = std::collections::HashMap<String, u64>)]
    by_source: &'a [(String, u64)],
    /// The page.
    citations: Vec<InboundCitation<'a>>,
    /// Rows in scope and of the source, the groups and the year that have the name or number of the place and mean another one. They
    /// are not in `citations` or its counts.
    earlier_total: u64,
    /// These rows, from the one of `earlier_offset` on, at most a hundred, in the same order.
    earlier: Vec<InboundCitation<'a>>,
}

/// A citing spot, and what it cites.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = InboundCitation)]
struct InboundCitation<'a> {
    /// The citing document.
    uri: &'a str,
    /// What is cited: the document, or a place in it. Where a provision is meant that was repealed, what it was in.
    target: String,
    /// Why another place is meant than the one that is written: `earlier_act`, the name was that of an earlier act; `earlier_number`, the
    /// number was that of another provision. Null where the place that bears the name and number today is meant.
    #[schema(required = true, value_type = Option<String>)]
    cited_as: Option<CitedAs>,
    /// The place as the citing document has it; null where that is meant.
    #[schema(required = true)]
    cited: Option<WrittenPlace>,
    /// The place that is meant; null where it is the one that is written.
    #[schema(required = true)]
    meant: Option<MeantByCitation>,
    /// The anchor of the citing spot.
    #[schema(required = true)]
    anchor: Option<&'a str>,
    /// The printed page of the citing spot.
    #[schema(required = true)]
    page: Option<i32>,
    /// The relation; `dcterms:references` is the plain reference.
    #[schema(required = true)]
    predicate: Option<&'a str>,
    /// The citing document's printed id.
    #[schema(required = true)]
    label: Option<&'a str>,
    /// Its title.
    #[schema(required = true)]
    title: Option<&'a str>,
    /// Its source.
    #[schema(required = true)]
    source: Option<&'a str>,
    /// Its kind.
    #[schema(required = true)]
    kind: Option<&'a str>,
    /// Its date.
    #[schema(required = true)]
    date: Option<&'a str>,
    /// How many other documents cite the citing document.
    inbound_count: u64,
    /// The citing sentence of the spot; null where the document only lists what it cites. Only for a question with
    /// `context`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<CitingSentence>)]
    #[expect(clippy::option_option, reason = "null is not the same as a question without it")]
    context: Option<Option<&'a CitingSentence>>,
}

impl InboundCitations {
    /// Rows in scope and of the source, before paging.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The rows of the page: citing documents, and where in them the citing spots are.
    pub fn rows(&self) -> &[InboundRow] {
        &self.listed.rows
    }

    fn shown<'a>(&'a self, listed: &'a ListedRows) -> Result<Vec<InboundCitation<'a>>, AnswerError> {
        let mut citations = Vec::with_capacity(listed.rows.len());
        for (index, row) in listed.rows.iter().enumerate() {
            lagrum_cancel::check()?;
            let context = listed.sentences.as_ref().map(|all| all.get(index).and_then(Option::as_ref));
            citations.push(citation(&self.root, &self.base, row, context));
        }
        Ok(citations)
    }

    /// The page as JSON.
    pub fn to_json(&self) -> Result<Vec<u8>, AnswerError> {
        let page = InboundPage {
            uri: &self.uri,
            scope: self.scope,
            source: self.source.as_deref(),
            sort: self.sort,
            total: self.total,
            limit: self.limit,
            offset: self.offset,
            by_source: &self.by_source,
            citations: self.shown(&self.listed)?,
            earlier_total: self.earlier_total,
            earlier: self.shown(&self.earlier)?,
        };
        let mut json = Vec::with_capacity(self.listed.rows.len() * ROW_BYTES);
        serde_json::to_writer(&mut json, &page).map_err(|error| AnswerError::internal(&error))?;
        Ok(json)
    }
}

/// Bytes of a row, about.
const ROW_BYTES: usize = 500;

#[expect(clippy::option_option, reason = "as in InboundCitation")]
fn citation<'a>(
    root: &str,
    base: &Base,
    row: &'a InboundRow,
    context: Option<Option<&'a CitingSentence>>,
) -> InboundCitation<'a> {
    let citing = &*row.citing;
    let CitedMeaning { cited_as, cited, meant } = CitedMeaning::of(row.meaning.as_deref(), base);
    InboundCitation {
        uri: &citing.uri,
        target: joined(root, row.target_anchor.as_deref()),
        cited_as,
        cited,
        meant,
        anchor: row.anchor.as_deref(),
        page: row.page,
        predicate: Some(&row.predicate),
        label: citing.label.as_deref(),
        title: citing.title.as_deref(),
        source: Some(&citing.source),
        kind: citing.kind.as_deref(),
        date: citing.date.as_deref(),
        inbound_count: citing.inbound_count,
        context,
    }
}

fn in_order<S: Serializer>(counts: &[(String, u64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().map(|(source, count)| (source, count)))
}

/// Which citations count as citations of a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum InboundScope {
    /// Those of the place and of everything inside it.
    #[default]
    Tree,
    /// Those of the place itself.
    Exact,
}

/// The order of citing spots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum InboundOrder {
    /// The order of a reader's margin.
    #[default]
    Rail,
    /// The most cited citing document first.
    Citations,
}

/// Which citations to list.
#[derive(Clone, Debug)]
pub struct InboundQuestion {
    /// A document, or a place in one.
    pub uri: String,
    /// Which citations count.
    pub scope: InboundScope,
    /// Only citations from this source.
    pub source: Option<SourceName>,
    /// Only citing documents of these flow groups: names with commas between them.
    pub groups: Option<String>,
    /// Only citing documents of this year.
    pub year: Option<u16>,
    /// Their order.
    pub order: InboundOrder,
    /// Rows on a page.
    pub limit: u64,
    /// Rows to skip.
    pub offset: u64,
    /// Rows of earlier citations to skip.
    pub earlier_offset: u64,
    /// Whether each row is shown with the sentence that cites. It is meant for pages of at most
    /// [`MAX_ROWS_WITH_SENTENCES`](crate::MAX_ROWS_WITH_SENTENCES) rows.
    pub context: bool,
}

/// A page of the citations of a place, one row for each citing spot and place cited. It is empty for a place without
/// citations, and for one that is not held.
pub fn inbound(snapshot: &Snapshot, question: InboundQuestion) -> Result<InboundCitations, AnswerError> {
    let InboundQuestion { uri, scope, source, groups, year, order, limit, offset, earlier_offset, context } =
        question;
    let groups = FlowGroups::parse(non_empty(groups).as_deref(), snapshot)?;
    let groups = groups.names();
    let place = Location::parse(&uri);
    let (found, earlier) = match &place {
        Some(place) => query_catalog(snapshot, |catalog| {
            let query = InboundQuery {
                location: place,
                exact: scope == InboundScope::Exact,
                source: source.as_ref().map(SourceName::current),
                citers: CiterFilter { groups: groups.as_deref(), year },
                by_citations: order == InboundOrder::Citations,
                page: RowRange { limit, offset },
            };
            let earlier = RowRange { limit: MAX_EARLIER, offset: earlier_offset };
            Ok((catalog.inbound(&query)?, catalog.earlier_inbound(&InboundQuery { page: earlier, ..query })?))
        })?,
        None => <(Inbound, Inbound)>::default(),
    };
    let root = place.as_ref().map_or("", |place| place.document().as_str()).to_owned();
    let mut by_source: Vec<(String, u64)> = found.by_source.into_iter().collect();
    by_source.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let source = source.map(SourceName::into_given);
    let total = found.total;
    let listed = |rows: Vec<InboundRow>| -> Result<ListedRows, AnswerError> {
        let spots = context.then(|| rows.iter().map(spot).collect::<Vec<CitingSpotQuestion<'_>>>());
        let sentences = spots.map(|spots| citing_sentences(snapshot, &root, &spots)).transpose()?;
        Ok(ListedRows { rows, sentences })
    };
    let (rows, earlier_rows) = (listed(found.rows)?, listed(earlier.rows)?);
    Ok(InboundCitations {
        uri,
        scope,
        source,
        sort: order,
        total,
        limit,
        offset,
        by_source,
        root,
        listed: rows,
        earlier_total: earlier.total,
        earlier: earlier_rows,
        base: snapshot.manifest().base.clone(),
    })
}

/// The citing spot of a row.
fn spot(row: &InboundRow) -> CitingSpotQuestion<'_> {
    CitingSpotQuestion {
        citing: &row.citing.uri,
        target_anchor: row.target_anchor.as_deref(),
        anchor: row.anchor.as_deref(),
        page: row.page,
        predicate: Some(&row.predicate),
        written: row.meaning.as_ref().map(|meaning| meaning.written.as_str()),
    }
}

//! Who cites a document or a place in it.

use lagrum_artifact::Location;
use lagrum_catalog::inbound::{CiterFilter, Inbound, InboundQuery, InboundRow};
use lagrum_catalog::{CitingDocument, RowRange};
use lagrum_snapshot::Snapshot;
use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

use crate::citing_sentence::{CitingSentence, CitingSpotQuestion, citing_sentences};
use crate::flow_groups::FlowGroups;
use crate::json_rows::{begin_field, piece, push_inside, push_number, push_text};
use crate::lookup::{non_empty, query_catalog};
use crate::{AnswerError, SourceName};

/// A page of the citations of a place.
#[derive(Debug)]
pub struct InboundCitations {
    summary: InboundSummary,
    /// The cited document.
    root: String,
    rows: Vec<InboundRow>,
    /// What the document of each row says there, for a question that asks for it.
    sentences: Option<Vec<Option<CitingSentence>>>,
}

/// A page without its rows.
#[derive(Debug, Serialize)]
struct InboundSummary {
    uri: String,
    scope: InboundScope,
    source: Option<String>,
    sort: InboundOrder,
    total: u64,
    limit: u64,
    offset: u64,
    #[serde(serialize_with = "in_order")]
    by_source: Vec<(String, u64)>,
}

impl InboundCitations {
    /// Rows in scope and of the source, before paging.
    pub fn total(&self) -> u64 {
        self.summary.total
    }

    /// The rows of the page: citing documents, and where in them the citing spots are.
    pub fn rows(&self) -> &[InboundRow] {
        &self.rows
    }

    /// The page as JSON.
    pub fn to_json(&self) -> Result<Vec<u8>, AnswerError> {
        let mut json =
            begin_field(&self.summary, "citations").map_err(|error| AnswerError::internal(&error))?;
        let root = piece(|json| push_inside(json, &self.root));
        json.reserve(self.rows.iter().map(|row| row_bytes(&root, row)).sum::<usize>() + 3);
        json.push(b'[');
        for (index, row) in self.rows.iter().enumerate() {
            lagrum_cancel::check()?;
            if index > 0 {
                json.push(b',');
            }
            push_row(&mut json, &root, row);
            if let Some(sentences) = &self.sentences {
                push_sentence(&mut json, sentences.get(index).and_then(Option::as_ref))?;
            }
        }
        json.extend_from_slice(b"]}");
        Ok(json)
    }
}

/// What every row of a citing document has: its beginning, and the fields from the label on with the end of the row.
fn pieces(citing: &CitingDocument) -> &[Box<str>; 2] {
    citing.derived(|citing| {
        let beginning = piece(|json| {
            json.extend_from_slice(b"{\"uri\":");
            push_text(json, Some(&citing.uri));
            json.extend_from_slice(b",\"target\":\"");
        });
        let names = piece(|json| {
            let fields = [
                ("label", citing.label.as_deref()),
                ("title", citing.title.as_deref()),
                ("source", Some(citing.source.as_str())),
                ("kind", citing.kind.as_deref()),
                ("date", citing.date.as_deref()),
            ];
            for (name, text) in fields {
                for part in [b",\"", name.as_bytes(), b"\":"] {
                    json.extend_from_slice(part);
                }
                push_text(json, text);
            }
            json.extend_from_slice(b",\"inbound_count\":");
            push_number(json, citing.inbound_count);
            json.push(b'}');
        });
        [beginning, names]
    })
}

/// About how many bytes a row takes.
fn row_bytes(root: &str, row: &InboundRow) -> usize {
    let anchors =
        [&row.target_anchor, &row.anchor].map(|anchor| anchor.as_ref().map_or(4, |text| text.len()));
    let names: usize = pieces(&row.citing).iter().map(|piece| piece.len()).sum();
    64 + root.len() + names + row.predicate.len() + anchors.iter().sum::<usize>()
}

/// Appends a row; `root` is the uri of the cited document, without quotes.
fn push_row(json: &mut Vec<u8>, root: &str, row: &InboundRow) {
    let [beginning, names] = pieces(&row.citing);
    json.extend_from_slice(beginning.as_bytes());
    json.extend_from_slice(root.as_bytes());
    if let Some(anchor) = &row.target_anchor {
        json.push(b'#');
        push_inside(json, anchor);
    }
    json.extend_from_slice(b"\",\"anchor\":");
    push_text(json, row.anchor.as_deref());
    json.extend_from_slice(b",\"page\":");
    match row.page {
        Some(page) => push_number(json, page),
        None => json.extend_from_slice(b"null"),
    }
    json.extend_from_slice(b",\"predicate\":");
    push_text(json, Some(&row.predicate));
    json.extend_from_slice(names.as_bytes());
}

/// Adds the field of a citing sentence to the row that was written last.
fn push_sentence(json: &mut Vec<u8>, sentence: Option<&CitingSentence>) -> Result<(), AnswerError> {
    json.pop();
    json.extend_from_slice(b",\"context\":");
    serde_json::to_writer(&mut *json, &sentence).map_err(|error| AnswerError::internal(&error))?;
    json.push(b'}');
    Ok(())
}

fn in_order<S: Serializer>(counts: &[(String, u64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().map(|(source, count)| (source, count)))
}

/// A page of the citations of a place.
#[derive(Debug, ToSchema)]
#[schema(as = InboundCitations)]
#[expect(dead_code, reason = "a schema only: `InboundCitations::to_json` writes it")]
pub struct InboundCitationsShape {
    /// The place, as in the question.
    uri: String,
    /// The scope of the question.
    #[schema(value_type = String)]
    scope: InboundScope,
    /// The source of the question.
    #[schema(required = true)]
    source: Option<String>,
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
    by_source: std::collections::HashMap<String, u64>,
    /// The page.
    citations: Vec<CitationShape>,
}

/// A citing spot, and what it cites.
#[derive(Debug, ToSchema)]
#[schema(as = InboundCitation)]
#[cfg_attr(test, derive(Clone, Serialize))]
#[cfg_attr(not(test), expect(dead_code, reason = "a schema only: `push_row` writes it"))]
struct CitationShape {
    /// The citing document.
    uri: String,
    /// What is cited: the document, or a place in it.
    target: String,
    /// The anchor of the citing spot.
    #[schema(required = true)]
    anchor: Option<String>,
    /// The printed page of the citing spot.
    #[schema(required = true)]
    page: Option<i32>,
    /// The relation; `dcterms:references` is the plain reference.
    #[schema(required = true)]
    predicate: Option<String>,
    /// The citing document's printed id.
    #[schema(required = true)]
    label: Option<String>,
    /// Its title.
    #[schema(required = true)]
    title: Option<String>,
    /// Its source.
    #[schema(required = true)]
    source: Option<String>,
    /// Its kind.
    #[schema(required = true)]
    kind: Option<String>,
    /// Its date.
    #[schema(required = true)]
    date: Option<String>,
    /// How many other documents cite the citing document.
    inbound_count: u64,
    /// What the citing document says there; null where it only lists what it cites. Only for a question with `context`.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[schema(value_type = Option<CitingSentence>)]
    #[expect(clippy::option_option, reason = "null is not the same as a question without it")]
    context: Option<Option<CitingSentence>>,
}

/// Which citations count as citations of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InboundScope {
    /// Those of the place and of everything inside it.
    Tree,
    /// Those of the place itself.
    Exact,
}

/// The order of citing spots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InboundOrder {
    /// The order of a reader's margin.
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
    /// Whether each row is shown with the sentence that cites. It is meant for pages of at most
    /// [`MAX_ROWS_WITH_SENTENCES`](crate::MAX_ROWS_WITH_SENTENCES) rows.
    pub context: bool,
}

/// A page of the citations of a place, one row for each citing spot and place cited. A place that nobody cites, or that is
/// not held, has none.
pub fn inbound(snapshot: &Snapshot, question: InboundQuestion) -> Result<InboundCitations, AnswerError> {
    let InboundQuestion { uri, scope, source, groups, year, order, limit, offset, context } = question;
    let groups = FlowGroups::parse(non_empty(groups).as_deref(), snapshot)?;
    let groups = groups.names();
    let place = Location::parse(&uri);
    let found = match &place {
        Some(place) => query_catalog(snapshot, |catalog| {
            catalog.inbound(&InboundQuery {
                location: place,
                exact: scope == InboundScope::Exact,
                source: source.as_ref().map(SourceName::current),
                citers: CiterFilter { groups: groups.as_deref(), year },
                by_citations: order == InboundOrder::Citations,
                page: RowRange { limit, offset },
            })
        })?,
        None => Inbound::default(),
    };
    let root = place.as_ref().map_or("", |place| place.document().as_str()).to_owned();
    let mut by_source: Vec<(String, u64)> = found.by_source.into_iter().collect();
    by_source.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let source = source.map(SourceName::into_given);
    let total = found.total;
    let summary = InboundSummary { uri, scope, source, sort: order, total, limit, offset, by_source };
    let sentences = if context {
        let spots: Vec<CitingSpotQuestion<'_>> = found.rows.iter().map(spot).collect();
        Some(citing_sentences(snapshot, &root, &spots)?)
    } else {
        None
    };
    Ok(InboundCitations { summary, root, rows: found.rows, sentences })
}

/// The citing spot of a row.
fn spot(row: &InboundRow) -> CitingSpotQuestion<'_> {
    CitingSpotQuestion {
        citing: &row.citing.uri,
        target_anchor: row.target_anchor.as_deref(),
        anchor: row.anchor.as_deref(),
        page: row.page,
        predicate: Some(&row.predicate),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lagrum_catalog::inbound::joined;

    use super::*;
    use crate::CitingSentenceKind;

    #[test]
    fn a_row_is_what_serde_writes_of_its_shape() {
        let root = "https://lag.demo.example/1931:47";
        let mut named = CitingDocument::default();
        "https://lag.demo.example/dom/\"a\"".clone_into(&mut named.uri);
        "dv".clone_into(&mut named.source);
        named.label = Some("NJA 2031 s. 5".to_owned());
        named.title = Some("En \"titel\"\n".to_owned());
        named.kind = Some("nja".to_owned());
        named.date = Some("2031-02-03".to_owned());
        named.inbound_count = 12;
        for citing in [named, CitingDocument::default()] {
            for (target_anchor, anchor, page) in
                [(None, None, None), (Some("K1"), Some("S\\1"), Some(-1)), (Some(""), Some(""), Some(700))]
            {
                let text = |text: Option<&str>| text.map(Arc::from);
                let row = InboundRow {
                    citing: Arc::new(citing.clone()),
                    target_anchor: text(target_anchor),
                    anchor: text(anchor),
                    page,
                    predicate: "rpubl:andrar".into(),
                };
                let shape = CitationShape {
                    uri: citing.uri.clone(),
                    target: joined(root, target_anchor),
                    anchor: anchor.map(str::to_owned),
                    page,
                    predicate: Some("rpubl:andrar".to_owned()),
                    label: citing.label.clone(),
                    title: citing.title.clone(),
                    source: Some(citing.source.clone()),
                    kind: citing.kind.clone(),
                    date: citing.date.clone(),
                    inbound_count: citing.inbound_count,
                    context: None,
                };
                let written = piece(|json| push_row(json, root, &row));
                assert_eq!(written, serde_json::to_string(&shape).unwrap());
                let sentence = CitingSentence {
                    html: "Se <em>3 §</em> \"fårlagen\"".to_owned(),
                    kind: CitingSentenceKind::Sentence,
                };
                for context in [None, Some(sentence)] {
                    let with_sentence = piece(|json| {
                        push_row(json, root, &row);
                        push_sentence(json, context.as_ref()).unwrap();
                    });
                    let shape = CitationShape { context: Some(context), ..shape.clone() };
                    assert_eq!(with_sentence, serde_json::to_string(&shape).unwrap());
                }
                assert!(written.len() <= row_bytes(root, &row) + 8, "{written}");
            }
        }
    }
}

//! Old law, new law, Union law: what texts say that a place followed, carries out or rests on, and the other way.
//!
//! The build reads the statements (`crates/builder/src/related`); here they are turned to the place that is asked about. Nothing
//! is concluded: a row has the words that say it, and where they stand.

use std::cmp::Reverse;
use std::collections::HashMap;

use lagrum_artifact::{Anchor, Base, Location};
use lagrum_catalog::{CatalogDocument, StatedEnd, StatedIn, StatedRelation, Statement};
use lagrum_snapshot::Snapshot;
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::AnswerError;
use crate::act_names::natural;
use crate::anchor_labels::anchor_label;
use crate::as_of::repeal_day;
use crate::lookup::{find_location, local_id, query_catalog, reader_citation};
use crate::unheld_name::name_of_unheld;

/// Of which place, and which page.
#[derive(Clone, Debug)]
pub struct RelatedQuestion {
    /// The uri of a document, or of a place in one, also of a number that is given up.
    pub uri: String,
    /// The most rows.
    pub limit: u64,
    /// `next_cursor` of the page before.
    pub cursor: Option<String>,
}

/// What texts say of the places that a place follows, carries out or rests on, and of those that do so to it.
#[derive(Debug, Serialize, ToSchema)]
pub struct RelatedPlaces {
    /// The place, as in the question.
    pub uri: String,
    /// Rows of the place and of what is inside it, before paging.
    pub total: u64,
    /// The page: by the place in the document, then by relation, the newest first.
    pub related: Vec<RelatedPlace>,
    /// The cursor of the next page; null on the last page.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
}

/// A place that a text relates to the one that was asked about.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RelatedPlace {
    /// What the place is to the one that was asked about.
    pub relation: RelatedAs,
    /// The uri of the place. A number that was given up may be another provision's today.
    pub uri: String,
    /// How a reader cites it.
    pub label: String,
    /// Whether its document is held.
    pub held: bool,
    /// The uri of the place that the text speaks of: the one that was asked about, or one inside it.
    pub of: String,
    /// The first day of a new number, or of what carries out or rests on the other; null where no text says it.
    #[schema(required = true)]
    pub from: Option<String>,
    /// The day from which it no longer holds; null where it has not ended, or the day is not known.
    #[schema(required = true)]
    pub until: Option<String>,
    /// The kind of text that says it.
    pub method: RelatedMethod,
    /// What says it, and where it stands.
    pub evidence: RelatedEvidence,
}

/// What one place is to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RelatedAs {
    /// What the place was before: the provision of an earlier act, or its own former number.
    Predecessor,
    /// What it became.
    Successor,
    /// What it carries out.
    Implements,
    /// What carries it out.
    ImplementedBy,
    /// What it was issued under.
    IssuedUnder,
    /// What was issued under it.
    Authorises,
}

/// The kind of text that says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RelatedMethod {
    /// The register of a statute.
    Register,
    /// A correlation table.
    Table,
    /// The commentary of a bill on the provisions that it proposes.
    Commentary,
    /// The record of the document beside its text.
    Record,
    /// The transitional provisions of an act.
    TransitionalProvisions,
}

/// What says that two places are related.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RelatedEvidence {
    /// The uri of the document that says it.
    pub uri: String,
    /// The anchor in that document; null where it stands beside the text.
    #[schema(required = true)]
    pub anchor: Option<String>,
    /// Its words: the sentence, the row of the table, the entry of the register.
    pub text: String,
}

impl RelatedAs {
    fn of(end: &StatedEnd) -> Self {
        match (end.relation, end.is_subject) {
            (StatedRelation::Follows, true) => Self::Predecessor,
            (StatedRelation::Follows, false) => Self::Successor,
            (StatedRelation::Implements, true) => Self::Implements,
            (StatedRelation::Implements, false) => Self::ImplementedBy,
            (StatedRelation::IssuedUnder, true) => Self::IssuedUnder,
            (StatedRelation::IssuedUnder, false) => Self::Authorises,
        }
    }
}

impl From<StatedIn> for RelatedMethod {
    fn from(stated: StatedIn) -> Self {
        match stated {
            StatedIn::Register => Self::Register,
            StatedIn::Table => Self::Table,
            StatedIn::Commentary => Self::Commentary,
            StatedIn::Record => Self::Record,
            StatedIn::TransitionalProvisions => Self::TransitionalProvisions,
        }
    }
}

/// What texts say of a place. A place of which they say nothing has no rows.
pub fn related(snapshot: &Snapshot, question: &RelatedQuestion) -> Result<RelatedPlaces, AnswerError> {
    let (location, document) = find_location(snapshot, &question.uri)?;
    let skipped = question.cursor.as_deref().map_or(Ok(0), |cursor| parse_cursor(&question.uri, cursor))?;
    let mut ends = query_catalog(snapshot, |catalog| catalog.stated_ends(&document.uri))?;
    lagrum_cancel::check()?;
    if let Some(asked) = location.anchor() {
        let is_inside = |anchor: &String| Anchor::new(anchor).is_some_and(|anchor| anchor.is_within(asked));
        ends.retain(|end| end.anchor.as_ref().is_some_and(is_inside));
    }
    ends.sort_by_cached_key(|end| {
        let place = end.anchor.as_deref().map(natural);
        (place, RelatedAs::of(end), Reverse(end.from.clone()), natural(&end.other), end.statement)
    });
    let total = ends.len() as u64;
    let limit = usize::try_from(question.limit).unwrap_or(usize::MAX);
    let page = ends.iter().skip(skipped).take(limit);
    let mut named = Documents { snapshot, found: HashMap::new() };
    let mut related = Vec::new();
    for end in page {
        lagrum_cancel::check()?;
        related.extend(named.row(&document.uri, end)?);
    }
    let next = skipped.saturating_add(limit);
    let next_cursor = (next < ends.len()).then(|| cursor(&question.uri, next));
    Ok(RelatedPlaces { uri: question.uri.clone(), total, related, next_cursor })
}

/// Documents that rows name, each looked up once.
struct Documents<'a> {
    snapshot: &'a Snapshot,
    found: HashMap<String, Option<CatalogDocument>>,
}

impl Documents<'_> {
    fn find(&mut self, uri: &str) -> Result<Option<&CatalogDocument>, AnswerError> {
        if !self.found.contains_key(uri) {
            let found = query_catalog(self.snapshot, |catalog| catalog.document(uri))?;
            self.found.insert(uri.to_owned(), found);
        }
        Ok(self.found.get(uri).and_then(Option::as_ref))
    }

    fn row(&mut self, document: &str, end: &StatedEnd) -> Result<Option<RelatedPlace>, AnswerError> {
        let statement = query_catalog(self.snapshot, |catalog| catalog.statement(end.statement))?;
        let Some(statement) = statement else { return Ok(None) };
        let until = self.until(&statement)?;
        let of =
            end.anchor.as_ref().map_or_else(|| document.to_owned(), |anchor| format!("{document}#{anchor}"));
        Ok(Some(RelatedPlace {
            relation: RelatedAs::of(end),
            label: self.label(&end.other)?,
            held: self.find(Location::split(&end.other).0)?.is_some(),
            uri: end.other.clone(),
            of,
            from: statement.from,
            until,
            method: statement.stated_in.into(),
            evidence: RelatedEvidence {
                uri: statement.evidence,
                anchor: statement.evidence_anchor,
                text: statement.words,
            },
        }))
    }

    /// When a statement ended: its own day, or the end of what carries out or rests on the other.
    fn until(&mut self, statement: &Statement) -> Result<Option<String>, AnswerError> {
        if statement.until.is_some() || statement.relation == StatedRelation::Follows {
            return Ok(statement.until.clone());
        }
        let (subject, _) = Location::split(&statement.subject);
        Ok(self.find(subject)?.and_then(repeal_day))
    }

    /// How a reader cites a place, held or not.
    fn label(&mut self, uri: &str) -> Result<String, AnswerError> {
        let base = &self.snapshot.manifest().base;
        let (document, anchor) = Location::split(uri);
        let cited = |document: &CatalogDocument| {
            reader_citation(base, document, anchor.and_then(Anchor::new).as_ref())
        };
        Ok(self.find(document)?.map_or_else(|| unheld_label(base, document, anchor), cited))
    }
}

fn unheld_label(base: &Base, document: &str, anchor: Option<&str>) -> String {
    let name = name_of_unheld(local_id(base, document));
    match anchor {
        Some(anchor) => format!("{} {name}", anchor_label(base, document)(anchor)),
        None => name,
    }
}

/// The place of a page in the list of a place, with a digest by which another list and a damaged text are told apart.
fn cursor(uri: &str, skipped: usize) -> String {
    format!("{skipped}.{}", digest(uri, skipped))
}

fn parse_cursor(uri: &str, text: &str) -> Result<usize, AnswerError> {
    let parsed = text.split_once('.').and_then(|(skipped, sum)| {
        let skipped: usize = skipped.parse().ok()?;
        (digest(uri, skipped) == sum).then_some(skipped)
    });
    parsed.ok_or_else(|| AnswerError::Invalid {
        parameter: "cursor",
        input: Some(text.to_owned()),
        message: "is no cursor of this place: take it from next_cursor of the page before, unchanged"
            .to_owned(),
    })
}

fn digest(uri: &str, skipped: usize) -> String {
    let digest = Sha256::digest(format!("{skipped} {uri}"));
    hex::encode(&digest[..4])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_belongs_to_one_list() {
        let uri = "https://lag.example/1931:47";
        let text = cursor(uri, 50);
        assert_eq!(parse_cursor(uri, &text).unwrap(), 50);
        for (uri, text) in [
            ("https://lag.example/1931:48", text.as_str()),
            (uri, "50"),
            (uri, "51.00000000"),
            (uri, ""),
            (uri, "99999999999999999999999.00000000"),
            (uri, "å.ä"),
        ] {
            assert!(parse_cursor(uri, text).is_err(), "{text}");
        }
    }
}

//! Why an act was made: the preparatory works that the register names for it, each with the page on which it comments on what
//! changed, where it is held.

use std::collections::HashMap;

use lagrum_artifact::{Anchor, Base, StoredId};
use lagrum_catalog::{CatalogDocument, SectionComment};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{local_id_of_work, proposal_comments, publisher_page};

use super::answer::ListedReason;
use crate::AnswerError;
use crate::artifacts::{ParsedArtifact, load_fields};
use crate::citing_sentence::first_sentence;
use crate::lookup::{page_path, query_catalog};

/// The most comments of one preparatory work that are told of one change.
const MAX_COMMENTS: usize = 5;

/// The most preparatory works of one act that are told. Registers name three of most acts.
const MAX_WORKS: usize = 20;

/// The most preparatory works whose comments are kept for an answer.
const MAX_KEPT: usize = 4;

/// Looks up preparatory works. What was found of one is kept for the next change.
pub(super) struct Reasons<'s> {
    snapshot: &'s Snapshot,
    works: HashMap<String, Option<CatalogDocument>>,
    comments: Vec<(StoredId, ParsedArtifact)>,
    /// The comments on the provisions of the act that was asked about last.
    of_act: Option<(String, Vec<SectionComment>)>,
    /// Whether comments on what changed are looked for.
    has_comments: bool,
}

impl<'s> Reasons<'s> {
    pub(super) fn new(snapshot: &'s Snapshot) -> Self {
        Self { snapshot, works: HashMap::new(), comments: Vec::new(), of_act: None, has_comments: true }
    }

    /// Tells of preparatory works without looking for their comments.
    pub(super) fn without_comments(snapshot: &'s Snapshot) -> Self {
        Self { has_comments: false, ..Self::new(snapshot) }
    }

    /// The preparatory works with these names, for a change of some provisions of an act.
    pub(super) fn of(
        &mut self,
        act: &str,
        names: &[String],
        anchors: &[Anchor],
    ) -> Result<Vec<ListedReason>, AnswerError> {
        let mut reasons = Vec::new();
        for name in names.iter().take(MAX_WORKS) {
            lagrum_cancel::check()?;
            let id = local_id_of_work(name);
            let uri = id.as_ref().map(|id| format!("{}/{id}", self.snapshot.manifest().base));
            let held = match &uri {
                Some(uri) => self.work(uri)?.filter(|work| work.stored.is_some()),
                None => None,
            };
            match held {
                Some(work) => reasons.extend(self.held(act, name, &work, anchors)?),
                None => reasons.push(ListedReason {
                    uri,
                    label: name.clone(),
                    held: false,
                    url: id.as_deref().and_then(publisher_page).map(|page| page.url),
                    anchor: None,
                    page: None,
                    text: None,
                }),
            }
        }
        Ok(reasons)
    }

    fn work(&mut self, uri: &str) -> Result<Option<CatalogDocument>, AnswerError> {
        if let Some(known) = self.works.get(uri) {
            return Ok(known.clone());
        }
        let found = query_catalog(self.snapshot, |catalog| catalog.document(uri))?;
        self.works.insert(uri.to_owned(), found.clone());
        Ok(found)
    }

    /// A held preparatory work: once for each of its comments on what changed, and once without a comment where it has none.
    fn held(
        &mut self,
        act: &str,
        name: &str,
        work: &CatalogDocument,
        anchors: &[Anchor],
    ) -> Result<Vec<ListedReason>, AnswerError> {
        let base = &self.snapshot.manifest().base;
        let reason = |anchor: Option<&str>, page: Option<u32>, text: Option<String>| ListedReason {
            uri: Some(work.uri.clone()),
            label: name.to_owned(),
            held: true,
            url: address(base, &work.uri, page),
            anchor: anchor.map(str::to_owned),
            page,
            text,
        };
        let found = if self.has_comments { self.comments_on(act, &work.uri, anchors)? } else { Vec::new() };
        let mut reasons = Vec::new();
        for (anchor, page) in found {
            let text = self.text(work, &anchor, page)?;
            reasons.push(reason(Some(&anchor), page, text));
        }
        if reasons.is_empty() {
            reasons.push(reason(None, None, None));
        }
        Ok(reasons)
    }

    /// Where a preparatory work comments on some provisions of an act.
    fn comments_on(
        &mut self,
        act: &str,
        work: &str,
        anchors: &[Anchor],
    ) -> Result<Vec<(String, Option<u32>)>, AnswerError> {
        if self.of_act.as_ref().is_none_or(|(known, _)| known != act) {
            let comments = query_catalog(self.snapshot, |catalog| catalog.section_comments(act))?;
            self.of_act = Some((act.to_owned(), comments));
        }
        let Some((_, comments)) = &self.of_act else { return Ok(Vec::new()) };
        let on = |anchor: &Anchor| {
            comments
                .iter()
                .find(|comment| comment.document.uri == work && comment.anchor == anchor.as_str())
                .map(|comment| (comment.anchor.clone(), comment.page))
        };
        Ok(anchors.iter().filter_map(on).take(MAX_COMMENTS).collect())
    }

    /// The first sentence of the comment on a provision.
    fn text(
        &mut self,
        work: &CatalogDocument,
        anchor: &str,
        page: Option<u32>,
    ) -> Result<Option<String>, AnswerError> {
        let Some(stored) = work.stored else { return Ok(None) };
        let known = self.comments.iter().position(|(known, _)| *known == stored);
        let at = if let Some(at) = known {
            at
        } else {
            if self.comments.len() == MAX_KEPT {
                self.comments.remove(0);
            }
            let artifact = load_fields(self.snapshot, stored, &work.uri, &["kommentarer"])?;
            self.comments.push((stored, artifact));
            self.comments.len() - 1
        };
        let comments = proposal_comments(&self.comments[at].1);
        let is_it = |comment: &&lagrum_sources::ProposalComment<'_>| {
            comment.page == page && comment.anchors.iter().any(|own| own == anchor)
        };
        Ok(comments.iter().find(is_it).and_then(|comment| first_sentence(comment.text?)))
    }
}

fn address(base: &Base, uri: &str, page: Option<u32>) -> Option<String> {
    let path = page_path(base, uri)?;
    Some(page.map_or_else(|| path.clone(), |page| format!("{path}#sid{page}")))
}

//! The engine: the cluster finds the documents that match; their hits and passages come from the snapshot's own files.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lagrum_numbers::DocumentNumber;
use lagrum_retry::retry;
use lagrum_search::{
    DayNumber, Embedded, Engine, FindRequest, FoundDocuments, HitFields, HitOrder, Passages, QueryPlan,
    RankedDocument, ScoreExplanation, SearchError, Support, Tuning, UriPosition,
};
use lagrum_words::{Analyser, Compounds, Vocabulary};
use serde_json::json;
use ureq::http::Method;

use crate::client::ClusterCall;
use crate::query::{ClusterQuery, ListedUris};
use crate::search_body::{SearchAfter, SearchBody};
use crate::search_response::{PARTS, SearchOutcome, SearchResponses};
use crate::snapshot_index::{IndexIdentity, SnapshotIndex};
use crate::{ClusterAccess, ClusterError};

/// The timeout of a search.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(10);

/// The waits before a search is repeated whose node was lost.
const WAITS: [Duration; 2] = [Duration::from_millis(100), Duration::from_millis(400)];

/// The tuning for ranking by a cluster and for explaining its hits: a cluster cannot weigh words by their share of a text.
fn of_cluster(tuning: Tuning) -> Tuning {
    Tuning { chance: 0.0, ..tuning }
}

/// The index of one snapshot, searched by a cluster.
#[derive(Debug)]
pub struct OpenSearch {
    local: Embedded,
    index: Arc<SnapshotIndex>,
}

impl OpenSearch {
    /// An engine for the snapshot whose embedded index is open. `folder` is the folder of that index. The cluster is not
    /// called yet; while it is absent, every search tries it again.
    pub fn new(local: Embedded, folder: &Path, access: &ClusterAccess) -> Self {
        let tuning = of_cluster(local.tuning().clone());
        Self { local: local.with_tuning(tuning), index: Arc::new(SnapshotIndex::new(folder, access)) }
    }

    /// This engine with other numbers for the ranking.
    #[must_use]
    pub fn with_tuning(self, tuning: Tuning) -> Self {
        Self { local: self.local.with_tuning(of_cluster(tuning)), ..self }
    }

    fn search(&self, plan: &QueryPlan, request: &FindRequest) -> Result<FoundDocuments, ClusterError> {
        let end = Instant::now() + SEARCH_TIMEOUT;
        let own = self.index.own()?;
        self.index.ensure_ours()?;
        let uris = |documents: &[DocumentNumber]| -> Vec<String> {
            documents.iter().filter_map(|document| Some(self.local.hit(*document).ok()?.uri)).collect()
        };
        let listed = ListedUris {
            named: uris(&request.named),
            citing: uris(&plan.citing),
            except: uris(&request.except),
            supported: self.supported(plan),
            found: uris(&found_by_support(plan)),
        };
        let asked = ClusterQuery::new(plan, self.local.tuning(), &listed);
        let after = self.after(request);
        // Sorted by citations, only documents with all words are shown, if there are any. Both searches go in one call.
        let prefers_all =
            request.sort == HitOrder::Citations && asked.matching.reports_all_words() && !plan.all_words;
        let readings: &[bool] = if prefers_all { &[true, false] } else { &[false] };
        let mut lines = Vec::new();
        for all in readings {
            lines.extend_from_slice(b"{\"allow_partial_search_results\":false}\n");
            let search = SearchBody::new(&asked, request, after.clone(), *all);
            serde_json::to_writer(&mut lines, &search)
                .map_err(|error| ClusterError::Unreadable(error.to_string()))?;
            lines.push(b'\n');
        }
        let path = format!("/{}/_msearch?{PARTS}", own.index);
        // A node lost between finding and reading the hits fails the search. Its replicas answer when it is repeated.
        let is_lost =
            |error: &_| matches!(error, ClusterError::Partial | ClusterError::Failed { status: 500.., .. });
        let outcome = retry(WAITS, is_lost, || {
            let within = end.saturating_duration_since(Instant::now());
            let call = ClusterCall { method: Method::POST, path: &path, body: &lines, lines: true, within };
            self.ask(own, &call, readings.len(), prefers_all)
        })?;
        Self::found(own, &asked, request, outcome)
    }

    /// What a support adds to the scores of documents, by their uris.
    fn supported(&self, plan: &QueryPlan) -> Vec<(String, f32)> {
        let supported = plan.support.documents().iter().filter(|support| support.score > 0.0);
        supported
            .filter_map(|support| Some((self.local.hit(support.document).ok()?.uri, support.score)))
            .collect()
    }

    /// Sets `found_by` of the candidates that match by a support alone. The cluster does not distinguish them from candidates that
    /// match by their words.
    fn add_found_by(
        &self,
        plan: &QueryPlan,
        request: &FindRequest,
        candidates: &mut [RankedDocument],
    ) -> Result<(), SearchError> {
        let listed = |document: DocumentNumber| {
            request.named.contains(&document) || plan.citing.binary_search(&document).is_ok()
        };
        let finds = |document: DocumentNumber| plan.support.of(document).and_then(|support| support.finds);
        let mut found: Vec<&mut RankedDocument> = candidates
            .iter_mut()
            .filter(|candidate| finds(candidate.document).is_some() && !listed(candidate.document))
            .collect();
        if found.is_empty() {
            return Ok(());
        }
        let documents: Vec<DocumentNumber> = found.iter().map(|candidate| candidate.document).collect();
        let by_words = self.local.match_by_words(plan, &documents)?;
        for (candidate, by_words) in found.iter_mut().zip(by_words) {
            candidate.found_by = if by_words { None } else { finds(candidate.document) };
        }
        Ok(())
    }

    /// Makes one call with all searches. Returns the first response that has documents with all words, or else the last.
    fn ask(
        &self,
        own: &IndexIdentity,
        call: &ClusterCall<'_>,
        readings: usize,
        prefers_all: bool,
    ) -> Result<SearchOutcome, ClusterError> {
        // A call cannot be cancelled once it is made; it has a timeout.
        lagrum_cancel::check()?;
        let answer = self.index.client.call(call)?;
        if answer.status == 404 {
            return Err(ClusterError::NoIndex(own.index.clone()));
        }
        let answers: SearchResponses = answer.success()?.parse()?;
        if answers.responses.len() != readings {
            return Err(ClusterError::Unreadable(
                "it has another number of answers than questions".to_owned(),
            ));
        }
        let mut chosen = None;
        for response in answers.responses {
            let outcome = response.outcome(&own.index)?;
            let is_it = !prefers_all || outcome.full > 0;
            chosen = Some(outcome);
            if is_it {
                break;
            }
        }
        chosen.ok_or_else(|| ClusterError::Unreadable("it is empty".to_owned()))
    }

    fn found(
        own: &IndexIdentity,
        asked: &ClusterQuery<'_>,
        request: &FindRequest,
        outcome: SearchOutcome,
    ) -> Result<FoundDocuments, ClusterError> {
        let more = outcome.hits.len() > request.limit;
        let mut candidates = Vec::with_capacity(outcome.hits.len());
        for (uri, score, inbound) in outcome.hits.into_iter().take(request.limit) {
            let number =
                own.numbers.get(&uri).and_then(|number| u32::try_from(number).ok()).map(DocumentNumber);
            let document = number.ok_or_else(|| ClusterError::Foreign {
                index: own.index.clone(),
                problem: format!("it holds {uri}, which the snapshot does not"),
            })?;
            candidates.push(RankedDocument { document, score, inbound, found_by: None });
        }
        Ok(FoundDocuments {
            total: outcome.total,
            none_holds_all: asked.matching.reports_all_words() && outcome.full == 0,
            facets: outcome.facets,
            candidates,
            more,
            work: 0,
        })
    }

    /// The position after which hits begin, by uri instead of document number.
    fn after(&self, request: &FindRequest) -> Option<SearchAfter> {
        let position = request.after?;
        if position.value == f32::INFINITY {
            return None;
        }
        // A position before this document is the position after the previous document.
        let before = position.document.0.checked_sub(1).map(DocumentNumber);
        let uri = before.and_then(|before| self.local.hit(before).ok()).map(|hit| hit.uri);
        let value = match request.sort {
            HitOrder::Relevance => json!(position.value.max(-1.0)),
            HitOrder::Citations => json!(position.value.clamp(-1.0, 2e9) as i64),
        };
        Some(SearchAfter { value, uri: uri.unwrap_or_default() })
    }
}

/// The documents that a support finds.
fn found_by_support(plan: &QueryPlan) -> Vec<DocumentNumber> {
    let found = plan.support.documents().iter().filter(|support| support.finds.is_some());
    found.map(|support| support.document).collect()
}

impl Engine for OpenSearch {
    fn vocabulary(&self) -> &Vocabulary {
        self.local.vocabulary()
    }

    fn compounds(&self) -> &Compounds {
        self.local.compounds()
    }

    fn contexts(&self, plan: &QueryPlan) -> Result<(Support, u64), SearchError> {
        self.local.contexts(plan)
    }

    fn provision_scores(
        &self,
        plan: &QueryPlan,
        documents: &[DocumentNumber],
    ) -> Result<(Vec<f32>, u64), SearchError> {
        self.local.provision_scores(plan, documents)
    }

    fn source(&self, document: DocumentNumber) -> &str {
        self.local.source(document)
    }

    fn analyser(&self) -> &Analyser {
        self.local.analyser()
    }

    fn explain(
        &self,
        plan: &QueryPlan,
        found: &[RankedDocument],
    ) -> Result<Vec<ScoreExplanation>, SearchError> {
        let explained = self.local.explain(plan, found)?;
        Ok(explained
            .into_iter()
            .zip(found)
            .map(|(explained, found)| explained.with_score_of_cluster(found.score))
            .collect())
    }

    fn tuning(&self) -> &Tuning {
        self.local.tuning()
    }

    fn find(&self, plan: &QueryPlan, request: &FindRequest) -> Result<FoundDocuments, SearchError> {
        // The index of the cluster has no positions of forms, no headings and no days. The snapshot's own files have them.
        if plan.has_patterns() || request.filters.days.is_some() {
            return self.local.find(plan, request);
        }
        let found = self.search(plan, request);
        self.index.note(found.as_ref().err());
        let mut found = found?;
        self.add_found_by(plan, request, &mut found.candidates)?;
        Ok(found)
    }

    fn hit(&self, document: DocumentNumber) -> Result<HitFields, SearchError> {
        self.local.hit(document)
    }

    fn passages(
        &self,
        plan: &QueryPlan,
        documents: &[DocumentNumber],
        today: DayNumber,
    ) -> Result<Vec<Passages>, SearchError> {
        self.local.passages(plan, documents, today)
    }

    fn ready(&self) -> Result<(), String> {
        SnapshotIndex::last_check(&self.index).map_err(|error| error.missing().to_owned())
    }

    fn computes_here(&self) -> bool {
        false
    }

    fn position(&self, uri: &str) -> Result<UriPosition, SearchError> {
        let own = self.index.own().ok();
        let number = own.and_then(|own| u32::try_from(own.numbers.get(uri)?).ok()).map(DocumentNumber);
        number.map_or_else(|| self.local.position(uri), |number| Ok(UriPosition::Document(number)))
    }
}

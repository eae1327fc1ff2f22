//! The engine: what matches is asked of the cluster, what is shown is read from the snapshot.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lagrum_search::{
    Embedded, Engine, FindRequest, FoundDocuments, HitFields, HitOrder, Passages, QueryPlan, RankedDocument,
    SearchError, Tuning, UriPosition,
};
use lagrum_words::{Compounds, Vocabulary};
use serde_json::json;
use ureq::http::Method;

use crate::again::again;
use crate::answer::{Answers, Outcome, PARTS};
use crate::client::Call;
use crate::query::{ClusterQuery, ListedUris};
use crate::remote::{Own, Remote};
use crate::request::{After, Search};
use crate::{Access, ClusterError};

/// How long a search may take.
const SEARCH: Duration = Duration::from_secs(10);

/// How long to wait before a search is asked again whose node was lost, each time.
const AGAIN: [Duration; 2] = [Duration::from_millis(100), Duration::from_millis(400)];

/// The index of one snapshot, searched by a cluster.
#[derive(Debug)]
pub struct OpenSearch {
    local: Embedded,
    remote: Arc<Remote>,
}

impl OpenSearch {
    /// An engine for the snapshot whose own index lies in a folder and is open. Asks nothing of the cluster yet: one that
    /// is absent is waited for by every search anew.
    pub fn new(local: Embedded, folder: &Path, access: &Access) -> Self {
        Self { local, remote: Arc::new(Remote::new(folder, access)) }
    }

    /// The same with other numbers for the ranking.
    #[must_use]
    pub fn with_tuning(self, tuning: Tuning) -> Self {
        Self { local: self.local.with_tuning(tuning), ..self }
    }

    fn search(&self, plan: &QueryPlan, request: &FindRequest) -> Result<FoundDocuments, ClusterError> {
        let end = Instant::now() + SEARCH;
        let own = self.remote.own()?;
        self.remote.check()?;
        let uris = |documents: &[u32]| -> Vec<String> {
            documents.iter().filter_map(|document| Some(self.local.hit(*document).ok()?.uri)).collect()
        };
        let listed = ListedUris {
            named: uris(&request.named),
            citing: uris(&plan.citing),
            except: uris(&request.except),
        };
        let asked = ClusterQuery::new(plan, self.local.tuning(), &listed);
        let after = self.after(request);
        // By citations only what holds all words is sorted, if there is any: both readings are asked for at once.
        let prefers_all =
            request.sort == HitOrder::Citations && asked.matching.reports_all_words() && !plan.all_words;
        let readings: &[bool] = if prefers_all { &[true, false] } else { &[false] };
        let mut lines = Vec::new();
        for all in readings {
            lines.extend_from_slice(b"{\"allow_partial_search_results\":false}\n");
            let search = Search::new(&asked, request, after.clone(), *all);
            serde_json::to_writer(&mut lines, &search)
                .map_err(|error| ClusterError::Unreadable(error.to_string()))?;
            lines.push(b'\n');
        }
        let path = format!("/{}/_msearch?{PARTS}", own.index);
        // A node lost between finding and reading the hits fails what it had begun; its copies answer when asked anew.
        let is_lost =
            |error: &_| matches!(error, ClusterError::Partial | ClusterError::Failed { status: 500.., .. });
        let outcome = again(&AGAIN, is_lost, || {
            let within = end.saturating_duration_since(Instant::now());
            let call = Call { method: Method::POST, path: &path, body: &lines, lines: true, within };
            self.ask(own, &call, readings.len(), prefers_all)
        })?;
        Self::found(own, &asked, request, outcome)
    }

    /// Asks so many readings of a search, and chooses the first that finds what holds all words, or else the last.
    fn ask(
        &self,
        own: &Own,
        call: &Call<'_>,
        readings: usize,
        prefers_all: bool,
    ) -> Result<Outcome, ClusterError> {
        // A call that is under way is waited for; it has a bound of its own.
        lagrum_cancel::check()?;
        let answer = self.remote.client.call(call)?;
        if answer.status == 404 {
            return Err(ClusterError::NoIndex(own.index.clone()));
        }
        let answers: Answers = answer.done()?.read()?;
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
        own: &Own,
        asked: &ClusterQuery<'_>,
        request: &FindRequest,
        outcome: Outcome,
    ) -> Result<FoundDocuments, ClusterError> {
        let more = outcome.hits.len() > request.limit;
        let mut candidates = Vec::with_capacity(outcome.hits.len());
        for (uri, score, inbound) in outcome.hits.into_iter().take(request.limit) {
            let number = own.numbers.get(&uri).and_then(|number| u32::try_from(number).ok());
            let document = number.ok_or_else(|| ClusterError::Foreign {
                index: own.index.clone(),
                problem: format!("it holds {uri}, which the snapshot does not"),
            })?;
            candidates.push(RankedDocument { document, score, inbound });
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

    /// Where hits begin, in terms of the cluster.
    fn after(&self, request: &FindRequest) -> Option<After> {
        let position = request.after?;
        if position.value == f32::INFINITY {
            return None;
        }
        // After everything before this document, which is after the one before it.
        let before = position.document.checked_sub(1);
        let uri = before.and_then(|before| self.local.hit(before).ok()).map(|hit| hit.uri);
        let value = match request.sort {
            HitOrder::Relevance => json!(position.value.max(-1.0)),
            HitOrder::Citations => json!(position.value.clamp(-1.0, 2e9) as i64),
        };
        Some(After { value, uri: uri.unwrap_or_default() })
    }
}

impl Engine for OpenSearch {
    fn vocabulary(&self) -> &Vocabulary {
        self.local.vocabulary()
    }

    fn compounds(&self) -> &Compounds {
        self.local.compounds()
    }

    fn tuning(&self) -> &Tuning {
        self.local.tuning()
    }

    fn find(&self, plan: &QueryPlan, request: &FindRequest) -> Result<FoundDocuments, SearchError> {
        let found = self.search(plan, request);
        self.remote.note(found.as_ref().err());
        Ok(found?)
    }

    fn hit(&self, document: u32) -> Result<HitFields, SearchError> {
        self.local.hit(document)
    }

    fn passages(&self, plan: &QueryPlan, documents: &[u32]) -> Result<Vec<Passages>, SearchError> {
        self.local.passages(plan, documents)
    }

    fn ready(&self) -> Result<(), String> {
        Remote::seen(&self.remote).map_err(|error| error.missing().to_owned())
    }

    fn computes_here(&self) -> bool {
        false
    }

    fn position(&self, uri: &str) -> Result<UriPosition, SearchError> {
        let own = self.remote.own().ok();
        let number = own.and_then(|own| u32::try_from(own.numbers.get(uri)?).ok());
        number.map_or_else(|| self.local.position(uri), |number| Ok(UriPosition::Document(number)))
    }
}

//! The engine: what matches is asked of the cluster, what is shown is read from the snapshot.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use fst::Map;
use lagrum_search::{
    Candidate, Embedded, Engine, Found, Hit, Passages, Plan, Request, SearchError, Sort, Tuning,
};
use lagrum_words::{Compounds, Vocabulary};
use serde_json::{Value, json};
use ureq::http::Method;

use crate::client::{Call, Client};
use crate::index::{FORMAT, told};
use crate::query::Asking;
use crate::request::{After, Answers, Outcome, PARTS, body};
use crate::{Access, ClusterError};
use crate::roster::Roster;

/// How long a search may take, and how long the cluster itself may work on it.
const SEARCH: Duration = Duration::from_secs(10);
const SEARCH_INSIDE: &str = "8s";

/// How long the question for the state of the index may take.
const ASK: Duration = Duration::from_secs(3);

/// How long what was told of the index holds.
const HOLDS: Duration = Duration::from_secs(1);

/// How often a failure that lasts is told in the log.
const TELL: Duration = Duration::from_secs(10);

/// The index of one snapshot, searched by a cluster.
#[derive(Debug)]
pub struct OpenSearch {
    local: Embedded,
    client: Client,
    /// What the snapshot says of its index in the cluster; None when it has none there.
    own: Option<Own>,
    folder: PathBuf,
    /// When the index was last asked for, and what came of it.
    asked: Mutex<Option<(Instant, Result<(), ClusterError>)>>,
    state: Mutex<State>,
}

struct Own {
    index: String,
    digest: String,
    numbers: Map<Vec<u8>>,
}

impl std::fmt::Debug for Own {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Own").field("index", &self.index).finish_non_exhaustive()
    }
}

#[derive(Debug, Default)]
struct State {
    /// Whether the index was once seen to be the one of the snapshot.
    is_ours: bool,
    /// When a failure was last told in the log, while it lasts.
    told: Option<Instant>,
}

impl OpenSearch {
    /// An engine for the snapshot whose own index lies in a folder and is open. Asks nothing of the cluster yet: one that
    /// is absent is waited for by every search anew.
    pub fn new(local: Embedded, folder: &Path, access: &Access) -> Self {
        let own = Roster::read(folder).and_then(|roster| {
            let numbers = roster.numbers().ok()?;
            Some(Own { digest: roster.digest(), index: roster.index, numbers })
        });
        Self {
            local,
            client: Client::new(access),
            own,
            folder: folder.to_owned(),
            asked: Mutex::default(),
            state: Mutex::default(),
        }
    }

    /// The same with other numbers for the ranking.
    #[must_use]
    pub fn with_tuning(self, tuning: Tuning) -> Self {
        Self { local: self.local.with_tuning(tuning), ..self }
    }

    fn own(&self) -> Result<&Own, ClusterError> {
        let missing = || ClusterError::NoIndex(format!("of the snapshot in {}", self.folder.display()));
        self.own.as_ref().ok_or_else(missing)
    }

    /// Makes sure that the index is the one of the snapshot, once.
    fn check(&self) -> Result<(), ClusterError> {
        if self.lock().is_ours { Ok(()) } else { self.look() }
    }

    /// Looks at the index, unless that was done a moment ago. One caller looks, the others wait for what it finds.
    fn look(&self) -> Result<(), ClusterError> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, outcome)) = &*asked
            && at.elapsed() < HOLDS
        {
            return outcome.clone();
        }
        let outcome = self.look_at_index();
        self.lock().is_ours = outcome.is_ok();
        *asked = Some((Instant::now(), outcome.clone()));
        outcome
    }

    fn look_at_index(&self) -> Result<(), ClusterError> {
        let Own { index, digest, .. } = self.own()?;
        let ask = |path: &str| self.client.call(&Call::get(path, ASK));
        let answer = ask(&format!("/{index}/_mapping?filter_path=*.mappings._meta"))?;
        if answer.status == 404 {
            return Err(ClusterError::NoIndex(index.clone()));
        }
        let foreign = |problem: &str| ClusterError::Foreign { index: index.clone(), problem: problem.to_owned() };
        let mappings: Value = answer.done()?.read()?;
        match told(&mappings).into_iter().next() {
            Some((_, Some(meta))) if meta.format != FORMAT => return Err(foreign("another format")),
            Some((_, Some(meta))) if meta.digest != *digest => return Err(foreign("other documents")),
            Some((_, Some(_))) => {}
            _ => return Err(foreign("it says nothing of itself")),
        }
        let health: Value =
            ask(&format!("/_cluster/health/{index}?filter_path=status&timeout=1s"))?.done()?.read()?;
        if health["status"] == "red" { Err(ClusterError::Red(index.clone())) } else { Ok(()) }
    }

    fn search(&self, plan: &Plan, request: &Request) -> Result<Found, ClusterError> {
        let own = self.own()?;
        self.check()?;
        let asking = Asking::new(plan, self.local.tuning());
        let except: Vec<(u32, String)> = request
            .except
            .iter()
            .filter_map(|document| Some((*document, self.local.hit(*document).ok()?.uri)))
            .collect();
        let uris: Vec<String> = except.iter().map(|(_, uri)| uri.clone()).collect();
        let after = self.after(request);
        // By citations only what holds all words is sorted, if there is any: both readings are asked for at once.
        let prefers_all = request.sort == Sort::Citations && asking.asks_for_all() && !plan.all_words;
        let readings: &[bool] = if prefers_all { &[true, false] } else { &[false] };
        let mut lines = Vec::new();
        for all in readings {
            let mut search = body(&asking, request, &uris, after.as_ref(), *all);
            search["timeout"] = json!(SEARCH_INSIDE);
            lines.extend_from_slice(b"{\"allow_partial_search_results\":false}\n");
            lines.extend_from_slice(search.to_string().as_bytes());
            lines.push(b'\n');
        }
        let path = format!("/{}/_msearch?{PARTS}", own.index);
        let call = Call { method: Method::POST, path: &path, body: &lines, lines: true, within: SEARCH };
        let answer = self.client.call(&call)?;
        if answer.status == 404 {
            return Err(ClusterError::NoIndex(own.index.clone()));
        }
        let answers: Answers = answer.done()?.read()?;
        if answers.responses.len() != readings.len() {
            return Err(ClusterError::Unreadable("it has another number of answers than questions".to_owned()));
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
        let outcome = chosen.ok_or_else(|| ClusterError::Unreadable("it is empty".to_owned()))?;
        self.found(own, &asking, request, &except, outcome)
    }

    fn found(
        &self,
        own: &Own,
        asking: &Asking<'_>,
        request: &Request,
        except: &[(u32, String)],
        outcome: Outcome,
    ) -> Result<Found, ClusterError> {
        let more = outcome.hits.len() > request.limit;
        let mut candidates = Vec::with_capacity(outcome.hits.len());
        for (uri, score, inbound) in outcome.hits.into_iter().take(request.limit) {
            let number = own.numbers.get(&uri).and_then(|number| u32::try_from(number).ok());
            let document = number.ok_or_else(|| ClusterError::Foreign {
                index: own.index.clone(),
                problem: format!("it holds {uri}, which the snapshot does not"),
            })?;
            candidates.push(Candidate { document, score, inbound });
        }
        Ok(Found {
            total: outcome.total,
            none_holds_all: asking.asks_for_all() && outcome.full == 0,
            facets: outcome.facets,
            candidates,
            more,
            matching: outcome.matching.iter().filter_map(|at| Some(except.get(*at)?.0)).collect(),
        })
    }

    /// Where hits begin, in terms of the cluster.
    fn after(&self, request: &Request) -> Option<After> {
        let position = request.after?;
        if position.value == f32::INFINITY {
            return None;
        }
        // After everything before this document, which is after the one before it.
        let before = position.document.checked_sub(1);
        let uri = before.and_then(|before| self.local.hit(before).ok()).map(|hit| hit.uri);
        let value = match request.sort {
            Sort::Relevance => json!(position.value.max(-1.0)),
            Sort::Citations => json!(position.value.clamp(-1.0, 2e9) as i64),
        };
        Some(After { value, uri: uri.unwrap_or_default() })
    }

    /// Notes how a search went: a failure is told once in a while, its end once.
    fn note(&self, failure: Option<&ClusterError>) {
        let mut state = self.lock();
        match failure {
            Some(ClusterError::TooMuchWork) => {}
            Some(error) => {
                if matches!(error, ClusterError::NoIndex(_) | ClusterError::Foreign { .. }) {
                    state.is_ours = false;
                }
                if state.told.is_none_or(|told| told.elapsed() >= TELL) {
                    state.told = Some(Instant::now());
                    drop(state);
                    tracing::error!("searches fail: {error}");
                }
            }
            None => {
                if state.told.take().is_some() {
                    drop(state);
                    tracing::info!("searches are answered again");
                }
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
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

    fn find(&self, plan: &Plan, request: &Request) -> Result<Found, SearchError> {
        let found = self.search(plan, request);
        self.note(found.as_ref().err());
        Ok(found?)
    }

    fn hit(&self, document: u32) -> Result<Hit, SearchError> {
        self.local.hit(document)
    }

    fn passages(&self, plan: &Plan, documents: &[u32]) -> Result<Vec<Passages>, SearchError> {
        self.local.passages(plan, documents)
    }

    fn ready(&self) -> Result<(), String> {
        let outcome = self.look();
        self.note(outcome.as_ref().err());
        outcome.map_err(|error| error.missing().to_owned())
    }

    fn number(&self, uri: &str) -> Result<Result<u32, u32>, SearchError> {
        match &self.own {
            Some(own) => match own.numbers.get(uri).and_then(|number| u32::try_from(number).ok()) {
                Some(number) => Ok(Ok(number)),
                None => self.local.number(uri),
            },
            None => self.local.number(uri),
        }
    }
}

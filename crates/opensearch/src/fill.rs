//! Filling the index of a snapshot before the snapshot is published.
//!
//! 1. Indexes that we made and no snapshot on disk needs are deleted: those of snapshots long gone, and what a build that
//!    was killed left.
//! 2. The roster says what every document's row comes to. Where the index of the snapshot before is there and as its
//!    roster says, the new one begins as its clone (hard links on the nodes' disks), and only rows that differ are sent.
//!    In any other case it begins empty and all are sent.
//! 3. Rows go in batches bounded in bytes, several at a time ([`crate::send`]).
//! 4. The index is refreshed, a new one also merged, closed to writing, given its replicas, and counted. Then the roster
//!    is written beside the snapshot's own index, and the build goes on to publish.
//!
//! The index of the snapshot just replaced stays until the next build begins, for servers over copies of the data folder
//! that have not got the new snapshot yet.

use std::path::Path;
use std::time::{Duration, Instant};

use lagrum_progress::Progress;
use lagrum_search::{DocumentToIndex, Embedded, Engine, IndexInput, RemoteIndex, RemoteIndexError, Terms};
use lagrum_words::Analyser;
use rayon::prelude::*;
use serde_json::{Value, json};
use ureq::http::Method;

use crate::again::again;
use crate::changes::Changes;
use crate::client::{Answer, Call, Client};
use crate::document::Rows;
use crate::folder::folder_id;
use crate::index::{self, FORMAT, Meta, Similarity, told};
use crate::roster::{Roster, RowDigest, digest};
use crate::send::Sender;
use crate::{Access, ClusterError, FillError};

/// How long calls may take that the cluster does quickly, and those for which it goes through an index.
const SHORT: Duration = Duration::from_secs(30);
const LONG: Duration = Duration::from_mins(10);

/// How long to wait before a call is made again, each time.
const WAITS: [Duration; 3] = [Duration::from_millis(500), Duration::from_secs(2), Duration::from_secs(5)];

/// How long replicas are waited for. They may come later: the index can be searched without.
const REPLICAS: Duration = Duration::from_mins(2);

/// Texts whose forms are counted to tell how many a text of middling length has.
const SAMPLE: usize = 200;

/// How the index of a snapshot is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What names of indexes begin with: small letters, digits and hyphens, a letter first.
    pub prefix: String,
    /// The parts an index is in.
    pub shards: u32,
    /// Further copies of each part; no more are made than there are other nodes.
    pub replicas: u32,
}

/// Fills indexes of a cluster with the snapshots of one data folder.
#[derive(Debug)]
pub struct Filler {
    client: Client,
    shape: Shape,
    /// The id of the data folder, which its indexes bear.
    folder: String,
}

impl Filler {
    /// A filler for the snapshots of a data folder, which is given an id when it has none.
    pub fn new(access: &Access, data: &Path, shape: Shape) -> Result<Self, FillError> {
        let prefix = &shape.prefix;
        let plain = prefix.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        if !plain || !prefix.starts_with(|c: char| c.is_ascii_lowercase()) || prefix.len() > 60 {
            return Err(FillError::Prefix(prefix.clone()));
        }
        Ok(Self { client: Client::new(access), folder: folder_id(data)?, shape })
    }

    /// Makes a call, and again where the cluster is out of sorts: what was sent so far is not lost to a moment's trouble.
    fn call(
        &self,
        method: Method,
        path: &str,
        body: &Value,
        within: Duration,
    ) -> Result<Answer, ClusterError> {
        let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        let call = Call { method, path, body: &body, lines: false, within };
        again(&WAITS, ClusterError::passes, || self.client.call(&call).and_then(Answer::done))
    }

    fn get(&self, path: &str) -> Result<Value, ClusterError> {
        self.call(Method::GET, path, &Value::Null, SHORT)?.read()
    }

    /// Deletes what we made from this data folder and no snapshot of these needs, whatever its name begins with.
    fn sweep(&self, kept: &[&str], spared: Option<&str>) -> Result<(), ClusterError> {
        let mappings =
            self.get(&format!("/{}-*/_mapping?filter_path=*.mappings._meta", self.shape.prefix))?;
        for (name, meta) in told(&mappings) {
            let Some(meta) = meta.filter(|meta| meta.folder == self.folder) else { continue };
            if kept.iter().copied().chain(spared).any(|id| id == meta.snapshot) {
                continue;
            }
            match self.call(Method::DELETE, &format!("/{name}"), &Value::Null, SHORT) {
                // A node was lost after it had deleted it, and another was asked.
                Err(ClusterError::Failed { status: 404, .. }) => {}
                done => {
                    done?;
                }
            }
            tracing::info!("deleted the index {name}, which no snapshot needs");
        }
        Ok(())
    }

    /// Creates an index. One that is there already, and says that it is this one, was created by a node that was lost before
    /// it could say so.
    fn create(&self, name: &str, meta: &Meta) -> Result<(), ClusterError> {
        match self.call(Method::PUT, &format!("/{name}"), &index::body(meta, self.shape.shards), SHORT) {
            Err(ClusterError::Failed { status: 400, .. }) if self.is_told(name, meta)? => Ok(()),
            done => done.map(drop),
        }
    }

    /// Whether an index says of itself what it should.
    fn is_told(&self, name: &str, meta: &Meta) -> Result<bool, ClusterError> {
        let mappings = self.get(&format!("/{name}/_mapping?filter_path=*.mappings._meta"))?;
        Ok(told(&mappings).into_iter().any(|(_, told)| told.as_ref() == Some(meta)))
    }

    fn fill_index(&self, input: &IndexInput<'_>) -> Result<(), FillError> {
        let local = Embedded::open(input.folder)?;
        let analyser = Analyser::new(local.compounds().clone());
        let rows = Rows { analyser: &analyser, vocabulary: local.vocabulary(), tuning: local.tuning() };
        let average = local.average_length() * forms_of_a_word(input, &analyser);
        let similarity = Similarity::new(local.tuning(), average);
        let compounds = digest(&local.compounds().to_bytes());
        let digests: Vec<RowDigest> = input.documents.par_iter().map(|row| rows.digest(row)).collect();
        let name = index::name(&self.shape.prefix, input.snapshot);

        let before = input.previous.and_then(Roster::read).filter(|before| {
            before.compounds == compounds
                && before.similarity.is_like(&similarity)
                && before.shards == self.shape.shards
                && before.index != name
        });
        let similarity = before.as_ref().map_or(similarity, |before| before.similarity);
        let uris = input.documents.iter().map(|document| document.hit.uri.as_str());
        let roster = Roster::new(name.clone(), compounds, similarity, self.shape.shards, uris.zip(digests))
            .map_err(|error| FillError::Roster(error.to_string()))?;
        let meta = Meta {
            format: FORMAT,
            folder: self.folder.clone(),
            snapshot: input.snapshot.to_owned(),
            digest: roster.digest(),
            similarity,
        };
        let changes = before.and_then(|before| self.changes(&before, &roster, input.documents, &meta));
        let is_new = changes.is_none();
        let Changes { wanted, gone } = changes.unwrap_or_else(|| Changes::all(input.documents.len()));
        if is_new {
            self.create(&name, &meta)?;
        }
        let sender = Sender { client: &self.client, index: &name, rows: &rows, input };
        sender.send(&wanted, &gone)?;
        input.progress.begin("make the cluster's index ready", None);
        let ready = self.make_ready(&name, &meta, is_new, input);
        input.progress.end();
        ready?;
        roster.write(input.folder)
    }

    /// Begins the index as a clone of the one before, and says what is to be sent and removed. None when that is not there
    /// as its roster says, or so much is other that all may as well be sent.
    fn changes(
        &self,
        before: &Roster,
        roster: &Roster,
        documents: &[DocumentToIndex],
        meta: &Meta,
    ) -> Option<Changes> {
        let changes = Changes::between(before, roster, documents)?;
        if (changes.wanted.len() + changes.gone.len()) * 2 > documents.len() {
            return None;
        }
        let old = &before.index;
        let mappings = self.get(&format!("/{old}/_mapping?filter_path=*.mappings._meta")).ok()?;
        let (_, told) = told(&mappings).into_iter().next()?;
        let told = told.filter(|told| told.format == FORMAT && told.folder == self.folder)?;
        if told.digest != before.digest() || self.count(old).ok()? != before.rows.len() as u64 {
            return None;
        }
        let cloned = self.clone_index(old, &roster.index, meta);
        if let Err(error) = cloned {
            tracing::warn!("the index {old} cannot be cloned, so all documents are sent again: {error}");
            let _ = self.call(Method::DELETE, &format!("/{}", roster.index), &Value::Null, SHORT);
            return None;
        }
        Some(changes)
    }

    fn clone_index(&self, old: &str, new: &str, meta: &Meta) -> Result<(), ClusterError> {
        self.call(Method::PUT, &format!("/{old}/_settings"), &json!({"index.blocks.write": true}), SHORT)?;
        let settings = json!({"settings": {"index.number_of_replicas": 0, "index.blocks.write": false}});
        self.call(Method::POST, &format!("/{old}/_clone/{new}"), &settings, SHORT)?;
        self.wait_for(new, "yellow", SHORT)?;
        self.call(Method::PUT, &format!("/{new}/_mapping"), &index::meta(meta), SHORT)?;
        Ok(())
    }

    /// Makes what was sent searchable, and safe from being changed.
    fn make_ready(
        &self,
        name: &str,
        meta: &Meta,
        is_new: bool,
        input: &IndexInput<'_>,
    ) -> Result<(), FillError> {
        self.call(Method::POST, &format!("/{name}/_refresh"), &Value::Null, LONG)?;
        if is_new {
            // What one search goes through is better in few pieces. A merge that lasts goes on by itself.
            let path = format!("/{name}/_forcemerge?max_num_segments=1");
            let call = Call { method: Method::POST, path: &path, body: &[], lines: false, within: LONG };
            match self.client.call(&call).and_then(Answer::done) {
                Err(error) if error.passes() => {
                    input.progress.note(&format!("the cluster's index may not be merged yet: {error}"));
                }
                done => {
                    done?;
                }
            }
            self.call(Method::POST, &format!("/{name}/_refresh"), &Value::Null, LONG)?;
        }
        self.call(Method::PUT, &format!("/{name}/_settings"), &json!({"index.blocks.write": true}), SHORT)?;
        let health = self.get("/_cluster/health?filter_path=number_of_data_nodes")?;
        let others = health["number_of_data_nodes"].as_u64().unwrap_or(1).saturating_sub(1);
        let replicas = u64::from(self.shape.replicas).min(others);
        if replicas < u64::from(self.shape.replicas) {
            input.progress.note(&format!(
                "the cluster has too few nodes for {} replicas; the index gets {replicas}",
                self.shape.replicas
            ));
        }
        if replicas > 0 {
            let settings = json!({"index.number_of_replicas": replicas});
            self.call(Method::PUT, &format!("/{name}/_settings"), &settings, SHORT)?;
            if !self.wait_for(name, "green", REPLICAS)? {
                input.progress.note("the replicas of the cluster's index are not all there yet");
            }
        }
        if !self.is_told(name, meta)? {
            let problem = "somebody else made it meanwhile".to_owned();
            return Err(ClusterError::Foreign { index: name.to_owned(), problem }.into());
        }
        let (found, expected) = (self.count(name)?, input.documents.len() as u64);
        if found != expected {
            return Err(FillError::Count { index: name.to_owned(), found, expected });
        }
        Ok(())
    }

    /// Waits until an index is as well as that; false when the time is over.
    fn wait_for(&self, name: &str, status: &str, within: Duration) -> Result<bool, ClusterError> {
        let end = Instant::now() + within;
        while Instant::now() < end {
            let path = format!("/_cluster/health/{name}?wait_for_status={status}&timeout=5s");
            match self.client.call(&Call::get(&path, SHORT)) {
                Ok(answer) => {
                    let told: Value = answer.read()?;
                    if answer.status == 200 && told["timed_out"] == false {
                        return Ok(true);
                    }
                }
                Err(error) if error.passes() => std::thread::sleep(WAITS[0]),
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }

    fn count(&self, name: &str) -> Result<u64, ClusterError> {
        let told = self.get(&format!("/{name}/_count"))?;
        if told["_shards"]["failed"] != 0 {
            return Err(ClusterError::Partial);
        }
        told["count"].as_u64().ok_or_else(|| ClusterError::Unreadable("it has no count".to_owned()))
    }
}

impl RemoteIndex for Filler {
    fn begin(&self, kept: &[&str], _: &dyn Progress) -> Result<(), RemoteIndexError> {
        Ok(self.sweep(kept, None)?)
    }

    fn fill(&self, input: &IndexInput<'_>) -> Result<(), RemoteIndexError> {
        Ok(self.fill_index(input)?)
    }

    fn published(&self, kept: &[&str], replaced: Option<&str>, progress: &dyn Progress) {
        if let Err(error) = self.sweep(kept, replaced) {
            progress.note(&format!("old indexes of the cluster stay until the next build: {error}"));
        }
    }
}

/// How many forms a word of a text has on average.
fn forms_of_a_word(input: &IndexInput<'_>, analyser: &Analyser) -> f32 {
    let step = (input.documents.len() / SAMPLE).max(1);
    let sample: Vec<usize> = (0..input.documents.len()).step_by(step).collect();
    let count = |at: usize| {
        let (mut words, mut forms) = (0_u64, 0_u64);
        if let Some((text, grammar)) = (input.text)(at) {
            let terms = Terms::from_text(&text, grammar);
            terms.each_word(|_, _| words += 1);
            terms.each_form(analyser, |_, _| forms += 1);
        }
        (words, forms)
    };
    let (words, forms) = sample.into_par_iter().map(count).reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    if words == 0 { 1.0 } else { forms as f32 / words as f32 }
}

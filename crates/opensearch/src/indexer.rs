//! Filling the index of a snapshot before the snapshot is published.
//!
//! 1. Indexes of this data folder that no snapshot on disk needs are deleted: those of old snapshots, and what a killed
//!    build left.
//! 2. The manifest has a digest of every document. If the index of the snapshot before is there and is as its manifest says,
//!    the new index begins as its clone (hard links on the disks of the nodes), and only documents that differ are sent.
//!    If not, it begins empty and all documents are sent.
//! 3. Documents go in batches of limited size, several at a time ([`crate::sender`]).
//! 4. The index is refreshed, merged if it is new, closed to writing, given its replicas, and counted. Then the manifest is
//!    written beside the snapshot's embedded index, and the build goes on to publish.
//!
//! The index of the snapshot just replaced stays until the next build begins, for servers over copies of the data folder
//! that do not have the new snapshot yet.

use std::path::Path;
use std::time::{Duration, Instant};

use lagrum_progress::Progress;
use lagrum_retry::retry;
use lagrum_search::{DocumentToIndex, Embedded, Engine, IndexInput, RemoteIndex, RemoteIndexError, Terms};
use lagrum_words::Analyser;
use rayon::prelude::*;
use serde_json::{Value, json};
use ureq::http::Method;

use crate::changes::Changes;
use crate::client::{CallResponse, ClusterCall, ClusterClient};
use crate::data_folder::folder_id;
use crate::document::ClusterDocuments;
use crate::index::{self, FORMAT, IndexMeta, Similarity, index_metas};
use crate::manifest::{IndexManifest, RowDigest, digest};
use crate::sender::DocumentSender;
use crate::{ClusterAccess, ClusterError, ClusterIndexError};

/// The timeouts of calls that the cluster does quickly, and of those for which it goes through an index.
const SHORT_TIMEOUT: Duration = Duration::from_secs(30);
const LONG_TIMEOUT: Duration = Duration::from_mins(10);

/// The waits before a call is repeated.
const WAITS: [Duration; 3] = [Duration::from_millis(500), Duration::from_secs(2), Duration::from_secs(5)];

/// How long to wait for replicas. The index can be searched without them.
const REPLICAS_TIMEOUT: Duration = Duration::from_mins(2);

/// The number of texts whose forms are counted for the average.
const SAMPLE: usize = 200;

/// How the indexes of a cluster are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterIndexShape {
    /// The prefix of the names of indexes: small letters, digits and hyphens, a letter first.
    pub prefix: String,
    /// The number of shards of an index.
    pub shards: u32,
    /// The number of replicas of each shard; at most as many as there are other nodes.
    pub replicas: u32,
}

/// Makes the indexes of the snapshots of one data folder in a cluster.
#[derive(Debug)]
pub struct ClusterIndexer {
    client: ClusterClient,
    shape: ClusterIndexShape,
    /// The id of the data folder, which its indexes have.
    folder: String,
}

impl ClusterIndexer {
    /// An indexer for the snapshots of a data folder. A folder without an id gets one.
    pub fn new(
        access: &ClusterAccess,
        data: &Path,
        shape: ClusterIndexShape,
    ) -> Result<Self, ClusterIndexError> {
        let prefix = &shape.prefix;
        let plain = prefix.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        if !plain || !prefix.starts_with(|c: char| c.is_ascii_lowercase()) || prefix.len() > 60 {
            return Err(ClusterIndexError::Prefix(prefix.clone()));
        }
        Ok(Self { client: ClusterClient::new(access), folder: folder_id(data)?, shape })
    }

    /// Makes a call. It is repeated after a failure that may pass, since a build that fails has to send all again.
    fn call(
        &self,
        method: Method,
        path: &str,
        body: &Value,
        within: Duration,
    ) -> Result<CallResponse, ClusterError> {
        let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        let call = ClusterCall { method, path, body: &body, lines: false, within };
        retry(WAITS, ClusterError::is_transient, || self.client.call(&call).and_then(CallResponse::success))
    }

    fn get(&self, path: &str) -> Result<Value, ClusterError> {
        self.call(Method::GET, path, &Value::Null, SHORT_TIMEOUT)?.parse()
    }

    /// Deletes the indexes of this data folder that none of these snapshots needs.
    fn sweep(&self, kept: &[&str], spared: Option<&str>) -> Result<(), ClusterError> {
        let mappings =
            self.get(&format!("/{}-*/_mapping?filter_path=*.mappings._meta", self.shape.prefix))?;
        for (name, meta) in index_metas(&mappings) {
            let Some(meta) = meta.filter(|meta| meta.folder == self.folder) else { continue };
            if kept.iter().copied().chain(spared).any(|id| id == meta.snapshot) {
                continue;
            }
            match self.call(Method::DELETE, &format!("/{name}"), &Value::Null, SHORT_TIMEOUT) {
                // The node that deleted it was lost before it answered, and the repeated call found nothing.
                Err(ClusterError::Failed { status: 404, .. }) => {}
                done => {
                    done?;
                }
            }
            tracing::info!("deleted the index {name}, which no snapshot needs");
        }
        Ok(())
    }

    /// Creates an index. If it is there with this identity, the node that created it was lost before it answered.
    fn create(&self, name: &str, meta: &IndexMeta) -> Result<(), ClusterError> {
        match self.call(
            Method::PUT,
            &format!("/{name}"),
            &index::body(meta, self.shape.shards),
            SHORT_TIMEOUT,
        ) {
            Err(ClusterError::Failed { status: 400, .. }) if self.has_meta(name, meta)? => Ok(()),
            done => done.map(drop),
        }
    }

    /// Whether an index has this identity.
    fn has_meta(&self, name: &str, meta: &IndexMeta) -> Result<bool, ClusterError> {
        let mappings = self.get(&format!("/{name}/_mapping?filter_path=*.mappings._meta"))?;
        Ok(index_metas(&mappings).into_iter().any(|(_, found)| found.as_ref() == Some(meta)))
    }

    fn fill_index(&self, input: &IndexInput<'_>) -> Result<(), ClusterIndexError> {
        let local = Embedded::open(input.folder)?;
        let analyser = Analyser::new(local.compounds().clone());
        let rows =
            ClusterDocuments { analyser: &analyser, vocabulary: local.vocabulary(), tuning: local.tuning() };
        let average = local.average_length() * forms_of_a_word(input, &analyser);
        let similarity = Similarity::new(local.tuning(), average);
        let compounds = digest(&local.compounds().to_bytes());
        let digests: Vec<RowDigest> =
            input.documents.par_iter().map(|document| rows.digest(document)).collect();
        let name = index::name(&self.shape.prefix, input.snapshot);

        let before = input.previous.and_then(IndexManifest::load).filter(|before| {
            before.compounds == compounds
                && before.similarity.is_like(&similarity)
                && before.shards == self.shape.shards
                && before.index != name
        });
        let similarity = before.as_ref().map_or(similarity, |before| before.similarity);
        let uris = input.documents.iter().map(|document| document.hit.uri.as_str());
        let manifest =
            IndexManifest::new(name.clone(), compounds, similarity, self.shape.shards, uris.zip(digests))
                .map_err(|error| ClusterIndexError::Manifest(error.to_string()))?;
        let meta = IndexMeta {
            format: FORMAT,
            folder: self.folder.clone(),
            snapshot: input.snapshot.to_owned(),
            digest: manifest.digest(),
            similarity,
        };
        let changes = before.and_then(|before| self.changes(&before, &manifest, input.documents, &meta));
        let is_new = changes.is_none();
        let Changes { wanted, gone } = changes.unwrap_or_else(|| Changes::all(input.documents.len()));
        if is_new {
            self.create(&name, &meta)?;
        }
        let sender = DocumentSender { client: &self.client, index: &name, rows: &rows, input };
        sender.send(&wanted, &gone)?;
        input.progress.begin("make the cluster's index ready", None);
        let ready = self.make_ready(&name, &meta, is_new, input);
        input.progress.end();
        ready?;
        manifest.write(input.folder)
    }

    /// Begins the index as a clone of the previous index, and returns the documents to send and to remove. None if the previous
    /// index does not agree with its manifest, or if so much differs that all documents may as well be sent.
    fn changes(
        &self,
        before: &IndexManifest,
        manifest: &IndexManifest,
        documents: &[DocumentToIndex],
        meta: &IndexMeta,
    ) -> Option<Changes> {
        let changes = Changes::between(before, manifest, documents)?;
        if (changes.wanted.len() + changes.gone.len()) * 2 > documents.len() {
            return None;
        }
        let old = &before.index;
        let mappings = self.get(&format!("/{old}/_mapping?filter_path=*.mappings._meta")).ok()?;
        let (_, found) = index_metas(&mappings).into_iter().next()?;
        let found = found.filter(|found| found.format == FORMAT && found.folder == self.folder)?;
        if found.digest != before.digest() || self.count(old).ok()? != before.rows.len() as u64 {
            return None;
        }
        let cloned = self.clone_index(old, &manifest.index, meta);
        if let Err(error) = cloned {
            tracing::warn!("the index {old} cannot be cloned, so all documents are sent again: {error}");
            let _ = self.call(Method::DELETE, &format!("/{}", manifest.index), &Value::Null, SHORT_TIMEOUT);
            return None;
        }
        Some(changes)
    }

    fn clone_index(&self, old: &str, new: &str, meta: &IndexMeta) -> Result<(), ClusterError> {
        self.call(
            Method::PUT,
            &format!("/{old}/_settings"),
            &json!({"index.blocks.write": true}),
            SHORT_TIMEOUT,
        )?;
        let settings = json!({"settings": {"index.number_of_replicas": 0, "index.blocks.write": false}});
        self.call(Method::POST, &format!("/{old}/_clone/{new}"), &settings, SHORT_TIMEOUT)?;
        self.wait_for(new, "yellow", SHORT_TIMEOUT)?;
        self.call(Method::PUT, &format!("/{new}/_mapping"), &index::meta(meta), SHORT_TIMEOUT)?;
        Ok(())
    }

    /// Makes the index searchable and closes it to writing.
    fn make_ready(
        &self,
        name: &str,
        meta: &IndexMeta,
        is_new: bool,
        input: &IndexInput<'_>,
    ) -> Result<(), ClusterIndexError> {
        self.call(Method::POST, &format!("/{name}/_refresh"), &Value::Null, LONG_TIMEOUT)?;
        if is_new {
            // A search of few segments is quicker. A merge that takes longer than the timeout goes on by itself.
            let path = format!("/{name}/_forcemerge?max_num_segments=1");
            let call = ClusterCall {
                method: Method::POST,
                path: &path,
                body: &[],
                lines: false,
                within: LONG_TIMEOUT,
            };
            match self.client.call(&call).and_then(CallResponse::success) {
                Err(error) if error.is_transient() => {
                    input.progress.note(&format!("the cluster's index may not be merged yet: {error}"));
                }
                done => {
                    done?;
                }
            }
            self.call(Method::POST, &format!("/{name}/_refresh"), &Value::Null, LONG_TIMEOUT)?;
        }
        self.call(
            Method::PUT,
            &format!("/{name}/_settings"),
            &json!({"index.blocks.write": true}),
            SHORT_TIMEOUT,
        )?;
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
            self.call(Method::PUT, &format!("/{name}/_settings"), &settings, SHORT_TIMEOUT)?;
            if !self.wait_for(name, "green", REPLICAS_TIMEOUT)? {
                input.progress.note("the replicas of the cluster's index are not all there yet");
            }
        }
        if !self.has_meta(name, meta)? {
            let problem = "another build made it meanwhile".to_owned();
            return Err(ClusterError::Foreign { index: name.to_owned(), problem }.into());
        }
        let (found, expected) = (self.count(name)?, input.documents.len() as u64);
        if found != expected {
            return Err(ClusterIndexError::Count { index: name.to_owned(), found, expected });
        }
        Ok(())
    }

    /// Waits until the health of an index has a status; false when the time is over.
    fn wait_for(&self, name: &str, status: &str, within: Duration) -> Result<bool, ClusterError> {
        let end = Instant::now() + within;
        while Instant::now() < end {
            let path = format!("/_cluster/health/{name}?wait_for_status={status}&timeout=5s");
            match self.client.call(&ClusterCall::get(&path, SHORT_TIMEOUT)) {
                Ok(answer) => {
                    let value: Value = answer.parse()?;
                    if answer.status == 200 && value["timed_out"] == false {
                        return Ok(true);
                    }
                }
                Err(error) if error.is_transient() => std::thread::sleep(WAITS[0]),
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }

    fn count(&self, name: &str) -> Result<u64, ClusterError> {
        let counted = self.get(&format!("/{name}/_count"))?;
        if counted["_shards"]["failed"] != 0 {
            return Err(ClusterError::Partial);
        }
        counted["count"].as_u64().ok_or_else(|| ClusterError::Unreadable("it has no count".to_owned()))
    }
}

impl RemoteIndex for ClusterIndexer {
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

/// The average number of forms of a word of a text.
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

//! Sending documents in batches of limited size, several at a time. A batch is sent again when the cluster is busy.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lagrum_retry::{doubling, retry};
use lagrum_search::{IndexInput, Terms};
use serde_json::{Value, json};
use ureq::http::Method;

use crate::client::{ClusterCall, ClusterClient};
use crate::document::{ClusterDocuments, id};
use crate::{ClusterError, ClusterIndexError};

/// A batch is sent from this size on, in bytes.
const BATCH_BYTES: usize = 4 << 20;

/// The timeout of a batch.
const BATCH_TIMEOUT: Duration = Duration::from_mins(2);

/// The waits before a batch is sent again: the first, and how many, each twice the one before.
const FIRST_WAIT: Duration = Duration::from_millis(250);
const WAITS: usize = 7;

/// Sends documents to an index.
pub(crate) struct DocumentSender<'a> {
    pub(crate) client: &'a ClusterClient,
    pub(crate) index: &'a str,
    pub(crate) rows: &'a ClusterDocuments<'a>,
    pub(crate) input: &'a IndexInput<'a>,
}

impl DocumentSender<'_> {
    /// Sends the documents of these numbers and removes those of these uris. Ends with the first failure that lasts.
    pub(crate) fn send(&self, wanted: &[usize], gone: &[String]) -> Result<(), ClusterIndexError> {
        let progress = self.input.progress;
        progress.begin("send to the cluster", Some((wanted.len() + gone.len()) as u64));
        let next = AtomicUsize::new(0);
        let failure: Mutex<Option<ClusterIndexError>> = Mutex::new(None);
        // One more than there are cores: while one waits for the cluster, the others prepare documents.
        let workers = std::thread::available_parallelism().map_or(2, usize::from).min(8) + 1;
        std::thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| {
                    if let Err(error) = self.work(wanted, &next, &failure) {
                        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    }
                });
            }
        });
        if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            progress.end();
            return Err(error);
        }
        let mut batch = Vec::new();
        for uri in gone {
            batch.extend_from_slice(json!({"delete": {"_id": id(uri)}}).to_string().as_bytes());
            batch.push(b'\n');
            self.send_if_full(&mut batch, BATCH_BYTES)?;
        }
        self.send_if_full(&mut batch, 1)?;
        progress.advance(gone.len() as u64);
        progress.end();
        Ok(())
    }

    fn work(
        &self,
        wanted: &[usize],
        next: &AtomicUsize,
        failure: &Mutex<Option<ClusterIndexError>>,
    ) -> Result<(), ClusterIndexError> {
        let mut batch = Vec::new();
        while let Some(at) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
            if failure.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
                return Ok(());
            }
            let Some(document) = self.input.documents.get(*at) else { continue };
            let text = (self.input.text)(*at);
            if text.is_none() && document.key.is_some() {
                return Err(ClusterIndexError::Text(document.hit.uri.clone()));
            }
            let terms = text.map(|(text, grammar)| Terms::from_text(&text, grammar));
            let row = self.rows.row(document, terms.as_ref());
            batch.extend_from_slice(json!({"index": {"_id": id(&document.hit.uri)}}).to_string().as_bytes());
            batch.push(b'\n');
            let written = serde_json::to_writer(&mut batch, &row);
            written.map_err(|error| ClusterIndexError::Document {
                uri: document.hit.uri.clone(),
                reason: error.to_string(),
            })?;
            batch.push(b'\n');
            self.send_if_full(&mut batch, BATCH_BYTES)?;
            self.input.progress.advance(1);
        }
        self.send_if_full(&mut batch, 1)
    }

    fn send_if_full(&self, batch: &mut Vec<u8>, from: usize) -> Result<(), ClusterIndexError> {
        if batch.len() < from {
            return Ok(());
        }
        let path = format!(
            "/{}/_bulk?filter_path=errors,items.*.status,items.*._id,items.*.error.reason",
            self.index
        );
        let call = ClusterCall {
            method: Method::POST,
            path: &path,
            body: batch,
            lines: true,
            within: BATCH_TIMEOUT,
        };
        let is_transient =
            |failure: &_| matches!(failure, ClusterIndexError::Cluster(error) if error.is_transient());
        // A document may be sent twice, since it is written under its uri.
        retry(doubling(FIRST_WAIT, WAITS), is_transient, || {
            let answer = self.client.call(&call).and_then(|answer| answer.success()?.parse())?;
            failure(&answer).map_or(Ok(()), Err)
        })?;
        batch.clear();
        Ok(())
    }
}

/// The failure of a batch of which not all documents were taken.
fn failure(answer: &Value) -> Option<ClusterIndexError> {
    if answer["errors"] == false {
        return None;
    }
    let items = answer["items"].as_array().into_iter().flatten();
    let mut busy = false;
    for item in items.filter_map(|item| item.as_object()?.values().next()) {
        match item["status"].as_u64().unwrap_or_default() {
            429 => busy = true,
            // A document that is to be removed may be gone already.
            0..300 | 404 => {}
            _ => {
                return Some(ClusterIndexError::Document {
                    uri: item["_id"].as_str().unwrap_or_default().to_owned(),
                    reason: item["error"]["reason"].as_str().unwrap_or_default().to_owned(),
                });
            }
        }
    }
    busy.then_some(ClusterIndexError::Cluster(ClusterError::Busy))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_taken_whole_or_fails() {
        let check = |answer: Value, expected: Option<&str>| {
            let found = failure(&answer).map(|error| error.to_string());
            assert_eq!(found.as_deref(), expected, "{answer}");
        };
        check(json!({"errors": false}), None);
        check(
            json!({"errors": true, "items": [{"index": {"_id": "a", "status": 201}}, {"delete": {"_id": "b", "status": 404}}]}),
            None,
        );
        check(
            json!({"errors": true, "items": [{"index": {"_id": "a", "status": 429}}]}),
            Some("the cluster is overloaded (status 429)"),
        );
        check(
            json!({"errors": true, "items": [{"index": {"_id": "a", "status": 429}}, {"index": {"_id": "b", "status": 400, "error": {"reason": "no such field"}}}]}),
            Some("the cluster rejected b: no such field"),
        );
    }
}

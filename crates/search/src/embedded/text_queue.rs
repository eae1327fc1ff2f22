//! Bounds the texts that wait to be indexed.
//!
//! tantivy's own queue takes ten thousand texts of any size, which can be a whole corpus, before it makes the caller wait. So each
//! text first takes its bytes from a [`TextQueue`], and gives them back when tantivy has taken its last row.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

use tantivy::TantivyDocument;
use tantivy::schema::document::Document;

/// The bytes of texts that may wait.
#[derive(Debug)]
pub(super) struct TextQueue {
    limit: usize,
    waiting: Mutex<usize>,
    taken: Condvar,
}

/// The bytes of one text that waits. Dropping it gives them back.
#[derive(Debug)]
pub(super) struct QueuedText {
    queue: Arc<TextQueue>,
    bytes: usize,
}

/// A row of a text that waits.
pub(super) struct QueuedRow {
    row: TantivyDocument,
    /// Dropped with the last row of the text.
    _text: Arc<QueuedText>,
}

impl QueuedRow {
    pub(super) fn new(row: TantivyDocument, text: &Arc<QueuedText>) -> Self {
        Self { row, _text: Arc::clone(text) }
    }
}

impl TextQueue {
    /// A queue for `limit` bytes. A longer text waits alone.
    pub(super) fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self { limit, waiting: Mutex::new(0), taken: Condvar::new() })
    }

    /// Takes the bytes of a text, once there is room for them.
    pub(super) fn enter(self: &Arc<Self>, bytes: usize) -> QueuedText {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |waiting: &mut usize| *waiting > 0 && waiting.saturating_add(bytes) > self.limit;
        let mut waiting = self.taken.wait_while(waiting, is_full).unwrap_or_else(PoisonError::into_inner);
        *waiting = waiting.saturating_add(bytes);
        QueuedText { queue: Arc::clone(self), bytes }
    }
}

impl Drop for QueuedText {
    fn drop(&mut self) {
        let mut waiting = self.queue.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        *waiting = waiting.saturating_sub(self.bytes);
        drop(waiting);
        self.queue.taken.notify_all();
    }
}

impl Document for QueuedRow {
    type Value<'a> = <TantivyDocument as Document>::Value<'a>;
    type FieldsValuesIter<'a> = <TantivyDocument as Document>::FieldsValuesIter<'a>;

    fn iter_fields_and_values(&self) -> Self::FieldsValuesIter<'_> {
        self.row.iter_fields_and_values()
    }

    fn into_tantivy_document(self) -> TantivyDocument {
        self.row
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn no_more_wait_than_the_limit_and_a_longer_text_waits_alone() {
        // A little more than the limit of a build by default. Nothing is allocated.
        const LIMIT: usize = 64 << 20;
        let queue = TextQueue::new(LIMIT);
        let (waiting, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for thread in 0..4_usize {
                let (queue, waiting, most) = (&queue, &waiting, &most);
                scope.spawn(move || {
                    for at in 0..500_usize {
                        // Every eighth text is longer than the limit.
                        let bytes = if at % 8 == thread {
                            3 * LIMIT
                        } else {
                            1 + (at * 37 + thread) % 60 * (LIMIT / 100)
                        };
                        let text = queue.enter(bytes);
                        let now = waiting.fetch_add(bytes, Ordering::SeqCst) + bytes;
                        assert!(now <= LIMIT || now == bytes, "{now} bytes wait beside one of {bytes}");
                        most.fetch_max(now, Ordering::SeqCst);
                        std::thread::yield_now();
                        waiting.fetch_sub(bytes, Ordering::SeqCst);
                        drop(text);
                    }
                });
            }
        });
        assert_eq!(most.into_inner(), 3 * LIMIT);
        assert_eq!(*queue.waiting.lock().unwrap(), 0);
    }
}

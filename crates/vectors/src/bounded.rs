//! An encoder for the queries of a server. It bounds the length of a query and the number of queries encoded at once.

use std::num::NonZeroUsize;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use quick_cache::sync::Cache;

use crate::{EncodeError, EncoderId, EncoderKind, TextEncoder};

/// Characters of a query that are encoded. Questions have a hundred; a model reads no more than some hundred words.
pub const MAX_QUERY_CHARS: usize = 400;

/// How long a query waits for its turn. An answer without nearness in meaning is better than a late one.
const TIMEOUT: Duration = Duration::from_secs(1);

/// The number of queries whose vectors are cached: the next page of a search, and a frequent query, needs no work.
const CACHED: usize = 1_000;

/// An encoder that encodes few queries at once.
#[derive(Debug)]
pub struct BoundedEncoder {
    inner: Arc<dyn TextEncoder>,
    /// How many more may be encoded now.
    permits: Mutex<usize>,
    returned: Condvar,
    cache: Cache<String, Option<Arc<[f32]>>>,
}

impl BoundedEncoder {
    /// An encoder that encodes at most `at_once` queries at once.
    pub fn new(inner: Arc<dyn TextEncoder>, at_once: NonZeroUsize) -> Self {
        Self {
            inner,
            permits: Mutex::new(at_once.get()),
            returned: Condvar::new(),
            cache: Cache::new(CACHED),
        }
    }

    fn admit(&self) -> Result<Permit<'_>, EncodeError> {
        let end = Instant::now() + TIMEOUT;
        let mut permits = self.permits.lock().unwrap_or_else(PoisonError::into_inner);
        while *permits == 0 {
            lagrum_cancel::check()?;
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(EncodeError::Busy);
            }
            let waited = self.returned.wait_timeout(permits, left).unwrap_or_else(PoisonError::into_inner);
            permits = waited.0;
        }
        *permits -= 1;
        Ok(Permit(self))
    }
}

/// The right to encode a query, until it is dropped.
struct Permit<'a>(&'a BoundedEncoder);

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *self.0.permits.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.returned.notify_one();
    }
}

impl TextEncoder for BoundedEncoder {
    fn id(&self) -> &EncoderId {
        self.inner.id()
    }

    fn kind(&self) -> EncoderKind {
        self.inner.kind()
    }

    fn dimensions(&self) -> usize {
        self.inner.dimensions()
    }

    fn query(&self, text: &str) -> Result<Option<Vec<f32>>, EncodeError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let text: String = words.join(" ").chars().take(MAX_QUERY_CHARS).collect();
        if let Some(known) = self.cache.get(&text) {
            return Ok(known.map(|vector| vector.to_vec()));
        }
        let permit = self.admit()?;
        let vector = self.inner.query(&text)?;
        drop(permit);
        self.cache.insert(text, vector.as_deref().map(Arc::from));
        Ok(vector)
    }

    fn passages(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, EncodeError> {
        self.inner.passages(texts)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// An encoder that counts the calls at work and the encoded queries.
    #[derive(Debug)]
    struct Slow {
        id: EncoderId,
        now: AtomicUsize,
        most: AtomicUsize,
        encoded: AtomicUsize,
    }

    impl TextEncoder for Slow {
        fn id(&self) -> &EncoderId {
            &self.id
        }

        fn kind(&self) -> EncoderKind {
            EncoderKind::Model
        }

        fn dimensions(&self) -> usize {
            1
        }

        fn query(&self, text: &str) -> Result<Option<Vec<f32>>, EncodeError> {
            let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
            self.most.fetch_max(now, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(5));
            self.now.fetch_sub(1, Ordering::SeqCst);
            self.encoded.fetch_add(1, Ordering::SeqCst);
            Ok(Some(vec![text.chars().count() as f32]))
        }

        fn passages(&self, _: &[&str]) -> Result<Vec<Option<Vec<f32>>>, EncodeError> {
            Ok(Vec::new())
        }
    }

    fn slow() -> Arc<Slow> {
        let id = EncoderId::parse("slow").unwrap();
        let count = || AtomicUsize::new(0);
        Arc::new(Slow { id, now: count(), most: count(), encoded: count() })
    }

    #[test]
    fn few_queries_are_encoded_at_once_and_each_once() {
        let slow = slow();
        let encoder = BoundedEncoder::new(slow.clone(), NonZeroUsize::new(2).unwrap());
        std::thread::scope(|scope| {
            for number in 0..16 {
                let encoder = &encoder;
                scope.spawn(move || encoder.query(&format!("query {number}")).unwrap());
            }
        });
        assert_eq!(slow.encoded.load(Ordering::SeqCst), 16);
        assert!(slow.most.load(Ordering::SeqCst) <= 2);
        for _ in 0..3 {
            encoder.query(" query   3").unwrap();
        }
        assert_eq!(slow.encoded.load(Ordering::SeqCst), 16, "kept");
    }

    #[test]
    fn a_query_of_any_length_is_cut() {
        let encoder = BoundedEncoder::new(slow(), NonZeroUsize::MIN);
        assert_eq!(encoder.query(&"å ".repeat(1 << 20)).unwrap(), Some(vec![MAX_QUERY_CHARS as f32]));
    }

    #[test]
    fn who_waits_too_long_goes_without() {
        let encoder = BoundedEncoder::new(slow(), NonZeroUsize::MIN);
        let permit = encoder.admit().unwrap();
        assert!(matches!(encoder.query("late"), Err(EncodeError::Busy)));
        drop(permit);
        assert!(encoder.query("late").is_ok());
    }
}

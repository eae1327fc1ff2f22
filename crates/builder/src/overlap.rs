//! Loads batches in one thread while another thread uses the loaded ones.

use std::sync::mpsc::sync_channel;

use crate::error::BuildError;

/// Loads each batch and passes it to `take`, in order. `load` runs in a thread of its own, so the next batch is loaded
/// while `take` runs. Memory holds at most two batches. The first error ends both.
pub(crate) fn load_ahead<B, T: Send>(
    batches: impl IntoIterator<Item = B> + Send,
    mut load: impl FnMut(B) -> Result<T, BuildError> + Send,
    mut take: impl FnMut(T) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    std::thread::scope(|scope| {
        // The channel has no buffer, so no third batch is loaded before one is taken.
        let (sender, receiver) = sync_channel(0);
        scope.spawn(move || {
            for batch in batches {
                let loaded = load(batch);
                let failed = loaded.is_err();
                if sender.send(loaded).is_err() || failed {
                    return;
                }
            }
        });
        receiver.into_iter().try_for_each(|batch| take(batch?))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn batches_come_in_order_and_two_at_most_are_in_memory() {
        let loaded = AtomicUsize::new(0);
        let mut taken = Vec::new();
        let load = |batch: usize| {
            loaded.fetch_add(1, Ordering::SeqCst);
            Ok(batch)
        };
        let take = |batch| {
            // The one that is taken, and the one that waits.
            assert!(loaded.load(Ordering::SeqCst) <= taken.len() + 2);
            taken.push(batch);
            std::thread::sleep(std::time::Duration::from_millis(2));
            Ok(())
        };
        load_ahead(0..50, load, take).unwrap();
        assert_eq!(taken, (0..50).collect::<Vec<_>>());
    }

    #[test]
    fn the_first_error_ends_both() {
        let failed =
            |at: usize| move |batch: usize| if batch == at { Err(BuildError::TooMany) } else { Ok(batch) };
        let mut taken = Vec::new();
        let result = load_ahead(0.., failed(3), |batch| {
            taken.push(batch);
            Ok(())
        });
        assert!(matches!(result, Err(BuildError::TooMany)));
        assert_eq!(taken, [0, 1, 2]);
        let result = load_ahead(0.., Ok, |batch| failed(3)(batch).map(drop));
        assert!(matches!(result, Err(BuildError::TooMany)));
    }
}

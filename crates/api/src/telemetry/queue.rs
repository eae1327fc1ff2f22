//! The queue of a server's log lines before standard error.
//!
//! A request copies its line into a buffer, and a thread writes the buffer out, at most two hundred times a second. If each
//! request wrote its own line, all threads would wait for one another at standard error, which cost small responses a tenth of
//! their throughput, and a full pipe would make every request wait until somebody reads it.
//!
//! The buffer is bounded in bytes, since one line may quote eight kilobytes from outside. (`tracing-appender` bounds the number
//! of lines, and wakes its thread for each.) Lines that do not fit are dropped and counted, and the count is logged when there
//! is room again.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Capacity in bytes of a buffer. There are two buffers: one is filled while the other is written.
const CAPACITY: usize = 4 << 20;

/// How long lines are collected before they are written.
const GATHERING: Duration = Duration::from_millis(5);

/// How long the end of the program waits for the last lines.
const END_TIMEOUT: Duration = Duration::from_secs(1);

/// Lines that wait to be written.
#[derive(Debug)]
pub(super) struct LineQueue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    /// Allocated whole at the start, so that it never grows.
    lines: Vec<u8>,
    dropped: u64,
    ended: bool,
    /// Whether all lines that were queued before the end are written.
    written: bool,
}

/// Ends the queue when it is dropped, and waits a second at most until its lines are written.
#[derive(Debug)]
pub struct LogGuard(Arc<LineQueue>);

impl LineQueue {
    /// A queue, and a thread that writes its lines.
    pub(super) fn start(output: impl Write + Send + 'static) -> io::Result<(Arc<Self>, LogGuard)> {
        let state = State { lines: Vec::with_capacity(CAPACITY), dropped: 0, ended: false, written: false };
        let queue = Arc::new(Self { state: Mutex::new(state), changed: Condvar::new() });
        let lines = Arc::clone(&queue);
        thread::Builder::new().name("log".into()).spawn(move || lines.write_all(output))?;
        Ok((Arc::clone(&queue), LogGuard(queue)))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, line: &[u8]) {
        let mut state = self.state();
        if state.lines.len() + line.len() > CAPACITY {
            state.dropped += 1;
            return;
        }
        let is_first = state.lines.is_empty();
        state.lines.extend_from_slice(line);
        drop(state);
        if is_first {
            self.changed.notify_all();
        }
    }

    fn write_all(&self, mut output: impl Write) {
        let mut lines = Vec::with_capacity(CAPACITY);
        loop {
            let mut state = self.state();
            while state.lines.is_empty() && !state.ended {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            let gathered = self.changed.wait_timeout_while(state, GATHERING, |state| !state.ended);
            state = gathered.unwrap_or_else(PoisonError::into_inner).0;
            let dropped = std::mem::take(&mut state.dropped);
            std::mem::swap(&mut lines, &mut state.lines);
            if lines.is_empty() && dropped == 0 && state.ended {
                state.written = true;
                drop(state);
                self.changed.notify_all();
                return;
            }
            drop(state);
            // There is nowhere to report a failed write.
            let _ = output.write_all(&lines);
            lines.clear();
            if dropped > 0 {
                tracing::warn!(
                    lines = dropped,
                    "log lines were dropped: standard error takes them too slowly"
                );
            }
        }
    }
}

/// Takes whole lines: the subscriber writes each line in one call.
impl Write for &LineQueue {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.push(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for LogGuard {
    fn drop(&mut self) {
        self.0.state().ended = true;
        self.0.changed.notify_all();
        // The program ends even if the last lines cannot be written.
        let _ = self.0.changed.wait_timeout_while(self.0.state(), END_TIMEOUT, |state| !state.written);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
    use std::time::Instant;

    use super::*;

    /// An output that takes bytes when the test receives them.
    struct Output(SyncSender<Vec<u8>>);

    impl Write for Output {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.send(bytes.to_owned()).map_err(|_| io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn queue(room: usize) -> (Arc<LineQueue>, LogGuard, Receiver<Vec<u8>>) {
        let (sender, written) = sync_channel(room);
        let (queue, guard) = LineQueue::start(Output(sender)).unwrap();
        (queue, guard, written)
    }

    fn line(thread: usize, number: usize) -> String {
        format!("{thread} {number} {}\n", "å".repeat(number % 50))
    }

    #[test]
    fn lines_of_many_threads_come_whole_and_in_order() {
        let (queue, guard, written) = queue(1 << 20);
        thread::scope(|scope| {
            for thread in 0..8 {
                let queue = &queue;
                scope.spawn(move || {
                    for number in 0..2_000 {
                        (&mut &**queue).write_all(line(thread, number).as_bytes()).unwrap();
                    }
                });
            }
        });
        // The end of the program waits for the last line.
        drop(guard);
        let written: Vec<u8> = written.try_iter().flatten().collect();
        let written = String::from_utf8(written).unwrap();
        for thread in 0..8 {
            let own = |line: &&str| line.starts_with(&format!("{thread} "));
            let expected: String = (0..2_000).map(|number| line(thread, number)).collect();
            let found: Vec<&str> = written.lines().filter(own).collect();
            assert_eq!(found.join("\n") + "\n", expected);
        }
        assert_eq!(written.lines().count(), 16_000);
    }

    #[test]
    fn a_reader_that_takes_nothing_delays_nobody_and_costs_bounded_memory() {
        let (queue, guard, written) = queue(0);
        let began = Instant::now();
        let long = vec![b'x'; 48 << 10];
        for _ in 0..10_000 {
            queue.push(&long);
        }
        let state = queue.state();
        assert!(state.lines.len() <= CAPACITY && state.lines.capacity() == CAPACITY);
        assert!(state.dropped > 9_000);
        drop(state);
        drop(guard);
        assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
        drop(written);
    }

    #[test]
    fn a_closed_output_is_no_failure() {
        let (queue, guard, written) = queue(0);
        drop(written);
        for number in 0..10 {
            queue.push(line(0, number).as_bytes());
            thread::sleep(Duration::from_millis(1));
        }
        drop(guard);
        assert!(queue.state().written);
    }
}

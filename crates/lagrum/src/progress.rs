//! Progress for people: a bar with rate and time left on a terminal, plain lines elsewhere.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use lagrum_corpus::Progress;

/// The interval of progress lines when standard error is not a terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Maximum bytes of a note.
const NOTE_MAX: usize = 4 << 10;

/// Shows progress on standard error.
pub(crate) struct ProgressReporter {
    on_terminal: bool,
    stage: Mutex<Option<Stage>>,
}

struct Stage {
    name: String,
    bar: Option<ProgressBar>,
    total: Option<u64>,
    done: u64,
    started: Instant,
    reported: Instant,
}

impl ProgressReporter {
    pub(crate) fn new() -> Self {
        Self { on_terminal: std::io::stderr().is_terminal(), stage: Mutex::default() }
    }

    fn with_stage(&self, work: impl FnOnce(&mut Option<Stage>)) {
        if let Ok(mut stage) = self.stage.lock() {
            work(&mut stage);
        }
    }
}

impl Progress for ProgressReporter {
    fn begin(&self, name: &str, total: Option<u64>) {
        let bar = self.on_terminal.then(|| bar(name, total));
        let now = Instant::now();
        self.with_stage(|stage| {
            *stage = Some(Stage { name: name.to_owned(), bar, total, done: 0, started: now, reported: now });
        });
    }

    fn advance(&self, amount: u64) {
        self.with_stage(|stage| {
            let Some(stage) = stage else { return };
            stage.done += amount;
            match &stage.bar {
                Some(bar) => bar.inc(amount),
                None if stage.reported.elapsed() >= LINE_EVERY => {
                    stage.reported = Instant::now();
                    tracing::info!("{}", stage.summary());
                }
                None => {}
            }
        });
    }

    fn end(&self) {
        self.with_stage(|stage| {
            let Some(stage) = stage.take() else { return };
            if let Some(bar) = &stage.bar {
                bar.finish_and_clear();
            }
            tracing::info!("{}: {:.1} s", stage.name, stage.started.elapsed().as_secs_f64());
        });
    }

    fn note(&self, text: &str) {
        let text = lagrum_escape::start(text, NOTE_MAX);
        self.with_stage(|stage| {
            if let Some(bar) = stage.as_ref().and_then(|stage| stage.bar.as_ref()) {
                bar.suspend(|| tracing::warn!("{text}"));
            } else {
                tracing::warn!("{text}");
            }
        });
    }
}

impl Stage {
    fn summary(&self) -> String {
        let rate = self.done as f64 / self.started.elapsed().as_secs_f64().max(0.001);
        match self.total {
            Some(total) if rate > 0.0 => {
                let left = total.saturating_sub(self.done) as f64 / rate;
                format!("{}: {} of {total}, {rate:.0} per second, {left:.0} s left", self.name, self.done)
            }
            _ => format!("{}: {}, {rate:.0} per second", self.name, self.done),
        }
    }
}

fn bar(name: &str, total: Option<u64>) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => {
            (ProgressBar::new(total), "{msg} [{wide_bar}] {human_pos} of {human_len}, {per_sec}, {eta} left")
        }
        None => (ProgressBar::new_spinner(), "{msg} {spinner} {elapsed}"),
    };
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(lagrum_escape::line(name).into_owned());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

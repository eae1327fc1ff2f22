//! The report: for each kind of request how many, how fast, and how many were rejected.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// The responses to one kind of request.
#[derive(Default)]
struct Kind {
    answered: Vec<Duration>,
    /// 503: rejected because the server was overloaded.
    refused: Vec<Duration>,
    bytes: usize,
    /// Responses with other statuses than 200, 404 and 503, by status; 0 stands for a broken connection.
    other: BTreeMap<u16, usize>,
    slowest: Option<(Duration, String)>,
}

/// The results of a run.
pub(super) struct Report {
    seconds: u64,
    kinds: BTreeMap<&'static str, Kind>,
    broken: BTreeMap<String, usize>,
    /// Connections that the server closed between two requests.
    pub(super) reopened: usize,
    /// Resident memory of the server in kB before and after, where it is known.
    pub(super) memory: (Option<u64>, Option<u64>),
}

impl Report {
    pub(super) fn new(seconds: u64) -> Self {
        Self { seconds, kinds: BTreeMap::new(), broken: BTreeMap::new(), reopened: 0, memory: (None, None) }
    }

    pub(super) fn answered(
        &mut self,
        kind: &'static str,
        path: &str,
        status: u16,
        bytes: usize,
        took: Duration,
    ) {
        let kind = self.kinds.entry(kind).or_default();
        match status {
            // Drawn documents exist, and a text that is not a citation gets a 200 as well.
            200 => {
                kind.answered.push(took);
                kind.bytes += bytes;
                if kind.slowest.as_ref().is_none_or(|(slowest, _)| took > *slowest) {
                    kind.slowest = Some((took, path.to_owned()));
                }
            }
            503 => kind.refused.push(took),
            other => *kind.other.entry(other).or_default() += 1,
        }
    }

    pub(super) fn broken(&mut self, kind: &'static str, error: &super::Failure) {
        *self.kinds.entry(kind).or_default().other.entry(0).or_default() += 1;
        *self.broken.entry(error.to_string()).or_default() += 1;
    }

    pub(super) fn merge(&mut self, other: Self) {
        for (kind, theirs) in other.kinds {
            let ours = self.kinds.entry(kind).or_default();
            ours.answered.extend(theirs.answered);
            ours.refused.extend(theirs.refused);
            ours.bytes += theirs.bytes;
            for (status, count) in theirs.other {
                *ours.other.entry(status).or_default() += count;
            }
            ours.slowest = ours.slowest.take().max(theirs.slowest);
        }
        self.reopened += other.reopened;
        for (error, count) in other.broken {
            *self.broken.entry(error).or_default() += count;
        }
    }
}

/// The resident memory of a process in kB. None where the system has no `/proc`.
pub(super) fn memory(pid: Option<u32>) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", pid?)).ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next()?.parse().ok())
}

/// A percentile of latencies, in milliseconds.
fn within(sorted: &[Duration], percent: usize) -> f64 {
    let at = sorted.len() * percent / 100;
    sorted.get(at.min(sorted.len().saturating_sub(1))).map_or(f64::NAN, |took| took.as_secs_f64() * 1000.0)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<12} {:>9} {:>8} {:>8} {:>9} {:>8} {:>8} {:>9}",
            "", "answers/s", "p50 ms", "p99 ms", "max ms", "kB", "503/s", "503 p99"
        )?;
        let seconds = self.seconds.max(1) as f64;
        let mut all = (Vec::new(), Vec::new());
        for (name, kind) in &self.kinds {
            let (mut answered, mut refused) = (kind.answered.clone(), kind.refused.clone());
            answered.sort_unstable();
            refused.sort_unstable();
            let kilobytes = kind.bytes as f64 / 1000.0 / answered.len().max(1) as f64;
            row(f, name, &answered, &refused, seconds, Some(kilobytes))?;
            if *name != "healthz" {
                all.0.extend(answered);
                all.1.extend(refused);
            }
        }
        all.0.sort_unstable();
        all.1.sort_unstable();
        row(f, "all", &all.0, &all.1, seconds, None)?;
        for (name, kind) in &self.kinds {
            for (status, count) in &kind.other {
                writeln!(
                    f,
                    "{name}: {count} times {}",
                    if *status == 0 { "no answer".to_owned() } else { status.to_string() }
                )?;
            }
        }
        if self.reopened > 0 {
            writeln!(f, "{} connections were closed between two requests and reopened", self.reopened)?;
        }
        for (error, count) in &self.broken {
            writeln!(f, "{count} times: {error}")?;
        }
        for (name, kind) in &self.kinds {
            if let Some((took, path)) = &kind.slowest {
                writeln!(f, "slowest {name}: {:.1} ms, {path}", took.as_secs_f64() * 1000.0)?;
            }
        }
        if let (Some(before), Some(after)) = self.memory {
            writeln!(f, "resident memory: {} MB before, {} MB after", before / 1000, after / 1000)?;
        }
        Ok(())
    }
}

fn row(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    answered: &[Duration],
    refused: &[Duration],
    seconds: f64,
    kilobytes: Option<f64>,
) -> fmt::Result {
    writeln!(
        f,
        "{name:<12} {:>9.1} {:>8.2} {:>8.2} {:>9.1} {:>8} {:>8.1} {:>9.2}",
        answered.len() as f64 / seconds,
        within(answered, 50),
        within(answered, 99),
        within(answered, 100),
        kilobytes.map_or(String::new(), |kilobytes| format!("{kilobytes:.1}")),
        refused.len() as f64 / seconds,
        within(refused, 99),
    )
}

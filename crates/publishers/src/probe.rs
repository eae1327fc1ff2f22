//! A probe: a few living answers, compared with the shape that this program knows.

use lagrum_progress::Silent;
use lagrum_raw::ArchiveWriter;

use crate::asker::Stop;
use crate::clock::Clock;
use crate::fetch::{FetchOptions, Session};
use crate::publisher::Publisher;

/// The most requests that a probe sends.
pub const MAX_REQUESTS: u64 = 5;

/// What a probe found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProbeReport {
    /// What was as expected, each in words.
    pub sound: Vec<String>,
    /// What differs, each in words.
    pub differs: Vec<String>,
    /// Requests sent.
    pub requests: u64,
}

impl ProbeReport {
    /// Notes a finding.
    pub(crate) fn note(&mut self, is_sound: bool, text: impl Into<String>) {
        if is_sound { self.sound.push(text.into()) } else { self.differs.push(text.into()) }
    }
}

/// Probes a publisher. Nothing but its robots.txt is kept.
pub fn probe(
    publisher: &'static dyn Publisher,
    archive: &mut ArchiveWriter,
    options: &FetchOptions,
    clock: &dyn Clock,
) -> Result<ProbeReport, Stop> {
    let mut session = Session::new(publisher, archive, options, clock, &Silent)?;
    let report = publisher.probe(&mut session)?;
    Ok(ProbeReport { requests: session.report.requests, ..report })
}

//! A probe: a few answers of a publisher, compared with the form that this program expects.

use lagrum_progress::Silent;
use lagrum_raw::ArchiveWriter;

use crate::clock::Clock;
use crate::polite_client::Stop;
use crate::probe_report::ProbeReport;
use crate::publisher::Publisher;
use crate::session::{FetchOptions, Session};

/// The most requests that a probe sends.
pub const MAX_REQUESTS: u64 = 5;

/// Probes a publisher. Nothing but its robots.txt is kept.
pub fn probe(
    publisher: &'static dyn Publisher,
    archive: &mut ArchiveWriter,
    options: &FetchOptions,
    clock: &dyn Clock,
) -> Result<ProbeReport, Stop> {
    let mut session = Session::new(publisher.asked(), archive, options, clock, &Silent)?;
    let report = publisher.probe(&mut session)?;
    Ok(ProbeReport { requests: session.report.requests, ..report })
}

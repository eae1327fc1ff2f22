//! Statutes: Svensk författningssamling in consolidated form, from Regeringskansliet.
//!
//! Route A is the search interface behind the public pages (`SearchEsByRawJson`): an Elasticsearch query is posted and answered. One
//! hit is an act: its consolidated text, its register and its amending acts. The interface is not documented, so it may change;
//! [`probe`] reports the differences from the expected form.
//!
//! * The first run, and one a month, is a **walk**: all acts by the publisher's own number, a hundred a request, each page asked for
//!   by the last number of the one before (`search_after`; an offset ends at 10,000).
//! * Other runs ask for **changes**: acts whose `uppdateradDateTime` is not more than two days before the watermark. The watermark is
//!   the newest stamp seen, and moves when a run is complete.
//!
//! The records of a page are kept together with the position after it, so that a run that ended early goes on there.
//!
//! Route B (`rkrattsapi.gov.se`, OData) is documented, but no published code uses it. Its answers must be seen before it can be used:
//! the probe asks whether it answers.

mod file;
mod page;
mod probe;
mod query;
mod run;

use std::path::Path;
use std::time::Duration;

use lagrum_raw::NewRecord;

use crate::polite_client::Stop;
use crate::probe_report::ProbeReport;
use crate::publisher::Publisher;
use crate::session::{AskedPublisher, Session};

/// The source.
const SOURCE: &str = "sfs";

/// The publisher of statutes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sfs;

impl Publisher for Sfs {
    fn asked(&self) -> AskedPublisher {
        AskedPublisher {
            source: SOURCE,
            base_url: "https://beta.rkrattsbaser.gov.se",
            gap: Duration::from_secs(1),
            cited_prefix: None,
        }
    }

    fn fetch(&self, session: &mut Session<'_>) -> Result<(), Stop> {
        run::run(session)
    }

    fn probe(&self, session: &mut Session<'_>) -> Result<ProbeReport, Stop> {
        probe::probe(session)
    }

    fn records_of_file(&self, path: &Path, bytes: Vec<u8>) -> Result<Vec<NewRecord>, String> {
        file::records(path, bytes)
    }
}

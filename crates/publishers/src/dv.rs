//! Swedish courts: referat, notices and judgments from the interface of Domstolsverket.
//!
//! A publication is a record as JSON, with its text as HTML or with a file. The publications of one case have a *group*: the referat, the
//! judgment that it reports. A group is one document here, and each of its publications a part of it ([`record`]).
//!
//! * Every run is a **walk** over all pages of the list. No mark can stand in for it: a case may be published twelve years after its
//!   decision, and the parameters for order and time do not do what they say, so none is sent. Rows are compared with the held records.
//! * The **list** has one publication of each group. When that is new or another, the group is asked for once.
//! * A row without the field `innehall` is no whole record; the record is asked for then.
//! * **Files** are asked for when their record is new or another, or when they are not held. A file without an id is told.
//! * A group that the walk did not meet is asked for by the ids of its records. An empty answer is that of a withdrawn one. It is gone when
//!   two complete walks, at least a day apart, got such answers.
//! * A record that its group no longer has, while others are there, is withdrawn in the same way ([`withdrawn`]).
//!
//! What came of a group is kept together with the position after it, so that a run that ended early goes on there.

mod attachment;
mod file;
mod page;
mod probe;
mod query;
mod record;
mod run;
mod withdrawn;

use std::path::Path;
use std::time::Duration;

use lagrum_raw::NewRecord;

use crate::polite_client::Stop;
use crate::probe_report::ProbeReport;
use crate::publisher::Publisher;
use crate::session::{AskedPublisher, Session};

/// The source.
const SOURCE: &str = "dv";

/// The publisher of the decisions of Swedish courts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Courts;

impl Publisher for Courts {
    fn asked(&self) -> AskedPublisher {
        AskedPublisher {
            source: SOURCE,
            base_url: "https://rattspraxis.etjanst.domstol.se/api/v1",
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

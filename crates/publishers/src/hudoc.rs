//! Strasbourg: judgments of the European Court of Human Rights in English, from HUDOC.
//!
//! The interface behind the public search answers with records ("columns"); the text of a document is asked for by itself, in the form
//! that the service makes of the court's file. The interface is not documented, so it may change; [`probe`] reports differences.
//!
//! * Every run is a **walk** over the years, oldest first, 500 records a request. A query has at most 10,000 hits, so a span of days
//!   with more is halved. Records have no stamp of their last change, so all are compared with the held ones.
//! * The **text** is asked for when the record is new or changed, when none is held, and with `--full`. A judgment that is replaced by
//!   its final version has another record, and so another text.
//! * A **placeholder**, and a document of which no text is there yet (204, or an empty answer), is kept as its record alone. The text is
//!   asked for again after [`body::ASK_AGAIN`].
//!
//! The records of a page are kept together with the position after them, so that a run that ended early goes on there.

mod body;
mod file;
mod item;
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
const SOURCE: &str = "hudoc";

/// The publisher of the judgments of the European Court of Human Rights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hudoc;

impl Publisher for Hudoc {
    fn asked(&self) -> AskedPublisher {
        AskedPublisher {
            source: SOURCE,
            base_url: "https://hudoc.echr.coe.int",
            gap: Duration::from_secs(2),
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

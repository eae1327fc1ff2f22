//! Preparatory works: bills, communications, reports, decisions and directives from the open data of Riksdagen (`data.riksdagen.se`).
//!
//! A document is a record (`dokumentstatus`) as JSON. One that is too long for a record has further ones, `H601KU20d2` after `H601KU20`. All
//! of them are parts of one document here ([`record`]), in whatever order they come.
//!
//! * A **walk** (the first run, and one a month) takes the *data sets*: zips with all records of a type and some years. They are asked for
//!   with the validators of those that were taken before. One that is as it was has the documents that it had ([`members`]).
//! * Every run walks the **lists** of this session (*riksmöte*) and the one before it, of directives those of this year and the one before,
//!   and compares `systemdatum`. A record is asked for when that is another.
//! * A record with **hardly any text** may be one of a document that is not published yet. It is asked for again in every run until its
//!   `systemdatum` is sixty days old.
//! * A list that has come to its end repeats its last page, with an address for the next one. It ends where the number of the page (`@sida`)
//!   stands still.
//! * A data set may be older than a held record. Such a member changes nothing.
//! * What a walk did not meet is asked for by its id. What two complete walks, at least a day apart, did not find is gone.

mod catalog;
mod datasets;
mod file;
mod lacking;
mod list;
mod lists;
mod members;
mod probe;
mod query;
mod record;
mod run;
mod sessions;
mod walk;

use std::path::Path;
use std::time::Duration;

use lagrum_raw::NewRecord;

use crate::polite_client::Stop;
use crate::probe_report::ProbeReport;
use crate::publisher::Publisher;
use crate::session::{AskedPublisher, Session};

/// The source.
const SOURCE: &str = "forarbete";

/// The publisher of preparatory works.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Riksdagen;

impl Publisher for Riksdagen {
    fn asked(&self) -> AskedPublisher {
        AskedPublisher {
            source: SOURCE,
            base_url: "https://data.riksdagen.se",
            gap: Duration::from_millis(500),
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
        file::records(path, &bytes)
    }
}

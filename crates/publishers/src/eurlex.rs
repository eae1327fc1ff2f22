//! EU law: acts, treaties and judgments from the Publications Office, with the consolidated texts of acts.
//!
//! The office keeps works by CELEX number. Lists come from its SPARQL service, texts from the addresses of the works, whose form and
//! language a request states.
//!
//! * A run asks for the **wanted** works ([`FetchOptions::wanted`](crate::FetchOptions::wanted)): those that held documents cite. With
//!   `in_force` it asks for all regulations, directives and decisions that are in force too. What the archive has stays wanted.
//! * The first run, and one a month, is a **walk** over all of them. Other runs ask for what the office's **notices** name since two days
//!   before the watermark, and for what is wanted and not held. The watermark is the beginning of the last complete run.
//! * The **text** is Formex, else XHTML, else HTML; Swedish, else English. The lists say what there is. Formex comes as a zip that is made
//!   anew for each request, so zips are compared by their members ([`text`]). A zip without XML has pictures of pages, and is no text.
//! * **Consolidated texts** of an act are asked for when they are not held, and the newest in each walk.
//! * A work that is not there is told; one that two walks, at least a day apart, did not find is gone. A notice of a deletion is told and
//!   deletes nothing: walks decide.
//!
//! What came of a work is kept together with the position after it, so that a run that ended early goes on there.

mod celex;
mod file;
mod list;
mod notices;
mod plan;
mod probe;
mod run;
mod sparql;
mod text;
mod zip_members;

use std::path::Path;
use std::time::Duration;

use lagrum_raw::NewRecord;

use crate::polite_client::Stop;
use crate::probe_report::ProbeReport;
use crate::publisher::Publisher;
use crate::session::{AskedPublisher, Session};

/// The source.
const SOURCE: &str = "eurlex";

/// The publisher of EU law.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EurLex;

impl Publisher for EurLex {
    fn asked(&self) -> AskedPublisher {
        AskedPublisher {
            source: SOURCE,
            base_url: "https://publications.europa.eu",
            gap: Duration::from_secs(1),
            cited_prefix: Some("celex/"),
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

//! Which parts of the service answer.

use lagrum_snapshot::Snapshot;
use serde::Serialize;

/// What a server is ready for.
#[derive(Debug, Serialize)]
pub struct Readiness {
    /// Whether every part is.
    pub ready: bool,
    /// The served snapshot.
    pub snapshot: Option<String>,
    /// The parts.
    pub parts: Vec<ReadinessPart>,
}

/// A part of the service.
#[derive(Debug, Serialize)]
pub struct ReadinessPart {
    /// What it is called.
    pub name: &'static str,
    /// Whether it answers.
    pub ready: bool,
    /// What is missing, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}

impl ReadinessPart {
    fn new(name: &'static str, ready: bool) -> Self {
        Self { name, ready, missing: None }
    }
}

/// Whether searches are answered, and if not, why.
fn search(snapshot: Option<&Snapshot>) -> ReadinessPart {
    let ready = match snapshot.and_then(Snapshot::search) {
        Some(engine) => engine.ready(),
        None => Err("the search index is missing or being opened".to_owned()),
    };
    ReadinessPart { name: "search", ready: ready.is_ok(), missing: ready.err() }
}

/// Which parts of the service answer from a snapshot; without one, none does.
pub fn readiness(snapshot: Option<&Snapshot>) -> Readiness {
    let catalog = snapshot.is_some_and(|snapshot| snapshot.catalog().with(|_| Ok(())).is_ok());
    let graph = snapshot.is_some_and(|snapshot| snapshot.graph().is_some());
    let names = snapshot.is_some_and(|snapshot| snapshot.resolver().is_some());
    let dumps = snapshot.is_some_and(|snapshot| !snapshot.manifest().dumps.is_empty());
    Readiness {
        ready: catalog,
        snapshot: snapshot.map(|snapshot| snapshot.id().to_string()),
        parts: vec![
            ReadinessPart::new("catalog", catalog),
            ReadinessPart::new("graph", graph),
            ReadinessPart::new("names", names),
            search(snapshot),
            ReadinessPart::new("dumps", dumps),
        ],
    }
}

//! Which parts of the service answer.

use lagrum_snapshot::Snapshot;
use lagrum_vectors::EncoderId;
use serde::Serialize;

/// What a server is ready for.
#[derive(Debug, Serialize)]
pub struct Readiness {
    /// Whether requests may be sent: the catalog can be read, and every other part was opened, or could not be and is listed with
    /// what is missing.
    pub ready: bool,
    /// The served snapshot.
    pub snapshot: Option<String>,
    /// The parts.
    pub parts: Vec<ReadinessPart>,
    /// The vectors of the snapshot, by encoder.
    pub vectors: Vec<ReadyVectors>,
}

/// The vectors of a snapshot by an encoder.
#[derive(Debug, Serialize)]
pub struct ReadyVectors {
    /// The encoder: `model-…` or `words-…`, with a digest of what its vectors depend on.
    pub encoder: String,
    /// Whether searches use them: the server has this encoder, and has loaded them.
    pub ready: bool,
    /// How many passages have one.
    pub vectors: u64,
    /// How many passages were still to be embedded when the snapshot was built.
    pub missing: u64,
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

    /// A part that is opened after the process has started.
    fn opened(name: &'static str, snapshot: Option<&Snapshot>, ready: bool) -> Self {
        let missing = (!ready).then(|| missing(snapshot).to_owned());
        Self { name, ready, missing }
    }
}

/// Why a part is missing that is opened after the process has started.
fn missing(snapshot: Option<&Snapshot>) -> &'static str {
    if snapshot.is_some_and(Snapshot::has_tried_parts) {
        "it could not be opened, which is retried: see the log"
    } else {
        "it is being opened"
    }
}

/// Whether searches are answered, and if not, why.
fn search(snapshot: Option<&Snapshot>) -> ReadinessPart {
    let ready = match snapshot.and_then(Snapshot::search) {
        Some(engine) => engine.ready(),
        None => Err(missing(snapshot).to_owned()),
    };
    ReadinessPart { name: "search", ready: ready.is_ok(), missing: ready.err() }
}

fn vectors(snapshot: &Snapshot) -> Vec<ReadyVectors> {
    let ready = |id: &EncoderId| snapshot.vectors().iter().any(|loaded| loaded.encoder.id() == id);
    let counts = snapshot.manifest().vectors.iter();
    counts
        .map(|counts| ReadyVectors {
            encoder: counts.encoder.to_string(),
            ready: ready(&counts.encoder),
            vectors: counts.rows,
            missing: counts.missing,
        })
        .collect()
}

/// Which parts of the service answer from a snapshot; without one, none does.
pub fn readiness(snapshot: Option<&Snapshot>) -> Readiness {
    let catalog = snapshot.is_some_and(|snapshot| snapshot.catalog().with(|_| Ok(())).is_ok());
    let graph = snapshot.is_some_and(|snapshot| snapshot.graph().is_some());
    let names = snapshot.is_some_and(|snapshot| snapshot.resolver().is_some());
    let suggestions = snapshot.is_some_and(|snapshot| snapshot.name_index().is_some());
    let dumps = snapshot.is_some_and(|snapshot| !snapshot.manifest().dumps.is_empty());
    Readiness {
        ready: catalog && snapshot.is_some_and(Snapshot::has_tried_parts),
        snapshot: snapshot.map(|snapshot| snapshot.id().to_string()),
        parts: vec![
            ReadinessPart::new("catalog", catalog),
            ReadinessPart::opened("graph", snapshot, graph),
            ReadinessPart::opened("names", snapshot, names),
            ReadinessPart::opened("suggestions", snapshot, suggestions),
            search(snapshot),
            ReadinessPart::new("dumps", dumps),
        ],
        vectors: snapshot.map(vectors).unwrap_or_default(),
    }
}

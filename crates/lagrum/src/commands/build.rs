//! `lagrum build`

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::process::ExitCode;

use lagrum_builder::{BuildOptions, MemoryBudget, PublicationListener, VectorOptions};
use lagrum_snapshot::{Manifest, SnapshotId, Snapshots};
use lagrum_vectors::TextEncoder;

use crate::cli::BuildArguments;
use crate::encoders::Encoders;
use crate::engine::EngineChoice;
use crate::failure::Failure;
use crate::operator_command::OperatorCommand;
use crate::progress::ProgressReporter;
use crate::{after_publish, series};

pub(crate) fn run(data: &Path, arguments: &BuildArguments) -> Result<ExitCode, Failure> {
    EngineChoice::require_named_engine(data, &arguments.engine)?;
    let remote = EngineChoice::new(&arguments.engine)?.remote_index(data, arguments)?;
    let memory = MemoryBudget::new(usize::try_from(arguments.memory.0).unwrap_or(usize::MAX));
    let encoders = Encoders::open(&arguments.engine)?;
    let encoders: Vec<&dyn TextEncoder> = encoders.all().iter().map(|encoder| &**encoder).collect();
    let vectors = VectorOptions { encoders: &encoders, max_vectors: arguments.max_vectors };
    let year = lagrum_snapshot::today().year().into();
    let stated_years = arguments.series.as_deref().map(|file| series::read(file, year)).transpose()?;
    let publication = Publication::new(data, arguments.after_publish.as_ref());
    let published = |manifest: &Manifest| publication.follow_up(manifest);
    let options = BuildOptions {
        stated_years: stated_years.as_deref().unwrap_or_default(),
        memory,
        remote: remote.as_deref(),
        private_lookups: arguments.private_lookups,
        vectors,
        allow_removals: arguments.allow_removals,
        listener: PublicationListener(Some(&published)),
    };
    let manifest = lagrum_builder::build_with(data, options, &ProgressReporter::new())?;
    let counts = &manifest.counts;
    print_line!("published {}", manifest.id)?;
    print_line!(
        "{} documents ({} of them stubs), {} archived lydelser, {} citations, {} unreadable",
        counts.documents,
        counts.stubs,
        counts.lydelser,
        counts.citations,
        counts.unreadable
    )?;
    for vectors in &manifest.vectors {
        print_line!("{} vectors of {} passages by {}", vectors.rows, vectors.passages, vectors.encoder)?;
    }
    // The publication stays; the exit code reports that the work after it failed.
    Ok(if publication.failed.get() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The work after each publication of a build.
struct Publication<'a> {
    data: &'a Path,
    command: Option<&'a OperatorCommand>,
    /// The snapshot that was published before.
    before: RefCell<Option<SnapshotId>>,
    failed: Cell<bool>,
}

impl<'a> Publication<'a> {
    /// Before the build begins.
    fn new(data: &'a Path, command: Option<&'a OperatorCommand>) -> Self {
        // An unreadable name of a snapshot is replaced by the build.
        let before = Snapshots::new(data).current().ok().flatten();
        Self { data, command, before: RefCell::new(before), failed: Cell::new(false) }
    }

    /// Runs the operator's command, if there is one, and reports its failure.
    fn follow_up(&self, manifest: &Manifest) {
        let before = self.before.replace(Some(manifest.id.clone()));
        let Some(command) = self.command else { return };
        if let Err(failure) = after_publish::run(command, self.data, before.as_ref()) {
            self.failed.set(true);
            print_error!("error: the command after publishing {}: {failure}", manifest.id);
        }
    }
}

//! `lagrum build`

use std::path::Path;
use std::process::ExitCode;

use lagrum_builder::{BuildOptions, MemoryBudget, VectorOptions};
use lagrum_vectors::TextEncoder;

use crate::cli::BuildArguments;
use crate::encoders::Encoders;
use crate::engine::EngineChoice;
use crate::progress::ProgressReporter;
use crate::{Failure, series};

pub(crate) fn run(data: &Path, arguments: &BuildArguments) -> Result<ExitCode, Failure> {
    EngineChoice::require_named_engine(data, &arguments.engine)?;
    let remote = EngineChoice::new(&arguments.engine)?.remote_index(data, arguments)?;
    let memory = MemoryBudget::new(usize::try_from(arguments.memory.0).unwrap_or(usize::MAX));
    let encoders = Encoders::open(&arguments.engine)?;
    let encoders: Vec<&dyn TextEncoder> = encoders.all().iter().map(|encoder| &**encoder).collect();
    let vectors = VectorOptions { encoders: &encoders, max_vectors: arguments.max_vectors };
    let year = lagrum_snapshot::today().year().into();
    let stated_years = arguments.series.as_deref().map(|file| series::read(file, year)).transpose()?;
    let options = BuildOptions {
        stated_years: stated_years.as_deref().unwrap_or_default(),
        memory,
        remote: remote.as_deref(),
        private_lookups: arguments.private_lookups,
        vectors,
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
    Ok(ExitCode::SUCCESS)
}

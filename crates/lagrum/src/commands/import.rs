//! `lagrum import`

use std::path::Path;
use std::process::ExitCode;

use lagrum_artifact::Base;
use lagrum_corpus::Corpus;
use lagrum_corpus::attachments::{AttachmentOptions, import_attachments};
use lagrum_corpus::import::{ImportCounts, ImportOptions, ImportReport, import};
use lagrum_snapshot::Snapshots;
use rustix::fs::Access;

use crate::cli::ImportArguments;
use crate::failure::{Failure, check_rights};
use crate::meaning::SourceMeaning;
use crate::printing::PageCounter;
use crate::progress::ProgressReporter;

pub(crate) fn run(data: &Path, arguments: ImportArguments) -> Result<ExitCode, Failure> {
    check_rights(data, Access::READ_OK | Access::WRITE_OK)?;
    let options = ImportOptions {
        base: arguments.base.as_deref().map(Base::parse).transpose()?,
        source: arguments.source,
        prune: match (arguments.prune, arguments.no_prune) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        },
        published: Snapshots::new(data).published_counts()?,
        allow_removals: arguments.allow_removals,
        strict: arguments.strict,
        taken: arguments.taken,
        folders: source_folders(),
        insecure_http: arguments.insecure_http,
        proxy: arguments.proxy,
        meaning: Some(&SourceMeaning),
    };
    let corpus = Corpus::create(data)?;
    let mut report = import(&corpus, &arguments.origins, &options, &ProgressReporter::new())?;
    if let Some(folder) = &arguments.attachments {
        let counter = PageCounter::new()?;
        let options = AttachmentOptions { base: options.base, pages: &|pdf| counter.count(pdf) };
        report.files.extend(import_attachments(&corpus, folder, &options, &ProgressReporter::new())?.files);
    }
    print(&report)?;
    let ImportCounts { read, stored, unchanged, empty, .. } = report.total();
    let has_kept_nothing = read > 0 && stored == 0 && unchanged == 0;
    if has_kept_nothing && empty == read {
        print_error!(
            "error: nothing was stored: no line is a document, which is a JSON object with its address in \"uri\" (lagrum parse \
             makes such documents from the files of publishers)"
        );
        return Ok(ExitCode::FAILURE);
    }
    if has_kept_nothing {
        print_error!("error: nothing was stored; the lines above say why");
        return Ok(ExitCode::FAILURE);
    }
    if report.failed() {
        print_error!("error: some files or lines were not imported; the lines above name them");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// The folder names of artifact trees, each with the source it belongs to.
pub(crate) fn source_folders() -> Vec<(String, String)> {
    lagrum_sources::all()
        .iter()
        .map(|source| (source.artifact_dir.to_owned(), source.name.to_owned()))
        .collect()
}

fn print(report: &ImportReport) -> std::io::Result<()> {
    for file in &report.files {
        print_line!("{} ({}): {}", file.name, file.source, file.counts)?;
    }
    print_line!("total: {}", report.total())
}

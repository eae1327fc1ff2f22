//! `lagrum export`

use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;
use std::process::ExitCode;

use lagrum_answers::{
    AknText, AnswerError, FormalQuestion, akn_document, akn_uris, document_graph, document_uris, n_triples,
    provision_rows,
};
use lagrum_export::akn::{AknFile, write_akn};
use lagrum_export::benchmark::write_benchmark;
use lagrum_export::git::{ExportedBefore, GitExport, GitReport, Repository, write_stream};
use lagrum_export::rdf::write_rdf;
use lagrum_export::sqlite::{SqliteReport, write_sqlite};
use lagrum_export::tables::{
    AddProvision, ProvisionCells, write_citations, write_documents, write_provisions,
};
use lagrum_export::{ExportError, write_amendments, write_related};
use lagrum_snapshot::{Snapshot, Snapshots, today};
use tempfile::NamedTempFile;

use crate::cli::{
    AknExportArguments, BenchmarkExportArguments, ExportArguments, ExportForm, GitExportArguments,
    RdfExportArguments, SqliteExportArguments,
};
use crate::failure::{Failure, no_snapshot};
use crate::progress::ProgressReporter;

/// Maximum number of left out documents that are named.
const MAX_NAMED: usize = 10;

pub(crate) fn run(data: &Path, arguments: &ExportArguments) -> Result<ExitCode, Failure> {
    let snapshot = Snapshots::new(data).open_current()?.ok_or_else(|| no_snapshot(data))?;
    let progress = ProgressReporter::new();
    match &arguments.form {
        ExportForm::Git(arguments) => export_git(&snapshot, arguments, &progress)?,
        ExportForm::Amendments(table) => write_table(table.output.as_deref(), |output| {
            write_amendments(&snapshot, table.form(), output, &progress)
                .map(|rows| format!("{rows} amendments"))
        })?,
        ExportForm::Citations(table) => write_table(table.output.as_deref(), |output| {
            write_citations(&snapshot, table.form(), output, &progress)
                .map(|rows| format!("{rows} citations"))
        })?,
        ExportForm::Related(table) => write_table(table.output.as_deref(), |output| {
            write_related(&snapshot, table.form(), output, &progress)
                .map(|rows| format!("{rows} related places"))
        })?,
        ExportForm::Provisions(arguments) => write_table(arguments.table.output.as_deref(), |output| {
            let provisions =
                |uri: &str, visit: &mut AddProvision<'_>| visit_provisions(&snapshot, uri, visit);
            let written = write_provisions(&snapshot, arguments.form(), output, &progress, provisions);
            written.map(|rows| format!("{rows} provisions"))
        })?,
        ExportForm::Documents(table) => write_table(table.output.as_deref(), |output| {
            write_documents(&snapshot, table.form(), output, &progress)
                .map(|rows| format!("{rows} documents"))
        })?,
        ExportForm::Sqlite(arguments) => export_sqlite(&snapshot, arguments, &progress)?,
        ExportForm::Akn(arguments) => export_akn(&snapshot, arguments, &progress)?,
        ExportForm::Rdf(arguments) => export_rdf(&snapshot, arguments, &progress)?,
        ExportForm::Benchmark(arguments) => export_benchmark(&snapshot, arguments, &progress)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes acts as Akoma Ntoso.
fn export_akn(
    snapshot: &Snapshot,
    arguments: &AknExportArguments,
    progress: &ProgressReporter,
) -> Result<(), Failure> {
    let uris = akn_uris(snapshot, arguments.source.as_deref(), arguments.versions)?;
    if let (true, Some(source)) = (uris.is_empty(), &arguments.source) {
        return Err(ExportError::NoDocuments(source.clone()).into());
    }
    let day = today();
    let text = |uri: &str| {
        let question = FormalQuestion { uri: uri.to_owned(), as_of: None, address: None };
        let failed = |error: AnswerError| ExportError::Form { uri: uri.to_owned(), source: error.into() };
        let AknText { expression, xml, .. } = akn_document(snapshot, day, &question).map_err(failed)?;
        Ok(AknFile { expression, xml })
    };
    write_table(arguments.output.as_deref(), |output| {
        write_akn(&uris, output, progress, text).map(|texts| format!("{texts} texts"))
    })
}

/// Writes the graphs of documents as N-Triples.
fn export_rdf(
    snapshot: &Snapshot,
    arguments: &RdfExportArguments,
    progress: &ProgressReporter,
) -> Result<(), Failure> {
    let uris = document_uris(snapshot, arguments.source.as_deref())?;
    if let (true, Some(source)) = (uris.is_empty(), &arguments.source) {
        return Err(ExportError::NoDocuments(source.clone()).into());
    }
    let (day, address) = (today(), arguments.public_url.as_ref().map(ToString::to_string));
    let lines = |uri: &str| {
        let question = FormalQuestion { uri: uri.to_owned(), as_of: None, address: address.clone() };
        let failed = |error: AnswerError| ExportError::Form { uri: uri.to_owned(), source: error.into() };
        Ok(n_triples(&document_graph(snapshot, day, &question).map_err(failed)?))
    };
    write_table(arguments.output.as_deref(), |output| {
        write_rdf(&uris, output, progress, lines).map(|documents| format!("{documents} documents"))
    })
}

/// Writes a benchmark of retrieval into a folder that appears when it is whole.
fn export_benchmark(
    snapshot: &Snapshot,
    arguments: &BenchmarkExportArguments,
    progress: &ProgressReporter,
) -> Result<(), Failure> {
    let output = &arguments.output;
    if output.exists() {
        return Err(format!("{} is there already: name a folder that is not", output.display()).into());
    }
    let failed = |error: io::Error| format!("cannot make {}: {error}", output.display());
    let parent = output.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = tempfile::Builder::new().prefix(".benchmark").tempdir_in(parent).map_err(failed)?;
    let provisions = |uri: &str, visit: &mut AddProvision<'_>| visit_provisions(snapshot, uri, visit);
    let licence = arguments.licence.as_ref().map(ToString::to_string);
    let whole = folder.path().join("whole");
    let report = write_benchmark(snapshot, &whole, today(), licence.as_deref(), progress, provisions)?;
    std::fs::rename(&whole, output).map_err(failed)?;
    let queries: u64 = report.splits.iter().sum();
    print_line!("{} provisions and {queries} queries in {}", report.provisions, output.display())?;
    Ok(())
}

/// Writes a snapshot as a SQLite database.
fn export_sqlite(
    snapshot: &Snapshot,
    arguments: &SqliteExportArguments,
    progress: &ProgressReporter,
) -> Result<(), Failure> {
    write_file(&arguments.output, |file| {
        let provisions = |uri: &str, visit: &mut AddProvision<'_>| visit_provisions(snapshot, uri, visit);
        let report = write_sqlite(snapshot, file.path(), progress, provisions)?;
        let SqliteReport { documents, provisions, amendments, citations, related } = report;
        Ok(format!(
            "{documents} documents, {provisions} provisions, {amendments} amendments, {citations} citations, \
             {related} related places"
        ))
    })
}

/// Calls `visit` with each provision of a document.
fn visit_provisions(snapshot: &Snapshot, uri: &str, visit: &mut AddProvision<'_>) -> Result<(), ExportError> {
    let failed = |error: AnswerError| ExportError::Provisions { uri: uri.to_owned(), source: error.into() };
    for row in provision_rows(snapshot, today(), uri).map_err(failed)? {
        visit(ProvisionCells {
            uri: &row.uri,
            label: &row.label,
            text: &row.text,
            valid_from: row.valid_from.as_deref().unwrap_or_default(),
            valid_until: row.valid_until.as_deref().unwrap_or_default(),
            basis: row.basis.name(),
        })?;
    }
    Ok(())
}

/// Standard output, for output that programs read unescaped. Texts may contain control characters, so a terminal does not get
/// it.
fn output_of_programs(instead: &str) -> Result<io::Stdout, Failure> {
    if io::stdout().is_terminal() {
        return Err(format!(
            "this is for programs and is not printed to a terminal: name a place with {instead}, or redirect the output"
        )
        .into());
    }
    Ok(io::stdout())
}

/// Writes a table to standard output, or to a file that appears when it is whole.
fn write_table(
    path: Option<&Path>,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result<String, ExportError>,
) -> Result<(), Failure> {
    let Some(path) = path else {
        return match write(&mut BufWriter::new(output_of_programs("--output FILE")?)) {
            Err(error) if error.is_closed_pipe() => Ok(()),
            written => Ok(written.map(|summary| tracing::info!("{summary}"))?),
        };
    };
    write_file(path, |file| write(&mut BufWriter::new(file.as_file_mut())))
}

/// Writes a file that appears when it is whole.
fn write_file(
    path: &Path,
    write: impl FnOnce(&mut NamedTempFile) -> Result<String, ExportError>,
) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let failed = |error: io::Error| format!("cannot write {}: {error}", path.display());
    let mut file =
        tempfile::Builder::new().make_in(folder, |path| std::fs::File::create_new(path)).map_err(failed)?;
    let summary = write(&mut file)?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    print_line!("{summary} in {}", path.display())?;
    Ok(())
}

fn export_git(
    snapshot: &Snapshot,
    arguments: &GitExportArguments,
    progress: &ProgressReporter,
) -> Result<(), Failure> {
    let branch = &arguments.branch;
    let export = |before, output: &mut dyn Write| {
        write_stream(snapshot, GitExport { source: &arguments.source, branch, before }, output, progress)
    };
    let Some(folder) = &arguments.repo else {
        return match export(
            &ExportedBefore::default(),
            &mut BufWriter::new(output_of_programs("--repo FOLDER")?),
        ) {
            Err(error) if error.is_closed_pipe() => Ok(()),
            written => {
                note(&written?);
                Ok(())
            }
        };
    };
    let repository = Repository::open_or_create(folder, branch)?;
    let before = repository.exported_before(branch)?;
    let report = repository.import(|input| export(&before, input))?;
    repository.name_branch(branch)?;
    note(&report);
    print_line!(
        "{} commits added to {branch}, {} lydelser were there already",
        report.commits,
        report.present
    )?;
    if report.commits > 0 && repository.has_working_tree() {
        print_line!("the files are in the branch: git -C {} reset --hard {branch}", folder.display())?;
    }
    Ok(())
}

/// Reports what was left out.
fn note(report: &GitReport) {
    if report.too_old > 0 {
        tracing::warn!(
            "{} lydelser were left out, since they are older than what the branch has: export into a new repository for them",
            report.too_old
        );
    }
    for uri in report.unnamed.iter().take(MAX_NAMED) {
        tracing::warn!("{uri} was left out: its name is no path");
    }
    if report.unnamed.len() > MAX_NAMED {
        tracing::warn!("{} documents in all were left out for their names", report.unnamed.len());
    }
}

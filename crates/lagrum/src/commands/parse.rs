//! `lagrum parse`

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Read as _, StdoutLock, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use flate2::read::MultiGzDecoder;
use lagrum_artifact::Base;
use lagrum_parse::{
    DocumentPart, ParseContext, Parsed, RawMember, RawParts, Report, SOURCES, Skipped, parse, part_of,
};
use lagrum_snapshot::today;
use serde::Serialize;

use super::parse_archive::{self, ParseOptions};
use crate::cli::ParseArguments;
use crate::failure::Failure;
use crate::parse_tables::ParseTables;
use crate::pdf_text::pdf_text;

/// Maximum number of bytes of a raw file, unpacked. The largest statute has two million.
const MAX_RAW_BYTES: u64 = 256 << 20;

/// A line of the report.
#[derive(Serialize)]
struct ReportLine<'r> {
    file: String,
    #[serde(flatten)]
    report: &'r Report,
}

pub(crate) fn run(data: &Path, arguments: &ParseArguments) -> Result<ExitCode, Failure> {
    if let Some(sources) = archived_sources(arguments) {
        let ParseArguments { dry_run: is_dry_run, allow_removals, .. } = *arguments;
        return parse_archive::run(data, &sources, ParseOptions { is_dry_run, allow_removals });
    }
    let source = arguments.source.as_deref().unwrap_or_default();
    if !SOURCES.contains(&source) {
        return Err(format!("there is no parser for {source:?}, only for {}", SOURCES.join(", ")).into());
    }
    let base = Base::parse(&arguments.base)?;
    let tables = match &arguments.context {
        Some(data) => ParseTables::of(data)?,
        None => ParseTables::shipped(),
    };
    let as_of = arguments.as_of.unwrap_or_else(today).to_string();
    let context =
        ParseContext { base: &base, as_of: &as_of, names: tables.names(), numbering: &tables.numbering };
    let mut output = ParsedOutput::open(arguments.report.as_deref())?;
    let mut failed = false;
    for (path, parts) in documents(source, &arguments.files) {
        match parse_file(path, &parts, source, &context) {
            Ok(parsed) => {
                if !output.write(path, &parsed)? {
                    break;
                }
            }
            Err(error) => {
                failed = true;
                print_error!("{}: {error}", path.display());
            }
        }
    }
    output.finish()?;
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The files, each with those of the further parts of its document.
fn documents<'f>(source: &str, files: &'f [PathBuf]) -> Vec<(&'f Path, Vec<&'f Path>)> {
    // Other publishers send each document in one file.
    let has_parts = source == "forarbete" && files.len() > 1;
    let part = |path: &PathBuf| {
        let body = has_parts.then(|| read(path).ok()).flatten()?;
        part_of(source, &body)
    };
    let parts: Vec<Option<DocumentPart>> = files.iter().map(part).collect();
    let mut documents: Vec<(&Path, Vec<&Path>)> = Vec::new();
    let mut first: HashMap<&str, usize> = HashMap::new();
    for (path, part) in files.iter().zip(&parts) {
        if let Some(part) = part.as_ref().filter(|part| part.number == 1) {
            first.entry(&part.document).or_insert(documents.len());
        }
        if part.as_ref().is_none_or(|part| part.number == 1) {
            documents.push((path.as_path(), Vec::new()));
        }
    }
    for (path, part) in files.iter().zip(&parts) {
        let Some(part) = part.as_ref().filter(|part| part.number > 1) else { continue };
        match first.get(&*part.document).and_then(|at| documents.get_mut(*at)) {
            Some((_, further)) => further.push(path),
            None => documents.push((path.as_path(), Vec::new())),
        }
    }
    documents
}

/// Parses one raw file, with those of the further parts of its document and the record beside it.
fn parse_file(
    path: &Path,
    parts: &[&Path],
    source: &str,
    context: &ParseContext<'_>,
) -> Result<Parsed, String> {
    let is_folder = path.is_dir();
    let files =
        if is_folder { read_folder(path) } else { Ok(Vec::new()) }.map_err(|error| error.to_string())?;
    let body = if is_folder { Vec::new() } else { read(path).map_err(|error| error.to_string())? };
    let members: Vec<RawMember<'_>> = files.iter().map(|(name, bytes)| RawMember { name, bytes }).collect();
    let parts = parts.iter().map(|part| read(part).map_err(|error| format!("{}: {error}", part.display())));
    let parts = parts.collect::<Result<Vec<_>, _>>()?;
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    let place = Place::of(source, path);
    let named = Named::of(path);
    let record = place.record.as_deref().and_then(|path| read(path).ok());
    let mut raw = RawParts {
        body: &body,
        key: place.key.as_deref(),
        wording: place.wording.as_deref(),
        further_parts: &parts,
        record: record.as_deref(),
        members: &members,
        name: named.name.as_deref(),
        language: named.language.as_deref(),
        ..RawParts::default()
    };
    let parsed = parse(source, &raw, context).map_err(|error| error.to_string())?;
    let pdf = pdf_beside(path).filter(|_| parsed.report.skipped == Some(Skipped::NoText));
    let Some(pdf) = pdf else { return Ok(parsed) };
    // The record alone has no text: that of the judgment is in the PDF.
    let text = pdf_text(&pdf).map_err(|error| format!("{}: {error}", pdf.display()))?;
    raw.pdf = Some(&text);
    parse(source, &raw, context).map_err(|error| error.to_string())
}

/// The PDF beside a record: `ID.pdf` beside `ID.json`.
fn pdf_beside(record: &Path) -> Option<PathBuf> {
    let name = record.file_name().and_then(|name| name.to_str())?;
    let (id, _) = name.split_once(".json")?;
    Some(record.with_file_name(format!("{id}.pdf"))).filter(|pdf| pdf.is_file())
}

/// The outputs for artifacts and reports.
struct ParsedOutput {
    artifacts: BufWriter<StdoutLock<'static>>,
    is_terminal: bool,
    report: Option<BufWriter<File>>,
}

impl ParsedOutput {
    fn open(report: Option<&Path>) -> Result<Self, String> {
        let create = |path: &Path| {
            let file =
                File::create(path).map_err(|error| format!("cannot write {}: {error}", path.display()));
            file.map(BufWriter::new)
        };
        let report = report.map(create).transpose()?;
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        Ok(Self { artifacts: BufWriter::new(stdout.lock()), is_terminal, report })
    }

    /// Writes the results of a file. Returns whether the output still has a reader.
    fn write(&mut self, path: &Path, parsed: &Parsed) -> Result<bool, Failure> {
        if let Some(artifact) = &parsed.artifact {
            let escaped = self.is_terminal.then(|| lagrum_escape::json(artifact).into_owned());
            match writeln!(self.artifacts, "{}", escaped.as_deref().unwrap_or(artifact)) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(false),
                written => written?,
            }
        }
        if let Some(report) = &mut self.report {
            let line = ReportLine { file: path.display().to_string(), report: &parsed.report };
            serde_json::to_writer(&mut *report, &line)?;
            report.write_all(b"\n")?;
        } else if let Some(skipped) = parsed.report.skipped {
            // The report says it too.
            print_error!("{}: no document is made of it: {}", path.display(), reason(skipped));
        }
        Ok(true)
    }

    fn finish(mut self) -> Result<(), Failure> {
        match self.artifacts.flush() {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            written => written?,
        }
        if let Some(mut report) = self.report {
            report.flush()?;
        }
        Ok(())
    }
}

/// Why no document is made of a record.
fn reason(skipped: Skipped) -> &'static str {
    match skipped {
        Skipped::NoText => "it has no text",
        Skipped::NotPublished => "its publisher has withdrawn it",
        Skipped::NotADecision => "it is of leave to appeal, or a request for a ruling",
    }
}

/// The sources to parse from the raw archive; None if files are named.
fn archived_sources(arguments: &ParseArguments) -> Option<Vec<String>> {
    let files = arguments.files.iter().map(|file| file.to_str().unwrap_or_default());
    let named = arguments.source.as_deref().into_iter().chain(files);
    let is_source = |name: &str| SOURCES.contains(&name);
    let all_are_sources = named.clone().all(is_source);
    (all_are_sources || arguments.files.is_empty()).then(|| named.map(str::to_owned).collect())
}

/// The bytes of a raw file, unpacked if they are packed.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = read_within_limit(lagrum_files::open_regular(path)?, MAX_RAW_BYTES)?;
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    read_within_limit(MultiGzDecoder::new(bytes.as_slice()), MAX_RAW_BYTES)
}

/// Reads to the end. Fails if there are more bytes than the limit.
fn read_within_limit(from: impl io::Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let message = format!("it has more than {} MiB", MAX_RAW_BYTES >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// The files of a folder, by name. Folders inside it are not read.
fn read_folder(folder: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    let mut left = MAX_RAW_BYTES;
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_file() {
            let bytes = read_within_limit(File::open(&path)?, left)?;
            left = left.saturating_sub(bytes.len() as u64);
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.push((name, bytes));
        }
    }
    files.sort();
    Ok(files)
}

/// The data of a raw file that its path states.
#[derive(Debug, Default, PartialEq, Eq)]
struct Place {
    key: Option<String>,
    wording: Option<String>,
    /// For an archived lydelse, the current record of its act, if it is beside the archive; for a body, the record beside it.
    record: Option<std::path::PathBuf>,
}

impl Place {
    fn of(source: &str, path: &Path) -> Self {
        if source == "sfs" { Self::of_statute(path) } else { Self::of_named(path) }
    }

    /// Parses `…/001-1234.html.gz`: the name before the first dot is the key, and `001-1234.json` beside the file is its record.
    fn of_named(path: &Path) -> Self {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some((key, end)) = name.split_once('.') else { return Self::default() };
        let beside = |end: &str| path.with_file_name(format!("{key}{end}"));
        let records = [".json", ".json.gz"].into_iter().map(beside).filter(|_| !end.starts_with("json"));
        let record = records.into_iter().find(|path| path.is_file());
        Self { key: Some(key.to_owned()), wording: None, record }
    }

    /// Parses `…/2016/383.json.gz` and `…/archive/2016/383/.versions/2020/5.html.gz`.
    fn of_statute(path: &Path) -> Self {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let number =
            [".json.gz", ".html.gz", ".json", ".html", ".gz"].iter().find_map(|end| name.strip_suffix(end));
        let number = number.unwrap_or(name);
        let mut above: Vec<&str> =
            path.parent().into_iter().flat_map(Path::iter).filter_map(|part| part.to_str()).collect();
        let Some(year) = above.pop() else { return Self::default() };
        let named = format!("{year}:{number}");
        let [.., archive, of_year, of_number, versions] = above.as_slice() else {
            return Self { key: Some(named), ..Self::default() };
        };
        if *archive != "archive" || *versions != ".versions" {
            return Self { key: Some(named), ..Self::default() };
        }
        let root = path.ancestors().nth(6);
        let record = root.and_then(|root| {
            let current = |end: &str| root.join(of_year).join(format!("{of_number}{end}"));
            [".json.gz", ".json"].into_iter().map(current).find(|path| path.is_file())
        });
        Self { key: Some(format!("{of_year}:{of_number}")), wording: Some(named), record }
    }
}

/// The data that the name of a raw file states: `32031R0077.en.xhtml.gz`.
#[derive(Debug, Default)]
struct Named {
    /// What stands before the first dot.
    name: Option<String>,
    language: Option<String>,
}

impl Named {
    fn of(path: &Path) -> Self {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let mut parts = name.split('.');
        let name = parts.next().filter(|name| !name.is_empty()).map(str::to_owned);
        let is_language = |part: &&str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_lowercase());
        let language = parts.next().filter(is_language).filter(|_| parts.next().is_some()).map(str::to_owned);
        Self { name, language }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_path_says() {
        let place = |key: &str, wording: Option<&str>| Place {
            key: Some(key.to_owned()),
            wording: wording.map(str::to_owned),
            record: None,
        };
        for (path, expected) in [
            ("raw/2016/383.json.gz", place("2016:383", None)),
            ("2016/383.html", place("2016:383", None)),
            ("raw/archive/2016/383/.versions/2020/5.html.gz", place("2016:383", Some("2020:5"))),
            ("archive/2016/383/.versions/2020/5.json", place("2016:383", Some("2020:5"))),
            ("383.json", Place::default()),
        ] {
            assert_eq!(Place::of("sfs", Path::new(path)), expected, "{path}");
        }
        let folder = tempfile::tempdir().unwrap();
        let [body, record] = ["001-1.html.gz", "001-1.json"].map(|name| folder.path().join(name));
        std::fs::write(&record, "{}").unwrap();
        let named = |record| Place { record, ..place("001-1", None) };
        assert_eq!(Place::of("hudoc", &body), named(Some(record.clone())));
        assert_eq!(Place::of("hudoc", &record), named(None));
        for (path, key, language) in [
            ("raw/32031R0077.en.xhtml.gz", "32031R0077", Some("en")),
            ("02031R0077-20320101.sv.fmx4.zip", "02031R0077-20320101", Some("sv")),
            ("62031CJ0012.xml", "62031CJ0012", None),
            ("raw/02031R0077-20320101/", "02031R0077-20320101", None),
            ("32031R0077.gz", "32031R0077", None),
        ] {
            let named = Named::of(Path::new(path));
            assert_eq!((named.name.as_deref(), named.language.as_deref()), (Some(key), language), "{path}");
        }
    }

    #[test]
    fn what_is_too_large_is_refused() {
        assert_eq!(read_within_limit(&[0; 7][..], 7).map(|bytes| bytes.len()).ok(), Some(7));
        assert!(read_within_limit(&[0; 8][..], 7).is_err());
    }
}

//! Imports attachments.
//!
//! The folder has up to three parts: `pdf/` with an `index.json` that states the document of each file,
//! `verdicts/<court>/<id>/<file>`, and `graphics/<statute>.json`. An import replaces all PDFs of each document, all
//! graphics of each statute, and each verdict in it. Everything else stays. An invalid entry is reported; the document,
//! statute or verdict it belongs to keeps what it has.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lagrum_artifact::{Base, DocumentUri, Generation};
use serde::Deserialize;

use super::{AttachmentFiles, BoundingBox, Grafik, PdfPart, Verdict};
use crate::import::{FileReport, ImportError, ImportReport};
use crate::store::CorpusWriter;
use crate::{Corpus, CorpusError, Progress};

/// The maximum size of a file, in bytes. A scanned official report of a thousand pages has some hundred megabytes.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// Counts the pages of a PDF. An error is reported with the name of the file. Reading a PDF may crash or take unlimited
/// memory, so the caller provides a function that guards against both.
pub type PageCount<'a> = &'a dyn Fn(&Path) -> Result<u32, String>;

/// The options of an import of attachments.
pub struct AttachmentOptions<'a> {
    /// The base of all uris, for a corpus without documents.
    pub base: Option<Base>,
    /// Counts pages.
    pub pages: PageCount<'a>,
}

/// Imports a folder of attachments. Problems of single entries are in the report. An error means that the import ended
/// early; everything committed before stays.
pub fn import_attachments(
    corpus: &Corpus,
    folder: &Path,
    options: &AttachmentOptions<'_>,
    progress: &dyn Progress,
) -> Result<ImportReport, ImportError> {
    let writer = corpus.writer()?;
    let recorded = writer.base()?;
    let base = match (recorded, options.base.clone()) {
        (Some(recorded), Some(wanted)) if recorded != wanted => {
            return Err(ImportError::OtherBase { recorded, wanted });
        }
        (Some(base), _) => base,
        (None, Some(base)) => {
            writer.set_base(&base)?;
            base
        }
        (None, None) => return Err(ImportError::NoBase),
    };
    let files = writer.files_of_attachments();
    let mut import = AttachmentImport { corpus, writer, files, base, options, progress };
    let [pdf, verdicts, graphics] = ["pdf", "verdicts", "graphics"].map(|name| folder.join(name));
    let mut report = ImportReport::default();
    if pdf.is_dir() {
        report.files.push(import.part(&pdf, AttachmentImport::pdfs)?);
    }
    if verdicts.is_dir() {
        report.files.push(import.part(&verdicts, AttachmentImport::verdicts)?);
    }
    if graphics.is_dir() {
        report.files.push(import.part(&graphics, AttachmentImport::graphics)?);
    }
    if report.files.is_empty() {
        return Err(ImportError::NoAttachments(folder.to_owned()));
    }
    Ok(report)
}

/// An entry of `index.json`.
#[derive(Debug, Deserialize)]
struct PdfEntry {
    file: String,
    uri: String,
    first_page: Option<u32>,
    part: Option<u32>,
}

/// An entry of a file of graphics.
#[derive(Debug, Deserialize)]
struct GrafikEntry {
    anchor: String,
    act: String,
    page: u32,
    bbox: Option<[f64; 4]>,
}

struct AttachmentImport<'a> {
    corpus: &'a Corpus,
    writer: CorpusWriter,
    files: AttachmentFiles,
    base: Base,
    options: &'a AttachmentOptions<'a>,
    progress: &'a dyn Progress,
}

impl AttachmentImport<'_> {
    fn part(
        &mut self,
        folder: &Path,
        work: fn(&mut Self, &Path, &mut FileReport) -> Result<(), ImportError>,
    ) -> Result<FileReport, ImportError> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut report =
            FileReport { name: folder.display().to_string(), source: name, ..FileReport::default() };
        self.progress.begin(&format!("import {}", report.name), None);
        work(self, folder, &mut report)?;
        self.progress.end();
        for problem in report.problems.iter().chain(&report.failure) {
            self.progress.note(&format!("{}: {problem}", report.name));
        }
        Ok(report)
    }

    fn pdfs(&mut self, folder: &Path, report: &mut FileReport) -> Result<(), ImportError> {
        let index = folder.join("index.json");
        let entries: Vec<serde_json::Value> = match read_json(&index) {
            Ok(entries) => entries,
            Err(problem) => {
                report.failure = Some(format!("index.json: {problem}"));
                return Ok(());
            }
        };
        // A document keeps its PDFs unless all new ones are valid: with a missing part, page numbers would be wrong.
        let mut documents: BTreeMap<String, Option<Vec<(PdfEntry, usize)>>> = BTreeMap::new();
        for (place, value) in entries.into_iter().enumerate() {
            report.counts.read += 1;
            let entry = serde_json::from_value::<PdfEntry>(value).map_err(|error| error.to_string());
            match entry {
                Ok(entry) if self.own(&entry.uri).is_none() => {
                    report.counts.rejected += 1;
                    report.add_problem(format!(
                        "{}: {} is not a uri under {}",
                        entry.file, entry.uri, self.base
                    ));
                }
                Ok(entry) => {
                    let parts = documents.entry(entry.uri.clone()).or_insert_with(|| Some(Vec::new()));
                    parts.get_or_insert_default().push((entry, place));
                }
                Err(problem) => unreadable(report, format!("entry {}: {problem}", place + 1)),
            }
        }
        for (uri, entries) in documents {
            let Some(mut entries) = entries else { continue };
            let count = entries.len() as u64;
            // A part without a number has its position in the index.
            entries.sort_by_key(|(entry, place)| (entry.part.map_or(*place as u64 + 1, u64::from), *place));
            let held = self.held(&uri)?;
            match self.parts(folder, &uri, &held, entries) {
                Ok(parts) => {
                    let stored = self.writer.put_pdfs(&uri, &parts)?;
                    *(if stored { &mut report.counts.stored } else { &mut report.counts.unchanged }) += count;
                }
                Err(problem) => {
                    report.counts.unreadable += count;
                    report.add_problem(problem);
                }
            }
            self.progress.advance(count);
        }
        Ok(())
    }

    fn held(&self, uri: &str) -> Result<Vec<PdfPart>, CorpusError> {
        self.corpus.reader()?.attached(Generation::MAX).pdfs(uri)
    }

    /// Stores the files of a document, and numbers their pages.
    fn parts(
        &self,
        folder: &Path,
        uri: &str,
        held: &[PdfPart],
        entries: Vec<(PdfEntry, usize)>,
    ) -> Result<Vec<PdfPart>, String> {
        let mut parts: Vec<PdfPart> = Vec::with_capacity(entries.len());
        for (number, (entry, _)) in (1..).zip(entries) {
            let named = |problem: String| format!("{}: {problem}", entry.file);
            if entry.first_page == Some(0) {
                return Err(named("first_page is at least 1".to_owned()));
            }
            let (digest, size) =
                self.take(&folder.join(plain(&entry.file).map_err(named)?)).map_err(named)?;
            let known = held.iter().find(|part| part.digest == digest).map(|part| part.pages);
            let pages = match known {
                Some(pages) => pages,
                None => (self.options.pages)(&self.files.path(&digest)).map_err(named)?,
            };
            let after = parts.last().map_or(Some(1), |last| last.first_page.checked_add(last.pages));
            let first_page = entry.first_page.or(after).ok_or_else(|| named("too many pages".to_owned()))?;
            parts.push(PdfPart { uri: uri.to_owned(), part: number, first_page, pages, digest, size });
        }
        Ok(parts)
    }

    fn verdicts(&mut self, folder: &Path, report: &mut FileReport) -> Result<(), ImportError> {
        for court in entries(folder)? {
            for record in entries(&court)? {
                for file in entries(&record)? {
                    report.counts.read += 1;
                    match self.verdict(&court, &record, &file) {
                        Ok(verdict) if self.writer.put_verdict(&verdict)? => report.counts.stored += 1,
                        Ok(_) => report.counts.unchanged += 1,
                        Err(problem) => unreadable(report, format!("{}: {problem}", file.display())),
                    }
                    self.progress.advance(1);
                }
            }
        }
        Ok(())
    }

    fn verdict(&self, court: &Path, record: &Path, file: &Path) -> Result<Verdict, String> {
        let [court, record, name] = [court, record, file]
            .map(|path| path.file_name().and_then(|name| name.to_str()).unwrap_or_default());
        let (court, record, name) =
            Verdict::name(court, record, name).ok_or("expected <court>/<uuid>/<name>.pdf")?;
        let (digest, size) = self.take(file)?;
        Ok(Verdict { court, record, file: name, digest, size })
    }

    fn graphics(&mut self, folder: &Path, report: &mut FileReport) -> Result<(), ImportError> {
        for path in entries(folder)? {
            report.counts.read += 1;
            match self.grafik(&path) {
                Ok((statute, entries)) if self.writer.put_grafik(&statute, &entries)? => {
                    report.counts.stored += 1;
                }
                Ok(_) => report.counts.unchanged += 1,
                Err(problem) => unreadable(report, format!("{}: {problem}", path.display())),
            }
        }
        Ok(())
    }

    /// The reviewed graphics of a statute, by anchor.
    fn grafik(&self, path: &Path) -> Result<(String, Vec<Grafik>), String> {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let local_id = name.strip_suffix(".json").ok_or("expected <statute>.json")?;
        let statute = self.document(local_id).ok_or("the file's name is not the local id of a statute")?;
        let mut by_anchor: BTreeMap<String, Grafik> = BTreeMap::new();
        for entry in read_json::<Vec<GrafikEntry>>(path)? {
            let GrafikEntry { anchor, act, page, bbox } = entry;
            let named = |problem: &str| format!("{anchor}: {problem}");
            let act = self.document(&act).ok_or_else(|| named("the act is not a uri of this corpus"))?;
            if page == 0 || anchor.is_empty() {
                return Err(named("the anchor is empty, or the page is 0"));
            }
            let bbox = bbox
                .map(|sides| BoundingBox::new(sides).ok_or_else(|| named("the box is invalid")))
                .transpose()?;
            let grafik = Grafik { statute: statute.clone(), anchor: anchor.clone(), act, page, bbox };
            if by_anchor.insert(anchor.clone(), grafik).is_some() {
                return Err(named("occurs twice"));
            }
        }
        Ok((statute, by_anchor.into_values().collect()))
    }

    /// The uri of a document of this corpus, given as such or as a local id.
    fn document(&self, named: &str) -> Option<String> {
        self.own(named).or_else(|| self.base.document(named)).map(|uri| uri.as_str().to_owned())
    }

    /// The document that a uri under the corpus's base names.
    fn own(&self, uri: &str) -> Option<DocumentUri> {
        self.base.strip(uri).and_then(|local_id| self.base.document(local_id))
    }

    /// Stores a copy of a PDF.
    fn take(&self, path: &Path) -> Result<(super::Digest, u64), String> {
        let file = std::fs::metadata(path).map_err(|error| error.to_string())?;
        if !file.is_file() || file.len() > MAX_FILE_BYTES {
            return Err(format!("not a file of at most {MAX_FILE_BYTES} bytes"));
        }
        if !begins_as_pdf(path).map_err(|error| error.to_string())? {
            return Err("not a PDF".to_owned());
        }
        self.files.take(path).map_err(|error| error.to_string())
    }
}

fn unreadable(report: &mut FileReport, problem: String) {
    report.counts.unreadable += 1;
    report.add_problem(problem);
}

/// The name of a file, if it cannot lead out of its folder.
fn plain(name: &str) -> Result<&str, String> {
    let path = Path::new(name);
    let is_plain =
        path.file_name().is_some_and(|own| own == path.as_os_str()) && !name.contains(['\\', '\0']);
    is_plain.then_some(name).ok_or_else(|| "not the name of a file beside the index".to_owned())
}

/// Whether the file has the signature of a PDF where PDF readers expect it.
fn begins_as_pdf(path: &Path) -> std::io::Result<bool> {
    use std::io::Read;
    let mut head = Vec::new();
    std::fs::File::open(path)?.take(1024).read_to_end(&mut head)?;
    Ok(head.windows(5).any(|window| window == b"%PDF-"))
}

/// The maximum size of a list of attachments, in bytes.
const MAX_LIST_BYTES: u64 = 64 << 20;

fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, String> {
    use std::io::Read;
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    file.take(MAX_LIST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MAX_LIST_BYTES {
        return Err(format!("it is longer than {MAX_LIST_BYTES} bytes"));
    }
    serde_json::from_slice(&bytes).map_err(|error| error.to_string())
}

/// The entries of a folder, sorted by name, without hidden files. Empty if it is not a folder.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, ImportError> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let hidden =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let mut entries = crate::import::sorted_entries(folder)?;
    entries.retain(|path| !hidden(path));
    Ok(entries)
}

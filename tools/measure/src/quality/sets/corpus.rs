//! The data folders that the sets are measured on.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use lagrum_builder::{BuildOptions, VectorOptions};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::Snapshots;
use lagrum_vectors::TextEncoder;
use serde::Deserialize;

use crate::quality::Failure;

/// The uris of documents that the words of a set were taken from.
const HELD: &str = "search-citing-held.txt";

/// A data folder that sets are measured on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Folder {
    /// The whole corpus.
    Whole,
    /// The corpus without the documents that words of queries were taken from: they would match with their own words.
    WithoutHeld,
}

#[derive(Deserialize)]
struct ArtifactLine<'a> {
    #[serde(borrow, default)]
    uri: Option<std::borrow::Cow<'a, str>>,
}

impl Folder {
    /// Imports and builds what is missing, and returns the data folder.
    pub(super) fn prepare(
        self,
        corpus: &Path,
        folder: &Path,
        rebuild: bool,
        encoders: &[Arc<dyn TextEncoder>],
    ) -> Result<PathBuf, Failure> {
        let name = match self {
            Self::Whole => "whole",
            Self::WithoutHeld => "without-held",
        };
        let data = folder.join(name);
        let done = folder.join(format!("{name}.imported"));
        if !done.exists() {
            eprintln!("importing {}", data.display());
            fs::create_dir_all(&data)?;
            let files = corpus.join("corpus");
            match self {
                Self::Whole => import_folder(&files, &data)?,
                Self::WithoutHeld => {
                    let filtered = tempfile::tempdir_in(folder)?;
                    copy_without(&files, &held(&corpus.join("cases").join(HELD))?, filtered.path())?;
                    import_folder(filtered.path(), &data)?;
                }
            }
            fs::write(done, "")?;
        }
        if rebuild || Snapshots::new(&data).current()?.is_none() {
            eprintln!("building {}", data.display());
            // Without a snapshot before, everything is derived and indexed anew.
            match fs::remove_file(data.join("snapshots").join("current")) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
            let encoders: Vec<&dyn TextEncoder> = encoders.iter().map(|encoder| &**encoder).collect();
            let vectors = VectorOptions { encoders: &encoders, ..VectorOptions::default() };
            lagrum_builder::build_with(&data, BuildOptions { vectors, ..BuildOptions::default() }, &Silent)?;
        }
        Ok(data)
    }
}

fn import_folder(files: &Path, data: &Path) -> Result<(), Failure> {
    let origins = [files.display().to_string()];
    import(&Corpus::create(data)?, &origins, &ImportOptions::default(), &Silent)?;
    Ok(())
}

fn held(file: &Path) -> Result<HashSet<String>, Failure> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(text.lines().map(str::to_owned).collect())
}

/// Copies a folder of dump files without the artifacts of some documents.
fn copy_without(from: &Path, held: &HashSet<String>, to: &Path) -> Result<(), Failure> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&target)?;
            for file in fs::read_dir(entry.path())? {
                let file = file?;
                fs::copy(file.path(), target.join(file.file_name()))?;
            }
        } else if entry.file_name().to_string_lossy().ends_with(".ndjson.gz") {
            copy_lines(&entry.path(), held, &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}

fn copy_lines(from: &Path, held: &HashSet<String>, to: &Path) -> Result<(), Failure> {
    let mut to = BufWriter::new(GzEncoder::new(File::create(to)?, Compression::fast()));
    for line in BufReader::new(MultiGzDecoder::new(File::open(from)?)).lines() {
        let line = line?;
        let uri = serde_json::from_str::<ArtifactLine<'_>>(&line)?.uri;
        if uri.is_none_or(|uri| !held.contains(uri.as_ref())) {
            to.write_all(line.as_bytes())?;
            to.write_all(b"\n")?;
        }
    }
    to.into_inner()?.finish()?;
    Ok(())
}

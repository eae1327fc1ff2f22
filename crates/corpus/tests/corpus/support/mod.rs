//! Small corpora on disk for the tests of this crate.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

use std::io::Write;
use std::path::{Path, PathBuf};

use lagrum_corpus::import::{ImportError, ImportOptions, ImportReport, import};
use lagrum_corpus::{Corpus, CorpusState, Silent};

pub const BASE: &str = "https://lag.example";

pub fn artifact(local_id: &str, text: &str) -> String {
    format!(r#"{{"uri":"{BASE}/{local_id}","structure":[{{"type":"stycke","text":["{text}"]}}]}}"#)
}

pub fn lydelse(local_id: &str, version: &str, text: &str) -> String {
    format!(
        r#"{{"uri":"{BASE}/{local_id}/konsolidering/{version}","version":"{version}","structure":[{{"text":["{text}"]}}]}}"#
    )
}

/// A folder for origins and a data folder, gone after the test.
pub struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub fn corpus(&self) -> Corpus {
        Corpus::create(&self.data()).unwrap()
    }

    pub fn state(&self) -> CorpusState {
        self.corpus().reader().unwrap().state().unwrap()
    }

    /// The local ids of all current documents.
    pub fn held(&self) -> Vec<String> {
        let cut = |uri: &str| uri.strip_prefix(BASE).unwrap_or(uri).trim_start_matches('/').to_owned();
        self.state().documents.iter().map(|document| cut(&document.uri)).collect()
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.folder.path().join("origin").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    }

    pub fn origin(&self, name: &str) -> String {
        self.folder.path().join("origin").join(name).display().to_string()
    }

    /// Writes a gzipped dump of these lines.
    pub fn dump(&self, name: &str, lines: &[String]) -> String {
        self.write(name, gzip(lines.join("\n").as_bytes()))
    }

    pub fn import(&self, origins: &[&str], options: &ImportOptions) -> Result<ImportReport, ImportError> {
        let origins: Vec<String> = origins.iter().map(|&origin| origin.to_owned()).collect();
        import(&self.corpus(), &origins, options, &Silent)
    }

    pub fn take(&self, origin: &str) -> ImportReport {
        self.import(&[origin], &ImportOptions::default()).unwrap()
    }

    /// The stored bytes of a document.
    pub fn bytes(&self, local_id: &str) -> Option<String> {
        let reader = self.corpus().reader().unwrap();
        let entry = reader.document(&format!("{BASE}/{local_id}")).unwrap()?;
        Some(String::from_utf8(reader.artifact(entry.stored).unwrap().unwrap()).unwrap())
    }
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub fn gunzip(path: &Path) -> String {
    let file = std::fs::File::open(path).unwrap();
    std::io::read_to_string(flate2::read::MultiGzDecoder::new(file)).unwrap()
}

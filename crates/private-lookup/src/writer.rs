//! Writing the files of lookups.

use std::cmp::Reverse;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use xorf::BinaryFuse16;

use crate::{
    FILTER, FILTER_MAGIC, INDEX, INDEX_ENTRY, LookupError, MOST_CITED, NO_TEXT, UNITS, file_error, lookup_key,
};

/// A text of a unit as the files hold it: compressed by DEFLATE.
#[derive(Debug)]
pub struct PackedText(Vec<u8>);

impl PackedText {
    /// Compresses a text, which is markdown.
    #[must_use]
    pub fn new(markdown: &str) -> Self {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        // Writing to memory cannot fail.
        let written = encoder.write_all(markdown.as_bytes()).and_then(|()| encoder.finish());
        Self(written.unwrap_or_default())
    }
}

/// Where the record of a unit is, and how often the unit is cited.
struct Entry {
    key: u64,
    offset: u64,
    length: u32,
    citations: u32,
}

/// Writes units in any order. It holds 24 bytes of each in memory and writes their texts to disk at once.
pub struct LookupWriter {
    folder: PathBuf,
    units: BufWriter<File>,
    written: u64,
    entries: Vec<Entry>,
}

impl LookupWriter {
    /// Begins the files in a folder, which is created.
    pub fn create(folder: &Path) -> Result<Self, LookupError> {
        std::fs::create_dir_all(folder).map_err(file_error(folder))?;
        let path = folder.join(UNITS);
        let units = BufWriter::new(File::create(&path).map_err(file_error(path))?);
        Ok(Self { folder: folder.to_owned(), units, written: 0, entries: Vec::new() })
    }

    /// Adds a unit with its text, and the number of documents that cite it. Of two units with one uri the first is kept.
    pub fn add(&mut self, uri: &str, text: Option<PackedText>, citations: u32) -> Result<(), LookupError> {
        let uri_length = u16::try_from(uri.len()).map_err(|_| LookupError::UriTooLong(uri.len()))?;
        let failed = || file_error(self.folder.join(UNITS));
        let text = text.and_then(|PackedText(bytes)| Some((u32::try_from(bytes.len()).ok()?, bytes)));
        let (text_length, text) = text.unwrap_or((NO_TEXT, Vec::new()));
        let mut record = Vec::with_capacity(6 + uri.len() + text.len());
        record.extend_from_slice(&uri_length.to_le_bytes());
        record.extend_from_slice(&text_length.to_le_bytes());
        record.extend_from_slice(uri.as_bytes());
        record.extend(text);
        self.units.write_all(&record).map_err(failed())?;
        let length = u32::try_from(record.len()).unwrap_or(u32::MAX);
        self.entries.push(Entry { key: lookup_key(uri), offset: self.written, length, citations });
        self.written += record.len() as u64;
        Ok(())
    }

    /// Writes index and filter, and returns the number of units.
    pub fn finish(mut self) -> Result<u64, LookupError> {
        self.units.flush().map_err(file_error(self.folder.join(UNITS)))?;
        // Stable, so that of equal keys the first unit stays.
        self.entries.sort_by_key(|entry| entry.key);
        self.entries.dedup_by_key(|entry| entry.key);
        let path = self.folder.join(INDEX);
        let mut index = BufWriter::new(File::create(&path).map_err(file_error(&path))?);
        for entry in &self.entries {
            let mut bytes = [0; INDEX_ENTRY];
            bytes[..8].copy_from_slice(&entry.key.to_le_bytes());
            bytes[8..16].copy_from_slice(&entry.offset.to_le_bytes());
            bytes[16..].copy_from_slice(&entry.length.to_le_bytes());
            index.write_all(&bytes).map_err(file_error(&path))?;
        }
        index.flush().map_err(file_error(&path))?;
        let path = self.folder.join(FILTER);
        std::fs::write(&path, self.filter()?).map_err(file_error(path))?;
        Ok(self.entries.len() as u64)
    }

    fn filter(&self) -> Result<Vec<u8>, LookupError> {
        let keys: Vec<u64> = self.entries.iter().map(|entry| entry.key).collect();
        let filter = BinaryFuse16::try_from(keys.as_slice()).map_err(LookupError::Filter)?;
        let mut bytes = FILTER_MAGIC.to_vec();
        bytes.extend_from_slice(&filter.descriptor.seed.to_le_bytes());
        let fingerprints = u32::try_from(filter.fingerprints.len());
        let fingerprints =
            fingerprints.map_err(|_| LookupError::Filter("it has more than 2^32 fingerprints"))?;
        for number in [filter.descriptor.segment_length, filter.descriptor.segment_count_length, fingerprints]
        {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend(filter.fingerprints.iter().flat_map(|fingerprint| fingerprint.to_le_bytes()));
        let mut cited: Vec<&Entry> = self.entries.iter().filter(|entry| entry.citations > 0).collect();
        cited.sort_by_key(|entry| (Reverse(entry.citations), entry.key));
        cited.truncate(MOST_CITED);
        bytes.extend_from_slice(&u32::try_from(cited.len()).unwrap_or(0).to_le_bytes());
        for entry in cited {
            bytes.extend_from_slice(&((entry.key >> 32) as u32).to_le_bytes());
            bytes.extend_from_slice(&entry.citations.to_le_bytes());
        }
        Ok(bytes)
    }
}

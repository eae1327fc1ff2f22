//! Vectors kept from build to build, by the digest of the text that they were made of.
//!
//! A data folder has one file for each encoder, to which vectors are appended as they are made:
//!
//! ```text
//! magic        8 bytes
//! records      digest of the text (16 bytes), scale (f32), a byte for each number, check (8 bytes)
//! ```
//!
//! The check is the beginning of the SHA-256 of the record. A record that does not agree with it is passed over, so a process that
//! is killed while it appends loses the last record at most, and the folder may be deleted at any time: its vectors are then made
//! again. One process appends at a time; others read what is there.
//!
//! A text for which the encoder makes no vector is kept with a vector of zeros, so that it is not encoded again.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use lagrum_files::{FileLock, rename_synced};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::encoder::EncoderId;
use crate::quantized::QuantizedVector;
use crate::{VectorError, file_error};

const MAGIC: &[u8; 8] = b"lagrumK1";

/// The bytes of a record beside its numbers, and of the parts of it.
const BESIDE: usize = DIGEST + SCALE + CHECK;
const DIGEST: usize = 16;
const SCALE: usize = 4;
const CHECK: usize = 8;

/// The digest of the text of a passage: the first half of its SHA-256.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PassageDigest([u8; DIGEST]);

impl PassageDigest {
    /// The digest of a text.
    pub fn of(text: &str) -> Self {
        let mut half = [0; DIGEST];
        half.copy_from_slice(&Sha256::digest(text.as_bytes())[..DIGEST]);
        Self(half)
    }
}

/// A text that was given to an encoder.
#[derive(Clone, Debug)]
pub struct EmbeddedText {
    /// The digest of the text.
    pub digest: PassageDigest,
    /// Its vector; None if the encoder makes none for it.
    pub vector: Option<QuantizedVector>,
}

/// The vectors of an encoder that are kept in a folder.
#[derive(Debug)]
pub struct KeptVectors {
    path: PathBuf,
    dimensions: usize,
    /// None while nothing is kept.
    file: Option<File>,
    /// Where the record of each text is: its number.
    records: HashMap<PassageDigest, u64>,
    /// How many records the file has, those that are passed over among them.
    length: u64,
}

impl KeptVectors {
    /// Opens the vectors of an encoder that a folder keeps. It is empty if the file is absent or of another kind.
    pub fn open(folder: &Path, encoder: &EncoderId, dimensions: usize) -> Result<Self, VectorError> {
        let path = folder.join(format!("{encoder}.kept"));
        let mut kept = Self { path, dimensions, file: None, records: HashMap::new(), length: 0 };
        let file = match File::open(&kept.path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(kept),
            Err(error) => return Err(file_error(&kept.path)(error)),
        };
        let failed = |error| file_error(&kept.path)(error);
        let whole = file.metadata().map_err(failed)?.len();
        let mut reader = BufReader::with_capacity(1 << 20, &file);
        let mut magic = [0; MAGIC.len()];
        if whole < MAGIC.len() as u64 {
            return Ok(kept);
        }
        reader.read_exact(&mut magic).map_err(failed)?;
        if &magic != MAGIC {
            return Ok(kept);
        }
        let mut record = vec![0; dimensions + BESIDE];
        let length = (whole - MAGIC.len() as u64) / record.len() as u64;
        let mut records = HashMap::with_capacity(usize::try_from(length).unwrap_or_default());
        for number in 0..length {
            reader.read_exact(&mut record).map_err(failed)?;
            if let Some((digest, _, _)) = parse(&record) {
                records.insert(digest, number);
            }
        }
        (kept.records, kept.length, kept.file) = (records, length, Some(file));
        Ok(kept)
    }

    /// How many texts have a record.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether no text has a record.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Whether a text has a record, with or without a vector.
    pub fn contains(&self, digest: &PassageDigest) -> bool {
        self.records.contains_key(digest)
    }

    /// The vector of a text; None when it has none or none is kept.
    pub fn get(&self, digest: &PassageDigest) -> Result<Option<QuantizedVector>, VectorError> {
        let (Some(number), Some(mut file)) = (self.records.get(digest), self.file.as_ref()) else {
            return Ok(None);
        };
        let mut record = vec![0; self.dimensions + BESIDE];
        let at = MAGIC.len() as u64 + number * record.len() as u64;
        file.seek(SeekFrom::Start(at))
            .and_then(|_| file.read_exact(&mut record))
            .map_err(file_error(&self.path))?;
        let Some((found, scale, numbers)) = parse(&record) else { return Ok(None) };
        let has_vector = found == *digest && scale > 0.0 && scale.is_finite();
        let numbers = || numbers.iter().map(|byte| byte.cast_signed()).collect();
        Ok(has_vector.then(|| QuantizedVector { scale, numbers: numbers() }))
    }
}

/// The digest, the scale and the numbers of a record. None when it is damaged.
fn parse(record: &[u8]) -> Option<(PassageDigest, f32, &[u8])> {
    let (content, check) = record.split_at_checked(record.len().checked_sub(CHECK)?)?;
    if check_of(content) != check {
        return None;
    }
    let (digest, rest) = content.split_first_chunk::<DIGEST>()?;
    let (scale, numbers) = rest.split_first_chunk::<SCALE>()?;
    Some((PassageDigest(*digest), f32::from_le_bytes(*scale), numbers))
}

fn check_of(content: &[u8]) -> [u8; CHECK] {
    let mut check = [0; CHECK];
    check.copy_from_slice(&Sha256::digest(content)[..CHECK]);
    check
}

/// Appends to the kept vectors of an encoder. While it lives, no other process can append.
#[derive(Debug)]
pub struct KeptVectorsWriter {
    kept: KeptVectors,
    _lock: FileLock,
}

impl KeptVectorsWriter {
    /// Begins to append; None if another process is appending. An incomplete record at the end of the file is cut off.
    pub fn begin(folder: &Path, encoder: &EncoderId, dimensions: usize) -> Result<Option<Self>, VectorError> {
        std::fs::create_dir_all(folder).map_err(file_error(folder))?;
        let lock_path = folder.join(format!("{encoder}.lock"));
        let Some(lock) = FileLock::try_exclusive(&lock_path).map_err(file_error(&lock_path))? else {
            return Ok(None);
        };
        let mut kept = KeptVectors::open(folder, encoder, dimensions)?;
        let options =
            || OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&kept.path);
        let mut file = options().map_err(file_error(&kept.path))?;
        let record = (dimensions + BESIDE) as u64;
        let prepare = |file: &mut File| {
            if kept.file.is_none() {
                file.set_len(0)?;
                file.write_all(MAGIC)?;
            }
            file.set_len(MAGIC.len() as u64 + kept.length * record)
        };
        prepare(&mut file).map_err(file_error(&kept.path))?;
        kept.file = Some(file);
        Ok(Some(Self { kept, _lock: lock }))
    }

    /// The kept vectors, with the appended ones.
    pub fn kept(&self) -> &KeptVectors {
        &self.kept
    }

    /// Appends the vectors of texts.
    pub fn append(&mut self, vectors: &[EmbeddedText]) -> Result<(), VectorError> {
        let kept = &mut self.kept;
        let record = kept.dimensions + BESIDE;
        let mut bytes = Vec::with_capacity(vectors.len() * record);
        for EmbeddedText { digest, vector } in vectors {
            push_record(&mut bytes, digest, vector.as_ref(), kept.dimensions);
        }
        let Some(mut file) = kept.file.as_ref() else { return Ok(()) };
        let end = MAGIC.len() as u64 + kept.length * record as u64;
        file.seek(SeekFrom::Start(end))
            .and_then(|_| file.write_all(&bytes))
            .map_err(file_error(&kept.path))?;
        for (text, number) in vectors.iter().zip(kept.length..) {
            kept.records.insert(text.digest, number);
        }
        kept.length += vectors.len() as u64;
        Ok(())
    }

    /// Leaves out the records of texts that are not `wanted`, if they are more than half of all. Those who read the file
    /// meanwhile go on reading the old one.
    pub fn compact(&mut self, wanted: impl Fn(&PassageDigest) -> bool) -> Result<(), VectorError> {
        let wanted: Vec<PassageDigest> =
            self.kept.records.keys().filter(|digest| wanted(digest)).copied().collect();
        if wanted.len() as u64 * 2 >= self.kept.length {
            return Ok(());
        }
        let beside = self.kept.path.with_extension("new");
        let failed = |error| file_error(&beside)(error);
        let created = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&beside);
        let mut file = BufWriter::new(created.map_err(failed)?);
        file.write_all(MAGIC).map_err(failed)?;
        let mut bytes = Vec::new();
        for digest in &wanted {
            bytes.clear();
            push_record(&mut bytes, digest, self.kept.get(digest)?.as_ref(), self.kept.dimensions);
            file.write_all(&bytes).map_err(failed)?;
        }
        let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
        file.sync_all().map_err(failed)?;
        rename_synced(&beside, &self.kept.path).map_err(file_error(&self.kept.path))?;
        self.kept.length = wanted.len() as u64;
        self.kept.records = wanted.into_iter().zip(0..).collect();
        self.kept.file = Some(file);
        Ok(())
    }
}

fn push_record(
    bytes: &mut Vec<u8>,
    digest: &PassageDigest,
    vector: Option<&QuantizedVector>,
    dimensions: usize,
) {
    let start = bytes.len();
    let vector = vector.filter(|vector| vector.dimensions() == dimensions);
    bytes.extend_from_slice(&digest.0);
    bytes.extend_from_slice(&vector.map_or(0.0, |vector| vector.scale).to_le_bytes());
    match vector {
        Some(vector) => bytes.extend(vector.numbers.iter().map(|number| number.cast_unsigned())),
        None => bytes.resize(bytes.len() + dimensions, 0),
    }
    let check = check_of(&bytes[start..]);
    bytes.extend_from_slice(&check);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id() -> EncoderId {
        EncoderId::parse("test").unwrap()
    }

    fn digest(number: usize) -> PassageDigest {
        PassageDigest::of(&format!("text {number}"))
    }

    fn vector(number: usize) -> Option<QuantizedVector> {
        (number % 7 != 3).then(|| QuantizedVector::new(&[1.0, number as f32, -2.0]).unwrap())
    }

    fn filled(folder: &Path, numbers: std::ops::Range<usize>) {
        let mut writer = KeptVectorsWriter::begin(folder, &id(), 3).unwrap().unwrap();
        for number in numbers {
            writer.append(&[EmbeddedText { digest: digest(number), vector: vector(number) }]).unwrap();
        }
    }

    fn check(folder: &Path, numbers: impl Iterator<Item = usize>) {
        let kept = KeptVectors::open(folder, &id(), 3).unwrap();
        let mut count = 0;
        for number in numbers {
            assert!(kept.contains(&digest(number)), "{number}");
            assert_eq!(kept.get(&digest(number)).unwrap(), vector(number), "{number}");
            count += 1;
        }
        assert_eq!(kept.len(), count);
        assert_eq!(kept.get(&PassageDigest::of("another text")).unwrap(), None);
    }

    #[test]
    fn vectors_come_back() {
        let folder = tempfile::tempdir().unwrap();
        check(folder.path(), 0..0);
        filled(folder.path(), 0..20);
        check(folder.path(), 0..20);
        filled(folder.path(), 20..30);
        check(folder.path(), 0..30);
    }

    #[test]
    fn a_process_that_is_killed_loses_the_last_record_at_most() {
        let folder = tempfile::tempdir().unwrap();
        filled(folder.path(), 0..10);
        let path = folder.path().join("test.kept");
        let whole = std::fs::read(&path).unwrap();
        let record = 3 + BESIDE;
        for cut in 0..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let left = cut.saturating_sub(MAGIC.len()) / record;
            check(folder.path(), 0..left);
            filled(folder.path(), left..12);
            check(folder.path(), 0..12);
        }
    }

    #[test]
    fn a_damaged_record_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        filled(folder.path(), 0..10);
        let path = folder.path().join("test.kept");
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[MAGIC.len() + 4 * (3 + BESIDE) + 17] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        check(folder.path(), (0..10).filter(|number| *number != 4));
        std::fs::write(&path, b"something else").unwrap();
        check(folder.path(), 0..0);
    }

    #[test]
    fn one_process_appends_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let first = KeptVectorsWriter::begin(folder.path(), &id(), 3).unwrap().unwrap();
        assert!(KeptVectorsWriter::begin(folder.path(), &id(), 3).unwrap().is_none());
        drop(first);
        assert!(KeptVectorsWriter::begin(folder.path(), &id(), 3).unwrap().is_some());
    }

    #[test]
    fn what_is_no_longer_wanted_goes_when_it_is_most() {
        let folder = tempfile::tempdir().unwrap();
        filled(folder.path(), 0..20);
        let keep = |numbers: std::ops::Range<usize>| {
            let wanted: Vec<PassageDigest> = numbers.map(digest).collect();
            let mut writer = KeptVectorsWriter::begin(folder.path(), &id(), 3).unwrap().unwrap();
            writer.compact(|digest| wanted.contains(digest)).unwrap();
            writer.append(&[EmbeddedText { digest: digest(100), vector: vector(100) }]).unwrap();
        };
        keep(0..10);
        check(folder.path(), (0..20).chain([100]));
        keep(0..9);
        check(folder.path(), (0..9).chain([100]));
    }
}

//! Rows of any length on disk, read in the order they were written.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The maximum length of a row, in bytes. A greater length means that the file is damaged.
const ROW_MAX: usize = 1 << 30;

/// Rows being written.
pub(crate) struct RowWriter<T> {
    file: BufWriter<File>,
    written: u64,
    rows: PhantomData<fn(T)>,
}

/// Rows that have been written.
pub(crate) struct SpilledRows<T> {
    file: File,
    rows: PhantomData<fn() -> T>,
}

impl<T: Serialize> RowWriter<T> {
    /// Begins a file without a name in a folder; the system removes it when it is closed.
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        let file = BufWriter::with_capacity(256 << 10, tempfile::tempfile_in(folder)?);
        Ok(Self { file, written: 0, rows: PhantomData })
    }

    /// The bytes of all rows.
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    pub(crate) fn push(&mut self, row: &T) -> io::Result<()> {
        self.push_bytes(&row_bytes(row)?)
    }

    /// Appends a row that was made by [`row_bytes`].
    pub(crate) fn push_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
        self.written += 4 + u64::from(length);
        self.file.write_all(&length.to_le_bytes())?;
        self.file.write_all(bytes)
    }

    pub(crate) fn finish(self) -> io::Result<SpilledRows<T>> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(SpilledRows { file, rows: PhantomData })
    }
}

/// A row as it is written.
pub(crate) fn row_bytes<T: Serialize>(row: &T) -> io::Result<Vec<u8>> {
    postcard::to_allocvec(row).map_err(io::Error::other)
}

impl<T> SpilledRows<T> {
    /// All rows as bytes, to be read with [`rows_in`].
    pub(crate) fn bytes(&self) -> io::Result<Vec<u8>> {
        let (mut file, mut bytes) = (&self.file, Vec::new());
        file.seek(SeekFrom::Start(0))?;
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// The rows in the bytes of [`SpilledRows::bytes`]. Rows may borrow from the bytes.
pub(crate) fn rows_in<'a, T: Deserialize<'a>>(mut bytes: &'a [u8]) -> impl Iterator<Item = io::Result<T>> {
    std::iter::from_fn(move || {
        if bytes.is_empty() {
            return None;
        }
        let row = bytes
            .split_first_chunk()
            .and_then(|(length, rest)| rest.split_at_checked(u32::from_le_bytes(*length) as usize));
        let Some((row, rest)) = row else {
            bytes = &[];
            return Some(Err(io::Error::other("a temporary file is damaged")));
        };
        bytes = rest;
        Some(postcard::from_bytes(row).map_err(io::Error::other))
    })
}

impl<T: DeserializeOwned> SpilledRows<T> {
    /// All rows from the first on. Only one reader may be used at a time.
    pub(crate) fn read(&self) -> io::Result<impl Iterator<Item = io::Result<T>> + use<'_, T>> {
        let mut file = BufReader::with_capacity(256 << 10, &self.file);
        file.seek(SeekFrom::Start(0))?;
        let mut buffer = Vec::new();
        let mut next = move || -> io::Result<Option<T>> {
            let mut length = [0; 4];
            match file.read_exact(&mut length) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
                Err(error) => return Err(error),
            }
            let length = u32::from_le_bytes(length) as usize;
            if length > ROW_MAX {
                return Err(io::Error::other("a temporary file is damaged"));
            }
            buffer.resize(length, 0);
            file.read_exact(&mut buffer)?;
            postcard::from_bytes(&buffer).map(Some).map_err(io::Error::other)
        };
        Ok(std::iter::from_fn(move || next().transpose()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back_as_often_as_they_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let rows: Vec<(u32, String)> = (0..2000).map(|row| (row, "x".repeat(row as usize))).collect();
        let mut writer = RowWriter::new(folder.path()).unwrap();
        for row in &rows {
            writer.push(row).unwrap();
        }
        let spilled: SpilledRows<(u32, String)> = writer.finish().unwrap();
        for _ in 0..2 {
            let found: Vec<(u32, String)> = spilled.read().unwrap().map(Result::unwrap).collect();
            assert_eq!(found, rows);
        }
        let bytes = spilled.bytes().unwrap();
        let borrowed: Vec<(u32, &str)> = rows_in(&bytes).map(Result::unwrap).collect();
        assert!(borrowed.iter().map(|(row, text)| (*row, (*text).to_owned())).eq(rows));
        for end in [bytes.len() - 1, 2] {
            let last = rows_in::<(u32, &str)>(&bytes[..end]).last().unwrap();
            assert!(last.is_err(), "cut off");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "a kill leaves nothing");
    }
}

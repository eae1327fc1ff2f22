//! Sorts more records than fit into memory: sorted runs on disk, merged as they are read.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

/// The maximum number of runs. When there are as many, they are merged into one, so that files and buffers are bounded.
const MAX_RUNS: usize = 64;

/// The buffer of each run that is read, in bytes.
const READ_BYTES: usize = 128 << 10;

/// A record of fixed length. Records that compare as equal are identical, so an unstable sort gives the same result.
pub(crate) trait Record: Copy + Ord + Send {
    /// An array of its numbers.
    type Numbers: AsRef<[u32]> + AsMut<[u32]> + Default;

    fn numbers(self) -> Self::Numbers;

    fn of(numbers: Self::Numbers) -> Self;
}

/// Takes records in any order.
pub(crate) struct Sorter<R> {
    folder: PathBuf,
    /// How many records are held in memory.
    capacity: usize,
    records: Vec<R>,
    runs: Vec<Run>,
}

/// A sorted file without a name; the system removes it when it is closed.
struct Run {
    file: File,
    records: u64,
}

impl<R: Record> Sorter<R> {
    /// A sorter that holds as many records as fit into `bytes` bytes, at least one, and writes runs into a folder.
    pub(crate) fn new(folder: &Path, bytes: usize) -> Self {
        let capacity = (bytes / size_of::<R>()).max(1);
        Self { folder: folder.to_owned(), capacity, records: Vec::new(), runs: Vec::new() }
    }

    pub(crate) fn extend(&mut self, records: impl IntoIterator<Item = R>) -> io::Result<()> {
        for record in records {
            if self.records.len() == self.capacity {
                self.flush()?;
            }
            if self.records.len() == self.records.capacity() {
                // Doubling could take more than the capacity.
                let more = self.records.len().clamp(1024, self.capacity.max(1024));
                self.records.reserve_exact(more.min(self.capacity - self.records.len()));
            }
            self.records.push(record);
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.records.par_sort_unstable();
        let run = self.write(self.records.iter().map(|record| Ok(*record)))?;
        self.records.clear();
        self.runs.push(run);
        if self.runs.len() == MAX_RUNS {
            // Only the runs are merged, without the records in memory.
            let merged = Sorted::new(Vec::new(), std::mem::take(&mut self.runs))?;
            let run = self.write(merged)?;
            self.runs.push(run);
        }
        Ok(())
    }

    fn write(&self, sorted: impl Iterator<Item = io::Result<R>>) -> io::Result<Run> {
        let mut file = BufWriter::with_capacity(READ_BYTES, tempfile::tempfile_in(&self.folder)?);
        let mut records = 0;
        for record in sorted {
            for number in record?.numbers().as_ref() {
                file.write_all(&number.to_le_bytes())?;
            }
            records += 1;
        }
        Ok(Run { file: file.into_inner().map_err(io::IntoInnerError::into_error)?, records })
    }

    /// All records in order.
    pub(crate) fn finish(mut self) -> io::Result<Sorted<R>> {
        self.records.par_sort_unstable();
        Sorted::new(self.records, self.runs)
    }
}

/// Records in order.
pub(crate) struct Sorted<R> {
    in_memory: std::vec::IntoIter<R>,
    files: Vec<(BufReader<File>, u64)>,
    /// The next record of each file and of those in memory, which have the number after the files'.
    next: BinaryHeap<Reverse<(R, usize)>>,
}

impl<R: Record> Sorted<R> {
    fn new(in_memory: Vec<R>, runs: Vec<Run>) -> io::Result<Self> {
        let open = |mut run: Run| {
            run.file.seek(SeekFrom::Start(0))?;
            Ok((BufReader::with_capacity(READ_BYTES, run.file), run.records))
        };
        let files = runs.into_iter().map(open).collect::<io::Result<Vec<_>>>()?;
        let mut sorted = Self { in_memory: in_memory.into_iter(), files, next: BinaryHeap::new() };
        for origin in 0..=sorted.files.len() {
            if let Some(record) = sorted.read(origin)? {
                sorted.next.push(Reverse((record, origin)));
            }
        }
        Ok(sorted)
    }

    fn read(&mut self, origin: usize) -> io::Result<Option<R>> {
        let Some((file, records)) = self.files.get_mut(origin) else { return Ok(self.in_memory.next()) };
        if *records == 0 {
            return Ok(None);
        }
        *records -= 1;
        let mut numbers = R::Numbers::default();
        for number in numbers.as_mut() {
            let mut bytes = [0; 4];
            file.read_exact(&mut bytes)?;
            *number = u32::from_le_bytes(bytes);
        }
        Ok(Some(R::of(numbers)))
    }
}

impl<R: Record> Iterator for Sorted<R> {
    type Item = io::Result<R>;

    fn next(&mut self) -> Option<io::Result<R>> {
        let Reverse((record, origin)) = self.next.pop()?;
        match self.read(origin) {
            Ok(Some(after)) => self.next.push(Reverse((after, origin))),
            Ok(None) => {}
            Err(error) => return Some(Err(error)),
        }
        Some(Ok(record))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    impl Record for u32 {
        type Numbers = [Self; 1];

        fn numbers(self) -> [Self; 1] {
            [self]
        }

        fn of([number]: [Self; 1]) -> Self {
            number
        }
    }

    fn sorted(records: &[u32], bytes: usize) -> Vec<u32> {
        let folder = tempfile::tempdir().unwrap();
        let mut sorter = Sorter::new(folder.path(), bytes);
        for part in records.chunks(7) {
            sorter.extend(part.iter().copied()).unwrap();
        }
        assert!(sorter.records.capacity() <= sorter.capacity.max(1024));
        assert!(sorter.runs.len() < MAX_RUNS);
        sorter.finish().unwrap().map(Result::unwrap).collect()
    }

    proptest! {
        #[test]
        fn any_capacity_gives_the_same_order(
            records in prop::collection::vec(0..50_u32, 0..300),
            bytes in 0..2000_usize,
        ) {
            let mut expected = records.clone();
            expected.sort_unstable();
            prop_assert_eq!(sorted(&records, bytes), expected);
        }
    }

    #[test]
    fn many_runs_are_merged_on_the_way() {
        let records: Vec<u32> = (0..20_000).map(|at: u32| at.wrapping_mul(2_654_435_761)).collect();
        let mut expected = records.clone();
        expected.sort_unstable();
        assert_eq!(sorted(&records, 4 * 100), expected);
    }
}

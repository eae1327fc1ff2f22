//! Finding an entry by its id.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

use super::{FailureClass, LedgerEntry, older};

/// A longer line is no entry; it is skipped without being kept in memory. The limit is above what is written today, since
/// earlier versions wrote longer entries.
const LINE_MAX: u64 = 1 << 20;

/// All entries with this id in the files of a ledger, newest first.
///
/// Files that do not exist have no entries. Lines that are no entry (the end of a write that was cut off) are skipped. Holds
/// one line and the matches in memory.
pub fn find(path: &Path, id: &str) -> io::Result<Vec<LedgerEntry>> {
    let mut found = Vec::new();
    for class in FailureClass::ALL {
        let newer = class.file(path);
        for file in [older(&newer), newer] {
            match File::open(file) {
                Ok(file) => collect(BufReader::new(file), id, &mut found)?,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
    }
    // Among entries of one second, those further on in a file are newer.
    found.reverse();
    found.sort_by(|a, b| b.time.cmp(&a.time));
    Ok(found)
}

fn collect(mut lines: impl BufRead, id: &str, found: &mut Vec<LedgerEntry>) -> io::Result<()> {
    let mut line = Vec::new();
    while (&mut lines).take(LINE_MAX).read_until(b'\n', &mut line)? > 0 {
        if line.last() != Some(&b'\n') && line.len() as u64 == LINE_MAX {
            lines.skip_until(b'\n')?;
        } else if let Ok(entry) = serde_json::from_slice::<LedgerEntry>(&line)
            && entry.id == id
        {
            found.push(entry);
        }
        line.clear();
    }
    Ok(())
}

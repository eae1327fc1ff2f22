//! Finding an entry by its id.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use super::{Entry, older};

/// All entries with this id in a ledger file and its older generation, newest first.
///
/// Files that do not exist hold nothing. Lines that are no entry (the rest of a write that was cut off) are passed
/// over. Holds one line and the matches in memory.
pub fn find(path: &Path, id: &str) -> io::Result<Vec<Entry>> {
    let mut found = Vec::new();
    for file in [older(path), path.to_owned()] {
        match File::open(file) {
            Ok(file) => collect(BufReader::new(file), id, &mut found)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    found.reverse();
    Ok(found)
}

fn collect(mut lines: impl BufRead, id: &str, found: &mut Vec<Entry>) -> io::Result<()> {
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line)? > 0 {
        if let Ok(entry) = serde_json::from_slice::<Entry>(&line)
            && entry.id == id
        {
            found.push(entry);
        }
        line.clear();
    }
    Ok(())
}

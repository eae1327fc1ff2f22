//! Writes bodies as files.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::pack::file_error;
use crate::record::Record;
use crate::{Archive, RawError};

/// What was exported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Files written.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
}

impl Archive {
    /// Writes the bodies of a source, as they came, below a folder: `<source>/<key>.<part>`, where `:` and `/` of a key part folders,
    /// and of an older row `<source>/<key>.<row>.<part>`. Files that are there are replaced.
    pub fn export(&self, source: &str, folder: &Path) -> Result<Exported, RawError> {
        let mut exported = Exported::default();
        let mut newest = HashSet::new();
        for record in self.records(source)?.into_iter().rev() {
            let is_newest = newest.insert((record.key.clone(), record.part.clone()));
            let path = folder.join(file_name(&record, is_newest));
            let Some(body) = self.body(&record.body)? else { continue };
            let parent = path.parent().unwrap_or(folder);
            std::fs::create_dir_all(parent).map_err(file_error(parent))?;
            std::fs::write(&path, &body).map_err(file_error(&path))?;
            exported.files += 1;
            exported.bytes += body.len() as u64;
        }
        Ok(exported)
    }
}

/// The path of a row's file, below the folder of an export. Keys come from outside: no part of one leads up or is hidden.
fn file_name(record: &Record, is_newest: bool) -> PathBuf {
    let mut path = PathBuf::from(safe(&record.source));
    let parts: Vec<&str> = record.key.split([':', '/']).collect();
    for (index, part) in parts.iter().enumerate() {
        if index + 1 < parts.len() {
            path.push(safe(part));
        } else if is_newest {
            path.push(format!("{}.{}", safe(part), safe(&record.part)));
        } else {
            path.push(format!("{}.{}.{}", safe(part), record.id, safe(&record.part)));
        }
    }
    path
}

fn safe(part: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "._-".contains(c) { c } else { '_' };
    let text: String = part.chars().take(100).map(plain).collect();
    if text.is_empty() || text.starts_with('.') { format!("_{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_leads_out_of_the_folder() {
        for (key, expected) in [
            ("2031:7", "sfs/2031/7.json"),
            ("2031:bih. 7", "sfs/2031/bih._7.json"),
            ("../../etc/passwd", "sfs/_../_../etc/passwd.json"),
            ("", "sfs/_.json"),
            (".ssh", "sfs/_.ssh.json"),
            ("a\0b\\c", "sfs/a_b_c.json"),
        ] {
            let record = Record {
                id: 3,
                source: "sfs".into(),
                key: key.into(),
                part: "json".into(),
                url: String::new(),
                fetched_at: 0,
                seen_at: 0,
                status: 200,
                etag: None,
                last_modified: None,
                body: [0; 32],
                norm_hash: [0; 32],
            };
            assert_eq!(file_name(&record, true), PathBuf::from(expected), "{key:?}");
            assert_eq!(file_name(&record, false), PathBuf::from(expected.replace(".json", ".3.json")));
        }
    }
}

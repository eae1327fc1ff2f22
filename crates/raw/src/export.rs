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
    /// Writes the bodies of a source, as they came, below a folder, with a folder for what stands before a `:` or `/` of a key:
    /// `<source>/2031/7.json`, and of an older row `<source>/2031/7.<row>.json`. A part `2032:8.html` is an archived lydelse:
    /// `<source>/archive/2031/7/.versions/2032/8.html`. Files that are there are replaced.
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
    let mut names: Vec<String> = record.key.split([':', '/']).map(safe).collect();
    let mut ending = safe(&record.part);
    if let Some((lydelse, form)) = record.part.rsplit_once('.') {
        path.push("archive");
        names.push(".versions".to_owned());
        names.extend(lydelse.split([':', '/']).map(safe));
        ending = safe(form);
    }
    if let Some(last) = names.last_mut() {
        let row = if is_newest { String::new() } else { format!(".{}", record.id) };
        *last = format!("{last}{row}.{ending}");
    }
    path.extend(names);
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
            let lydelse = Record { part: "../2032:8.html".into(), ..record };
            let path = file_name(&lydelse, true);
            assert!(
                path.starts_with("sfs/archive") && path.ends_with(".versions/_../2032/8.html"),
                "{path:?}"
            );
        }
    }
}

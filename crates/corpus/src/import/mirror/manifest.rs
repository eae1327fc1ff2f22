//! The list of dumps that a service has, held to its bounds before anything in it is used.

use std::collections::HashSet;

use serde::{Deserialize, Deserializer};

/// The longest list that is read.
pub(super) const LIST_MAX: u64 = 2 << 20;

/// Sources in it.
const SOURCES_MAX: usize = 1000;

/// Bytes of a name in it.
const NAME_MAX: usize = 128;

/// Bytes of a dump, and of all dumps together.
const DUMP_MAX: u64 = 64 << 30;
const DUMPS_MAX: u64 = 256 << 30;

/// What the list says of a source. Only `source`, `file` and `bytes` are sure to be there.
#[derive(Debug, Deserialize)]
pub(super) struct DumpInfo {
    pub(super) source: String,
    #[serde(flatten)]
    pub(super) dump: FileInfo,
    #[serde(default)]
    pub(super) versions: SideFile,
    #[serde(default)]
    pub(super) status: SideFile,
}

/// What the list says of a file beside the dump.
#[derive(Debug, Default)]
pub(super) enum SideFile {
    /// Nothing: the service knows of no such files.
    #[default]
    Unmentioned,
    /// Null: there is none of this source.
    Absent,
    Present(FileInfo),
}

impl SideFile {
    pub(super) fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    pub(super) fn present(self) -> Option<FileInfo> {
        match self {
            Self::Present(file) => Some(file),
            Self::Unmentioned | Self::Absent => None,
        }
    }

    fn file(&self) -> Option<&FileInfo> {
        match self {
            Self::Present(file) => Some(file),
            Self::Unmentioned | Self::Absent => None,
        }
    }
}

impl<'de> Deserialize<'de> for SideFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Absent, Self::Present))
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct FileInfo {
    pub(super) file: String,
    pub(super) bytes: u64,
    pub(super) sha256: Option<String>,
}

impl DumpInfo {
    /// The files of the source.
    pub(super) fn files(&self) -> impl Iterator<Item = &FileInfo> {
        std::iter::once(&self.dump).chain(self.versions.file()).chain(self.status.file())
    }
}

/// Reads a list; an error says what is wrong with it. `status_max` is the most bytes that a status file may have.
pub(super) fn read(json: &[u8], status_max: u64) -> Result<Vec<DumpInfo>, String> {
    let list: Vec<DumpInfo> = serde_json::from_slice(json).map_err(|error| error.to_string())?;
    if list.len() > SOURCES_MAX {
        return Err(format!("it names {} sources, {SOURCES_MAX} are taken at most", list.len()));
    }
    let (mut sources, mut files, mut total) = (HashSet::new(), HashSet::new(), 0_u64);
    for info in &list {
        checked_name(&info.source)?;
        if !sources.insert(&info.source) {
            return Err(format!("it names the source {} twice", info.source));
        }
        for file in info.files() {
            checked_file(file, DUMP_MAX)?;
            total = total.saturating_add(file.bytes);
            if !files.insert(&file.file) {
                return Err(format!("it names the file {} twice", file.file));
            }
        }
        if let Some(status) = info.status.file() {
            checked_file(status, status_max)?;
        }
    }
    if total > DUMPS_MAX {
        return Err(format!("its dumps have {total} bytes together, {DUMPS_MAX} are taken at most"));
    }
    Ok(list)
}

/// Refuses what is anything but a plain name of a file or a source.
fn checked_name(name: &str) -> Result<(), String> {
    let plain = !name.is_empty()
        && name.len() <= NAME_MAX
        && !name.starts_with('.')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'));
    let shown: String = name.chars().take(NAME_MAX).collect();
    if plain { Ok(()) } else { Err(format!("{shown:?} is no name of a dump file or a source")) }
}

fn checked_file(info: &FileInfo, most: u64) -> Result<(), String> {
    let FileInfo { file, bytes, sha256 } = info;
    checked_name(file)?;
    if *bytes > most {
        return Err(format!("{file} has {bytes} bytes, {most} are taken at most"));
    }
    let is_digest =
        |text: &String| text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    match sha256 {
        Some(text) if !is_digest(text) => Err(format!("the SHA-256 of {file} is not 64 hexadecimal digits")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn entry(source: &str, file: &str) -> Value {
        json!({"source": source, "file": file, "bytes": 1, "sha256": "0".repeat(64)})
    }

    #[test]
    fn a_list_beyond_its_bounds_is_refused_whole() {
        let with = |key: &str, value: Value| {
            let mut entry = entry("sfs", "sfs.ndjson.gz");
            entry[key] = value;
            json!([entry])
        };
        let many = |count: usize| {
            (0..count).map(|n| entry(&format!("s{n}"), &format!("s{n}.ndjson.gz"))).collect::<Value>()
        };
        for (list, word) in [
            (json!([entry("sfs", "sfs.ndjson.gz")]), ""),
            (many(SOURCES_MAX), ""),
            (many(SOURCES_MAX + 1), "1001 sources"),
            (json!([entry("sfs", "a.gz"), entry("sfs", "b.gz")]), "source sfs twice"),
            (json!([entry("sfs", "a.gz"), entry("dv", "a.gz")]), "file a.gz twice"),
            (with("bytes", json!(DUMP_MAX)), ""),
            (with("bytes", json!(DUMP_MAX + 1)), "bytes"),
            (with("bytes", json!(-1)), "invalid"),
            (with("sha256", json!("F".repeat(64))), "SHA-256"),
            (with("sha256", json!("")), "SHA-256"),
            (with("sha256", Value::Null), ""),
            (with("source", json!("../sfs")), "is no name"),
            (with("file", json!("x".repeat(NAME_MAX + 1))), "is no name"),
            (with("file", json!("a\nb")), "is no name"),
            (with("status", json!({"file": "s.json", "bytes": 10})), ""),
            (with("status", json!({"file": "s.json", "bytes": 11})), "11 bytes"),
            (with("versions", json!({"file": "/etc/x", "bytes": 1})), "is no name"),
        ] {
            let read = read(list.to_string().as_bytes(), 10);
            match &read {
                Ok(_) => assert_eq!(word, "", "{list}"),
                Err(problem) => assert!(!word.is_empty() && problem.contains(word), "{problem}: {list}"),
            }
        }
        let large: Value = (0..5)
            .map(|n| json!({"source": format!("s{n}"), "file": format!("f{n}"), "bytes": DUMP_MAX}))
            .collect();
        assert!(read(large.to_string().as_bytes(), 10).unwrap_err().contains("together"));
    }
}

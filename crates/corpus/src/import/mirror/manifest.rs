//! The manifest of a service: its list of dumps. It is checked against limits before it is used.

use std::collections::HashSet;

use jiff::civil::Date;
use serde::{Deserialize, Deserializer};

/// The maximum size of the manifest, in bytes.
pub(super) const MAX_MANIFEST_BYTES: u64 = 2 << 20;

/// The maximum number of sources in it.
const MAX_SOURCES: usize = 1000;

/// The maximum length of a name in it, in bytes.
const MAX_NAME_BYTES: usize = 128;

/// The maximum size of a dump, and of all dumps together, in bytes.
const MAX_DUMP_BYTES: u64 = 64 << 30;
const MAX_TOTAL_BYTES: u64 = 256 << 30;

/// The entry of a source. Only `source`, `file` and `bytes` are required.
#[derive(Debug, Deserialize)]
pub(super) struct ListedSource {
    pub(super) source: String,
    /// The day on which its documents were taken from their publisher, where the service knows it.
    #[serde(default)]
    pub(super) taken: Option<String>,
    #[serde(flatten)]
    pub(super) dump: ListedFile,
    #[serde(default)]
    pub(super) versions: ListedSideFile,
    #[serde(default)]
    pub(super) status: ListedSideFile,
}

/// The entry of a file beside the dump.
#[derive(Debug, Default)]
pub(super) enum ListedSideFile {
    /// Missing: the service does not know such files.
    #[default]
    Unmentioned,
    /// Null: the source has no such file.
    Absent,
    Present(ListedFile),
}

impl ListedSideFile {
    pub(super) fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    pub(super) fn present(self) -> Option<ListedFile> {
        match self {
            Self::Present(file) => Some(file),
            Self::Unmentioned | Self::Absent => None,
        }
    }

    fn file(&self) -> Option<&ListedFile> {
        match self {
            Self::Present(file) => Some(file),
            Self::Unmentioned | Self::Absent => None,
        }
    }
}

impl<'de> Deserialize<'de> for ListedSideFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Absent, Self::Present))
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct ListedFile {
    pub(super) file: String,
    pub(super) bytes: u64,
    pub(super) sha256: Option<String>,
}

impl ListedSource {
    /// The files of the source.
    pub(super) fn files(&self) -> impl Iterator<Item = &ListedFile> {
        std::iter::once(&self.dump).chain(self.versions.file()).chain(self.status.file())
    }
}

/// Parses a manifest. `max_status_bytes` is the maximum size of a status file. An error describes the problem.
pub(super) fn parse(json: &[u8], max_status_bytes: u64) -> Result<Vec<ListedSource>, String> {
    let list: Vec<ListedSource> = serde_json::from_slice(json).map_err(|error| error.to_string())?;
    if list.len() > MAX_SOURCES {
        return Err(format!("it names {} sources, at most {MAX_SOURCES} are allowed", list.len()));
    }
    let (mut sources, mut files, mut total) = (HashSet::new(), HashSet::new(), 0_u64);
    for info in &list {
        checked_name(&info.source)?;
        if let Some(day) = info.taken.as_ref().filter(|day| day.parse::<Date>().is_err()) {
            return Err(format!("{} was taken on {day:?}, which is no day", info.source));
        }
        if !sources.insert(&info.source) {
            return Err(format!("it names the source {} twice", info.source));
        }
        for file in info.files() {
            checked_file(file, MAX_DUMP_BYTES)?;
            total = total.saturating_add(file.bytes);
            if !files.insert(&file.file) {
                return Err(format!("it names the file {} twice", file.file));
            }
        }
        if let Some(status) = info.status.file() {
            checked_file(status, max_status_bytes)?;
        }
    }
    if total > MAX_TOTAL_BYTES {
        return Err(format!("its dumps have {total} bytes together, at most {MAX_TOTAL_BYTES} are allowed"));
    }
    Ok(list)
}

/// Refuses what is anything but a plain name of a file or a source.
pub(super) fn checked_name(name: &str) -> Result<(), String> {
    let plain = !name.is_empty()
        && name.len() <= MAX_NAME_BYTES
        && !name.starts_with('.')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'));
    let shown: String = name.chars().take(MAX_NAME_BYTES).collect();
    if plain { Ok(()) } else { Err(format!("{shown:?} is no name of a dump file or a source")) }
}

fn checked_file(info: &ListedFile, most: u64) -> Result<(), String> {
    let ListedFile { file, bytes, sha256 } = info;
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
    fn a_manifest_beyond_its_limits_is_rejected() {
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
            (many(MAX_SOURCES), ""),
            (many(MAX_SOURCES + 1), "1001 sources"),
            (json!([entry("sfs", "a.gz"), entry("sfs", "b.gz")]), "source sfs twice"),
            (json!([entry("sfs", "a.gz"), entry("dv", "a.gz")]), "file a.gz twice"),
            (with("bytes", json!(MAX_DUMP_BYTES)), ""),
            (with("bytes", json!(MAX_DUMP_BYTES + 1)), "bytes"),
            (with("bytes", json!(-1)), "invalid"),
            (with("sha256", json!("F".repeat(64))), "SHA-256"),
            (with("sha256", json!("")), "SHA-256"),
            (with("sha256", Value::Null), ""),
            (with("source", json!("../sfs")), "is no name"),
            (with("file", json!("x".repeat(MAX_NAME_BYTES + 1))), "is no name"),
            (with("file", json!("a\nb")), "is no name"),
            (with("status", json!({"file": "s.json", "bytes": 10})), ""),
            (with("status", json!({"file": "s.json", "bytes": 11})), "11 bytes"),
            (with("versions", json!({"file": "/etc/x", "bytes": 1})), "is no name"),
        ] {
            let read = parse(list.to_string().as_bytes(), 10);
            match &read {
                Ok(_) => assert_eq!(word, "", "{list}"),
                Err(problem) => assert!(!word.is_empty() && problem.contains(word), "{problem}: {list}"),
            }
        }
        let large: Value = (0..5)
            .map(|n| json!({"source": format!("s{n}"), "file": format!("f{n}"), "bytes": MAX_DUMP_BYTES}))
            .collect();
        assert!(parse(large.to_string().as_bytes(), 10).unwrap_err().contains("together"));
    }
}

//! The kinds of files that an import takes, by their names.
//!
//! | name | content |
//! |---|---|
//! | `sfs.ndjson.gz` | the full dump of source `sfs` (also `.ndjson.zst`, `.ndjson`) |
//! | `dv-register.ndjson.gz` | a supplement of source `dv` |
//! | `versions-sfs.ndjson.gz`, `versions/sfs.ndjson.gz` | archived lydelser of source `sfs` |
//! | `versions/sfs.versions.json` | the publisher's index of those lydelser |
//! | `eurlex-status.json` | the status of documents of source `eurlex` |

use std::path::Path;

/// A file an import can take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ImportFile {
    /// Documents, one a line. `file` is the source's name for its full dump, else the supplement's.
    Dump { source: String, file: String },
    /// Archived lydelser, one a line.
    Lydelser { source: String },
    /// An object of documents' indexes of lydelser.
    LydelseIndex { source: String },
    /// An object of documents' status entries.
    Statuses { source: String },
}

impl ImportFile {
    /// The kind that the name of a file states; None for any other file.
    pub(super) fn from_path(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        if let Some(stem) = dump_stem(name) {
            let in_versions =
                path.parent().and_then(Path::file_name).is_some_and(|folder| folder == "versions");
            return Some(match stem.strip_prefix("versions-") {
                Some(source) => Self::Lydelser { source: source.to_owned() },
                None if in_versions => Self::Lydelser { source: stem.to_owned() },
                None => {
                    let source = stem.split('-').next().unwrap_or(stem).to_owned();
                    Self::Dump { source, file: stem.to_owned() }
                }
            });
        }
        let with_stem =
            |tail: &str| name.strip_suffix(tail).filter(|stem| !stem.is_empty()).map(str::to_owned);
        with_stem(".versions.json")
            .map(|source| Self::LydelseIndex { source })
            .or_else(|| with_stem("-status.json").map(|source| Self::Statuses { source }))
    }

    /// The source that its name states.
    pub(super) fn source(&self) -> &str {
        match self {
            Self::Dump { source, .. }
            | Self::Lydelser { source }
            | Self::LydelseIndex { source }
            | Self::Statuses { source } => source,
        }
    }

    /// The same file, with this source instead of the one in its name, if given.
    pub(super) fn with_source(self, wanted: Option<&str>) -> Self {
        let Some(wanted) = wanted.map(str::to_owned) else { return self };
        match self {
            Self::Dump { source, file } if source == file => {
                Self::Dump { source: wanted.clone(), file: wanted }
            }
            Self::Dump { file, .. } => Self::Dump { source: wanted, file },
            Self::Lydelser { .. } => Self::Lydelser { source: wanted },
            Self::LydelseIndex { .. } => Self::LydelseIndex { source: wanted },
            Self::Statuses { .. } => Self::Statuses { source: wanted },
        }
    }
}

/// `sfs` of `sfs.ndjson.gz`.
pub(super) fn dump_stem(name: &str) -> Option<&str> {
    [".ndjson.gz", ".ndjson.zst", ".ndjson"]
        .iter()
        .find_map(|tail| name.strip_suffix(tail))
        .filter(|stem| !stem.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_states_its_kind() {
        let dump =
            |source: &str, file: &str| Some(ImportFile::Dump { source: source.into(), file: file.into() });
        let table = [
            ("x/sfs.ndjson.gz", dump("sfs", "sfs")),
            ("x/sfs.ndjson.zst", dump("sfs", "sfs")),
            ("x/dv-register.ndjson.gz", dump("dv", "dv-register")),
            ("x/versions/sfs.ndjson.gz", Some(ImportFile::Lydelser { source: "sfs".into() })),
            ("x/versions-eurlex.ndjson.gz", Some(ImportFile::Lydelser { source: "eurlex".into() })),
            ("x/versions/sfs.versions.json", Some(ImportFile::LydelseIndex { source: "sfs".into() })),
            ("x/eurlex-status.json", Some(ImportFile::Statuses { source: "eurlex".into() })),
            ("x/README.md", None),
            ("x/.ndjson.gz", None),
            ("x/sfs.provenance.tsv", None),
        ];
        for (name, file) in table {
            assert_eq!(ImportFile::from_path(Path::new(name)), file, "{name}");
        }
    }

    #[test]
    fn a_given_source_replaces_the_one_in_the_name() {
        let of = |name: &str| ImportFile::from_path(Path::new(name)).unwrap().with_source(Some("dv"));
        assert_eq!(of("dom.ndjson.gz"), ImportFile::Dump { source: "dv".into(), file: "dv".into() });
        assert_eq!(of("dom-x.ndjson.gz"), ImportFile::Dump { source: "dv".into(), file: "dom-x".into() });
    }
}

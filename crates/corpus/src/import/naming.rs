//! What a file is, told from its name.
//!
//! | name | what it is |
//! |---|---|
//! | `sfs.ndjson.gz` | the full dump of source `sfs` (also `.ndjson.zst`, `.ndjson`) |
//! | `dv-register.ndjson.gz` | a supplement of source `dv` |
//! | `versions-sfs.ndjson.gz`, `versions/sfs.ndjson.gz` | archived wordings of source `sfs` |
//! | `versions/sfs.versions.json` | what the publisher says of those wordings |
//! | `eurlex-status.json` | which documents of source `eurlex` are in force |

use std::path::Path;

/// A file an import can take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Documents, one a line. `file` is the source's name for its full dump, else the supplement's.
    Dump { source: String, file: String },
    /// Archived wordings, one a line.
    Versions { source: String },
    /// An object of documents' version indexes.
    VersionIndex { source: String },
    /// An object of documents' status entries.
    Status { source: String },
}

impl Piece {
    /// Reads a file's name; None for a file that is none of these.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        if let Some(stem) = dump_stem(name) {
            let in_versions =
                path.parent().and_then(Path::file_name).is_some_and(|folder| folder == "versions");
            return Some(match stem.strip_prefix("versions-") {
                Some(source) => Self::Versions { source: source.to_owned() },
                None if in_versions => Self::Versions { source: stem.to_owned() },
                None => {
                    let source = stem.split('-').next().unwrap_or(stem).to_owned();
                    Self::Dump { source, file: stem.to_owned() }
                }
            });
        }
        let of_stem = |tail: &str| name.strip_suffix(tail).filter(|stem| !stem.is_empty()).map(str::to_owned);
        of_stem(".versions.json")
            .map(|source| Self::VersionIndex { source })
            .or_else(|| of_stem("-status.json").map(|source| Self::Status { source }))
    }

    /// The source that its name says.
    pub(super) fn source(&self) -> &str {
        match self {
            Self::Dump { source, .. }
            | Self::Versions { source }
            | Self::VersionIndex { source }
            | Self::Status { source } => source,
        }
    }

    /// The same file, taken for another source than its name says.
    pub(super) fn of_source(self, wanted: Option<&str>) -> Self {
        let Some(wanted) = wanted.map(str::to_owned) else { return self };
        match self {
            Self::Dump { source, file } if source == file => {
                Self::Dump { source: wanted.clone(), file: wanted }
            }
            Self::Dump { file, .. } => Self::Dump { source: wanted, file },
            Self::Versions { .. } => Self::Versions { source: wanted },
            Self::VersionIndex { .. } => Self::VersionIndex { source: wanted },
            Self::Status { .. } => Self::Status { source: wanted },
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
    fn names_and_what_they_are() {
        let dump = |source: &str, file: &str| Some(Piece::Dump { source: source.into(), file: file.into() });
        let table = [
            ("x/sfs.ndjson.gz", dump("sfs", "sfs")),
            ("x/sfs.ndjson.zst", dump("sfs", "sfs")),
            ("x/dv-register.ndjson.gz", dump("dv", "dv-register")),
            ("x/versions/sfs.ndjson.gz", Some(Piece::Versions { source: "sfs".into() })),
            ("x/versions-eurlex.ndjson.gz", Some(Piece::Versions { source: "eurlex".into() })),
            ("x/versions/sfs.versions.json", Some(Piece::VersionIndex { source: "sfs".into() })),
            ("x/eurlex-status.json", Some(Piece::Status { source: "eurlex".into() })),
            ("x/README.md", None),
            ("x/.ndjson.gz", None),
            ("x/sfs.provenance.tsv", None),
        ];
        for (name, piece) in table {
            assert_eq!(Piece::of(Path::new(name)), piece, "{name}");
        }
    }

    #[test]
    fn a_named_source_overrules_the_name() {
        let of = |name: &str| Piece::of(Path::new(name)).unwrap().of_source(Some("dv"));
        assert_eq!(of("dom.ndjson.gz"), Piece::Dump { source: "dv".into(), file: "dv".into() });
        assert_eq!(of("dom-x.ndjson.gz"), Piece::Dump { source: "dv".into(), file: "dom-x".into() });
    }
}

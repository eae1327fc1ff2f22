//! The history of acts as a repository: a file an act, a commit a lydelse.
//!
//! A commit has the number of the amending act and the name of the act as its subject, the preparatory works as its body, and
//! the day the lydelse began to apply as its author date. git has no dates before 1970: earlier days are 1970-01-01 there, and
//! every commit states its day in a line `In-Force:`. Commits stand in the order of those days.
//!
//! Two more lines identify a commit: `Lydelse:` with the uri of the lydelse, `Text:` with the SHA-256 of the file. An
//! export into a repository reads them and adds only what is new: lydelser after the last one of an act, and a
//! corrected text of the last one. A lydelse that belongs before an existing commit is left out and counted.

mod commit;
mod lydelser;
mod repository;
mod stream;

pub use self::repository::{ExportedBefore, Repository};
pub use self::stream::{GitExport, GitReport, write_stream};

/// The name of a branch that a stream can contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchName(String);

impl BranchName {
    /// The full name of the reference in git.
    pub fn reference(&self) -> String {
        format!("refs/heads/{}", self.0)
    }
}

impl std::fmt::Display for BranchName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::str::FromStr for BranchName {
    type Err = crate::ExportError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_part = |part: &str| {
            !part.is_empty()
                && !part.starts_with(['-', '.'])
                && !part.ends_with('.')
                && !part.ends_with(".lock")
                && !part.contains("..")
                && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
        };
        if text.len() <= 200 && text.split('/').all(is_part) {
            Ok(Self(text.to_owned()))
        } else {
            Err(crate::ExportError::BranchName(text.chars().take(100).collect()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_branches() {
        for name in ["main", "lag/sfs", "a-b_c.d"] {
            assert!(name.parse::<BranchName>().is_ok(), "{name}");
        }
        for name in ["", "a b", "a..b", "/a", "a/", "-a", "a.lock", "a\nb", "å", "a//b", "."] {
            assert!(name.parse::<BranchName>().is_err(), "{name:?}");
        }
    }
}

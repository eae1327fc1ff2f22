//! The way of a batch of raw bytes into the store: parse in parallel, check, store in order.

use lagrum_artifact::{Artifact, ArtifactError, Base, MAX_ARTIFACT_BYTES};
use rayon::prelude::*;

use super::report::FileReport;
use super::{ImportError, ImportOptions};
use crate::store::{Incoming, Outcome, Role, Writer};

/// Raw bytes and the words that say where they came from (`line 17`, a file name).
pub(super) struct Raw {
    pub(super) place: String,
    /// None for more bytes than an artifact may have, which were not kept.
    pub(super) bytes: Option<Vec<u8>>,
}

/// What artifacts are taken for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Expect {
    /// Documents, and wordings that say they are.
    Documents,
    /// Archived wordings only.
    Lydelser,
}

/// Takes artifacts into the corpus.
pub(super) struct Intake<'a> {
    pub(super) writer: Writer,
    options: &'a ImportOptions,
    base: Option<Base>,
}

enum Parsed {
    Artifact(Incoming),
    Nothing,
    Unreadable(String),
}

impl<'a> Intake<'a> {
    pub(super) fn new(writer: Writer, options: &'a ImportOptions) -> Result<Self, ImportError> {
        let recorded = writer.base()?;
        let base = match (&options.base, recorded) {
            (Some(wanted), Some(recorded)) if *wanted != recorded => {
                return Err(ImportError::OtherBase { recorded, wanted: wanted.clone() });
            }
            (Some(wanted), _) => {
                writer.set_base(wanted)?;
                Some(wanted.clone())
            }
            (None, recorded) => recorded,
        };
        Ok(Self { writer, options, base })
    }

    /// Stores what can be stored of a batch and counts the rest in `report`.
    pub(super) fn take(
        &mut self,
        source: &str,
        file: &str,
        expect: Expect,
        batch: Vec<Raw>,
        report: &mut FileReport,
    ) -> Result<(), ImportError> {
        let parsed: Vec<(String, Parsed)> =
            batch.into_par_iter().map(|raw| (raw.place, parse(raw.bytes, expect))).collect();
        let mut items = Vec::with_capacity(parsed.len());
        for (place, parsed) in parsed {
            report.counts.read += 1;
            match parsed {
                Parsed::Artifact(item) if self.is_of_base(&item.uri)? => items.push(item),
                Parsed::Artifact(item) => {
                    report.counts.refused += 1;
                    report.problem(format!("{place}: refused {}, {}", item.uri, self.base_advice()));
                }
                Parsed::Nothing => report.counts.nothing += 1,
                Parsed::Unreadable(why) => {
                    report.counts.unreadable += 1;
                    let text = format!("{place}: {why}");
                    if self.options.strict {
                        return Err(ImportError::Strict { file: report.name.clone(), problem: text });
                    }
                    report.problem(text);
                }
            }
        }
        for outcome in self.writer.put(source, file, &items)? {
            match outcome {
                Outcome::Stored => report.counts.stored += 1,
                Outcome::Unchanged => report.counts.unchanged += 1,
            }
        }
        Ok(())
    }

    /// Whether a uri is of the corpus's base. The first artifact of a corpus decides the base when nobody has.
    fn is_of_base(&mut self, uri: &str) -> Result<bool, ImportError> {
        if self.base.is_none()
            && let Some(detected) = Base::detect(uri)
        {
            self.writer.set_base(&detected)?;
            self.base = Some(detected);
        }
        Ok(self.base.as_ref().is_some_and(|base| base.strip(uri).is_some()))
    }

    fn base_advice(&self) -> String {
        match &self.base {
            Some(base) => format!(
                "whose base is not that of this corpus, {base}; import it into a --data folder of its own"
            ),
            None => "from which no base address can be told; name it with --base".to_owned(),
        }
    }
}

fn parse(bytes: Option<Vec<u8>>, expect: Expect) -> Parsed {
    let Some(bytes) = bytes else {
        return Parsed::Unreadable(format!(
            "longer than {MAX_ARTIFACT_BYTES} bytes, which no artifact may be"
        ));
    };
    let (uri, role) = match Artifact::parse(&bytes) {
        Ok(artifact) => {
            let version = artifact.str(&["version"]).is_some();
            let parts = artifact
                .uri()
                .split_once("/konsolidering/")
                .filter(|_| version || expect == Expect::Lydelser);
            let role = match parts {
                Some((document, version)) => {
                    Role::Lydelse { document: document.to_owned(), version: version.to_owned() }
                }
                None if expect == Expect::Lydelser => {
                    return Parsed::Unreadable(format!(
                        "{} is not the uri of an archived wording",
                        artifact.uri()
                    ));
                }
                None => Role::Document,
            };
            (artifact.uri().to_owned(), role)
        }
        Err(ArtifactError::Nothing) => return Parsed::Nothing,
        Err(error) => return Parsed::Unreadable(error.to_string()),
    };
    if uri.contains('#') {
        return Parsed::Unreadable(format!("{uri} has a fragment; a document has none"));
    }
    Parsed::Artifact(Incoming { uri, role, bytes })
}

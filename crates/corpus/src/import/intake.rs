//! Takes batches of artifacts into the store: parses them in parallel, checks them, and stores them in order.

use lagrum_artifact::{Artifact, ArtifactError, Base, MAX_ARTIFACT_BYTES};
use rayon::prelude::*;

use super::error::ImportError;
use super::options::ImportOptions;
use super::report::FileReport;
use crate::SourceCounts;
use crate::store::{ArtifactRole, CorpusWriter, IncomingArtifact, Origin, PutOutcome};

/// The bytes of an artifact, and where they come from (`line 17`, a file name).
pub(super) struct RawArtifact {
    pub(super) origin: String,
    /// None when there are more than an artifact may have.
    pub(super) bytes: Option<Vec<u8>>,
}

/// What the artifacts of a batch are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BatchKind {
    /// Documents, and lydelser whose artifacts state that they are.
    Documents,
    /// Archived lydelser only.
    Lydelser,
}

/// The dump or folder that a batch comes from.
pub(super) struct Dump<'a> {
    pub(super) source: &'a str,
    /// The name of the dump file without its ending: the source, or the name of a supplement.
    pub(super) file: &'a str,
    pub(super) kind: BatchKind,
}

/// Parses, checks and stores artifacts.
pub(super) struct ArtifactIntake<'a> {
    pub(super) writer: CorpusWriter,
    options: &'a ImportOptions,
    base: Option<Base>,
    /// The source whose documents come from its publisher now, if any.
    pub(super) parsing: Option<String>,
    /// Documents that had a text before this import and have none now.
    emptied: SourceCounts,
}

enum ParsedArtifact {
    Valid(IncomingArtifact),
    Empty,
    Unreadable(String),
}

impl<'a> ArtifactIntake<'a> {
    pub(super) fn new(mut writer: CorpusWriter, options: &'a ImportOptions) -> Result<Self, ImportError> {
        writer.meaning = options.meaning;
        writer.prune_change_log(options.allow_removals)?;
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
        Ok(Self { writer, options, base, parsing: None, emptied: SourceCounts::default() })
    }

    /// Stores the valid artifacts of a batch, and counts all of them in `report`.
    pub(super) fn store_batch(
        &mut self,
        dump: &Dump<'_>,
        batch: Vec<RawArtifact>,
        report: &mut FileReport,
    ) -> Result<(), ImportError> {
        if self.parsing.as_deref() != Some(dump.source)
            && self.writer.origin(dump.source)? == Origin::Publisher
        {
            return Err(ImportError::FromPublisher(dump.source.to_owned()));
        }
        let parsed: Vec<(String, ParsedArtifact)> =
            batch.into_par_iter().map(|raw| (raw.origin, parse(raw.bytes, dump.kind))).collect();
        let mut items = Vec::with_capacity(parsed.len());
        for (origin, parsed) in parsed {
            report.counts.read += 1;
            match parsed {
                ParsedArtifact::Valid(item) if self.is_of_base(&item.uri)? && !self.leads_away(&item.uri) => {
                    items.push(item);
                }
                ParsedArtifact::Valid(item) if self.leads_away(&item.uri) => {
                    report.counts.unreadable += 1;
                    report.add_problem(format!("{origin}: the path of {} would name another host", item.uri));
                }
                ParsedArtifact::Valid(item) => {
                    report.counts.rejected += 1;
                    report.add_problem(format!("{origin}: rejected {}, {}", item.uri, self.base_advice()));
                }
                ParsedArtifact::Empty => report.counts.empty += 1,
                ParsedArtifact::Unreadable(why) => {
                    report.counts.unreadable += 1;
                    let text = format!("{origin}: {why}");
                    if self.options.strict {
                        return Err(ImportError::Strict { file: report.name.clone(), problem: text });
                    }
                    report.add_problem(text);
                }
            }
        }
        let emptied = self.emptied_by(dump.source, &items)?;
        for outcome in self.writer.put(dump.source, dump.file, &items)? {
            match outcome {
                PutOutcome::Stored => report.counts.stored += 1,
                PutOutcome::Unchanged => report.counts.unchanged += 1,
            }
        }
        if self.options.allow_removals {
            self.writer.record_allowed(&emptied)?;
        }
        Ok(())
    }

    /// The documents of a batch that lose their text. Fails where too many have in this import, before the batch is stored.
    fn emptied_by(&mut self, source: &str, items: &[IncomingArtifact]) -> Result<SourceCounts, ImportError> {
        let mut emptied = SourceCounts::default();
        for item in items.iter().filter(|item| !item.has_text && item.role == ArtifactRole::Document) {
            if self.writer.has_text(&item.uri)? {
                *emptied.documents.entry(source.to_owned()).or_default() += 1;
            }
        }
        if !emptied.is_empty() {
            self.emptied.add(&emptied);
            self.check_removal(&self.emptied)?;
        }
        Ok(emptied)
    }

    /// Fails where these removals are more than may go, unless the operator allows it.
    pub(super) fn check_removal(&self, going: &SourceCounts) -> Result<(), ImportError> {
        if self.options.allow_removals {
            return Ok(());
        }
        self.writer.check_removal(&self.options.published, going)?.map_err(ImportError::Removals)
    }

    /// Whether a uri begins with the base of the corpus. Without a base, the first artifact decides it.
    fn is_of_base(&mut self, uri: &str) -> Result<bool, ImportError> {
        if self.base.is_none()
            && let Some(detected) = Base::detect(uri)
        {
            self.writer.set_base(&detected)?;
            self.base = Some(detected);
        }
        Ok(self.base.as_ref().is_some_and(|base| base.strip(uri).is_some()))
    }

    /// Whether the page path of a uri would name another host in a browser: its local id begins with a slash or a backslash,
    /// perhaps after characters that browsers leave out.
    fn leads_away(&self, uri: &str) -> bool {
        let local_id = self.base.as_ref().and_then(|base| base.strip(uri)).unwrap_or_default();
        local_id.trim_start_matches(|c: char| c <= ' ').starts_with(['/', '\\'])
    }

    /// The base of the corpus.
    pub(super) fn base(&self) -> Option<&Base> {
        self.base.as_ref()
    }

    fn base_advice(&self) -> String {
        match &self.base {
            Some(base) => format!(
                "whose base is not that of this corpus, {base}; import it into a --data folder of its own"
            ),
            None => "from which no base address can be detected; name it with --base".to_owned(),
        }
    }
}

fn parse(bytes: Option<Vec<u8>>, kind: BatchKind) -> ParsedArtifact {
    let Some(bytes) = bytes else {
        return ParsedArtifact::Unreadable(format!(
            "longer than {MAX_ARTIFACT_BYTES} bytes, the maximum of an artifact"
        ));
    };
    let (uri, role, has_text) = match Artifact::parse(&bytes) {
        Ok(artifact) => {
            let version = artifact.str(&["version"]).is_some();
            let parts = artifact
                .uri()
                .split_once("/konsolidering/")
                .filter(|_| version || kind == BatchKind::Lydelser);
            let role = match parts {
                Some((document, version)) => {
                    ArtifactRole::Lydelse { document: document.to_owned(), version: version.to_owned() }
                }
                None if kind == BatchKind::Lydelser => {
                    return ParsedArtifact::Unreadable(format!(
                        "{} is not the uri of an archived lydelse",
                        artifact.uri()
                    ));
                }
                None => ArtifactRole::Document,
            };
            (artifact.uri().to_owned(), role, artifact.has_text())
        }
        Err(ArtifactError::Nothing) => return ParsedArtifact::Empty,
        Err(error) => return ParsedArtifact::Unreadable(error.to_string()),
    };
    if uri.contains('#') {
        return ParsedArtifact::Unreadable(format!("{uri} has a fragment; the uri of a document has none"));
    }
    ParsedArtifact::Valid(IncomingArtifact { uri, role, bytes, has_text })
}

//! Keeps the derivations of earlier builds, so that a build derives only what is new.
//!
//! A snapshot has a folder of segments ([`segment`]). A build links the segments of the snapshot before into its own
//! folder and adds one with what it derived itself, so nothing is copied, and derivations are deleted with the last
//! snapshot that has them. A draft that is not published leaves nothing.
//!
//! A record is used if the number and the digest of the stored artifact, its uri and its source are those of the
//! document, and the segment was written by the same deriving code (a digest of its sources, made when the program is
//! compiled) and under the same base. Otherwise the artifact is read again, also when a file is damaged or missing. So
//! the folder may be deleted at any time.
//!
//! A segment with too many unused records is not linked, and its used records are written to the new segment. The
//! smallest segments are rewritten too when there are too many.
//!
//! During a build the segments also hold the facts of documents until these are written to the snapshot.

mod reader;
mod record;
mod segment;

use std::io;
use std::path::{Path, PathBuf};

use lagrum_artifact::Base;
use lagrum_snapshot::Draft;

pub(crate) use self::reader::{DerivationReader, KeptDerivation, LoadedRecords};
pub(crate) use self::record::RecordKey;
pub(crate) use self::segment::NewRecord;
use self::segment::SegmentWriter;
use crate::deriving_code::DERIVING_CODE;
use crate::error::BuildError;
use crate::input::BuildInput;

/// The derivations of the snapshot before, and those of the one being built.
pub(crate) struct KeptDerivations {
    pub(crate) before: DerivationReader,
    pub(crate) new: NewSegment,
    base: Base,
}

/// The segment with what a build derives itself.
pub(crate) struct NewSegment(SegmentWriter);

impl KeptDerivations {
    /// Opens the segments of the snapshot before, and begins one in the draft of a new snapshot.
    pub(crate) fn open(input: &BuildInput<'_>, draft: &Draft) -> Result<Self, BuildError> {
        let previous = input.previous.map(|previous| DerivationReader::open(&previous.derived, input.base));
        let mut before = previous.unwrap_or_default();
        before.choose_linked(input.state);
        let folder = draft.derived();
        let path = folder.join(format!("{}.segment", draft.id()));
        let writer = std::fs::create_dir_all(folder)
            .and_then(|()| SegmentWriter::create(&path, DERIVING_CODE, &input.base.to_string()))
            .map_err(|source| BuildError::Derivations { path, source })?;
        Ok(Self { before, new: NewSegment(writer), base: input.base.clone() })
    }

    /// Completes the new segment and links the others beside it. Returns all of them.
    pub(crate) fn finish(self) -> Result<DerivationReader, BuildError> {
        let NewSegment(writer) = self.new;
        let path = writer.path().to_owned();
        let failed = |path: PathBuf| move |source| BuildError::Derivations { path, source };
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        writer.finish().map_err(failed(path))?;
        for segment in self.before.linked() {
            let Some(name) = segment.path.file_name() else { continue };
            link_or_copy(&segment.path, &folder.join(name)).map_err(failed(folder.join(name)))?;
        }
        Ok(DerivationReader::open(&folder, &self.base))
    }
}

impl NewSegment {
    /// Writes records.
    pub(crate) fn keep(&mut self, records: Vec<NewRecord>) -> Result<(), BuildError> {
        let result = self.0.append(records);
        result.map_err(|source| BuildError::Derivations { path: self.0.path().to_owned(), source })
    }
}

/// Links a file, or copies it on a file system without hard links.
fn link_or_copy(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::hard_link(from, to).or_else(|_| {
        std::fs::copy(from, to)?;
        std::fs::File::open(to)?.sync_all()
    })
}

//! Stored artifacts, parsed for an answer.
//!
//! A parsed artifact takes some seven times its bytes in memory, and a hostile one a hundred times. So an artifact is
//! measured before it is parsed, and the trees of all answers together have a budget. An answer that finds the budget
//! used up waits a little and then fails as [`AnswerError::Overloaded`]. Fields that an answer does not need are skipped
//! while reading and take no memory.

use std::ops::Deref;
use std::time::Duration;

use lagrum_artifact::{Anchor, AnchorGrammar, Artifact, MAX_TREE_BYTES, MeasuredArtifact, StoredId};
use lagrum_cancel::whole;
use lagrum_render::diff::provision_words;
use lagrum_render::excerpt::Adjoining;
use lagrum_snapshot::Snapshot;

use crate::AnswerError;
use crate::error::Fault;
use crate::lookup::query_catalog;
use crate::memory_budget::{Allocation, MemoryBudget};

/// Bytes that the trees of all answers may take together: those of the two largest artifacts there may be, which one
/// comparison needs, or of some fifteen of the largest real ones.
const TREE_BUDGET: usize = 2 * MAX_TREE_BYTES;

/// How long an answer waits for others to release their trees.
const TREE_TIMEOUT: Duration = Duration::from_secs(1);

static TREES: MemoryBudget = MemoryBudget::new(TREE_BUDGET);

/// A parsed artifact. It counts against the budget until it is dropped.
pub(crate) struct ParsedArtifact {
    artifact: Artifact,
    _allocation: Allocation<'static>,
}

impl ParsedArtifact {
    /// Another artifact of the same size that is made of this one.
    pub(crate) fn map(self, change: impl FnOnce(Artifact) -> Artifact) -> Self {
        Self { artifact: change(self.artifact), ..self }
    }

    /// The artifact without the parts that do not apply on a day (`YYYY-MM-DD`); unchanged without a day.
    pub(crate) fn on_day(self, day: Option<&str>) -> Self {
        match day {
            Some(day) => Self { artifact: self.artifact.on_day(day), ..self },
            None => self,
        }
    }

    /// The artifact for a reader: the text of the day of the question, else the whole text as it is read on a day
    /// ([`reader_day`](crate::reader_day::reader_day)).
    pub(crate) fn for_reader(self, asked: Option<&str>, reader_day: Option<&str>) -> Self {
        match (asked, reader_day) {
            (None, Some(day)) => Self { artifact: self.artifact.read_on(day), ..self },
            (asked, _) => self.on_day(asked),
        }
    }
}

impl Deref for ParsedArtifact {
    type Target = Artifact;
    fn deref(&self) -> &Artifact {
        &self.artifact
    }
}

/// Parses a stored artifact. `uri` names it in a failure: the build has checked that every artifact can be read.
pub(crate) fn load_artifact(
    snapshot: &Snapshot,
    stored: StoredId,
    uri: &str,
) -> Result<ParsedArtifact, AnswerError> {
    parse_artifact(&load_bytes(snapshot, stored, uri)?, None, uri)
}

/// Parses some fields of a stored artifact, and its `uri`.
pub(crate) fn load_fields(
    snapshot: &Snapshot,
    stored: StoredId,
    uri: &str,
    fields: &[&str],
) -> Result<ParsedArtifact, AnswerError> {
    let fields: Vec<&str> = fields.iter().copied().chain(["uri"]).collect();
    parse_artifact(&load_bytes(snapshot, stored, uri)?, Some(&fields), uri)
}

/// The excerpt of a stored artifact that answers for a provision on any day, and what the excerpt lacks of the text
/// around it. None where only the whole artifact answers. `root` names the artifact in a failure.
pub(crate) fn load_excerpt(
    snapshot: &Snapshot,
    stored: StoredId,
    root: &str,
    anchor: &Anchor,
) -> Result<Option<(ParsedArtifact, Adjoining)>, AnswerError> {
    let excerpt = query_catalog(snapshot, |catalog| catalog.excerpt(stored, anchor))?;
    // On another day another node may have the anchor, or other headings may apply.
    let Some(excerpt) = excerpt.filter(|excerpt| !excerpt.changes) else { return Ok(None) };
    let adjoining =
        serde_json::from_slice(&excerpt.adjoining).map_err(|error| AnswerError::internal(&error))?;
    Ok(Some((parse_artifact(&excerpt.artifact, None, root)?, adjoining)))
}

/// The excerpt of a stored artifact that has the words of a provision on a day; what is around the provision may be another on that
/// day. None where only the whole artifact answers. `root` names the artifact in a failure.
///
/// A dated text puts another node in the place of a provision on another day, which may stand in another excerpt. So an excerpt with
/// dated nodes answers where its words on the day are those that the build found in the whole text of the day.
pub(crate) fn load_excerpt_of_words(
    snapshot: &Snapshot,
    stored: StoredId,
    root: &str,
    anchor: &Anchor,
    grammar: AnchorGrammar,
    day: Option<&str>,
) -> Result<Option<ParsedArtifact>, AnswerError> {
    let found = query_catalog(snapshot, |catalog| {
        let Some(excerpt) = catalog.excerpt(stored, anchor)? else { return Ok(None) };
        let texts =
            if excerpt.changes { catalog.provision_texts(stored, anchor.as_str())? } else { Vec::new() };
        Ok(Some((excerpt, texts)))
    })?;
    let Some((excerpt, texts)) = found else { return Ok(None) };
    let artifact = parse_artifact(&excerpt.artifact, None, root)?;
    if !excerpt.changes || artifact.node_dates().is_empty() {
        return Ok(Some(artifact));
    }
    let Some(day) = day else { return Ok(None) };
    let of_day = texts.iter().rev().find(|text| text.begins.as_str() <= day);
    let Some(digest) = of_day.and_then(|text| text.digest) else { return Ok(None) };
    let artifact = artifact.on_day(Some(day));
    let own = whole(provision_words(&artifact, grammar))?.remove(anchor.as_str());
    Ok(Some(artifact).filter(|_| own.is_some_and(|own| own.digest == digest)))
}

/// The bytes of a stored artifact.
pub(crate) fn load_bytes(snapshot: &Snapshot, stored: StoredId, uri: &str) -> Result<Vec<u8>, AnswerError> {
    let bytes = snapshot.artifact(stored).map_err(|error| AnswerError::internal(&error))?;
    bytes.ok_or_else(|| unreadable(uri))
}

/// The bytes of a stored artifact, with a text before and one after them.
pub(crate) fn load_between(
    snapshot: &Snapshot,
    stored: StoredId,
    uri: &str,
    before: &[u8],
    after: &[u8],
) -> Result<Vec<u8>, AnswerError> {
    let bytes =
        snapshot.artifact_between(stored, before, after).map_err(|error| AnswerError::internal(&error))?;
    bytes.ok_or_else(|| unreadable(uri))
}

/// Parses stored bytes: the whole, or only some fields.
pub(crate) fn parse_artifact(
    bytes: &[u8],
    fields: Option<&[&str]>,
    uri: &str,
) -> Result<ParsedArtifact, AnswerError> {
    lagrum_cancel::check()?;
    let measured = MeasuredArtifact::of(bytes, fields).map_err(|_| unreadable(uri))?;
    let allocation = TREES.allocate(measured.tree_bytes(), TREE_TIMEOUT).ok_or(AnswerError::Overloaded)?;
    let artifact = measured.parse().map_err(|_| unreadable(uri))?;
    lagrum_cancel::check()?;
    Ok(ParsedArtifact { artifact, _allocation: allocation })
}

/// The failure of an artifact that cannot be read.
pub(crate) fn unreadable(uri: &str) -> AnswerError {
    AnswerError::Internal(Fault::broken_invariant(format!("the artifact of {uri} cannot be read")))
}

//! Stops a build whose snapshot would have much less than what is published ([`lagrum_corpus::check_removals`]): the last limit behind
//! those of imports and of parsing, and the only one for a corpus that was replaced.

use std::collections::BTreeMap;

use lagrum_corpus::{AllowedRemoval, Corpus, CorpusState, PublishedCounts, SourceCounts, check_removals};
use lagrum_snapshot::{Snapshots, kept_counts};
use lagrum_sources::current_name;

use crate::error::BuildError;

/// What a build is compared with.
pub(crate) struct RemovalLimit {
    published: Vec<PublishedCounts>,
    on_purpose: Vec<AllowedRemoval>,
    may_exceed: bool,
}

impl RemovalLimit {
    pub(crate) fn new(corpus: &Corpus, snapshots: &Snapshots, may_exceed: bool) -> Result<Self, BuildError> {
        let mut published = snapshots.published_counts()?;
        let mut on_purpose = corpus.reader()?.allowed_removals()?;
        let of_snapshots = published.iter_mut().map(|snapshot| &mut snapshot.counts);
        for counts in of_snapshots.chain(on_purpose.iter_mut().map(|removal| &mut removal.counts)) {
            by_current_names(counts);
        }
        Ok(Self { published, on_purpose, may_exceed })
    }

    /// Fails where these counts are too low, unless that is allowed.
    pub(crate) fn check(&self, counts: &SourceCounts) -> Result<(), BuildError> {
        if self.may_exceed {
            return Ok(());
        }
        check_removals(&self.published, counts, &self.on_purpose, None).map_err(BuildError::Removals)
    }

    /// Fails at the beginning of a build where even the number of all documents is too low.
    pub(crate) fn check_state(&self, state: &CorpusState) -> Result<(), BuildError> {
        let mut documents: BTreeMap<String, u64> = BTreeMap::new();
        for entry in &state.documents {
            match documents.get_mut(&entry.source) {
                Some(count) => *count += 1,
                None => {
                    documents.insert(entry.source, 1);
                }
            }
        }
        self.check(&SourceCounts { documents, lydelser: lydelser(state) })
    }

    /// What the snapshot keeps of those before it. Where it has much less than they, which was allowed, nothing.
    pub(crate) fn past(self, counts: &SourceCounts, now: i64) -> Vec<PublishedCounts> {
        match check_removals(&self.published, counts, &self.on_purpose, None) {
            Ok(()) => kept_counts(self.published, now),
            Err(_) => Vec::new(),
        }
    }
}

/// Gives counts the current names of sources. They may have been counted under an earlier name.
fn by_current_names(counts: &mut SourceCounts) {
    for of in [&mut counts.documents, &mut counts.lydelser] {
        for (source, count) in std::mem::take(of) {
            *of.entry(current_name(&source).to_owned()).or_default() += count;
        }
    }
}

/// The number of archived lydelser of each source.
pub(crate) fn lydelser(state: &CorpusState) -> BTreeMap<String, u64> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for entry in &state.lydelser {
        match counts.get_mut(&entry.source) {
            Some(count) => *count += 1,
            None => {
                counts.insert(entry.source.clone(), 1);
            }
        }
    }
    counts
}

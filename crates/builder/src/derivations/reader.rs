//! Reads kept derivations, a batch of documents at a time.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use lagrum_artifact::Base;
use lagrum_corpus::{CorpusState, StoredId};
use rayon::prelude::*;

use super::record::{RecordHead, RecordKey};
use super::segment::{RecordPlace, SegmentReader};
use crate::acts::LydelseFacts;
use crate::derive::{Contribution, Derivation, DocumentFacts};
use crate::deriving_code::DERIVING_CODE;

/// The maximum number of linked segments. Every look-up of a document may search all of them.
const MAX_SEGMENTS: usize = 7;

/// The segments of a folder.
#[derive(Default)]
pub(crate) struct DerivationReader {
    /// Newest first, so that a derivation that was made again is found before the old one.
    segments: Vec<SegmentReader>,
    /// Whether each segment becomes part of the snapshot being built.
    linked: Vec<bool>,
    /// The unpacked blocks of the last batch. The next batch often begins in them.
    blocks: HashMap<(usize, u32), Vec<u8>>,
}

/// The records of a batch of documents, unpacked.
pub(crate) struct LoadedRecords<'a>(&'a DerivationReader);

/// A derivation, and its record if that must be written to the new segment.
pub(crate) struct KeptDerivation {
    pub(crate) derivation: Derivation,
    pub(crate) rewritten: Option<Vec<u8>>,
}

impl DerivationReader {
    /// Opens the usable segments of a folder. Their names begin with the time of their builds.
    pub(super) fn open(folder: &Path, base: &Base) -> Self {
        let Ok(entries) = std::fs::read_dir(folder) else { return Self::default() };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        let base = base.to_string();
        let segments: Vec<_> =
            paths.iter().rev().filter_map(|path| SegmentReader::open(path, DERIVING_CODE, &base)).collect();
        Self { linked: vec![false; segments.len()], segments, blocks: HashMap::new() }
    }

    /// Chooses which segments are linked: those with three quarters of their records in use, and the largest if there
    /// are too many.
    pub(super) fn choose_linked(&mut self, state: &CorpusState) {
        let segments = &self.segments;
        let mut used = vec![0; segments.len()];
        let documents = state.documents.all_stored();
        for stored in documents.chain(state.lydelser.iter().map(|entry| entry.stored)) {
            if let Some((segment, _)) = self.place(stored) {
                used[segment] += 1;
            }
        }
        let mut by_size: Vec<usize> =
            (0..segments.len()).filter(|at| used[*at] * 4 >= segments[*at].records() * 3).collect();
        by_size.sort_by_key(|at| std::cmp::Reverse(used[*at]));
        for at in by_size.into_iter().take(MAX_SEGMENTS) {
            self.linked[at] = true;
        }
    }

    pub(super) fn linked(&self) -> impl Iterator<Item = &SegmentReader> {
        self.segments.iter().zip(&self.linked).filter(|(_, linked)| **linked).map(|(segment, _)| segment)
    }

    /// Unpacks the records of a batch of stored artifacts.
    pub(crate) fn load(&mut self, batch: impl Iterator<Item = StoredId>) -> LoadedRecords<'_> {
        let wanted: HashSet<(usize, u32)> = batch
            .filter_map(|stored| self.place(stored))
            .map(|(segment, place)| (segment, place.block))
            .collect();
        self.blocks.retain(|block, _| wanted.contains(block));
        let missing: Vec<_> = wanted.into_iter().filter(|block| !self.blocks.contains_key(block)).collect();
        let unpacked: Vec<_> = missing
            .into_par_iter()
            .filter_map(|(segment, block)| Some(((segment, block), self.segments[segment].block(block)?)))
            .collect();
        self.blocks.extend(unpacked);
        LoadedRecords(self)
    }

    fn place(&self, stored: StoredId) -> Option<(usize, RecordPlace)> {
        let found = |(at, segment): (usize, &SegmentReader)| Some((at, segment.find(stored)?));
        self.segments.iter().enumerate().find_map(found)
    }
}

impl LoadedRecords<'_> {
    /// The derivation of a document; None when it must be derived.
    pub(crate) fn derivation(&self, key: RecordKey<'_>) -> Option<KeptDerivation> {
        let (segment, record) = self.record(key)?;
        let (facts, rest) = facts(derived(record, key)?)?;
        let contribution: Contribution = postcard::from_bytes(rest).ok()?;
        let is_sound = contribution.links.is_sound(&facts.surfaces) && contribution.contexts.is_sound();
        is_sound.then(|| KeptDerivation {
            derivation: Derivation { facts, contribution },
            rewritten: self.rewritten(segment, record),
        })
    }

    /// The facts of a document.
    pub(crate) fn facts(&self, key: RecordKey<'_>) -> Option<DocumentFacts> {
        let (_, record) = self.record(key)?;
        Some(facts(derived(record, key)?)?.0)
    }

    /// The derivation of an archived lydelse, and its record if that must be written to the new segment.
    pub(crate) fn lydelse(&self, key: RecordKey<'_>) -> Option<(LydelseFacts, Option<Vec<u8>>)> {
        let (segment, record) = self.record(key)?;
        let facts = postcard::from_bytes(derived(record, key)?).ok()?;
        Some((facts, self.rewritten(segment, record)))
    }

    fn rewritten(&self, segment: usize, record: &[u8]) -> Option<Vec<u8>> {
        (!self.0.linked[segment]).then(|| record.to_vec())
    }

    /// The record under a stored id, and the segment that it is in.
    fn record(&self, key: RecordKey<'_>) -> Option<(usize, &[u8])> {
        let (segment, place) = self.0.place(key.stored)?;
        let block = self.0.blocks.get(&(segment, place.block))?;
        let end = place.start as usize + place.length as usize;
        Some((segment, block.get(place.start as usize..end)?))
    }
}

/// The facts of a document, and the bytes after them; None where its title has changed since.
fn facts(derived: &[u8]) -> Option<(DocumentFacts, &[u8])> {
    let (facts, rest): (DocumentFacts, _) = postcard::take_from_bytes(derived).ok()?;
    facts.is_titled().then_some((facts, rest))
}

/// The bytes of a record after its head. None when it is the record of another artifact.
fn derived<'a>(record: &'a [u8], key: RecordKey<'_>) -> Option<&'a [u8]> {
    let (head, derived): (RecordHead<'_>, _) = postcard::take_from_bytes(record).ok()?;
    let same = head.digest == key.digest.0 && head.source == key.source && head.uri == key.uri;
    same.then_some(derived)
}

//! The vector tables of a snapshot.
//!
//! A table is made of kept vectors ([`KeptVectors`]): passages are identified by the digests of their texts, so a build
//! opens artifacts only for passages that have no vector yet. These get a vector in a way that depends on the encoder:
//!
//! * A word table takes microseconds for a text. Its vectors are made before the snapshot is published.
//! * A model takes milliseconds, hours for a large corpus. A build publishes with the vectors that are kept; then it
//!   embeds what is missing, and publishes once more ([`embed`](mod@embed)). So a snapshot does not wait for a model.
//!
//! Only documents in force have vectors. If there are more passages than the limit, those of the most cited documents
//! are taken; they are also embedded first, so the passages that lack a vector are the least asked for.

pub(crate) mod embed;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use lagrum_catalog::DocumentNumber;
use lagrum_snapshot::{Draft, VectorCounts};
use lagrum_vectors::{
    EncoderKind, KeptVectors, KeptVectorsWriter, PassageDigest, TextEncoder, VectorTableWriter,
};

pub(crate) use self::embed::UnembeddedDocument;
use crate::error::BuildError;
use crate::input::BuildInput;
use crate::passages::PassageKey;
use crate::resolved::ResolvedCorpus;
use crate::spill::SpilledRows;

/// The maximum number of passages that get vectors, unless another limit is named. Vectors of 384 numbers then take 120
/// MB in memory.
pub const DEFAULT_MAX_VECTORS: usize = 300_000;

/// The encoders whose vectors a snapshot gets.
#[derive(Clone, Copy, Debug)]
pub struct VectorOptions<'a> {
    /// The encoders.
    pub encoders: &'a [&'a dyn TextEncoder],
    /// The maximum number of passages that get vectors.
    pub max_vectors: usize,
}

impl Default for VectorOptions<'_> {
    fn default() -> Self {
        Self { encoders: &[], max_vectors: DEFAULT_MAX_VECTORS }
    }
}

/// The folder of the kept vectors of a data folder.
pub(crate) fn kept_folder(data: &Path) -> PathBuf {
    data.join("vectors")
}

/// The passages of a document in force, and how many documents cite it.
pub(crate) type DocumentPassages = (DocumentNumber, u32, Vec<PassageKey>);

/// The passages that get vectors.
pub(crate) struct ChosenPassages<'a> {
    rows: &'a SpilledRows<DocumentPassages>,
    /// The documents of the chosen passages, the most cited first.
    documents: Vec<DocumentNumber>,
    count: u64,
}

impl<'a> ChosenPassages<'a> {
    /// Chooses at most `max_vectors` passages.
    pub(crate) fn new(
        rows: &'a SpilledRows<DocumentPassages>,
        max_vectors: usize,
    ) -> Result<Self, BuildError> {
        let mut documents: Vec<(Reverse<u32>, DocumentNumber, usize)> = Vec::new();
        for row in rows.read()? {
            let (number, inbound, passages) = row?;
            documents.push((Reverse(inbound), number, passages.len()));
        }
        documents.sort_unstable();
        let mut count = 0;
        let fits = |(_, _, passages): &(Reverse<u32>, DocumentNumber, usize)| {
            let fits = count + passages <= max_vectors;
            count += if fits { *passages } else { 0 };
            fits
        };
        let documents = documents.into_iter().filter(fits).map(|(_, number, _)| number).collect();
        Ok(Self { rows, documents, count: count as u64 })
    }

    /// The chosen documents with their passages, in the order of their numbers.
    fn read(
        &self,
    ) -> Result<impl Iterator<Item = Result<(DocumentNumber, Vec<PassageKey>), BuildError>>, BuildError> {
        let chosen: HashSet<DocumentNumber> = self.documents.iter().copied().collect();
        let rows = self.rows.read()?.filter_map(move |row| match row {
            Ok((number, _, passages)) => chosen.contains(&number).then_some(Ok((number, passages))),
            Err(error) => Some(Err(error.into())),
        });
        Ok(rows)
    }

    /// The digests of all passages, chosen or not, that have a kept vector.
    fn kept(&self, kept: &KeptVectors) -> Result<HashSet<PassageDigest>, BuildError> {
        let mut found = HashSet::new();
        for row in self.rows.read()? {
            let (_, _, passages) = row?;
            let digests = passages.into_iter().map(|passage| passage.digest);
            found.extend(digests.filter(|digest| kept.contains(digest)));
        }
        Ok(found)
    }
}

/// Writes the tables of all encoders into the draft of a snapshot. Returns the number of vectors of each table, and for
/// each encoder the documents that are still to be embedded, the most cited first.
pub(crate) fn write(
    input: &BuildInput<'_>,
    resolved: &ResolvedCorpus<'_>,
    passages: &ChosenPassages<'_>,
    encoders: &[&dyn TextEncoder],
    draft: &Draft,
) -> Result<(Vec<VectorCounts>, Vec<Vec<UnembeddedDocument>>), BuildError> {
    let (mut counts, mut all_missing) = (Vec::new(), Vec::new());
    if encoders.is_empty() {
        return Ok((counts, all_missing));
    }
    let kept_folder = kept_folder(input.data);
    compact(&kept_folder, encoders, passages)?;
    let folder = draft.vectors();
    fs::create_dir_all(&folder).map_err(|source| BuildError::Folder { path: folder, source })?;
    for encoder in encoders {
        let mut kept = KeptVectors::open(&kept_folder, encoder.id(), encoder.dimensions())?;
        let mut missing = unembedded(resolved, passages, &kept)?;
        if encoder.kind() == EncoderKind::WordTable && !missing.is_empty() {
            let task = embed::EmbedTask { pool: input.pool, base: input.base, folder: &kept_folder };
            task.embed(*encoder, &missing, input.progress)?;
            kept = KeptVectors::open(&kept_folder, encoder.id(), encoder.dimensions())?;
            missing = unembedded(resolved, passages, &kept)?;
        }
        let rows = write_table(&draft.vector_table(encoder.id()), *encoder, passages, &kept)?;
        let left = missing.iter().map(|document| document.passages).sum::<u64>();
        counts.push(VectorCounts {
            encoder: encoder.id().clone(),
            rows: rows as u64,
            passages: passages.count,
            missing: left,
        });
        all_missing.push(missing);
    }
    Ok((counts, all_missing))
}

fn write_table(
    path: &Path,
    encoder: &dyn TextEncoder,
    passages: &ChosenPassages<'_>,
    kept: &KeptVectors,
) -> Result<usize, BuildError> {
    let mut table = VectorTableWriter::create(path, encoder.id(), encoder.dimensions())?;
    for row in passages.read()? {
        let (number, passages) = row?;
        for passage in passages {
            if let Some(vector) = kept.get(&passage.digest)? {
                table.push(number, &passage.anchor, &vector)?;
            }
        }
    }
    Ok(table.finish()?)
}

/// The documents with passages that have no kept vector, the most cited first.
fn unembedded(
    resolved: &ResolvedCorpus<'_>,
    passages: &ChosenPassages<'_>,
    kept: &KeptVectors,
) -> Result<Vec<UnembeddedDocument>, BuildError> {
    let mut missing = HashMap::new();
    for row in passages.read()? {
        let (number, passages) = row?;
        let count = passages.iter().filter(|passage| !kept.contains(&passage.digest)).count() as u64;
        if count > 0 {
            missing.insert(number, count);
        }
    }
    let document = |number: &DocumentNumber| {
        let (passages, entry) = (*missing.get(number)?, resolved.entry(*number)?);
        Some(UnembeddedDocument { stored: entry.stored, source: entry.source.clone(), passages })
    };
    Ok(passages.documents.iter().filter_map(document).collect())
}

/// Removes kept vectors that no passage has any more, if they are most of the kept vectors. Vectors of passages that
/// were not chosen stay: a build with another limit needs them again.
fn compact(
    kept_folder: &Path,
    encoders: &[&dyn TextEncoder],
    passages: &ChosenPassages<'_>,
) -> Result<(), BuildError> {
    for encoder in encoders {
        let writer = KeptVectorsWriter::begin(kept_folder, encoder.id(), encoder.dimensions())?;
        // Another process is embedding: the next build removes them.
        let Some(mut writer) = writer else { continue };
        let wanted = passages.kept(writer.kept())?;
        writer.compact(|digest| wanted.contains(digest))?;
    }
    Ok(())
}

//! Excerpts of long documents, by which one provision is read without the whole artifact.
//!
//! For each stored artifact that has some, the catalog has a packed list of the anchors of each excerpt, and the
//! excerpts each by itself. The catalog stores excerpts as bytes and does not read them.

use lagrum_artifact::{Anchor, StoredId};
use rusqlite::OptionalExtension;

use crate::error::CatalogProblem;
use crate::parts::{chunk_id, unpack};
use crate::reader::CatalogReader;

const LEVEL: i32 = 6;

/// The separator between the anchors of an excerpt. Anchors have no control characters.
const ANCHOR_END: char = '\n';
/// The separator between the anchors of two excerpts.
const EXCERPT_END: char = '\0';

/// The excerpts of one document, packed for the catalog.
#[derive(Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct PackedExcerpts {
    is_dated: bool,
    #[serde(with = "crate::bytes")]
    anchors: Vec<u8>,
    #[serde(with = "crate::bytes::list")]
    bodies: Vec<Vec<u8>>,
}

/// An excerpt as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredExcerpt {
    /// Whether a node of the document states a day from which or until which it applies.
    pub is_dated: bool,
    /// What adjoins the excerpt in the document, in the form of its maker.
    pub adjoining: Vec<u8>,
    /// The excerpt as an artifact, in JSON.
    pub artifact: Vec<u8>,
}

impl PackedExcerpts {
    /// Packs the excerpts of a document, each as its anchors, what adjoins it and its artifact. Fails only when memory runs out.
    pub fn pack<'a>(
        is_dated: bool,
        excerpts: impl IntoIterator<Item = (&'a [Anchor], &'a [u8], &'a [u8])>,
    ) -> std::io::Result<Self> {
        let (mut anchors, mut bodies) = (String::new(), Vec::new());
        for (of_excerpt, adjoining, artifact) in excerpts {
            for anchor in of_excerpt {
                anchors.push_str(anchor.as_str());
                anchors.push(ANCHOR_END);
            }
            anchors.push(EXCERPT_END);
            let length = u32::try_from(adjoining.len()).unwrap_or(u32::MAX).to_le_bytes();
            bodies.push(zstd::bulk::compress(&[&length, adjoining, artifact].concat(), LEVEL)?);
        }
        let anchors =
            if bodies.is_empty() { Vec::new() } else { zstd::bulk::compress(anchors.as_bytes(), LEVEL)? };
        Ok(Self { is_dated, anchors, bodies })
    }

    /// Whether a node of the document states a day, and the anchors of the excerpts; None for a document without excerpts.
    pub(crate) fn list(&self) -> Option<(bool, &[u8])> {
        (!self.anchors.is_empty()).then_some((self.is_dated, &self.anchors))
    }

    /// The excerpts of a stored artifact with their row numbers.
    pub(crate) fn bodies(&self, stored: StoredId) -> impl Iterator<Item = (i64, &[u8])> {
        self.bodies
            .iter()
            .enumerate()
            .map(move |(number, bytes)| (chunk_id(stored, number), bytes.as_slice()))
    }
}

impl CatalogReader<'_> {
    /// The excerpt of a stored artifact that answers for the part with an anchor; None if none does.
    pub fn excerpt(
        &self,
        stored: StoredId,
        anchor: &Anchor,
    ) -> Result<Option<StoredExcerpt>, CatalogProblem> {
        let mut query =
            self.connection.prepare_cached("SELECT is_dated, anchors FROM excerpt_list WHERE stored = ?1")?;
        let list: Option<(bool, Vec<u8>)> =
            query.query_row([stored.0], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let Some((is_dated, packed)) = list else { return Ok(None) };
        let Some(number) = position(&unpack(&packed)?, anchor) else { return Ok(None) };
        let mut query = self.connection.prepare_cached("SELECT body FROM excerpt WHERE id = ?1")?;
        let packed: Vec<u8> = query.query_row([chunk_id(stored, number)], |row| row.get(0))?;
        let mut body = unpack(&packed)?;
        let cut_short = || CatalogProblem::Damaged(format!("an excerpt of artifact {stored} is cut short"));
        let (length, _) = body.split_first_chunk::<4>().ok_or_else(cut_short)?;
        let from = usize::try_from(u32::from_le_bytes(*length)).ok().and_then(|length| length.checked_add(4));
        let from = from.filter(|from| *from <= body.len()).ok_or_else(cut_short)?;
        let artifact = body.split_off(from);
        Ok(Some(StoredExcerpt { is_dated, adjoining: body.split_off(4), artifact }))
    }
}

/// The number of the excerpt that has an anchor.
fn position(list: &[u8], anchor: &Anchor) -> Option<usize> {
    let mut excerpts = list.split(|byte| *byte == EXCERPT_END as u8);
    let wanted = anchor.as_str().as_bytes();
    excerpts
        .position(|anchors| anchors.split(|byte| *byte == ANCHOR_END as u8).any(|anchor| anchor == wanted))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Catalog, CatalogWriter};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn what_was_packed_is_found(sizes in prop::collection::vec(1..9_usize, 0..9), is_dated: bool) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("catalog.db");
            let mut writer = CatalogWriter::create(&path).unwrap();
            let anchor = |excerpt: usize, number: usize| Anchor::new(&format!("å{excerpt}.{number}")).unwrap();
            let anchors: Vec<Vec<Anchor>> = sizes
                .iter()
                .enumerate()
                .map(|(excerpt, size)| (0..*size).map(|number| anchor(excerpt, number)).collect())
                .collect();
            let bytes: Vec<(Vec<u8>, Vec<u8>)> = sizes
                .iter()
                .enumerate()
                .map(|(excerpt, size)| (vec![7; *size - 1], vec![excerpt as u8; *size * 100]))
                .collect();
            let excerpts = anchors.iter().zip(&bytes).map(|(anchors, (around, artifact))| {
                (anchors.as_slice(), around.as_slice(), artifact.as_slice())
            });
            writer.excerpts(StoredId(7), &PackedExcerpts::pack(is_dated, excerpts).unwrap()).unwrap();
            writer.finish().unwrap();
            let catalog = Catalog::open(&path).unwrap();
            let found = |stored: StoredId, anchor: &Anchor| catalog.with(|catalog| catalog.excerpt(stored, anchor)).unwrap();
            for (anchors, (adjoining, artifact)) in anchors.iter().zip(&bytes) {
                for anchor in anchors {
                    let expected =
                        StoredExcerpt { is_dated, adjoining: adjoining.clone(), artifact: artifact.clone() };
                    prop_assert_eq!(found(StoredId(7), anchor), Some(expected));
                    prop_assert_eq!(found(StoredId(8), anchor), None);
                }
            }
            prop_assert_eq!(found(StoredId(7), &anchor(0, 99)), None);
            prop_assert_eq!(found(StoredId(7), &Anchor::new("å").unwrap()), None);
        }
    }

    #[test]
    fn a_damaged_excerpt_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("catalog.db");
        let mut writer = CatalogWriter::create(&path).unwrap();
        let anchor = Anchor::new("P1").unwrap();
        let packed = PackedExcerpts::pack(false, [(&[anchor.clone()][..], &b"{}"[..], &b"{}"[..])]).unwrap();
        writer.excerpts(StoredId(7), &packed).unwrap();
        writer.finish().unwrap();
        let short = zstd::bulk::compress(&[9, 0, 0, 0, 1], LEVEL).unwrap();
        for body in [vec![0], zstd::bulk::compress(&[1], LEVEL).unwrap(), short] {
            let database = rusqlite::Connection::open(&path).unwrap();
            database.execute("UPDATE excerpt SET body = ?1", [body]).unwrap();
            let catalog = Catalog::open(&path).unwrap();
            assert!(catalog.with(|catalog| catalog.excerpt(StoredId(7), &anchor)).is_err());
        }
    }
}

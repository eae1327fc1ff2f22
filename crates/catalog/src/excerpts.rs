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
/// Stands before an anchor whose part may be another on another day.
const CHANGING: char = '\u{1}';
/// The separator between the anchors of two excerpts.
const EXCERPT_END: char = '\0';

/// The excerpts of one document, packed for the catalog.
#[derive(Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct PackedExcerpts {
    #[serde(with = "crate::bytes")]
    anchors: Vec<u8>,
    #[serde(with = "crate::bytes::list")]
    bodies: Vec<Vec<u8>>,
}

/// An excerpt as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredExcerpt {
    /// Whether the part that was asked for may be another on another day, or stand under other headings or beside other parts.
    pub changes: bool,
    /// What adjoins the excerpt in the document, in the form of its maker.
    pub adjoining: Vec<u8>,
    /// The excerpt as an artifact, in JSON.
    pub artifact: Vec<u8>,
}

impl PackedExcerpts {
    /// Packs the excerpts of a document, each as its anchors, what adjoins it and its artifact. `changes` says of an anchor whether its
    /// part may be another on another day. Fails only when memory runs out.
    pub fn pack<'a>(
        excerpts: impl IntoIterator<Item = (&'a [Anchor], &'a [u8], &'a [u8])>,
        changes: impl Fn(&Anchor) -> bool,
    ) -> std::io::Result<Self> {
        let (mut anchors, mut bodies) = (String::new(), Vec::new());
        for (of_excerpt, adjoining, artifact) in excerpts {
            for anchor in of_excerpt {
                if changes(anchor) {
                    anchors.push(CHANGING);
                }
                anchors.push_str(anchor.as_str());
                anchors.push(ANCHOR_END);
            }
            anchors.push(EXCERPT_END);
            let length = u32::try_from(adjoining.len()).unwrap_or(u32::MAX).to_le_bytes();
            bodies.push(zstd::bulk::compress(&[&length, adjoining, artifact].concat(), LEVEL)?);
        }
        let anchors =
            if bodies.is_empty() { Vec::new() } else { zstd::bulk::compress(anchors.as_bytes(), LEVEL)? };
        Ok(Self { anchors, bodies })
    }

    /// The anchors of the excerpts; None for a document without excerpts.
    pub(crate) fn list(&self) -> Option<&[u8]> {
        (!self.anchors.is_empty()).then_some(&self.anchors)
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
            self.connection.prepare_cached("SELECT anchors FROM excerpt_list WHERE stored = ?1")?;
        let list: Option<Vec<u8>> = query.query_row([stored.0], |row| row.get(0)).optional()?;
        let Some(packed) = list else { return Ok(None) };
        let Some((number, changes)) = position(&unpack(&packed)?, anchor) else { return Ok(None) };
        let mut query = self.connection.prepare_cached("SELECT body FROM excerpt WHERE id = ?1")?;
        let packed: Vec<u8> = query.query_row([chunk_id(stored, number)], |row| row.get(0))?;
        let mut body = unpack(&packed)?;
        let cut_short = || CatalogProblem::Damaged(format!("an excerpt of artifact {stored} is cut short"));
        let (length, _) = body.split_first_chunk::<4>().ok_or_else(cut_short)?;
        let from = usize::try_from(u32::from_le_bytes(*length)).ok().and_then(|length| length.checked_add(4));
        let from = from.filter(|from| *from <= body.len()).ok_or_else(cut_short)?;
        let artifact = body.split_off(from);
        Ok(Some(StoredExcerpt { changes, adjoining: body.split_off(4), artifact }))
    }
}

/// The number of the excerpt that has an anchor, and whether the part may be another on another day.
fn position(list: &[u8], anchor: &Anchor) -> Option<(usize, bool)> {
    let wanted = anchor.as_str().as_bytes();
    let found = |of_excerpt: &[u8]| {
        of_excerpt.split(|byte| *byte == ANCHOR_END as u8).find_map(|anchor| {
            let changing = anchor.strip_prefix(&[CHANGING as u8]);
            (changing.unwrap_or(anchor) == wanted).then_some(changing.is_some())
        })
    };
    let mut excerpts = list.split(|byte| *byte == EXCERPT_END as u8).enumerate();
    excerpts.find_map(|(number, of_excerpt)| Some((number, found(of_excerpt)?)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Catalog, CatalogWriter};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn what_was_packed_is_found(sizes in prop::collection::vec(1..9_usize, 0..9), last_changes: bool) {
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
            let changes = |anchor: &Anchor| last_changes && anchors.iter().any(|of| of.last() == Some(anchor));
            writer.excerpts(StoredId(7), &PackedExcerpts::pack(excerpts, changes).unwrap()).unwrap();
            writer.finish().unwrap();
            let catalog = Catalog::open(&path).unwrap();
            let found = |stored: StoredId, anchor: &Anchor| catalog.with(|catalog| catalog.excerpt(stored, anchor)).unwrap();
            for (anchors, (adjoining, artifact)) in anchors.iter().zip(&bytes) {
                for anchor in anchors {
                    let changes = changes(anchor);
                    let expected =
                        StoredExcerpt { changes, adjoining: adjoining.clone(), artifact: artifact.clone() };
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
        let excerpt = (&[anchor.clone()][..], &b"{}"[..], &b"{}"[..]);
        let packed = PackedExcerpts::pack([excerpt], |_| false).unwrap();
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

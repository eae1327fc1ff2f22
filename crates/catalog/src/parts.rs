//! The parts of a document that anchors name, and what a citation of each shows, found without reading its artifact.
//!
//! For each stored artifact the catalog has a packed list of all anchors, and their texts in chunks of [`CHUNK`] parts.
//! To find out whether a document has an anchor, only the list is read, a few kilobytes even for a long act. To show a
//! part, one chunk more is read.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;

use lagrum_artifact::{Anchor, AnchoredPart, StoredId};
use rusqlite::OptionalExtension;

use crate::error::CatalogProblem;
use crate::provisions::Provisions;
use crate::reader::CatalogReader;

/// The number of parts whose texts are compressed together. Fewer parts compress worse, more take longer to unpack.
const CHUNK: usize = 64;

/// The maximum number of chunks of a document. A row number consists of the artifact's number and the chunk's.
const CHUNKS: i64 = 1 << 20;

const LEVEL: i32 = 6;

/// The maximum length of an unpacked list or chunk, in bytes. A greater length means that it is damaged.
const UNPACKED_MAX: u64 = 1 << 28;

/// The parts of one document, packed for the catalog.
#[derive(Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct PackedParts {
    #[serde(with = "crate::bytes")]
    anchors: Vec<u8>,
    #[serde(with = "crate::bytes::list")]
    texts: Vec<Vec<u8>>,
}

/// The anchors of a document, in the order of [`lagrum_artifact::Presented::anchored_parts`].
#[derive(Clone, Debug, Default)]
pub struct AnchorList {
    stored: StoredId,
    anchors: Vec<(Anchor, u16)>,
    look_ups: Cell<u32>,
    by_anchor: OnceCell<HashMap<Anchor, usize>>,
    provisions: OnceCell<Provisions>,
}

/// The number of look-ups that search a list from its start. For further look-ups a table is made: a citation needs few
/// look-ups, a whole text thousands.
const WALKS: u32 = 8;

/// The texts of a part that are shown: form, heading and text as in [`AnchoredPart`].
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PartText {
    /// How a reader names it, where that does not follow from the anchor.
    #[serde(rename = "f", default, skip_serializing_if = "Option::is_none")]
    pub reader_form: Option<String>,
    /// The heading over it.
    #[serde(rename = "h", default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// The beginning of its text.
    #[serde(rename = "t", default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

impl PackedParts {
    /// Packs the parts of a document. Fails only when memory runs out.
    pub fn pack(parts: Vec<AnchoredPart>) -> std::io::Result<Self> {
        if parts.is_empty() {
            return Ok(Self::default());
        }
        let mut anchors = Vec::new();
        for part in &parts {
            let text = part.anchor.as_str();
            anchors.extend_from_slice(&part.depth.to_le_bytes());
            anchors.extend_from_slice(&u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes());
            anchors.extend_from_slice(text.as_bytes());
        }
        let shown: Vec<PartText> = parts
            .into_iter()
            .map(|AnchoredPart { reader_form, heading, text, .. }| PartText { reader_form, heading, text })
            .collect();
        let texts = shown.chunks(CHUNK).map(|chunk| zstd::bulk::compress(&serde_json::to_vec(chunk)?, LEVEL));
        Ok(Self { anchors: zstd::bulk::compress(&anchors, LEVEL)?, texts: texts.collect::<Result<_, _>>()? })
    }

    /// The parts with their anchors alone: no reader form, heading or text.
    #[must_use]
    pub fn without_texts(self) -> Self {
        Self { texts: Vec::new(), ..self }
    }

    pub(crate) fn anchors(&self) -> Option<&[u8]> {
        (!self.anchors.is_empty()).then_some(&self.anchors)
    }

    /// The chunks of a stored artifact with their row numbers.
    pub(crate) fn texts(&self, stored: StoredId) -> impl Iterator<Item = (i64, &[u8])> {
        self.texts.iter().enumerate().map(move |(chunk, bytes)| (chunk_id(stored, chunk), bytes.as_slice()))
    }
}

impl AnchorList {
    fn new(stored: StoredId, anchors: Vec<(Anchor, u16)>) -> Self {
        Self { stored, anchors, ..Self::default() }
    }

    /// The index of an anchor in the list.
    pub fn position(&self, anchor: &Anchor) -> Option<usize> {
        if self.look_ups.get() < WALKS {
            self.look_ups.set(self.look_ups.get() + 1);
            return self.anchors.iter().position(|(other, _)| other == anchor);
        }
        let by_anchor = self.by_anchor.get_or_init(|| {
            // Of equal anchors the first counts.
            let numbered = self.anchors.iter().enumerate().rev();
            numbered.map(|(index, (anchor, _))| (anchor.clone(), index)).collect()
        });
        by_anchor.get(anchor).copied()
    }

    /// The provisions of a Swedish act, by their numbers.
    pub fn provisions(&self) -> &Provisions {
        self.provisions.get_or_init(|| Provisions::of(self.iter()))
    }

    /// The anchors, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Anchor> {
        self.anchors.iter().map(|(anchor, _)| anchor)
    }

    /// Whether the node of one anchor is inside the node of another.
    pub fn encloses(&self, outer: &Anchor, inner: &Anchor) -> bool {
        let (Some(outer), Some(inner)) = (self.position(outer), self.position(inner)) else { return false };
        let depth = self.anchors[outer].1;
        outer < inner && self.anchors[outer + 1..=inner].iter().all(|(_, inside)| *inside > depth)
    }
}

impl CatalogReader<'_> {
    /// The anchors of a stored artifact; empty for one that has none.
    pub fn anchors_of(&self, stored: StoredId) -> Result<AnchorList, CatalogProblem> {
        let mut query = self.connection.prepare_cached("SELECT anchors FROM place_list WHERE stored = ?1")?;
        let packed: Option<Vec<u8>> = query.query_row([stored.0], |row| row.get(0)).optional()?;
        let Some(packed) = packed else { return Ok(AnchorList::new(stored, Vec::new())) };
        let bytes = unpack(&packed)?;
        let mut anchors = Vec::new();
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            let (anchor, after) = first_anchor(rest).ok_or_else(|| {
                CatalogProblem::Damaged(format!("the anchors of artifact {stored} are cut short"))
            })?;
            anchors.push(anchor);
            rest = after;
        }
        Ok(AnchorList::new(stored, anchors))
    }

    /// What is shown of the part with an anchor; None when the list has no such anchor.
    pub fn part_text(&self, list: &AnchorList, anchor: &Anchor) -> Result<Option<PartText>, CatalogProblem> {
        let Some(position) = list.position(anchor) else { return Ok(None) };
        let mut query = self.connection.prepare_cached("SELECT texts FROM place_text WHERE id = ?1")?;
        let packed: Vec<u8> = query.query_row([chunk_id(list.stored, position / CHUNK)], |row| row.get(0))?;
        let chunk: Vec<PartText> = serde_json::from_slice(&unpack(&packed)?)?;
        Ok(chunk.into_iter().nth(position % CHUNK))
    }
}

fn first_anchor(bytes: &[u8]) -> Option<((Anchor, u16), &[u8])> {
    let (depth, rest) = bytes.split_first_chunk::<2>()?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let anchor = Anchor::new(std::str::from_utf8(text).ok()?)?;
    Some(((anchor, u16::from_le_bytes(*depth)), rest))
}

pub(crate) fn chunk_id(stored: StoredId, chunk: usize) -> i64 {
    stored.0.saturating_mul(CHUNKS) + i64::try_from(chunk).unwrap_or(CHUNKS).min(CHUNKS - 1)
}

pub(crate) fn unpack(packed: &[u8]) -> Result<Vec<u8>, CatalogProblem> {
    let size = zstd::zstd_safe::get_frame_content_size(packed).ok().flatten();
    let size = size.filter(|size| *size <= UNPACKED_MAX).map(|size| size as usize);
    let bytes = size.map(|size| zstd::bulk::decompress(packed, size));
    match bytes {
        Some(Ok(bytes)) => Ok(bytes),
        _ => Err(CatalogProblem::Damaged(
            "a list of anchors, a chunk of texts or an excerpt cannot be unpacked".to_owned(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tempfile::TempDir;

    use super::*;
    use crate::{Catalog, CatalogWriter};

    fn catalog(parts: Vec<AnchoredPart>) -> (TempDir, Catalog) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("catalog.db");
        let mut writer = CatalogWriter::create(&path).unwrap();
        writer.parts(StoredId(7), &PackedParts::pack(parts).unwrap()).unwrap();
        writer.finish().unwrap();
        (folder, Catalog::open(&path).unwrap())
    }

    fn part(number: usize, depth: u16, text: &str) -> AnchoredPart {
        AnchoredPart {
            anchor: Anchor::new(&format!("å{number}")).unwrap(),
            depth,
            reader_form: number.is_multiple_of(3).then(|| format!("p. {number}")),
            heading: number.is_multiple_of(4).then(|| text.to_owned()),
            text: text.to_owned(),
        }
    }

    /// The definition by the tree: a part is inside the last part before it that is less deep, and so on outwards.
    fn stands_inside(depths: &[u16], outer: usize, inner: usize) -> bool {
        let around = |part: usize| (0..part).rev().find(|before| depths[*before] < depths[part]);
        std::iter::successors(around(inner), |part| around(*part)).any(|part| part == outer)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn what_was_packed_is_found(parts in prop::collection::vec((0..4_u16, "[a-å\"\\\\\n]{0,9}"), 0..200)) {
            let parts: Vec<AnchoredPart> =
                parts.iter().enumerate().map(|(number, (depth, text))| part(number, *depth, text)).collect();
            let (_folder, catalog) = catalog(parts.clone());
            let found = catalog.with(|catalog| {
                let list = catalog.anchors_of(StoredId(7))?;
                parts.iter().map(|part| catalog.part_text(&list, &part.anchor)).collect::<Result<Vec<_>, _>>()
            });
            for (part, shown) in parts.iter().zip(found.unwrap()) {
                let shown = shown.unwrap();
                prop_assert_eq!(&shown.reader_form, &part.reader_form);
                prop_assert_eq!(&shown.heading, &part.heading);
                prop_assert_eq!(&shown.text, &part.text);
            }
            let other = Anchor::new("b").unwrap();
            let absent = catalog.with(|catalog| {
                Ok((catalog.part_text(&catalog.anchors_of(StoredId(7))?, &other)?, catalog.anchors_of(StoredId(8))?.anchors.len()))
            });
            prop_assert_eq!(absent.unwrap(), (None, 0));
        }

        #[test]
        fn what_encloses_what(depths in prop::collection::vec(0..4_u16, 1..12)) {
            let parts = depths.iter().enumerate().map(|(number, depth)| (part(number, 0, "").anchor, *depth));
            let list = AnchorList::new(StoredId(7), parts.collect());
            for (outer, inner) in (0..depths.len()).flat_map(|a| (0..depths.len()).map(move |b| (a, b))) {
                let found = list.encloses(&list.anchors[outer].0, &list.anchors[inner].0);
                prop_assert_eq!(found, stands_inside(&depths, outer, inner), "{} {}", outer, inner);
            }
        }
    }

    #[test]
    fn a_damaged_list_is_an_error() {
        let (folder, catalog) = catalog(vec![part(0, 0, "text")]);
        let path = folder.path().join("catalog.db");
        let database = rusqlite::Connection::open(path).unwrap();
        database.execute("UPDATE place_list SET anchors = x'00'", []).unwrap();
        drop(catalog);
        let catalog = Catalog::open(&folder.path().join("catalog.db")).unwrap();
        assert!(catalog.with(|catalog| catalog.anchors_of(StoredId(7))).is_err());
    }
}

//! Margin notes: for each provision of a document, which documents cite it, counted by the build.
//!
//! The most cited code has 163,000 citing spots, so a page that shows a note beside each provision cannot count them.
//! The notes of a document are one packed value. Documents in the notes are numbers, whose names are looked up when an
//! answer is made.

use std::sync::Arc;

use rusqlite::{OptionalExtension, params};
use serde::{Deserialize, Serialize};

use crate::DocumentNumber;
use crate::error::CatalogProblem;
use crate::name_cache::CitingDocument;
use crate::reader::CatalogReader;
use crate::row_names::RowNames;

/// The margin notes of a document as they are stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedNotes {
    /// The names of flow groups that the notes refer to.
    pub groups: Vec<String>,
    /// In the order of anchors.
    pub notes: Vec<PackedNote>,
}

/// The margin note of a provision as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedNote {
    /// The provision.
    pub anchor: String,
    /// The documents that cite it or something inside it.
    pub documents: u32,
    /// How many of them belong to each flow group, by its index; groups without any are left out.
    pub by_group: Vec<(u8, u32)>,
    /// The numbers of the most cited decisions, the most cited first.
    pub leading: Vec<DocumentNumber>,
    /// The number of the newest decision, when it is not among the most cited.
    pub newest: Option<DocumentNumber>,
    /// The documents that have its number, or one inside it, and mean another provision; they are not among `documents`.
    pub earlier: u32,
}

/// The margin note of a provision.
#[derive(Clone, Debug)]
pub struct MarginNote {
    /// The provision.
    pub anchor: String,
    /// The documents that cite it or something inside it.
    pub documents: u32,
    /// How many of them belong to each flow group.
    pub by_group: Vec<(Arc<str>, u32)>,
    /// The most cited decisions, the most cited first.
    pub leading: Vec<Arc<CitingDocument>>,
    /// The newest decision, when it is not among the most cited.
    pub newest: Option<Arc<CitingDocument>>,
    /// The documents that have its number, or one inside it, and mean another provision.
    pub earlier: u32,
}

impl PackedNotes {
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, CatalogProblem> {
        postcard::to_allocvec(self).map_err(|error| CatalogProblem::Damaged(error.to_string()))
    }

    /// Reads stored notes. Fails when a note refers to a group that is not listed.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, CatalogProblem> {
        let read = || -> Option<Self> {
            let (notes, rest) = postcard::take_from_bytes::<Self>(bytes).ok()?;
            let groups = notes.groups.len();
            let known =
                |note: &PackedNote| note.by_group.iter().all(|(group, _)| usize::from(*group) < groups);
            (rest.is_empty() && notes.notes.iter().all(known)).then_some(notes)
        };
        read().ok_or_else(|| CatalogProblem::Damaged("margin notes cannot be read".to_owned()))
    }
}

impl CatalogReader<'_> {
    /// The margin notes of a document, in the order of anchors; none for one that nothing cites or that is not held.
    pub fn margin_notes(&self, uri: &str) -> Result<Vec<MarginNote>, CatalogProblem> {
        let PackedNotes { groups, notes } = self.packed_notes(uri)?;
        let groups: Vec<Arc<str>> = groups.into_iter().map(Arc::from).collect();
        let mut names = RowNames::new(self)?;
        let read = |note: PackedNote| {
            lagrum_cancel::check()?;
            let leading = note.leading.iter().map(|number| names.document(*number));
            Ok(MarginNote {
                leading: leading.collect::<Result<_, _>>()?,
                newest: note.newest.map(|number| names.document(number)).transpose()?,
                by_group: note
                    .by_group
                    .into_iter()
                    .map(|(group, count)| (groups[usize::from(group)].clone(), count))
                    .collect(),
                anchor: note.anchor,
                documents: note.documents,
                earlier: note.earlier,
            })
        };
        notes.into_iter().map(read).collect()
    }

    /// The stored notes of a document.
    pub fn packed_notes(&self, uri: &str) -> Result<PackedNotes, CatalogProblem> {
        let mut query = self.connection.prepare_cached(
            "SELECT b.notes FROM document d JOIN beside b ON b.document = d.id WHERE d.uri = ?1",
        )?;
        let bytes: Option<Vec<u8>> = query.query_row(params![uri], |row| row.get(0)).optional()?;
        bytes.map_or_else(|| Ok(PackedNotes::default()), |bytes| PackedNotes::from_bytes(&bytes))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn packing_loses_nothing_and_any_bytes_are_read_or_refused(
            anchor in "[KPa-z0-9å]{0,6}", documents in any::<u32>(), counts in prop::collection::vec((0_u8..2, any::<u32>()), 0..3),
            leading in prop::collection::vec(any::<u32>(), 0..3), newest in any::<Option<u32>>(), earlier in any::<u32>(), cut in 0_usize..20,
        ) {
            let leading = leading.into_iter().map(DocumentNumber).collect();
            let newest = newest.map(DocumentNumber);
            let note = PackedNote { anchor, documents, by_group: counts, leading, newest, earlier };
            let notes = PackedNotes { groups: vec!["Rättsfall".to_owned(), "Förarbeten".to_owned()], notes: vec![note] };
            let bytes = notes.to_bytes().unwrap();
            prop_assert_eq!(&PackedNotes::from_bytes(&bytes).unwrap(), &notes);
            prop_assert!(PackedNotes::from_bytes(&bytes[..bytes.len().saturating_sub(cut + 1)]).is_err());
            let unknown = PackedNotes { groups: Vec::new(), ..notes };
            let is_sound = unknown.notes[0].by_group.is_empty();
            prop_assert_eq!(PackedNotes::from_bytes(&unknown.to_bytes().unwrap()).is_ok(), is_sound);
        }
    }
}

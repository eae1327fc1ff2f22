//! Författningskommentarer: where preparatory works comment on the provisions of a law.
//!
//! The comments on a law are one packed value, as its margin notes are. Documents in it are numbers, whose names are looked
//! up for an answer.

use std::sync::Arc;

use rusqlite::{OptionalExtension, params};
use serde::{Deserialize, Serialize};

use crate::DocumentNumber;
use crate::error::CatalogProblem;
use crate::name_cache::CitingDocument;
use crate::reader::CatalogReader;
use crate::row_names::RowNames;

/// A comment on a provision as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedComment {
    /// The provision.
    pub anchor: String,
    /// The number of the preparatory work.
    pub document: DocumentNumber,
    /// The printed page on which the comment begins.
    pub page: Option<u32>,
}

/// A comment on a provision.
#[derive(Clone, Debug)]
pub struct SectionComment {
    /// The provision.
    pub anchor: String,
    /// The preparatory work.
    pub document: Arc<CitingDocument>,
    /// The printed page on which the comment begins.
    pub page: Option<u32>,
}

impl CatalogReader<'_> {
    /// The comments on the provisions of a law, in the order of anchors, the newest first; none for another document.
    pub fn section_comments(&self, uri: &str) -> Result<Vec<SectionComment>, CatalogProblem> {
        let mut query = self.connection.prepare_cached(
            "SELECT s.comments FROM document d JOIN section_comment s ON s.document = d.id WHERE d.uri = ?1",
        )?;
        let bytes: Option<Vec<u8>> = query.query_row(params![uri], |row| row.get(0)).optional()?;
        let Some(bytes) = bytes else { return Ok(Vec::new()) };
        let comments: Vec<PackedComment> = postcard::from_bytes(&bytes)
            .map_err(|_| CatalogProblem::Damaged("comments on a law cannot be read".to_owned()))?;
        let mut names = RowNames::new(self)?;
        let read = |comment: PackedComment| {
            let document = names.document(comment.document)?;
            Ok(SectionComment { anchor: comment.anchor, document, page: comment.page })
        };
        comments.into_iter().map(read).collect()
    }
}

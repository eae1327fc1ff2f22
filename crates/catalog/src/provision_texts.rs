//! The texts of the provisions of acts, as digests: the words of each provision in each stored artifact, by the day
//! from which they apply. Texts with equal digests are equal for a comparison (`lagrum_render::diff::provision_words`).

use lagrum_artifact::StoredId;
use rusqlite::params;

use crate::error::CatalogProblem;
use crate::reader::CatalogReader;

/// The digest of the words of a provision: SHA-256.
pub type TextDigest = [u8; 32];

/// A text of a provision in one stored artifact.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ProvisionText {
    /// The anchor of the provision.
    pub anchor: String,
    /// The day (`YYYY-MM-DD`) from which it applies, by the day marks of the artifact; empty for a text that applies
    /// before all these days.
    pub begins: String,
    /// The digest of its words; None if the artifact does not have the provision from that day on.
    pub digest: Option<TextDigest>,
    /// The number of the last act that signs it: `2019:805`.
    pub signed: Option<String>,
}

impl CatalogReader<'_> {
    /// The texts of a provision in a stored artifact, by the day from which each applies; empty where it never has the provision.
    pub fn provision_texts(
        &self,
        stored: StoredId,
        anchor: &str,
    ) -> Result<Vec<ProvisionText>, CatalogProblem> {
        let mut query = self.connection.prepare_cached(
            "SELECT begins, digest, signed FROM provision_text WHERE stored = ?1 AND anchor = ?2 ORDER BY begins",
        )?;
        let rows = query.query_map(params![stored.0, anchor], |row| {
            Ok(ProvisionText {
                anchor: anchor.to_owned(),
                begins: row.get(0)?,
                digest: row.get(1)?,
                signed: row.get(2)?,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// The anchors of the provisions that a stored artifact has on some day, in order.
    pub fn provision_anchors(&self, stored: StoredId) -> Result<Vec<String>, CatalogProblem> {
        let mut query = self
            .connection
            .prepare_cached("SELECT DISTINCT anchor FROM provision_text WHERE stored = ?1 ORDER BY anchor")?;
        let rows = query.query_map(params![stored.0], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// The anchors of the provisions of a stored artifact that have the text with a digest, in order. A text counts
    /// from whatever day it applies; an anchor comes once for each such day.
    pub fn provisions_with_text(
        &self,
        stored: StoredId,
        digest: &TextDigest,
    ) -> Result<Vec<String>, CatalogProblem> {
        let mut query = self.connection.prepare_cached(
            "SELECT anchor FROM provision_text WHERE stored = ?1 AND digest = ?2 ORDER BY anchor",
        )?;
        let rows = query.query_map(params![stored.0, digest], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

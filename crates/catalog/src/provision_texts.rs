//! The texts of the provisions of acts, as digests: which provision has which words in which stored artifact, from which day of its
//! marks. Two equal digests are the same text for a comparison (`lagrum_render::diff::provision_words`).

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
    /// The day (`YYYY-MM-DD`) from which the artifact has it, by its marks; empty for what it has from its beginning.
    pub begins: String,
    /// The digest of its words; None where the artifact has the provision no longer from that day.
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

    /// The provisions of a stored artifact that have a text at its beginning, by anchor. There are as many as the artifact has.
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

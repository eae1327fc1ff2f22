//! The names of held documents, for the resolver.

use lagrum_artifact::Base;
use lagrum_citation::HeldName;

use crate::error::CatalogProblem;
use crate::reader::CatalogReader;

impl CatalogReader<'_> {
    /// Every name of the held documents, by document. A document that expired on `day` (`YYYY-MM-DD`) or before is not
    /// in force.
    pub fn held_names(&self, base: &Base, day: &str) -> Result<Vec<HeldName>, CatalogProblem> {
        let mut query = self.connection.prepare(
            "SELECT d.uri, d.expired IS NULL OR d.expired > ?1, n.name, n.role
             FROM held_name n JOIN document d ON d.id = n.document ORDER BY n.document, n.seq",
        )?;
        let mut rows = query.query([day])?;
        let mut names = Vec::new();
        while let Some(row) = rows.next()? {
            let uri: String = row.get(0)?;
            let role: String = row.get(3)?;
            names.push(HeldName {
                document: base.strip(&uri).unwrap_or(&uri).to_owned(),
                name: row.get(2)?,
                role: serde_json::from_str(&role)?,
                in_force: row.get(1)?,
            });
        }
        Ok(names)
    }
}

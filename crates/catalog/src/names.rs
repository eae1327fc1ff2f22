//! The names that held documents carry, as reading citations takes them.

use lagrum_artifact::Base;
use lagrum_citation::HeldName;

use crate::pool::{Connected, Problem};

impl Connected<'_> {
    /// Every name of a held document, by document. Those of documents that have expired on `day` (`YYYY-MM-DD`) or
    /// before are not in force.
    pub fn held_names(&self, base: &Base, day: &str) -> Result<Vec<HeldName>, Problem> {
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

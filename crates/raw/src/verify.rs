//! Verifies the archive: every row has its body, every body has the SHA-256 in its name, every pack is as long as its bodies.

use lagrum_progress::Progress;
use rusqlite::params;

use crate::pack::{self, Place};
use crate::read::place;
use crate::record::{BodyDigest, hex_of};
use crate::{Archive, RawError};

/// What was verified, and what is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArchiveFindings {
    /// Rows.
    pub records: u64,
    /// Bodies.
    pub bodies: u64,
    /// Bytes of the bodies, unpacked.
    pub bytes: u64,
    /// Bytes of packs that no row names ([`Archive::unnamed_bytes`]). They are no problem.
    pub unnamed: u64,
    /// The problems, a sentence each.
    pub problems: Vec<String>,
}

impl Archive {
    /// Reads and verifies the whole archive.
    pub fn verify(&self, progress: &dyn Progress) -> Result<ArchiveFindings, RawError> {
        let mut findings = ArchiveFindings::default();
        let count =
            |query: &str| self.checked(self.connection.query_row(query, [], |row| row.get::<_, u64>(0)));
        findings.unnamed = self.unnamed_bytes()?;
        findings.records = count("SELECT count(*) FROM record")?;
        let lacking =
            "SELECT source, key, part FROM record WHERE body NOT IN (SELECT digest FROM body) ORDER BY id";
        let read = || {
            self.connection
                .prepare(lacking)?
                .query_map([], |row| {
                    Ok(format!(
                        "{} {} {}: its body is not in the archive",
                        row.get::<_, String>(0)?,
                        row.get::<_, String>(1)?,
                        row.get::<_, String>(2)?
                    ))
                })?
                .collect::<rusqlite::Result<Vec<String>>>()
        };
        findings.problems.extend(self.checked(read())?);
        progress.begin("verify the raw archive", Some(count("SELECT count(*) FROM body")?));
        let mut next = Some((0_u32, 0_u64));
        while let Some(from) = next {
            let bodies = self.bodies_from(from)?;
            next = bodies.last().map(|(_, place)| (place.pack, place.begins + 1));
            for (digest, place) in bodies {
                findings.bodies += 1;
                findings.bytes += place.size;
                let problem = match pack::body(&self.folder, &place, &digest) {
                    Err(error) => Some(error.to_string()),
                    Ok(_) if !pack::has_sound_origin(&self.folder, &place)? => {
                        Some("what a body was kept as is damaged; the body is sound".to_owned())
                    }
                    Ok(_) => None,
                };
                if let Some(problem) = problem {
                    let of = self.owners(&digest)?;
                    findings.problems.push(format!("{problem} ({}, {})", hex_of(&digest), of.join(", ")));
                }
                progress.advance(1);
            }
        }
        progress.end();
        Ok(findings)
    }

    /// The next bodies in the order of the packs, from a pack and an offset in it on.
    fn bodies_from(&self, (pack, begins): (u32, u64)) -> Result<Vec<(BodyDigest, Place)>, RawError> {
        let read = || {
            self.connection
                .prepare_cached(
                    "SELECT pack, begins, length, size, digest FROM body
                     WHERE (pack, begins) >= (?1, ?2) ORDER BY pack, begins LIMIT 4096",
                )?
                .query_map(params![pack, begins], |row| Ok((row.get(4)?, place(row)?)))?
                .collect()
        };
        self.checked(read())
    }

    /// The documents that a body belongs to.
    fn owners(&self, digest: &BodyDigest) -> Result<Vec<String>, RawError> {
        let read = || {
            self.connection
                .prepare("SELECT DISTINCT source || ' ' || key FROM record WHERE body = ?1 ORDER BY 1")?
                .query_map([digest], |row| row.get(0))?
                .collect()
        };
        self.checked(read())
    }
}

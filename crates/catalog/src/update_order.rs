//! Lists of documents by when their artifacts were first served as they are.
//!
//! A client asks for what changed since its last visit. What was imported before the visit and published after it is new to the client, so
//! the time of a change is that of the publication. Where the log of changes does not reach back so far, it is that of the import.
//!
//! The time of every document and the order by it are loaded at their first use from an index, eight bytes a document.

use rusqlite::Connection;

use crate::DocumentNumber;
use crate::error::CatalogProblem;

/// When documents changed, and their order by it.
#[derive(Debug, Default)]
pub(crate) struct UpdateOrder {
    /// Seconds since 1970, by number; None for a stub.
    times: Vec<Option<std::num::NonZeroU32>>,
    /// The numbers of documents, the last changed first.
    order: Vec<DocumentNumber>,
}

impl UpdateOrder {
    pub(crate) fn load(
        connection: &Connection,
        documents: usize,
        first_served: impl Fn(DocumentNumber) -> Result<Option<i64>, CatalogProblem>,
    ) -> Result<Self, CatalogProblem> {
        let damaged = || CatalogProblem::Damaged("the times of documents cannot be read".to_owned());
        let mut times = vec![None; documents];
        let mut order = Vec::with_capacity(documents);
        let mut query =
            connection.prepare("SELECT id, updated FROM document ORDER BY updated DESC, id DESC")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let number = DocumentNumber(row.get(0)?);
            let time: Option<i64> = row.get(1)?;
            let time = match time {
                Some(imported) => Some(first_served(number)?.unwrap_or(imported)),
                None => None,
            };
            let time =
                time.and_then(|time| u32::try_from(time.max(1)).ok()).and_then(std::num::NonZeroU32::new);
            *times.get_mut(number.index()).ok_or_else(damaged)? = time;
            order.push(number);
        }
        if order.len() != documents {
            return Err(damaged());
        }
        // The index is read backwards, so that documents of one second stand against the order of uris.
        order.sort_by_key(|number| (std::cmp::Reverse(times[number.index()]), *number));
        Ok(Self { times, order })
    }

    /// The numbers of all documents, the last changed first.
    pub(crate) fn numbers(&self) -> &[DocumentNumber] {
        &self.order
    }

    /// Whether a document changed at a time or later.
    pub(crate) fn changed_since(&self, number: DocumentNumber, since: i64) -> bool {
        self.times.get(number.index()).copied().flatten().is_some_and(|time| i64::from(time.get()) >= since)
    }
}

//! The order of documents by the time at which their current artifacts were first served.
//!
//! A client asks for the changes since its last visit. A change that was imported before the visit and published after
//! it is new to the client, so the time of a change is that of its publication. If the change log does not reach back
//! so far, it is the time of the import.
//!
//! The times and the order are loaded from an index at their first use, and take eight bytes per document.

use rusqlite::Connection;

use crate::DocumentNumber;
use crate::error::CatalogProblem;

/// The times at which documents changed, and the order of documents by them.
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
        // The index is read backwards, which reverses the order of uris among documents of one second.
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

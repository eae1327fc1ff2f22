//! The day of every document, in memory: by it a search is filtered.

use rusqlite::Connection;

use crate::DocumentNumber;
use crate::error::CatalogProblem;

/// The letters of a day as `YYYY-MM-DD`.
const DAY: usize = 10;

/// The days of documents, in the order of their numbers: ten bytes for each. Loaded at the first use.
#[derive(Debug)]
pub(crate) struct DocumentDays {
    /// None for a document without a day, and for one of which only the year or the month is known.
    days: Vec<Option<[u8; DAY]>>,
}

impl DocumentDays {
    pub(crate) fn load(connection: &Connection) -> Result<Self, CatalogProblem> {
        let mut query = connection.prepare("SELECT id, date FROM document ORDER BY id")?;
        let mut rows = query.query([])?;
        let mut days = Vec::new();
        while let Some(row) = rows.next()? {
            lagrum_cancel::check()?;
            let number = DocumentNumber(row.get(0)?);
            if number.index() != days.len() {
                return Err(CatalogProblem::Damaged("the days of documents cannot be read".to_owned()));
            }
            let day: Option<String> = row.get(1)?;
            days.push(day.and_then(|day| day.as_bytes().try_into().ok()));
        }
        Ok(Self { days })
    }

    /// The documents of days from one (`YYYY-MM-DD`) to another, both included, in the order of their numbers. None is no limit.
    pub(crate) fn within(&self, from: Option<&str>, to: Option<&str>) -> Vec<DocumentNumber> {
        let is_within = |day: &[u8; DAY]| {
            from.is_none_or(|from| from.as_bytes() <= &day[..])
                && to.is_none_or(|to| &day[..] <= to.as_bytes())
        };
        let numbered = (0..).map(DocumentNumber).zip(&self.days);
        let within = numbered.filter(|(_, day)| day.as_ref().is_some_and(is_within));
        within.map(|(number, _)| number).collect()
    }
}

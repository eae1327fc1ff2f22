//! What the corpus has and lacks: documents by source, kind and year, which years of a series are complete, and which
//! documents are cited most and not held.
//!
//! A build derives it all from the finished tables, and stores it as one record. That a year of a series is complete
//! ([`Series::complete`]) is what makes a number impossible, so a year counts as complete only if all of five
//! conditions hold:
//!
//! 1. the year was over on the day of the build;
//! 2. the series is numbered by single numbers (pages leave gaps that prove nothing);
//! 3. at least [`MIN_NUMBERS`] numbers, and all from 1 to the last one held, are held;
//! 4. no document cites a higher number of the year;
//! 5. a later year of the series is held, so the corpus does not end there.
//!
//! Beside these are the years that the operator states to be held whole ([`StatedYear`]), with the evidence for it. In
//! a stated year no number exists that is not held, also of a series numbered by pages.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_artifact::Base;
use lagrum_citation::{SeriesNumber, series_number};
use lagrum_sources::source_of_local_id;
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use crate::DocumentNumber;
use crate::error::CatalogProblem;
use crate::reader::CatalogReader;

/// The minimum number of held numbers of a complete year. A short run without gaps may be only the beginning of a
/// series.
pub const MIN_NUMBERS: u32 = 20;

/// The maximum length of the list of documents that are cited most and not held.
pub const MAX_UNHELD: usize = 100;

/// The coverage of the corpus: what it has and lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverageRecord {
    /// Documents by source, kind and year, in this order.
    pub holdings: Vec<Holding>,
    /// For each source, the number of its documents that are cited and not held.
    pub not_held: BTreeMap<String, u64>,
    /// The years of the series, by name and year.
    pub series: Vec<Series>,
    /// The most cited documents that are not held.
    pub most_cited: Vec<UnheldDocument>,
}

/// The documents of one kind and year.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holding {
    /// Their source.
    pub source: String,
    /// Their kind.
    pub kind: Option<String>,
    /// Their year.
    pub year: Option<u16>,
    /// Documents of which the corpus has a text, not only a summary or a record.
    pub texts: u64,
    /// Decisions of which the corpus has only the headnote, and preparatory works of which it has only a summary.
    pub summaries: u64,
    /// Documents of which the corpus has a record without a text.
    pub records: u64,
    /// Documents that are named by others and have no text.
    pub stubs: u64,
    /// Archived lydelser of them.
    pub lydelser: u64,
    /// The oldest date of a document (`YYYY-MM-DD`).
    pub first_date: Option<String>,
    /// The newest date of a document (`YYYY-MM-DD`).
    pub last_date: Option<String>,
    /// When one of them was last imported with other content, in seconds since 1970 (UTC).
    pub updated: Option<i64>,
}

impl Holding {
    /// How many documents there are, stubs left out.
    pub fn documents(&self) -> u64 {
        self.texts + self.summaries + self.records
    }
}

/// A year of a series of numbered documents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    /// The series as it is printed: `SOU`.
    pub name: String,
    /// The year, or the first of a session.
    pub year: i32,
    /// Whether it is established that the year has no other numbers.
    pub complete: bool,
    /// Why, or why not.
    pub reason: String,
    /// The evidence for it, where the operator states that the year is complete.
    #[serde(default)]
    pub evidence: Option<String>,
    /// How many numbers are held.
    pub held: u32,
    /// The lowest number held.
    pub first: u32,
    /// The highest number held.
    pub last: u32,
}

/// A year of a series that the operator states to be held whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedYear {
    /// The series, by the beginning of the local ids of its documents: `dom/nja/`.
    pub series: String,
    /// The series as it is printed.
    pub name: String,
    /// The year, or the first of a session.
    pub year: i32,
    /// The evidence for the statement.
    pub evidence: String,
}

/// A document that is cited and not held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnheldDocument {
    /// Its uri.
    pub uri: String,
    /// The source it would belong to.
    pub source: Option<String>,
    /// How many documents cite it.
    pub cited_by: u64,
}

impl CatalogReader<'_> {
    /// The coverage of the corpus: what it has and lacks.
    pub fn coverage(&self) -> Result<CoverageRecord, CatalogProblem> {
        let mut query = self.connection.prepare_cached("SELECT record FROM coverage")?;
        let record: String = query.query_row([], |row| row.get(0))?;
        Ok(serde_json::from_str(&record)?)
    }

    /// The evidence of the operator that the year of a number is complete; None without a statement.
    pub(crate) fn evidence(&self, number: &SeriesNumber<'_>) -> Result<Option<String>, CatalogProblem> {
        let sql = "SELECT evidence FROM complete_series WHERE series = ?1 AND year = ?2";
        let mut query = self.connection.prepare_cached(sql)?;
        Ok(query.query_row(params![number.series, number.year], |row| row.get(0)).optional()?.flatten())
    }

    /// Whether a number that is not held is higher than the last number of a year that is complete or stated to be
    /// complete.
    pub(crate) fn exceeds_complete_year(&self, number: &SeriesNumber<'_>) -> Result<bool, CatalogProblem> {
        let sql = "SELECT last FROM complete_series WHERE series = ?1 AND year = ?2";
        let mut query = self.connection.prepare_cached(sql)?;
        let last: Option<u32> =
            query.query_row(params![number.series, number.year], |row| row.get(0)).optional()?;
        Ok(last.is_some_and(|last| number.number > last))
    }
}

/// How many documents cite one that is not held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnheldCount {
    /// The number of the document.
    pub number: DocumentNumber,
    /// How many documents cite it.
    pub cited_by: u64,
}

/// Derives the coverage of a catalog whose documents, lydelser and cited documents are written, and stores it. `year`
/// is that of the build; `stated` are the years that the operator states to be complete; `most_cited` are documents that are not held.
pub(crate) fn write(
    connection: &Connection,
    base: &Base,
    year: i32,
    stated: &[StatedYear],
    most_cited: &[UnheldCount],
) -> Result<(), CatalogProblem> {
    let mut series = SeriesFound::default();
    series.held(connection, base)?;
    let not_held = series.cited(connection, base)?;
    let mut judged = series.judge(year);
    add_stated(&mut judged, stated);
    let mut insert = connection.prepare("INSERT INTO complete_series VALUES (?1, ?2, ?3, ?4)")?;
    for (key, judged) in judged.iter().filter(|(_, judged)| judged.complete) {
        let last = if judged.evidence.is_some() { 0 } else { judged.last };
        insert.execute(params![key.series, key.year, last, judged.evidence])?;
    }
    let mut listed: Vec<Series> = judged.into_values().collect();
    listed.sort_by(|a, b| (&a.name, a.year).cmp(&(&b.name, b.year)));
    let record = CoverageRecord {
        holdings: holdings(connection)?,
        not_held,
        series: listed,
        most_cited: unheld(connection, base, most_cited)?,
    };
    connection.execute("INSERT INTO coverage VALUES (?1)", [serde_json::to_string(&record)?])?;
    Ok(())
}

/// Marks the years that are stated to be complete, also years of which no document is held.
fn add_stated(judged: &mut BTreeMap<YearOfSeries, Series>, stated: &[StatedYear]) {
    for StatedYear { series, name, year, evidence } in stated {
        let key = YearOfSeries { series: series.clone(), year: *year };
        let found = judged.entry(key).or_insert_with(|| Series {
            name: name.clone(),
            year: *year,
            complete: false,
            reason: String::new(),
            evidence: None,
            held: 0,
            first: 0,
            last: 0,
        });
        found.complete = true;
        "the operator states that it is held whole".clone_into(&mut found.reason);
        found.evidence = Some(evidence.clone());
    }
}

fn holdings(connection: &Connection) -> Result<Vec<Holding>, CatalogProblem> {
    let mut query = connection.prepare(
        "SELECT d.source, d.kind, d.year, count(*) FILTER (WHERE d.extent = 'text'),
             count(*) FILTER (WHERE d.extent IN ('headnote', 'summary')),
             count(*) FILTER (WHERE d.extent = 'nothing'), count(*) - count(d.stored), sum(l.count), min(d.date),
             max(d.date), max(d.updated)
         FROM document d LEFT JOIN (SELECT document, count(*) AS count FROM lydelse GROUP BY document) l
             ON l.document = d.uri
         GROUP BY d.source, d.kind, d.year ORDER BY d.source, d.kind, d.year",
    )?;
    let rows = query.query_map([], |row| {
        Ok(Holding {
            source: row.get(0)?,
            kind: row.get(1)?,
            year: row.get(2)?,
            texts: row.get(3)?,
            summaries: row.get(4)?,
            records: row.get(5)?,
            stubs: row.get(6)?,
            lydelser: row.get::<_, Option<u64>>(7)?.unwrap_or_default(),
            first_date: row.get(8)?,
            last_date: row.get(9)?,
            updated: row.get(10)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn unheld(
    connection: &Connection,
    base: &Base,
    most_cited: &[UnheldCount],
) -> Result<Vec<UnheldDocument>, CatalogProblem> {
    let mut query = connection.prepare("SELECT uri FROM unheld WHERE id = ?1")?;
    let mut documents = Vec::new();
    for UnheldCount { number, cited_by } in most_cited.iter().take(MAX_UNHELD) {
        let uri: String = query.query_row([number.0], |row| row.get(0))?;
        let source = base.strip(&uri).and_then(source_of_local_id).map(|source| source.name.to_owned());
        documents.push(UnheldDocument { uri, source, cited_by: *cited_by });
    }
    Ok(documents)
}

/// A year of a series, by the beginning of the local ids of its documents.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct YearOfSeries {
    series: String,
    year: i32,
}

/// The numbers found of a year of a series.
#[derive(Default)]
struct YearFound {
    name: String,
    by_pages: bool,
    /// The calendar year in which the year of the series ends: the second year of a session.
    ends: i32,
    numbers: BTreeSet<u32>,
    highest_cited: u32,
}

#[derive(Default)]
struct SeriesFound(BTreeMap<YearOfSeries, YearFound>);

impl SeriesFound {
    /// Collects the numbers of held documents.
    fn held(&mut self, connection: &Connection, base: &Base) -> Result<(), CatalogProblem> {
        let mut query = connection.prepare(
            "SELECT uri, coalesce(short_id, label, '') FROM document WHERE stored IS NOT NULL ORDER BY id",
        )?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let uri = row.get_ref(0)?.as_str().unwrap_or_default();
            let Some(number) = base.strip(uri).and_then(series_number) else { continue };
            let key = YearOfSeries { series: number.series.to_owned(), year: number.year };
            let found = self.0.entry(key).or_default();
            found.numbers.insert(number.number);
            found.by_pages |= number.is_page;
            found.ends = found.ends.max(number.last_year);
            if found.name.is_empty() {
                found.name = printed_series(row.get_ref(1)?.as_str().unwrap_or_default(), number.series);
            }
        }
        Ok(())
    }

    /// Collects the numbers of cited documents that are not held. Returns how many of each source there are.
    fn cited(
        &mut self,
        connection: &Connection,
        base: &Base,
    ) -> Result<BTreeMap<String, u64>, CatalogProblem> {
        let mut sources: BTreeMap<String, u64> = BTreeMap::new();
        let mut query = connection.prepare("SELECT uri FROM unheld")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let uri = row.get_ref(0)?.as_str().unwrap_or_default();
            let Some(local_id) = base.strip(uri) else { continue };
            if let Some(source) = source_of_local_id(local_id) {
                *sources.entry(source.name.to_owned()).or_default() += 1;
            }
            let Some(number) = series_number(local_id) else { continue };
            let key = YearOfSeries { series: number.series.to_owned(), year: number.year };
            if let Some(found) = self.0.get_mut(&key) {
                found.highest_cited = found.highest_cited.max(number.number);
            }
        }
        Ok(sources)
    }

    fn judge(&self, year_of_build: i32) -> BTreeMap<YearOfSeries, Series> {
        let last_years: BTreeMap<&str, i32> =
            self.0.keys().map(|key| (key.series.as_str(), key.year)).collect();
        let judge = |(key, found): (&YearOfSeries, &YearFound)| {
            let first = found.numbers.first().copied().unwrap_or_default();
            let last = found.numbers.last().copied().unwrap_or_default();
            let later = last_years.get(key.series.as_str()).is_some_and(|year| *year > key.year);
            let judged = completeness(found, last, year_of_build, later);
            let series = Series {
                name: found.name.clone(),
                year: key.year,
                complete: judged.is_ok(),
                reason: judged.unwrap_or_else(|reason| reason),
                evidence: None,
                held: found.numbers.len() as u32,
                first,
                last,
            };
            (key.clone(), series)
        };
        self.0.iter().map(judge).collect()
    }
}

/// The reason why a year is complete; as an error, the reason why it is not.
fn completeness(found: &YearFound, last: u32, year_of_build: i32, later: bool) -> Result<String, String> {
    let held = found.numbers.len() as u32;
    if found.by_pages {
        return Err("it is numbered by pages, which leave gaps".to_owned());
    }
    if found.ends >= year_of_build {
        return Err("the year was not over on the day of the build".to_owned());
    }
    if held < last {
        return Err(format!("{} of the numbers from 1 to {last} are not held", last - held));
    }
    if found.highest_cited > last {
        return Err(format!("number {} is cited and not held", found.highest_cited));
    }
    if held < MIN_NUMBERS {
        return Err(format!("no more than {held} held, which may be the beginning of the year"));
    }
    if !later {
        return Err("no later year of the series is held, so the corpus may end here".to_owned());
    }
    Ok(format!(
        "all numbers from 1 to {last} are held, no document cites a higher one, and the corpus has later years"
    ))
}

/// The series as it is printed: what stands before the number of a document (`SOU 2017:39`).
fn printed_series(printed_id: &str, series: &str) -> String {
    let digits = printed_id.find(|c: char| c.is_ascii_digit()).unwrap_or(printed_id.len());
    let name = printed_id[..digits].trim();
    let has_number = digits < printed_id.len() && !name.is_empty();
    if has_number { name.to_owned() } else { series.trim_end_matches(['/', ':']).to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn year(
        numbers: impl Iterator<Item = u32>,
        change: impl FnOnce(&mut YearFound),
    ) -> Result<String, String> {
        let mut found = YearFound { ends: 2030, numbers: numbers.collect(), ..YearFound::default() };
        change(&mut found);
        let last = found.numbers.last().copied().unwrap_or_default();
        completeness(&found, last, 2032, true)
    }

    #[test]
    fn what_is_complete() {
        assert!(year(1..=20, |_| ()).is_ok());
        assert!(year(1..=20, |found| found.ends = 2031).is_ok());
        assert!(year(1..=20, |found| found.highest_cited = 20).is_ok());
        let table: [(&str, Result<String, String>); 6] = [
            ("no more than 19", year(1..=19, |_| ())),
            ("not over", year(1..=20, |found| found.ends = 2032)),
            ("number 21 is cited", year(1..=20, |found| found.highest_cited = 21)),
            ("pages", year(1..=20, |found| found.by_pages = true)),
            ("1 of the numbers from 1 to 21", year((1..=21).filter(|n| *n != 7), |_| ())),
            ("1 of the numbers from 1 to 21", year(2..=21, |_| ())),
        ];
        for (reason, judged) in table {
            assert!(judged.as_ref().is_err_and(|judged| judged.contains(reason)), "{reason}: {judged:?}");
        }
        let found = YearFound { ends: 2030, numbers: (1..=20).collect(), ..YearFound::default() };
        assert!(completeness(&found, 20, 2032, false).is_err_and(|reason| reason.contains("no later year")));
    }

    #[test]
    fn a_stated_year_is_complete_whatever_is_held() {
        let year = |year| YearOfSeries { series: "dom/nja/".to_owned(), year };
        let stated = |year| StatedYear {
            series: "dom/nja/".to_owned(),
            name: "NJA".to_owned(),
            year,
            evidence: "the printed register".to_owned(),
        };
        let mut found = SeriesFound::default();
        let by_pages = YearFound { by_pages: true, numbers: [5, 45].into(), ..YearFound::default() };
        found.0.insert(year(2011), by_pages);
        let mut judged = found.judge(2032);
        assert!(!judged[&year(2011)].complete);
        add_stated(&mut judged, &[stated(2011), stated(2012)]);
        for (of, held) in [(2011, 2), (2012, 0)] {
            let Series { complete, evidence, held: found, .. } = &judged[&year(of)];
            assert_eq!((*complete, evidence.as_deref(), *found), (true, Some("the printed register"), held));
        }
    }

    #[test]
    fn printed_names_of_series() {
        let table = [
            ("SOU 2017:39", "sou/", "SOU"),
            ("Prop. 2030/31:9", "prop/", "Prop."),
            ("NJA 2004 s. 176", "dom/nja/", "NJA"),
            ("2017:39", "sou/", "sou"),
            ("Balkongmålet", "dom/nja/", "dom/nja"),
            ("", "", ""),
        ];
        for (printed, series, expected) in table {
            assert_eq!(printed_series(printed, series), expected, "{printed}");
        }
    }
}

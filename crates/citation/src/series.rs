//! Numbers that no document of a series can have: of a future year, outside the years of the series, below one.
//!
//! Only what follows from the number itself is decided here. A number that is merely not held proves nothing.

use std::collections::HashMap;
use std::sync::LazyLock;

use lagrum_artifact::Anchor;
use lagrum_sources::{ActForm, known, source_of_local_id};

use crate::tables::CASE_SERIES;

/// Why a number cannot be that of a document or page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImpossibleNumber {
    /// Its year has not begun.
    FutureYear,
    /// The series did not exist in its year.
    OutsideSeries,
    /// A number or page of a series is at least one.
    BelowOne,
}

/// First and last year of a series; None for open or unknown.
type Years = (Option<i32>, Option<i32>);

/// First and last year of each report series, by the beginning of its local ids (`dom/nja/`).
static REPORT_YEARS: LazyLock<HashMap<String, Years>> = LazyLock::new(|| {
    let year = |text: &str| text.parse().ok();
    CASE_SERIES
        .iter()
        .map(|row| (format!("dom/{}/", row.get(1)), (year(row.get(3)), year(row.get(4)))))
        .collect()
});

/// First and last year of the cases of the courts of the EU, by the beginning of their CELEX numbers' letters.
const EU_COURTS: [(&str, i32, i32); 3] = [("C", 1953, i32::MAX), ("T", 1989, i32::MAX), ("F", 2005, 2016)];

/// First and last year of series of preparatory works, by the beginning of their local ids. A session counts as the
/// year in which it begins.
const WORK_YEARS: [(&str, i32, i32); 4] =
    [("sou/", 1922, i32::MAX), ("prop/", 1867, i32::MAX), ("bet/", 1867, i32::MAX), ("dir/", 1900, i32::MAX)];

/// Why no document can have this local id, or no part of the document this anchor, in the year `today`; None when the number does not
/// show it.
pub fn impossible_number(document: &str, anchor: Option<&Anchor>, today: i32) -> Option<ImpossibleNumber> {
    let page = anchor.and_then(|anchor| anchor.as_str().strip_prefix("sid"));
    if page.is_some_and(is_below_one) {
        return Some(ImpossibleNumber::BelowOne);
    }
    if treaty_number(document).is_some_and(is_below_one) {
        return Some(ImpossibleNumber::BelowOne);
    }
    if year_of_judgment(document).is_some_and(|year| year > today) {
        return Some(ImpossibleNumber::FutureYear);
    }
    let (year, number) = year_and_number(document)?;
    if year > today {
        return Some(ImpossibleNumber::FutureYear);
    }
    let (first, last) = years(document);
    if first.is_some_and(|first| year < first) || last.is_some_and(|last| year > last) {
        return Some(ImpossibleNumber::OutsideSeries);
    }
    is_below_one(number).then_some(ImpossibleNumber::BelowOne)
}

fn years(document: &str) -> Years {
    if let Some(case) = document.strip_prefix("celex/6") {
        let court = case.get(4..5).unwrap_or_default();
        let row = EU_COURTS.iter().find(|(letter, ..)| *letter == court);
        return row.map_or((None, None), |(_, first, last)| (Some(*first), Some(*last)));
    }
    let reports = document.match_indices('/').nth(1).and_then(|(slash, _)| {
        let series = document.get(..=slash)?;
        REPORT_YEARS.get(series).copied()
    });
    let works = || {
        let row = WORK_YEARS.iter().find(|(series, ..)| document.starts_with(series));
        row.map(|(_, first, last)| (Some(*first), Some(*last)))
    };
    reports.or_else(works).unwrap_or_default()
}

/// A document's number within a year of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesNumber<'a> {
    /// The beginning that the local ids of the series share: `sou/`, `dom/nja/`, empty for statutes.
    pub series: &'a str,
    /// The year; of a session the first one.
    pub year: i32,
    /// The year; of a session the second one.
    pub last_year: i32,
    /// The number, or the page on which a report begins.
    pub number: u32,
    /// Whether the series is numbered by pages.
    pub is_page: bool,
}

/// The beginning of the local ids of a series, by its name in local ids: `nja`, `sou`, `sfs`, `fffs`. None for a name that is not that
/// of a series of numbered documents.
pub fn series_named(name: &str) -> Option<String> {
    let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let reports = format!("dom/{name}/");
    if REPORT_YEARS.contains_key(&reports) {
        return Some(reports);
    }
    if known(name).is_some_and(|source| source.holds_statutes) {
        return Some(String::new());
    }
    let series = format!("{name}/");
    let local_id = format!("{series}2000:1");
    (is_name && source_of_local_id(&local_id).is_some() && series_number(&local_id).is_some())
        .then_some(series)
}

/// The number of a document in its series, by its local id. None for a document that is not numbered by single numbers
/// within years: EU acts, whose kinds share numbers, reports of committees, notices.
pub fn series_number(document: &str) -> Option<SeriesNumber<'_>> {
    let (year, number) = year_and_number(document).filter(|_| !document.starts_with("celex/"))?;
    let before = document.len().checked_sub(number.len())?;
    let before = document.get(..before).filter(|before| !before.ends_with("/not/"))?;
    let is_page = before.ends_with('s');
    let year_and_mark = before.get(..before.len().checked_sub(1)?)?;
    let start = year_and_mark.rfind(|c: char| !c.is_ascii_digit() && c != '/').map_or(0, |at| at + 1);
    // The year of `prop/2017/18` begins at its first digit. The slash before it belongs to the series.
    let digits_at = start + year_and_mark[start..].find(|c: char| c.is_ascii_digit())?;
    let is_session = year_and_mark[digits_at..].contains('/');
    Some(SeriesNumber {
        series: document.get(..digits_at)?,
        year,
        last_year: year + i32::from(is_session),
        number: number.parse().ok().filter(|_| number.bytes().all(|byte| byte.is_ascii_digit()))?,
        is_page,
    })
}

/// Whether a text is a whole number below one.
fn is_below_one(number: &str) -> bool {
    number.parse::<i64>().is_ok_and(|number| number < 1)
}

/// The number of a treaty in its collection, whose numbers are in no years: `coe/005`, `icrc/365`, `untc/I-18232`.
fn treaty_number(document: &str) -> Option<&str> {
    source_of_local_id(document).filter(|source| source.act_form == Some(ActForm::Treaty))?;
    document.rsplit(['/', '-']).next()
}

/// The year in which the International Court of Justice gave a decision: `icj/070-19860627-JUD-01-00`.
fn year_of_judgment(document: &str) -> Option<i32> {
    digits(document.strip_prefix("icj/")?.split('-').nth(1)?.get(..4)?)
}

/// The year and the number of a local id that has both.
fn year_and_number(document: &str) -> Option<(i32, &str)> {
    if let Some(celex) = document.strip_prefix("celex/") {
        // `32016R0679`, `62018CJ0311`. Treaties and consolidated texts are not numbered within a year.
        let sector = celex.get(..1).filter(|sector| matches!(*sector, "3" | "6"))?;
        let serial = celex.get(if sector == "3" { 6 } else { 7 }..)?;
        return Some((digits(celex.get(1..5)?)?, serial.get(..4).unwrap_or(serial)));
    }
    if source_of_local_id(document).is_some_and(|source| !source.numbered_by_year) {
        return None;
    }
    let mut parts = document.splitn(3, '/');
    let (first, second) = (parts.next()?, parts.next());
    let own = match (first, second) {
        ("dom", Some(_)) => parts.next()?,
        (_, None) => first,
        (series, Some(_)) => document.get(series.len() + 1..)?,
    };
    let year = digits(own.get(..4)?)?;
    let rest = own.get(4..)?;
    // `2017/18:105` and `1999/2000:10` name the session by its first year.
    let rest = match rest.strip_prefix('/').and_then(|rest| rest.split_once(':')) {
        Some((second, number)) if digits(second).is_some() => return Some((year, number)),
        _ => rest,
    };
    let number = rest.strip_prefix("/not/").or_else(|| rest.strip_prefix([':', 's']))?;
    Some((year, number))
}

fn digits(text: &str) -> Option<i32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::ImpossibleNumber::{BelowOne, FutureYear, OutsideSeries};
    use super::*;

    #[test]
    fn series_by_name() {
        for (name, expected) in [
            ("nja", Some("dom/nja/")),
            ("sou", Some("sou/")),
            ("prop", Some("prop/")),
            ("sfs", Some("")),
            ("fffs", Some("fffs/")),
            ("NJA", None),
            ("", None),
            ("../x", None),
            ("celex", None),
        ] {
            assert_eq!(series_named(name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn numbers_in_series() {
        let table = [
            ("sou/2017:39", Some(("sou/", 2017, 2017, 39, false))),
            ("1962:700", Some(("", 1962, 1962, 700, false))),
            ("prop/2017/18:105", Some(("prop/", 2017, 2018, 105, false))),
            ("prop/1999/2000:7", Some(("prop/", 1999, 2000, 7, false))),
            ("prop/1975:7", Some(("prop/", 1975, 1975, 7, false))),
            ("dom/nja/2013s372", Some(("dom/nja/", 2013, 2013, 372, true))),
            ("dom/hfd/2013:37", Some(("dom/hfd/", 2013, 2013, 37, false))),
            ("dom/nja/2007/not/3", None),
            ("bet/1996/97:UbU3", None),
            ("nfs/2029:6/grund", None),
            ("1904:48_s.1", None),
            ("celex/32016R0679", None),
            ("begrepp/2017:3", None),
            ("sou/2017:+3", None),
            ("sou/2017:", None),
            ("", None),
            ("å", None),
        ];
        for (document, expected) in table {
            let found = series_number(document);
            let found = found.map(|n| (n.series, n.year, n.last_year, n.number, n.is_page));
            assert_eq!(found, expected, "{document}");
        }
    }

    #[test]
    fn numbers_that_no_document_has() {
        let table = [
            ("dom/nja/2013s372", None),
            ("dom/nja/2013s-1", Some(BelowOne)),
            ("dom/nja/2013s0", Some(BelowOne)),
            ("dom/nja/1873s12", Some(OutsideSeries)),
            ("dom/nja/1874s1", None),
            ("dom/nja/1950s99999", None),
            ("dom/nja/2027s1", Some(FutureYear)),
            ("dom/nja/2026s900", None),
            ("dom/nja/2007/not/0", Some(BelowOne)),
            ("dom/ra/2011:5", Some(OutsideSeries)),
            ("dom/hfd/2010:5", Some(OutsideSeries)),
            ("dom/hd/T4-2035/2035-01-01", None),
            ("dom/echr/001-58257", None),
            ("1962:700", None),
            ("1904:48_s.1", None),
            ("1896:bih.42", None),
            ("2031:47", Some(FutureYear)),
            ("prop/2017/18:105", None),
            ("prop/2026/27:1", None),
            ("prop/2027/28:1", Some(FutureYear)),
            ("prop/1999/2000:0", Some(BelowOne)),
            ("prop/1958:B6", None),
            ("bet/1996/97:UbU3", None),
            ("sou/2017:39", None),
            ("sou/1921:39", Some(OutsideSeries)),
            ("fffs/2014:0", Some(BelowOne)),
            ("fffs/2099:1", Some(FutureYear)),
            ("celex/32016R0679", None),
            ("celex/32031R0001", Some(FutureYear)),
            ("celex/62031CJ0912", Some(FutureYear)),
            ("celex/61985TJ0001", Some(OutsideSeries)),
            ("celex/62018CJ0000", Some(BelowOne)),
            ("celex/12016E/TXT", None),
            ("celex/02016R0679-20160504", None),
            ("icj/070-19860627-JUD-01-00", None),
            ("icj/070-20270627-JUD-01-00", Some(FutureYear)),
            ("coe/005", None),
            ("coe/000", Some(BelowOne)),
            ("coe/117A", None),
            ("icrc/0", Some(BelowOne)),
            ("untc/I-18232", None),
            ("untc/I-0", Some(BelowOne)),
            ("avg/jo/3940-2006", None),
            ("", None),
            ("å/ä", None),
        ];
        for (document, expected) in table {
            assert_eq!(impossible_number(document, None, 2026), expected, "{document}");
        }
        let page = |text| impossible_number("prop/2017/18:105", Anchor::new(text).as_ref(), 2026);
        assert_eq!((page("sid45"), page("sid0"), page("sid-4")), (None, Some(BelowOne), Some(BelowOne)));
    }
}

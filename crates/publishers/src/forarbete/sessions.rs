//! Sessions of Riksdagen (*riksmöten*), as the publisher names them: `2031/32`, `1999/2000`, and before the autumn of 1975 a year.

use jiff::civil::Date;

use super::query::ListSlice;
use super::record::TYPES;

/// The month from which on the next session counts: its documents are planned before it begins in September.
const FIRST_MONTH: i8 = 7;

/// The first year of which there are data.
const FIRST_YEAR: i16 = 1971;

/// The lists of the session of a day and the one before it. With `since`, of all sessions from that day on.
pub(super) fn lists(today: Date, since: Option<Date>) -> Vec<ListSlice> {
    let this = begins(today);
    let first = since.map_or(this - 1, begins).min(this - 1).max(FIRST_YEAR);
    let first_year = since.map_or(today.year() - 1, Date::year).min(today.year() - 1).max(FIRST_YEAR);
    let mut lists = Vec::new();
    for doktyp in TYPES {
        let mut add = |session: String| lists.push(ListSlice { doktyp, session });
        if doktyp == "dir" {
            // Directives are numbered by year.
            (first_year..=today.year()).for_each(|year| add(year.to_string()));
            continue;
        }
        for year in first..=this {
            if year <= 1975 {
                add(year.to_string());
            }
            if year >= 1975 {
                add(name(year));
            }
        }
    }
    lists
}

/// The year in which the session of a day begins.
fn begins(day: Date) -> i16 {
    if day.month() >= FIRST_MONTH { day.year() } else { day.year() - 1 }
}

fn name(year: i16) -> String {
    match (year + 1) % 100 {
        0 => format!("{year}/{}", year + 1),
        next => format!("{year}/{next:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_of_two_sessions_or_of_all_since_a_day() {
        let sessions = |today: &str, since: Option<&str>, doktyp: &str| -> String {
            let lists = lists(today.parse().unwrap(), since.map(|day| day.parse().unwrap()));
            let of_type = lists.into_iter().filter(|slice| slice.doktyp == doktyp);
            of_type.map(|slice| slice.session).collect::<Vec<_>>().join(" ")
        };
        for (today, since, doktyp, expected) in [
            ("2031-03-01", None, "prop", "2029/30 2030/31"),
            ("2031-06-30", None, "bet", "2029/30 2030/31"),
            ("2031-07-01", None, "bet", "2030/31 2031/32"),
            ("2031-12-31", None, "rskr", "2030/31 2031/32"),
            ("2031-03-01", None, "dir", "2030 2031"),
            ("2000-03-01", None, "prop", "1998/99 1999/2000"),
            ("2031-03-01", Some("2031-02-01"), "prop", "2029/30 2030/31"),
            ("2031-03-01", Some("2028-08-01"), "prop", "2028/29 2029/30 2030/31"),
            ("2031-03-01", Some("2028-08-01"), "dir", "2028 2029 2030 2031"),
            ("1977-03-01", Some("1600-01-01"), "prop", "1971 1972 1973 1974 1975 1975/76 1976/77"),
        ] {
            assert_eq!(sessions(today, since, doktyp), expected, "{today} {since:?} {doktyp}");
        }
    }
}

//! The end of an act as its own artifact states it: the day of its repeal, the entry of its register that repeals the whole
//! act, or the limit of its time. The earliest counts.

use jiff::civil::Date;
use lagrum_catalog::{ActRecord, RegisterEntry, RegisterEntryKind};
use lagrum_sources::{Description, UNKNOWN_END, parse_date};

/// The end of an act. `record` is what it says of itself over time; None for a document without a register.
pub(crate) fn own_end(description: &Description, record: Option<&ActRecord>) -> Option<Date> {
    let register = record.map(|record| record.register.as_slice()).unwrap_or_default();
    let repeal = |entry: &RegisterEntry| entry.own_day().unwrap_or(UNKNOWN_END);
    let repealed = register.iter().filter(|entry| entry.kind() == RegisterEntryKind::Repeal).map(repeal);
    let limit = record.and_then(|record| record.time_limit.as_deref()).and_then(parse_date);
    let limit = limit.filter(|limit| !is_prolonged(register, *limit));
    let known = description.expired.into_iter().chain(repealed).chain(limit);
    // A day that is not known says less than one that is.
    known.min_by_key(|day| (*day == UNKNOWN_END, *day))
}

/// Whether the register shows that the time of an act was prolonged after a limit: by an act on or after the limit that says
/// so, or that changes the transitional provisions, which state the limit.
fn is_prolonged(register: &[RegisterEntry], limit: Date) -> bool {
    register.iter().any(|entry| {
        let words = entry.andrar.as_deref().unwrap_or_default();
        let prolongs = ["giltighet", "övergångsbest", "övergångbest"].iter().any(|word| words.contains(word));
        let decided = entry.beslutad.as_deref().and_then(parse_date);
        let is_later = |day: Option<Date>| day.is_some_and(|day| day >= limit);
        prolongs && (is_later(entry.own_day()) || is_later(decided))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(expired: &str, limit: &str, register: &[(&str, &str)]) -> String {
        let day = |text: &str| (text != "-").then(|| text.to_owned());
        let entry = |(ikraft, words): &(&str, &str)| RegisterEntry {
            ikraft: day(ikraft),
            andrar: Some((*words).to_owned()),
            ..RegisterEntry::default()
        };
        let record = ActRecord {
            time_limit: day(limit),
            register: register.iter().map(entry).collect(),
            ..ActRecord::default()
        };
        let description = Description { expired: parse_date(expired), ..Description::default() };
        match own_end(&description, Some(&record)) {
            Some(UNKNOWN_END) => "unknown".to_owned(),
            Some(day) => day.to_string(),
            None => "-".to_owned(),
        }
    }

    #[test]
    fn the_earliest_end_that_anything_states() {
        for (expired, limit, register, expected) in [
            ("-", "-", &[("2031-01-01", "ändr. 1 §")][..], "-"),
            ("2032-01-01", "-", &[], "2032-01-01"),
            ("-", "-", &[("2031-01-01", "upph.")], "2031-01-01"),
            ("2032-01-01", "-", &[("2031-01-01", "upph.")], "2031-01-01"),
            ("-", "-", &[("-", "upph.")], "unknown"),
            ("2032-01-01", "-", &[("-", "upph.")], "2032-01-01"),
            // Part of the act.
            ("-", "-", &[("2031-01-01", "upph. 3 §")], "-"),
            ("-", "2033-01-01", &[], "2033-01-01"),
            ("-", "2033-01-01", &[("2032-06-01", "forts. giltighet")], "2033-01-01"),
            ("-", "2033-01-01", &[("2033-01-01", "forts. giltighet")], "-"),
            ("-", "2033-01-01", &[("2033-02-01", "ändr. övergångsbest.")], "-"),
            ("-", "2033-01-01", &[("2034-01-01", "ändr. 1 §")], "2033-01-01"),
        ] {
            assert_eq!(end(expired, limit, register), expected, "{expired} {limit} {register:?}");
        }
    }
}

//! Dates in a query, which pick one of several decisions: `2009-11-03`, `den 3 november 2009`, `3 November 2009`.

use crate::cursor::Cursor;

/// Months in Swedish and English, January first.
const MONTHS: [[&str; 2]; 12] = [
    ["januari", "january"],
    ["februari", "february"],
    ["mars", "march"],
    ["april", "april"],
    ["maj", "may"],
    ["juni", "june"],
    ["juli", "july"],
    ["augusti", "august"],
    ["september", "september"],
    ["oktober", "october"],
    ["november", "november"],
    ["december", "december"],
];

/// Whether the query has this date (`YYYY-MM-DD`) anywhere, in either form.
pub(crate) fn names_day(query: Cursor<'_>, day: &str) -> bool {
    if day.is_empty() {
        return false;
    }
    let mut at = query.to(0);
    loop {
        if at.rest().starts_with(day) || written_day(at).as_deref() == Some(day) {
            return true;
        }
        if !at.skip_word() {
            return false;
        }
    }
}

/// `3 november 2009` as `2009-11-03`.
fn written_day(mut at: Cursor<'_>) -> Option<String> {
    let day = at.digits(2)?;
    at.blank();
    let month = at.letters()?;
    let month = MONTHS.iter().position(|names| names.contains(&month))? + 1;
    at.blank();
    let year = at.year()?;
    Some(format!("{year}-{month:02}-{day:0>2}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalise::CleanQuery;

    #[test]
    fn days() {
        for (text, day, named) in [
            ("dom 2009-11-03 T 3-08", "2009-11-03", true),
            ("dom den 3 november 2009 i mål T 3-08", "2009-11-03", true),
            ("Osman v. UK, 28 October 1998", "1998-10-28", true),
            ("dom den 4 november 2009", "2009-11-03", false),
            ("T 3-08", "2009-11-03", false),
            ("T 3-08", "", false),
        ] {
            let query = CleanQuery::new(text).unwrap();
            assert_eq!(names_day(Cursor::new(&query), day), named, "{text}");
        }
    }
}

//! Dates in a query, which pick one of several decisions: `2009-11-03`, `den 3 november 2009`, `3 November 2009`.

use crate::cursor::Cursor;
use crate::normalise::CleanQuery;

/// The greatest number of characters of a written day.
const MAX_DAY_CHARS: usize = 24;

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

/// The day here as `YYYY-MM-DD`, and where it ends.
pub(crate) fn day(at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    let mut next = at;
    if let Some(year) = next.year()
        && next.eat("-")
    {
        let month = next.digits(2).filter(|_| next.eat("-"))?;
        let day = next.digits(2)?;
        return Some((format!("{year}-{month}-{day}"), next));
    }
    let mut next = at;
    let day = next.digits(2)?;
    next.blank();
    let month = next.letters()?;
    let month = MONTHS.iter().position(|names| names.contains(&month))? + 1;
    next.blank();
    let year = next.year()?;
    Some((format!("{year}-{month:02}-{day:0>2}"), next))
}

/// The day that a text begins with, as `YYYY-MM-DD`: of `2 August 2027`, `2 augusti 2027.`
pub fn written_day(text: &str) -> Option<String> {
    let end = text.char_indices().nth(MAX_DAY_CHARS).map_or(text.len(), |(at, _)| at);
    let query = CleanQuery::new(&text[..end])?;
    day(Cursor::new(&query)).map(|(day, _)| day)
}

/// Whether the name of a month is here.
pub(crate) fn is_month(mut at: Cursor<'_>) -> bool {
    at.letters().is_some_and(|word| MONTHS.iter().any(|[swedish, _]| word == *swedish))
}

/// Whether the query has this day (`YYYY-MM-DD`) anywhere, in either form.
pub(crate) fn names_day(query: Cursor<'_>, wanted: &str) -> bool {
    if wanted.is_empty() {
        return false;
    }
    let mut at = query.to(0);
    loop {
        if at.rest().starts_with(wanted) || day(at).is_some_and(|(day, _)| day == wanted) {
            return true;
        }
        if !at.skip_word() {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

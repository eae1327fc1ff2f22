//! Swedish law reports: `NJA 2015 s. 180`, `HFD 2019 ref. 5`, `AD 1998 nr 80`, notices.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::cursor::{Cursor, without_zeros};
use crate::normalise::{fold, is_letter};
use crate::tables::CASE_SERIES;
use crate::target::{CitationMatch, CitedLocation};

/// A report series: its name in lower case, the same without diacritics, and its slug.
struct ReportSeries {
    name: String,
    folded: String,
    slug: &'static str,
    paged: bool,
}

/// The series, longer names first so that `PMÖD` is not read as something ending in `MÖD`.
static SERIES: LazyLock<Vec<ReportSeries>> = LazyLock::new(|| {
    let mut series: Vec<ReportSeries> = CASE_SERIES
        .iter()
        .map(|row| ReportSeries {
            name: row.get(0).to_lowercase(),
            folded: fold(row.get(0)),
            slug: row.get(1),
            paged: row.get(2) == "page",
        })
        .collect();
    series.sort_by_key(|series| std::cmp::Reverse(series.name.len()));
    series
});

/// The report that is cited here.
pub(crate) fn report(at: Cursor<'_>) -> Option<CitationMatch> {
    if !at.at_word_start() {
        return None;
    }
    SERIES.iter().find_map(|series| {
        let mut next = at;
        let named = next.word_before_number(&[&series.name, &series.folded]);
        if !named {
            return None;
        }
        next.blank();
        numbered(next, series).or_else(|| year_last(next, series))
    })
}

/// The length of the longest designation, in bytes.
const LONGEST_DESIGNATION: usize = 6;

/// The word that a text begins with; None for one that is too long to be the designation of a series.
pub(crate) fn word_as_long_as_a_series(text: &str) -> Option<&str> {
    let mut length = 0;
    for c in text.chars().take_while(|c| is_letter(*c)) {
        length += c.len_utf8();
        if length > LONGEST_DESIGNATION {
            return None;
        }
    }
    Some(&text[..length])
}

/// Whether a word is the designation of a series, in its own case.
pub(crate) fn is_series(word: &str) -> bool {
    static DESIGNATIONS: LazyLock<HashSet<&str>> =
        LazyLock::new(|| CASE_SERIES.iter().map(|row| row.get(0)).collect());
    word.len() <= LONGEST_DESIGNATION && DESIGNATIONS.contains(word)
}

/// Whether a word in lower case is the designation of a series, with or without diacritics.
pub(crate) fn is_lower_series(word: &str) -> bool {
    static NAMES: LazyLock<Vec<u64>> = LazyLock::new(|| {
        let names = SERIES.iter().flat_map(|series| [&*series.name, &*series.folded]);
        let mut numbers: Vec<u64> = names.filter_map(as_number).collect();
        numbers.sort_unstable();
        numbers
    });
    as_number(word).is_some_and(|number| NAMES.binary_search(&number).is_ok())
}

/// A short word as a number, by which it is compared at once; None for a longer one. Every short word of a text is compared.
fn as_number(word: &str) -> Option<u64> {
    let is_short = word.len() <= LONGEST_DESIGNATION;
    is_short.then(|| word.bytes().fold(1, |number, byte| number << 8 | u64::from(byte)))
}

/// A further report of a list: `s. 858` or `2016 s. 3` after `dom/nja/2012s105`, `6` or `not 56` after a number. `before` is the
/// local id of the report before it. A number alone must not count anything.
pub(crate) fn further_report<'q>(at: Cursor<'q>, before: &str) -> Option<(String, Cursor<'q>)> {
    let (slug, place) = before.strip_prefix("dom/")?.split_once('/')?;
    let series = SERIES.iter().find(|series| series.slug == slug)?;
    let mut next = at;
    let mut year = place.get(..4)?;
    if let Some(own) = next.year()
        && next.blank()
    {
        year = own;
    } else {
        next = at;
    }
    let fresh_year = next.at() > at.at();
    let notice = next.word(&["notis", "not"]);
    let marked = notice
        || series.paged && next.word(&["sidan", "sid", "s"])
        || !series.paged && next.word(&["referat", "ref", "nummer", "nr"]);
    next.blank();
    let number = without_zeros(next.digits(5)?);
    if !ends_number(next) || !marked && (fresh_year || counts(next)) {
        return None;
    }
    // A bare number has the kind of the number before it: a notice, a page, a report.
    let kind = if notice || !marked && place.contains("/not/") {
        "/not/"
    } else if series.paged {
        "s"
    } else {
        ":"
    };
    Some((format!("dom/{slug}/{year}{kind}{number}"), next))
}

/// Whether a number counts the noun after it, or is the number of a provision: else only the end of a sentence or list follows.
fn counts(at: Cursor<'_>) -> bool {
    let mut next = at;
    if next.at_end() || next.rest().starts_with(['.', ',', ';', ')', '\n']) {
        return false;
    }
    !(next.blank() && (next.words_without_stop(&["och", "samt", "eller"]) || next.rest().starts_with('(')))
}

/// A report that no uri can be built for: a range or a part of pages (`NJA 2013 s. 372-374`, `s. 372 II`), the letters and
/// two-digit years of the old yearbook (`RÅ 1971 C 217`, `RÅ82 1:45`).
pub(crate) fn unsettled_report(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let series = SERIES.iter().find(|series| at.rest().starts_with(&series.name))?;
    let mut next = at;
    next.eat(&series.name);
    next.blank();
    let long = next.year().is_some();
    if !long && next.digits(2).is_none_or(|year| year.len() != 2) {
        return None;
    }
    if series.paged && long {
        next.eat(",");
        next.blank();
        if !next.word(&["sidan", "sid", "s"]) {
            return None;
        }
        next.blank();
        next.digits(5)?;
        let mut range = next;
        if range.eat("-") && range.digits(5).is_some() && range.at_boundary() {
            return Some(range);
        }
        let roman = next.blank() && next.rest_as_written().starts_with(['I', 'V', 'X']);
        let part =
            next.letters().filter(|part| roman && part.chars().all(|c| matches!(c, 'i' | 'v' | 'x')))?;
        return (next.at_boundary() && part.len() <= 4).then_some(next);
    }
    // `RÅ82 Aa 7`, `RÅ 1968 Fi 321`, `RÅ 79 1:45`.
    let _ = next.blank() || next.eat(",") && next.blank();
    let section = next.rest_as_written();
    if section.starts_with(char::is_uppercase) {
        let letters = next.letters().filter(|letters| letters.chars().count() <= 2)?;
        let _ = next.blank() || next.eat(":");
        next.digits(4)?;
        return (next.at_boundary() && !letters.is_empty()).then_some(next);
    }
    next.digits(2).filter(|_| next.eat(":"))?;
    next.digits(4)?;
    next.at_boundary().then_some(next)
}

fn numbered(mut at: Cursor<'_>, series: &ReportSeries) -> Option<CitationMatch> {
    let year = at.year()?;
    let mut notice = at;
    notice.blank();
    if notice.word(&["notis", "not"]) {
        notice.blank();
        if notice.word(&["nr"]) {
            notice.blank();
        }
        let number = without_zeros(notice.digits(5)?);
        let target = CitedLocation::document(format!("dom/{}/{year}/not/{number}", series.slug));
        return ends_number(notice).then(|| CitationMatch::number(target, notice.at()))?;
    }
    if series.paged { page(at, year, series.slug) } else { serial(at, year, series.slug) }
}

/// ` s. 180`. A range or a part of a page would be another citation, so neither may follow in a query. In running text
/// [`unsettled_report`] has been tried before, and any words may follow.
fn page(mut at: Cursor<'_>, year: &str, slug: &str) -> Option<CitationMatch> {
    at.eat(",");
    at.blank();
    if !(at.word(&["sidan", "sid", "s"]) || at.eat("s.") || at.eat("s")) {
        return None;
    }
    at.blank();
    let sign = if at.eat("-") { "-" } else { "" };
    let page = without_zeros(at.digits(5)?);
    let target = CitedLocation::document(format!("dom/{slug}/{year}s{sign}{page}"));
    let ends = if at.is_query() { at.at_end() || page_ends(at) } else { ends_number(at) };
    ends.then(|| CitationMatch::number(target, at.at()))?
}

/// Whether a page may end here: before a comma, a parenthesis, or a word that is neither a roman number nor a
/// conjunction.
fn page_ends(mut at: Cursor<'_>) -> bool {
    if at.rest().starts_with([')', '"']) {
        return true;
    }
    let comma = at.eat(",");
    if !at.blank() {
        return false;
    }
    if at.rest().starts_with('(') {
        return true;
    }
    let Some(word) = at.letters() else { return false };
    let part = (word.len() == 1 && word != "p") || word.chars().all(|c| matches!(c, 'i' | 'v' | 'x'));
    at.blank();
    let joint = !comma && matches!(word, "och" | "samt" | "eller" | "f" | "ff");
    let more_pages = joint && (at.at_end() || at.peek().is_some_and(|c| c.is_ascii_digit()));
    !part && !more_pages
}

/// ` ref. 5`, `:5`, ` nr 80`, `-73`.
fn serial(mut at: Cursor<'_>, year: &str, slug: &str) -> Option<CitationMatch> {
    let mut marked = at;
    let _ = marked.eat("-") || marked.blank();
    if marked.word(&["referat", "ref", "nummer", "nr"]) {
        marked.blank();
        if marked.word(&["nr"]) {
            marked.blank();
        }
        at = marked;
    } else {
        at.blank();
        if !(at.eat(":") || at.eat("-")) {
            return None;
        }
        at.blank();
    }
    let number = without_zeros(at.digits(5)?);
    ends_number(at).then(|| {
        CitationMatch::number(CitedLocation::document(format!("dom/{slug}/{year}:{number}")), at.at())
    })?
}

/// `AD nr 80/1998`.
fn year_last(mut at: Cursor<'_>, series: &ReportSeries) -> Option<CitationMatch> {
    if series.paged || !at.word(&["referat", "ref", "nr"]) {
        return None;
    }
    at.blank();
    let number = without_zeros(at.digits(5)?);
    if !at.eat("/") {
        return None;
    }
    let year = at.year()?;
    let target = CitedLocation::document(format!("dom/{}/{year}:{number}", series.slug));
    ends_number(at).then(|| CitationMatch::number(target, at.at()))?
}

/// Whether a serial number ends here, and is not the beginning of a date or another number.
fn ends_number(at: Cursor<'_>) -> bool {
    let mut rest = at.rest().chars();
    match rest.next() {
        None => true,
        Some(':' | '/' | '-' | '.') => !rest.next().is_some_and(|c| c.is_ascii_digit()),
        Some(c) => !c.is_alphanumeric(),
    }
}

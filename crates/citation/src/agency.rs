//! Decisions of JO, JK and ARN, positions of Skatteverket, guidance of the European data protection board.

use crate::cursor::{Cursor, without_zeros};
use crate::dates::day;
use crate::names::{CitationNames, documents};
use crate::target::{CitationMatch, CitedLocation};

/// Reads the decision, position or guideline that is cited here.
pub(crate) fn decision(at: Cursor<'_>) -> Option<CitationMatch> {
    if !at.at_word_start() {
        return None;
    }
    jo(at)
        .or_else(|| jk(at))
        .or_else(|| arn(at))
        .or_else(|| skatteverket(at))
        .or_else(|| by_register_number(at))
        .or_else(|| guidance(at))
}

/// `JO 2003/04 s. 450`: read only when exactly one held decision is on that page.
pub(crate) fn jo_report_page(at: Cursor<'_>, names: &CitationNames) -> Option<CitationMatch> {
    let mut next = at;
    if !at.at_word_start() || !body(&mut next, &["jo", "justitieombudsmannen"]) {
        return None;
    }
    let first = next.digits(4)?;
    let second = next.eat("/").then(|| next.digits(4)).flatten()?;
    let century = match first.len() {
        2 if first < "50" => "20",
        2 => "19",
        _ => "",
    };
    next.eat(",");
    next.blank();
    if !(next.word(&["sidan", "sid", "s"])) {
        return None;
    }
    next.blank();
    let page = without_zeros(next.digits(4)?);
    let mut entries = names.held.jo_page(&format!("{century}{first}/{second} s. {page}"));
    entries.dedup_by(|a, b| a.document == b.document);
    (entries.len() == 1 && next.at_boundary()).then(|| CitationMatch::held(documents(&entries), next.at()))?
}

/// The name of an authority, in the genitive or not, and the blank after it.
fn body(at: &mut Cursor<'_>, names: &[&str]) -> bool {
    names.iter().any(|name| {
        let mut next = *at;
        if !next.eat(name) {
            return false;
        }
        let _ = next.eat(":s") || next.eat("s");
        if !next.at_boundary() {
            return false;
        }
        next.eat(",");
        next.blank();
        *at = next;
        true
    })
}

/// Reads the word before a register number (`dnr`, `änr`).
fn register_word(at: &mut Cursor<'_>) -> bool {
    let words =
        ["diarienummer", "diarienr", "dnr", "änr", "ärendenummer", "ärendenr", "ärende nr", "ärendet nr"];
    let found = at.word(&words);
    if found {
        at.eat(":");
        at.blank();
    }
    found
}

/// Reads a number here, or after the next word that announces a register number.
fn here_or_after_register_word(
    at: Cursor<'_>,
    number: impl Fn(Cursor<'_>) -> Option<(String, usize)>,
) -> Option<(Vec<String>, usize)> {
    let mut start = at;
    if start.word(&[
        "beslutet",
        "beslut",
        "avgörandet",
        "avgörande",
        "ställningstagande",
        "ärende",
        "referat",
    ]) {
        start.blank();
    }
    register_word(&mut start);
    if number(start).is_none() && !at.is_query() {
        return None;
    }
    if number(start).is_none() {
        // Words of the decision and its date stand between: "beslut den 25 juni 2007, dnr …".
        start = at;
        loop {
            if !start.skip_word() {
                return None;
            }
            if register_word(&mut start) {
                break;
            }
        }
    }
    let (first, mut end) = number(start)?;
    let mut numbers = vec![first];
    while numbers.len() < 10 {
        let mut next = at.to(end);
        if ![", ", " och ", " samt "].iter().any(|joint| next.eat(joint)) {
            break;
        }
        register_word(&mut next);
        let Some((another, after)) = number(next) else { break };
        numbers.push(another);
        end = after;
    }
    Some((numbers, end))
}

fn decisions(organ: &str, (numbers, end): (Vec<String>, usize)) -> Option<CitationMatch> {
    CitationMatch::numbers(
        numbers.iter().map(|number| CitedLocation::document(format!("{organ}/{number}"))).collect(),
        end,
    )
}

/// `JO:s beslut den 25 juni 2007, dnr 3940-2006`, `JO 3940-2006`.
fn jo(at: Cursor<'_>) -> Option<CitationMatch> {
    let mut next = at;
    if !body(&mut next, &["jo", "justitieombudsmannen", "riksdagens ombudsmän"]) {
        return None;
    }
    decisions("avg/jo", here_or_after_register_word(next, jo_number)?)
}

/// `3940-2006`.
pub(crate) fn jo_number(at: Cursor<'_>) -> Option<(String, usize)> {
    let mut end = at;
    let serial = end.digits(5)?;
    let year = end.eat("-").then(|| end.digits(4)).flatten()?;
    (plain_year(year) && ends(end)).then(|| (format!("{serial}-{year}"), end.at()))
}

/// `1999-1495`.
pub(crate) fn arn_number(at: Cursor<'_>) -> Option<(String, usize)> {
    let mut end = at;
    let year = end.digits(4).filter(|year| plain_year(year))?;
    let serial = end.eat("-").then(|| end.digits(6)).flatten().filter(|serial| serial.len() > 2)?;
    ends(end).then(|| (format!("{year}-{serial}"), end.at()))
}

/// `JK 2551-80-21`, `JK 2024/8082`.
fn jk(at: Cursor<'_>) -> Option<CitationMatch> {
    let mut next = at;
    if !body(&mut next, &["jk", "justitiekanslern"]) {
        return None;
    }
    decisions(
        "avg/jk",
        here_or_after_register_word(next, |at| {
            three_part_number(at).or_else(|| {
                let mut end = at;
                let year = end.digits(4).filter(|year| plain_year(year))?;
                let serial =
                    end.eat("/").then(|| end.digits(6)).flatten().filter(|serial| serial.len() > 2)?;
                ends(end).then(|| (format!("{year}/{serial}"), end.at()))
            })
        })?,
    )
}

/// `2551-80-21`, unless it reads as a date.
pub(crate) fn three_part_number(at: Cursor<'_>) -> Option<(String, usize)> {
    let mut end = at;
    let serial = end.digits(5)?;
    let year = end.eat("-").then(|| end.digits(2)).flatten()?;
    let group = end.eat("-").then(|| end.digits(2)).flatten()?;
    let within =
        |text: &str, range: std::ops::RangeInclusive<u32>| text.parse().is_ok_and(|n| range.contains(&n));
    let date = within(serial, 1980..=2100) && within(year, 1..=12) && within(group, 1..=31);
    (!date && year.len() == 2 && ends(end)).then(|| (format!("{serial}-{year}-{group}"), end.at()))
}

/// `ARN 1999-1495`, `ARN:s änr 1999-1495, 1999-4143`, `avgörande 1999-01-12; 1998-3712`.
fn arn(at: Cursor<'_>) -> Option<CitationMatch> {
    let mut next = at;
    if body(&mut next, &["arn", "allmänna reklamationsnämnden"]) {
        return decisions("avg/arn", here_or_after_register_word(next, arn_number)?);
    }
    if !next.word(&["avgörande", "avgörandet"]) {
        return None;
    }
    next.blank();
    (_, next) = day(next)?;
    if !next.eat(";") {
        return None;
    }
    next.blank();
    let (number, end) = arn_number(next)?;
    decisions("avg/arn", (vec![number], end))
}

/// `Skatteverkets ställningstagande dnr 8-2749853`.
fn skatteverket(at: Cursor<'_>) -> Option<CitationMatch> {
    let mut next = at;
    if !body(&mut next, &["skatteverket", "skv"]) {
        return None;
    }
    decisions("rs/skv", here_or_after_register_word(next, position)?)
}

/// `131 666779-12/111`, `8-2749853`, `8-396736-2025`, with `-` for blank and slash.
pub(crate) fn position(at: Cursor<'_>) -> Option<(String, usize)> {
    let mut end = at;
    let series = end.digits(3)?;
    if end.blank() && series == "131" {
        let serial = end.digits(8)?;
        let year = end.eat("-").then(|| end.digits(2)).flatten()?;
        let group = end.eat("/").then(|| end.digits(4)).flatten()?;
        return ends(end).then(|| (format!("{series}-{serial}-{year}-{group}"), end.at()));
    }
    let mut end = at;
    let series = end.digits(1)?;
    let serial = end.eat("-").then(|| end.digits(9)).flatten().filter(|serial| serial.len() >= 5)?;
    let mut number = format!("{series}-{serial}");
    let mut dated = end;
    if let Some(year) = dated.eat("-").then(|| dated.digits(4)).flatten().filter(|year| plain_year(year)) {
        number += &format!("-{year}");
        end = dated;
    }
    ends(end).then(|| (number, end.at()))
}

/// A register number whose form shows the authority: `dnr 2551-80-21` (JK), `dnr 8-2749853` (Skatteverket),
/// `änr 1999-1495` (ARN).
fn by_register_number(at: Cursor<'_>) -> Option<CitationMatch> {
    let mut next = at;
    let arn_number = at.rest().starts_with("änr");
    if !register_word(&mut next) {
        return None;
    }
    if let Some(number) = three_part_number(next) {
        return decisions("avg/jk", (vec![number.0], number.1));
    }
    if let Some(number) = position(next) {
        return decisions("rs/skv", (vec![number.0], number.1));
    }
    if !arn_number {
        return None;
    }
    let mut end = next;
    let year = end.digits(4).filter(|year| plain_year(year))?;
    let serial = end.eat("-").then(|| end.digits(6)).flatten()?;
    ends(end).then(|| decisions("avg/arn", (vec![format!("{year}-{serial}")], end.at())))?
}

/// Names of the bodies that issue the guidance read by [`guidance`].
const ISSUERS: [&str; 7] = [
    "europeiska dataskyddsstyrelsens",
    "dataskyddsstyrelsens",
    "edpb:s",
    "edpb",
    "styrelsens",
    "artikel 29-gruppens",
    "artikel 29-arbetsgruppens",
];

/// `Riktlinjer 05/2020`, `EDPB riktlinjer nr 5/2020`, `Rekommendation 01/2020`, `WP 248`.
pub(crate) fn guidance(at: Cursor<'_>) -> Option<CitationMatch> {
    let mut next = at;
    let issued = ISSUERS.iter().any(|issuer| next.words_without_stop(&[issuer]) || next.eat(issuer));
    if issued {
        next.blank();
    }
    let kinds = ["wp", "riktlinje", "guideline", "rekommendation", "recommendation"];
    if !next.begins_with_any(&kinds) {
        return None;
    }
    if !issued && owned_by_another(at.before_as_written()) {
        return None;
    }
    if next.eat("wp") {
        next.blank();
        let number = next.digits(3).filter(|number| number.len() >= 2 && *number != "29")?;
        return next.at_boundary().then(|| {
            CitationMatch::number(CitedLocation::document(format!("edpb/wp/{number}")), next.at())
        })?;
    }
    let series = [
        (&["riktlinjerna", "riktlinjer", "riktlinje", "guidelines", "guideline"][..], "riktlinjer"),
        (
            &[
                "rekommendationerna",
                "rekommendationer",
                "rekommendationen",
                "rekommendation",
                "recommendations",
                "recommendation",
            ],
            "rekommendationer",
        ),
    ];
    let (_, series) = series.into_iter().find(|(words, _)| next.words_without_stop(words))?;
    next.blank();
    if next.word(&["nr", "no"]) {
        next.blank();
    }
    let number = without_zeros(next.digits(2)?);
    let year =
        next.eat("/").then(|| next.digits(4)).flatten().filter(|year| ("2018".."2100").contains(year))?;
    ends(next).then(|| {
        CitationMatch::number(
            CitedLocation::document(format!("edpb/{series}/{number:0>2}-{year}")),
            next.at(),
        )
    })?
}

/// Whether the words before end in a genitive with a capital: `EBA:s`, `Europeiska bankmyndighetens`.
fn owned_by_another(before: &str) -> bool {
    let before = before.trim_end();
    let lower = before.to_lowercase();
    let ours =
        |issuer: &str| lower.strip_suffix(issuer).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric));
    if ISSUERS.iter().any(|issuer| ours(issuer)) {
        return false;
    }
    let mut words = before.rsplit(' ');
    let Some(last) = words.next().filter(|word| word.ends_with('s')) else { return false };
    let capital = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
    capital(last) || words.next().is_some_and(capital)
}

fn plain_year(text: &str) -> bool {
    text.len() == 4 && ("1950".."2100").contains(&text)
}

fn ends(at: Cursor<'_>) -> bool {
    at.at_boundary() && !at.rest().starts_with(['-', '/', ':'])
}

//! Numbers of Swedish statutes: `1962:700`, `(1982:80)`, `den 27 mars 1936 (nr 81)`.

use crate::cursor::{Cursor, without_zeros};
use crate::dates::day;
use crate::names::CitationNames;

/// A number in parentheses, and where it and its parenthesis end.
pub(crate) struct BracketedNumber<'q> {
    /// The local id; None for a number of several zeros, which stands for an act that has none yet.
    pub(crate) document: Option<String>,
    pub(crate) start: usize,
    pub(crate) stop: usize,
    pub(crate) end: Cursor<'q>,
}

/// ` (1982:80)`, `(SFS 1982:80)`.
pub(crate) fn in_parentheses<'q>(mut at: Cursor<'q>, names: &CitationNames) -> Option<BracketedNumber<'q>> {
    at.blank();
    if !at.eat("(") {
        return None;
    }
    at.blank();
    if at.eat("sfs") {
        at.blank();
    }
    let (document, mut end) = digits(at, names)?;
    let stop = end.at();
    end.blank();
    end.eat(")").then_some(BracketedNumber { document, start: at.at(), stop, end })
}

/// A number beside the name of an act, which says which act is meant: ` (2001:453)`, ` [SFS 2001:453]`, `, SFS 2001:453`, ` 2001:453`.
pub(crate) fn beside<'q>(at: Cursor<'q>, names: &CitationNames) -> Option<BracketedNumber<'q>> {
    if let Some(found) = in_parentheses(at, names) {
        return Some(found);
    }
    let mut next = at;
    let comma = next.eat(",");
    if !next.blank() {
        return None;
    }
    let bracket = next.eat("[");
    if !bracket && !next.peek().is_some_and(|c| c == 's' || c.is_ascii_digit()) {
        return None;
    }
    let designated = designated(next, names);
    let (document, mut end) = designated.or_else(|| of_act(next, names).filter(|_| !comma))?;
    let stop = end.at();
    let ends = if bracket { end.eat("]") } else { !end.rest().starts_with([':', '-', '/']) };
    ends.then_some(BracketedNumber { document: Some(document), start: next.at(), stop, end })
}

/// A number that does not continue another number. None for a number of zeros.
pub(crate) fn free<'q>(at: Cursor<'q>, names: &CitationNames) -> Option<(String, Cursor<'q>)> {
    let free = at.at_word_start() && !at.before().ends_with([':', '/', '-']);
    free.then(|| of_act(at, names))?.filter(|(document, _)| !document.ends_with(":0"))
}

/// `SFS 1979:429`, `SFS nr 2018:218`, `SFS2018:218`.
pub(crate) fn designated<'q>(mut at: Cursor<'q>, names: &CitationNames) -> Option<(String, Cursor<'q>)> {
    if !at.eat("sfs") {
        return None;
    }
    at.eat(":");
    if at.blank() && at.word(&["nr", "no"]) {
        at.blank();
    }
    of_act(at, names)
}

fn of_act<'q>(at: Cursor<'q>, names: &CitationNames) -> Option<(String, Cursor<'q>)> {
    let (document, end) = digits(at, names)?;
    let document = document.filter(|document| ("1600".."2100").contains(&document.as_str()))?;
    Some((document, end))
}

/// `1962:700`, `1904:48 s. 1`, `1896:bih. 42`, `1736:0123 2`, as a local id, with anything before it.
fn digits<'q>(at: Cursor<'q>, names: &CitationNames) -> Option<(Option<String>, Cursor<'q>)> {
    let mut end = at;
    let year = end.digits(4).filter(|year| year.len() == 4)?;
    if !end.eat(":") {
        return None;
    }
    // Older prints have a blank after the colon. Brackets or `SFS` show that it is a number.
    end.blank();
    let mut id = format!("{year}:");
    if end.eat("bih") {
        end.eat(".");
        end.blank();
        id.push_str("bih.");
    }
    let serial = end.digits(5)?;
    if !end.at_boundary() || end.rest().starts_with([':', '/']) {
        return None;
    }
    id.push_str(serial);
    // `SFS 2025:0` is a number that no act can have, `2025:000` a gap.
    let zeros = year == "0000" || serial.len() > 1 && serial.bytes().all(|byte| byte == b'0');
    if zeros {
        return Some((None, end));
    }
    let mut part = end;
    part.blank();
    let paged = part.words_without_stop(&["s"]) || part.eat("s.") || part.eat("_s.");
    if paged {
        part.eat(".");
        part.blank();
    } else {
        part.eat("_");
    }
    if let Some(number) = part.digits(4)
        && part.at_boundary()
        && !part.rest().starts_with(':')
    {
        let with_part = format!("{id}_{number}");
        // Only known statutes have numbered parts. The part is often printed as if it were a page.
        if names.has_statute_part(&with_part) {
            return Some((Some(with_part), part));
        }
        if paged {
            return Some((Some(format!("{id}_s.{number}")), part));
        }
    }
    Some((Some(id), end))
}

/// ` den 27 mars 1936 (nr 81)` after a noun: SFS 1936:81, as official prints of the time have it.
pub(crate) fn dated(at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    let mut next = at;
    if !next.eat(" den ") {
        return None;
    }
    let (day, mut next) = day(next)?;
    let year = day.get(..4)?;
    next.blank();
    let parenthesis = next.eat("(");
    if !next.word(&["nr", "n:o", "n:r", "no"]) {
        return None;
    }
    next.blank();
    let serial = without_zeros(next.digits(4)?);
    (serial != "0" && next.at_boundary() && (!parenthesis || next.eat(")")))
        .then(|| (format!("{year}:{serial}"), next))
}

//! Agency regulations: `FFFS 2014:1`, `3 kap. 2 § i FFFS 2014:1`, `HSLF-FS 2016:40 5 §`.
//!
//! Only designations in the table are read. The slugs come from the table too.

use crate::cursor::{Cursor, without_zeros};
use crate::names::CitationNames;
use crate::provision::{after_law, before_law};
use crate::target::{CitationMatch, CitedLocation};

/// The regulation that is cited here, with its provision. Without a provision, it must be at the start or the end of
/// the query.
pub(crate) fn regulation(at: Cursor<'_>, names: &CitationNames) -> Option<CitationMatch> {
    if !at.at_word_start() {
        return None;
    }
    if let Some((provision, mut next)) = before_law(at) {
        next.blank();
        if next.words_without_stop(&["i", "av", "ur"]) {
            next.blank();
        }
        let (document, end) = designated(next, names).or_else(|| issued(next, names))?;
        return CitationMatch::number(CitedLocation::at(document, provision.anchor()), end.at());
    }
    let (document, end) = designated(at, names)?;
    let mut next = end;
    next.eat(",");
    if next.blank()
        && let Some((provision, after)) = after_law(next)
    {
        return CitationMatch::number(CitedLocation::at(document, provision.anchor()), after.at());
    }
    (at.at() == 0 || end.at_end())
        .then(|| CitationMatch::number(CitedLocation::document(document), end.at()))?
}

/// `FFFS 2014:1` as `fffs/2014:1`.
pub(crate) fn designated<'q>(at: Cursor<'q>, names: &CitationNames) -> Option<(String, Cursor<'q>)> {
    let mut next = at;
    let mut designation = next.letters()?.to_owned();
    let mut joined = next;
    if (joined.eat("-") || joined.blank())
        && let Some(second) = joined.letters().filter(|second| matches!(*second, "fs" | "ms"))
    {
        designation += second;
        next = joined;
    }
    let slug = names.regulation_slug(&designation)?;
    next.blank();
    numbered(slug, next)
}

/// A further regulation of a list, by its number alone: `AFS 2011:19 och 2023:10`.
pub(crate) fn further_regulation<'q>(at: Cursor<'q>, before: &str) -> Option<(String, Cursor<'q>)> {
    let (slug, _) = before.split_once('/')?;
    numbered(slug, at)
}

fn numbered<'q>(slug: &str, at: Cursor<'q>) -> Option<(String, Cursor<'q>)> {
    let mut next = at;
    let year = next.year()?;
    if !next.eat(":") {
        return None;
    }
    next.blank();
    let number = without_zeros(next.digits(4)?);
    let ends = next.at_boundary() && !next.rest().starts_with([':', '/']);
    ends.then(|| (format!("{slug}/{year}:{number}"), next))
}

/// `Vägverkets föreskrifter [och allmänna råd] (VVFS 1996:200)`.
pub(crate) fn issued<'q>(at: Cursor<'q>, names: &CitationNames) -> Option<(String, Cursor<'q>)> {
    const MAX_WORDS: usize = 8;
    let mut next = at;
    let mut regulations = false;
    for _ in 0..MAX_WORDS {
        let word = next.rest().split([' ', '(']).next().unwrap_or_default();
        regulations |= matches!(word, "föreskrifter" | "föreskrift" | "råd" | "kungörelse");
        if !next.skip_word() {
            return None;
        }
        let mut inner = next;
        let parenthesis = inner.eat("(");
        if let Some((document, mut end)) = designated(inner, names).filter(|_| regulations) {
            if parenthesis {
                end.eat(")");
            }
            return Some((document, end));
        }
    }
    None
}

//! Swedish statutes: by name, by number, with a provision on either side.

use crate::cursor::Cursor;
use lagrum_sources::ActForm;

use crate::foreign;
use crate::law_words;
use crate::lookup::{NameLookup, how};
use crate::names::{CitationNames, NameKind};
use crate::provision::{CitedProvision, after_law, before_law, in_part};
use crate::scan::dated_number;
use crate::target::{CitationMatch, CitedBy, CitedLocation, Spelling};

/// A law that a query names, before the provision is read.
struct CitedLaw<'q> {
    documents: Vec<String>,
    end: Cursor<'q>,
    how: CitedBy,
    spelling: Spelling,
    /// Whether it is named by a number in parentheses, so that the rest of the title may follow.
    titled: bool,
    /// Whether nothing may follow: two letters in another case than the abbreviation are mostly another word.
    alone: bool,
}

impl CitedLaw<'_> {
    fn at(&self, provision: Option<&CitedProvision>, end: usize) -> CitationMatch {
        let anchor = provision.and_then(CitedProvision::anchor);
        let targets = self.documents.iter().map(|id| CitedLocation::at(id.clone(), anchor.clone())).collect();
        CitationMatch { targets, end, how: self.how, spelling: self.spelling }
    }
}

/// `36 § avtalslagen`, `3 kap. 1 § i lagen (1990:52)`, `12:1 BrB`.
pub(crate) fn provision_then_law(at: Cursor<'_>, lookup: NameLookup<'_>) -> Option<CitationMatch> {
    let (provision, mut next) = before_law(at)?;
    next.eat(",");
    next.blank();
    if next.words_without_stop(&["i", "av", "ur", "enligt", "uti"]) {
        next.blank();
    }
    match provision_of_part(&provision, next, lookup.names) {
        Some(InPart::Yes(found)) => return Some(found),
        Some(InPart::No) => return None,
        None => {}
    }
    let law = law(next, lookup)?;
    let mut end = law.end;
    skip_abbreviation(&mut end, lookup.names);
    (end.at_end() || !law.alone).then(|| law.at(Some(&provision), end.at()))
}

/// `46 § hyreslagen`: a provision of the part of an act that has a popular name. `No` when the part has no such
/// provision, so that the name is read as nothing else.
fn provision_of_part(provision: &CitedProvision, at: Cursor<'_>, names: &CitationNames) -> Option<InPart> {
    let mut end = at;
    let word = law_word(&mut end)?;
    let base = word.strip_suffix('s').unwrap_or(&word);
    let (act, first, last) = names.part(&word).or_else(|| names.part(base))?;
    if number_in_parentheses(end, names).is_some() {
        return None;
    }
    let Some(provision) = in_part(provision, first, last) else { return Some(InPart::No) };
    Some(InPart::Yes(CitationMatch {
        targets: vec![CitedLocation::at(act, provision.anchor())],
        end: end.at(),
        how: CitedBy::PartName,
        spelling: Spelling::AsWritten,
    }))
}

/// Whether a part of an act has a provision.
enum InPart {
    Yes(CitationMatch),
    No,
}

/// `hyreslagen 46 §`.
pub(crate) fn part_then_provision(at: Cursor<'_>, names: &CitationNames) -> Option<CitationMatch> {
    let mut next = at;
    let word = law_word(&mut next)?;
    names.part(&word)?;
    next.eat(",");
    if !next.blank() {
        return None;
    }
    let (provision, end) = after_law(next)?;
    let InPart::Yes(found) = provision_of_part(&provision, at, names)? else { return None };
    Some(CitationMatch { end: end.at(), ..found })
}

/// `avtalslagen 36`, `BrB 12:1`, `lagen (1982:80) om anställningsskydd 7 §`, `SFS 1962:700 3 kap 1 §`.
pub(crate) fn law_then_provision(at: Cursor<'_>, lookup: NameLookup<'_>) -> Option<CitationMatch> {
    let law = law(at, lookup)?;
    let mut next = law.end;
    skip_abbreviation(&mut next, lookup.names);
    let _ = next.eat(",") || next.eat(":");
    // `BrB12:1`: without the blank, the provision needs a mark.
    let glued = !next.blank();
    if glued && !(next.at() == law.end.at() && law.how == CitedBy::Abbreviation) {
        return None;
    }
    let parenthesis = next.eat("(");
    let clock = next;
    if let Some((provision, mut end)) = after_law(next) {
        if parenthesis {
            end.eat(")");
        }
        let place = end.written_since(next);
        let hour = law.how == CitedBy::Abbreviation && law.end.written_since(at) == "kl" && is_clock(clock);
        let section_mark = place.contains('§') || place.contains("kap");
        let allowed = end.at_boundary()
            && !hour
            && (end.at_end() || !law.alone || section_mark)
            && (!glued || section_mark || place.contains(':'));
        return allowed.then(|| law.at(Some(&provision), end.at()));
    }
    if !law.titled {
        return None;
    }
    while next.skip_word() {
        if let Some((provision, end)) = before_law(next)
            && end.at_end()
        {
            return Some(law.at(Some(&provision), end.at()));
        }
    }
    None
}

/// `12:30` after "kl" is a time of day.
fn is_clock(mut at: Cursor<'_>) -> bool {
    let hour = at.digits(2).and_then(|hour| hour.parse::<u8>().ok());
    at.eat(":") && hour.is_some_and(|hour| hour < 25) && at.digits(2).is_some_and(|minute| minute.len() == 2)
}

/// A statute number that needs no further evidence: `SFS 2018:218`, `lagen (2018:218)`, `(2018:218)`.
pub(crate) fn marked_number(at: Cursor<'_>, lookup: NameLookup<'_>) -> Option<CitationMatch> {
    let mut next = at;
    if next.eat("(") {
        let (document, mut end) = sfs_number(next, lookup.names)?;
        end.eat(")");
        return CitationMatch::number(CitedLocation::document(document), end.at());
    }
    let bare = at.peek().is_none_or(|c| c.is_ascii_digit());
    if bare || !(at.whole().contains(':') || at.whole().contains(" den ")) {
        return None;
    }
    let law = law(at, lookup).filter(|law| law.how == CitedBy::Number)?;
    Some(law.at(None, law.end.at()))
}

/// The query is a statute number, with or without the name of a statute after it: `2018:218`,
/// `1998:204 personuppgiftslagen`.
pub(crate) fn whole_number(at: Cursor<'_>, names: &CitationNames) -> Option<CitationMatch> {
    let (document, mut end) = sfs_number(at, names)?;
    let mut next = end;
    if next.blank()
        && let Some(hit) = names.longest(next, &[ActForm::SwedishAct], Spelling::AsWritten)
    {
        end = next.to(hit.end);
    }
    end.at_end().then(|| CitationMatch::number(CitedLocation::document(document), end.at()))?
}

/// `(AvtL)` after the name it shortens.
fn skip_abbreviation(at: &mut Cursor<'_>, names: &CitationNames) {
    let mut next = *at;
    if next.eat(" (")
        && let Some(hit) = names.longest(next, &[ActForm::SwedishAct], Spelling::AsWritten)
        && hit.is(NameKind::Abbreviation)
    {
        next = next.to(hit.end);
        if next.eat(")") {
            *at = next;
        }
    }
}

/// The law that is named here. A number beside a name is taken rather than the name.
fn law<'q>(at: Cursor<'q>, lookup: NameLookup<'_>) -> Option<CitedLaw<'q>> {
    if is_former(at) || foreign::is_owned_abroad(at) {
        return None;
    }
    let mut noun = at;
    if law_word(&mut noun).is_some_and(|word| law_words::is_generic(&word))
        && let Some((document, end)) = dated_number(noun)
    {
        return Some(CitedLaw { titled: true, ..by_number(document, end) });
    }
    if let Some(law) = former_law(at, lookup) {
        return Some(law);
    }
    let numbered = law_by_number(at, lookup.names);
    let named = lookup.names.longest(at, &[ActForm::SwedishAct], lookup.spelling).filter(|hit| {
        let lone_abbreviation = hit.is(NameKind::Abbreviation) && lookup.amid_words && !hit.own_case;
        !lone_abbreviation && hit.end > at.at()
    });
    let Some(hit) = named else { return numbered };
    let end = at.to(hit.end);
    if let Some((document, end)) = number_in_parentheses(end, lookup.names).or_else(|| {
        let mut next = end;
        next.blank().then_some(next).and_then(|next| sfs_number(next, lookup.names))
    }) {
        return Some(CitedLaw { titled: true, ..by_number(document, end) });
    }
    if foreign::serial_and_year(end).is_some() {
        return None;
    }
    // A number found further on belongs to a longer name: `lagen om x (1990:1)` is not read here.
    if let Some(numbered) = numbered {
        return Some(numbered);
    }
    Some(CitedLaw {
        documents: hit.rows.iter().map(|row| row.document.to_string()).collect(),
        end,
        how: how(&hit),
        spelling: hit.spelling,
        titled: false,
        alone: hit.is(NameKind::Abbreviation) && !hit.own_case && hit.end - at.at() <= 2,
    })
}

/// Words before a name that make it the name of an earlier act.
const FORMER: [&str; 4] = ["gamla", "äldre", "tidigare", "upphävda"];

/// Whether the name here is that of an earlier act.
pub(crate) fn is_former(at: Cursor<'_>) -> bool {
    let before = at.before().trim_end();
    FORMER.iter().chain(&["års"]).any(|word| before.ends_with(word))
}

/// `gamla förvaltningslagen`, `1986 års förvaltningslag`: an act that had the name before.
fn former_law<'q>(at: Cursor<'q>, lookup: NameLookup<'_>) -> Option<CitedLaw<'q>> {
    let mut next = at;
    let year = next.year();
    let former = match year {
        Some(_) => next.eat(" års "),
        None => next.words_without_stop(&FORMER) && next.blank(),
    };
    if !former {
        return None;
    }
    let hit = lookup.names.longest(next, &[ActForm::SwedishAct], lookup.spelling)?;
    let current = hit.row().map(|row| &*row.document).filter(|_| year.is_some());
    let mut acts = current.into_iter().chain(lookup.names.former(&hit).iter().copied());
    let document = acts.find(|act| year.is_none_or(|year| act.starts_with(year)))?.to_owned();
    Some(CitedLaw {
        documents: vec![document],
        end: next.to(hit.end),
        how: how(&hit),
        spelling: hit.spelling,
        titled: false,
        alone: false,
    })
}

/// An earlier act by its name alone: `gamla förvaltningslagen`.
pub(crate) fn whole_former_name(at: Cursor<'_>, lookup: NameLookup<'_>) -> Option<CitationMatch> {
    let law = former_law(at, lookup)?;
    law.end.at_end().then(|| law.at(None, law.end.at()))
}

fn by_number(document: String, end: Cursor<'_>) -> CitedLaw<'_> {
    CitedLaw {
        documents: vec![document],
        end,
        how: CitedBy::Number,
        spelling: Spelling::AsWritten,
        titled: false,
        alone: false,
    }
}

/// `SFS [nr] 1962:700`, `1962:700`, `lagen (1982:80)`, `lagen 1982:80`, `hittepålagen (1999:123)`.
fn law_by_number<'q>(at: Cursor<'q>, names: &CitationNames) -> Option<CitedLaw<'q>> {
    let mut next = at;
    if next.eat("sfs") {
        next.eat(":");
        if !next.blank() {
            return sfs_digits(next, names).map(|(document, end)| by_number(document, end));
        }
        if next.word(&["nr", "no"]) {
            next.blank();
        }
        return sfs_number(next, names).map(|(document, end)| by_number(document, end));
    }
    if let Some((document, end)) = sfs_number(at, names) {
        return Some(by_number(document, end));
    }
    let word = law_word(&mut next)?;
    if let Some((document, end)) = number_in_parentheses(next, names) {
        return Some(CitedLaw { titled: true, ..by_number(document, end) });
    }
    if law_words::is_generic(&word) && next.blank() {
        return sfs_number(next, names).map(|(document, end)| by_number(document, end));
    }
    None
}

/// A word, or joined words as in `plan- och bygglagen`, with the ending of the name of a law.
fn law_word(at: &mut Cursor<'_>) -> Option<String> {
    let rest = at.rest();
    let mut end = rest.find(|c: char| !c.is_alphanumeric() && c != '-').unwrap_or(rest.len());
    if rest[..end].ends_with('-') {
        for joint in [" och ", " eller ", " samt "] {
            if let Some(second) = rest[end..].strip_prefix(joint) {
                let word = second.find(|c: char| !c.is_alphanumeric() && c != '-').unwrap_or(second.len());
                end += joint.len() + word;
                break;
            }
        }
    }
    let word = &rest[..end];
    law_words::ends_like_law(word).then(|| {
        *at = at.to(at.at() + end);
        word.to_owned()
    })
}

fn number_in_parentheses<'q>(mut at: Cursor<'q>, names: &CitationNames) -> Option<(String, Cursor<'q>)> {
    at.blank();
    if !at.eat("(") {
        return None;
    }
    if at.eat("sfs") {
        at.blank();
    }
    let (document, mut end) = sfs_number(at, names)?;
    end.eat(")").then_some((document, end))
}

/// `1962:700`, `1904:48 s. 1`, `1896:bih. 42`, `1736:0123 2`, as a local id. A serial number of zeros only is not one.
fn sfs_number<'q>(at: Cursor<'q>, names: &CitationNames) -> Option<(String, Cursor<'q>)> {
    let free = at.at_word_start() && !at.before().ends_with([':', '/', '-']);
    free.then(|| sfs_digits(at, names))?
}

/// A statute number with anything before it.
fn sfs_digits<'q>(at: Cursor<'q>, names: &CitationNames) -> Option<(String, Cursor<'q>)> {
    let mut end = at;
    let mut id = end.year()?.to_owned();
    if !end.eat(":") {
        return None;
    }
    end.blank();
    id.push(':');
    if end.eat("bih") {
        end.eat(".");
        end.blank();
        id.push_str("bih.");
    }
    let serial = end.digits(5)?;
    if serial.bytes().all(|b| b == b'0') || !end.at_boundary() || end.rest().starts_with([':', '/']) {
        return None;
    }
    id.push_str(serial);
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
        // Statutes with numbered parts are few, and often printed as if the part were a page.
        if names.has_statute_part(&with_part) {
            return Some((with_part, part));
        }
        if paged {
            return Some((format!("{id}_s.{number}"), part));
        }
    }
    Some((id, end))
}

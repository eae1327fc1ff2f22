//! Swedish statutes: by name, by number, with a provision on either side.

use crate::cursor::Cursor;
use lagrum_sources::ActForm;

use crate::foreign;
use crate::law_words::{self, law_word};
use crate::lookup::{NameLookup, how};
use crate::names::{CitationNames, NameKind};
use crate::provision::{CitedProvision, after_law, before_law, in_part};
use crate::statute_number::{self, dated, in_parentheses};
use crate::target::{CitationMatch, CitedBy, CitedLocation, Spelling};

/// A law that a query names, before the provision is read.
struct CitedLaw<'q> {
    documents: Vec<String>,
    end: Cursor<'q>,
    how: CitedBy,
    spelling: Spelling,
    /// Whether it is named by a number in parentheses, so that the rest of the title may follow.
    titled: bool,
    /// Whether nothing may follow: two letters that differ in case from the abbreviation are usually another word.
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

/// `46 § hyreslagen`: a provision of the part of an act that has a popular name. `No` when the part does not have the provision; the
/// name is then read as nothing else.
fn provision_of_part(provision: &CitedProvision, at: Cursor<'_>, names: &CitationNames) -> Option<InPart> {
    let (word, end) = law_word(at)?;
    let base = word.strip_suffix('s').unwrap_or(&word);
    let (act, first, last) = names.part(&word).or_else(|| names.part(base))?;
    if in_parentheses(end, names).is_some() {
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
    let (word, mut next) = law_word(at)?;
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
        let (document, mut end) = statute_number::free(next, lookup.names)?;
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
    let (document, mut end) = statute_number::free(at, names)?;
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

/// The law that is named here. If a number stands beside the name, the number decides.
fn law<'q>(at: Cursor<'q>, lookup: NameLookup<'_>) -> Option<CitedLaw<'q>> {
    if is_former(at) || foreign::is_owned_abroad(at) {
        return None;
    }
    if let Some((word, noun)) = law_word(at)
        && law_words::is_generic(&word)
        && let Some((document, end)) = dated(noun)
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
    // The number decides, as in a running text.
    let number = statute_number::beside(end, lookup.names);
    if let Some((document, end)) = number.and_then(|found| Some((found.document?, found.end))) {
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

/// An act by its year (`1990 års köplag`), or one that had a name before (`gamla förvaltningslagen`), and where its words end.
pub(crate) fn former_act<'q>(at: Cursor<'q>, names: &CitationNames) -> Option<(String, Cursor<'q>)> {
    let lookup = NameLookup { names, spelling: Spelling::AsWritten, amid_words: true };
    let law = former_law(at, lookup)?;
    Some((law.documents.into_iter().next()?, law.end))
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
    if at.rest().starts_with("sfs") {
        return statute_number::designated(at, names).map(|(document, end)| by_number(document, end));
    }
    if let Some((document, end)) = statute_number::free(at, names) {
        return Some(by_number(document, end));
    }
    let (word, mut next) = law_word(at)?;
    if let Some((document, end)) = bracketed(next, names) {
        return Some(CitedLaw { titled: true, ..by_number(document, end) });
    }
    if law_words::is_generic(&word) && next.blank() {
        return statute_number::free(next, names).map(|(document, end)| by_number(document, end));
    }
    None
}

fn bracketed<'q>(at: Cursor<'q>, names: &CitationNames) -> Option<(String, Cursor<'q>)> {
    let found = in_parentheses(at, names)?;
    Some((found.document?, found.end))
}

//! EU acts and treaties: by number, CELEX, name or acronym, with an article or recital on either side.

use lagrum_artifact::Anchor;
use lagrum_sources::ActForm;

use crate::act::CitedAct;
use crate::article::{after_act, before_act};
use crate::cursor::{Cursor, without_zeros};
use crate::dates::day;
use crate::lookup::{NameLookup, how};
use crate::names::{NameHit, NameKind};
use crate::target::{CitationMatch, CitedBy, CitedLocation, Spelling};
use crate::treaty;

/// `artikel 6.1 c i dataskyddsförordningen`, `skäl 6 i förordning (EU) 2016/679`, `CitedArticle 6(1) ECHR`.
pub(crate) fn place_then_act(at: Cursor<'_>, lookup: NameLookup<'_>) -> Option<CitationMatch> {
    let (locus, mut next) = before_act(at)?;
    next.eat(",");
    next.blank();
    if next.words_without_stop(&["i", "of", "in", "till", "under", "enligt", "från", "to"]) {
        next.blank();
    }
    if next.words_without_stop(&["the"]) {
        next.blank();
    }
    let act = act_by_number(next).or_else(|| act_by_name(next, lookup))?;
    Some(act.found(Some(&locus), act.end.at(), lookup))
}

/// `GDPR art 32`, `EKMR 6.3`, `Rome Statute article 6`.
pub(crate) fn name_then_place(at: Cursor<'_>, lookup: NameLookup<'_>) -> Option<CitationMatch> {
    act_then_place(&act_by_name(at, lookup)?, lookup)
}

/// `förordning (EU) 2016/679 artikel 5`, `32016R0679 art 5`, `32016R0679#5`.
pub(crate) fn number_then_place(at: Cursor<'_>, lookup: NameLookup<'_>) -> Option<CitationMatch> {
    let act = act_by_number(at)?;
    if let Some((anchor, end)) = fragment(act.end) {
        let targets = vec![CitedLocation::at(act.documents.first()?.clone(), Some(anchor))];
        return CitationMatch::numbers(targets, end.at());
    }
    act_then_place(&act, lookup)
}

/// `#5` after a number.
pub(crate) fn fragment(mut at: Cursor<'_>) -> Option<(Anchor, Cursor<'_>)> {
    if !at.eat("#") {
        return None;
    }
    let written = at.rest_as_written();
    let end =
        written.find(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-'))).unwrap_or(written.len());
    let anchor = written[..end].trim_end_matches(['.', '-']);
    Some((Anchor::new(anchor)?, at.to(at.at() + anchor.len())))
}

/// An act by its number alone.
pub(crate) fn number(at: Cursor<'_>, lookup: NameLookup<'_>) -> Option<CitationMatch> {
    let act = act_by_number(at)?;
    Some(act.found(None, act.end.at(), lookup))
}

fn act_then_place(act: &CitedAct<'_>, lookup: NameLookup<'_>) -> Option<CitationMatch> {
    let mut next = act.end;
    next.eat(",");
    if !next.blank() {
        return None;
    }
    if next.words_without_stop(&["särskilt", "in particular"]) {
        next.blank();
    }
    let (locus, end) = after_act(next)?;
    Some(act.found(Some(&locus), end.at(), lookup))
}

/// The act or treaty with the longest name here, with or without `EU:s`, `den`, `allmänna` before it.
pub(crate) fn act_by_name<'q>(at: Cursor<'q>, lookup: NameLookup<'_>) -> Option<CitedAct<'q>> {
    if let Some(act) = treaty::echr_protocol(at, lookup) {
        return Some(act);
    }
    let mut next = at;
    for determiner in [None, Some(&["eu:s", "fn:s", "den", "det"][..]), Some(&["allmänna", "allmän"][..])] {
        if let Some(words) = determiner {
            if !next.words_without_stop(words) {
                continue;
            }
            next.blank();
        }
        let hit = lookup.names.longest(next, &[ActForm::EuAct, ActForm::Treaty], lookup.spelling);
        if let Some(hit) = hit.filter(|hit| allowed(hit, lookup)) {
            return Some(CitedAct {
                documents: hit.rows.iter().map(|row| row.document.to_string()).collect(),
                treaty: hit.row().is_some_and(|row| row.form == ActForm::Treaty),
                end: if hit.is(NameKind::Generic) {
                    past_parent(next.to(hit.end), lookup)
                } else {
                    next.to(hit.end)
                },
                how: how(&hit),
                spelling: hit.spelling,
            });
        }
    }
    None
}

/// The cursor after "to the Geneva Conventions": in the name of a protocol, the treaty that it adds to.
fn past_parent<'q>(at: Cursor<'q>, lookup: NameLookup<'_>) -> Cursor<'q> {
    let mut next = at;
    if !(next.eat(" to the ") || next.eat(" till ")) {
        return at;
    }
    lookup.names.longest(next, &[ActForm::Treaty], lookup.spelling).map_or(at, |parent| next.to(parent.end))
}

/// Among other words an abbreviation must be in its own case.
fn allowed(hit: &NameHit<'_>, lookup: NameLookup<'_>) -> bool {
    !lookup.amid_words || hit.own_case || !hit.is(NameKind::Abbreviation)
}

pub(crate) fn act_by_number(at: Cursor<'_>) -> Option<CitedAct<'_>> {
    let (document, mut end) = celex(at).or_else(|| designation(at))?;
    skip_date(&mut end);
    let treaty = false;
    Some(CitedAct {
        documents: vec![document],
        treaty,
        end,
        how: CitedBy::Number,
        spelling: Spelling::AsWritten,
    })
}

/// ` av den 27 april 2016` after the number.
fn skip_date(at: &mut Cursor<'_>) {
    let mut next = *at;
    if (next.eat(" av den ") || next.eat(" of "))
        && let Some((_, end)) = day(next)
    {
        *at = end;
    }
}

/// `32016R0679`, `CELEX:12016E/TXT`, `02016R0679-20160504`, `62018CJ0311(01)`, in any case.
pub(crate) fn celex(at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    if !at.at_word_start() {
        return None;
    }
    let mut end = at;
    if end.word(&["celex", "celexnummer", "celex-nummer"]) {
        end.eat(":");
        end.blank();
    }
    let start = end;
    let number = end.digits(5).filter(|digits| digits.len() == 5 && "01356".contains(&digits[..1]))?;
    let year: u32 = number[1..].parse().ok()?;
    let letters = end.letters().filter(|letters| letters.len() <= 2 && letters.is_ascii())?;
    if !(1950..=2050).contains(&year) {
        return None;
    }
    if number.starts_with('1') {
        // `12016E101` is an article of a treaty, filed as a document of its own. `12000m` of a running text is none.
        let named = end.eat("/txt") || end.digits(3).is_some();
        if !named && !at.is_query() {
            return None;
        }
    } else {
        // A case always has two letters: the court and the kind of decision.
        if number.starts_with('6') && letters.len() != 2 {
            return None;
        }
        end.digits(4).filter(|serial| serial.len() == 4)?;
        if end.eat("r(") {
            end.digits(2)?;
            end.eat(")");
        } else if end.rest().starts_with('(') {
            let mut suffix = end;
            suffix.eat("(");
            if suffix.digits(2).is_some() && suffix.eat(")") {
                end = suffix;
            }
        }
        let mut dated = end;
        if number.starts_with('0') && dated.eat("-") && dated.digits(8).is_some_and(|day| day.len() == 8) {
            end = dated;
        }
    }
    end.at_boundary().then(|| (format!("celex/{}", end.written_since(start).to_uppercase()), end))
}

/// `392L0100`, `32002L0019`: the CELEX number of an act, in capitals, also with the two-digit years of old lists.
pub(crate) fn celex_of_act(at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    let mut end = at;
    let number = end.digits(5).filter(|digits| matches!(digits.len(), 3 | 5) && digits.starts_with('3'))?;
    let letter = end
        .rest_as_written()
        .chars()
        .next()
        .filter(|letter| matches!(letter, 'L' | 'R' | 'D' | 'F' | 'H'))?;
    end.eat(&letter.to_lowercase().to_string());
    let serial = end.digits(4).filter(|serial| serial.len() == 4 && end.at_boundary())?;
    let year = year(&number[1..])?;
    Some((format!("celex/3{year}{letter}{serial}"), end))
}

/// Institutions that issue acts, and other words before the kind of act.
const ISSUERS: [&str; 16] = [
    "europaparlamentets och rådets",
    "europaparlamentet och rådets",
    "europeiska parlamentets och rådets",
    "europeiska centralbankens",
    "europeiska unionens",
    "kommissionens",
    "rådets",
    "ecb:s",
    "eu:s",
    "eg:s",
    "commission",
    "council",
    "delegerad",
    "delegated",
    "implementing",
    "the",
];

/// The nouns for acts with their CELEX letters; longer ones first.
const ACT_WORDS: [(&str, char); 37] = [
    ("gemensamma åtgärden", 'E'),
    ("gemensamma åtgärd", 'E'),
    ("gemensam åtgärd", 'E'),
    ("joint action", 'E'),
    ("gemensamma ståndpunkten", 'E'),
    ("gemensamma ståndpunkt", 'E'),
    ("gemensam ståndpunkt", 'E'),
    ("common position", 'E'),
    ("framework decisions", 'F'),
    ("framework decision", 'F'),
    ("regulations", 'R'),
    ("directives", 'L'),
    ("decisions", 'D'),
    ("genomförandeförordningen", 'R'),
    ("genomförandeförordning", 'R'),
    ("tillämpningsförordning", 'R'),
    ("genomförandebeslutet", 'D'),
    ("genomförandebeslut", 'D'),
    ("genomförandedirektiv", 'L'),
    ("delegerade förordningen", 'R'),
    ("delegerade förordning", 'R'),
    ("rekommendationen", 'H'),
    ("rekommendation", 'H'),
    ("recommendation", 'H'),
    ("förordningen", 'R'),
    ("förordning", 'R'),
    ("regulation", 'R'),
    ("rambeslutet", 'F'),
    ("rambeslut", 'F'),
    ("ramdirektivet", 'L'),
    ("ramdirektiv", 'L'),
    ("direktivet", 'L'),
    ("direktiv", 'L'),
    ("directive", 'L'),
    ("beslutet", 'D'),
    ("beslut", 'D'),
    ("decision", 'D'),
];

/// `förordning (EU) 2016/679`, `(EU) 2016/679`, `95/46/EG`, `direktiv 95/46`, `Regulation (EC) No 1/2003`.
fn designation(at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    if !at.at_word_start() {
        return None;
    }
    let mut next = at;
    for _ in 0..3 {
        if ISSUERS.iter().any(|issuer| next.words_without_stop(&[issuer])) {
            next.blank();
        }
    }
    let mut noun =
        ACT_WORDS.iter().find(|(word, _)| next.words_without_stop(&[word])).map(|(_, letter)| *letter);
    if noun.is_some() {
        next.blank();
    }
    if next.eat("(") {
        let community = community(&mut next)?;
        if !next.eat(")") {
            return None;
        }
        next.blank();
        let order = if numero(&mut next) { Order::NumberFirst } else { community.order };
        let (first, second) = pair(&mut next)?;
        let (year, number) = year_and_number(first, second, order, community.years)?;
        let letter = noun.map_or(community.in_parentheses, |noun| kind_of(noun, &community));
        return Some((local_id(year, letter, number)?, next));
    }
    let numbered = noun.is_some() && numero(&mut next);
    if let Some((id, end)) = noun.and_then(|letter| of_community(next, letter)) {
        return Some((id, end));
    }
    let (first, second) = pair(&mut next)?;
    let mut suffixed = next;
    if suffixed.eat("/")
        && let Some(community) = community(&mut suffixed)
    {
        let order = if numbered { Order::NumberFirst } else { Order::YearFirst };
        let (year, number) = year_and_number(first, second, order, community.years)?;
        if noun.is_none() && matches!(community.letter, 'F' | 'D') {
            noun = noun_before(at);
        }
        let letter = noun.map_or(community.letter, |noun| kind_of(noun, &community));
        return Some((local_id(year, letter, number)?, suffixed));
    }
    // Without a community only the noun shows that the two numbers are an act. A year with four digits is preferred. A
    // recommendation without an issuer is one of the data protection board.
    let letter = noun.filter(|letter| {
        !matches!(letter, 'H' | 'E') && next.at_boundary() && !next.rest().starts_with('/')
    })?;
    let full = |text: &str| year(text).filter(|_| text.len() == 4);
    let (year, number) = if let (Some(year), false) = (full(first), numbered) {
        (year, second)
    } else if let Some(year) = full(second) {
        (year, first)
    } else if let Some(year) = year(first) {
        (year, second)
    } else {
        (year(second)?, first)
    };
    Some((local_id(year, letter, number)?, next))
}

/// `beslut EU 2016/679`, `Regulation EU 2016/679`: the parentheses left out.
fn of_community(mut at: Cursor<'_>, noun: char) -> Option<(String, Cursor<'_>)> {
    let community = community(&mut at)?;
    at.blank();
    let order = if numero(&mut at) { Order::NumberFirst } else { community.order };
    let (first, second) = pair(&mut at)?;
    let (year, number) = year_and_number(first, second, order, community.years)?;
    Some((local_id(year, kind_of(noun, &community), number)?, at))
}

/// The CELEX letter of the noun nearest before a number in the same sentence, for numbers whose community has several kinds of
/// acts: `(2008/633/RIF)` may be a framework decision or a decision.
fn noun_before(at: Cursor<'_>) -> Option<char> {
    const REACH: usize = 160;
    let before = at.before();
    let mut start = before.len().saturating_sub(REACH);
    while !before.is_char_boundary(start) {
        start += 1;
    }
    let sentence = before[start..].rsplit(". ").next().unwrap_or_default();
    let nouns = [
        ("rambeslut", 'F'),
        ("framework decision", 'F'),
        ("beslut", 'D'),
        ("decision", 'D'),
        ("gemensam åtgärd", 'E'),
        ("gemensamma åtgärd", 'E'),
        ("joint action", 'E'),
        ("ståndpunkt", 'E'),
        ("common position", 'E'),
    ];
    let found = nouns.iter().filter_map(|(noun, letter)| Some((sentence.rfind(noun)? + noun.len(), *letter)));
    // `rambeslut` and the `beslut` in it end at the same place: the first of the list is kept.
    found.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, letter)| letter)
}

fn numero(at: &mut Cursor<'_>) -> bool {
    let found = at.word(&["nr", "no"]);
    at.blank();
    found
}

/// Which of two numbers is the year, when both could be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    YearFirst,
    NumberFirst,
}

/// A community or field beside the number of an act: the order of year and number, the first and last year, and the CELEX letter
/// of an act without a noun, with the community after the number and in parentheses before it.
struct Community {
    order: Order,
    years: (u32, u32),
    letter: char,
    in_parentheses: char,
}

/// Words, order of year and number, first and last year, CELEX letter after the number, CELEX letter in parentheses before it.
type CommunityForm = (&'static [&'static str], Order, (u32, u32), char, char);

/// The communities. Before 2015 the number of a regulation stood before the year.
const COMMUNITIES: [CommunityForm; 6] = [
    (&["eeg", "eec"], Order::NumberFirst, (1958, 1993), 'L', 'R'),
    (&["eg", "ec"], Order::NumberFirst, (1992, 2009), 'L', 'R'),
    (&["eu"], Order::YearFirst, (1993, 2050), 'L', 'R'),
    (&["euratom", "ekgs", "ecsc", "eksg"], Order::YearFirst, (1952, 2050), 'L', 'R'),
    (&["gusp", "cfsp"], Order::YearFirst, (1993, 2050), 'D', 'D'),
    (&["rif", "jha"], Order::YearFirst, (1993, 2014), 'F', 'F'),
];

/// `EU`, `EG`, `Gusp`, also several (`EU, Euratom`), of which the first decides.
fn community(at: &mut Cursor<'_>) -> Option<Community> {
    let (_, order, years, letter, in_parentheses) =
        COMMUNITIES.iter().find(|(words, ..)| at.words_without_stop(words))?;
    let mut next = *at;
    next.eat(",");
    if next.blank() && COMMUNITIES.iter().any(|(words, ..)| next.words_without_stop(words)) {
        *at = next;
    }
    Some(Community { order: *order, years: *years, letter: *letter, in_parentheses: *in_parentheses })
}

/// Which of two numbers is the year, and the other number. The number at the place of the year is preferred if it is a year of the
/// community, then the other if it is one, then either that is a year at all.
fn year_and_number<'q>(
    first: &'q str,
    second: &'q str,
    order: Order,
    years: (u32, u32),
) -> Option<(u32, &'q str)> {
    let (likely, other) = if order == Order::YearFirst { (first, second) } else { (second, first) };
    let of_community = |text: &str| year(text).filter(|year| (years.0..=years.1).contains(year));
    // A year of two digits is of the last century. `1/95` has its year last, whatever the order.
    let try_both = |year: &dyn Fn(&str) -> Option<u32>| {
        year(likely).map(|year| (year, other)).or_else(|| year(other).map(|year| (year, likely)))
    };
    try_both(&of_community).or_else(|| try_both(&year))
}

/// The CELEX letter of a noun with a community. Joint actions and common positions on justice and home affairs were numbered with
/// framework decisions.
fn kind_of(noun: char, community: &Community) -> char {
    if noun == 'E' && community.letter == 'F' { 'F' } else { noun }
}

fn pair<'q>(at: &mut Cursor<'q>) -> Option<(&'q str, &'q str)> {
    let mut next = *at;
    let first = next.digits(5)?;
    if !next.eat("/") {
        return None;
    }
    let second = next.digits(5)?;
    *at = next;
    Some((first, second))
}

/// A year between 1950 and 2050; two digits mean the last century.
fn year(text: &str) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    let year = if text.len() == 2 { 1900 + number } else { number };
    (1950..=2050).contains(&year).then_some(year)
}

fn local_id(year: u32, letter: char, number: &str) -> Option<String> {
    let number = without_zeros(number);
    (number != "0").then(|| format!("celex/3{year}{letter}{number:0>4}"))
}

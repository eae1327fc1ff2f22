//! Preparatory works: `prop. 2017/18:105 s. 45`, `SOU 2017:39`, `bet. 1996/97:UbU3`, `dir. 2007:08`.

use lagrum_artifact::Anchor;

use crate::cursor::{Cursor, without_zeros};
use crate::following::{FollowingUnits, following};
use crate::separators::after_separator;
use crate::target::{CitationMatch, CitedLocation};

/// Committees of the Riksdag, spelt as in the numbers of their reports.
const COMMITTEES: [&str; 27] = [
    "AU", "BoU", "CU", "EUN", "EUU", "FiU", "FöU", "InU", "JoU", "JuU", "KU", "KUU", "KrU", "LU", "MJU",
    "MU", "NU", "SfU", "SkU", "SoU", "TU", "TrU", "UFöU", "UU", "UbU", "UtU", "StU",
];

/// How a work's number is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WorkNumber {
    /// `2017/18:105`, in old times `1958:B 6` or `1952 nr 187`.
    Proposition,
    /// `2017/18:105`.
    Session,
    /// `2017/18:KU21`.
    Committee,
    /// `2017:39`.
    Year,
}

/// Words before a number, the type in the local id, and the number's form.
const TYPES: [(&[&str], &str, WorkNumber); 9] = [
    (
        &["propositionerna", "propositionen", "propositioner", "proposition", "prop"],
        "prop",
        WorkNumber::Proposition,
    ),
    (&["betänkandena", "betänkandet", "betänkanden", "betänkande", "bet"], "bet", WorkNumber::Committee),
    (
        &["riksdagsskrivelserna", "riksdagsskrivelsen", "riksdagsskrivelse", "rskr"],
        "rskr",
        WorkNumber::Session,
    ),
    (&["skrivelserna", "skrivelsen", "skrivelse", "skr"], "skr", WorkNumber::Session),
    (&["sou"], "sou", WorkNumber::Year),
    (&["ds"], "ds", WorkNumber::Year),
    (
        &[
            "kommittédirektiven",
            "kommittédirektivet",
            "kommittédirektiv",
            "kommittedirektiv",
            "direktiv",
            "dir",
        ],
        "dir",
        WorkNumber::Year,
    ),
    (&["sö"], "so", WorkNumber::Year),
    (&["förordningsmotiv", "fm"], "fm", WorkNumber::Year),
];

/// The work that is cited here, with its page or section.
pub(crate) fn work(at: Cursor<'_>) -> Option<CitationMatch> {
    if !at.at_word_start() {
        return None;
    }
    if let Some((anchor, mut before)) = part(at) {
        let _ = before.eat(" i ") || before.eat(" av ") || before.blank();
        let (document, end) = document(before)?;
        return CitationMatch::number(CitedLocation::at(document, anchor), end.at());
    }
    let (document, mut end) = document(at)?;
    let mut next = end;
    next.eat(",");
    let mut anchor = None;
    if next.blank()
        && let Some((first, after)) = part(next)
    {
        (anchor, end) = (first, after);
    }
    CitationMatch::number(CitedLocation::at(document, anchor), end.at())
}

/// The first page or section here, and where its list ends.
fn part(at: Cursor<'_>) -> Option<(Option<Anchor>, Cursor<'_>)> {
    let (parts, end) = pages(at).or_else(|| sections(at))?;
    let first = parts.into_iter().next()?;
    Some((Anchor::new(&first.anchor), end))
}

/// The work that is cited here, without pages.
pub(crate) fn document(at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    for (words, kind, form) in TYPES {
        let mut next = at;
        if !next.word_before_number(words) {
            continue;
        }
        next.blank();
        return number(&mut next, form).map(|number| (format!("{kind}/{number}"), next));
    }
    // A number with a committee in it is that of a report, without a word before it.
    let mut next = at;
    if at.before().ends_with([':', '/']) {
        return None;
    }
    committee_number(&mut next, false).map(|number| (format!("bet/{number}"), next))
}

fn number(at: &mut Cursor<'_>, form: WorkNumber) -> Option<String> {
    match form {
        WorkNumber::Proposition => session_number(at).or_else(|| old_proposition(at)),
        WorkNumber::Session => session_number(at),
        WorkNumber::Committee => committee_number(at, true),
        WorkNumber::Year => year_number(at),
    }
}

/// A further work of a list, by its number alone: `prop. 2017/18:177 och 2018/19:118`, `rskr. 2017/18:100 och 101`.
pub(crate) fn further_document<'q>(at: Cursor<'q>, before: &str) -> Option<(String, Cursor<'q>)> {
    let (kind, before) = before.split_once('/')?;
    let (.., form) = TYPES.iter().find(|(_, own, _)| *own == kind)?;
    let mut next = at;
    // A blank in place of the colon would join what is not one number.
    let is_whole = at.rest().bytes().take(12).any(|byte| byte == b':');
    if is_whole && let Some(number) = number(&mut next, *form) {
        return Some((format!("{kind}/{number}"), next));
    }
    let (session, _) = before.rsplit_once(':').filter(|(session, _)| session.contains('/'))?;
    let mut next = at;
    let number = without_zeros(next.digits(4)?);
    let ends = next.at_end() || next.rest().starts_with(['.', ',', ';', ')', '\n']);
    let is_number = *form != WorkNumber::Committee && next.at_boundary() && ends;
    let is_decimal = next.rest().get(1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    (is_number && !is_decimal).then(|| (format!("{kind}/{session}:{number}"), next))
}

/// `2017/18`, `2008/2009` as `2008/09`, `97/98` as `1997/98`: the second year must be the next one.
pub(crate) fn session(at: &mut Cursor<'_>) -> Option<String> {
    let mut next = *at;
    let first = next.digits(4)?;
    if !next.eat("/") {
        return None;
    }
    let second = next.digits(4)?;
    // Two digits up to 49 are in this century.
    let century = match first.len() {
        2 if first < "50" => 2000,
        2 => 1900,
        _ => 0,
    };
    let first: u32 = first.parse::<u32>().ok()? + century;
    let follows = (first + 1).to_string();
    if !(1800..2100).contains(&first) || !matches!(second.len(), 2 | 4) || !follows.ends_with(second) {
        return None;
    }
    *at = next;
    let short = (first + 1) % 100;
    Some(if short == 0 { format!("{first}/{follows}") } else { format!("{first}/{short:02}") })
}

fn session_number(at: &mut Cursor<'_>) -> Option<String> {
    let mut next = *at;
    let session = session(&mut next)?;
    // The kind of work stands before the number, so a blank may stand for the colon.
    let colon = next.eat(":") || next.word_after_blank(&["nr"]);
    let blank = next.blank();
    let number = next.digits(4).filter(|_| colon || blank)?;
    ends(next).then(|| {
        *at = next;
        format!("{session}:{}", without_zeros(number))
    })
}

/// `1971:30`, `1958:B 6`, `1958:A 30` (the A is dropped), `nr 212/1949`, `1952 nr 187`.
fn old_proposition(at: &mut Cursor<'_>) -> Option<String> {
    let mut next = *at;
    if next.word(&["nr"]) {
        next.blank();
        let number = without_zeros(next.digits(4)?);
        let year = next.eat("/").then(|| next.year())??;
        return ends(next).then(|| {
            *at = next;
            format!("{year}:{number}")
        });
    }
    let year = next.year()?;
    let mut letter = "";
    if next.eat(":") {
        next.blank();
        for (written, kept) in [("a", ""), ("b", "B"), ("u", "U")] {
            if next.eat(written) {
                letter = kept;
                next.blank();
                break;
            }
        }
    } else if !next.word_after_blank(&["nr"]) {
        return None;
    }
    next.blank();
    let number = without_zeros(next.digits(4)?);
    ends(next).then(|| {
        *at = next;
        format!("{year}:{letter}{number}")
    })
}

fn committee_number(at: &mut Cursor<'_>, announced: bool) -> Option<String> {
    let mut next = *at;
    let session = session(&mut next)?;
    if !(next.eat(":") || announced && next.rest().starts_with(' ')) {
        return None;
    }
    next.blank();
    let committee = committee(&mut next)?;
    next.blank();
    let number = without_zeros(next.digits(3)?);
    ends(next).then(|| {
        *at = next;
        format!("{session}:{committee}{number}")
    })
}

/// The committee in the number of a report, also one of the old ones with a number of its own: `1LU`.
pub(crate) fn committee(at: &mut Cursor<'_>) -> Option<String> {
    let mut next = *at;
    let number = next.digits(1).unwrap_or_default();
    let letters = next.letters()?;
    let committee = COMMITTEES.iter().find(|committee| committee.to_lowercase() == letters)?;
    *at = next;
    Some(format!("{number}{committee}"))
}

fn year_number(at: &mut Cursor<'_>) -> Option<String> {
    let mut next = *at;
    let year = next.year()?;
    if !(next.eat(":") || next.word_after_blank(&["nr"])) {
        return None;
    }
    next.blank();
    let number = without_zeros(next.digits(4)?);
    ends(next).then(|| {
        *at = next;
        format!("{year}:{number}")
    })
}

fn ends(at: Cursor<'_>) -> bool {
    at.at_boundary() && !at.rest().starts_with([':', '/'])
}

/// A page or section of a work, and where its number is written.
pub(crate) struct WorkPart {
    pub(crate) anchor: String,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether those that follow it are cited with it.
    pub(crate) following: Option<FollowingUnits>,
}

/// The greatest number of pages or sections of one list.
const MAX_PARTS: usize = 50;

/// `s. 45`, `sid 45-47`, `s. 445 och 454`, `s. 12 ff.`
pub(crate) fn pages(at: Cursor<'_>) -> Option<(Vec<WorkPart>, Cursor<'_>)> {
    let mut next = at;
    if !(next.word(&["sidorna", "sidan", "sida", "sid", "pp", "s"]) || next.eat("s.")) {
        return None;
    }
    next.blank();
    parts(next, |mut at| {
        let start = at.at();
        let page = without_zeros(at.digits(4)?);
        let end = at.at();
        let mut follows = following(at);
        if follows.is_none() && (at.words_without_stop(&["f"]) || at.word_after_blank(&["f"])) {
            follows = Some((FollowingUnits::Next, at));
        }
        if let Some((_, after)) = follows {
            at = after;
        }
        let counts = at.begins_with_any(&[" kap", " §", "§", " mom", ":", "/"]);
        let following = follows.map(|(following, _)| following);
        let part = WorkPart { anchor: format!("sid{page}"), start, end, following };
        (at.at_boundary() && !counts).then_some((part, at))
    })
}

/// `avsnitt 8.2.2` as `S8-2-2`, `avsnitten 5.1 och 5.2`.
pub(crate) fn sections(at: Cursor<'_>) -> Option<(Vec<WorkPart>, Cursor<'_>)> {
    let mut next = at;
    if !next.word(&["avsnitten", "avsnittet", "avsnitt", "avsn"]) {
        return None;
    }
    next.blank();
    parts(next, |mut at| {
        let start = at.at();
        let mut anchor = format!("S{}", at.digits(3)?);
        for _ in 0..8 {
            let mut deeper = at;
            let Some(number) = deeper.eat(".").then(|| deeper.digits(3)).flatten() else { break };
            anchor += &format!("-{number}");
            at = deeper;
        }
        let part = WorkPart { anchor, start, end: at.at(), following: None };
        at.at_boundary().then_some((part, at))
    })
}

/// The members of a list. `member` gives one, and where the list may go on.
fn parts<'q>(
    at: Cursor<'q>,
    member: impl Fn(Cursor<'q>) -> Option<(WorkPart, Cursor<'q>)>,
) -> Option<(Vec<WorkPart>, Cursor<'q>)> {
    let (first, mut end) = member(at)?;
    let mut found = vec![first];
    while found.len() < MAX_PARTS {
        let Some((part, after)) = after_separator(end, &member) else { break };
        found.push(part);
        end = after;
    }
    Some((found, end))
}

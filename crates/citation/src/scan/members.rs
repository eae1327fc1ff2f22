//! Lists of provisions in running text: `2 kap. 3 § första stycket 2 och 4 kap. 1 §`, `7 kap. 22, 23 och 26 §§`.
//!
//! Unlike the resolver, which needs the first provision only, a scan needs every member of a list with the words that
//! are its own. In running text each number needs its mark; a list has one mark at its end.

use super::punkter::items;
use super::stycken::{inside, mening, push_items, stycken};
use crate::cursor::{Cursor, without_zeros};
use crate::provision::{CitedProvision, after_ordinal_stop};

/// Members of one list that are read.
pub(super) const MAX_MEMBERS: usize = 50;

/// Bytes of one expression.
const MAX_BYTES: usize = 600;

/// What stands between two members of a list; longer ones first.
const SEPARATORS: [&str; 18] = [
    ", och ",
    ", eller ",
    ", samt ",
    " och ",
    " eller ",
    " samt ",
    " till ",
    " t.o.m. ",
    " -- ",
    " - ",
    "--",
    "- ",
    " -",
    "-",
    ", resp. ",
    " resp. ",
    " respektive ",
    ", ",
];

const KAPITEL: [&str; 3] = ["kap", "kapitlet", "kapitel"];

/// One provision and the words that cite it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) provision: CitedProvision,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Member {
    /// Whether it is a kapitel as a whole.
    pub(super) fn is_kapitel(&self) -> bool {
        self.provision.paragraf.is_none() && self.provision.kapitel.is_some()
    }
}

/// The provisions listed here, and where they end.
pub(super) fn provisions(at: Cursor<'_>) -> Option<(Vec<Member>, Cursor<'_>)> {
    let mut list = List { members: Vec::new(), kapitel: None };
    let mut end = list.group(at)?;
    while list.members.len() < MAX_MEMBERS && end.at() < at.at() + MAX_BYTES {
        let Some(next) = after_separator(end, |next| list.group(next)) else { break };
        end = next;
    }
    Some((list.members, end))
}

/// Where a list of numbers ends that has no mark. A list that begins inside it has none either.
pub(super) fn end_of_numbers(at: Cursor<'_>) -> usize {
    let mut end = at;
    for _ in 0..MAX_MEMBERS {
        if numbered(&mut end, 4).is_none() {
            break;
        }
        match after_separator(end, |next| next.peek().filter(char::is_ascii_digit).map(|_| next)) {
            Some(next) => end = next,
            None => break,
        }
    }
    end.at()
}

/// Stycken of the provision that the text stands in: `första stycket 2`, `första och andra styckena`.
pub(super) fn relative(at: Cursor<'_>) -> Option<(Vec<Member>, Cursor<'_>)> {
    if at.peek().is_some_and(|c| c.is_ascii_digit()) {
        return None;
    }
    let mut members = Vec::new();
    let mut end = inside(&CitedProvision::default(), at.at(), at, &mut members)?;
    // `första stycket och 3`: a punkt of the same stycke.
    if let Some(last) = members.last().filter(|last| last.provision.punkt.is_none()).cloned()
        && let Some(after) = after_separator(end, |next| {
            let (items, after) = items(next).filter(|_| !begins_provision(next))?;
            let (punkt, start, end) = items.listed.into_iter().next()?;
            let provision = CitedProvision { punkt: Some(punkt), ..last.provision.clone() };
            members.push(Member { provision, start, end });
            Some(after)
        })
    {
        end = after;
    }
    Some((members, end))
}

/// The result of `member` after a separator.
pub(super) fn after_separator<'q>(
    at: Cursor<'q>,
    mut member: impl FnMut(Cursor<'q>) -> Option<Cursor<'q>>,
) -> Option<Cursor<'q>> {
    if !at.rest().starts_with([' ', ',', '-']) {
        return None;
    }
    SEPARATORS.iter().find_map(|separator| {
        let mut next = at;
        next.eat(separator).then_some(next).and_then(&mut member)
    })
}

struct List {
    members: Vec<Member>,
    /// The kapitel that following paragrafer without one belong to.
    kapitel: Option<String>,
}

impl List {
    /// Adds one kapitel with or without its paragrafer, several kapitel, or paragrafer alone.
    fn group<'q>(&mut self, at: Cursor<'q>) -> Option<Cursor<'q>> {
        if !at.peek().is_some_and(|c| c.is_ascii_digit()) {
            return None;
        }
        let Some((mut kapitel, after)) = kapitel(at) else { return self.paragrafer(at, at.at(), None) };
        if let Some(next) = before_paragrafer(after) {
            // `1 eller 2 kap. 3 §`: the mark of several kapitel has no paragrafer after it, so this is the last alone.
            let kapitel = kapitel.pop()?;
            return self.paragrafer(next, kapitel.start, Some(&kapitel));
        }
        self.kapitel = None;
        self.members.extend(kapitel);
        Some(after)
    }

    /// Adds paragrafer: one with what is inside it, or a list with one mark at its end.
    fn paragrafer<'q>(
        &mut self,
        at: Cursor<'q>,
        start: usize,
        kapitel: Option<&Member>,
    ) -> Option<Cursor<'q>> {
        let number = kapitel.map(|member| member.provision.kapitel.clone()).unwrap_or(self.kapitel.clone());
        let (numbers, end) = numbers_and_mark(at)?;
        let provision = |paragraf: &str| CitedProvision {
            kapitel: number.clone(),
            paragraf: Some(paragraf.to_owned()),
            ..CitedProvision::default()
        };
        if let [(paragraf, ..)] = numbers.as_slice() {
            self.kapitel.clone_from(&number);
            let provision = provision(paragraf);
            let mut found = Vec::new();
            let end = within(&provision, start, end, &mut found);
            // Of several stycken each is cited by itself, and so is the kapitel before them.
            let stycken: Vec<_> = found.iter().map(|member| &member.provision.stycke).collect();
            if let (Some(kapitel), Some(first)) = (kapitel, found.first())
                && stycken.iter().any(|stycke| **stycke != first.provision.stycke)
            {
                self.members.push(kapitel.clone());
                if let Some(first) = found.first_mut() {
                    first.start = at.at();
                }
            }
            self.members.append(&mut found);
            return Some(end);
        }
        // The kapitel holds for the list and no longer.
        self.kapitel = if kapitel.is_some() { None } else { number.clone() };
        self.members.extend(kapitel.cloned());
        let last = numbers.len() - 1;
        for (index, (paragraf, start, stop)) in numbers.iter().enumerate() {
            let stop = if index == last { end.at() } else { *stop };
            self.members.push(Member { provision: provision(paragraf), start: *start, end: stop });
        }
        Some(end)
    }
}

/// One kapitel, or several with one mark: `3 kap.`, `3, 4 eller 5 kap.`
fn kapitel(at: Cursor<'_>) -> Option<(Vec<Member>, Cursor<'_>)> {
    let mut members: Vec<Member> = Vec::new();
    let mut next = at;
    while members.len() < MAX_MEMBERS {
        let start = next.at();
        let number = numbered(&mut next, 3)?;
        let provision = CitedProvision { kapitel: Some(number), ..CitedProvision::default() };
        let mut marked = after_ordinal_stop(next, " kap");
        marked.blank();
        if marked.word(&KAPITEL) {
            members.push(Member { provision, start, end: marked.at() });
            return Some((members, marked));
        }
        members.push(Member { provision, start, end: next.at() });
        next = after_separator(next, |next| next.peek().filter(char::is_ascii_digit).map(|_| next))?;
    }
    None
}

/// Where the paragrafer begin that follow the mark of a kapitel.
fn before_paragrafer(mark: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut next = mark;
    next.eat(",");
    // `30 kap.1 §`
    let apart = next.blank() || next.before().ends_with('.');
    (apart && numbers_and_mark(next).is_some()).then_some(next)
}

/// A number with its letter: `3`, `3 a`, `3a`. One that begins with a zero is the year of standard terms (`ABM 07`).
fn numbered(at: &mut Cursor<'_>, longest: usize) -> Option<String> {
    let mut next = *at;
    let mut number = next.digits(longest).filter(|digits| !digits.starts_with('0'))?.to_owned();
    let mut lettered = next;
    lettered.blank();
    // `1 p. 2` is punkt 2 of 1 §.
    if let Some(letter) = lettered.letter()
        && !(letter == 'p' && lettered.rest().starts_with(['.', ' ']) && !lettered.rest().starts_with(" §"))
    {
        number.push(letter);
        next = lettered;
    }
    if !next.at_boundary() {
        return None;
    }
    *at = next;
    Some(number)
}

/// Numbers of paragrafer with where each is written.
pub(super) type Numbers = Vec<(String, usize, usize)>;

/// `3 §`, `3 och 4 §§`, `3-5 §§`, `26 a-d §§`, `6 eller 7 §`, and where the mark ends.
fn numbers_and_mark(at: Cursor<'_>) -> Option<(Numbers, Cursor<'_>)> {
    let mut numbers = Numbers::new();
    let mut next = at;
    while numbers.len() < MAX_MEMBERS {
        let start = next.at();
        let number = match next.peek()? {
            c if c.is_ascii_digit() => numbered(&mut next, 4)?,
            // A further letter of the number before.
            _ => {
                let (before, ..) = numbers.last()?;
                let digits = before.trim_end_matches(|c: char| c.is_ascii_lowercase());
                let lettered = digits.len() < before.len();
                format!("{digits}{}", next.letter().filter(|_| lettered)?)
            }
        };
        numbers.push((number, start, next.at()));
        let mut marked = after_ordinal_stop(next, " §");
        marked.blank();
        if marked.eat("§") {
            let mut doubled = marked;
            doubled.blank();
            if doubled.eat("§") {
                marked = doubled;
            }
            return Some((numbers, marked));
        }
        next = after_separator(next, |next| {
            let mut letter = next;
            let begins = next.peek().is_some_and(|c| c.is_ascii_digit()) || letter.letter().is_some();
            begins.then_some(next)
        })?;
    }
    None
}

/// `kap. 12 § 1`, `§ 36`, `§§ 36 och 38`: the marks before their numbers, as in standard terms.
pub(super) fn marks_first(at: Cursor<'_>) -> Option<(Vec<Member>, Cursor<'_>)> {
    let mut provision = CitedProvision::default();
    let mut next = at;
    let mut kapitel = None;
    if next.word(&["kap", "kapitel"]) && next.blank() {
        provision.kapitel = Some(numbered(&mut next, 3)?);
        kapitel = Some(Member { provision: provision.clone(), start: at.at(), end: next.at() });
        next.eat(",");
        next.blank();
    } else {
        next = at;
    }
    if !next.eat("§") {
        return kapitel.map(|kapitel| (vec![kapitel], next));
    }
    let several = next.eat("§");
    next.blank();
    let mut members = Vec::new();
    let mut start = at.at();
    while members.len() < MAX_MEMBERS {
        let paragraf = Some(numbered(&mut next, 4)?);
        let end = next;
        let provision = CitedProvision { paragraf, ..provision.clone() };
        if !several {
            next = within(&provision, start, end, &mut members);
            break;
        }
        members.push(Member { provision, start, end: end.at() });
        let further = after_separator(end, |mut next| {
            let from = next;
            (numbered(&mut next, 4).is_some() && !next.rest().starts_with([':', '/'])).then_some(from)
        });
        let Some(further) = further else { break };
        start = further.at();
        next = further;
    }
    Some((members, next))
}

/// A number whose paragraph sign was lost, `3` of `7 kap. 3 miljöbalken`: None beside anything that it may count.
pub(super) fn lost_mark(at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    let mut next = at;
    let number = numbered(&mut next, 3)?;
    (next.rest().starts_with(' ') && !number.ends_with('i')).then_some((number, next))
}

/// Adds a paragraf with the parts of it that are named after its mark, and returns where they end.
fn within<'q>(
    provision: &CitedProvision,
    start: usize,
    mark: Cursor<'q>,
    members: &mut Vec<Member>,
) -> Cursor<'q> {
    let mut provision = provision.clone();
    let mut end = mark;
    if let Some((moment, after)) = moment(end) {
        provision.moment = Some(moment);
        end = after;
    }
    if let Some(after) = instructions(&provision, start, end, members) {
        return after;
    }
    let mut next = end;
    next.eat(",");
    if next.blank()
        && let Some(after) = inside(&provision, start, next, members)
    {
        return after;
    }
    let mut next = end;
    if next.blank() {
        if let Some((items, after)) = items(next) {
            push_items(&provision, start, end.at(), items, members);
            return moment_of_last(after, members);
        }
        if let Some((mening, after)) = mening(next) {
            provision.mening = Some(mening);
            end = after;
        }
    }
    members.push(Member { provision, start, end: end.at() });
    moment_of_last(end, members)
}

/// ` anvisningarna punkt 4 första stycket`: in old tax statutes the punkt comes before its stycke.
fn instructions<'q>(
    provision: &CitedProvision,
    start: usize,
    mut at: Cursor<'q>,
    members: &mut Vec<Member>,
) -> Option<Cursor<'q>> {
    if !(at.blank() && at.words_without_stop(&["anvisningarna"]) && at.blank()) {
        return None;
    }
    let (items, mut end) = items(at)?;
    let (punkt, ..) = items.listed.into_iter().next()?;
    let mut provision = CitedProvision { punkt: Some(punkt), ..provision.clone() };
    let mut next = end;
    if next.blank()
        && let Some((stycken, after)) = stycken(next)
    {
        provision.stycke = stycken.into_iter().next().map(|(stycke, ..)| stycke);
        end = after;
    }
    members.push(Member { provision, start, end: end.at() });
    Some(end)
}

/// `3 § 2 st. 5 mom.`: a moment after the other parts.
fn moment_of_last<'q>(at: Cursor<'q>, members: &mut [Member]) -> Cursor<'q> {
    match (moment(at), members.last_mut()) {
        (Some((moment, after)), Some(last)) if last.provision.moment.is_none() => {
            last.provision.moment = Some(moment);
            last.end = after.at();
            after
        }
        _ => at,
    }
}

fn moment(mut at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    if !at.blank() {
        return None;
    }
    let number = at.digits(2)?;
    at.blank();
    at.word(&["mom", "momentet"]).then(|| (without_zeros(number).to_owned(), at))
}

/// Whether the number here is that of a paragraf, a kapitel or a stycke rather than of a punkt.
pub(super) fn begins_provision(at: Cursor<'_>) -> bool {
    let begins_kapitel = || {
        // Of `2 och 4 kap. 1 §` the 2 is no kapitel.
        kapitel(at).is_some_and(|(kapitel, after)| kapitel.len() == 1 || before_paragrafer(after).is_none())
    };
    begins_paragraf(at) || begins_kapitel() || stycken(at).is_some()
}

/// Whether the number here is that of a paragraf. In `2 eller 3 eller 14 a §` the 3 is not: its mark would be `§§`.
fn begins_paragraf(at: Cursor<'_>) -> bool {
    numbers_and_mark(at).is_some_and(|(numbers, end)| {
        let before = end.before();
        numbers.len() == 1 || before.ends_with("§§") || before.ends_with("§ §")
    })
}

/// `12:1`, `3: 5`, `6:2 a andra stycket`: after an abbreviation, kapitel and paragraf.
pub(super) fn colon(at: Cursor<'_>) -> Option<(Member, Cursor<'_>)> {
    let mut next = at;
    let kapitel = without_zeros(next.digits(2)?).to_owned();
    let mut lettered = next;
    let kapitel = match lettered.letter() {
        Some(letter) => {
            next = lettered;
            format!("{kapitel}{letter}")
        }
        None => kapitel,
    };
    if !next.eat(":") {
        return None;
    }
    next.blank();
    let paragraf = numbered(&mut next, 3)?;
    if next.rest().starts_with([':', '/']) {
        return None;
    }
    let provision =
        CitedProvision { kapitel: Some(kapitel), paragraf: Some(paragraf), ..CitedProvision::default() };
    let mut members = Vec::new();
    let end = within(&provision, at.at(), next, &mut members);
    let last = members.pop()?;
    // Further members would need links of their own; the first is the citation.
    let first = members.into_iter().next().unwrap_or(last);
    let end = at.to(first.end.min(end.at()));
    Some((first, end))
}

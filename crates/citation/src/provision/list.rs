//! Lists of provisions: `2 kap. 3 § första stycket 2 och 4 kap. 1 §`, `7 kap. 22, 23 och 26 §§`, `§ 36`, `1 § i 12 kap.`
//!
//! Each number needs its mark; a list has one mark at its end. Every member is read with its own words.

use super::cited::{CitedProvision, MAX_MEMBERS, Member};
use super::number::{
    self, Paragrafer, before_paragrafer, begins_provision, numbered, paragrafer, section_sign,
};
use super::punkter::items;
use super::stycke_number::{mening, stycken};
use super::stycken::{inside, last_part, push_items};
use crate::cursor::{Cursor, without_zeros};
use crate::following::following;
use crate::law_words::law_word;
use crate::separators::after_separator;

/// The greatest length of one list, in bytes.
const MAX_BYTES: usize = 600;

/// Whether the word for a kapitel here belongs to the number before it: `kap 1` of `12 kap 1`.
pub(crate) fn is_counted(at: Cursor<'_>) -> bool {
    let counted = || {
        let before = at.before().trim_end_matches(' ');
        let start = before.trim_end_matches(|c: char| c.is_ascii_digit());
        start.len() < before.len() && (start.is_empty() || start.ends_with(' '))
    };
    at.rest().starts_with("kap") && counted()
}

/// Whether the provisions here are those of the text itself, which another act authorises:
/// `med stöd av 5 § växtskyddslagen i fråga om 2 §`.
pub(crate) fn of_own_text(at: Cursor<'_>) -> bool {
    at.before().ends_with(" i fråga om ")
}

/// Whether an act is named directly after provisions.
fn is_of_act(at: Cursor<'_>) -> bool {
    let mut next = at;
    next.blank() && (law_word(next).is_some() || next.rest().starts_with("samma "))
}

/// The provisions listed here, and where they end. A list of the text's own provisions ends with its line, and before those of another
/// act: `i fråga om 22 § och 8 kap. 7 § regeringsformen i fråga om övriga bestämmelser`.
pub(crate) fn provisions(at: Cursor<'_>) -> Option<(Vec<Member>, Cursor<'_>)> {
    let mut list = List::default();
    let mut end = list.group(at)?;
    let is_own = of_own_text(at);
    while list.members.len() < MAX_MEMBERS && end.at() < at.at() + MAX_BYTES {
        let own = list.members.len();
        let next = after_separator(end, |next| {
            let after = list.group(next)?;
            let goes_on = !is_own || !(next.at_line_start() || is_of_act(after));
            if !goes_on {
                list.members.truncate(own);
            }
            goes_on.then_some(after)
        });
        let Some(next) = next else { break };
        end = next;
    }
    Some((list.members, end))
}

/// Stycken of the provision that the text stands in: `första stycket 2`, `första och andra styckena`.
pub(crate) fn relative(at: Cursor<'_>) -> Option<(Vec<Member>, Cursor<'_>)> {
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

#[derive(Default)]
struct List {
    members: Vec<Member>,
    /// The kapitel that following paragrafer without one belong to.
    kapitel: Option<String>,
    /// The kapitel of the list before, which following paragrafer without one may belong to.
    kapitel_before: Option<String>,
}

impl List {
    /// Adds one kapitel with or without its paragrafer, several kapitel, paragrafer alone, or parts inside one paragraf.
    fn group<'q>(&mut self, at: Cursor<'q>) -> Option<Cursor<'q>> {
        // The fast path: a provision begins with a digit, a mark, or one of a few letters.
        if !at.peek().is_some_and(|c| c.is_ascii_digit() || "§kcpsmfatåne".contains(c)) {
            return None;
        }
        if let Some(end) = self.inside_first(at) {
            return Some(end);
        }
        if at.is_query()
            && let Some((member, end)) = colon(at)
        {
            self.members.push(member);
            return Some(end);
        }
        self.outside(at)
    }

    /// Adds kapitel and paragrafer, in this order or the other.
    fn outside<'q>(&mut self, at: Cursor<'q>) -> Option<Cursor<'q>> {
        let Some((mut kapitel, after)) = kapitel(at) else { return self.paragrafer(at, at.at(), None) };
        if let Some(next) = before_paragrafer(after) {
            // `1 eller 2 kap. 3 §`: several kapitel with one mark have no paragrafer, so the paragrafer belong to the last kapitel alone.
            let kapitel = kapitel.pop()?;
            return self.paragrafer(next, kapitel.start, Some(&kapitel));
        }
        self.kapitel = None;
        self.members.extend(kapitel);
        Some(after)
    }

    /// `andra stycket i 36 §`, `punkt 2 i 36 §`: the part inside a paragraf before the paragraf. In a query `i` may be missing.
    fn inside_first<'q>(&mut self, at: Cursor<'q>) -> Option<Cursor<'q>> {
        let mut parts = Vec::new();
        let begins = at.is_query() || !at.peek().is_some_and(|c| c.is_ascii_digit());
        let stycke = if begins { inside(&CitedProvision::default(), at.at(), at, &mut parts) } else { None };
        let after = match stycke {
            Some(after) => after,
            None if at.rest().starts_with('p') => {
                let (items, after) = items(at)?;
                push_items(&CitedProvision::default(), at.at(), at.at(), items, &mut parts);
                after
            }
            None => return None,
        };
        let [part] = parts.as_slice() else { return None };
        let mut next = after;
        if !(next.eat(" i ") || at.is_query() && next.blank()) {
            return None;
        }
        let mut list = Self::default();
        let end = list.outside(next)?;
        let [of] = list.members.as_slice() else { return None };
        let CitedProvision { kapitel, paragraf, moment, stycke, punkt, .. } = of.provision.clone();
        if paragraf.is_none() || stycke.is_some() || punkt.is_some() {
            return None;
        }
        let provision = CitedProvision { kapitel, paragraf, moment, ..part.provision.clone() };
        self.members.push(Member { provision, start: at.at(), end: end.at() });
        Some(end)
    }

    /// Adds paragrafer: one with the parts inside it, or a list with one mark; and the kapitel that may stand after them.
    fn paragrafer<'q>(
        &mut self,
        at: Cursor<'q>,
        start: usize,
        kapitel: Option<&Member>,
    ) -> Option<Cursor<'q>> {
        let first = self.members.len();
        let paragrafer = paragrafer(at)?;
        // Numbers that are no paragrafer may stand before the first.
        let (at, start) = match (paragrafer.numbers.first(), kapitel) {
            (Some((_, begins, _)), None) if *begins > at.at() && at.peek() != Some('§') => {
                (at.to(*begins), *begins)
            }
            _ => (at, start),
        };
        let end = self.numbers(at, &paragrafer, start, kapitel);
        if kapitel.is_none()
            && let Some((of, after)) = kapitel_after(end)
        {
            for member in self.members.iter_mut().skip(first) {
                member.provision.kapitel = Some(of.clone());
            }
            if let Some(last) = self.members.last_mut() {
                last.end = after.at();
            }
            self.kapitel = None;
            return Some(after);
        }
        Some(end)
    }

    fn numbers<'q>(
        &mut self,
        at: Cursor<'q>,
        paragrafer: &Paragrafer<'q>,
        start: usize,
        kapitel: Option<&Member>,
    ) -> Cursor<'q> {
        let Paragrafer { numbers, following, end } = paragrafer;
        let end = *end;
        let number = kapitel.map(|member| member.provision.kapitel.clone()).unwrap_or(self.kapitel.clone());
        let before = self.kapitel_before.take();
        self.kapitel_before = number.clone().or_else(|| before.clone());
        let kapitel_before = before.filter(|_| number.is_none());
        let provision = |paragraf: &str| CitedProvision {
            kapitel: number.clone(),
            paragraf: Some(paragraf.to_owned()),
            kapitel_before: kapitel_before.clone(),
            ..CitedProvision::default()
        };
        if let [(paragraf, ..)] = numbers.as_slice() {
            self.kapitel.clone_from(&number);
            let provision = CitedProvision { following: *following, ..provision(paragraf) };
            let mut found = Vec::new();
            let end = within(&provision, start, end, &mut found);
            // If several stycken are named, each is cited by itself, and so is the kapitel before them.
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
            return end;
        }
        // The kapitel holds for this list, and not for later paragrafer.
        self.kapitel = if kapitel.is_some() { None } else { number.clone() };
        self.members.extend(kapitel.cloned());
        for (index, (paragraf, start, stop)) in numbers.iter().enumerate() {
            let is_last = index + 1 == numbers.len();
            let stop = if is_last { end.at() } else { *stop };
            let following = following.filter(|_| is_last);
            let provision = CitedProvision { following, ..provision(paragraf) };
            self.members.push(Member { provision, start: *start, end: stop });
        }
        end
    }
}

/// One kapitel, or several with one mark.
pub(super) fn kapitel(at: Cursor<'_>) -> Option<(Vec<Member>, Cursor<'_>)> {
    let (numbers, end) = number::kapitel(at)?;
    let member = |(number, start, end)| {
        let provision = CitedProvision { kapitel: Some(number), ..CitedProvision::default() };
        Member { provision, start, end }
    };
    Some((numbers.into_iter().map(member).collect(), end))
}

/// ` i 12 kap.` after paragrafer, without others after it.
pub(crate) fn kapitel_after(at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    let mut next = at;
    if !(next.eat(" i ") || next.blank()) {
        return None;
    }
    let (numbers, after) = number::kapitel(next)?;
    let [(number, ..)] = numbers.as_slice() else { return None };
    before_paragrafer(after).is_none().then(|| (number.clone(), after))
}

/// Adds a paragraf with the parts of it that are named after its mark, and returns where they end.
pub(super) fn within<'q>(
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
    // Which stycke the last one is, only the text says.
    if let Some(after) = last_part(end) {
        members.push(Member { provision, start, end: after.at() });
        return last_part(after).unwrap_or(after);
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
        if let Some((mening, after)) = mening(next) {
            provision.mening = Some(mening);
            end = after;
        } else if let Some((items, after)) = items(next) {
            push_items(&provision, start, end.at(), items, members);
            return moment_of_last(after, members);
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
    at.word(&["momentet", "moment", "mom"]).then(|| (without_zeros(number).to_owned(), at))
}

/// `12:1`, `3: 5`, `6:2 a andra stycket`, `12:1 §`: kapitel and paragraf, in a query or beside an abbreviation.
pub(crate) fn colon(at: Cursor<'_>) -> Option<(Member, Cursor<'_>)> {
    let mut next = at;
    let kapitel = Some(numbered(&mut next, 3)?);
    next.blank();
    if !next.eat(":") {
        return None;
    }
    next.blank();
    let paragraf = Some(numbered(&mut next, 3)?);
    if next.rest().starts_with([':', '/']) {
        return None;
    }
    // The mark is sometimes written too.
    let mut marked = next;
    marked.blank();
    if section_sign(&mut marked) {
        next = marked;
    }
    let follow = following(next);
    let (following, next) = follow.map_or((None, next), |(following, end)| (Some(following), end));
    let provision = CitedProvision { kapitel, paragraf, following, ..CitedProvision::default() };
    let mut members = Vec::new();
    let end = within(&provision, at.at(), next, &mut members);
    // Only the first member is returned, since the result is one citation.
    let first = members.into_iter().next()?;
    let end = at.to(first.end.min(end.at()));
    Some((first, end))
}

/// `8:1, 8:4 och 9:1`, `24:1-3`, `24:1, 3 och 5`: members with a colon, and numbers that belong to the kapitel before them.
pub(crate) fn colon_list(at: Cursor<'_>) -> Option<(Vec<Member>, Cursor<'_>)> {
    let (first, mut end) = colon(at)?;
    let mut members = vec![first];
    while members.len() < MAX_MEMBERS && end.at() < at.at() + MAX_BYTES {
        let kapitel = members.last().and_then(|last| last.provision.kapitel.clone());
        let further =
            after_separator(end, |next| colon(next).or_else(|| further_of_colon(next, kapitel.as_deref()?)));
        let Some((member, next)) = further else { break };
        members.push(member);
        end = next;
    }
    Some((members, end))
}

/// A number of a list of the form with a colon, without its kapitel. Nothing that it could count may follow.
fn further_of_colon<'q>(at: Cursor<'q>, kapitel: &str) -> Option<(Member, Cursor<'q>)> {
    let mut next = at;
    let paragraf = numbered(&mut next, 3)?;
    let rest = next.rest();
    let goes_on = [" och ", " eller ", " samt "].iter().any(|joint| {
        rest.strip_prefix(joint).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    });
    let is_range = at.before().ends_with('-') || at.before().ends_with("- ");
    let ends = next.at_end() || rest.starts_with([',', '.', ';', ')', '-', '?', '!', '\n']);
    let decimal = rest.starts_with([',', '.']) && rest[1..].starts_with(|c: char| c.is_ascii_digit());
    let following = following(next);
    if !(is_range || goes_on || ends || following.is_some()) || decimal || begins_provision(at) {
        return None;
    }
    let end = following.map_or(next, |(_, end)| end);
    let provision = CitedProvision {
        kapitel: Some(kapitel.to_owned()),
        paragraf: Some(paragraf),
        following: following.map(|(following, _)| following),
        ..CitedProvision::default()
    };
    Some((Member { provision, start: at.at(), end: end.at() }, end))
}

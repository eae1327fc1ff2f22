//! Provisions of Swedish statutes and regulations: `12 kap. 1 §`, `12:1`, `§ 36`, `36 § andra stycket 2`.
//!
//! A provision may stand before or after the name of the law. Before it, every paragraf needs its mark (`36 §
//! avtalslagen`); after it, a number alone is enough if nothing follows (`avtalslagen 36`). Of several provisions the
//! first is taken. The others are read too, so that the text after them can be read.

mod parts;

use lagrum_artifact::{Anchor, ORDINALS};

use crate::cursor::{Cursor, without_zeros};
use parts::{part, tail};

const KAPITEL: [&str; 4] = ["kapitlet", "kapitel", "kap", "chapter"];
const PARAGRAF: [&str; 3] = ["paragraferna", "paragrafen", "paragraf"];
/// Separators between two members of a list.
const SEPARATORS: [&str; 11] =
    [", och ", ", samt ", " och ", " eller ", " samt ", " - ", ", ", "-", " t.o.m. ", " till ", " & "];
/// How many members of a list are read.
const MAX_LIST: usize = 20;

/// A provision of a statute. Parts that are not named are None.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CitedProvision {
    pub(crate) kapitel: Option<String>,
    pub(crate) paragraf: Option<String>,
    pub(crate) moment: Option<String>,
    pub(crate) stycke: Option<String>,
    pub(crate) punkt: Option<String>,
    pub(crate) mening: Option<String>,
}

impl CitedProvision {
    /// The anchor: a punkt without its stycke belongs to the first.
    pub(crate) fn anchor(&self) -> Option<Anchor> {
        let first = Some("1".to_owned());
        let stycke = if self.punkt.is_some() && self.stycke.is_none() { &first } else { &self.stycke };
        let parts = [
            ('K', &self.kapitel),
            ('P', &self.paragraf),
            ('O', &self.moment),
            ('S', stycke),
            ('N', &self.punkt),
            ('M', &self.mening),
        ];
        let written = parts.iter().filter_map(|(letter, value)| Some(format!("{letter}{}", value.as_ref()?)));
        Anchor::new(&written.collect::<String>())
    }
}

/// The provision as one of a part of an act that has a popular name (`46 § hyreslagen`), the part being the kapitel or
/// paragrafer from `first` to `last`. None for a provision outside it, and for a paragraf of one of several kapitel.
pub(crate) fn in_part(cited: &CitedProvision, first: &str, last: &str) -> Option<CitedProvision> {
    let (kapitel, paragraf) = first
        .strip_prefix('K')
        .map_or(("", first), |rest| rest.split_at(rest.find('P').unwrap_or(rest.len())));
    let number = |text: &str| {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        Some((text[..digits].parse::<u32>().ok()?, text[digits..].to_owned()))
    };
    let within = |value: &str, first: &str, last: &str| {
        number(value).zip(number(first)).zip(number(last)).is_some_and(|((v, a), b)| a <= v && v <= b)
    };
    let last_kapitel = last.strip_prefix('K').map_or("", |rest| rest.split('P').next().unwrap_or_default());
    let mut provision = cited.clone();
    if !kapitel.is_empty() {
        match &cited.kapitel {
            Some(own) if !within(own, kapitel, last_kapitel) => return None,
            None if kapitel != last_kapitel => return None,
            Some(_) => {}
            None => provision.kapitel = Some(kapitel.to_owned()),
        }
    }
    if let Some(from) = paragraf.strip_prefix('P') {
        let to = last.rsplit_once('P').map_or("", |(_, to)| to);
        if !within(cited.paragraf.as_deref()?, from, to) {
            return None;
        }
    }
    Some(provision)
}

/// The ordinal here.
pub(crate) fn ordinal(at: &mut Cursor<'_>) -> Option<usize> {
    let index = ORDINALS.iter().position(|word| at.words_without_stop(&[word]))?;
    Some(index + 1)
}

/// Provisions that stand before the name of their law; the first of them, and where they end. After a chapter the
/// mark of the section may be missing, since the law's name follows: `12 kap 1 brottsbalken`.
pub(crate) fn before_law(at: Cursor<'_>) -> Option<(CitedProvision, Cursor<'_>)> {
    let (provision, end) = provisions(at)?;
    if provision.paragraf.is_none() && provision.kapitel.is_some() {
        let mut next = end;
        next.blank();
        if let Some(paragraf) = numbered(&mut next, 3).filter(|_| next.rest().starts_with(' ')) {
            return Some((CitedProvision { paragraf: Some(paragraf), ..provision }, next));
        }
    }
    Some((provision, end))
}

/// Marked provisions; the first of them, and where they end.
fn provisions(at: Cursor<'_>) -> Option<(CitedProvision, Cursor<'_>)> {
    // The fast path: a provision begins with a digit, a mark, or one of a few letters.
    let begins = at.peek().is_some_and(|c| c.is_ascii_digit() || "§kcpsmfatåne".contains(c));
    if !begins {
        return None;
    }
    let (first, mut end) = group(at)?;
    for _ in 0..MAX_LIST {
        let Some(next) = after_separator(end, |next| group(next).map(|(_, after)| after)) else { break };
        end = next;
    }
    Some((first, end))
}

/// The result of `member` after a separator; None without a separator.
fn after_separator<'q>(
    at: Cursor<'q>,
    member: impl Fn(Cursor<'q>) -> Option<Cursor<'q>>,
) -> Option<Cursor<'q>> {
    if !at.rest().starts_with([' ', ',', '-']) {
        return None;
    }
    SEPARATORS.iter().find_map(|separator| {
        let mut next = at;
        next.eat(separator).then_some(next).and_then(&member)
    })
}

/// A provision that follows the name of its law. Numbers without a mark must end the query.
pub(crate) fn after_law(at: Cursor<'_>) -> Option<(CitedProvision, Cursor<'_>)> {
    if let Some((chapter, mut end)) = kapitel(at) {
        end.eat(",");
        end.blank();
        if let Some((section, after)) = bare_section(end) {
            return Some((CitedProvision { kapitel: chapter.kapitel, ..section }, after));
        }
    }
    provisions(at).or_else(|| dotted(at)).or_else(|| bare_section(at))
}

/// `12.1`, which after a law's name means chapter and section.
fn dotted(mut at: Cursor<'_>) -> Option<(CitedProvision, Cursor<'_>)> {
    let kapitel = numbered(&mut at, 3)?;
    if !at.eat(".") {
        return None;
    }
    let paragraf = numbered(&mut at, 3)?;
    let (section, end) = tail(
        CitedProvision { kapitel: Some(kapitel), paragraf: Some(paragraf), ..CitedProvision::default() },
        at,
    );
    end.at_end().then_some((section, end))
}

/// `36`, `53 c`, `36 andra stycket`: a section without its mark, which ends the query.
fn bare_section(mut at: Cursor<'_>) -> Option<(CitedProvision, Cursor<'_>)> {
    let paragraf = numbered(&mut at, 4)?;
    let year = paragraf.len() == 4 && ("1600".."2100").contains(&paragraf.as_str());
    // With two numbers alone it is not clear what either of them means.
    let mut second = at;
    let another = second.blank() && second.digits(4).is_some() && second.at_end();
    if year || another {
        return None;
    }
    let end = further_numbers(at);
    let (section, end) = tail(CitedProvision { paragraf: Some(paragraf), ..CitedProvision::default() }, end);
    end.at_end().then_some((section, end))
}

/// One chapter with or without its sections, or sections alone, possibly with what is inside them first:
/// `andra stycket 36 §`.
fn group(at: Cursor<'_>) -> Option<(CitedProvision, Cursor<'_>)> {
    let (mut inside, mut next) = (CitedProvision::default(), at);
    let first = part(&mut inside, at).filter(|_| inside.stycke.is_some() || at.rest().starts_with('p'));
    if let Some(mut after) = first {
        let mut second = after;
        if second.blank()
            && let Some(end) = part(&mut inside, second)
        {
            after = end;
        }
        let _ = after.eat(" i ") || after.blank();
        next = after;
    }
    let (outside, end) = plain_group(next)?;
    if first.is_none() {
        return Some((outside, end));
    }
    outside.paragraf.as_ref()?;
    Some((CitedProvision { kapitel: outside.kapitel, paragraf: outside.paragraf, ..inside }, end))
}

fn plain_group(at: Cursor<'_>) -> Option<(CitedProvision, Cursor<'_>)> {
    if let Some(found) = colon(at) {
        return Some(found);
    }
    let Some((chapter, after)) = kapitel(at) else { return section_then_chapter(at) };
    let mut next = after;
    next.eat(",");
    next.blank();
    match sections(next) {
        Some((section, end)) => Some((CitedProvision { kapitel: chapter.kapitel, ..section }, end)),
        None => Some((chapter, after)),
    }
}

/// `36 §`, also `1 § 12 kap.` and `1 § i 12 kap.`
fn section_then_chapter(at: Cursor<'_>) -> Option<(CitedProvision, Cursor<'_>)> {
    let (section, end) = sections(at)?;
    let mut next = end;
    if (next.eat(" i ") || next.blank())
        && let Some((chapter, after)) = kapitel_beside(next)
    {
        let mut further = after;
        further.blank();
        if sections(further).is_none() {
            return Some((CitedProvision { kapitel: chapter.kapitel, ..section }, after));
        }
    }
    Some((section, end))
}

/// `12:1`, `6:2 a`.
fn colon(mut at: Cursor<'_>) -> Option<(CitedProvision, Cursor<'_>)> {
    let kapitel = numbered(&mut at, 3)?;
    at.blank();
    if !at.eat(":") {
        return None;
    }
    at.blank();
    let paragraf = numbered(&mut at, 3).filter(|_| !at.rest().starts_with([':', '/']))?;
    // The mark is sometimes written too: `12:1 §`.
    let mut marked = at;
    marked.blank();
    if section_mark(&mut marked) {
        at = marked;
    }
    Some(tail(
        CitedProvision { kapitel: Some(kapitel), paragraf: Some(paragraf), ..CitedProvision::default() },
        at,
    ))
}

/// `3 kap.`, `8 a kap.`, `kap. 12`, `andra kapitlet`, `3, 4 och 5 kap.`
fn kapitel(at: Cursor<'_>) -> Option<(CitedProvision, Cursor<'_>)> {
    // After a number the word belongs to that number: `12 kap 1` is not chapter 1.
    let before = at.before().trim_end().rsplit(' ').next().unwrap_or_default();
    let counted = !before.is_empty() && before.bytes().all(|b| b.is_ascii_digit());
    let word_first = counted && at.rest().starts_with("kap");
    if word_first { None } else { kapitel_beside(at) }
}

fn kapitel_beside(at: Cursor<'_>) -> Option<(CitedProvision, Cursor<'_>)> {
    let chapter = |number: String| CitedProvision { kapitel: Some(number), ..CitedProvision::default() };
    let mut word_first = at;
    if word_first.word(&KAPITEL) {
        word_first.blank();
        return numbered(&mut word_first, 3).map(|number| (chapter(number), word_first));
    }
    let mut spelt = at;
    if let Some(number) = ordinal(&mut spelt)
        && spelt.blank()
        && spelt.word(&["kapitlet", "kapitel"])
    {
        return Some((chapter(number.to_string()), spelt));
    }
    let (first, end) = number_list(at)?;
    let mut end = after_ordinal_stop(end, " kap");
    end.blank();
    (end.word(&KAPITEL) || glued_kap(&mut end)).then(|| (chapter(first), end))
}

/// The cursor after the full stop of an ordinal number (`7. kap.`), when this mark follows it.
pub(crate) fn after_ordinal_stop<'q>(at: Cursor<'q>, mark: &str) -> Cursor<'q> {
    let mut next = at;
    if next.eat(".") && next.rest().starts_with(mark) { next } else { at }
}

/// `kap` with the section's number right behind it: `3kap1§`.
fn glued_kap(at: &mut Cursor<'_>) -> bool {
    let mut next = *at;
    let found = next.eat("kap") && {
        next.eat(".");
        next.peek().is_some_and(|c| c.is_ascii_digit())
    };
    if found {
        *at = next;
    }
    found
}

/// `36 §`, `4-6 §§`, `17-29 och 32 §§`, `§ 36`, `36 paragrafen`, with the parts of the first that are named.
fn sections(at: Cursor<'_>) -> Option<(CitedProvision, Cursor<'_>)> {
    let mut mark_first = at;
    if section_mark(&mut mark_first) {
        mark_first.blank();
        let paragraf = numbered(&mut mark_first, 4)?;
        let end = further_numbers(mark_first);
        return Some(tail(CitedProvision { paragraf: Some(paragraf), ..CitedProvision::default() }, end));
    }
    let mut spelt = at;
    if let Some(number) = ordinal(&mut spelt)
        && spelt.blank()
        && spelt.word(&PARAGRAF)
    {
        return Some(tail(
            CitedProvision { paragraf: Some(number.to_string()), ..CitedProvision::default() },
            spelt,
        ));
    }
    let (first, end) = number_list(at)?;
    let mut end = after_ordinal_stop(end, " §");
    end.blank();
    section_mark(&mut end)
        .then(|| tail(CitedProvision { paragraf: Some(first), ..CitedProvision::default() }, end))
}

fn section_mark(at: &mut Cursor<'_>) -> bool {
    if at.eat("§") {
        at.eat("§");
        return true;
    }
    at.word(&PARAGRAF) || at.words_without_stop(&["par"]) && at.eat(".")
}

/// Numbers with separators between them; the first, and where the last ends.
fn number_list(at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    let mut end = at;
    let first = numbered_before_mark(&mut end)?;
    for _ in 0..MAX_LIST {
        let member = |mut next| numbered_before_mark(&mut next).map(|_| next);
        let Some(next) = after_separator(end, member) else { break };
        end = next;
    }
    Some((first, end))
}

/// The rest of a list whose mark stands first: `-38` of `§§ 36-38`. A number of the next provision is not read.
fn further_numbers(mut end: Cursor<'_>) -> Cursor<'_> {
    for _ in 0..MAX_LIST {
        let member = |mut next| numbered(&mut next, 4).map(|_| next);
        let Some(next) = after_separator(end, member) else { break };
        let mut after = next;
        after.blank();
        if after.rest().starts_with(['§', ':', '/']) || after.words_without_stop(&KAPITEL) {
            break;
        }
        end = next;
    }
    end
}

/// A number and its letter, as `53 c`. Any letter is read, since a mark follows.
fn numbered_before_mark(at: &mut Cursor<'_>) -> Option<String> {
    let mut next = *at;
    let digits = next.digits(4)?;
    let mut lettered = next;
    lettered.blank();
    let letter = lettered.letter();
    if letter.is_some() {
        next = lettered;
    } else if !next.at_boundary() && !next.rest().starts_with("kap") {
        return None;
    }
    *at = next;
    Some(with_letter(digits, letter))
}

/// A number and its letter where other words may follow: a lone `i` is the preposition, and a `p` may be the beginning
/// of `p.`
fn numbered(at: &mut Cursor<'_>, longest: usize) -> Option<String> {
    let mut next = *at;
    let digits = next.digits(longest)?;
    let mut lettered = next;
    let apart = lettered.blank();
    let letter = lettered.letter().filter(|letter| !apart || !matches!(letter, 'i' | 'p'));
    if letter.is_some() {
        next = lettered;
    } else if !next.at_boundary() {
        return None;
    }
    *at = next;
    Some(with_letter(digits, letter))
}

fn with_letter(digits: &str, letter: Option<char>) -> String {
    let mut number = without_zeros(digits).to_owned();
    number.extend(letter);
    number
}

#[cfg(test)]
mod tests;

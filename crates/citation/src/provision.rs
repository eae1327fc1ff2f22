//! Provisions of Swedish statutes and regulations: `12 kap. 1 §`, `12:1`, `§ 36`, `36 § andra stycket 2`.
//!
//! The same readers are used for queries and for running text. In running text every member of a list is a link, with its own words;
//! of a query the first provision is the answer ([`before_law`], [`after_law`]). Before the name of the law every
//! paragraf needs its mark (`36 § avtalslagen`). After the name, a number alone is enough in a query if nothing follows
//! (`avtalslagen 36`). Readers of words that only a query may leave out call [`Cursor::is_query`].
//!
//! | module | reads |
//! |---|---|
//! | `number`, `stycke_number`, `ordinal` | numbers with their letters, marks and words |
//! | `list` | lists of provisions |
//! | `stycken`, `punkter` | the parts inside a paragraf |

mod cited;
mod list;
mod number;
mod ordinal;
mod punkter;
mod stycke_number;
mod stycken;

use crate::cursor::Cursor;
use crate::separators::after_separator;
pub(crate) use cited::{CitedProvision, Member};
pub(crate) use list::{colon_list, is_counted, kapitel_after, of_own_text, provisions, relative};
use list::{kapitel, within};
use number::numbered;
pub(crate) use number::{end_of_numbers, lost_mark};
pub(crate) use ordinal::ordinal;

/// A provision that is cited with the popular name of a part of an act (`46 § hyreslagen`), with the kapitel of the part. The part is
/// the kapitel or paragrafer from `first` to `last`. None for a provision outside it, and for a paragraf without a kapitel if the
/// part has several kapitel.
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

/// The provision that a list in a query stands for: the first, unless the next one is inside it.
fn first(members: Vec<Member>) -> Option<CitedProvision> {
    let mut members = members.into_iter().map(|member| member.provision).peekable();
    while let Some(provision) = members.next() {
        if members.peek().is_none_or(|next| !provision.holds(next)) {
            return Some(provision);
        }
    }
    None
}

/// Provisions that stand before the name of their law: the first of them, and the cursor after the last. After a kapitel the
/// mark of the paragraf may be missing, since the name of the law follows: `12 kap 1 brottsbalken`.
pub(crate) fn before_law(at: Cursor<'_>) -> Option<(CitedProvision, Cursor<'_>)> {
    let (members, end) = if is_counted(at) { None } else { provisions(at) }?;
    let provision = first(members)?;
    if provision.paragraf.is_none() {
        let mut next = end;
        next.blank();
        if let Some((paragraf, after)) = lost_mark(next) {
            return Some((CitedProvision { paragraf: Some(paragraf), ..provision }, after));
        }
    }
    Some((provision, end))
}

/// A provision that follows the name of its law. Numbers without a mark must end the query.
pub(crate) fn after_law(at: Cursor<'_>) -> Option<(CitedProvision, Cursor<'_>)> {
    if let Some((chapter, mut end)) = kapitel(at) {
        end.eat(",");
        end.blank();
        let chapter = chapter.into_iter().next()?.provision;
        if let Some(found) = unmarked(end, chapter) {
            return Some(found);
        }
    }
    if let Some((members, end)) = provisions(at) {
        return Some((first(members)?, end));
    }
    dotted(at).or_else(|| unmarked(at, CitedProvision::default()))
}

/// `12.1`, which after the name of a law means kapitel and paragraf.
fn dotted(mut at: Cursor<'_>) -> Option<(CitedProvision, Cursor<'_>)> {
    let kapitel = numbered(&mut at, 3)?;
    if !at.eat(".") {
        return None;
    }
    unmarked(at, CitedProvision { kapitel: Some(kapitel), ..CitedProvision::default() })
}

/// `36`, `53 c`, `36 andra stycket`: a paragraf without its mark, which must end the query.
fn unmarked(mut at: Cursor<'_>, chapter: CitedProvision) -> Option<(CitedProvision, Cursor<'_>)> {
    let paragraf = numbered(&mut at, 4)?;
    let year = paragraf.len() == 4 && ("1600".."2100").contains(&paragraf.as_str());
    // Two numbers without marks are ambiguous.
    let mut second = at;
    let another = second.blank() && second.digits(4).is_some() && second.at_end();
    if year || another {
        return None;
    }
    let mut end = at;
    while let Some(next) = after_separator(end, |mut next| numbered(&mut next, 4).map(|_| next)) {
        end = next;
    }
    let mut members = Vec::new();
    let end = within(&CitedProvision { paragraf: Some(paragraf), ..chapter }, 0, end, &mut members);
    end.at_end().then_some((first(members)?, end))
}

#[cfg(test)]
mod tests;

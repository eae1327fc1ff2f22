//! Provisions of Swedish statutes and regulations: `12 kap. 1 §`, `12:1`, `§ 36`, `36 § andra stycket 2`.
//!
//! One set of readers is used for queries and for running text. A running text needs every member of a list, with the words that
//! are its own; of a query the first provision is the answer ([`before_law`], [`after_law`]). Before the name of the law every
//! paragraf needs its mark (`36 § avtalslagen`); after it, a number alone is enough in a query if nothing follows
//! (`avtalslagen 36`). What only a query may leave out asks [`Cursor::is_query`].
//!
//! | module | reads |
//! |---|---|
//! | `number` | numbers with their letters and marks |
//! | `list` | lists of provisions |
//! | `stycken`, `punkter` | what is inside a paragraf |

mod list;
mod number;
mod punkter;
mod stycken;

use lagrum_artifact::{Anchor, ORDINALS};

use crate::cursor::Cursor;
use crate::normalise::in_word;
use crate::separators::after_separator;
use crate::target::CitedLocation;
pub(crate) use list::{Member, colon, is_counted, of_own_text, provisions, relative};
use list::{kapitel, within};
use number::numbered;
pub(crate) use number::{end_of_numbers, lost_mark};

/// Members of one list that are read.
const MAX_MEMBERS: usize = 50;

/// A provision of a statute. Parts that are not named are None.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CitedProvision {
    pub(crate) kapitel: Option<String>,
    pub(crate) paragraf: Option<String>,
    pub(crate) moment: Option<String>,
    pub(crate) stycke: Option<String>,
    pub(crate) punkt: Option<String>,
    pub(crate) mening: Option<String>,
    /// The kapitel of the list before it, which it may be one of: `22 § och 26 §§` of `7 kap. 3 och 4 §§, 22 §`.
    pub(crate) kapitel_before: Option<String>,
}

impl CitedProvision {
    /// Whether another provision is one of this, by the parts that this one names.
    fn holds(&self, other: &Self) -> bool {
        let parts = |of: &Self| {
            let Self { kapitel, paragraf, moment, stycke, punkt, mening, .. } = of.clone();
            [kapitel, paragraf, moment, stycke, punkt, mening]
        };
        self != other
            && parts(self).iter().zip(parts(other)).all(|(own, other)| own.is_none() || *own == other)
    }

    /// A paragraf without its kapitel as one of this kapitel.
    pub(crate) fn in_kapitel(&self, kapitel: &str) -> Option<Self> {
        let is_bare = self.kapitel.is_none() && self.paragraf.is_some();
        is_bare.then(|| Self { kapitel: Some(kapitel.to_owned()), ..self.clone() })
    }

    /// A paragraf without its kapitel as one of the kapitel of the list before it.
    pub(crate) fn in_kapitel_before(&self, document: &str) -> Option<CitedLocation> {
        let provision = self.in_kapitel(self.kapitel_before.as_deref()?)?;
        Some(CitedLocation::at(document, provision.anchor()))
    }

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
    // Asked at every word of a text: the word is cut once, and compared with those of its length.
    const LONGEST: usize = 14;
    let rest = at.rest();
    let end =
        rest.char_indices().take(LONGEST + 1).find(|(_, c)| !in_word(*c)).map_or(rest.len(), |(end, _)| end);
    let word = &rest[..end];
    let index = ORDINALS.iter().position(|ordinal| *ordinal == word)?;
    *at = at.to(at.at() + end);
    Some(index + 1)
}

/// The provision that a query names of those in a list: the first, and not what the next one is inside.
fn first(members: Vec<Member>) -> Option<CitedProvision> {
    let mut members = members.into_iter().map(|member| member.provision).peekable();
    while let Some(provision) = members.next() {
        if members.peek().is_none_or(|next| !provision.holds(next)) {
            return Some(provision);
        }
    }
    None
}

/// Provisions that stand before the name of their law; the first of them, and where they end. After a chapter the
/// mark of the section may be missing, since the law's name follows: `12 kap 1 brottsbalken`.
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

/// `12.1`, which after a law's name means chapter and section.
fn dotted(mut at: Cursor<'_>) -> Option<(CitedProvision, Cursor<'_>)> {
    let kapitel = numbered(&mut at, 3)?;
    if !at.eat(".") {
        return None;
    }
    unmarked(at, CitedProvision { kapitel: Some(kapitel), ..CitedProvision::default() })
}

/// `36`, `53 c`, `36 andra stycket`: a section without its mark, which ends the query.
fn unmarked(mut at: Cursor<'_>, chapter: CitedProvision) -> Option<(CitedProvision, Cursor<'_>)> {
    let paragraf = numbered(&mut at, 4)?;
    let year = paragraf.len() == 4 && ("1600".."2100").contains(&paragraf.as_str());
    // With two numbers alone it is not clear what either of them means.
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

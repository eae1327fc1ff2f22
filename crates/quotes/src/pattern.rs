//! A quote as what it requires of a text: literal words, and marks that stand for others.

use std::ops::Range;

use crate::changes::Inserted;
use crate::marks::{MarkKind, Marked, marks};
use crate::tokens::SourceText;

/// What a quote requires, in order.
#[derive(Clone, Debug)]
pub(crate) enum Element {
    /// These words and marks, one after the other.
    Literal(Vec<Atom>),
    /// Something that was left out.
    Gap,
    /// A few words that others stand for, with what they put in.
    Bracket(Inserted),
}

/// One token of a text.
#[derive(Clone, Debug)]
pub(crate) enum Atom {
    /// This one. With it goes how many tokens of the quote from it on are the number of an item.
    Word { word: String, key: u64, number: usize },
    /// A word of which a part is in brackets: `[d]en`.
    Partly { before: String, inserted: String, after: String },
}

/// Characters that a bracket within a word may stand for.
const MAX_WITHIN: usize = 6;

impl Element {
    /// The words of a literal.
    pub(crate) fn literal(&self) -> Option<&[Atom]> {
        match self {
            Self::Literal(atoms) => Some(atoms),
            Self::Gap | Self::Bracket(_) => None,
        }
    }
}

/// The keys of the words that a text must have to have some literals. Numbers of items may be left out.
pub(crate) fn required<'a>(literals: impl Iterator<Item = &'a [Atom]>) -> Vec<u64> {
    let mut keys = Vec::new();
    for literal in literals {
        let mut numbered = 0;
        for (at, atom) in literal.iter().enumerate() {
            numbered = numbered.max(at + atom.number());
            keys.extend(atom.key().filter(|_| at >= numbered));
        }
    }
    keys.sort_unstable();
    keys.dedup();
    keys
}

impl Atom {
    /// Whether a token is the one required. Of the first of a literal the case of the first letter is free.
    pub(crate) fn is(&self, text: &SourceText, at: usize, is_first: bool) -> bool {
        match self {
            Self::Word { word, key, .. } => {
                let token = text.token(at);
                *key == token.key && {
                    let token = text.word(at);
                    word == token || is_first && is_same_but_first_case(word, token)
                }
            }
            Self::Partly { .. } => self.is_part(text.word(at)),
        }
    }

    /// Whether it is a part of a word with a bracket that may stand for a word.
    pub(crate) fn is_part(&self, word: &str) -> bool {
        let Self::Partly { before, inserted, after } = self else { return false };
        let middle = word.strip_suffix(after.as_str()).and_then(|rest| rest.strip_prefix(before.as_str()));
        middle.is_some_and(|middle| {
            middle.chars().count() <= MAX_WITHIN || middle.to_lowercase() == inserted.to_lowercase()
        })
    }

    /// The key of the words that it may be; None where it may be several.
    pub(crate) fn key(&self) -> Option<u64> {
        match self {
            Self::Word { key, .. } => Some(*key),
            Self::Partly { .. } => None,
        }
    }

    /// Whether a token that it stands for is another word: `[d]en` for *Ingen*.
    pub(crate) fn changes(&self, token: &str) -> bool {
        match self {
            Self::Word { .. } => false,
            Self::Partly { before, inserted, after } => {
                format!("{before}{inserted}{after}").to_lowercase() != token.to_lowercase()
            }
        }
    }

    /// The word that it is; None for a mark, and for a word that is not whole.
    pub(crate) fn as_word(&self) -> Option<&str> {
        match self {
            Self::Word { word, .. } => {
                Some(word.as_str()).filter(|word| word.starts_with(char::is_alphanumeric))
            }
            Self::Partly { .. } => None,
        }
    }

    /// How many atoms from this one on are the number of an item.
    pub(crate) fn number(&self) -> usize {
        match self {
            Self::Word { number, .. } => *number,
            Self::Partly { .. } => 0,
        }
    }
}

fn is_same_but_first_case(one: &str, other: &str) -> bool {
    let (mut a, mut b) = (one.chars(), other.chars());
    let firsts = a.next().zip(b.next());
    firsts.is_some_and(|(a, b)| a.to_lowercase().eq(b.to_lowercase())) && a.as_str() == b.as_str()
}

/// The words of a quote as they stand, whatever its marks.
pub(crate) fn verbatim(quote: &SourceText) -> Vec<Atom> {
    atoms(quote)
}

fn atoms(text: &SourceText) -> Vec<Atom> {
    let atom = |at: usize| Atom::Word {
        word: text.word(at).to_owned(),
        key: text.token(at).key,
        number: text.number_at(at).unwrap_or(0),
    };
    text.whole().map(atom).collect()
}

/// What a quote with marks requires. None for one without marks.
pub(crate) fn pattern(text: &str) -> Option<Vec<Element>> {
    let found = marks(text);
    if found.is_empty() {
        return None;
    }
    let mut elements: Vec<Element> = Vec::new();
    let mut written = 0;
    for (index, mark) in found.iter().enumerate() {
        // A mark inside a word that was taken with the one before.
        if mark.place.start < written {
            continue;
        }
        let next = found.get(index + 1).map_or(text.len(), |next| next.place.start);
        let within =
            (mark.kind == MarkKind::Bracket).then(|| within_word(text, mark, written..next)).flatten();
        if let Some((word, atom)) = within {
            push_literal(&mut elements, atoms(&SourceText::new(&text[written..word.start])));
            push_literal(&mut elements, vec![atom]);
            written = word.end;
        } else {
            push_literal(&mut elements, atoms(&SourceText::new(&text[written..mark.place.start])));
            match mark.kind {
                MarkKind::Ellipsis => elements.push(Element::Gap),
                MarkKind::Bracket => {
                    elements.push(Element::Bracket(Inserted::new(&text[mark.inside.clone()])));
                }
                MarkKind::Note => {}
            }
            written = mark.place.end;
        }
    }
    push_literal(&mut elements, atoms(&SourceText::new(&text[written..])));
    Some(elements)
}

/// A bracket that is a part of a word, with the word.
fn within_word(text: &str, mark: &Marked, around: Range<usize>) -> Option<(Range<usize>, Atom)> {
    let before = &text[around.start..mark.place.start];
    let after = &text[mark.place.end..around.end];
    let kept = before.trim_end_matches(char::is_alphanumeric).len();
    let start = around.start + kept;
    let end = mark.place.end + (after.len() - after.trim_start_matches(char::is_alphanumeric).len());
    let inserted = text[mark.inside.clone()].trim();
    let is_part =
        (start < mark.place.start || end > mark.place.end) && inserted.chars().all(char::is_alphanumeric);
    is_part.then(|| {
        let atom = Atom::Partly {
            before: text[start..mark.place.start].to_owned(),
            inserted: inserted.to_owned(),
            after: text[mark.place.end..end].to_owned(),
        };
        (start..end, atom)
    })
}

fn push_literal(elements: &mut Vec<Element>, atoms: Vec<Atom>) {
    if atoms.is_empty() {
        return;
    }
    match elements.last_mut() {
        Some(Element::Literal(before)) => before.extend(atoms),
        _ => elements.push(Element::Literal(atoms)),
    }
}

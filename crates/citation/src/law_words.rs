//! The nouns in the names of Swedish statutes, words that end in one of them, and the inflection of names: `köplag`, `köplagen`,
//! `köplagens`.

use crate::cursor::Cursor;

/// Indefinite and definite form of the nouns that end the name of a statute.
const LAW_WORDS: [(&str, &str); 8] = [
    ("lag", "lagen"),
    ("balk", "balken"),
    ("förordning", "förordningen"),
    ("kungörelse", "kungörelsen"),
    ("stadga", "stadgan"),
    ("ordning", "ordningen"),
    ("form", "formen"),
    ("reglemente", "reglementet"),
];

/// Definite and indefinite form of the nouns that end the name of an EU act.
const EU_WORDS: [(&str, &str); 6] = [
    ("direktiv", "direktivet"),
    ("förordning", "förordningen"),
    ("beslut", "beslutet"),
    ("rättsakt", "rättsakten"),
    ("konvention", "konventionen"),
    ("fördrag", "fördraget"),
];

/// `lagen`, `förordning`, …: the noun alone, which names no statute.
pub(crate) fn is_generic(word: &str) -> bool {
    LAW_WORDS.iter().any(|(one, the)| word == *one || word == *the)
}

/// `lagen` for `lag`: the definite form of the noun alone.
pub(crate) fn definite_noun(word: &str) -> Option<&'static str> {
    LAW_WORDS.iter().find(|(one, _)| word == *one).map(|(_, the)| *the)
}

/// Nouns that end the English names of acts and treaties.
const ENGLISH_WORDS: [&str; 9] =
    ["act", "regulation", "directive", "decision", "code", "convention", "treaty", "charter", "covenant"];

/// Whether a name is specific enough to be found among other words: one word, or words that end in a noun for acts.
/// "Service of documents" is only the subject of an act.
pub(crate) fn is_name_of_act(name: &str) -> bool {
    let lower = name.to_lowercase();
    let last = lower.rsplit(' ').next().unwrap_or_default();
    last == lower
        || ENGLISH_WORDS.contains(&last)
        || LAW_WORDS.iter().chain(&EU_WORDS).any(|(one, the)| last.ends_with(one) || last.ends_with(the))
}

/// Whether a word has the ending of the name of a statute, definite or indefinite, also in the genitive.
pub(crate) fn ends_like_law(word: &str) -> bool {
    let base = word.strip_suffix('s').unwrap_or(word);
    // This is called for every word of a text. The last two letters rule out most words.
    let may_end = |word: &str| {
        let last = word.len().checked_sub(2).and_then(|at| word.as_bytes().get(at..));
        last.is_some_and(|last| LAST_LETTERS.iter().any(|letters| letters.as_slice() == last))
    };
    (may_end(word) || may_end(base))
        && LAW_WORDS.iter().any(|(one, the)| word.ends_with(one) || base.ends_with(the))
}

/// The last two letters of the nouns in [`LAW_WORDS`]. A test compares the two tables.
const LAST_LETTERS: [&[u8; 2]; 10] = [b"ag", b"en", b"lk", b"ng", b"se", b"ga", b"an", b"rm", b"te", b"et"];

/// The nouns that end the name of a statute in running text.
pub(crate) const NAME_ENDINGS: [&str; 8] =
    ["lagen", "balken", "förordningen", "formen", "ordningen", "kungörelsen", "stadgan", "reglementet"];

/// The greatest length of one word of a name.
const MAX_NAME: usize = 100;

/// A word, or joined words as in `plan- och bygglagen`, with the ending of the name of a law; in lower case.
pub(crate) fn law_word(at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    let word_end = |text: &str| {
        let mut chars = text.char_indices().take(MAX_NAME);
        let end = chars.find(|(_, c)| !c.is_alphanumeric() && *c != '-').map(|(end, _)| end);
        end.or((text.len() <= MAX_NAME).then_some(text.len())).unwrap_or_default()
    };
    let rest = at.rest();
    let mut end = word_end(rest);
    if rest[..end].ends_with('-') {
        // `kontinentalsockel-, fiskezon- och havslagen` has more than one part before.
        for _ in 0..3 {
            let joints = [" och ", " eller ", " samt ", ", "];
            let Some(joint) = joints.iter().find(|joint| rest[end..].starts_with(**joint)) else {
                // `rättegångs- balken`: broken by the end of a line that is none here.
                let stem = &rest[..end - 1];
                let second = rest[end..].strip_prefix(' ')?;
                let second = &second[..word_end(second)];
                let broken = NAME_ENDINGS.contains(&second.strip_suffix('s').unwrap_or(second));
                return broken.then(|| (format!("{stem}{second}"), at.to(at.at() + end + 1 + second.len())));
            };
            let second = &rest[end + joint.len()..];
            end += joint.len() + word_end(second);
            if !rest[..end].ends_with('-') {
                break;
            }
        }
    }
    let word = &rest[..end];
    // `köplagen5 och`: the figure of a footnote.
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let figures = word.len() - name.len();
    let whole = !name.ends_with('-') && figures <= 2 && ends_like_law(name);
    whole.then(|| (name.to_owned(), at.to(at.at() + name.len())))
}

/// The definite form of an indefinite name of a statute (`köplag` gives `köplagen`).
pub(crate) fn definite(name: &str) -> Option<String> {
    inflect(name, LAW_WORDS.iter().map(|(one, the)| (*one, *the)))
}

/// The indefinite form of a definite name of a statute.
pub(crate) fn indefinite(name: &str) -> Option<String> {
    inflect(name, LAW_WORDS.iter().map(|(one, the)| (*the, *one)))
}

/// The indefinite form of a definite name of an EU act, as in "EU:s dataskyddsförordning".
pub(crate) fn indefinite_eu(name: &str) -> Option<String> {
    inflect(name, EU_WORDS.iter().map(|(one, the)| (*the, *one)))
}

fn inflect(name: &str, mut forms: impl Iterator<Item = (&'static str, &'static str)>) -> Option<String> {
    forms.find_map(|(from, to)| {
        let stem = name.strip_suffix(from).filter(|stem| !stem.is_empty())?;
        Some(format!("{stem}{to}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_letters_are_those_of_the_nouns() {
        for noun in LAW_WORDS.iter().flat_map(|(one, the)| [one, the]) {
            assert!(
                LAST_LETTERS.iter().any(|letters| noun.as_bytes().ends_with(letters.as_slice())),
                "{noun}"
            );
            assert!(ends_like_law(&format!("får{noun}")), "{noun}");
        }
    }

    #[test]
    fn forms() {
        assert_eq!(definite("köplag").as_deref(), Some("köplagen"));
        assert_eq!(definite("trafikförordning").as_deref(), Some("trafikförordningen"));
        assert_eq!(indefinite("regeringsformen").as_deref(), Some("regeringsform"));
        assert_eq!(definite("lag"), None);
        assert_eq!(indefinite_eu("momsdirektivet").as_deref(), Some("momsdirektiv"));
        assert!(ends_like_law("hittepålagen") && ends_like_law("köplagens") && ends_like_law("skollag"));
        assert!(!ends_like_law("skadestånd"));
        assert!(
            is_name_of_act("NIS 2 Directive")
                && is_name_of_act("dataskyddsförordningen")
                && is_name_of_act("GDPR")
        );
        assert!(!is_name_of_act("Service of documents"));
        assert_eq!(definite_noun("lag"), Some("lagen"));
        assert!(is_generic("lagen") && !is_generic("köplagen"));
    }
}

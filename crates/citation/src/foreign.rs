//! Documents with provisions that are not acts of the corpus: contracts, articles of association, standard terms, acts of other
//! countries.
//!
//! Their provisions look like those of statutes (`9 § i hyreskontraktet`, `AB 04 kap. 1 § 6`, `33 § finska avtalslagen`). They must
//! not be linked to a statute that is named before them.

use crate::cursor::Cursor;
use crate::law_words;
use crate::parties;

/// Nouns that end the names of these documents, in the forms of running text.
const NOUNS: [&str; 43] = [
    "avtal",
    "avtalet",
    "avtalen",
    "kontrakt",
    "kontraktet",
    "kontrakten",
    "villkor",
    "villkoren",
    "stadgar",
    "stadgarna",
    "bolagsordning",
    "bolagsordningen",
    "arbetsordning",
    "arbetsordningen",
    "delegationsordning",
    "delegationsordningen",
    "regler",
    "reglerna",
    "regelverket",
    "policy",
    "policyn",
    "testamente",
    "testamentet",
    "instruktion",
    "instruktionen",
    "överenskommelse",
    "överenskommelsen",
    "uppgörelsen",
    "bilaga",
    "bilagan",
    "bilagorna",
    "protokoll",
    "protokollet",
    "förslag",
    "förslaget",
    "utkast",
    "utkastet",
    "plan",
    "planen",
    "riktlinjer",
    "riktlinjerna",
    "koden",
    "loven",
];

/// Adjectives of other countries before the name of an act.
const NATIONALITIES: [&str; 44] = [
    "amerikanska",
    "australiska",
    "belgiska",
    "brasilianska",
    "brittiska",
    "bulgariska",
    "danska",
    "engelska",
    "estniska",
    "finländska",
    "finska",
    "franska",
    "färöiska",
    "grekiska",
    "holländska",
    "indiska",
    "irländska",
    "isländska",
    "italienska",
    "japanska",
    "kanadensiska",
    "kinesiska",
    "kroatiska",
    "lettiska",
    "litauiska",
    "luxemburgska",
    "nederländska",
    "norska",
    "polska",
    "portugisiska",
    "rumänska",
    "ryska",
    "schweiziska",
    "skotska",
    "slovakiska",
    "slovenska",
    "spanska",
    "tjeckiska",
    "turkiska",
    "tyska",
    "ukrainska",
    "ungerska",
    "åländska",
    "österrikiska",
];

/// The greatest length of one word.
const MAX_WORD: usize = 60;

/// Whether a word names a document that is not an act: `hyreskontraktet`, `stadgarna`.
fn is_document(word: &str) -> bool {
    NOUNS.iter().any(|noun| word.ends_with(noun))
}

/// Whether the word before the name of an act names another country: `finska avtalslagen`, `Norges grundlov`.
pub(crate) fn is_owned_abroad(at: Cursor<'_>) -> bool {
    let word = last_word(at.before());
    NATIONALITIES.contains(&word)
        || word.strip_suffix('s').is_some_and(|state| {
            parties::state(state).is_some_and(|(name, end)| end == state.len() && name != "sweden")
        })
}

/// Where the words end of an act of another country that is named here.
pub(crate) fn owned_abroad(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut next = at;
    if next.words_without_stop(&["den", "det", "i"]) && !next.blank() {
        return None;
    }
    next.words_without_stop(&NATIONALITIES).then_some(())?;
    next.blank();
    next.letters()?;
    Some(next)
}

/// ` (434/2003)` after a name: serial and year, as other countries number their acts.
pub(crate) fn serial_and_year(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut next = at;
    next.blank();
    if !next.eat("(") {
        return None;
    }
    next.word(&["nr", "no"]);
    next.blank();
    next.digits(5)?;
    let year = next.eat("/").then(|| next.digits(4)).flatten()?;
    (year.len() == 4 && next.eat(")")).then_some(next)
}

/// The document that provisions before it belong to: ` i hyreskontraktet`, ` kollektivavtalet`, ` i bolagets stadgar`.
/// `announced` says whether a preposition stands before.
pub(crate) fn document_after(at: Cursor<'_>, announced: bool) -> Option<Cursor<'_>> {
    const WORDS: usize = 4;
    if !announced && at.rest_as_written().starts_with(char::is_uppercase) {
        return None;
    }
    let mut next = at;
    for index in 0..WORDS {
        let word = next.letters()?;
        if !next.at_boundary()
            || next.rest().starts_with('-')
            || law_words::ends_like_law(word) && !is_document(word)
        {
            return None;
        }
        if is_document(word) {
            // `enligt 5 § avtal om arrende`: an indefinite noun is the subject.
            let definite = ["et", "en", "na", "n"].iter().any(|ending| word.ends_with(ending));
            return (announced || index > 0 || definite).then_some(next);
        }
        // Between the preposition and the noun are determiners, adjectives and owners.
        let between = ["allmänna", "särskilda", "lokala", "centrala"].contains(&word)
            || announced && (word.ends_with(['s', 'a', 'e']) || ["den", "det", "ett", "en"].contains(&word));
        if !between || !next.blank() {
            return None;
        }
    }
    None
}

/// Whether the provisions here belong to the word before them: `bolagsordningens 6 §`, `hyreskontraktet 9 §`. They belong to any
/// noun in the genitive that is not an act.
pub(crate) fn owned_before(at: Cursor<'_>) -> bool {
    const OWN_PARTS: [&str; 5] =
        ["kapitlets", "paragrafens", "bestämmelsens", "avdelningens", "underavdelningens"];
    let word = last_word(at.before());
    if law_words::ends_like_law(word) && !is_document(word.trim_end_matches('s')) || OWN_PARTS.contains(&word)
    {
        return false;
    }
    let definite = ["ens", "ets", "arnas", "ernas", "ornas"].iter().any(|ending| word.ends_with(ending));
    definite && word.len() > 5 || is_document(word)
}

/// `AB 04`, `ABT 06`: standard terms with the year of their edition.
pub(crate) fn standard_terms(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let written = at.rest_as_written();
    let letters = written.find(|c: char| !c.is_uppercase()).filter(|end| (2..=12).contains(end))?;
    let mut next = at.to(at.at() + letters);
    let apart = next.blank() || next.eat("-");
    let year = apart.then(|| next.digits(2)).flatten()?;
    (year.len() == 2 && next.at_boundary()).then_some(next)
}

/// The word that ends just before a blank here; empty without one.
fn last_word(before: &str) -> &str {
    let Some(before) = before.strip_suffix(' ') else { return "" };
    let mut start = before.len();
    for (at, c) in before.char_indices().rev().take(MAX_WORD) {
        if !c.is_alphabetic() && c != '-' {
            break;
        }
        start = at;
    }
    &before[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_that_are_no_acts() {
        let after = |text: &str, announced| {
            let at = Cursor::over(text, text);
            document_after(at, announced).map(|end| end.before().to_owned())
        };
        for (text, announced, end) in [
            ("hyreskontraktet betalas", true, Some("hyreskontraktet")),
            ("bolagets nya stadgar.", true, Some("bolagets nya stadgar")),
            ("kollektivavtalet gäller", false, Some("kollektivavtalet")),
            ("fråga om avtalet", true, None),
            ("angivna villkoren", false, None),
            ("lagen om avtal", true, None),
            ("förvaltningslagen", false, None),
        ] {
            assert_eq!(after(text, announced).as_deref(), end, "{text}");
        }
        for (text, owned) in [
            ("enligt bolagsordningens ", true),
            ("i föreningens ", true),
            ("kontraktet ", true),
            ("avtalslagens ", false),
            ("kapitlets ", false),
            ("enligt ", false),
        ] {
            let at = Cursor::over(text, text);
            assert_eq!(owned_before(at.to(text.len())), owned, "{text}");
        }
    }
}

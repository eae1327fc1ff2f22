//! Endings that Snowball's stemmer for Swedish does not remove.
//!
//! Snowball is made for texts of any kind, and keeps endings that are sometimes part of a word. Three of them matter in
//! legal Swedish, where the definite form is common: *skolan* of *skola*, *brottet* of *brott* and *ärendena* of *ärende*
//! would each be a word of its own. They are made indefinite first and then stemmed. The plural of some nouns in *-an* is
//! another word to Snowball too: *ansökningar* of *ansökan*. And Snowball takes every last *s* for a genitive, so that
//! *plats* and *platsen* have different stems; for nouns in *-s* that are common in law the *s* is kept. Of a short adjective
//! in *-ig* it leaves another word: *ledighet* would be *leda*, and *tidigare* would be *tid*.

use crate::is_function_word;

/// Whether the last *s* of a word belongs to the noun.
pub(crate) fn ends_in_own_s(word: &str) -> bool {
    word.ends_with('s') && OWN_S.iter().any(|own| word.ends_with(own))
}

/// Nouns that end in *s*. Compounds that end in them do so too.
#[rustfmt::skip]
const OWN_S: [&str; 36] = [
    "plats", "gräns", "krets", "kurs", "sats", "gods", "moms", "börs", "puls", "vers",
    "finans", "balans", "instans", "leverans", "distans", "substans", "ambulans", "tolerans", "relevans", "allians",
    "vakans", "nyans", "chans", "dominans", "resonans",
    "licens", "konsekvens", "kompetens", "referens", "frekvens", "tendens", "preferens", "existens", "konferens",
    "evidens", "residens",
];

/// Words that end like a definite form and are none, and so are compounds that end in them.
#[rustfmt::skip]
const NOT_DEFINITE: [&str; 15] = [
    "man", "plan", "organ", "talan", "verkan", "roman", "kran", "span", "slogan",
    "het", "budget", "magnet", "andet", "arena",
    // The stem of arbets- in a compound.
    "arbet",
];

/// The stem of the plural of nouns in *-an*, and the noun without its last *n*. Only nouns whose plural is no other noun.
const PLURALS: [(&str, &str); 6] = [
    ("ansökning", "ansöka"),
    ("anmälning", "anmäla"),
    ("fordring", "fordra"),
    ("förfrågning", "förfråga"),
    ("inbjudning", "inbjuda"),
    ("rannsakning", "rannsaka"),
];

/// The indefinite form of a word in a form that Snowball does not know; None for any other word.
pub(crate) fn indefinite(word: &str) -> Option<String> {
    if let Some(singular) = of_ansokningar(word) {
        return Some(singular);
    }
    // Snowball removes one ending alone.
    if let Some(noun) = word.strip_suffix('s').filter(|noun| noun.ends_with("het")) {
        return Some(noun.to_owned());
    }
    let word = word.strip_suffix('s').unwrap_or(word);
    let form = of_skolan(word).or_else(|| of_brottet(word)).or_else(|| of_arendena(word))?;
    let known = NOT_DEFINITE.iter().any(|other| word.ends_with(other)) || is_function_word(word);
    (!known).then_some(form)
}

/// The stem of an adjective in *-ig*, or of its noun in *-het*, of which three letters would be left: *ledig* of *ledighet*.
/// None for any other word.
pub(crate) fn of_ledighet(word: &str) -> Option<&str> {
    let word = word.strip_suffix('s').unwrap_or(word);
    let (root, ending) = word.split_once("ig")?;
    let mut letters = root.chars();
    let has_root = root.chars().count() == 3
        && letters.next_back().is_some_and(|last| !is_vowel(last))
        && letters.any(is_vowel);
    (has_root && ADJECTIVE.contains(&ending)).then(|| &word[..root.len() + "ig".len()])
}

/// Endings of an adjective and of its noun in *-het*.
const ADJECTIVE: [&str; 11] = ["", "t", "a", "e", "are", "ast", "aste", "het", "heten", "heter", "heterna"];

fn of_skolan(word: &str) -> Option<String> {
    let short = word.strip_suffix("an")?;
    has_letters(short, 3).then(|| format!("{short}a"))
}

/// Only after two consonants. Snowball knows the others.
fn of_brottet(word: &str) -> Option<String> {
    let short = word.strip_suffix("et")?;
    let mut letters = short.chars().rev();
    let (last, before) = (letters.next()?, letters.next()?);
    if !has_letters(short, 3) || is_vowel(last) || is_vowel(before) {
        return None;
    }
    Some(match (before, last) {
        // rummet, programmet
        ('m', 'm') => short[..short.len() - 1].to_owned(),
        // registret, centret
        (before, 'r') if before != 'r' => format!("{}er", &short[..short.len() - 1]),
        _ => short.to_owned(),
    })
}

fn of_arendena(word: &str) -> Option<String> {
    let short = word.strip_suffix("ena")?;
    has_letters(short, 3).then(|| format!("{short}e"))
}

fn of_ansokningar(word: &str) -> Option<String> {
    let plural = word.strip_suffix('s').unwrap_or(word);
    let stem = ["arna", "ar", "en"].iter().find_map(|ending| plural.strip_suffix(ending)).unwrap_or(plural);
    let (plural, singular) = PLURALS.iter().find(|(plural, _)| stem.ends_with(plural))?;
    Some(format!("{}{singular}", &stem[..stem.len() - plural.len()]))
}

fn has_letters(word: &str, least: usize) -> bool {
    word.chars().nth(least - 1).is_some()
}

fn is_vowel(letter: char) -> bool {
    matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u' | 'y' | 'å' | 'ä' | 'ö')
}

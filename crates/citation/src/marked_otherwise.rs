//! Numbers that a word before them marks as something else than a provision: pages, notes, annexes, sections, days.

use crate::cursor::Cursor;
use crate::dates::is_month;
use crate::normalise::in_word;

/// Words that number what is no provision, with the blank after them, in lower case.
const WORDS: [&str; 42] = [
    "s. ",
    "s ",
    "sid. ",
    "sid ",
    "sidan ",
    "sida ",
    "sidorna ",
    "nr ",
    "n:o ",
    "punkt ",
    "punkten ",
    "p. ",
    "ref. ",
    "not. ",
    "not ",
    "fotnot ",
    "noten ",
    "fotnoten ",
    "avsnitt ",
    "avsnittet ",
    "bilaga ",
    "bilagan ",
    "tabell ",
    "tabellen ",
    "figur ",
    "figuren ",
    "del ",
    "delen ",
    "steg ",
    "rad ",
    "ruta ",
    "exempel ",
    "version ",
    "den ",
    "de ",
    "år ",
    "kl. ",
    "klockan ",
    "cirka ",
    "ca ",
    "var ",
    "åldern ",
];

/// Whether the word before a number marks it as no provision.
pub(crate) fn is_marked_otherwise(at: Cursor<'_>) -> bool {
    let before = at.before();
    let is_word = |word: &&str| before.strip_suffix(word).is_some_and(|rest| !rest.ends_with(in_word));
    before.ends_with(' ') && WORDS.iter().any(is_word)
}

/// Words after a number that show that it counts something.
const COUNTED: [&str; 22] = [
    "kap", "mom", "st", "stycket", "styckena", "§", "procent", "kronor", "kr", "år", "års", "månader",
    "månad", "dagar", "dag", "veckor", "timmar", "euro", "meter", "gånger", "personer", "000",
];

/// Whether the word here shows that the number before it is that of a day, or counts something.
pub(crate) fn counts_things(at: Cursor<'_>) -> bool {
    is_month(at) || COUNTED.iter().any(|word| begins_with(at, word))
}

/// Whether a word begins here and ends as one.
fn begins_with(mut at: Cursor<'_>, word: &str) -> bool {
    at.eat(word) && (at.at_boundary() || word == "§")
}

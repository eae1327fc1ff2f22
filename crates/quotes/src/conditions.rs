//! Words that must not be left out of a quote unseen: negations and conditions.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use crate::tokens::{SourceText, key};

const WORDS: [&str; 48] = [
    "inte",
    "ej",
    "icke",
    "aldrig",
    "utan",
    "såvida",
    "ingen",
    "inget",
    "inga",
    "ingenting",
    "varken",
    "endast",
    "enbart",
    "bara",
    "allenast",
    "förutsatt",
    "förutom",
    "utom",
    "såframt",
    "därest",
    "ifall",
    "såvitt",
    "försåvitt",
    "förrän",
    "när",
    "innan",
    "frånsett",
    "undantaget",
    "insofar",
    "not",
    "no",
    "never",
    "unless",
    "except",
    "without",
    "only",
    "if",
    "nor",
    "none",
    "cannot",
    "neither",
    "provided",
    "dont",
    "doesnt",
    "cant",
    "isnt",
    "wont",
    "mustnt",
];

/// Words that `om` follows as a preposition: *bestämmelser om*, *fråga om*.
const GOVERNING: [&str; 34] = [
    "lag",
    "lagen",
    "lagar",
    "förordning",
    "förordningen",
    "bestämmelse",
    "bestämmelsen",
    "bestämmelser",
    "bestämmelserna",
    "föreskrift",
    "föreskrifter",
    "föreskrifterna",
    "fråga",
    "frågan",
    "frågor",
    "beslut",
    "beslutet",
    "uppgift",
    "uppgifter",
    "information",
    "upplysning",
    "upplysningar",
    "underrättelse",
    "ansökan",
    "begäran",
    "talan",
    "avtal",
    "regler",
    "reglerna",
    "direktiv",
    "anmälan",
    "kännedom",
    "hand",
    "kunskap",
];

/// Words that end the beginning of a condition of several words, each with what may stand before it, the nearest first.
const PHRASES: [(&str, &[&[&str]]); 16] = [
    ("mån", &[&["den", "i"]]),
    ("utsträckning", &[&["den", "i"]]),
    ("omfattning", &[&["den", "i"]]),
    ("förutsättning", &[&["under"], &["den", "under"]]),
    ("förutsättningar", &[&["under"], &["de", "under"]]),
    ("villkor", &[&["under"], &["på"], &["de", "på"]]),
    ("undantag", &[&["med"], &["det", "med"], &["de", "med"]]),
    ("begränsning", &[&["den", "med"]]),
    ("begränsningar", &[&["de", "med"]]),
    ("förbehåll", &[&["med"], &["under"]]),
    ("fall", &[&["de", "i"], &["i"]]),
    ("länge", &[&["så"]]),
    ("snart", &[&["så"]]),
    ("dess", &[&["till"], &["intill"]]),
    ("extent", &[&["the", "to"]]),
    ("long", &[&["as"], &["so"]]),
];

/// Words that begin a clause after `om` as a conjunction.
const SUBJECTS: [&str; 14] = [
    "det", "den", "de", "han", "hon", "man", "någon", "något", "denne", "detta", "inte", "annat", "dessa",
    "ingen",
];

/// The keys of the words that may be one.
static KEYS: LazyLock<HashSet<u64>> = LazyLock::new(|| {
    let ends = PHRASES.iter().map(|(end, _)| end);
    WORDS.iter().chain(&["om"]).chain(ends).map(|word| key(word)).collect()
});

/// Whether a word by itself is a negation or a condition.
pub(crate) fn is_word_of_condition(word: &str) -> bool {
    WORDS.contains(&word)
}

/// The negations and conditions in a range of a text, as positions.
pub(crate) fn conditions<'t>(text: &'t SourceText, tokens: &Range<usize>) -> &'t [usize] {
    let all = text.known_conditions(|| text.whole().filter(|at| is_condition(text, *at)).collect());
    let start = all.partition_point(|at| *at < tokens.start);
    let end = all.partition_point(|at| *at < tokens.end);
    &all[start..end.max(start)]
}

/// Whether a word is a negation or a condition.
pub(crate) fn is_condition(text: &SourceText, at: usize) -> bool {
    if !KEYS.contains(&text.token(at).key) {
        return false;
    }
    let word = text.word(at).to_lowercase();
    let next = (at + 1 < text.len()).then(|| text.word(at + 1));
    match word.as_str() {
        "om" => {
            let before = at
                .checked_sub(1)
                .filter(|_| !text.token(at).begins_line)
                .map(|before| text.word(before).to_lowercase());
            // The number of an act stands in brackets: *lagen (1994:1) om köp*.
            let is_governed =
                before.is_some_and(|before| before == ")" || GOVERNING.contains(&before.as_str()));
            !is_governed || next.is_some_and(|next| SUBJECTS.contains(&next.to_lowercase().as_str()))
        }
        // A number: `No 5`.
        "no" => !next.is_some_and(|next| next == "." || next.starts_with(|c: char| c.is_ascii_digit())),
        word => is_word_of_condition(word) || is_phrase(text, at, word),
    }
}

/// Whether a word ends the beginning of a condition of several words: *i den mån*, *under förutsättning*.
fn is_phrase(text: &SourceText, at: usize, word: &str) -> bool {
    let Some((_, beginnings)) = PHRASES.iter().find(|(end, _)| *end == word) else { return false };
    let stands = |before: &[&str]| {
        let mut places = (0..at).rev();
        before.iter().all(|word| places.next().is_some_and(|at| text.word(at).to_lowercase() == *word))
    };
    beginnings.iter().any(|before| stands(before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_words_are_conditions() {
        for (text, expected) in [
            ("får inte säljas", Some("inte")),
            ("om köparen samtycker", Some("om")),
            ("får säljas om köparen samtycker", Some("om")),
            ("bestämmelser om köp", None),
            ("beslut om det behövs", Some("om")),
            ("lagen (1994:1) om köp och regler om köp", None),
            ("Regulation No 5 applies", None),
            ("there is no duty", Some("no")),
            ("får säljas fritt", None),
            ("får säljas i den mån det behövs", Some("mån")),
            ("i den utsträckning som behövs", Some("utsträckning")),
            ("under förutsättning att detta angetts", Some("förutsättning")),
            ("med undantag för får", Some("undantag")),
            ("lämnas ut förrän avgiften betalats", Some("förrän")),
            ("så länge avtalet gäller", Some("länge")),
            ("en förutsättning, ett undantag, stor utsträckning", None),
            ("villkoren i avtalet och deras omfattning", None),
        ] {
            let text = SourceText::new(text);
            let first = conditions(&text, &text.whole()).first().map(|at| text.word(*at));
            assert_eq!(first, expected);
        }
    }
}

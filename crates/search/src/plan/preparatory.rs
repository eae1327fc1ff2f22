//! Words by which a query asks for preparatory works.

use lagrum_words::tokens;

/// Whether a query asks for preparatory works.
pub(super) fn asks_for_preparatory_works(text: &str) -> bool {
    const WORDS: [&str; 33] = [
        "prop",
        "proposition",
        "propositionen",
        "propositioner",
        "sou",
        "ds",
        "bet",
        "skr",
        "skrivelse",
        "skrivelsen",
        "utredning",
        "utredningen",
        "utredningar",
        "betänkande",
        "betänkandet",
        "utskottsbetänkande",
        "förarbete",
        "förarbeten",
        "förarbetena",
        "förarbetsuttalande",
        "motiv",
        "motiven",
        "dir",
        "direktiven",
        "kommittédirektiv",
        "lagförslag",
        "lagförslaget",
        "lagrådet",
        "lagrådsremiss",
        "riksdagen",
        "riksrevisionen",
        "utskott",
        "utskottet",
    ];
    tokens(text).any(|token| WORDS.contains(&token.word.as_ref()))
}

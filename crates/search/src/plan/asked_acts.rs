//! Words by which a query asks for preparatory works, or for acts that change another.

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

/// Whether a query asks for acts that change another: it says so, or has a number, which may be that of such an act.
pub(super) fn asks_for_amending_acts(text: &str) -> bool {
    tokens(text).any(|token| {
        let word = token.word.as_ref();
        word.starts_with("ändring") || word == "amending" || word.bytes().any(|byte| byte.is_ascii_digit())
    })
}

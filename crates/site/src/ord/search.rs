//! Words of searches, and about places that a query names.

use lagrum_answers::{PlaceReason, PlaceStatus, StatedPlace};

use super::{count, not_held, number};

/// In how many places a text has the words of a query, and how many of them are listed.
pub(crate) fn places_with(value: u64, listed: u64, query: &str) -> String {
    let places = count(value, "ställe", "ställen");
    match value {
        0 => format!("Texten har inte orden i ”{query}”."),
        _ if listed < value => format!("{places} med ord ur ”{query}”, här de första {}:", number(listed)),
        _ => format!("{places} med ord ur ”{query}”:"),
    }
}

pub(crate) const HITS_FOR: &str = "Sökning:";
pub(crate) const SEARCH_HERE: &str = "Sök i alla dokument";
pub(crate) const SEARCH_EMPTY: &str = "Skriv ord, ett namn eller en paragraf.";
pub(crate) const NOTHING_FOUND: &str = "Inget hittades. Pröva andra eller färre ord.";

pub(crate) const NOTHING_IN_CHOICE: &str = "Inget hittades bland det som sökningen är avgränsad till.";
pub(crate) const WITHOUT_FILTERS: &str = "Sök utan avgränsning";
pub(crate) const WITHOUT_SIGNS: &str = "Sök på orden utan citattecken och andra tecken";
pub(crate) const ANY_WORD: &str = "Sök efter något av orden";

/// States that an act that has an answer is not held.
pub(crate) fn is_not_here(name: &str) -> String {
    format!("{} finns inte här.", lagrum_artifact::raise_first_letter(name))
}

/// States that words may be about an act that is not held.
pub(crate) fn is_about_unheld(words: &str, act: &str) -> String {
    format!("”{words}” kan gälla {act}, som inte finns här.")
}

/// Shown before a question of the start page that a query asks.
pub(crate) const QUESTION: &str = "Fråga:";

/// The reason why the answer to that question is shown.
pub(crate) const SAME_WORDS: &str = "Visas för att frågan har nästan samma ord som sökningen.";

pub(crate) const NO_DOCUMENT: &str = "inget dokument har ordet";
pub(crate) const SPELT_NEARLY: &str = "Menade du";
pub(crate) const SOURCE: &str = "Källa";
pub(crate) const KIND: &str = "Typ";
pub(crate) const BY_RELEVANCE: &str = "relevans";
pub(crate) const BY_CITATIONS: &str = "mest citerade";
pub(crate) const EXACT: &str = "Sök ordagrant";
pub(crate) const WHO_CITES: &str = "Se var det finns och vilka som hänvisar dit";
pub(crate) const RELAXED: &str = "Inget dokument har alla orden.";
pub(crate) const MORE_HITS: &str = "Fler träffar";

/// States that a word was read as another, or as one of some others.
pub(crate) fn read_as(word: &str, read_as: &[&str]) -> String {
    match read_as.split_last() {
        Some((last, [])) => format!("”{word}” lästes som {last}."),
        Some((last, others)) => format!("”{word}” lästes som {} eller {last}.", others.join(", ")),
        None => String::new(),
    }
}

/// That a query is in English, with the Swedish terms that were tried.
pub(crate) fn is_english(words: &str, read_as: &[String]) -> String {
    match read_as {
        [] => "Frågan är på engelska. De flesta texter är på svenska: sök med svenska ord.".to_owned(),
        terms => format!("De flesta texter är på svenska. {}", read_also_as(words, terms)),
    }
}

/// States that legal terms were searched for too.
pub(crate) fn read_also_as(words: &str, read_as: &[String]) -> String {
    let terms: Vec<String> = read_as.iter().map(|term| format!("”{term}”")).collect();
    match terms.split_last() {
        Some((last, [])) => format!("”{words}” lästes också som {last}."),
        Some((last, terms)) => format!("”{words}” lästes också som {} eller {last}.", terms.join(", ")),
        None => String::new(),
    }
}

/// States that one of some alternatives is enough.
pub(crate) fn alternatives(words: &str) -> String {
    format!("I ”{words}” räcker det med ett av orden.")
}

/// States that something typed looks like an operator and is none.
pub(crate) fn no_operator(text: &str) -> String {
    format!("”{text}” är inget som sökningen känner till. Ord i det söktes som vanliga ord.")
}

/// States that a provision or number cannot exist.
pub(crate) fn impossible(name: &str) -> String {
    format!("{name} finns inte.")
}

/// The state of a named place that the corpus does not have. `place` is its uri.
pub(crate) fn state_of(
    name: &str,
    place: &str,
    state: &StatedPlace,
    act_name: impl Fn(&str) -> String,
) -> String {
    let day = |day: &Option<String>| day.as_deref().map(|day| format!(" {day}")).unwrap_or_default();
    let by = state.act.as_deref().map(|act| format!(" genom {}", act_name(act))).unwrap_or_default();
    match (state.status, state.reason) {
        (PlaceStatus::Expired, _) if by.is_empty() && state.until.is_none() => {
            format!("{name} gäller inte längre.")
        }
        (PlaceStatus::Expired, _) => {
            // A provision may stand under another number; an act keeps its own.
            let ended = if place.contains('#') { "upphävd eller omnumrerad" } else { "upphävd" };
            format!("{name} gäller inte längre: {ended}{}{by}.", day(&state.until))
        }
        (PlaceStatus::Coming, _) if state.since.is_none() => format!("{name} har inte börjat gälla{by}."),
        (PlaceStatus::Coming, _) => format!("{name} börjar gälla{}{by}.", day(&state.since)),
        (PlaceStatus::Impossible, Some(PlaceReason::KapitelMissing)) => {
            format!("{name} finns inte utan kapitel: numren börjar om i varje kapitel.")
        }
        (PlaceStatus::Impossible, _) => impossible(name),
        (PlaceStatus::NotHeld, Some(PlaceReason::PageMissing)) => {
            format!("{name} finns inte i vårt exemplar.")
        }
        (PlaceStatus::NotHeld, Some(PlaceReason::PagesNotHeld)) => {
            format!("Vi kan inte visa {name}: vi har dokumentet utan sidor.")
        }
        (PlaceStatus::NotHeld, Some(PlaceReason::TextIncomplete)) => {
            format!("Numret finns inte i vår text av {name}, som kan vara äldre eller kortare.")
        }
        (PlaceStatus::NotHeld, _) if !state.missing.is_empty() => {
            let acts: Vec<String> = state.missing.iter().map(|act| act_name(act)).collect();
            format!("{name} finns, men {} är inte införd i texten här.", acts.join(", "))
        }
        (PlaceStatus::Held | PlaceStatus::NotHeld, _) => format!("{}.", not_held(name)),
    }
}

/// States that a word was searched for only in part.
pub(crate) fn cut(word: &str) -> String {
    format!("Ordet {word} söktes bara delvis: det har för många former.")
}

/// Shown beside the hits of a question in English.
pub(crate) const LAW_IS_SWEDISH: &str = "Swedish law is written in Swedish, so Swedish words find more. Texts in English here are those of the EU, of the Council of Europe and of international courts.";

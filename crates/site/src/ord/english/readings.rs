//! How a query was read, and what is known of places that it names, in English. `ord/search.rs` has the same in Swedish.

use lagrum_answers::{PlaceReason, PlaceStatus, StatedPlace};

pub(crate) const EXACT: &str = "Search for exactly these words";
pub(crate) const WHO_CITES: &str = "See where it is and what cites it";
pub(crate) const RELAXED: &str = "No document has all the words.";
pub(crate) const QUESTION: &str = "Question:";
pub(crate) const SAME_WORDS: &str = "Shown because the question has nearly the same words as the search.";
pub(crate) const NO_DOCUMENT: &str = "no document has the word";
pub(crate) const SPELT_NEARLY: &str = "Did you mean";
pub(crate) const SKIP_TO_HITS: &str = "Skip to the hits";
pub(crate) const SEARCH_EMPTY: &str = "Type words, a name or a section.";
pub(crate) const EVERYDAY: &str = "Common questions (in Swedish)";
pub(crate) const WITHOUT_FILTERS: &str = "Search without narrowing";
pub(crate) const WITHOUT_SIGNS: &str = "Search for the words without quotation marks and other signs";
pub(crate) const ANY_WORD: &str = "Search for any of the words";

/// Words in quotation marks, parted by commas and an *or*.
fn either<T: AsRef<str>>(words: &[T]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("“{}”", word.as_ref())).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// States that a word was read as another, or as one of some others.
pub(crate) fn read_as(word: &str, read_as: &[&str]) -> String {
    format!("“{word}” was read as {}.", either(read_as))
}

/// That a query is in English, with the Swedish terms that were tried.
pub(crate) fn is_english(words: &str, terms: &[String]) -> String {
    match terms {
        [] => "Most texts are in Swedish: search with Swedish words.".to_owned(),
        terms => format!("Most texts are in Swedish. {}", read_also_as(words, terms)),
    }
}

/// States that legal terms were searched for too.
pub(crate) fn read_also_as(words: &str, terms: &[String]) -> String {
    format!("“{words}” was also read as {}.", either(terms))
}

/// States that one of some alternatives is enough.
pub(crate) fn alternatives(words: &str) -> String {
    format!("Any one of the words in “{words}” is enough.")
}

/// States that something typed looks like an operator and is none.
pub(crate) fn no_operator(text: &str) -> String {
    format!("“{text}” is nothing that the search knows. Words in it were searched for as ordinary words.")
}

/// States that a word was searched for only in part.
pub(crate) fn cut(word: &str) -> String {
    format!("“{word}” was searched for only in part: it has too many forms.")
}

/// States that an act that has an answer is not held.
pub(crate) fn is_not_here(name: &str) -> String {
    format!("{} is not here.", lagrum_artifact::raise_first_letter(name))
}

/// States that words may be about an act that is not held.
pub(crate) fn is_about_unheld(words: &str, act: &str) -> String {
    format!("“{words}” may be about {act}, which is not here.")
}

/// The state of a named place that the corpus does not have. `place` is its uri.
pub(crate) fn state_of(
    name: &str,
    place: &str,
    state: &StatedPlace,
    act_name: impl Fn(&str) -> String,
) -> String {
    let day = |words: &str, day: &Option<String>| {
        day.as_deref().map(|day| format!(" {words} {day}")).unwrap_or_default()
    };
    let by = state.act.as_deref().map(|act| format!(" by {}", act_name(act))).unwrap_or_default();
    match (state.status, state.reason) {
        (PlaceStatus::Expired, _) if by.is_empty() && state.until.is_none() => {
            format!("{name} no longer applies.")
        }
        (PlaceStatus::Expired, _) => {
            // A provision may stand under another number; an act keeps its own.
            let ended = if place.contains('#') { "repealed or renumbered" } else { "repealed" };
            format!("{name} no longer applies: {ended}{}{by}.", day("on", &state.until))
        }
        (PlaceStatus::Coming, _) => {
            format!("{name} does not apply yet{}{by}.", day("but will from", &state.since))
        }
        (PlaceStatus::Impossible, Some(PlaceReason::KapitelMissing)) => {
            format!("{name} does not exist without a chapter: the numbers begin anew in each chapter.")
        }
        (PlaceStatus::Impossible, _) => format!("{name} does not exist."),
        (PlaceStatus::NotHeld, Some(PlaceReason::PageMissing)) => {
            format!("{name} is not in our copy.")
        }
        (PlaceStatus::NotHeld, Some(PlaceReason::PagesNotHeld)) => {
            format!("We cannot show {name}: we have the document without pages.")
        }
        (PlaceStatus::NotHeld, Some(PlaceReason::TextIncomplete)) => {
            format!("Our text of {name}, which may be older or shorter, lacks the number.")
        }
        (PlaceStatus::NotHeld, _) if !state.missing.is_empty() => {
            let acts: Vec<String> = state.missing.iter().map(|act| act_name(act)).collect();
            format!("{name} exists, but the text here lacks the amendments of {}.", acts.join(", "))
        }
        (PlaceStatus::Held | PlaceStatus::NotHeld, _) => format!("We do not have {name}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_are_joined() {
        for (terms, expected) in [
            (&["köp"][..], "“buy” was read as “köp”."),
            (&["köp", "byte", "gåva"], "“buy” was read as “köp”, “byte” or “gåva”."),
        ] {
            assert_eq!(read_as("buy", terms), expected);
        }
    }
}

//! Which queries are questions, put in a person's own words.
//!
//! Most queries name words that the document has: `preskription fordran`. A question often does not: who asks `får jag måla om i
//! lägenheten` does not know the words of the law. Nearness in meaning therefore counts for more in a question. The rule knows no
//! grammar; it looks for words that questions have and lists of keywords lack.

use crate::function_words::is_english_function_word;
use crate::{is_function_word, tokens};

/// Words of which a question has one, wherever it stands.
const ANYWHERE: &[&str] = &[
    "hur",
    "vad",
    "vem",
    "vems",
    "vilka",
    "vilken",
    "vilket",
    "varför",
    "när",
    "vart",
    "varifrån",
    "jag",
    "mig",
    "min",
    "mitt",
    "mina",
    "vi",
    "oss",
    "vår",
    "vårt",
    "våra",
];

/// Verbs before which or after which something is asked. As the last word some are other words: `angrepp på får`.
const NOT_LAST: &[&str] =
    &["får", "kan", "måste", "ska", "skall", "bör", "behöver", "brukar", "var", "har", "är"];

/// Words with which a question in English begins. Elsewhere some are Swedish words.
const FIRST: &[&str] = &[
    "how", "what", "who", "whom", "whose", "when", "where", "why", "which", "can", "could", "do", "does",
    "must", "may", "should", "am", "is", "are", "will",
];

/// Words from which on a query is a sentence, if some of them are function words.
const SENTENCE: usize = 6;
const FUNCTION_WORDS: usize = 2;

/// Whether a query is a question: it has a question word, speaks of who asks, or is as long as a sentence.
pub fn is_question(query: &str) -> bool {
    let words: Vec<_> = tokens(query).map(|token| token.word).collect();
    let has = |list: &[&str], words: &[std::borrow::Cow<'_, str>]| {
        words.iter().any(|word| list.contains(&word.as_ref()))
    };
    let before_last = words.len().saturating_sub(1);
    let is_sentence = || {
        let function_words = words.iter().filter(|word| is_function_word(word)).count();
        words.len() >= SENTENCE && function_words >= FUNCTION_WORDS
    };
    words.len() > 1
        && (has(ANYWHERE, &words)
            || has(NOT_LAST, &words[..before_last])
            || has(FIRST, &words[..1])
            || is_sentence())
}

/// Beginnings of questions for what a word means.
const DEFINITION: &[&str] = &[
    "vad är",
    "vad räknas som",
    "vad räknas",
    "vad avses med",
    "vad menas med",
    "vad innebär",
    "vad betyder",
    "vilka räknas som",
    "vem räknas som",
    "definition av",
    "definitionen av",
    "definition",
    "innebörden av",
];

/// The most content words of a term that is asked for: more are a question about something else.
const MAX_TERM: usize = 3;

/// Whether a query asks what a word means: *vad räknas som hemvist*.
pub fn asks_for_definition(query: &str) -> bool {
    let words: Vec<_> = tokens(query).map(|token| token.word).collect();
    let term_after = |beginning: &&str| {
        let beginning: Vec<&str> = beginning.split(' ').collect();
        let begins = words.len() >= beginning.len() && words.iter().zip(&beginning).all(|(a, b)| a == b);
        begins.then(|| &words[beginning.len()..])
    };
    let longest = DEFINITION.iter().filter_map(term_after).min_by_key(|term| term.len());
    longest.is_some_and(|term| {
        let content = term.iter().filter(|word| !is_function_word(word)).count();
        (1..=MAX_TERM).contains(&content)
    })
}

/// Whether a query is a question in English: it begins with a word for that, and has another function word of English and none
/// that only Swedish has.
pub fn is_english_question(query: &str) -> bool {
    let words: Vec<_> = tokens(query).map(|token| token.word).collect();
    let has = |is: fn(&str) -> bool| words.iter().skip(1).any(|word| is(word));
    let begins = words.first().is_some_and(|word| FIRST.contains(&word.as_ref()));
    begins
        && has(is_english_function_word)
        && !has(|word| is_function_word(word) && !is_english_function_word(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_for_what_a_word_means_is_one_for_a_definition() {
        for query in
            ["vad är fårbete", "Vad räknas som lamm?", "vad menas med ett betesår", "definition av hage"]
        {
            assert!(asks_for_definition(query), "{query}");
        }
        for query in [
            "vad är",
            "fårbete",
            "vad gäller för fårbete",
            "vad är straffet för den som tar ett främmande lamm ur hagen",
            "hur räknas betesår",
        ] {
            assert!(!asks_for_definition(query), "{query}");
        }
    }

    #[test]
    fn which_questions_are_in_english() {
        for (query, expected) in [
            ("how much notice must a tenant give", true),
            ("What is the right of withdrawal?", true),
            ("can my employer read my email", true),
            ("who inherits", false),
            ("will och testamente", false),
            ("tenant notice", false),
            ("hur länge gäller ett avtal", false),
            ("", false),
        ] {
            assert_eq!(is_english_question(query), expected, "{query}");
        }
    }

    #[test]
    fn which_queries_are_questions() {
        let table = [
            ("får jag klippa grannens får", true),
            ("Hur länge gäller ett staket?", true),
            ("staket hur högt", true),
            ("grannen kan inte hålla sina får hemma", true),
            ("rätt att ta hem ull från betet efter jul", true),
            ("what is a fence", true),
            ("kan man sälja ull", true),
            ("min granne", true),
            ("angrepp på får", false),
            ("fårlagen 3 kap. 2 §", false),
            ("preskription fordran", false),
            ("vad", false),
            ("", false),
            ("hundägare ansvar skada hund stängsel bete", false),
            ("wool grazing act fence height rules", false),
            ("is på vägen", true),
            ("halka is", false),
            ("NJA 2031 s. 5", false),
            ("ull or får", false),
        ];
        for (query, expected) in table {
            assert_eq!(is_question(query), expected, "{query}");
        }
    }
}

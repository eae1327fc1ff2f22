//! Which queries are in English. Words of an English query get no Swedish forms: *dog* is not *död*.

use lagrum_words::{Language, MAX_WORDS, Vocabulary, is_english_question, is_function_word, stem, tokens};

/// How many times as many documents must have a word in one language for it to be of that language.
const CLEARLY: u64 = 5;

/// Whether a query is in English: it is a question in English, or some of its words are of English texts and none of Swedish
/// ones. No more words are looked at than a query may have.
pub(super) fn is_english(vocabulary: &Vocabulary, query: &str) -> bool {
    let words = || tokens(query).take(MAX_WORDS);
    let languages = || words().filter_map(|token| language(vocabulary, &token.word));
    // One word alone may be a loan: *stalking*.
    is_english_question(query)
        || tokens(query).nth(1).is_some()
            && languages().next().is_some()
            && languages().all(|language| language == Language::English)
}

/// The language of the texts that have a word, if its two stems distinguish the languages.
fn language(vocabulary: &Vocabulary, word: &str) -> Option<Language> {
    if word.contains(['å', 'ä', 'ö']) {
        return Some(Language::Swedish);
    }
    let [swedish, english] = [Language::Swedish, Language::English].map(|language| stem(word, language));
    if is_function_word(word) || vocabulary.word(word) == 0 || swedish == english {
        return None;
    }
    // Of an English word the stem may be that of others too, so the word itself is counted.
    let (of_swedish, of_english) = (vocabulary.form(&swedish), vocabulary.form(&english));
    if vocabulary.word(word) > CLEARLY * of_swedish {
        Some(Language::English)
    } else if of_swedish > CLEARLY * of_english {
        Some(Language::Swedish)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn which_queries_are_in_english() {
        // Swedish texts have *ansvar* and *husdjur*; English ones have *liability*, which a Swedish one quotes.
        let (mut words, mut forms) = (BTreeMap::new(), BTreeMap::new());
        for (text, language, documents) in [
            ("ansvar husdjur avlida liability", Language::Swedish, 1),
            ("liability dog", Language::English, 5),
        ] {
            for word in text.split(' ') {
                *words.entry(word.to_owned()).or_insert(0) += documents;
                *forms.entry(stem(word, language)).or_insert(0) += documents;
            }
        }
        let vocabulary = Vocabulary::build(6, words, forms).unwrap();
        for (query, expected) in [
            ("dog bite liability", true),
            ("what if my dog dies", true),
            ("han dog", false),
            ("dog ansvar liability", false),
            ("liability för får", false),
            ("dog", false),
            ("liability", false),
        ] {
            assert_eq!(is_english(&vocabulary, query), expected, "{query}");
        }
    }
}

//! Words that say little of the topic of a query, though they are no function words.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::{Language, stem};

/// Whether a word is one that questions are made of: *gäller*, *behöver*, *själv*. The list is `data/light.txt`.
pub fn is_light_word(word: &str) -> bool {
    LIGHT.contains(&stem(word, Language::Swedish))
}

/// The stems of the words of the list.
static LIGHT: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let lines = include_str!("../data/light.txt").lines();
    let words = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    words.map(|word| stem(word, Language::Swedish)).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_questions_in_any_inflection() {
        for word in ["gäller", "behöver", "själva", "saker", "tillåtet", "reglerna"] {
            assert!(is_light_word(word), "{word}");
        }
        for word in ["hyra", "stöld", "avtal", "lagfart", "rätt", "köp"] {
            assert!(!is_light_word(word), "{word}");
        }
    }

    #[test]
    fn the_list_has_words_of_one_token() {
        for line in include_str!("../data/light.txt").lines().filter(|line| !line.starts_with('#')) {
            assert!(crate::tokens(line).count() <= 1 && line.trim() == line, "{line:?}");
        }
    }
}

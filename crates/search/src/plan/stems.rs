//! The stems of a word of a query.

use lagrum_words::{Language, form};

/// The forms of a word in the languages of the corpus, each once. A query does not say which language it is in.
pub(super) fn stems(word: &str) -> Vec<String> {
    let swedish = form(word, Language::Swedish);
    let english = form(word, Language::English);
    if swedish == english { vec![swedish] } else { vec![swedish, english] }
}

//! Words without diacritics, as someone types them abroad or in a hurry.

use std::borrow::Cow;

/// A word with å and ä written as a, ö as o. Other accents are no matter here: a token has none.
pub fn folded(word: &str) -> Cow<'_, str> {
    if word.is_ascii() || !word.contains(['å', 'ä', 'ö']) {
        return Cow::Borrowed(word);
    }
    let fold = |letter| match letter {
        'å' | 'ä' => 'a',
        'ö' => 'o',
        other => other,
    };
    Cow::Owned(word.chars().map(fold).collect())
}

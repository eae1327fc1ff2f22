//! Words without diacritics, as typed on a foreign keyboard or in a hurry.

use std::borrow::Cow;

/// A word with a for å and ä, and o for ö. Tokens have no other accents.
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

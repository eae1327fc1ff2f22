//! A sentence of a commentary: where it ends, what it speaks of, and its words without what printing broke.

use std::ops::Range;

/// What a sentence that speaks of the commented provision calls it.
const SUBJECTS: [&str; 9] =
    ["paragraf", "bestämmelse", "stycke", "mening", "punkt", "ändring", "tillägg", "definition", "regler"];

/// Words before the verb by which a sentence speaks of something else, or denies.
const OTHERS: [&str; 8] = ["§", "artik", "direktiv", "förordning", "kapitl", " inte ", "lagen", " kap."];

/// The sentences of a text.
pub(super) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(". ") {
        let after = &text[at + 2..];
        let is_end = after.starts_with(char::is_uppercase);
        if is_end && !is_abbreviated(&text[..at], after) {
            found.push(start..at + 1);
            start = at + 2;
        }
    }
    if start < text.len() {
        found.push(start..text.len());
    }
    found
}

/// Whether the point between two texts belongs to an abbreviation, after which a name may stand: `bl.a. Skatteverket`, `3 kap. ML`.
fn is_abbreviated(before: &str, after: &str) -> bool {
    const ABBREVIATIONS: [&str; 7] = ["bl.a", "t.ex", "dvs", "s.k", "jfr", "m.m", "nr"];
    let begins_word = after.chars().nth(1).is_some_and(char::is_lowercase);
    ABBREVIATIONS.iter().any(|words| before.ends_with(words)) || before.ends_with("kap") && !begins_word
}

/// Whether the words before the verb of a sentence speak of the commented provision, or of a part of it.
pub(super) fn speaks_of_provision(before: &str) -> bool {
    let before = before.to_lowercase();
    SUBJECTS.iter().any(|word| before.contains(word)) && !OTHERS.iter().any(|word| before.contains(word))
}

/// A text without double blanks and without the hyphens of broken lines (`skatte- direktivet`), as far as words show them.
pub(super) fn mended(text: &str) -> String {
    let mut mended = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let goes_on = mended.ends_with('-')
            && mended[..mended.len() - 1].ends_with(char::is_lowercase)
            && word.starts_with(char::is_lowercase)
            && !matches!(word, "och" | "eller" | "samt" | "respektive" | "till" | "som");
        if goes_on {
            mended.pop();
        } else if !mended.is_empty() {
            mended.push(' ');
        }
        mended.push_str(word);
    }
    mended
}

/// Where a word begins that is written so, as a whole word.
pub(super) fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_letter = |c: char| c.is_alphanumeric();
    text.match_indices(word)
        .map(|(at, _)| at)
        .find(|at| !text[..*at].ends_with(is_letter) && !text[at + word.len()..].starts_with(is_letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_before_a_capital() {
        let text = "Paragrafen är ny. Den genomför artikel 3.1, jfr bl.a. Fårverkets rapport. Se 3 kap. FL och 6 kap. Slut.";
        let found: Vec<&str> = sentences(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(
            found,
            [
                "Paragrafen är ny.",
                "Den genomför artikel 3.1, jfr bl.a. Fårverkets rapport.",
                "Se 3 kap. FL och 6 kap.",
                "Slut."
            ]
        );
    }

    #[test]
    fn broken_lines_are_mended() {
        for (text, expected) in [
            ("i  skatte- direktivet", "i skattedirektivet"),
            ("får- och getlagen", "får- och getlagen"),
            ("EU- direktivet", "EU- direktivet"),
        ] {
            assert_eq!(mended(text), expected);
        }
    }
}

//! Words by which the parts of an act are known where the markup does not say what they are.

use super::numbers::{LATIN, article_number};

/// The words that the number of a division begins with, from the outermost division.
const DIVISIONS: [&[&str]; 5] = [
    &["part", "del"],
    &["title", "avdelning"],
    &["chapter", "kapitel"],
    &["section", "avsnitt"],
    &["sub-section", "subsection", "underavsnitt"],
];

/// The greatest length of a title that is known by its words alone, in bytes.
const MAX_TITLE: usize = 300;

/// How far in a division stands, by the word that its number begins with: `CHAPTER I`.
pub(super) fn division_rank(text: &str) -> Option<u8> {
    let (word, rest) = text.trim().split_once(char::is_whitespace)?;
    let word = word.to_lowercase();
    let rank = DIVISIONS.iter().position(|words| words.contains(&word.as_str()))?;
    let number: String = rest.trim_start().chars().take_while(|c| c.is_ascii_alphanumeric()).collect();
    let is_number = !number.is_empty()
        && number.len() <= 8
        && (number.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
            || ORDINALS.contains(&number.to_lowercase().as_str()));
    is_number.then_some(rank as u8)
}

const ORDINALS: [&str; 6] = ["one", "two", "three", "four", "five", "six"];

/// Whether a text is the number of a division, perhaps with its name.
pub(super) fn is_division(text: &str) -> bool {
    text.len() <= MAX_TITLE && division_rank(text).is_some()
}

/// Whether a text is the number of an annex: `ANNEX`, `ANNEX IV`, `BILAGA 2`.
pub(super) fn is_annex(text: &str) -> bool {
    let text = text.trim();
    let mut words = text.split_whitespace();
    let is_word = words.next().is_some_and(|word| matches!(word, "ANNEX" | "BILAGA" | "Annex" | "Bilaga"));
    is_word
        && text.len() <= 20
        && words
            .next()
            .is_none_or(|number| number.chars().all(|c| c.is_ascii_digit() || c.is_ascii_uppercase()))
        && words.next().is_none()
}

/// Whether a whole text is the number of an article.
pub(super) fn is_article(text: &str) -> bool {
    let mut words = text.split_whitespace().skip(1);
    let number = words.next().unwrap_or_default();
    // `8`, `8a`, `8 a`, `8 bis`
    let is_letter = |word: &str| word.len() == 1 || LATIN.contains(&word.to_lowercase().as_str());
    let is_whole = words.next().is_none_or(is_letter) && words.next().is_none();
    text.len() <= 24
        && is_whole
        && article_number(text).is_some()
        && number.chars().all(char::is_alphanumeric)
}

/// Whether a text can be the title of an article or a division: short, begins with a capital and does not end as a sentence.
pub(super) fn is_title(text: &str) -> bool {
    let begins = text.chars().next().is_some_and(char::is_uppercase);
    begins && text.len() <= 200 && !text.ends_with(['.', ';', ':', ','])
}

/// Whether words end the preamble: "HAS ADOPTED THIS DIRECTIVE:", "HÄRIGENOM FÖRESKRIVS FÖLJANDE."
pub(super) fn ends_preamble(text: &str) -> bool {
    const ENDS: [&str; 9] = [
        "HAS ADOPTED THIS",
        "HAVE ADOPTED THIS",
        "HAS DECIDED",
        "HAVE DECIDED",
        "HAS ADOPTED THE FOLLOWING",
        "HAVE AGREED",
        "HÄRIGENOM FÖRESKRIVS",
        "HÄRIGENOM BESLUTAS",
        "HAR BESLUTAT FÖLJANDE",
    ];
    ENDS.iter().any(|words| text.starts_with(words))
}

/// Whether words stand before the recitals: "Whereas:", "av följande skäl:".
pub(super) fn begins_recitals(text: &str) -> bool {
    let bare = text.trim_end_matches([':', ' ', '.', ',']).to_lowercase();
    matches!(
        bare.as_str(),
        "whereas"
            | "av följande skäl"
            | "och av följande skäl"
            | "av följande skäl har"
            | "whereas the following"
    )
}

/// Whether words end the last article: the place and the day, and the sentence that a regulation is binding.
pub(super) fn begins_end(text: &str) -> bool {
    const ENDS: [&str; 5] = [
        "Done at ",
        "Utfärdat i ",
        "Utfärdad i ",
        "This Regulation shall be binding in its entirety",
        "Denna förordning är till alla delar bindande",
    ];
    text.len() <= MAX_TITLE && ENDS.iter().any(|words| text.starts_with(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_known_by_their_words() {
        for (text, rank) in [
            ("CHAPTER I", Some(2)),
            ("KAPITEL II — Principer", Some(2)),
            ("Section 3", Some(3)),
            ("TITLE IV", Some(1)),
            ("Part of it", None),
            ("Del av", None),
            ("Chapter", None),
        ] {
            assert_eq!(division_rank(text), rank, "{text}");
        }
        for (text, expected) in [
            ("ANNEX", true),
            ("ANNEX IV", true),
            ("BILAGA 2", true),
            ("Annex to it", false),
            ("ANNEXES I and II", false),
        ] {
            assert_eq!(is_annex(text), expected, "{text}");
        }
        for (text, expected) in
            [("Article 5", true), ("Artikel 8 a", true), ("Article 5 says", false), ("Article 5.", false)]
        {
            assert_eq!(is_article(text), expected, "{text}");
        }
        assert!(
            ends_preamble("HAS ADOPTED THIS DIRECTIVE:")
                && !ends_preamble("RÅDET HAR ANTAGIT DENNA FÖRORDNING")
        );
        assert!(
            begins_recitals("Whereas:")
                && begins_recitals("av följande skäl:")
                && !begins_recitals("Whereas sheep")
        );
        assert!(begins_end("Done at Ulldal, 3 May 2031.") && !begins_end("Done in this way"));
    }
}

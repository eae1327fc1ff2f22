//! Which differences are not differences in words: blanks, hyphens, quotation marks and the bars between cells, which
//! a corpus sets differently from text to text; change notes (`Lag (2031:12).`); and notes of what became of a number (`9 § Har
//! upphävts genom lag (2031:12).`), which one text may have and the other lack.

use lagrum_artifact::without_change_notes;

/// The longest note of a repeal. A longer text is law.
const NOTE_CHARS: usize = 200;

/// The letters and signs of a text that count as its words.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = char> {
    let text = without_change_notes(text);
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let next = text[at..].chars().next()?;
            at += next.len_utf8();
            if counts(next) {
                return Some(next);
            }
        }
    })
}

fn counts(c: char) -> bool {
    !c.is_whitespace()
        && !matches!(c, '-' | '\u{ad}' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '|')
        && !matches!(c, '"' | '\'' | '’' | '‘' | '‚' | '”' | '“' | '„' | '«' | '»' | '´' | '`')
}

/// Whether a text is only a note of repeal: `15 § Har upphävts genom lag (2031:12).`
pub(super) fn is_repeal_note(text: &str) -> bool {
    if text.chars().count() > NOTE_CHARS {
        return false;
    }
    let words = text.to_lowercase();
    let after_number = words.split_once("har upphävts").filter(|(before, _)| {
        let of_number = |word: &str| {
            matches!(word, "§" | "§§" | "kap." | "och" | "kap")
                || word.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '–' | ',' | '.' | '§'))
                || (word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_lowercase()))
        };
        before.split_whitespace().all(of_number)
    });
    after_number.is_some()
}

/// What a note says of a number.
const NOTED: [&str; 7] =
    ["har upphävts", "har upphört", "har utgått", "har betecknats", "ny beteckning", "upphävd", "upphävda"];

/// The words that may stand beside numbers before that.
const NOTED_THINGS: [&str; 12] = [
    "§",
    "§§",
    "kap",
    "kap.",
    "mom.",
    "och",
    "bilaga",
    "kapitlet",
    "paragrafen",
    "punkten",
    "avdelningen",
    "bilagan",
];

/// Whether a text is only a note of what became of a number: `15 § Har upphävts genom lag (2031:12).`, `19 kap. Kapitlet har
/// upphävts genom lag (2031:12).`, `8 § Har betecknats 3 § genom lag (2031:12).` It ends with the number of the act.
pub(super) fn is_note(text: &str) -> bool {
    let is_act = |text: &str| {
        let text = text.trim_end_matches(['.', ',', '/', ' ', ')']);
        text.ends_with(|c: char| c.is_ascii_digit())
    };
    if text.len() > 2 * NOTE_CHARS || !is_act(text) || text.chars().count() > NOTE_CHARS {
        return false;
    }
    let words = text.to_lowercase();
    let is_of_number = |word: &str| {
        NOTED_THINGS.contains(&word)
            || word.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '–' | ',' | '.' | '§'))
            || (word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_lowercase()))
    };
    let is_by_act = |after: &str| [" genom ", " genoom ", " enligt "].iter().any(|by| after.contains(by));
    NOTED.iter().any(|noted| {
        let around = words.split_once(noted);
        around.is_some_and(|(before, after)| before.split_whitespace().all(is_of_number) && is_by_act(after))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_texts_are_notes() {
        for (text, expected) in [
            ("9 § Har upphävts genom lag (2031:12).", true),
            ("19 kap. Kapitlet har upphävts genom lag (2031:12).", true),
            ("8 § Har betecknats 3 kap. 3 § genom förordning (2031:12).", true),
            ("7 § upphävd genom lag (2031:12).", true),
            ("5 § har upphört att gälla enligt kungörelse (2031:12).", true),
            ("Bilaga 3 Har upphävts genom lag 2031:12.", true),
            ("Har utgått genom lag (2031:12)", true),
            ("Har upphävts när den upphörde.", false),
            ("När en likvidation har upphört enligt lag (2031:12)", false),
            ("9 § Lagen gäller. Lag (2031:12).", false),
            ("9 § Har upphävts genom lag (2031:12), men gäller för får.", false),
        ] {
            assert_eq!(is_note(text), expected, "{text}");
        }
    }

    #[test]
    fn which_texts_have_the_same_words() {
        for (old, new, expected) in [
            ("enligt 3 § )", "enligt 3 §)", true),
            ("a | b", "a b", true),
            ("EU-förordning ”x”", "EU–förordning \"x\"", true),
            ("enligt 3 §", "enligt 4 §", false),
            ("får inte", "får", false),
            ("a, b", "a b", false),
            ("Får. Lag (2031:1).", "Får.", true),
            ("Får. Lag (2031:1).", "Får. Lag (2033:2).", true),
            ("enligt lag (2031:1)", "enligt lag (2033:2)", false),
        ] {
            assert_eq!(words_of(old).eq(words_of(new)), expected, "{old} {new}");
        }
    }

    #[test]
    fn which_texts_are_notes_of_repeal() {
        for (text, expected) in [
            ("9 § Har upphävts genom lag (2031:12).", true),
            ("2 kap. 9 a § har upphävts genom lag (2031:12).", true),
            ("3-5 §§ har upphävts genom förordning (2031:12).", true),
            ("Har upphävts genom lag (2031:12).", true),
            ("Den som har upphävts genom lag (2031:12) ska", false),
            ("9 § Lagen gäller.", false),
        ] {
            assert_eq!(is_repeal_note(text), expected, "{text}");
        }
    }
}

//! Notes of what became of a number, which stand where a provision stood: `15 § Har upphävts genom lag (2031:12).`, `19 kap.
//! Kapitlet har upphävts genom lag (2031:12).`, `8 § Har betecknats 3 § genom lag (2031:12).`, `1 mom. har upphävts genom lag (2031:12).`
//!
//! Such a text is no law: it tells that there is none under the number any longer.

/// The longest note. A longer text is law.
const MAX_CHARS: usize = 200;

/// What a note says of a number.
const NOTED: [&str; 8] = [
    "har upphävts",
    "ha upphävts",
    "har upphört",
    "har utgått",
    "har betecknats",
    "ny beteckning",
    "upphävd",
    "upphävda",
];

/// The words that may stand beside numbers before that.
const THINGS: [&str; 13] = [
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
    "/",
];

/// What stands before the name of the act that did it: also spelt `genoom`, and left out.
const BY: [&str; 5] = [" genom ", " genoom ", " enligt ", " lag ", " förordning "];

/// Whether a text is only a note of what became of a number. It ends with the number of the act, which a new number may be without.
pub fn is_number_note(text: &str) -> bool {
    let may_be = ends_with_act(text) || text.contains("eteckning");
    if text.len() > 2 * MAX_CHARS || !may_be || text.chars().count() > MAX_CHARS {
        return false;
    }
    let words = text.to_lowercase();
    let by_act = NOTED.iter().any(|noted| {
        words.split_once(noted).is_some_and(|(before, after)| {
            before.trim_end_matches('/').split_whitespace().all(is_of_number)
                && BY.iter().any(|by| after.contains(by))
        })
    });
    by_act && ends_with_act(text) || is_bare_new_number(&words)
}

/// Whether a text is a note that leaves out the act: `Ny beteckning 2 §.`
fn is_bare_new_number(words: &str) -> bool {
    let numbers = |text: &str| text.split_whitespace().all(is_of_number);
    words.split_once("ny beteckning").is_some_and(|(before, after)| {
        numbers(before.trim_end_matches('/')) && after.contains('§') && numbers(after)
    })
}

/// Whether a text begins with what a note says of a number.
pub(crate) fn begins_with_noted(text: &str) -> bool {
    let first: String = text.chars().take(MAX_CHARS).collect();
    let words = first.to_lowercase();
    NOTED.iter().any(|noted| words.starts_with(noted))
}

fn ends_with_act(text: &str) -> bool {
    let text = text.trim_end_matches(['.', ',', '/', ' ', ')']);
    text.ends_with(|c: char| c.is_ascii_digit())
}

/// Whether a word is a number, its letter, or what stands beside numbers.
fn is_of_number(word: &str) -> bool {
    THINGS.contains(&word)
        || word.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '–' | ',' | '.' | '§'))
        || (word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_texts_are_notes() {
        for (text, expected) in [
            ("9 § Har upphävts genom lag (2031:12).", true),
            ("2 kap. 9 a § har upphävts genom lag (2031:12).", true),
            ("3-5 §§ har upphävts genom förordning (2031:12).", true),
            ("Har upphävts genom lag (2031:12).", true),
            ("1 mom. har upphävts genom lag (2031:12).", true),
            ("14 § 1 mom. har upphävts genom lag (2031:12).", true),
            ("19 kap. Kapitlet har upphävts genom lag (2031:12).", true),
            ("8 § Har betecknats 3 kap. 3 § genom förordning (2031:12).", true),
            ("9 § /Ny beteckning 6 § genom förordning (2031:12).", true),
            ("Ny beteckning 2 §.", true),
            ("9 § Ny beteckning 3 kap. 6 a §", true),
            ("Ny beteckning 2 § ska användas.", false),
            ("Ny beteckning", false),
            ("7 § upphävd genom lag (2031:12).", true),
            ("5 § har upphört att gälla enligt kungörelse (2031:12).", true),
            ("5 § Ha upphävts genom lag (2031:12).", true),
            ("5 § Har upphävts lag (2031:12).", true),
            ("Bilaga 3 Har upphävts genom lag 2031:12.", true),
            ("Har utgått genom lag (2031:12)", true),
            ("Har upphävts när den upphörde.", false),
            ("Den som har upphävts genom lag (2031:12) ska", false),
            ("När en likvidation har upphört enligt lag (2031:12)", false),
            ("9 § Lagen gäller. Lag (2031:12).", false),
            ("9 § Har upphävts genom lag (2031:12), men gäller för får.", false),
            ("9 § Lagen gäller.", false),
        ] {
            assert_eq!(is_number_note(text), expected, "{text}");
        }
    }
}

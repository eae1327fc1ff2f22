//! The acts that sign a provision: `Lag (2019:805).` after its text names the act that gave it its wording.

use std::borrow::Cow;
use std::ops::Range;

/// Names of acts that a change note begins with.
const ACTS: [&str; 3] = ["Lag", "Förordning", "Kungörelse"];

/// The numbers of the acts that a text names as the source of a wording, in order: `2019:805` of `Lag (2019:805).` A
/// reference to an act in a sentence (`i lagen (2019:805)`, `Lag (2019:805) om …`) is not a change note.
pub fn change_notes(text: &str) -> impl Iterator<Item = &str> {
    notes(text).map(|(_, number)| number)
}

/// A text without its change notes: `Får ska märkas. ` of `Får ska märkas. Lag (2019:805).`
pub fn without_change_notes(text: &str) -> Cow<'_, str> {
    let mut kept = String::new();
    let mut from = 0;
    for (note, _) in notes(text) {
        kept.push_str(&text[from..note.start]);
        from = note.end;
    }
    if from == 0 {
        return Cow::Borrowed(text);
    }
    kept.push_str(&text[from..]);
    Cow::Owned(kept)
}

/// The notes in a text: where each stands, and its number.
fn notes(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let open = at + text[at..].find(" (")?;
            let number_at = open + " (".len();
            at = number_at;
            let Some(close) = text[at..].find(')').map(|close| number_at + close) else { continue };
            let before = &text[..open];
            let act = ACTS.iter().find(|act| ends_with_word(before, act));
            let Some(act) = act.filter(|_| text[close + 1..].starts_with('.')) else { continue };
            let number = text[number_at..close].trim();
            if is_number(number) {
                return Some((open - act.len()..close + ").".len(), number));
            }
        }
    })
}

fn ends_with_word(text: &str, word: &str) -> bool {
    text.strip_suffix(word).is_some_and(|before| !before.ends_with(char::is_alphanumeric))
}

/// Whether a text is the number of an act: `2019:805`, `1891:35 s.1`.
fn is_number(text: &str) -> bool {
    let Some((year, number)) = text.split_once(':') else { return false };
    year.len() == 4
        && year.bytes().all(|b| b.is_ascii_digit())
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number.len() <= 12
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_acts_sign_a_text() {
        for (text, expected) in [
            ("1 § Får ska märkas. Lag (2006:1).", vec!["2006:1"]),
            ("Får. Förordning (2006:1). Bin. Lag (2007:22).", vec!["2006:1", "2007:22"]),
            ("Får. Lag (1891:35 s.1).", vec!["1891:35 s.1"]),
            ("Äldre bestämmelser i lagen (2006:1).", vec![]),
            ("Lag (2006:1) om bin gäller.", vec![]),
            ("Har upphävts genom lag (2006:1).", vec![]),
            ("Balklag (2006:1). Lag (se ovan).", vec![]),
            ("Lag (2006:1", vec![]),
        ] {
            assert_eq!(change_notes(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn a_text_without_what_signs_it() {
        for (text, expected) in [
            ("1 § Får ska märkas. Lag (2006:1).", "1 § Får ska märkas. "),
            ("Får. Förordning (2006:1). Bin. Lag (1891:35 s.1). Gäss", "Får.  Bin.  Gäss"),
            ("Lag (2006:1) om bin gäller.", "Lag (2006:1) om bin gäller."),
        ] {
            assert_eq!(without_change_notes(text), expected, "{text}");
        }
    }
}

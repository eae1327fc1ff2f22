//! The acts that sign a provision: `Lag (2019:805).` after its text says which act gave the wording.

/// Names of acts that a change note begins with.
const ACTS: [&str; 3] = ["Lag", "Förordning", "Kungörelse"];

/// The numbers of the acts that a text names as the source of a wording, in order: `2019:805` of `Lag (2019:805).` A
/// reference to an act in a sentence (`i lagen (2019:805)`, `Lag (2019:805) om …`) is none.
pub fn change_notes(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let (before, after) = rest.split_once(" (")?;
            rest = after;
            let Some((number, behind)) = after.split_once(')') else { continue };
            let is_note = ACTS.iter().any(|act| ends_with_word(before, act)) && behind.starts_with('.');
            if is_note && is_number(number.trim()) {
                return Some(number.trim());
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
}

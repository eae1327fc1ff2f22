//! Which cell of a flattened row is the sign of an item.

/// Signs of lists that do not count.
const SIGNS: [char; 7] = ['—', '–', '-', '•', '·', '☐', '□'];

/// Quotation marks before a sign, as in an amending act.
const QUOTES: [char; 6] = ['‘', '’', '“', '”', '"', '\''];

/// Whether words are the designation of an item: `(a)`, `(ii)`, `(9a)`, `1.`, `2.3.`, `b)`, `‘3.`, or a sign such as `—`.
pub(super) fn is_designation(words: &str) -> bool {
    let words = words.trim_start_matches(QUOTES);
    if is_sign(words) {
        return true;
    }
    let closed = words.strip_suffix([')', '.']);
    let Some(number) = closed.map(|open| open.strip_prefix('(').unwrap_or(open)) else { return false };
    number.split('.').all(is_number)
}

/// Whether words are the sign of a list that does not count.
pub(super) fn is_sign(words: &str) -> bool {
    let mut letters = words.trim_start_matches(QUOTES).chars();
    letters.next().is_some_and(|c| SIGNS.contains(&c)) && letters.next().is_none()
}

/// Whether words count: up to four digits and two letters, two letters, or a Roman number.
fn is_number(words: &str) -> bool {
    let letters = words.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = words.len() - letters.len();
    let is_roman = letters.len() <= 6 && letters.chars().all(|c| "ivxl".contains(c.to_ascii_lowercase()));
    let are_letters = letters.len() <= 2 && letters.chars().all(|c| c.is_ascii_alphabetic());
    !words.is_empty() && digits <= 4 && (are_letters || (digits == 0 && is_roman))
}

#[cfg(test)]
mod tests {
    use super::is_designation;

    #[test]
    fn designations_are_known() {
        for sign in [
            "(a)", "(aa)", "(viii)", "(9)", "(9a)", "1.", "12a.", "2.3.", "3.10.2.", "b.", "B)", "iv.",
            "‘3.", "‘(c)", "—", "-", "•", "☐", "‘—",
        ] {
            assert!(is_designation(sign), "{sign}");
        }
        for other in [
            "",
            "(",
            "()",
            ".",
            "..",
            "(future)",
            "Med.",
            "(Med.)",
            "Article 1",
            "Item 1.1",
            "3.2",
            "12345.",
            "a",
            "F1",
            "— text",
            "——",
            "(s. 3)",
            "Jan.",
        ] {
            assert!(!is_designation(other), "{other}");
        }
    }
}

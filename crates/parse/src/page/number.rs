//! The numbers that paragraphs begin with.

/// The number of a paragraph that a text begins with, and the bytes before its words: `12. `, `12 . `.
pub(crate) fn paragraph_number(text: &str) -> Option<(u32, usize)> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if !(1..=4).contains(&digits) {
        return None;
    }
    let (number, rest) = text.split_at(digits);
    let after = rest.trim_start().strip_prefix('.')?;
    // `1.5 million` and `12.3.2001` are no numbers of paragraphs.
    if after.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let words = after.trim_start();
    (!words.is_empty()).then_some((number.parse().ok()?, text.len() - words.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_paragraphs() {
        for (text, expected) in [
            ("12. The applicant", Some((12, 4))),
            ("12 . The applicant", Some((12, 5))),
            ("3.The applicant", Some((3, 2))),
            ("1.5 million", None),
            ("12.3.2001 was", None),
            ("1998 was", None),
            ("12345. The", None),
            ("7.", None),
        ] {
            assert_eq!(paragraph_number(text), expected, "{text}");
        }
    }
}

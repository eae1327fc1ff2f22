//! Days as texts.

/// Whether a text is a day, `YYYY-MM-DD`. Days of this form are ordered as texts.
pub fn is_date(text: &str) -> bool {
    text.len() == 10
        && text
            .bytes()
            .enumerate()
            .all(|(at, b)| if matches!(at, 4 | 7) { b == b'-' } else { b.is_ascii_digit() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_texts_are_days() {
        for (text, expected) in [("2031-07-01", true), ("2031-7-01", false), ("20310701", false), ("", false)]
        {
            assert_eq!(is_date(text), expected, "{text}");
        }
    }
}

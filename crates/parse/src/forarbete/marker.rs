//! Numbers of provisions that stand by themselves.

/// The number of a provision that a text is, if it is nothing else: `4 §`, `2 kap.`, `2 kap. 4 a §`, `16 och 17 §§`.
pub(super) fn marker(text: &str) -> Option<&str> {
    const LONGEST: usize = 30;
    let text = text.trim();
    let starts = text.starts_with(|c: char| c.is_ascii_digit());
    let ends = text.ends_with('§') || text.ends_with("kap.");
    (starts && ends && text.len() <= LONGEST).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_provisions() {
        for (text, expected) in [
            ("4 §", true),
            ("2 kap.", true),
            ("2 kap. 4 a §", true),
            ("16 och 17 §§", true),
            ("enligt 4 §", false),
            ("4 § Får", false),
        ] {
            assert_eq!(marker(text).is_some(), expected, "{text}");
        }
    }
}

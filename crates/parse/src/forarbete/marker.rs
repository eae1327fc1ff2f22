//! Numbers of provisions that stand by themselves.

/// The number of a provision that a text is, if it is nothing else: `4 §`, `2 kap.`, `2 kap. 4 a §`, `16 och 17 §§`.
pub(super) fn marker(text: &str) -> Option<&str> {
    const LONGEST: usize = 30;
    let text = text.trim();
    let starts = text.starts_with(|c: char| c.is_ascii_digit());
    let ends = text.ends_with('§') || text.ends_with("kap.");
    (starts && ends && text.len() <= LONGEST).then_some(text)
}

/// Whether a text begins with the number of a paragraf or a kapitel: `9 c § Får`, `6 kap. Om får`.
pub(super) fn begins_provision(text: &str) -> bool {
    let text = text.trim_start();
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if !(1..=4).contains(&(text.len() - after.len())) {
        return false;
    }
    let after = after.trim_start();
    let letter = after.strip_prefix(|c: char| c.is_lowercase()).unwrap_or_default();
    after.starts_with('§') || after.starts_with("kap.") || letter.starts_with(" §")
}

/// Whether a text is the number of a kapitel, alone or with its heading: `6 kap.`, `6 a kap. Om får`.
pub(super) fn is_kapitel_heading(text: &str) -> bool {
    const LONGEST: usize = 100;
    let Some((number, title)) = text.trim().split_once(" kap.") else { return false };
    let title = title.trim();
    let is_title = title.starts_with(char::is_uppercase) && !title.ends_with('.');
    number.starts_with(|c: char| c.is_ascii_digit())
        && number.len() <= 6
        && (title.is_empty() || is_title && text.len() <= LONGEST && !title.contains('§'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_kapitel() {
        for (text, expected) in [
            ("6 kap.", true),
            ("6 a kap. Om får", true),
            ("6 kap. Om får 9 § Ett får", false),
            ("6 kap. Fåren betar.", false),
            ("6 kap. gäller får", false),
            ("Om 6 kap.", false),
            ("6 kapten", false),
        ] {
            assert_eq!(is_kapitel_heading(text), expected, "{text}");
        }
    }

    #[test]
    fn beginnings_of_provisions() {
        for (text, expected) in [
            ("9 c § Ett får", true),
            (" 3 § Får", true),
            ("6 kap. Om får", true),
            ("3§", true),
            ("2 Senaste lydelse 2 §", false),
            ("2 kapten", false),
            ("9 c Får", false),
            ("12345 §", false),
            ("§ 9", false),
            ("9", false),
        ] {
            assert_eq!(begins_provision(text), expected, "{text}");
        }
    }

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

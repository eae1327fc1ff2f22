//! The numbers of articles and markers.

use super::marker::{OPENING_QUOTES, starting};

/// The number of an article as its title prints it: `Article 8A` is `8a`, `Artikel 5` is `5`.
pub(super) fn article_number(title: &str) -> Option<String> {
    let title = title.trim_start_matches(|c: char| c.is_whitespace() || OPENING_QUOTES.contains(&c));
    let (word, rest) = title.split_once(char::is_whitespace)?;
    if !["article", "artikel", "art."].contains(&word.to_lowercase().as_str()) {
        return None;
    }
    let rest = rest.trim_start();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, after) = rest.split_at(digits);
    if number.is_empty() || number.len() > 4 {
        return None;
    }
    // `8a`, `8 a`, `8bis`
    let letters: String = after.trim_start().chars().take_while(|c| c.is_alphanumeric()).collect();
    let ends = after.trim_start().get(letters.len()..).unwrap_or_default();
    let belongs = letters.len() <= 5
        && (letters.len() == 1
            || !after.starts_with(' ')
            || LATIN.contains(&letters.to_lowercase().as_str()))
        && !ends.starts_with('\'');
    Some(if belongs { format!("{number}{}", letters.to_lowercase()) } else { number.to_owned() })
}

/// Latin words that number inserted articles.
pub(super) const LATIN: [&str; 6] = ["bis", "ter", "quater", "quinquies", "sexies", "septies"];

/// A printed marker without the marks around it; None for one without any sign.
pub(super) fn trimmed_marker(marker: &str) -> Option<String> {
    let marker = marker.trim().trim_start_matches(OPENING_QUOTES).trim();
    if let Some(found) = starting(marker).filter(|found| found.len == marker.len()) {
        return Some(found.num);
    }
    let trimmed = marker.trim_matches(|c: char| !c.is_alphanumeric());
    let num = if trimmed.is_empty() { marker } else { trimmed };
    Some(num.to_owned()).filter(|num| !num.is_empty())
}

/// The quotation marks that a number begins with.
pub(super) fn opening_quotes(number: &str) -> String {
    number.trim().chars().take_while(|c| OPENING_QUOTES.contains(c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_articles() {
        for (title, expected) in [
            ("Article 5", Some("5")),
            ("Article 16A", Some("16a")),
            ("Article 16 a", Some("16a")),
            ("\"Article 199b", Some("199b")),
            ("Artikel 8 a", Some("8a")),
            ("ARTICLE 3", Some("3")),
            ("Article 7 bis", Some("7bis")),
            ("Article 5 Title of it", Some("5")),
            ("Sole Article", None),
            ("Articles 5 and 6", None),
            ("Article", None),
        ] {
            assert_eq!(article_number(title).as_deref(), expected, "{title}");
        }
    }

    #[test]
    fn markers_without_marks() {
        for (marker, expected) in [
            ("(1)", Some("1")),
            ("‘(a)", Some("a")),
            ("1.", Some("1")),
            ("—", Some("—")),
            ("1.2.3", Some("1.2.3")),
            (" ", None),
        ] {
            assert_eq!(trimmed_marker(marker).as_deref(), expected, "{marker}");
        }
    }
}

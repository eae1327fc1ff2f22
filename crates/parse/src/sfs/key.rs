//! Numbers of statutes as local ids.

/// A number as printed (`1904:48 s. 1`, `SFS 2003:466`) as a local id (`1904:48_s.1`).
pub(super) fn normalised(number: &str) -> String {
    let number = number.trim();
    let number = number.strip_prefix("SFS").map_or(number, str::trim_start);
    number.replace("s. ", "s.").replace("bih. ", "bih.").split_whitespace().collect::<Vec<_>>().join("_")
}

/// The number in a text such as `t.o.m. SFS 2025:730`. The year may be missing.
pub(super) fn number_in(text: &str) -> Option<String> {
    let text = text.trim();
    let at = text
        .find("SFS")
        .map_or_else(|| text.find(|c: char| c.is_ascii_digit()), |at| Some(at + "SFS".len()))?;
    let number = text.get(at..)?.trim().trim_end_matches('.');
    let end = number
        .char_indices()
        .find(|(_, c)| {
            !(c.is_ascii_digit() || matches!(c, ':' | ' ' | '.' | 's' | 'b' | 'i' | 'h' | '_' | 'A'..='Z'))
        })
        .map_or(number.len(), |(at, _)| at);
    let number = normalised(number[..end].trim_end_matches(['.', ' ']));
    number.starts_with(|c: char| c.is_ascii_digit()).then_some(number)
}

/// Whether a text is a local id of a statute.
pub(super) fn is_key(text: &str) -> bool {
    let Some((year, number)) = text.split_once(':') else { return false };
    year.len() == 4
        && year.bytes().all(|byte| byte.is_ascii_digit())
        && number.starts_with(|c: char| c.is_ascii_alphanumeric())
        && number.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'))
        && number.len() < 30
}

/// The order of numbers: by year, then by number.
pub(super) fn order(key: &str) -> (u32, u64, &str) {
    let (year, number) = key.split_once(':').unwrap_or((key, ""));
    let digits: String = number.chars().filter(char::is_ascii_digit).take(12).collect();
    (year.parse().unwrap_or_default(), digits.parse().unwrap_or_default(), key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (text, expected) in [
            ("t.o.m. SFS 2025:730", Some("2025:730")),
            ("t.o.m. SFS 730", Some("730")),
            ("SFS 1904:48 s. 1", Some("1904:48_s.1")),
            ("2001:1133", Some("2001:1133")),
            ("t.o.m. SFS 2025:730 m.fl.", Some("2025:730")),
            ("", None),
            ("aldrig", None),
        ] {
            assert_eq!(number_in(text).as_deref(), expected, "{text}");
        }
        for (text, expected) in [
            ("1904:48_s.1", true),
            ("1736:0123_1", true),
            ("N2026:3", false),
            ("2026", false),
            ("2026:../x", false),
        ] {
            assert_eq!(is_key(text), expected, "{text}");
        }
    }
}

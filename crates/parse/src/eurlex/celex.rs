//! CELEX numbers: sector, year, kind and serial number, `32031R0077`. Those of consolidations begin with 0 and end with the day.

/// Whether a text is the number of an act, a judgment or a treaty.
pub(super) fn is_celex(text: &str) -> bool {
    let (number, rest) = match text.split_once(['/', '(']) {
        Some((number, rest)) => (number, rest),
        None => (text, ""),
    };
    let bytes = number.as_bytes();
    let year = bytes.iter().take(5).filter(|byte| byte.is_ascii_digit()).count();
    let letters = bytes.iter().skip(5).take_while(|byte| byte.is_ascii_uppercase()).count();
    let serial = bytes.get(5 + letters..).unwrap_or_default();
    let is_serial =
        if bytes.first() == Some(&b'1') { serial.len() <= 4 } else { serial.len() >= 4 && serial.len() <= 6 };
    year == 5
        && (1..=2).contains(&letters)
        && is_serial
        && serial.iter().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
        && rest.len() <= 12
        && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'(' | b')' | b'/'))
}

/// The number of an act and the day of its wording, of a number as publishers and files have it: `02031R0077-20320101`.
pub(super) fn act_and_wording(text: &str) -> Option<(String, Option<String>)> {
    let text = text.trim();
    if let Some((number, day)) = text.split_once('-')
        && let Some(serial) = number.strip_prefix('0')
    {
        let is_day = day.len() == 8 && day.bytes().all(|byte| byte.is_ascii_digit());
        let act = format!("3{serial}");
        let parts = day.get(..4).zip(day.get(4..6)).zip(day.get(6..8));
        let ((year, month), day) = parts.filter(|_| is_day && is_celex(&act))?;
        return Some((act, Some(format!("{year}-{month}-{day}"))));
    }
    let number = match text.strip_prefix('0') {
        Some(serial) => format!("3{serial}"),
        None => text.to_owned(),
    };
    is_celex(&number).then_some((number, None))
}

/// What a document is, by its number.
pub(super) fn doctype(celex: &str) -> &'static str {
    let kind = celex.get(5..7).unwrap_or_default();
    match (celex.chars().next(), kind) {
        (Some('1'), _) => "treaty",
        (Some('6'), "CJ" | "TJ" | "FJ") => "judgment",
        (Some('6'), "CC" | "TC" | "CP") => "opinion",
        (Some('6'), "CO" | "TO" | "FO" | "CB" | "TB") => "order",
        (Some('3'), _) => match kind.chars().next() {
            Some('R') => "regulation",
            Some('L') => "directive",
            Some('D') => "decision",
            _ => "act",
        },
        _ => "act",
    }
}

/// The number of a case, `C-12/31`.
pub(super) fn case_number(celex: &str) -> Option<String> {
    let court = celex.strip_prefix('6')?.chars().nth(4).filter(|court| matches!(court, 'C' | 'T' | 'F'))?;
    let (year, serial) = (celex.get(3..5)?, celex.get(7..11)?);
    let serial = serial.trim_start_matches('0');
    (!serial.is_empty() && serial.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| format!("{court}-{serial}/{year}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (text, expected) in [
            ("32031R0077", true),
            ("62031CJ0012", true),
            ("12016E/TXT", true),
            ("32031R0077R(01)", true),
            ("31962R0141", true),
            ("62031TJ0012(01)", true),
            ("index", false),
            ("32031R", false),
            ("2031/77", false),
            ("", false),
        ] {
            assert_eq!(is_celex(text), expected, "{text}");
        }
        let wording = |text: &str| act_and_wording(text);
        assert_eq!(
            wording("02031R0077-20320101"),
            Some(("32031R0077".to_owned(), Some("2032-01-01".to_owned())))
        );
        assert_eq!(wording("32031R0077"), Some(("32031R0077".to_owned(), None)));
        assert_eq!(wording("01993L0013"), Some(("31993L0013".to_owned(), None)));
        assert_eq!(wording("2031-01-01"), None);
        assert_eq!(case_number("62031CJ0012").as_deref(), Some("C-12/31"));
        assert_eq!(case_number("32031R0077"), None);
        assert_eq!(doctype("62031CC0012"), "opinion");
        assert_eq!(doctype("32031L0007"), "directive");
    }
}

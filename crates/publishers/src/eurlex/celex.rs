//! CELEX numbers: of acts (`32014L0065`), of consolidated texts (`02014L0065-20200326`), of treaties (`12016E/TXT`).

/// The greatest length of a number.
const MAX_LENGTH: usize = 40;

/// Whether a text has the form of a CELEX number. Only such texts stand in queries and addresses.
pub(super) fn is_celex(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || "/()-_".contains(c);
    (6..=MAX_LENGTH).contains(&text.len())
        && text.chars().all(plain)
        && text.chars().take(5).all(|c| c.is_ascii_digit() || c == 'E' || c == 'C')
}

/// The act and the day (`2020-03-26`) of a consolidated text. None for another number.
pub(super) fn of_consolidated(celex: &str) -> Option<(String, String)> {
    let (serial, day) = celex.strip_prefix('0')?.split_once('-')?;
    let is_day = day.len() == 8 && day.bytes().all(|byte| byte.is_ascii_digit());
    let day = is_day.then(|| format!("{}-{}-{}", &day[..4], &day[4..6], &day[6..]))?;
    day.parse::<jiff::civil::Date>().ok()?;
    Some((format!("3{serial}"), day))
}

/// The number of the work that a number belongs to: of a consolidated text the act.
pub(super) fn work_of(celex: &str) -> String {
    of_consolidated(celex).map_or_else(|| celex.to_owned(), |(act, _)| act)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_form() {
        for (text, expected) in [
            ("32014L0065", true),
            ("62018CJ0311", true),
            ("12016E/TXT", true),
            ("32016R0679R(01)", true),
            ("02014L0065-20200326", true),
            ("32014L0065\" }", false),
            ("32014l0065", false),
            ("TXT", false),
            ("", false),
            (&"3".repeat(41), false),
        ] {
            assert_eq!(is_celex(text), expected, "{text}");
        }
    }

    #[test]
    fn consolidated_texts_belong_to_an_act() {
        for (celex, expected) in [
            ("02014L0065-20200326", Some(("32014L0065", "2020-03-26"))),
            ("02014L0065-20201326", None),
            ("32014L0065", None),
            ("02014L0065", None),
            ("02016E/TXT-20200101", Some(("32016E/TXT", "2020-01-01"))),
        ] {
            let found = of_consolidated(celex);
            let found = found.as_ref().map(|(act, day)| (&**act, &**day));
            assert_eq!(found, expected, "{celex}");
        }
    }
}

//! Which directive a register names as carried out.

use lagrum_artifact::Base;

/// The directives by which acts are notified to the Commission, and those that changed them. An act that names one was notified, and
/// carries out nothing.
const NOTIFICATIONS: [&str; 6] =
    ["31983L0189", "31988L0182", "31994L0010", "31998L0034", "31998L0048", "32015L1535"];

/// The uri of the directive that a uri names; None for another act, and for a directive on notification. Registers print the years of
/// the last century with two digits: `389L0048`.
pub(super) fn carried_out(uri: &str, base: &Base) -> Option<String> {
    let celex = base.strip(uri)?.strip_prefix("celex/")?;
    let celex = match celex.as_bytes() {
        [b'3', b'5'..=b'9', year, b'L', ..] if celex.len() == 8 && year.is_ascii_digit() => {
            format!("319{}", &celex[1..])
        }
        _ => celex.to_owned(),
    };
    let is_directive = celex.len() == 10
        && celex.starts_with('3')
        && celex.as_bytes()[5] == b'L'
        && celex.bytes().enumerate().all(|(at, byte)| at == 5 || byte.is_ascii_digit());
    (is_directive && !NOTIFICATIONS.contains(&celex.as_str())).then(|| format!("{base}/celex/{celex}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_directives_that_are_carried_out() {
        let base = Base::parse("https://lag.example").unwrap();
        for (celex, expected) in [
            ("32031L0077", "32031L0077"),
            ("389L0048", "31989L0048"),
            ("31998L0034", "-"),
            ("398L0034", "-"),
            ("32015L1535", "-"),
            ("32031R0077", "-"),
            ("3231L0077", "-"),
            ("3L", "-"),
            ("3åäöL077", "-"),
            ("320L00777", "-"),
        ] {
            let found = carried_out(&format!("https://lag.example/celex/{celex}"), &base);
            let found = found.as_deref().map_or("-", |uri| &uri["https://lag.example/celex/".len()..]);
            assert_eq!(found, expected, "{celex}");
        }
        assert_eq!(carried_out("https://other.example/celex/32031L0077", &base), None);
    }
}

//! The preparatory works, and directives, that registers of statutes name, as local ids.

/// Names of preparatory works in registers, with the beginnings of their local ids.
const SERIES: [(&str, &str); 9] = [
    ("prop", "prop/"),
    ("bet", "bet/"),
    ("rskr", "rskr/"),
    ("skr", "skr/"),
    ("sou", "sou/"),
    ("ds", "ds/"),
    ("dir", "dir/"),
    ("celex", "celex/"),
    ("celex-nr", "celex/"),
];

/// The local id of a preparatory work that a register names: `prop/2030/31:9` of `Prop. 2030/31:9`.
pub fn local_id_of_work(name: &str) -> Option<String> {
    let (series, number) = name.trim().split_once([' ', '\u{a0}'])?;
    let series = series.trim_end_matches(['.', ':']).to_lowercase();
    let (_, beginning) = SERIES.iter().find(|(known, _)| *known == series)?;
    let number = number.trim().trim_end_matches('.');
    let is_number = number.starts_with(|first: char| first.is_ascii_digit())
        && number.chars().all(|c| c.is_alphanumeric() || matches!(c, '/' | ':' | '-' | '(' | ')'));
    is_number.then(|| format!("{beginning}{number}"))
}

/// The local id of a preparatory work of an act, of which a register names it: not that of a directive that the act carries out.
pub fn local_id_of_own_work(name: &str) -> Option<String> {
    local_id_of_work(name).filter(|id| !id.starts_with("celex/"))
}

#[cfg(test)]
mod tests {
    use super::{local_id_of_own_work, local_id_of_work};

    #[test]
    fn what_registers_name() {
        for (name, expected) in [
            ("Prop. 2030/31:9", Some("prop/2030/31:9")),
            ("prop. 1975:9", Some("prop/1975:9")),
            ("Bet. 2030/31:SoU9", Some("bet/2030/31:SoU9")),
            ("Rskr. 2030/31:107", Some("rskr/2030/31:107")),
            ("SOU 2029:3", Some("sou/2029:3")),
            ("CELEX-nr 32031R0077", Some("celex/32031R0077")),
            ("Prop. om får", None),
            ("Riksdagens protokoll", None),
            ("", None),
        ] {
            assert_eq!(local_id_of_work(name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn a_directive_is_no_preparatory_work() {
        assert_eq!(local_id_of_own_work("Bet. 2030/31:SoU9").as_deref(), Some("bet/2030/31:SoU9"));
        assert_eq!(local_id_of_own_work("CELEX-nr 32031R0077"), None);
    }
}

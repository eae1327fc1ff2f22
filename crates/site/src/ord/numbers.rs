//! Numbers with their nouns, and times.

/// The number of documents of a flow group: `1 förarbete`, `31 rättsfall`.
pub(crate) fn group_count(group: &str, value: u64) -> String {
    const SINGULAR: [(&str, &str); 11] = [
        ("Författningar", "författning"),
        ("Förarbeten", "förarbete"),
        ("Föreskrifter", "föreskrift"),
        ("Myndighetsavgöranden", "myndighetsavgörande"),
        ("Ställningstaganden", "ställningstagande"),
        ("Lagkommentarer", "lagkommentar"),
        ("Tidskriftsartiklar", "tidskriftsartikel"),
        ("EU-rättsakter", "EU-rättsakt"),
        ("EU-domar", "EU-dom"),
        ("EU-vägledning", "EU-vägledning"),
        ("Konventioner", "konvention"),
    ];
    let many = if group.starts_with("EU") { group.to_owned() } else { group.to_lowercase() };
    let one = SINGULAR.iter().find(|(name, _)| *name == group).map_or(many.as_str(), |(_, one)| one);
    count(value, one, &many)
}

/// A number with groups of three digits.
pub(crate) fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push('\u{a0}');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number and a noun: `1 dokument`, `2 avsnitt`.
pub(crate) fn count(value: u64, one: &str, many: &str) -> String {
    format!("{} {}", number(value), if value == 1 { one } else { many })
}

/// A number of documents.
pub(crate) fn documents(value: u64) -> String {
    count(value, "dokument", "dokument")
}

/// When the snapshot was built, in Swedish time; `built` is a time in UTC.
pub(crate) fn built(built: &str) -> String {
    let Ok(time) = built.parse::<jiff::Timestamp>() else { return format!("Uppdaterad {built}.") };
    let time = lagrum_snapshot::time_at(time.as_second());
    format!("Uppdaterad {} kl. {:02}.{:02}.", time.date(), time.hour(), time.minute())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_build_is_that_of_sweden() {
        for (time, expected) in [
            ("2031-07-10T21:59:59Z", "Uppdaterad 2031-07-10 kl. 23.59."),
            ("2031-01-15T23:10:00Z", "Uppdaterad 2031-01-16 kl. 00.10."),
        ] {
            assert_eq!(built(time), expected);
        }
    }

    #[test]
    fn digits_are_grouped() {
        for (value, expected) in
            [(0, "0"), (999, "999"), (1000, "1\u{a0}000"), (1_234_567, "1\u{a0}234\u{a0}567")]
        {
            assert_eq!(number(value), expected);
        }
    }
}

//! Words about the day of a document, and about the day on which it ceases to apply.

use lagrum_sources::FlowGroup;

pub(crate) const REPEALED: &str = "Upphävd";
pub(crate) const REPEALED_BY: &str = "Upphävd genom";

/// The mark of a repealed act, beside its name.
pub(crate) fn repealed_mark(day: Option<&str>) -> String {
    match day.and_then(|day| day.get(..4)) {
        Some(year) => format!("upphävd {year}"),
        None => "upphävd".to_owned(),
    }
}

/// Characters of a year, which needs no word.
const YEAR: usize = 4;

/// The day of a document, with the meaning of that day.
pub(crate) fn dated(source: &str, kind: &str, day: &str) -> String {
    let shown = lagrum_sources::shown_day(source, day);
    let rules = lagrum_sources::source(source);
    let word = match rules.group(kind) {
        FlowGroup::Forfattningar => "utfärdad",
        FlowGroup::Foreskrifter => "beslutad",
        FlowGroup::EuRattsakter => "antagen",
        FlowGroup::Rattsfall
        | FlowGroup::EuDomar
        | FlowGroup::Myndighetsavgoranden
        | FlowGroup::FolkrattsligPraxis => "meddelad",
        // Its day is that of the document, and no more is known of it.
        _ if shown.len() > YEAR => "daterad",
        _ => return shown.to_owned(),
    };
    format!("{word} {shown}")
}

/// The value for an unknown day: the document has ceased to apply, and its source does not state when.
const UNKNOWN_DAY: &str = "0001-01-01";

/// That a document no longer applies.
pub(crate) fn expired(day: &str) -> String {
    if day == UNKNOWN_DAY {
        return "Gäller inte längre. Sedan vilken dag är inte känt.".to_owned();
    }
    format!("Upphörde att gälla {day}.")
}

/// That a document will cease to apply.
pub(crate) fn will_expire(day: &str) -> String {
    format!("Upphör att gälla {day}.")
}

/// States that a statute has a time limit. Publishers leave that day unchanged when the time is prolonged.
pub(crate) fn time_limited(day: &str, has_passed: bool) -> String {
    if has_passed {
        format!("Var tidsbegränsad till {day}. Vi vet inte om den har förlängts eller har slutat gälla.")
    } else {
        format!("Tidsbegränsad: slutar gälla {day} om den inte förlängs.")
    }
}

/// The remark of a citation of a document that no longer applies.
pub(crate) fn repealed_on(day: &str) -> String {
    if day == UNKNOWN_DAY {
        return " (upphävd)".to_owned();
    }
    format!(" (upphävd {day})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_day_is() {
        for (source, day, expected) in [
            ("sfs", "1970-12-17", "utfärdad 1970-12-17"),
            ("forarbete", "1997-01-01", "1997"),
            ("forarbete", "1997-03-06", "daterad 1997-03-06"),
            ("dv", "2031-05-06", "meddelad 2031-05-06"),
        ] {
            assert_eq!(dated(source, "", day), expected);
        }
        assert_eq!(repealed_mark(Some("1999-01-01")), "upphävd 1999");
        assert_eq!(repealed_mark(None), "upphävd");
    }
}

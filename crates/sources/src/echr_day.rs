//! The day of a judgment or decision of the European Court of Human Rights.

use lagrum_artifact::{Artifact, Step};

/// The months in the languages of the court.
const MONTHS: [[&str; 2]; 12] = [
    ["january", "janvier"],
    ["february", "février"],
    ["march", "mars"],
    ["april", "avril"],
    ["may", "mai"],
    ["june", "juin"],
    ["july", "juillet"],
    ["august", "août"],
    ["september", "septembre"],
    ["october", "octobre"],
    ["november", "novembre"],
    ["december", "décembre"],
];

/// The day that an ECLI states: `ECLI:CE:ECHR:1993:1125JUD001419188`.
fn ecli_day(ecli: &str) -> Option<String> {
    let rest = ecli.strip_prefix("ECLI:CE:ECHR:")?;
    let (year, rest) = rest.split_once(':')?;
    let day = format!("{year}-{}-{}", rest.get(..2)?, rest.get(2..4)?);
    lagrum_artifact::is_date(&day).then_some(day)
}

/// The day of the ECLI if the text prints it, since the day of the record is wrong at times. The text has single blanks.
pub fn printed_day(ecli: &str, text: &str) -> Option<String> {
    let day = ecli_day(ecli)?;
    let month: usize = day.get(5..7)?.parse().ok()?;
    let number = day.get(8..)?.trim_start_matches('0');
    let text = text.to_lowercase();
    let is_printed = MONTHS.get(month.checked_sub(1)?)?.iter().any(|name| {
        let ending = format!(" {name} {}", day.get(..4).unwrap_or_default());
        text.match_indices(&ending).any(|(at, _)| {
            let before = text.get(..at).unwrap_or_default();
            // `1er mars`
            let before = before.strip_suffix("er").unwrap_or(before);
            let rest = before.strip_suffix(number);
            rest.is_some_and(|rest| !rest.ends_with(|c: char| c.is_ascii_digit()))
        })
    });
    is_printed.then_some(day)
}

/// The day of a decision of the court, where its identifier and its text agree on it.
pub(crate) fn day_of(artifact: &Artifact) -> Option<String> {
    let ecli = artifact.str(&["ecli"]).filter(|ecli| ecli_day(ecli).is_some())?;
    let mut text = String::new();
    artifact.presented().walk(&mut |step| {
        if let Step::Text(runs) = step {
            for word in runs.plain_text().split_whitespace() {
                text.push_str(word);
                text.push(' ');
            }
        }
    });
    printed_day(ecli, &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_of_the_ecli_counts_where_it_is_printed() {
        for (text, expected) in [
            ("STRASBOURG 5 March 2031", Some("2031-03-05")),
            ("sitting on 5 MARCH 2031 as", Some("2031-03-05")),
            ("le 5 mars 2031", Some("2031-03-05")),
            ("15 March 2031", None),
            ("5 March 2032", None),
        ] {
            let found = printed_day("ECLI:CE:ECHR:2031:0305JUD000000131", text);
            assert_eq!(found.as_deref(), expected, "{text}");
        }
        assert_eq!(printed_day("ECLI:CE:ECHR:2031:1345JUD", "5 March 2031"), None);
    }

    #[test]
    fn the_text_and_the_identifier_correct_the_field() {
        for (text, expected) in [("26 April\n2031", Some("2031-04-26")), ("25 April 2031", None)] {
            let json = serde_json::json!({"uri": "https://lag.example/x", "date": "2024-06-29",
                "ecli": "ECLI:CE:ECHR:2031:0426JUD000000131", "structure": [{"type": "stycke", "text": [text]}]});
            let artifact = Artifact::parse(json.to_string().as_bytes()).unwrap();
            assert_eq!(day_of(&artifact).as_deref(), expected, "{text}");
        }
    }
}

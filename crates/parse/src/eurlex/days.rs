//! Days in titles: "of 3 February 2031", "av den 3 februari 2031".

const MONTHS: [(&str, &str); 12] = [
    ("january", "januari"),
    ("february", "februari"),
    ("march", "mars"),
    ("april", "april"),
    ("may", "maj"),
    ("june", "juni"),
    ("july", "juli"),
    ("august", "augusti"),
    ("september", "september"),
    ("october", "oktober"),
    ("november", "november"),
    ("december", "december"),
];

/// The first day in a text, as `2031-02-03`.
pub(super) fn first_day(text: &str) -> Option<String> {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.windows(3).find_map(|words| {
        let [day, month, year] = words else { return None };
        let month = month.to_lowercase();
        let month =
            1 + MONTHS.iter().position(|(english, swedish)| month == *english || month == *swedish)?;
        let day: u32 = day.parse().ok().filter(|day| (1..=31).contains(day))?;
        let is_year = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
        is_year.then(|| format!("{year}-{month:02}-{day:02}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_in_titles() {
        for (text, expected) in [
            ("Council Directive 31/7/EEC of 3 February 2031 on sheep", Some("2031-02-03")),
            ("Rådets direktiv av den 13 maj 2031 om får", Some("2031-05-13")),
            ("RÅDETS DIREKTIV av den 1 DECEMBER 2031", Some("2031-12-01")),
            ("Regulation No 17", None),
            ("41 May 2031", None),
        ] {
            assert_eq!(first_day(text).as_deref(), expected, "{text}");
        }
    }
}

//! The issuer of an EU act, from the beginning of its title.

/// Characters of a title without a date that are read.
const HEAD: usize = 120;

/// `ep`, `council`, `commission` or `other`; `untitled` for an act whose title is only its number.
pub(super) fn of(title: &str, celex: &str) -> &'static str {
    if title.is_empty() || title == celex {
        return "untitled";
    }
    let head = before_date(title).to_lowercase();
    let mut words = head.split(|c: char| !c.is_alphanumeric());
    if ["parliament", "parlament", "parlement"].iter().any(|name| head.contains(name)) {
        "ep"
    } else if words.clone().any(|word| matches!(word, "council" | "councils" | "rådet" | "rådets" | "rådens"))
    {
        "council"
    } else if words.any(|word| {
        ["commission", "comission", "kommission", "komission"].iter().any(|name| word.starts_with(name))
    }) {
        "commission"
    } else {
        "other"
    }
}

/// The title up to its date: `av den 4 mars 2029`, `of 4 March 2029`, `4.3.2029`. Without one, its beginning.
fn before_date(title: &str) -> &str {
    let mut words = Vec::new();
    let mut at = 0;
    for word in title.split(' ') {
        words.push((at, word.trim_end_matches([',', ';', '.'])));
        at += word.len() + 1;
    }
    let digits = |text: &str, most: usize| {
        !text.is_empty() && text.len() <= most && text.bytes().all(|b| b.is_ascii_digit())
    };
    let numeric = |word: &str| {
        let parts: Vec<_> = word.split('.').collect();
        matches!(parts[..], [day, month, year] if digits(day, 2) && digits(month, 2) && year.len() == 4 && digits(year, 4))
    };
    let dated = |at: usize| {
        let word = |offset: usize| words.get(at + offset).map(|(_, word)| *word).unwrap_or_default();
        numeric(word(0))
            || match (word(0), word(1)) {
                ("av", "den") => written(&[word(2), word(3), word(4)]),
                ("of", _) => written(&[word(1), word(2), word(3)]),
                _ => false,
            }
    };
    if let Some(found) = (0..words.len()).find(|at| dated(*at)) {
        return &title[..words[found].0];
    }
    title.char_indices().nth(HEAD).map_or(title, |(end, _)| &title[..end])
}

/// Whether words read as day, month and year.
fn written(words: &[&str; 3]) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let [day, month, year] = words;
    number(day) && day.len() <= 2 && month.starts_with(char::is_alphabetic) && number(year) && year.len() == 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn issuers() {
        let table = [
            ("", "untitled"),
            ("32031R0077", "untitled"),
            ("Europaparlamentets och rådets förordning (EU) 2031/77 av den 4 mars 2031 om getter", "ep"),
            ("Rådets förordning av den 4 mars 2031 om Europaparlamentets getter", "council"),
            ("Council Regulation of 4 March 2031 on the goats of Parliament", "council"),
            ("Kommissionens förordning, 4.3.2031, om rådets getter", "commission"),
            ("Kommissionsförordning om getter", "commission"),
            ("Beslut av bonderådet av den 4 mars 2031", "other"),
        ];
        for (title, expected) in table {
            assert_eq!(of(title, "32031R0077"), expected, "{title}");
        }
        let far = format!("{}Parliament", "x ".repeat(60));
        assert_eq!(of(&far, "32031R0077"), "other");
    }
}

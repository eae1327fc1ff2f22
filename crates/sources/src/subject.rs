//! The subject of a statute: its title without the noun for the act, its number, and the preposition after it.
//!
//! *Lag (1931:47) om får* is filed under F, not under L. Other sources sort their titles in the same way.

/// A title cut for sorting: the prefix that is cut off (with its trailing blank), and the subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subject {
    pub(crate) prefix: String,
    pub(crate) key: String,
}

const DESIGNATIONS: [&str; 20] = [
    "lag",
    "lagen",
    "förordning",
    "förordningen",
    "kungörelse",
    "kungörelsen",
    "tillkännagivande",
    "tillkännagivandet",
    "cirkulär",
    "cirkuläret",
    "brev",
    "brevet",
    "reglemente",
    "reglementet",
    "instruktion",
    "instruktionen",
    "stadga",
    "stadgan",
    "kungl. maj:ts",
    "kungl. maj:t",
];

const CONNECTORS: [&str; 6] = ["om", "med", "angående", "för", "till", "av"];

impl Subject {
    /// Cuts a title. When nothing would be left, nothing is cut, and the key is empty.
    pub(crate) fn of(title: &str) -> Self {
        let title = crate::names::collapse(&without_insertions(title));
        let mut rest = title.as_str();
        rest = DESIGNATIONS.iter().find_map(|word| after_word(rest, word)).unwrap_or(rest);
        rest = after_number(rest).unwrap_or(rest);
        rest = CONNECTORS.iter().find_map(|word| after_word(rest, word)).unwrap_or(rest);
        let key = rest.to_owned();
        let prefix = if key.is_empty() { String::new() } else { title[..title.len() - key.len()].to_owned() };
        Self { prefix, key }
    }

    /// The letter that the subject is filed under; `#` for anything that is not a letter of the Swedish alphabet.
    pub(crate) fn initial(&self) -> char {
        initial(&self.key)
    }
}

/// The first letter in upper case if it is in the Swedish alphabet, else `#`.
pub(crate) fn initial(text: &str) -> char {
    let first = text.chars().next().and_then(|letter| letter.to_uppercase().next());
    first.filter(|letter| matches!(letter, 'A'..='Z' | 'Å' | 'Ä' | 'Ö')).unwrap_or('#')
}

/// The title without what editors put between slashes (`/Rubriken upphör …/`).
pub(crate) fn without_insertions(title: &str) -> String {
    let mut kept = String::with_capacity(title.len());
    let mut rest = title;
    while let Some((before, after)) = rest.split_once('/') {
        let Some((_, beyond)) = after.split_once('/') else { break };
        kept.push_str(before);
        rest = beyond;
    }
    kept.push_str(rest);
    kept
}

/// The text after a leading word and its blank, compared without case; empty when the text is only the word.
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let mut rest = text.chars();
    for expected in word.chars() {
        let found = rest.next()?;
        if found != expected && !found.to_lowercase().eq(std::iter::once(expected)) {
            return None;
        }
    }
    let rest = rest.as_str();
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
}

/// The text after a leading `(1931:47)`. A number of another form, such as one with a page, stays in the subject.
fn after_number(text: &str) -> Option<&str> {
    let (inside, after) = text.strip_prefix('(')?.split_once(')')?;
    let (year, number) = inside.split_once(':')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (year.len() == 4 && digits(year) && digits(number)).then(|| after.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefix_and_subject() {
        let table = [
            ("Lag (1931:47) om får", "Lag (1931:47) om ", "får"),
            ("Fårlag (1931:47)", "", "Fårlag (1931:47)"),
            ("LAGEN om får", "LAGEN om ", "får"),
            ("Lagom (1931:47) mat", "", "Lagom (1931:47) mat"),
            ("Lag (1931:47)", "", ""),
            ("Förordning (1931:47) om lag om får", "Förordning (1931:47) om ", "lag om får"),
            (
                "Kungl. Maj:ts kungörelse (1931:47) angående får",
                "Kungl. Maj:ts ",
                "kungörelse (1931:47) angående får",
            ),
            ("/Rubriken upphör U:2031-01-01/ Lag  (1931:47) om får", "Lag (1931:47) om ", "får"),
            ("Lag (1931:47 s. 3) till skydd för får", "Lag ", "(1931:47 s. 3) till skydd för får"),
            ("Om får", "Om ", "får"),
            ("och/eller får", "", "och/eller får"),
            ("", "", ""),
        ];
        for (title, prefix, key) in table {
            let subject = Subject::of(title);
            assert_eq!((subject.prefix.as_str(), subject.key.as_str()), (prefix, key), "{title}");
        }
    }

    #[test]
    fn initials() {
        for (key, letter) in [("får", 'F'), ("åsnor", 'Å'), ("éner", '#'), ("2 kap.", '#'), ("", '#')] {
            assert_eq!(initial(key), letter, "{key}");
        }
    }
}

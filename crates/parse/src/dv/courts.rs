//! Names of courts: as headings, and where a court begins to speak.

use std::borrow::Cow;

/// The last words of names of courts, in the indefinite and the definite form.
const ENDINGS: [&str; 14] = [
    "tingsrätt",
    "tingsrätten",
    "hovrätt",
    "hovrätten",
    "kammarrätten",
    "förvaltningsrätten",
    "länsrätten",
    "domstolen",
    "domstol",
    "regeringsrätten",
    "nämnden",
    "nämnd",
    "besvärsrätten",
    "försäkringsrätten",
];

/// Words in small letters that stand in names of courts.
const SMALL_WORDS: [&str; 9] = ["i", "för", "vid", "och", "län", "läns", "kommun", "m.fl", "samt"];

/// Courts outside Sweden, whose names are headings about their cases.
const OTHER_COURTS: [&str; 3] = ["europadomstolen", "eu-domstolen", "eg-domstolen"];

/// Short names, as older reports have them.
const SHORT: [(&str, &str); 16] = [
    ("TR:n", "Tingsrätten"),
    ("TR", "tingsrätt"),
    ("HovR:n", "Hovrätten"),
    ("HovR", "hovrätt"),
    ("KamR:n", "Kammarrätten"),
    ("KamR", "Kammarrätten"),
    ("LR:n", "Länsrätten"),
    ("LR", "Länsrätten"),
    ("FR:n", "Förvaltningsrätten"),
    ("HD", "Högsta domstolen"),
    ("HFD", "Högsta förvaltningsdomstolen"),
    ("RegR:n", "Regeringsrätten"),
    ("RegR", "Regeringsrätten"),
    ("AD", "Arbetsdomstolen"),
    ("MÖD", "Mark- och miljööverdomstolen"),
    ("PMÖD", "Patent- och marknadsöverdomstolen"),
];

/// Verbs with which a court begins to speak.
const VERBS: [&str; 16] = [
    "anför",
    "yttra",
    "meddela",
    "fastställ",
    "beslut",
    "uttala",
    "avkunna",
    "dömde",
    "beslöt",
    "avgjorde",
    "fattade",
    "bestämde",
    "förklarade",
    "avslog",
    "biföll",
    "avvisade",
];

/// Titles of those who sit in a court, as they begin.
const TITLES: [&str; 18] = [
    "rådman",
    "lagman",
    "rådmän",
    "hovrättsråd",
    "hovrättslagm",
    "hovrättspres",
    "justitieråd",
    "justr",
    "regeringsråd",
    "kammarrättsråd",
    "ordförande",
    "referent",
    "assessor",
    "notarie",
    "fiskal",
    "ledamöter",
    "nämndem",
    "tekniska råd",
];

/// The whole name of a court, if words are the name of one and no more. `Frågan i Högsta domstolen` is none.
pub(super) fn court_name(text: &str) -> Option<String> {
    const MAX_WORDS: usize = 12;
    let mut names_court = false;
    let mut words = 0;
    if !text.starts_with(char::is_uppercase) || text.ends_with('.') {
        return None;
    }
    for word in text.split_whitespace() {
        words += 1;
        let word = word.trim_matches([',', '(', ')']);
        let lower = word.to_lowercase();
        let is_court = ENDINGS.iter().any(|ending| lower.ends_with(ending))
            && !OTHER_COURTS.contains(&&*lower)
            || SHORT.iter().any(|(short, _)| *short == word);
        let is_place = matches!(&*lower, "i" | "för" | "vid");
        let is_name = word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
        // Before the court stands its place, and no preposition.
        let stands = is_court || is_name || word.ends_with('-') || SMALL_WORDS.contains(&&*lower);
        if words > MAX_WORDS || !stands || is_place && !names_court {
            return None;
        }
        names_court |= is_court;
    }
    names_court.then(|| spelled_out(text).into_owned())
}

/// Whether a name is of a kind of court alone, as a text that speaks of it has it: `Tingsrätten`.
pub(super) fn is_kind_alone(name: &str) -> bool {
    let lower = name.to_lowercase();
    let is_the_only = ["regeringsrätten", "arbetsdomstolen", "marknadsdomstolen", "patentbesvärsrätten"];
    !name.contains(' ') && !is_the_only.contains(&&*lower)
}

/// A name with its short words spelled out.
fn spelled_out(name: &str) -> Cow<'_, str> {
    let short = |word: &str| SHORT.iter().find(|(short, _)| *short == word).map(|(_, full)| *full);
    if !name.split_whitespace().any(|word| short(word).is_some()) {
        return Cow::Borrowed(name);
    }
    let words: Vec<&str> = name.split_whitespace().map(|word| short(word).unwrap_or(word)).collect();
    Cow::Owned(words.join(" "))
}

/// Whether two names are of one kind of court: `Svea hovrätt` and `Hovrätten`.
pub(super) fn is_same_kind(first: &str, second: &str) -> bool {
    /// Kinds, each before one whose name is in it.
    const KINDS: [&str; 18] = [
        "mark- och miljööverdomstol",
        "mark- och miljödomstol",
        "migrationsöverdomstol",
        "migrationsdomstol",
        "patent- och marknadsöverdomstol",
        "patent- och marknadsdomstol",
        "miljööverdomstol",
        "miljödomstol",
        "högsta förvaltningsdomstol",
        "högsta domstol",
        "tingsrätt",
        "hovrätt",
        "kammarrätt",
        "förvaltningsrätt",
        "länsrätt",
        "regeringsrätt",
        "arbetsdomstol",
        "marknadsdomstol",
    ];
    let (first, second) = (first.to_lowercase(), second.to_lowercase());
    first == second || KINDS.iter().any(|kind| first.contains(kind) && second.contains(kind))
}

/// The court that begins to speak with these words: its name, in parentheses who sat or the day, and a verb or a colon. Or its name, the
/// day, and that a decision follows.
pub(super) fn opening(text: &str) -> Option<String> {
    const MAX_NAME: usize = 100;
    const MAX_AFTER: usize = 120;
    let head = &text[..text.floor_char_boundary(MAX_NAME + 2)];
    if let Some((name, _)) = head.split_once(" (")
        && let Some(court) = speaking_court(name)
    {
        let rest = text.get(name.len() + 1..)?;
        let (inside, after) = in_parentheses(rest)?;
        let begin: String = after.chars().take(MAX_AFTER).collect();
        let speaks = begin.trim_start().starts_with(':')
            || VERBS.iter().any(|verb| begin.contains(verb))
            || name.ends_with("s dom");
        return (has_day(inside) || names_judges(inside)).then_some(court).filter(|_| speaks);
    }
    let begin = &text[..text.floor_char_boundary(MAX_NAME + MAX_AFTER)];
    let (name, rest) = begin.split_once(" meddelade ")?;
    let follows = ["följande dom", "följande beslut", "följande slutliga", "följande utslag"];
    speaking_court(name)
        .filter(|_| rest.starts_with("den ") && follows.iter().any(|words| rest.contains(words)))
}

/// The name of a court before what it says; also of `Tingsrättens dom`.
fn speaking_court(name: &str) -> Option<String> {
    court_name(name.strip_suffix("s dom").unwrap_or(name))
}

/// What stands in the parentheses that a text begins with, and what follows them.
fn in_parentheses(text: &str) -> Option<(&str, &str)> {
    const LONGEST: usize = 1_500;
    let mut depth = 0_u32;
    for (at, c) in text.char_indices().take(LONGEST) {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return Some((text.get(1..at)?, text.get(at + 1..)?));
        }
    }
    None
}

/// Whether a text has a day as older reports do: `2012-02-14`.
fn has_day(text: &str) -> bool {
    text.split(|c: char| !(c.is_ascii_digit() || c == '-')).any(lagrum_artifact::is_date)
}

fn names_judges(text: &str) -> bool {
    let lower = text.to_lowercase();
    TITLES.iter().any(|title| lower.contains(title))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_courts_are_told_from_headings() {
        for (text, is_court) in [
            ("Dals tingsrätt", true),
            ("Dals tingsrätt, mark- och miljödomstolen", true),
            ("Svea hovrätt, Patent- och marknadsöverdomstolen", true),
            ("Hovrätten för Övre Dal", true),
            ("Kammarrätten i Dal, Migrationsöverdomstolen", true),
            ("Högsta domstolen", true),
            ("Länsrätten i Dals län", true),
            ("Stockholms TR", true),
            ("Frågan i Högsta domstolen", false),
            ("Yrkanden i Svea hovrätt", false),
            ("Om tingsrättens dom", false),
            ("Tingsrättens bedömning", false),
            ("Europadomstolen", false),
            ("Fårfarm i Dal", false),
            ("Högsta domstolen avslår", false),
            ("Tingsrätten.", false),
            ("", false),
        ] {
            assert_eq!(court_name(text).is_some(), is_court, "{text}");
        }
    }

    #[test]
    fn openings_name_the_court() {
        for (text, expected) in [
            ("TR:n (rådmannen Ek) anförde i dom den 3 mars 2031 följande.", Some("Tingsrätten")),
            ("Dals TR (tingsnotarien Ek) bestämde i beslut d 3 jan 2031 skatten.", Some("Dals tingsrätt")),
            (
                "Förvaltningsrätten i Dal (2031-02-03, ordförande Ek) yttrade: Får.",
                Some("Förvaltningsrätten i Dal"),
            ),
            ("Regeringsrätten (2031-02-03, Ek, Al): Får är djur.", Some("Regeringsrätten")),
            (
                "HD (justitieråden Ek, Al (skiljaktig) och Ask) meddelade den 3 mars 2031 följande dom.",
                Some("Högsta domstolen"),
            ),
            (
                "Högsta förvaltningsdomstolen meddelade den 3 mars 2031 följande dom (mål nr 1-31).",
                Some("Högsta förvaltningsdomstolen"),
            ),
            ("Tingsrättens dom (ledamöter: Ek, Al och Ask)", Some("Tingsrätten")),
            ("HD meddelade prövningstillstånd i den 3 mars 2031 följande dom.", None),
            ("Förvaltningsrätten i Dal (mål 1-31) biföll överklagandet.", None),
            ("Bolaget överklagade i hovrätten (mål T 1) och anförde följande.", None),
            ("Enligt tingsrätten (se ovan) är får djur.", None),
            ("Fåret (en tacka) anförde inget.", None),
            ("Tingsrätten (rådmannen Ek", None),
        ] {
            assert_eq!(opening(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn kinds_of_courts_are_compared() {
        assert!(is_same_kind("Svea hovrätt", "Hovrätten"));
        assert!(is_same_kind("Dals tingsrätt, mark- och miljödomstolen", "Mark- och miljödomstolen"));
        assert!(!is_same_kind("Svea hovrätt", "Högsta domstolen"));
        assert!(
            is_kind_alone("Hovrätten") && !is_kind_alone("Regeringsrätten") && !is_kind_alone("Svea hovrätt")
        );
    }
}

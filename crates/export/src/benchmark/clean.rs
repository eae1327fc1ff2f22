//! What no query may hold: a citation, and a name or the number of an act that it is about.

use std::collections::HashMap;

use lagrum_artifact::{Base, Location};
use lagrum_citation::HeldName;
use lagrum_words::{is_function_word, tokens};

/// The fewest words of a query that say something.
const FEWEST_WORDS: usize = 4;

/// The most words of a query: a longer one is a text, not a question.
const MOST_WORDS: usize = 80;

/// A name with so many letters or fewer is one only where it is a word by itself: `brb` is none in "brbar".
const SHORT_NAME: usize = 5;

/// Words that stand in a citation and nowhere else.
pub(super) const OF_CITATIONS: [&str; 14] = [
    "kap",
    "kapitel",
    "kapitlet",
    "paragraf",
    "paragrafen",
    "artikel",
    "artiklar",
    "artiklarna",
    "artikeln",
    "article",
    "articles",
    "art",
    "mom",
    "stycket",
];

/// The names of acts, in small letters, by the uri of the act.
pub(super) struct ActNames(HashMap<String, Vec<String>>);

impl ActNames {
    pub(super) fn new(base: &Base, names: &[HeldName]) -> Self {
        let mut by_act: HashMap<String, Vec<String>> = HashMap::new();
        for held in names {
            let act = format!("{base}/{}", held.document);
            let own = by_act.entry(act).or_default();
            own.extend(written_forms(&held.name));
            own.push(held.document.to_lowercase());
        }
        Self(by_act)
    }

    /// Adds what an act is called for short.
    pub(super) fn add(&mut self, act: &str, short: &str) {
        self.0.entry(act.to_owned()).or_default().extend(written_forms(short));
    }

    /// Whether a text in small letters has a name or the number of an act.
    fn are_in(&self, text: &str, act: &str) -> bool {
        let names = self.0.get(act).into_iter().flatten();
        let number = act.rsplit('/').next().filter(|number| number.contains(':'));
        names.map(String::as_str).chain(number).any(|name| has_name(text, name))
    }
}

/// How a name is written in a text, in small letters: without its number, and of "Lag (…) om djur" only "om djur", since the law is
/// "lagen" there.
fn written_forms(name: &str) -> Option<String> {
    let small = name.to_lowercase();
    let mut form = String::new();
    let mut depth = 0_u32;
    for letter in small.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => form.push(letter),
            _ => {}
        }
    }
    let form = form.split_whitespace().collect::<Vec<_>>().join(" ");
    let kinds = ["lag ", "förordning ", "kungörelse "];
    let form = kinds.iter().find_map(|kind| form.strip_prefix(kind)).unwrap_or(&form);
    (!form.is_empty()).then(|| form.to_owned())
}

fn has_name(text: &str, name: &str) -> bool {
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    text.match_indices(name).any(|(at, _)| {
        let begins = !is_letter(text[..at].chars().next_back());
        let ends = !is_letter(text[at + name.len()..].chars().next());
        begins && (ends || name.chars().count() > SHORT_NAME)
    })
}

/// A text with single blanks, and without the parentheses and the blanks before a sign that a citation leaves behind.
fn without_gaps(text: &str) -> String {
    let mut whole =
        text.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(").replace(" )", ")");
    for gap in ["()", "(och)", "(jfr)", "(se)", "(samt)"] {
        whole = whole.replace(gap, "");
    }
    let mut found = String::with_capacity(whole.len());
    for word in whole.split_whitespace() {
        let is_sign = word.chars().all(|c| ".,;:".contains(c));
        if !found.is_empty() && !is_sign {
            found.push(' ');
        }
        found.push_str(word);
    }
    found
}

/// A text as a query about places, with blanks single; None where it holds a citation or a name of their acts, and where it says too
/// little or too much.
pub(super) fn query_text(text: &str, places: &[String], names: &ActNames) -> Option<String> {
    let text = without_gaps(text);
    let text = text.trim_matches(|c: char| c.is_whitespace() || ",;:–-".contains(c));
    let small = text.to_lowercase();
    if small.contains('§') {
        return None;
    }
    let words: Vec<_> = tokens(text).collect();
    if words.iter().any(|word| OF_CITATIONS.contains(&word.word.as_ref())) {
        return None;
    }
    let telling = words.iter().filter(|word| !is_function_word(&word.word)).count();
    if telling < FEWEST_WORDS || words.len() > MOST_WORDS {
        return None;
    }
    let is_named = places.iter().any(|place| names.are_in(&small, Location::split(place).0));
    (!is_named).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use lagrum_citation::NameRole;

    use super::*;

    #[test]
    fn what_no_query_holds() {
        let base = Base::parse("https://x.example").unwrap();
        let held = |name: &str| HeldName {
            document: "2031:5".to_owned(),
            name: name.to_owned(),
            role: NameRole::Title,
            in_force: true,
        };
        let names =
            ActNames::new(&base, &[held("Lag (2031:5) om får i hage"), held("Fårlag (2031:5)"), held("FåL")]);
        let places = [format!("{base}/2031:5#P2")];
        for (text, is_query) in [
            ("Den som håller djur ska räkna dem i maj varje år.", true),
            ("Den som håller djur ska räkna dem enligt 2 § i maj varje år.", false),
            ("Den som håller djur ska räkna dem enligt tredje stycket i maj varje år.", false),
            ("Den som håller djur ska enligt fårlagen räkna dem i maj varje år.", false),
            ("Den som håller djur ska enligt FåL räkna dem i maj varje år.", false),
            ("Den som håller fålar ska räkna dem i maj varje år.", true),
            ("Den som håller djur ska enligt lagen om får i hage räkna dem i maj.", false),
            ("Den som håller djur ska enligt 2031:5 räkna dem i maj varje år.", false),
            ("Räkna djuren.", false),
        ] {
            assert_eq!(query_text(text, &places, &names).is_some(), is_query, "{text}");
        }
        assert_eq!(without_gaps("Rätten ( ) att  räkna () , enligt ."), "Rätten att räkna, enligt.");
        assert_eq!(
            query_text("ägaren räknar  djur och kalvar\nhemma i hagen,", &[], &names).as_deref(),
            Some("ägaren räknar djur och kalvar hemma i hagen")
        );
    }
}

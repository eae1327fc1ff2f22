//! What typesetters left in the words of old statutes: codes, and rules made of dashes.
//!
//! `*/k/ dels */-k/ att` begins and ends italics. A line of dashes stands for words that are left out, or draws a line over a page.

use std::borrow::Cow;

/// The codes. All that the texts of statutes have, and nothing else, stands between the slashes.
const CODES: [&str; 11] = [
    "*/slut kurs/",
    "*/ny rad/",
    "*/-kurs/",
    "*/kurs/",
    "*/-g1/",
    "*/g1/",
    "*/-k/",
    "*/k/",
    "/-k/",
    "/k/",
    "/slut kurs/",
];

/// A text without codes of the typesetter. Where it has some, single blanks stand between its words.
pub fn without_codes(text: &str) -> Cow<'_, str> {
    let has_codes = text.contains('/') && CODES.iter().any(|code| text.contains(code));
    if !has_codes {
        return Cow::Borrowed(text);
    }
    let mut left = text.to_owned();
    for code in CODES {
        left = left.replace(code, " ");
    }
    let mut kept = String::with_capacity(left.len());
    for c in left.chars() {
        let is_second_blank = c.is_whitespace() && kept.ends_with(char::is_whitespace);
        if !is_second_blank {
            kept.push(c);
        }
    }
    Cow::Owned(kept)
}

/// The signs of a rule.
const DASHES: [char; 3] = ['-', '–', '—'];

/// The fewest dashes that are a rule.
const RULE: usize = 5;

/// What stands for a rule of dashes.
const SHORT_RULE: &str = "– – –";

/// A text whose rules of dashes are short: a rule of 80 signs is one thing, and says no more than three.
pub fn with_short_rules(text: &str) -> Cow<'_, str> {
    let mut shortened = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(found) = text[at..].find(DASHES) {
        let from = at + found;
        let (end, dashes) = rule(&text[from..]);
        at = from + end;
        if dashes >= RULE {
            shortened.push_str(&text[copied..from]);
            shortened.push_str(SHORT_RULE);
            copied = at;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    shortened.push_str(&text[copied..]);
    Cow::Owned(shortened)
}

/// Where dashes end with which a text begins, and how many they are. Blanks may stand between them.
fn rule(text: &str) -> (usize, usize) {
    let (mut end, mut dashes) = (0, 0);
    for (at, c) in text.char_indices() {
        if DASHES.contains(&c) {
            end = at + c.len_utf8();
            dashes += 1;
        } else if c != ' ' {
            break;
        }
    }
    (end, dashes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_taken_out() {
        for (text, expected) in [
            ("*/k/ dels */-k/ att lagen den 6 april", " dels att lagen den 6 april"),
            ("genom närvaro af */k/ ett */-k/ ombud", "genom närvaro af ett ombud"),
            ("*/kurs/ Exempel:*/slut kurs/ En person", " Exempel: En person"),
            ("har */ny rad/ bedrivits", "har bedrivits"),
            ("km/k och/eller  5 kr/kg", "km/k och/eller  5 kr/kg"),
        ] {
            assert_eq!(without_codes(text), expected, "{text}");
        }
    }

    #[test]
    fn rules_of_dashes_are_short() {
        for (text, expected) in [
            ("Transumt - - - - - - - -", "Transumt – – –"),
            ("-------------------- ", "– – – "),
            ("av skickliga sjömän. -------- Kommun ----- x", "av skickliga sjömän. – – – Kommun – – – x"),
            ("överstiger------av hela", "överstiger– – –av hela"),
            ("– – – – –", "– – –"),
            ("a - b -- c, 1 – 2, – – –", "a - b -- c, 1 – 2, – – –"),
            ("utan", "utan"),
        ] {
            assert_eq!(with_short_rules(text), expected, "{text}");
        }
    }
}

//! Where the sentences of a text begin.

/// Words that end with a full stop inside a sentence, in lower case. So does every single letter.
const ABBREVIATIONS: [&str; 58] = [
    "ang", "anm", "art", "avd", "bet", "bil", "bl", "ca", "dir", "dnr", "dvs", "ed", "enl", "etc", "ev",
    "ex", "exkl", "ff", "fl", "forts", "fr", "föreg", "förf", "inkl", "jfr", "jmf", "kap", "kl", "lyd",
    "mfl", "mm", "mom", "nr", "osv", "pkt", "prop", "punkt", "ref", "resp", "skr", "sid", "st", "tf", "tom",
    "utg", "vol", "cf", "dr", "fig", "jr", "mr", "mrs", "ms", "no", "nos", "para", "paras", "vs",
];

/// The bytes of a text at which its sentences begin, the first at 0.
pub fn sentence_starts(text: &str) -> Vec<usize> {
    let mut starts = vec![0];
    for (at, stop) in text.char_indices().filter(|(_, c)| matches!(c, '.' | '!' | '?')) {
        let after = text[at + 1..].trim_start_matches([')', '"', '”', '»']);
        let next = after.trim_start();
        let begins =
            next.len() < after.len() && without_number(next).unwrap_or(next).starts_with(char::is_uppercase);
        let before = &text[..at];
        if begins && !(stop == '.' && (ends_with_abbreviation(before) || ends_with_number(before))) {
            starts.push(text.len() - next.len());
        }
    }
    starts
}

/// A text without the number that it begins with: `2. Den som`.
fn without_number(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = (1..=3).contains(&(text.len() - rest.len()));
    rest.strip_prefix('.').filter(|rest| is_number && rest.starts_with(' ')).map(str::trim_start)
}

/// Whether a text ends with the number of the sentence after it: `. 2`.
fn ends_with_number(text: &str) -> bool {
    let before = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - before.len();
    let begins = before.trim_end();
    (1..=3).contains(&digits)
        && (begins.is_empty() || begins.len() < before.len() && begins.ends_with(['.', '!', '?', ':']))
}

fn ends_with_abbreviation(text: &str) -> bool {
    let before = text.trim_end_matches(char::is_alphabetic);
    let word = &text[before.len()..];
    let is_letter = word.chars().count() == 1;
    is_letter || ABBREVIATIONS.contains(&word.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_begins_after_a_full_stop_that_ends_one() {
        let table: [(&str, &[&str]); 9] = [
            ("Får ska räknas. Det sker i maj.", &["Får ska räknas. ", "Det sker i maj."]),
            ("Se 3 kap. 2 § FårL. Även getter räknas!", &["Se 3 kap. 2 § FårL. ", "Även getter räknas!"]),
            ("Jfr prop. Fårlag s. 4 och bl.a. Getlagen.", &["Jfr prop. Fårlag s. 4 och bl.a. Getlagen."]),
            ("Vem räknar? (Ingen.) Alla!", &["Vem räknar? (Ingen.) ", "Alla!"]),
            ("Han sade: ”Räkna.” Sedan gick han.", &["Han sade: ”Räkna.” ", "Sedan gick han."]),
            ("utan versal. inget nytt", &["utan versal. inget nytt"]),
            (
                "Får räknas. 2. Getter också. Se 2. Bete",
                &["Får räknas. ", "2. Getter också. ", "Se 2. ", "Bete"],
            ),
            ("1. Får räknas. Mr. Bagge vs. Tacka", &["1. Får räknas. ", "Mr. Bagge vs. Tacka"]),
            ("", &[""]),
        ];
        for (text, expected) in table {
            let starts = sentence_starts(text);
            let ends = starts[1..].iter().copied().chain([text.len()]);
            let found: Vec<&str> = starts.iter().zip(ends).map(|(start, end)| &text[*start..end]).collect();
            assert_eq!(found, expected);
        }
    }
}

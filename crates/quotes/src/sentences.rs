//! Where sentences end.

/// Words that end with a stop and end no sentence, also before a capital.
const ABBREVIATIONS: [&str; 30] = [
    "kap", "st", "s", "p", "jfr", "art", "nr", "t.ex", "bl.a", "m.m", "dvs", "ca", "prop", "bet", "rskr",
    "dir", "ds", "sou", "not", "ref", "t", "b", "ö", "no", "para", "cf", "e.g", "i.e", "punkt", "f",
];

/// Whether a stop at an offset ends a sentence: a capital follows, and the word before is no abbreviation.
pub(crate) fn ends_at(text: &str, at: usize) -> bool {
    let Some(mark) = text[at..].chars().next() else { return false };
    if !matches!(mark, '.' | '!' | '?') {
        return false;
    }
    let after = &text[at + mark.len_utf8()..];
    let after = after.trim_start_matches(['”', '"', '“', '’', '»', '«', ')', ']']);
    let next = after
        .trim_start()
        .trim_start_matches(['”', '"', '“', '‘', '»', '«', '„', '(', '[', '>', '*', '_', ' ']);
    let follows = match next.chars().next() {
        None => true,
        Some(c) => {
            after.starts_with(char::is_whitespace)
                && (c.is_uppercase() || after.trim_start_matches(' ').starts_with("\n\n"))
        }
    };
    let before = &text[..at];
    let start = before
        .rfind(|c: char| c.is_whitespace() || matches!(c, '(' | '”' | '"'))
        .map_or(0, |start| start + before[start..].chars().next().map_or(1, char::len_utf8));
    let word = before[start..].to_lowercase();
    follows && (next.is_empty() || !ABBREVIATIONS.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_stops_end_a_sentence() {
        for (text, expected) in [
            ("Lagen gäller. Den är ny.", 2),
            ("Enligt 3 kap. 2 § gäller det.", 1),
            ("Se prop. Dimman.", 1),
            ("”Får räknas.” Det gäller.", 2),
            ("Enligt 2 §. gäller", 0),
        ] {
            let ends = text.char_indices().filter(|(at, _)| ends_at(text, *at)).count();
            assert_eq!(ends, expected, "{text}");
        }
    }
}

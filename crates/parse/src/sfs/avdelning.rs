//! The headings of avdelningar and underavdelningar.

use super::heads::roman;

/// The ordinals in words that avdelningar have.
const WORDS: [&str; 12] = [
    "första", "andra", "tredje", "fjärde", "femte", "sjätte", "sjunde", "åttonde", "nionde", "tionde",
    "elfte", "tolfte",
];

/// The ordinal of the avdelning that a line begins (`1`, `A`), and whether a title follows on the line: `FÖRSTA AVDELNINGEN`,
/// `AVD. A ÖVERGRIPANDE BESTÄMMELSER`, `AVDELNING II`. None for any other line.
pub(super) fn avdelning(line: &str) -> Option<(String, bool)> {
    let line = line.trim();
    let lower = line.to_lowercase();
    if let Some(word) = lower.strip_suffix(" avdelningen") {
        let at = WORDS.iter().position(|ordinal| *ordinal == word)?;
        return Some(((at + 1).to_string(), false));
    }
    let rest = line.strip_prefix("AVDELNING").or_else(|| line.strip_prefix("Avdelning")).or_else(|| {
        line.strip_prefix("AVD.").or_else(|| line.strip_prefix("Avd.")).or_else(|| line.strip_prefix("AVD"))
    })?;
    let rest = rest.strip_prefix([' ', '\t'])?.trim_start();
    let end = rest.find([' ', '.', ':', '\t']).unwrap_or(rest.len());
    let (number, title) = rest.split_at(end);
    let title = title.trim_start_matches(['.', ':', ' ', '\t']);
    let ordinal =
        if number.bytes().all(|byte| byte.is_ascii_digit()) && !number.is_empty() && number.len() <= 3 {
            number.to_owned()
        } else if let Some(value) = roman(number).filter(|_| number != "C" && number != "L") {
            value.to_string()
        } else if number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_uppercase()) {
            number.to_owned()
        } else {
            return None;
        };
    // `Avdelning 3 ska yttra sig` is a sentence.
    let is_heading = !title.ends_with('.') && !title.starts_with(char::is_lowercase);
    is_heading.then_some((ordinal, !title.is_empty()))
}

/// The roman number that a line begins with: `II. Om får`.
pub(super) fn underavdelning(text: &str) -> Option<&str> {
    let end = text.find([' ', '.'])?;
    let (number, rest) = text.split_at(end);
    let title = rest.trim_start_matches(['.', ' ']);
    roman(number)?;
    (rest.starts_with('.') && title.starts_with(char::is_uppercase)).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn avdelningar() {
        for (line, expected) in [
            ("FÖRSTA AVDELNINGEN", Some(("1", false))),
            ("Andra avdelningen", Some(("2", false))),
            ("AVDELNING II", Some(("2", false))),
            ("AVDELNING IV. SEKRETESS", Some(("4", true))),
            ("AVD. A ÖVERGRIPANDE", Some(("A", true))),
            ("AVD. C FÅR", Some(("C", true))),
            ("AVD. I FÅR", Some(("1", true))),
            ("Avd. 3 Får", Some(("3", true))),
            ("AVDELNING 12", Some(("12", false))),
            ("Avdelningen för särskilda utredningar", None),
            ("Avdelning 3 ska yttra sig.", None),
            ("AVDELNINGAR", None),
            ("", None),
        ] {
            let read = avdelning(line);
            assert_eq!(read.as_ref().map(|(ordinal, title)| (ordinal.as_str(), *title)), expected, "{line}");
        }
        for (line, expected) in [
            ("I. Om får", Some("I")),
            ("IV. OM FÅR", Some("IV")),
            ("I Om får", None),
            ("I. om", None),
            ("A. Om", None),
        ] {
            assert_eq!(underavdelning(line), expected, "{line}");
        }
    }
}

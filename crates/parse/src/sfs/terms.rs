//! Terms where they are defined: `Med fårhage avses …`, and `fårhage: …` in a list or a table under words such as `I denna
//! lag avses med`.

use std::ops::Range;

use lagrum_artifact::raise_first_letter;

/// The greatest length of a term, in letters. A longer text is a sentence.
const MAX_TERM: usize = 80;

/// Whether words lead to definitions.
pub(super) fn leads_to_definitions(text: &str) -> bool {
    let lower = text.to_lowercase();
    let asks = [
        "avses med",
        "avses i denna",
        "förstås med",
        "menas med",
        "används följande",
        "följande beteckningar",
        "följande definitioner",
        "följande ord och uttryck",
        "följande begrepp",
        "följande termer",
    ];
    let means = [
        "betydelse",
        "avses",
        "förstås",
        "menas",
        "definition",
        "beteckningar",
        "uttryck",
        "begrepp",
        "termer",
    ];
    // `I denna förordning betyder`
    let says = lower.starts_with("i ") && lower.trim_end_matches(':').trim_end().ends_with("betyder");
    text.len() < 600
        && (says
            || asks.iter().any(|words| lower.contains(words))
                && means.iter().any(|word| lower.contains(word)))
}

/// The term of `Med fårhage avses …`.
pub(super) fn defined_in_sentence(text: &str) -> Option<Range<usize>> {
    let start = "Med ".len();
    let rest = text.strip_prefix("Med ")?;
    let end = [" avses", " förstås", " menas"].iter().filter_map(|verb| rest.find(verb)).min()?;
    let after = rest[end..].trim_start();
    let defines = after.contains(" i denna ")
        || after.contains(" i detta ")
        || after.contains(" i förordningen")
        || after.contains(" i lagen")
        || !after.starts_with("avses");
    let term = rest.get(..end)?;
    (defines && is_term(term)).then(|| start..start + end)
}

/// The term before a colon, `fårhage: en hage`.
pub(super) fn defined_before_colon(text: &str) -> Option<Range<usize>> {
    let end = text.find(':')?;
    let after = &text[end + 1..];
    let term = text.get(..end)?;
    ((after.is_empty() || after.starts_with(' ')) && is_term(term)).then_some(0..end)
}

/// The term of a cell in the first column of a table of definitions.
pub(super) fn defined_in_cell(text: &str) -> Option<Range<usize>> {
    (!text.is_empty() && text.chars().count() <= MAX_TERM && !text.ends_with('.')).then_some(0..text.len())
}

fn is_term(term: &str) -> bool {
    let has_words = term.chars().any(char::is_alphabetic);
    let cites = term.contains('§') || term.contains(" kap.") || term.contains(" enligt ");
    has_words && !cites && term.chars().count() <= MAX_TERM && !term.contains(['.', ';', '\n'])
}

/// The local id of a term: its first letter raised, blanks as underlines.
pub(super) fn local_id(term: &str) -> String {
    format!("begrepp/{}", raise_first_letter(term).replace(' ', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions() {
        for (text, expected) in [
            ("Med fårhage avses i denna lag en hage", Some("fårhage")),
            ("Med fårhage förstås en hage", Some("fårhage")),
            ("Med stöd av 3 § avses", None),
            ("Med detta avses att får", None),
            ("Får avses", None),
        ] {
            assert_eq!(defined_in_sentence(text).and_then(|range| text.get(range)), expected, "{text}");
        }
        for (text, expected) in [
            ("fårhage: en hage", Some("fårhage")),
            ("fårhage enligt 3 §: en hage", None),
            ("kl. 12:30", None),
            ("Får", None),
        ] {
            assert_eq!(defined_before_colon(text).and_then(|range| text.get(range)), expected, "{text}");
        }
        for (text, expected) in [
            ("I denna lag avses med", true),
            ("I denna lag används följande beteckningar med nedan angiven betydelse.", true),
            ("I denna förordning betyder", true),
            ("Det betyder", false),
            ("Med fårhage avses en hage", false),
            ("Följande ska anges:", false),
        ] {
            assert_eq!(leads_to_definitions(text), expected, "{text}");
        }
        assert_eq!(local_id("övrig hage"), "begrepp/Övrig_hage");
    }
}

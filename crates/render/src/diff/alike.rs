//! Which differences are not differences in words: blanks, hyphens, quotation marks and the bars between cells, which
//! a corpus sets differently from text to text, marks of notes (`( * )`) and change notes (`Lag (2031:12).`).

use lagrum_artifact::without_change_notes;

/// The letters and signs of a text that count as its words.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = char> {
    let text = without_change_notes(text);
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let next = text[at..].chars().next()?;
            at += next.len_utf8();
            if next == '('
                && let Some(rest) = note_mark(&text[at..])
            {
                at += rest;
                continue;
            }
            if counts(next) {
                return Some(next);
            }
        }
    })
}

/// The bytes of the mark of a note behind its parenthesis: stars, blanks and the closing parenthesis. None where it is something else.
fn note_mark(text: &str) -> Option<usize> {
    let end = text.find(|c: char| c != '*' && !c.is_whitespace())?;
    (text[..end].contains('*') && text[end..].starts_with(')')).then_some(end + 1)
}

fn counts(c: char) -> bool {
    !c.is_whitespace()
        && !matches!(c, '-' | '\u{ad}' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '|')
        && !matches!(c, '"' | '\'' | '’' | '‘' | '‚' | '”' | '“' | '„' | '«' | '»' | '´' | '`')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_texts_have_the_same_words() {
        for (old, new, expected) in [
            ("enligt 3 § )", "enligt 3 §)", true),
            ("a | b", "a b", true),
            ("EU-förordning ”x”", "EU–förordning \"x\"", true),
            ("enligt 3 §", "enligt 4 §", false),
            ("får inte", "får", false),
            ("a, b", "a b", false),
            ("the Council ( * ), the", "the Council, the", true),
            ("the Council (**) (the", "the Council (the", true),
            ("får (*", "får", false),
            ("får ()", "får", false),
            ("Får. Lag (2031:1).", "Får.", true),
            ("Får. Lag (2031:1).", "Får. Lag (2033:2).", true),
            ("enligt lag (2031:1)", "enligt lag (2033:2)", false),
        ] {
            assert_eq!(words_of(old).eq(words_of(new)), expected, "{old} {new}");
        }
    }
}

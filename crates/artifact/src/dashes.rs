//! Rules of dashes in the words of a text. A rule stands for words that are left out, or draws a line over a page; one of 80 signs says no
//! more than one of three. Fewer dashes say something: how deep an entry of a tariff stands, which cells have no value.

use std::borrow::Cow;

/// The signs of a rule.
const DASHES: [char; 3] = ['-', '–', '—'];
/// The fewest dashes that are a rule.
const RULE: usize = 8;
/// How many of them are kept.
const KEPT: usize = 3;

/// A text whose rules of dashes are short.
pub fn with_short_rules(text: &str) -> Cow<'_, str> {
    let mut shortened = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(found) = text[at..].find(DASHES) {
        let from = at + found;
        let rule = Dashes::at_beginning(&text[from..]);
        at = from + rule.end;
        if rule.count >= RULE {
            shortened.push_str(&text[copied..from + rule.kept]);
            copied = at;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    shortened.push_str(&text[copied..]);
    Cow::Owned(shortened)
}

/// Dashes with which a text begins. Blanks may stand between them.
struct Dashes {
    count: usize,
    /// Where those end that are kept of a rule.
    kept: usize,
    end: usize,
}

impl Dashes {
    fn at_beginning(text: &str) -> Self {
        let mut dashes = Self { count: 0, kept: 0, end: 0 };
        for (at, c) in text.char_indices() {
            if DASHES.contains(&c) {
                dashes.count += 1;
                dashes.end = at + c.len_utf8();
                if dashes.count == KEPT {
                    dashes.kept = dashes.end;
                }
            } else if c != ' ' {
                break;
            }
        }
        dashes
    }
}

#[cfg(test)]
mod tests {
    use super::with_short_rules;

    #[test]
    fn rules_of_dashes_are_short() {
        for (text, expected) in [
            ("Transumt - - - - - - - - -", "Transumt - - -"),
            ("-------------------- ", "--- "),
            ("av ull. -------- Kommun ––––––––– x", "av ull. --- Kommun ––– x"),
            ("– – – – – – – – – –", "– – –"),
            ("– – – – – – övrigt", "– – – – – – övrigt"),
            ("a - b -- c, 1 – 2, - - - - -", "a - b -- c, 1 – 2, - - - - -"),
            ("utan", "utan"),
            ("", ""),
        ] {
            assert_eq!(with_short_rules(text), expected, "{text}");
        }
    }
}

//! The number that is printed before the text of a node, with its signs: `2.`, `a)`, `(4)`. Publishers store it beside the text.

use crate::{Node, Runs};

/// The signs that are printed around a number before a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberSigns {
    /// `2.`
    Point,
    /// `a)`
    Bracket,
    /// `(4)`
    Parentheses,
}

impl NumberSigns {
    /// What stands before the number and after it.
    pub fn around(self) -> (&'static str, &'static str) {
        match self {
            Self::Point => ("", "."),
            Self::Bracket => ("", ")"),
            Self::Parentheses => ("(", ")"),
        }
    }
}

/// A number that is printed before a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintedNumber<'a> {
    /// The number or letter, without signs.
    pub number: &'a str,
    /// Its signs.
    pub signs: NumberSigns,
}

impl<'a> Node<'a> {
    /// The number that is printed before the text of an item, of a numbered stycke, and of a numbered part of an EU act or judgment. None for
    /// other nodes, and for a stycke with a beteckning.
    pub fn printed_number(self) -> Option<PrintedNumber<'a>> {
        let (number, signs) = match self.kind() {
            "punkt" => {
                let ordinal = self.str("ordinal")?;
                let counts = ordinal.bytes().all(|b| b.is_ascii_digit());
                (ordinal, if counts { NumberSigns::Point } else { NumberSigns::Bracket })
            }
            "stycke" if self.str("beteckning").is_none() => {
                (self.str("ordinal").or_else(|| self.str("punkt"))?, NumberSigns::Point)
            }
            "point" => {
                let number = self.str("num").filter(|number| number.contains(char::is_alphanumeric));
                (number?, NumberSigns::Bracket)
            }
            "paragraph" | "ruling" => (self.str("num")?, NumberSigns::Point),
            "recital" | "note" => (self.str("num")?, NumberSigns::Parentheses),
            _ => return None,
        };
        Some(PrintedNumber { number, signs })
    }

    /// The number as it is printed before the text of the node: nothing where the text repeats it, and no number in parentheses without a
    /// text.
    pub(crate) fn number_before_text(self) -> Option<String> {
        let PrintedNumber { number, signs } = self.printed_number()?;
        let has_text = self.text().iter().any(|run| !run.text().trim().is_empty());
        if signs == NumberSigns::Parentheses && !has_text || self.text().repeats_number(number) {
            return None;
        }
        let (before, after) = signs.around();
        Some(format!("{before}{number}{after}"))
    }
}

impl Runs<'_> {
    /// Whether the text begins with a number that is stored beside it, with its signs.
    pub fn repeats_number(self, number: &str) -> bool {
        let forms = || [format!("{number}."), format!("{number})"), format!("({number})")];
        // Hardly any text begins like one of them.
        let may_repeat = self.leading(number, false).or_else(|| self.leading("(", false)).is_some();
        may_repeat && forms().iter().any(|form| self.leading(form, true).is_some())
    }

    /// The length in bytes of the words at the beginning of the text, by their letters and signs alone: blanks and case do not count. With
    /// `whole` the text ends there, or goes on with a blank. None for a text that begins otherwise.
    pub fn leading(self, words: &str, whole: bool) -> Option<usize> {
        let mut wanted = words.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).peekable();
        let mut length = 0;
        for c in self.iter().flat_map(|run| run.text().chars()) {
            if wanted.peek().is_none() {
                return (!whole || c.is_whitespace()).then_some(length);
            }
            length += c.len_utf8();
            if !c.is_whitespace() && !c.to_lowercase().all(|c| wanted.next() == Some(c)) {
                return None;
            }
        }
        wanted.peek().is_none().then_some(length)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_number_is_printed_once_and_with_its_signs() {
        let table: [(Value, Option<&str>); 14] = [
            (json!({"type": "punkt", "ordinal": "1", "text": ["får,"]}), Some("1.")),
            (json!({"type": "punkt", "ordinal": "a", "text": ["får,"]}), Some("a)")),
            (json!({"type": "punkt", "ordinal": "1", "text": ["1. får,"]}), None),
            (json!({"type": "punkt", "ordinal": "1", "text": ["1.5 får,"]}), Some("1.")),
            (json!({"type": "punkt", "ordinal": "1"}), Some("1.")),
            (json!({"type": "stycke", "ordinal": "26", "text": ["Högsta domstolen"]}), Some("26.")),
            (json!({"type": "stycke", "ordinal": "1", "beteckning": "1 §", "text": ["Får"]}), None),
            (json!({"type": "stycke", "text": ["Får"]}), None),
            (json!({"type": "point", "num": "a", "text": ["sheep"]}), Some("a)")),
            (json!({"type": "point", "num": "—", "text": ["sheep"]}), None),
            (json!({"type": "paragraph", "num": "2", "text": ["Sheep"]}), Some("2.")),
            (json!({"type": "recital", "num": "4", "text": ["Sheep"]}), Some("(4)")),
            (json!({"type": "recital", "num": "4", "text": ["(4) Sheep"]}), None),
            (json!({"type": "recital", "num": "4"}), None),
        ];
        for (node, expected) in table {
            assert_eq!(Node::new(&node).unwrap().number_before_text().as_deref(), expected, "{node}");
        }
    }
}

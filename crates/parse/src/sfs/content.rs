//! The stycken, items and tables of a unit: a paragraf, a bilaga, the transitional provisions of an act.
//!
//! A text begins a stycke. Items belong to the stycke before them, or to a `lista` where there is none. Items with letters are inside
//! items with numbers, and dashes inside letters. A text in lower case after the items of a stycke continues the stycke: it is a
//! child after the items, without an anchor.

use crate::blocks::Block;
use crate::hyphen::{HyphenedWords, join};
use crate::node::Node;

/// The mark of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Mark {
    Number(String),
    Letter(String),
    Dash,
}

/// The mark that a text begins with, and the text after it.
fn mark(text: &str) -> Option<(Mark, &str)> {
    let text = text.trim_start();
    for dash in ["- ", "– ", "— ", "• ", "-\t", "–\t", "•\t"] {
        if let Some(rest) = text.strip_prefix(dash) {
            return Some((Mark::Dash, rest.trim_start()));
        }
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        if digits > 3 {
            return None;
        }
        let after = &text[digits..];
        let lettered = after.strip_prefix(' ').unwrap_or(after);
        let letter =
            lettered.chars().next().filter(|c| c.is_ascii_lowercase() && lettered[1..].starts_with('.'));
        let (ordinal, after) = match letter {
            Some(letter) => (format!("{} {letter}", &text[..digits]), &lettered[1..]),
            None => (text[..digits].to_owned(), after),
        };
        let rest = after.strip_prefix('.')?;
        // `1.5 procent`, `1. 1:o`
        let is_item = rest.is_empty() || rest.starts_with([' ', '\t']);
        return is_item.then(|| (Mark::Number(ordinal), rest.trim_start()));
    }
    let (letters, rest) = text.split_once(')')?;
    let is_letter =
        letters.chars().count() == 1 && letters.chars().all(|c| c.is_alphabetic() && c.is_lowercase());
    let is_roman = matches!(letters, "ii" | "iii" | "iv" | "vi" | "vii" | "viii" | "ix" | "aa" | "bb");
    ((is_letter || is_roman) && rest.starts_with([' ', '\t']))
        .then(|| (Mark::Letter(letters.to_owned()), rest.trim_start()))
}

/// Whether a line begins an item.
pub(super) fn is_item(line: &str) -> bool {
    mark(line).is_some()
}

/// Builds the children of one unit.
#[derive(Debug)]
pub(super) struct Content {
    /// Whether the last child is a stycke to which items may be added.
    open: bool,
    number: Option<String>,
    letter: Option<String>,
    /// The number of dashes so far under the open item or stycke.
    dashes: usize,
}

impl Content {
    pub(super) fn new() -> Self {
        Self { open: false, number: None, letter: None, dashes: 0 }
    }

    /// Closes the open stycke, after a heading or another unit: later items do not belong to it.
    pub(super) fn close(&mut self) {
        *self = Self::new();
    }

    /// Adds a stycke.
    pub(super) fn stycke(&mut self, children: &mut Vec<Node>, text: String) {
        self.close();
        self.open = true;
        children.push(Node::with_text("stycke", text));
    }

    /// Adds a block of text: a stycke, or items.
    pub(super) fn block(&mut self, children: &mut Vec<Node>, block: &Block<'_>, words: &HyphenedWords) {
        let starts = item_starts(block);
        let first = starts.first().copied().unwrap_or(block.lines.len());
        let lines = |from: usize, to: usize| block.lines.get(from..to).unwrap_or_default().iter().copied();
        if first > 0 {
            self.text(children, join(lines(0, first), words));
        }
        for (index, start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(block.lines.len());
            let Some((mark, rest)) = block.lines.get(*start).and_then(|line| mark(line)) else { continue };
            let text = join(std::iter::once(rest).chain(lines(start + 1, end)), words);
            self.item(children, mark, text);
        }
    }

    fn text(&mut self, children: &mut Vec<Node>, text: String) {
        let returns = text.starts_with(char::is_lowercase);
        if let Some(stycke) = self.stycke_with_items(children).filter(|_| returns) {
            let mut child = Node::with_text("stycke", text);
            child.is_anonymous = true;
            stycke.children.push(child);
            return;
        }
        self.stycke(children, text);
    }

    /// The open stycke, if it has items.
    fn stycke_with_items<'c>(&self, children: &'c mut [Node]) -> Option<&'c mut Node> {
        let last = children.last_mut().filter(|last| self.open && last.kind == "stycke")?;
        last.children.iter().any(|child| child.kind == "punkt").then_some(last)
    }

    fn item(&mut self, children: &mut Vec<Node>, mark: Mark, text: String) {
        let is_counted = mark == Mark::Dash;
        let (path, ordinal) = match mark {
            Mark::Number(number) => {
                self.letter = None;
                self.dashes = 0;
                self.number = Some(number.clone());
                (String::new(), number)
            }
            Mark::Letter(letter) => {
                self.dashes = 0;
                self.letter = Some(letter.clone());
                (item_path(self.number.as_deref()), letter)
            }
            Mark::Dash => {
                self.dashes += 1;
                let path = item_path(self.number.as_deref()) + &item_path(self.letter.as_deref());
                (path, self.dashes.to_string())
            }
        };
        let mut item = Node::with_text("punkt", text);
        // This is the path from the stycke. It is completed to an anchor by `ids`.
        item.id = Some(format!("{path}{}", item_path(Some(&ordinal))));
        item.ordinal = Some(ordinal);
        item.is_counted = is_counted;
        match children.last_mut() {
            Some(stycke) if self.open && stycke.kind == "stycke" => stycke.children.push(item),
            Some(lista) if lista.kind == "lista" => lista.children.push(item),
            _ => children.push(Node { children: vec![item], ..Node::new("lista") }),
        }
    }

    /// Adds a table: to the open stycke, if there is one.
    pub(super) fn table(&mut self, children: &mut Vec<Node>, table: Node) {
        match children.last_mut() {
            Some(stycke) if self.open && stycke.kind == "stycke" => stycke.children.push(table),
            _ => children.push(table),
        }
    }
}

/// The segment of an item in an anchor.
fn item_path(ordinal: Option<&str>) -> String {
    ordinal.map(|ordinal| format!("N{}", ordinal.replace(' ', ""))).unwrap_or_default()
}

/// The lines of a block that begin items: the first of a list, and those whose mark may follow the mark before.
fn item_starts(block: &Block<'_>) -> Vec<usize> {
    let mut starts: Vec<usize> = Vec::new();
    let mut last: Option<Mark> = None;
    for (at, line) in block.lines.iter().enumerate() {
        let Some((mark, _)) = mark(line) else { continue };
        let follows = match (&last, &mark) {
            (None, _) => at == 0 || begins_list(block, at, &mark),
            (Some(Mark::Number(before)), Mark::Number(number)) => {
                let value =
                    |ordinal: &str| ordinal.split(' ').next().and_then(|digits| digits.parse::<u32>().ok());
                value(number) == value(before).map(|value| value + 1)
            }
            (Some(Mark::Letter(before)), Mark::Letter(letter)) => {
                next_letter(before).as_deref() == Some(letter)
            }
            (Some(_), Mark::Letter(letter)) => letter == "a",
            (Some(Mark::Dash), Mark::Number(_)) => true,
            (Some(Mark::Letter(_)), Mark::Number(number)) => number != "1",
            (Some(Mark::Number(_) | Mark::Letter(_)), Mark::Dash)
                if starts.last() == at.checked_sub(1).as_ref() =>
            {
                true
            }
            (Some(_), Mark::Dash) => block.lines.get(at - 1).is_some_and(|before| ends_item(before)),
        };
        if follows {
            starts.push(at);
            last = Some(mark);
        }
    }
    starts
}

/// Whether a list begins inside a block: with its first mark, after a line that leads to it.
fn begins_list(block: &Block<'_>, at: usize, mark: &Mark) -> bool {
    let is_first = matches!(mark, Mark::Number(number) if number == "1")
        || matches!(mark, Mark::Letter(letter) if letter == "a")
        || *mark == Mark::Dash;
    is_first
        && at
            .checked_sub(1)
            .and_then(|before| block.lines.get(before))
            .is_some_and(|line| line.ends_with(':'))
}

fn ends_item(line: &str) -> bool {
    line.ends_with([',', '.', ';', ':'])
        || line.ends_with(" och")
        || line.ends_with(" eller")
        || line.ends_with(" samt")
}

fn next_letter(letter: &str) -> Option<String> {
    let mut chars = letter.chars();
    let (first, None) = (chars.next()?, chars.next()) else { return None };
    char::from_u32(u32::from(first) + 1).map(String::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::blocks;

    fn outline(nodes: &[Node]) -> String {
        let mut out = Vec::new();
        for node in nodes {
            let id = node.id.as_deref().unwrap_or_default();
            let inner = if node.children.is_empty() {
                String::new()
            } else {
                format!(" [{}]", outline(&node.children))
            };
            out.push(format!("{}{id}({}){inner}", &node.kind[..1], node.plain()));
        }
        out.join(" ")
    }

    #[test]
    fn text_and_items() {
        for (text, expected) in [
            ("Får.\n\nGetter.", "s(Får.) s(Getter.)"),
            ("Får är\n\n1. vita,\n\n2. svarta\n\nGetter.", "s(Får är) [pN1(vita,) pN2(svarta)] s(Getter.)"),
            ("Får är\n\n1. vita,\n\nom inte annat sägs.", "s(Får är) [pN1(vita,) s(om inte annat sägs.)]"),
            ("1. Får.\n\n2. Getter.", "l() [pN1(Får.) pN2(Getter.)]"),
            (
                "Får\n\n1. vita\n\na) stora\n\n- och\n\n– glada\n\nb) små\n\n2. svarta",
                "s(Får) [pN1(vita) pN1Na(stora) pN1NaN1(och) pN1NaN2(glada) pN1Nb(små) pN2(svarta)]",
            ),
            ("Får\n\n- vita\n\n- svarta", "s(Får) [pN1(vita) pN2(svarta)]"),
            ("Får\n\na) vita", "s(Får) [pNa(vita)]"),
            ("Får\n\n1 a. vita", "s(Får) [pN1a(vita)]"),
            // Several items in one block, and numbers that are none.
            (
                "1. Får\nsom är\n2. Getter\n- hala,\n- ystra",
                "l() [pN1(Får som är) pN2(Getter) pN2N1(hala,) pN2N2(ystra)]",
            ),
            ("Får enligt\n2. Getter", "s(Får enligt 2. Getter)"),
            ("Får:\n1. vita\n2. svarta", "s(Får:) [pN1(vita) pN2(svarta)]"),
            ("1.5 procent", "s(1.5 procent)"),
            ("1) Får", "s(1) Får)"),
            ("glesbygd: gles", "s(glesbygd: gles)"),
        ] {
            let (mut content, mut children) = (Content::new(), Vec::new());
            for block in blocks(text) {
                content.block(&mut children, &block, &HyphenedWords::default());
            }
            assert_eq!(outline(&children), expected, "{text:?}");
        }
    }
}
